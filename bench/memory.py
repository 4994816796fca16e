"""What a game in play costs in memory: `python -m bench.memory [--quick] [--games N]`.

Games of each family are opened in a store and played to their middle with hints in between, as a server holds them;
then what they hold together is divided by their number. Python's own count of its objects (tracemalloc) misses what
compiled modules take from the system, so the growth of the process is told beside it.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import subprocess
import sys
import tempfile
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from paishan.chuopai.deal import LAYOUT
from paishan.codes import Code, Dealer
from paishan.connect.board import Board as Grid
from paishan.connect.grid import GRIDS
from paishan.play.chuo.messages import Begin, Play
from paishan.play.chuo.messages import State as Match
from paishan.play.chuo.ruleset import CHUO_PAI
from paishan.play.families import AnyCommand, AnyRuleset
from paishan.play.messages import Hint, Take
from paishan.play.opening import deal_of, grid_deal_of
from paishan.play.ruleset import AGAINST_THE_CLOCK, CLASSIC, CONNECT
from paishan.rng import Rng
from paishan.solitaire.board import Board as Heap
from paishan.store import Database, Games, View

TARGET = 50
"""KB that a game in play may take."""
_FIRST = 80
"""Games that are played before, for what is made once, such as the provers that tables share, is no game's."""
_PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True, slots=True)
class Family:
    """Games of one kind, and how they are played to their middle."""

    name: str
    rules: AnyRuleset
    code: Callable[[int], Code]
    half: Callable[[Code], list[AnyCommand]]
    """Commands that are known beforehand; none where they depend on the others."""


def _half_of_turtle(code: Code) -> list[AnyCommand]:
    return _half(code, deal_of(code, AGAINST_THE_CLOCK).board())


def _half_of_grid(code: Code) -> list[AnyCommand]:
    return _half(code, grid_deal_of(code, CONNECT).board())


def _half(code: Code, board: Heap | Grid) -> list[AnyCommand]:
    """Any pairs that can be taken, so that the plan that came with the deal is soon broken."""
    chance, takes = Rng(code.number), list[AnyCommand]()
    while board.left > len(board.kinds) // 2 and (pairs := list(board.pairs())):
        pair = board.push(chance.choice(pairs))
        takes.append(Take(pair.a, pair.b))
    return _with_hints(takes)


def _with_hints(takes: list[AnyCommand]) -> list[AnyCommand]:
    return [*takes[:10], Hint(), *takes[10:20], Hint(), *takes[20:]]


FAMILIES = (
    Family("against the clock", AGAINST_THE_CLOCK, lambda n: Code(Dealer.MJ1, "L00", n), _half_of_turtle),
    Family("classic", CLASSIC, lambda n: Code(Dealer.MJ1, "L00", n), _half_of_turtle),
    Family("Connect", CONNECT, lambda n: Code(Dealer.MC1, GRIDS[0].tag, n), _half_of_grid),
    Family("Chuo Pai", CHUO_PAI, lambda n: Code(Dealer.CP1, LAYOUT, n), lambda code: []),
)


async def _play(games: Games, family: Family, number: int) -> View:
    """Open a game and play it to its middle."""
    code = family.code(number)
    view, token = await games.start(None, code, family.rules)
    player = await games.player(token)
    commands = family.half(code)
    for seq, command in enumerate(commands):
        await games.command(view.id, player, seq, f"key-{seq}", [command])
    if not commands:
        done = await games.command(view.id, player, 0, "begin", [Begin()])
        while isinstance(done.state, Match) and done.state.left > 14 and done.state.legal:
            play = Play(done.state.legal[0].plays[0])
            done = await games.command(view.id, player, done.state.seq, f"key-{done.state.seq}", [play])
    return view


def held_by(games: Games, family: Family, number: int, first: int = _FIRST) -> float:
    """Bytes of Python's objects that one of `number` games holds, when `first` were played before."""
    _play_all(games, family, range(number, number + first))
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        _play_all(games, family, range(number))
        return (tracemalloc.get_traced_memory()[0] - before) / number
    finally:
        tracemalloc.stop()


def grown_by(games: Games, family: Family, number: int) -> float:
    """Bytes by which the process grows with each of `number` games; `/proc` tells it, so this is for Linux."""
    _play_all(games, family, range(number, number + _FIRST))
    before = _resident()
    _play_all(games, family, range(number))
    return (_resident() - before) / number


def _play_all(games: Games, family: Family, numbers: range) -> None:
    async def play() -> None:
        for number in numbers:
            await _play(games, family, number)

    asyncio.run(play())
    gc.collect()


def _resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * _PAGE


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="fewer games")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--family", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--way", choices=("held", "grown"), default="held", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    number = 40 if asked.quick else asked.games
    if asked.family is None:
        for index in range(len(FAMILIES)):
            for way in ("held", "grown"):
                # Each in a process of its own, so that none finds room that another one left.
                words = ["--games", str(number), "--family", str(index), "--way", way]
                subprocess.run([sys.executable, "-m", "bench.memory", *words], check=True)
        return
    family = FAMILIES[asked.family]
    with tempfile.TemporaryDirectory() as directory:
        database = Database(f"sqlite:///{directory}/paishan.db")
        measure = held_by if asked.way == "held" else grown_by
        kb = measure(Games(database, most_live=2 * number + _FIRST), family, number) / 1024
        database.close()
    said = "in Python's objects" if asked.way == "held" else "by the growth of the process"
    print(f"{family.name}: {kb:.1f} KB a game {said} ({kb / TARGET:.2f} of {TARGET}; {number} games)", flush=True)


if __name__ == "__main__":
    main()
