"""Wrong use: status 2, nothing on standard output, and one line that says what, where and what would be right."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli.conftest import Run, shell
from tests.postgres import free_port


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("shuffle", "paishan: No such command 'shuffle'; 'paishan --help' tells what there is"),
        ("layouts paint", "paishan layouts: No such command 'paint'; 'paishan layouts --help' tells what there is"),
        ("deal --zzz", "paishan deal: No such option: --zzz; 'paishan deal --help' tells what there is"),
        (
            "layouts show",
            "paishan layouts show: Missing argument 'ID|FILE'; 'paishan layouts show --help' tells what there is",
        ),
        ("layouts show 17!", "paishan: there is no layout '17!'; 'paishan layouts list' shows all there are"),
        (
            "layouts show trutle",
            "paishan: there is no layout 'trutle'; did you mean turtle? 'paishan layouts list' shows all there are",
        ),
        ("deal --layout H2", "paishan: there is no layout 'H2'; 'paishan layouts list' shows all there are"),
        ("layouts check none.map", "paishan: none.map: there is no such file"),
        ("layouts import none.map", "paishan: none.map: there is no such file"),
        ("verify none.txt", "paishan: none.txt: there is no such file"),
        ("replay none.txt", "paishan: none.txt: there is no such file"),
        ("solve none.jsonl", "paishan: none.jsonl: there is no such file"),
        ("verify no/where/game.txt", "paishan: no/where/game.txt: there is no directory no/where"),
        ("layouts export turtle -o no/where/a.lay", "paishan: no/where/a.lay: there is no directory no/where"),
        ("solve MJ1-L00-AAAAABL --certificate no/where", "paishan: no/where: there is no directory no"),
        ("layouts export turtle -o src", "paishan: src: this is a directory; name the file in it"),
        ("solve CP1-L00-AAAAABH", "paishan: CP1-L00-AAAAABH is a deal of Chuo Pai, where there is nothing to clear"),
        (
            "solve none",
            "paishan: 'none' is not a game code; one looks like MJ1-L00-AAAAABL; nor is there a file of that name",
        ),
        (
            "layouts export turtle -o - --json",
            "paishan: layouts export: --json and --output - both want standard output; leave one out",
        ),
        ("deal MJ1", "paishan: 'MJ1' is not a game code; one looks like MJ1-L00-AAAAABL"),
        (
            "deal MJ1-L00-AAAAABM",
            "paishan: 'MJ1-L00-AAAAABM' has a slip in it: the last character does not fit the others",
        ),
        ("deal MJ1-L00-AAAAABL --seed 2", "paishan: deal: MJ1-L00-AAAAABL says it all; leave out --seed or the code"),
        (
            "deal --game connect --dealer witness",
            "paishan: deal: Mahjong Connect is always proved, as deals from a solution are no game",
        ),
        (
            "deal --game connect --layout turtle",
            "paishan: there is no grid 'turtle'; there are connect-18x8, connect-14x6, connect-24x12",
        ),
    ],
)
def test_wrong_use_is_one_line(run: Run, words: str, complaint: str) -> None:
    assert run(*words.split()) == (2, "", complaint + "\n")


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("deal --seed -1", "--seed"),
        ("deal --seed 1073741824", "--seed"),
        ("deal --seed many", "--seed"),
        ("deal --game chess", "--game"),
        ("deal --dealer honest", "--dealer"),
        ("deal --layout", "--layout"),
        ("play --port 0", "--port"),
        ("play --port 65536", "--port"),
        ("serve --workers 0", "--workers"),
        ("serve --host 300.1.1.1", "--host 300.1.1.1"),
        ("serve --database-url chalk://board --port PORT", "PostgreSQL"),
        ("layouts check", "FILE"),
        ("layouts export turtle --format gnome", "kmahjongg"),
        ("replay game.txt --speed 0", "--speed"),
        ("replay game.txt --speed fast", "--speed"),
        ("layouts list turtle", "turtle"),
    ],
)
def test_a_wrong_value_is_one_line_that_names_it(run: Run, words: str, named: str) -> None:
    status, _, err = run(*words.replace("PORT", str(free_port())).split())
    assert (status, err.count("\n")) == (2, 1)
    assert named in err
    assert "Traceback" not in err


FILE_COMMANDS = ["layouts check", "layouts import", "verify", "replay", "solve"]


@pytest.mark.parametrize("words", FILE_COMMANDS)
def test_a_directory_instead_of_a_file(run: Run, tmp_path: Path, words: str) -> None:
    complaint = f"paishan: {tmp_path}: this is a directory; name the file in it\n"
    assert run(*words.split(), tmp_path) == (2, "", complaint)


NEITHER = "this is neither a record, which begins with the line 'paishan record 1', nor a certificate, which is JSON"


@pytest.mark.parametrize(
    ("words", "no_head"),
    [("verify", NEITHER), ("replay", "line 1: a record begins with the line 'paishan record 1'")],
)
def test_what_is_no_record_is_told_apart(run: Run, tmp_path: Path, words: str, no_head: str) -> None:
    file = tmp_path / "game.txt"
    for content, complaint in (
        (b"", no_head),
        (b"\x7fELF\xff\xfe", "this is not text in UTF-8 (byte 4)"),
        (b"x" * 10_000_001, "a record has at most 10,000,000 characters; this has 10,000,001"),
        (b"paishan record 1\ncode: MJ1-L00-AAAAABL\n", "the record has no ruleset; add a line 'ruleset: \u2026'"),
    ):
        file.write_bytes(content)
        assert run(words, file) == (2, "", f"paishan: {file}: {complaint}\n")


def test_a_binary_file_is_no_layout_and_no_crash(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "board.map"
    file.write_bytes(bytes(range(256)) * 4)
    status, out, err = run("layouts", "check", file)
    assert (status, err, out.count("\n")) == (1, "", 1)
    assert out.startswith(f"{file}: board: no: ")


def test_an_empty_file_holds_no_layout(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "board.map"
    file.touch()
    assert run("layouts", "check", file) == (1, f"{file}: board: no: the file is empty\n", "")


def test_an_endless_line_is_not_read_to_its_end(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    with file.open("wb") as sparse:
        sparse.truncate(20_000_000_000)
    complaint = f"paishan: {file}, line 1: a deal has at most 1,000,000 bytes; this line is longer\n"
    assert run("solve", file) == (2, "", complaint)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.touch(mode=0)
    assert run("verify", file) == (2, "", f"paishan: {file}: permission denied\n")


def test_a_hostile_word_does_not_reach_the_terminal_as_more_lines(run: Run) -> None:
    status, out, err = run("layouts", "show", "a\nb\x1b[2Jc\r\nd")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "\x1b" not in err


def test_a_shell_sees_the_same() -> None:
    assert shell("deal", "x") == (2, "", "paishan: 'x' is not a game code; one looks like MJ1-L00-AAAAABL\n")
