"""The secret from which the boards of the days follow: one for all processes of a server, told to nobody."""

from __future__ import annotations

import secrets as random

from sqlalchemy import Connection, insert, select

from paishan.store.database import Database
from paishan.store.schema import secrets

__all__ = ["daily_secret"]

_NAME = "daily"
_BYTES = 32


async def daily_secret(database: Database) -> bytes:
    """The secret kept in the database, made when it is asked for the first time."""

    def write(writing: Connection) -> bytes:
        kept: bytes | None = writing.execute(select(secrets.c.value).where(secrets.c.name == _NAME)).scalar()
        if kept is None:
            kept = random.token_bytes(_BYTES)
            writing.execute(insert(secrets).values(name=_NAME, value=kept))
        return kept

    return await database.writer.run(write)
