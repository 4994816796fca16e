"""Prints what the solver answers for a range of seeds, one line a question: to compare compiled with uncompiled."""

from __future__ import annotations

import sys
from random import Random

from paishan.solitaire.engine import Solver
from paishan.solving import COMPILED
from tests.solving.small_boards import Truth, neighbours, random_groups, random_layout, slots
from tests.solving.turtle import TURTLE

SIZES = [(2,), (4,), (2, 4), (6,), (8,), (2, 4, 6, 8)]


def main(first: int, last: int, turtles: int) -> None:
    print("compiled" if COMPILED else "plain")
    for seed in range(first, last):
        rng = Random(seed)
        tiles = rng.randrange(2, 26, 2)
        board = neighbours(random_layout(rng, tiles))
        groups = random_groups(rng, tiles, rng.choice(SIZES))
        solver = Solver(*board, groups, certify=True)
        truth = Truth(board, groups)
        gone = 0
        while True:
            print(seed, gone, solver.solve(slots(gone)), solver.pairs(slots(gone)))
            pairs = truth.pairs(gone)
            if not pairs:
                break
            a, b = rng.choice(pairs)
            gone |= 1 << a | 1 << b
    board = neighbours(TURTLE)
    for seed in range(turtles):
        rng = Random(seed)
        sizes = [(4,), (6,), (2, 4, 6, 8)][seed % 3]
        print(seed, Solver(*board, random_groups(rng, 144, sizes), certify=True).solve(limit=200))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
