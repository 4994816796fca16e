"""Which faces a player could not see yet, so that in ranked play they are not told (X3).

A tile is seen as long as one of the four half-tile cells that it lies on is not covered by a tile that is still there
on a higher layer. What taking one pair would bring to light is told as well, so that a reveal never waits.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

from paishan.solitaire.layout import Layout

__all__ = ["Covers", "covers_of", "hidden"]

Covers: TypeAlias = Sequence[tuple[int, tuple[int, ...]]]
"""For each slot that can be covered whole: its bit, and for every cell of it the mask of the slots above that cell."""


@lru_cache(256)
def covers_of(layout: Layout) -> Covers:
    """What must lie on a tile so that nothing of it is seen, for every tile of which that can be."""
    over: dict[tuple[int, int], list[int]] = {}
    for index, slot in enumerate(layout.slots):
        for cell in slot.cells:
            over.setdefault(cell, []).append(index)
    covers = []
    for index, slot in enumerate(layout.slots):
        cells = {sum(1 << other for other in over[cell] if layout.slots[other].z > slot.z): None for cell in slot.cells}
        if 0 not in cells:
            covers.append((1 << index, tuple(cells)))
    return tuple(covers)


def hidden(covers: Covers, present: int, takable: int) -> int:
    """The mask of the tiles that are neither seen nor brought to light by one pair.

    `takable` is the mask of tiles that belong to a pair that can be taken. Two of them never lie over the same cell,
    for the upper one would cover the other; so one pair opens a cell exactly when nothing else lies over it.
    """
    firm = present & ~takable
    found = 0
    for bit, cells in covers:
        if bit & present:
            for above in cells:
                if not above & firm:
                    break
            else:
                found |= bit
    return found
