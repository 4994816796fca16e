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

`Engine` is the contract; `paishan.solitaire.engine` is the example. A state's `ways_out` words hold the literals that
are ways out of it. They are kept up to date by pessimistic closures; after an optimistic one the search calls `ways`.
"""

from __future__ import annotations

from collections.abc import Sequence

try:
    import cython
except ImportError:
    from paishan.solving import _cython as cython

from paishan.solving.pairings import Pairings

if not cython.compiled:
    from paishan.solving.memory import codes, doubles, ints, masks, octets, release, words

    PESSIMISTIC = 0
    OPTIMISTIC = 1


class Engine:
    """A game in the form the search needs: tiles numbered group by group, states numbered as rows.

    Fields that the search reads:

    - `gone[row * gone_stride]`: how many tiles have left in a state; complete when it is `pairings.tiles`;
    - `ways_out`: a row of words for each state, the literals that are ways out of it;
    - `need[g]`: set by the search; an optimistic `run` may stop and call the state complete once all tiles of this
      mask have left group `g` (0: never);
    - `taken[t]`: set by the search's user; tile `t` has left in the position asked about;
    - `score[literal]`: what `rate` wrote;
    - `line[0 … gone)`: the tiles in the order in which `play` took them, pair by pair;
    - `patience`: how many needed literals a conflict collects before its minimising stops;
    - `asking`: whether single pairs are being asked about, when no rule may settle a group for the sake of brevity.
    """

    def __init__(self, sizes: Sequence[int]) -> None:
        self.pairings = Pairings(sizes)
        self.patience = 5
        self.asking = False

    def __dealloc__(self) -> None:
        release(self.block)
        release(self.need)
        release(self.taken)
        release(self.score)
        release(self.line)

    def claim(self, rows: int, cells: int) -> None:
        """Take the memory of `rows` states with a code for each group and `cells` bytes of the engine's own."""
        pairings = self.pairings
        self.rows = rows
        self.need = masks(pairings.groups)
        self.taken = octets(pairings.tiles)
        self.line = ints(pairings.tiles)
        if cython.compiled:
            self.score = cython.cast("double *", zeroed(pairings.literals, 8))
            at_code = pairings.words * 8 + 8
            at_cell = at_code + 2 * pairings.groups
            size = (at_cell + cells + 7) // 8 * 8
            self.row_size = size
            self.block = octets(rows * size)
            self.ways_out = cython.cast("word *", self.block)
            self.gone = cython.cast("int *", self.block + pairings.words * 8)
            self.code_of = cython.cast("code *", self.block + at_code)
            self.cells = self.block + at_cell
            self.ways_stride = size // 8
            self.gone_stride = size // 4
            self.code_stride = size // 2
            self.cell_stride = size
        else:
            self.score = doubles(pairings.literals)
            self.gone_stride = 1
            self.ways_stride = self.code_stride = self.cell_stride = 1
            self.gone = ints(rows)
            self.ways_out = [words(pairings.words) for _ in range(rows)]
            self.code_of = [codes(pairings.groups) for _ in range(rows)]
            self.cells = [octets(cells) for _ in range(rows)]

    def copy(self, source: int, target: int) -> None:
        """Make the state `target` equal to `source`."""
        if cython.compiled:
            memcpy(self.block + target * self.row_size, self.block + source * self.row_size, self.row_size)
        else:
            self.gone[target] = self.gone[source]
            self.ways_out[target] = self.ways_out[source][:]
            self.code_of[target] = self.code_of[source][:]
            self.cells[target] = self.cells[source][:]

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

    def rate(self, row: int, domain: list[int]) -> None:
        """Write into `score`, for each way out inside its domain, how much taking it opens."""

    def removed(self, row: int, g: int) -> int:
        """Return the tiles of group `g` that have left, as a mask."""
        return 0

    def play(self, row: int, mates: list[int]) -> int:
        """Play the position asked about with these mates (tile by tile) as far as it goes; return how many tiles left.

        `row` is room to work in; `line` gets the tiles.
        """
        return 0
