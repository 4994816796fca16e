"""`paishan verify` and `paishan replay`: records judged and watched."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run

CODE = "MJ1-L02-AAAAABW"
TAKEN = (  # the witness of that deal, which the test of `deal` plays by the plain rules
    "16 31", "3 26", "15 22", "25 29", "9 19", "14 21", "10 20", "33 34", "27 30",
    "0 32", "2 24", "23 35", "8 18", "1 28", "4 17", "7 11", "12 13", "5 6",
)  # fmt: skip
WON = [f"{1000 * turn} take {pair}" for turn, pair in enumerate(TAKEN, 1)]


def record(tmp_path: Path, *moves: str, ruleset: str = "taipei") -> Path:
    file = tmp_path / "game.txt"
    file.write_text("\n".join(["paishan record 1", f"code: {CODE}", f"ruleset: {ruleset}", "", *moves, ""]))
    return file


def test_a_record_that_the_rules_allow(run: Run, tmp_path: Path) -> None:
    file = record(tmp_path, *WON)
    assert run("verify", file) == (0, f"{file}: ok\n", "")
    assert run("verify", file, "--json") == (0, '{"ok":true,"reason":null}\n', "")


def test_a_move_that_the_rules_forbid_is_named_with_its_number_and_reason(run: Run, tmp_path: Path) -> None:
    file = record(tmp_path, *WON[:3], "4000 take 4 5")
    status, out, err = run("verify", file, "--json")
    verdict = json.loads(out)
    assert (status, err, verdict["ok"]) == (1, "", False)
    assert verdict["reason"].startswith("move 4, '4000 take 4 5': ")
    assert run("verify", file) == (1, f"{file}: no: {verdict['reason']}\n", "")


def test_such_a_record_is_not_replayed(run: Run, tmp_path: Path) -> None:
    file = record(tmp_path, *WON[:3], "4000 take 4 5")
    for words in ((), ("--json",)):
        status, out, err = run("replay", file, *words)
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert err.startswith(f"paishan: {file}: move 4, '4000 take 4 5': ")


def test_a_ruleset_that_is_not_here(run: Run, tmp_path: Path) -> None:
    status, out, err = run("replay", record(tmp_path, *WON, ruleset="chess"))
    assert (status, out) == (2, "")
    assert "there is no ruleset 'chess'" in err


def test_the_final_state_as_json(run: Run, tmp_path: Path) -> None:
    state = json.loads(run("replay", record(tmp_path, *WON), "--json").out)
    assert (state["status"], state["left"], state["seq"]) == ("cleared", 0, 18)
    state = json.loads(run("replay", record(tmp_path, *WON[:2], "2500 undo"), "--json").out)
    assert (state["status"], state["left"], state["history"], state["future"]) == ("playing", 34, [[16, 31]], [[3, 26]])


def test_where_there_is_no_terminal_the_moves_are_listed_and_the_board_drawn(run: Run, tmp_path: Path) -> None:
    status, out, err = run("replay", record(tmp_path, *WON[:2], "2500 undo"))
    assert (status, err) == (0, "")
    head, *lines = out.splitlines()
    assert head == f"{CODE}: First steps, Taipei"
    assert lines[0].startswith("   1  0:01.0  take 8C (16) and 8C (31): 34 tiles left, ")
    assert lines[1].startswith("   2  0:02.0  take 5B (3) and 5B (26): 32 tiles left, ")
    assert lines[2].startswith("   3  0:02.5  undo: 34 tiles left, ")
    assert lines[3:] == [
        "    ┏━━━┳━━━┳━━━┳━━━┓",
        "    ┃2B¹┃8C²┃3B²┃5B¹┃",
        "┏━━━╋━━━╋━━━╋━━━╋━━━╋━━━┓",
        "┃2B¹┃9D²┃2B³┃6D³┃3B²┃8B¹┃",
        "┣━━━╋━━━╋━━━╋━━━╋━━━╋━━━┫",
        "┃8C¹┃5B²┃6D³┃5B³┃3B²┃9D¹┃",
        "┗━━━┻━━━╋━━━╋━━━╋━━━╋━━━┛",
        "        ┃7B²┃N ¹┃8B¹┃",
        "        ┗━━━┹───┺━━━┛",
        "",
    ]


def on_a_terminal(file: Path, typed: bytes, *words: str) -> tuple[int, str]:
    """Status and screen of a replay on a terminal on which this is typed."""
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "paishan", "replay", str(file), *words],
        stdin=slave, stdout=slave, stderr=slave,
        env=os.environ | {"TERM": "xterm", "NO_COLOR": "1"},
    )  # fmt: skip
    os.close(slave)
    os.write(master, typed)
    shown = b""
    try:
        while part := os.read(master, 65536):
            shown += part
    except OSError:
        pass
    os.close(master)
    return process.wait(timeout=60), shown.decode()


@pytest.mark.parametrize(("typed", "moves"), [(b"\n\nq\n", 2), (b"\n" * 18, 18), (b"\x04", 0)])
def test_on_a_terminal_every_enter_shows_a_move(tmp_path: Path, typed: bytes, moves: int) -> None:
    status, shown = on_a_terminal(record(tmp_path, *WON), typed)
    assert (status, shown.count("take ")) == (0, moves)


def test_on_a_terminal_it_goes_on_by_itself_at_a_speed(tmp_path: Path) -> None:
    status, shown = on_a_terminal(record(tmp_path, *WON), b"", "--speed", "1000")
    assert (status, shown.count("take ")) == (0, 18)
    assert "cleared" in shown
