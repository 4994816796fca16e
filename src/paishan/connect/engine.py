"""Mahjong Connect's engine for the search, and `Solver`, its face.

Two tiles are joinable when at most three straight stretches of empty cells lead from one to the other; their own cells
count as empty, and with an `outside` so does a ring of cells around the grid. A state keeps a mask of the occupied
cells of each row and of each column, and a code a group: which of its pairs are joinable, and which of its tiles have
left. When a cell becomes empty, new lines run through it, either with their first or last stretch, which the tile at
that end sees, or with their middle one. So the tiles at the ends of its row and of its column are asked anew, and then
each row or column with new gaps is swept once: all tiles that look into one of its empty runs from the side can be
joined with each other.

A pair may have lost one of its tiles and still be joinable; whoever is left of it then counts that mate as there.
Where this knows no game: `paishan.solving`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

try:
    import cython
except ImportError:
    from paishan.solving import _cython as cython

from paishan.solving.engine import Engine
from paishan.solving.solver import PairingSolver

if not cython.compiled:
    from paishan.solving.engine import OPTIMISTIC
    from paishan.solving.memory import (
        doubles,
        highest,
        ints,
        lowest,
        masks,
        octets,
        release,
        row_codes,
        row_masks,
        row_words,
        word_bits,
        words,
    )

    #: Cells from the start of one line to the start of the next in tables over cells, and over pairs of places.
    PITCH = 32

#: The most tiles a grid may have, and the most columns or rows.
MOST_SLOTS = 288
MOST_CELLS = 30

# The six pairs of a group of four, those of pairing p at 2 p and 2 p + 1.
LOW = (0, 2, 0, 1, 0, 1)
HIGH = (1, 3, 2, 3, 3, 2)


@cache
def answers() -> tuple[bytes, ...]:
    """Return the tables of groups of up to four, by code q (joinable pairs · 16 + tiles that have left) and domain.

    In order: who leaves optimistically, pessimistically, and pessimistically or as a whole group (domain · 1024 + q);
    the ways out, and the pairings of which both pairs are joinable (q); the pairs of a tile still to be asked about
    (place of the tile · 1024 + q); the pairs inside a set of places, and those that touch it; the pairs of a domain.
    """
    pairs = range(6)
    among = [sum(1 << e for e in pairs if (tiles >> LOW[e]) & (tiles >> HIGH[e]) & 1) for tiles in range(16)]
    near = [sum(1 << e for e in pairs if ((tiles >> LOW[e]) | (tiles >> HIGH[e])) & 1) for tiles in range(16)]
    of_domain = [sum(1 << e for e in pairs if (domain >> (e >> 1)) & 1) for domain in range(8)]
    hopeful, certain, settled = bytearray(8192), bytearray(8192), bytearray(8192)
    exits, whole, apart = bytearray(1024), bytearray(1024), bytearray(4096)
    for joined in range(64):
        both = sum(1 << p for p in range(3) if (joined >> (2 * p)) & 3 == 3)
        for domain in range(8):
            able = joined & of_domain[domain]
            unable = of_domain[domain] & ~joined
            some = sum(1 << i for i in range(4) if able & near[1 << i])
            every = sum(1 << i for i in range(4) if able & near[1 << i] and not unable & near[1 << i])
            for left in range(16):
                at = domain << 10 | joined << 4 | left
                hopeful[at] = some & ~left
                certain[at] = every & ~left
                settled[at] = (15 if domain & both else every) & ~left
        for left in range(16):
            q = joined << 4 | left
            there = ~among[left] & 63
            exits[q] = sum(1 << p for p in range(3) if (joined & there) >> (2 * p) & 3)
            whole[q] = both
            for i in range(4):
                apart[i << 10 | q] = near[1 << i] & ~joined & there
    tables = hopeful, certain, settled, exits, whole, apart, among, near, of_domain
    return tuple(bytes(table) for table in tables)


def filled(table: bytes) -> list[int]:
    """Return a block with these bytes."""
    block = octets(len(table))
    for k in range(len(table)):
        block[k] = table[k]
    return block


def run_of(line: int, at: int, length: int) -> int:
    """Return the empty run around cell `at` of a line of cells, that cell counted as empty, as a mask."""
    above = (line >> at) >> 1
    below = line & ((1 << at) - 1)
    end = at + 1 + lowest(above) if above else length
    out = 2
    out = (out << (end - 1)) - 1
    if below:
        out &= ~((2 << highest(below)) - 1)
    return out


class ConnectEngine(Engine):
    """The closures of one grid and deal."""

    def __init__(self, width: int, height: int, outside: bool, sizes: Sequence[int]) -> None:
        super().__init__(width * height, sizes)
        tiles = self.pairings.tiles
        margin = 1 if outside else 0
        self.patience = 3
        self.width = width
        self.across = width + 2 * margin
        self.down = height + 2 * margin
        self.margin = margin
        self.at_row = octets(tiles)
        self.at_column = octets(tiles)
        self.by_row = ints(PITCH * PITCH)
        self.by_column = ints(PITCH * PITCH)
        self.between = masks(PITCH * PITCH)
        self.rim = doubles(tiles)
        self.members = octets(self.groups)
        for g in range(self.groups):
            self.members[g] = (1 << self.pairings.size[g]) - 1
        self.bits = 8 if self.wide else 4
        self.spots = (self.bits * self.groups - 1) // word_bits() + 1
        self.spot_word = ints(tiles)
        self.spot_bit = words(tiles)
        self.spot_tile = ints(self.bits * self.groups + self.bits)
        self.seen = words(self.spots)
        self.low_bits = words(8)
        for k in range(1, self.bits):
            for g in range(min(self.groups, word_bits() // self.bits)):
                for i in range(self.bits - k):
                    bit = 1
                    self.low_bits[k] |= bit << (self.bits * g + i)
        self.fresh = masks(2 * PITCH)
        self.stack = ints(tiles)
        self.mates_in = octets(8)
        self.joined_at = 2 * (self.down + self.across)
        self.claim(tiles // 2 + 8, 0, self.joined_at + (self.groups if self.wide else 0))
        self.tables()

    def __dealloc__(self) -> None:
        release(self.at_row)
        release(self.at_column)
        release(self.by_row)
        release(self.by_column)
        release(self.between)
        release(self.rim)
        release(self.members)
        release(self.spot_word)
        release(self.spot_bit)
        release(self.spot_tile)
        release(self.seen)
        release(self.low_bits)
        release(self.fresh)
        release(self.stack)
        release(self.mates_in)
        release(self.low)
        release(self.high)
        release(self.hopeful)
        release(self.certain)
        release(self.settled)
        release(self.exits)
        release(self.whole)
        release(self.apart)
        release(self.among)
        release(self.near)
        release(self.of_domain)

    def tables(self) -> None:
        """Fill the tables: the cells between two, and for groups of up to four what `answers` says."""
        for a in range(PITCH):
            for b in range(a):
                bit = 1
                bit = (bit << a) - 1
                bit &= ~((1 << b) | ((1 << b) - 1))
                self.between[PITCH * a + b] = bit
                self.between[PITCH * b + a] = bit
        self.low = filled(bytes(LOW))
        self.high = filled(bytes(HIGH))
        hopeful, certain, settled, exits, whole, apart, among, near, of_domain = answers()
        self.hopeful = filled(hopeful)
        self.certain = filled(certain)
        self.settled = filled(settled)
        self.exits = filled(exits)
        self.whole = filled(whole)
        self.apart = filled(apart)
        self.among = filled(among)
        self.near = filled(near)
        self.of_domain = filled(of_domain)

    def link(self) -> None:
        """Write where each tile lies."""
        rows = self.down - 2 * self.margin
        for k in range(PITCH * PITCH):
            self.by_row[k] = -1
            self.by_column[k] = -1
        for t in range(self.tiles):
            y = self.slot_of[t] // self.width
            x = self.slot_of[t] - y * self.width
            far_x = x if x < self.width - 1 - x else self.width - 1 - x
            far_y = y if y < rows - 1 - y else rows - 1 - y
            self.rim[t] = far_x if far_x < far_y else far_y
            x += self.margin
            y += self.margin
            self.at_row[t] = y
            self.at_column[t] = x
            self.by_row[PITCH * y + x] = t
            self.by_column[PITCH * x + y] = t
            k = self.bits * self.group[t] + self.index[t]
            self.spot_tile[k] = t
            bit = 1
            if word_bits() == 64:
                self.spot_word[t] = k >> 6
                self.spot_bit[t] = bit << (k & 63)
            else:
                self.spot_word[t] = 0
                self.spot_bit[t] = bit << k

    def joins(self, strips: list[int], a: int, b: int) -> bool:
        """Return whether tiles `a` and `b` are joinable in a state with these strips."""
        r = self.at_row[a]
        c = self.at_column[a]
        s = self.at_row[b]
        d = self.at_column[b]
        down = self.down
        if r != s:
            gap = self.between[PITCH * r + s]
            shared = run_of(strips[r], c, self.across) & run_of(strips[s], d, self.across)
            while shared:
                if not strips[down + lowest(shared)] & gap:
                    return True
                shared &= shared - 1
        elif not strips[r] & self.between[PITCH * c + d]:
            return True
        if c != d:
            gap = self.between[PITCH * c + d]
            shared = run_of(strips[down + c], r, down) & run_of(strips[down + d], s, down)
            while shared:
                if not strips[lowest(shared)] & gap:
                    return True
                shared &= shared - 1
            return False
        return not strips[down + c] & self.between[PITCH * r + s]

    def root(self, row: int) -> None:
        """Write the position into `row`: what is occupied, and which pairs are joinable."""
        strips = row_masks(self.strips, row, self.strip_stride)
        code_of = row_codes(self.code_of, row, self.code_stride)
        self.clean()
        gone = 0
        for k in range(self.joined_at):
            strips[k] = 0
        for t in range(self.tiles):
            if self.taken[t]:
                gone += 1
            else:
                strips[self.at_row[t]] |= 1 << self.at_column[t]
                strips[self.down + self.at_column[t]] |= 1 << self.at_row[t]
        self.gone[row * self.gone_stride] = gone
        for g in range(self.groups):
            at = self.pairings.first_tile[g]
            size = self.pairings.size[g]
            left = 0
            for i in range(size):
                if self.taken[at + i]:
                    left |= 1 << i
            joined = 0
            if size <= 4:
                if size == 2:
                    left |= 12
                    joined = 62
                for e in range(6 if size == 4 else 1):
                    i = self.low[e]
                    k = self.high[e]
                    if (left >> i) & (left >> k) & 1 or self.joins(strips, at + i, at + k):
                        joined |= 1 << e
                code_of[g] = joined << 4 | left
            else:
                for e in range(self.pairings.width[g]):
                    i = self.pairings.low[e]
                    k = self.pairings.high[e]
                    if (left >> i) & (left >> k) & 1 or self.joins(strips, at + i, at + k):
                        joined |= 1 << e
                code_of[g] = left
                strips[self.joined_at + g] = joined
            left &= self.members[g]
            if left != self.members[g]:
                while left:
                    t = at + lowest(left)
                    left &= left - 1
                    strips[self.down + self.across + self.at_row[t]] |= 1 << self.at_column[t]
                    strips[2 * self.down + self.across + self.at_column[t]] |= 1 << self.at_row[t]
        self.ways(row)

    def ways(self, row: int) -> None:
        """Write the ways out of `row`."""
        out = row_words(self.ways_out, row, self.ways_stride)
        code_of = row_codes(self.code_of, row, self.code_stride)
        strips = row_masks(self.strips, row, self.strip_stride)
        for k in range(self.words):
            out[k] = 0
        for g in range(self.groups):
            bits = self.ways_of(g, code_of, strips)
            out[self.word[g]] |= bits << self.shift[g]

    def recall(self, row: int, domain: list[int]) -> None:
        """Write those ways out of `row` that are outside the domains: pairs that no closure asked about."""
        strips = row_masks(self.strips, row, self.strip_stride)
        code_of = row_codes(self.code_of, row, self.code_stride)
        for g in range(self.groups):
            at = self.pairings.first_tile[g]
            q = code_of[g]
            if self.pairings.width[g] <= 3:
                ask = ~(q >> 4) & ~self.among[q & 15] & ~self.of_domain[domain[g]] & 63
                while ask:
                    e = lowest(ask)
                    ask &= ask - 1
                    if self.joins(strips, at + self.low[e], at + self.high[e]):
                        q |= 16 << e
                code_of[g] = q
            else:
                ask = ~strips[self.joined_at + g] & ~self.pairings.inside[q] & ~domain[g] & self.pairings.full[g]
                while ask:
                    e = lowest(ask)
                    ask &= ask - 1
                    if self.joins(strips, at + self.pairings.low[e], at + self.pairings.high[e]):
                        strips[self.joined_at + g] |= 1 << e
        self.ways(row)

    def ways_of(self, g: int, code_of: list[int], strips: list[int]) -> int:
        """Return the literals of group `g` that are ways out."""
        if self.pairings.width[g] <= 3:
            return self.exits[code_of[g]] & self.pairings.full[g]
        return strips[self.joined_at + g] & ~self.pairings.inside[code_of[g]] & self.pairings.full[g]

    def enter(self, row: int, mode: int, domain: list[int]) -> None:
        """Make `row` the state that grows."""
        self.mode = mode
        self.domains = domain
        self.here = row_masks(self.strips, row, self.strip_stride)
        self.code_here = row_codes(self.code_of, row, self.code_stride)
        self.count = self.gone[row * self.gone_stride]
        self.settling = mode != OPTIMISTIC and row > self.firm
        self.all_asked = mode == OPTIMISTIC
        if mode == OPTIMISTIC:
            self.table = self.hopeful
        elif self.settling:
            self.table = self.settled
        else:
            self.table = self.certain

    def kick(self, row: int, mode: int, domain: list[int], g: int) -> int:
        """Let tiles of group `g` leave because of its domain."""
        self.enter(row, mode, domain)
        out = self.leaving(g, self.code_here[g])
        if out:
            self.leave(g, self.code_here[g], out)
            self.gone[row * self.gone_stride] = self.count
        return out

    def leaving(self, g: int, q: int) -> int:
        """Return the tiles of group `g`, whose code is `q`, that leave, as a mask."""
        if self.pairings.width[g] <= 3:
            return self.table[self.domains[g] << 10 | q]
        joined = self.here[self.joined_at + g]
        some = self.domains[g] & joined
        every = self.domains[g] & ~joined
        stay = ((1 << self.pairings.size[g]) - 1) & ~q
        out = 0
        left = stay
        able = True
        while left:
            i = lowest(left)
            left &= left - 1
            clash = self.pairings.touching[i]
            if not some & clash:
                able = False
            elif self.mode == OPTIMISTIC or not every & clash:
                out |= 1 << i
        if self.settling and able and out != stay and self.pairings.matches(g, some, self.away(g), -1, self.mates_in):
            return stay
        return out

    def away(self, g: int) -> int:
        """Return the tiles of group `g` that have left in the position asked about."""
        at = self.pairings.first_tile[g]
        left = 0
        for i in range(self.pairings.size[g]):
            if self.taken[at + i]:
                left |= 1 << i
        return left

    def leave(self, g: int, q: int, out: int) -> None:
        """Let the tiles `out` of group `g`, whose code is `q`, leave, and note their lines to be swept.

        While some of its group are still there, a tile that has left is a *ghost*: its mates may be joined with it.
        """
        here = self.here
        ghosts = self.down + self.across
        down = self.down
        every = self.members[g]
        before = q & every
        q |= out
        self.code_here[g] = q
        whole = q & every == every
        n = self.pairings.first_tile[g]
        while out:
            t = n + lowest(out)
            out &= out - 1
            r = self.at_row[t]
            c = self.at_column[t]
            here[r] &= ~(1 << c)
            here[down + c] &= ~(1 << r)
            self.fresh[r] |= 1 << c
            self.fresh[down + c] |= 1 << r
            self.new_rows |= 1 << r
            self.new_columns |= 1 << c
            self.count += 1
            if not whole:
                here[ghosts + r] |= 1 << c
                here[ghosts + down + c] |= 1 << r
        if whole:
            while before:
                t = n + lowest(before)
                before &= before - 1
                here[ghosts + self.at_row[t]] &= ~(1 << self.at_column[t])
                here[ghosts + down + self.at_column[t]] &= ~(1 << self.at_row[t])
        if self.mode == OPTIMISTIC and self.need[g] and q & self.need[g] == self.need[g]:
            self.count = self.tiles

    def join(self, g: int, pairs: int) -> None:
        """Note that `pairs` of group `g` have become joinable, and let leave who may now."""
        q = self.code_here[g]
        if self.pairings.width[g] <= 3:
            q |= pairs << 4
            self.code_here[g] = q
        else:
            self.here[self.joined_at + g] |= pairs
        out = self.leaving(g, q)
        if out:
            self.leave(g, q, out)

    def ask(self, v: int, fresh: int, flat: bool) -> None:
        """Ask of which mates tile `v` is joinable by a line that begins with one of the `fresh` cells of its own line.

        With `flat` that is its row, else its column.
        """
        g = self.group[v]
        i = self.index[v]
        q = self.code_here[g]
        if self.pairings.width[g] <= 3:
            pairs = self.apart[i << 10 | q]
            if not self.all_asked:
                pairs &= self.of_domain[self.domains[g]]
            if not pairs:
                return
            low = self.low
            high = self.high
        else:
            pairs = self.pairings.touching[i] & self.pairings.full[g]
            pairs &= ~self.here[self.joined_at + g] & ~self.pairings.inside[q]
            if not self.all_asked:
                pairs &= self.domains[g]
            if not pairs:
                return
            low = self.pairings.low
            high = self.pairings.high
        if flat:
            along = self.at_column
            side = self.at_row
            length = self.across
            own = 0
        else:
            along = self.at_row
            side = self.at_column
            length = self.down
            own = length
        here = self.here
        other = self.down - own
        found = 0
        n = self.pairings.first_tile[g] - i
        while pairs:
            e = lowest(pairs)
            pairs &= pairs - 1
            u = n + low[e] + high[e]
            s = side[u]
            if s == side[v]:
                if not here[own + s] & self.between[PITCH * along[u] + along[v]]:
                    found |= 1 << e
                continue
            gap = self.between[PITCH * s + side[v]]
            shared = fresh & run_of(here[own + s], along[u], length)
            while shared:
                if not here[other + lowest(shared)] & gap:
                    found |= 1 << e
                    break
                shared &= shared - 1
        if found:
            self.join(g, found)

    def run(self, row: int, mode: int, domain: list[int]) -> bool:
        """Let tiles leave until nothing moves."""
        self.enter(row, mode, domain)
        down = self.down
        while self.count < self.tiles:
            if self.new_rows:
                k = lowest(self.new_rows)
                self.new_rows &= self.new_rows - 1
                cells = self.fresh[k]
                self.fresh[k] = 0
                self.sweep(k, cells, True)
            elif self.new_columns:
                k = lowest(self.new_columns)
                self.new_columns &= self.new_columns - 1
                cells = self.fresh[down + k]
                self.fresh[down + k] = 0
                self.sweep(k, cells, False)
            else:
                break
        if self.count >= self.tiles:
            self.count = self.tiles
            self.clean()
        self.gone[row * self.gone_stride] = self.count
        if mode != OPTIMISTIC:
            self.ways(row)
        return self.count == self.tiles

    def clean(self) -> None:
        """Forget which lines were to be swept."""
        for k in range(self.down + self.across):
            self.fresh[k] = 0
        self.new_rows = 0
        self.new_columns = 0

    def sweep(self, line: int, cells: int, flat: bool) -> None:
        """Draw the consequences of emptied cells of a row (`flat`) or column, run by run.

        New lines may begin along it, at the tiles at both ends of a run and at ghosts inside it; or they come from the
        side, run along it, and leave it to the side.
        """
        here = self.here
        if flat:
            strip = here[line]
            ghosts = here[self.down + self.across + line]
            length = self.across
            other = self.down
            own = self.by_row
            places = self.by_column
        else:
            strip = here[self.down + line]
            ghosts = here[self.down + self.across + self.down + line]
            length = self.down
            other = 0
            own = self.by_column
            places = self.by_row
        below = (1 << line) - 1
        while cells:
            span = run_of(strip, lowest(cells), length)
            mine = cells & span
            cells &= ~span
            k = lowest(span) - 1
            if k >= 0:
                self.ask(own[PITCH * line + k], span & ~((1 << lowest(mine)) - 1), flat)
            k = highest(span) + 1
            if k < length:
                side = 2
                self.ask(own[PITCH * line + k], span & ((side << highest(mine)) - 1), flat)
            rest = ghosts & span
            while rest:
                k = lowest(rest)
                rest &= rest - 1
                cross = 0
                side = (mine >> k) >> 1
                if side:
                    cross = span & ~((1 << (k + 1 + lowest(side))) - 1)
                side = mine & ((1 << k) - 1)
                if side:
                    x = highest(side)
                    side = 2
                    cross |= span & ((side << x) - 1)
                if cross:
                    self.ask(own[PITCH * line + k], cross, flat)
            if not span & (span << 1) & (span >> 1) & mine:
                continue
            for k in range(self.spots):
                self.seen[k] = 0
            rest = span
            while rest:
                x = lowest(rest)
                rest &= rest - 1
                cross = here[other + x]
                side = cross & below
                if side:
                    k = places[PITCH * x + highest(side)]
                    self.seen[self.spot_word[k]] |= self.spot_bit[k]
                side = (cross >> line) >> 1
                if side:
                    k = places[PITCH * x + line + 1 + lowest(side)]
                    self.seen[self.spot_word[k]] |= self.spot_bit[k]
            self.gather(line, span, flat)

    def gather(self, line: int, span: int, flat: bool) -> None:
        """Join the tiles in `seen`, which look into the run `span`, with each other and with mates that have left."""
        for k in range(self.spots):
            x = self.seen[k]
            if not x:
                continue
            y = 0
            for i in range(1, self.bits):
                y |= x & (x >> i) & self.low_bits[i]
            while y:
                i = lowest(y) // self.bits
                g = k * (64 // self.bits) + i
                i *= self.bits
                bit = (1 << self.bits) - 1
                y &= ~(bit << i)
                pairs = (x >> i) & bit
                if self.pairings.width[g] <= 3:
                    pairs = self.among[pairs] & ~(self.code_here[g] >> 4)
                else:
                    pairs = self.pairings.inside[pairs] & ~self.here[self.joined_at + g]
                if pairs:
                    self.join(g, pairs)
        # All joins come first, so that the order is the same whatever the width of a word.
        for k in range(self.spots):
            x = self.seen[k]
            while x:
                t = self.spot_tile[64 * k + lowest(x)]
                x &= x - 1
                if self.code_here[self.group[t]] & self.members[self.group[t]]:
                    self.meet(t, line, span, flat)

    def meet(self, v: int, line: int, span: int, flat: bool) -> None:
        """Join tile `v`, which looks into the run `span`, with those mates that have left and would look into it."""
        g = self.group[v]
        q = self.code_here[g]
        left = q & self.members[g]
        narrow = self.pairings.width[g] <= 3
        if narrow:
            found = self.apart[self.index[v] << 10 | q] & self.near[left]
            if not self.all_asked:
                found &= self.of_domain[self.domains[g]]
            if not found:
                return
        if flat:
            along = self.at_column
            side = self.at_row
            other = self.down
        else:
            along = self.at_row
            side = self.at_column
            other = 0
        found = 0
        while left:
            i = lowest(left)
            left &= left - 1
            u = self.pairings.first_tile[g] + i
            if (span >> along[u]) & 1 and not self.here[other + along[u]] & self.between[PITCH * side[u] + line]:
                bit = (1 << i) | (1 << self.index[v])
                found |= self.among[bit] if narrow else self.pairings.inside[bit]
        found &= ~(q >> 4) if narrow else ~self.here[self.joined_at + g]
        if found:
            self.join(g, found)

    def removed(self, row: int, g: int) -> int:
        """Return the tiles of group `g` that have left."""
        return row_codes(self.code_of, row, self.code_stride)[g] & self.members[g]

    def allowed(self, row: int, g: int, domain: int) -> int:
        """Return the literals of the domain whose pairs are joinable: those the whole group may have left by."""
        if self.pairings.width[g] <= 3:
            return domain & self.whole[row_codes(self.code_of, row, self.code_stride)[g]]
        return domain & row_masks(self.strips, row, self.strip_stride)[self.joined_at + g]

    def rate(self, row: int, domain: list[int]) -> None:
        """Rate each way out by how closed in the tiles are that it takes, and how far from the rim."""
        ways = row_words(self.ways_out, row, self.ways_stride)
        strips = row_masks(self.strips, row, self.strip_stride)
        code_of = row_codes(self.code_of, row, self.code_stride)
        for k in range(self.words):
            x = ways[k]
            while x:
                literal = (k << 6) + lowest(x)
                x &= x - 1
                g = self.pairings.group_of[literal]
                p = literal - self.pairings.first[g]
                if not (domain[g] >> p) & 1:
                    continue
                n = self.pairings.first_tile[g]
                q = code_of[g]
                value = 0.0
                if self.pairings.width[g] <= 3:
                    for e in range(2 * p, 2 * p + 2):
                        if (q >> (4 + e)) & 1:
                            value += self.worth(strips, n, self.low[e], q)
                            value += self.worth(strips, n, self.high[e], q)
                else:
                    value += self.worth(strips, n, self.pairings.low[p], q)
                    value += self.worth(strips, n, self.pairings.high[p], q)
                self.score[literal] = value

    def worth(self, strips: list[int], n: int, i: int, q: int) -> float:
        """Return what taking tile `i` of a group that begins at tile `n` is worth; nothing if it has left."""
        if (q >> i) & 1:
            return 0.0
        r = self.at_row[n + i]
        c = self.at_column[n + i]
        line = strips[r]
        value = ((line >> c) >> 1 & 1) + (line << 1 >> c & 1)
        line = strips[self.down + c]
        value += ((line >> r) >> 1 & 1) + (line << 1 >> r & 1)
        return self.rim[n + i] + value

    def open_pairs(self, row: int) -> list[tuple[int, int, int, int, int]]:
        """Return the joinable pairs, in order."""
        self.root(row)
        strips = row_masks(self.strips, row, self.strip_stride)
        code_of = row_codes(self.code_of, row, self.code_stride)
        out = []
        for g in range(self.groups):
            at = self.pairings.first_tile[g]
            left = self.removed(row, g)
            for j in range(self.pairings.size[g]):
                if (left >> j) & 1:
                    continue
                for i in range(j):
                    if not (left >> i) & 1 and self.is_joined(strips, code_of, g, i, j):
                        out.append((self.slot_of[at + i], self.slot_of[at + j], g, i, j))
        out.sort()
        return out

    def is_joined(self, strips: list[int], code_of: list[int], g: int, i: int, j: int) -> bool:
        """Return whether tiles `i` and `j` of group `g`, `i` before `j`, are known to be joinable."""
        if self.pairings.width[g] > 3:
            return (strips[self.joined_at + g] >> (j * (j - 1) // 2 + i)) & 1 != 0
        for e in range(6):
            if self.low[e] == i and self.high[e] == j:
                return (code_of[g] >> (4 + e)) & 1 != 0
        return False

    def play(self, row: int, mates: list[int]) -> int:
        """Play the position with these mates as far as it goes."""
        strips = row_masks(self.strips, row, self.strip_stride)
        for k in range(self.joined_at):
            strips[k] = 0
        for t in range(self.tiles):
            if not self.taken[t]:
                strips[self.at_row[t]] |= 1 << self.at_column[t]
                strips[self.down + self.at_column[t]] |= 1 << self.at_row[t]
        waiting = 0
        for t in range(self.tiles):
            if not self.taken[t] and mates[t] > t:
                self.stack[waiting] = t
                waiting += 1
        count = 0
        before = waiting + 1
        while waiting < before:
            before = waiting
            waiting = 0
            for k in range(before):
                t = self.stack[k]
                if self.joins(strips, t, mates[t]):
                    self.line[count] = t
                    self.line[count + 1] = mates[t]
                    count += 2
                    strips[self.at_row[t]] &= ~(1 << self.at_column[t])
                    strips[self.down + self.at_column[t]] &= ~(1 << self.at_row[t])
                    t = mates[t]
                    strips[self.at_row[t]] &= ~(1 << self.at_column[t])
                    strips[self.down + self.at_column[t]] &= ~(1 << self.at_row[t])
                else:
                    self.stack[waiting] = t
                    waiting += 1
        return count


class Solver(PairingSolver):
    """Solves the positions of one deal of Mahjong Connect without gravity.

    `groups` gives the number of the group of each slot, row by row; each group has 2, 4, 6 or 8 tiles, and groups may
    differ. With `outside` lines may run around the grid. The slots `absent` have no tile in this deal, whatever
    `groups` says: for a grid with holes, or a table that was shuffled when some tiles had gone. With `certify`, dead
    verdicts carry a certificate.

    Raises ValueError for groups of other sizes, a grid that cannot be, or lists of different lengths.
    """

    def __init__(
        self,
        width: int,
        height: int,
        groups: Sequence[int],
        *,
        outside: bool = True,
        absent: Iterable[int] = (),
        certify: bool = False,
    ) -> None:
        if not (1 <= width <= MOST_CELLS and 1 <= height <= MOST_CELLS and width * height <= MOST_SLOTS):
            raise ValueError(
                f"{width} × {height} slots; a grid has 1 to {MOST_CELLS} columns and rows, and up to {MOST_SLOTS} slots"
            )
        if len(groups) != width * height:
            raise ValueError(f"{width * height} slots, but {len(groups)} groups")
        super().__init__(lambda sizes: ConnectEngine(width, height, outside, sizes), groups, absent, certify)
