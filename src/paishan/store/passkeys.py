"""The passkeys of accounts (A5), and the challenges that wait for one of them to answer."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from paishan.store.database import Database
from paishan.store.players import DAY, hash_of, lock
from paishan.store.schema import accounts, challenges, passkeys

__all__ = ["CHALLENGE_LASTS", "MOST_PASSKEYS", "Passkey", "PasskeyTaken", "Passkeys", "PasskeysFull"]

MOST_PASSKEYS = 20
CHALLENGE_LASTS = 5 * 60_000
"""Milliseconds in which a passkey has to answer."""


class PasskeyTaken(Exception):
    """This passkey is kept already."""


class PasskeysFull(Exception):
    """An account has as many passkeys as one may have."""


@dataclass(frozen=True, slots=True)
class Passkey:
    """A passkey of an account."""

    credential: bytes
    player: int
    host: str
    public_key: bytes
    uses: int
    transports: str
    """Ways to reach it, with commas between."""
    label: str
    created: int
    seen: int | None


_PASSKEY = select(*(passkeys.c[name] for name in Passkey.__slots__))


class Passkeys:
    """The passkeys of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def ask(self, challenge: bytes, purpose: str, player: int | None, at: int) -> None:
        """Keep a challenge for `CHALLENGE_LASTS` milliseconds, or until it is answered."""
        row = {"challenge_hash": hash_of(challenge.hex()), "purpose": purpose, "player": player}

        def write(writing: Connection) -> None:
            writing.execute(delete(challenges).where(challenges.c.until <= at))
            writing.execute(insert(challenges).values(**row, until=at + CHALLENGE_LASTS))

        await self._database.writer.run(write)

    async def answered(self, challenge: bytes, purpose: str, player: int | None, at: int) -> bool:
        """Whether this challenge waits for an answer; it does not any more."""

        def write(writing: Connection) -> bool:
            mine = challenges.c.player.is_(None) if player is None else challenges.c.player == player
            kept = (challenges.c.challenge_hash == hash_of(challenge.hex())) & (challenges.c.purpose == purpose) & mine
            return writing.execute(delete(challenges).where(kept, challenges.c.until > at)).rowcount == 1

        return await self._database.writer.run(write)

    async def add(self, passkey: Passkey) -> None:
        """Keep a passkey. Raises `PasskeyTaken` or `PasskeysFull`."""
        row = {name: getattr(passkey, name) for name in Passkey.__slots__}

        def write(writing: Connection) -> None:
            lock(writing, passkey.player)
            kept = select(func.count()).where(passkeys.c.player == passkey.player)
            if writing.execute(kept).scalar_one() >= MOST_PASSKEYS:
                raise PasskeysFull
            try:
                writing.execute(insert(passkeys).values(**row))
            except IntegrityError:
                raise PasskeyTaken from None

        await self._database.writer.run(write)

    async def of(self, player: int) -> list[Passkey]:
        """The passkeys of an account, the oldest first."""
        asked = _PASSKEY.where(passkeys.c.player == player).order_by(passkeys.c.created, passkeys.c.credential)
        rows = await asyncio.to_thread(self._database.read, lambda reading: reading.execute(asked).all())
        return [Passkey(*row) for row in rows]

    async def find(self, credential: bytes) -> Passkey | None:
        """A passkey by what names it."""
        asked = _PASSKEY.where(passkeys.c.credential == credential)
        row = await asyncio.to_thread(self._database.read, lambda reading: reading.execute(asked).one_or_none())
        return None if row is None else Passkey(*row)

    async def used(self, passkey: Passkey, uses: int, at: int) -> bool:
        """Note that a passkey was used, and how often it says that it was.

        False when it was taken away, or used elsewhere, since it was looked up.
        """
        same = (passkeys.c.credential == passkey.credential) & (passkeys.c.uses == passkey.uses)
        used = update(passkeys).where(same, passkeys.c.player == passkey.player).values(uses=uses, seen=at // DAY)
        return await self._database.writer.run(lambda writing: writing.execute(used).rowcount) == 1

    async def remove(self, player: int, credential: bytes) -> bool:
        """Take a passkey away; False when the account has none such.

        The last way to log in is not taken away; False then as well.
        """

        def write(writing: Connection) -> bool:
            lock(writing, player)
            password = writing.execute(select(accounts.c.password).where(accounts.c.player == player)).scalar()
            others = select(func.count()).where(passkeys.c.player == player, passkeys.c.credential != credential)
            if password is None and not writing.execute(others).scalar_one():
                return False
            mine = delete(passkeys).where(passkeys.c.player == player, passkeys.c.credential == credential)
            return writing.execute(mine).rowcount == 1

        return await self._database.writer.run(write)
