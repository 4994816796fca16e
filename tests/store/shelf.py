"""A database with games in it, for the tests: opened, looked into, damaged, opened again."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import URL, MetaData, NullPool, create_engine, select

from paishan.codes import Code
from paishan.play.messages import Take
from paishan.play.opening import deal_of
from paishan.play.ruleset import TAIPEI
from paishan.solitaire.board import Pair
from paishan.store import Database, Done, Games, View
from paishan.store.place import address, engine
from paishan.store.version import upgrade

CODE = Code.parse("MJ1-L02-AAAAABW")
"""Deal 1 of First steps: 36 tiles."""
WITNESS: tuple[Pair, ...] = deal_of(CODE, TAIPEI).witness


def place_of(where: Path | str | URL) -> URL:
    """The address of a database: of an SQLite file, or as it was given."""
    return address(f"sqlite:///{where}" if isinstance(where, Path) else where)


def database_of_version(version: str, where: Path | str | URL) -> None:
    """Make an empty database as an older program made it."""
    made = engine(place_of(where), writes=True, size=1)
    with made.begin() as connection:
        upgrade(connection, version)
    made.dispose()


def ask(where: Path | str | URL, statement: str, *values: Any) -> list[tuple[Any, ...]]:
    """What another program sees or does in a database; `?` stands for each of the values."""
    place = place_of(where)
    if place.get_backend_name() == "postgresql":
        statement = statement.replace("%", "%%").replace("?", "%s")
    other = create_engine(place, poolclass=NullPool)
    with other.begin() as connection:
        done = connection.exec_driver_sql(statement, values)
        return [tuple(row) for row in done] if done.returns_rows else [(done.rowcount,)]


def tell(where: Path | str | URL, statements: Sequence[tuple[str, Sequence[Any]]]) -> None:
    """Have another program write to a database; `?` stands for each of a statement's values."""
    place = place_of(where)
    sign = "%s" if place.get_backend_name() == "postgresql" else "?"
    other = create_engine(place, poolclass=NullPool)
    with other.begin() as connection:
        for statement, values in statements:
            connection.exec_driver_sql(statement.replace("?", sign), tuple(values))


class Shelf:
    """One database and the games in it. Time stands still until it is moved."""

    def __init__(self, where: Path | str | URL, **options: Any) -> None:
        self.place = place_of(where)
        self.ms = 1_000_000
        self.database = Database(self.place)
        self.games = Games(self.database, now=lambda: self.ms, **options)

    def again(self) -> Shelf:
        """The same database as another process has it."""
        other = Shelf(self.place)
        other.ms = self.ms
        return other

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
        """What another program sees in the database."""
        return ask(self.place, query, *values)

    def damage(self, statement: str, *values: object) -> None:
        """Change the database behind the program's back."""
        assert ask(self.place, statement, *values)[0][0] > 0

    def everything(self) -> list[tuple[Any, ...]]:
        """All rows of all tables."""
        other = create_engine(self.place, poolclass=NullPool)
        tables = MetaData()
        tables.reflect(other)
        with other.connect() as connection:
            rows = [tuple(row) for table in tables.sorted_tables for row in connection.execute(select(table))]
        return sorted(rows, key=repr)

    def log(self) -> list[tuple[Any, ...]]:
        """All commands of all games."""
        return self.rows("SELECT game, seq, key, at, body, given FROM commands ORDER BY game, seq")
