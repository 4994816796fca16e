"""All that is said to PostgreSQL alone. Nothing else in the store knows which database it speaks to."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Engine, event, text

__all__ = ["CONNECTING", "count_on", "others_at", "prepare", "take_turns"]

_NAME = "paishan"
_TURN = 0x7061697368616E
"""The advisory lock of those who change tables: the bytes of "paishan"."""
CONNECTING: dict[str, Any] = {
    "application_name": _NAME,
    "connect_timeout": 5,
    # A database whose machine is gone is noticed in seconds; the kernel alone would wait a quarter of an hour.
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
}
"""How connections are made."""
_BOUNDS = "SET statement_timeout = '20s'; SET lock_timeout = '10s'; SET idle_in_transaction_session_timeout = '60s'"


def prepare(engine: Engine, writes: bool) -> None:
    """Make every new connection of `engine` safe: a commit is on the disk when it returns, and nothing waits for ever.

    Readers see one state of the database in each transaction, and cannot write.
    """

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _record: Any) -> None:
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
    connection.execute(text("SET LOCAL statement_timeout = 0"))
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
