"""The search: decide on pairings, close, explain what fails, learn, go back.

It knows no game. `Engine` gives it the closures, `Cuts` the domains and what was learned, `Conflict` the reason of a
failure. It counts conflicts and nothing else: the same questions in the same order have the same answers, the same
witnesses and the same counts on every machine, compiled or not.

Levels: 0 holds what is so in every position of the deal. When some tiles have left the position asked about, level 1
takes for granted how that limits the pairings of their groups. A question about one literal is the next level. All
deeper levels are decisions. As literals excluded at level 1 stay in the clauses, each clause holds in all positions
that can be reached by play from the deal, and learning is never lost.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from paishan.solving import _cython as cython

from paishan.solving.conflict import Conflict
from paishan.solving.cuts import Cuts
from paishan.solving.engine import Engine

if not cython.compiled:
    from paishan.solving.cuts import CHOSEN
    from paishan.solving.engine import OPTIMISTIC, PESSIMISTIC
    from paishan.solving.memory import ints, lowest, masks, octets, release, row_words, scramble

    NO = 0
    YES = 1
    OPEN = 2

COMPILED: bool = cython.compiled

#: A literal this active (in units of the newest conflict) is decided on without looking at the table.
TRUSTED = 0.1
#: Bonus of the literal its group was last decided on.
LIKED = 0.3
#: Weight of what a literal opens.
RATED = 0.03
#: Conflicts between restarts.
RESTART = 50
#: Conflicts after which each way back is tested optimistically before going on.
DOUBT = 100


class Search:
    """Answers questions about one deal, keeping all it learns."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.pairings = engine.pairings
        self.cuts = Cuts(engine.pairings)
        self.relaxed = engine.rows - 1
        self.spare_row = engine.rows - 2
        self.conflict = Conflict(engine, self.cuts, engine.rows - 3, engine.rows - 4)
        self.liked = octets(self.pairings.literals)
        self.assumed = masks(self.pairings.groups)
        self.early = masks(self.pairings.groups)
        self.away = masks(self.pairings.groups)
        self.mates_in = octets(8)
        self.mates = ints(self.pairings.tiles)
        self.restart()

    def __dealloc__(self) -> None:
        release(self.liked)
        release(self.assumed)
        release(self.early)
        release(self.away)
        release(self.mates_in)
        release(self.mates)

    def restart(self) -> None:
        """Forget everything: the engine has a new deal with groups of the same sizes."""
        self.cuts.restart()
        self.conflict.forget()
        self.conflicts = 0
        self.noise = 12345
        self.question = -1
        self.hopeless = False
        for k in range(self.pairings.literals):
            self.liked[k] = 0

    def prove(self, limit: int) -> int:
        """Answer whether the engine's position can be cleared: 1 yes, 0 no, 2 undecided after `limit` conflicts."""
        self.limit = limit
        self.question = -1
        with cython.nogil:
            self.answer = self.begin()
        return self.answer

    def prove_pair(self, g: int, i: int, j: int, limit: int) -> int:
        """Answer the same with tiles `i` and `j` of group `g` paired; `prove` has said yes to the position."""
        self.limit = limit
        self.question = self.literal(g, i, j)
        with cython.nogil:
            self.answer = self.ask()
        return self.answer

    def literal(self, g: int, i: int, j: int) -> int:
        """Return the literal that pairs tiles `i` and `j` of group `g`, `i` before `j`."""
        if self.pairings.width[g] <= 3:
            return self.pairings.first[g] + (i ^ j) - 1
        return self.pairings.first[g] + j * (j - 1) // 2 + i

    def possible(self, g: int, i: int, j: int) -> bool:
        """Return whether, after a yes, the solution found allows pairing tiles `i` and `j` of group `g`."""
        p = self.literal(g, i, j) - self.pairings.first[g]
        domain = self.engine.allowed(self.cuts.level, g, self.cuts.domain[g])
        return self.pairings.matches(g, domain, self.away[g], p, self.mates_in)

    def witness(self) -> int:
        """Play the solution found; return how many tiles of the engine's `line` it took, pair by pair."""
        return self.settle()

    def close(self, row: int, since: int) -> None:
        """Close a state pessimistically after the removals on the trail from `since` on."""
        while since < self.cuts.trailed:
            self.engine.kick(row, PESSIMISTIC, self.cuts.domain, self.cuts.trail_group[since])
            since += 1
        self.engine.run(row, PESSIMISTIC, self.cuts.domain)

    def position(self) -> None:
        """Work out from the tiles that have left which literals the position takes for granted are out."""
        self.floor = 0
        for g in range(self.pairings.groups):
            at = self.pairings.first_tile[g]
            size = self.pairings.size[g]
            left = 0
            for i in range(size):
                if self.engine.taken[at + i]:
                    left |= 1 << i
            stay = ((1 << size) - 1) & ~left
            self.away[g] = left
            out = 0
            if left and stay:
                if self.pairings.width[g] <= 3:
                    i = lowest(left)
                    left &= left - 1
                    out = self.pairings.full[g] & ~(1 << ((i ^ lowest(left)) - 1))
                else:
                    out = self.pairings.full[g] & ~self.pairings.inside[left] & ~self.pairings.inside[stay]
                self.floor = 1
            self.assumed[g] = out

    def assume(self) -> bool:
        """Open level 1 with what the position takes for granted; return whether that can be."""
        self.cuts.level = 1
        self.engine.copy(0, 1)
        since = self.cuts.trailed
        for g in range(self.pairings.groups):
            out = self.assumed[g] & self.cuts.domain[g]
            if out:
                if out == self.cuts.domain[g]:
                    return False
                self.cuts.remove(g, out, CHOSEN)
        if self.cuts.propagate() >= 0:
            return False
        self.close(1, since)
        return True

    def begin(self) -> int:
        """Set the position up and search."""
        self.cuts.back(0)
        if self.hopeless or self.cuts.propagate() >= 0:
            self.hopeless = True
            return NO
        self.position()
        self.engine.firm = self.floor if self.engine.asking else self.floor - 1
        self.engine.root(0)
        for g in range(self.pairings.groups):
            self.engine.kick(0, PESSIMISTIC, self.cuts.domain, g)
        self.engine.run(0, PESSIMISTIC, self.cuts.domain)
        if self.floor and not self.assume():
            return NO
        self.looked = False
        return self.search()

    def refuted(self) -> bool:
        """Look at the position optimistically, without what was decided since; return whether that proves it dead.

        It is done when the search is stuck for the first time: most positions never are.
        """
        self.looked = True
        for g in range(self.pairings.groups):
            self.early[g] = self.pairings.full[g]
        for k in range(self.cuts.trailed):
            if self.cuts.trail_level[k] <= self.floor:
                self.early[self.cuts.trail_group[k]] &= ~self.cuts.trail_mask[k]
        self.engine.copy(self.floor, self.relaxed)
        for g in range(self.pairings.groups):
            self.engine.kick(self.relaxed, OPTIMISTIC, self.early, g)
        if self.engine.run(self.relaxed, OPTIMISTIC, self.early):
            return False
        self.engine.ways(self.relaxed)
        self.engine.recall(self.relaxed, self.early)
        self.conflict.keep(self.relaxed)
        self.give_up(self.cuts.add(self.cuts.now))
        return True

    def ask(self) -> int:
        """Search again in the same position, with the question set."""
        self.cuts.back(self.floor)
        self.looked = True
        return self.search()

    def give_up(self, c: int) -> None:
        """Keep what clause `c` says of other positions of the deal; without a clause there is none that is alive."""
        self.cuts.back(0)
        if c < 0:
            self.hopeless = True
        else:
            self.cuts.settle(c)

    def decide(self, row: int) -> int:
        """Choose a way out of the state that is still possible; -1 when there is none."""
        ways = row_words(self.engine.ways_out, row, self.engine.ways_stride)
        best = -1
        most = -1.0
        step = self.cuts.step
        for k in range(self.cuts.words):
            x = ways[k] & self.cuts.alive[k]
            while x:
                literal = (k << 6) + lowest(x)
                x &= x - 1
                value = self.cuts.activity[literal]
                if self.liked[literal]:
                    value += LIKED * step
                if value > most:
                    most = value
                    best = literal
        if best < 0 or most >= TRUSTED * step:
            return best
        self.engine.rate(row, self.cuts.domain)
        self.noise = scramble(self.noise)
        noise = self.noise >> 8
        most = -1e300
        for k in range(self.cuts.words):
            x = ways[k] & self.cuts.alive[k]
            while x:
                literal = (k << 6) + lowest(x)
                x &= x - 1
                value = ((noise ^ self.pairings.tie[literal]) >> 8) & 255
                value = self.cuts.activity[literal] + RATED * step * (self.engine.score[literal] + value * 0.00390625)
                if self.liked[literal]:
                    value += LIKED * step
                if value > most:
                    most = value
                    best = literal
        return best

    def unsettled(self) -> int:
        """In a complete state, return a literal of a group whose domain leaves no way to pair it off, or -1."""
        for g in range(self.pairings.groups):
            if self.pairings.width[g] <= 3:
                continue
            d = self.engine.allowed(self.cuts.level, g, self.cuts.domain[g])
            if self.pairings.matches(g, d, self.away[g], -1, self.mates_in):
                continue
            while d:
                literal = self.pairings.first[g] + lowest(d)
                d &= d - 1
                if self.cuts.domain[g] & self.pairings.excludes[literal]:
                    return literal
        return -1

    def prefer(self, literal: int) -> None:
        """Remember the choice of `literal` over those it excludes."""
        base = self.pairings.first[self.pairings.group_of[literal]]
        clash = self.pairings.excludes[literal]
        while clash:
            self.liked[base + lowest(clash)] = 0
            clash &= clash - 1
        self.liked[literal] = 1

    def search(self) -> int:
        """Search from the level of the position on; the state of each level is the row of that number."""
        start = self.conflicts
        restarted = start
        while True:
            if self.cuts.level < self.floor and not self.assume():
                return NO
            row = self.cuts.level
            literal = -1
            if self.question >= 0 and row == self.floor:
                g = self.pairings.group_of[self.question]
                bit = 1
                bit <<= self.question - self.pairings.first[g]
                if not self.cuts.domain[g] & bit:
                    return NO
                if self.cuts.domain[g] & self.pairings.excludes[self.question]:
                    literal = self.question
            if literal < 0:
                if self.engine.gone[row * self.engine.gone_stride] == self.pairings.tiles:
                    if self.pairings.wide:
                        literal = self.unsettled()
                    if literal < 0:
                        return YES
                else:
                    literal = self.decide(row)
            failed = literal < 0
            stuck = failed
            if failed:
                if not self.looked and self.refuted():
                    return NO
                self.conflict.explain(row, self.floor, self.conflicts - start)
            else:
                g = self.pairings.group_of[literal]
                self.prefer(literal)
                self.cuts.level = row + 1
                self.engine.copy(row, row + 1)
                since = self.cuts.trailed
                self.cuts.remove(g, self.cuts.domain[g] & self.pairings.excludes[literal], CHOSEN)
                c = self.cuts.propagate()
                if c >= 0:
                    failed = True
                    for k in range(self.cuts.words):
                        self.cuts.now[k] = self.cuts.clause[c * self.cuts.words + k]
                else:
                    self.close(row + 1, since)
            while failed:
                self.conflicts += 1
                if self.conflicts - start > self.limit:
                    return OPEN
                failed = False
                at = -1
                if stuck:
                    at = self.cuts.add(self.cuts.now)
                    stuck = False
                back = self.cuts.learn(self.floor)
                if back < 0:
                    self.cuts.back(0)
                    if back == -1:
                        self.hopeless = True
                    elif at >= 0:
                        self.cuts.settle(at)
                    return NO
                self.cuts.fade()
                c = at
                if at >= 0:
                    for k in range(self.cuts.words):
                        if self.cuts.now[k] != self.cuts.clause[at * self.cuts.words + k]:
                            c = -1
                if c < 0:
                    c = self.cuts.add(self.cuts.now)
                if back > self.floor and self.conflicts - restarted > RESTART:
                    restarted = self.conflicts
                    back = self.floor
                self.cuts.back(back)
                since = self.cuts.trailed
                c = self.cuts.settle(c)
                if c < 0:
                    c = self.cuts.propagate()
                if c >= 0:
                    failed = True
                    for k in range(self.cuts.words):
                        self.cuts.now[k] = self.cuts.clause[c * self.cuts.words + k]
                    continue
                row = self.cuts.level
                self.close(row, since)
                done = self.engine.gone[row * self.engine.gone_stride]
                if self.conflicts - start >= DOUBT and done < self.pairings.tiles:
                    self.engine.copy(row, self.relaxed)
                    for g in range(self.pairings.groups):
                        self.engine.kick(self.relaxed, OPTIMISTIC, self.cuts.domain, g)
                    if not self.engine.run(self.relaxed, OPTIMISTIC, self.cuts.domain):
                        self.engine.ways(self.relaxed)
                        self.conflict.explain(self.relaxed, self.floor, self.conflicts - start)
                        failed = True
                        stuck = True

    def settle(self) -> int:
        """Pair every tile off as the solution found says and play it; return how many tiles left."""
        for g in range(self.pairings.groups):
            d = self.engine.allowed(self.cuts.level, g, self.cuts.domain[g])
            self.pairings.matches(g, d, self.away[g], -1, self.mates_in)
            at = self.pairings.first_tile[g]
            for i in range(self.pairings.size[g]):
                if not (self.away[g] >> i) & 1:
                    self.mates[at + i] = at + self.mates_in[i]
        return self.engine.play(self.spare_row, self.mates)
