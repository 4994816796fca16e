"""Paishan's own files among the files of other programs; the format itself is in `paishan.solitaire.files`.

A number is only for built-in layouts: a file that comes from outside loses it, so that none can pass for one of them.
Author and category stand in comments, `// by: …` and `// category: …`.
"""

from __future__ import annotations

import re
from dataclasses import replace

from paishan.solitaire.files import LayoutError, dump, loads
from paishan.solitaire.formats.found import MOST_COUNTED, Found, boxed, identifier
from paishan.solitaire.formats.text import clean, lines
from paishan.solitaire.layout import MAX_TILES, Layout

__all__ = ["read", "recognises", "write"]

_HEAD = re.compile(r"\s*+paishan\s++layout\b", re.IGNORECASE)
_NOTE = re.compile(r"//\s*(by|category)\s*:(.*)")
_LONGEST = 2_000_000
_ROW = "#. 0123456789"
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def recognises(text: str) -> bool:
    """Whether the file begins as Paishan's own do."""
    return _HEAD.match(text) is not None


def read(text: str, name: str) -> list[Found]:
    """The one board of a Paishan file. Raises `LayoutError` with line and column."""
    if len(text) > _LONGEST:
        raise LayoutError("a Paishan layout file has at most {most:,} characters", most=_LONGEST)
    notes: dict[str, str] = {}
    tiles = 0
    for _, line in lines(text):
        if match := _NOTE.match(line):
            notes.setdefault(match[1], clean(match[2]))
        elif not line.strip(_ROW):
            tiles += line.count("#") + sum(int(digit) * line.count(digit) for digit in _ROW if digit.isdigit())
    if tiles > MOST_COUNTED:
        raise LayoutError("a layout holds at most {most} tiles; this one has {count:,}", most=MAX_TILES, count=tiles)
    layout = boxed(loads(text))
    layout = replace(layout, number=None, name=clean(layout.name) or layout.id)
    by, category = notes.get("by") or None, notes.get("category") or None
    return [Found(layout.name, "paishan", layout, None, by, category, None, None, len(layout), layout.slots)]


def write(layout: Layout, name: str, by: str | None, category: str | None) -> bytes:
    """A file in Paishan's own format, without the number of a built-in layout."""
    id = layout.id if _ID.fullmatch(layout.id) else identifier(name)
    head, rest = dump(replace(layout, id=id, name=name, number=None)).split("\n\n", 1)
    notes = [f"// {key}: {value}" for key, value in (("by", by), ("category", category)) if value]
    return ("\n".join([head, *notes]) + "\n\n" + rest).encode()
