"""Boards: taking pairs and taking them back, what is free and what goes together (T1–T4, T6, T7, reports S20)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paishan.codes import Code
from paishan.solitaire.board import Board, Hindrance, Pair
from paishan.solitaire.deal import deal_from_solution
from paishan.solitaire.gallery import by_id, by_tag
from paishan.solitaire.layout import Layout, bits
from paishan.tiles import KINDS, Matching, kind_of
from tests.reference import Position, Reference
from tests.solitaire import strategies

TURTLE = by_id("turtle")


def board_of(tiles: Sequence[tuple[Position, str]], matching: Matching = Matching.FAMILY) -> Board:
    """A board with these tiles, given in the order of their slots."""
    layout = Layout.build("some", "Some", [position for position, _ in tiles])
    assert [tuple(slot) for slot in layout.slots] == [position for position, _ in tiles]
    return Board(layout, [kind_of(label) for _, label in tiles], matching)


def column_of(*labels: str, matching: Matching = Matching.FAMILY) -> Board:
    """A board whose tiles are all free: one column, top to bottom."""
    return board_of([((0, 2 * row, 0), label) for row, label in enumerate(labels)], matching)


def reference_of(board: Board) -> Reference:
    return Reference(board.layout.slots, board.groups, set(range(len(board.kinds))) - set(bits(board.present)))


def all_of(board: Board) -> tuple[object, ...]:
    """Everything that a board shows of its position."""
    return board.present, board.free_mask, board.taken, list(board.pairs()), board.left, board.cleared, board.locked


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Any tiles on any small layout, few kinds so that many match."""
    layout = draw(strategies.layouts(most=20))
    kinds = st.sampled_from([KINDS[0], KINDS[1], KINDS[30], KINDS[34], KINDS[35], KINDS[38], KINDS[39]])
    return Board(
        layout,
        draw(st.lists(kinds, min_size=len(layout), max_size=len(layout))),
        draw(st.sampled_from(Matching)),
    )


class TestPairs:
    @pytest.mark.parametrize(
        ("tiles", "pairs"),
        [(["7C", "1B"], 0), (["7C", "7C"], 1), (["7C", "7C", "1B", "7C"], 3), (["7C", "7C", "7C", "7C"], 6)],
    )
    def test_so_many_free_of_one_group_make_so_many_different_pairs(self, tiles: list[str], pairs: int) -> None:
        assert len(list(column_of(*tiles).pairs())) == pairs

    def test_pairs_come_in_the_order_of_their_slots_the_lower_first(self) -> None:
        board = column_of("1B", "N", "1B", "N", "1B", "R")
        assert list(board.pairs()) == [(0, 2), (0, 4), (1, 3), (2, 4)]

    def test_two_flowers_and_two_seasons_match_within_their_family_or_only_their_likeness(self) -> None:
        tiles = ["F1", "F2", "F1", "S1", "S2", "S2"]
        assert list(column_of(*tiles).pairs()) == [(0, 1), (0, 2), (1, 2), (3, 4), (3, 5), (4, 5)]
        assert list(column_of(*tiles, matching=Matching.IDENTICAL).pairs()) == [(0, 2), (4, 5)]

    def test_a_flower_and_a_season_are_no_pair_in_either_version(self) -> None:
        for matching in Matching:
            assert column_of("F1", "S1", matching=matching).locked

    @given(boards())
    def test_free_tiles_and_pairs_agree_with_the_rule_read_cell_by_cell(self, board: Board) -> None:
        reference = reference_of(board)
        assert list(board.free()) == reference.free()
        assert list(board.pairs()) == reference.pairs()
        assert board.locked is (not reference.pairs())

    def test_a_pair_is_named_by_its_lower_slot_first(self) -> None:
        assert Pair.of(9, 4) == Pair.of(4, 9) == Pair(4, 9)


class TestGame:
    """The witness of `MJ1-L00-AAAAABL`, and the same deal played badly until it is locked."""

    DEAL = deal_from_solution(TURTLE, 1)

    # fmt: off
    FREE = (
        35, 33, 33, 32, 31, 31, 29, 29, 29, 31, 30, 28, 28, 29, 30, 29, 29, 28, 26, 25, 26, 26, 26, 25,
        25, 25, 26, 26, 25, 24, 23, 22, 21, 21, 20, 20, 19, 19, 18, 18, 17, 17, 16, 16, 16, 16, 16, 15,
        15, 15, 15, 14, 16, 16, 16, 16, 15, 14, 14, 13, 13, 12, 11, 10, 9, 7, 6, 5, 5, 5, 4, 2, 0,
    )
    PAIRS = (
        17, 14, 15, 14, 12, 11, 10, 10, 10, 11, 10, 9, 11, 12, 13, 13, 12, 7, 6, 6, 8, 9, 10, 10,
        7, 9, 12, 12, 12, 13, 15, 10, 6, 6, 5, 6, 6, 6, 6, 6, 5, 5, 4, 4, 4, 4, 4, 4,
        5, 4, 4, 3, 6, 8, 8, 7, 6, 3, 3, 3, 4, 4, 4, 4, 4, 3, 2, 2, 2, 2, 2, 1, 0,
    )
    BADLY = (
        (127, 135), (122, 123), (98, 131), (86, 138), (67, 87), (88, 110), (66, 116), (65, 105), (57, 121), (111, 120),
        (119, 124), (112, 130), (58, 117), (68, 99), (19, 136), (113, 118), (12, 29), (11, 100), (10, 69), (64, 70),
        (71, 143), (72, 104), (73, 134), (109, 126), (97, 139), (59, 128), (101, 137), (44, 141), (43, 114), (9, 75),
        (76, 93), (94, 106), (77, 103), (8, 142), (7, 133), (6, 85), (84, 132), (107, 115), (20, 63),
    )
    FREE_BADLY = (
        35, 34, 34, 32, 32, 31, 30, 30, 30, 30, 30, 30, 28, 28, 27, 26, 25, 25, 24, 24,
        23, 26, 26, 25, 24, 23, 23, 22, 22, 22, 22, 22, 21, 20, 20, 20, 20, 20, 19, 19,
    )
    PAIRS_BADLY = (
        17, 17, 17, 14, 13, 11, 10, 11, 8, 5, 6, 5, 4, 4, 4, 4, 3, 2, 2, 4,
        4, 5, 5, 5, 5, 5, 5, 4, 4, 3, 2, 3, 2, 1, 1, 1, 1, 3, 1, 0,
    )
    # fmt: on

    def test_free_tiles_and_pairs_along_the_winning_game_are_exact(self) -> None:
        board, reference = self.DEAL.board(), Reference(TURTLE.slots, self.DEAL.board().groups)
        free, pairs = [], []
        for pair in self.DEAL.witness:
            assert list(board.free()) == reference.free()
            assert list(board.pairs()) == reference.pairs()
            assert not board.locked and not board.cleared
            free.append(len(list(board.free())))
            pairs.append(len(list(board.pairs())))
            board.push(pair)
            reference.take(*pair)
        assert (*free, 0) == self.FREE
        assert (*pairs, 0) == self.PAIRS
        assert board.cleared and not board.locked
        assert board.taken == self.DEAL.witness
        assert len(board.taken) == 72

    def test_taken_back_one_by_one_the_game_shows_the_same_numbers_in_reverse(self) -> None:
        board = self.DEAL.board()
        start = all_of(board)
        for pair in self.DEAL.witness:
            board.push(pair)
        free, pairs = [0], [0]
        for pair in reversed(self.DEAL.witness):
            assert board.pop() == pair
            free.append(board.free_mask.bit_count())
            pairs.append(len(list(board.pairs())))
        assert (tuple(free[::-1]), tuple(pairs[::-1])) == (self.FREE, self.PAIRS)
        assert all_of(board) == start

    def test_the_same_deal_is_locked_with_66_tiles_left_when_the_last_pair_is_always_taken(self) -> None:
        board, reference = self.DEAL.board(), Reference(TURTLE.slots, self.DEAL.board().groups)
        free, pairs = [], []
        for pair in self.BADLY:
            assert list(board.pairs())[-1] == reference.pairs()[-1] == pair
            free.append(len(reference.free()))
            pairs.append(len(reference.pairs()))
            assert (board.free_mask.bit_count(), len(list(board.pairs()))) == (free[-1], pairs[-1])
            board.push(pair)
            reference.take(*pair)
        assert ((*free, 19), (*pairs, 0)) == (self.FREE_BADLY, self.PAIRS_BADLY)
        assert (board.left, board.free_mask.bit_count(), list(board.pairs())) == (66, 19, [])
        assert board.locked and not board.cleared

    @pytest.mark.parametrize(
        ("code", "matching", "expected"),
        [
            ("MJ1-L00-AAAAABL", Matching.FAMILY, [17, 274, 4153]),
            ("MJ1-L00-AAAAABL", Matching.IDENTICAL, [17, 274, 4153]),
            ("MJ1-L01-AAAAAB4", Matching.FAMILY, [14, 199, 2696]),
            ("MJ1-L01-AAAAAB4", Matching.IDENTICAL, [12, 148, 1760]),
            ("MJ1-L02-AAAAABW", Matching.FAMILY, [18, 264, 3156]),
            ("MJ1-L02-AAAAABW", Matching.IDENTICAL, [18, 264, 3156]),
            ("MJ1-L03-AAAAABC", Matching.FAMILY, [48, 2147, 89382]),
            ("MJ1-L03-AAAAABC", Matching.IDENTICAL, [44, 1807, 69190]),
        ],
    )
    def test_one_two_and_three_pairs_can_be_taken_in_so_many_ways(
        self, code: str, matching: Matching, expected: list[int]
    ) -> None:
        name = Code.parse(code)
        board = deal_from_solution(by_tag(name.layout), name.number, matching).board()
        assert [ways(board, depth) for depth in (1, 2)] == expected[:2]
        assert reference_of(board).sequences(2) == expected[1]
        if expected[2] < 10_000:
            assert ways(board, 3) == expected[2]


def ways(board: Board, pairs: int) -> int:
    """In how many ways the next so many pairs can be taken."""
    if not pairs:
        return 1
    total = 0
    for pair in board.pairs():
        board.push(pair)
        total += ways(board, pairs - 1)
        board.pop()
    return total


class TestPushAndPop:
    @given(boards(), st.data())
    def test_whatever_is_taken_and_taken_back_the_board_is_as_if_laid_anew(
        self, board: Board, data: st.DataObject
    ) -> None:
        before = [all_of(board)]
        for _ in range(data.draw(st.integers(0, 25))):
            pairs = list(board.pairs())
            if before[1:] and (not pairs or data.draw(st.booleans())):
                board.pop()
                before.pop()
                assert all_of(board) == before[-1]
            elif pairs:
                board.push(data.draw(st.sampled_from(pairs)))
                before.append(all_of(board))
                reference = reference_of(board)
                assert list(board.free()) == reference.free()
                assert list(board.pairs()) == reference.pairs()

    def test_a_pair_vanishes_at_once_and_what_it_covered_is_free_at_once(self) -> None:
        board = board_of([((0, 0, 0), "1B"), ((6, 0, 0), "R"), ((0, 0, 1), "N"), ((6, 0, 1), "N")])
        assert list(board.free()) == [2, 3]
        assert board.push((3, 2)) == Pair(2, 3)
        assert (board.left, list(board.free()), list(bits(board.present))) == (2, [0, 1], [0, 1])
        assert board.locked and not board.cleared
        assert board.pop() == Pair(2, 3)
        assert (board.left, list(board.free()), board.taken) == (4, [2, 3], ())

    def test_nothing_else_moves(self) -> None:
        board = TestGame.DEAL.board()
        kinds, groups = board.kinds, board.groups
        for pair in TestGame.DEAL.witness:
            board.push(pair)
        assert (board.kinds, board.groups) == (kinds, groups)

    def test_nothing_taken_nothing_to_take_back(self) -> None:
        board = column_of("N", "N")
        with pytest.raises(IndexError):
            board.pop()
        assert list(board.pairs()) == [(0, 1)]

    def test_an_unwise_pair_is_not_forbidden(self) -> None:
        # 0 lies under 1; three flowers are free beside the covered fourth. Taking 2 and 3 locks the board.
        board = board_of([((0, 0, 0), "F1"), ((4, 0, 0), "F2"), ((4, 4, 0), "F3"), ((0, 0, 1), "F4")])
        board.push((1, 2))
        assert board.locked
        board.pop()
        board.push((1, 3))
        board.push((0, 2))
        assert board.cleared


class TestRefusals:
    # Row on the ground 1B N N 1B with a 5C over the second, and its mate apart.
    TILES = (
        ((0, 0, 0), "1B"),
        ((2, 0, 0), "N"),
        ((4, 0, 0), "N"),
        ((6, 0, 0), "1B"),
        ((12, 0, 0), "5C"),
        ((2, 0, 1), "5C"),
    )

    @pytest.mark.parametrize(
        ("pair", "message"),
        [
            ((0, 6), "there is no slot 6; Some has slots 0 to 5"),
            ((-1, 0), "there is no slot -1; Some has slots 0 to 5"),
            ((0, 0), "slot 0 was given twice; a pair is two tiles"),
            ((1, 2), "the N on slot 1 is not free: both"),
            ((0, 2), "the N on slot 2 is not free: blocked"),
            ((3, 4), "1B on slot 3 and 5C on slot 4 do not match"),
        ],
    )
    def test_a_pair_that_cannot_be_taken_is_refused_and_the_board_is_as_before(
        self, pair: tuple[int, int], message: str
    ) -> None:
        board = board_of(self.TILES)
        before = all_of(board)
        with pytest.raises(ValueError) as refused:
            board.push(pair)
        assert str(refused.value) == message
        assert all_of(board) == before

    def test_a_tile_that_is_gone_cannot_be_taken_again(self) -> None:
        board = board_of(self.TILES)
        board.push((4, 5))
        before = all_of(board)
        with pytest.raises(ValueError, match="the tile on slot 5 is gone"):
            board.push((5, 4))
        assert all_of(board) == before

    @given(boards(), st.integers(-2, 25), st.integers(-2, 25))
    def test_a_pair_is_taken_exactly_when_the_rule_allows_it(self, board: Board, a: int, b: int) -> None:
        before = all_of(board)
        if (min(a, b), max(a, b)) in reference_of(board).pairs():
            board.push((a, b))
            board.pop()
        else:
            with pytest.raises(ValueError, match=r"there is no slot|given twice|is not free|do not match"):
                board.push((a, b))
        assert all_of(board) == before

    @pytest.mark.parametrize("count", [0, 143, 145])
    def test_a_board_needs_a_tile_for_every_slot(self, count: int) -> None:
        with pytest.raises(ValueError, match=f"Turtle has 144 slots, but {count} tiles were given"):
            Board(TURTLE, [KINDS[0]] * count)


class TestHindrance:
    def test_it_says_covered_blocked_or_both_and_nothing_of_a_free_tile(self) -> None:
        # Ground: a row of three with a lone tile; on top one tile over the middle and one over the lone one.
        board = board_of(
            [
                ((0, 0, 0), "1B"),
                ((2, 0, 0), "1B"),
                ((4, 0, 0), "2B"),
                ((6, 0, 0), "2B"),
                ((10, 0, 0), "N"),
                ((14, 0, 0), "S"),
                ((2, 0, 1), "N"),
                ((10, 1, 1), "S"),
            ]
        )
        assert [board.hindrance(slot) for slot in range(8)] == [
            None,
            Hindrance.BOTH,
            Hindrance.BLOCKED,
            None,
            Hindrance.COVERED,
            None,
            None,
            None,
        ]

    @given(boards())
    def test_a_tile_is_free_exactly_when_nothing_hinders_it(self, board: Board) -> None:
        for slot in bits(board.present):
            assert (board.hindrance(slot) is None) is board.is_free(slot)


class TestPermuted:
    def test_other_tiles_lie_on_the_same_slots_and_the_same_are_gone(self) -> None:
        board = column_of("N", "S", "N", "S", "E", "E")
        board.push((4, 5))
        other = board.permuted([kind_of(label) for label in ("S", "N", "N", "S", "E", "E")])
        assert (other.present, other.free_mask, other.taken) == (board.present, board.free_mask, ((4, 5),))
        assert list(other.pairs()) == [(0, 3), (1, 2)]
        assert list(board.pairs()) == [(0, 2), (1, 3)]

    def test_what_is_played_on_one_does_not_show_on_the_other(self) -> None:
        board = column_of("N", "N", "E", "E")
        other = board.permuted(board.kinds)
        other.push((0, 1))
        assert (board.left, other.left) == (4, 2)
        assert (board.taken, other.taken) == ((), ((0, 1),))
