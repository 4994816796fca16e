"""The server that the browser tests play on: the program that `make play` starts, in a process of its own."""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import IO, NamedTuple

import msgspec

from paishan.codes import Code
from paishan.play.messages import Command
from paishan.play.opening import open_table
from paishan.play.recording import Logged, record_of
from paishan.play.ruleset import ruleset
from paishan.records import Record

_COMMAND = msgspec.json.Decoder[Command](Command)
_GIVEN = msgspec.json.Decoder(tuple[int, ...])


class Row(NamedTuple):
    """One command of a game's log, as it lies on the disk."""

    seq: int
    key: str
    at: int
    command: Command
    given: tuple[int, ...] | None


class Server:
    """A server for one person, with games in a directory of its own; it can be killed and started again."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.port = _free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._errors = data / "errors.txt"
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start it and wait until it says that it is ready."""
        with self._errors.open("a") as errors:
            self._process = subprocess.Popen(
                [sys.executable, "-m", *self._words()], stdout=subprocess.PIPE, stderr=errors, text=True
            )
        for line in self._out:
            if "is ready at" in line:
                assert f"{self.url} " in line, line
                return
        raise RuntimeError(f"the server did not come up: {self.errors()}")

    def _words(self) -> list[str]:
        return ["paishan", "play", "--no-browser", "--port", str(self.port), "--data", str(self.data)]

    @property
    def _out(self) -> IO[str]:
        assert self._process is not None and self._process.stdout is not None
        return self._process.stdout

    def kill(self) -> None:
        """End it at once, as a power cut would: it has no time to write or to say anything."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End it as Ctrl-C does."""
        self._end(signal.SIGINT)

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None:
            os.kill(self._process.pid, how)
            self._process.wait(timeout=60)
            self._out.close()
            self._process = None

    def errors(self) -> str:
        """What it wrote to stderr, in all its lives."""
        return self._errors.read_text()

    def log(self, game: str) -> list[Row]:
        """A game's commands, read from the file as another program would."""
        with closing(sqlite3.connect(self.data / "paishan.db")) as reading:
            rows = reading.execute(
                "SELECT seq, key, at, body, given FROM commands WHERE game = ? ORDER BY seq", (game,)
            )
            return [
                Row(seq, key, at, _COMMAND.decode(body), None if given is None else _GIVEN.decode(given))
                for seq, key, at, body, given in rows
            ]

    def code(self, game: str) -> Code:
        """A game's code, which nobody is told while a ranked game goes on."""
        with closing(sqlite3.connect(self.data / "paishan.db")) as reading:
            [code] = reading.execute("SELECT code FROM games WHERE id = ?", (game,)).fetchone()
        return Code.parse(code)

    def record(self, game: str) -> Record:
        """A game's log as a record."""
        with closing(sqlite3.connect(self.data / "paishan.db")) as reading:
            code, rules, opened = reading.execute(
                "SELECT code, ruleset, opened FROM games WHERE id = ?", (game,)
            ).fetchone()
        log: list[Logged] = [(row.command, row.at, row.given) for row in self.log(game)]
        return record_of(open_table(Code.parse(code), ruleset(rules), opened), log)


class ClockedServer(Server):
    """A server whose clock stands still until it is set anew."""

    def __init__(self, data: Path, at: int) -> None:
        """`at` is the time it begins with, in milliseconds since 1970."""
        super().__init__(data)
        self.set_clock(at)

    def set_clock(self, at: int) -> None:
        """Make it another time, from the next request on."""
        draft = self.data / "clock.new"
        draft.write_text(str(at))
        draft.replace(self.data / "clock")

    def _words(self) -> list[str]:
        return ["tests.browser.clocked", str(self.port), str(self.data)]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
