"""The solver says of small boards what trying every move says of them (issue 3, reports S1, S3, S19)."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paishan.solitaire.engine import Solver
from paishan.solving import Verdict
from paishan.solving.verify import Claim, check_certificate, check_witness
from tests.solving.small_boards import Truth, neighbours, random_groups, random_layout, slots

SIZES = [(2,), (4,), (2, 4), (6,), (8,), (4, 6), (4, 8), (2, 4, 6, 8)]


def play_through(seed: int) -> dict[Verdict, int]:
    """Ask one solver about the positions of a random game, forwards and backwards, and check every answer."""
    rng = Random(seed)
    tiles = rng.randrange(2, 26, 2)
    positions = random_layout(rng, tiles)
    groups = random_groups(rng, tiles, rng.choice(SIZES))
    board = neighbours(positions)
    truth = Truth(board, groups)
    solver = Solver(*board, groups, certify=True)
    seen = dict.fromkeys(Verdict, 0)
    game = [0]
    while pairs := truth.pairs(game[-1]):
        a, b = rng.choice(pairs)
        game.append(game[-1] | 1 << a | 1 << b)
    for gone in game + game[::-1]:
        proof = solver.solve(slots(gone))
        seen[proof.verdict] += 1
        if truth.clearable(gone):
            assert proof.verdict is Verdict.CLEARABLE
            assert proof.witness is not None
            assert truth.replays(gone, proof.witness)
            check_witness(Claim(tuple(positions), tuple(groups), slots(gone), witness=proof.witness))
        else:
            assert proof.verdict is Verdict.DEAD
            assert proof.witness is None
            check_certificate(Claim(tuple(positions), tuple(groups), slots(gone), certificate=proof.certificate))
        if rng.random() < 0.3:
            found = solver.pairs(slots(gone))
            assert list(found) == truth.pairs(gone)
            for (a, b), verdict in found.items():
                assert (verdict is Verdict.CLEARABLE) is truth.clearable(gone | 1 << a | 1 << b)
    return seen


@pytest.mark.parametrize("block", range(6))
def test_every_verdict_is_true_and_proved(block: int) -> None:
    seen = dict.fromkeys(Verdict, 0)
    for seed in range(block * 200, block * 200 + 200):
        for verdict, count in play_through(seed).items():
            seen[verdict] += count
    assert seen[Verdict.UNDECIDED] == 0
    assert min(seen[Verdict.DEAD], seen[Verdict.CLEARABLE]) > 200


@pytest.mark.long
@pytest.mark.parametrize("block", range(20))
def test_every_verdict_is_true_and_proved_on_many_boards(block: int) -> None:
    for seed in range(10_000 + block * 1000, 11_000 + block * 1000):
        play_through(seed)


@settings(max_examples=150)
@given(st.integers(0, 2**32), st.integers(1, 10))
def test_any_board_at_all(seed: int, half: int) -> None:
    rng = Random(seed)
    positions = random_layout(rng, 2 * half)
    groups = random_groups(rng, 2 * half, (2, 4, 6, 8))
    board = neighbours(positions)
    truth = Truth(board, groups)
    assert (Solver(*board, groups).solve().verdict is Verdict.CLEARABLE) is truth.clearable(0)


@pytest.mark.parametrize("seed", range(40))
def test_shuffled_boards_leave_slots_empty_from_the_start(seed: int) -> None:
    rng = Random(seed)
    positions = random_layout(rng, 16)
    groups = random_groups(rng, 16, (2, 4))
    board = neighbours(positions)
    truth = Truth(board, groups)
    gone = 0
    for _ in range(3):
        pairs = truth.pairs(gone)
        if pairs:
            a, b = rng.choice(pairs)
            gone |= 1 << a | 1 << b
    left = [slot for slot in range(16) if not gone >> slot & 1]
    moved = [groups[slot] for slot in left]
    rng.shuffle(moved)
    shuffled = dict(zip(left, moved, strict=True))
    after = [shuffled.get(slot, 99) for slot in range(16)]
    truth = Truth(board, after)
    solver = Solver(*board, after, absent=slots(gone), certify=True)
    proof = solver.solve()
    assert (proof.verdict is Verdict.CLEARABLE) is truth.clearable(gone)
    if proof.witness is not None:
        assert truth.replays(gone, proof.witness)
    else:
        check_certificate(Claim(tuple(positions), tuple(after), slots(gone), certificate=proof.certificate))


@pytest.mark.parametrize("seed", range(40))
def test_another_deal_on_the_same_solver_is_like_a_new_solver(seed: int) -> None:
    rng = Random(seed)
    board = neighbours(random_layout(rng, 20))
    solver = Solver(*board, random_groups(rng, 20, (4,)), certify=True)
    for sizes in [(4,), (4,), (2, 4, 6), (4,)]:
        solver.solve()
        groups = random_groups(rng, 20, sizes)
        solver.deal(groups)
        assert solver.solve() == Solver(*board, groups, certify=True).solve()
