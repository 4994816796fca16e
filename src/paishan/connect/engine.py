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


class ConnectEngine(Engine):
    """The closures of one grid and deal."""

    def __init__(self, width: int, height: int, outside: bool, sizes: Sequence[int]) -> None:
        super().__init__(width * height, sizes)
        tiles = self.pairings.tiles
        margin = 1 if outside else 0
        self.patience = 1
        self.width = width
        self.across = width + 2 * margin
        self.down = height + 2 * margin
        self.margin = margin
        self.at_row = octets(tiles)
        self.at_column = octets(tiles)
        self.by_row = ints(PITCH * PITCH)
        self.by_column = ints(PITCH * PITCH)
        self.between = masks(PITCH * PITCH)
        for a in range(PITCH):
            for b in range(PITCH):
                for c in range(min(a, b) + 1, max(a, b)):
                    self.between[PITCH * a + b] |= 1 << c
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
        self.joined_at = self.down + self.across
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

    def tables(self) -> None:
        """Fill the tables of groups of up to four: who leaves by domain and code, the ways out, and what to ask."""
        self.low = octets(6)
        self.high = octets(6)
        self.hopeful = octets(8192)
        self.certain = octets(8192)
        self.settled = octets(8192)
        self.exits = octets(1024)
        self.whole = octets(1024)
        self.apart = octets(4096)
        self.among = octets(16)
        for e in range(6):
            self.low[e] = LOW[e]
            self.high[e] = HIGH[e]
        for tiles in range(16):
            for e in range(6):
                if (tiles >> LOW[e]) & (tiles >> HIGH[e]) & 1:
                    self.among[tiles] |= 1 << e
        for q in range(1024):
            joined = q >> 4
            open_pairs = ~self.among[q & 15] & 63
            for p in range(3):
                if (joined & open_pairs) >> (2 * p) & 3:
                    self.exits[q] |= 1 << p
                if (joined >> (2 * p)) & 3 == 3:
                    self.whole[q] |= 1 << p
            for i in range(4):
                mine = sum(1 << e for e in range(6) if i in (LOW[e], HIGH[e]))
                self.apart[1024 * i + q] = mine & ~joined & open_pairs
            for domain in range(8):
                some = every = 0
                for i in range(4):
                    able = [(joined >> e) & 1 for e in range(6) if (domain >> (e >> 1)) & 1 and i in (LOW[e], HIGH[e])]
                    if any(able):
                        some |= 1 << i
                        if all(able):
                            every |= 1 << i
                left = q & 15
                self.hopeful[domain << 10 | q] = some & ~left
                self.certain[domain << 10 | q] = every & ~left
                self.settled[domain << 10 | q] = (15 if domain & self.whole[q] else every) & ~left

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

    def run_of(self, line: int, at: int, length: int) -> int:
        """Return the empty run around cell `at` of a line of cells, that cell counted as empty, as a mask."""
        above = (line >> at) >> 1
        below = line & ((1 << at) - 1)
        end = at + 1 + lowest(above) if above else length
        out = 2
        out = (out << (end - 1)) - 1
        if below:
            out &= ~((2 << highest(below)) - 1)
        return out

    def reaches(self, strips: list[int], a: int, along: int, across: int, b: int) -> bool:
        """Return whether tile `a`, whose runs along its row and across it are given, is joinable with tile `b`."""
        r = self.at_row[a]
        c = self.at_column[a]
        s = self.at_row[b]
        d = self.at_column[b]
        if r == s:
            if not strips[r] & self.between[PITCH * c + d]:
                return True
        else:
            gap = self.between[PITCH * r + s]
            if c == d and not strips[self.down + c] & gap:
                return True
            shared = along & self.run_of(strips[s], d, self.across)
            while shared:
                x = lowest(shared)
                shared &= shared - 1
                if not strips[self.down + x] & gap:
                    return True
        if c == d:
            return False
        gap = self.between[PITCH * c + d]
        shared = across & self.run_of(strips[self.down + d], s, self.down)
        while shared:
            y = lowest(shared)
            shared &= shared - 1
            if not strips[y] & gap:
                return True
        return False

    def joins(self, strips: list[int], a: int, b: int) -> bool:
        """Return whether tiles `a` and `b` are joinable in a state with these strips."""
        along = self.run_of(strips[self.at_row[a]], self.at_column[a], self.across)
        across = self.run_of(strips[self.down + self.at_column[a]], self.at_row[a], self.down)
        return self.reaches(strips, a, along, across, b)

    def root(self, row: int) -> None:
        """Write the position into `row`: what is occupied, and which pairs are joinable."""
        strips = row_masks(self.strips, row, self.strip_stride)
        code_of = row_codes(self.code_of, row, self.code_stride)
        self.top = 0
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
        """Let the tiles `out` of group `g`, whose code is `q`, leave; their empty cells wait to be looked at."""
        here = self.here
        q |= out
        self.code_here[g] = q
        n = self.pairings.first_tile[g]
        while out:
            t = n + lowest(out)
            out &= out - 1
            self.stack[self.top] = t
            self.top += 1
            self.count += 1
            here[self.at_row[t]] &= ~(1 << self.at_column[t])
            here[self.down + self.at_column[t]] &= ~(1 << self.at_row[t])
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

    def touch(self, v: int) -> None:
        """Ask for tile `v` anew with which of its mates it is joinable."""
        g = self.group[v]
        q = self.code_here[g]
        n = self.pairings.first_tile[g]
        found = 0
        if self.pairings.width[g] <= 3:
            ask = self.apart[self.index[v] << 10 | q]
            if not ask:
                return
            low = self.low
            high = self.high
        else:
            ask = self.pairings.touching[self.index[v]] & self.pairings.full[g]
            ask &= ~self.here[self.joined_at + g] & ~self.pairings.inside[q]
            if not ask:
                return
            low = self.pairings.low
            high = self.pairings.high
        along = self.run_of(self.here[self.at_row[v]], self.at_column[v], self.across)
        across = self.run_of(self.here[self.down + self.at_column[v]], self.at_row[v], self.down)
        while ask:
            e = lowest(ask)
            ask &= ask - 1
            if self.reaches(self.here, v, along, across, n + low[e] + high[e] - self.index[v]):
                found |= 1 << e
        if found:
            self.join(g, found)

    def run(self, row: int, mode: int, domain: list[int]) -> bool:
        """Let tiles leave until nothing moves."""
        self.enter(row, mode, domain)
        here = self.here
        down = self.down
        across = self.across
        new_rows = 0
        new_columns = 0
        while self.count < self.tiles:
            if self.top:
                self.top -= 1
                t = self.stack[self.top]
                r = self.at_row[t]
                c = self.at_column[t]
                self.fresh[r] |= 1 << c
                self.fresh[down + c] |= 1 << r
                new_rows |= 1 << r
                new_columns |= 1 << c
                self.look(here[r], c, across, PITCH * r, self.by_row)
                self.look(here[down + c], r, down, PITCH * c, self.by_column)
            elif new_rows:
                r = lowest(new_rows)
                new_rows &= new_rows - 1
                x = self.fresh[r]
                self.fresh[r] = 0
                self.sweep(here[r], x, across, down, r, self.by_column)
            elif new_columns:
                c = lowest(new_columns)
                new_columns &= new_columns - 1
                x = self.fresh[down + c]
                self.fresh[down + c] = 0
                self.sweep(here[down + c], x, down, 0, c, self.by_row)
            else:
                break
        while new_rows:
            self.fresh[lowest(new_rows)] = 0
            new_rows &= new_rows - 1
        while new_columns:
            self.fresh[down + lowest(new_columns)] = 0
            new_columns &= new_columns - 1
        self.top = 0
        if self.count > self.tiles:
            self.count = self.tiles
        self.gone[row * self.gone_stride] = self.count
        if mode != OPTIMISTIC:
            self.ways(row)
        return self.count == self.tiles

    def look(self, line: int, at: int, length: int, base: int, places: list[int]) -> None:
        """From an emptied cell look both ways along a line, and ask the tiles there anew.

        Those are the tiles at both ends of the run, and those that have left out of it without all their mates.
        """
        above = (line >> at) >> 1
        below = line & ((1 << at) - 1)
        end = at + 1 + lowest(above) if above else length
        start = highest(below) if below else -1
        if start >= 0:
            self.touch(places[base + start])
        if end < length:
            self.touch(places[base + end])
        for k in range(start + 1, end):
            t = places[base + k]
            if t >= 0 and k != at:
                self.touch(t)

    def sweep(self, line: int, cells: int, length: int, other: int, at: int, places: list[int]) -> None:
        """Join all tiles that look from the side into the runs of a line through one of these emptied cells.

        `other` is where the strips across the line begin, `at` its place in them, `places` their tiles.
        """
        here = self.here
        below = (1 << at) - 1
        while cells:
            c = lowest(cells)
            span = self.run_of(line, c, length)
            inner = span & (span << 1) & (span >> 1) & cells
            cells &= ~span
            if not inner:
                continue
            for k in range(self.spots):
                self.seen[k] = 0
            while span:
                x = lowest(span)
                span &= span - 1
                k = here[other + x]
                side = k & below
                if side:
                    t = places[PITCH * x + highest(side)]
                    self.seen[self.spot_word[t]] |= self.spot_bit[t]
                side = (k >> at) >> 1
                if side:
                    t = places[PITCH * x + at + 1 + lowest(side)]
                    self.seen[self.spot_word[t]] |= self.spot_bit[t]
            self.gather()

    def gather(self) -> None:
        """Join the tiles in `seen` with each other, and ask those anew of whose group some have left."""
        strips = self.here
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
                    pairs = self.pairings.inside[pairs] & ~strips[self.joined_at + g]
                if pairs:
                    self.join(g, pairs)
            while x:
                i = lowest(x)
                x &= x - 1
                t = self.spot_tile[64 * k + i]
                if self.code_here[self.group[t]] & self.members[self.group[t]]:
                    self.touch(t)

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
