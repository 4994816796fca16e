"""A quick look at a layout tells what the exact facts tell, and costs little whatever the layout is."""

from __future__ import annotations

import pytest

from paishan.solitaire.facts import facts
from paishan.solitaire.gallery import by_id
from paishan.solitaire.layout import Layout
from paishan.solitaire.sample import Sample, can_be_dealt, sampled


def built(places: list[tuple[int, int, int]]) -> Layout:
    return Layout.build("x", "X", places)


@pytest.mark.parametrize("id", ["turtle", "lantern", "first-steps"])
def test_a_look_agrees_with_the_facts(id: str) -> None:
    known = facts(id)
    assert known is not None
    low, high = sampled(by_id(id), 200).ci95
    assert low <= known.share_clearable <= high


def test_a_look_is_the_same_each_time() -> None:
    layout = by_id("twin-hills")
    assert sampled(layout, 60) == sampled(layout, 60)
    assert sampled(layout, 60, seed=2).deals == 60


def test_a_row_hardly_ever_clears_and_a_pair_always_does() -> None:
    row = sampled(built([(2 * x, 0, 0) for x in range(16)]), 200)
    assert (row.deals, row.clearable, row.hardly_ever) == (200, 0, True)
    pair = sampled(built([(0, 0, 0), (4, 0, 0)]), 50)
    assert (pair.clearable, pair.share, pair.hardly_ever) == (50, 1.0, False)


def test_undecided_deals_widen_the_interval_both_ways() -> None:
    decided = Sample(100, 50, 50)
    assert [round(bound, 4) for bound in decided.ci95] == [0.4038, 0.5962]
    open_ = Sample(100, 40, 40)
    assert (open_.undecided, open_.share) == (20, 0.5)
    assert [round(bound, 4) for bound in open_.ci95] == [0.3094, 0.6906]
    assert Sample(0, 0, 0).ci95 == (0.0, 1.0)


def test_a_look_ends_when_it_is_told_to() -> None:
    asked = iter([True] * 5 + [False])
    assert sampled(by_id("first-steps"), 200, go_on=lambda: next(asked)).deals == 5


def test_what_has_more_than_half_its_tiles_in_one_stack_cannot_be_dealt() -> None:
    stack = [(0, 0, z) for z in range(5)]
    assert not can_be_dealt(built([*stack, *((4, 0, z) for z in range(3))]))
    assert can_be_dealt(built([*stack, *((4, 0, z) for z in range(5))]))
    assert can_be_dealt(by_id("turtle"))
