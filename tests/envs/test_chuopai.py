"""Chuo Pai as an environment of PettingZoo."""

from __future__ import annotations

import pickle
from copy import deepcopy
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from pettingzoo.test import api_test, seed_test
from pettingzoo.test.render_test import render_test

from paishan.chuopai.deal import deal_of
from paishan.chuopai.domino import DOMINOES, counted
from paishan.chuopai.match import SEATS, Match
from paishan.chuopai.options import ALL_OPTIONS
from paishan.chuopai.play import PASS, PLAYS
from paishan.codes import MAX_NUMBER
from paishan.envs import chuopai_v1
from paishan.rng import Rng
from tests.chuopai.hands import match_of, play
from tests.chuopai.test_players import exchanged

pytestmark = pytest.mark.filterwarnings("ignore:Observation")
F = len(DOMINOES)
ROW = {"count": 1, "points": 1, "laid": 1, "turn": 1, "leader": 1, "best": 1, "passed": 1} | {
    "played": F,
    "pile": F,
    "wasted": F,
    "caps": F,
    "blocked": 11,
}
"""What an observation has of each seat, in order, and how many numbers it takes."""


def rows_of(observation: NDArray[np.int8]) -> list[dict[str, list[int]]]:
    """What an observation has of each seat, from the observer's own on, by name."""
    rows = []
    at = 2 * F
    for _ in SEATS:
        row = {}
        for name, length in ROW.items():
            row[name] = observation[at : at + length].tolist()
            at += length
        rows.append(row)
    assert at == len(observation) == chuopai_v1.WIDTH == 348
    return rows


def expected(match: Match, seat: int) -> tuple[list[int], list[int], list[dict[str, list[int]]]]:
    """The same from the rules: hand, unseen, and the rows."""
    view = match.view(seat)
    rows = []
    for step in SEATS:
        other = (seat + step) % 3
        acts = [act for act in view.round.acts if act.seat == other]
        best = view.round.best
        rows.append(
            {
                "count": [view.counts[other]],
                "points": [len(view.piles[other])],
                "laid": [int(bool(view.laid[other]))],
                "turn": [int(view.turn == other)],
                "leader": [int(view.turn is not None and view.round.leader == other)],
                "best": [int(best is not None and best.seat == other)],
                "passed": [int(any(act.play is PASS for act in acts))],
                "played": counted(card for act in acts for card in act.play.cards),
                "pile": counted(view.piles[other]),
                "wasted": counted(view.wasted[other]),
                "caps": list(view.told[other].caps),
                "blocked": list(view.told[other].blocked[2:]),
            }
        )
    return counted(view.hand), list(view.unseen), rows


def begun(match: Match, **settings: Any) -> Any:
    """An environment with the hands with which a match began."""
    env = chuopai_v1.raw_env(str(match.options), **settings)
    start = match.copy()
    for _ in match.acts:
        start.pop()
    hands = [[*start.hands[seat], *start.laid[seat]] for seat in SEATS]
    env.reset(options={"hands": hands, "leader": start.round.leader})
    return env


class TestContract:
    def test_pettingzoo_finds_nothing_wrong(self) -> None:
        api_test(chuopai_v1.env(), num_cycles=300)
        api_test(chuopai_v1.raw_env(reward="cards"), num_cycles=100)

    def test_a_seed_gives_the_same_match(self) -> None:
        seed_test(chuopai_v1.env, num_cycles=150)
        env = chuopai_v1.raw_env()
        rng = Rng(42)
        for seed in (42, None, None):
            env.reset(seed=seed)
            hands = deal_of(rng.below(1 << 30)).match().hands
            for seat, agent in enumerate(chuopai_v1.AGENTS):
                assert env.observe(agent)["observation"][:F].tolist() == counted(hands[seat])

    def test_it_is_drawn_in_every_way(self, capsys: pytest.CaptureFixture[str]) -> None:
        render_test(chuopai_v1.env)
        assert "seat_0, " in capsys.readouterr().out

    def test_the_picture_shows_the_turn_and_the_text_what_is_to_beat(self) -> None:
        env = chuopai_v1.raw_env(render_mode="ansi", code="CP1-L00-AAAAABH")
        env.reset()
        assert env.render().splitlines()[-1] == "a lead"
        env.step(play("heaven").index)
        lines = env.render().splitlines()
        assert lines[-1] == "to beat: 1 Heaven"
        assert [line[:8] for line in lines[:3]] == ["> seat_0", "  seat_1", "  seat_2"]
        env.render_mode = "rgb_array"
        assert (env.render()[:, 3] == (240, 200, 60)).all(axis=1).sum() == 46

    def test_settings_that_are_none_are_refused(self) -> None:
        with pytest.raises(ValueError, match="there is no ruleset 'whist'"):
            chuopai_v1.raw_env("whist")
        with pytest.raises(ValueError, match="there is no reward 'fame'; there are win and cards"):
            chuopai_v1.raw_env(reward="fame")  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="there is no render mode 'smell'"):
            chuopai_v1.raw_env(render_mode="smell")


class TestPlay:
    @settings(max_examples=8)
    @given(st.integers(0, MAX_NUMBER), st.sampled_from(ALL_OPTIONS))
    def test_each_agent_sees_what_its_seat_may_know_and_may_play_what_it_may(self, number: int, options: Any) -> None:
        match, rng = deal_of(number).match(options), Rng(number)
        env = begun(match)
        while True:
            # To work out what a seat may know from the record of the match takes long: one seat is looked at in turn.
            for seat, agent in enumerate(chuopai_v1.AGENTS):
                if not match.over and len(match.acts) % 3 != seat:
                    continue
                seen = env.observe(agent)
                hand, unseen, rows = expected(match, seat)
                assert seen["observation"][:F].tolist() == hand
                assert seen["observation"][F : 2 * F].tolist() == unseen
                assert rows_of(seen["observation"]) == rows
                legal = [PLAYS[int(index)] for index in seen["action_mask"].nonzero()[0]]
                assert legal == (match.legal() if match.turn == seat else [])
            if match.over:
                break
            assert env.agent_selection == f"seat_{match.turn}"
            chosen = rng.choice(match.legal())
            match.push(chosen)
            env.step(chosen.index)
        assert all(env.terminations.values())

    def test_at_the_end_each_gets_a_third_less_than_its_share_of_the_win(self) -> None:
        """One plays its last Bench in vain: Cat and Axe win nothing, and three equal piles share the win."""
        match = match_of("2 cat", "axe, four-six", "bench")
        env = begun(match)
        env.step(play("2 cat").index)
        env.step(PASS.index)
        env.step(PASS.index)
        assert env.agent_selection == "seat_1" and set(env.rewards.values()) == {0.0}
        env.step(play("axe").index)
        env.step(PASS.index)
        assert env.terminations == {}.fromkeys(chuopai_v1.AGENTS, False)
        env.step(play("four-six").index)
        env.step(PASS.index)
        assert env.rewards == pytest.approx({"seat_0": 1 / 6, "seat_1": 1 / 6, "seat_2": -1 / 3})

    def test_or_each_gets_a_card_for_a_card(self) -> None:
        env = begun(match_of("2 cat, axe", "four-six, high-leg", "bench"), reward="cards")
        env.step(play("2 cat").index)
        env.step(PASS.index)
        env.step(PASS.index)
        assert env.rewards == {"seat_0": 2.0, "seat_1": 0.0, "seat_2": 0.0}
        env.step(play("axe").index)
        env.step(play("four-six").index)
        assert set(env.rewards.values()) == {0.0}
        env.step(PASS.index)
        assert env.rewards == {"seat_0": 0.0, "seat_1": 1.0, "seat_2": 0.0}

    def test_what_is_not_allowed_is_refused_or_ends_the_match(self) -> None:
        raw = chuopai_v1.raw_env()
        raw.reset(seed=1)
        with pytest.raises(ValueError, match="move 468 is not allowed here"):
            raw.step(PASS.index)
        env = chuopai_v1.env()
        env.reset(seed=1)
        agent = env.agent_selection
        env.step(PASS.index)
        assert all(env.terminations.values())
        assert env.rewards[agent] == -1

    def test_rewards_of_a_match_sum_to_nothing(self) -> None:
        env = chuopai_v1.env()
        for seed in range(5):
            env.reset(seed=seed)
            totals = dict.fromkeys(chuopai_v1.AGENTS, 0.0)
            rng = Rng(seed)
            for agent in env.agent_iter():
                seen, reward, ended, _, _ = env.last()
                totals[agent] += reward
                env.step(None if ended else int(rng.choice(seen["action_mask"].nonzero()[0])))
            assert sum(totals.values()) == pytest.approx(0)


class TestSight:
    @settings(max_examples=30)
    @given(st.integers(0, MAX_NUMBER), st.integers(0, 90), st.integers(0, 10_000))
    def test_exchanging_hidden_cards_leaves_an_observation_as_it_was(self, number: int, plies: int, swaps: int) -> None:
        match, rng = deal_of(number).match(), Rng(number)
        for _ in range(plies):
            if not match.over:
                match.push(rng.choice(match.legal()))
        seat = swaps % 3
        other = exchanged(match, seat, Rng(swaps))
        assume(other is not None)
        assert other is not None and other.hands != match.hands
        first, second = begun(match), begun(other)
        for act in match.acts:
            first.step(act.play.index)
            second.step(act.play.index)
        agent = chuopai_v1.AGENTS[seat]
        seen, seen_too = first.observe(agent), second.observe(agent)
        assert seen["observation"].tolist() == seen_too["observation"].tolist()
        assert seen["action_mask"].tolist() == seen_too["action_mask"].tolist()
        assert first.infos == second.infos == {agent: {} for agent in chuopai_v1.AGENTS}

    def test_who_is_not_in_turn_is_told_of_no_play(self) -> None:
        env = chuopai_v1.raw_env()
        env.reset(seed=1)
        for agent in chuopai_v1.AGENTS:
            assert env.observe(agent)["action_mask"].any() == (agent == env.agent_selection)


class TestCopies:
    """A match that is copied goes on by itself, as a player who searches wants it to."""

    @pytest.mark.parametrize("way", [deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["deep", "pickle"])
    @pytest.mark.parametrize("make", [chuopai_v1.raw_env, chuopai_v1.env])
    def test_it_goes_on_by_itself(self, make: Any, way: Any) -> None:
        env, rng = make(), Rng(7)
        env.reset(seed=7)
        for _ in range(40):
            env.step(int(rng.choice(env.last()[0]["action_mask"].nonzero()[0])))
        other = way(env)
        before, agent = env.observe(env.agent_selection), env.agent_selection
        actions = []
        while not other.terminations[other.agent_selection]:
            actions.append(int(rng.choice(other.last()[0]["action_mask"].nonzero()[0])))
            other.step(actions[-1])
        assert env.agent_selection == agent
        assert {name: seen.tolist() for name, seen in env.observe(agent).items()} == {
            name: seen.tolist() for name, seen in before.items()
        }
        for action in actions:
            env.step(action)
        assert env.rewards == other.rewards

    def test_one_that_has_not_begun_can_be_copied_too(self) -> None:
        other = deepcopy(chuopai_v1.raw_env())
        other.reset(seed=1)
        assert other.agent_selection


def test_what_is_no_action_and_no_number_is_refused() -> None:
    env = chuopai_v1.raw_env()
    env.reset(seed=1, options={"number": np.int64(1)})
    assert env.agent_selection == "seat_2"
    for wrong in (None, 1.0, "1"):
        with pytest.raises(TypeError, match="cannot be interpreted as an integer"):
            env.step(wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="move 469 is not allowed here"):
        env.step(469)
    with pytest.raises(TypeError, match="cannot be interpreted as an integer"):
        env.reset(options={"number": 1.5})
