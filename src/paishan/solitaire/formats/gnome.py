"""GNOME Mahjongg's `.map` files: markup in which maps hold layers, and layers hold tiles, rows, columns and blocks.

It looks like XML but is not always: anything may stand around the maps, names are in any case, and there may be several
roots. Places are in whole tiles with halves allowed; an element's own `z` goes before its layer's.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from functools import lru_cache

from paishan.faults import Said
from paishan.solitaire.files import LayoutError
from paishan.solitaire.formats.found import FARTHEST, Found, Places, found
from paishan.solitaire.formats.text import place, spread

__all__ = ["read", "recognises"]

_KNOWN = re.compile(r"<\s*+(/?)\s*+(mahjongg|map|layer|row|column|block|tile)(?![\w:.-])", re.IGNORECASE)
_REST = re.compile(r"""[^<>"']{0,2000}+(?:(?:"[^"]{0,2000}+"|'[^']{0,2000}+')[^<>"']{0,2000}+){0,40}+>""")
_ATTRIBUTE = re.compile(r"""(?<![\w:.-])([\w:.-]++)\s*+=\s*+("[^"]*+"|'[^']*+'|[^\s"'>/]++)""")
_NUMBER = re.compile(r"[+-]?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})(?:[eE][+-]?\d{1,3})?")
_MOST_MARKS = 400_000
_FARTHEST = FARTHEST // 2


def recognises(text: str) -> bool:
    """Whether there is a map, or the root that holds maps, outside of comments."""
    if text.count("<") > _MOST_MARKS:
        return _KNOWN.search(text, 0, 100_000) is not None
    at = 0
    while (match := _KNOWN.search(text, at)) is not None:
        comment = text.rfind("<!--", at, match.start())
        end = text.find("-->", comment) if comment >= 0 else -1
        if comment < 0 or 0 <= end < match.start():
            return True
        if end < 0:
            return False
        at = end
    return False


def read(text: str, name: str) -> Iterator[Found]:
    """The maps of a GNOME Mahjongg file, one after another. Raises `LayoutError` where the markup itself is broken."""
    if text.count("<") > _MOST_MARKS:
        raise LayoutError("a map file has at most {most:,} elements; split this one", most=_MOST_MARKS)
    map: _Map | None = None
    layer = 0
    line, counted = 1, 0
    for offset, closing, element, written in _elements(text):
        if element == "map":
            if map is not None and not closing:
                raise LayoutError("the map {map!r} is not closed before the next one begins", map.line, map=map.name)
            if map is not None:
                yield map.found()
                map = None
            if not closing:
                line, counted, layer = line + text.count("\n", counted, offset), offset, 0
                attributes = _attributes(written)
                map = _Map(attributes.get("name") or attributes.get("_name") or name, line)
                if written.endswith("/"):
                    yield map.found()
                    map = None
        elif element == "layer" and closing:
            layer = 0
        elif map is None:
            if element != "mahjongg":
                raise _fault(text, offset, Said("<{element}> stands outside of any <map>", element=element))
        elif map.fault is None and not closing:
            try:
                if element == "layer":
                    layer = 0 if written.endswith("/") else int(_number(_attributes(written), "z", 0))
                elif element != "mahjongg":
                    _lay(map.places, element, _attributes(written), layer)
            except LayoutError as error:
                map.fault = _fault(text, offset, error.message)
    if map is not None:
        raise LayoutError("the map {map!r} is never closed; the file may be cut off", map.line, map=map.name)


class _Map:
    """A map that is being read."""

    def __init__(self, name: str, line: int) -> None:
        self.name = name
        self.line = line
        self.places = Places()
        self.fault: LayoutError | None = None

    def found(self) -> Found:
        return found("gnome", self.name, self.places, line=self.line, fault=self.fault)


def _fault(text: str, offset: int, message: Said) -> LayoutError:
    return LayoutError(message, *place(text, offset))


def _elements(text: str) -> Iterator[tuple[int, bool, str, str]]:
    """The elements that mean something: where each begins, whether it closes, its name, and the rest of it."""
    at = text.find("<")
    while at >= 0:
        if text.startswith("<!--", at):
            end = text.find("-->", at + 4)
            if end < 0:
                raise _fault(text, at, Said("this comment is never closed with -->"))
            at = text.find("<", end + 3)
        elif known := _KNOWN.match(text, at):
            rest = _REST.match(text, known.end())
            if rest is None:
                raise _fault(text, at, Said("<{element} is never closed with >", element=known[2]))
            yield at, bool(known[1]), known[2].lower(), rest[0][:-1].rstrip()
            at = text.find("<", rest.end())
        else:
            at = text.find("<", at + 1)


def _attributes(written: str) -> dict[str, str]:
    """The attributes of an element, names in lower case, the first of two alike."""
    attributes: dict[str, str] = {}
    for key, value in _ATTRIBUTE.findall(written):
        if value[0] in "\"'":
            value = value[1:-1]
        attributes.setdefault(key.lower(), html.unescape(value) if "&" in value else value)
    return attributes


def _number(attributes: dict[str, str], key: str, otherwise: int) -> float:
    """An attribute as a number; one that is not there counts as `otherwise`, as in the program itself."""
    written = attributes.get(key)
    if written is None:
        return otherwise
    value = _value(written) if len(written) < 80 else None
    if value is None:
        raise LayoutError(
            "{key}={value!r} should be a number of tiles, no farther out than {farthest:,}",
            key=key,
            value=spread(written),
            farthest=_FARTHEST,
        )
    return value


@lru_cache(1024)
def _value(written: str) -> float | None:
    value = float(written) if _NUMBER.fullmatch(written := written.strip()) else None
    return value if value is not None and -_FARTHEST <= value <= _FARTHEST else None


def _lay(places: Places, element: str, attributes: dict[str, str], layer: int) -> None:
    """Add the tiles of one element; coordinates are doubled to half tiles and what is left of them cut off."""
    z = int(_number(attributes, "z", layer))
    if element == "tile":
        places.add(int(2 * _number(attributes, "x", 0)), int(2 * _number(attributes, "y", 0)), z)
        return
    columns = _range(attributes, "x", "x") if element == "column" else _range(attributes, "left", "right")
    rows = _range(attributes, "y", "y") if element == "row" else _range(attributes, "top", "bottom")
    places.room(len(columns) * len(rows))
    for x in columns:
        for y in rows:
            places.add(x, y, z)


def _range(attributes: dict[str, str], first: str, last: str) -> range:
    start, end = int(2 * _number(attributes, first, 0)), int(2 * _number(attributes, last, 0))
    if end < start:
        raise LayoutError(
            "{last}={end} lies before {first}={start}",
            last=last,
            end=str(attributes.get(last, 0)),
            first=first,
            start=str(attributes.get(first, 0)),
        )
    return range(start, end + 1, 2)
