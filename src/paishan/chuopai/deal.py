"""Deals of Chuo Pai (`CP1`), and matches as records.

A code's number is the seed of the generator. The 84 cards, in the order of the dominoes (0 0 0 0 1 1 1 1 …), are
shuffled; seat 0 gets the first 28, seat 1 the next, seat 2 the last; then the first leader is drawn below three. What a
code deals is fixed for ever: nothing here may change what it draws. The layout's part of a code is always `L00`.

In a record a play is `play` and the figures of its cards, and a pass is `pass`. Whose turn it is, the rules say.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from paishan.chuopai.domino import COPIES, DOMINOES
from paishan.chuopai.match import SEATS, Match
from paishan.chuopai.options import Options
from paishan.chuopai.play import PASS, Play, recognise
from paishan.codes import Code, Dealer
from paishan.faults import Fault
from paishan.records import Move, Record
from paishan.rng import Rng

__all__ = ["LAYOUT", "Deal", "deal", "deal_of", "move_of", "play_of", "record_of", "replay"]

LAYOUT = "L00"
"""The layout's part of every code of Chuo Pai."""
_HAND = COPIES * len(DOMINOES) // len(SEATS)


@dataclass(frozen=True, slots=True)
class Deal:
    """Three hands of 28 cards, and who leads first."""

    code: Code
    """Its name."""
    hands: tuple[tuple[int, ...], ...]
    """The figures of each seat's cards, in ascending order."""
    leader: int
    """The seat that leads first."""

    def match(self, options: Options | None = None) -> Match:
        """A new match with these hands."""
        return Match(self.hands, self.leader, options)


def deal(what: Code | str | int) -> Deal:
    """The deal that a code names, or the deal of a number, 0 … 2^30 - 1. Raises `ValueError` for what is neither.

    >>> deal(1) == deal("CP1-L00-AAAAABH")
    True
    >>> deal(1).leader
    2
    """
    return deal_of(Code.parse(what) if isinstance(what, str) else what)


def deal_of(code: Code | int) -> Deal:
    """The deal of a code, or of a deal's number. Raises `ValueError` for a code of another game."""
    if not isinstance(code, Code):
        code = Code(Dealer.CP1, LAYOUT, code)
    if code.dealer is not Dealer.CP1 or code.layout != LAYOUT:
        raise Fault(
            "{code} is no deal of Chuo Pai; its codes begin with {start}",
            code=str(code),
            start="-".join((Dealer.CP1, LAYOUT)),
        )
    rng = Rng(code.number)
    cards = [domino.number for domino in DOMINOES for _ in range(COPIES)]
    rng.shuffle(cards)
    hands = tuple(tuple(sorted(cards[_HAND * seat : _HAND * (seat + 1)])) for seat in SEATS)
    return Deal(code, hands, rng.below(len(SEATS)))


def move_of(play: Play, at: int = 0) -> Move:
    """A play as the move of a record, at a time in milliseconds."""
    return Move(at, "pass") if play is PASS else Move(at, "play", play.cards)


def play_of(move: Move) -> Play:
    """The play that a move stands for. Raises `ValueError` for one that is no play under any options."""
    if (move.word, bool(move.numbers)) not in {("play", True), ("pass", False)}:
        raise ValueError(f"{move.word!r} with {len(move.numbers)} numbers is no move; moves are 'play 3 3' and 'pass'")
    play = recognise(move.numbers)
    if play is None:
        raise ValueError(f"the cards {' '.join(map(str, move.numbers))} are neither one figure nor a combination")
    return play


def record_of(code: Code, options: Options, plays: Iterable[Play], times: Sequence[int] | None = None) -> Record:
    """The record of a match; `times` are milliseconds since it was opened, one for each play."""
    plays = tuple(plays)
    times = times or (0,) * len(plays)
    moves = tuple(move_of(play, at) for play, at in zip(plays, times, strict=True))
    return Record(code, str(options), moves)


def replay(record: Record) -> Match:
    """The match at the end of a record, every play of it judged by the rules.

    Raises `ValueError` for a code or ruleset of another game, and for the first move that is not allowed, with its
    number (from 1), the move and the reason.
    """
    match = deal_of(record.code).match(Options.parse(record.ruleset))
    for number, move in enumerate(record.moves, 1):
        try:
            match.push(play_of(move))
        except ValueError as error:
            shown = str(move) if len(str(move)) <= 40 else f"{str(move)[:40]}…"
            raise ValueError(f"move {number}, {shown!r}: {error}") from None
    return match
