"""The secret from which the boards of the days follow: one for all processes of a server, told to nobody."""

from __future__ import annotations

import secrets as random

from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from paishan.store.database import Database
from paishan.store.schema import secrets

__all__ = ["daily_secret"]

_NAME = "daily"
_BYTES = 32


class _MadeMeanwhile(Exception):
    """Another process was first."""


async def daily_secret(database: Database) -> bytes:
    """The secret kept in the database, made when it is asked for the first time."""

    def write(writing: Connection) -> bytes:
        kept: bytes | None = writing.execute(select(secrets.c.value).where(secrets.c.name == _NAME)).scalar()
        if kept is None:
            kept = random.token_bytes(_BYTES)
            try:
                writing.execute(insert(secrets).values(name=_NAME, value=kept))
            except IntegrityError:
                raise _MadeMeanwhile from None
        return kept

    try:
        return await database.writer.run(write)
    except _MadeMeanwhile:
        return await database.writer.run(write)
