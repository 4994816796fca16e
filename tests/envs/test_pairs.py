"""Mahjong solitaire and Mahjong Connect as environments of Gymnasium."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from hypothesis import given, settings
from hypothesis import strategies as st

import paishan.envs
from paishan.codes import MAX_NUMBER
from paishan.connect.grid import FALLING, Grid
from paishan.envs import Connect, Solitaire
from paishan.pairs import Pair
from paishan.rng import Rng
from paishan.solitaire.deal import Deal, deal
from paishan.solitaire.gallery import by_id
from paishan.solitaire.layout import Layout
from paishan.tiles import KINDS, Matching
from tests.connect.reference import Reference as Lines
from tests.reference import Reference, cells, clears

IDS = "paishan/Solitaire-v1", "paishan/SolitaireHidden-v1", "paishan/Connect-v1"
ROW = Layout.build("row", "Row", [(2 * x, 0, 0) for x in range(4)])


def of_kinds(layout: Layout, *numbers: int) -> Deal:
    """A deal with these kinds, whether it can be cleared or not."""
    return replace(deal(by_id("turtle"), 1), layout=layout, kinds=tuple(KINDS[n] for n in numbers), witness=())


def some_action(info: dict[str, Any], rng: Rng) -> int:
    """Any action of a mask."""
    return int(rng.choice(info["action_mask"].nonzero()[0]))


class TestContract:
    @pytest.mark.parametrize("id", IDS)
    @pytest.mark.parametrize("settings", [{}, {"reward": "pairs"}])
    def test_gymnasium_finds_nothing_wrong(self, id: str, settings: dict[str, Any]) -> None:
        small: dict[str, Any] = {"grid": "connect-14x6"} if "Connect" in id else {"layout": "lantern"}
        check_env(gymnasium.make(id, **small, **settings).unwrapped)

    @pytest.mark.parametrize("id", IDS)
    def test_what_is_registered_is_made_and_drawn(self, id: str) -> None:
        text = gymnasium.make(id, render_mode="ansi")
        text.reset(seed=1)
        drawn = text.render()
        assert isinstance(drawn, str)
        assert drawn.splitlines()[-1].startswith("144 tiles left, ")
        picture = gymnasium.make(id, render_mode="rgb_array")
        picture.reset(seed=1)
        pixels = picture.render()
        assert isinstance(pixels, np.ndarray)
        assert pixels.dtype == np.uint8 and pixels.shape[2] == 3
        assert len(np.unique(pixels.reshape(-1, 3), axis=0)) >= 8

    def test_the_names_are_those_that_are_told_of(self) -> None:
        assert paishan.envs.__all__ == ["Connect", "Solitaire", "chuopai_v1"]
        for id in IDS:
            assert gymnasium.spec(id).id == id

    def test_settings_that_are_none_are_refused(self) -> None:
        with pytest.raises(ValueError, match="there is no layout 'hare'"):
            Solitaire("hare")
        with pytest.raises(ValueError, match="there is no reward 'fame'; there are cleared and pairs"):
            Solitaire(reward="fame")  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="there is no render mode 'human'; there are ansi and rgb_array"):
            Connect(render_mode="human")
        with pytest.raises(ValueError, match="there is no variant 'flying'; there are plain, falling, sliding, inside"):
            Connect(variant="flying")


class TestActions:
    def test_pairs_are_numbered_in_their_order(self) -> None:
        env = Solitaire(ROW)
        pairs = list(combinations(range(4), 2))
        assert env.action_space == gymnasium.spaces.Discrete(6)
        assert [env.pair(action) for action in range(6)] == pairs
        assert [env.action((b, a)) for a, b in pairs] == list(range(6))
        with pytest.raises(ValueError, match="there is no action 6; there are 0 to 5"):
            env.pair(6)
        with pytest.raises(ValueError, match=r"\(2, 2\) is no pair of the slots 0 to 3"):
            env.action((2, 2))

    def test_the_turtle_has_10296_actions_and_each_stands_for_its_pair(self) -> None:
        env = Solitaire()
        assert env.action_space == gymnasium.spaces.Discrete(10_296)
        assert [env.action(env.pair(action)) for action in range(10_296)] == list(range(10_296))

    @settings(max_examples=12)
    @given(st.integers(0, MAX_NUMBER), st.sampled_from(["lantern", "turtle"]), st.booleans(), st.sampled_from(Matching))
    def test_the_mask_is_what_the_rules_allow_to_the_end(
        self, number: int, layout: str, hidden: bool, matching: Matching
    ) -> None:
        env = Solitaire(layout, hidden=hidden, matching=matching)
        rng = Rng(number)
        observation, info = env.reset(options={"number": number})
        reference = Reference(env.layout.slots, env.board.groups)
        ended = False
        while not ended:
            pairs = reference.pairs()
            assert [env.pair(int(action)) for action in info["action_mask"].nonzero()[0]] == pairs
            assert env.action_masks().tolist() == info["action_mask"].astype(bool).tolist()
            free = set(reference.free())
            state = [0 if slot not in reference.present else 1 + (slot in free) for slot in range(len(env.layout))]
            assert observation[:, 1].tolist() == state
            action = some_action(info, rng)
            reference.take(*env.pair(action))
            observation, reward, ended, truncated, info = env.step(action)
            assert ended == (not reference.pairs()) and not truncated
            assert reward == float(not reference.present)
            assert info.get("cleared", None) == (not reference.present if ended else None)

    @settings(max_examples=6)
    @given(st.integers(0, MAX_NUMBER), st.sampled_from(["plain", "inside"]))
    def test_the_mask_of_a_grid_is_what_lines_join_to_the_end(self, number: int, variant: str) -> None:
        env = Connect("connect-14x6", variant=variant)
        rng = Rng(number)
        observation, info = env.reset(options={"number": number})
        groups, grid = env.board.groups, env.grid
        tiles = {grid.at(slot) for slot in range(grid.slots)}
        ended = False
        while not ended:
            lines = Lines(grid.width, grid.height, grid.outside, tiles)
            reached = {place: lines.reached(place) for place in tiles}
            expected = [
                (a, b)
                for a, b in combinations(range(grid.slots), 2)
                if groups[a] == groups[b] and grid.at(a) in tiles and grid.at(b) in reached.get(grid.at(a), ())
            ]
            expected = [(a, b) for a, b in expected if grid.at(b) in tiles]
            assert [env.pair(int(action)) for action in info["action_mask"].nonzero()[0]] == expected
            seen = [groups[slot] if grid.at(slot) in tiles else -1 for slot in range(grid.slots)]
            assert observation.flatten().tolist() == seen
            action = some_action(info, rng)
            tiles -= {grid.at(slot) for slot in env.pair(action)}
            observation, reward, ended, _, info = env.step(action)
            assert reward == float(not tiles)

    def test_what_falls_is_seen_where_it_comes_to_lie(self) -> None:
        env = Connect("connect-14x6", variant="falling")
        rng = Rng(3)
        observation, info = env.reset(seed=3)
        ended = False
        while not ended:
            for column in observation.T.tolist():
                assert column == sorted(column, key=lambda group: group >= 0)
            action = some_action(info, rng)
            a, b = env.pair(action)
            assert observation.flat[a] == observation.flat[b] >= 0
            observation, _, ended, _, info = env.step(action)
        assert env.board.gravity is FALLING.gravity


class TestEndings:
    def test_the_witness_of_each_deal_is_worth_one(self) -> None:
        for reward in ("cleared", "pairs"):
            env = Solitaire("turtle", reward=reward)
            env.reset(seed=5)
            rewards = [env.step(env.action(pair))[1] for pair in env.deal.witness]
            assert sum(rewards) == pytest.approx(1)
            assert rewards[0] == (0 if reward == "cleared" else pytest.approx(1 / 72))

    def test_a_locked_board_ends_the_game_without_a_reward(self) -> None:
        """Characters, a circle between them, and the other circle behind: after the outer pair nothing matches."""
        env = Solitaire(Layout.build("rows", "Rows", [*((2 * x, 0, 0) for x in range(4)), (0, 4, 0), (2, 4, 0)]))
        _, info = env.reset(options={"deal": of_kinds(env.layout, 0, 1, 0, 1, 2, 2)})
        assert [env.pair(int(action)) for action in info["action_mask"].nonzero()[0]] == [Pair(4, 5)]
        _, reward, ended, _, info = env.step(env.action((4, 5)))
        assert (reward, ended, info["cleared"]) == (0.0, True, False)
        assert not info["action_mask"].any()
        with pytest.raises(RuntimeError, match="call reset"):
            env.step(0)

    def test_what_is_not_allowed_ends_the_game_and_takes_nothing(self) -> None:
        env = Solitaire(ROW)
        before, _ = env.reset(options={"deal": of_kinds(ROW, 0, 1, 1, 0)})
        after, reward, ended, _, info = env.step(env.action((0, 1)))
        assert (reward, ended, info["illegal"], info["cleared"]) == (-1.0, True, True, False)
        assert after.tolist() == before.tolist()
        assert not info["action_mask"].any()

    def test_what_is_no_action_is_refused_and_ends_nothing(self) -> None:
        """Counted from the end, -1 would be the last pair, and what was given as truth or text some other one."""
        env = Solitaire("turtle")
        _, info = env.reset(seed=1)
        for wrong in (-1, 10_296):
            with pytest.raises(ValueError, match=f"there is no action {wrong}; there are 0 to 10295"):
                env.step(wrong)
        for nothing in (None, 1.5, "1"):
            with pytest.raises(TypeError, match="cannot be interpreted as an integer"):
                env.step(nothing)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="cannot be interpreted as an integer"):
            env.reset(options={"number": 1.5})
        _, info = env.reset(seed=1)
        assert "illegal" not in env.step(np.int64(info["action_mask"].argmax()))[4]

    def test_a_game_must_be_begun(self) -> None:
        with pytest.raises(RuntimeError, match="call reset"):
            Solitaire(ROW).step(0)


class TestDeals:
    def test_a_seed_gives_the_deals_that_the_generator_of_the_codes_gives(self) -> None:
        rng = Rng(42)
        numbers = [rng.below(1 << 30) for _ in range(3)]
        for env in (Solitaire("lantern"), Solitaire("lantern", hidden=True), Connect("connect-14x6")):
            dealt = [env.reset(seed=42) and env.deal.code.number]
            dealt += [env.reset() and env.deal.code.number for _ in range(2)]
            assert dealt == numbers
            assert env.reset(seed=42) and env.deal.code.number == numbers[0]

    def test_without_a_seed_deals_differ(self) -> None:
        first, second = Solitaire("lantern"), Solitaire("lantern")
        first.reset()
        second.reset()
        assert first.deal.code != second.deal.code

    def test_a_code_names_the_deal_of_one_game_or_of_all(self) -> None:
        env = Solitaire(code="MJ1-L00-AAAAABL")
        env.reset(seed=9)
        assert str(env.deal.code) == "MJ1-L00-AAAAABL"
        env.reset(options={"code": "MP1-L00-AAAAABZ"})
        assert str(env.deal.code) == "MP1-L00-AAAAABZ"
        grid = Connect(code="MC1-L00-AAAAAB7")
        grid.reset()
        assert grid.deal.code.number == 1

    def test_a_layout_that_is_not_built_in_is_dealt_by_its_own_codes(self) -> None:
        flat = Layout.build("flat", "Flat", [(2 * x, 2 * y, 0) for x in range(4) for y in range(3)])
        env = Solitaire(flat)
        env.reset(seed=1)
        code, kinds = str(env.deal.code), env.deal.kinds
        env.reset(options={"code": code})
        assert env.deal.kinds == kinds
        assert clears(Reference(flat.slots, env.board.groups), env.deal.witness)

    def test_a_deal_of_another_place_is_refused(self) -> None:
        with pytest.raises(ValueError, match="MJ1-L00-AAAAABL is a deal of Turtle; this environment has Lantern"):
            Solitaire("lantern").reset(options={"code": "MJ1-L00-AAAAABL"})
        with pytest.raises(ValueError, match="is a code of MC1, which is no Mahjong solitaire"):
            Solitaire("turtle").reset(options={"code": "MC1-L00-AAAAAB7"})
        with pytest.raises(ValueError, match="MC1-L00-AAAAAB7 is a deal of 18 × 8; this environment has 14 × 6"):
            Connect("connect-14x6").reset(options={"code": "MC1-L00-AAAAAB7"})

    def test_random_deals_that_are_proved_can_be_asked_for(self) -> None:
        env = Solitaire("turtle", proved=True)
        env.reset(options={"number": 1})
        assert str(env.deal.code) == "MP1-L00-AAAAABZ"

    def test_a_grid_can_be_given_itself(self) -> None:
        assert Connect(Grid(14, 6), variant="inside").grid == Grid(14, 6, outside=False)


def unseen(layout: Layout, present: set[int]) -> set[int]:
    """The slots whose tiles show no cell: each lies under some tile that is there (X3)."""
    found = set()
    for slot in present:
        above = [other for other in present if layout.slots[other].z > layout.slots[slot].z]
        covered = {cell for other in above for cell in cells(layout.slots[other])}
        if cells(layout.slots[slot]) <= covered:
            found.add(slot)
    return found


class TestHiding:
    def test_faces_are_seen_while_one_of_their_cells_is(self) -> None:
        env = Solitaire(hidden=True)
        for seed in range(3):
            observation, info = env.reset(seed=seed)
            rng, present, ended = Rng(seed), set(range(144)), False
            while not ended:
                away = unseen(env.layout, present)
                assert set(np.flatnonzero(observation[:, 0] == -2).tolist()) == away
                assert all(observation[slot, 0] == env.board.groups[slot] for slot in present if slot not in away)
                action = some_action(info, rng)
                present -= set(env.pair(action))
                observation, _, ended, _, info = env.step(action)

    @settings(max_examples=15)
    @given(st.integers(0, MAX_NUMBER), st.integers(0, 70), st.integers(0, 1000), st.sampled_from(["turtle", "pyramid"]))
    def test_exchanging_faces_that_were_never_seen_changes_nothing(
        self, number: int, moves: int, swaps: int, layout: str
    ) -> None:
        """A second board, with hidden faces exchanged, is played by the same actions: all that is told is the same."""
        env = Solitaire(layout, hidden=True)
        rng = Rng(number)
        told = [env.reset(options={"number": number})]
        present = set(range(len(env.layout)))
        never = unseen(env.layout, present)
        actions: list[int] = []
        while len(actions) < moves and told[-1][1]["action_mask"].any():
            actions.append(some_action(told[-1][1], rng))
            present -= set(env.pair(actions[-1]))
            never &= unseen(env.layout, present)
            observation, *_, info = env.step(actions[-1])
            told.append((observation, info))
        slots = sorted(never)
        sources = list(slots)
        Rng(swaps).shuffle(sources)
        kinds = list(env.deal.kinds)
        for slot, source in zip(slots, sources, strict=True):
            kinds[slot] = env.deal.kinds[source]
        other = Solitaire(layout, hidden=True)
        again = [other.reset(options={"deal": replace(env.deal, kinds=tuple(kinds))})]
        for action in actions:
            observation, *_, info = other.step(action)
            again.append((observation, info))
        for (seen, info), (seen_too, info_too) in zip(told, again, strict=True):
            assert seen.tolist() == seen_too.tolist()
            assert info.keys() == info_too.keys()
            assert info["action_mask"].tolist() == info_too["action_mask"].tolist()
        for mode in ("ansi", "rgb_array"):
            env.render_mode = other.render_mode = mode
            assert np.array_equal(env.render(), other.render())

    def test_with_open_faces_every_face_is_told(self) -> None:
        observation, _ = Solitaire().reset(seed=1)
        assert observation[:, 0].min() >= 0


def test_what_was_given_out_does_not_change_afterwards() -> None:
    for env in (Solitaire("lantern"), Connect("connect-14x6")):
        observation, info = env.reset(seed=1)
        kept, mask = observation.copy(), info["action_mask"].copy()
        env.step(int(mask.argmax()))
        assert observation.tolist() == kept.tolist()
        assert info["action_mask"].tolist() == mask.tolist()
