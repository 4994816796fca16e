"""Prints what the solver answers for a range of seeds, one line a question: to compare compiled with uncompiled."""

from __future__ import annotations

import sys
from random import Random

from paishan.connect.engine import Solver
from paishan.rng import Rng
from paishan.solving import COMPILED
from tests.connect.small_grids import Truth, random_small, slots


def main(first: int, last: int, deals: int) -> None:
    print("compiled" if COMPILED else "plain")
    for seed in range(first, last):
        rng = Random(seed)
        small = random_small(rng, most=16)
        width, height, outside, groups, absent = small
        solver = Solver(width, height, groups, outside=outside, absent=absent, certify=True)
        truth = Truth(small)
        gone = truth.start
        while True:
            print(seed, gone, solver.solve(slots(gone)), solver.pairs(slots(gone)))
            pairs = truth.pairs(gone)
            if not pairs:
                break
            a, b = rng.choice(pairs)
            gone |= 1 << a | 1 << b
    for seed in range(deals):
        width, height, size, outside = [(18, 8, 4, True), (14, 6, 4, False), (24, 12, 8, True), (18, 8, 4, True)][
            seed % 4
        ]
        tiles = [slot // size for slot in range(width * height)]
        Rng(seed).shuffle(tiles)
        solver = Solver(width, height, tiles, outside=outside, certify=True)
        print(seed, solver.solve(limit=100))
        if seed % 4 == 3:
            print(seed, solver.pairs(limit=50))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
