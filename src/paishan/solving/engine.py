"""What a game tells the search: the position, the ways out of it, and its closures.

**Theorem.** Take a game in which pairs of one group leave the table, and in which taking more tiles away never takes an
allowed pair away. Let R be any set of tiles other than all. The tiles outside R must leave too, and the first pair of
a solution that does not lie inside R leaves when nothing outside R has gone yet. So it is a pair that may leave when R
(and nothing else) is away: a *way out* of R. Hence every solution contains at least one of the ways out of R, and this
holds for the deal, not only for one position: it is a *cut*, a clause of positive literals over the pairings. A board
can be cleared exactly when the cuts of all R together with "every tile has one mate" can be satisfied.

A *state* is a set of tiles that have left, together with what the game keeps of it; the search numbers its states as
rows. Two *closures* grow a state until nothing moves, given a domain (the literals still possible) for each group:

- `PESSIMISTIC`: a tile leaves when *every* mate still possible for it has left or can leave now. What it reaches is
  reached whatever the remaining choices are, so a state it completes is a solution.
- `OPTIMISTIC`: a tile leaves when *some* mate still possible for it has left or can leave now. What it does not reach
  is out of reach with these domains, so the set R it stops at is one whose every way out is excluded: a conflict.

Literals outside their domains make no difference to a pessimistic closure, so an engine may let their ways out be until
the search asks it to `recall` them for a conflict.

`Engine` is the contract, and keeps which tile lies on which slot; `paishan.solitaire.engine` and
`paishan.connect.engine` are the games. A state's `ways_out` words hold the literals that
are ways out of it. They are kept up to date by pessimistic closures; after an optimistic one the search calls `ways`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

try:
    import cython
except ImportError:
    from paishan.solving import _cython as cython

from paishan.solving.pairings import Pairings

if not cython.compiled:
    from paishan.solving.memory import codes, doubles, ints, masks, octets, release, words

    PESSIMISTIC = 0
    OPTIMISTIC = 1

    def lay_out(engine: Engine, rows: int, cells: int, strips: int) -> None:
        """Give an engine its states: a list of rows for each part."""
        engine.score = doubles(engine.pairings.literals)
        engine.gone_stride = engine.ways_stride = engine.code_stride = engine.cell_stride = engine.strip_stride = 1
        engine.gone = ints(rows)
        engine.ways_out = [words(engine.pairings.words) for _ in range(rows)]
        engine.code_of = [codes(engine.pairings.groups) for _ in range(rows)]
        engine.cells = [octets(cells) for _ in range(rows)]
        engine.strips = [masks(strips) for _ in range(rows)]

    def release_rows(engine: Engine) -> None:
        """Take the states back: nothing to do here."""

    def copy_row(engine: Engine, source: int, target: int) -> None:
        """Copy a state, part by part."""
        engine.gone[target] = engine.gone[source]
        engine.ways_out[target] = engine.ways_out[source][:]
        engine.code_of[target] = engine.code_of[source][:]
        engine.cells[target] = engine.cells[source][:]
        engine.strips[target] = engine.strips[source][:]


class Engine:
    """A game in the form the search needs: tiles numbered group by group, states numbered as rows.

    A *slot* is a place of the game, a *tile* what lies there in a deal; each deal may fill the slots otherwise.

    Fields that the search reads:

    - `gone[row * gone_stride]`: how many tiles have left in a state; complete when it is `pairings.tiles`;
    - `ways_out`: a row of words for each state, the literals that are ways out of it;
    - `need[g]`: set by the search; an optimistic `run` may stop and call the state complete once all tiles of this
      mask have left group `g` (0: never);
    - `taken[t]`: set by the search's user; tile `t` has left in the position asked about;
    - `score[literal]`: what `rate` wrote;
    - `line[0 … gone)`: the tiles in the order in which `play` took them, pair by pair;
    - `patience`: how many needed literals a conflict collects before its minimising stops;
    - `asking`: whether single pairs are being asked about;
    - `firm`: set by the search; in rows up to this one no rule may settle how a group is paired for the sake of
      brevity, as what is asked about, or what the position takes for granted, is not yet in the domains.
    """

    if not cython.compiled:
        gone: list[int]
        ways_out: list[list[int]]
        code_of: list[list[int]]
        cells: list[list[int]]
        strips: list[list[int]]
        score: list[float]
        gone_stride: int
        ways_stride: int
        code_stride: int
        cell_stride: int
        strip_stride: int

    def __init__(self, slots: int, sizes: Sequence[int]) -> None:
        self.pairings = Pairings(sizes)
        self.patience = 5
        self.asking = False
        self.firm = -1
        self.slots = slots
        self.tiles = self.pairings.tiles
        self.groups = self.pairings.groups
        self.words = self.pairings.words
        self.wide = self.pairings.wide
        self.word = self.pairings.word
        self.shift = self.pairings.shift
        self.span = self.pairings.span
        self.filled = octets(self.groups)
        self.tile_of = ints(slots)
        self.group_at = ints(slots)
        self.slot_of = ints(self.tiles)
        self.group = octets(self.tiles)
        self.index = octets(self.tiles)

    def __dealloc__(self) -> None:
        release_rows(self)
        release(self.filled)
        release(self.tile_of)
        release(self.group_at)
        release(self.slot_of)
        release(self.group)
        release(self.index)
        release(self.need)
        release(self.taken)
        release(self.score)
        release(self.line)

    def claim(self, rows: int, cells: int, strips: int) -> None:
        """Take the memory of `rows` states with a code for each group, `cells` bytes and `strips` masks."""
        pairings = self.pairings
        self.rows = rows
        self.need = masks(pairings.groups)
        self.taken = octets(pairings.tiles)
        self.line = ints(pairings.tiles)
        lay_out(self, rows, cells, strips)

    def deal(self, group_of: Sequence[int]) -> None:
        """Lay a deal: the group of each slot, -1 for a slot that is empty; sizes as before."""
        for slot in range(self.slots):
            self.group_at[slot] = group_of[slot]
        self.lay()

    def suits(self, groups: list[int]) -> bool:
        """Lay a full deal with groups numbered without gaps and of the sizes as before; return whether it is one."""
        for g in range(self.groups):
            self.filled[g] = 0
        for slot in range(self.slots):
            g = groups[slot]
            if g < 0 or g >= self.groups:
                return False
            self.group_at[slot] = g
            self.filled[g] += 1
        for g in range(self.groups):
            if self.filled[g] != self.pairings.size[g]:
                return False
        self.lay()
        return True

    def lay(self) -> None:
        """Number the tiles of the deal in `group_at`, group by group, and link them."""
        for g in range(self.groups):
            self.filled[g] = 0
        for slot in range(self.slots):
            g = self.group_at[slot]
            if g < 0:
                self.tile_of[slot] = -1
                continue
            t = self.pairings.first_tile[g] + self.filled[g]
            self.tile_of[slot] = t
            self.slot_of[t] = slot
            self.group[t] = g
            self.index[t] = self.filled[g]
            self.filled[g] += 1
        self.link()

    def link(self) -> None:
        """Write what the closures need to know of the deal that was laid."""

    def place(self, gone: Iterable[int]) -> None:
        """Say which slots are empty in the position asked about; ValueError when play cannot have led there."""
        for t in range(self.tiles):
            self.taken[t] = 0
        any_gone = False
        for slot in gone:
            any_gone = True
            if not 0 <= slot < self.slots:
                raise ValueError(f"slot {slot} is not one of the {self.slots} slots of the layout")
            if self.tile_of[slot] >= 0:
                self.taken[self.tile_of[slot]] = 1
        if not any_gone:
            return
        self.root(0)
        t = self.misplaced()
        if t >= 0:
            raise ValueError(f"slot {self.slot_of[t]} cannot be empty: its tile would still be blocked")
        g = self.uneven()
        if g >= 0:
            at = self.pairings.first_tile[g]
            left = [self.slot_of[t] for t in range(at, at + self.pairings.size[g]) if self.taken[t]]
            raise ValueError(f"an odd number of tiles of one group has gone, from slots {left}")

    def uneven(self) -> int:
        """Return a group of which an odd number of tiles have left state 0, or -1."""
        for g in range(self.groups):
            left = self.removed(0, g)
            odd = 0
            while left:
                left &= left - 1
                odd ^= 1
            if odd:
                return g
        return -1

    def misplaced(self) -> int:
        """Return a tile that has left state 0 although it plainly cannot have, or -1."""
        return -1

    def open_pairs(self, row: int) -> list[tuple[int, int, int, int, int]]:
        """Return the pairs that can be taken in the position: both slots, the group, both places in it; in order.

        `row` is room to work in.
        """
        return []

    def slots_of(self, tiles: Iterable[int]) -> list[int]:
        """Return the slots of tiles."""
        return [self.slot_of[t] for t in tiles]

    def pairs_of(self, count: int) -> tuple[tuple[int, int], ...]:
        """Return the slots of the first `count` tiles of `line`, pair by pair."""
        out = []
        for k in range(0, count, 2):
            a = self.slot_of[self.line[k]]
            b = self.slot_of[self.line[k + 1]]
            out.append((a, b) if a < b else (b, a))
        return tuple(out)

    def copy(self, source: int, target: int) -> None:
        """Make the state `target` equal to `source`."""
        copy_row(self, source, target)

    def root(self, row: int) -> None:
        """Write into `row` the position in which the tiles of `taken` have left."""

    def kick(self, row: int, mode: int, domain: list[int], g: int) -> int:
        """Let the tiles of group `g` leave that may because of its domain; return them as a mask.

        They wait for `run` to say what their leaving opens.
        """
        return 0

    def run(self, row: int, mode: int, domain: list[int]) -> bool:
        """Close the state after the kicks; return whether every tile has left."""
        return True

    def ways(self, row: int) -> None:
        """Write the ways out of `row`."""

    def recall(self, row: int, domain: list[int]) -> None:
        """Write those ways out of `row` that are outside the domains, if pessimistic closures pass them over."""

    def rate(self, row: int, domain: list[int]) -> None:
        """Write into `score`, for each way out inside its domain, how much taking it opens."""

    def removed(self, row: int, g: int) -> int:
        """Return the tiles of group `g` that have left, as a mask."""
        return 0

    def allowed(self, row: int, g: int, domain: int) -> int:
        """Return those literals of the domain of group `g` with which the complete state `row` is a solution."""
        return domain

    def play(self, row: int, mates: list[int]) -> int:
        """Play the position asked about with these mates (tile by tile) as far as it goes; return how many tiles left.

        `row` is room to work in; `line` gets the tiles.
        """
        return 0
