"""Layout files of other programs: found out by what is in them, read whole, and written where the program has a place.

`read` gives every board of a file, also those that cannot be played, with the reason; `write` makes a file. Each format
has a module of its own; what all readers keep to (sizes, counts, coordinates) is in `found`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path, PurePath

from paishan.solitaire.files import LayoutError
from paishan.solitaire.formats import gnome, json_boards, json_files, kmahjongg, kyodai, mah, own, pysol, xmahjongg
from paishan.solitaire.formats.found import MAX_BOARDS, MAX_BYTES, Found, boxed, gather, refused
from paishan.solitaire.formats.text import clean, decode, spread
from paishan.solitaire.layout import Layout

__all__ = ["FORMATS", "MAX_BOARDS", "MAX_BYTES", "WRITABLE", "Found", "LayoutError", "read", "read_file", "write"]

FORMATS = {
    "paishan": "Paishan",
    "kmahjongg": "KMahjongg (.layout)",
    "gnome": "GNOME Mahjongg (.map)",
    "pysol": "PySolFC",
    "mah": "mah (JSON)",
    "kyodai": "Kyodai (.lay)",
    "xmahjongg": "xmahjongg",
}
"""The formats that are read, with the names of their programs."""

_Read = Callable[[str, str], Iterable[Found]]
_READERS: tuple[tuple[str, Callable[[str], bool], _Read], ...] = (
    ("paishan", own.recognises, own.read),
    ("kyodai", kyodai.recognises, kyodai.read),
    ("kmahjongg", kmahjongg.recognises, kmahjongg.read),
    ("mah", json_boards.starts, json_files.read),
    ("gnome", gnome.recognises, gnome.read),
    ("pysol", pysol.recognises, pysol.read),
    ("xmahjongg", xmahjongg.recognises, xmahjongg.read),
)

_Write = Callable[[Layout, str, str | None, str | None], bytes]
_WRITERS: dict[str, _Write] = {
    "paishan": own.write,
    "kmahjongg": kmahjongg.write,
    "kyodai": kyodai.write,
    "mah": mah.write,
}

WRITABLE = tuple(_WRITERS)
"""The formats that can be written."""

_ARCHIVES = {
    b"PK\3\4": "zip",
    b"\x1f\x8b": "gzip",
    b"BZh": "bzip2",
    b"\xfd7zXZ": "xz",
    b"7z\xbc\xaf": "7z",
    b"Rar!": "rar",
}


def read(data: bytes, name: str = "", desktop: bytes | None = None) -> list[Found]:
    """Every board of a file, in its order; a file that cannot be read gives one `Found` that says why.

    `name` is the file's name, used where the file gives none itself; `desktop` is the `.desktop` file that KMahjongg
    keeps beside a layout. Never raises for what is in the file.
    """
    stem = clean(PurePath(name).stem.replace("_", " "))
    try:
        text = _text(data)
        facts = kmahjongg.read_desktop(decode(desktop[:MAX_BYTES])) if desktop else {}
    except LayoutError as error:
        return [refused("unknown", stem, error)]
    if not text or text.isspace():
        return [refused("unknown", stem, LayoutError("the file is empty"))]
    for format, recognises, reader in _READERS:
        if recognises(text):
            title = facts.get("name", stem) if format == "kmahjongg" else stem
            boards = gather(format, title, _named(reader, text, title))
            return [_credited(board, facts) for board in boards] if format == "kmahjongg" else boards
    return [refused("unknown", stem, _unknown(text))]


def read_file(path: Path) -> list[Found]:
    """Every board of the file at `path`, a `.desktop` file beside it considered.

    Raises `OSError` where it cannot be opened.
    """
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    beside = path.with_suffix(".desktop")
    desktop = None
    if path.suffix == ".layout" and beside.is_file():
        with beside.open("rb") as file:
            desktop = file.read(_LONGEST_DESKTOP)
    return read(data, path.name, desktop)


_LONGEST_DESKTOP = 1_000_000


def write(
    layout: Layout, format: str, *, name: str | None = None, by: str | None = None, category: str | None = None
) -> bytes:
    """A file of one of the `WRITABLE` formats that reads back as this layout.

    Raises `LayoutError` that names what the format cannot hold, and `ValueError` for a format that is not written.
    """
    if format not in _WRITERS:
        raise ValueError(f"layouts are written as {', '.join(WRITABLE)}, not as {format!r}")
    name = clean(layout.name if name is None else name) or layout.id
    return _WRITERS[format](boxed(layout), name, clean(by or "") or None, clean(category or "") or None)


def _text(data: bytes) -> str:
    if len(data) > MAX_BYTES:
        raise LayoutError("a layout file has at most {most} MB; this one has more", most=MAX_BYTES // 1_000_000)
    for magic, kind in _ARCHIVES.items():
        if data.startswith(magic):
            raise LayoutError("this is a {kind} archive; unpack it and read the layout files in it", kind=kind)
    return decode(data)


def _named(reader: _Read, text: str, name: str) -> Iterable[Found]:
    """The boards of a reader, begun only when they are asked for, so that its first fault is met there as well."""
    yield from reader(text, name)


def _credited(board: Found, facts: dict[str, str]) -> Found:
    return board if board.by or "by" not in facts else replace(board, by=facts["by"])


def _unknown(text: str) -> LayoutError:
    if "[kmahjongglayout]" in text[:2000].lower():
        return LayoutError("this only gives a KMahjongg layout its name; read the .layout file that it speaks of")
    known = ", ".join(FORMATS.values())
    return LayoutError(
        "no layout of a known kind is in this file, which begins with {start!r}; known are {known}",
        start=spread(text),
        known=known,
    )
