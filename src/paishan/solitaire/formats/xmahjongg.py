"""xmahjongg's own files: a line `row column layer` for every tile, in half tiles; lines that are no numbers are notes.

xmahjongg reads Kyodai's and KMahjongg's files as well; those have readers of their own.
"""

from __future__ import annotations

import re

from paishan.solitaire.files import LayoutError
from paishan.solitaire.formats.found import Found, Places, found
from paishan.solitaire.formats.text import MAX_LINES, lines, readable, spread

__all__ = ["read", "recognises"]

_TILE = re.compile(r"\s*+([+-]?\d{1,9})\s++([+-]?\d{1,9})\s++([+-]?\d{1,9})(?!\d)")
_NUMBERS = re.compile(r"[\s\d+-]*\d[\s\d+-]*")


def recognises(text: str) -> bool:
    """Whether there is a line of three numbers."""
    return text.count("\n") <= MAX_LINES and readable(text) and any(_TILE.match(line) for _, line in lines(text))


def read(text: str, name: str) -> list[Found]:
    """The one board of an xmahjongg file. Raises `LayoutError` with line and column."""
    places = Places()
    for number, line in lines(text):
        match = _TILE.match(line)
        if match is None:
            if len(line) < 200 and _NUMBERS.fullmatch(line):
                raise LayoutError(
                    "a tile is three numbers, row, column and layer, not {found!r}", number, 1, found=spread(line)
                )
            continue
        y, x, z = (int(part) for part in match.groups())
        if min(x, y, z) < 0:
            raise LayoutError("row, column and layer count from 0 and are never negative", number, 1)
        try:
            places.add(x, y, z)
        except LayoutError as error:
            raise LayoutError(error.message, number, 1) from None
    return [found("xmahjongg", name, places)]
