"""Backups: of a database that is played on, of either kind into either kind, verified, and never half restored."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import URL

from paishan.codes import Code, Dealer
from paishan.play.chuo.messages import Begin
from paishan.play.chuo.ruleset import match_ruleset
from paishan.play.messages import Take
from paishan.play.ruleset import TAIPEI
from paishan.solitaire.layout import Layout
from paishan.store import Database, DatabaseRefused, Library, New
from paishan.store.backup import BackupRefused, _opened, _seal, back_up, restore
from paishan.store.checking import Fault, check
from paishan.store.secret import daily_secret
from tests.postgres import Postgres
from tests.store.shelf import CODE, WITNESS, Shelf, ask, database_of_version

BLOCK = Layout.build("block", "Block", [(2 * x, 2 * y, 0) for x in range(4) for y in range(2)])
KINDS = ["sqlite", "postgresql"]


@pytest.fixture
def new(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[str], str]:
    """Makes the address of an empty database of a kind."""
    made: list[str] = []

    def make(kind: str) -> str:
        made.append(kind)
        if kind == "sqlite":
            return f"sqlite:///{tmp_path}/database-{len(made)}.db"
        postgres: Postgres = request.getfixturevalue("postgres")
        return postgres.fresh()

    return make


async def play(shelf: Shelf) -> dict[str, str]:
    """Games of two players: one won, one that was left for another, a match, an installed layout; and the secret."""
    view, player = await shelf.open()
    await shelf.games.command(view.id, player, 0, "all", [Take(pair.a, pair.b) for pair in WITNESS])
    second, _ = await shelf.games.start(player, CODE, TAIPEI, view.id)
    await shelf.take(second.id, player, 0)
    await Library(shelf.database, lambda: shelf.ms).add(player, [New(BLOCK)])
    _, other = await shelf.open()
    match, _ = await shelf.games.start(other, Code(Dealer.CP1, "L00", 1), match_ruleset("chuo-pai-vs-hard-normal"))
    await shelf.games.command(match.id, other, 0, "begin", [Begin()])
    await daily_secret(shelf.database)
    return {"won": view.id, "second": second.id, "match": match.id}


def played(url: str) -> dict[str, str]:
    shelf = Shelf(url)
    ids = asyncio.run(play(shelf))
    shelf.close()
    return ids


def contents(url: str | URL) -> list[tuple[Any, ...]]:
    shelf = Shelf(url)
    everything = shelf.everything()
    shelf.close()
    return everything


@pytest.mark.parametrize("target", KINDS)
@pytest.mark.parametrize("source", KINDS)
def test_a_backup_of_either_kind_is_restored_into_either_kind_row_by_row(
    source: str, target: str, new: Callable[[str], str], tmp_path: Path
) -> None:
    one, other, file = new(source), new(target), tmp_path / "games.backup"
    ids = played(one)
    made = back_up(one, file)
    assert (made.file, made.bytes) == (file, file.stat().st_size)
    assert {name: made.rows[name] for name in ("players", "games", "results", "layouts", "secrets")} == {
        "players": 2,
        "games": 4,
        "results": 1,
        "layouts": 1,
        "secrets": 1,
    }
    done = restore(file, other)
    assert (done.rows, done.replaced) == (made.rows, None)
    assert contents(other) == contents(one)

    async def go_on() -> None:
        shelf = Shelf(other)
        (((player,),)) = shelf.rows("SELECT player FROM games WHERE id = ?", ids["second"])
        assert (await shelf.take(ids["second"], player, 1)).state.left == 32
        view, guest = await shelf.open()
        assert shelf.rows("SELECT count(*) FROM players") == [(3,)]
        assert (await shelf.games.view(view.id, guest)).state.left == 36
        shelf.close()

    asyncio.run(go_on())


def test_a_backup_is_for_its_owner_alone_one_file_and_leaves_nothing_beside_it(place: str, tmp_path: Path) -> None:
    played(place)
    backups = tmp_path / "backups"
    backups.mkdir()
    back_up(place, backups / "games.backup")
    assert [path.name for path in backups.iterdir()] == ["games.backup"]
    assert stat.S_IMODE((backups / "games.backup").stat().st_mode) == 0o600


def test_a_backup_is_made_while_it_is_played_and_holds_all_that_was_acknowledged_before(
    place: str, tmp_path: Path
) -> None:
    file = tmp_path / "games.backup"

    async def play_on() -> None:
        shelf = Shelf(place)
        view, player = await shelf.open()
        for seq in range(9):
            await shelf.take(view.id, player, seq)
        making = asyncio.create_task(asyncio.to_thread(back_up, place, file))
        for seq in range(9, 18):
            await shelf.take(view.id, player, seq)
        await making
        shelf.close()

    asyncio.run(play_on())
    with closing(sqlite3.connect(file)) as connection:
        numbers = [row[0] for row in connection.execute("SELECT seq FROM commands ORDER BY seq")]
        [(seq, left)] = connection.execute('SELECT seq, "left" FROM games')
    assert 9 <= len(numbers) <= 18
    assert (numbers, left) == (list(range(seq)), 36 - 2 * seq)


@pytest.mark.parametrize("target", KINDS)
def test_a_backup_made_while_many_play_is_in_order_elsewhere_and_every_game_goes_on_there_to_its_end(
    target: str, place: str, new: Callable[[str], str], tmp_path: Path
) -> None:
    file, other = tmp_path / "games.backup", new(target)

    async def play_on() -> list[tuple[str, int]]:
        shelf = Shelf(place)
        opened = [await shelf.open() for _ in range(6)]

        async def play(game: str, player: int, pairs: int) -> None:
            for seq in range(pairs):
                await shelf.take(game, player, seq)

        moves = [play(view.id, player, 3 * number + 2) for number, (view, player) in enumerate(opened)]
        await asyncio.gather(asyncio.to_thread(back_up, place, file), *moves)
        shelf.close()
        return [(view.id, player) for view, player in opened]

    async def go_on(games: list[tuple[str, int]]) -> None:
        shelf = Shelf(other)
        found = check(shelf.database, Library(shelf.database).by_tag)
        assert (found.ok, found.games) == (True, 6)
        for game, player in games:
            for seq in range((await shelf.games.view(game, player)).state.seq, 18):
                done = await shelf.take(game, player, seq)
            assert done.state.left == 0
        found = check(shelf.database, Library(shelf.database).by_tag)
        assert (found.ok, found.games, found.results) == (True, 6, 6)
        shelf.close()

    games = asyncio.run(play_on())
    restore(file, other)
    asyncio.run(go_on(games))


def test_a_file_that_is_there_is_kept_unless_it_was_said_to_be_replaced(place: str, tmp_path: Path) -> None:
    played(place)
    file = tmp_path / "games.backup"
    file.write_text("dear to me")
    with pytest.raises(FileExistsError):
        back_up(place, file)
    assert file.read_text() == "dear to me"
    back_up(place, file, replace=True)
    assert file.read_bytes().startswith(b"SQLite format 3")


def test_games_that_are_there_are_kept_unless_they_were_said_to_be_replaced_and_then_backed_up_first(
    new: Callable[[str], str], tmp_path: Path
) -> None:
    for kind in KINDS:
        one, other, file = new(kind), new(kind), tmp_path / f"{kind}.backup"
        played(one)
        back_up(one, file)
        shelf = Shelf(other)
        asyncio.run(shelf.open())
        before = shelf.everything()
        shelf.close()
        with pytest.raises(BackupRefused, match="is not empty; with --replace it is first backed up"):
            restore(file, other)
        assert contents(other) == before
        done = restore(file, other, replace=True, backups=tmp_path / "replaced")
        assert contents(other) == contents(one)
        assert done.replaced is not None
        assert done.replaced.parent == tmp_path / "replaced"
        again = new(kind)
        restore(done.replaced, again)
        assert contents(again) == before


def test_a_database_that_a_server_uses_is_not_restored_into(new: Callable[[str], str], tmp_path: Path) -> None:
    for kind in KINDS:
        one, file = new(kind), tmp_path / f"{kind}.backup"
        played(one)
        back_up(one, file)
        shelf = Shelf(one)
        before = shelf.everything()
        with pytest.raises(BackupRefused, match=r"a server uses the database .*; stop it first"):
            restore(file, one, replace=True)
        assert shelf.everything() == before
        asyncio.run(shelf.open())
        shelf.close()


@pytest.mark.parametrize("target", KINDS)
def test_a_damaged_backup_is_refused_wherever_the_damage_is(
    target: str, new: Callable[[str], str], tmp_path: Path
) -> None:
    one, other, file = new("sqlite"), new(target), tmp_path / "games.backup"
    played(one)
    back_up(one, file)
    whole = file.read_bytes()
    at = whole.index(b'{"type":"take"')
    changed = whole[:at] + whole[at:].replace(b'"a":', b'"b":', 1)
    for damaged, said in (
        (changed, "is damaged"),
        (whole[: len(whole) // 2], "is damaged"),
        (whole[:8192] + bytes(4096) + whole[12288:], "is damaged"),
        (b"Dear reader", "is no backup of Paishan"),
        (b"", "is no backup of Paishan"),
    ):
        file.write_bytes(damaged)
        with pytest.raises(BackupRefused, match=said):
            restore(file, other)
    assert all(row[0] in ("0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008") for row in contents(other))


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (
            "CREATE TRIGGER let_in AFTER INSERT ON sessions BEGIN UPDATE accounts SET password = NULL; END",
            "trigger let_in",
        ),
        ("CREATE VIEW seen AS SELECT * FROM games", "view seen"),
        ("CREATE TABLE more (id)", "column more id"),
        ("DROP TABLE passkeys", "column passkeys created"),
        ("DROP INDEX games_of_player", "index games_of_player"),
        ("ALTER TABLE players ADD COLUMN more TEXT", "column players more"),
    ],
)
def test_a_backup_with_something_else_in_it_is_refused_though_its_digests_are_right(
    change: str, what: str, tmp_path: Path
) -> None:
    Shelf(tmp_path / "games.db").close()
    file, other = tmp_path / "games.backup", tmp_path / "other.db"
    back_up(f"sqlite:///{tmp_path}/games.db", file)
    ask(file, change)
    with _opened(file, writes=True) as connection:
        _seal(connection)
    with pytest.raises(BackupRefused, match=rf"does not have the tables of Paishan \({what}\)"):
        restore(file, f"sqlite:///{other}")
    assert not other.exists()


def test_a_link_to_a_database_stays_one_when_it_is_restored(tmp_path: Path) -> None:
    Shelf(tmp_path / "games.db").close()
    back_up(f"sqlite:///{tmp_path}/games.db", tmp_path / "games.backup")
    link, elsewhere = tmp_path / "link.db", tmp_path / "disk" / "games.db"
    elsewhere.parent.mkdir()
    link.symlink_to(elsewhere)
    restore(tmp_path / "games.backup", f"sqlite:///{link}")
    assert link.is_symlink()
    assert elsewhere.is_file()


def test_what_is_no_backup_or_a_newer_one_is_refused_with_what_to_do(tmp_path: Path) -> None:
    url, file = f"sqlite:///{tmp_path}/one.db", tmp_path / "games.backup"
    played(url)
    with pytest.raises(BackupRefused, match=r"one\.db was not made by 'paishan backup'"):
        restore(tmp_path / "one.db", f"sqlite:///{tmp_path}/two.db")
    with pytest.raises(FileNotFoundError):
        restore(file, f"sqlite:///{tmp_path}/two.db")
    back_up(url, file)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE paishan_version SET version_num = '0999'")
    with pytest.raises(BackupRefused, match=r"the backup .* was made by a newer Paishan \(version 0999"):
        restore(file, f"sqlite:///{tmp_path}/two.db")
    other = tmp_path / "other.db"
    with closing(sqlite3.connect(other)) as connection, connection:
        connection.execute("CREATE TABLE letters (id INTEGER)")
    with pytest.raises(BackupRefused, match="belongs to another program"):
        restore(other, f"sqlite:///{tmp_path}/two.db")
    with pytest.raises(DatabaseRefused, match="there is no database"):
        back_up(f"sqlite:///{tmp_path}/two.db", tmp_path / "nothing.backup")
    assert not (tmp_path / "two.db").exists()


@pytest.mark.parametrize("target", KINDS)
@pytest.mark.parametrize("source", KINDS)
def test_a_backup_of_an_older_version_is_brought_up_to_date(
    source: str, target: str, new: Callable[[str], str], tmp_path: Path
) -> None:
    one, other, file = new(source), new(target), tmp_path / "games.backup"
    database_of_version("0001", one)
    assert back_up(one, file).version == "0001"
    assert restore(file, other).version == "0001"
    Database(other, changes=False).close()


def test_a_database_that_is_in_order_is_said_to_be(shelf: Shelf) -> None:
    asyncio.run(play(shelf))
    found = check(shelf.database, Library(shelf.database).by_tag)
    assert (found.ok, found.faults, found.games, found.results) == (True, [], 4, 1)
    assert (found.rows["players"], found.rows["games"], found.rows["results"]) == (2, 4, 1)


def test_what_does_not_fit_is_named_by_its_game(shelf: Shelf) -> None:
    ids = asyncio.run(play(shelf))
    shelf.damage("UPDATE results SET played = played + 1")
    shelf.damage("DELETE FROM commands WHERE game = ? AND seq = 0", ids["second"])
    shelf.damage('UPDATE games SET "left" = 3 WHERE id = ?', ids["match"])
    found = check(shelf.database, Library(shelf.database).by_tag)
    assert not found.ok
    assert sorted((fault.kind, fault.id) for fault in found.faults) == sorted(
        [("result", ids["won"]), ("game", ids["second"]), ("game", ids["match"])]
    )
    assert Fault("result", ids["won"], "played is 0, not 1") in found.faults
    few = check(shelf.database, Library(shelf.database).by_tag, most=1)
    assert (few.faulty, len(few.faults)) == (3, 1)


def test_a_database_that_is_only_looked_into_is_not_changed(place: str) -> None:
    database_of_version("0002", place)
    with pytest.raises(DatabaseRefused, match=r"made by an older Paishan \(version 0002 .* brings it up to date"):
        Database(place, changes=False)
