"""Prints which pairs of many boards a line joins, one line a board: to compare compiled with uncompiled."""

from __future__ import annotations

import sys
from random import Random

from paishan.connect.joins import COMPILED
from tests.connect.boards import EVERY_GRID, SMALL_GRIDS, some_board


def main(boards: int) -> None:
    print("compiled" if COMPILED else "plain")
    rng = Random(7)
    for grid in EVERY_GRID + SMALL_GRIDS:
        for _ in range(boards):
            board = some_board(rng, grid)
            asked = [rng.sample(range(grid.slots), 2) for _ in range(20)]
            print(grid, list(board.pairs()), [board.joinable(a, b) for a, b in asked])


if __name__ == "__main__":
    main(int(sys.argv[1]))
