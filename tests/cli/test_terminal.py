"""The terminal: help at once, colours only where they are seen, poor encodings, closed pipes, Ctrl-C."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

import paishan
from tests.cli.conftest import Run, shell


def test_version(run: Run) -> None:
    assert run("--version") == (0, f"paishan {paishan.__version__}\n", "")


@pytest.mark.parametrize("words", ["", "layouts", "--help", "layouts --help", "deal --help", "play --help"])
def test_help_is_no_error(run: Run, words: str) -> None:
    status, out, err = run(*words.split())
    assert (status, err) == (0, "")
    assert "Usage: paishan" in out


def test_help_loads_no_rules_and_no_server() -> None:
    script = "import sys; from paishan.cli import main; main(['--help']); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, encoding="utf-8", check=True)
    loaded = set(done.stderr.split())
    assert not {"msgspec", "sqlalchemy", "litestar", "uvicorn", "paishan.solitaire.layout", "paishan.play"} & loaded


def test_ctrl_c_while_it_is_still_imported_ends_it_quietly(tmp_path: Path) -> None:
    (tmp_path / "typer.py").write_text("raise KeyboardInterrupt\n")
    done = subprocess.run(
        [sys.executable, "-m", "paishan", "--version"],
        capture_output=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])},
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


def on_a_terminal(*words: str, **environment: str) -> str:
    """What a command prints on a terminal of 80 columns."""
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "paishan", *words],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env={k: v for k, v in os.environ.items() if k != "NO_COLOR"} | {"TERM": "xterm-256color"} | environment,
    )
    os.close(slave)
    printed = b""
    try:
        while part := os.read(master, 65536):
            printed += part
    except OSError:
        pass
    os.close(master)
    assert process.wait(timeout=60) == 0
    return printed.decode()


def test_colours_on_a_terminal() -> None:
    assert "\x1b[" in on_a_terminal("layouts", "show", "first-steps")


def test_no_colours_where_they_are_not_wanted() -> None:
    shown = on_a_terminal("layouts", "show", "first-steps", NO_COLOR="1")
    assert "38;" not in shown
    assert "48;" not in shown


def test_no_colours_in_a_pipe() -> None:
    assert "\x1b" not in shell("layouts", "show", "turtle").out


def test_a_terminal_without_unicode_gets_plain_characters() -> None:
    status, out, err = shell("deal", "--layout", "first-steps", "--seed", "1", PYTHONIOENCODING="ascii")
    assert (status, err) == (0, "")
    assert out.isascii()
    assert "?" not in out
    assert "+===+" in out


@pytest.mark.parametrize(
    ("locale", "words"),
    [("C", "--help"), ("POSIX", "layouts list"), ("en_US.ISO-8859-1", "deal --seed 1"), ("C", "layouts show turtle")],
)
def test_any_locale_will_do(locale: str, words: str) -> None:
    environment = {"LC_ALL": locale, "LANG": locale, "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    status, out, err = shell(*words.split(), **environment)
    assert (status, err) == (0, "")
    assert out


def test_a_closed_pipe_is_no_news() -> None:
    command = f"{sys.executable} -m paishan deal --seed 1 | head -1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, encoding="utf-8", check=True)
    assert done.stderr == ""
    assert len(done.stdout.splitlines()) == 2


def test_a_pipe_closed_before_anything_is_printed_is_no_news() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "paishan", "layouts", "list"], stdout=writer, stderr=subprocess.PIPE, check=False
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, b"")


def test_json_is_one_document_on_one_line(run: Run) -> None:
    status, out, err = run("layouts", "list", "--json")
    assert (status, err, out.count("\n")) == (0, "", 1)
    assert isinstance(json.loads(out), list)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
def test_a_full_disk_is_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "paishan", "layouts", "list", "--json"],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert (done.returncode, done.stderr) == (2, b"paishan: standard output: no space left on device\n")


@pytest.mark.parametrize(
    "words",
    ["deal MJ1-L00-AAAAABL", "layouts list", "layouts show turtle", "layouts export turtle -o -", "solve -", "solve"],
)
def test_a_command_whose_streams_are_closed_does_its_work_in_silence(words: str) -> None:
    script = f"exec {sys.executable} -m paishan {words} <&- >&-"
    done = subprocess.run(["sh", "-c", script], stderr=subprocess.PIPE, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
