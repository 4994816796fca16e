"""The rules of Mahjong solitaire a second time, as slow and plain as their text, to compare the engine with.

Everything is worked out from the cells of half a tile that tiles lie on; nothing of `paishan.solitaire` is used.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cache

Position = tuple[int, int, int]
"""x, y, z of a tile, in half tiles."""


def cells(position: Position) -> set[tuple[int, int]]:
    """The four cells under a tile: x, x + 1 and y, y + 1."""
    x, y, _ = position
    return {(x + dx, y + dy) for dx in (0, 1) for dy in (0, 1)}


def covers(upper: Position, lower: Position) -> bool:
    """Whether `upper` lies even partly on `lower`, at whatever height above it (T2, C1)."""
    return upper[2] > lower[2] and not cells(upper).isdisjoint(cells(lower))


def stands_left(other: Position, tile: Position) -> bool:
    """Whether `other` lies on a cell that touches the left long side of `tile` on its layer (T2)."""
    x, y, z = tile
    return other[2] == z and not cells(other).isdisjoint({(x - 1, y), (x - 1, y + 1)})


def stands_right(other: Position, tile: Position) -> bool:
    """Whether `other` lies on a cell that touches the right long side of `tile` on its layer (T2)."""
    x, y, z = tile
    return other[2] == z and not cells(other).isdisjoint({(x + 2, y), (x + 2, y + 1)})


@cache
def neighbours(positions: tuple[Position, ...]) -> list[tuple[set[int], set[int], set[int]]]:
    """For each tile those that cover it, those on its left and those on its right."""
    numbers = range(len(positions))
    return [
        (
            {n for n in numbers if covers(positions[n], tile)},
            {n for n in numbers if stands_left(positions[n], tile)},
            {n for n in numbers if stands_right(positions[n], tile)},
        )
        for tile in positions
    ]


class Reference:
    """Tiles at positions, with what matches given as one number a tile; some of them are gone."""

    def __init__(self, positions: Sequence[Position], groups: Sequence[int], gone: Collection[int] = ()) -> None:
        self.positions = tuple((x, y, z) for x, y, z in positions)
        self.groups = list(groups)
        self.present = set(range(len(positions))) - set(gone)

    def is_free(self, slot: int) -> bool:
        above, left, right = neighbours(self.positions)[slot]
        covered = not above.isdisjoint(self.present)
        closed = not left.isdisjoint(self.present) and not right.isdisjoint(self.present)
        return slot in self.present and not covered and not closed

    def free(self) -> list[int]:
        return [slot for slot in sorted(self.present) if self.is_free(slot)]

    def pairs(self) -> list[tuple[int, int]]:
        free = self.free()
        return [(a, b) for a in free for b in free if a < b and self.groups[a] == self.groups[b]]

    def take(self, a: int, b: int) -> None:
        assert a != b and self.is_free(a) and self.is_free(b) and self.groups[a] == self.groups[b]
        self.present -= {a, b}

    def sequences(self, pairs: int) -> int:
        """In how many ways the next so many pairs can be taken, counting orders apart."""
        if not pairs:
            return 1
        total = 0
        for a, b in self.pairs():
            self.present -= {a, b}
            total += self.sequences(pairs - 1)
            self.present |= {a, b}
        return total

    def can_be_cleared(self) -> bool:
        """Whether some order of pairs takes every tile; for small boards only."""
        seen: set[frozenset[int]] = set()

        def clear() -> bool:
            position = frozenset(self.present)
            if not position:
                return True
            if position in seen:
                return False
            seen.add(position)
            return any(self._try(pair, clear) for pair in self.pairs())

        return clear()

    def _try(self, pair: tuple[int, int], rest: Callable[[], bool]) -> bool:
        self.present -= set(pair)
        cleared = rest()
        self.present |= set(pair)
        return cleared


def clears(reference: Reference, witness: Iterable[tuple[int, int]]) -> bool:
    """Whether taking these pairs one after the other is allowed and leaves nothing."""
    for a, b in witness:
        reference.take(a, b)
    return not reference.present
