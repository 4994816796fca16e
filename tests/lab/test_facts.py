"""The facts of the built-in layouts: what they say, and that measuring again says the same (X2, T5)."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace
from math import sqrt

import pytest

from paishan.lab.difficulty import grade_of, play_deals
from paishan.lab.sampling import interval
from paishan.lab.solvability import prove_deals
from paishan.solitaire import facts as module
from paishan.solitaire.facts import Facts, facts, measured_by, random_deals_work
from paishan.solitaire.gallery import by_id, layouts
from paishan.solitaire.layout import Layout
from tests.lab.places import two_stacks


def of(id: str) -> Facts:
    found = facts(id)
    assert found is not None
    return found


@pytest.mark.parametrize("layout", layouts(), ids=lambda layout: layout.id)
def test_every_built_in_layout_has_facts_that_hold_together(layout: Layout) -> None:
    found = of(layout.id)
    assert (found.tiles, found.layers, found.width, found.height) == (
        len(layout),
        layout.layers,
        layout.width,
        layout.height,
    )
    assert found.free == layout.free().bit_count()
    assert found.deals >= 20_000
    assert found.clearable + found.dead + found.undecided == found.deals
    assert found.share_clearable == round(found.clearable / found.deals, 6)
    assert found.ci95 == tuple(round(bound, 6) for bound in interval(found.clearable, found.deals))
    assert found.hardly_ever == (found.ci95[1] < 0.02)
    assert found.games >= 300
    rates = found.from_solution
    assert found.grade == grade_of(rates.blind, rates.greedy, rates.looking_ahead)


def test_the_facts_name_the_command_that_made_them() -> None:
    assert measured_by() == "paishan lab facts --deals 20000 --games 400 --seed 1"


def test_of_random_turtles_2_95_in_a_hundred_are_dead() -> None:
    """M. de Bondt, *Solving Mahjong Solitaire boards with peeking* (arXiv 1203.6559), from 10,000,000 deals."""
    low, high = of("turtle").ci95
    assert low < 1 - 0.0295 < high
    assert of("turtle").free == 35


def differ(hits: int, trials: int, share: float, measured: int) -> bool:
    """Whether two samples are further apart than chance brings those of one whole once in a thousand times."""
    whole = (hits + share * measured) / (trials + measured)
    error = sqrt(whole * (1 - whole) * (1 / trials + 1 / measured))
    return abs(hits / trials - share) > 3.29 * error


def test_samples_differ_when_they_are_further_apart_than_chance_would_have_it() -> None:
    """Of 20,000 half were hits; of 400 more the standard error is then 2.52 %, of which 3.29 are 8.3 %."""
    assert not differ(233, 400, 0.5, 20_000)
    assert differ(234, 400, 0.5, 20_000)


@pytest.mark.parametrize("id", ["turtle", "spiral", "torii", "fir-tree"])
def test_other_deals_agree_with_the_facts(id: str) -> None:
    """400 deals that were not among those measured: numbers from a million on, of the same seed."""
    found = prove_deals(by_id(id), 1, 1_000_000, 400)
    assert found["undecided"] == 0
    assert not differ(found["clearable"], 400, of(id).share_clearable, of(id).deals)


@pytest.mark.parametrize("id", ["turtle", "spiral", "torii", "fir-tree"])
def test_the_first_deals_that_were_measured_lie_within_the_interval_of_the_facts(id: str) -> None:
    """Made again, the sample of which the facts are: its own interval of 95 % meets that of all 20,000."""
    found = prove_deals(by_id(id), 1, 0, 400)
    low, high = interval(found["clearable"], 400)
    assert low <= of(id).ci95[1]
    assert of(id).ci95[0] <= high


@pytest.mark.parametrize("id", ["lantern", "first-steps"])
def test_other_games_agree_with_the_facts(id: str) -> None:
    won = play_deals(by_id(id), 1, 1_000_000, 100)
    measured = of(id)
    assert measured.random is not None
    assert won["random"] is not None
    for rates, wins in ((measured.random, won["random"]), (measured.from_solution, won["from_solution"])):
        for name, count in wins.items():
            assert not differ(count, 100, getattr(rates, name), measured.games), name


def test_facts_are_values() -> None:
    with pytest.raises(FrozenInstanceError):
        of("turtle").grade = 1  # type: ignore[misc]


def test_a_layout_that_was_not_measured_has_no_facts_and_random_deals_of_it_are_not_ruled_out() -> None:
    assert facts("stacks-3") is None
    assert random_deals_work(two_stacks(3))


def test_facts_of_a_layout_that_has_changed_since_are_not_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paishan.solitaire.gallery.by_id", lambda id: two_stacks(3))
    assert facts("turtle") is None


def test_random_deals_work_unless_they_were_measured_to_clear_hardly_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    turtle = by_id("turtle")
    assert random_deals_work(turtle)
    rare = replace(of("turtle"), hardly_ever=True)
    monkeypatch.setattr(module, "_measured", lambda: {"turtle": rare})
    assert not random_deals_work(turtle)
    assert random_deals_work(by_id("spiral"))
