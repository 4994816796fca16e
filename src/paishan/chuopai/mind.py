"""How a computer player comes to a play: by habit, or by weighing its plays over guesses of the hidden hands.

*Weighing*: hidden hands are drawn that agree with everything the seat knows; on each draw every option is played out to
the end by habit, all against the same hands (G. Tesauro, G. Galperin, *On-line policy improvement using Monte-Carlo
search*, NIPS 1996). The worse half of the options is dropped again and again, so that most play-outs go to the close
ones (Z. Karnin, T. Koren, O. Somekh, *Almost optimal exploration in multi-armed bandits*, ICML 2013). The habit's own
play is left only for one whose gain over it, draw by draw, is more than two standard errors: a small sample that
misleads is the greater danger.

How much is tried is a count of play-outs, never a time, and every sum is of whole numbers, so that a decision is the
same on every machine, compiled or not.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from paishan.solving import _cython as cython

from paishan.chuopai.judge import Judge
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


def sixths(state: State, seat: int) -> int:
    """Return a seat's share of the win in sixths, by the piles as they are."""
    winners = 0
    for other in range(3):
        if state.points[other] > state.points[seat]:
            return 0
        if state.points[other] == state.points[seat]:
            winners += 1
    return 6 // winners


def worth(state: State, seat: int) -> int:
    """Return what a finished match is worth to a seat, 0–1,200: its share of the win, and a little for the margin."""
    rival = 0
    for other in range(3):
        if other != seat and state.points[other] > rival:
            rival = state.points[other]
    margin = state.points[seat] - rival
    if margin > 20:
        margin = 20
    if margin < -20:
        margin = -20
    return 140 * sixths(state, seat) + 9 * (20 + margin)


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
        self.prior = wholes(469)
        self.options = self.count = 0
        self.gained = self.carried = 0

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
        release(self.prior)

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
        with cython.nogil:
            self.spend(knowledge.known, play_outs)
        return self.verdict(table_of(knowledge.known).hands[knowledge.known.seat], taste)

    def judged(self, knowledge: Knowledge, judge: Judge, seed: int, play_outs: int, taste: int) -> int:
        """Return the play that is best by the judge and the play-outs together. It must be the seat's turn.

        The judge's choice takes the place of the habit's; it is left only for a play whose gain in the play-outs is
        surely more than what the judge thinks it loses.
        """
        self.rng[0] = seed
        self.options = legal(table_of(knowledge.known), self.moves)
        if self.options == 1:
            return self.moves[0]
        usual = judge.choice(knowledge, taste)
        self.gather(knowledge.known, usual)
        if self.count == 1 or not prepare(self.guess, knowledge.known):
            return usual
        for place in range(self.count):
            self.prior[place] = judge.gain(knowledge.known, usual, self.moves[place])
        with cython.nogil:
            self.spend(knowledge.known, play_outs)
        return self.verdict(table_of(knowledge.known).hands[knowledge.known.seat], taste)

    def better(self, knowledge: Knowledge, seed: int, play_outs: int, move: int) -> tuple[int, float, float]:
        """Return a play that is surely better than `move`, and how much share of the win and how many cards it gains.

        If there is none, `move` itself, which gains nothing. The gain is measured anew, with play-outs of its own, as
        what was chosen for being the largest of many gains looks larger than it is.
        """
        self.rng[0] = seed
        self.options = legal(table_of(knowledge.known), self.moves)
        self.gather(knowledge.known, move)
        if self.count == 1 or not prepare(self.guess, knowledge.known):
            return move, 0.0, 0.0
        with cython.nogil:
            self.spend(knowledge.known, play_outs)
        best = self.verdict(0, 0)
        if best == move:
            return move, 0.0, 0.0
        self.moves[0] = move
        self.moves[1] = best
        self.gained = self.carried = 0
        pairs = play_outs // 2
        with cython.nogil:
            for _ in range(pairs):
                self.compare(knowledge.known)
        return best, self.gained / (6.0 * pairs), self.carried / (1.0 * pairs)

    def guessed(self, knowledge: Knowledge, seed: int) -> list[int]:
        """Return the three hands, as words, in a deal that agrees with what a seat knows: the one that `seed` draws."""
        self.rng[0] = seed
        prepare(self.guess, knowledge.known)
        draw(self.guess, knowledge.known, state_at(self.drawn, 0), self.rng)
        return [state_at(self.drawn, 0).hands[seat] for seat in range(3)]

    def compare(self, known: Known) -> None:
        """Draw the hidden hands once, and add what the second of two plays gains on the first: sixths, and cards."""
        draw(self.guess, known, state_at(self.drawn, 0), self.rng)
        for option in range(2):
            copy_state(state_at(self.trial, 0), state_at(self.drawn, 0))
            apply(state_at(self.trial, 0), self.moves[option])
            play_on(state_at(self.trial, 0), self.room, self.rng)
            if option == 0:
                self.gained -= sixths(state_at(self.trial, 0), known.seat)
                self.carried -= state_at(self.trial, 0).points[known.seat]
            else:
                self.gained += sixths(state_at(self.trial, 0), known.seat)
                self.carried += state_at(self.trial, 0).points[known.seat]

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
        drawn = below(self.rng, 1000) if steady < 1000 else 0
        if drawn < steady:
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
            self.sums[place] = self.squares[place] = self.tries[place] = self.prior[place] = 0
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
            while other > 1 and self.seems(self.order[other - 1]) < self.seems(option):
                self.order[other] = self.order[other - 1]
                other -= 1
            self.order[other] = option
        self.count = 1 + self.count // 2

    def seems(self, option: int) -> int:
        """Return what an option gained, all that are left being tried equally often."""
        return self.sums[option] + self.prior[option] * self.tries[option]

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
            sure += self.prior[option]
            sure += liking(taste, hand, self.moves[option]) - base
            if sure > most:
                most = sure
                best = option
        return self.moves[best]
