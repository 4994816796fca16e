"""Where a database is: its address as people give it, as it is named to them, and connections to it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import URL, Engine, create_engine, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from paishan.store import postgresql, sqlite

__all__ = ["DatabaseRefused", "address", "engine", "refusing", "shown"]


class DatabaseRefused(ValueError):
    """A database that Paishan does not open: a sentence that says which, why, and what to do. Nothing was touched."""


def address(url: str | URL) -> URL:
    """An address as it is used. Raises `DatabaseRefused` for what cannot be one of ours."""
    try:
        place = make_url(url)
        if place.drivername in ("postgresql", "postgres"):
            place = place.set(drivername="postgresql+psycopg")
        backend = place.get_backend_name()
    except (ArgumentError, ValueError) as error:
        # Where there is an @ there may be a password before it.
        said = "what was given" if "@" in str(url) else repr(url)
        raise DatabaseRefused(
            f"{said} is no address of a database; one looks like sqlite:////path/to/paishan.db or postgresql://host/name"
        ) from error
    if backend not in ("sqlite", "postgresql"):
        raise DatabaseRefused(f"Paishan keeps games in SQLite or PostgreSQL, not in {backend}")
    if backend == "postgresql":
        try:
            place.get_dialect().import_dbapi()
        except ImportError as error:
            raise DatabaseRefused("PostgreSQL needs psycopg: pip install 'psycopg[binary]'") from error
    return place


def shown(place: URL) -> str:
    """A database as it may be named to people: its file, or its address without the password."""
    return str(place.database) if place.get_backend_name() == "sqlite" else place.render_as_string(hide_password=True)


def engine(place: URL, *, writes: bool, size: int) -> Engine:
    """Connections to a database, of which `size` are kept; one for writing is the only one."""
    more = 0 if writes else 3 * size
    # What was asked with which values would stand in logs, and some of it is told to nobody.
    if place.get_backend_name() == "sqlite":
        made = create_engine(place, pool_size=size, max_overflow=more, hide_parameters=True)
        sqlite.prepare(made, writes)
        return made
    made = create_engine(
        place,
        pool_size=size,
        max_overflow=more,
        hide_parameters=True,
        connect_args={name: value for name, value in postgresql.CONNECTING.items() if name not in place.query},
        # A log is read in two statements, which have to see the same.
        isolation_level="READ COMMITTED" if writes else "REPEATABLE READ",
    )
    postgresql.prepare(made, writes)
    return made


@contextmanager
def refusing(place: URL) -> Iterator[None]:
    """Turn what the database says against being opened into a `DatabaseRefused`."""
    try:
        yield
    except SQLAlchemyError as error:
        reason = " ".join(str(getattr(error, "orig", None) or error).split())
        raise DatabaseRefused(f"the database {shown(place)} cannot be opened: {reason}") from error
