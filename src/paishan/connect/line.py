"""The line that is drawn between two tiles: of all that join them, one that everybody draws alike.

It has the fewest turns, and of those it is the shortest. Of equal ones it is the one whose middle part runs along a
column, the leftmost such column; where none does, the one whose middle part runs along the uppermost row. (A line of
one turn counts as one whose middle part is its upright one, so its turn lies in the column of the left-hand tile.) The
rule does not ask which tile was picked first: the other way round the same line is drawn backwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import TypeAlias

from paishan.connect.board import Board

__all__ = ["Line", "Point", "line"]

Point: TypeAlias = tuple[int, int]
"""Column and row, counted from 0; −1 and the grid's width or height are the places just outside it."""
Line: TypeAlias = tuple[Point, ...]
"""From one tile to the other: both tiles, and in between the points where it turns; two to four points."""


def line(board: Board, a: int, b: int) -> Line | None:
    """The line from slot `a` to slot `b`, whatever lies there; None when none joins them.

    It runs through empty places only (reports N11), so never through a third tile, though it be of the same kind.
    Raises `ValueError` when `a` and `b` are one slot, and `IndexError` for a slot that is none.

    >>> from paishan.connect.deal import deal
    >>> line(deal("connect-18x8", 1).board(), 0, 17)
    ((0, 0), (0, -1), (17, -1), (17, 0))
    """
    if a == b:
        raise ValueError(f"slot {a} was given twice; a line runs between two tiles")
    start, end = board.grid.at(a), board.grid.at(b)
    return min(_lines(_emptiness(board), start, end), key=_cost, default=None)


def _cost(line: Line) -> tuple[int, int]:
    """The number of points, which is that of turns and two, and the length in steps from place to place."""
    return len(line), sum(abs(x - u) + abs(y - v) for (x, y), (u, v) in pairwise(line))


def _emptiness(board: Board) -> Callable[[int, int], bool]:
    """Whether a line may run through a place."""
    grid, present = board.grid, board.present

    def empty(x: int, y: int) -> bool:
        if 0 <= x < grid.width and 0 <= y < grid.height:
            return not present >> grid.slot(x, y) & 1
        return grid.outside and -1 <= x <= grid.width and -1 <= y <= grid.height

    return empty


def _lines(empty: Callable[[int, int], bool], start: Point, end: Point) -> Iterator[Line]:
    """Every line of at most two turns, of equal ones the one to be drawn first."""
    (xa, ya), (xb, yb) = start, end
    if ya != yb:
        for x in _shared(_run(lambda x: empty(x, ya), xa), _run(lambda x: empty(x, yb), xb)):
            if all(empty(x, y) for y in _between(ya, yb)):
                yield _through(start, (x, ya), (x, yb), end)
    if xa != xb:
        for y in _shared(_run(lambda y: empty(xa, y), ya), _run(lambda y: empty(xb, y), yb)):
            if all(empty(x, y) for x in _between(xa, xb)):
                yield _through(start, (xa, y), (xb, y), end)


def _run(empty: Callable[[int], bool], at: int) -> range:
    """The places of a row or a column that a straight line from `at` reaches, its own included."""
    first = last = at
    while empty(first - 1):
        first -= 1
    while empty(last + 1):
        last += 1
    return range(first, last + 1)


def _shared(one: range, other: range) -> range:
    """The places of both runs."""
    return range(max(one.start, other.start), min(one.stop, other.stop))


def _between(one: int, other: int) -> range:
    """The places strictly between two, in either order."""
    return range(min(one, other) + 1, max(one, other))


def _through(*points: Point) -> Line:
    """A line through these points, each named once."""
    return tuple(dict.fromkeys(points))
