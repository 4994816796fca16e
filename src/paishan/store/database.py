"""A database: looked at before it is touched, brought up to date, opened for one writer and many readers."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import TypeVar

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, inspect, make_url, text
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from paishan.store import sqlite
from paishan.store.writer import Unavailable, Writer

__all__ = ["Database", "DatabaseRefused"]

T = TypeVar("T")
_VERSION_TABLE = "paishan_version"


class DatabaseRefused(ValueError):
    """A database that Paishan does not open: a sentence that says which, why, and what to do. Nothing was touched."""


class Database:
    """An open database: one writer, and reading on other connections."""

    def __init__(self, url: str | URL) -> None:
        """Open the database at `url` (`sqlite:////path/to/file.db`, `postgresql://…`), made or brought up to date.

        Raises `DatabaseRefused` for one that is not ours, newer than this program, or out of reach.
        """
        place = _place(url)
        lite = place.get_backend_name() == "sqlite"
        if lite:
            self._make_room(place)
        shown = place.database if lite else place.render_as_string(hide_password=True)
        try:
            _look_before_touching(place, str(shown))
            # A game waits for its writer anyway: one connection, kept open, and checked before it is used again.
            self._writing = create_engine(place, pool_size=1, max_overflow=0, pool_pre_ping=not lite)
            self._reading = create_engine(place, pool_size=8, max_overflow=24, pool_pre_ping=not lite)
            if lite:
                sqlite.prepare(self._writing, writes=True)
                sqlite.prepare(self._reading, writes=False)
            _migrate(self._writing)
        except SQLAlchemyError as error:
            reason = str(getattr(error, "orig", None) or error).strip()
            raise DatabaseRefused(f"the database {shown} cannot be opened: {reason}") from error
        self.writer = Writer(self._writing)

    @staticmethod
    def _make_room(place: URL) -> None:
        if not place.database or place.database == ":memory:":
            raise DatabaseRefused(
                "a game must outlive the program, so SQLite needs a file: sqlite:////path/to/paishan.db"
            )
        file = Path(place.database)
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            if not sqlite.is_database(file):
                raise DatabaseRefused(f"{file} is not an SQLite database; choose another file")
        except OSError as error:
            raise DatabaseRefused(f"the database {file} cannot be opened: {error.strerror or error}") from error

    def read(self, query: Callable[[Connection], T]) -> T:
        """Run `query` on one consistent state of the database. Raises `Unavailable` when it does not answer."""
        try:
            with self._reading.connect() as connection:
                return query(connection)
        except SQLAlchemyError as error:
            raise Unavailable(str(error)) from error

    def close(self) -> None:
        """Write what waits and let go of the database."""
        self.writer.close()
        self._reading.dispose()
        self._writing.dispose()


def _place(url: str | URL) -> URL:
    try:
        place = make_url(url)
        if place.drivername in ("postgresql", "postgres"):
            place = place.set(drivername="postgresql+psycopg")
        backend = place.get_backend_name()
    except ArgumentError as error:
        raise DatabaseRefused(
            f"{url!r} is no address of a database; one looks like sqlite:////path/to/paishan.db or postgresql://host/name"
        ) from error
    if backend not in ("sqlite", "postgresql"):
        raise DatabaseRefused(f"Paishan keeps games in SQLite or PostgreSQL, not in {backend}")
    if backend == "postgresql":
        try:
            place.get_dialect().import_dbapi()
        except ImportError as error:
            raise DatabaseRefused("PostgreSQL needs psycopg: pip install 'psycopg[binary]'") from error
    return place


def _scripts() -> Config:
    config = Config()
    config.set_main_option("script_location", str(files("paishan.store") / "migrations").replace("%", "%%"))
    config.attributes["version_table"] = _VERSION_TABLE
    return config


def _look_before_touching(place: URL, shown: str) -> None:
    """Refuse a database that belongs to something else or to a later version of this program."""
    if place.get_backend_name() == "sqlite" and not Path(str(place.database)).exists():
        return
    engine = create_engine(place, poolclass=NullPool)
    with engine.connect() as connection:
        tables = inspect(connection).get_table_names()
        if not tables:
            return
        if _VERSION_TABLE not in tables:
            raise DatabaseRefused(f"the database {shown} belongs to another program; choose another one")
        version = connection.execute(text(f"SELECT version_num FROM {_VERSION_TABLE}")).scalar()
    known = {script.revision for script in ScriptDirectory.from_config(_scripts()).walk_revisions()}
    if version is not None and version not in known:
        raise DatabaseRefused(
            f"the database {shown} was made by a newer Paishan (version {version} of its tables; this program knows "
            f"{max(known)}); use that program, or choose another database"
        )


def _migrate(engine: Engine) -> None:
    """Bring the database up to date, in one transaction: it is done wholly or not at all."""
    config = _scripts()
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
