"""Layouts as they are shown to be chosen from: their facts, and their places in a few letters."""

from __future__ import annotations

import asyncio
import json
from functools import lru_cache
from typing import Any

from paishan.solitaire import gallery
from paishan.solitaire.layout import Layout
from paishan.store import Library, Owned
from paishan.web.measuring import Measured, Measuring

__all__ = ["cards", "first_layouts", "home_layouts", "packed"]

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_FIRST_TILES = 96
"""A layout with at most so many tiles is offered for first boards."""
_AT_HOME = ("turtle", "first-steps", "lantern", "twin-hills", "hourglass", "pyramid", "butterfly")


async def cards(library: Library, measuring: Measuring, player: int | None) -> list[dict[str, Any]]:
    """Every layout that a player can choose from: their own ones, then the built-in ones."""
    shelf = await library.shelf(player)
    known = await measuring.installed([own.layout for own in shelf])
    # What is free at the start of a layout that is shown for the first time takes a millisecond to work out.
    mine = await asyncio.to_thread(lambda: [_card(own.layout, known.get(own.layout.id), own) for own in shelf])
    return [*mine, *(_card(layout, measuring.built_in(layout)) for layout in gallery.layouts())]


async def home_layouts(library: Library, player: int | None) -> list[Layout]:
    """Some layouts for the first page: those played last, then some for beginners and some for phones."""
    found: dict[str, Layout] = {}
    for tag in await library.last_played(player, 2):
        try:
            layout = await library.find(tag)
        except ValueError:
            continue
        found[layout.id] = layout
    for id in _AT_HOME:
        found.setdefault(id, gallery.by_id(id))
    kept = list(found.values())[: len(_AT_HOME)]
    turtle = found["turtle"]
    return kept if turtle in kept else [*kept[:-1], turtle]


def first_layouts(offered: list[Layout]) -> list[Layout]:
    """With which of the layouts on the first page to begin: with the one played last, or with the Turtle before that.

    With the Turtle comes one for upright phones, which is shown there instead.
    """
    first, *others = offered
    return [first, *(layout for layout in others if first.id == _AT_HOME[0] and layout.phone)][:2]


def packed(layout: Layout) -> str:
    """A layout's places in a few letters, as the browser client reads them (`places.js`).

    Every run of touching tiles is four characters of the URL-safe base 64: layer, row and first column in half tiles,
    and the number of tiles. Empty where a layout is too wide, high or tall for that.
    """
    runs: list[list[int]] = []
    for x, y, z in layout.slots:
        if max(x, y, z) > 63:
            return ""
        last = runs[-1] if runs else None
        if last and last[:2] == [z, y] and last[2] + 2 * last[3] == x:
            last[3] += 1
        else:
            runs.append([z, y, x, 1])
    return "".join(_ALPHABET[number] for run in runs for number in run)


def _card(layout: Layout, known: Measured | None, owned: Owned | None = None) -> dict[str, Any]:
    """All that the gallery shows of a layout."""
    return {
        "id": layout.id,
        "name": layout.name,
        "built_in": layout.number is not None,
        **_shape(layout),
        "by": owned.by if owned else None,
        "removable": bool(owned and owned.removable),
        "grade": known.grade if known else None,
        "greedy": known.greedy if known else None,
        "measured": known.told() if known else None,
    }


@lru_cache(4096)
def _shape(layout: Layout) -> dict[str, Any]:
    """What follows from where the tiles lie."""
    return {
        "tiles": len(layout),
        "layers": layout.layers,
        "free": layout.free().bit_count(),
        "columns": (layout.width + 1) // 2,
        "rows": (layout.height + 1) // 2,
        "phone": layout.phone,
        "first": len(layout) <= _FIRST_TILES,
        "slots": packed(layout) or json.dumps(layout.slots, separators=(",", ":")),
    }
