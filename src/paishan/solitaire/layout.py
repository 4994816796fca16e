"""A layout: the places where tiles lie before a game, and who stands in whose way.

What blocks what depends on the places alone, so it is worked out once per layout and kept as bit masks, one bit a
slot. Which tile lies on a slot, and which are gone, is the business of `Board`.
"""

from __future__ import annotations

import base64
import hashlib
import json
import operator
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from paishan.faults import Fault
from paishan.pairs import bits

__all__ = ["MAX_TILES", "Layout", "Slot", "bits"]

MAX_TILES = 288
"""The most tiles that a layout may hold: two full sets."""


class Slot(NamedTuple):
    """A place for a tile, in half tiles: it covers x, x + 1 and y, y + 1 on layer z."""

    x: int
    """The column of its left half, from 0."""
    y: int
    """The row of its upper half, from 0."""
    z: int
    """Its layer, 0 the lowest."""

    @property
    def cells(self) -> tuple[tuple[int, int], ...]:
        """The four half-tile cells (x, y) under the tile."""
        x, y = self.x, self.y
        return (x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)


@dataclass(frozen=True, eq=False)
class Layout:
    """A named set of slots, ordered by layer, then row, then column; a slot's number is its place in that order.

    Equal slots make equal layouts: a layout is known by where its tiles lie, not by its name. `build` makes one, and
    sees to it that the slots are in order and can all hold tiles.

    >>> row = Layout.build("row", "Row", [(6, 0, 0), (0, 0, 0), (4, 0, 0), (2, 0, 0)])
    >>> row.slots[1], len(row)
    (Slot(x=2, y=0, z=0), 4)
    >>> list(bits(row.free()))
    [0, 3]
    """

    id: str
    """Its stable name in code, files and databases: lower case, never translated."""
    name: str
    """Its name in English."""
    slots: tuple[Slot, ...] = field(repr=False)
    """In order: slot n is the n-th of them, counted from 0."""
    number: int | None = None
    """Its number in game codes, for built-in layouts."""

    @classmethod
    def build(cls, id: str, name: str, positions: Iterable[tuple[int, int, int]], number: int | None = None) -> Layout:
        """A layout from (x, y, z) positions in half tiles, moved so that the least x, y and z are 0.

        Raises `ValueError` that names the place for an odd, empty or too great number of tiles and for tiles that
        overlap; and `TypeError` for a position that is not three whole numbers.
        """
        places = [Slot(*map(operator.index, place)) for place in positions]
        if not places:
            raise Fault("a layout needs at least two tiles; this one has none")
        if len(places) > MAX_TILES:
            raise Fault(
                "a layout holds at most {most} tiles; this one has {count:,}", most=MAX_TILES, count=len(places)
            )
        if len(places) % 2:
            raise Fault(
                "tiles go in pairs, so a layout has an even number of them; this one has {count}", count=len(places)
            )
        left, top, floor = (min(axis) for axis in zip(*places, strict=True))
        taken: dict[tuple[int, int, int], Slot] = {}
        for slot in places:
            x, y, z = slot
            for cell in ((x, y, z), (x + 1, y, z), (x, y + 1, z), (x + 1, y + 1, z)):
                other = taken.setdefault(cell, slot)
                if other is not slot:
                    raise Fault(
                        "two tiles overlap on layer {layer}: at ({x1}, {y1}) and ({x2}, {y2}) in half tiles",
                        layer=z,
                        x1=other.x,
                        y1=other.y,
                        x2=x,
                        y2=y,
                    )
        ordered = sorted((z - floor, y - top, x - left) for x, y, z in places)
        return cls(id, name, tuple(Slot(x, y, z) for z, y, x in ordered), number)

    def __len__(self) -> int:
        return len(self.slots)

    def __eq__(self, other: object) -> bool:
        return self.slots == other.slots if isinstance(other, Layout) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.slots)

    @cached_property
    def _cells(self) -> dict[tuple[int, int], list[int]]:
        """For each half-tile cell the slots over it, lowest layer first."""
        columns: dict[tuple[int, int], list[int]] = {}
        for index, slot in enumerate(self.slots):
            for cell in slot.cells:
                columns.setdefault(cell, []).append(index)
        return columns

    @cached_property
    def above(self) -> tuple[int, ...]:
        """For each slot the mask of slots that cover it: any tile on any higher layer that shares a cell (T2, C1)."""
        masks = []
        for slot in self.slots:
            mask = 0
            for cell in slot.cells:
                for other in self._cells[cell]:
                    if self.slots[other].z > slot.z:
                        mask |= 1 << other
            masks.append(mask)
        return tuple(masks)

    def _beside(self, step: int) -> tuple[int, ...]:
        at = {slot: index for index, slot in enumerate(self.slots)}
        masks = []
        for x, y, z in self.slots:
            mask = 0
            for dy in (-1, 0, 1):
                other = at.get(Slot(x + step, y + dy, z))
                if other is not None:
                    mask |= 1 << other
            masks.append(mask)
        return tuple(masks)

    @cached_property
    def left(self) -> tuple[int, ...]:
        """For each slot the mask of slots that touch its left long side."""
        return self._beside(-2)

    @cached_property
    def right(self) -> tuple[int, ...]:
        """For each slot the mask of slots that touch its right long side."""
        return self._beside(2)

    @cached_property
    def touches(self) -> tuple[int, ...]:
        """For each slot the mask of slots whose freedom depends on it: those under it and those beside it."""
        masks = [0] * len(self.slots)
        for index in range(len(self.slots)):
            for other in bits(self.above[index] | self.left[index] | self.right[index]):
                masks[other] |= 1 << index
        return tuple(masks)

    @cached_property
    def depths(self) -> tuple[int, ...]:
        """For each slot how many tiles lie one under another below it, at most: they all wait for it."""
        deepest = [0] * len(self.slots)
        for slot in range(len(self.slots)):
            for other in bits(self.above[slot]):
                deepest[other] = max(deepest[other], deepest[slot] + 1)
        return tuple(deepest)

    @cached_property
    def full(self) -> int:
        """The mask of all slots."""
        return (1 << len(self.slots)) - 1

    def is_free(self, slot: int, present: int) -> bool:
        """Whether a tile on `slot` is free (T2) when the slots in the mask `present` hold tiles."""
        return not self.above[slot] & present and not (self.left[slot] & present and self.right[slot] & present)

    def free(self, present: int | None = None) -> int:
        """The mask of free slots (T2) when the slots in the mask `present` (all, if not given) hold tiles."""
        present = self.full if present is None else present
        return sum(1 << slot for slot in bits(present) if self.is_free(slot, present))

    @property
    def layers(self) -> int:
        """How many layers it has."""
        return 1 + max(slot.z for slot in self.slots)

    @property
    def width(self) -> int:
        """Its width in half tiles."""
        return 2 + max(slot.x for slot in self.slots)

    @property
    def height(self) -> int:
        """Its height in half tiles."""
        return 2 + max(slot.y for slot in self.slots)

    @property
    def phone(self) -> bool:
        """Whether it suits an upright phone: at most nine columns wide."""
        return self.width <= 18

    @cached_property
    def sha1(self) -> str:
        """The hexadecimal SHA-1 of its slots as a compact JSON list of [z, x, y], sorted."""
        places = sorted([z, x, y] for x, y, z in self.slots)
        return hashlib.sha1(json.dumps(places, separators=(",", ":")).encode()).hexdigest()

    @property
    def tag(self) -> str:
        """How a game code names it: `L` and its number, or `H` and the first 60 bits of its hash in base 32."""
        if self.number is not None:
            return f"L{self.number:02d}"
        return "H" + base64.b32encode(bytes.fromhex(self.sha1))[:12].decode()
