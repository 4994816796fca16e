"""Shuffles of Mahjong Connect keep what is left where it is left, clear, and prefer none that does."""

from __future__ import annotations

from collections import Counter

import pytest

from paishan.connect.board import Board
from paishan.connect.deal import deal_falling, deal_proved
from paishan.connect.grid import GRIDS, Gravity, Grid
from paishan.connect.prover import solver_for
from paishan.connect.shuffle import shuffled
from paishan.pairs import bits
from paishan.rng import Rng
from paishan.solving import Verdict
from paishan.tiles import KINDS


def locked(number: int, gravity: Gravity = Gravity.NONE) -> Board:
    """A board that blind play has locked."""
    rng = Rng(number)
    grid = GRIDS[0]
    while True:
        deal = deal_proved(grid, number) if gravity is Gravity.NONE else deal_falling(grid, number, gravity)
        board = deal.board()
        while pairs := list(board.pairs()):
            board.push(rng.choice(pairs))
        if not board.cleared:
            return board
        number += 1


def laid(board: Board, permutation: tuple[int, ...]) -> Board:
    return board.permuted([board.kinds[source] for source in permutation])


@pytest.mark.parametrize("number", range(6))
def test_a_locked_board_can_be_cleared_after_a_shuffle(number: int) -> None:
    board = locked(number)
    permutation = shuffled(board, Rng(number))
    assert permutation is not None
    assert sorted(permutation) == list(range(144))
    gone = list(bits(board.grid.full & ~board.present))
    assert all(permutation[slot] == slot for slot in gone)
    after = laid(board, permutation)
    assert after.present == board.present
    proof = solver_for(board.grid, after.groups, absent=gone).solve()
    assert proof.witness is not None
    for pair in proof.witness:
        after.push(pair)
    assert after.cleared


@pytest.mark.parametrize("gravity", [Gravity.DOWN, Gravity.SIDEWAYS])
def test_with_gravity_a_shuffle_is_dealt_from_a_solution(gravity: Gravity) -> None:
    board = locked(1, gravity)
    permutation = shuffled(board, Rng(1))
    assert permutation is not None
    after = laid(board, permutation)
    assert after.present == board.present
    assert Counter(after.kinds[slot] for slot in bits(after.present)) == Counter(
        board.kinds[slot] for slot in bits(board.present)
    )
    assert any(True for _ in after.pairs())


def small(text: str, width: int, *, outside: bool = True) -> Board:
    grid = Grid(width, len(text) // width, outside)
    return Board(grid, [KINDS["ABCDEFG".index(letter)] for letter in text])


def test_every_arrangement_that_clears_is_as_likely_as_any_other() -> None:
    """Four tiles of two kinds in a block have six arrangements; the two with crossed pairs are dead."""
    board = small("ABBA", 2)
    rng = Rng(1)
    seen: Counter[str] = Counter()
    for _ in range(2000):
        permutation = shuffled(board, rng)
        assert permutation is not None
        seen["".join("ABBA"[source] for source in permutation)] += 1
    assert sorted(seen) == ["AABB", "ABAB", "BABA", "BBAA"]
    assert all(abs(count - 500) < 5 * (2000 * 0.25 * 0.75) ** 0.5 for count in seen.values())


def test_where_no_proof_comes_the_tiles_are_laid_from_a_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paishan.laying._TRIES", 0)
    board = locked(2)
    permutation = shuffled(board, Rng(9))
    assert permutation is not None
    gone = list(bits(board.grid.full & ~board.present))
    after = laid(board, permutation)
    assert solver_for(board.grid, after.groups, absent=gone).solve().verdict is Verdict.CLEARABLE


def test_a_tile_without_a_mate_cannot_be_shuffled() -> None:
    assert shuffled(small("ABBC", 2), Rng(1)) is None


def test_the_same_seed_gives_the_same_shuffle() -> None:
    board = locked(4)
    assert shuffled(board, Rng(7)) == shuffled(board, Rng(7))
    assert shuffled(board, Rng(7)) != shuffled(board, Rng(8))
