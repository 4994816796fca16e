"""Whether a move costs the same however many games there are: `python -m bench.flat [--quick]`.

Two stores, one with ten games and one with ten thousand that were played to their middle, are asked in turns for the
same moves, so that whatever else the machine does falls on both. What is compared is processor time of the process,
with the commits that it waits for; beside it, opening a board, going on with one that is not in memory, and a list.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import tempfile
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, insert, select

from paishan.codes import Code, Dealer
from paishan.play.messages import Take
from paishan.play.opening import deal_of
from paishan.play.ruleset import CLASSIC
from paishan.solitaire.gallery import by_tag
from paishan.store import Database, Games, Lists
from paishan.store.schema import commands, games, players, results

TARGET = 1.2
FEW, MANY = 10, 10_000
_CODE = Code(Dealer.MJ1, "L00", 1)
_WITNESS = deal_of(_CODE, CLASSIC).witness
_TOGETHER = 500


class Store:
    """A database with a number of games in it, and what is asked of it."""

    def __init__(self, url: str, number: int) -> None:
        self.number = number
        self.database = Database(url)
        self.games = Games(self.database)
        asyncio.run(self._fill())

    async def _fill(self) -> None:
        """Play one game to its middle and copy it under other names, each with a player of its own; half are won."""
        view, token = await self.games.start(None, _CODE, CLASSIC)
        player = await self.games.player(token)
        assert player is not None
        for seq, pair in enumerate(_WITNESS[:36]):
            await self.games.command(view.id, player, seq, _key("", seq), [Take(pair.a, pair.b)])
        for first in range(1, self.number, _TOGETHER):
            numbers = range(first, min(self.number, first + _TOGETHER))
            await self.database.writer.run(lambda writing, numbers=numbers: _copy(writing, view.id, numbers))  # type: ignore[misc]

    async def play(self, name: str, timed: Callable[[str, float], None]) -> None:
        """One player's evening: a board, its moves, the same board from the database, a list."""
        begun = time.process_time()
        view, token = await self.games.start(None, _CODE, CLASSIC)
        timed("open", time.process_time() - begun)
        player = await self.games.player(token)
        begun = time.process_time()
        for seq, pair in enumerate(_WITNESS):
            await self.games.command(view.id, player, seq, _key(name, seq), [Take(pair.a, pair.b)])
        timed("move", (time.process_time() - begun) / len(_WITNESS))
        self.games._live.clear()
        begun = time.process_time()
        await self.games.view(view.id, player)
        timed("go on", time.process_time() - begun)
        begun = time.process_time()
        await Lists(self.database, by_tag).best(player, "turtle", CLASSIC)
        timed("list", time.process_time() - begun)


def _key(name: str, seq: int) -> str:
    """The key of a request, as long as those of browsers are."""
    return f"{name}-{seq}".rjust(25, "0")


def _copy(writing: Connection, game: str, numbers: range) -> None:
    row = writing.execute(select(games).where(games.c.id == game)).one()._asdict()
    log = [line._asdict() for line in writing.execute(select(commands).where(commands.c.game == game))]
    owners = [
        {"token_hash": number.to_bytes(32, "big"), "created": row["opened"], "name": f"Player {number}"}
        for number in numbers
    ]
    writing.execute(insert(players), owners)
    known = select(players.c.id).where(players.c.token_hash.in_([owner["token_hash"] for owner in owners]))
    ids = dict(zip(numbers, writing.execute(known.order_by(players.c.id)).scalars(), strict=True))
    name = "copy{:018d}".format
    writing.execute(insert(games), [{**row, "id": name(number), "player": ids[number]} for number in numbers])
    writing.execute(insert(commands), [{**line, "game": name(number)} for number in numbers for line in log])
    won = {
        "family": row["family"],
        "layout": row["layout"],
        "ruleset": row["ruleset"],
        "version": row["version"],
        "occasion": "",
        "outcome": "won",
        **dict.fromkeys(("stars", "hints", "undos", "shuffles", "restarts", "rewinds"), 0),
        "ranked": 1,
        "judged": 1,
        "finished": row["touched"],
    }
    ended = [number for number in numbers if number % 2]
    if ended:
        writing.execute(
            insert(results),
            [
                {
                    **won,
                    "game": name(number),
                    "player": ids[number],
                    "played": 60_000 + number,
                    "score": 90_000 - number,
                }
                for number in ended
            ],
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--quick", action="store_true", help="a thousand games instead of ten thousand, and fewer rounds"
    )
    asked = parser.parse_args()
    many, rounds = (1_000, 4) if asked.quick else (MANY, 12)
    with tempfile.TemporaryDirectory() as directory:
        stores = [Store(f"sqlite:///{Path(directory) / str(number)}.db", number) for number in (FEW, many)]
        times: dict[tuple[str, int], list[float]] = {}

        async def compare() -> None:
            for turn in range(rounds + 1):
                for store in stores:

                    def timed(what: str, seconds: float, store: Store = store, turn: int = turn) -> None:
                        if turn:
                            times.setdefault((what, store.number), []).append(seconds)

                    played: Coroutine[Any, Any, None] = store.play(f"turn-{turn}", timed)
                    await played

        asyncio.run(compare())
        for store in stores:
            store.database.close()
    for what in ("move", "open", "go on", "list"):
        few, most = (1000 * statistics.median(times[what, number]) for number in (FEW, many))
        target = f" (at most {TARGET})" if what == "move" else ""
        print(f"{what}: {few:.2f} ms with {FEW} games, {most:.2f} ms with {many:,}: {most / few:.2f} times{target}")


if __name__ == "__main__":
    main()
