"""What the solver's fuzz target keeps stays right, and damage to it finds nothing."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from paishan.solving import Verdict
from tests.fuzz.solver_fuzz import CORPUS, judge, mutated

KEPT = sorted(CORPUS.iterdir())


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.name)
def test_kept_inputs_are_judged_right(path: Path) -> None:
    seen = judge(path.read_bytes())
    assert seen[Verdict.UNDECIDED] == 0
    assert sum(seen.values()) > 0


def test_a_few_hundred_damaged_inputs_find_no_fault() -> None:
    chance = Random(1)
    seeds = [path.read_bytes() for path in KEPT]
    for _ in range(300):
        judge(mutated(chance, seeds))
