"""How a computer player comes to a play: by habit, or by weighing its plays over guesses of the hidden hands.

*Weighing*: hidden hands are drawn that agree with everything the seat knows; on each draw every option is played out to
the end by habit, all against the same hands. The worse half of the options is dropped again and again, so that most
play-outs go to the close ones. The habit's own play is left only for one whose gain over it, draw by draw, is more than
two standard errors: a small sample that misleads is the greater danger (the idea of C. Clark's *gated* improvement over
a known policy is as old as rollouts in backgammon: G. Tesauro, G. Galperin, NIPS 1996).

How much is tried is a count of play-outs, never a time, and every sum is of whole numbers, so that a decision is the
same on every machine, compiled or not.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from paishan.solving import _cython as cython

from paishan.chuopai.known import Knowledge

if not cython.compiled:
    from math import sqrt

    from paishan.chuopai.blocks import Guess, Known, guesses, table_of, wholes
    from paishan.chuopai.core import NUMBER, apply, legal
    from paishan.chuopai.guess import draw, prepare
    from paishan.chuopai.habits import cash, hold_back, hopeful, liking, lowest_beat, play_on
    from paishan.chuopai.known import largest, threat
    from paishan.chuopai.state import LEAD, State, below, copy_state, held, state_at, states
    from paishan.solving.memory import ints, release, words


def worth(state: State, seat: int) -> int:
    """Return what a finished match is worth to a seat, 0–1,200: its share of the win, and a little for the margin."""
    winners = 1
    rival = 0
    for other in range(3):
        if other != seat:
            if state.points[other] > rival:
                rival = state.points[other]
            if state.points[other] == state.points[seat]:
                winners += 1
    margin = state.points[seat] - rival
    if margin < 0:
        winners = 0
    if margin > 20:
        margin = 20
    if margin < -20:
        margin = -20
    return 9 * (20 + margin) + (840 // winners if winners else 0)


def sensible(hand: int, move: int, most: int) -> bool:
    """Return whether a lead is worth weighing: one card or the whole group; a combination with all that matches it."""
    if move < 84:
        return NUMBER[move] == 1 or NUMBER[move] == held(hand, move // 4)
    head = (move - 84) // 96
    heads = (move - 84) % 96 // 24 + 1
    size = NUMBER[move]
    if size == 2 or size == largest(hand, head, most):
        return True
    return heads == 1 and size == 1 + largest(hand, head, 12) - held(hand, head)


class Mind:
    """A player's head: room to reckon in. It keeps nothing from one decision to the next."""

    if not cython.compiled:
        guess: Guess

    def __init__(self) -> None:
        self.guess = guesses(1)
        self.drawn = states(1)
        self.trial = states(1)
        self.rng = words(1)
        self.moves = ints(469)
        self.room = ints(469)
        self.order = ints(469)
        self.sums = wholes(469)
        self.squares = wholes(469)
        self.tries = wholes(469)
        self.options = 0
        self.count = 0

    def __dealloc__(self) -> None:
        release(self.guess)
        release(self.drawn)
        release(self.trial)
        release(self.rng)
        release(self.moves)
        release(self.room)
        release(self.order)
        release(self.sums)
        release(self.squares)
        release(self.tries)

    def plain(self, knowledge: Knowledge, seed: int, steady: int, taste: int) -> int:
        """Return a play by habit: of 1,000 leads `steady` hold back, the others cash. It must be the seat's turn."""
        self.rng[0] = seed
        self.options = legal(table_of(knowledge.known), self.moves)
        return self.habit(knowledge.known, steady, taste)

    def weighed(self, knowledge: Knowledge, seed: int, play_outs: int, taste: int) -> int:
        """Return the play that is best after about so many play-outs. It must be the seat's turn."""
        self.rng[0] = seed
        self.options = legal(table_of(knowledge.known), self.moves)
        if self.options == 1:
            return self.moves[0]
        usual = self.habit(knowledge.known, 1000, taste)
        self.gather(knowledge.known, usual)
        if self.count == 1 or not prepare(self.guess, knowledge.known):
            return usual
        self.spend(knowledge.known, play_outs)
        return self.verdict(table_of(knowledge.known).hands[knowledge.known.seat], taste)

    def habit(self, known: Known, steady: int, taste: int) -> int:
        """Return the play that the habits give, the legal ones being in `moves`."""
        table = table_of(known)
        hand = table.hands[known.seat]
        if self.options == 1:
            return self.moves[0]
        if table.to_beat != LEAD:
            return lowest_beat(hand, self.moves, self.options)
        next = known.seat + 1 if known.seat < 2 else 0
        before = known.seat - 1 if known.seat > 0 else 2
        first = threat(known, next)
        second = threat(known, before)
        if steady == 1000 or below(self.rng, 1000) < steady:
            return hold_back(hand, first, second, known.unseen, table.most, 0, taste, self.rng)
        move = cash(hand, first, second, table.most, self.rng)
        return move if move >= 0 else hopeful(hand, known.unseen, self.moves, self.options)

    def gather(self, known: Known, usual: int) -> None:
        """Put the usual play first into `moves`, and after it the others that are worth weighing; count them."""
        table = table_of(known)
        hand = table.hands[known.seat]
        kept = 1
        for place in range(self.options):
            move = self.moves[place]
            if move != usual and (table.to_beat != LEAD or sensible(hand, move, table.most)):
                self.room[kept] = move
                kept += 1
        self.room[0] = usual
        for place in range(kept):
            self.moves[place] = self.room[place]
            self.order[place] = place
            self.sums[place] = self.squares[place] = self.tries[place] = 0
        self.options = kept
        self.count = kept

    def spend(self, known: Known, play_outs: int) -> None:
        """Spend the play-outs in stages of equal cost, with about half as many options in each as in the one before."""
        stages = 0
        left = self.count
        while left > 1:
            left = (left + 1) // 2
            stages += 1
        used = 0
        for stage in range(stages):
            quota = play_outs * (stage + 1) // stages
            while True:
                self.try_all(known)
                used += self.count
                if used >= quota:
                    break
            self.halve()

    def try_all(self, known: Known) -> None:
        """Draw the hidden hands once, and play out all options that are left."""
        usual = 0
        draw(self.guess, known, state_at(self.drawn, 0), self.rng)
        for place in range(self.count):
            option = self.order[place]
            copy_state(state_at(self.trial, 0), state_at(self.drawn, 0))
            apply(state_at(self.trial, 0), self.moves[option])
            play_on(state_at(self.trial, 0), self.room, self.rng)
            gain = worth(state_at(self.trial, 0), known.seat) - usual
            if place == 0:
                usual = gain
            else:
                self.sums[option] += gain
                self.squares[option] += gain * gain
            self.tries[option] += 1

    def halve(self) -> None:
        """Keep the usual play and the better half of the others."""
        if self.count <= 2:
            return
        for place in range(2, self.count):
            option = self.order[place]
            other = place
            while other > 1 and self.sums[self.order[other - 1]] < self.sums[option]:
                self.order[other] = self.order[other - 1]
                other -= 1
            self.order[other] = option
        self.count = 1 + self.count // 2

    def verdict(self, hand: int, taste: int) -> int:
        """Return the play that gains most for sure over the usual one."""
        best = 0
        base = liking(taste, hand, self.moves[0])
        most = 0.0
        for place in range(1, self.count):
            option = self.order[place]
            mean = self.sums[option] / self.tries[option]
            spread = self.squares[option] / self.tries[option] - mean * mean
            sure = mean - 2.0 * sqrt((spread + 14400.0) / self.tries[option])
            sure += liking(taste, hand, self.moves[option]) - base
            if sure > most:
                most = sure
                best = option
        return self.moves[best]
