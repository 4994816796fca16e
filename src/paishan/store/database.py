"""A database: looked at before it is touched, brought up to date, opened for one writer and many readers."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from sqlalchemy import URL, Connection, Engine, inspect, text
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from paishan.store import postgresql, sqlite
from paishan.store.backup import back_up, backup_name
from paishan.store.place import DatabaseRefused, address, engine, refusing, shown
from paishan.store.version import VERSION_TABLE, look_before_touching, newest, upgrade
from paishan.store.writer import QUICKLY, Unavailable, Writer

__all__ = ["Database"]

T = TypeVar("T")
_log = logging.getLogger(__name__)
_AWAY = 0.2
"""Seconds in which a database that could not be reached is not tried again, so that it can come up in peace."""


class Database:
    """An open database: one writer, and reading on other connections."""

    def __init__(self, url: str | URL, *, backups: Path | None = None, changes: bool = True) -> None:
        """Open the database at `url` (`sqlite:////path/to/file.db`, `postgresql://…`), made or brought up to date.

        Before its tables are changed a backup is made: in the directory `backups`, or else beside an SQLite file.
        Without `changes` it is only looked into, and has to be there and up to date.

        Raises `DatabaseRefused` for one that is not ours, newer than this program, or out of reach.
        """
        self.place = address(url)
        """Its address, with the password if it has one."""
        lite = self.place.get_backend_name() == "sqlite"
        if lite:
            _make_room(self.place, changes)
        with refusing(self.place):
            version = look_before_touching(self.place)
            if not changes and version != newest():
                raise DatabaseRefused(_not_ready(self.place, version))
            # A game waits for its writer anyway: one connection, kept open.
            self._writing = engine(self.place, writes=True, size=1)
            self._reading = engine(self.place, writes=False, size=8)
            if changes:
                _migrate(self._writing, self.place, backups)
        self._away_until = 0.0
        self.writer = Writer(self._writing)
        if not changes:
            self.writer.close()

    def read(self, query: Callable[[Connection], T]) -> T:
        """Run `query` on one consistent state of the database; a second time if the connection turns out to be lost.

        Raises `Unavailable` when it does not answer.
        """
        again = True
        begun = time.monotonic()
        while True:
            if time.monotonic() < self._away_until:
                raise Unavailable("the database was not there a moment ago")
            there = False
            try:
                with self._reading.connect() as connection:
                    there = True
                    return query(connection)
            except SQLAlchemyError as error:
                now = time.monotonic()
                late = now - begun > QUICKLY
                if not there or late:
                    self._away_until = now + _AWAY
                if not (again and not late and isinstance(error, DBAPIError) and error.connection_invalidated):
                    raise Unavailable(str(error)) from error
                again = False

    def close(self) -> None:
        """Write what waits and let go of the database."""
        self.writer.close()
        self._reading.dispose()
        self._writing.dispose()


def _make_room(place: URL, changes: bool) -> None:
    if not place.database or place.database == ":memory:":
        raise DatabaseRefused("a game must outlive the program, so SQLite needs a file: sqlite:////path/to/paishan.db")
    file = Path(place.database)
    try:
        if changes:
            file.parent.mkdir(parents=True, exist_ok=True)
        if not sqlite.is_database(file):
            raise DatabaseRefused(f"{file} is not an SQLite database; choose another file")
        if changes:
            # For its owner alone: it holds what the boards of coming days follow from.
            os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        raise DatabaseRefused(f"the database {file} cannot be opened: {error.strerror or error}") from error


def _not_ready(place: URL, version: str | None) -> str:
    if version is None:
        return f"there is no database {shown(place)}; name the one to look into"
    return (
        f"the database {shown(place)} was made by an older Paishan (version {version} of its tables; this program "
        f"knows {newest()}); 'paishan serve' or 'paishan play' brings it up to date"
    )


def _migrate(writing: Engine, place: URL, backups: Path | None) -> None:
    """Bring the database up to date, in one transaction: it is done wholly or not at all, and by one process."""
    with writing.begin() as connection:
        # On SQLite the transaction itself has begun by waiting for every other one that writes.
        if place.get_backend_name() == "postgresql":
            postgresql.take_turns(connection)
        if inspect(connection).has_table(VERSION_TABLE):
            version = connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar_one()
            if version == newest():
                return
            _keep(place, version, backups)
        upgrade(connection)


def _keep(place: URL, version: str, backups: Path | None) -> None:
    """Make a backup of a database that is about to be changed. Raises `DatabaseRefused` when that cannot be done."""
    lite = place.get_backend_name() == "sqlite"
    directory = backups or (Path(str(place.database)).parent if lite else None)
    what = f"the tables of {shown(place)} are brought from version {version} to {newest()}"
    if directory is None:
        _log.warning("%s; no backup is made, for --backup-dir does not say where", what)
        return
    file = directory / backup_name(place, f"version-{version}")
    try:
        directory.mkdir(parents=True, exist_ok=True)
        back_up(place, file)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise DatabaseRefused(
            f"no backup of the database {shown(place)} can be made in {directory} before its tables are changed: "
            f"{why}; name another directory with --backup-dir"
        ) from error
    _log.warning("%s; a backup is in %s", what, file)
