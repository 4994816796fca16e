"""Small random grids, and what is true of them found by trying every move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from random import Random
from typing import NamedTuple

SIZES = [(2,), (2, 2, 2, 4), (2, 2, 4), (2, 4), (2, 2, 2, 6), (2, 2, 2, 8), (4,), (2, 4, 6, 8)]


class Small(NamedTuple):
    """A deal on a small grid, some slots of which may hold no tile."""

    width: int
    height: int
    outside: bool
    groups: tuple[int, ...]
    absent: tuple[int, ...]


def random_small(rng: Random, most: int = 18) -> Small:
    """Up to `most` tiles on a small grid, with a border for lines or without, full or with holes."""
    width, height = rng.choice([(2, 2), (4, 2), (4, 3), (4, 4), (5, 4), (6, 3), (4, 4), (6, 3), (5, 4), (7, 3)])
    slots = width * height
    tiles = min(most, slots if rng.random() < 0.7 else rng.randrange(2, slots + 1)) // 2 * 2
    sizes = rng.choice(SIZES)
    groups: list[int] = []
    while len(groups) < tiles:
        size = rng.choice([size for size in sizes if size <= tiles - len(groups)] or [2])
        groups += [groups[-1] + 1 if groups else 0] * size
    groups += [-1] * (slots - tiles)
    rng.shuffle(groups)
    absent = tuple(slot for slot, group in enumerate(groups) if group < 0)
    return Small(width, height, rng.random() < 0.25, tuple(max(group, 0) for group in groups), absent)


class Truth:
    """What can be done on a grid, found by exhaustive search over moves; positions are masks of what has gone."""

    def __init__(self, small: Small) -> None:
        self.width, self.height, self.outside, self.groups, absent = small
        self.start = sum(1 << slot for slot in absent)
        self.full = (1 << len(self.groups)) - 1
        self.reached = cache(self._reached)
        self.clearable = cache(self._clearable)

    def _reached(self, gone: int, slot: int) -> int:
        """The slots whose tiles a line of at most two turns from `slot` meets, searched step by step."""
        low = -1 if self.outside else 0
        y, x = divmod(slot, self.width)
        met = 0
        seen = set()
        waiting = [(x, y, dx, dy, 0) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))]
        while waiting:
            x, y, dx, dy, turns = step = waiting.pop()
            x, y = x + dx, y + dy
            if step in seen or not (low <= x < self.width - low and low <= y < self.height - low):
                continue
            seen.add(step)
            if 0 <= x < self.width and 0 <= y < self.height:
                other = y * self.width + x
                if not gone >> other & 1:
                    met |= 1 << other
                    continue
            waiting.append((x, y, dx, dy, turns))
            if turns < 2:
                waiting += [(x, y, dy, dx, turns + 1), (x, y, -dy, -dx, turns + 1)]
        return met

    def pairs(self, gone: int) -> list[tuple[int, int]]:
        out = []
        for a in range(len(self.groups)):
            if not gone >> a & 1:
                met = self.reached(gone, a)
                mates = (b for b in range(a + 1, len(self.groups)) if self.groups[b] == self.groups[a])
                out += [(a, b) for b in mates if not gone >> b & 1 and met >> b & 1]
        return out

    def _clearable(self, gone: int) -> bool:
        if gone == self.full:
            return True
        return any(self.clearable(gone | 1 << a | 1 << b) for a, b in self.pairs(gone))

    def replays(self, gone: int, witness: Iterable[tuple[int, int]]) -> bool:
        for a, b in witness:
            if (min(a, b), max(a, b)) not in self.pairs(gone):
                return False
            gone |= 1 << a | 1 << b
        return gone == self.full


def slots(mask: int) -> tuple[int, ...]:
    """The slots of a mask."""
    return tuple(k for k in range(mask.bit_length()) if mask >> k & 1)


def grid_of(rows: Sequence[str]) -> tuple[int, int, list[int]]:
    """Width, height and groups of a grid written down with a letter a tile."""
    letters = "".join(rows)
    known = sorted(set(letters))
    return len(rows[0]), len(rows), [known.index(letter) for letter in letters]
