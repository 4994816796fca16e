"""Running commands: most of them in this process, which is quick, some as a person's shell would."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypeAlias

import pytest

from paishan.cli import main


class Outcome(NamedTuple):
    """What a command left behind."""

    status: int
    out: str
    err: str


Run: TypeAlias = Callable[..., Outcome]


@pytest.fixture(autouse=True)
def user_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the user's data lies in a test: nowhere near the real one."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data" / "paishan"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command in this process."""

    def run(*words: str | Path) -> Outcome:
        status = main([str(word) for word in words])
        return Outcome(status, *capsys.readouterr())

    return run


def shell(*words: str | Path, stdin: str = "", **environment: str) -> Outcome:
    """Runs a command as a process of its own, with more of an environment."""
    done = subprocess.run(
        [sys.executable, "-m", "paishan", *map(str, words)],
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        env=os.environ | environment,
        timeout=60,
        check=False,
    )
    return Outcome(done.returncode, done.stdout, done.stderr)
