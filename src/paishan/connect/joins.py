"""Which tiles a line can join, by masks of rows and columns: the part of Mahjong Connect that must be quick.

A place is counted from 1 along both sides, for an empty border lies all round; bit x of row y and bit y of column x say
that a tile lies there. A tile's *run* is every place of its row (or its column) that a straight line from it reaches,
its own included. Two tiles are joined when their runs along their rows share a column that is empty in all the rows
between, or their runs along their columns share a row that is empty in all the columns between (N2): that is every line
of at most two turns. Where lines may not leave the grid, the border is full.

What the drawn line is, is `paishan.connect.line`.
"""

from __future__ import annotations

from collections.abc import Sequence

try:
    import cython
except ImportError:
    from paishan.solving import _cython as cython

if not cython.compiled:
    from paishan.connect.runs import run_of
    from paishan.solving.memory import ints, release, words

COMPILED: bool = cython.compiled


def joins(row: list[int], column: list[int], xa: int, ya: int, xb: int, yb: int, wide: int, high: int) -> bool:
    """Return whether a line joins two different places, whatever lies on them.

    `wide` and `high` count the places of a row and a column with the border.
    """
    if xa > xb:
        k = xa
        xa = xb
        xb = k
        k = ya
        ya = yb
        yb = k
    shared = run_of(row[ya], xa, wide)
    if ya == yb:
        if shared >> (xb - 1) & 1:
            return True
    else:
        shared &= run_of(row[yb], xb, wide)
        for k in range(min(ya, yb) + 1, max(ya, yb)):
            shared &= ~row[k]
        if shared:
            return True
        if xa == xb:
            return False
    shared = run_of(column[xa], ya, high) & run_of(column[xb], yb, high)
    for k in range(xa + 1, xb):
        shared &= ~column[k]
    return shared != 0


class Field:
    """The places of one grid of at most 30 a side, which of them hold a tile, and which tiles match."""

    def __init__(self, width: int, height: int, outside: bool = True) -> None:
        self.width = width
        self.height = height
        self.slots = width * height
        self.outside = outside
        self.row = words(height + 2)
        self.column = words(width + 2)
        self.x = ints(self.slots)
        self.y = ints(self.slots)
        self.mate = ints(self.slots)
        self.across = words(self.slots)
        self.down = words(self.slots)
        for slot in range(self.slots):
            self.x[slot] = slot % width + 1
            self.y[slot] = slot // width + 1
            self.mate[slot] = -1
        self.place(0)

    def __dealloc__(self) -> None:
        release(self.row)
        release(self.column)
        release(self.x)
        release(self.y)
        release(self.mate)
        release(self.across)
        release(self.down)

    def place(self, present: int) -> None:
        """Put tiles on the slots of a mask, and on no others."""
        for y in range(self.height + 2):
            self.row[y] = 0
        for x in range(self.width + 2):
            self.column[x] = 0
        if not self.outside:
            for x in range(self.width + 2):
                self.put(x, 0)
                self.put(x, self.height + 1)
            for y in range(1, self.height + 1):
                self.put(0, y)
                self.put(self.width + 1, y)
        for slot in range(self.slots):
            if present >> slot & 1:
                self.put(self.x[slot], self.y[slot])

    def put(self, x: int, y: int) -> None:
        """Fill a place."""
        one = 1
        self.row[y] |= one << x
        self.column[x] |= one << y

    def flip(self, slot: int) -> None:
        """Take the tile of a slot away, or put it back. Raises `IndexError` for a slot that is none."""
        self.check(slot)
        one = 1
        x = self.x[slot]
        y = self.y[slot]
        self.row[y] ^= one << x
        self.column[x] ^= one << y

    def match(self, groups: Sequence[int]) -> None:
        """Say what each slot's tile matches: tiles of the same group. Raises `ValueError` unless all have one."""
        if len(groups) != self.slots:
            raise ValueError(f"there are {self.slots} slots, but {len(groups)} groups were given")
        last: dict[int, int] = {}
        for slot in range(self.slots - 1, -1, -1):
            self.mate[slot] = last.get(groups[slot], -1)
            last[groups[slot]] = slot

    def joinable(self, a: int, b: int) -> bool:
        """Return whether a line joins two different slots, both counted empty themselves.

        Raises `IndexError` for a slot that is none.
        """
        self.check(a)
        self.check(b)
        x, y = self.x, self.y
        return joins(self.row, self.column, x[a], y[a], x[b], y[b], self.width + 2, self.height + 2)

    def check(self, slot: int) -> None:
        """Raise `IndexError` for a slot that is none."""
        if slot < 0 or slot >= self.slots:
            raise IndexError(f"there is no slot {slot}; there are 0 to {self.slots - 1}")

    def scan(self) -> None:
        """Write the runs of every tile along its row and its column; 0 for a slot without one."""
        one = 1
        first = one if self.outside else one << 1
        row = self.row
        across = self.across
        end = one << (self.width + 2 if self.outside else self.width + 1)
        slot = 0
        for y in range(1, self.height + 1):
            line = row[y]
            start = first
            bit = before = one
            last = -1
            for _ in range(self.width):
                bit += bit
                across[slot] = 0
                if line & bit:
                    if last >= 0:
                        across[last] = bit - start
                        start = before + before
                    last = slot
                    before = bit
                slot += 1
            if last >= 0:
                across[last] = end - start
        column = self.column
        down = self.down
        end = one << (self.height + 2 if self.outside else self.height + 1)
        for x in range(self.width):
            line = column[x + 1]
            start = first
            bit = before = one
            last = -1
            slot = x
            for _ in range(self.height):
                bit += bit
                down[slot] = 0
                if line & bit:
                    if last >= 0:
                        down[last] = bit - start
                        start = before + before
                    last = slot
                    before = bit
                slot += self.width
            if last >= 0:
                down[last] = end - start

    def pairs(self, most: int = 0) -> list[tuple[int, int]]:
        """Return the joinable pairs by their first slot and then their second; no more than `most`, if given."""
        self.scan()
        row, column, x, y = self.row, self.column, self.x, self.y
        across, down, mate = self.across, self.down, self.mate
        found: list[tuple[int, int]] = []
        for a in range(self.slots):
            along = across[a]
            b = mate[a]
            if not along or b < 0:
                continue
            xa = x[a]
            ya = y[a]
            while b >= 0:
                able = across[b]
                if able:
                    xb = x[b]
                    yb = y[b]
                    if ya == yb:
                        able = along >> (xb - 1) & 1
                    else:
                        able &= along
                        if able:
                            for k in range(ya + 1, yb):
                                able &= ~row[k]
                    if not able and xa != xb:
                        able = down[a] & down[b]
                        if able:
                            for k in range(min(xa, xb) + 1, max(xa, xb)):
                                able &= ~column[k]
                    if able:
                        found.append((a, b))
                        if len(found) == most:
                            return found
                b = mate[b]
        return found
