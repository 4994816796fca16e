"""What a reader hands back for each board of a file, and the limits that all readers keep.

A board that cannot be played is found as well, with the reason, so that nothing in a file is passed over in silence.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace

from paishan.faults import said_of
from paishan.solitaire.files import LayoutError
from paishan.solitaire.formats.text import clean
from paishan.solitaire.layout import MAX_TILES, Layout, Slot

__all__ = [
    "FARTHEST",
    "MAX_BOARDS",
    "MAX_BYTES",
    "MAX_CELLS",
    "MOST_COUNTED",
    "Found",
    "Places",
    "boxed",
    "found",
    "gather",
    "identifier",
    "refused",
]

MAX_BYTES = 10_000_000
"""The largest file that is read."""
MAX_BOARDS = 1_000
"""The most boards that one file may hold."""
FARTHEST = 400
"""How far from the corner a tile may lie, in half tiles, and how high, in layers."""
MAX_CELLS = 1_000_000
"""The largest box, in half-tile cells over all layers, that the tiles of a layout may lie in."""
MOST_COUNTED = 1_024
"""Tiles of a board are counted up to here; a board with more is refused without a look at the rest."""

_MOST_KEPT = 2 * MAX_TILES


class Places:
    """The tiles of one board as a reader comes upon them: counted, and kept while there are not far too many."""

    def __init__(self) -> None:
        self.tiles = 0
        self.kept: list[tuple[int, int, int]] = []

    def add(self, x: int, y: int, z: int) -> None:
        """Add a tile. Raises `LayoutError` for one that lies where no layout reaches."""
        if not (-FARTHEST <= x <= FARTHEST and -FARTHEST <= y <= FARTHEST and -FARTHEST <= z <= FARTHEST):
            raise LayoutError(
                "a tile at x {x}, y {y} in half tiles on layer {layer} is farther out than a layout reaches",
                x=x,
                y=y,
                layer=z,
            )
        self.tiles += 1
        if self.tiles <= _MOST_KEPT:
            self.kept.append((x, y, z))
        elif self.tiles > MOST_COUNTED:
            raise LayoutError(
                "a layout holds at most {most} tiles; this one has more than {count:,}",
                most=MAX_TILES,
                count=MOST_COUNTED,
            )

    def room(self, more: int) -> None:
        """Raises `LayoutError` where `more` tiles would be too many to count one by one."""
        if self.tiles + more > MOST_COUNTED:
            raise LayoutError(
                "a layout holds at most {most} tiles; this one has {count:,} or more",
                most=MAX_TILES,
                count=self.tiles + more,
            )


@dataclass(frozen=True, slots=True)
class Found:
    """One board of a file: the layout, or the reason why there is none."""

    name: str
    """Its name as the file gives it, or the file's own name."""
    format: str
    """The program whose files look like this, one of `paishan.solitaire.formats.FORMATS`, or `unknown`."""
    layout: Layout | None = None
    """The layout, where it can be played."""
    error: str | None = None
    """Why it cannot, with the place in the file where that is known."""
    by: str | None = None
    """Who made it."""
    category: str | None = None
    """The shelf that the file puts it on."""
    line: int | None = None
    """The line of the fault, or else the one on which the board begins."""
    column: int | None = None
    """The column of the fault."""
    tiles: int = 0
    """How many tiles the file has for it, playable or not."""
    slots: tuple[Slot, ...] = ()
    """Where they lie, the least x, y and z being 0; none where there are more than twice what a layout holds."""


def found(
    format: str,
    name: str,
    places: Places,
    *,
    by: str | None = None,
    category: str | None = None,
    line: int | None = None,
    promised: int | None = None,
    fault: LayoutError | None = None,
) -> Found:
    """The board with these tiles, or the reason why it cannot be played.

    `promised` is the number of tiles that the file states, `fault` what stopped its reader, `line` where it begins.
    """
    name = clean(name) or "Layout"
    by, category = clean(by or "") or None, clean(category or "") or None
    try:
        if fault is not None:
            raise fault
        if promised is not None and promised != places.tiles:
            raise LayoutError(
                "the file promises {promised} tiles and has {count}", line, promised=promised, count=places.tiles
            )
        if places.tiles > len(places.kept):
            raise LayoutError(
                "a layout holds at most {most} tiles; this one has {count:,}", most=MAX_TILES, count=places.tiles
            )
        layout = boxed(Layout.build(identifier(name), name, places.kept))
    except ValueError as error:
        slots = tuple(_moved(places.kept)) if places.tiles == len(places.kept) else ()
        at = error if isinstance(error, LayoutError) else LayoutError(said_of(error))
        return Found(name, format, None, said_of(at), by, category, at.line or line, at.column, places.tiles, slots)
    if layout.id == _NAMELESS:
        layout = replace(layout, id=f"layout-{layout.sha1[:8]}")
    return Found(name, format, layout, None, by, category, line, None, places.tiles, layout.slots)


def boxed(layout: Layout) -> Layout:
    """The layout itself. Raises `LayoutError` where its tiles lie so far apart that its picture would fill a disk."""
    width, height, layers = layout.width, layout.height, layout.layers
    if max(width - 2, height - 2, layers - 1) > FARTHEST or width * height * layers > MAX_CELLS:
        raise LayoutError(
            "the tiles lie too far apart: {width} × {height} half tiles on {layers} layers; at most {farthest} either "
            "way and {most:,} places in all",
            width=width,
            height=height,
            layers=layers,
            farthest=FARTHEST,
            most=MAX_CELLS,
        )
    return layout


_NAMELESS = "-"


def identifier(name: str) -> str:
    """A stable id from a name: its Latin letters and digits in lower case, hyphens between; `-` where it has none."""
    plain = unicodedata.normalize("NFKD", name.lower()).encode("ascii", "ignore").decode()
    return "-".join(re.findall(r"[a-z0-9]+", plain.replace("'", ""))) or _NAMELESS


def refused(format: str, name: str, error: LayoutError) -> Found:
    """What is found where a file, or the rest of it, cannot be read at all."""
    return Found(clean(name) or "Layout", format, None, said_of(error), line=error.line, column=error.column)


def gather(format: str, name: str, boards: Iterable[Found]) -> list[Found]:
    """All boards of a file; a fault that ends the reading is found after those that came before it."""
    all: list[Found] = []
    try:
        for board in boards:
            if len(all) == MAX_BOARDS:
                error = LayoutError("a file may hold at most {most:,} boards; split this one", most=MAX_BOARDS)
                return [refused(format, name, error)]
            all.append(board)
    except LayoutError as error:
        all.append(refused(format, name, error))
    return all or [refused(format, name, LayoutError("there are no boards in this file"))]


def _moved(places: list[tuple[int, int, int]]) -> list[Slot]:
    """The places in order, moved so that the least x, y and z are 0."""
    if not places:
        return []
    left, top, floor = (min(axis) for axis in zip(*places, strict=True))
    return sorted((Slot(x - left, y - top, z - floor) for x, y, z in places), key=lambda slot: (slot.z, slot.y, slot.x))
