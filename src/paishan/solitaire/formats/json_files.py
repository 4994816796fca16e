"""JSON layout files of every kind: ffalt/mah's boards, PySolFC's strings, alone, in lists or under a key."""

from __future__ import annotations

from collections.abc import Iterator

from paishan.faults import Said
from paishan.solitaire.files import LayoutError
from paishan.solitaire.formats import mah, pysol
from paishan.solitaire.formats.found import Found, refused
from paishan.solitaire.formats.json_boards import Item, items

__all__ = ["read"]

_FACTS = ("id", "name", "by", "cat", "map", "short_name", "ncards", "layout")


def read(text: str, name: str) -> Iterator[Found]:
    """The boards of a JSON file, one after another. Raises `LayoutError` with line and column."""
    alone: dict[str, object] = {}
    any_board = False
    for item in items(text):
        if item.key is None:
            any_board = True
            yield _board(item, name)
        elif item.key in _FACTS:
            alone[item.key] = item.value
        elif isinstance(item.value, str) and pysol.looks_right(item.value):
            any_board = True
            yield pysol.board({"name": item.key, "layout": item.value}, name, item.line)
    if "map" in alone or "layout" in alone:
        yield _board(Item(None, alone, 1), name)
    elif not any_board:
        raise LayoutError(
            "this JSON holds no boards; they stand in a list, or in one under 'boards', each with a 'map'"
        )


def _board(item: Item, name: str) -> Found:
    match item.value:
        case dict() as facts if "map" in facts:
            return mah.board(facts, name, item.line)
        case dict() as facts if "layout" in facts:
            return pysol.board(facts, name, item.line)
        case str() as written:
            return pysol.board({"layout": written}, name, item.line)
        case _:
            message = Said("a board is an object with a 'map' (mah) or a 'layout' (PySolFC)")
            return refused("unknown", name, LayoutError(message, item.line))
