"""A server with an empty database, asked as a browser asks."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from paishan.web import Settings, create_app, passwords

Client: TypeAlias = TestClient[Litestar]
Rows: TypeAlias = Callable[[str], list[tuple[Any, ...]]]


NOW = 1_800_000_000_000
"""The time at which everything happens, in milliseconds since 1970."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where the server keeps its games."""
    return tmp_path / "paishan.db"


@pytest.fixture
def serve(file: Path) -> Iterator[Callable[..., Client]]:
    """Start a server with other settings than usual."""
    with ExitStack() as stack:

        def start(**settings: Any) -> Client:
            app = create_app(Settings(**{"database_url": f"sqlite:///{file}", "limits": None, **settings}), lambda: NOW)
            return stack.enter_context(TestClient(app))

        yield start


@pytest.fixture
def client(serve: Callable[..., Client]) -> Client:
    return serve()


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A server on which nothing is changed, for all that is only refused."""
    file = tmp_path_factory.mktemp("attacks") / "paishan.db"
    with TestClient(create_app(Settings(database_url=f"sqlite:///{file}", limits=None), lambda: NOW)) as client:
        yield client


@pytest.fixture
def rows(file: Path) -> Rows:
    """What is in the database."""

    def look(query: str) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(file)) as connection:
            return connection.execute(query).fetchall()

    return look


@pytest.fixture
def everything(rows: Rows) -> Callable[[], list[list[tuple[Any, ...]]]]:
    """All that is in the database, to be compared before and after."""
    return lambda: [rows(f"SELECT * FROM {table}") for table in ("players", "games", "commands")]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hashes that take no time."""
    monkeypatch.setattr(passwords, "_ROUNDS", 1)
    monkeypatch.setattr(passwords, "_KIB", 8)
