"""`paishan backup`, `paishan restore` and `paishan check`: a database kept safe, put back, and looked through."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from paishan.cli.output import AsJson, Misuse, print_json, printable, reading

if TYPE_CHECKING:
    from sqlalchemy import URL

__all__ = ["add_to"]

DatabaseUrl = Annotated[
    str | None,
    typer.Option(metavar="URL", help="The database; $PAISHAN_DATABASE_URL or the one of 'play', if not given."),
]
Data = Annotated[
    Path | None, typer.Option(metavar="DIR", file_okay=False, help="The directory that 'play --data' was given.")
]


def add_to(app: typer.Typer) -> None:
    """Give `app` these commands."""
    app.command()(backup)
    app.command()(restore)
    app.command()(check)


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where it is written.")],
    database_url: DatabaseUrl = None,
    data: Data = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
    as_json: AsJson = False,
) -> None:
    """Copy all games into one file, safely while they are played.

    The file can be restored into SQLite and PostgreSQL alike. It is read back before it gets its name.
    """
    from paishan.store.backup import back_up

    with reading(file), _working():
        made = back_up(_place(database_url, data), file, replace=force)
    if as_json:
        print_json(
            {"ok": True, "file": str(made.file), "version": made.version, "bytes": made.bytes, "rows": dict(made.rows)}
        )
    else:
        print(printable(f"{made.file}: {_told(made.rows)}, {made.bytes:,} bytes"))


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup that 'paishan backup' has made.")],
    database_url: DatabaseUrl = None,
    data: Data = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Take the place of games that are there, after a backup of them.")
    ] = False,
    backup_dir: Annotated[
        Path | None,
        typer.Option(metavar="DIR", file_okay=False, help="Where the backup of what is replaced is written."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Make a database of a backup; no server may use it meanwhile."""
    from paishan.store.backup import restore as put_back

    with reading(file), _working():
        done = put_back(file, _place(database_url, data), replace=replace, backups=backup_dir)
    if as_json:
        replaced = None if done.replaced is None else str(done.replaced)
        print_json(
            {
                "ok": True,
                "file": str(file),
                "database": done.database,
                "version": done.version,
                "rows": dict(done.rows),
                "replaced": replaced,
            }
        )
        return
    if done.replaced is not None:
        print(printable(f"what was there before is kept in {done.replaced}"))
    print(printable(f"{done.database}: {_told(done.rows)}"))


def check(
    database_url: DatabaseUrl = None,
    data: Data = None,
    most: Annotated[int, typer.Option(min=1, max=100_000, metavar="N", help="How many faults are named.")] = 20,
    as_json: AsJson = False,
) -> None:
    """Look through a database: its rows, every game's log, every result.

    Nothing is changed, and it may be in use. The status is 1 if something does not fit.
    """
    from rich.console import Console
    from rich.progress import Progress

    from paishan.play.timing import HASTY
    from paishan.solitaire.installed import Installed
    from paishan.store import Database, Library, Unavailable
    from paishan.store.checking import check as look_through

    with _working():
        place = _place(database_url, data)
        database = Database(place, changes=False)
    beside = Installed((data or _data_dir()) / "layouts")
    try:
        with Progress(console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task("games", total=None)
            found = look_through(
                database,
                Library(database, directory=beside).by_tag,
                most,
                lambda done, all: bar.update(task, completed=done, total=all),
            )
    except Unavailable as error:
        raise Misuse(f"the database cannot be read: {' '.join(str(error).split())}") from None
    finally:
        database.close()
    if as_json:
        print_json(
            {
                "ok": found.ok,
                "database": found.database,
                "version": found.version,
                "rows": dict(found.rows),
                "games": found.games,
                "results": found.results,
                "without_layout": found.without_layout,
                "faulty": found.faulty,
                "hasty": [{"game": game, "pairs": pairs} for game, pairs in found.hasty],
                "faults": [{"kind": each.kind, "id": each.id, "reason": each.reason} for each in found.faults],
            }
        )
    else:
        for each in found.faults:
            print(printable(f"{each.kind} {each.id}: {each.reason}"))
        if found.faulty > len(found.faults):
            print(f"and {found.faulty - len(found.faults):,} more")
        for game, pairs in found.hasty:
            print(
                f"game {game}: {pairs:,} of its pairs came within {HASTY} ms of the one before, faster than hands are"
            )
        if found.without_layout:
            print(f"{found.without_layout:,} games were not looked at, because their layouts are not here")
        fits = "all fits together" if found.ok else f"{found.faulty:,} faults"
        print(printable(f"{found.database}: {_told(found.rows)}: {fits}"))
    if not found.ok:
        raise typer.Exit(1)


def _told(rows: Mapping[str, int]) -> str:
    return ", ".join(f"{rows.get(name, 0):,} {name}" for name in ("players", "games", "commands", "results"))


def _data_dir() -> Path:
    import platformdirs

    return Path(platformdirs.user_data_dir("paishan", appauthor=False))


def _place(database_url: str | None, data: Path | None) -> str | URL:
    """The database that is meant."""
    from paishan.store import address_of_file

    if database_url and data:
        raise Misuse("give either --database-url or --data, not both")
    if data is None and (url := database_url or os.environ.get("PAISHAN_DATABASE_URL")):
        return url
    return address_of_file((data or _data_dir()).resolve() / "paishan.db")


@contextmanager
def _working() -> Iterator[None]:
    """Turn what is wrong with a database or a backup, which says so itself, into a `Misuse`."""
    from paishan.store import DatabaseRefused
    from paishan.store.backup import BackupRefused

    try:
        yield
    except (DatabaseRefused, BackupRefused) as error:
        raise Misuse(str(error)) from None
