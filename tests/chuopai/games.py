"""Prints digests of random matches of the core: `python -m tests.chuopai.games FIRST COUNT`.

Run by itself and through `tests.solving.plain` it says the same, compiled or not.
"""

from __future__ import annotations

import sys
from hashlib import sha256

from paishan.chuopai.core import COMPILED, Position
from paishan.chuopai.options import ALL_OPTIONS
from paishan.rng import Rng


def digest(number: int) -> str:
    """What happened in one match: every legal move, the move chosen, and the piles at the end."""
    rng = Rng(number + 1_000_000)
    position = Position()
    position.begin(number, ALL_OPTIONS[number % len(ALL_OPTIONS)])
    told = [repr(position.hands)]
    while not position.over:
        legal = position.legal()
        move = rng.choice(legal)
        told.append(f"{position.turn} {position.beatable} {legal} {move}")
        position.push(move)
    told.append(f"{position.points} {position.shares}")
    position.begin(number, ALL_OPTIONS[0])
    told.append(f"{position.finish(number)} {position.points}")
    return sha256("\n".join(told).encode()).hexdigest()[:12]


if __name__ == "__main__":
    print("compiled" if COMPILED else "plain")
    first, count = map(int, sys.argv[1:])
    for number in range(first, first + count):
        print(number, digest(number))
