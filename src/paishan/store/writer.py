"""One writer: a thread that takes all that wants to be written and commits what waits together.

A commit waits for the disk, and while it waits others queue up; they share the next one. Each has its own savepoint, so
that one which fails takes back its own part alone. Nothing is reported as written before the commit has returned.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeAlias, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

__all__ = ["Unavailable", "Writer"]

T = TypeVar("T")
_MOST = 100
_Waiting: TypeAlias = tuple[Callable[[Connection], Any], asyncio.AbstractEventLoop, asyncio.Future[Any]]


class Unavailable(Exception):
    """The database does not answer, or cannot write now. Nothing of what was asked has been done."""


class Writer:
    """The only thing that writes to the database in this process."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._queue: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self._closed = False
        self._thread = threading.Thread(target=self._work, name="paishan-writer", daemon=True)
        self._thread.start()

    async def run(self, job: Callable[[Connection], T]) -> T:
        """Run `job` in a transaction and give what it returns once that is on the disk.

        What `job` raises is raised here, and nothing of it is kept; `Unavailable` when the database failed.
        """
        if self._closed:
            raise Unavailable("the database is closed")
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._queue.put((job, loop, future))
        return await future

    def close(self) -> None:
        """Write what waits, then stop."""
        if not self._closed:
            self._closed = True
            self._queue.put(None)
            self._thread.join()

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
        outcomes: list[tuple[Any, BaseException | None]] = []
        try:
            with self._engine.connect() as connection, connection.begin():
                if len(jobs) == 1:
                    outcomes.append((jobs[0][0](connection), None))
                else:
                    outcomes += [_attempt(job, connection) for job, _, _ in jobs]
        except Exception as error:
            outcomes = [(None, _translated(error))] * len(jobs)
        for (_, loop, future), (result, failure) in zip(jobs, outcomes, strict=True):
            # The loop is gone when the server was stopped while this was being written.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(_settle, future, result, failure)


def _attempt(job: Callable[[Connection], Any], connection: Connection) -> tuple[Any, BaseException | None]:
    """Run one job of several, within a savepoint of its own."""
    # As text, because SQLAlchemy would compile its own savepoints anew each time.
    connection.exec_driver_sql("SAVEPOINT job")
    try:
        result = job(connection)
    except Exception as error:
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
