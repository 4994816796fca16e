"""The boards of ffalt/mah: JSON in which a map lists, layer by layer and row by row, where tiles begin.

`map` is `[[z, [[y, cells], …]], …]`; `cells` is an x, or a list in which an x stands for one tile and `[x, count]` for
tiles at x, x + 2 and so on. Boards of its first years list `[z, x, y]` or `[z, x, y, count]` instead. Half tiles
throughout.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from paishan.faults import Said
from paishan.solitaire.files import LayoutError
from paishan.solitaire.formats.found import FARTHEST, Found, Places, found
from paishan.solitaire.layout import Layout

__all__ = ["board", "write"]


def board(facts: Mapping[str, object], name: str, line: int) -> Found:
    """One board, from the values of its JSON object."""
    places = Places()
    fault = None
    try:
        _lay(places, facts.get("map"))
    except LayoutError as error:
        fault = LayoutError(error.message, line)
    return found(
        "mah",
        _word(facts.get("name")) or name,
        places,
        by=_word(facts.get("by")),
        category=_word(facts.get("cat")),
        line=line,
        fault=fault,
    )


def _word(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _lay(places: Places, map: object) -> None:
    if not isinstance(map, list):
        raise LayoutError("the map should be a list, not {found}", found=_shown(map))
    for number, entry in enumerate(map, 1):
        match entry:
            case [z, list() as rows]:
                _layer(places, _whole(z, "layer"), rows)
            case [z, x, y] | [z, x, y, _]:
                count = _whole(entry[3], "count") if len(entry) == 4 else 1
                _row(places, _whole(x, "x"), _whole(y, "y"), _whole(z, "layer"), count)
            case list():
                raise LayoutError(
                    "entry {number} of the map should be [layer, rows], not {found}", number=number, found=_shown(entry)
                )
            case _:
                raise LayoutError(
                    "entry {number} of the map should be a list, not {found}", number=number, found=_shown(entry)
                )


def _layer(places: Places, z: int, rows: list[object]) -> None:
    for row in rows:
        match row:
            case [y, cells]:
                for cell in cells if isinstance(cells, list) else [cells]:
                    match cell:
                        case [x, count]:
                            _row(places, _whole(x, "x"), _whole(y, "y"), z, _whole(count, "count"))
                        case _:
                            places.add(_whole(cell, "x"), _whole(y, "y"), z)
            case _:
                raise LayoutError(
                    "a row on layer {layer} should be [y, cells], not {found}", layer=z, found=_shown(row)
                )


def _row(places: Places, x: int, y: int, z: int, count: int) -> None:
    if count < 1:
        raise LayoutError(
            "a count of {count} tiles at x {x}, y {y} on layer {layer}; it should be 1 or more",
            count=count,
            x=x,
            y=y,
            layer=z,
        )
    places.room(count)
    for step in range(count):
        places.add(x + 2 * step, y, z)


def _whole(value: object, what: str) -> int:
    """The value as a whole number near enough to be a place; `what` is "layer", "count", "x" or "y"."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool) and -FARTHEST <= value <= FARTHEST:
        return value
    found = _shown(value)
    match what:
        case "layer":
            raise LayoutError(
                "a layer should be a whole number, no farther out than {farthest:,}, not {found}",
                farthest=FARTHEST,
                found=found,
            )
        case "count":
            raise LayoutError(
                "a count should be a whole number, {farthest:,} at most, not {found}", farthest=FARTHEST, found=found
            )
        case _:
            raise LayoutError(
                "{axis} should be a whole number, no farther out than {farthest:,}, not {found}",
                axis=what,
                farthest=FARTHEST,
                found=found,
            )


def _shown(value: object) -> str:
    match value:
        case list():
            return Said("a list of {count}", count=len(value))
        case dict():
            return Said("an object")
        case str():
            return repr(value[:20])
        case int() if not isinstance(value, bool) and abs(value) > 10**20:
            return Said("a far greater one")
        case _:
            return Said("nothing") if value is None else str(value)


def write(layout: Layout, name: str, by: str | None, category: str | None) -> bytes:
    """A file with this one board."""
    rows: dict[int, dict[int, list[list[int]]]] = {}
    for x, y, z in layout.slots:
        runs = rows.setdefault(z, {}).setdefault(y, [])
        if runs and runs[-1][0] + 2 * runs[-1][1] == x:
            runs[-1][1] += 1
        else:
            runs.append([x, 1])
    map = [
        [z, [[y, [run[0] if run[1] == 1 else run for run in runs]] for y, runs in layer.items()]]
        for z, layer in rows.items()
    ]
    facts = {"id": layout.tag, "name": name, "by": by, "cat": category, "map": map}
    board = {key: value for key, value in facts.items() if value is not None}
    text = json.dumps({"mah": "1.0", "boards": [board]}, ensure_ascii=False, separators=(",", ":"))
    return (text + "\n").encode()
