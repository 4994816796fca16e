"""What one seat knows of a match, in the form that players reckon with: `Known`, and `Knowledge`, its face in Python.

It is made from a `View`, and from nothing else, and kept up to date by what is played in the open. So no player can
look at a card that the seat it plays for could not see.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from paishan.solving import _cython as cython

from paishan.chuopai.core import packed
from paishan.chuopai.domino import COPIES, DOMINOES, NAIL, TWO_RED
from paishan.chuopai.match import SEATS, View
from paishan.chuopai.options import Bonus

if not cython.compiled:
    from paishan.chuopai.blocks import Known, knowns, some_of, table_of
    from paishan.chuopai.core import ABOVE, CARDS, FIRST, NUMBER, SECOND, apply, settle
    from paishan.chuopai.state import LEAD, PASS, State, held
    from paishan.solving.memory import lowest, release

_EVERY_CARD: int = packed(domino.number for domino in DOMINOES for _ in range(COPIES))


def lowered(caps: int, cards: int) -> int:
    """Return the caps of a hand that has played `cards`."""
    left = cards
    while left:
        figure = lowest(left) // 3
        number = held(left, figure)
        left -= some_of(figure, number)
        count = held(caps, figure)
        caps -= some_of(figure, number if number < count else count)
    return caps


def capped(caps: int, figures: int, most: int) -> int:
    """Return the caps of a hand that has at most `most` cards of the figures whose third bits are in `figures`."""
    left = figures
    while left:
        figure = lowest(left) // 3
        left &= left - 1
        if held(caps, figure) > most:
            caps -= some_of(figure, held(caps, figure) - most)
    return caps


def forget(table: State, seat: int) -> None:
    """Leave no hand but that of `seat`."""
    for other in range(3):
        if other != seat:
            table.hands[other] = 0


def heed_pass(known: Known, seat: int, to_beat: int) -> None:
    """Learn that a seat can beat `to_beat` with nothing."""
    number = NUMBER[to_beat]
    if to_beat < 84:
        known.caps[seat] = capped(known.caps[seat], ABOVE[to_beat // 4], number - 1)
        return
    head = (to_beat - 84) // 96
    if known.blocked[13 * seat + number] < head:
        known.blocked[13 * seat + number] = head


def learn(known: Known, move: int) -> None:
    """Let the seat in turn play, and learn what everybody learns from it."""
    seat = known.table.turn
    if move == PASS:
        heed_pass(known, seat, known.table.to_beat)
    else:
        cards = CARDS[move]
        if seat != known.seat:
            known.unseen -= cards
        known.caps[seat] = lowered(known.caps[seat], cards)
        left = cards
        while left:
            figure = lowest(left) // 3
            number = held(left, figure)
            left -= some_of(figure, number)
            if known.table.to_beat == LEAD:
                known.led[21 * seat + figure] += number
            else:
                known.followed[21 * seat + figure] += number
    apply(table_of(known), move)
    forget(table_of(known), known.seat)


def threat(known: Known, seat: int) -> int:
    """Return the most that a seat can hold of each figure, as one hand."""
    most = known.table.counts[seat]
    found = 0
    if most == 0:
        return found
    alone = known.table.counts[3 - seat - known.seat] == 0
    left = known.unseen
    while left:
        figure = lowest(left) // 3
        count = held(left, figure)
        left -= some_of(figure, count)
        cap = held(known.caps[seat], figure)
        if cap < count and not alone:
            count = cap
        if count > most:
            count = most
        found += some_of(figure, count)
    return found


def largest(hand: int, head: int, most: int) -> int:
    """Return how many cards the largest combination of a head has, 0 if there is none."""
    cards = held(hand, head)
    others = held(hand, FIRST[head]) + held(hand, SECOND[head])
    if cards == 0 or others == 0:
        return 0
    cards += others
    return cards if cards < most else most


def largest_threat(known: Known, seat: int, threat: int, head: int) -> int:
    """Return how many cards the largest combination of a head can have that a seat may hold; `threat` is its own."""
    size = largest(threat, head, known.table.most)
    for number in range(2, 13):
        if size >= number and known.blocked[13 * seat + number] > head:
            size = number - 1
    return size if size > 1 else 0


def fits(known: Known, seat: int, hand: int) -> bool:
    """Return whether a seat can hold this hand, by what it could not beat with a combination and by its bonus."""
    if known.apart[seat] and held(hand, 19) and held(hand, 20):
        return False
    for number in range(2, known.table.most + 1):
        for head in range(known.blocked[13 * seat + number]):
            if largest(hand, head, number) == number:
                return False
    return True


class Knowledge:
    """What a seat knows, made from what it sees and kept up to date by `learn`."""

    if not cython.compiled:
        known: Known

    def __init__(self, view: View) -> None:
        """Know what the view shows: the opening is set up, and everything that was played is gone through.

        Raises `ValueError` unless all 84 cards are in the match.
        """
        if sum(view.unseen) != sum(view.counts) - view.counts[view.seat]:
            raise ValueError("players know only matches of all 84 cards")
        self.known = knowns(1)
        acts = [act for round in (*view.rounds, view.round) for act in round.acts]
        played = [packed(card for act in acts if act.seat == seat for card in act.play.cards) for seat in SEATS]
        self.known.seat = view.seat
        self.known.unseen = _EVERY_CARD
        self.known.table.most = view.options.most
        for seat in SEATS:
            laid = view.laid[seat]
            self.known.unseen -= packed(laid)
            self.known.table.hands[seat] = 0
            self.known.table.counts[seat] = view.counts[seat] + sum(act.play.number for act in acts if act.seat == seat)
            self.known.table.points[seat] = len(laid)
            self.known.apart[seat] = not laid
            caps = _EVERY_CARD
            if laid and view.options.bonus is Bonus.EVERY_COPY:
                caps -= COPIES * (packed((NAIL,)) + packed((TWO_RED,)))
            else:
                caps -= packed(laid)
            self.known.caps[seat] = caps
        self.known.table.hands[view.seat] = packed(view.hand) + played[view.seat]
        self.known.unseen -= self.known.table.hands[view.seat]
        leader = view.rounds[0].leader if view.rounds else view.round.leader
        settle(table_of(self.known), leader)
        for act in acts:
            learn(self.known, act.play.index)

    def __dealloc__(self) -> None:
        release(self.known)

    def learn(self, move: int) -> None:
        """Take in the next play of the match, whoever made it."""
        learn(self.known, move)

    @property
    def hand(self) -> int:
        """The seat's own cards, as a word."""
        return self.known.table.hands[self.known.seat]
