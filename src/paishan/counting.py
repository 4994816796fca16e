"""Counting what play can reach, sequences of moves and positions, exactly: what chess calls perft, for all three games.

The counts of a fixed deal are a test of the rules that is hard to pass by luck, and a figure to compare programs with.
Some are written down in docs/library/perft.md.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Protocol

from paishan.chuopai.core import Position
from paishan.chuopai.match import Match
from paishan.connect.board import Board as GridBoard
from paishan.connect.grid import Gravity
from paishan.solitaire.board import Board

__all__ = ["Counts", "perft"]


@dataclass(frozen=True, slots=True)
class Counts:
    """What can be reached in 0, 1, 2 … moves."""

    sequences: tuple[int, ...]
    """For each number of moves, in how many ways so many can be made one after the other, orders counted apart."""
    positions: tuple[int, ...]
    """For each number of moves, how many different positions there are after them."""


def perft(start: Board | GridBoard | Match, depth: int) -> Counts:
    """Count the sequences of 0, 1 … `depth` moves from a position, and the different positions that they lead to.

    A move is a pair taken, whichever of its tiles is named first; in Chuo Pai it is a play, and a pass is one too. Two
    positions of a board are the same if the same slots hold tiles; with gravity, if those tiles match the same as well.
    Two positions of a match are the same if the hands (cards of one figure being alike), the sizes of the piles, the
    seat that is to act, the leader of the round, and the play to beat and its seat are; when the match is over, if the
    hands and piles are. A sequence that ends sooner, because the board is locked or cleared or the match is over, does
    not count as a longer one. `start` comes back as it was. Raises `ValueError` for a depth below 0.

    >>> from paishan.solitaire.deal import deal
    >>> counts = perft(deal("turtle", 1).board(), 3)
    >>> counts.sequences
    (1, 17, 274, 4153)
    >>> counts.positions
    (1, 17, 150, 886)
    """
    if depth < 0:
        raise ValueError(f"a depth is 0 or more, not {depth}")
    walk: _Walk
    if isinstance(start, Match):
        walk = _Matches(start)
    elif isinstance(start, Board | GridBoard):
        walk = _Boards(start.copy())
    else:
        raise TypeError(f"counts begin from a board or a match, not from a {type(start).__name__}; a deal has them")
    seen: list[dict[Hashable, tuple[int, ...]]] = [{} for _ in range(depth + 1)]

    def ways(level: int) -> tuple[int, ...]:
        """In how many ways 0, 1 … further moves can be made, as many as are left at this level."""
        key = walk.key
        known = seen[level].get(key)
        if known is None:
            further = [0] * (depth - level)
            if level < depth:
                for move in walk.moves():
                    walk.push(move)
                    for number, count in enumerate(ways(level + 1)):
                        further[number] += count
                    walk.pop()
            known = seen[level][key] = (1, *further)
        return known

    return Counts(ways(0), tuple(map(len, seen)))


class _Walk(Protocol):
    """A game that is walked through, forwards and back."""

    @property
    def key(self) -> Hashable: ...

    def moves(self) -> Iterable[tuple[int, ...]]: ...

    def push(self, move: tuple[int, ...]) -> None: ...

    def pop(self) -> None: ...


class _Boards:
    """A board of Mahjong solitaire or of Mahjong Connect; a move is its two slots."""

    def __init__(self, board: Board | GridBoard) -> None:
        self._board = board
        self._falling = isinstance(board, GridBoard) and board.gravity is not Gravity.NONE

    @property
    def key(self) -> Hashable:
        board = self._board
        if not self._falling:
            return board.present
        # What is gone has groups as well, in an order of its own that is no part of the position.
        return tuple(group if board.present >> slot & 1 else -1 for slot, group in enumerate(board.groups))

    def moves(self) -> Iterable[tuple[int, ...]]:
        return list(self._board.pairs())

    def push(self, move: tuple[int, ...]) -> None:
        self._board.push((move[0], move[1]))

    def pop(self) -> None:
        self._board.pop()


class _Matches:
    """A match of Chuo Pai in the compiled core; a move is the index of its play."""

    def __init__(self, match: Match) -> None:
        self._positions = [Position.of(match)]

    @property
    def key(self) -> Hashable:
        return self._positions[-1].key

    def moves(self) -> Iterable[tuple[int, ...]]:
        return [(move,) for move in self._positions[-1].legal()]

    def push(self, move: tuple[int, ...]) -> None:
        position = self._positions[-1].copy()
        position.push(move[0])
        self._positions.append(position)

    def pop(self) -> None:
        self._positions.pop()
