"""How fast boards are dealt from a solution and played, in CPU time: `python -m bench.board [--quick]`."""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Iterable

from paishan.solitaire.board import Board, Pair
from paishan.solitaire.deal import deal_from_solution
from paishan.solitaire.gallery import by_id

TURTLE = by_id("turtle")


def rate(work: Callable[[], int], rounds: int) -> float:
    """How many things a CPU-second does: the median of some rounds of `work`, which tells how many it did."""
    rates = []
    for _ in range(rounds):
        start = time.process_time()
        done = work()
        rates.append(done / (time.process_time() - start))
    return statistics.median(rates)


def deal(count: int) -> int:
    """Deal the Turtle so many times, each time another deal."""
    for number in range(count):
        deal_from_solution(TURTLE, number)
    return count


def play(board: Board, witness: Iterable[Pair]) -> int:
    """Take every pair of a witness and take them all back; the number of moves."""
    for pair in witness:
        board.push(pair)
    moves = 2 * len(board.taken)
    for _ in range(moves // 2):
        board.pop()
    return moves


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of the work, for a first look")
    quick = parser.parse_args().quick
    deals, rounds = (100, 3) if quick else (500, 5)
    games = [(new.board(), new.witness) for new in (deal_from_solution(TURTLE, n) for n in range(deals // 5))]
    dealt = rate(lambda: deal(deals), rounds)
    played = rate(lambda: sum(play(*game) for game in games), rounds)
    print(f"deals from a solution (Turtle)  {dealt:>10,.0f} a CPU-second")
    print(f"Board moves (push and pop)      {played:>10,.0f} a CPU-second")


if __name__ == "__main__":
    main()
