"""Players: guests who are known by a random token in a cookie, and devices that are logged in to an account.

The database keeps only hashes of tokens. A guest's row is made together with the first game, so looking around leaves
nothing behind. Whose a token is, is kept in mind for a few seconds and then looked up anew, so that one that was
revoked is refused within seconds by every process; by the one that revoked it at once.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress

from sqlalchemy import Connection, Row, bindparam, delete, insert, literal, select, union_all, update

from paishan.store.database import Database
from paishan.store.schema import accounts, leaving, players, sessions
from paishan.store.writer import Unavailable

__all__ = ["BELIEVED", "DAY", "IDLE_DAYS", "Players", "hash_of", "is_leaving", "lock", "new_token"]

BELIEVED = 5.0
"""Seconds for which a token that was looked up is believed to be whose it was."""
DAY = 86_400_000
IDLE_DAYS = 400
"""After so many days without a visit a device is logged out, as its browser forgets the cookie then."""
_REMEMBERED = 10_000
_BY_TOKEN = union_all(
    select(players.c.id.label("player"), literal(None).label("seen")).where(
        players.c.token_hash == bindparam("token_hash")
    ),
    select(sessions.c.player, sessions.c.seen).where(sessions.c.token_hash == bindparam("token_hash")),
)
_SEEN = update(sessions).where(sessions.c.token_hash == bindparam("b_token_hash"))
_IDLE = delete(sessions).where(sessions.c.token_hash == bindparam("b_token_hash"))


def hash_of(token: str) -> bytes:
    """What is kept of a token."""
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).digest()


def new_token() -> str:
    """A token that nobody can guess: 256 bits."""
    return secrets.token_urlsafe(32)


def is_leaving(reading: Connection, player: int) -> bool:
    """Whether somebody is gone for everybody, though not everything has been taken away yet."""
    return reading.execute(select(leaving.c.player).where(leaving.c.player == player)).scalar() is not None


def lock(writing: Connection, player: int) -> bool:
    """Have a player for oneself until the end of the transaction; False when there is none such, or not any more."""
    asked = select(players.c.id).where(players.c.id == player).with_for_update()
    return writing.execute(asked).scalar() is not None and not is_leaving(writing, player)


class Players:
    """Who a token belongs to."""

    def __init__(self, database: Database, steady: Callable[[], float] = time.monotonic) -> None:
        """`steady` gives seconds that only go on."""
        self._database = database
        self._steady = steady
        self._known: OrderedDict[bytes, tuple[int, float]] = OrderedDict()
        self._revoked = 0
        """How often it was told here that tokens are nobody's any more."""

    async def whose(self, token: str, at: int) -> int | None:
        """The player with this token; None if there is none. Notes the day on which a session is used."""
        token_hash = hash_of(token)
        known = self._known.get(token_hash)
        if known is not None and self._steady() < known[1]:
            return known[0]
        before = self._revoked
        found = await asyncio.to_thread(self._find, token_hash)
        if found is None:
            self._known.pop(token_hash, None)
            return None
        today = at // DAY
        if found.seen is not None and found.seen != today:
            idle = found.seen < today - IDLE_DAYS
            change = _IDLE if idle else _SEEN.values(seen=today)
            # Whoever only looks can do so while nothing can be written.
            with suppress(Unavailable):
                await self._database.writer.run(lambda writing: writing.execute(change, {"b_token_hash": token_hash}))
            if idle:
                return None
        # What was looked up before somebody's token was revoked may be that very token, and is believed this once.
        return self._keep(token_hash, found.player) if self._revoked == before else found.player

    def _find(self, token_hash: bytes) -> Row[tuple[int, int | None]] | None:
        asked = {"token_hash": token_hash}
        return self._database.read(lambda reading: reading.execute(_BY_TOKEN, asked).first())

    def remember(self, token: str, player: int) -> int:
        """Keep in mind whose token this is."""
        return self._keep(hash_of(token), player)

    def _keep(self, token_hash: bytes, player: int) -> int:
        self._known[token_hash] = player, self._steady() + BELIEVED
        if len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)
        return player

    def drop(self, token: str) -> None:
        """Look up a token anew."""
        self._revoked += 1
        self._known.pop(hash_of(token), None)

    def forget(self, player: int) -> None:
        """Look up all tokens of a player anew, because some of them are nobody's any more."""
        self._revoked += 1
        for token_hash in [token_hash for token_hash, known in self._known.items() if known[0] == player]:
            del self._known[token_hash]

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
        """Write a new guest; gives its number and token, which is told nowhere else.

        Numbers are drawn, not counted: the number of a player who has gone must not be given to a newcomer while
        another process may still know somebody by it.
        """
        token = new_token()
        number = secrets.randbelow(2**31 - 1) + 1
        while writing.execute(select(players.c.id).where(players.c.id == number)).scalar() is not None:
            number = secrets.randbelow(2**31 - 1) + 1
        writing.execute(insert(players).values(id=number, token_hash=hash_of(token), created=at))
        return number, token

    @staticmethod
    def has_account(reading: Connection, player: int) -> bool:
        """Whether a player is no guest."""
        return reading.execute(select(accounts.c.player).where(accounts.c.player == player)).scalar() is not None
