"""Shuffling: the remaining tiles of a board laid anew on the places they left (N5).

Number and kinds of the remaining tiles are kept, nothing comes back, and what comes out can be cleared from there:
without gravity that is proved, with gravity it was done.
"""

from __future__ import annotations

from paishan.connect.board import Board
from paishan.connect.deal import taken_apart
from paishan.connect.grid import Gravity
from paishan.connect.prover import solver_for
from paishan.faults import needed
from paishan.laying import along, by_proof, mated
from paishan.pairs import bits
from paishan.rng import Rng
from paishan.solving import LIMIT, Proof

__all__ = ["shuffled"]


def shuffled(board: Board, rng: Rng, limit: int = LIMIT) -> tuple[int, ...] | None:
    """A permutation that can be cleared: for each slot the slot whose tile comes to lie there.

    Every permutation of the remaining tiles is equally likely, and the first that is proved clearable is taken, so all
    that can be cleared are equally likely too. Where none of 64 can, `limit` conflicts in all bring none, or there is
    gravity, the tiles are taken off two at a time as if all of them matched, and matching pairs laid in that order.
    Slots whose tiles are gone keep them. None when the places cannot be taken apart so, or when some tile is left
    without a mate.
    """
    needed(Board, board)
    needed(Rng, rng)
    present = list(bits(board.present))
    mates = mated(board.groups, present)
    if mates is None:
        return None
    found = _by_proof(board, present, rng, limit) if board.gravity is Gravity.NONE else None
    return found or _from_solution(board, mates, rng)


def _by_proof(board: Board, present: list[int], rng: Rng, limit: int) -> tuple[int, ...] | None:
    gone = list(bits(board.grid.full & ~board.present))

    def prove(groups: list[int], limit: int) -> Proof:
        return solver_for(board.grid, groups, absent=gone).solve((), limit)

    return by_proof(board.groups, present, rng, limit, prove)


def _from_solution(board: Board, mates: list[list[int]], rng: Rng) -> tuple[int, ...] | None:
    blank = board.permuted([board.kinds[0]] * len(board.kinds))
    try:
        _, places = taken_apart(blank, rng)
    except IndexError:
        return None
    return along(len(board.kinds), places, mates, rng)
