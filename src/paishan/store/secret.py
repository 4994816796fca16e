"""What a server keeps to itself, such as the secret of the days' boards: one for all its processes, told to nobody."""

from __future__ import annotations

import secrets as random

from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from paishan.store.database import Database
from paishan.store.schema import secrets

__all__ = ["daily_secret", "kept_secret"]

_NAME = "daily"
_BYTES = 32


class _MadeMeanwhile(Exception):
    """Another process was first."""


async def daily_secret(database: Database) -> bytes:
    """The secret from which the boards of the days follow."""
    return await kept_secret(database, _NAME)


async def kept_secret(database: Database, name: str) -> bytes:
    """The secret of this name kept in the database, made when it is asked for the first time."""

    def write(writing: Connection) -> bytes:
        kept: bytes | None = writing.execute(select(secrets.c.value).where(secrets.c.name == name)).scalar()
        if kept is None:
            kept = random.token_bytes(_BYTES)
            try:
                writing.execute(insert(secrets).values(name=name, value=kept))
            except IntegrityError:
                raise _MadeMeanwhile from None
        return kept

    try:
        return await database.writer.run(write)
    except _MadeMeanwhile:
        return await database.writer.run(write)
