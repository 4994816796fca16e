"""Boards of Mahjong Connect: what can be taken, taking it, taking it back, and what moves (N2, N3, N5, reports N6)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paishan.connect.board import Board, Hindrance
from paishan.connect.grid import Gravity, Grid, by_number
from paishan.pairs import Pair, bits
from paishan.tiles import FULL_SET, KINDS, Matching
from tests.connect.boards import SMALL_GRIDS, drawn, labelled, picture, some_board


def all_of(board: Board) -> tuple[object, ...]:
    """Everything that a board shows of its position."""
    position = (board.present, board.kinds, board.groups, board.taken, board.moved, list(board.pairs()))
    return *position, board.left, board.cleared, board.locked


FEW = [KINDS[0], KINDS[1], KINDS[30], KINDS[34], KINDS[35], KINDS[38], KINDS[39]]


@st.composite
def boards(draw: st.DrawFn, gravities: tuple[Gravity, ...] = tuple(Gravity)) -> Board:
    """Any tiles on any small grid, few kinds so that many match, under any variant."""
    grid = Grid(draw(st.integers(1, 6)), 2 * draw(st.integers(1, 3)), draw(st.booleans()))
    kinds = draw(st.lists(st.sampled_from(FEW), min_size=grid.slots, max_size=grid.slots))
    return Board(grid, kinds, draw(st.sampled_from(Matching)), draw(st.sampled_from(gravities)))


class TestMatching:
    def test_any_two_flowers_match_and_any_two_seasons_but_never_one_of_each(self) -> None:
        assert list(labelled("F1", "F2", "S1", "S4").pairs()) == [(0, 1), (2, 3)]
        assert labelled("F1", "S1", "F2", "S2").why_not(0, 1) is Hindrance.NO_MATCH
        assert list(labelled("F1", "S1", "F2", "S2").pairs()) == [(0, 2), (1, 3)]

    def test_only_the_same_flower_matches_where_that_is_the_rule(self) -> None:
        assert list(labelled("F1", "F2", "F1", "S1", matching=Matching.IDENTICAL).pairs()) == [(0, 2)]

    def test_a_pair_that_is_there_is_named_by_its_lower_slot_first_and_can_be_read_as_a_pair(self) -> None:
        (pair,) = drawn("A.", ".A").pairs()
        assert isinstance(pair, Pair)
        assert (pair.a, pair.b) == (0, 3)


class TestRefusals:
    BOARD = drawn("ABCA", "CEFB", "GHID", "JKDL")

    @pytest.mark.parametrize(
        ("a", "b", "reason"),
        [
            (0, 3, None),
            (0, 1, Hindrance.NO_MATCH),
            (2, 4, Hindrance.NO_LINE),
            (5, 5, Hindrance.SAME),
            (0, 16, Hindrance.NO_SLOT),
            (-1, 3, Hindrance.NO_SLOT),
        ],
    )
    def test_a_refused_pair_has_its_reason(self, a: int, b: int, reason: Hindrance | None) -> None:
        assert self.BOARD.why_not(a, b) is self.BOARD.why_not(b, a) is reason

    def test_a_tile_that_has_gone_cannot_be_picked(self) -> None:
        board = drawn("AABB")
        board.push((0, 1))
        assert [board.obstacle(slot) for slot in (-1, 0, 1, 2, 3, 4)] == [
            Hindrance.NO_SLOT, Hindrance.GONE, Hindrance.GONE, None, None, Hindrance.NO_SLOT,
        ]  # fmt: skip
        assert board.why_not(1, 2) is Hindrance.GONE

    @pytest.mark.parametrize(
        ("pair", "message"),
        [
            ((0, 16), "there is no slot 16; a grid of 4 × 4 has slots 0 to 15"),
            ((-1, 3), "there is no slot -1"),
            ((5, 5), "slot 5 was given twice; a pair is two tiles"),
            ((0, 1), "1B on slot 0 and 2B on slot 1 do not match"),
            ((2, 4), "no line of at most two turns joins the 3B on slot 2 and that on slot 4"),
        ],
    )
    def test_a_pair_that_cannot_be_taken_says_why_and_changes_nothing(
        self, pair: tuple[int, int], message: str
    ) -> None:
        before = all_of(self.BOARD)
        with pytest.raises(ValueError, match=message):
            self.BOARD.push(pair)
        assert all_of(self.BOARD) == before

    def test_a_tile_that_has_gone_cannot_be_taken_again(self) -> None:
        board = drawn("AAAA")
        board.push((0, 1))
        with pytest.raises(ValueError, match="the tile on slot 1 is gone"):
            board.push((2, 1))

    def test_nothing_can_be_taken_back_before_anything_was_taken(self) -> None:
        with pytest.raises(IndexError):
            drawn("AA").pop()

    def test_a_board_has_a_tile_for_every_slot_and_no_others(self) -> None:
        with pytest.raises(ValueError, match="a grid of 18 × 8 has 144 slots, but 143 tiles were given"):
            Board(by_number(0), FULL_SET[1:])
        with pytest.raises(ValueError, match="has slots that a grid of 2 × 1 has not"):
            Board(Grid(2, 1), KINDS[:2], present=4)

    def test_with_gravity_a_board_has_no_tile_that_would_move(self) -> None:
        with pytest.raises(ValueError, match="the tile on slot 0 lies on nothing; with gravity down it would move"):
            drawn("A", ".", gravity=Gravity.DOWN)
        with pytest.raises(ValueError, match="the tile on slot 3 lies on nothing; with gravity sideways it would move"):
            drawn("A..B", gravity=Gravity.SIDEWAYS)


class TestGame:
    def test_a_small_game_is_played_to_the_end(self) -> None:
        board = drawn("ABAB", "CCDD")
        assert [tuple(pair) for pair in board.pairs()] == [(0, 2), (1, 3), (4, 5), (6, 7)]
        assert board.push((2, 0)) == Pair(0, 2)
        assert (board.left, board.cleared, board.locked) == (6, False, False)
        for pair in ((1, 3), (4, 5), (6, 7)):
            board.push(pair)
        assert (board.left, board.cleared, board.locked) == (0, True, False)
        assert board.taken == ((0, 2), (1, 3), (4, 5), (6, 7))
        assert str(board) == "4 × 2, 0 of 8 tiles left"

    def test_a_board_is_locked_where_nothing_matches_or_no_line_joins_what_does(self) -> None:
        assert drawn("AB").locked
        assert drawn("AB", "BA").locked
        assert not drawn("AB", "BA").cleared

    def test_pairs_in_the_wrong_order_lock_a_board_that_could_be_cleared(self) -> None:
        board = drawn("AAB", "ABA")
        board.push((0, 3))
        assert picture(board) == [".AB", ".BA"]
        assert board.locked
        board.pop()
        for pair in ((3, 5), (2, 4), (0, 1)):
            board.push(pair)
        assert board.cleared

    def test_nothing_moves_without_gravity(self) -> None:
        board = drawn("AB", "AB")
        board.push((0, 2))
        assert picture(board) == [".B", ".B"]
        assert board.moved == ()

    @given(boards(), st.lists(st.integers(0, 999), max_size=20))
    def test_taking_back_restores_exactly_what_was_before(self, board: Board, choices: list[int]) -> None:
        seen = [all_of(board)]
        for choice in choices:
            pairs = list(board.pairs())
            if not pairs:
                break
            pair = pairs[choice % len(pairs)]
            assert board.push(pair) == pair
            assert board.taken[-1] == pair
            seen.append(all_of(board))
        while len(seen) > 1:
            pair = board.taken[-1]
            assert all_of(board) == seen.pop()
            assert board.pop() == pair
        assert all_of(board) == seen[0]

    @given(boards(), st.lists(st.integers(0, 999), max_size=20))
    def test_a_board_played_to_a_position_is_as_one_set_up_there(self, board: Board, choices: list[int]) -> None:
        deal = Counter(board.kinds)
        for choice in choices:
            pairs = list(board.pairs())
            if not pairs:
                break
            left = board.left
            board.push(pairs[choice % len(pairs)])
            assert board.left == left - 2
        assert Counter(board.kinds) == deal
        fresh = Board(board.grid, board.kinds, board.matching, board.gravity, board.present)
        assert (fresh.groups, list(fresh.pairs()), fresh.locked) == (board.groups, list(board.pairs()), board.locked)

    @given(boards((Gravity.NONE,)), st.lists(st.integers(0, 999), max_size=20))
    def test_taking_a_pair_never_takes_another_away(self, board: Board, choices: list[int]) -> None:
        for choice in choices:
            pairs = list(board.pairs())
            if not pairs:
                break
            taken = board.push(pairs[choice % len(pairs)])
            assert {pair for pair in pairs if not {*pair} & {*taken}} <= set(board.pairs())

    def test_every_game_of_a_full_set_played_by_chance_can_be_taken_back_whole(self) -> None:
        for gravity in Gravity:
            rng = Random(1)
            kinds = list(FULL_SET)
            rng.shuffle(kinds)
            board = Board(by_number(0), kinds, gravity=gravity)
            before = all_of(board)
            while pairs := list(board.pairs()):
                board.push(rng.choice(pairs))
            assert board.locked or board.cleared
            for _ in board.taken:
                board.pop()
            assert all_of(board) == before


class TestGravity:
    def test_tiles_fall_down_their_columns_and_keep_their_order(self) -> None:
        board = drawn("ACEH", "BDFI", "XXGJ", gravity=Gravity.DOWN)
        board.push((8, 9))
        assert picture(board) == ["..EH", "ACFI", "BDGJ"]
        assert sorted(board.moved) == [(0, 4), (1, 5), (4, 8), (5, 9)]
        assert [str(board.kinds[slot]) for slot in (0, 1)] == ["6D", "6D"]

    def test_two_tiles_of_one_column_let_what_lies_on_them_fall_two_rows(self) -> None:
        board = drawn("AD", "XE", "BF", "XG", gravity=Gravity.DOWN)
        board.push((2, 6))
        assert picture(board) == [".D", ".E", "AF", "BG"]
        assert sorted(board.moved) == [(0, 4), (4, 6)]

    def test_tiles_slide_to_the_left_along_their_rows(self) -> None:
        board = drawn("XAB", "XCD", gravity=Gravity.SIDEWAYS)
        board.push((0, 3))
        assert picture(board) == ["AB.", "CD."]
        assert sorted(board.moved) == [(1, 0), (2, 1), (4, 3), (5, 4)]

    def test_tiles_on_which_nothing_lies_leave_and_nothing_moves(self) -> None:
        board = drawn("XX", "AB", gravity=Gravity.DOWN)
        board.push((0, 1))
        assert (picture(board), board.moved) == (["..", "AB"], ())

    def test_the_next_pair_is_named_by_the_slots_on_which_its_tiles_then_lie(self) -> None:
        board = drawn("AB", "XA", "XB", gravity=Gravity.DOWN)
        board.push((2, 4))
        assert picture(board) == [".B", ".A", "AB"]
        assert list(board.pairs()) == [(1, 5), (3, 4)]
        board.push((3, 4))
        assert picture(board) == ["..", ".B", ".B"]
        assert board.taken == ((2, 4), (3, 4))

    def test_a_pair_that_could_be_taken_may_be_parted_by_another(self) -> None:
        board = drawn("AA", "AA", "BB", "AA", gravity=Gravity.DOWN)
        assert board.why_not(4, 5) is None
        board.push((0, 6))
        assert picture(board) == [".A", ".A", "AB", "BA"]
        assert board.why_not(5, 6) is Hindrance.NO_LINE

    def test_taking_back_puts_every_tile_where_it_lay(self) -> None:
        board = drawn("AC", "XD", "XE", "BF", gravity=Gravity.DOWN)
        board.push((2, 4))
        assert picture(board) == [".C", ".D", "AE", "BF"]
        assert board.pop() == (2, 4)
        assert picture(board) == ["AC", "XD", "XE", "BF"]
        assert board.moved == ()

    def test_in_any_game_tiles_stay_in_their_lane_in_their_order_and_leave_no_gap(self) -> None:
        rng = Random(2)
        for gravity in (Gravity.DOWN, Gravity.SIDEWAYS):
            for grid in SMALL_GRIDS * 5:
                board = some_board(rng, grid, FEW, gravity)
                while pairs := list(board.pairs()):
                    pair = rng.choice(pairs)
                    present, kinds = board.present, board.kinds
                    board.push(pair)
                    for lane in grid.lanes(gravity):
                        held = [slot for slot in lane if present >> slot & 1 and slot not in pair]
                        assert [board.kinds[slot] for slot in lane][: len(held)] == [kinds[slot] for slot in held]
                        assert [slot for slot in lane if board.present >> slot & 1] == list(lane)[: len(held)]


class TestPermuted:
    def test_other_tiles_come_on_the_same_slots_and_the_pairs_taken_stay_known(self) -> None:
        board = drawn("ABBA", "CCDD")
        board.push((0, 3))
        other = board.permuted([board.kinds[slot] for slot in (0, 4, 6, 3, 1, 5, 2, 7)])
        assert picture(other) == [".CD.", "BCBD"]
        assert (other.present, other.taken) == (board.present, board.taken)
        assert picture(board) == [".BB.", "CCDD"]

    @given(boards(), st.lists(st.integers(0, 999), max_size=8), st.randoms(use_true_random=False))
    def test_after_a_shuffle_pairs_are_taken_and_taken_back_as_before(
        self, board: Board, choices: list[int], rng: Random
    ) -> None:
        for choice in choices:
            if pairs := list(board.pairs()):
                board.push(pairs[choice % len(pairs)])
        before = all_of(board)
        present = list(bits(board.present))
        sources = rng.sample(present, len(present))
        kinds = list(board.kinds)
        for slot, source in zip(present, sources, strict=True):
            kinds[slot] = board.kinds[source]
        other = board.permuted(kinds)
        start = all_of(other)
        taken = 0
        while pairs := list(other.pairs()):
            other.push(rng.choice(pairs))
            taken += 1
        for _ in range(taken):
            other.pop()
        assert all_of(other) == start
        assert all_of(board) == before
        for pair in reversed(board.taken):
            assert other.pop() == pair
        assert other.present == board.grid.full
        assert Counter(other.kinds) == Counter(board.kinds)
