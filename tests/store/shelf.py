"""A database in a file with games in it, for the tests: opened, looked into, damaged, opened again."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from alembic import command
from sqlalchemy import NullPool, create_engine

from paishan.codes import Code
from paishan.play.messages import Take
from paishan.play.opening import deal_of
from paishan.play.ruleset import TAIPEI
from paishan.solitaire.board import Pair
from paishan.store import Database, Done, Games, View, sqlite
from paishan.store.database import _scripts

CODE = Code.parse("MJ1-L02-AAAAABW")
"""Deal 1 of First steps: 36 tiles."""
WITNESS: tuple[Pair, ...] = deal_of(CODE, TAIPEI).witness


def database_of_version(version: str, file: Path) -> None:
    """Make an empty database as an older program made it."""
    scripts = _scripts()
    engine = create_engine(f"sqlite:///{file}", poolclass=NullPool)
    sqlite.prepare(engine, writes=True)
    with engine.begin() as connection:
        scripts.attributes["connection"] = connection
        command.upgrade(scripts, version)


class Shelf:
    """One database and the games in it. Time stands still until it is moved."""

    def __init__(self, file: Path, **options: Any) -> None:
        self.file = file
        self.ms = 1_000_000
        self.database = Database(f"sqlite:///{file}")
        self.games = Games(self.database, now=lambda: self.ms, **options)

    def close(self) -> None:
        self.database.close()

    async def open(self) -> tuple[View, int]:
        """A game of a new guest, and that guest."""
        view, token = await self.games.start(None, CODE, TAIPEI)
        player = await self.games.player(token)
        assert player is not None
        return view, player

    async def take(self, game: str, player: int, seq: int, key: str | None = None) -> Done:
        """Take the pair number `seq` of the witness as command number `seq`."""
        pair = WITNESS[seq]
        return await self.games.command(game, player, seq, key or f"key-{seq}", [Take(pair.a, pair.b)])

    def rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """What another program sees in the file."""
        with closing(sqlite3.connect(self.file)) as connection:
            return connection.execute(query, values).fetchall()

    def damage(self, statement: str, *values: object) -> None:
        """Change the file behind the program's back."""
        with closing(sqlite3.connect(self.file)) as connection, connection:
            assert connection.execute(statement, values).rowcount > 0

    def log(self) -> list[tuple[Any, ...]]:
        """All commands of all games."""
        return self.rows("SELECT game, seq, key, at, body, given FROM commands ORDER BY game, seq")
