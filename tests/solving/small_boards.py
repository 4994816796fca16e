"""Small random boards, and what is true of them found by trying every move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from random import Random

Position = tuple[int, int, int]
Neighbours = tuple[list[list[int]], list[list[int]], list[list[int]]]


def neighbours(positions: Sequence[Position]) -> Neighbours:
    """The slots above, left and right of each slot, read straight off the rule."""
    above, left, right = [], [], []
    for x, y, z in positions:
        above.append([k for k, (a, b, c) in enumerate(positions) if c > z and abs(a - x) < 2 and abs(b - y) < 2])
        left.append([k for k, (a, b, c) in enumerate(positions) if c == z and a == x - 2 and abs(b - y) < 2])
        right.append([k for k, (a, b, c) in enumerate(positions) if c == z and a == x + 2 and abs(b - y) < 2])
    return above, left, right


def random_layout(rng: Random, tiles: int) -> list[Position]:
    """Tiles thrown on a small table at half-tile places: stacks, bridges, floating tiles, gaps."""
    wide, high, layers = rng.choice([(4, 2, 4), (6, 4, 3), (8, 3, 2), (10, 6, 2), (5, 5, 6), (12, 2, 3), (2, 2, 24)])
    step = rng.choice([1, 1, 2])
    placed: list[Position] = []
    room = 0
    while len(placed) < tiles:
        x, y, z = rng.randrange(0, wide + 1, step), rng.randrange(0, high + 1, step), rng.randrange(layers + room // 50)
        room += 1
        if all(c != z or abs(a - x) >= 2 or abs(b - y) >= 2 for a, b, c in placed):
            placed.append((x, y, z))
    return placed


def random_groups(rng: Random, tiles: int, sizes: Sequence[int]) -> list[int]:
    """An even number of tiles dealt at random to groups of the given sizes."""
    groups: list[int] = []
    while len(groups) < tiles:
        size = rng.choice([size for size in sizes if size <= tiles - len(groups)] or [2])
        groups += [groups[-1] + 1 if groups else 0] * size
    rng.shuffle(groups)
    return groups


class Truth:
    """What can be done on a board, found by exhaustive search over moves; positions are masks of what has gone."""

    def __init__(self, board: Neighbours, groups: Sequence[int]) -> None:
        self.board = [[sum(1 << k for k in slots) for slots in side] for side in board]
        self.groups = groups
        self.full = (1 << len(groups)) - 1
        self.clearable = cache(self._clearable)

    def free(self, gone: int, slot: int) -> bool:
        above, left, right = (side[slot] & ~gone for side in self.board)
        return not above and not (left and right)

    def pairs(self, gone: int) -> list[tuple[int, int]]:
        free = [k for k in range(len(self.groups)) if not gone >> k & 1 and self.free(gone, k)]
        return [(a, b) for n, a in enumerate(free) for b in free[n + 1 :] if self.groups[a] == self.groups[b]]

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
