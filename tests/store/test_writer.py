"""The one writer: what waits together is committed together, and each stands or falls by itself."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Connection, event, insert, update
from sqlalchemy.exc import IntegrityError, OperationalError

from paishan.store import Unavailable
from paishan.store.schema import players, secrets
from tests.store.shelf import Shelf, ask, tell


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


def test_what_the_database_undid_because_of_others_is_done_again(postgres_url: str) -> None:
    shelf = Shelf(postgres_url)
    tell(postgres_url, [("INSERT INTO secrets VALUES (?, ?)", (name, b"0")) for name in ("one", "two")])
    turns = threading.Barrier(2)

    def both(first: str, second: str, value: bytes) -> Callable[[Connection], int]:
        tries = 0

        def job(writing: Connection) -> int:
            nonlocal tries
            tries += 1
            for name in (first, second):
                writing.execute(update(secrets).where(secrets.c.name == name).values(value=value))
                if name == first and tries == 1:
                    # Both hold what the other one wants next.
                    turns.wait(10)
            return tries

        return job

    async def write() -> tuple[int, int]:
        return await asyncio.gather(
            shelf.database.writer.run(both("one", "two", b"1")),
            other.database.writer.run(both("two", "one", b"2")),
        )

    other = shelf.again()
    assert sorted(asyncio.run(write())) == [1, 2]
    assert shelf.database.writer.done.again + other.database.writer.done.again == 1
    ((one,), (two,)) = shelf.rows("SELECT value FROM secrets")
    assert one == two
    shelf.close()
    other.close()


def test_a_connection_lost_before_the_commit_is_made_anew_and_the_work_done_again(postgres_url: str) -> None:
    shelf = Shelf(postgres_url)
    asyncio.run(shelf.database.writer.run(add(1)))
    tries = 0

    def job(writing: Connection) -> int:
        nonlocal tries
        tries += 1
        add(2)(writing)
        if tries == 1:
            # What PostgreSQL does to every connection when it is stopped in a hurry.
            pid = writing.exec_driver_sql("SELECT pg_backend_pid()").scalar()
            ask(postgres_url, "SELECT pg_terminate_backend(?)", pid)
        add(3)(writing)
        return tries

    assert asyncio.run(shelf.database.writer.run(job)) == 2
    assert shelf.rows("SELECT id FROM players ORDER BY id") == [(1,), (2,), (3,)]
    shelf.close()


def test_a_connection_lost_in_a_batch_takes_nobodys_part_away(postgres_url: str) -> None:
    shelf = Shelf(postgres_url)
    tries = 0

    def job(writing: Connection) -> None:
        nonlocal tries
        tries += 1
        if tries == 1:
            pid = writing.exec_driver_sql("SELECT pg_backend_pid()").scalar()
            ask(postgres_url, "SELECT pg_terminate_backend(?)", pid)
        add(2)(writing)

    came = asyncio.run(written_together(shelf, add(1), job, add_and_fail(3), add(4)))
    assert came[0] == 1
    assert isinstance(came[2], LookupError)
    assert shelf.rows("SELECT id FROM players ORDER BY id") == [(1,), (2,), (4,)]
    shelf.close()


def test_a_connection_lost_in_the_commit_is_said_to_be_unavailable_and_not_tried_again(
    shelf: Shelf,
) -> None:
    tries = 0

    def job(writing: Connection) -> None:
        nonlocal tries
        tries += 1
        add(tries)(writing)

    def lose(_: Connection) -> None:
        raise OperationalError("COMMIT", {}, Exception("gone"), connection_invalidated=True)

    event.listen(shelf.database._writing, "commit", lose)
    with pytest.raises(Unavailable, match="gone"):
        asyncio.run(shelf.database.writer.run(job))
    assert tries == 1
    assert shelf.database.writer.done.failed == 1
