"""Players: guests who are known by a random token in a cookie. The database keeps only the token's hash, and a name.

A guest's row is made together with the first game, so looking around leaves nothing behind.
"""

from __future__ import annotations

import hashlib
import secrets
from collections import OrderedDict

from sqlalchemy import Connection, bindparam, insert, select, update

from paishan.store.database import Database
from paishan.store.schema import players

__all__ = ["Players"]

_REMEMBERED = 10_000
_BY_TOKEN = select(players.c.id).where(players.c.token_hash == bindparam("token_hash"))


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).digest()


class Players:
    """Who a token belongs to."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: OrderedDict[bytes, int] = OrderedDict()

    def recall(self, token: str) -> int | None:
        """The player with this token if it was asked for lately; without looking into the database."""
        return self._known.get(_hash(token))

    def find(self, token: str) -> int | None:
        """The player with this token; None if there is none."""
        token_hash = _hash(token)
        found = self._database.read(lambda reading: reading.execute(_BY_TOKEN, {"token_hash": token_hash}).scalar())
        return found if found is None else self.remember(token, found)

    def remember(self, token: str, player: int) -> int:
        """Keep in mind whose token this is."""
        self._known[_hash(token)] = player
        if len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)
        return player

    def name(self, player: int | None) -> str | None:
        """What a player wants to be called; None for one who has not said, and for nobody."""
        if player is None:
            return None
        asked = select(players.c.name).where(players.c.id == player)
        return self._database.read(lambda reading: reading.execute(asked).scalar())

    async def rename(self, player: int | None, name: str | None, at: int) -> str | None:
        """Note what a player wants to be called; without a `player` a guest is made, whose token is given back."""

        def write(writing: Connection) -> tuple[int, str | None]:
            owner, token = self.make(writing, at) if player is None else (player, None)
            writing.execute(update(players).where(players.c.id == owner).values(name=name))
            return owner, token

        owner, token = await self._database.writer.run(write)
        if token is not None:
            self.remember(token, owner)
        return token

    @staticmethod
    def make(writing: Connection, at: int) -> tuple[int, str]:
        """Write a new guest; gives its number and token, which is told nowhere else."""
        token = secrets.token_urlsafe(24)
        made = writing.execute(insert(players).values(token_hash=_hash(token), created=at)).inserted_primary_key
        assert made is not None
        return made[0], token
