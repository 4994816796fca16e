"""What can be proved about one deal of Mahjong Connect without gravity: one exact solver for all its positions.

What the solver learns about one position holds for every later one, so a prover is kept as long as its deal is played.
With gravity nothing can be proved, as taking a pair may take another one away. The search itself is `paishan.solving`;
it is loaded when the first proof is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from paishan.connect.board import Board
from paishan.connect.grid import Gravity, Grid
from paishan.faults import needed
from paishan.pairs import Pair, bits
from paishan.proving import DealProver
from paishan.solving import LIMIT, Proof

if TYPE_CHECKING:
    from paishan.connect.engine import Solver

__all__ = ["Prover", "opened_by", "ranked", "solve", "solver_for", "verify"]


def solver_for(grid: Grid, groups: Sequence[int], *, absent: Iterable[int] = (), certify: bool = False) -> Solver:
    """A solver for tiles of these groups on this grid; the slots `absent` hold none."""
    from paishan.connect.engine import Solver

    return Solver(grid.width, grid.height, groups, outside=grid.outside, absent=absent, certify=certify)


def solve(board: Board, *, limit: int = LIMIT, certify: bool = False) -> Proof:
    """Whether a board as it stands can be cleared: a verdict, and what proves it.

    `limit` is the number of conflicts, never a time, after which the search gives up. To be certified a dead board
    takes longer; its proof then has a certificate that `verify` can check. Many questions about one deal are answered
    sooner by one `Prover`. Raises `ValueError` for a board with gravity, where nothing is proved.

    >>> from paishan.connect.deal import deal
    >>> proof = solve(deal("connect-18x8", 1).board())
    >>> proof.verdict, len(proof.witness)
    (<Verdict.CLEARABLE: 'clearable'>, 72)
    """
    needed(Board, board)
    if board.gravity is not Gravity.NONE:
        raise ValueError("with gravity nothing can be proved: taking a pair may part another one")
    gone = tuple(bits(board.grid.full & ~board.present))
    return solver_for(board.grid, board.groups, absent=gone, certify=certify).solve((), limit)


def verify(board: Board, proof: Proof) -> None:
    """Check what `solve` says of a board, by a program that shares nothing with the search.

    Raises `ValueError` with the reason when the proof does not prove its verdict, and when there is nothing to check:
    an undecided position, or a dead one without a certificate. A certificate needs `paishan[proof]`, else `ImportError`
    is raised.

    >>> from paishan.connect.deal import deal
    >>> board = deal("connect-18x8", 1).board()
    >>> verify(board, solve(board))
    """
    from paishan.solving import verify as checker

    needed(Board, board)
    grid = board.grid
    gone = tuple(bits(grid.full & ~board.present))
    flat = grid.width, grid.height, grid.outside
    checker.verify(checker.Claim((), board.groups, gone, proof.witness, proof.certificate, flat))


class Prover(DealProver):
    """Proofs about the positions of one deal.

    Positions are masks of the slots that still hold tiles; each must be one that play can reach from the full grid,
    though by any pairs; else `ValueError` is raised, as far as that is plain to see. Threads that share a prover wait
    for each other.
    """

    def __init__(self, grid: Grid, groups: Sequence[int], limit: int = LIMIT) -> None:
        """`limit` is the number of conflicts after which one question is left undecided."""
        super().__init__(solver_for(grid, groups), grid.full, limit)


def opened_by(board: Board, pair: Pair) -> int:
    """How many more pairs can be taken once a pair is gone; fewer, so a number below 0, if it is one of many."""
    before = sum(1 for _ in board.pairs())
    board.push(pair)
    after = sum(1 for _ in board.pairs())
    board.pop()
    return after - before


def ranked(board: Board) -> list[Pair]:
    """The pairs that can be taken now, those that open most first (C5), equals in their order."""
    needed(Board, board)
    return sorted(board.pairs(), key=lambda pair: -opened_by(board, pair))
