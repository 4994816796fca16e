"""All that is said to PostgreSQL alone. Nothing else in the store knows which database it speaks to."""

from __future__ import annotations

import os
import socket
import threading
import time
from contextlib import suppress
from functools import cache
from typing import Any

from sqlalchemy import Connection, Engine, event, text

__all__ = ["CONNECTING", "PATIENCE", "count_on", "others_at", "prepare", "take_turns", "unhurried"]

_NAME = "paishan"
_TURN = 0x7061697368616E
"""The advisory lock of those who change tables: the bytes of "paishan"."""
CONNECTING: dict[str, Any] = {
    "application_name": _NAME,
    "connect_timeout": 3,
    # A database whose machine is gone is noticed in seconds; the kernel alone would wait a quarter of an hour.
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
}
"""How connections are made."""
PATIENCE = 21.0
"""Seconds for one answer. One that hangs does not mind its own bounds, while its machine says that it lives."""
_LOOK = 0.5
_BOUNDS = "SET statement_timeout = '20s'; SET lock_timeout = '10s'; SET idle_in_transaction_session_timeout = '60s'"


class _Watch:
    """Hangs up on databases that do not answer in time, so that whoever waits for them does not wait for ever."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: dict[int, tuple[int, float]] = {}
        """Whose answers are waited for: the socket, and until when."""
        self._thread: threading.Thread | None = None

    def begin(self, key: int, number: int) -> None:
        with self._lock:
            self._waiting[key] = (number, time.monotonic() + PATIENCE)
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._look, name="paishan-patience", daemon=True)
                self._thread.start()

    def end(self, key: int) -> None:
        with self._lock:
            self._waiting.pop(key, None)

    def _look(self) -> None:
        while True:
            time.sleep(_LOOK)
            now = time.monotonic()
            with self._lock:
                for number, until in self._waiting.values():
                    if now > until:
                        # While it is waited for, nobody closes it, so its number is still its own.
                        with suppress(OSError), socket.socket(fileno=os.dup(number)) as line:
                            line.shutdown(socket.SHUT_RDWR)


_WATCH = _Watch()


@cache
def _patient() -> Any:
    """The kind of connection that waits no longer than it may. Not everybody has psycopg."""
    import psycopg

    class Patient(psycopg.Connection[Any]):
        hurried = True

        def wait(self, *asked: Any, **more: Any) -> Any:
            if not self.hurried:
                return super().wait(*asked, **more)
            _WATCH.begin(id(self), self.pgconn.socket)
            try:
                return super().wait(*asked, **more)
            finally:
                _WATCH.end(id(self))

    return Patient


def unhurried(connection: Connection) -> None:
    """Let this transaction take as long as it takes."""
    connection.execute(text("SET LOCAL statement_timeout = 0"))
    driven: Any = connection.connection.driver_connection
    driven.hurried = False


def prepare(engine: Engine, writes: bool) -> None:
    """Make every new connection of `engine` safe: a commit is on the disk when it returns, and nothing waits for ever.

    Readers see one state of the database in each transaction, and cannot write.
    """

    @event.listens_for(engine, "do_connect")
    def connect(_dialect: Any, _record: Any, words: Any, options: Any) -> Any:
        return _patient().connect(*words, **options)

    @event.listens_for(engine, "checkin")
    def given_back(connection: Any, _record: Any) -> None:
        if connection is not None:
            connection.hurried = True

    from psycopg.types.string import StrDumperUnknown

    class Plain(StrDumperUnknown):
        """Texts as PostgreSQL can have them: without the character of the number 0, which is shown nowhere anyway."""

        def dump(self, obj: str) -> Any:
            return super().dump(obj.replace("\0", "\ufffd"))

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _record: Any) -> None:
        connection.adapters.register_dumper(str, Plain)
        connection.autocommit = True
        with connection.cursor() as cursor:
            cursor.execute(_BOUNDS)
            # More than `on` is a wish of the host's, such as to wait for a second machine; less would lose moves.
            if cursor.execute("SHOW synchronous_commit").fetchone()[0] == "off":
                cursor.execute("SET synchronous_commit = on")
        connection.autocommit = False
        if not writes:
            connection.read_only = True


def take_turns(connection: Connection) -> None:
    """Wait until nobody else changes tables, and keep others from it until the end of this transaction."""
    connection.execute(text("SET LOCAL lock_timeout = '10min'"))
    unhurried(connection)
    connection.execute(text("SELECT pg_advisory_xact_lock(:turn)"), {"turn": _TURN})


def others_at(connection: Connection) -> int:
    """How many connections of other Paishan processes this database has, as far as one may know."""
    asked = text(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = :name "
        "AND pid <> pg_backend_pid()"
    )
    return int(connection.execute(asked, {"name": _NAME}).scalar_one())


def count_on(connection: Connection, table: str, column: str) -> None:
    """Let the numbers that a column counts by itself go on after the highest that is there."""
    counter = connection.execute(
        text("SELECT pg_get_serial_sequence(:name, :column)"), {"name": f'"{table}"', "column": column}
    ).scalar()
    if counter is not None:
        highest = f'SELECT setval(CAST(:counter AS regclass), max("{column}")) FROM "{table}" HAVING count(*) > 0'
        connection.execute(text(highest), {"counter": counter})
