"""A board: a layout with tiles on it, and what is gone.

`Board` knows the rules of Mahjong solitaire (T1, T2, T4, T6, T7) and nothing of points, clocks or wisdom: any pair that
matches and is free may be taken, in any order. Taking a pair and taking it back are `push` and `pop`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from operator import index

from paishan.pairs import Pair, bits
from paishan.solitaire.layout import Layout
from paishan.tiles import Kind, Matching, groups_of

__all__ = ["Board", "Hindrance", "Pair"]


class Hindrance(StrEnum):
    """Why a tile is not free (T12)."""

    COVERED = "covered"
    """A tile lies on it, whole or in part."""
    BLOCKED = "blocked"
    """It has neighbours on its left and on its right."""
    BOTH = "both"
    """Covered and blocked."""


class Board:
    """A layout with a tile on every slot, played from the first pair to the last.

    >>> from paishan.solitaire.layout import Layout
    >>> from paishan.tiles import KINDS
    >>> row = Layout.build("row", "Row", [(0, 0, 0), (2, 0, 0), (4, 0, 0), (6, 0, 0)])
    >>> board = Board(row, [KINDS[number] for number in (0, 1, 1, 0)])
    >>> list(board.free()), list(board.pairs())
    ([0, 3], [Pair(a=0, b=3)])
    >>> board.push((3, 0)), list(board.pairs())
    (Pair(a=0, b=3), [Pair(a=1, b=2)])
    >>> board.push((0, 3))
    Traceback (most recent call last):
        ...
    ValueError: the tile on slot 0 is gone
    """

    __slots__ = ("_free", "_present", "_taken", "groups", "kinds", "layout", "matching")

    def __init__(self, layout: Layout, kinds: Sequence[Kind], matching: Matching = Matching.FAMILY) -> None:
        """`kinds` gives the tile on each slot. Raises `ValueError` unless there is one for every slot."""
        if len(kinds) != len(layout):
            raise ValueError(f"{layout.name} has {len(layout)} slots, but {len(kinds)} tiles were given")
        self.layout = layout
        """Where its tiles lie."""
        self.kinds = tuple(kinds)
        """The tile on each slot, those that are gone too."""
        self.matching = Matching(matching)
        """The rule version for flowers and seasons (T3)."""
        self.groups: tuple[int, ...] = groups_of(kinds, self.matching)
        """What the tile on each slot matches."""
        self._present = layout.full
        self._free = layout.free()
        self._taken: list[Pair] = []

    @property
    def present(self) -> int:
        """The mask of slots whose tiles are still there."""
        return self._present

    @property
    def taken(self) -> tuple[Pair, ...]:
        """The pairs taken so far, in order."""
        return tuple(self._taken)

    @property
    def left(self) -> int:
        """How many tiles remain."""
        return self._present.bit_count()

    @property
    def cleared(self) -> bool:
        """Whether no tile remains (T6)."""
        return not self._present

    @property
    def locked(self) -> bool:
        """Whether tiles remain and no free pair does (T7)."""
        return not self.cleared and next(self.pairs(), None) is None

    @property
    def free_mask(self) -> int:
        """The mask of free slots."""
        return self._free

    def free(self) -> Iterator[int]:
        """The slots whose tiles are free (T2), in order."""
        return bits(self._free)

    def is_free(self, slot: int) -> bool:
        """Whether the tile on `slot` is there and free."""
        return slot >= 0 and bool(self._free >> slot & 1)

    def pairs(self) -> Iterator[Pair]:
        """Every different pair that can be taken now (S20), ordered by its first slot and then its second."""
        free = list(self.free())
        groups = self.groups
        mates: dict[int, list[int]] = {}
        for slot in free:
            mates.setdefault(groups[slot], []).append(slot)
        for slot in free:
            others = mates[groups[slot]]
            others.remove(slot)
            for other in others:
                yield Pair(slot, other)

    def hindrance(self, slot: int) -> Hindrance | None:
        """Why the tile on `slot` is not free; None if it is. Raises `ValueError` for a slot without a tile."""
        self._check(slot)
        layout, present = self.layout, self._present
        covered = bool(layout.above[slot] & present)
        blocked = bool(layout.left[slot] & present and layout.right[slot] & present)
        if covered:
            return Hindrance.BOTH if blocked else Hindrance.COVERED
        return Hindrance.BLOCKED if blocked else None

    def push(self, pair: tuple[int, int]) -> Pair:
        """Take a pair. Raises `ValueError` that says why a pair cannot be taken; the board is then as before."""
        a, b = map(index, pair)
        for slot in (a, b):
            self._check(slot)
        if a == b:
            raise ValueError(f"slot {a} was given twice; a pair is two tiles")
        for slot in (a, b):
            if not self._free >> slot & 1:
                raise ValueError(f"the {self.kinds[slot]} on slot {slot} is not free: {self.hindrance(slot)}")
        if self.groups[a] != self.groups[b]:
            raise ValueError(f"{self.kinds[a]} on slot {a} and {self.kinds[b]} on slot {b} do not match")
        taken = Pair.of(a, b)
        self._present ^= 1 << a | 1 << b
        self._free ^= 1 << a | 1 << b
        self._refresh(taken)
        self._taken.append(taken)
        return taken

    def _check(self, slot: int) -> None:
        """Raise `ValueError` unless a tile lies on `slot`."""
        size = len(self.kinds)
        if not 0 <= slot < size:
            raise ValueError(f"there is no slot {slot}; {self.layout.name} has slots 0 to {size - 1}")
        if not self._present >> slot & 1:
            raise ValueError(f"the tile on slot {slot} is gone")

    def pop(self) -> Pair:
        """Take back the last pair. Raises `IndexError` when none was taken."""
        if not self._taken:
            raise IndexError("no pair has been taken")
        pair = self._taken.pop()
        self._present |= 1 << pair.a | 1 << pair.b
        self._free |= 1 << pair.a | 1 << pair.b
        self._refresh(pair)
        return pair

    def _refresh(self, pair: Pair) -> None:
        """Work out anew which of the tiles that `pair` touches are free."""
        layout, present, free = self.layout, self._present, self._free
        above, left, right = layout.above, layout.left, layout.right
        touched = (layout.touches[pair.a] | layout.touches[pair.b]) & present
        while touched:
            low = touched & -touched
            touched ^= low
            slot = low.bit_length() - 1
            if above[slot] & present or (left[slot] & present and right[slot] & present):
                free &= ~low
            else:
                free |= low
        self._free = free

    def permuted(self, kinds: Sequence[Kind]) -> Board:
        """This board with other tiles on its slots; the same tiles are gone. Raises `ValueError` as `Board` does."""
        other = Board(self.layout, kinds, self.matching)
        other._present, other._free, other._taken = self._present, self._free, list(self._taken)
        return other

    def copy(self) -> Board:
        """A board in the same position, with a life of its own."""
        return self.permuted(self.kinds)

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Board:
        """The same: what a copy shares with its board never changes."""
        return self.copy()

    def __eq__(self, other: object) -> bool:
        """Whether the same tiles lie on the same slots under the same rules; how they came to does not count."""
        if not isinstance(other, Board):
            return NotImplemented
        return (self._present, self.matching, self.layout) == (other._present, other.matching, other.layout) and all(
            self.kinds[slot] == other.kinds[slot] for slot in bits(self._present)
        )

    def __repr__(self) -> str:
        return f"<Board: {self}>"

    def __str__(self) -> str:
        return f"{self.layout.name}, {self.left} of {len(self.kinds)} tiles left"
