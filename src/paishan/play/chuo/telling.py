"""What is told of a match: its plays one after another, its rounds, what is allowed, and what a pass tells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from paishan.chuopai import match as rules
from paishan.chuopai.domino import HIGHER, Family
from paishan.chuopai.match import Match
from paishan.chuopai.play import PASS, grouped
from paishan.chuopai.play import Play as Laid
from paishan.play.chuo import messages as m

__all__ = ["BONUS", "acted", "groups", "shown_act", "shown_round"]


BONUS = -1
"""The number of the opening bonus, which comes before play 0."""


def acted(match: Match, first: int) -> tuple[m.Acted, ...]:
    """What was done from play number `first`, or from the opening bonus on; with the end of every round."""
    return tuple(event for ply, event in _all_acted(match) if ply >= first)


def _all_acted(match: Match) -> Iterator[tuple[int, m.Acted]]:
    """Everything that was done, each with the number of its play, or of the play that ended the round."""
    points = [len(cards) for cards in match.laid]
    for seat, cards in enumerate(match.laid):
        if cards:
            yield BONUS, m.Bonus(seat, cards)
    ply = 0
    for round in (*match.rounds, match.round):
        best: Laid | None = None
        for seat, play in round.acts:
            if play is PASS:
                assert best is not None
                yield ply, m.Passed(seat, _told_by_pass(best))
            else:
                yield ply, (m.Led if best is None else m.Beat)(seat, play.cards)
                best = play
            ply += 1
        if round.winner is not None and best is not None:
            points[round.winner] += best.number
            yield ply - 1, m.Taken(round.winner, best.cards, tuple(points))


def _told_by_pass(to_beat: Laid) -> m.Told | None:
    """What everybody knows of a hand that could not beat a play."""
    if to_beat.family is Family.COMBINATION:
        heads = tuple(range(to_beat.rank - 1))
        return m.Told(to_beat.number, heads=heads) if heads else None
    figures = HIGHER[to_beat.cards[0]]
    return m.Told(to_beat.number, figures=figures) if figures else None


def groups(plays: Iterable[Laid]) -> tuple[m.Group, ...]:
    """Plays by figure, and by head of combinations."""
    return tuple(
        m.Group(family.value, first, tuple(play.cards for play in found))
        for (family, first), found in grouped(plays).items()
    )


def shown_act(act: rules.Act) -> m.Act:
    """What a seat did, as it is shown."""
    return m.Act(act.seat, act.play.cards)


def shown_round(round: rules.Round) -> m.Round:
    """A round, as it is shown."""
    return m.Round(round.leader, round.winner, tuple(map(shown_act, round.acts)))
