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

    def lay_out(engine: Engine, rows: int, cells: int) -> None:
        """Give an engine its states: a list of rows for each part."""
        engine.score = doubles(engine.pairings.literals)
        engine.gone_stride = engine.ways_stride = engine.code_stride = engine.cell_stride = 1
        engine.gone = ints(rows)
        engine.ways_out = [words(engine.pairings.words) for _ in range(rows)]
        engine.code_of = [codes(engine.pairings.groups) for _ in range(rows)]
        engine.cells = [octets(cells) for _ in range(rows)]

    def release_rows(engine: Engine) -> None:
        """Take the states back: nothing to do here."""

    def copy_row(engine: Engine, source: int, target: int) -> None:
        """Copy a state, part by part."""
        engine.gone[target] = engine.gone[source]
        engine.ways_out[target] = engine.ways_out[source][:]
        engine.code_of[target] = engine.code_of[source][:]
        engine.cells[target] = engine.cells[source][:]


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

    if not cython.compiled:
        gone: list[int]
        ways_out: list[list[int]]
        code_of: list[list[int]]
        cells: list[list[int]]
        score: list[float]
        gone_stride: int
        ways_stride: int
        code_stride: int
        cell_stride: int

    def __init__(self, sizes: Sequence[int]) -> None:
        self.pairings = Pairings(sizes)
        self.patience = 5
        self.asking = False

    def __dealloc__(self) -> None:
        release_rows(self)
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
        lay_out(self, rows, cells)

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
