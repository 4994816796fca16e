"""The mountain of the campaign as a drawing: ridges that are walls of tiles, one behind the other, and the way up.

Lengths are in the units of a drawing's own view box. Nothing here knows how far a player has come.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import ceil, sin
from typing import NamedTuple

__all__ = ["Mountain", "Point", "Ridge", "mountains"]


class Point(NamedTuple):
    """A point of a drawing, from its upper left corner."""

    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Ridge:
    """A wall of tiles."""

    outline: str
    """Path data of all of it."""
    lips: str
    """Path data of the upper edges, on which the light falls."""
    tile: tuple[int, int]
    """Width and height of its tiles."""
    mist: int
    """Where the mist before it begins, from the top."""


@dataclass(frozen=True, slots=True)
class Mountain:
    """A drawing of the mountain."""

    name: str
    """Of its kind: `high` for a screen held upright, `wide` for any other."""
    width: int
    height: int
    moon: Point
    ridges: tuple[Ridge, ...]
    """The farthest first."""
    places: tuple[Point, ...]
    """Where the places of the campaign lie, from the sea to the top."""
    ways: tuple[str, ...]
    """Path data of the way from each place to the next."""


class _Shape(NamedTuple):
    """A ridge in shares of the drawing: where its foot is, how high it rises, where its peak is, how wide it is."""

    foot: float
    rise: float
    peak: float
    spread: float
    columns: int
    phase: float


_HIGH = (
    _Shape(0.62, 0.50, 0.82, 0.62, 22, 5.0),
    _Shape(0.80, 0.42, 0.12, 0.60, 16, 2.4),
    _Shape(0.93, 0.30, 0.95, 0.70, 12, 3.1),
    _Shape(1.03, 0.16, 0.10, 0.70, 9, 1.2),
)
_WIDE = (
    _Shape(0.72, 0.58, 0.73, 0.46, 38, 5.0),
    _Shape(0.86, 0.42, 0.28, 0.40, 28, 2.4),
    _Shape(0.96, 0.34, 0.92, 0.50, 22, 3.1),
    _Shape(1.03, 0.16, 0.10, 0.70, 16, 1.2),
)


def _ridge(width: int, height: int, shape: _Shape) -> Ridge:
    wide = ceil(width / shape.columns)
    high = round(wide * 0.62)
    tops = []
    for column in range(ceil(width / wide)):
        x = (column + 0.5) * wide / width
        slope = max(0.0, 1 - abs(x - shape.peak) / shape.spread) ** 1.25
        rough = 0.08 * sin(9 * x + shape.phase) + 0.05 * sin(21 * x + 2 * shape.phase)
        tops.append(high * round(height * (shape.foot - shape.rise * (slope + rough)) / high))
    steps = "".join(f"V{top}H{wide * (column + 1)}" for column, top in enumerate(tops))
    lips = "".join(f"M{wide * column + 2} {top + 1}h{wide - 4}" for column, top in enumerate(tops))
    mist = round(height * (shape.foot - 0.16))
    return Ridge(f"M0 {height}{steps}V{height}z", lips, (wide, high), mist)


def _way(a: Point, b: Point, upright: bool) -> str:
    """A curve that leaves the one place and comes to the other along the slope."""
    if upright:
        bend = round(0.6 * (a.y - b.y))
        return f"M{a.x} {a.y}C{a.x} {a.y - bend} {b.x} {b.y + bend} {b.x} {b.y}"
    middle = (a.x + b.x) // 2
    return f"M{a.x} {a.y}C{middle} {a.y} {middle} {b.y} {b.x} {b.y}"


def _mountain(name: str, size: tuple[int, int], shapes: tuple[_Shape, ...], places: tuple[Point, ...]) -> Mountain:
    width, height = size
    return Mountain(
        name,
        width,
        height,
        Point(round(0.22 * width), round(0.13 * height)),
        tuple(_ridge(width, height, shape) for shape in shapes),
        places,
        tuple(_way(a, b, height > width) for a, b in pairwise(places)),
    )


@cache
def mountains() -> tuple[Mountain, ...]:
    """The mountain on a screen held upright, and on any other; the stylesheet puts the places where they lie."""
    high = ((58, 586), (300, 490), (58, 386), (300, 280), (58, 182), (300, 72))
    wide = ((70, 648), (230, 500), (430, 610), (640, 520), (500, 330), (650, 120))
    return (
        _mountain("high", (360, 640), _HIGH, tuple(Point(*place) for place in high)),
        _mountain("wide", (900, 720), _WIDE, tuple(Point(*place) for place in wide)),
    )
