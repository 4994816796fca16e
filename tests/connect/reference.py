"""The rules of Mahjong Connect a second time, as slow and plain as their text, to compare the room with.

A line is walked place by place; nothing of `paishan.connect` is used. Boards are rows of characters: a dot is an empty
place, and equal characters match.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from heapq import heappop, heappush

Place = tuple[int, int]
"""Column and row."""
STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))


class Reference:
    """A grid, and the places where tiles lie."""

    def __init__(self, width: int, height: int, outside: bool, tiles: Collection[Place]) -> None:
        self.tiles = set(tiles)
        border = 1 if outside else 0
        self.columns = range(-border, width + border)
        self.rows = range(-border, height + border)

    def reached(self, start: Place) -> set[Place]:
        """Every place, with a tile or without, to which a line of at most two turns runs from a tile (N2)."""
        found: set[Place] = set()
        starts = {(start, direction) for direction in range(4)}
        for _ in range(3):
            corners: set[tuple[Place, int]] = set()
            for (x, y), direction in starts:
                dx, dy = STEPS[direction]
                while True:
                    x, y = x + dx, y + dy
                    if x not in self.columns or y not in self.rows:
                        break
                    found.add((x, y))
                    if (x, y) in self.tiles and (x, y) != start:
                        break
                    corners |= {((x, y), (direction + 1) % 4), ((x, y), (direction + 3) % 4)}
            starts = corners
        return found - {start}

    def best(self, start: Place, end: Place) -> tuple[int, int] | None:
        """The turns and the length of the line with fewest turns and then fewest steps; None where none joins two."""
        waiting: list[tuple[int, int, Place, int]] = [(0, 0, start, direction) for direction in range(4)]
        done: set[tuple[Place, int]] = set()
        while waiting:
            turns, length, (x, y), direction = heappop(waiting)
            if (x, y) == end:
                return turns, length
            if ((x, y), direction) in done:
                continue
            done.add(((x, y), direction))
            for turn in (0, 1, 3):
                if turn and (turns == 2 or (x, y) == start):
                    continue
                dx, dy = STEPS[(direction + turn) % 4]
                ahead = (x + dx, y + dy)
                if ahead[0] not in self.columns or ahead[1] not in self.rows:
                    continue
                if ahead not in self.tiles or ahead == end:
                    heappush(waiting, (turns + bool(turn), length + 1, ahead, (direction + turn) % 4))
        return None


def steps(points: list[Place]) -> Iterator[Place]:
    """Every place strictly between the ends of a line, corners included."""
    at = points[0]
    for corner in points[1:]:
        dx = (corner[0] > at[0]) - (corner[0] < at[0])
        dy = (corner[1] > at[1]) - (corner[1] < at[1])
        assert (dx == 0) != (dy == 0), f"{at} and {corner} do not lie in one row or column"
        while at != corner:
            at = (at[0] + dx, at[1] + dy)
            if at != points[-1]:
                yield at
