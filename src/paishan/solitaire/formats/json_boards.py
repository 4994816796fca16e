"""JSON files that hold many boards, taken apart one board at a time.

A whole hostile file read at once could take twenty times its size in memory; a board is small, so each is parsed from
a window of its own. What the boards mean is the business of the readers.
"""

from __future__ import annotations

import json
import re
from collections.abc import Generator, Iterator
from typing import NamedTuple

from paishan.faults import Said
from paishan.solitaire.files import LayoutError
from paishan.solitaire.formats.text import place

__all__ = ["Item", "items", "starts"]

_START = re.compile(r"""[ \t\n]*+(?:\{|\[[ \t\n]*+(?:["\[{\]\d-]|\Z))""")
_SPACE = re.compile(r"[ \t\n]*+")
_WINDOW = 200_000
_MOST_KEYS = 10_000
_TOO_LONG = Said("this board takes more than {most:,} characters, more than any layout needs", most=_WINDOW)
_LISTS = ("boards", "layouts", "maps")
_decoder = json.JSONDecoder()


class Item(NamedTuple):
    """One value of a file: in a list of boards, or under a key of the outermost object."""

    key: str | None
    """The key it stands under, outside of a list of boards."""
    value: object
    line: int
    """The line it begins on."""


def starts(text: str) -> bool:
    """Whether a text begins like a JSON list or object."""
    return _START.match(text) is not None


def items(text: str) -> Iterator[Item]:
    """The values of a file, one after another. Raises `LayoutError` with line and column where it is not JSON."""
    at = _skip(text, 0)
    walk = _list(text, at, 1) if text[at] == "[" else _object(text, at)
    end = _skip(text, (yield from walk))
    if end < len(text) and text[end:].strip("\0\x1a \t\n"):
        raise LayoutError("something follows after the end of the JSON", *place(text, end))


def _list(text: str, at: int, line: int) -> Generator[Item, None, int]:
    """The values of the list that begins at `at`; gives back where it ends."""
    counted, at = at, _skip(text, at + 1)
    if text[at : at + 1] == "]":
        return at + 1
    while True:
        line, counted = line + text.count("\n", counted, at), at
        value, end = _value(text, at)
        yield Item(None, value, line)
        at = _skip(text, end)
        if text[at : at + 1] == "]":
            return at + 1
        at = _skip(text, _past(",", text, at, Said("{one} or {other}", one="','", other="']'")))


def _object(text: str, at: int) -> Generator[Item, None, int]:
    """The values of the object that begins at `at`, its lists of boards taken apart; gives back where it ends."""
    at = _skip(text, at + 1)
    if text[at : at + 1] == "}":
        return at + 1
    line, counted = 1, 0
    for _ in range(_MOST_KEYS):
        key, end = _value(text, at)
        if not isinstance(key, str):
            raise LayoutError("a key of a JSON object is a string in double quotes", *place(text, at))
        at = _skip(text, _past(":", text, _skip(text, end), "':'"))
        line, counted = line + text.count("\n", counted, at), at
        if key in _LISTS and text[at : at + 1] == "[":
            at = yield from _list(text, at, line)
        else:
            value, end = _value(text, at)
            yield Item(key, value, line)
            at = end
        at = _skip(text, at)
        if text[at : at + 1] == "}":
            return at + 1
        at = _skip(text, _past(",", text, at, Said("{one} or {other}", one="','", other="'}'")))
    raise LayoutError("the outermost object has more than {most:,} keys", *place(text, at), most=_MOST_KEYS)


def _skip(text: str, at: int) -> int:
    """The first place from `at` that is no white space."""
    match = _SPACE.match(text, at)
    return match.end() if match else at


def _past(mark: str, text: str, at: int, wanted: str) -> int:
    if text[at : at + 1] == mark:
        return at + 1
    if at < len(text):
        raise LayoutError(
            "this is not JSON: expected {wanted}, found {there!r}", *place(text, at), wanted=wanted, there=text[at]
        )
    raise LayoutError("this is not JSON: expected {wanted}, found the end of the file", *place(text, at), wanted=wanted)


def _value(text: str, at: int) -> tuple[object, int]:
    """The JSON value that begins at `at`, and where it ends."""
    window = text[at : at + _WINDOW]
    cut = at + len(window) < len(text)
    try:
        value, end = _decoder.raw_decode(window)
    except json.JSONDecodeError as error:
        if cut and (error.pos >= len(window) - 100 or error.msg.startswith("Unterminated string")):
            raise LayoutError(_TOO_LONG, *place(text, at)) from None
        raise LayoutError("this is not JSON: {reason}", *place(text, at + error.pos), reason=error.msg) from None
    except RecursionError:
        raise LayoutError("lists are nested here far deeper than in any layout", *place(text, at)) from None
    except ValueError:
        raise LayoutError("a number here has far too many digits", *place(text, at)) from None
    if cut and end == len(window):
        raise LayoutError("this board takes more than {most:,} characters", *place(text, at), most=_WINDOW)
    return value, at + end
