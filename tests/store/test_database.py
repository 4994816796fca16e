"""Opening a database: made from nothing, brought up to date, or refused with a reason and left as it is."""

from __future__ import annotations

import sqlite3
import stat
import sys
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text
from sqlalchemy.exc import OperationalError, SQLAlchemyError

import paishan.store.migrations.versions as versions
from paishan.store import Database, DatabaseRefused, Unavailable
from paishan.store.schema import metadata
from tests.postgres import Postgres
from tests.store.shelf import ask

NEWEST = max(file.name[:4] for file in Path(versions.__file__).parent.glob("0*.py"))
"""The version of the newest migration."""


def made(file: Path, *statements: str) -> Path:
    """A database of another program, or of another version."""
    with closing(sqlite3.connect(file)) as connection, connection:
        for statement in statements:
            connection.execute(statement)
    return file


def test_a_database_is_made_from_nothing_as_the_schema_says(place: str) -> None:
    database = Database(place.replace("/paishan.db", "/some/where/paishan.db"))
    with database._reading.connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": "paishan_version"})
        assert compare_metadata(context, metadata) == []
        assert context.get_current_revision() == NEWEST
    database.close()


def test_opening_again_keeps_everything(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/paishan.db"
    Database(url).close()
    made(tmp_path / "paishan.db", "INSERT INTO players (id, token_hash, created) VALUES (1, 'x', 5)")
    database = Database(url)
    assert database.read(lambda reading: reading.execute(text("SELECT created FROM players")).scalar()) == 5
    database.close()


def test_every_commit_is_on_disk_and_the_reader_cannot_write(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path}/paishan.db")
    with database._writing.connect() as connection:
        asked = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        told = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in asked]
        assert told == ["wal", 2, 1, 10000]
    with database._reading.connect() as connection, pytest.raises(OperationalError, match="readonly"):
        connection.exec_driver_sql("DELETE FROM games")
    database.close()


def test_a_database_newer_than_the_program_is_refused_untouched(tmp_path: Path) -> None:
    file = tmp_path / "paishan.db"
    Database(f"sqlite:///{file}").close()
    made(file, "UPDATE paishan_version SET version_num = '0999'")
    before = file.read_bytes()
    with pytest.raises(DatabaseRefused, match=rf"a newer Paishan \(version 0999 .* knows {NEWEST}\)"):
        Database(f"sqlite:///{file}")
    assert file.read_bytes() == before


def test_another_programs_database_is_refused_untouched(tmp_path: Path) -> None:
    file = made(tmp_path / "other.db", "CREATE TABLE games (id INTEGER)", "INSERT INTO games VALUES (1)")
    before = file.read_bytes()
    with pytest.raises(DatabaseRefused, match=r"other\.db belongs to another program"):
        Database(f"sqlite:///{file}")
    assert file.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["other.db"]


def test_a_file_that_is_no_database_is_refused_untouched(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear reader, this is no database at all.")
    with pytest.raises(DatabaseRefused, match=r"letter\.txt is not an SQLite database"):
        Database(f"sqlite:///{file}")
    assert file.read_text() == "Dear reader, this is no database at all."


def test_a_torn_database_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "torn.db"
    file.write_bytes(b"SQLite format 3\0" + b"torn" * 100)
    with pytest.raises(DatabaseRefused, match=r"torn\.db cannot be opened: "):
        Database(f"sqlite:///{file}")


def test_a_migration_that_fails_leaves_the_database_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from alembic.operations import Operations

    def fails(*_: object, **__: object) -> None:
        raise sqlite3.OperationalError("the disk is full")

    monkeypatch.setattr(Operations, "create_index", fails)
    file = tmp_path / "paishan.db"
    with pytest.raises(sqlite3.OperationalError):
        Database(f"sqlite:///{file}")
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == []


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("sqlite://", "SQLite needs a file"),
        ("sqlite:///:memory:", "SQLite needs a file"),
        ("paishan.db", "is no address of a database"),
        ("mysql://host/games", "not in mysql"),
        ("sqlite:////dev/null/paishan.db", "cannot be opened"),
    ],
)
def test_an_address_that_cannot_be_used_is_refused_with_the_reason(url: str, reason: str) -> None:
    with pytest.raises(DatabaseRefused, match=reason):
        Database(url)


def test_postgresql_without_its_driver_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(DatabaseRefused, match="psycopg"):
        Database("postgresql://host/games")


def test_a_database_that_went_away_is_said_to_be_unavailable(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path}/paishan.db")
    made(tmp_path / "paishan.db", "DROP TABLE commands")
    with pytest.raises(Unavailable):
        database.read(lambda reading: reading.execute(text("SELECT * FROM commands")))
    database.close()


def test_a_new_file_is_for_its_owner_alone_and_so_is_what_lies_beside_it(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path}/paishan.db")
    database.read(lambda reading: reading.execute(text("SELECT 1")))
    assert {stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()} == {0o600}
    database.close()


def test_postgresql_has_a_commit_on_disk_shows_readers_one_state_and_lets_them_not_write(postgres_url: str) -> None:
    database = Database(postgres_url)
    with database._writing.connect() as connection:
        asked = ("synchronous_commit", "transaction_isolation", "statement_timeout", "application_name")
        told = [connection.exec_driver_sql(f"SHOW {name}").scalar() for name in asked]
        assert told == ["on", "read committed", "20s", "paishan"]
    with database._reading.connect() as connection:
        assert connection.exec_driver_sql("SHOW transaction_isolation").scalar() == "repeatable read"
        with pytest.raises(SQLAlchemyError, match="read-only"):
            connection.exec_driver_sql("DELETE FROM games")
    database.close()


def test_a_commit_is_on_disk_even_where_postgresql_was_told_that_it_need_not_be(postgres: Postgres) -> None:
    url = postgres.fresh()
    postgres.order(f"ALTER DATABASE {url.rpartition('/')[2]} SET synchronous_commit = off")
    database = Database(url)
    with database._writing.connect() as connection:
        assert connection.exec_driver_sql("SHOW synchronous_commit").scalar() == "on"
    database.close()


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        (
            "postgresql://paishan:hidden@127.0.0.1:1/games",
            r"postgresql\+psycopg://paishan:\*\*\*@127.0.0.1:1/games cannot",
        ),
        ("postgresql://127.0.0.1:port/games", "is no address of a database"),
    ],
)
def test_a_postgresql_out_of_reach_is_refused_in_one_line_without_the_password(url: str, reason: str) -> None:
    with pytest.raises(DatabaseRefused, match=reason) as refused:
        Database(url)
    assert "hidden" not in str(refused.value)
    assert "\n" not in str(refused.value)


def test_another_programs_tables_in_postgresql_are_left_alone(postgres_url: str) -> None:
    ask(postgres_url, "CREATE TABLE letters (id INTEGER)")
    with pytest.raises(DatabaseRefused, match="belongs to another program"):
        Database(postgres_url)
