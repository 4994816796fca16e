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
from paishan.pairs import bits
from paishan.rng import Rng
from paishan.solving import LIMIT, Verdict

__all__ = ["shuffled"]

_TRIES = 64


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
    by_group: dict[int, list[int]] = {}
    for slot in present:
        by_group.setdefault(board.groups[slot], []).append(slot)
    if any(len(slots) % 2 for slots in by_group.values()):
        return None
    found = _by_proof(board, present, rng, limit) if board.gravity is Gravity.NONE else None
    return found or _from_solution(board, list(by_group.values()), rng)


def _by_proof(board: Board, present: list[int], rng: Rng, limit: int) -> tuple[int, ...] | None:
    gone = list(bits(board.grid.full & ~board.present))
    for _ in range(_TRIES):
        sources = list(present)
        rng.shuffle(sources)
        permutation = list(range(len(board.kinds)))
        for slot, source in zip(present, sources, strict=True):
            permutation[slot] = source
        groups = [board.groups[source] for source in permutation]
        proof = solver_for(board.grid, groups, absent=gone).solve((), limit)
        if proof.verdict is Verdict.CLEARABLE:
            return tuple(permutation)
        limit -= proof.conflicts
        if limit <= 0:
            break
    return None


def _from_solution(board: Board, groups: list[list[int]], rng: Rng) -> tuple[int, ...] | None:
    blank = board.permuted([board.kinds[0]] * len(board.kinds))
    try:
        _, places = taken_apart(blank, rng)
    except IndexError:
        return None
    sources: list[tuple[int, int]] = []
    for slots in groups:
        rng.shuffle(slots)
        sources += [(slots[at], slots[at + 1]) for at in range(0, len(slots), 2)]
    rng.shuffle(sources)
    permutation = list(range(len(board.kinds)))
    for pair, (first, second) in zip(places, sources, strict=True):
        permutation[pair.a], permutation[pair.b] = first, second
    return tuple(permutation)
