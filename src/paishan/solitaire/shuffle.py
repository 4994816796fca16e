"""Shuffling: the remaining tiles of a board laid anew on the places they left (C6, T10).

Number and kinds of the remaining tiles are kept, nothing comes back, and what comes out is proved clearable from there.
"""

from __future__ import annotations

from paishan.faults import needed
from paishan.laying import along, by_proof, mated
from paishan.rng import Rng
from paishan.solitaire.board import Board
from paishan.solitaire.deal import take_apart
from paishan.solitaire.layout import bits
from paishan.solitaire.prover import solver_for
from paishan.solving import LIMIT, Proof

__all__ = ["shuffled"]


def shuffled(board: Board, rng: Rng, limit: int = LIMIT) -> tuple[int, ...] | None:
    """A permutation that can be cleared: for each slot the slot whose tile comes to lie there.

    Every permutation of the remaining tiles is equally likely, and the first that is proved clearable is taken, so all
    that can be cleared are equally likely too. Where none of 64 can, or `limit` conflicts in all bring none, the places
    are taken apart two free ones at a time and matching pairs laid in that order. Slots whose tiles are gone keep them.
    None when the places cannot be taken apart so, as two tiles of one stack never can, or when some tile is left
    without a mate.

    >>> from paishan.solitaire.layout import Layout
    >>> from paishan.tiles import KINDS
    >>> row = Layout.build("row", "Row", [(0, 0, 0), (2, 0, 0), (4, 0, 0), (6, 0, 0)])
    >>> dead = Board(row, [KINDS[number] for number in (0, 1, 0, 1)])
    >>> permutation = shuffled(dead, Rng(1))
    >>> permutation
    (1, 2, 0, 3)
    >>> list(dead.permuted([dead.kinds[slot] for slot in permutation]).pairs())
    [Pair(a=0, b=3)]
    """
    needed(Board, board)
    needed(Rng, rng)
    present = list(bits(board.present))
    mates = mated(board.groups, present)
    if mates is None:
        return None
    return _by_proof(board, present, rng, limit) or _from_solution(board, mates, rng)


def _by_proof(board: Board, present: list[int], rng: Rng, limit: int) -> tuple[int, ...] | None:
    gone = list(bits(board.layout.full & ~board.present))

    def prove(groups: list[int], limit: int) -> Proof:
        return solver_for(board.layout, groups, absent=gone).solve((), limit)

    return by_proof(board.groups, present, rng, limit, prove)


def _from_solution(board: Board, mates: list[list[int]], rng: Rng) -> tuple[int, ...] | None:
    order = take_apart(board.layout, rng, board.present)
    if order is None:
        return None
    return along(len(board.kinds), order, mates, rng)
