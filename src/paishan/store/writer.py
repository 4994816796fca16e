"""One writer: a thread that takes all that wants to be written and commits what waits together.

A commit waits for the disk, and while it waits others queue up; they share the next one. Should one of them fail, all
is taken back and done again with a savepoint for each, so that it takes back its own part alone. What the database
undid without having committed it (a deadlock between processes, a connection that was lost) is done again as well.
Nothing is reported as written before the commit has returned.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

__all__ = ["QUICKLY", "SIZES", "Batches", "Unavailable", "Writer"]

T = TypeVar("T")
_MOST = 100
_TRIES = 4
QUICKLY = 2.0
"""Seconds within which a connection turns out to be lost. What took longer hung, and is not tried once more."""
_LAST_WORDS = 10
"""Seconds that closing waits for a database that does not answer."""
_STATES = ("40001", "40P01")
"""PostgreSQL's words for: nothing was kept of this transaction, and the next try may well succeed."""
SIZES = (1, 2, 4, 8, 16, 32, 64, 100)
"""Into which sizes commits are sorted when they are counted: so many jobs or fewer."""
_Job: TypeAlias = Callable[[Connection], Any]
_Outcome: TypeAlias = tuple[Any, BaseException | None]
_Waiting: TypeAlias = tuple[_Job, asyncio.AbstractEventLoop, asyncio.Future[Any]]


class Unavailable(Exception):
    """The database does not answer, or cannot write now.

    Of what was asked nothing has been done, or the connection was lost while it was committed, and it may have been.
    """


@dataclass(slots=True)
class Batches:
    """What a writer has done up to now."""

    jobs: int = 0
    commits: int = 0
    again: int = 0
    """How often a transaction was done again."""
    failed: int = 0
    """How many jobs were told that the database does not answer."""
    sizes: list[int] = field(default_factory=lambda: [0] * len(SIZES))
    """Commits by how many jobs they had, as `SIZES` sorts them."""


class Writer:
    """The only thing that writes to the database in this process."""

    def __init__(self, engine: Engine) -> None:
        self.done = Batches()
        self._engine = engine
        self._queue: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self._closed = False
        self._thread = threading.Thread(target=self._work, name="paishan-writer", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        """How many jobs wait to be begun."""
        return self._queue.qsize()

    async def run(self, job: Callable[[Connection], T]) -> T:
        """Run `job` in a transaction and give what it returns once that is on the disk.

        The job may be run several times, until one of them is committed; so it must change nothing but the database.
        What it raises is raised here, and nothing of it is kept; `Unavailable` when the database failed.
        """
        if self._closed:
            raise Unavailable("the database is closed")
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._queue.put((job, loop, future))
        return await future

    def close(self) -> None:
        """Write what waits, then stop; not for ever when the database does not answer."""
        if not self._closed:
            self._closed = True
            self._queue.put(None)
            self._thread.join(_LAST_WORDS)

    def _work(self) -> None:
        stop = False
        while not stop:
            jobs: list[_Waiting] = []
            waiting = self._queue.get()
            while True:
                if waiting is None:
                    stop = True
                    break
                jobs.append(waiting)
                if len(jobs) == _MOST:
                    break
                try:
                    waiting = self._queue.get_nowait()
                except queue.Empty:
                    break
            if jobs:
                self._commit(jobs)

    def _commit(self, jobs: list[_Waiting]) -> None:
        """Run `jobs` in one transaction, commit it, and only then tell each how it went."""
        outcomes = self._outcomes([job for job, _, _ in jobs])
        self.done.failed += sum(isinstance(failure, Unavailable) for _, failure in outcomes)
        for (_, loop, future), (result, failure) in zip(jobs, outcomes, strict=True):
            # The loop is gone when the server was stopped while this was being written.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(_settle, future, result, failure)

    def _outcomes(self, jobs: list[_Job]) -> list[_Outcome]:
        apart = False
        tries = 0
        while True:
            try:
                outcomes = self._transaction(jobs, apart)
            except _Failed as failed:
                if failed.again and tries < _TRIES:
                    tries += 1
                elif failed.by_a_job and not apart and len(jobs) > 1:
                    apart = True
                else:
                    return [(None, _translated(failed.error))] * len(jobs)
                self.done.again += 1
                continue
            self.done.commits += 1
            self.done.jobs += len(jobs)
            self.done.sizes[next(n for n, size in enumerate(SIZES) if len(jobs) <= size)] += 1
            return outcomes

    def _transaction(self, jobs: list[_Job], apart: bool) -> list[_Outcome]:
        """Run jobs in one transaction, each with a savepoint if `apart`. Raises `_Failed`."""
        by_a_job = committing = False
        begun = time.monotonic()
        try:
            with self._engine.connect() as connection, connection.begin():
                by_a_job = True
                if apart:
                    outcomes = [_attempt(job, connection) for job in jobs]
                else:
                    outcomes = [(job(connection), None) for job in jobs]
                by_a_job, committing = False, True
            return outcomes
        except Exception as error:
            # When the connection is lost during the commit nobody knows what became of it.
            again = _lost(error) and not committing and time.monotonic() - begun < QUICKLY
            raise _Failed(error, _undone(error) or again, by_a_job and not _lost(error)) from error


class _Failed(Exception):
    """A transaction that was not committed, or of which that is not known."""

    def __init__(self, error: Exception, again: bool, by_a_job: bool) -> None:
        self.error = error
        self.again = again
        """Whether it is known that nothing was kept, and the next try may succeed."""
        self.by_a_job = by_a_job


def _undone(error: BaseException) -> bool:
    """Whether the database itself took a transaction back, wholly, because of what others did meanwhile."""
    return isinstance(error, DBAPIError) and getattr(error.orig, "sqlstate", None) in _STATES


def _lost(error: BaseException) -> bool:
    return isinstance(error, DBAPIError) and error.connection_invalidated


def _attempt(job: _Job, connection: Connection) -> _Outcome:
    """Run one job of several, within a savepoint of its own."""
    # As text, because SQLAlchemy would compile its own savepoints anew each time.
    connection.exec_driver_sql("SAVEPOINT job")
    try:
        result = job(connection)
    except Exception as error:
        if _undone(error) or _lost(error):
            raise
        connection.exec_driver_sql("ROLLBACK TO SAVEPOINT job")
        connection.exec_driver_sql("RELEASE SAVEPOINT job")
        return None, _translated(error)
    connection.exec_driver_sql("RELEASE SAVEPOINT job")
    return result, None


def _translated(error: Exception) -> Exception:
    if not isinstance(error, SQLAlchemyError):
        return error
    unavailable = Unavailable(str(error))
    unavailable.__cause__ = error
    return unavailable


def _settle(future: asyncio.Future[Any], result: Any, failure: BaseException | None) -> None:
    if future.done():
        return
    if failure is None:
        future.set_result(result)
    else:
        future.set_exception(failure)
