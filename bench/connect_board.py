"""How fast pairs of Mahjong Connect are found, in CPU time, compiled or not: `python -m bench.connect_board`.

The bounds are those of all pairs on a full 18 × 8 board; the exit says whether they are kept.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from paishan.connect.board import Board
from paishan.connect.grid import GRIDS, Grid
from paishan.connect.joins import COMPILED
from paishan.connect.line import line
from paishan.rng import Rng
from paishan.tiles import FULL_SET, Kind

ROOT = Path(__file__).parents[1]
MOST = {True: 10.0, False: 300.0}
"""Microseconds that all pairs of a full 18 × 8 board may take, compiled and not."""


def board_of(grid: Grid, number: int) -> Board:
    """A random deal of a grid."""
    tiles: list[Kind] = list(FULL_SET) * 2
    tiles = tiles[: grid.slots]
    Rng(number).shuffle(tiles)
    return Board(grid, tiles)


def half_played(number: int) -> Board:
    """A random deal of the 18 × 8 grid after 36 random pairs, or as many as it had."""
    board = board_of(GRIDS[0], number)
    rng = Rng(number)
    for _ in range(36):
        pairs = list(board.pairs())
        if pairs:
            board.push(pairs[rng.below(len(pairs))])
    return board


def microseconds(work: Callable[[], object], rounds: int) -> float:
    """The least CPU time of one call, over some rounds of so many calls as take a few milliseconds."""
    calls, spent = 1, 0.0
    while spent < 0.005:
        calls *= 2
        start = time.process_time()
        for _ in range(calls):
            work()
        spent = time.process_time() - start
    best = spent
    for _ in range(rounds):
        start = time.process_time()
        for _ in range(calls):
            work()
        best = min(best, time.process_time() - start)
    return best / calls * 1e6


def mean(boards: list[Board], work: Callable[[Board], object], rounds: int) -> float:
    """The mean over some boards."""
    return sum(microseconds(partial(work, board), rounds) for board in boards) / len(boards)


def play(board: Board) -> int:
    """Take pairs, the first there is, until none is left, and take them all back; the number of moves."""
    moves = 0
    while (pair := next(board.pairs(), None)) is not None:
        board.push(pair)
        moves += 2
    for _ in board.taken:
        board.pop()
    return moves


def lines(board: Board) -> int:
    """Draw the line of every pair."""
    return sum(line(board, pair.a, pair.b) is not None for pair in board.pairs())


def figures(quick: bool) -> bool:
    """Measure and print; whether all pairs of a full board are as fast as they should be."""
    count, rounds = (5, 5) if quick else (30, 15)
    how = "compiled" if COMPILED else "uncompiled"
    full = mean([board_of(GRIDS[0], n) for n in range(count)], lambda board: list(board.pairs()), rounds)
    fast = full <= MOST[COMPILED]
    note = "ok" if fast else "NOT AS IT SHOULD BE"
    print(f"all pairs, 18 × 8, full ({how})".ljust(46), f"{full:8.2f} µs  {note} (at most {MOST[COMPILED]:.0f})")
    half = mean([half_played(n) for n in range(count)], lambda board: list(board.pairs()), rounds)
    print(f"all pairs, 18 × 8, half played ({how})".ljust(46), f"{half:8.2f} µs")
    wide = mean([board_of(GRIDS[2], n) for n in range(count)], lambda board: list(board.pairs()), rounds)
    print(f"all pairs, 24 × 12, full ({how})".ljust(46), f"{wide:8.2f} µs")
    board = half_played(0)
    once = microseconds(lambda: board.joinable(20, 100), rounds)
    print(f"one joinable test ({how})".ljust(46), f"{once:8.2f} µs")
    if COMPILED:
        played = sum(play(board_of(GRIDS[0], n)) for n in range(count))
        moves = mean([board_of(GRIDS[0], n) for n in range(count)], play, 2) * count / played
        print("a move and its pairs (pushed and popped)".ljust(46), f"{moves:8.2f} µs")
        drawn = sum(map(lines, map(half_played, range(count))))
        each = mean([half_played(n) for n in range(count)], lines, 2) * count / drawn
        print("a drawn line".ljust(46), f"{each:8.2f} µs")
    return fast


def main() -> int:
    """Measure this process, and the same files uncompiled in another."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer boards, for a first look")
    parser.add_argument("--plain", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    good = figures(options.quick)
    sys.stdout.flush()
    if COMPILED and not options.plain:
        command = [sys.executable, "-m", "tests.solving.plain", "bench.connect_board", "--plain", *sys.argv[1:]]
        good &= subprocess.run(command, cwd=ROOT).returncode == 0
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
