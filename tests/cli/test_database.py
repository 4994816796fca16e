"""`paishan backup`, `paishan restore` and `paishan check`: their forms, their JSON and their exit statuses."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from paishan.play.messages import Take
from paishan.store import Database
from tests.cli.conftest import Run
from tests.store.shelf import WITNESS, Shelf, ask, database_of_version


@pytest.fixture
def filled(tmp_path: Path) -> str:
    """The address of a database with one game that was won."""
    url = f"sqlite:///{tmp_path}/paishan.db"

    async def play() -> None:
        shelf = Shelf(url)
        view, player = await shelf.open()
        await shelf.games.command(view.id, player, 0, "all", [Take(pair.a, pair.b) for pair in WITNESS])
        shelf.close()

    asyncio.run(play())
    return url


def test_a_database_is_backed_up_restored_and_found_in_order(run: Run, filled: str, tmp_path: Path) -> None:
    file, other = tmp_path / "games.backup", f"sqlite:///{tmp_path}/other.db"
    status, out, err = run("backup", file, "--database-url", filled)
    assert (status, err) == (0, "")
    assert out == f"{file}: 1 players, 1 games, 18 commands, 1 results, {file.stat().st_size:,} bytes\n"
    assert run("restore", file, "--database-url", other) == (
        0,
        f"{tmp_path}/other.db: 1 players, 1 games, 18 commands, 1 results\n",
        "",
    )
    status, out, _ = run("check", "--database-url", other)
    assert status == 0
    assert out == f"{tmp_path}/other.db: 1 players, 1 games, 18 commands, 1 results: all fits together\n"


def test_their_json_is_one_document(run: Run, filled: str, tmp_path: Path) -> None:
    file, other = tmp_path / "games.backup", f"sqlite:///{tmp_path}/other.db"
    made = json.loads(run("backup", file, "--database-url", filled, "--json").out)
    assert (made["ok"], made["file"], made["bytes"]) == (True, str(file), file.stat().st_size)
    assert (made["rows"]["games"], made["rows"]["commands"]) == (1, 18)
    done = json.loads(run("restore", file, "--database-url", other, "--json").out)
    assert done == {
        "ok": True,
        "file": str(file),
        "database": f"{tmp_path}/other.db",
        "version": made["version"],
        "rows": made["rows"],
        "replaced": None,
    }
    again = json.loads(run("restore", file, "--database-url", other, "--json", "--replace").out)
    assert Path(again["replaced"]).parent == tmp_path
    looked = json.loads(run("check", "--database-url", other, "--json").out)
    assert looked == {
        "ok": True,
        "database": f"{tmp_path}/other.db",
        "version": made["version"],
        "rows": made["rows"],
        "games": 1,
        "results": 1,
        "without_layout": 0,
        "faulty": 0,
        "faults": [],
        "hasty": [],
    }


def test_a_fault_is_named_and_the_status_is_1(run: Run, filled: str) -> None:
    ((game,),) = ask(filled, "SELECT id FROM games")
    ask(filled, "UPDATE commands SET at = at + 60000 WHERE seq = 17")
    status, out, _ = run("check", "--database-url", filled, "--json")
    told = json.loads(out)
    assert (status, told["ok"], told["faulty"]) == (1, False, 1)
    assert [(fault["kind"], fault["id"]) for fault in told["faults"]] == [("result", game)]
    status, out, _ = run("check", "--database-url", filled)
    assert status == 1
    assert out.startswith(f"result {game}: played is 60000, not 0")
    assert out.endswith(": 1 faults\n")


def test_the_database_of_play_is_the_usual_one(
    run: Run, filled: str, tmp_path: Path, user_data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    status, _, err = run("check")
    assert (status, err) == (2, f"paishan: there is no database {user_data}/paishan.db; name the one to look into\n")
    assert run("check", "--data", tmp_path).status == 0
    monkeypatch.setenv("PAISHAN_DATABASE_URL", filled)
    assert run("check").status == 0
    assert run("check", "--data", tmp_path, "--database-url", filled).status == 2


def test_what_cannot_be_done_is_one_line_and_status_2(
    run: Run, filled: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "games.backup"
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear reader")
    run("backup", file, "--database-url", filled)
    cases: list[tuple[tuple[str | Path, ...], str]] = [
        (
            ("backup", file, "--database-url", filled),
            "this is there already; name another file, or add --force",
        ),
        (("backup", tmp_path / "no" / "where", "--database-url", filled), f"there is no directory {tmp_path}/no"),
        (("backup", tmp_path / "b", "--database-url", f"sqlite:///{tmp_path}/none.db"), "there is no database"),
        (
            ("backup", tmp_path / "b", "--database-url", f"sqlite:///{letter}"),
            "cannot be opened: file is",
        ),
        (("restore", tmp_path / "none", "--database-url", filled), f"{tmp_path}/none: there is no such file"),
        (("restore", letter, "--database-url", filled), f"{letter} is no backup of Paishan"),
        (("restore", file, "--database-url", filled), "is not empty; with --replace it is first backed up"),
        (("check", "--database-url", "chalk://board"), "Paishan keeps games in SQLite or PostgreSQL"),
    ]
    for words, said in cases:
        status, out, err = run(*words)
        assert (status, out, err.count("\n")) == (2, "", 1), err
        assert said in err
    old = f"sqlite:///{tmp_path}/old.db"
    database_of_version("0002", old)
    status, out, err = run("check", "--database-url", old)
    assert (status, out) == (2, "")
    assert "was made by an older Paishan (version 0002" in err


def test_a_server_that_uses_the_database_is_to_be_stopped_first(run: Run, filled: str, tmp_path: Path) -> None:
    file = tmp_path / "games.backup"
    database = Database(filled)
    assert run("backup", file, "--database-url", filled).status == 0
    assert run("check", "--database-url", filled).status == 0
    status, _, err = run("restore", file, "--database-url", filled, "--replace")
    assert (status, err) == (2, f"paishan: a server uses the database {tmp_path}/paishan.db; stop it first\n")
    database.close()
    assert run("restore", file, "--database-url", filled, "--replace").status == 0


@pytest.mark.parametrize("command", ["backup", "restore", "check"])
def test_help_tells_what_there_is(run: Run, command: str) -> None:
    status, out, _ = run(command, "--help")
    assert status == 0
    assert "--database-url" in out
    assert "--json" in out
