"""All that is said to SQLite alone. Nothing else in the store knows which database it speaks to."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, event

__all__ = ["address_of_file", "is_database", "is_in_use", "prepare", "prepare_file"]

_HEADER = b"SQLite format 3\0"


def address_of_file(file: Path) -> URL:
    """The address of the SQLite database in a file, whose path may have characters that mean something in addresses."""
    return URL.create("sqlite", database=str(file))


def is_database(file: Path) -> bool:
    """Whether `file` can be opened or made as an SQLite database: it is one, is empty, or is not there."""
    if not file.exists():
        return True
    with file.open("rb") as opened:
        start = opened.read(len(_HEADER))
    return start in (_HEADER, b"")


def prepare(engine: Engine, writes: bool) -> None:
    """Make every new connection of `engine` safe, and every transaction one that begins when it says so.

    Each commit is on the disk before it returns (`synchronous=FULL`), readers never wait for the writer (WAL), and a
    writer takes its lock at once, so that two processes queue up instead of failing half-way.
    """

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _record: Any) -> None:
        # Python's sqlite3 would begin transactions by rules of its own.
        connection.isolation_level = None
        cursor = connection.cursor()
        cursor.execute("PRAGMA busy_timeout=10000")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.execute("PRAGMA synchronous=FULL")
        if writes:
            cursor.execute("PRAGMA journal_mode=WAL")
        else:
            cursor.execute("PRAGMA query_only=ON")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def prepare_file(engine: Engine, writes: bool) -> None:
    """Make connections to a file that nobody else has and that has to stay one file: a backup, or what becomes one.

    Nothing of it is on the disk for sure until the file is told to be.
    """

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _record: Any) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        cursor.execute("PRAGMA foreign_keys=OFF")
        cursor.execute("PRAGMA synchronous=OFF")
        if not writes:
            cursor.execute("PRAGMA query_only=ON")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN")


def is_in_use(file: Path) -> bool:
    """Whether another connection to a database is open, of whichever process.

    Only the last one there is can take the journal away; so what waits in it is in the file afterwards.
    """
    with closing(sqlite3.connect(file, timeout=0)) as connection:
        try:
            [mode] = connection.execute("PRAGMA journal_mode=DELETE").fetchone()
        except sqlite3.OperationalError as error:
            if "locked" not in str(error):
                raise
            return True
    return bool(mode == "wal")
