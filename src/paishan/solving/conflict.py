"""Conflicts: from a state that cannot grow to a small cut that says why.

A state is stuck when every way out of it is excluded. Its set R gives a cut, but a larger R usually gives a shorter
one: for each excluded way out, from the latest to the earliest, ask what would happen if it were possible after all.
If everything could then leave (optimistically), the literal is needed. If not, the set that was reached is a better R,
and the literal no longer matters. Going from the latest to the earliest is essential: what remains are the earliest
exclusions, so that the search can go back far.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from paishan.solving import _cython as cython

from paishan.solving.cuts import Cuts
from paishan.solving.engine import Engine

if not cython.compiled:
    from paishan.solving.engine import OPTIMISTIC
    from paishan.solving.memory import lowest, masks, more_words, release, row_words, words

#: Conflicts after which one more needed literal is collected before minimising stops.
EASING = 20


class Conflict:
    """Finds, minimises and (when `collecting`) remembers the sets R of a deal."""

    def __init__(self, engine: Engine, cuts: Cuts, first_row: int, second_row: int) -> None:
        self.engine = engine
        self.cuts = cuts
        self.first_row = first_row
        self.second_row = second_row
        self.domain = masks(engine.pairings.groups)
        self.needed = masks(engine.pairings.groups)
        self.collecting = False
        self.collected = 0
        self.room = 0
        self.set_words = engine.pairings.tiles // 32 + 1
        self.sets = words(0)

    def __dealloc__(self) -> None:
        release(self.domain)
        release(self.needed)
        release(self.sets)

    def explain(self, row: int, floor: int, spent: int) -> int:
        """Put the cut of a state whose every way out is excluded into `cuts.now`, minimised.

        Literals excluded at `floor` or before are left alone: they are what the question takes for granted. `spent`
        is the number of conflicts so far; the longer the search, the more care is worth while.
        """
        for g in range(self.engine.pairings.groups):
            self.domain[g] = self.cuts.domain[g]
            self.needed[g] = 0
        here = self.first_row
        trial = self.second_row
        self.engine.copy(row, here)
        self.engine.recall(here, self.domain)
        kept = 0
        most = self.engine.patience + spent // EASING
        at = self.cuts.trailed
        while at > 0 and self.cuts.trail_level[at - 1] > floor:
            g = self.cuts.trail_group[at - 1]
            ways = row_words(self.engine.ways_out, here, self.engine.ways_stride)
            out = (ways[self.cuts.word[g]] >> self.cuts.shift[g]) & self.cuts.trail_mask[at - 1] & ~self.needed[g]
            if not out:
                at -= 1
                continue
            was = self.domain[g]
            bit = 1
            bit <<= lowest(out)
            self.engine.copy(here, trial)
            self.domain[g] = was | bit
            kicked = self.engine.kick(trial, OPTIMISTIC, self.domain, g)
            if self.engine.run(trial, OPTIMISTIC, self.domain):
                kept += 1
                if kept >= most:
                    break
                self.domain[g] = was
                self.engine.need[g] = kicked
                self.needed[g] |= bit
            else:
                self.engine.ways(trial)
                here ^= trial
                trial ^= here
                here ^= trial
                at = self.cuts.trailed
        for g in range(self.engine.pairings.groups):
            self.engine.need[g] = 0
        return self.keep(here)

    def keep(self, row: int) -> int:
        """Make the ways out of `row` the clause in `cuts.now`, without what the deal itself excludes."""
        ways = row_words(self.engine.ways_out, row, self.engine.ways_stride)
        for k in range(self.cuts.words):
            x = ways[k]
            kept = 0
            while x:
                literal = (k << 6) + lowest(x)
                if self.cuts.level_of[literal] > 0:
                    kept |= x & (~x + 1)
                x &= x - 1
            self.cuts.now[k] = kept
        if self.collecting:
            self.collect(row)
        return 0

    def collect(self, row: int) -> int:
        """Remember the set of tiles that have left `row`: 32 tiles a word."""
        if self.collected == self.room:
            size = self.room * 2 + 16
            self.sets = more_words(self.sets, self.room * self.set_words, size * self.set_words)
            self.room = size
        base = self.collected * self.set_words
        for g in range(self.engine.pairings.groups):
            bits = self.engine.removed(row, g)
            at = self.engine.pairings.first_tile[g]
            size = self.engine.pairings.size[g]
            for i in range(size):
                if (bits >> i) & 1:
                    bit = 1
                    self.sets[base + ((at + i) >> 5)] |= bit << ((at + i) & 31)
        self.collected += 1
        return 0

    def forget(self) -> None:
        """Forget the sets: a new deal."""
        for k in range(self.collected * self.set_words):
            self.sets[k] = 0
        self.collected = 0

    def tile_sets(self) -> list[list[int]]:
        """Return the remembered sets as lists of tiles."""
        out = []
        for c in range(self.collected):
            at = c * self.set_words
            out.append([t for t in range(self.engine.pairings.tiles) if (self.sets[at + t // 32] >> (t % 32)) & 1])
        return out
