"""Static files: read once, kept in memory without their comments, packed once, and named by a hash of them all.

A page asks for `/static/<version>/js/main.js`; what a module imports by a relative address has the same version then,
and all of it may be kept for ever. Without a version, or with another one, the same files are asked for anew each time.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from paishan.web.packing import pack

__all__ = ["Asset", "Assets", "bare"]

_MEDIA = {
    ".css": "text/css; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
_IMPORT = re.compile(r'^(?:import|export)\b[\w\s{},*$]*"\./([\w-]+\.js)"', re.MULTILINE)
_PACKED_ALREADY = (".png", ".woff2")
_COMMENTS = {
    ".css": re.compile(r"/\*.*?\*/", re.DOTALL),
    ".js": re.compile(r"/\*\*.*?\*/|^[ \t]*//[^\n]*", re.DOTALL | re.MULTILINE),
}
"""What a browser has no use for, though it is a quarter of what a first visit would bring: comments of style sheets;
those of modules that begin with two stars, or that have a line to themselves."""


@dataclass(frozen=True, slots=True)
class Asset:
    """A static file."""

    body: bytes
    media: bytes
    etag: str
    """A hash of the body, without quotation marks."""
    packs: bool
    """Whether it gets smaller by packing."""

    def packed(self, how: str) -> bytes:
        """The body as it is sent: `how` is br, gzip or empty."""
        return _packed(self.body, how) if how and self.packs else self.body


@lru_cache(maxsize=500)
def _packed(body: bytes, how: str) -> bytes:
    return pack(body, how, effort=11)


def bare(suffix: str, body: bytes) -> bytes:
    """A file's text without its comments; every line keeps its number."""
    comments = _COMMENTS.get(suffix)
    if comments is None:
        return body
    return comments.sub(lambda found: "\n" * found[0].count("\n"), body.decode()).encode()


class Assets:
    """All files of a directory, by their path within it."""

    def __init__(self, root: Path, live: bool = False) -> None:
        """With `live`, files are read anew when one of them has changed, and keep their comments."""
        self._root = root
        self._live = live
        self._seen: tuple[tuple[str, int], ...] = ()
        self._files: dict[str, Asset] = {}
        self._modules: dict[str, list[str]] = {}
        self._version = ""
        self._read()

    def _read(self) -> None:
        paths = sorted(path for path in self._root.rglob("*") if path.is_file() and path.suffix in _MEDIA)
        seen = tuple((str(path), path.stat().st_mtime_ns) for path in paths)
        if seen == self._seen:
            return
        whole = hashlib.sha256()
        files = {}
        for path in paths:
            body = path.read_bytes() if self._live else bare(path.suffix, path.read_bytes())
            etag = hashlib.sha256(body).hexdigest()[:16]
            name = path.relative_to(self._root).as_posix()
            files[name] = Asset(body, _MEDIA[path.suffix].encode(), etag, path.suffix not in _PACKED_ALREADY)
            whole.update(f"{name} {etag}\n".encode())
        self._files, self._version, self._seen = files, whole.hexdigest()[:12], seen
        self._modules = {}

    @property
    def version(self) -> str:
        """A hash of all files."""
        if self._live:
            self._read()
        return self._version

    def url(self, name: str) -> str:
        """The address under which a page asks for a file. Raises `KeyError` for one that is not there."""
        if self._live:
            self._read()
        self._files[name]
        return f"/static/{self._version}/{name}"

    def modules(self, entry: str) -> list[str]:
        """The addresses of a module of the browser client and of all that it imports, so that a page can ask for them
        at once. Raises `KeyError` for one that is not there.
        """
        if self._live:
            self._read()
        if entry not in self._modules:
            found = [entry]
            for name in found:
                body = self._files[f"js/{name}"].body.decode()
                found += [other for other in dict.fromkeys(_IMPORT.findall(body)) if other not in found]
            self._modules[entry] = [self.url(f"js/{name}") for name in found]
        return list(self._modules[entry])

    def find(self, path: str) -> tuple[Asset, bool] | None:
        """The file at a path under `/static/`, and whether the path carries the version of what is here now."""
        if self._live:
            self._read()
        path = path.lstrip("/")
        if asset := self._files.get(path):
            return asset, False
        version, _, name = path.partition("/")
        if asset := self._files.get(name):
            return asset, version == self._version
        return None
