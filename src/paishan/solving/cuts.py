"""Learned cuts: the domains of the groups, the clauses over them, propagation, and learning from a conflict.

A clause is a set of literals of which every solution holds at least one. It has said something as soon as all its
literals that are still possible lie in one group: whatever those rule out is then removed from the group's domain.
Each removal is an event on a trail, with its level (how many decisions deep it was made) and its reason (the clause).

*Learning* turns a conflict, a clause whose every literal is excluded, into a clause that would have foreseen it: the
latest excluded literal is resolved with the reason of its removal, until what is left of the current level is one
event (the first unique implication point). The search then goes back to where that clause first speaks.

Each clause is watched at two literals, of different groups where it has them, and is looked at only when one of those
is excluded.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from paishan.solving import _cython as cython

from paishan.solving.pairings import Pairings

if not cython.compiled:
    from paishan.solving.memory import doubles, ints, lowest, masks, more_ints, more_words, release, words

    #: Reason of a removal that was chosen, not implied.
    CHOSEN = -1

#: How much more each conflict counts than the one before it.
GROWTH = 1.1
CEILING = 1e20


class Cuts:
    """Domains, trail and clauses of one deal."""

    def __init__(self, pairings: Pairings) -> None:
        self.pairings = pairings
        self.words = self.pairings.words
        self.wide = self.pairings.wide
        self.width = self.pairings.width
        self.word = self.pairings.word
        self.shift = self.pairings.shift
        self.first = self.pairings.first
        self.span = self.pairings.span
        self.group_of = self.pairings.group_of
        self.excludes = self.pairings.excludes
        literals = pairings.literals
        self.domain = masks(pairings.groups)
        self.alive = words(self.words)
        self.trail_group = ints(literals)
        self.trail_mask = masks(literals)
        self.trail_level = ints(literals)
        self.level_of = ints(literals)
        self.reason_of = ints(literals)
        self.place = ints(literals)
        self.head = ints(literals)
        self.activity = doubles(literals)
        self.now = words(self.words)
        self.spare = words(self.words)
        self.room = 64
        self.clause = words(self.room * self.words)
        self.watch = ints(2 * self.room)
        self.following = ints(2 * self.room)
        self.forget()
        self.every_tile()

    def __dealloc__(self) -> None:
        release(self.domain)
        release(self.alive)
        release(self.trail_group)
        release(self.trail_mask)
        release(self.trail_level)
        release(self.level_of)
        release(self.reason_of)
        release(self.place)
        release(self.head)
        release(self.activity)
        release(self.now)
        release(self.spare)
        release(self.clause)
        release(self.watch)
        release(self.following)

    def restart(self) -> None:
        """Forget everything learned: a new deal with groups of the same sizes."""
        self.forget()
        self.every_tile()

    def forget(self) -> None:
        """Empty the trail and the clauses; make every literal possible and equally active."""
        self.count = 0
        self.level = 0
        self.trailed = 0
        self.done = 0
        self.step = 1.0
        for k in range(self.words):
            self.alive[k] = 0
        for g in range(self.pairings.groups):
            self.domain[g] = self.pairings.full[g]
            self.alive[self.word[g]] |= self.span[g]
        for k in range(self.pairings.literals):
            self.head[k] = -1
            self.activity[k] = 0.0
            self.place[k] = -1
            self.level_of[k] = 0

    def every_tile(self) -> None:
        """Say of each tile of a group of more than four that it has some mate."""
        pairings = self.pairings
        for g in range(pairings.groups):
            if self.width[g] <= 3:
                continue
            for i in range(pairings.size[g]):
                mates = pairings.touching[i] & pairings.full[g]
                for k in range(self.words):
                    self.spare[k] = 0
                bits = mates
                self.spare[self.word[g]] = bits << self.shift[g]
                self.add(self.spare)

    def remove(self, g: int, out: int, reason: int) -> None:
        """Remove the literals `out` from the domain of group `g`."""
        at = self.trailed
        base = self.first[g]
        left = out
        while left:
            literal = base + lowest(left)
            left &= left - 1
            self.level_of[literal] = self.level
            self.reason_of[literal] = reason
            self.place[literal] = at
        self.trail_group[at] = g
        self.trail_mask[at] = out
        self.trail_level[at] = self.level
        self.trailed = at + 1
        self.domain[g] &= ~out
        bits = out
        self.alive[self.word[g]] &= ~(bits << self.shift[g])

    def back(self, level: int) -> None:
        """Take back every removal made deeper than `level`."""
        at = self.trailed
        while at > 0 and self.trail_level[at - 1] > level:
            at -= 1
            g = self.trail_group[at]
            bits = self.trail_mask[at]
            self.domain[g] |= self.trail_mask[at]
            self.alive[self.word[g]] |= bits << self.shift[g]
        self.trailed = at
        self.done = min(self.done, at)
        self.level = level

    def propagate(self) -> int:
        """Draw every consequence of the removals since the last call; return an excluded clause, or -1."""
        clause = self.clause
        alive = self.alive
        watch = self.watch
        following = self.following
        n = self.words
        while self.done < self.trailed:
            at = self.done
            self.done = at + 1
            base = self.first[self.trail_group[at]]
            out = self.trail_mask[at]
            while out:
                literal = base + lowest(out)
                out &= out - 1
                before = -1
                e = self.head[literal]
                while e >= 0:
                    then = following[e]
                    c = e >> 1
                    other = watch[e ^ 1]
                    g = self.group_of[other]
                    h = self.word[g]
                    found = -1
                    for k in range(n):
                        x = clause[c * n + k] & alive[k]
                        if k == h:
                            x &= ~self.span[g]
                        if x:
                            found = (k << 6) + lowest(x)
                            break
                    if found < 0:
                        x = (clause[c * n + h] & alive[h] & self.span[g]) >> self.shift[g]
                        if not x:
                            return c
                        p = x
                        if self.width[g] <= 3:
                            p = self.domain[g] & ~p
                        else:
                            p = self.domain[g] & self.pairings.ruled_out(g, p)
                        if p:
                            self.remove(g, p, c)
                        if self.wide:
                            bits = 1
                            x &= ~(bits << (other - self.first[g]))
                            if x:
                                found = self.first[g] + lowest(x)
                    elif self.wide and not (self.domain[g] >> (other - self.first[g])) & 1:
                        self.settle(c)
                    if found >= 0:
                        watch[e] = found
                        following[e] = self.head[found]
                        self.head[found] = e
                        if before < 0:
                            self.head[literal] = then
                        else:
                            following[before] = then
                    else:
                        before = e
                    e = then
        return -1

    def settle(self, c: int) -> int:
        """Look at clause `c` alone; return it when it is excluded, else -1."""
        h = -1
        for k in range(self.words):
            x = self.clause[c * self.words + k] & self.alive[k]
            if x:
                if h >= 0:
                    return -1
                literal = (k << 6) + lowest(x)
                h = self.group_of[literal]
                if x & ~self.span[h]:
                    return -1
                x >>= self.shift[h]
                p = x
        if h < 0:
            return c
        out = self.domain[h] & self.pairings.ruled_out(h, p)
        if out:
            self.remove(h, out, c)
        return -1

    def add(self, literals: list[int]) -> int:
        """Keep a clause, watched at its two latest excluded literals of different groups; return its number.

        A clause without literals is not kept: -1.
        """
        c = self.count
        if c == self.room:
            self.clause = more_words(self.clause, c * self.words, 2 * c * self.words)
            self.watch = more_ints(self.watch, 2 * c, 4 * c)
            self.following = more_ints(self.following, 2 * c, 4 * c)
            self.room = 2 * c
        self.count = c + 1
        base = c * self.words
        a = -1
        late = -2
        for k in range(self.words):
            x = literals[k]
            self.clause[base + k] = x
            while x:
                literal = (k << 6) + lowest(x)
                x &= x - 1
                if self.place[literal] > late:
                    late = self.place[literal]
                    a = literal
        if a < 0:
            self.count = c
            return -1
        b = -1
        later = -2
        for k in range(self.words):
            x = literals[k]
            while x:
                literal = (k << 6) + lowest(x)
                x &= x - 1
                if literal != a:
                    late = self.place[literal]
                    if self.group_of[literal] != self.group_of[a]:
                        late += self.pairings.literals
                    if late > later:
                        later = late
                        b = literal
        if b < 0:
            b = a
        self.watch[2 * c] = a
        self.following[2 * c] = self.head[a]
        self.head[a] = 2 * c
        self.watch[2 * c + 1] = b
        self.following[2 * c + 1] = self.head[b]
        self.head[b] = 2 * c + 1
        return c

    def learn(self, floor: int) -> int:
        """Turn the excluded clause in `now` into the one to learn; return the level at which it speaks.

        Everything deeper than the clause's latest level is taken back on the way. When that level is not above `floor`,
        so that no choice can help, `now` is left as it is and the answer is -1 less the level.
        """
        top = 0
        for k in range(self.words):
            x = self.now[k]
            while x:
                literal = (k << 6) + lowest(x)
                x &= x - 1
                if self.level_of[literal] > top:
                    top = self.level_of[literal]
        if top <= floor:
            return -1 - top
        if top < self.level:
            self.back(top)
        for k in range(self.words):
            x = self.now[k]
            while x:
                literal = (k << 6) + lowest(x)
                x &= x - 1
                self.activity[literal] += self.step
        while True:
            first = -(1 << 20)
            many = 0
            late = -1
            latest = -1
            for k in range(self.words):
                x = self.now[k]
                while x:
                    literal = (k << 6) + lowest(x)
                    x &= x - 1
                    if self.level_of[literal] == top:
                        key = self.place[literal]
                        if key > late:
                            late = key
                            latest = literal
                        g = self.group_of[literal]
                        if self.width[g] <= 3:
                            key = -1 - g
                        if first == -(1 << 20):
                            first = key
                        elif first != key:
                            many = 1
            if not many:
                break
            g = self.group_of[latest]
            base = self.reason_of[latest] * self.words
            for k in range(self.words):
                self.spare[k] = self.clause[base + k]
            bits = self.excludes[latest]
            self.spare[self.word[g]] &= ~(bits << self.shift[g])
            bits = 1
            self.now[self.word[g]] &= ~(bits << (self.shift[g] + latest - self.first[g]))
            for k in range(self.words):
                x = self.spare[k]
                while x:
                    literal = (k << 6) + lowest(x)
                    if self.level_of[literal] == 0:
                        self.spare[k] &= ~(x & (~x + 1))
                    else:
                        self.activity[literal] += self.step
                    x &= x - 1
                self.now[k] |= self.spare[k]
        back = 0
        for k in range(self.words):
            self.spare[k] = self.now[k]
        for k in range(self.words):
            x = self.now[k]
            while x:
                literal = (k << 6) + lowest(x)
                if self.level_of[literal] < top:
                    if self.implied(literal):
                        self.spare[k] &= ~(x & (~x + 1))
                    elif back < self.level_of[literal]:
                        back = self.level_of[literal]
                x &= x - 1
        for k in range(self.words):
            self.now[k] = self.spare[k]
        return back

    def implied(self, literal: int) -> bool:
        """Return whether a literal of the clause in `now` was excluded by other literals of the clause alone."""
        if self.reason_of[literal] < 0:
            return False
        base = self.reason_of[literal] * self.words
        g = self.group_of[literal]
        for k in range(self.words):
            x = self.clause[base + k] & ~self.now[k]
            if k == self.word[g]:
                bits = self.excludes[literal]
                x &= ~(bits << self.shift[g])
            while x:
                if self.level_of[(k << 6) + lowest(x)] > 0:
                    return False
                x &= x - 1
        return True

    def fade(self) -> None:
        """Make everything that happened so far count a little less than what comes."""
        self.step *= GROWTH
        if self.step > CEILING:
            for literal in range(self.pairings.literals):
                self.activity[literal] /= CEILING
            self.step /= CEILING
