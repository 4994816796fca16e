"""Backups: a whole database in one file, made while it is played on, and counted only once it was read back.

A backup is an SQLite database with the tables of the version it was made from, whichever kind of database that was; so
one of PostgreSQL can be restored into SQLite, and the other way round. It also says how many rows every table has and
what their digest is, so that one flipped bit is found.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import (
    URL,
    Connection,
    MetaData,
    NullPool,
    Table,
    bindparam,
    create_engine,
    func,
    insert,
    inspect,
    select,
)
from sqlalchemy.exc import SQLAlchemyError

from paishan.store import postgresql, sqlite
from paishan.store.place import DatabaseRefused, address, engine, refusing, shown
from paishan.store.version import VERSION_TABLE, look_before_touching, upgrade

__all__ = ["BackupRefused", "Made", "Restored", "back_up", "backup_name", "restore"]

_CHUNK = 1_000
_DIGESTS = "paishan_backup"
_MADE = f"CREATE TABLE {_DIGESTS} (name TEXT PRIMARY KEY, rows INTEGER NOT NULL, sha256 TEXT NOT NULL)"


class BackupRefused(ValueError):
    """A backup that is not made or restored: a sentence that says what is wrong and what to do. Nothing was changed."""


@dataclass(frozen=True, slots=True)
class Made:
    """A backup."""

    file: Path
    version: str
    """Of its tables."""
    bytes: int
    rows: Mapping[str, int]
    """Of every table."""


@dataclass(frozen=True, slots=True)
class Restored:
    """What a database was made of."""

    database: str
    version: str
    """Of the backup's tables."""
    rows: Mapping[str, int]
    replaced: Path | None
    """A backup of what was there before."""


def back_up(url: str | URL, file: Path, *, replace: bool = False) -> Made:
    """Write a backup of a database, which may be in use, to `file`; one that is there is kept unless `replace`.

    It has its name only once it is whole, on the disk, and was read back. Raises `DatabaseRefused`, `BackupRefused`,
    `FileExistsError`, or another `OSError`.
    """
    place = address(url)
    with refusing(place):
        version = look_before_touching(place)
    if version is None:
        raise DatabaseRefused(f"there is no database {shown(place)}; name the one to be kept")
    if file.exists() and not replace:
        raise FileExistsError(17, "this is there already", str(file))
    with _draft(file) as draft:
        if place.get_backend_name() == "sqlite":
            _copy_file(Path(str(place.database)), draft)
        else:
            with refusing(place):
                _copy_rows_out(place, version, draft)
        with _opened(draft, writes=True) as connection:
            rows = _seal(connection)
        _checked(draft)
        _sync(draft)
        size = draft.stat().st_size
        draft.replace(file)
        _sync(file.parent)
    return Made(file, version, size, rows)


def restore(file: Path, url: str | URL, *, replace: bool = False, backups: Path | None = None) -> Restored:
    """Make a database of a backup, brought up to date. Nobody may use it meanwhile.

    One that is not empty is kept unless `replace`; then a backup of it is made first, in the directory `backups`, or
    else beside an SQLite file or the backup that is read. Raises `DatabaseRefused`, `BackupRefused` or `OSError`.
    """
    place = address(url)
    version = _checked(file)
    lite = place.get_backend_name() == "sqlite"
    if lite and place.database:
        Path(place.database).parent.mkdir(parents=True, exist_ok=True)
    with refusing(place):
        there = look_before_touching(place)
        # Who uses it is asked before how full it is: with a server at work on it nothing of this is to be done.
        _refuse_in_use(place, there)
        full = there is not None and _is_full(place)
    replaced = None
    if full:
        if not replace:
            raise BackupRefused(
                f"the database {shown(place)} is not empty; with --replace it is first backed up, and then replaced"
            )
        beside = backups or (Path(str(place.database)).parent if lite else file.parent)
        beside.mkdir(parents=True, exist_ok=True)
        replaced = beside / backup_name(place, "replaced")
        back_up(place, replaced)
    # A link stays one, and what it leads to is replaced.
    there_now = Path(str(place.database)).resolve()
    near = there_now.parent if lite else Path(tempfile.gettempdir())
    with _draft(near / f"restored-{os.getpid()}.db") as draft:
        _copy_file(file, draft)
        with _opened(draft, writes=True) as connection:
            connection.exec_driver_sql(f"DROP TABLE {_DIGESTS}")
        with _opened(draft, writes=True) as connection:
            upgrade(connection)
        with _opened(draft) as connection:
            _refuse_strange(connection, file)
            rows = {table.name: _count(connection, table) for table in _tables(connection)}
        _sync(draft)
        if lite:
            _put_in_place(draft, there_now)
        else:
            with refusing(place):
                _copy_rows_in(draft, place)
    return Restored(shown(place), version, rows, replaced)


def backup_name(place: URL, why: str) -> str:
    """What a backup is called that is made before something is done to a database."""
    name = Path(str(place.database)).name if place.database else "paishan"
    return f"{name}.{why}-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}.backup"


@contextmanager
def _draft(file: Path) -> Iterator[Path]:
    """A new file beside `file`, for its owner alone, that is gone afterwards unless it was given another name."""
    number, name = tempfile.mkstemp(prefix=f".{file.name}.", suffix=".new", dir=file.parent)
    os.close(number)
    draft = Path(name)
    try:
        yield draft
    finally:
        for end in ("", "-journal", "-wal", "-shm"):
            Path(f"{draft}{end}").unlink(missing_ok=True)


@contextmanager
def _opened(file: Path, writes: bool = False) -> Iterator[Connection]:
    """A transaction on a file that nobody else uses, and that stays one file."""
    made = create_engine(sqlite.address_of_file(file), poolclass=NullPool)
    sqlite.prepare_file(made, writes)
    with made.begin() as connection:
        yield connection


def _copy_file(source: Path, target: Path) -> None:
    """Copy an SQLite database that may be in use, as it is at one moment."""
    asked = f"file:{_quoted(source)}?mode=ro"
    with closing(sqlite3.connect(asked, uri=True, timeout=10)) as reading, closing(sqlite3.connect(target)) as writing:
        # All at once: in steps it would begin anew whenever somebody has written in between.
        reading.backup(writing, pages=-1)
        writing.execute("PRAGMA journal_mode=DELETE")


def _quoted(file: Path) -> str:
    return str(file.resolve()).replace("%", "%25").replace("?", "%3f").replace("#", "%23")


def _tables(connection: Connection) -> list[Table]:
    """A database's tables as they are, each after those that it refers to."""
    known = MetaData()
    known.reflect(connection)
    return [table for table in known.sorted_tables if table.name not in (VERSION_TABLE, _DIGESTS)]


def _count(connection: Connection, table: Table) -> int:
    return int(connection.execute(select(func.count()).select_from(table)).scalar_one())


def _rows(connection: Connection, table: Table) -> Iterator[list[dict[str, Any]]]:
    """All rows of a table, some at a time, by their keys."""
    asked = select(table).order_by(*table.primary_key.columns)
    found = connection.execution_options(yield_per=_CHUNK).execute(asked)
    for part in found.mappings().partitions():
        yield [dict(row) for row in part]


def _digest(connection: Connection, table: Table) -> tuple[int, str]:
    """How many rows a table has, and their digest."""
    number, digest = 0, hashlib.sha256(repr([column.name for column in table.columns]).encode())
    for part in _rows(connection, table):
        number += len(part)
        for row in part:
            digest.update(repr(tuple(row.values())).encode("utf-8", "surrogatepass"))
    return number, digest.hexdigest()


def _seal(connection: Connection) -> dict[str, int]:
    """Write what a file holds into the file itself; gives the number of rows of every table."""
    connection.exec_driver_sql(f"DROP TABLE IF EXISTS {_DIGESTS}")
    counted = {table.name: _digest(connection, table) for table in _tables(connection)}
    connection.exec_driver_sql(_MADE)
    for name, (number, digest) in counted.items():
        connection.exec_driver_sql(f"INSERT INTO {_DIGESTS} VALUES (?, ?, ?)", (name, number, digest))
    return {name: number for name, (number, _) in counted.items()}


def _checked(file: Path) -> str:
    """The version of a backup's tables, all of it having been read. Raises `BackupRefused` or `OSError`."""
    with file.open("rb") as opened:
        if not opened.read(16).startswith(b"SQLite format 3\0"):
            raise BackupRefused(f"{file} is no backup of Paishan; 'paishan backup FILE' makes one")
    try:
        version = look_before_touching(sqlite.address_of_file(file))
        with _opened(file) as connection:
            if not inspect(connection).has_table(_DIGESTS):
                raise BackupRefused(
                    f"{file} was not made by 'paishan backup'; if it is a database of Paishan, back it up with "
                    "--database-url first"
                )
            faults = connection.exec_driver_sql("PRAGMA integrity_check(1)").scalars().all()
            if faults != ["ok"]:
                raise BackupRefused(f"the backup {file} is damaged ({faults[0]}); take another one")
            told = {row[0]: (row[1], row[2]) for row in connection.exec_driver_sql(f"SELECT * FROM {_DIGESTS}")}
            found = {table.name: _digest(connection, table) for table in _tables(connection)}
            wrong = sorted(name for name in told.keys() | found.keys() if told.get(name) != found.get(name))
            if wrong:
                raise BackupRefused(f"the backup {file} is damaged (its table {wrong[0]}); take another one")
            if connection.exec_driver_sql("PRAGMA foreign_key_check").first() is not None:
                raise BackupRefused(f"the backup {file} is damaged (rows refer to others that are not there)")
    except DatabaseRefused as error:
        raise BackupRefused(str(error).replace("the database", "the backup", 1)) from None
    except (SQLAlchemyError, sqlite3.DatabaseError) as error:
        reason = " ".join(str(getattr(error, "orig", None) or error).split())
        raise BackupRefused(f"the backup {file} is damaged ({reason}); take another one") from None
    if version is None:
        raise BackupRefused(f"{file} is no backup of Paishan; 'paishan backup FILE' makes one")
    return version


def _refuse_strange(connection: Connection, file: Path) -> None:
    """Raise `BackupRefused` for a file that has something else in it than our tables, such as what is done by itself.

    What it says of itself is right then as well, for whoever put that in has also written the digests.
    """
    made = create_engine("sqlite://")
    with made.begin() as fresh:
        upgrade(fresh)
        wanted = _things(fresh)
    made.dispose()
    if strange := sorted(wanted ^ _things(connection)):
        what = " ".join(part for part in strange[0] if part)
        raise BackupRefused(f"the backup {file} does not have the tables of Paishan ({what}); take another one")


def _things(connection: Connection) -> set[tuple[str, str, str]]:
    """All that an SQLite database has: tables and their columns, indexes, and whatever else there is."""
    named = connection.exec_driver_sql("SELECT type, name FROM sqlite_master WHERE name NOT LIKE 'sqlite%'").all()
    return {(row.type, row.name, "") for row in named} | {
        ("column", row.name, column["name"])
        for row in named
        if row.type == "table"
        for column in inspect(connection).get_columns(row.name)
    }


def _copy_rows_out(place: URL, version: str, draft: Path) -> None:
    """Copy all rows of a PostgreSQL database, as they are at one moment, into a new file."""
    with _opened(draft, writes=True) as writing:
        upgrade(writing, version)
    reading = engine(place, writes=False, size=1)
    try:
        with reading.connect() as source, _opened(draft, writes=True) as target:
            postgresql.unhurried(source)
            _copy(source, target)
    finally:
        reading.dispose()


def _copy_rows_in(draft: Path, place: URL) -> None:
    """Put all rows of a file into a PostgreSQL database instead of what is there, in one transaction."""
    writing = engine(place, writes=True, size=1)
    try:
        with _opened(draft) as source, writing.begin() as target:
            postgresql.take_turns(target)
            if postgresql.others_at(target):
                raise BackupRefused(_in_use(place))
            for name in reversed(inspect(target).get_table_names()):
                target.exec_driver_sql(f'DROP TABLE "{name}" CASCADE')
            upgrade(target)
            _copy(source, target)
            for table in _tables(target):
                for column in table.primary_key.columns:
                    postgresql.count_on(target, table.name, column.name)
    finally:
        writing.dispose()


def _copy(source: Connection, target: Connection) -> None:
    """Copy all rows between two databases with the same tables. Raises `BackupRefused` when not all have arrived."""
    into = {table.name: table for table in _tables(target)}
    for table in _tables(source):
        there = into[table.name]
        # What refers to rows of its own table may come before them; so that is told when all are there.
        own = [key.parent.name for key in table.foreign_keys if key.column.table is table]
        referring: list[dict[str, Any]] = []
        for part in _rows(source, table):
            if own:
                keys = [column.name for column in table.primary_key.columns]
                referring += [
                    {f"b_{name}": row[name] for name in keys} | {name: row[name] for name in own}
                    for row in part
                    if any(row[name] is not None for name in own)
                ]
                part = [row | dict.fromkeys(own) for row in part]
            target.execute(insert(there), part)
        if referring:
            _tell(target, there, referring)
        if (wanted := _count(source, table)) != (found := _count(target, there)):
            raise BackupRefused(
                f"of table {table.name} only {found} of {wanted} rows have arrived; nothing was changed"
            )


def _tell(target: Connection, table: Table, referring: list[dict[str, Any]]) -> None:
    """Set what rows say of others of the same table."""
    mine = [column == bindparam(f"b_{column.name}") for column in table.primary_key.columns]
    for start in range(0, len(referring), _CHUNK):
        part = referring[start : start + _CHUNK]
        own = [name for name in part[0] if not name.startswith("b_")]
        target.execute(table.update().where(*mine).values({name: bindparam(name) for name in own}), part)


def _refuse_in_use(place: URL, version: str | None) -> None:
    """Raise `BackupRefused` when a server uses a database, as far as that can be told."""
    if version is None:
        return
    if place.get_backend_name() == "sqlite":
        used = sqlite.is_in_use(Path(str(place.database)))
    else:
        asking = create_engine(place, poolclass=NullPool)
        with asking.connect() as connection:
            used = postgresql.others_at(connection) > 0
    if used:
        raise BackupRefused(_in_use(place))


def _in_use(place: URL) -> str:
    return f"a server uses the database {shown(place)}; stop it first"


def _is_full(place: URL) -> bool:
    asking = create_engine(place, poolclass=NullPool)
    with asking.connect() as connection:
        return any(_count(connection, table) for table in _tables(connection))


def _put_in_place(draft: Path, file: Path) -> None:
    """Let a whole database take the place of an SQLite file, and leave nothing of the old one that would be read."""
    draft.replace(file)
    for end in ("-wal", "-shm", "-journal"):
        Path(f"{file}{end}").unlink(missing_ok=True)
    _sync(file.parent)


def _sync(path: Path) -> None:
    """Have a file, or the names in a directory, on the disk."""
    with suppress(PermissionError):
        number = os.open(path, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
