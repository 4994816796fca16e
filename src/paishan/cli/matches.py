"""Chuo Pai in the terminal: deals, and recorded matches told play by play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from paishan.cli.output import print_json

if TYPE_CHECKING:
    from paishan.chuopai.deal import Deal
    from paishan.play.chuo.messages import Event
    from paishan.records import Record

__all__ = ["end_of", "print_deal", "print_deal_as_json", "tell"]


def print_deal_as_json(deal: Deal) -> None:
    """A deal as one JSON document; cards are the numbers of dominoes."""
    match = deal.match()
    print_json(
        {
            "code": str(deal.code),
            "game": "chuopai",
            "hands": deal.hands,
            "leader": deal.leader,
            "bonus": match.laid,
        }
    )


def print_deal(deal: Deal) -> None:
    """A deal for people."""
    for seat, hand in enumerate(deal.hands):
        print(f"seat {seat}: {_cards(hand)}")
    print(f"{deal.code}: Chuo Pai, {sum(map(len, deal.hands))} cards; seat {deal.leader} leads first")


def end_of(record: Record) -> dict[str, Any]:
    """What a record that was judged comes to: the state of its table, or the piles of a match without one."""
    import msgspec

    from paishan.chuopai.deal import replay
    from paishan.play.chuo import recording

    if recording.has_table(record):
        table = recording.replay(record)
        table.consider()
        state: dict[str, Any] = msgspec.to_builtins(table.state(record.moves[-1].at if record.moves else 0))
        return state
    match = replay(record)
    names = ("over", "turn", "points", "winners", "piles", "wasted", "hands")
    return {name: getattr(match, name) for name in names}


def tell(record: Record) -> Iterator[tuple[int, list[str]]]:
    """A record that was judged, in lines: for everything that a player did, when it was and what came of it."""
    from paishan.chuopai.deal import deal_of, play_of
    from paishan.chuopai.options import Options
    from paishan.play.chuo import recording
    from paishan.play.chuo.telling import BONUS, acted

    deal = deal_of(record.code)
    hands = [f"seat {seat}: {_cards(hand)}" for seat, hand in enumerate(deal.hands)]
    yield 0, [f"{record.code}: Chuo Pai, {record.ruleset}", *hands]
    if recording.has_table(record):
        for move, did in recording.steps(recording.opened(record), record):
            yield move.at, [_told(event) for event in did.events]
        return
    match = deal.match(Options.parse(record.ruleset))
    bonus = [_told(event) for event in acted(match, BONUS)]
    if bonus:
        yield 0, bonus
    for ply, move in enumerate(record.moves):
        match.push(play_of(move))
        yield move.at, [_told(event) for event in acted(match, ply)]


def _told(event: Event) -> str:
    """What happened, in words."""
    from paishan.play.chuo import messages as m

    match event:
        case m.Bonus(seat, cards):
            return f"seat {seat} lays {_cards(cards)} on its pile"
        case m.Led(seat, cards):
            return f"seat {seat} leads {_cards(cards)}"
        case m.Beat(seat, cards):
            return f"seat {seat} beats it with {_cards(cards)}"
        case m.Passed(seat, _):
            return f"seat {seat} passes"
        case m.Taken(winner, cards, points):
            return f"seat {winner} wins the round with {len(cards)}; piles {_numbers(points)}"
        case m.Finished(winners, points):
            who = f"seat {winners[0]} wins"
            if len(winners) > 1:
                who = f"seats {' and '.join(map(str, winners))} share the win"
            return f"{who}; piles {_numbers(points)}"
        case m.Hinted(cards):
            return f"hint: {_cards(cards)}"
        case m.Undone(plays):
            return f"undo: {plays} plays go back"
        case m.Refused(reason):
            return f"nothing: {reason}"
    return str(event.__struct_config__.tag)


def _cards(cards: tuple[int, ...]) -> str:
    """Cards by name, each figure once with how many there are."""
    from paishan.chuopai.domino import DOMINOES

    return ", ".join(f"{cards.count(card)} {DOMINOES[card]}" for card in sorted(set(cards))) or "nothing"


def _numbers(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers))
