"""Paishan's own layout files: a picture of each layer, as a person would draw it.

    paishan layout 1
    id: three-steps
    name: Three steps

    stacks at 0,0
    1221
    1221
    layer 2 at 3,1
    #

A file begins with `paishan layout 1`, then `key: value` lines (`id`, `name`, and `number` for built-in layouts). Each
block starts at a place in half tiles and goes on by whole tiles: in a `layer Z at X,Y` block `#` is a tile and `.`
none, in a `stacks at X,Y` block a digit tells how many tiles lie on one another there. Blocks may be drawn over each
other wherever their tiles do not overlap. Lines that begin with `//` are for the reader.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from paishan.faults import Said, said_of
from paishan.solitaire.layout import MAX_TILES, Layout, Slot

__all__ = ["LayoutError", "dump", "load", "loads"]

_HEAD = "paishan layout 1"
_KEYS = ("id", "name", "number")
_BLOCK = re.compile(r"(?:(layer) (\d{1,3})|(stacks)) at (\d{1,4}),(\d{1,4})", re.ASCII)
_LONGEST = 1_000_000
_AFTER_FILE = "{file}: {message}"


class LayoutError(ValueError):
    """A layout file that cannot be read: what is wrong and where, with line and column where there is one."""

    def __init__(
        self, message: str, line: int | None = None, column: int | None = None, file: str = "", **values: object
    ) -> None:
        """`message` is English, with {places} for the `values`, or a message of another such error."""
        said = message if isinstance(message, Said) else Said(message, **values)
        self.message, self.line, self.column = said, line, column
        if line is not None and column is not None:
            said = Said("line {line}, column {column}: {message}", line=line, column=column, message=said)
        elif line is not None:
            said = Said("line {line}: {message}", line=line, message=said)
        super().__init__(Said(_AFTER_FILE, file=file, message=said) if file else said)


def load(path: Path) -> Layout:
    """Read a layout file. Raises `LayoutError` that names the file, and `OSError` where it cannot be opened."""
    if path.stat().st_size > _LONGEST:
        raise LayoutError("a layout file has at most {most:,} bytes", file=path.name, most=_LONGEST)
    try:
        return loads(path.read_bytes().decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise LayoutError("this is not text in UTF-8 (byte {byte})", file=path.name, byte=error.start) from None
    except LayoutError as error:
        raise LayoutError(error.message, error.line, error.column, path.name) from None


def loads(text: str) -> Layout:
    """Read a layout from the text of a file. Raises `LayoutError` with line and column."""
    lines = text.splitlines()
    if not lines or lines[0].strip() != _HEAD:
        raise LayoutError("a layout file begins with the line {head!r}", 1, 1, head=_HEAD)
    facts: dict[str, str] = {}
    written: dict[str, int] = {}
    places: list[Slot] = []
    taken: dict[tuple[int, int, int], int] = {}
    block: tuple[int | None, int, int] | None = None
    row = 0
    for line, raw in enumerate(lines[1:], 2):
        content = raw.rstrip()
        if not content or content.startswith("//"):
            continue
        if match := _BLOCK.fullmatch(content):
            block = (int(match[2]) if match[1] else None, int(match[4]), int(match[5]))
            row = 0
        elif block is None:
            key, colon, value = (part.strip() for part in content.partition(":"))
            if not colon or key not in _KEYS:
                raise LayoutError(
                    "expected one of {keys} with a colon, 'layer Z at X,Y' or 'stacks at X,Y'",
                    line,
                    1,
                    keys=", ".join(_KEYS),
                )
            if key in facts:
                raise LayoutError("{key} is given twice", line, 1, key=key)
            facts[key], written[key] = value, line
        else:
            for column, slot in _row(content, line, block, row):
                if len(places) == MAX_TILES:
                    raise LayoutError(
                        "a layout holds at most {most} tiles; this is one more", line, column, most=MAX_TILES
                    )
                for x, y in slot.cells:
                    other = taken.setdefault((x, y, slot.z), len(places))
                    if other < len(places):
                        there = places[other]
                        raise LayoutError(
                            "this tile overlaps another on layer {layer}, at {x},{y}",
                            line,
                            column,
                            layer=slot.z,
                            x=there.x,
                            y=there.y,
                        )
                places.append(slot)
            row += 1
    return _build(facts, written, places)


def _row(content: str, line: int, block: tuple[int | None, int, int], row: int) -> Iterable[tuple[int, Slot]]:
    """The tiles of one row of a block, each with its column in the file."""
    layer, x0, y0 = block
    for column, mark in enumerate(content, 1):
        x, y = x0 + 2 * (column - 1), y0 + 2 * row
        if mark in ". ":
            continue
        if layer is None and mark in "0123456789":
            for z in range(int(mark)):
                yield column, Slot(x, y, z)
        elif layer is not None and mark == "#":
            yield column, Slot(x, y, layer)
        else:
            if layer is None:
                raise LayoutError(
                    "{mark!r} means nothing here; it is a digit for a stack or . for none", line, column, mark=mark
                )
            raise LayoutError("{mark!r} means nothing here; it is # for a tile or . for none", line, column, mark=mark)


def _build(facts: dict[str, str], written: dict[str, int], places: list[Slot]) -> Layout:
    for key in ("id", "name"):
        if not facts.get(key):
            raise LayoutError("the layout has no {key}; add a line '{key}: …'", key=key)
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", facts["id"]):
        raise LayoutError(
            "the id {id!r} should be lower-case letters and digits, with hyphens between",
            written["id"],
            1,
            id=facts["id"],
        )
    number = facts.get("number")
    if number is not None and not re.fullmatch(r"\d{1,3}", number, re.ASCII):
        raise LayoutError("the number {number!r} should be 0 to 999", written["number"], 1, number=number)
    try:
        return Layout.build(facts["id"], facts["name"], places, None if number is None else int(number))
    except ValueError as error:
        raise LayoutError(said_of(error)) from None


def dump(layout: Layout) -> str:
    """The text of a file that reads back as this layout."""
    lines = [_HEAD, f"id: {layout.id}", f"name: {layout.name}"]
    if layout.number is not None:
        lines.append(f"number: {layout.number}")
    offsets = sorted({(slot.z, slot.y % 2, slot.x % 2) for slot in layout.slots})
    for z, odd_y, odd_x in offsets:
        tiles = [s for s in layout.slots if (s.z, s.y % 2, s.x % 2) == (z, odd_y, odd_x)]
        x0, y0 = min(s.x for s in tiles), min(s.y for s in tiles)
        columns, rows = 1 + max(s.x - x0 for s in tiles) // 2, 1 + max(s.y - y0 for s in tiles) // 2
        picture = [["."] * columns for _ in range(rows)]
        for s in tiles:
            picture[(s.y - y0) // 2][(s.x - x0) // 2] = "#"
        lines += ["", f"layer {z} at {x0},{y0}", *("".join(row) for row in picture)]
    return "\n".join(lines) + "\n"
