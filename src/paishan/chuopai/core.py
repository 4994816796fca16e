"""The compiled core: matches of Chuo Pai for play-outs, move for move the same as `Match`.

A hand is one 64-bit word with three bits for the count of each figure, so that adding 4 - n to every count at once
leaves the third bit wherever there are n or more cards. A move is a play's index in `play.PLAYS`. Everything that a
play-out needs is a function over a `State`, without the interpreter's lock; `Position` is the face in Python. A state
is C's when compiled, and Python's own functions cannot reach it: what is not a method of `Position` is for other
compiled modules, by `cimport`.

The state and what is put in line are in `state`; the types of what is here are in `core.pxd`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

try:
    import cython
except ImportError:
    from paishan.solving import _cython as cython

from paishan.chuopai.domino import COPIES, DOMINOES, HEADS, HIGHER, MATCHING
from paishan.chuopai.match import SEATS, Match, View
from paishan.chuopai.options import Bonus, Options
from paishan.chuopai.play import PLAYS

if not cython.compiled:
    from paishan.chuopai.state import LEAD, PASS, State, below, copy_state, held, state_at, states
    from paishan.solving.memory import ints, lowest, octets, release, words

COMPILED: bool = cython.compiled
#: The cards of each move, as a hand.
CARDS = words(len(PLAYS))
#: How many cards each move has.
NUMBER = octets(len(PLAYS))
#: For each figure, the third bits of those that beat it.
ABOVE = words(len(DOMINOES))
#: For each number n of cards, what adds 4 - n to every count; then bit 2 of a count says whether it was n or more.
LIFT = words(COPIES + 1)
#: For each head, its two matching figures.
FIRST = ints(len(HEADS))
SECOND = ints(len(HEADS))


def _fill_tables() -> None:
    """Write the tables from `domino` and `play`."""
    for play in PLAYS:
        CARDS[play.index] = packed(play.cards)
        NUMBER[play.index] = play.number
    for figure in range(len(DOMINOES)):
        ABOVE[figure] = sum(4 << 3 * other for other in HIGHER[figure])
    for number in range(COPIES + 1):
        LIFT[number] = sum((COPIES - number) << 3 * figure for figure in range(len(DOMINOES)))
    for head in HEADS:
        FIRST[head], SECOND[head] = MATCHING[head]


def packed(cards: Iterable[int]) -> int:
    """Return cards as a hand: one word with three bits for the count of each figure."""
    return sum(1 << 3 * card for card in cards)


_fill_tables()


def leads(hand: int, most: int, moves: list[int]) -> int:
    """Write every lead of a hand into `moves` in ascending order; return how many."""
    found = 0
    for figure in range(21):
        count = held(hand, figure)
        for number in range(count):
            moves[found] = 4 * figure + number
            found += 1
    for head in range(4):
        if held(hand, head):
            found = combinations(hand, head, most, moves, found)
    return found


def combinations(hand: int, head: int, most: int, moves: list[int], found: int) -> int:
    """Add to the `found` moves the combinations of a head with at most `most` cards; return how many there are."""
    some = held(hand, FIRST[head])
    others = held(hand, SECOND[head])
    for heads in range(1, held(hand, head) + 1):
        at = 84 + 96 * head + 24 * (heads - 1) - 1
        for a in range(some + 1):
            room = most - heads - a
            if room > others:
                room = others
            for b in range(0 if a else 1, room + 1):
                moves[found] = at + 5 * a + b
                found += 1
    return found


def beats(hand: int, to_beat: int, moves: list[int]) -> int:
    """Write every play of a hand that beats `to_beat` into `moves` in ascending order; return how many."""
    found = 0
    number = NUMBER[to_beat]
    if to_beat < 84:
        above = (hand + LIFT[number]) & ABOVE[to_beat // 4]
        while above:
            figure = lowest(above) // 3
            moves[found] = 4 * figure + number - 1
            found += 1
            above &= above - 1
        return found
    for head in range((to_beat - 84) // 96):
        found = combinations_of(hand, head, number, moves, found)
    return found


def combinations_of(hand: int, head: int, number: int, moves: list[int], found: int) -> int:
    """Add to the `found` moves the combinations of a head with `number` cards; return how many there are."""
    some = held(hand, FIRST[head])
    others = held(hand, SECOND[head])
    for heads in range(1, held(hand, head) + 1):
        at = 84 + 96 * head + 24 * (heads - 1) - 1
        for a in range(some + 1):
            b = number - heads - a
            if 0 <= b <= others and a + b > 0:
                moves[found] = at + 5 * a + b
                found += 1
    return found


def can_beat(hand: int, to_beat: int) -> bool:
    """Return whether a hand holds a play that beats `to_beat`."""
    number = NUMBER[to_beat]
    if to_beat < 84:
        return ((hand + LIFT[number]) & ABOVE[to_beat // 4]) != 0
    for head in range((to_beat - 84) // 96):
        others = held(hand, FIRST[head]) + held(hand, SECOND[head])
        if others and held(hand, head) and others + held(hand, head) >= number:
            return True
    return False


def legal(state: State, moves: list[int]) -> int:
    """Write what the seat in turn may play into `moves`, ascending; return how many, 468 at most."""
    if state.over:
        return 0
    if state.to_beat == LEAD:
        return leads(state.hands[state.turn], state.most, moves)
    found = beats(state.hands[state.turn], state.to_beat, moves)
    if found == 0:
        moves[0] = PASS
        return 1
    return found


def apply(state: State, move: int) -> None:
    """Let the seat in turn make a move, which must be legal."""
    seat = state.turn
    if move != PASS:
        state.hands[seat] -= CARDS[move]
        state.counts[seat] -= NUMBER[move]
        state.to_beat = move
        state.best = seat
    state.acted += 1
    seat = seat + 1 if seat < 2 else 0
    while state.acted < 3 and state.counts[seat] == 0:
        state.acted += 1
        seat = seat + 1 if seat < 2 else 0
    if state.acted < 3:
        state.turn = seat
        return
    state.points[state.best] += NUMBER[state.to_beat]
    settle(state, state.best)


def settle(state: State, leader: int) -> None:
    """Begin a round led by `leader`, or by the next seat with cards; or end the match if at most one has any."""
    state.to_beat = LEAD
    state.acted = 0
    seat = leader
    if (state.counts[0] > 0) + (state.counts[1] > 0) + (state.counts[2] > 0) <= 1:
        state.over = 1
    else:
        while state.counts[seat] == 0:
            seat = seat + 1 if seat < 2 else 0
    state.turn = seat


def open_match(state: State, leader: int, every_copy: bool, most: int) -> None:
    """Begin a match with the hands and counts that `state` has: lay the opening bonus and let `leader` lead."""
    state.over = 0
    state.best = 0
    state.most = most
    for seat in range(3):
        nails = held(state.hands[seat], 19)
        reds = held(state.hands[seat], 20)
        state.points[seat] = 0
        if nails and reds:
            if not every_copy:
                nails = 1
                reds = 1
            state.hands[seat] -= nails * CARDS[4 * 19] + reds * CARDS[4 * 20]
            state.counts[seat] -= nails + reds
            state.points[seat] = nails + reds
    settle(state, leader)


def deal(state: State, rng: list[int], deck: list[int], every_copy: bool, most: int) -> None:
    """Deal and open a match; from `rng[0]` = a code's number it is that code's. `deck` has room for 84 cards."""
    for place in range(84):
        deck[place] = place // 4
    for place in range(83, 0, -1):
        other = below(rng, place + 1)
        card = deck[place]
        deck[place] = deck[other]
        deck[other] = card
    for seat in range(3):
        state.hands[seat] = 0
        state.counts[seat] = 28
        for place in range(28 * seat, 28 * seat + 28):
            state.hands[seat] += CARDS[4 * deck[place]]
    open_match(state, below(rng, 3), every_copy, most)


def play_out(state: State, moves: list[int], rng: list[int]) -> int:
    """Play to the end, each legal move equally likely; return the number of plays, passes too."""
    plies = 0
    while not state.over:
        count = legal(state, moves)
        apply(state, moves[below(rng, count)] if count > 1 else moves[0])
        plies += 1
    return plies


def share(state: State, seat: int) -> float:
    """Return a seat's share of the win by the piles as they are: 1, 1/2 or 1/3 for a largest pile, else 0."""
    winners = 0
    for other in range(3):
        if state.points[other] > state.points[seat]:
            return 0.0
        if state.points[other] == state.points[seat]:
            winners += 1
    return 1.0 / winners


class Position:
    """A `State` with a face in Python, its own room for moves, and a generator."""

    if not cython.compiled:
        state: State

    def __init__(self, view: View | None = None, hands: Sequence[Iterable[int]] | None = None) -> None:
        """Make the position that a view shows; the other two hands are those given, or left empty.

        Without a view: a match that is over, until `begin` deals one. Raises `ValueError` when the hands given do not
        have as many cards as the view counts.
        """
        self.state = state_at(states(1), 0)
        self.moves = ints(len(PLAYS))
        self.rng = words(1)
        self.deck = octets(len(DOMINOES) * COPIES)
        self.state.over = 1
        if view is not None:
            self.place(view, hands)

    def __dealloc__(self) -> None:
        release(self.state)
        release(self.moves)
        release(self.rng)
        release(self.deck)

    @classmethod
    def of(cls, match: Match) -> Position:
        """Return the position of a match, all hands seen."""
        return cls(match.view(match.turn or 0), match.hands)

    def copy(self) -> Position:
        """Return the same position with a life of its own."""
        other = Position()
        copy_state(other.state, self.state)
        return other

    @property
    def key(self) -> tuple[int, ...]:
        """The position as numbers: equal ones go on equally.

        The hands as words and the sizes of the piles; then, unless the match is over, the seat that is to act and that
        which led, and if there is a play to beat, its index and its seat.
        """
        state = self.state
        key = [state.hands[0], state.hands[1], state.hands[2], state.points[0], state.points[1], state.points[2]]
        if not state.over:
            key += [state.turn, (state.turn + 3 - state.acted) % 3]
            if state.to_beat != LEAD:
                key += [state.to_beat, state.best]
        return tuple(key)

    def place(self, view: View, hands: Sequence[Iterable[int]] | None = None) -> None:
        """Become the position that a view shows, as `Position(view, hands)` does."""
        for seat in SEATS:
            cards = tuple(view.hand) if seat == view.seat else tuple(hands[seat]) if hands is not None else None
            if cards is not None and len(cards) != view.counts[seat]:
                raise ValueError(f"seat {seat} holds {view.counts[seat]} cards, not {len(cards)}")
            self.state.hands[seat] = packed(cards or ())
            self.state.counts[seat] = view.counts[seat]
            self.state.points[seat] = len(view.piles[seat])
        best = view.round.best
        turn = view.round.leader if view.turn is None else view.turn
        self.state.to_beat = LEAD if best is None else best.play.index
        self.state.best = 0 if best is None else best.seat
        self.state.turn = turn
        self.state.acted = (turn + 3 - view.round.leader) % 3
        self.state.over = view.turn is None
        self.state.most = view.options.most

    def begin(self, number: int, options: Options) -> None:
        """Become the opening of the deal `CP1` of this number."""
        self.rng[0] = number
        deal(self.state, self.rng, self.deck, options.bonus is Bonus.EVERY_COPY, options.most)

    @property
    def hands(self) -> tuple[tuple[int, ...], ...]:
        """The cards of each seat, in order."""
        return tuple(
            tuple(figure for figure in range(len(DOMINOES)) for _ in range(held(self.state.hands[seat], figure)))
            for seat in SEATS
        )

    @property
    def counts(self) -> tuple[int, ...]:
        """How many cards each seat holds."""
        return tuple([self.state.counts[seat] for seat in SEATS])

    @property
    def points(self) -> tuple[int, ...]:
        """The size of each seat's pile."""
        return tuple([self.state.points[seat] for seat in SEATS])

    @property
    def shares(self) -> tuple[float, ...]:
        """Each seat's share of the win by the piles as they are."""
        return tuple([share(self.state, seat) for seat in SEATS])

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return bool(self.state.over)

    @property
    def turn(self) -> int | None:
        """The seat that is to act; None when the match is over."""
        return None if self.state.over else self.state.turn

    @property
    def to_beat(self) -> int | None:
        """The index of the highest play of this round; None for a lead."""
        return None if self.state.to_beat == LEAD else self.state.to_beat

    @property
    def beatable(self) -> bool:
        """Whether the seat in turn can beat what there is to beat."""
        return self.state.to_beat != LEAD and can_beat(self.state.hands[self.state.turn], self.state.to_beat)

    def legal(self) -> list[int]:
        """Return the indices of what the seat in turn may play, ascending."""
        count = legal(self.state, self.moves)
        return [self.moves[i] for i in range(count)]

    def push(self, move: int) -> None:
        """Let the seat in turn play. Raises `ValueError` when it may not; the position is then as before."""
        count = legal(self.state, self.moves)
        for index in range(count):
            if self.moves[index] == move:
                apply(self.state, move)
                return
        raise ValueError(f"move {move} is not allowed here; {count} others are")

    def finish(self, seed: int) -> int:
        """Play to the end at random; return the number of plays."""
        self.rng[0] = seed
        return play_out(self.state, self.moves, self.rng)

    def random_games(self, games: int, seed: int, options: Options) -> int:
        """Deal and play so many games at random; return the number of plays. The position becomes the last one's."""
        every = options.bonus is Bonus.EVERY_COPY
        most = options.most
        plies = 0
        self.rng[0] = seed
        with cython.nogil:
            for _ in range(games):
                deal(self.state, self.rng, self.deck, every, most)
                plies += play_out(self.state, self.moves, self.rng)
        return plies
