"""PostgreSQL goes away in the middle of play: nothing acknowledged is lost, nothing is done twice, and play goes on."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from paishan.store import OutOfStep, Unavailable, database, place, postgresql, writer
from tests.postgres import Postgres
from tests.store.shelf import Shelf, ask


@pytest.fixture
def frail() -> Iterator[Postgres]:
    """A server of the test's own, which may be killed. It writes as safely as PostgreSQL does by default."""
    try:
        server = Postgres({"recovery_init_sync_method": "syncfs"})
    except FileNotFoundError as error:
        pytest.skip(str(error))
    yield server
    server.close()


def test_what_was_acknowledged_outlives_postgresql_and_play_goes_on_by_itself(frail: Postgres) -> None:
    async def play() -> None:
        shelf = Shelf(frail.fresh())
        view, player = await shelf.open()
        await shelf.take(view.id, player, 0)
        frail.kill()
        with pytest.raises(Unavailable):
            await shelf.take(view.id, player, 1)
        with pytest.raises(Unavailable):
            await shelf.games.view(view.id, player)
        with pytest.raises(Unavailable):
            await shelf.games.check()
        frail.start()
        await asyncio.sleep(0.3)
        again = await shelf.take(view.id, player, 1)
        assert (again.state.left, again.state.seq) == (32, 2)
        assert (await shelf.take(view.id, player, 1)).replayed
        assert [row[1:3] for row in shelf.log()] == [(0, "key-0"), (1, "key-1")]
        shelf.close()

    asyncio.run(play())


def test_a_restart_between_two_moves_is_not_even_noticed(frail: Postgres) -> None:
    async def play() -> None:
        shelf = Shelf(frail.fresh())
        view, player = await shelf.open()
        for seq in range(3):
            assert (await shelf.take(view.id, player, seq)).state.left == 34 - 2 * seq
            frail.kill()
            frail.start()
            assert (await shelf.games.view(view.id, player)).state.seq == seq + 1
        shelf.close()

    asyncio.run(play())


def test_a_move_of_which_nobody_knows_whether_it_was_committed_is_settled_by_its_key(
    frail: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        shelf = Shelf(frail.fresh())
        view, player = await shelf.open()
        writing = shelf.database._writing
        commit = writing.dialect.do_commit

        def commit_and_lose(connection: Any) -> None:
            commit(connection)
            # It is on the disk, and the word of it is lost on the way.
            frail.kill()
            connection.cursor().execute("SELECT 1")

        with monkeypatch.context() as patch:
            patch.setattr(writing.dialect, "do_commit", commit_and_lose)
            with pytest.raises(Unavailable):
                await shelf.take(view.id, player, 0)
        frail.start()
        await asyncio.sleep(0.3)
        done = await shelf.take(view.id, player, 0)
        assert (done.replayed, done.state.seq, done.state.left) == (True, 1, 34)
        assert [row[1] for row in shelf.log()] == [0]
        shelf.close()

    asyncio.run(play())


def test_a_postgresql_that_hangs_ends_what_waits_for_it_and_is_used_again_when_it_goes_on(
    frail: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresql, "PATIENCE", 2.0)
    monkeypatch.setattr(database, "QUICKLY", 1.0)
    monkeypatch.setattr(writer, "QUICKLY", 1.0)

    async def play() -> None:
        shelf = Shelf(frail.fresh())
        games = [await shelf.open() for _ in range(20)]
        frail.pause()
        moves = [shelf.take(view.id, player, 0) for view, player in games]
        lists = [shelf.games.unfinished(player) for _, player in games]
        came = await asyncio.wait_for(asyncio.gather(*moves, *lists, return_exceptions=True), 30)
        assert {type(each) for each in came} == {Unavailable}
        frail.go_on()
        await asyncio.sleep(0.3)
        for view, player in games:
            assert (await shelf.take(view.id, player, 0)).state.seq == 1
        assert [row[1] for row in shelf.log()] == [0] * 20
        shelf.close()

    asyncio.run(play())


def test_who_may_take_long_is_not_hung_up_on(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgresql, "PATIENCE", 0.2)
    made = place.engine(place.address(postgres_url), writes=True, size=1)
    long = text("SELECT 1 FROM pg_sleep(1.5)")
    with made.begin() as connection:
        postgresql.unhurried(connection)
        assert connection.execute(long).scalar() == 1
    with pytest.raises(OperationalError), made.begin() as connection:
        connection.execute(long)
    with made.begin() as connection:
        assert connection.execute(text("SELECT 1")).scalar() == 1
    made.dispose()


def test_of_processes_that_play_the_same_move_at_once_one_is_first_and_the_others_are_told(place: str) -> None:
    async def play() -> None:
        first = Shelf(place)
        view, player = await first.open()
        shelves = [first, first.again(), first.again()]
        for seq in range(6):
            tries = [shelf.take(view.id, player, seq, f"{number}-{seq}") for number, shelf in enumerate(shelves)]
            came = await asyncio.gather(*tries, return_exceptions=True)
            late = [each for each in came if isinstance(each, OutOfStep)]
            assert len(late) == 2, came
            assert {each.view.state.seq for each in late} == {seq + 1}
        assert [row[1] for row in first.log()] == list(range(6))
        for shelf in shelves:
            assert (await shelf.games.view(view.id, player)).state.left == 24
            shelf.close()

    asyncio.run(play())


def test_processes_that_want_the_secret_of_the_days_at_once_have_the_same(place: str) -> None:
    ask_for = (
        "import asyncio, sys; from paishan.store import Database; from paishan.store.secret import daily_secret; "
        "database = Database(sys.argv[1]); print(asyncio.run(daily_secret(database)).hex()); database.close()"
    )
    Shelf(place).close()
    words = [sys.executable, "-c", ask_for, place]
    started = [subprocess.Popen(words, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    told = {process.communicate(timeout=60)[0].strip() for process in started}
    ((kept,),) = ask(place, "SELECT value FROM secrets")
    assert told == {bytes(kept).hex()}
