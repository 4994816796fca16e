"""What `paishan layouts check` says of a file: a line of facts for every board in it, playable or not."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from operator import itemgetter
from pathlib import Path

from paishan.solitaire.formats import read_file
from paishan.solitaire.formats.found import Found
from paishan.solitaire.layout import Slot

__all__ = ["Line", "check_line", "check_lines", "free_tiles"]

Line = dict[str, str | int | bool | None]
"""`file`, `name`, `ok`, `error`, `tiles`, `layers`, `free`, `width`, `height` (in half tiles) and `sha1`."""


def check_lines(path: Path) -> list[Line]:
    """A line for every board of the file. Raises `OSError` where it cannot be opened."""
    return [check_line(str(path), board) for board in read_file(path)]


def check_line(file: str, board: Found) -> Line:
    """The facts of one board; those of a board that cannot be played are what they would be."""
    slots = board.slots
    places = sorted((z, x, y) for x, y, z in slots)
    return {
        "file": file,
        "name": board.name,
        "ok": board.layout is not None,
        "error": board.error,
        "tiles": board.tiles,
        "layers": 1 + max((slot.z for slot in slots), default=-1),
        "free": free_tiles(slots),
        "width": max((slot.x + 2 for slot in slots), default=0),
        "height": max((slot.y + 2 for slot in slots), default=0),
        "sha1": hashlib.sha1(json.dumps(places, separators=(",", ":")).encode()).hexdigest(),
    }


def free_tiles(slots: Sequence[Slot]) -> int:
    """How many tiles are free at the start, also where tiles overlap or are odd in number and there is no layout.

    Looks at the highest tile over each cell, in time that does not grow with the height of a stack.
    """
    highest: dict[tuple[int, int], int] = {}
    for x, y, z in sorted(slots, key=_layer):
        highest[x, y] = highest[x + 1, y] = highest[x, y + 1] = highest[x + 1, y + 1] = z
    there = set(slots)
    free = 0
    for x, y, z in slots:
        if max(highest[x, y], highest[x + 1, y], highest[x, y + 1], highest[x + 1, y + 1]) > z:
            continue
        left = (x - 2, y, z) in there or (x - 2, y - 1, z) in there or (x - 2, y + 1, z) in there
        right = (x + 2, y, z) in there or (x + 2, y - 1, z) in there or (x + 2, y + 1, z) in there
        free += not (left and right)
    return free


_layer = itemgetter(2)
