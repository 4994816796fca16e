"""Packing what is sent, as the browser says it can unpack."""

from __future__ import annotations

import gzip

import brotli
from litestar.types import Scope

__all__ = ["header", "pack", "packing"]


def header(scope: Scope, name: bytes) -> str:
    """A request's header; empty if it has none of this name (in lower case)."""
    for key, value in scope["headers"]:
        if key == name:
            return value.decode("latin-1")
    return ""


def packing(scope: Scope) -> str:
    """How an answer may be packed: `br`, `gzip`, or empty for not at all."""
    accepted = header(scope, b"accept-encoding")
    if accepted:
        names = {part.strip() for part in accepted.split(",")}
        for name in ("br", "gzip"):
            if name in names:
                return name
    return ""


def pack(body: bytes, how: str, effort: int) -> bytes:
    """`body` packed by `br` or `gzip`; `effort` is 1 to 11."""
    if how == "br":
        packed: bytes = brotli.compress(body, quality=effort)
        return packed
    return gzip.compress(body, min(effort, 9), mtime=0)
