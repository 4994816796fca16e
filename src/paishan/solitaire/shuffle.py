"""Shuffling: the remaining tiles of a board laid anew on the places they left (C6, T10).

Number and kinds of the remaining tiles are kept, nothing comes back, and what comes out can be cleared from there.
"""

from __future__ import annotations

from paishan.rng import Rng
from paishan.solitaire.board import Board
from paishan.solitaire.deal import take_apart
from paishan.solitaire.layout import bits

__all__ = ["shuffled"]

_TRIES = 128


def shuffled(board: Board, rng: Rng) -> tuple[int, ...] | None:
    """A permutation that can be cleared: for each slot the slot whose tile comes to lie there.

    The remaining tiles are taken off two free ones at a time, and matching pairs are laid in that order. Slots whose
    tiles are gone keep them. None when the places could not be taken apart so in 128 tries, as two tiles of one stack
    never can, or when some tile is left without a mate.
    """
    present = board.present
    by_group: dict[int, list[int]] = {}
    for slot in bits(present):
        by_group.setdefault(board.groups[slot], []).append(slot)
    if any(len(slots) % 2 for slots in by_group.values()):
        return None
    for attempt in range(_TRIES):
        order = take_apart(board.layout, rng, present, careful=attempt >= _TRIES // 2)
        if order is not None:
            break
    else:
        return None
    sources: list[tuple[int, int]] = []
    for slots in by_group.values():
        rng.shuffle(slots)
        sources += [(slots[i], slots[i + 1]) for i in range(0, len(slots), 2)]
    rng.shuffle(sources)
    permutation = list(range(len(board.kinds)))
    for pair, (first, second) in zip(order, sources, strict=True):
        permutation[pair.a], permutation[pair.b] = first, second
    return tuple(permutation)
