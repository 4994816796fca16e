"""The command line `paishan …`: words in, calls to the rooms below, words out.

Nothing is worked out here, and everything heavy is imported inside the command that needs it, so that help comes at
once. A command ends with 0 when it is done, 1 when its answer is no, and 2 with one line on standard error when it was
used wrongly or was given something unreadable.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from paishan import __version__
from paishan.cli import database, deals, games, lab, layouts, server, solve, verify
from paishan.cli.output import Misuse, forgive_poor_terminals, printable

__all__ = ["app", "main"]

_INTERRUPTED = 130
_PIPE_CLOSED = 141

# Typer does not publish the class above all its complaints about wrong use.
_UsageError: type[Exception] = typer.BadParameter.__mro__[1]

app = typer.Typer(name="paishan", add_completion=False, invoke_without_command=True, rich_markup_mode=None)
server.add_to(app)
database.add_to(app)
app.add_typer(layouts.app, name="layouts")
app.add_typer(lab.app, name="lab")
deals.add_to(app)
solve.add_to(app)
verify.add_to(app)
games.add_to(app)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"paishan {__version__}")
        raise typer.Exit


@app.callback()
def _paishan(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and end.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    """Mahjong solitaire, Mahjong Connect and Chuo Pai: to play in the browser, and to deal, solve and check here."""
    if context.invoked_subcommand is None:
        print(context.get_help())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command with the words after `paishan` (those of the process, if not given); gives its exit status."""
    forgive_poor_terminals()
    try:
        status = _run(sys.argv[1:] if arguments is None else arguments)
        sys.stdout.flush()
        return status
    except Misuse as error:
        _complain(f"paishan: {error}")
        return 2
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return _PIPE_CLOSED
    except OSError as error:
        _drop_output()
        _complain(f"paishan: {error.filename or 'standard output'}: {(error.strerror or str(error)).lower()}")
        return 2


def _drop_output() -> None:
    """Let what is still buffered go nowhere; the interpreter would complain of it once more as it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(arguments: Sequence[str]) -> int:
    """Run a command without Typer's own way of ending, which prints boxes and several lines."""
    try:
        command = typer.main.get_command(app)
        with command.make_context("paishan", list(arguments)) as context:
            command.invoke(context)
    except typer.Exit as end:
        return end.exit_code
    except typer.Abort:
        return _INTERRUPTED
    except _UsageError as error:
        _complain(_usage(error))
        return 2
    return 0


def _usage(error: Exception) -> str:
    """One line about wrong use, which names the command and where to read more."""
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "paishan"
    message = " ".join(getattr(error, "format_message", error.__str__)().split()).rstrip(".")
    return f"{path}: {message}; '{path} --help' tells what there is"


def _complain(message: str) -> None:
    print(printable(message), file=sys.stderr)
