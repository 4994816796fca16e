"""Where people read: the terminal through Rich, which takes a moment to load and so stands apart."""

from __future__ import annotations

import sys
from typing import NoReturn, TextIO

from rich.console import Console

__all__ = ["terminal"]

_WIDE = 10_000


class _Terminal(Console):
    def on_broken_pipe(self) -> NoReturn:
        """Leave it to `main`, which knows the status to end with; Rich would end the process here."""
        raise BrokenPipeError


def terminal(stream: TextIO | None = None) -> Console:
    """A console on `stream`, standard output if not given: colours only on a terminal and without NO_COLOR.

    Nothing is guessed from the words printed. What is no terminal has no width, so that pipes get whole lines.
    """
    stream = sys.stdout if stream is None else stream
    width = None if stream.isatty() else _WIDE
    return _Terminal(file=stream, width=width, highlight=False, markup=False, emoji=False, soft_wrap=True)
