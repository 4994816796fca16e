"""A recorded match play by play, as somebody sees it who watches it again: all hands lie open."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from paishan.chuopai.match import SEATS, Match
from paishan.play.chuo import messages as m
from paishan.play.chuo.recording import opened, steps
from paishan.play.chuo.telling import BONUS, acted, shown_round
from paishan.records import Record

__all__ = ["Frame", "frames"]

_WORDLESS = ("wait", "pause", "resume")
"""Moves after which there is nothing else to be seen."""


class Frame(Struct, frozen=True):
    """How a match stood after a move."""

    word: str
    """Of the move, as in records; empty for the hands as they were dealt."""
    did: tuple[m.Acted, ...]
    """What was done: a play or a pass, with the end of its round, or the opening bonuses."""
    hint: m.Cards
    """What a hint showed."""
    hands: tuple[m.Cards, ...]
    piles: tuple[m.Cards, ...]
    wasted: tuple[m.Cards, ...]
    number: int
    """Of the round, from 1."""
    round: m.Round
    """The round of the last play."""
    turn: int | None
    """Who is to act then; None when the match is over, and before it begins."""
    ms: int
    """Milliseconds played."""
    status: m.Status
    winners: tuple[int, ...]


def frames(record: Record) -> Iterator[Frame]:
    """A match as it was dealt, and after every play of all three seats.

    Raises `ValueError` for a code or ruleset that is not here, and for the first move that is not allowed.
    """
    table = opened(record)
    nothing: tuple[m.Cards, ...] = tuple(() for _ in SEATS)
    leads = m.Round(table.deal.leader, None, ())
    yield Frame("", (), (), table.deal.hands, nothing, nothing, 1, leads, None, 0, m.Status.PLAYING, ())
    match = table.deal.match(table.ruleset.options)
    for move, _ in steps(table, record):
        ms = table.played(move.at)
        if move.word in ("begin", "restart"):
            match = table.deal.match(table.ruleset.options)
            yield _frame(match, move.word, ms, acted(match, BONUS))
        if move.word in ("begin", "restart", "play"):
            for act in table.match.acts[len(match.acts) :]:
                match.push(act.play)
                word = "play" if act.play.cards else "pass"
                yield _frame(match, word, ms, acted(match, len(match.acts) - 1))
        elif move.word not in _WORDLESS:
            match = table.match.copy()
            yield _frame(match, move.word, ms, (), move.numbers)


def _frame(match: Match, word: str, ms: int, did: tuple[m.Acted, ...], hint: m.Cards = ()) -> Frame:
    ended = bool(match.rounds) and not match.round.acts
    over = m.Status.OVER if match.over else m.Status.PLAYING
    return Frame(
        word=word,
        did=did,
        hint=hint,
        hands=match.hands,
        piles=match.piles,
        wasted=match.wasted,
        number=max(1, len(match.rounds) + (not ended)),
        round=shown_round(match.rounds[-1] if ended else match.round),
        turn=match.turn,
        ms=ms,
        status=m.Status.GIVEN_UP if word == "give-up" else over,
        winners=match.winners,
    )
