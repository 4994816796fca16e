"""Kyodai's `.lay` files: a version, a title, and one long row of digits in which `1` is a tile's upper left corner.

The row is 5 layers of 20 rows of 34 characters, in older files of 17 rows of 33. It may be broken into lines; what
follows after it is not looked at.
"""

from __future__ import annotations

import re

from paishan.faults import Said
from paishan.solitaire.files import LayoutError
from paishan.solitaire.formats.found import Found, Places, found
from paishan.solitaire.formats.text import clean, encode, lines
from paishan.solitaire.layout import Layout

__all__ = ["read", "recognises", "write"]

_HEAD = re.compile(r"\s*+kyodai\b", re.IGNORECASE)
_BOARDS = {5 * 20 * 34: (20, 34), 5 * 17 * 33: (17, 33)}
_ROW = re.compile(r"^[01]{2805}(?:[01]{595})?[ \t]{0,80}+$", re.MULTILINE)
_LAYERS = 5
_LONGEST = 100_000
_LONGEST_TITLE = 1_000


def recognises(text: str) -> bool:
    """Whether the file begins with Kyodai's name, or has a line that can only be a board of Kyodai's."""
    return _HEAD.match(text) is not None or _ROW.search(text) is not None


def read(text: str, name: str) -> list[Found]:
    """The one board of a Kyodai file. Raises `LayoutError` with line and column."""
    title: str | None = None
    headed = _HEAD.match(text) is None
    body: list[tuple[int, str]] = []
    length = 0
    for number, line in lines(text):
        if not headed:
            headed = bool(line.strip())
        elif not (title or "").strip() and not body and not _is_body(line, title is None):
            title = line
        elif body or line.strip():
            title = title or ""
            body.append((number, line))
            length += len(line)
            if len(line) in _BOARDS or length > _LONGEST:
                break
    first, by, category = _title(title or "")
    return [found("kyodai", first or name, _tiles(body), by=by, category=category)]


def _is_body(line: str, in_place_of_title: bool) -> bool:
    """Whether a line is digits of a board: where a title is due, only if it is longer than any title."""
    return len(line) > (_LONGEST_TITLE if in_place_of_title else 32) and not line.strip("01 \t")


def _title(title: str) -> tuple[str, str | None, str | None]:
    """Name, author and category of `Name by Author :: Category`."""
    title, _, category = title.partition("::")
    name, by, author = title.rpartition(" by ")
    return (name, author, category) if by and name.strip() and author.strip() else (title.strip(), None, category)


def _tiles(body: list[tuple[int, str]]) -> Places:
    """The tiles of the body: its first line where that has the right length as it stands, else all its digits."""
    if not body:
        raise LayoutError("the row of 3,400 digits that shows where tiles lie is missing")
    # An old row may be followed by lines of other things, so a first line of the right length is enough.
    row = body[0][1]
    for candidate in (row, row.rstrip(), row.rstrip("\0\x1a \t")):
        if len(candidate) in _BOARDS:
            return _places(candidate)
    cells: list[str] = []
    for number, line in body:
        for column, mark in enumerate(line, 1):
            if mark.isspace():
                continue
            if mark not in "01":
                if len(cells) in _BOARDS:
                    return _places("".join(cells))
                raise LayoutError("{mark!r} means nothing here; 1 is a tile and 0 none", number, column, mark=mark)
            if len(cells) < 3400:
                cells.append(mark)
            elif mark == "1":
                raise LayoutError("a tile after the end of the board, which has 3,400 digits", number, column)
    if len(cells) in _BOARDS:
        return _places("".join(cells))
    raise LayoutError(
        "{count:,} digits; a board has 3,400 (5 layers of 20 rows of 34), in older files 2,805 (5 of 17 of 33)",
        body[0][0],
        count=len(cells),
    )


def _places(row: str) -> Places:
    height, width = _BOARDS[len(row)]
    places = Places()
    for cell, mark in enumerate(row):
        if mark == "1":
            places.add(cell % width, cell // width % height, cell // (width * height))
    return places


def write(layout: Layout, name: str, by: str | None, category: str | None) -> bytes:
    """A file of version 6.0. Raises `LayoutError` that names what Kyodai cannot hold."""
    for too_large, said in (
        (
            layout.width > 34,
            Said(
                "the layout is {size} half tiles wide; Kyodai's files hold at most {most}", size=layout.width, most=34
            ),
        ),
        (
            layout.height > 20,
            Said(
                "the layout is {size} half tiles high; Kyodai's files hold at most {most}", size=layout.height, most=20
            ),
        ),
        (
            layout.layers > _LAYERS,
            Said(
                "the layout is {size} layers high; Kyodai's files hold at most {most}", size=layout.layers, most=_LAYERS
            ),
        ),
    ):
        if too_large:
            raise LayoutError(said)
    title = name + (f" by {by}" if by else "") + (f" :: {category}" if category else "")
    read_back = tuple(clean(part or "") or None for part in _title(title))
    if read_back != (name, by, category):
        raise LayoutError(
            "Kyodai's files divide their title at ' by ' and '::'; {title!r} would not read back as given", title=title
        )
    cells = ["0"] * 3400
    x0, y0 = (34 - layout.width) // 2, (20 - layout.height) // 2
    for x, y, z in layout.slots:
        cells[(z * 20 + y + y0) * 34 + x + x0] = "1"
    return encode(f"Kyodai 6.0\r\n{title}\r\n{''.join(cells)}\r\n")
