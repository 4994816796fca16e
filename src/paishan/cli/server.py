"""`paishan play` and `paishan serve`: the game in a browser, for one person or for many."""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from paishan.cli.output import Misuse

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

    with _starting():
        run_play(port, data, browser)


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 for every one.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port to listen on.")] = 8000,
    database_url: Annotated[
        str | None,
        typer.Option(
            metavar="URL", help="Where games are kept, such as sqlite:////srv/paishan.db; as 'play', if not given."
        ),
    ] = None,
    workers: Annotated[int, typer.Option(min=1, max=256, help="How many processes.")] = 1,
) -> None:
    """Serve many players."""
    _try_to_listen(host, port)

    from paishan.web.serve import run_serve

    with _starting():
        run_serve(host, port, database_url, workers)


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


def _try_to_listen(host: str, port: int) -> None:
    """Raises `Misuse` where nothing can listen there, before a server starts that would say so in many lines."""
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except OSError:
        raise Misuse(f"serve: --host {host} is no address of this machine; 127.0.0.1 and 0.0.0.0 always are") from None
    with socket.socket(family, socket.SOCK_STREAM) as trial:
        if sys.platform != "win32":
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind(address)
            trial.listen(1)
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            raise Misuse(
                f"serve: nothing can listen on {host}, port {port}: {why}; choose others with --host or --port"
            ) from None
