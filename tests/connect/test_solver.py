"""The solver's face for Mahjong Connect: what it answers on grids worked out by hand, and what it refuses."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import pytest

from paishan.connect.board import Board
from paishan.connect.deal import deal_proved
from paishan.connect.engine import Solver
from paishan.connect.grid import GRIDS
from paishan.connect.prover import Prover, ranked
from paishan.pairs import Pair
from paishan.rng import Rng
from paishan.solving import COMPILED, Proof, Verdict
from tests.connect.small_grids import grid_of


def solver(*rows: str, outside: bool = True, certify: bool = False) -> Solver:
    width, height, groups = grid_of(rows)
    return Solver(width, height, groups, outside=outside, certify=certify)


def test_two_tiles_alone_always_join() -> None:
    assert solver("AA").solve() == Proof(Verdict.CLEARABLE, 0, ((0, 1),), None)
    assert Solver(3, 3, [0, 1, 1, 1, 1, 1, 1, 1, 0], outside=False, absent=range(1, 8)).solve().witness == ((0, 8),)


def test_crossed_pairs_in_a_block_are_dead_with_the_empty_set_as_certificate() -> None:
    assert solver("AB", "BA", certify=True).solve() == Proof(Verdict.DEAD, 0, None, ((),))


def test_what_stands_on_one_side_joins_and_opens_the_rest() -> None:
    assert solver("AB", "AB").pairs() == {(0, 2): Verdict.CLEARABLE, (1, 3): Verdict.CLEARABLE}
    assert solver("ABA", "CBC").solve().verdict is Verdict.CLEARABLE


def test_in_a_single_row_the_outside_decides() -> None:
    assert solver("ABAB").solve().verdict is Verdict.CLEARABLE
    assert solver("ABAB", outside=False).solve().verdict is Verdict.DEAD
    assert solver("ABBA", outside=False).solve().witness == ((1, 2), (0, 3))


def test_the_wrong_pair_of_a_group_kills() -> None:
    """Lines stay inside. A is beside A twice; taking the two at the left leaves the B on both sides of an A.

    Of A A A B B A in a row the first two or the next two may go; only after the B may the last A meet one.
    """
    found = solver("AABABA", outside=False).pairs()
    assert found == {(0, 1): Verdict.DEAD}
    assert solver("AAABBA", outside=False).pairs() == {
        (0, 1): Verdict.CLEARABLE,
        (1, 2): Verdict.CLEARABLE,
        (3, 4): Verdict.CLEARABLE,
    }


def test_a_cleared_grid_is_clearable_without_a_move() -> None:
    assert Solver(2, 1, [0, 0], absent=[0, 1]).solve() == Proof(Verdict.CLEARABLE, 0, (), None)
    assert solver("AA").solve([0, 1]) == Proof(Verdict.CLEARABLE, 0, (), None)


@pytest.mark.parametrize(("width", "height", "size"), [(18, 8, 4), (14, 6, 4), (24, 12, 8), (18, 8, 6), (30, 9, 2)])
def test_grids_of_every_size_are_decided_with_witnesses_that_play(width: int, height: int, size: int) -> None:
    for number in range(6):
        groups = [slot // size for slot in range(width * height)]
        Rng(number).shuffle(groups)
        proof = Solver(width, height, groups).solve()
        assert proof.verdict is not Verdict.UNDECIDED
        if proof.witness is not None:
            assert sorted(slot for pair in proof.witness for slot in pair) == list(range(width * height))


@pytest.mark.parametrize("number", range(4))
def test_a_grid_and_its_transpose_have_the_same_verdicts(number: int) -> None:
    groups = [slot // 4 for slot in range(144)]
    Rng(number).shuffle(groups)
    turned = [groups[18 * y + x] for x in range(18) for y in range(8)]
    one, other = Solver(18, 8, groups), Solver(8, 18, turned)
    assert one.solve().verdict is other.solve().verdict
    place = {18 * y + x: 8 * x + y for x in range(18) for y in range(8)}
    again = {Pair.of(place[a], place[b]): verdict for (a, b), verdict in one.pairs().items()}
    assert dict(sorted(again.items())) == other.pairs()


def test_every_pair_of_a_position_is_judged_as_a_fresh_solver_judges_the_position_after_it() -> None:
    checked = 0
    for number in range(4):
        rng = Random(number)
        groups = [slot // 4 for slot in range(144)]
        rng.shuffle(groups)
        one = Solver(18, 8, groups)
        gone: list[int] = []
        while found := one.pairs(gone):
            if len(gone) % 24 == 0:
                for pair, verdict in found.items():
                    assert Solver(18, 8, groups).solve([*gone, *pair]).verdict is verdict
                    checked += 1
            gone += rng.choice(list(found))
    assert checked > 80


def test_the_limit_counts_conflicts_and_a_second_try_goes_on_from_what_was_learned() -> None:
    for number in range(200):
        groups = [slot // 4 for slot in range(144)]
        Rng(number).shuffle(groups)
        if Solver(18, 8, groups).solve().conflicts > 20:
            break
    one = Solver(18, 8, groups)
    assert one.solve(limit=5) == Proof(Verdict.UNDECIDED, 6, None, None)
    assert set(one.pairs(limit=0).values()) == {Verdict.UNDECIDED}
    assert one.solve().verdict is not Verdict.UNDECIDED


def test_another_deal_on_the_same_solver_is_like_a_new_solver() -> None:
    one = Solver(6, 4, [slot // 4 for slot in range(24)], certify=True)
    for number in range(40):
        size = (4, 2, 4, 6)[number % 4]
        groups = [slot // size for slot in range(24)]
        Rng(number).shuffle(groups)
        one.deal(groups)
        assert one.solve() == Solver(6, 4, groups, certify=True).solve()


@pytest.mark.parametrize(
    ("gone", "reason"),
    [
        ([4], "slot 4 is not one of the 4 slots"),
        ([0], r"an odd number of tiles of one group has gone, from slots \[0\]"),
    ],
)
def test_positions_that_play_cannot_reach_are_refused(gone: list[int], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        solver("ABAB").solve(gone)


def test_grids_that_cannot_be_are_refused() -> None:
    with pytest.raises(ValueError, match="4 slots, but 3 groups"):
        Solver(2, 2, [0, 0, 0])
    with pytest.raises(ValueError, match="31 × 2 slots; a grid has 1 to 30 columns and rows"):
        Solver(31, 2, [0] * 62)
    with pytest.raises(ValueError, match="group 0 has 10 tiles"):
        Solver(5, 2, [0] * 10)


def test_a_prover_proves_what_a_table_asks() -> None:
    deal = deal_proved(GRIDS[0], 7)
    board = deal.board()
    prover = Prover(deal.grid, board.groups)
    assert prover.clearable(board.present)
    assert set(prover.pairs(board.present)) == set(board.pairs())
    witness = prover.proof(board.present).witness
    assert witness is not None
    for pair in witness:
        board.push(pair)
    assert board.cleared


def test_pairs_that_open_most_are_ranked_first() -> None:
    board = Board(GRIDS[0], deal_proved(GRIDS[0], 7).kinds)

    def after(pair: Pair) -> int:
        board.push(pair)
        count = len(list(board.pairs()))
        board.pop()
        return count

    counts = [after(pair) for pair in ranked(board)]
    assert counts == sorted(counts, reverse=True)
    assert len(set(counts)) > 3


def answers(*command: str) -> list[str]:
    return subprocess.run(
        [sys.executable, *command], check=True, capture_output=True, text=True, timeout=600
    ).stdout.splitlines()


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled here")
def test_uncompiled_the_answers_are_the_same_to_the_last_conflict() -> None:
    compiled = answers("-m", "tests.connect.proofs", "0", "40", "24")
    plain = answers("-m", "tests.solving.plain", "tests.connect.proofs", "0", "40", "24")
    assert (compiled[0], plain[0]) == ("compiled", "plain")
    assert len(compiled) > 200
    assert compiled[1:] == plain[1:]


@pytest.mark.long
@pytest.mark.skipif(not COMPILED, reason="nothing is compiled here")
def test_uncompiled_the_answers_are_the_same_on_many_grids() -> None:
    compiled = answers("-m", "tests.connect.proofs", "1000", "1500", "800")
    plain = answers("-m", "tests.solving.plain", "tests.connect.proofs", "1000", "1500", "800")
    assert compiled[1:] == plain[1:]
