"""Who may do what how often: at once, in an hour, in several processes, and how long a guess has to wait."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from paishan.store import Database, Tallies
from paishan.web.answers import Problem
from paishan.web.guard import HOUR, Guard, name_key
from paishan.web.limits import Limiter, Turns
from paishan.web.settings import Limits

HERE = "192.0.2.7"


class Clock:
    """A time that goes on when it is told to, in milliseconds; an hour begins with it."""

    def __init__(self) -> None:
        self.ms = 500_000 * HOUR

    def __call__(self) -> int:
        return self.ms

    def steady(self) -> float:
        return self.ms / 1000


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    opened = Database(f"sqlite:///{tmp_path / 'paishan.db'}")
    yield opened
    opened.close()


@pytest.fixture
def guard(database: Database, clock: Clock) -> Callable[..., Guard]:
    """A server process with these limits; all have one database."""
    return lambda **limits: Guard(Limits(**limits), Tallies(database), clock, clock.steady)


def wait_of(problem: Problem) -> int:
    """The seconds that a refusal says to wait."""
    assert problem.status == 429
    return int(dict(problem.headers)[b"retry-after"])


async def tried(guard: Guard, *attempt: str) -> int:
    """Try to log in; the seconds to wait, 0 when the try was counted."""
    try:
        await guard.attempt("login", *attempt)
    except Problem as problem:
        return wait_of(problem)
    return 0


def test_a_bucket_fills_steadily_and_what_costs_more_takes_more(clock: Clock) -> None:
    limiter = Limiter(2, 5, clock.steady)
    assert [limiter.wait("a", 4) for _ in range(3)] == [0, 0, 1]
    assert limiter.wait("b", 1000) == 0
    clock.ms += 999
    assert limiter.wait("a", 4) == pytest.approx(0.001, rel=0.01)
    clock.ms += 2
    assert limiter.wait("a", 4) == 0
    # 1,001 ms have given 2.002 of the 10.
    assert limiter.wait("b", 10) == pytest.approx((10 - 2.002) / 2)


def test_what_is_done_often_has_an_end_within_the_hour_and_begins_anew_with_the_next(
    guard: Callable[..., Guard], clock: Clock
) -> None:
    async def ask() -> None:
        one = guard(address=1000, address_hour=100)
        for _ in range(100):
            one.take("address", HERE)
        clock.ms += 600_000
        with pytest.raises(Problem) as refused:
            one.take("address", HERE)
        assert wait_of(refused.value) == 3000
        one.take("address", "192.0.2.8")
        clock.ms += 3_000_000
        one.take("address", HERE)

    asyncio.run(ask())


def test_two_processes_count_together(guard: Callable[..., Guard], database: Database) -> None:
    async def ask() -> None:
        one, other = guard(address=1000, address_hour=100), guard(address=1000, address_hour=100)
        for _ in range(60):
            one.take("address", HERE)
        await settled(one)
        granted = 0
        with pytest.raises(Problem):
            for _ in range(100):
                other.take("address", HERE)
                granted += 1
                await settled(other)
        # The first two were asked before the other process had heard of anything.
        assert granted == 40

    asyncio.run(ask())


async def settled(guard: Guard) -> None:
    """Wait until a guard has told the database what it counted."""
    if guard._telling is not None:
        await guard._telling


def test_the_database_is_told_of_one_in_fifty_and_nothing_waits_for_it(
    guard: Callable[..., Guard], database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[int] = []
    add = Tallies.add

    async def listen(self: Tallies, hits: list[object], now: int) -> list[int]:
        told.append(len(hits))
        return await add(self, hits, now)  # type: ignore[arg-type]

    monkeypatch.setattr(Tallies, "add", listen)

    async def ask() -> None:
        one = guard(player=10_000, player_hour=5000)
        for _ in range(10):
            for _ in range(100):
                one.take("player", 7)
            assert len(told) <= 10
            await settled(one)
        assert told == [1] * 10

    asyncio.run(ask())


def test_a_database_that_does_not_answer_keeps_nobody_out(guard: Callable[..., Guard], database: Database) -> None:
    async def ask() -> None:
        one = guard(address=1000, address_hour=100)
        database.close()
        for _ in range(50):
            one.take("address", HERE)
            await settled(one)

    asyncio.run(ask())


def test_after_five_failures_each_try_with_a_name_waits_twice_as_long_up_to_a_minute(
    guard: Callable[..., Guard], clock: Clock
) -> None:
    async def guess() -> None:
        one = guard()
        waits = []
        # From another address each time, as of many machines at once.
        for number in range(20):
            if wait := await tried(one, f"10.0.{number}.1", "ada"):
                waits.append(wait)
                clock.ms += 1000 * wait
        assert waits == [1, 2, 4, 8, 16, 32, 60, 60]
        assert await tried(one, HERE, "eve") == 0

    asyncio.run(guess())


def test_in_an_hour_a_name_can_be_tried_less_than_a_hundred_times(guard: Callable[..., Guard], clock: Clock) -> None:
    async def guess() -> int:
        one, made, end = guard(), 0, clock.ms + HOUR
        while clock.ms < end:
            wait = await tried(one, f"10.0.{made}.1", "ada")
            made += wait == 0
            clock.ms += 1000 * wait
        return made

    # Five at once, six within 63 seconds, and then one a minute.
    assert asyncio.run(guess()) == 5 + 6 + 58


def test_an_address_that_tries_many_names_waits_up_to_a_quarter_of_an_hour(
    guard: Callable[..., Guard], clock: Clock
) -> None:
    async def guess() -> None:
        one, made, end, longest = guard(), 0, clock.ms + HOUR, 0
        while clock.ms < end:
            wait = await tried(one, HERE, f"name-{made}")
            made += wait == 0
            longest = max(wait, longest)
            clock.ms += 1000 * wait
        assert (made, longest) == (32, 900)

    asyncio.run(guess())


def test_who_was_right_is_forgiven_and_what_the_address_tried_before_is_not(
    guard: Callable[..., Guard], clock: Clock
) -> None:
    async def enter() -> None:
        one = guard()
        for _ in range(4):
            await one.attempt("login", HERE, "ada")
        await one.attempt("login", HERE, "ada")
        await one.forgive("login", HERE, "ada")
        assert [await tried(one, HERE, "ada") for _ in range(5)] == [0, 0, 0, 0, 0]
        assert await tried(one, HERE, "ada") == 1
        # An own account does not buy guesses at others from the same address.
        made, end = 0, clock.ms + HOUR
        while clock.ms < end:
            wait = await tried(one, HERE, f"victim-{made}")
            made += wait == 0
            clock.ms += 1000 * wait
            if not await tried(one, HERE, "mallory"):
                await one.forgive("login", HERE, "mallory")
        assert made <= 32

    asyncio.run(enter())


def test_the_owners_device_does_not_wait_for_what_others_try(guard: Callable[..., Guard]) -> None:
    async def enter() -> None:
        one = guard()
        while not await tried(one, "203.0.113.9", "ada"):
            pass
        assert await tried(one, HERE, "ada") > 0
        assert [await tried(one, HERE, "ada", "token") for _ in range(10)] == [0] * 10
        assert await tried(one, HERE, "ada", "token") == 1

    asyncio.run(enter())


def test_a_refused_try_is_not_counted_so_that_the_owners_turn_comes(guard: Callable[..., Guard], clock: Clock) -> None:
    async def guess() -> None:
        one = guard()
        while not await tried(one, HERE, "ada"):
            pass
        for _ in range(500):
            assert await tried(one, "203.0.113.9", "ada") == 1
        clock.ms += 1000
        assert await tried(one, "198.51.100.1", "ada") == 0

    asyncio.run(guess())


def test_guesses_at_once_and_in_two_processes_are_all_counted(guard: Callable[..., Guard]) -> None:
    async def guess() -> list[int]:
        both = guard(), guard()
        return await asyncio.gather(*(tried(both[number % 2], f"10.0.0.{number}", "ada") for number in range(40)))

    waits = asyncio.run(guess())
    assert waits.count(0) == 5


def test_what_is_over_is_pruned_and_neither_names_nor_addresses_are_kept(
    guard: Callable[..., Guard], database: Database, clock: Clock
) -> None:
    async def guess() -> None:
        one = guard()
        await one.attempt("login", HERE, "ada")
        await one.spend("signup", HERE)
        kept = str(database.read(lambda reading: reading.exec_driver_sql("SELECT * FROM tallies").all()))
        assert "ada" not in kept
        assert HERE not in kept
        clock.ms += 2 * HOUR
        await one.spend("recover", name_key("eve"))
        assert database.read(lambda reading: reading.exec_driver_sql("SELECT count(*) FROM tallies").scalar()) == 1

    asyncio.run(guess())


def test_on_ones_own_machine_nothing_is_counted(database: Database) -> None:
    async def ask() -> None:
        own = Guard(None, Tallies(database))
        for _ in range(100):
            own.take("player", 1)
            await own.attempt("login", HERE, "ada")
        await own.forgive("login", HERE, "ada")
        assert database.read(lambda reading: reading.exec_driver_sql("SELECT count(*) FROM tallies").scalar()) == 0

    asyncio.run(ask())


def test_two_at_once_three_wait_and_the_sixth_is_sent_away() -> None:
    async def work() -> None:
        turns, go_on, begun = Turns(2, 3), asyncio.Event(), 0

        async def one() -> None:
            nonlocal begun
            async with turns.one():
                begun += 1
                await go_on.wait()

        tasks = [asyncio.create_task(one()) for _ in range(5)]
        await asyncio.sleep(0)
        assert begun == 2
        with pytest.raises(Problem) as refused:
            async with turns.one():
                pass
        assert (refused.value.status, dict(refused.value.headers)) == (503, {b"retry-after": b"2"})
        # Who goes away makes room.
        tasks[4].cancel()
        await asyncio.sleep(0)
        go_on.set()
        async with turns.one():
            assert begun >= 2
        await asyncio.gather(*tasks[:4])
        assert begun == 4

    asyncio.run(work())
