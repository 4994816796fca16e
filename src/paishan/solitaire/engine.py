"""Mahjong solitaire's engine for the search, and `Solver`, its face.

A tile is free when nothing lies above it and its left or its right side is open. A state keeps one byte a tile, what
still lies around it (16 for each tile directly above, 4 for each to the left, 1 for each to the right), and one code a
group: which of its tiles can leave or have left (*open*), and which have left. A closure is then a stack of tiles that
leave: each lowers the bytes of its neighbours, a neighbour that becomes free opens in its group's code, and a table
over domain and code says who leaves next.

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
    from paishan.solving.memory import doubles, ints, lowest, masks, octets, release, row_codes, row_octets, row_words

ABOVE, LEFT, RIGHT = 16, 4, 1
if not cython.compiled:
    #: Marks the byte of a tile that is open or has left: it does not become free again.
    OPEN = 128
#: The most slots a layout may have.
MOST_SLOTS = 288


def directly_above(above: Sequence[Iterable[int]]) -> list[list[int]]:
    """Return for each slot those of the slots above it that do not also lie above another one of them.

    As what lies above a slot must leave before it, the rest is implied. Raises ValueError when slots lie above each
    other in a circle.
    """
    bits = [sum(1 << other for other in set(slots)) for slots in above]
    every = list(bits)
    waiting = list(range(len(bits)))
    done = 0
    order = []
    while waiting:
        ready = [slot for slot in waiting if not bits[slot] & ~done]
        if not ready:
            raise ValueError(f"slot {waiting[0]} lies above itself")
        for slot in ready:
            done |= 1 << slot
            order.append(slot)
        waiting = [slot for slot in waiting if not (done >> slot) & 1]
    out: list[list[int]] = [[] for _ in bits]
    for slot in order:
        far = 0
        near = [other for other in range(len(bits)) if (bits[slot] >> other) & 1]
        for other in near:
            far |= every[other]
        every[slot] |= far
        out[slot] = [other for other in near if not (far >> other) & 1]
    return out


class SolitaireEngine(Engine):
    """The closures of one layout and deal."""

    def __init__(
        self,
        above: Sequence[Iterable[int]],
        left: Sequence[Sequence[int]],
        right: Sequence[Sequence[int]],
        sizes: Sequence[int],
    ) -> None:
        slots = len(above)
        super().__init__(slots, sizes)
        tiles = self.pairings.tiles
        self.lift = octets(self.groups)
        for g in range(self.groups):
            self.lift[g] = 4 if self.pairings.width[g] <= 3 else 8
        self.touched = octets(tiles)
        direct = directly_above(above)
        around: list[list[tuple[int, int]]] = [[] for _ in range(slots)]
        self.slot_status = octets(slots)
        self.slot_weight = doubles(slots)
        for slot in range(slots):
            status = ABOVE * len(direct[slot]) + LEFT * len(left[slot]) + RIGHT * len(right[slot])
            if status >= OPEN:
                raise ValueError(f"slot {slot} has {len(direct[slot])} tiles directly above; 7 is the most")
            self.slot_status[slot] = status
            for others, weight in ((direct[slot], ABOVE), (left[slot], LEFT), (right[slot], RIGHT)):
                for other in others:
                    around[other].append((slot, weight))
        self.edges = sum(len(edges) for edges in around)
        self.slot_edge = ints(2 * self.edges)
        self.slot_edges = ints(slots + 1)
        at = 0
        for slot in range(slots):
            self.slot_edges[slot] = at
            for other, weight in around[slot]:
                self.slot_edge[2 * at] = other
                self.slot_edge[2 * at + 1] = weight
                at += 1
            self.slot_edges[slot + 1] = at
            self.slot_weight[slot] = worth(slot, around)
        self.edge = masks(self.edges + tiles)
        self.edge_at = ints(tiles)
        self.status = octets(tiles)
        self.weight = doubles(tiles)
        self.stack = ints(tiles)
        self.worth = doubles(8)
        self.claim(tiles // 2 + 8, tiles, 0)
        self.tables()

    def __dealloc__(self) -> None:
        release(self.lift)
        release(self.touched)
        release(self.free)
        release(self.hopeful)
        release(self.certain)
        release(self.exits)
        release(self.slot_edge)
        release(self.slot_edges)
        release(self.slot_status)
        release(self.slot_weight)
        release(self.edge)
        release(self.edge_at)
        release(self.status)
        release(self.weight)
        release(self.stack)
        release(self.worth)

    def tables(self) -> None:
        """Fill the tables of groups of up to four: who leaves by domain and code, and the ways out by code."""
        self.free = octets(256)
        self.hopeful = octets(2048)
        self.certain = octets(2048)
        self.exits = octets(256)
        for status in range(ABOVE):
            self.free[status] = status < LEFT or status % LEFT == 0
        for open_tiles in range(16):
            for domain in range(8):
                some = every = 0
                for i in range(4):
                    mates = [i ^ (p + 1) for p in range(3) if (domain >> p) & 1]
                    able = [(open_tiles >> mate) & 1 for mate in mates]
                    if (open_tiles >> i) & 1 and any(able):
                        some |= 1 << i
                        if all(able):
                            every |= 1 << i
                for left in range(16):
                    self.hopeful[domain << 8 | open_tiles << 4 | left] = some & ~left
                    self.certain[domain << 8 | open_tiles << 4 | left] = every & ~left
            for left in range(16):
                ways = 0
                for p in range(3):
                    for i in range(4):
                        if (open_tiles >> i) & (open_tiles >> (i ^ (p + 1))) & 1 and not (left >> i) & 1:
                            ways |= 1 << p
                self.exits[open_tiles << 4 | left] = ways

    def link(self) -> None:
        """Write the neighbours of each tile from those of its slot."""
        at = 0
        for t in range(self.pairings.tiles):
            self.status[t] = self.slot_status[self.slot_of[t]]
        for t in range(self.pairings.tiles):
            slot = self.slot_of[t]
            self.weight[t] = self.slot_weight[slot]
            self.edge_at[t] = at
            for k in range(self.slot_edges[slot], self.slot_edges[slot + 1]):
                n = self.tile_of[self.slot_edge[2 * k]]
                if n >= 0:
                    g = self.group[n]
                    bit = self.lift[g] + self.index[n]
                    self.edge[at] = n | g << 10 | bit << 18 | self.slot_edge[2 * k + 1] << 22
                    at += 1
            self.edge[at] = 0
            at += 1
        for slot in range(self.slots):
            if self.tile_of[slot] < 0:
                for k in range(self.slot_edges[slot], self.slot_edges[slot + 1]):
                    n = self.tile_of[self.slot_edge[2 * k]]
                    if n >= 0:
                        self.status[n] -= self.slot_edge[2 * k + 1]

    def misplaced(self) -> int:
        """Return a tile that has left state 0 although it is not free, or -1."""
        cells = row_octets(self.cells, 0, self.cell_stride)
        for t in range(self.pairings.tiles):
            if self.taken[t] and not self.free[cells[t] - OPEN]:
                return t
        return -1

    def open_pairs(self, row: int) -> list[tuple[int, int, int, int, int]]:
        """Return the pairs of open tiles, in order."""
        self.root(row)
        code_of = row_codes(self.code_of, row, self.code_stride)
        out = []
        for g in range(self.groups):
            free = (code_of[g] >> self.lift[g]) & ~code_of[g]
            if free & (free - 1):
                at = self.pairings.first_tile[g]
                for j in range(self.pairings.size[g]):
                    if (free >> j) & 1:
                        for i in range(j):
                            if (free >> i) & 1:
                                out.append((self.slot_of[at + i], self.slot_of[at + j], g, i, j))
        out.sort()
        return out

    def root(self, row: int) -> None:
        """Write the position into `row`: what lies around each tile, and which tiles are open."""
        cells = row_octets(self.cells, row, self.cell_stride)
        code_of = row_codes(self.code_of, row, self.code_stride)
        self.top = 0
        for g in range(self.groups):
            code_of[g] = 0
        gone = 0
        for t in range(self.pairings.tiles):
            cells[t] = self.status[t]
        for t in range(self.pairings.tiles):
            if self.taken[t]:
                gone += 1
                k = self.edge_at[t]
                e = self.edge[k]
                while e:
                    cells[e & 1023] -= e >> 22
                    k += 1
                    e = self.edge[k]
        self.gone[row * self.gone_stride] = gone
        for t in range(self.pairings.tiles):
            g = self.group[t]
            size = self.lift[g]
            if self.taken[t]:
                cells[t] |= OPEN
                code_of[g] |= (1 << size | 1) << self.index[t]
            elif self.free[cells[t]]:
                cells[t] |= OPEN
                code_of[g] |= 1 << (size + self.index[t])
        for g in range(self.pairings.groups):
            self.show(row, g)

    def leaving(self, mode: int, g: int, domain: int, open_tiles: int, left: int) -> int:
        """Return the tiles of a group of six or eight that leave, as a mask."""
        some = domain & self.pairings.inside[open_tiles]
        every = domain & ~self.pairings.inside[open_tiles]
        out = 0
        open_tiles &= ~left
        while open_tiles:
            i = lowest(open_tiles)
            open_tiles &= open_tiles - 1
            clash = self.pairings.touching[i]
            if some & clash and (mode == OPTIMISTIC or not every & clash):
                out |= 1 << i
        return out

    def ways_of(self, g: int, q: int) -> int:
        """Return the literals of group `g` that are ways out where its code is `q`."""
        if self.lift[g] == 4:
            return self.exits[q]
        return self.pairings.inside[q >> 8] & ~self.pairings.inside[q & 255] & self.pairings.full[g]

    def show(self, row: int, g: int) -> None:
        """Write the ways out of `row` that lie in group `g`."""
        ways = row_words(self.ways_out, row, self.ways_stride)
        bits = self.ways_of(g, row_codes(self.code_of, row, self.code_stride)[g])
        k = self.word[g]
        ways[k] = (ways[k] & ~self.span[g]) | bits << self.shift[g]

    def ways(self, row: int) -> None:
        """Write the ways out of `row` in the groups that its optimistic closure touched."""
        k = self.touches
        while k:
            k -= 1
            self.show(row, self.touched[k])

    def kick(self, row: int, mode: int, domain: list[int], g: int) -> int:
        """Let tiles of group `g` leave because of its domain."""
        code_of = row_codes(self.code_of, row, self.code_stride)
        q = code_of[g]
        if self.lift[g] == 4:
            if mode == OPTIMISTIC:
                out = self.hopeful[domain[g] << 8 | q]
            else:
                out = self.certain[domain[g] << 8 | q]
        else:
            out = self.leaving(mode, g, domain[g], q >> 8, q & 255)
        if out:
            code_of[g] = q | out
            left = out
            n = self.pairings.first_tile[g]
            while left:
                self.stack[self.top] = n + lowest(left)
                self.top += 1
                left &= left - 1
            self.show(row, g)
        return out

    def run(self, row: int, mode: int, domain: list[int]) -> bool:
        """Let tiles leave until nothing moves."""
        code_of = row_codes(self.code_of, row, self.code_stride)
        cells = row_octets(self.cells, row, self.cell_stride)
        table = self.hopeful if mode == OPTIMISTIC else self.certain
        free = self.free
        edge = self.edge
        edge_at = self.edge_at
        stack = self.stack
        need = self.need
        touched = self.touched
        first_tile = self.pairings.first_tile
        touches = 0
        top = self.top
        gone = self.gone[row * self.gone_stride]
        while top:
            top -= 1
            gone += 1
            k = edge_at[stack[top]]
            e = edge[k]
            while e:
                n = e & 1023
                s = cells[n] - (e >> 22)
                cells[n] = s
                if free[s]:
                    cells[n] = s | OPEN
                    g = (e >> 10) & 255
                    bit = 1 << ((e >> 18) & 15)
                    q = code_of[g] | bit
                    if bit < 256:
                        out = table[domain[g] << 8 | q]
                    else:
                        out = self.leaving(mode, g, domain[g], q >> 8, q & 255)
                    if out:
                        q |= out
                        n = first_tile[g]
                        while out:
                            stack[top] = n + lowest(out)
                            top += 1
                            out &= out - 1
                        if mode == OPTIMISTIC and need[g] and q & need[g] == need[g]:
                            gone = self.tiles
                            top = 0
                            break
                    code_of[g] = q
                    touched[touches] = g
                    touches += 1
                k += 1
                e = edge[k]
        self.top = 0
        self.touches = touches
        self.gone[row * self.gone_stride] = gone
        if mode != OPTIMISTIC:
            self.ways(row)
        return gone == self.tiles

    def removed(self, row: int, g: int) -> int:
        """Return the tiles of group `g` that have left."""
        q = row_codes(self.code_of, row, self.code_stride)[g]
        return q & 15 if self.lift[g] == 4 else q & 255

    def opened(self, row: int, t: int) -> float:
        """Return what taking tile `t` is worth: its own weight, and what it frees or loosens."""
        cells = row_octets(self.cells, row, self.cell_stride)
        value = self.weight[t]
        k = self.edge_at[t]
        e = self.edge[k]
        while e:
            s = cells[e & 1023]
            if s < OPEN:
                value += 4.0 if self.free[s - (e >> 22)] else 1.0
            k += 1
            e = self.edge[k]
        return value

    def rate(self, row: int, domain: list[int]) -> None:
        """Rate each way out by the worth of the tiles it takes."""
        ways = row_words(self.ways_out, row, self.ways_stride)
        for k in range(self.words):
            x = ways[k]
            while x:
                g = self.pairings.group_of[(k << 6) + lowest(x)]
                x &= ~self.span[g]
                self.rate_group(row, g, domain[g])

    def rate_group(self, row: int, g: int, domain: int) -> None:
        """Rate the ways out in group `g` that its domain allows."""
        q = row_codes(self.code_of, row, self.code_stride)[g]
        domain &= self.ways_of(g, q)
        if not domain:
            return
        narrow = self.lift[g] == 4
        open_tiles = q >> 4 if narrow else q >> 8
        free = open_tiles & ~q
        n = self.pairings.first_tile[g]
        for i in range(self.pairings.size[g]):
            self.worth[i] = 0.0
        some = free
        while some:
            i = lowest(some)
            some &= some - 1
            self.worth[i] = self.opened(row, n + i)
        n = self.pairings.first[g]
        while domain:
            p = lowest(domain)
            domain &= domain - 1
            if narrow:
                value = 0.0
                some = free
                while some:
                    i = lowest(some)
                    some &= some - 1
                    if (open_tiles >> (i ^ (p + 1))) & 1:
                        value += self.worth[i]
            else:
                value = self.worth[self.pairings.low[p]] + self.worth[self.pairings.high[p]]
            self.score[n + p] = value

    def play(self, row: int, mates: list[int]) -> int:
        """Play the position with these mates as far as it goes."""
        self.root(row)
        cells = row_octets(self.cells, row, self.cell_stride)
        code_of = row_codes(self.code_of, row, self.code_stride)
        line = self.line
        count = 0
        for t in range(self.pairings.tiles):
            if not self.taken[t] and mates[t] > t and self.is_open(code_of, t) and self.is_open(code_of, mates[t]):
                line[count] = t
                line[count + 1] = mates[t]
                count += 2
        head = 0
        while head < count:
            k = self.edge_at[line[head]]
            head += 1
            e = self.edge[k]
            while e:
                n = e & 1023
                cells[n] -= e >> 22
                if self.free[cells[n]]:
                    cells[n] |= OPEN
                    g = self.group[n]
                    size = self.lift[g]
                    code_of[g] |= 1 << (size + self.index[n])
                    if self.is_open(code_of, mates[n]):
                        line[count] = n
                        line[count + 1] = mates[n]
                        count += 2
                k += 1
                e = self.edge[k]
        return count

    def is_open(self, code_of: list[int], t: int) -> bool:
        """Return whether tile `t` is open in a state with these codes."""
        g = self.group[t]
        size = self.lift[g]
        open_tiles = code_of[g] >> size
        return (open_tiles >> self.index[t]) & 1 != 0


def worth(slot: int, around: Sequence[Sequence[tuple[int, int]]]) -> float:
    """Return what taking a slot's tile is worth in itself: each tile under it 1, each in its run of a row a half."""
    under = reach(slot, around, (ABOVE,))
    row = reach(slot, around, (LEFT, RIGHT))
    return len(under) - 1 + len(row) * 0.5


def reach(slot: int, around: Sequence[Sequence[tuple[int, int]]], weights: tuple[int, ...]) -> set[int]:
    """Return the slots that lead from `slot` over neighbours of the given kinds, itself among them."""
    seen = {slot}
    waiting = [slot]
    while waiting:
        for other, weight in around[waiting.pop()]:
            if weight in weights and other not in seen:
                seen.add(other)
                waiting.append(other)
    return seen


class Solver(PairingSolver):
    """Solves the positions of one deal of Mahjong solitaire.

    For each slot of the layout, `above` gives the slots above it (all on any higher layer that share a half-tile cell
    with it), `left` and `right` its neighbours (0 to 2 each), and `groups` the number of its group. Each group has 2,
    4, 6 or 8 tiles; groups may differ. The slots `absent` have no tile in this deal, whatever `groups` says: for a
    table that was shuffled when some tiles had gone. With `certify`, dead verdicts carry a certificate.

    Raises ValueError for groups of other sizes, a position that cannot be, or lists of different lengths.
    """

    def __init__(
        self,
        above: Sequence[Iterable[int]],
        left: Sequence[Sequence[int]],
        right: Sequence[Sequence[int]],
        groups: Sequence[int],
        *,
        absent: Iterable[int] = (),
        certify: bool = False,
    ) -> None:
        slots = len(above)
        if not len(left) == len(right) == len(groups) == slots:
            raise ValueError(f"{slots} slots, but {len(left)} left, {len(right)} right and {len(groups)} groups")
        if not 0 < slots <= MOST_SLOTS:
            raise ValueError(f"{slots} slots; a layout has 1 to {MOST_SLOTS}")
        for name, neighbours in (("above", above), ("left", left), ("right", right)):
            for slot, others in enumerate(neighbours):
                if not all(0 <= other < slots for other in others):
                    raise ValueError(f"{name}[{slot}] names a slot that is not there")
        super().__init__(lambda sizes: SolitaireEngine(above, left, right, sizes), groups, absent, certify)
