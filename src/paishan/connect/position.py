"""A position of Mahjong Connect as the search keeps it: which cells are occupied, and which pairs are joinable.

Two tiles are joinable when at most three straight stretches of empty cells lead from one to the other; their own cells
count as empty, and with an `outside` so does a ring of cells around the grid. A state keeps a mask of the occupied
cells of each row and of each column, and a code a group: which of its pairs are joinable, and which of its tiles have
left. While some of its group are still there, a tile that has left is a *ghost*, for which there are masks as well.

A pair may have lost one of its tiles and still be joinable; whoever is left of it then counts that mate as there.
How a state grows: `paishan.connect.engine`.
"""

from __future__ import annotations

from collections.abc import Sequence

try:
    import cython
except ImportError:
    from paishan.solving import _cython as cython

from paishan.connect.answers import HIGH, LOW, answers
from paishan.solving.engine import Engine

if not cython.compiled:
    from paishan.connect.runs import run_of
    from paishan.solving.memory import (
        doubles,
        ints,
        lowest,
        masks,
        octets,
        release,
        row_codes,
        row_masks,
        row_words,
    )

    #: Cells from the start of one line to the start of the next in tables over cells, and over pairs of places.
    PITCH = 32


class Position(Engine):
    """The states of one grid and deal, but for what makes them grow."""

    if not cython.compiled:
        low: Sequence[int]
        high: Sequence[int]

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
        self.stack = ints(tiles)
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
        release(self.stack)

    def tables(self) -> None:
        """Fill the table of the cells between two, and take those for groups of up to four."""
        for a in range(PITCH):
            for b in range(a):
                bit = 1
                bit = (bit << a) - 1
                bit &= ~((1 << b) | ((1 << b) - 1))
                self.between[PITCH * a + b] = bit
                self.between[PITCH * b + a] = bit
        low, high = LOW, HIGH
        hopeful, certain, settled, exits, whole, apart, among, near, of_domain = answers()
        self.low = low
        self.high = high
        self.hopeful = hopeful
        self.certain = certain
        self.settled = settled
        self.exits = exits
        self.whole = whole
        self.apart = apart
        self.among = among
        self.near = near
        self.of_domain = of_domain

    def locate(self) -> None:
        """Write where each tile of the deal lies."""
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

    def occupy(self, strips: list[int]) -> int:
        """Write which cells are occupied in the position asked about; return how many tiles have left it."""
        gone = 0
        for k in range(self.joined_at):
            strips[k] = 0
        for t in range(self.tiles):
            if self.taken[t]:
                gone += 1
            else:
                strips[self.at_row[t]] |= 1 << self.at_column[t]
                strips[self.down + self.at_column[t]] |= 1 << self.at_row[t]
        return gone

    def lift(self, strips: list[int], t: int) -> None:
        """Empty the cell of tile `t`."""
        strips[self.at_row[t]] &= ~(1 << self.at_column[t])
        strips[self.down + self.at_column[t]] &= ~(1 << self.at_row[t])

    def write(self, row: int) -> None:
        """Write the position into `row`: what is occupied, and which pairs are joinable."""
        strips = row_masks(self.strips, row, self.strip_stride)
        code_of = row_codes(self.code_of, row, self.code_stride)
        self.gone[row * self.gone_stride] = self.occupy(strips)
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
        self.occupy(strips)
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
                    self.lift(strips, t)
                    self.lift(strips, mates[t])
                else:
                    self.stack[waiting] = t
                    waiting += 1
        return count
