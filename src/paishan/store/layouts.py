"""The layouts that players have installed.

A layout is kept once, by its hash, and for ever, because games are played on it; who has it on their shelf, and under
which name, is kept beside it. Layouts that the command line installed in a directory can be looked up as well.
"""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from paishan.faults import Said
from paishan.play import campaign
from paishan.play.ruleset import Game
from paishan.solitaire import gallery
from paishan.solitaire.installed import Installed
from paishan.solitaire.layout import Layout
from paishan.store.database import Database
from paishan.store.games import clock
from paishan.store.players import Players
from paishan.store.schema import games, installed, layouts

__all__ = ["MOST_INSTALLED", "Library", "New", "Owned", "ShelfFull"]

MOST_INSTALLED = 2_000
"""The most layouts that one player may have installed."""
_REMEMBERED = 500
_NAME = 200
_read_slots = msgspec.json.Decoder(list[tuple[int, int, int]]).decode


class ShelfFull(Exception):
    """A player has as many layouts as one may have. Nothing was installed."""


@dataclass(frozen=True, slots=True)
class New:
    """A layout to be installed, and what its file says of it."""

    layout: Layout
    by: str | None = None
    category: str | None = None


@dataclass(frozen=True, slots=True)
class Owned:
    """A layout on a player's shelf; its id is the name by which game codes know it."""

    layout: Layout
    by: str | None
    category: str | None
    removable: bool = True
    """False for one that lies in the directory of the command line."""


class Library:
    """Every layout that there is beside the built-in ones."""

    def __init__(self, database: Database, now: Callable[[], int] = clock, directory: Installed | None = None) -> None:
        """`now` gives milliseconds since 1970; `directory` is where the command line installs, for one person."""
        self._database = database
        self._now = now
        self._directory = directory
        self._known: OrderedDict[str, Layout] = OrderedDict()

    def by_tag(self, tag: str) -> Layout:
        """The layout that a game code names: built in, of the campaign, or installed by anybody.

        Raises `ValueError` for one that is not here.
        """
        with suppress(ValueError):
            return campaign.by_tag(tag)
        if not tag.startswith("H"):
            return gallery.by_tag(tag)
        known = self._known.get(tag)
        if known is not None:
            return known
        wanted = select(layouts.c.name, layouts.c.slots).where(layouts.c.tag == tag)
        row = self._database.read(lambda reading: reading.execute(wanted).one_or_none())
        if row is not None:
            return self._remember(_layout(tag, row.name, row.slots))
        if self._directory is not None:
            return replace(self._directory.by_tag(tag), id=tag)
        return gallery.by_tag(tag)

    async def find(self, name: str) -> Layout:
        """The layout with this id, or this name in game codes. Raises `ValueError` if it is not here."""
        if name[:1] in ("H", "L"):
            return await asyncio.to_thread(self.by_tag, name)
        return gallery.by_id(name)

    async def shelf(self, player: int | None) -> list[Owned]:
        """The layouts that a player has installed, the newest first, then those of the directory by name."""
        return await asyncio.to_thread(self._shelf, player)

    async def owned(self, player: int | None, tag: str) -> Owned | None:
        """One layout as it stands on a player's shelf; None if it does not."""
        return next((own for own in await self.shelf(player) if own.layout.id == tag), None)

    async def add(self, player: int | None, new: Sequence[New]) -> tuple[list[bool], str | None]:
        """Put layouts on a player's shelf; says of each whether it was not there before.

        Without a `player` a guest is made, whose token is given back too. Raises `ShelfFull`.
        """

        at = self._now()

        def write(writing: Connection) -> tuple[list[bool], str | None]:
            owner, token = Players.make(writing, at) if player is None else (player, None)
            mine = select(installed.c.layout).where(installed.c.player == owner)
            there = set(writing.execute(mine).scalars())
            added = []
            for one in new:
                tag, name = one.layout.tag, one.layout.name[:_NAME]
                added.append(tag not in there)
                if tag in there:
                    continue
                there.add(tag)
                if len(there) > MOST_INSTALLED:
                    raise ShelfFull(
                        Said("a player may have {most:,} layouts; take some away first", most=MOST_INSTALLED)
                    )
                if not writing.execute(select(func.count()).where(layouts.c.tag == tag)).scalar():
                    slots = json.dumps(one.layout.slots, separators=(",", ":"))
                    writing.execute(insert(layouts).values(tag=tag, slots=slots, name=name, added=at))
                row = {"name": name, "by": _cut(one.by), "category": _cut(one.category), "added": at}
                writing.execute(insert(installed).values(player=owner, layout=tag, **row))
            return added, token

        return await self._database.writer.run(write)

    async def remove(self, player: int, tag: str) -> bool:
        """Take a layout from a player's shelf; games on it go on. False if it was not there."""
        mine = delete(installed).where(installed.c.player == player, installed.c.layout == tag)
        return await self._database.writer.run(lambda writing: writing.execute(mine).rowcount == 1)

    async def last_played(self, player: int | None, most: int) -> list[str]:
        """How game codes name the layouts of Mahjong solitaire that a player played last, the last one first."""
        if player is None:
            return []
        mine = (games.c.player == player) & (games.c.family == Game.SOLITAIRE.value)
        wanted = select(games.c.code).where(mine).order_by(games.c.touched.desc()).limit(20)
        codes = await asyncio.to_thread(self._database.read, lambda reading: list(reading.execute(wanted).scalars()))
        return list(dict.fromkeys(code.split("-")[1] for code in codes))[:most]

    async def measured(self, tags: Sequence[str]) -> dict[str, dict[str, Any]]:
        """What was measured of those of these layouts that were."""
        wanted = select(layouts.c.tag, layouts.c.measured).where(
            layouts.c.tag.in_(tags), layouts.c.measured.is_not(None)
        )
        rows = await asyncio.to_thread(self._database.read, lambda reading: reading.execute(wanted).all())
        return {row.tag: msgspec.json.decode(row.measured, type=dict[str, Any]) for row in rows}

    async def keep_measured(self, tag: str, measured: dict[str, Any]) -> None:
        """Note what was measured of a layout; does nothing for one that is not kept here."""
        noted = update(layouts).where(layouts.c.tag == tag).values(measured=msgspec.json.encode(measured).decode())
        await self._database.writer.run(lambda writing: writing.execute(noted))

    def _shelf(self, player: int | None) -> list[Owned]:
        wanted = (
            select(installed, layouts.c.slots)
            .join(layouts, layouts.c.tag == installed.c.layout)
            .where(installed.c.player == player)
            .order_by(installed.c.added.desc(), installed.c.name)
        )
        rows = [] if player is None else self._database.read(lambda reading: reading.execute(wanted).all())
        found = [Owned(_layout(row.layout, row.name, row.slots), row.by, row.category) for row in rows]
        tags = {own.layout.id for own in found}
        beside = self._directory.list() if self._directory is not None else ()
        found += [Owned(replace(one, id=one.tag), None, None, False) for one in beside if one.tag not in tags]
        return found

    def _remember(self, layout: Layout) -> Layout:
        self._known[layout.id] = layout
        if len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)
        return layout


@lru_cache(4096)
def _layout(tag: str, name: str, slots: str) -> Layout:
    return Layout.build(tag, name, _read_slots(slots))


def _cut(text: str | None) -> str | None:
    return text if text is None else text[:_NAME]
