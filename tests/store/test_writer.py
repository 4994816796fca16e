"""The one writer: what waits together is committed together, and each stands or falls by itself."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Connection, event, insert
from sqlalchemy.exc import IntegrityError, OperationalError

from paishan.store import Unavailable
from paishan.store.schema import players
from tests.store.shelf import Shelf


def add(number: int) -> Callable[[Connection], int]:
    """A job that writes one player."""

    def job(writing: Connection) -> int:
        writing.execute(insert(players).values(id=number, token_hash=bytes([number]) * 32, created=0))
        return number

    return job


def add_and_fail(number: int) -> Callable[[Connection], int]:
    def job(writing: Connection) -> int:
        add(number)(writing)
        raise LookupError("changed its mind")

    return job


async def written_together(shelf: Shelf, *jobs: Callable[[Connection], Any]) -> list[Any]:
    """Let `jobs` wait behind a first one, so that they are committed in one transaction."""
    go_on = threading.Event()

    def hold(writing: Connection) -> None:
        assert go_on.wait(10)

    held = asyncio.create_task(shelf.database.writer.run(hold))
    await asyncio.sleep(0.01)
    waiting = [asyncio.create_task(shelf.database.writer.run(job)) for job in jobs]
    await asyncio.sleep(0.01)
    go_on.set()
    await held
    return await asyncio.gather(*waiting, return_exceptions=True)


def commits_of(shelf: Shelf) -> list[None]:
    counted: list[None] = []
    event.listen(shelf.database._writing, "commit", lambda _: counted.append(None))
    return counted


def test_what_waits_together_is_one_commit(shelf: Shelf) -> None:
    counted = commits_of(shelf)
    assert asyncio.run(written_together(shelf, *map(add, range(1, 21)))) == list(range(1, 21))
    assert len(counted) == 2
    assert shelf.rows("SELECT count(*) FROM players") == [(20,)]


def test_one_that_fails_takes_back_its_own_part_alone(shelf: Shelf) -> None:
    came = asyncio.run(written_together(shelf, add(1), add_and_fail(2), add(3), add(1), add(4)))
    assert came[0] == 1
    assert isinstance(came[1], LookupError)
    assert came[2] == 3
    assert isinstance(came[3], Unavailable)
    assert isinstance(came[3].__cause__, IntegrityError)
    assert came[4] == 4
    assert shelf.rows("SELECT id FROM players ORDER BY id") == [(1,), (3,), (4,)]


def test_one_alone_that_fails_leaves_nothing(shelf: Shelf) -> None:
    with pytest.raises(LookupError):
        asyncio.run(shelf.database.writer.run(add_and_fail(1)))
    assert shelf.rows("SELECT * FROM players") == []
    assert asyncio.run(shelf.database.writer.run(add(1))) == 1


def test_when_the_commit_fails_nobody_is_told_that_it_was_written(shelf: Shelf) -> None:
    failing = True

    def refuse(_: Connection) -> None:
        if failing:
            raise OperationalError("COMMIT", {}, Exception("disk I/O error"))

    event.listen(shelf.database._writing, "commit", refuse)

    async def write() -> list[Any]:
        tries = [shelf.database.writer.run(add(number)) for number in (1, 2, 3)]
        return await asyncio.gather(*tries, return_exceptions=True)

    assert all(isinstance(outcome, Unavailable) for outcome in asyncio.run(write()))
    assert shelf.rows("SELECT * FROM players") == []
    failing = False
    assert asyncio.run(shelf.database.writer.run(add(1))) == 1
    assert shelf.rows("SELECT id FROM players") == [(1,)]


def test_closing_writes_what_waits_and_nothing_after(shelf: Shelf) -> None:
    async def write() -> None:
        waiting = [asyncio.create_task(shelf.database.writer.run(add(number))) for number in range(1, 6)]
        await asyncio.sleep(0)
        shelf.database.writer.close()
        assert await asyncio.gather(*waiting) == [1, 2, 3, 4, 5]
        with pytest.raises(Unavailable, match="closed"):
            await shelf.database.writer.run(add(6))

    asyncio.run(write())
    assert shelf.rows("SELECT count(*) FROM players") == [(5,)]
