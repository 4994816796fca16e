"""A grid: the flat rectangle of places that Mahjong Connect is played on, and the rule variants it is played with.

Nothing here knows which tiles lie where; that is `paishan.connect.board`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from paishan.faults import Fault

__all__ = [
    "FALLING",
    "GRIDS",
    "INSIDE",
    "MOST_SIDE",
    "PLAIN",
    "SLIDING",
    "VARIANTS",
    "Gravity",
    "Grid",
    "Variant",
    "by_id",
    "by_number",
    "by_tag",
]

MOST_SIDE = 30
"""The most places in a row or a column: with the border on both sides they fit into 32 bits."""


class Gravity(StrEnum):
    """Where tiles move when a pair is taken."""

    NONE = "none"
    """Nothing moves (N3)."""
    DOWN = "down"
    """In each column the tiles fall to the bottom row."""
    SIDEWAYS = "sideways"
    """In each row the tiles slide to the left-hand column."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A rectangle of slots, numbered row by row: the slot at column x and row y, counted from 0, is y · width + x.

    >>> grid = Grid(18, 8)
    >>> grid.slot(2, 1), grid.at(20), grid.id
    (20, (2, 1), 'connect-18x8')
    """

    width: int
    """How many columns it has, 1 to 30."""
    height: int
    """How many rows it has, 1 to 30."""
    outside: bool = True
    """Whether a line may run around the outside of the grid (N2)."""

    def __post_init__(self) -> None:
        """Raises `ValueError` for a grid that is too small, too large, or odd (reports S5)."""
        for side, length in (("width", self.width), ("height", self.height)):
            if not 1 <= length <= MOST_SIDE:
                raise ValueError(f"the {side} of a grid is 1 to {MOST_SIDE}, not {length}")
        if self.slots % 2:
            raise ValueError(f"tiles go in pairs, so a grid has an even number of slots; this one has {self.slots}")

    @property
    def slots(self) -> int:
        """How many slots it has."""
        return self.width * self.height

    @property
    def full(self) -> int:
        """The mask of all slots."""
        return (1 << self.slots) - 1

    @property
    def id(self) -> str:
        """Its stable name in code, files and databases, such as `connect-18x8`; the outside is no part of it."""
        return f"connect-{self.width}x{self.height}"

    @property
    def number(self) -> int | None:
        """Its number in game codes; None for a grid that is not built in."""
        return _NUMBERS.get((self.width, self.height))

    @property
    def tag(self) -> str:
        """How a game code names it, such as `L00`. Raises `ValueError` for a grid that is not built in."""
        if self.number is None:
            known = ", ".join(grid.id for grid in GRIDS)
            raise ValueError(f"a game code can name {known} only, not {self.id}")
        return f"L{self.number:02d}"

    def at(self, slot: int) -> tuple[int, int]:
        """Column and row of a slot, counted from 0. Raises `IndexError` for a slot that is none."""
        if not 0 <= slot < self.slots:
            raise IndexError(f"there is no slot {slot}; there are 0 to {self.slots - 1}")
        y, x = divmod(slot, self.width)
        return x, y

    def slot(self, x: int, y: int) -> int:
        """The slot at column x and row y. Raises `IndexError` for a place outside the grid."""
        if not (0 <= x < self.width and 0 <= y < self.height):
            raise IndexError(f"a grid of {self} has no column {x} and row {y}; both are counted from 0")
        return y * self.width + x

    def lanes(self, gravity: Gravity) -> Iterator[range]:
        """The rows or columns along which tiles move, each from the end that they move to."""
        match gravity:
            case Gravity.DOWN:
                for x in range(self.width):
                    yield range(self.slots - self.width + x, -1, -self.width)
            case Gravity.SIDEWAYS:
                for y in range(self.height):
                    yield range(y * self.width, (y + 1) * self.width)
            case Gravity.NONE:
                return

    def __str__(self) -> str:
        return f"{self.width} × {self.height}"


GRIDS: tuple[Grid, ...] = (Grid(18, 8), Grid(14, 6), Grid(24, 12))
"""The built-in grids, by number: one full set (N1), a smaller one, and two full sets."""

_NUMBERS = {(grid.width, grid.height): number for number, grid in enumerate(GRIDS)}


@dataclass(frozen=True, slots=True)
class Variant:
    """A rule variant: where tiles move, and whether lines may leave the grid."""

    id: str
    """Its stable name."""
    gravity: Gravity = Gravity.NONE
    """Where tiles move when a pair is taken."""
    outside: bool = True
    """Whether lines may leave the grid."""

    def __post_init__(self) -> None:
        """Raises `ValueError` for what is no gravity."""
        object.__setattr__(self, "gravity", Gravity(self.gravity))

    def on(self, grid: Grid) -> Grid:
        """The same grid with the outside open or closed as this variant says."""
        return Grid(grid.width, grid.height, self.outside)


PLAIN = Variant("plain")
"""The game of N1–N3: nothing moves, and lines may run around the outside."""
FALLING = Variant("falling", gravity=Gravity.DOWN)
"""Tiles fall down."""
SLIDING = Variant("sliding", gravity=Gravity.SIDEWAYS)
"""Tiles slide to the left."""
INSIDE = Variant("inside", outside=False)
"""Nothing moves, and lines stay within the grid."""
VARIANTS: tuple[Variant, ...] = (PLAIN, FALLING, SLIDING, INSIDE)


def by_id(id: str) -> Grid:
    """The built-in grid with this id. Raises `ValueError` that names those there are."""
    for grid in GRIDS:
        if grid.id == id:
            return grid
    raise Fault("there is no grid {id!r}; there are {known}", id=id, known=", ".join(grid.id for grid in GRIDS))


def by_number(number: int) -> Grid:
    """The built-in grid with this number. Raises `ValueError` for one that is not here."""
    if not 0 <= number < len(GRIDS):
        raise ValueError(f"there is no grid number {number}; there are 0 to {len(GRIDS) - 1}")
    return GRIDS[number]


def by_tag(tag: str) -> Grid:
    """The built-in grid that a game code names, such as `L00`. Raises `ValueError` for one that is not here."""
    for grid in GRIDS:
        if grid.tag == tag:
            return grid
    raise Fault("there is no grid {tag}", tag=tag)
