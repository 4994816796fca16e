"""What every command shares: JSON, files from outside, and saying what is wrong."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

__all__ = ["AsJson", "Misuse", "forgive_poor_terminals", "print_json", "printable", "reading", "saying_what_is_wrong"]

_DIRECTORY = "this is a directory; name the file in it"

AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]


class Misuse(Exception):
    """Wrong use or unreadable input: one line that says what, where and what would be right."""


def print_json(value: object) -> None:
    """Print one JSON document on one line; what is not ASCII is escaped, so that any terminal and pipe takes it."""
    print(json.dumps(value, separators=(",", ":")))


def printable(text: str) -> str:
    """Words from outside as one line that cannot steer the terminal."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in " ".join(text.split()))


def forgive_poor_terminals() -> None:
    """Let output that the terminal's encoding lacks come out as `?`, and a stream that is closed lead nowhere."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


@contextmanager
def saying_what_is_wrong() -> Iterator[None]:
    """Turn what the rooms below raise for bad input into a `Misuse`."""
    try:
        yield
    except ValueError as error:
        raise Misuse(str(error)) from None


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Turn whatever may be wrong with the file at `path` into a `Misuse` that names it."""
    try:
        yield
    except FileNotFoundError:
        what = "such file" if path.parent.is_dir() else f"directory {path.parent}"
        raise Misuse(f"{path}: there is no {what}") from None
    except FileExistsError:
        if path.is_dir():
            raise Misuse(f"{path}: {_DIRECTORY}") from None
        raise Misuse(f"{path}: this is there already; name another file, or add --force to replace it") from None
    except IsADirectoryError:
        raise Misuse(f"{path}: {_DIRECTORY}") from None
    except OSError as error:
        raise Misuse(f"{path}: {(error.strerror or str(error)).lower()}") from None
    except UnicodeDecodeError as error:
        raise Misuse(f"{path}: this is not text in UTF-8 (byte {error.start})") from None
    except ValueError as error:
        raise Misuse(f"{path}: {error}") from None
