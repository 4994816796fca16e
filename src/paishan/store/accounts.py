"""Accounts (A5): a guest who can come back from another device, by a password, a passkey or a code for recovery.

An account is kept beside its player, so that signing up moves nothing. Whoever logs in where a guest has played brings
along all that the guest has. What comes in here is checked and hashed already; nothing here knows a password.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from paishan.store.database import Database
from paishan.store.games import Games
from paishan.store.leaving import leave, take_away
from paishan.store.merging import merge
from paishan.store.players import DAY, IDLE_DAYS, Players, hash_of, lock, new_token
from paishan.store.schema import accounts, leaving, players, recoveries, sessions
from paishan.store.writer import Unavailable

__all__ = [
    "MOST_SESSIONS",
    "Account",
    "Accounts",
    "HasAccount",
    "Name",
    "NameTaken",
    "NoAccount",
    "Session",
    "WrongCode",
]

_log = logging.getLogger(__name__)
MOST_SESSIONS = 50
"""On so many devices an account can be logged in; one more, and the one that was not used for longest is logged out."""


class NameTaken(Exception):
    """Another account has this name."""


class HasAccount(Exception):
    """Who signs up has an account already."""


class NoAccount(Exception):
    """There is no such account any more."""


class WrongCode(Exception):
    """This is no code for recovery of the account, or not any more."""


class Name(NamedTuple):
    """The name of an account."""

    shown: str
    folded: str
    """As names are compared."""


@dataclass(frozen=True, slots=True)
class Account:
    """An account as it is kept."""

    player: int
    name: str
    name_folded: str
    password: str | None
    """What is kept of the password; None where there is none."""
    handle: bytes
    created: int
    password_changed: int | None


@dataclass(frozen=True, slots=True)
class Session:
    """A device that is logged in."""

    id: str
    label: str
    """The browser and its system, such as `Firefox/Linux`."""
    created: int
    seen: int
    """The day of the last visit, in days since 1970."""
    mine: bool
    """Whether it is the one that asks."""


_ACCOUNT = select(*(accounts.c[name] for name in Account.__slots__))


class Accounts:
    """The accounts of a database."""

    def __init__(self, database: Database, games: Games) -> None:
        self._database = database
        self._games = games
        self._players = games.players

    async def of(self, player: int | None) -> Account | None:
        """The account of a player; None for a guest and for nobody."""
        return None if player is None else await self._find(accounts.c.player == player)

    async def named(self, folded: str) -> Account | None:
        """The account with a name, as names are compared."""
        return await self._find(accounts.c.name_folded == folded)

    async def by_handle(self, handle: bytes) -> Account | None:
        """The account that a passkey names."""
        return await self._find(accounts.c.handle == handle)

    async def _find(self, which: Any) -> Account | None:
        asked = _ACCOUNT.where(which)
        row = await asyncio.to_thread(self._database.read, lambda reading: reading.execute(asked).one_or_none())
        return None if row is None else Account(*row)

    async def sign_up(
        self,
        guest: int | None,
        name: Name,
        password: str | None,
        label: str,
        at: int,
        code_hashes: Sequence[bytes] = (),
    ) -> str:
        """Make an account of a guest, or of nobody yet, with codes for recovery; gives the token of its first session.

        The guest's token is nobody's from then on. Raises `NameTaken` or `HasAccount`.
        """
        token, handle, nobodys = new_token(), secrets.token_bytes(32), secrets.token_bytes(32)

        def write(writing: Connection) -> int:
            owner = guest
            if owner is None or not lock(writing, owner):
                owner, _ = Players.make(writing, at)
            if Players.has_account(writing, owner):
                raise HasAccount
            row = {"player": owner, "name": name.shown, "name_folded": name.folded, "password": password}
            changed = None if password is None else at
            try:
                writing.execute(insert(accounts).values(**row, handle=handle, created=at, password_changed=changed))
            except IntegrityError:
                raise NameTaken from None
            writing.execute(update(players).where(players.c.id == owner).values(name=name.shown, token_hash=nobodys))
            _keep_codes(writing, owner, code_hashes, at)
            _open_session(writing, owner, token, label, at)
            return owner

        owner = await self._database.writer.run(write)
        self._players.forget(owner)
        self._players.remember(token, owner)
        return token

    async def log_in(
        self,
        player: int,
        before: str | None,
        label: str,
        at: int,
        fitted: str | None = None,
        rehashed: str | None = None,
    ) -> str:
        """Open a session of an account, and give it all that the guest with the token `before` has; gives its token.

        A session that had this token is over. `fitted` is what was kept of the password that was said, `rehashed` what
        is kept of it from now on, where it has to be hashed anew. Raises `NoAccount` when the account has gone
        meanwhile, or has another password.
        """
        token = new_token()

        def write(writing: Connection) -> int | None:
            if not lock(writing, player) or not Players.has_account(writing, player):
                raise NoAccount
            kept = select(accounts.c.password).where(accounts.c.player == player)
            if fitted is not None and writing.execute(kept).scalar() != fitted:
                raise NoAccount
            if rehashed is not None:
                writing.execute(update(accounts).where(accounts.c.player == player).values(password=rehashed))
            came = _come_along(writing, player, before)
            _open_session(writing, player, token, label, at)
            return came

        self._came(player, await self._database.writer.run(write), before, token)
        return token

    async def recover(
        self, player: int, code_hash: bytes, password: str, before: str | None, label: str, at: int
    ) -> str:
        """Log in by a code, which is used up, and set a new password; all other sessions are over. Gives the token.

        Raises `WrongCode`.
        """
        token = new_token()

        def write(writing: Connection) -> int | None:
            used = delete(recoveries).where(recoveries.c.player == player, recoveries.c.code_hash == code_hash)
            if writing.execute(used).rowcount != 1:
                raise WrongCode
            _set_password(writing, player, password, at)
            writing.execute(delete(sessions).where(sessions.c.player == player))
            came = _come_along(writing, player, before)
            _open_session(writing, player, token, label, at)
            return came

        self._came(player, await self._database.writer.run(write), before, token)
        return token

    def _came(self, player: int, guest: int | None, before: str | None, token: str) -> None:
        """Let go of what is known here of who has come to an account, with which token."""
        if before is not None:
            self._players.drop(before)
        if guest is not None:
            self._players.forget(guest)
            self._games.put_down(guest)
            self._games.put_down(player)
        self._players.forget(player)
        self._players.remember(token, player)

    async def log_out(self, token: str) -> None:
        """End a session."""
        mine = sessions.c.token_hash == hash_of(token)

        def write(writing: Connection) -> int | None:
            player = writing.execute(select(sessions.c.player).where(mine)).scalar()
            writing.execute(delete(sessions).where(mine))
            return player

        player = await self._database.writer.run(write)
        if player is not None:
            self._players.forget(player)

    async def sessions(self, player: int, token: str | None) -> list[Session]:
        """Where an account is logged in, the device that asks first, then by the last visit."""
        mine = b"" if token is None else hash_of(token)
        asked = (
            select(sessions)
            .where(sessions.c.player == player)
            .order_by(sessions.c.seen.desc(), sessions.c.created.desc(), sessions.c.id)
        )
        rows = await asyncio.to_thread(self._database.read, lambda reading: reading.execute(asked).all())
        found = [Session(row.id, row.label, row.created, row.seen, row.token_hash == mine) for row in rows]
        return sorted(found, key=lambda session: not session.mine)

    async def end_session(self, player: int, id: str) -> bool:
        """End one of an account's sessions; False when there is none such."""
        return await self._end(player, sessions.c.id == id) == 1

    async def end_others(self, player: int, token: str) -> int:
        """End all of an account's sessions but the one with this token; gives how many those were."""
        return await self._end(player, sessions.c.token_hash != hash_of(token))

    async def _end(self, player: int, which: Any) -> int:
        ended = delete(sessions).where(sessions.c.player == player, which)
        count = await self._database.writer.run(lambda writing: writing.execute(ended).rowcount)
        self._players.forget(player)
        return count

    async def rename(self, player: int, name: Name) -> None:
        """Give an account another name, also in lists where it shows one. Raises `NameTaken`."""

        def write(writing: Connection) -> None:
            new = update(accounts).where(accounts.c.player == player)
            try:
                writing.execute(new.values(name=name.shown, name_folded=name.folded))
            except IntegrityError:
                raise NameTaken from None
            shown = update(players).where(players.c.id == player, players.c.name.is_not(None))
            writing.execute(shown.values(name=name.shown))

        await self._database.writer.run(write)

    async def show_in_lists(self, player: int, shown: bool) -> None:
        """Have lists show the name of an account, or none."""

        def write(writing: Connection) -> None:
            name = writing.execute(select(accounts.c.name).where(accounts.c.player == player)).scalar()
            changed = update(players).where(players.c.id == player)
            writing.execute(changed.values(name=name if shown else None))

        await self._database.writer.run(write)

    async def set_password(self, player: int, password: str, token: str, at: int) -> str:
        """Set another password; the session with this token goes on under another one, all others are over."""
        fresh = new_token()

        def write(writing: Connection) -> None:
            _set_password(writing, player, password, at)
            mine = sessions.c.token_hash == hash_of(token)
            writing.execute(delete(sessions).where(sessions.c.player == player, ~mine))
            writing.execute(update(sessions).where(mine).values(token_hash=hash_of(fresh)))

        await self._database.writer.run(write)
        self._players.forget(player)
        return fresh

    async def set_codes(self, player: int, code_hashes: Sequence[bytes], at: int) -> None:
        """Keep new codes for recovery in the place of all older ones."""

        def write(writing: Connection) -> None:
            writing.execute(delete(recoveries).where(recoveries.c.player == player))
            _keep_codes(writing, player, code_hashes, at)

        await self._database.writer.run(write)

    async def codes_left(self, player: int) -> int:
        """How many codes for recovery were not used yet."""
        asked = select(func.count()).where(recoveries.c.player == player)
        return int(await asyncio.to_thread(self._database.read, lambda reading: reading.execute(asked).scalar_one()))

    async def erase(self, player: int, at: int, guest: bool = False) -> None:
        """Take away everything that is kept of a player.

        Nobody can come in as them, and nothing of theirs is listed, before anything else is done; should the rest be
        interrupted, `go_on_erasing` goes on with it. A `guest` who has an account meanwhile stays; `HasAccount` then.
        """

        def write(writing: Connection) -> None:
            if guest and lock(writing, player) and Players.has_account(writing, player):
                raise HasAccount
            leave(writing, player, at)

        await self._database.writer.run(write)
        self._players.forget(player)
        self._games.put_down(player)
        try:
            await self._take_away(player)
        except Unavailable as error:
            _log.warning("what is left of somebody who leaves is taken away later: %s", error)

    async def go_on_erasing(self) -> None:
        """Take away what is left of all who were leaving when that was interrupted. Raises `Unavailable`."""
        asked = select(leaving.c.player).order_by(leaving.c.since)
        found = await asyncio.to_thread(self._database.read, lambda reading: reading.execute(asked).scalars().all())
        for player in found:
            await self._take_away(player)

    async def _take_away(self, player: int) -> None:
        while not await self._database.writer.run(lambda writing: take_away(writing, player)):
            # Whatever waits to be written comes in between.
            self._games.put_down(player)


def _come_along(writing: Connection, player: int, before: str | None) -> int | None:
    """Give an account what the guest with a token has, and end the session with that token; gives the guest."""
    if before is None:
        return None
    writing.execute(delete(sessions).where(sessions.c.token_hash == hash_of(before)))
    guest = writing.execute(select(players.c.id).where(players.c.token_hash == hash_of(before))).scalar()
    return guest if guest is not None and merge(writing, guest, player) else None


def _open_session(writing: Connection, player: int, token: str, label: str, at: int) -> None:
    row = {"token_hash": hash_of(token), "player": player, "created": at, "seen": at // DAY, "label": label[:60]}
    writing.execute(insert(sessions).values(**row, id=secrets.token_hex(8)))
    idle = sessions.c.seen < at // DAY - IDLE_DAYS
    writing.execute(delete(sessions).where(sessions.c.player == player, idle))
    others = (
        select(sessions.c.id)
        .where(sessions.c.player == player, sessions.c.token_hash != hash_of(token))
        .order_by(sessions.c.seen.desc(), sessions.c.created.desc(), sessions.c.id)
    )
    for id in writing.execute(others).scalars().all()[MOST_SESSIONS - 1 :]:
        writing.execute(delete(sessions).where(sessions.c.id == id))


def _keep_codes(writing: Connection, player: int, code_hashes: Sequence[bytes], at: int) -> None:
    rows = [{"player": player, "code_hash": code_hash, "created": at} for code_hash in code_hashes]
    if rows:
        writing.execute(insert(recoveries), rows)


def _set_password(writing: Connection, player: int, password: str, at: int) -> None:
    mine = update(accounts).where(accounts.c.player == player)
    if writing.execute(mine.values(password=password, password_changed=at)).rowcount != 1:
        raise NoAccount
