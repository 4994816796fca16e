"""Shuffling: the remaining tiles on the remaining places, in an order that can be cleared (C6, T10, S3, S11)."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paishan.rng import Rng
from paishan.solitaire.board import Board
from paishan.solitaire.deal import deal_from_solution
from paishan.solitaire.gallery import by_id
from paishan.solitaire.layout import Layout, bits
from paishan.solitaire.shuffle import shuffled
from paishan.tiles import Matching, kind_of
from tests.play.tables import TO_THE_LOCK
from tests.reference import Position, Reference

FIRST_STEPS = by_id("first-steps")
seeds = st.integers(0, 2**64 - 1)


def board_of(positions: list[Position], labels: str) -> Board:
    return Board(Layout.build("some", "Some", positions), [kind_of(label) for label in labels.split()])


@st.composite
def played(draw: st.DrawFn, layout: Layout, left: int | None = None) -> Board:
    """A dealt board of which some pairs were taken, whichever could be; down to `left` tiles or until it is locked."""
    board = deal_from_solution(layout, draw(st.integers(0, 9999)), draw(st.sampled_from(Matching))).board()
    goal = draw(st.integers(2, len(layout))) if left is None else left
    while board.left > goal and not board.locked:
        board.push(draw(st.sampled_from(list(board.pairs()))))
    return board


def laid(board: Board, permutation: tuple[int, ...]) -> Board:
    return board.permuted([board.kinds[source] for source in permutation])


@given(played(FIRST_STEPS), seeds)
def test_tiles_and_places_are_kept_and_nothing_comes_back(board: Board, seed: int) -> None:
    permutation = shuffled(board, Rng(seed))
    if permutation is None:
        return
    present = set(bits(board.present))
    assert sorted(permutation) == list(range(len(FIRST_STEPS)))
    assert all(source == slot for slot, source in enumerate(permutation) if slot not in present)
    assert {permutation[slot] for slot in present} == present
    after = laid(board, permutation)
    assert set(bits(after.present)) == present
    assert Counter(after.kinds[slot] for slot in present) == Counter(board.kinds[slot] for slot in present)


@settings(max_examples=60)
@given(played(FIRST_STEPS, left=16), seeds)
def test_what_is_laid_can_be_cleared_and_a_refusal_means_that_nothing_could(board: Board, seed: int) -> None:
    permutation = shuffled(board, Rng(seed))
    gone = set(range(len(FIRST_STEPS))) - set(bits(board.present))
    if board.left > 20:
        return
    if permutation is None:
        assert not Reference(FIRST_STEPS.slots, [0] * len(FIRST_STEPS), gone).can_be_cleared()
    else:
        assert Reference(FIRST_STEPS.slots, laid(board, permutation).groups, gone).can_be_cleared()


@pytest.mark.parametrize("seed", range(5))
def test_a_locked_board_can_be_played_on_after_a_shuffle(seed: int) -> None:
    board = deal_from_solution(FIRST_STEPS, 10).board()
    for pair in TO_THE_LOCK:
        board.push(pair)
    assert board.locked and board.left == 14
    permutation = shuffled(board, Rng(seed))
    assert permutation is not None
    after = laid(board, permutation)
    assert not after.locked
    gone = set(range(36)) - set(bits(after.present))
    assert Reference(FIRST_STEPS.slots, after.groups, gone).can_be_cleared()


@pytest.mark.parametrize("seed", range(20))
def test_two_tiles_on_one_another_cannot_be_laid_so_that_they_clear(seed: int) -> None:
    board = board_of([(0, 0, 0), (4, 0, 0), (0, 0, 1), (4, 0, 1)], "N N E E")
    board.push((2, 3))
    assert shuffled(board, Rng(seed)) is not None
    stacked = board_of([(0, 0, 0), (4, 0, 0), (8, 0, 0), (0, 0, 1)], "N E E N")
    stacked.push((1, 2))
    assert stacked.locked
    assert shuffled(stacked, Rng(seed)) is None


def test_a_tile_without_a_mate_cannot_be_cleared_in_any_order() -> None:
    assert shuffled(board_of([(0, 0, 0), (4, 0, 0), (8, 0, 0), (12, 0, 0)], "N E E S"), Rng(1)) is None


def test_the_same_numbers_give_the_same_shuffle_and_other_numbers_another() -> None:
    board = deal_from_solution(FIRST_STEPS, 1).board()
    assert shuffled(board, Rng(7)) == shuffled(board, Rng(7))
    assert len({shuffled(board, Rng(seed)) for seed in range(20)}) == 20


def test_the_board_that_was_shuffled_is_as_it_was() -> None:
    board = deal_from_solution(FIRST_STEPS, 1).board()
    board.push(next(board.pairs()))
    before = board.kinds, board.present, board.free_mask, board.taken
    shuffled(board, Rng(3))
    assert (board.kinds, board.present, board.free_mask, board.taken) == before


def test_every_remaining_tile_comes_to_every_remaining_place() -> None:
    # Six free tiles of three kinds in a column: every order can be cleared, so all 36 moves are equally likely.
    board = board_of([(0, 2 * row, 0) for row in range(6)], "N N E E S S")
    seen: Counter[tuple[int, int]] = Counter()
    for seed in range(600):
        permutation = shuffled(board, Rng(seed))
        assert permutation is not None
        seen.update(enumerate(permutation))
    # 100 a cell; chi-square with 25 degrees of freedom passes 52.6 once in a thousand.
    assert len(seen) == 36
    assert sum((count - 100) ** 2 / 100 for count in seen.values()) < 52.6
