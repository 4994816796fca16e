"""Text of layout files as it is met: which encoding the bytes are in, where its lines end, and where a character lies.

What the text means is the business of the readers; they get lines that end in a line feed, whatever the file had.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator

from paishan.solitaire.files import LayoutError

__all__ = ["MAX_LINES", "clean", "decode", "encode", "lines", "place", "readable", "spread"]

MAX_LINES = 200_000
"""The most lines of a file that is read line by line."""

_CONTROL = re.compile(r"[\0-\x08\x0e-\x1f]")
_WIDE = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def decode(data: bytes) -> str:
    """The text of a file: UTF-16 or UTF-32 where a byte order mark says so, else UTF-8, else Windows-1252 or Latin-1.

    Raises `LayoutError` where the byte order mark promises what the bytes do not hold.
    """
    for mark, encoding in _WIDE:
        if data.startswith(mark):
            try:
                text = data.decode(encoding)
            except UnicodeDecodeError as error:
                raise LayoutError(
                    "this begins as {encoding} text but is damaged at byte {byte:,}; save it as UTF-8",
                    encoding=encoding.upper(),
                    byte=error.start,
                ) from None
            return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
    # Line ends are made alike in the bytes: text with wide characters would take four times the memory.
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    data = data.removeprefix(codecs.BOM_UTF8)
    for encoding in ("utf-8", "cp1252"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1")


def encode(text: str) -> bytes:
    """The bytes of a file for Windows programs: Windows-1252 where that reads back as the same text, else UTF-8."""
    try:
        data = text.encode("cp1252")
    except UnicodeEncodeError:
        return text.encode()
    return data if decode(data) == text.replace("\r\n", "\n") else text.encode()


def lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a text with their numbers, from 1. Raises `LayoutError` where there are far too many."""
    if text.count("\n") > MAX_LINES:
        raise LayoutError("a layout file of this kind has at most {most:,} lines", most=MAX_LINES)
    start, number = 0, 1
    while start < len(text):
        end = text.find("\n", start)
        if end < 0:
            end = len(text)
        yield number, text[start:end]
        start, number = end + 1, number + 1


def place(text: str, offset: int) -> tuple[int, int]:
    """Line and column, both from 1, of the character at `offset`."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def readable(text: str) -> bool:
    """Whether this can be text written by a person: none of the control characters that other files are full of."""
    return _CONTROL.search(text.rstrip("\0\x1a")) is None


def clean(text: str) -> str:
    """A name on one line: white space made single, control characters gone, at most 200 characters."""
    return "".join(c for c in " ".join(text[:1000].split()) if c.isprintable())[:200].strip()


def spread(text: str) -> str:
    """The beginning of a text, short enough to be shown in a message."""
    head = clean(text[:200])
    return head if len(head) <= 40 else head[:39] + "…"
