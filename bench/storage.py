"""What a move and a game take on the disk, in SQLite and in PostgreSQL: `python -m bench.storage [--quick]`.

Ten thousand games, each played to its middle, are written to an empty database, whose growth is divided by what is in
it; then boards are cleared, one commit a move, and what PostgreSQL writes ahead is divided by the moves.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import Connection, func, select, text

from bench.flat import Store
from paishan.store import Database
from paishan.store.schema import commands, games, results

__all__ = ["main"]

_BOARDS = 5


def of_sqlite(reading: Connection) -> int:
    pages, size = (reading.execute(text(f"PRAGMA {name}")).scalar_one() for name in ("page_count", "page_size"))
    return int(pages) * int(size)


def of_postgresql(reading: Connection) -> int:
    return int(reading.execute(text("SELECT pg_database_size(current_database())")).scalar_one())


def written_ahead(reading: Connection) -> int:
    return int(reading.execute(text("SELECT pg_current_wal_lsn() - '0/0'")).scalar_one())


def _count(reading: Connection) -> tuple[int, int, int]:
    found = [
        reading.execute(select(func.count()).select_from(table)).scalar_one() for table in (games, commands, results)
    ]
    return found[0], found[1], found[2]


def measure(name: str, url: str, size: Callable[[Connection], int], number: int) -> None:
    empty = Database(url)
    before = empty.read(size)
    empty.close()
    store = Store(url, number)
    grown = store.database.read(size) - before
    made, said, ended = store.database.read(_count)
    print(
        f"{name}: {made:,} games with {said:,} commands and {ended:,} results grew by {grown / 2**20:.1f} MB: "
        f"{grown / said:.0f} bytes a command with its share of all"
    )
    if size is of_postgresql:
        before, moves = store.database.read(written_ahead), store.database.read(_count)[1]
        asyncio.run(_clear(store))
        moves = store.database.read(_count)[1] - moves
        ahead = store.database.read(written_ahead) - before
        print(f"{name}: {ahead / moves:.0f} bytes written ahead for a move ({moves} moves, each its own commit)")
    store.database.close()


async def _clear(store: Store) -> None:
    for turn in range(_BOARDS):
        await store.play(f"turn-{turn}", lambda what, seconds: None)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="a thousand games")
    asked = parser.parse_args()
    number = 1_000 if asked.quick else 10_000
    with tempfile.TemporaryDirectory() as directory:
        measure("sqlite", f"sqlite:///{Path(directory) / 'paishan.db'}", of_sqlite, number)
    from tests.postgres import Postgres

    server = Postgres()
    try:
        measure("postgresql", server.fresh(), of_postgresql, number)
    finally:
        server.close()


if __name__ == "__main__":
    main()
