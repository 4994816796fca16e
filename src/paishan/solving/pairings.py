"""The literals of a deal: which tile may pair with which inside each group.

A group of two or four tiles has one literal a *pairing*: pairing `p` (from 0) pairs tile `i` of the group with tile
`i ^ (p + 1)`, so that a group of four has three literals and a group of two has one. A group of six or eight has one
literal a *pair*, in the order 01, 02, 12, 03, 13, 23, …, so that the pairs of six tiles are the first fifteen of the
pairs of eight. In both forms literals of a group may exclude each other: two pairings always do, two pairs do when they
share a tile.

The literals of a group lie side by side inside one machine word; a set of literals of the deal is a few words.
"""

from __future__ import annotations

from collections.abc import Sequence

try:
    import cython
except ImportError:
    from paishan.solving import _cython as cython

if not cython.compiled:
    from paishan.solving.memory import ints, lowest, masks, octets, release, tie_of, word_bits, words

#: Literals of a group by its size.
WIDTHS = {2: 1, 4: 3, 6: 15, 8: 28}


class Pairings:
    """The tables of the literals of a deal with groups of the given sizes."""

    def __init__(self, sizes: Sequence[int]) -> None:
        bits = word_bits()
        count = len(sizes)
        self.sizes = tuple(sizes)
        self.groups = count
        self.wide = max(self.sizes, default=2) > 4
        self.size = octets(count)
        self.width = octets(count)
        self.word = ints(count)
        self.shift = ints(count)
        self.first = ints(count)
        self.first_tile = ints(count)
        self.full = masks(count)
        self.span = words(count)
        self.inside = masks(256)
        self.touching = masks(8)
        self.low = octets(28)
        self.high = octets(28)
        self._pairs()
        at = 0
        shift = 0
        tile = 0
        for g in range(count):
            size = sizes[g]
            if size not in WIDTHS:
                raise ValueError(f"group {g} has {size} tiles; a group has 2, 4, 6 or 8")
            width = WIDTHS[size]
            if shift + width > bits:
                at += 1
                shift = 0
            self.size[g] = size
            self.width[g] = width
            self.word[g] = at
            self.shift[g] = shift
            self.first[g] = at * bits + shift
            self.first_tile[g] = tile
            self.full[g] = (1 << width) - 1
            self.span[g] = ((1 << width) - 1) << shift
            shift += width
            tile += size
        self.tiles = tile
        self.words = at + 1
        self.literals = at * bits + min(bits, 64 * (shift // 64 + 1))
        self.group_of = ints(self.literals)
        self.excludes = masks(self.literals)
        self.tie = masks(self.literals)
        dense = 0
        for g in range(count):
            for p in range(self.width[g]):
                literal = self.first[g] + p
                self.group_of[literal] = g
                self.tie[literal] = tie_of(dense)
                if self.width[g] <= 3:
                    self.excludes[literal] = self.full[g] & ~(1 << p)
                else:
                    clash = self.touching[self.low[p]] | self.touching[self.high[p]]
                    self.excludes[literal] = self.full[g] & clash & ~(1 << p)
                dense += 1

    def __dealloc__(self) -> None:
        release(self.size)
        release(self.width)
        release(self.word)
        release(self.shift)
        release(self.first)
        release(self.first_tile)
        release(self.full)
        release(self.span)
        release(self.inside)
        release(self.touching)
        release(self.low)
        release(self.high)
        release(self.group_of)
        release(self.excludes)
        release(self.tie)

    def _pairs(self) -> None:
        """Number the pairs of a group of eight, lower tile first inside each higher one."""
        p = 0
        for high in range(8):
            for low in range(high):
                self.low[p] = low
                self.high[p] = high
                self.touching[low] |= 1 << p
                self.touching[high] |= 1 << p
                for tiles in range(256):
                    if (tiles >> low) & 1 and (tiles >> high) & 1:
                        self.inside[tiles] |= 1 << p
                p += 1

    def ruled_out(self, g: int, alive: int) -> int:
        """Return the literals of group `g` that cannot hold when one of `alive` does."""
        if self.width[g] <= 3:
            return self.full[g] & ~alive
        out = self.full[g]
        while alive:
            p = lowest(alive)
            alive &= alive - 1
            out &= self.excludes[self.first[g] + p]
        return out

    def matches(self, g: int, alive: int, gone: int, must: int, mates: list[int]) -> bool:
        """Pair off the tiles of group `g` outside `gone` with literals of `alive`, pair `must` (or -1) among them.

        `mates[i]` becomes the partner of tile `i` of the group. The answer is false when it cannot be done.
        """
        size = self.size[g]
        if self.width[g] <= 3:
            if not alive:
                return False
            p = lowest(alive) if must < 0 else must
            for i in range(size):
                mates[i] = i ^ (p + 1)
            return must < 0 or (alive >> must) & 1 != 0
        if must >= 0:
            if not (alive >> must) & 1:
                return False
            mates[self.low[must]] = self.high[must]
            mates[self.high[must]] = self.low[must]
            return self.matches(g, alive, gone | 1 << self.low[must] | 1 << self.high[must], -1, mates)
        i = 0
        while i < size and (gone >> i) & 1:
            i += 1
        if i == size:
            return True
        d = alive & self.touching[i]
        while d:
            p = lowest(d)
            d &= d - 1
            q = self.low[p] + self.high[p] - i
            if not (gone >> q) & 1:
                mates[i] = q
                mates[q] = i
                if self.matches(g, alive, gone | 1 << i | 1 << q, -1, mates):
                    return True
        return False
