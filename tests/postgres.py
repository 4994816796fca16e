"""A PostgreSQL of the tests' own: Debian's program, a data directory of its own, on 127.0.0.1, gone when they end.

It can be killed like by a power cut and started again, and every test gets a fresh database in it. Where PostgreSQL is
not installed, the tests that need it are skipped and say so.
"""

from __future__ import annotations

import atexit
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
import pytest

__all__ = ["Postgres", "postgres", "postgres_url", "program"]

_USERS = ("postgres", "nobody")
"""Whom the server runs as when root starts it, for it refuses to run as root."""
_SECONDS = 60
QUICK: Mapping[str, str] = {"fsync": "off", "full_page_writes": "off", "autovacuum": "off"}
"""Settings for tests that never kill the server."""


def program(name: str) -> Path | None:
    """One of PostgreSQL's programs, of the newest version that is installed."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[4]))
    if found:
        return found[-1]
    elsewhere = shutil.which(name)
    return None if elsewhere is None else Path(elsewhere)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Postgres:
    """A server with a data directory of its own, running from the start."""

    def __init__(self, settings: Mapping[str, str] | None = None) -> None:
        """`settings` are PostgreSQL's own, such as `{"fsync": "off"}`; without any it writes as safely as by default.

        Raises `FileNotFoundError` where PostgreSQL is not installed.
        """
        server, maker = program("postgres"), program("initdb")
        if server is None or maker is None:
            raise FileNotFoundError("PostgreSQL is not installed (on Debian: apt install postgresql)")
        self._server = server
        self._settings = dict(settings or {})
        self._numbers = count(1)
        self._process: subprocess.Popen[bytes] | None = None
        self.port = free_port()
        self.place = Path(tempfile.mkdtemp(prefix="paishan-postgres-"))
        self._user: dict[str, Any] = {}
        if os.geteuid() == 0:
            owner = next(known for known in pwd.getpwall() if known.pw_name in _USERS)
            os.chown(self.place, owner.pw_uid, owner.pw_gid)
            self._user = {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}
        self.log = self.place / "log"
        self._run(
            [str(maker), "-D", str(self.data), "-U", "paishan", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
        )
        atexit.register(self.close)
        self.start()

    @property
    def pid(self) -> int:
        """Of the process that all others of it come from."""
        assert self._process is not None
        return self._process.pid

    @property
    def data(self) -> Path:
        return self.place / "data"

    def url(self, database: str = "postgres") -> str:
        """The address of one of its databases."""
        return f"postgresql://paishan@127.0.0.1:{self.port}/{database}"

    def fresh(self) -> str:
        """The address of a new, empty database."""
        name = f"games_{next(self._numbers)}"
        self.order(f"CREATE DATABASE {name} TEMPLATE template0")
        return self.url(name)

    def room(self) -> str:
        """The address of an empty room in a database that others use as well, which is much quicker to have."""
        name = f"room_{next(self._numbers)}"
        self.order(f"CREATE SCHEMA {name}")
        return f"{self.url()}?options=-csearch_path%3D{name}"

    def order(self, statement: str) -> None:
        """Run one statement outside every transaction, as the one who may do everything."""
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(statement.encode())

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = {"port": self.port, "listen_addresses": "127.0.0.1", "unix_socket_directories": "", **self._settings}
        command = [str(self._server), "-D", str(self.data)]
        for name, value in options.items():
            command += ["-c", f"{name}={value}"]
        until = time.monotonic() + _SECONDS
        while time.monotonic() < until:
            if self._process is None or self._process.poll() is not None:
                # What was killed lets go of its memory only a moment later; until then a new start is refused.
                with self.log.open("ab") as log:
                    self._process = subprocess.Popen(
                        command, stdout=log, stderr=log, start_new_session=True, cwd=self.place, **self._user
                    )
            with suppress(psycopg.OperationalError):
                psycopg.connect(self.url(), connect_timeout=2).close()
                return
            time.sleep(0.02)
        raise AssertionError(f"PostgreSQL does not start: {self.log.read_text()[-2000:]}")

    def kill(self) -> None:
        """End it and all its processes without a word, as a power cut would."""
        assert self._process is not None
        pid = self._process.pid
        children: list[str] = []
        with suppress(OSError):
            children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        self._process.kill()
        for child in children:
            with suppress(ProcessLookupError):
                os.kill(int(child), signal.SIGKILL)
        self._process.wait()

    def pause(self) -> None:
        """Let it hang: it takes connections and does not answer, until `go_on`."""
        self._signal_all(signal.SIGSTOP)

    def go_on(self) -> None:
        """After `pause`."""
        self._signal_all(signal.SIGCONT)

    def stop(self) -> None:
        """End it in order, ending the sessions of all who use it."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
            try:
                self._process.wait(20)
            except subprocess.TimeoutExpired:
                self.kill()

    def close(self) -> None:
        """Remove it with all that it kept, which needs no order."""
        atexit.unregister(self.close)
        self.kill()
        shutil.rmtree(self.place, ignore_errors=True)

    def _signal_all(self, what: signal.Signals) -> None:
        assert self._process is not None
        pid = self._process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        for each in (pid, *map(int, children)):
            with suppress(ProcessLookupError):
                os.kill(each, what)

    def _run(self, command: list[str]) -> None:
        done = subprocess.run(command, capture_output=True, text=True, cwd=self.place, **self._user)
        if done.returncode:
            raise AssertionError(f"{command[0]} fails: {done.stderr}")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A server for all tests of this process that do not harm it; those that do make one of their own."""
    if program("postgres") is None:
        pytest.skip("PostgreSQL is not installed (on Debian: apt install postgresql)")
    server = Postgres(QUICK)
    yield server
    server.close()


@pytest.fixture
def postgres_url(postgres: Postgres) -> str:
    """The address of an empty database, or as good as one, of the test's own."""
    return postgres.room()
