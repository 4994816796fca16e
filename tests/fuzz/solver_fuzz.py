"""Random boards for the solver: what it says must be true by trying every move, and proved to the checker.

    python -m tests.fuzz.solver_fuzz [--seconds 60] [--seed 1]

Runs under atheris where it is installed, else with a mutator of its own whose inputs follow from the seed. An input
that shows a fault is written to `tests/fuzz/faults`, and the run ends with status 1.

An input is read as a board and a game on it: how many tiles, where each lies, how the groups are cut and dealt, and
then for each byte which pair is taken. Any bytes are a board.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from contextlib import nullcontext
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from tests.fuzz.running import HERE, asked, keep, under_atheris
from tests.solving.small_boards import Position, Truth, neighbours, slots

atheris: Any = import_module("atheris") if __name__ == "__main__" and find_spec("atheris") else None
# Only Paishan's own modules are watched: what they stand on would take minutes to prepare.
with atheris.instrument_imports(include=["paishan"]) if atheris else nullcontext():
    from paishan.solitaire.engine import Solver
    from paishan.solving import Verdict
    from paishan.solving.verify import Claim, read_proof, verify, write_proof

CORPUS = HERE / "corpus" / "solver"
MOST_PAIRS = 10


class Bytes:
    """Bytes that never end: zeros follow."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def below(self, bound: int) -> int:
        """A number below `bound` from the next byte."""
        self._at += 1
        return self._data[self._at - 1] % bound if self._at <= len(self._data) else 0

    @property
    def over(self) -> bool:
        """Whether all bytes are read."""
        return self._at >= len(self._data)


def board_of(source: Bytes) -> tuple[list[Position], list[int]]:
    """The layout and groups that the bytes stand for; a tile that would overlap is put on a higher layer."""
    tiles = 2 * (1 + source.below(MOST_PAIRS))
    positions: list[Position] = []
    for _ in range(tiles):
        x, y, z = source.below(9), source.below(5), source.below(3)
        while any(c == z and abs(a - x) < 2 and abs(b - y) < 2 for a, b, c in positions):
            z += 1
        positions.append((x, y, z))
    groups: list[int] = []
    number = 0
    while len(groups) < tiles:
        groups += [number] * min(2 * (1 + source.below(4)), tiles - len(groups))
        number += 1
    order = sorted(range(tiles), key=lambda slot: (source.below(256), slot))
    dealt = [0] * tiles
    for slot, group in zip(order, groups, strict=True):
        dealt[slot] = group
    return positions, dealt


def judge(data: bytes) -> dict[Verdict, int]:
    """Check every answer about the game that the bytes stand for; return the verdicts seen."""
    source = Bytes(data)
    positions, groups = board_of(source)
    board = neighbours(positions)
    truth = Truth(board, groups)
    solver = Solver(*board, groups, certify=True)
    seen = dict.fromkeys(Verdict, 0)
    gone = 0
    while True:
        proof = solver.solve(slots(gone))
        seen[proof.verdict] += 1
        assert proof.verdict is (Verdict.CLEARABLE if truth.clearable(gone) else Verdict.DEAD), proof
        assert proof.verdict == Solver(*board, groups).solve(slots(gone)).verdict
        claim = Claim(tuple(positions), tuple(groups), slots(gone), proof.witness, proof.certificate)
        assert read_proof(write_proof(claim)) == claim
        verify(claim)
        pairs = truth.pairs(gone)
        found = solver.pairs(slots(gone))
        assert list(found) == pairs, found
        for (a, b), verdict in found.items():
            assert (verdict is Verdict.CLEARABLE) is truth.clearable(gone | 1 << a | 1 << b), (a, b, verdict)
        if not pairs or source.over:
            return seen
        a, b = pairs[source.below(len(pairs))]
        gone |= 1 << a | 1 << b


def mutated(chance: random.Random, seeds: list[bytes]) -> bytes:
    """A corpus entry with some bytes changed, moved, left out or put in, or bytes out of the blue."""
    if chance.random() < 0.3:
        return chance.randbytes(chance.randrange(8, 110))
    data = bytearray(chance.choice(seeds))
    for _ in range(1 << chance.randrange(5)):
        at = chance.randrange(len(data) + 1)
        match chance.randrange(4):
            case 0:
                data[at : at + chance.choice((1, 3, 9))] = b""
            case 1:
                data[at:at] = chance.randbytes(chance.choice((1, 3, 9)))
            case 2:
                data[at : at + 1] = chance.randbytes(1)
            case _:
                other = chance.choice(seeds)
                data[at : at + 30] = other[at : at + 30]
    return bytes(data[:400])


def run(seconds: float, seed: int) -> int:
    """Judge random inputs for so many seconds; the number of faults found."""
    chance = random.Random(seed)
    seeds = [path.read_bytes() for path in sorted(CORPUS.iterdir())]
    tried, faults = 0, 0
    verdicts = dict.fromkeys(Verdict, 0)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        data = mutated(chance, seeds)
        tried += 1
        try:
            for verdict, count in judge(data).items():
                verdicts[verdict] += count
        except Exception as error:
            faults += 1
            keep("solver", data, error)
    counts = ", ".join(f"{count:,} {verdict}" for verdict, count in verdicts.items())
    print(f"{tried:,} inputs, {faults} faults; positions: {counts}")
    return faults


def main() -> int:
    """Run; 1 where a fault was found."""
    given = asked(__doc__)
    if atheris is None:
        return 1 if run(given.seconds, given.seed) else 0
    # What is found goes into the first directory; the corpus is read.
    under_atheris(atheris, "solver", given, judge, tempfile.mkdtemp(prefix="solver-"), str(CORPUS))
    return 0


if __name__ == "__main__":
    sys.exit(main())
