"""Older databases: brought up to date once, after a backup; their games go on, and those that ended have results."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from paishan.play.messages import Status
from paishan.solitaire.layout import Layout
from paishan.store import Database, DatabaseRefused, Library, Lists, Total
from paishan.store.backup import restore
from paishan.store.checking import check
from paishan.store.players import hash_of
from paishan.store.results import judge
from paishan.store.schema import metadata
from paishan.store.version import VERSION_TABLE, _scripts, newest
from tests.play.tables import FIRST_STEPS, TO_THE_LOCK
from tests.store.shelf import CODE, WITNESS, Shelf, ask, database_of_version, tell

OLDER = sorted(script.revision for script in ScriptDirectory.from_config(_scripts()).walk_revisions())[:-1]
"""All versions but the newest."""


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


def old_rows() -> Iterator[tuple[str, Sequence[Any]]]:
    """What the first two versions kept of one player and those games."""
    yield "INSERT INTO players VALUES (1, ?, 5)", (hash_of("token"),)
    for number, (name, log, left, status, put_away) in enumerate(GAMES):
        id, opened = name.ljust(22, "x"), 1_000 * (number + 1)
        yield (
            "INSERT INTO games VALUES (?, 1, ?, 'first-steps', 'taipei', NULL, ?, ?, NULL, ?, ?, ?, ?, ?)",
            (id, str(CODE), opened, put_away, len(log), left, status, 100 * len(log), opened + 100 * len(log)),
        )
        for seq, line in enumerate(log):
            row = (id, seq, f"k{seq}", opened + 100 * (seq + 1), *line)
            yield "INSERT INTO commands VALUES (?, ?, ?, ?, ?, ?)", row


@pytest.fixture
def old(place: str) -> str:
    """A database as version 0002 left it, with one player."""
    database_of_version("0002", place)
    tell(place, list(old_rows()))
    return place


@pytest.mark.parametrize("version", OLDER)
def test_a_database_of_every_older_version_gets_the_tables_of_today_and_keeps_its_rows(
    place: str, version: str
) -> None:
    database_of_version("0001", place)
    tell(place, list(old_rows()))
    database_of_version(version, place)
    database = Database(place)
    with database._reading.connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
        assert compare_metadata(context, metadata) == []
        assert context.get_current_revision() == newest()
    database.close()
    counted = [ask(place, f"SELECT count(*) FROM {table}") for table in ("players", "games", "commands", "results")]
    assert counted == [[(1,)], [(5,)], [(26,)], [(2,)]]


def test_before_its_tables_are_changed_a_backup_is_made_once_and_can_be_restored(
    old: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    backups = tmp_path / "backups"
    for _ in range(2):
        Database(old, backups=backups).close()
    (backup,) = backups.iterdir()
    assert ".version-0002-" in backup.name
    assert f"are brought from version 0002 to {newest()}; a backup is in {backup}" in caplog.text
    restored = f"sqlite:///{tmp_path}/restored.db"
    restore(backup, restored)
    assert ask(restored, "SELECT count(*) FROM games") == [(5,)]


def test_without_a_directory_a_backup_lies_beside_the_file_and_of_postgresql_none_is_made(
    old: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    Database(old).close()
    made = [path.name for path in tmp_path.iterdir() if path.name.startswith("paishan.db.version-0002-")]
    assert len(made) == int(old.startswith("sqlite"))
    assert ("no backup is made, for --backup-dir does not say where" in caplog.text) == (not made)


def test_where_no_backup_can_be_made_nothing_is_changed(old: str, tmp_path: Path) -> None:
    (tmp_path / "backups").write_text("in the way")
    with pytest.raises(DatabaseRefused, match=r"no backup of the database .* name another directory with --backup-dir"):
        Database(old, backups=tmp_path / "backups")
    assert ask(old, "SELECT version_num FROM paishan_version") == [("0002",)]


def test_several_processes_that_start_at_once_bring_it_up_to_date_once(old: str, tmp_path: Path) -> None:
    start = (
        "import sys; from pathlib import Path; from paishan.store import Database; "
        "Database(sys.argv[1], backups=Path(sys.argv[2])).close()"
    )
    words = [sys.executable, "-c", start, old, str(tmp_path / "backups")]
    started = [subprocess.Popen(words, stderr=subprocess.PIPE, text=True) for _ in range(3)]
    said = [process.communicate(timeout=60)[1] for process in started]
    assert [process.returncode for process in started] == [0, 0, 0], said
    assert len(list((tmp_path / "backups").iterdir())) == 1
    assert ask(old, "SELECT count(*) FROM results") == [(2,)]


def test_older_games_become_games_of_solitaire_and_those_that_ended_have_results(old: str) -> None:
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


def test_older_games_are_played_on_and_counted(old: str) -> None:
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


def test_what_the_migration_counted_is_what_the_log_comes_to(old: str) -> None:
    async def play() -> None:
        shelf = Shelf(old)
        await judge(shelf.database, [name.ljust(22, "x") for name, *_ in GAMES], shelf.games._layout_of)
        assert set(shelf.rows("SELECT game, judged FROM results")) == {
            ("won".ljust(22, "x"), 1),
            ("given-up".ljust(22, "x"), 1),
        }
        shelf.close()

    asyncio.run(play())


DEAL_10 = "MJ1-L02-AAAAAKA"
OWN = Layout.build("own", "Own", FIRST_STEPS.slots)
"""The same places installed by a player: deal 10 is the same one there."""
LOCKED: Log = [(f'{{"type":"take","a":{a},"b":{b}}}', None) for a, b in TO_THE_LOCK]
GIVEN_UP_ONCE: Log = [('{"type":"give-up"}', None), ('{"type":"undo"}', None)]
UNTIL_NOW: list[tuple[str, str, Log, int | None]] = [
    ("no-way-out", "taipei-undo-off-shuffle-off-points", LOCKED, None),
    ("used-up", "taipei-undo-1-shuffle-off", GIVEN_UP_ONCE + LOCKED, 100),
    ("left", "taipei-undo-off-shuffle-off", LOCKED, None),
    ("own", "taipei-undo-off-shuffle-off", LOCKED, None),
    ("one-step-back", "taipei-undo-1-shuffle-off", LOCKED, None),
    ("any-step-back", "taipei-undo-costs-5-shuffle-off-points", LOCKED, None),
    ("to-shuffle", "taipei-undo-off-shuffles-1", LOCKED, None),
    ("going-on", "taipei-undo-off-shuffle-off", LOCKED[:10], None),
]
"""Name, ruleset, log, and when it had ended if it had, of games of deal 10 that are locked, but for the last one."""


@pytest.fixture
def locked(place: str) -> str:
    """A database as version 0007 left it: a board that was locked for good had no result."""
    database_of_version("0007", place)
    rows: list[tuple[str, Sequence[Any]]] = [
        ("INSERT INTO players (id, token_hash, created) VALUES (1, ?, 5)", (hash_of("token"),)),
        (
            "INSERT INTO layouts (tag, slots, name, added) VALUES (?, ?, 'Own', 5)",
            (OWN.tag, json.dumps(OWN.slots)),
        ),
    ]
    for number, (name, rules, log, ended) in enumerate(UNTIL_NOW):
        id, opened = name.ljust(22, "x"), 10_000 * (number + 1)
        own = name == "own"
        rows.append(
            (
                'INSERT INTO games (id, player, code, layout, ruleset, opened, put_away, seq, "left", status, played, '
                "touched, begun) VALUES (?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1)",
                (
                    *(id, f"MJ1-{OWN.tag}-AAAAAKQ" if own else DEAL_10, OWN.tag if own else "first-steps", rules),
                    *(opened, opened + 9_000 if name == "left" else None),
                    *(len(log), 16 if log == LOCKED[:10] else 14, "playing" if log == LOCKED[:10] else "locked"),
                    *(100 * len(log) - (ended or 0), opened + 100 * len(log)),
                ),
            )
        )
        for seq, line in enumerate(log):
            row = (id, seq, f"k{seq}", opened + 100 * (seq + 1), *line)
            rows.append(("INSERT INTO commands VALUES (?, ?, ?, ?, ?, ?)", row))
        if ended is not None:
            rows.append(
                (
                    "INSERT INTO results VALUES (?, 1, 'solitaire', 'first-steps', ?, 1, '', 'lost', ?, "
                    "0, 0, 0, 0, 0, 0, 0, 0, 0, ?, 0)",
                    (id, rules, ended, opened + ended),
                )
            )
    tell(place, rows)
    return place


def test_boards_that_were_locked_for_good_are_lost_and_no_other_ones(locked: str) -> None:
    log = ask(locked, "SELECT * FROM commands ORDER BY game, seq")
    shelf = Shelf(locked)
    assert shelf.rows("SELECT * FROM commands ORDER BY game, seq") == log
    said = shelf.rows(
        "SELECT game, layout, outcome, played, score, undos, judged, finished FROM results ORDER BY finished"
    )
    assert said == [
        ("no-way-out".ljust(22, "x"), "first-steps", "lost", 1_100, 110, 0, 0, 11_100),
        ("used-up".ljust(22, "x"), "first-steps", "lost", 1_200, 0, 1, 0, 21_300),
        ("left".ljust(22, "x"), "first-steps", "lost", 1_100, 0, 0, 0, 31_100),
        ("own".ljust(22, "x"), OWN.tag, "lost", 1_100, 0, 0, 0, 41_100),
    ]
    shelf.close()


def test_a_check_finds_nothing_in_a_database_whose_locked_boards_became_losses(locked: str) -> None:
    database = Database(locked)
    found = check(database, Library(database).by_tag)
    assert (found.ok, found.games, found.results, found.faults) == (True, 8, 4, [])
    database.close()


def test_of_locked_boards_those_are_games_in_progress_that_can_be_gone_on_with(locked: str) -> None:
    async def play() -> None:
        shelf = Shelf(locked)
        player = await shelf.games.player("token")
        listed = [game.id.rstrip("x") for game in await shelf.games.unfinished(player)]
        assert listed == ["going-on", "to-shuffle", "any-step-back", "one-step-back"]
        total = (await Lists(shelf.database, shelf.games._layout_of).statistics(player)).total
        assert (total.played, total.won) == (4, 0)
        shelf.close()

    asyncio.run(play())
