"""`paishan play` and `paishan serve`: the game in a browser, for one person or for many."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated

import typer

from paishan.cli.output import Misuse

__all__ = ["add_to"]


class Log(Enum):
    """What a server for many notes."""

    ERRORS = "errors"
    WARNINGS = "warnings"
    REQUESTS = "requests"


def add_to(app: typer.Typer) -> None:
    """Give `app` these commands."""
    app.command()(play)
    app.command()(serve)


def play(
    port: Annotated[int | None, typer.Option(min=1, max=65535, help="Listen here; a free port, if not given.")] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the browser.")] = True,
    data: Annotated[
        Path | None,
        typer.Option(metavar="DIR", file_okay=False, help="Keep the games here; under the user's data, if not given."),
    ] = None,
) -> None:
    """Play: start the server for one person and open the browser."""
    from paishan.web.serve import run_play

    with _starting():
        run_play(port, data, browser)


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 for every one.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port to listen on.")] = 8000,
    database_url: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="Where games are kept, such as sqlite:////srv/paishan.db; $PAISHAN_DATABASE_URL or as 'play', if not "
            "given.",
        ),
    ] = None,
    workers: Annotated[int, typer.Option(min=1, max=256, help="How many processes.")] = 1,
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="A proxy that is believed about who asks; may be given several times."),
    ] = None,
    log: Annotated[Log, typer.Option(help="What is noted on standard error, a line of JSON each.")] = Log.WARNINGS,
    drain: Annotated[
        float, typer.Option(min=0, max=3600, metavar="SECONDS", help="Go on so long after being told to end.")
    ] = 0,
    backup_dir: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            file_okay=False,
            help="Where a backup is made before a database is brought up to date.",
        ),
    ] = None,
) -> None:
    """Serve many players."""
    from paishan.web.serve import PortRefused, Serving, run_serve

    serving = Serving(
        host=host,
        port=port,
        workers=workers,
        log=log.value,
        drain=drain,
        trusted=frozenset(map(_address, trusted_proxy or ())),
        backups=backup_dir,
    )
    try:
        with _starting():
            status = run_serve(serving, database_url)
    except PortRefused as error:
        raise Misuse(f"serve: {error}") from None
    if status:
        raise typer.Exit(status)


def _address(said: str) -> str:
    """The address of a proxy in the one form that it is compared in."""
    if said == "unix":
        return said
    try:
        return str(ip_address(said))
    except ValueError:
        raise Misuse(f"serve: --trusted-proxy {said} is no address, such as 127.0.0.1 or 2001:db8::7") from None


@contextmanager
def _starting() -> Iterator[None]:
    """Turn what keeps a server from starting into a `Misuse`."""
    try:
        yield
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        raise Misuse(f"cannot start: {where}{(error.strerror or str(error)).lower()}") from None
    except ValueError as error:
        raise Misuse(f"cannot start: {error}") from None
