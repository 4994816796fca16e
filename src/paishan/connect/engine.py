"""Mahjong Connect's engine for the search, and `Solver`, its face.

When a cell becomes empty, new lines run through it, either with their first or last stretch, which the tile at that end
sees, or with their middle one. So the tiles at the ends of its row and of its column are asked anew, and then each row
or column with new gaps is swept once: all tiles that look into one of its empty runs from the side can be joined with
each other.

What a state is made of: `paishan.connect.position`. Where this knows no game: `paishan.solving`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

try:
    import cython
except ImportError:
    from paishan.solving import _cython as cython

from paishan.connect.position import Position
from paishan.solving.solver import PairingSolver

if not cython.compiled:
    from paishan.connect.position import PITCH
    from paishan.connect.runs import run_of
    from paishan.solving.engine import OPTIMISTIC
    from paishan.solving.memory import (
        highest,
        ints,
        lowest,
        masks,
        octets,
        release,
        row_codes,
        row_masks,
        word_bits,
        words,
    )

#: The most tiles a grid may have, and the most columns or rows.
MOST_SLOTS = 288
MOST_CELLS = 30


class ConnectEngine(Position):
    """The closures of one grid and deal."""

    def __init__(self, width: int, height: int, outside: bool, sizes: Sequence[int]) -> None:
        super().__init__(width, height, outside, sizes)
        self.bits = 8 if self.wide else 4
        self.spots = (self.bits * self.groups - 1) // word_bits() + 1
        self.spot_word = ints(self.tiles)
        self.spot_bit = words(self.tiles)
        self.spot_tile = ints(self.bits * self.groups + self.bits)
        self.seen = words(self.spots)
        self.low_bits = words(8)
        for k in range(1, self.bits):
            for g in range(min(self.groups, word_bits() // self.bits)):
                for i in range(self.bits - k):
                    bit = 1
                    self.low_bits[k] |= bit << (self.bits * g + i)
        self.fresh = masks(2 * PITCH)
        self.mates_in = octets(8)

    def __dealloc__(self) -> None:
        release(self.spot_word)
        release(self.spot_bit)
        release(self.spot_tile)
        release(self.seen)
        release(self.low_bits)
        release(self.fresh)
        release(self.mates_in)

    def link(self) -> None:
        """Write where each tile lies, on the grid and in `seen`."""
        self.locate()
        for t in range(self.tiles):
            k = self.bits * self.group[t] + self.index[t]
            self.spot_tile[k] = t
            bit = 1
            if word_bits() == 64:
                self.spot_word[t] = k >> 6
                self.spot_bit[t] = bit << (k & 63)
            else:
                self.spot_word[t] = 0
                self.spot_bit[t] = bit << k

    def root(self, row: int) -> None:
        """Write the position into `row`."""
        self.clean()
        self.write(row)

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

        It is a ghost while some of its group are still there: its mates may be joined with it.
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
