"""Plays: what can be laid at once, what beats what, and why a play is refused (P3).

A *play* is a multiset of cards: one to four of one figure, a combination, or nothing at all, which is a pass. There
are 469 of them, and each has its number for ever: the compiled core counts in the same numbers. A hand is given as 21
counts, one a figure.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import product

from paishan.chuopai.domino import COPIES, DOMINOES, HEADS, MATCHING, Family
from paishan.chuopai.options import Options

__all__ = ["PASS", "PLAYS", "Play", "Refusal", "beats", "grouped", "leads", "recognise", "why_not"]


@dataclass(frozen=True, slots=True)
class Play:
    """Cards laid at once; no cards are a pass."""

    index: int
    """Its place in `PLAYS`, 0–468."""
    cards: tuple[int, ...]
    """The figures of its cards in ascending order; a combination's head comes first."""
    family: Family | None
    """None for a pass."""
    rank: int
    """Within its family, 1 the highest; 0 for a pass."""

    @property
    def number(self) -> int:
        """How many cards it has."""
        return len(self.cards)

    def beats(self, other: Play) -> bool:
        """Whether this wins over `other`: the same family, the same number of cards, and a higher rank."""
        return (
            self.family is not None
            and self.family is other.family
            and self.number == other.number
            and self.rank < other.rank
        )

    def __str__(self) -> str:
        if not self.cards:
            return "pass"
        counts = {card: self.cards.count(card) for card in self.cards}
        return " + ".join(f"{count} {DOMINOES[card]}" for card, count in counts.items())

    def __reduce__(self) -> tuple[object, ...]:
        """What it is pickled and copied as: its number, for there is only one of each, the pass above all."""
        return _numbered, (self.index,)


class Refusal(StrEnum):
    """Why cards cannot be played."""

    OVER = "over"
    """The match is over."""
    NO_DOMINO = "no-domino"
    """A number that is no figure."""
    NOT_IN_HAND = "not-in-hand"
    """More cards of a figure than the hand holds."""
    NOT_ONE_FIGURE = "not-one-figure"
    """Different figures that make no combination."""
    EQUAL_FIGURES = "equal-figures"
    """Two figures of equal rank, which are still two figures."""
    TOO_MANY = "too-many"
    """A combination of more cards than the table allows."""
    WRONG_FAMILY = "wrong-family"
    """Another family than the play to beat."""
    WRONG_NUMBER = "wrong-number"
    """More or fewer cards than the play to beat."""
    EQUAL_RANK = "equal-rank"
    """As high as the play to beat, which does not beat it."""
    NOT_HIGHER = "not-higher"
    """Lower than the play to beat."""
    MUST_LEAD = "must-lead"
    """A pass by the leader of a round."""
    MUST_BEAT = "must-beat"
    """A pass by a hand that can beat."""


def _numbered(index: int) -> Play:
    return PLAYS[index]


def _all_plays() -> tuple[Play, ...]:
    kinds: list[tuple[tuple[int, ...], Family | None, int]] = [
        ((domino.number,) * number, domino.family, domino.rank)
        for domino, number in product(DOMINOES, range(1, COPIES + 1))
    ]
    for head in HEADS:
        first, second = MATCHING[head]
        for heads, firsts, seconds in product(range(1, COPIES + 1), range(COPIES + 1), range(COPIES + 1)):
            if firsts or seconds:
                cards = (head,) * heads + (first,) * firsts + (second,) * seconds
                kinds.append((cards, Family.COMBINATION, head + 1))
    kinds.append(((), None, 0))
    return tuple(Play(index, *kind) for index, kind in enumerate(kinds))


PLAYS: tuple[Play, ...] = _all_plays()
"""Every play: 84 of one figure, 96 combinations of each head, and the pass.

So many cards of a figure have the index 4 · figure + cards - 1. A combination of h heads with a of the first and b of
the second matching figure has 84 + 96 · head + 24 · (h - 1) + 5 · a + b - 1.
"""

PASS: Play = PLAYS[-1]
"""Laying nothing."""

_BY_CARDS = {play.cards: play for play in PLAYS}
_OF_HEAD = tuple(PLAYS[4 * len(DOMINOES) + 96 * head : 4 * len(DOMINOES) + 96 * (head + 1)] for head in HEADS)
_BEATEN_BY = tuple(tuple(other for other in PLAYS if other.beats(play)) for play in PLAYS)


def recognise(cards: Iterable[int]) -> Play | None:
    """The play that these cards are, in any order; None if they are none. Options are not looked at.

    >>> str(recognise([16, 0, 11]))
    '1 Heaven + 1 Black Nine + 1 Red Nine'
    >>> recognise([12, 13]) is None
    True
    """
    return _BY_CARDS.get(tuple(sorted(cards)))


def _holds(hand: Sequence[int], play: Play) -> bool:
    return all(hand[card] >= play.cards.count(card) for card in play.cards)


def leads(hand: Sequence[int], options: Options) -> list[Play]:
    """Every play that a hand can lead, in the order of `PLAYS`."""
    found = [PLAYS[4 * figure + number] for figure, count in enumerate(hand) for number in range(count)]
    for head in HEADS:
        if hand[head] and any(hand[figure] for figure in MATCHING[head]):
            found += [play for play in _OF_HEAD[head] if play.number <= options.most and _holds(hand, play)]
    return found


def beats(hand: Sequence[int], to_beat: Play) -> list[Play]:
    """Every play of a hand that beats `to_beat`, in the order of `PLAYS`; no pass."""
    return [play for play in _BEATEN_BY[to_beat.index] if _holds(hand, play)]


def grouped(plays: Iterable[Play]) -> dict[tuple[Family, int], list[Play]]:
    """Plays by family and first card: the figure, or a combination's head. Passes are left out."""
    groups: dict[tuple[Family, int], list[Play]] = {}
    for play in plays:
        if play.family is not None:
            groups.setdefault((play.family, play.cards[0]), []).append(play)
    return groups


def why_not(cards: Iterable[int], hand: Sequence[int], to_beat: Play | None, options: Options) -> Refusal | None:
    """Why a hand cannot play these cards (none: a pass) as a lead or on `to_beat`; None if it can."""
    cards = tuple(sorted(cards))
    if any(not 0 <= card < len(DOMINOES) for card in cards):
        return Refusal.NO_DOMINO
    if any(cards.count(card) > hand[card] for card in cards):
        return Refusal.NOT_IN_HAND
    play = recognise(cards)
    if play is None:
        first, *others = (DOMINOES[card] for card in cards)
        equal = all(other.family is first.family and other.rank == first.rank for other in others)
        return Refusal.EQUAL_FIGURES if equal else Refusal.NOT_ONE_FIGURE
    if play is PASS:
        if to_beat is None:
            return Refusal.MUST_LEAD
        return Refusal.MUST_BEAT if beats(hand, to_beat) else None
    if play.family is Family.COMBINATION and play.number > options.most:
        return Refusal.TOO_MANY
    if to_beat is None or play.beats(to_beat):
        return None
    if play.family is not to_beat.family:
        return Refusal.WRONG_FAMILY
    if play.number != to_beat.number:
        return Refusal.WRONG_NUMBER
    return Refusal.EQUAL_RANK if play.rank == to_beat.rank else Refusal.NOT_HIGHER
