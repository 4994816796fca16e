"""A disk that is full, or slow: what could not be written was never done, and play goes on when there is room."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient
from sqlalchemy import Connection, event

from paishan.store import Database, View
from paishan.web import Settings, create_app
from tests.store.shelf import Shelf
from tests.web.conftest import Client
from tests.web.test_api import WITNESS, opened, say, take

MEGABYTE = 1 << 20


@pytest.fixture
def start() -> Iterator[Callable[[Path], Client]]:
    """Start a server with its games in a file."""
    with ExitStack() as stack:
        yield lambda file: stack.enter_context(
            TestClient(create_app(Settings(database_url=f"sqlite:///{file}", limits=None)))
        )


def fill_up(client: Client) -> None:
    """Let the database of a server have no room for another page, as on a disk that is full."""
    database: Database = client.app.state.database

    async def limit() -> None:
        def job(writing: Connection) -> None:
            pages = writing.exec_driver_sql("PRAGMA page_count").scalar()
            writing.exec_driver_sql(f"PRAGMA max_page_count={pages}")

        await database.writer.run(job)

    asyncio.run(limit())


def make_room(client: Client) -> None:
    database: Database = client.app.state.database

    async def lift() -> None:
        def job(writing: Connection) -> None:
            writing.exec_driver_sql("PRAGMA max_page_count=1000000")

        await database.writer.run(job)

    asyncio.run(lift())


def play_until_refused(client: Client) -> tuple[list[dict[str, Any]], dict[str, Any], int]:
    """Play board after board until there is no room; gives the boards, the last one's number of moves included."""
    games: list[dict[str, Any]] = []
    for _ in range(2000):
        answer = client.post("/api/games", json={"code": "MJ1-L02-AAAAABW", "ruleset": "taipei"})
        if answer.status_code == 503:
            return games, answer.json(), -1
        assert answer.status_code == 201
        games.append({**answer.json(), "moves": 0})
        for seq in range(len(WITNESS) - 1):
            answer = say(client, games[-1], seq, take(seq))
            if answer.status_code == 503:
                return games, answer.json(), seq
            assert answer.status_code == 200
            games[-1]["moves"] = seq + 1
    raise AssertionError("there is always room")


def look(client: Client, game: dict[str, Any]) -> dict[str, Any]:
    state: dict[str, Any] = client.get(f"/api/games/{game['id']}").json()["state"]
    return state


def go_on(client: Client, games: list[dict[str, Any]]) -> None:
    """Every move that was answered is there, and each board is played to its end."""
    for game in games:
        state = look(client, game)
        assert state["seq"] == game["moves"]
        assert [tuple(pair) for pair in state["history"]] == [tuple(pair) for pair in WITNESS[: game["moves"]]]
        for seq in range(game["moves"], len(WITNESS)):
            assert say(client, game, seq, take(seq)).status_code == 200
        assert look(client, game)["status"] == "cleared"


def test_without_room_for_another_page_nothing_is_half_done_and_play_goes_on_with_room(
    start: Callable[[Path], Client], tmp_path: Path
) -> None:
    client = start(tmp_path / "paishan.db")
    first = opened(client)
    assert say(client, first, 0, take(0)).status_code == 200
    fill_up(client)
    games, told, _ = play_until_refused(client)
    assert told["error"].startswith("the games cannot be reached just now; nothing that was done before is lost")
    # What needs no room is answered all the while.
    assert look(client, first)["seq"] == 1
    assert client.get("/").status_code == 200
    assert client.get("/healthz").status_code == 200
    make_room(client)
    go_on(client, [{**first, "moves": 1}, *games])


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of eight megabytes."""
    if os.geteuid() != 0 or shutil.which("mount") is None:
        pytest.skip("only root can mount a small disk")
    place = tmp_path / "disk"
    place.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", place], capture_output=True).returncode:
        pytest.skip("nothing can be mounted here")
    yield place
    subprocess.run(["umount", "--lazy", place], check=True)


def test_on_a_disk_that_is_full_nothing_is_half_done_and_play_goes_on_with_room(
    start: Callable[[Path], Client], small_disk: Path
) -> None:
    client = start(small_disk / "paishan.db")
    first = opened(client)
    filler = small_disk / "filler"
    with filler.open("wb", buffering=0) as other:
        try:
            while other.write(b"x" * 4096):
                pass
        except OSError:
            pass
    games, told, _ = play_until_refused(client)
    assert told["error"].startswith("the games cannot be reached just now; nothing that was done before is lost")
    assert look(client, first)["seq"] == 0
    filler.unlink()
    go_on(client, [{**first, "moves": 0}, *games])


class SlowDisk:
    """The disk under a store, which does not end a commit before it may."""

    def __init__(self, shelf: Shelf) -> None:
        self.may_end = threading.Event()
        self.commits = 0
        event.listen(shelf.database._writing, "commit", self._commit)

    def _commit(self, _: Connection) -> None:
        self.commits += 1
        assert self.may_end.wait(30)


async def until(condition: Callable[[], bool]) -> None:
    for _ in range(1000):
        if condition():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("that does not come about")


def test_while_the_disk_hangs_moves_wait_in_order_without_a_thread_each_and_boards_are_shown(shelf: Shelf) -> None:
    async def play() -> None:
        tables: list[tuple[View, int]] = [await shelf.open() for _ in range(40)]
        waiting_one, its_player = tables[0]
        disk = SlowDisk(shelf)
        before = threading.active_count()
        moves = [asyncio.create_task(shelf.take(waiting_one.id, its_player, 0))]
        await until(lambda: disk.commits == 1)
        # Everybody else takes three pairs, each sent before the one before it is answered.
        for view, player in tables[1:31]:
            moves += [asyncio.create_task(shelf.take(view.id, player, seq)) for seq in range(3)]
        await until(lambda: shelf.database.writer.waiting == 30)
        assert not any(move.done() for move in moves)
        assert threading.active_count() <= before + min(32, (os.cpu_count() or 1) + 4)
        # Boards whose players do not move are shown meanwhile, and lists too.
        for view, player in tables[31:]:
            shown = await asyncio.wait_for(shelf.games.view(view.id, player), 10)
            assert shown.state.seq == 0
            assert len(await asyncio.wait_for(shelf.games.unfinished(player), 10)) == 1
        assert shelf.log() == []
        disk.may_end.set()
        done = await asyncio.wait_for(asyncio.gather(*moves), 60)
        assert [each.state.seq for each in done] == [1] + [1, 2, 3] * 30
        for view, _ in tables[1:31]:
            assert shelf.rows("SELECT seq, key FROM commands WHERE game = ? ORDER BY seq", view.id) == [
                (0, "key-0"),
                (1, "key-1"),
                (2, "key-2"),
            ]
        # Thirty first moves in one commit, thirty second ones, thirty third ones, as far as they came together.
        assert disk.commits <= 1 + 90

    asyncio.run(play())


def test_who_gives_up_waiting_for_a_slow_disk_finds_the_move_done_and_does_it_once(shelf: Shelf) -> None:
    async def play() -> None:
        view, player = await shelf.open()
        disk = SlowDisk(shelf)
        first = asyncio.create_task(shelf.take(view.id, player, 0))
        await until(lambda: disk.commits == 1)
        first.cancel()
        again = asyncio.create_task(shelf.take(view.id, player, 0))
        await asyncio.sleep(0)
        disk.may_end.set()
        done = await asyncio.wait_for(again, 30)
        assert done.state.seq == 1
        assert [row[1:3] for row in shelf.log()] == [(0, "key-0")]

    asyncio.run(play())
