"""Counts that processes share, in each kind of database."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
from sqlalchemy import text

from paishan.store import Database, Hit, Spend, Tallies

NOW = 1_000_000
_NUMBER = text("SELECT count(*) FROM tallies")
HOUR = 3_600_000


@pytest.fixture
def processes(place: str) -> Iterator[tuple[Tallies, Tallies]]:
    """Two server processes with one database."""
    both = Database(place), Database(place)
    yield Tallies(both[0]), Tallies(both[1])
    for each in both:
        each.close()


def hit(key: str, times: int = 1) -> Hit:
    return Hit(key, 0, HOUR, times)


def test_what_both_count_is_added_up(processes: tuple[Tallies, Tallies]) -> None:
    one, other = processes

    async def count() -> None:
        assert await one.add([hit("a", 5), hit("b", 2)], NOW) == [5, 2]
        assert await other.add([hit("b"), hit("a", 3)], NOW) == [3, 8]
        assert await one.add([Hit("a", HOUR, 2 * HOUR, 1)], NOW) == [1]

    asyncio.run(count())


def test_of_tries_at_once_as_many_are_counted_as_may_be(processes: tuple[Tallies, Tallies]) -> None:
    async def spend() -> None:
        def tries(number: int) -> list[Spend]:
            return [Spend(hit("name"), lambda count: 60_000 if count >= 5 else 0), Spend(hit(f"{number}"), lambda _: 0)]

        waits = await asyncio.gather(*(processes[number % 2].spend(tries(number), NOW) for number in range(24)))
        assert sorted(waits) == [0] * 5 + [60_000] * 19
        assert await processes[0].spend(tries(99), NOW + 59_999) == 1
        assert await processes[1].spend(tries(99), NOW + 60_000) == 0
        # Whoever had to wait was not counted, neither with the name nor by themselves.
        counted = await processes[0].add([hit("name", 0), *(hit(f"{number}", 0) for number in range(24))], NOW)
        assert counted[0] == 6
        assert sum(counted[1:]) == 5

    asyncio.run(spend())


def test_what_is_forgiven_is_forgotten_or_taken_back(processes: tuple[Tallies, Tallies]) -> None:
    one, other = processes

    async def forgive() -> None:
        await one.add([hit("name", 4), hit("address", 7)], NOW)
        await other.forgive([hit("name")], [hit("address")])
        assert await one.add([hit("name", 0), hit("address", 0)], NOW) == [0, 6]

    asyncio.run(forgive())


def test_what_is_over_goes(processes: tuple[Tallies, Tallies]) -> None:
    one, other = processes

    async def count() -> None:
        await one.add([hit("a"), Hit("b", 0, 10 * HOUR, 1)], NOW)
        assert await other.add([hit("a", 0), hit("b", 0)], HOUR + 1) == [0, 1]

    asyncio.run(count())


def test_what_is_over_goes_in_pieces(processes: tuple[Tallies, Tallies]) -> None:
    one, other = processes

    async def left() -> int:
        return int(await asyncio.to_thread(one._database.read, lambda reading: reading.execute(_NUMBER).scalar_one()))

    async def count() -> None:
        await one.add([hit(f"{number}") for number in range(2_500)], NOW)
        for now, expected in ((0, 1_500), (50, 1_500), (100, 500), (200, 0)):
            await other.add([Hit("new", HOUR, 2 * HOUR, 1)], HOUR + 1 + now)
            assert await left() == expected + 1

    asyncio.run(count())
