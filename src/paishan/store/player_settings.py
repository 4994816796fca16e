"""The settings of players: what each has chosen of look, language, sound and the like, one JSON object a player.

Which settings there are and what they may be is not known here. Every change is of single settings and is laid on what
is there when it comes; so of two devices the one heard last has its way, setting by setting, and what a newer version
has kept is not lost when an older one changes something else.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import msgspec
from sqlalchemy import Connection, insert, select, update

from paishan.store.database import Database
from paishan.store.players import lock
from paishan.store.schema import settings

__all__ = ["MOST_SETTINGS", "PlayerSettings", "SettingsFull", "read_settings"]

MOST_SETTINGS = 2_000
"""Bytes that the settings of a player may have; all there are take some 250."""


class SettingsFull(Exception):
    """A player's settings are not to grow any more."""


def read_settings(text: str) -> dict[str, Any] | None:
    """Settings as they are kept; None for what is no object of JSON."""
    try:
        return msgspec.json.decode(text, type=dict[str, Any])
    except (msgspec.MsgspecError, RecursionError):
        return None


class PlayerSettings:
    """The settings of all players of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, player: int | None) -> dict[str, Any] | None:
        """The settings of a player; None for one who never changed any, and for nobody."""
        return None if player is None else await asyncio.to_thread(self._database.read, lambda r: _kept(r, player))

    async def change(self, player: int, changes: Mapping[str, Any]) -> dict[str, Any] | None:
        """Lay changes on a player's settings, None for a setting that is put back; gives all that holds from then on.

        None when there is no such player any more. Raises `SettingsFull`, and nothing is changed.
        """

        def write(writing: Connection) -> dict[str, Any] | None:
            if not lock(writing, player):
                return None
            before = _kept(writing, player)
            now = {name: value for name, value in {**(before or {}), **changes}.items() if value is not None}
            text = msgspec.json.encode(now)
            if len(text) > MOST_SETTINGS:
                raise SettingsFull
            row = {"settings": text.decode()}
            mine = settings.c.player == player
            change = insert(settings).values(player=player, **row)
            writing.execute(change if before is None else update(settings).where(mine).values(**row))
            return now

        return await self._database.writer.run(write)


def _kept(reading: Connection, player: int) -> dict[str, Any] | None:
    text = reading.execute(select(settings.c.settings).where(settings.c.player == player)).scalar()
    # What cannot be read is as nothing chosen, and is written over by the next change.
    return None if text is None else read_settings(text) or {}
