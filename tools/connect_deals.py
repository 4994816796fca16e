"""Writes `src/paishan/connect/deals.json`: `python -m tools.connect_deals [--check] [--numbers N]`.

For each of the first deal numbers of the grid of a full set it tells how many of the number's random deals cannot be
cleared before the first one that can. Nothing but the numbers decides: limits are counts, so the file comes out the
same on every machine, compiled or not (uncompiled it takes about an hour).
"""

from __future__ import annotations

import argparse
import json
import sys
from base64 import b64encode
from pathlib import Path

from paishan.connect.deal import LISTED, Failures, random_tiles
from paishan.connect.engine import Solver
from paishan.connect.prover import solver_for
from paishan.rng import Rng
from paishan.solving import Verdict
from paishan.tiles import Matching, groups_of

FILE = Path(__file__).parents[1] / "src/paishan/connect/deals.json"
NUMBERS = 100_000


def failed(solver: Solver, number: int) -> int:
    """How many random deals of a number are dead before the first that is clearable."""
    for count, kinds in enumerate(random_tiles(LISTED, Rng(number))):
        solver.deal(groups_of(kinds, Matching.FAMILY))
        verdict = solver.solve().verdict
        if verdict is Verdict.CLEARABLE:
            return count
        if verdict is Verdict.UNDECIDED:
            raise ValueError(f"deal {number} is not decided")
    raise AssertionError("random deals end")


def text(numbers: int) -> str:
    """The file for the first so many numbers."""
    solver = solver_for(LISTED, [slot // 4 for slot in range(LISTED.slots)])
    data = Failures.packed([failed(solver, number) for number in range(numbers)])
    content = {"grid": LISTED.id, "numbers": numbers, "failures": b64encode(data).decode()}
    return json.dumps(content, indent=1) + "\n"


def main() -> int:
    """Write the file, or with `--check` say whether it is what would be written."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    parser.add_argument("--numbers", type=int, default=NUMBERS)
    options = parser.parse_args()
    made = text(options.numbers)
    if options.check:
        same = FILE.read_text("utf-8") == made
        print(f"{FILE}: {'as it should be' if same else 'not what is written now'}")
        return 0 if same else 1
    FILE.write_text(made, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
