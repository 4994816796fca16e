"""How many random matches of Chuo Pai a CPU-second plays, core and reference: `python -m bench.chuopai [--quick]`."""

from __future__ import annotations

import argparse
from functools import partial

from bench.board import rate
from paishan.chuopai.core import COMPILED, Position
from paishan.chuopai.deal import deal_of
from paishan.chuopai.options import ALL_OPTIONS, Options
from paishan.rng import Rng


def core(games: int, options: Options) -> int:
    """Deal and play so many matches at random in the core."""
    Position().random_games(games, 1, options)
    return games


def reference(games: int) -> int:
    """The same with `Match`."""
    rng = Rng(1)
    for number in range(games):
        match = deal_of(number).match()
        while not match.over:
            match.push(rng.choice(match.legal()))
    return games


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of the work, for a first look")
    quick = parser.parse_args().quick
    games, rounds = (20_000, 3) if quick else (100_000, 5)
    if not COMPILED:
        games //= 100
    print(f"random matches of Chuo Pai a CPU-second ({'compiled' if COMPILED else 'not compiled'})")
    for options in ALL_OPTIONS:
        print(f"  core, {options!s:<30} {rate(partial(core, games, options), rounds):>10,.0f}")
    print(f"  Match, chuo-pai                      {rate(partial(reference, games // 500), rounds):>10,.0f}")


if __name__ == "__main__":
    main()
