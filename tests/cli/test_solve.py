"""`paishan solve`: deals in JSON lines in, verdicts out."""

from __future__ import annotations

import json
import os
import pty
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run, shell
from tests.reference import Reference, clears

ROW = [[0, 0, 0], [2, 0, 0], [4, 0, 0], [6, 0, 0]]
"""Four tiles side by side."""
CLEARABLE = {"positions": ROW, "groups": [1, 2, 2, 1]}
DEAD = {"positions": ROW, "groups": [1, 2, 1, 2]}


def deals(tmp_path: Path, *lines: object) -> Path:
    file = tmp_path / "deals.jsonl"
    file.write_text("".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines))
    return file


def test_a_verdict_for_every_line(run: Run, tmp_path: Path) -> None:
    status, out, err = run("solve", deals(tmp_path, CLEARABLE, DEAD, "", CLEARABLE), "--json")
    first, second, third = map(json.loads, out.splitlines())
    assert (status, err) == (0, "")
    assert [line["verdict"] for line in (first, second, third)] == ["clearable", "dead", "clearable"]
    assert first["witness"] == third["witness"]
    assert sorted(map(sorted, first["witness"])) == [[0, 3], [1, 2]]
    assert "witness" not in second
    assert second["certificate"] == [[]]


def test_the_witness_speaks_of_tiles_as_they_were_given(run: Run, tmp_path: Path) -> None:
    dealt = json.loads(run("deal", "MJ1-L01-AAAAAFU", "--json").out)
    order = sorted(range(64), key=lambda slot: slot * 37 % 64)
    positions = [(x + 7, y + 3, z + 2) for x, y, z in (dealt["positions"][slot] for slot in order)]
    groups = [dealt["groups"][slot] for slot in order]
    given = {"positions": positions, "groups": [f"group {group}" for group in groups]}
    solved = json.loads(run("solve", deals(tmp_path, given), "--json").out)
    assert clears(Reference(positions, groups), solved["witness"])


def test_a_code_is_solved_too(run: Run) -> None:
    solved = json.loads(run("solve", "MJ1-L00-AAAAABL", "--json").out)
    dealt = json.loads(run("deal", "MJ1-L00-AAAAABL", "--json").out)
    assert solved["verdict"] == "clearable"
    assert clears(Reference(dealt["positions"], dealt["groups"]), solved["witness"])


FLAT_CLEARABLE = {"width": 2, "height": 2, "groups": ["a", "b", "a", "b"]}
FLAT_DEAD = {"width": 4, "height": 1, "groups": [0, 1, 0, 1], "outside": False}


def test_grids_of_mahjong_connect_are_solved_among_others(run: Run, tmp_path: Path) -> None:
    file = deals(tmp_path, FLAT_CLEARABLE, CLEARABLE, FLAT_DEAD, FLAT_CLEARABLE)
    out = tmp_path / "proofs"
    lines = [json.loads(line) for line in run("solve", file, "--json", "--certificate", out).out.splitlines()]
    assert [line["verdict"] for line in lines] == ["clearable", "clearable", "dead", "clearable"]
    assert lines[0]["witness"] == [[0, 2], [1, 3]]
    assert lines[2]["certificate"] == [[]]
    assert run("verify", out).status == 0
    out.write_text(out.read_text().replace('"outside": false', '"outside": true'))
    status, said, _ = run("verify", out)
    assert status == 1
    assert "line 3: the sets leave a pairing open" in said


def test_a_code_of_mahjong_connect_is_dealt_and_solved(run: Run) -> None:
    dealt = json.loads(run("deal", "MC1-L00-AAAAAB7", "--json").out)
    assert (dealt["game"], dealt["layout"], dealt["dealer"]) == ("connect", "connect-18x8", "proved")
    assert dealt["faces"][:4] == ["9B", "R", "8C", "4C"]
    assert dealt["positions"][19] == [2, 2, 0]
    solved = json.loads(run("solve", "MC1-L00-AAAAAB7", "--json").out)
    assert solved["verdict"] == "clearable"
    assert solved["witness"] == dealt["witness"]
    assert (dealt["pairs"], dealt["free"]) == (20, 37)
    again = json.loads(run("deal", "--game", "connect", "--seed", "1", "--json").out)
    assert again == dealt


def test_a_deal_is_solved_as_it_was_dealt(run: Run, tmp_path: Path) -> None:
    dealt = run("deal", "MJ1-L00-AAAAABL", "--json").out
    assert json.loads(run("solve", deals(tmp_path, dealt.strip()), "--json").out)["verdict"] == "clearable"


def test_people_get_a_line_a_deal_and_a_sum(run: Run, tmp_path: Path) -> None:
    file = deals(tmp_path, CLEARABLE, DEAD)
    status, out, _ = run("solve", file)
    first, second, total = out.splitlines()
    assert status == 0
    assert first.startswith(f"{file}, line 1: clearable (conflicts: 0, ")
    assert second.startswith(f"{file}, line 2: dead (conflicts: ")
    assert total == "1 clearable, 1 dead"


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("{", "this is not JSON: Input data was truncated"),
        ("[]", 'expected `object`, got `array`; a deal is {"positions": [[x, y, z], …], "groups": […]}'),
        ({}, 'there are no "positions"; a deal is {"positions": [[x, y, z], …], "groups": […]}'),
        ({"positions": ROW, "groups": [1, 1]}, "there are 4 positions, but 2 groups"),
        ({"positions": ROW, "groups": [7, 7, 7, 1]}, "group 7 has 3 tiles; a group has 2, 4, 6 or 8"),
        (
            {"positions": [[0, 0, 0], [1, 1, 0]], "groups": [1, 1]},
            "two tiles overlap on layer 0: at (0, 0) and (1, 1) in half tiles",
        ),
        (
            {"width": 2, "groups": [1, 1]},
            'there is no "height"; a deal of Mahjong Connect is {"width": W, "height": H, "groups": […]}',
        ),
        ({"width": 2, "height": 2, "groups": [1, 1]}, "a grid of 2 × 2 has 4 slots, but there are 2 groups"),
        ({"width": 20, "height": 20, "groups": [1, 1]}, "a grid of 20 × 20 has 400 slots; 288 is the most"),
        (
            {"width": 3, "height": 3, "groups": [1, 1]},
            "tiles go in pairs, so a grid has an even number of slots; this one has 9",
        ),
        (
            {"width": 2, "height": 1, "groups": [1, 1], "positions": ROW},
            'there are "positions" beside "width" and "height"; '
            'a deal of Mahjong Connect is {"width": W, "height": H, "groups": […]}, '
            'or a deal is {"positions": [[x, y, z], …], "groups": […]}',
        ),
        (
            FLAT_DEAD | {"outsde": False},
            '"outsde" is no key of a deal; a deal is {"positions": [[x, y, z], …], "groups": […]}; '
            'a deal of Mahjong Connect is {"width": W, "height": H, "groups": […]}, '
            'with "outside": false where lines may not run around the grid',
        ),
    ],
)
def test_a_bad_line_is_named_after_the_good_ones_were_solved(
    run: Run, tmp_path: Path, line: object, complaint: str
) -> None:
    file = deals(tmp_path, CLEARABLE, line, CLEARABLE)
    status, out, err = run("solve", file, "--json")
    assert (status, out.count("\n")) == (2, 1)
    assert err == f"paishan: {file}, line 2: {complaint}\n"


def test_standard_input_is_read_where_no_file_is_given() -> None:
    status, out, err = shell("solve", "--json", stdin=json.dumps(DEAD))
    assert (status, json.loads(out)["verdict"], err) == (0, "dead", "")


def test_an_answer_comes_before_the_next_question() -> None:
    command = [sys.executable, "-m", "paishan", "solve", "-", "--json"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for deal, verdict in ((CLEARABLE, "clearable"), (DEAD, "dead")):
            process.stdin.write(json.dumps(deal) + "\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["verdict"] == verdict
        process.stdin.close()
        assert process.wait(timeout=60) == 0


def _hear_ctrl_c() -> None:
    """A shell that starts something behind its back has it ignore Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_ctrl_c_ends_it_quietly() -> None:
    command = [sys.executable, "-m", "paishan", "solve", "-", "--json"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, preexec_fn=_hear_ctrl_c) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(CLEARABLE) + "\n")
        process.stdin.flush()
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        assert (process.returncode, out, err) == (130, "", "")


def test_a_bar_goes_to_standard_error_and_the_verdicts_do_not(tmp_path: Path) -> None:
    file = deals(tmp_path, *[CLEARABLE, DEAD] * 100)
    master, slave = pty.openpty()
    command = [sys.executable, "-m", "paishan", "solve", str(file), "--json"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=slave, text=True, env=os.environ | {"TERM": "xterm"}
    ) as process:
        out, _ = process.communicate(timeout=60)
    os.close(slave)
    shown = os.read(master, 65536).decode()
    os.close(master)
    assert [json.loads(line)["verdict"] for line in out.splitlines()] == ["clearable", "dead"] * 100
    assert "deals.jsonl" in shown
    assert "%" in shown


def test_the_certificates_written_are_verified(run: Run, tmp_path: Path) -> None:
    proofs = tmp_path / "proofs.jsonl"
    assert run("solve", deals(tmp_path, CLEARABLE, DEAD), "--certificate", proofs).status == 0
    assert [json.loads(line)["verdict"] for line in proofs.read_text().splitlines()] == ["clearable", "dead"]
    assert run("verify", proofs) == (0, f"{proofs}: ok\n", "")
    assert run("verify", proofs, "--json") == (0, '{"ok":true,"reason":null}\n', "")


def test_a_proof_that_does_not_hold_is_refused_with_its_line(run: Run, tmp_path: Path) -> None:
    proofs = tmp_path / "proofs.jsonl"
    run("solve", deals(tmp_path, DEAD, CLEARABLE), "--certificate", proofs)
    proofs.write_text(proofs.read_text().replace("[[0, 3], [1, 2]]", "[[0, 2], [1, 3]]"))
    status, out, err = run("verify", proofs, "--json")
    assert (status, err) == (1, "")
    assert json.loads(out) == {"ok": False, "reason": "line 2: pair 1: the tile in slot 2 is not free"}


def test_a_certificate_for_another_deal_proves_nothing(run: Run, tmp_path: Path) -> None:
    proofs = tmp_path / "proofs.jsonl"
    run("solve", deals(tmp_path, DEAD), "--certificate", proofs)
    proof = json.loads(proofs.read_text())
    proofs.write_text(json.dumps(proof | {"groups": CLEARABLE["groups"]}, indent=2))
    status, out, _ = run("verify", proofs)
    assert (status, out) == (1, f"{proofs}: no: the sets leave a pairing open: the position is not proved dead\n")


def test_what_is_no_certificate_is_told_with_its_place(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "proof.json"
    for content, complaint in (
        ("{\n", "line 2, column 1: Expecting property name enclosed in double quotes"),
        ('{"format": "paishan-proof"}\n', "line 1: version: 1 is the only one known"),
        ('{"format": "chess"}\n', 'line 1: format: "paishan-proof" expected'),
    ):
        file.write_text(content)
        assert run("verify", file) == (2, "", f"paishan: {file}: {complaint}\n")


def test_certificates_never_replace_a_file(run: Run, tmp_path: Path) -> None:
    file = deals(tmp_path, DEAD)
    complaint = f"paishan: {file}: this is there already; name another file for the certificates\n"
    assert run("solve", file, "--certificate", file) == (2, "", complaint)
    assert json.loads(file.read_text()) == DEAD


def test_no_file_of_certificates_is_left_where_nothing_was_solved(run: Run, tmp_path: Path) -> None:
    proofs = tmp_path / "proofs.jsonl"
    assert run("solve", deals(tmp_path, "{"), "--certificate", proofs).status == 2
    assert not proofs.exists()


def test_a_file_of_deals_may_begin_with_a_byte_order_mark(run: Run, tmp_path: Path) -> None:
    file = deals(tmp_path, DEAD)
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    assert run("solve", file).out.startswith(f"{file}, line 1: dead ")


def test_a_full_disk_is_told_of_by_the_name_of_the_certificates(tmp_path: Path) -> None:
    proofs = tmp_path / "proofs.jsonl"
    done = subprocess.run(
        [sys.executable, "-m", "paishan", "solve", deals(tmp_path, DEAD), "--certificate", proofs],
        capture_output=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)),
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (2, f"paishan: {proofs}: file too large\n")
    assert not proofs.exists()
