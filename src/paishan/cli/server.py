"""`paishan play` and `paishan serve`: the game in a browser, for one person or for many."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from paishan.cli.output import saying_what_is_wrong

__all__ = ["add_to"]


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

    with saying_what_is_wrong():
        run_play(port, data, browser)


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port to listen on.")] = 8000,
    database_url: Annotated[
        str | None, typer.Option(metavar="URL", help="Where games are kept, such as sqlite:////srv/paishan.sqlite.")
    ] = None,
    workers: Annotated[int, typer.Option(min=1, max=256, help="How many processes.")] = 1,
) -> None:
    """Serve many players."""
    from paishan.web.serve import run_serve

    with saying_what_is_wrong():
        run_serve(host, port, database_url, workers)
