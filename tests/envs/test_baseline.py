"""The trained players are there, and play better than chance."""

from __future__ import annotations

import pytest
from bench.train_baseline import TEST_DEALS, Hands, Lines, Turtle, kept, linear, matched, played, random

from paishan.envs import Connect, Solitaire, chuopai_v1


def test_each_has_a_weight_for_each_of_its_features() -> None:
    env = Solitaire("lantern")
    for game, model in (
        ("solitaire", Turtle(env)),
        ("hidden", Turtle(env)),
        ("connect", Lines()),
        ("chuo-pai", Hands()),
    ):
        assert len(kept(game)) == len(model.NAMES)


@pytest.mark.parametrize("game", ["solitaire", "hidden", pytest.param("connect", marks=pytest.mark.long)])
def test_more_boards_are_cleared_than_by_chance(game: str) -> None:
    env = Connect() if game == "connect" else Solitaire("lantern", hidden=game == "hidden")
    model = Turtle(env) if isinstance(env, Solitaire) else Lines()
    deals = range(TEST_DEALS, TEST_DEALS + (100 if game == "connect" else 30))
    learned, by_chance = (played(env, choose, deals).count(1) for choose in (linear(model, kept(game)), random))
    assert learned > by_chance


def test_more_matches_are_won_than_by_chance() -> None:
    env = chuopai_v1.raw_env()
    deals = range(TEST_DEALS, TEST_DEALS + 12)
    learned, _ = matched(env, linear(Hands(), kept("chuo-pai")), deals, "normal")
    by_chance, _ = matched(env, random, deals, "normal")
    assert sum(learned) > 2 * sum(by_chance)
