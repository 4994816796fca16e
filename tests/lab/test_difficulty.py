"""Players' rates on both kinds of deals, and the grade that follows."""

from __future__ import annotations

import pytest

from paishan.lab.difficulty import grade_of, play_deals, summary
from paishan.lab.sampling import interval
from paishan.solitaire.gallery import by_id
from tests.lab.places import two_stacks


def test_where_there_is_never_a_choice_everybody_clears_what_can_be_cleared() -> None:
    stacks = two_stacks(3)
    everyone = {"blind": 30, "greedy": 30, "looking_ahead": 30}
    assert play_deals(stacks, 1, 0, 30) == {"from_solution": everyone, "random": everyone}


def test_where_random_deals_hardly_ever_clear_only_deals_from_a_solution_are_played() -> None:
    """Two stacks of ten: each of ten levels would have to hold a pair, 4 chances in ten million."""
    stacks = two_stacks(10)
    result = play_deals(stacks, 1, 0, 10)
    assert result == {"from_solution": {"blind": 10, "greedy": 10, "looking_ahead": 10}, "random": None}
    found = summary(stacks, 10, [result])
    assert (found["blind"], found["greedy"], found["looking_ahead"], found["ci95"]) == (None, None, None, None)
    assert found["from_solution"]["blind"] == 1.0
    assert found["grade"] == 1


def test_a_run_says_the_same_however_it_is_split() -> None:
    fir = by_id("fir-tree")
    parts = [play_deals(fir, 5, 0, 7), play_deals(fir, 5, 7, 13)]
    assert summary(fir, 20, parts) == summary(fir, 20, [play_deals(fir, 5, 0, 20)])


def test_a_summary_worked_out_by_hand() -> None:
    parts = [
        {
            "from_solution": {"blind": 20, "greedy": 30, "looking_ahead": 40},
            "random": {"blind": 1, "greedy": 4, "looking_ahead": 9},
        },
        {
            "from_solution": {"blind": 28, "greedy": 26, "looking_ahead": 24},
            "random": {"blind": 1, "greedy": 4, "looking_ahead": 9},
        },
    ]
    found = summary(by_id("turtle"), 100, parts)
    assert list(found) == ["layout", "deals", "blind", "greedy", "looking_ahead", "ci95", "from_solution", "grade"]
    assert (found["blind"], found["greedy"], found["looking_ahead"]) == (0.02, 0.08, 0.18)
    assert found["ci95"]["blind"] == [round(bound, 6) for bound in interval(2, 100)]
    from_solution = found["from_solution"]
    assert (from_solution["blind"], from_solution["greedy"], from_solution["looking_ahead"]) == (0.48, 0.56, 0.64)
    # The mean is 56 %: from 55 % grade 3.
    assert found["grade"] == 3


@pytest.mark.parametrize(
    ("mean", "grade"), [(1, 1), (0.75, 1), (0.74, 2), (0.65, 2), (0.64, 3), (0.55, 3), (0.54, 4), (0.45, 4), (0.44, 5)]
)
def test_the_grade_falls_with_the_mean_of_the_rates(mean: float, grade: int) -> None:
    assert grade_of(mean, mean, mean) == grade
