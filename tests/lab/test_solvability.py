"""Counting what can be cleared: against hand-worked shares, and the same however the deals are split up."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from paishan.lab.sampling import interval, random_groups, stream
from paishan.lab.solvability import prove_deals, summary
from paishan.solitaire.gallery import by_id
from paishan.solitaire.prover import solver_for
from tests.lab.places import two_stacks


def test_one_in_five_deals_of_two_stacks_of_three_can_be_cleared() -> None:
    """Of six tiles two are of the smaller group: they must share a level, 3 of their 15 places."""
    found = summary(two_stacks(3), [prove_deals(two_stacks(3), 1, 0, 2000)])
    assert (found["deals"], found["undecided"]) == (2000, 0)
    assert found["clearable"] + found["dead"] == 2000
    low, high = found["ci95"]
    assert low < 0.8 < high


def test_every_deal_is_proved_by_itself_whatever_was_proved_before_it() -> None:
    layout = by_id("fir-tree")
    found = prove_deals(layout, 3, 40, 60)
    verdicts: Counter[str] = Counter()
    conflicts: Counter[int] = Counter()
    for number in range(40, 100):
        proof = solver_for(layout, random_groups(len(layout), stream(3, number))).solve()
        verdicts[proof.verdict] += 1
        conflicts[proof.conflicts] += 1
    assert {verdict: found[verdict] for verdict in ("clearable", "dead", "undecided")} == {
        verdict: verdicts[verdict] for verdict in ("clearable", "dead", "undecided")
    }
    assert found["conflicts"] == sorted(conflicts.items())


@pytest.mark.parametrize("cuts", [(0, 300), (0, 1, 299, 300), (0, 100, 200, 300)])
def test_a_run_says_the_same_however_it_is_split(cuts: tuple[int, ...]) -> None:
    spiral = by_id("spiral")
    parts = [prove_deals(spiral, 1, first, last - first) for first, last in pairwise(cuts)]
    found = summary(spiral, parts)
    del found["deals_per_second"]
    whole = summary(spiral, [prove_deals(spiral, 1, 0, 300)])
    del whole["deals_per_second"]
    assert found == whole


def test_a_summary_worked_out_by_hand() -> None:
    parts = [
        {"clearable": 8, "dead": 1, "undecided": 1, "conflicts": [[0, 9], [20000, 1]], "seconds": 0.5},
        {"clearable": 7, "dead": 3, "undecided": 0, "conflicts": [[0, 2], [5, 8]], "seconds": 1.5},
    ]
    assert summary(two_stacks(3), parts) == {
        "layout": "stacks-3",
        "deals": 20,
        "clearable": 15,
        "dead": 4,
        "undecided": 1,
        "share_dead": 0.2,
        "ci95": [round(bound, 6) for bound in interval(4, 20)],
        "deals_per_second": 10.0,
        "conflicts": {"mean": 1002.0, "p50": 0, "p99": 20000, "max": 20000},
    }


def test_of_random_turtles_2_95_in_a_hundred_are_dead() -> None:
    """M. de Bondt, *Solving Mahjong Solitaire boards with peeking* (arXiv 1203.6559), from 10,000,000 deals."""
    low, high = summary(by_id("turtle"), [prove_deals(by_id("turtle"), 1, 0, 2000)])["ci95"]
    assert low < 0.0295 < high
