"""The solver's face: what it answers on boards that can be worked out by hand, and what it refuses."""

from __future__ import annotations

import subprocess
import sys
import threading
from random import Random

import pytest

from paishan.solitaire.engine import Solver
from paishan.solving import COMPILED, Proof, Verdict
from tests.solving.small_boards import neighbours, random_groups
from tests.solving.turtle import TURTLE

ROW_OF_FOUR = neighbours([(0, 0, 0), (2, 0, 0), (4, 0, 0), (6, 0, 0)])
STACK_OF_TWO = neighbours([(0, 0, 0), (0, 0, 1)])


def test_two_free_tiles_of_a_group_clear() -> None:
    solver = Solver(*neighbours([(0, 0, 0), (9, 0, 0)]), [7, 7])
    assert solver.solve() == Proof(Verdict.CLEARABLE, 0, ((0, 1),), None)
    assert solver.pairs() == {(0, 1): Verdict.CLEARABLE}


def test_a_tile_on_its_mate_is_dead_with_the_empty_set_as_certificate() -> None:
    assert Solver(*STACK_OF_TWO, [0, 0], certify=True).solve() == Proof(Verdict.DEAD, 0, None, ((),))


def test_a_cleared_board_is_clearable_without_a_move() -> None:
    assert Solver(*STACK_OF_TWO, [0, 0], absent=[0, 1]).solve() == Proof(Verdict.CLEARABLE, 0, (), None)


def test_a_row_clears_from_its_ends() -> None:
    solver = Solver(*ROW_OF_FOUR, [0, 1, 1, 0])
    assert solver.solve().witness == ((0, 3), (1, 2))
    assert solver.solve([0, 3]).witness == ((1, 2),)
    assert Solver(*ROW_OF_FOUR, [0, 1, 0, 1]).solve().verdict is Verdict.DEAD


def test_three_free_of_four_make_three_pairs_of_which_one_may_be_wrong() -> None:
    """Slots 0, 1, 2 are free; slot 3 lies under slot 0, so that pairing 1 with 2 leaves 3 under its mate."""
    board = neighbours([(0, 0, 1), (9, 0, 0), (20, 0, 0), (0, 0, 0)])
    assert Solver(*board, [0, 0, 0, 0]).pairs() == {
        (0, 1): Verdict.CLEARABLE,
        (0, 2): Verdict.CLEARABLE,
        (1, 2): Verdict.DEAD,
    }


def test_a_tile_under_a_bridge_with_a_gap_is_covered() -> None:
    """The tile of layer 2 covers the one of layer 0 although nothing lies between them (reports S1)."""
    board = neighbours([(0, 0, 0), (0, 0, 2), (9, 0, 0), (18, 0, 0)])
    solver = Solver(*board, [0, 1, 0, 1])
    assert list(solver.pairs()) == [(1, 3)]
    assert solver.solve().witness == ((1, 3), (0, 2))


def test_a_flat_table_of_eight_rows_of_eighteen_is_dead() -> None:
    board = neighbours([(2 * column, 2 * row, 0) for row in range(8) for column in range(18)])
    for seed in range(20):
        assert Solver(*board, random_groups(Random(seed), 144, (4,))).solve().verdict is Verdict.DEAD


def test_towers_of_one_group_each_are_dead() -> None:
    board = neighbours([(3 * tower, 0, layer) for tower in range(4) for layer in range(4)])
    assert Solver(*board, [slot // 4 for slot in range(16)]).solve().verdict is Verdict.DEAD
    assert Solver(*board, [slot % 4 for slot in range(16)]).solve().verdict is Verdict.CLEARABLE


@pytest.mark.parametrize("size", [2, 4, 6, 8])
def test_the_largest_layouts_with_groups_of_each_size(size: int) -> None:
    """144 stacks of two: first the upper tiles go, group by group, then the lower ones."""
    positions = [(3 * column, 3 * row, layer) for layer in (1, 0) for row in range(12) for column in range(12)]
    proof = Solver(*neighbours(positions), [slot // size for slot in range(288)]).solve()
    assert proof.verdict is Verdict.CLEARABLE
    assert proof.witness is not None
    assert sorted(slot for pair in proof.witness for slot in pair) == list(range(288))


def test_random_turtles_of_every_size_are_decided() -> None:
    board = neighbours(TURTLE)
    dead = 0
    for seed in range(60):
        sizes = [(2, 4, 6, 8), (4,), (6,)][seed % 3]
        verdict = Solver(*board, random_groups(Random(seed), 144, sizes)).solve().verdict
        assert verdict is not Verdict.UNDECIDED
        dead += verdict is Verdict.DEAD
    assert dead < 12


def test_the_limit_counts_conflicts_and_a_second_try_goes_on_from_what_was_learned() -> None:
    board = neighbours(TURTLE)
    deals = (random_groups(Random(seed), 144, (4,)) for seed in range(60))
    groups = next(groups for groups in deals if Solver(*board, groups).solve().conflicts > 40)
    solver = Solver(*board, groups)
    assert solver.solve(limit=10) == Proof(Verdict.UNDECIDED, 11, None, None)
    assert set(solver.pairs(limit=0).values()) == {Verdict.UNDECIDED}
    assert solver.solve().verdict is not Verdict.UNDECIDED


def test_the_same_questions_have_the_same_answers() -> None:
    board = neighbours(TURTLE)
    groups = random_groups(Random(5), 144, (4,))
    one, other = Solver(*board, groups), Solver(*board, groups)
    assert one.solve() == other.solve()
    assert one.pairs() == other.pairs()
    assert one.solve() == other.solve()


def check_pairs_against_fresh_solvers(seeds: range) -> int:
    board = neighbours(TURTLE)
    checked = 0
    for seed in seeds:
        rng = Random(seed)
        groups = random_groups(rng, 144, (4,))
        solver = Solver(*board, groups)
        gone: list[int] = []
        while found := solver.pairs(gone):
            if len(gone) % 12 == 0:
                for pair, verdict in found.items():
                    assert Solver(*board, groups).solve([*gone, *pair]).verdict is verdict
                    checked += 1
            gone += rng.choice(list(found))
    return checked


def test_every_pair_of_a_position_is_judged_as_a_fresh_solver_judges_the_position_after_it() -> None:
    assert check_pairs_against_fresh_solvers(range(6)) > 200


@pytest.mark.long
def test_five_thousand_pairs_are_judged_as_fresh_solvers_judge_them() -> None:
    assert check_pairs_against_fresh_solvers(range(100, 240)) >= 5000


def test_threads_that_share_a_solver_wait_for_each_other() -> None:
    """Two threads in one search would break its memory, and once proved a dead board clearable."""
    board = neighbours(TURTLE)
    decks = [random_groups(Random(seed), 144, (4,)) for seed in range(20)]
    alone = [Solver(*board, deck).solve().verdict for deck in decks]
    shared = Solver(*board, decks[0])
    strange: list[object] = []

    def ask(turns: Random) -> None:
        for _ in range(40):
            try:
                shared.deal(decks[turns.randrange(20)])
                if not set(shared.pairs().values()) <= {Verdict.CLEARABLE, Verdict.DEAD}:
                    strange.append("undecided")
            except Exception as error:
                strange.append(error)

    threads = [threading.Thread(target=ask, args=(Random(number),)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not strange
    for deck, verdict in zip(decks, alone, strict=True):
        shared.deal(deck)
        assert shared.solve().verdict is verdict


def test_threads_with_a_solver_each_do_not_disturb_each_other() -> None:
    board = neighbours(TURTLE)
    deals = [random_groups(Random(seed), 144, (4,)) for seed in range(12)]
    alone = [Solver(*board, groups).solve() for groups in deals]
    together: list[Proof | None] = [None] * 12

    def work(first: int) -> None:
        for at in range(first, 12, 3):
            together[at] = Solver(*board, deals[at]).solve()

    threads = [threading.Thread(target=work, args=(first,)) for first in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert together == alone


@pytest.mark.parametrize(
    ("groups", "reason"),
    [
        ([0, 0, 0, 1], "group 0 has 3 tiles; a group has 2, 4, 6 or 8"),
        ([0, 0, 1], "4 slots, but 4 left, 4 right and 3 groups"),
        ([0, 0, -1, -1], "group numbers begin at 0; -1 is below"),
    ],
)
def test_groups_that_cannot_be_are_refused(groups: list[int], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        Solver(*ROW_OF_FOUR, groups)


def test_ten_tiles_of_a_group_are_refused() -> None:
    board = neighbours([(3 * slot, 0, 0) for slot in range(10)])
    with pytest.raises(ValueError, match="group 0 has 10 tiles"):
        Solver(*board, [0] * 10)


@pytest.mark.parametrize(
    ("gone", "reason"),
    [
        ([4], "slot 4 is not one of the 4 slots"),
        ([1, 3], "slot 1 cannot be empty: its tile would still be blocked"),
        ([0], "an odd number of tiles of one group has gone, from slots \\[0\\]"),
    ],
)
def test_positions_that_play_cannot_reach_are_refused(gone: list[int], reason: str) -> None:
    solver = Solver(*ROW_OF_FOUR, [0, 1, 0, 1])
    with pytest.raises(ValueError, match=reason):
        solver.solve(gone)
    assert solver.solve().verdict is Verdict.DEAD


def test_slots_in_a_circle_are_refused() -> None:
    with pytest.raises(ValueError, match="slot 0 lies above itself"):
        Solver([[1], [0]], [[], []], [[], []], [0, 0])


def test_neighbours_that_are_not_there_are_refused() -> None:
    with pytest.raises(ValueError, match=r"left\[1\] names a slot that is not there"):
        Solver([[], []], [[], [2]], [[], []], [0, 0])


def answers(*command: str) -> list[str]:
    return subprocess.run(
        [sys.executable, *command], check=True, capture_output=True, text=True, timeout=300
    ).stdout.splitlines()


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled here")
def test_uncompiled_the_answers_are_the_same_to_the_last_conflict() -> None:
    compiled = answers("-m", "tests.solving.answers", "0", "90", "9")
    plain = answers("-m", "tests.solving.plain", "tests.solving.answers", "0", "90", "9")
    assert (compiled[0], plain[0]) == ("compiled", "plain")
    assert len(compiled) > 350
    assert compiled[1:] == plain[1:]


@pytest.mark.long
@pytest.mark.skipif(not COMPILED, reason="nothing is compiled here")
def test_uncompiled_the_answers_are_the_same_on_many_boards() -> None:
    compiled = answers("-m", "tests.solving.answers", "1000", "3000", "90")
    plain = answers("-m", "tests.solving.plain", "tests.solving.answers", "1000", "3000", "90")
    assert compiled[1:] == plain[1:]


def test_importing_the_room_loads_neither_search_nor_checker() -> None:
    code = "import sys, paishan.solving; print([m for m in sys.modules if m.startswith('paishan.solving.')])"
    assert answers("-c", code) == ["[]"]
