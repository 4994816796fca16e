"""What can be proved about one deal of Mahjong solitaire: one exact solver for all its positions.

What the solver learns about one position holds for every later one, so a prover is kept as long as its deal is played.
The search itself is `paishan.solving`; it is loaded when the first proof is asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from paishan.faults import needed
from paishan.proving import DealProver
from paishan.solitaire.board import Board, Pair
from paishan.solitaire.layout import Layout, bits
from paishan.solving import LIMIT, Proof

if TYPE_CHECKING:
    from paishan.solitaire.engine import Solver

__all__ = ["Prover", "opened_by", "ranked", "solve", "solver_for", "verify"]

_Slots: TypeAlias = tuple[tuple[int, ...], ...]


def solver_for(layout: Layout, groups: Sequence[int], *, absent: Sequence[int] = (), certify: bool = False) -> Solver:
    """A solver for tiles of these groups on this layout; the slots `absent` hold none."""
    from paishan.solitaire.engine import Solver

    return Solver(*_around(layout), groups, absent=absent, certify=certify)


@lru_cache(maxsize=100)
def _around(layout: Layout) -> tuple[_Slots, _Slots, _Slots]:
    """For each slot those above, left and right of it; the solvers of all deals of a layout share them."""
    above, left, right = (
        tuple(tuple(bits(mask)) for mask in masks) for masks in (layout.above, layout.left, layout.right)
    )
    return above, left, right


def solve(board: Board, *, limit: int = LIMIT, certify: bool = False) -> Proof:
    """Whether a board as it stands can be cleared: a verdict, and what proves it.

    `limit` is the number of conflicts, never a time, after which the search gives up. To be certified a dead board
    takes longer; its proof then has a certificate that `verify` can check. Many questions about one deal are answered
    sooner by one `Prover`.

    >>> from paishan.solitaire.deal import deal
    >>> board = deal("turtle", 1).board()
    >>> proof = solve(board)
    >>> proof.verdict, len(proof.witness)
    (<Verdict.CLEARABLE: 'clearable'>, 72)
    >>> for pair in proof.witness:
    ...     taken = board.push(pair)
    >>> board.cleared
    True
    """
    needed(Board, board)
    gone = tuple(bits(board.layout.full & ~board.present))
    return solver_for(board.layout, board.groups, absent=gone, certify=certify).solve((), limit)


def verify(board: Board, proof: Proof) -> None:
    """Check what `solve` says of a board, by a program that shares nothing with the search.

    Raises `ValueError` with the reason when the proof does not prove its verdict, and when there is nothing to check:
    an undecided position, or a dead one without a certificate. A certificate needs `paishan[proof]`, else `ImportError`
    is raised.

    >>> from paishan.solitaire.deal import deal
    >>> board = deal("turtle", 1).board()
    >>> verify(board, solve(board))
    """
    from paishan.solving import verify as checker

    needed(Board, board)
    gone = tuple(bits(board.layout.full & ~board.present))
    places = tuple((x, y, z) for x, y, z in board.layout.slots)
    checker.verify(checker.Claim(places, board.groups, gone, proof.witness, proof.certificate))


class Prover(DealProver):
    """Proofs about the positions of one deal.

    Positions are masks of the slots that still hold tiles; each must be one that play can reach from the full board,
    though by any pairs; else `ValueError` is raised, as far as that is plain to see. Threads that share a prover wait
    for each other.
    """

    def __init__(self, layout: Layout, groups: Sequence[int], limit: int = LIMIT) -> None:
        """`limit` is the number of conflicts after which one question is left undecided."""
        super().__init__(solver_for(layout, groups), layout.full, limit)


def opened_by(board: Board, pair: Pair) -> int:
    """How many tiles become free when a pair is taken."""
    layout = board.layout
    rest = board.present & ~(1 << pair.a | 1 << pair.b)
    waiting = (layout.touches[pair.a] | layout.touches[pair.b]) & rest & ~board.free_mask
    return sum(layout.is_free(slot, rest) for slot in bits(waiting))


def ranked(board: Board) -> list[Pair]:
    """The pairs that can be taken now, those that open most first (C5), equals in their order."""
    needed(Board, board)
    return sorted(board.pairs(), key=lambda pair: -opened_by(board, pair))
