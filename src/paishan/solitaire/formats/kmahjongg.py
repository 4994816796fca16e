"""KMahjongg's `.layout` files: a picture of every layer in quarters of tiles, and the `.desktop` file that names it.

Version 1.0 is always 32 wide, 16 high and 5 deep; version 1.1 says so in lines `w`, `h` and `d`. Lines that begin with
`#` may stand anywhere; some carry the name, the author and the shelf. Of the quarters only `1`, the upper left one,
counts, as in the program itself. Rows may be broken anywhere, as long as there are exactly as many characters as cells.
"""

from __future__ import annotations

import re

from paishan.solitaire.files import LayoutError
from paishan.solitaire.formats.found import MAX_CELLS, Found, Places, found
from paishan.solitaire.formats.text import MAX_LINES, clean, lines, spread
from paishan.solitaire.layout import Layout, Slot

__all__ = ["read", "read_desktop", "recognises", "write"]

_HEAD = re.compile(r"\s*+k?mahjongg[-_ ]layout\b(?:[-_ ]*v?\s*(\d+(?:\.\d+)?))?", re.IGNORECASE)
_SIZE = re.compile(r"\s*([whd])\s*[:=]?\s*([+-]?\d{1,9})\s*", re.IGNORECASE)
_NOTE = re.compile(r"\s*#\s*(name|by|author|category|cat)\s*:(.*)", re.IGNORECASE)
_DESKTOP = {"name": "name", "author": "by"}


def recognises(text: str) -> bool:
    """Whether the first line that is neither empty nor a comment is KMahjongg's."""
    if text.count("\n") > MAX_LINES:
        return _HEAD.match(text) is not None
    for _, line in lines(text):
        if line.strip() and not line.lstrip().startswith("#"):
            return _HEAD.match(line) is not None
    return False


def read(text: str, name: str) -> list[Found]:
    """The one board of a KMahjongg file. Raises `LayoutError` with line and column."""
    notes: dict[str, str] = {}
    sizes: dict[str, int] = {}
    rows: list[tuple[int, str]] = []
    version: str | None = None
    cells = 0
    for number, line in lines(text):
        if line.lstrip().startswith("#"):
            # One exporter writes the word `undefined` where it knows no author.
            if (note := _NOTE.match(line)) and note[2].strip() != "undefined":
                key = {"author": "by", "cat": "category"}.get(note[1].lower(), note[1].lower())
                notes.setdefault(key, note[2])
        elif version is None:
            if line.strip():
                head = _HEAD.match(line)
                version = (head and head[1]) or "1.0"
                if version not in ("1", "1.0", "1.1"):
                    raise LayoutError(
                        "version {version} of KMahjongg's files is not known; 1.0 and 1.1 are",
                        number,
                        1,
                        version=version,
                    )
        elif line.lstrip()[:1].lower() in ("w", "h", "d"):
            _size(line, number, sizes)
        elif line:
            cells += len(line)
            if cells > 2 * MAX_CELLS:
                raise LayoutError(
                    "a layout has at most {most:,} cells; these rows are longer", number, 1, most=MAX_CELLS
                )
            rows.append((number, line))
    if version == "1.1" and "w" not in sizes and "h" not in sizes:
        raise LayoutError("a file of version 1.1 says how large the board is in lines w…, h… and d…; these are missing")
    places = _tiles(rows, sizes.get("w", 32), sizes.get("h", 16), sizes.get("d", 5))
    title = notes.get("name", "").strip() or name
    return [found("kmahjongg", title, places, by=notes.get("by"), category=notes.get("category"))]


def _size(line: str, number: int, sizes: dict[str, int]) -> None:
    match = _SIZE.fullmatch(line)
    key = line.lstrip()[0].lower()
    if match is None or int(match[2]) < 1:
        raise LayoutError(
            "{key} should be followed by a whole number from 1, not {found!r}",
            number,
            1,
            key=key,
            found=spread(line.lstrip()[1:]),
        )
    value = int(match[2])
    if sizes.setdefault(key, value) != value:
        raise LayoutError(
            "{key} is given twice, as {first} and {second}", number, 1, key=key, first=sizes[key], second=value
        )


def _tiles(rows: list[tuple[int, str]], width: int, height: int, depth: int) -> Places:
    """The tiles of the rows. Raises `LayoutError` that names the first row of a wrong length."""
    needed = width * height * depth
    if needed > MAX_CELLS:
        raise LayoutError(
            "a board of {width} × {height} × {depth} cells is larger than any layout",
            width=width,
            height=height,
            depth=depth,
        )
    if sum(len(row) for _, row in rows) != needed:
        bare = [(number, row.rstrip()) for number, row in rows]
        rows = [(number, row) for number, row in bare if row]
    total = sum(len(row) for _, row in rows)
    if total != needed:
        wrong = next(((number, row) for number, row in rows if len(row) != width), None)
        if wrong is None:
            raise LayoutError(
                "the board is {width} wide, {height} high and {depth} deep, which is {needed:,} characters in {rows} "
                "rows; there are {count} rows",
                rows[-1][0] if rows else None,
                width=width,
                height=height,
                depth=depth,
                needed=needed,
                rows=height * depth,
                count=len(rows),
            )
        raise LayoutError(
            "this row has {count} characters and should have {width} (the board is {width} wide, {height} high and "
            "{depth} deep, which is {needed:,} characters; the file has {total:,})",
            wrong[0],
            min(len(wrong[1]), width) + 1,
            count=len(wrong[1]),
            width=width,
            height=height,
            depth=depth,
            needed=needed,
            total=total,
        )
    places = Places()
    start = 0
    for number, row in rows:
        column = row.find("1")
        while column >= 0:
            cell = start + column
            try:
                places.add(cell % width, cell // width % height, cell // (width * height))
            except LayoutError as error:
                raise LayoutError(error.message, number, column + 1) from None
            column = row.find("1", column + 1)
        start += len(row)
    return places


def read_desktop(text: str) -> dict[str, str]:
    """The `name` and `by` that a `.desktop` file gives to the layout beside it, untranslated."""
    facts: dict[str, str] = {}
    for _, line in lines(text):
        key, equals, value = line.partition("=")
        known = _DESKTOP.get(key.strip().lower())
        if equals and known and clean(value):
            facts.setdefault(known, clean(value))
    return facts


def write(layout: Layout, name: str, by: str | None, category: str | None) -> bytes:
    """A file of version 1.0 where the layout is no larger than its board, else of version 1.1."""
    old = layout.width <= 32 and layout.height <= 16 and layout.layers <= 5
    width, height, depth = (32, 16, 5) if old else (layout.width, layout.height, layout.layers)
    x0, y0 = (width - layout.width) // 2, (height - layout.height) // 2
    cells = [[["."] * width for _ in range(height)] for _ in range(depth)]
    for x, y, z in layout.slots:
        for mark, (column, row) in zip("1243", Slot(x + x0, y + y0, z).cells, strict=True):
            cells[z][row][column] = mark
    text = [f"kmahjongg-layout-v1.{0 if old else 1}"]
    text += [f"# {key}: {value}" for key, value in (("name", name), ("by", by), ("category", category)) if value]
    if not old:
        text += [f"w{width}", f"h{height}", f"d{depth}"]
    for z, layer in enumerate(cells):
        text += [f"# layer {z}", *("".join(row) for row in layer)]
    return ("\n".join(text) + "\n").encode()
