"""Several processes that serve one port: each started anew when it dies, all ended together.

They share the socket that listens, so that what was not accepted by one that died is answered by another. When the
process that watches over them is gone they end by themselves.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, TypeAlias

__all__ = ["Work", "watch_over"]

Work: TypeAlias = Callable[..., None]
"""What a process does: called with its number, the socket, and what else was given."""
_log = logging.getLogger(__name__)
_LOOK = 0.2
_SIGNALS = (signal.SIGTERM, signal.SIGINT)
_LASTED = 5.0
"""Seconds after which a process that dies was not just badly started."""
_LONGEST_PAUSE = 5.0


def watch_over(number: int, work: Work, listening: socket.socket, *given: Any, bound: float) -> int:
    """Keep `number` processes at work until this one is told to end; then give them `bound` seconds to finish.

    A second signal ends them at once. Gives the exit status: 0 when all of them ended by themselves.
    """
    told: list[int] = []
    for what in _SIGNALS:
        signal.signal(what, lambda sign, _: told.append(sign))
    # Forked, they have all that was read and compiled already, and the memory of it together.
    forked = sys.platform.startswith("linux")
    context: Any = multiprocessing.get_context("fork" if forked else "spawn")
    there, mine = context.Pipe(duplex=False)

    def begun(place: int) -> BaseProcess:
        inherited = mine if forked else None
        process: BaseProcess = context.Process(
            target=_begin, args=(work, place, listening, there, inherited, *given), name=f"paishan-{place}"
        )
        # Told to end before it can hear that, it would go on for ever.
        with _deaf():
            process.start()
        return process

    places = [_Place(place, begun) for place in range(number)]
    while not told:
        for place in places:
            place.look()
        wait([place.process.sentinel for place in places if place.process is not None], timeout=_LOOK)
    listening.close()
    return _end([place.process for place in places if place.process is not None], told, bound)


class _Place:
    """One of the processes, and those that came before it in its place."""

    def __init__(self, number: int, begin: Callable[[int], BaseProcess]) -> None:
        self._number = number
        self._begin = begin
        self._pause = 0.0
        self._next = 0.0
        self._begun = time.monotonic()
        self.process: BaseProcess | None = begin(number)

    def look(self) -> None:
        """Note that the process has died, and begin another one; later, if it died at once."""
        now = time.monotonic()
        if self.process is not None and self.process.exitcode is not None:
            self._pause = 0.0 if now - self._begun > _LASTED else min(_LONGEST_PAUSE, 2 * self._pause + 0.05)
            self._next = now + self._pause
            _log.warning(
                "process %d (pid %s) ended with status %s; another one takes its place",
                self._number,
                self.process.pid,
                self.process.exitcode,
            )
            self.process.close()
            self.process = None
        if self.process is None and now >= self._next:
            self._begun = now
            self.process = self._begin(self._number)


def _end(processes: list[BaseProcess], told: list[int], bound: float) -> int:
    """Tell processes to end and wait for it; end them at once after `bound` seconds, or when told once more."""
    before = len(told)
    for process in processes:
        process.terminate()
    until = time.monotonic() + bound
    while any(process.exitcode is None for process in processes):
        if len(told) > before or time.monotonic() > until:
            for process in processes:
                process.kill()
            return 1
        wait([process.sentinel for process in processes if process.exitcode is None], timeout=_LOOK)
    return int(any(process.exitcode for process in processes))


@contextmanager
def _deaf() -> Iterator[None]:
    """While signals wait, here and in what is begun."""
    if sys.platform == "win32":
        yield
        return
    signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)


def _begin(
    work: Work, place: int, listening: socket.socket, there: Connection, inherited: Connection | None, *given: Any
) -> None:
    """Work in a process of one's own, as long as the one that watches over it is there."""
    # Until it serves there is nothing to be finished.
    signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
    # Ctrl-C is heard by all processes of a terminal; the one that watches over this one says what is to be done.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
    if inherited is not None:
        inherited.close()

    def end_with_it() -> None:
        with suppress(EOFError, OSError):
            there.recv()
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=end_with_it, name="paishan-watched", daemon=True).start()
    work(place, listening, *given)
