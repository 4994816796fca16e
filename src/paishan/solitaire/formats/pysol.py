"""PySolFC's layouts: a `0`, then for every stack three letters, which say how it stands, its x and its y.

Letters are a–z and A–Z for 0–51, in half tiles; the first of three gives the lowest layer (by sevens) and the height.
Strings are found in JSON, in plain text with a name before each, and in the program's own Python modules.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from itertools import islice

from paishan.solitaire.files import LayoutError
from paishan.solitaire.formats.found import MOST_COUNTED, Found, Places, found
from paishan.solitaire.formats.text import readable

__all__ = ["board", "looks_right", "read", "recognises"]

_LETTERS = {letter: value for value, letter in enumerate("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")}
_STRING = re.compile(r"(?<![\w.])0[A-Za-z]{3}\w*+")
_WHOLE = re.compile(r"""\s*+["']?0[A-Za-z]{3}""")
_JOINT = re.compile(r"""(["'])[ \t]{0,80}+\+?[ \t]{0,80}+\\?\n[ \t]{0,200}+\1(?=[A-Za-z])""")
_QUOTED = re.compile(r""""([^"\\\n]{1,80})"|'([^'\\\n]{1,80})'""")
_PROMISED = re.compile(r"\bncards\s{0,8}=\s{0,8}(\d{1,6})")
_MARGINS = ("", "\n", '"', "'")
_BEFORE = tuple(" \t:=,;(")
_AFTER = re.compile(r"""[ \t]{0,80}+(?:["'\n,;)]|\Z)""")
_MOST_QUOTES = 200_000
_MOST_STRINGS = 20_000
_MOST_LETTERS = 1 + 3 * MOST_COUNTED


def recognises(text: str) -> bool:
    """Whether the text holds a layout string of a whole number of stacks, or is one that may be damaged."""
    return readable(text) and (
        _WHOLE.match(text) is not None
        or any(
            looks_right(match[0]) and _stands_out(text, match)
            for match in islice(_STRING.finditer(text), _MOST_STRINGS)
        )
    )


def _stands_out(text: str, match: re.Match[str]) -> bool:
    """Whether a string is long enough, or well enough set apart, not to be something else that begins with a zero."""
    start, end = match.span()
    if end - start > 9:
        return True
    before = text[start - 1 : start]
    alone = before in _MARGINS or (end - start > 6 and before in _BEFORE)
    return alone and _AFTER.match(text, end) is not None


def looks_right(written: str) -> bool:
    """Whether this is a zero and a number of letters that can be divided by three."""
    return len(written) % 3 == 1 and written[0] == "0" and written[1:].isascii() and written[1:].isalpha()


def board(facts: Mapping[str, object], name: str, line: int) -> Found:
    """One board, from the values of its JSON object."""
    names = [facts.get(key) for key in ("short_name", "name")]
    named = next((value for value in names if isinstance(value, str) and value), name)
    match facts.get("ncards"):
        case int() as promised if not isinstance(promised, bool):
            return _found(facts.get("layout"), named, line, None, promised)
        case _:
            return _found(facts.get("layout"), named, line, None, None)


def read(text: str, name: str) -> Iterator[Found]:
    """The boards of plain text or of a Python module, one after another."""
    if text.count('"') + text.count("'") > _MOST_QUOTES:
        raise LayoutError(
            "a file of PySolFC's layouts has at most {most:,} quotation marks; split this one", most=_MOST_QUOTES
        )
    text, joints = _joined(text)
    line, first, at = 1, 0, 0
    for number, match in enumerate(_STRING.finditer(text)):
        if number == _MOST_STRINGS:
            raise LayoutError("more than {most:,} strings in one file; split this one", line, most=_MOST_STRINGS)
        start = match.start()
        line += text.count("\n", at, start)
        first = max(first, text.rfind("\n", at, start) + 1)
        passed, before, at = text[max(at, start - 300) : start], text[max(first, at, start - 300) : start], match.end()
        if text[first : first + 80].lstrip().startswith("#") or not _stands_out(text, match):
            continue
        promised = _PROMISED.search(passed)
        yield _found(
            match[0],
            _name(passed, before) or name,
            line + bisect_right(joints, start),
            start - first + 1,
            int(promised[1]) if promised else None,
        )


def _joined(text: str) -> tuple[str, list[int]]:
    """The text with strings that go on in the next line made one, and where in it that was done."""
    joints: list[int] = []
    removed = 0

    def join(match: re.Match[str]) -> str:
        nonlocal removed
        joints.append(match.start() - removed)
        removed += match.end() - match.start()
        return ""

    return _JOINT.sub(join, text), joints


def _name(passed: str, before: str) -> str:
    """The name of a string: the last thing in quotes before it, else what stands before it on its line."""
    quoted = [match[1] or match[2] for match in _QUOTED.finditer(passed)]
    named = [words for words in quoted if any(letter.isalnum() for letter in words)]
    return named[-1] if named else before.strip(" \t\"'([{=,;:")


def _found(written: object, name: str, line: int, column: int | None, promised: int | None) -> Found:
    places = Places()
    fault = None
    try:
        _lay(places, written)
    except LayoutError as error:
        shift = None if column is None or error.column is None else column + error.column
        fault = LayoutError(error.message, line, shift)
    return found("pysol", name, places, line=line, promised=promised, fault=fault)


def _lay(places: Places, written: object) -> None:
    """The tiles of a string. Raises `LayoutError` whose column counts from 0 within the string."""
    if not isinstance(written, str) or written[:1] != "0":
        raise LayoutError("a PySolFC layout is a string that begins with 0", column=0)
    if len(written) > _MOST_LETTERS:
        raise LayoutError("the string has {count:,} characters, far more than any layout", column=0, count=len(written))
    for start in range(1, len(written), 3):
        values = [_LETTERS.get(letter) for letter in written[start : start + 3]]
        for index, value in enumerate(values):
            if value is None:
                raise LayoutError(
                    "{mark!r} is no letter from a to z or A to Z", column=start + index, mark=written[start + index]
                )
        if len(values) < 3:
            raise LayoutError("the letters do not divide into threes; the string may be cut off", column=start)
        n, x, y = (value or 0 for value in values)
        for z in range(n // 7, n // 7 + n % 7 + 1):
            places.add(x, y, z)
