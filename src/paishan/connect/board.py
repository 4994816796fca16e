"""A board: a grid with tiles on it, and what is gone.

`Board` knows the rules of Mahjong Connect (N2, N3) and nothing of points, clocks or wisdom: any pair that matches and
that a line joins may be taken, in any order. Taking a pair and taking it back are `push` and `pop`.

A slot is a place of the grid, not a tile. Without gravity a tile never leaves its slot, and `kinds` and `groups` keep
what lay on a slot after it has gone. With gravity `push` also moves tiles along their lane (a column, or a row): those
that remain go to its floor and keep their order, and what is gone lies behind them, in its order too. So `kinds` is
always the deal in another order, `present` always says which of its slots hold a tile, and `pop` moves everything back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import partial
from operator import index

from paishan.connect.grid import Gravity, Grid
from paishan.connect.joins import Field
from paishan.pairs import Pair, bits
from paishan.tiles import Kind, Matching, groups_of

__all__ = ["Board", "Hindrance"]

_pair = partial(tuple.__new__, Pair)


class Hindrance(StrEnum):
    """Why two tiles cannot be taken (reports N6)."""

    NO_SLOT = "no-slot"
    """The grid has no such slot."""
    GONE = "gone"
    """No tile lies on the slot."""
    SAME = "same"
    """One tile was given twice."""
    NO_MATCH = "no-match"
    """The tiles do not match."""
    NO_LINE = "no-line"
    """They match, but no line of at most two turns joins them."""


class Board:
    """A grid with a tile on every slot, played from the first pair to the last.

    >>> from paishan.tiles import KINDS
    >>> board = Board(Grid(3, 2), [KINDS[number] for number in (0, 1, 0, 1, 2, 2)])
    >>> list(board.pairs())
    [Pair(a=0, b=2), Pair(a=4, b=5)]
    >>> board.why_not(1, 3)
    <Hindrance.NO_LINE: 'no-line'>
    >>> board.push((0, 2)), list(board.pairs())
    (Pair(a=0, b=2), [Pair(a=1, b=3), Pair(a=4, b=5)])
    """

    __slots__ = ("_field", "_moves", "_present", "_taken", "gravity", "grid", "groups", "kinds", "matching")

    def __init__(
        self,
        grid: Grid,
        kinds: Sequence[Kind],
        matching: Matching = Matching.FAMILY,
        gravity: Gravity = Gravity.NONE,
        present: int | None = None,
    ) -> None:
        """`kinds` gives the tile on each slot; `present` is the mask of slots that hold one, all unless it is given.

        Raises `ValueError` unless there is a kind for every slot and, with gravity, every tile lies on the floor or on
        another tile.
        """
        if len(kinds) != grid.slots:
            raise ValueError(f"a grid of {grid} has {grid.slots} slots, but {len(kinds)} tiles were given")
        self.grid = grid
        """The places."""
        self.matching = Matching(matching)
        """The rule version for flowers and seasons (T3)."""
        self.gravity = Gravity(gravity)
        """Where tiles move when a pair is taken."""
        self.kinds = tuple(kinds)
        """The tile on each slot; on a slot whose tile is gone, one of those that are."""
        self.groups: tuple[int, ...] = groups_of(kinds, self.matching)
        """What the tile on each slot matches."""
        self._present = grid.full if present is None else present
        if not 0 <= self._present <= grid.full:
            raise ValueError(f"the mask of tiles has slots that a grid of {grid} has not")
        for lane in grid.lanes(self.gravity):
            held = [bool(self._present >> slot & 1) for slot in lane]
            if sorted(held, reverse=True) != held:
                slot = lane[len(held) - 1 - held[::-1].index(True)]
                raise ValueError(f"the tile on slot {slot} lies on nothing; with gravity {gravity} it would move")
        self._taken: list[Pair] = []
        self._moves: list[tuple[tuple[int, int], ...]] = []
        self._field = Field(grid.width, grid.height, grid.outside)
        self._field.place(self._present)
        self._field.match(self.groups)

    @property
    def present(self) -> int:
        """The mask of slots that hold a tile."""
        return self._present

    @property
    def taken(self) -> tuple[Pair, ...]:
        """The pairs taken so far, in order, each by the slots on which the tiles then lay."""
        return tuple(self._taken)

    @property
    def moved(self) -> tuple[tuple[int, int], ...]:
        """The tiles that moved when the last pair was taken: for each the slot it left and the slot it came to."""
        moves = self._moves[-1] if self._moves else ()
        return tuple((source, target) for source, target in moves if self._present >> target & 1)

    @property
    def left(self) -> int:
        """How many tiles remain."""
        return self._present.bit_count()

    @property
    def cleared(self) -> bool:
        """Whether no tile remains."""
        return not self._present

    @property
    def locked(self) -> bool:
        """Whether tiles remain and no line joins two that match (N5)."""
        return not self.cleared and not self._field.pairs(1)

    def pairs(self) -> Iterator[Pair]:
        """Every different pair that can be taken now (S20), ordered by its first slot and then its second."""
        return map(_pair, self._field.pairs())

    def joinable(self, a: int, b: int) -> bool:
        """Whether a line of at most two turns through empty places joins two different slots, whatever lies there.

        Raises `IndexError` for a slot that is none.
        """
        return self._field.joinable(a, b)

    def obstacle(self, slot: int) -> Hindrance | None:
        """Why no tile can be picked on `slot`; None if one lies there."""
        if not 0 <= slot < self.grid.slots:
            return Hindrance.NO_SLOT
        return None if self._present >> slot & 1 else Hindrance.GONE

    def why_not(self, a: int, b: int) -> Hindrance | None:
        """Why the tiles on two slots cannot be taken; None if they can."""
        obstacle = self.obstacle(a) or self.obstacle(b)
        if obstacle is not None:
            return obstacle
        if a == b:
            return Hindrance.SAME
        if self.groups[a] != self.groups[b]:
            return Hindrance.NO_MATCH
        return None if self._field.joinable(a, b) else Hindrance.NO_LINE

    def push(self, pair: tuple[int, int]) -> Pair:
        """Take a pair. Raises `ValueError` that says why a pair cannot be taken; the board is then as before."""
        a, b = map(index, pair)
        match self.why_not(a, b):
            case Hindrance.NO_SLOT:
                slot = b if self.obstacle(a) is None else a
                raise ValueError(f"there is no slot {slot}; a grid of {self.grid} has slots 0 to {self.grid.slots - 1}")
            case Hindrance.GONE:
                slot = b if self.obstacle(a) is None else a
                raise ValueError(f"the tile on slot {slot} is gone")
            case Hindrance.SAME:
                raise ValueError(f"slot {a} was given twice; a pair is two tiles")
            case Hindrance.NO_MATCH:
                raise ValueError(f"{self.kinds[a]} on slot {a} and {self.kinds[b]} on slot {b} do not match")
            case Hindrance.NO_LINE:
                raise ValueError(
                    f"no line of at most two turns joins the {self.kinds[a]} on slot {a} and that on slot {b}"
                )
        taken = Pair.of(a, b)
        self._present ^= 1 << a | 1 << b
        self._field.flip(a)
        self._field.flip(b)
        self._taken.append(taken)
        if self.gravity is not Gravity.NONE:
            moves = self._fall(taken)
            self._moves.append(moves)
            self._move(moves)
        return taken

    def pop(self) -> Pair:
        """Take back the last pair. Raises `IndexError` when none was taken."""
        if not self._taken:
            raise IndexError("no pair has been taken")
        pair = self._taken.pop()
        if self.gravity is not Gravity.NONE:
            self._move([(target, source) for source, target in self._moves.pop()])
        self._present |= 1 << pair.a | 1 << pair.b
        self._field.flip(pair.a)
        self._field.flip(pair.b)
        return pair

    def _fall(self, pair: Pair) -> tuple[tuple[int, int], ...]:
        """What moves once a pair has gone, from slot to slot, along the lanes where it lay."""
        moves: list[tuple[int, int]] = []
        for lane in self.grid.lanes(self.gravity):
            if pair.a in lane or pair.b in lane:
                settled = sorted(lane, key=lambda slot: not self._present >> slot & 1)
                moves += [(source, target) for source, target in zip(settled, lane, strict=True) if source != target]
        return tuple(moves)

    def _move(self, moves: Sequence[tuple[int, int]]) -> None:
        """Move tiles, and what is left of tiles that are gone, from slot to slot."""
        kinds, groups, present = list(self.kinds), list(self.groups), self._present
        for source, target in moves:
            kinds[target], groups[target] = self.kinds[source], self.groups[source]
            present = present & ~(1 << target) | (self._present >> source & 1) << target
        for slot in bits(present ^ self._present):
            self._field.flip(slot)
        self.kinds, self.groups, self._present = tuple(kinds), tuple(groups), present
        self._field.match(self.groups)

    def permuted(self, kinds: Sequence[Kind]) -> Board:
        """This board with other tiles on its slots; the same slots are empty. Raises `ValueError` as `Board` does.

        Taking back a pair from before moves tiles as it was, but brings back what then lies on its slots.
        """
        other = Board(self.grid, kinds, self.matching, self.gravity, self._present)
        other._taken, other._moves = list(self._taken), list(self._moves)
        return other

    def copy(self) -> Board:
        """A board in the same position, with a life of its own."""
        return self.permuted(self.kinds)

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Board:
        """The same: what a copy shares with its board never changes."""
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        """What it is pickled as: its field, which is compiled, is made anew."""
        dealt = self.grid, self.kinds, self.matching, self.gravity, self._present
        return _again, (dealt, self._taken, self._moves)

    def __eq__(self, other: object) -> bool:
        """Whether the same tiles lie on the same slots under the same rules; how they came to does not count."""
        if not isinstance(other, Board):
            return NotImplemented
        one, two = ((board._present, board.grid, board.matching, board.gravity) for board in (self, other))
        return one == two and all(self.kinds[slot] == other.kinds[slot] for slot in bits(self._present))

    def __repr__(self) -> str:
        return f"<Board: {self}>"

    def __str__(self) -> str:
        return f"{self.grid}, {self.left} of {len(self.kinds)} tiles left"


def _again(
    dealt: tuple[Grid, tuple[Kind, ...], Matching, Gravity, int],
    taken: list[Pair],
    moves: list[tuple[tuple[int, int], ...]],
) -> Board:
    """A board from what it was pickled as."""
    board = Board(*dealt)
    board._taken, board._moves = taken, moves
    return board
