"""The layouts that a person has installed: files in our own format in one directory, named by what is in them.

A file is whole or not there at all, however a write ends; a broken file is told of and passed over, so that one bad
file never hides the others.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from paishan.faults import Fault
from paishan.solitaire import gallery
from paishan.solitaire.files import LayoutError
from paishan.solitaire.formats import MAX_BYTES, read, write
from paishan.solitaire.formats.found import identifier
from paishan.solitaire.layout import Layout
from paishan.whole import write_whole

__all__ = ["Installed"]

_TAG = re.compile(r"H[A-Z2-7]{12}")
_ENDING = ".paishan"


class Installed:
    """The layouts in a directory, which need not exist before the first is added."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self._read: dict[str, tuple[tuple[int, int], Layout | LayoutError]] = {}

    def add(self, layout: Layout, *, by: str | None = None, category: str | None = None) -> Layout:
        """Install a layout and give it back as it is kept: without a number, and under an id that no other layout has.

        Does nothing where it is installed already. Raises `OSError` where the file cannot be written.
        """
        layout = replace(layout, number=None)
        kept = {other.tag: other for other in self.list()}
        if layout.tag in kept:
            return kept[layout.tag]
        taken = {other.id for other in (*gallery.layouts(), *kept.values())}
        id = identifier(layout.id)
        if id in taken or id == "-":
            id = f"{id if id != '-' else 'layout'}-{layout.sha1[:12]}"
        layout = replace(layout, id=id)
        self.directory.mkdir(parents=True, exist_ok=True)
        write_whole(self._path(layout.tag), write(layout, "paishan", by=by, category=category))
        return self.by_tag(layout.tag)

    def list(self) -> tuple[Layout, ...]:
        """Every layout that can be read, by name."""
        return tuple(
            sorted(
                (found for found in self._all() if isinstance(found, Layout)),
                key=lambda layout: (layout.name.casefold(), layout.tag),
            )
        )

    def broken(self) -> tuple[LayoutError, ...]:
        """What is wrong with each file that cannot be read; the file itself is left as it is."""
        return tuple(found for found in self._all() if isinstance(found, LayoutError))

    def by_tag(self, tag: str) -> Layout:
        """The layout that a game code names, such as `HQ7QKEJJLEEOJ`. Raises `ValueError` where it is not installed."""
        found = self._load(self._path(tag)) if _TAG.fullmatch(tag) else None
        if isinstance(found, LayoutError):
            raise found.with_traceback(None)
        if found is None:
            raise Fault("no layout {layout} is installed; import its file first", layout=tag)
        return found

    def by_id(self, id: str) -> Layout:
        """The layout with this id. Raises `ValueError` where there is none."""
        for layout in self.list():
            if layout.id == id:
                return layout
        raise Fault("no layout {layout!r} is installed", layout=id)

    def remove(self, tag: str) -> None:
        """Take a layout away. Raises `ValueError` where it is not installed."""
        try:
            if not _TAG.fullmatch(tag):
                raise FileNotFoundError
            self._path(tag).unlink()
        except FileNotFoundError:
            raise Fault("no layout {layout} is installed", layout=tag) from None

    def _path(self, tag: str) -> Path:
        return self.directory / (tag + _ENDING)

    def _all(self) -> tuple[Layout | LayoutError, ...]:
        paths = sorted(self.directory.glob("*" + _ENDING)) if self.directory.is_dir() else []
        found = (self._load(path) for path in paths if not path.name.startswith("."))
        return tuple(one for one in found if one is not None)

    def _load(self, path: Path) -> Layout | LayoutError | None:
        """The layout of a file, or what is wrong with it, or nothing where there is none; read again if it changed."""
        try:
            stat = path.stat()
            stamp = (stat.st_mtime_ns, stat.st_size)
            known = self._read.get(path.name)
            if known is None or known[0] != stamp:
                with path.open("rb") as file:
                    data = file.read(MAX_BYTES + 1)
                known = self._read[path.name] = (stamp, _judged(path, data))
        except FileNotFoundError:
            return None
        except OSError as error:
            return LayoutError("cannot be read: {reason}", file=path.name, reason=error.strerror or str(error))
        return known[1]


def _judged(path: Path, data: bytes) -> Layout | LayoutError:
    """The layout in the bytes of an installed file, or what is wrong with it."""
    board = read(data, path.name)[0]
    if board.layout is None:
        return LayoutError(board.error or "holds no layout", file=path.name)
    if board.format != "paishan":
        return LayoutError("is no Paishan layout; import it instead of copying it here", file=path.name)
    if board.layout.tag != path.stem:
        return LayoutError("holds another layout than its name says, {layout}", file=path.name, layout=board.layout.tag)
    return board.layout
