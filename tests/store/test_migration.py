"""A database of the version before results: its games go on, and those that ended have their results."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from paishan.play.messages import Status
from paishan.store import Lists, Total
from paishan.store.players import hash_of
from paishan.store.results import judge
from tests.store.shelf import CODE, WITNESS, Shelf, database_of_version


def take(number: int) -> str:
    return f'{{"type":"take","a":{WITNESS[number].a},"b":{WITNESS[number].b}}}'


HINT = ('{"type":"hint"}', f"[{WITNESS[0].a},{WITNESS[0].b}]")
Log: TypeAlias = list[tuple[str, str | None]]
WON: Log = [HINT, (take(0), None), ('{"type":"undo"}', None), *((take(number), None) for number in range(18))]
GIVEN_UP: Log = [(take(0), None), ('{"type":"give-up"}', None)]
LEFT: Log = [(take(0), None), (take(1), None)]
GAMES: list[tuple[str, Log, int, str, int | None]] = [
    ("won", WON, 0, "cleared", None),
    ("given-up", GIVEN_UP, 34, "given-up", None),
    ("left", LEFT, 32, "playing", 9_000),
    ("looked-at", [], 36, "playing", 9_500),
    ("going-on", LEFT[:1], 34, "playing", None),
]
"""Name, log, tiles left, status and when it was put away, of every game in the old database."""


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A database as version 0002 left it, with one player."""
    file = tmp_path / "paishan.db"
    database_of_version("0002", file)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("INSERT INTO players VALUES (1, ?, 5)", (hash_of("token"),))
        for number, (name, log, left, status, put_away) in enumerate(GAMES):
            id, opened = name.ljust(22, "x"), 1_000 * (number + 1)
            connection.execute(
                "INSERT INTO games VALUES (?, 1, ?, 'first-steps', 'taipei', NULL, ?, ?, NULL, ?, ?, ?, ?, ?)",
                (id, str(CODE), opened, put_away, len(log), left, status, 100 * len(log), opened + 100 * len(log)),
            )
            connection.executemany(
                "INSERT INTO commands VALUES (?, ?, ?, ?, ?, ?)",
                [(id, seq, f"k{seq}", opened + 100 * (seq + 1), *line) for seq, line in enumerate(log)],
            )
    return file


def test_older_games_become_games_of_solitaire_and_those_that_ended_have_results(old: Path) -> None:
    shelf = Shelf(old)
    said: list[tuple[Any, ...]] = shelf.rows(
        "SELECT game, player, family, layout, ruleset, version, occasion, outcome, played, score, stars, hints, undos, "
        "shuffles, restarts, rewinds, ranked, judged, finished FROM results ORDER BY finished"
    )
    same = (1, "solitaire", "first-steps", "taipei", 1, "")
    assert said == [
        ("given-up".ljust(22, "x"), *same, "lost", 200, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2_200),
        ("won".ljust(22, "x"), *same, "won", 2_100, 0, 0, 1, 1, 0, 0, 0, 0, 0, 3_100),
    ]
    assert set(shelf.rows("SELECT family, occasion, newcomer, ranked, zone, version FROM games")) == {
        ("solitaire", "", 0, 0, None, 1)
    }
    begun = dict(shelf.rows("SELECT id, begun FROM games"))
    assert {name: begun[name.ljust(22, "x")] for name, *_ in GAMES} == {
        "won": 1,
        "given-up": 1,
        "left": 1,
        "looked-at": 0,
        "going-on": 1,
    }
    shelf.close()


def test_older_games_are_played_on_and_counted(old: Path) -> None:
    async def play() -> None:
        shelf = Shelf(old)
        player = await shelf.games.player("token")
        for name, log, left, status, _ in GAMES:
            state = (await shelf.games.view(name.ljust(22, "x"), player)).state
            assert (state.seq, state.left, state.status) == (len(log), left, Status(status))
        going_on = "going-on".ljust(22, "x")
        assert [game.id for game in await shelf.games.unfinished(player)] == [going_on]
        for seq in range(1, 18):
            await shelf.take(going_on, player or 0, seq)
        lists = Lists(shelf.database, shelf.games._layout_of)
        # The game that went on after long took three minutes, the longest thought, and what it had taken before.
        expected = Total(played=4, won=2, streak=1, longest=1, hints=1, ms=2_100 + 200 + 200 + 180_100)
        assert (await lists.statistics(player)).total == expected
        shelf.close()

    asyncio.run(play())


def test_what_the_migration_counted_is_what_the_log_comes_to(old: Path) -> None:
    async def play() -> None:
        shelf = Shelf(old)
        await judge(shelf.database, [name.ljust(22, "x") for name, *_ in GAMES], shelf.games._layout_of)
        assert set(shelf.rows("SELECT game, judged FROM results")) == {
            ("won".ljust(22, "x"), 1),
            ("given-up".ljust(22, "x"), 1),
        }
        shelf.close()

    asyncio.run(play())
