"""What the compiled players reckon with: structures, small functions and constants, in plain Python.

Compiled, the same names come from `blocks.pxd`: C structures, and functions that are put in line.
"""

from __future__ import annotations

from math import comb as choices

from paishan.chuopai.state import State
from paishan.solving.memory import octets, words

__all__ = [
    "ATTEMPTS",
    "BOLD",
    "PATIENT",
    "STEADY",
    "THRIFTY",
    "Guess",
    "Known",
    "all_bits",
    "cards_in",
    "choices",
    "guesses",
    "knowns",
    "some_of",
    "table_of",
    "wholes",
]

wholes = words
#: Of 1,024 leads in a play-out so many follow the habit; the others are any group, so that play-outs differ.
STEADY = 922
#: Tastes: likes to lay many cards, or few, or to keep combinations whole; 0 is none.
BOLD, PATIENT, THRIFTY = 1, 2, 3
_EVEN = 0o707070707070707070707


def cards_in(hand: int) -> int:
    """Return how many cards there are in a hand of at most 62."""
    return ((hand & _EVEN) + (hand >> 3 & _EVEN)) % 63


def all_bits(thirds: int) -> int:
    """Return a mask of all three bits of the counts whose third bits are given."""
    return thirds | thirds >> 1 | thirds >> 2


def some_of(figure: int, count: int) -> int:
    """Return so many cards of a figure, as a hand."""
    return count << 3 * figure


class Known:
    """What one seat knows.

    - `table`: the position, with the hand of `seat` alone; the other two words are 0;
    - `unseen`: the cards that the two other hands hold between them, as one hand;
    - `caps`: for each seat, of each figure the most cards that it can hold by what it played and where it passed;
    - `blocked`: for each seat and number of cards n, at 13 · seat + n: it has no combination of n cards whose head
      is below this;
    - `apart`: whether a seat cannot hold Nail and Two-Red together, as it laid no opening bonus;
    - `led`, `followed`: how many cards of each figure a seat has led, or laid on a lead, at 21 · seat + figure.
    """

    __slots__ = ("apart", "blocked", "caps", "followed", "led", "seat", "table", "unseen")

    def __init__(self) -> None:
        self.table = State()
        self.seat = self.unseen = 0
        self.caps = words(3)
        self.blocked = octets(39)
        self.apart = octets(3)
        self.led = octets(63)
        self.followed = octets(63)


def knowns(count: int) -> Known:
    """Return room for what one seat knows."""
    return Known()


def table_of(known: Known) -> State:
    """Return the position as the seat sees it."""
    return known.table


#: How often a hand is drawn that does not fit; after that any is taken.
ATTEMPTS = 30


class Guess:
    """The deals that agree with what a seat knows.

    - `first`, `second`: the two other seats; `unseen`: what they hold between them;
    - `low`, `high`: of each figure the fewest and the most cards of `first`; `left`: how many are unseen;
    - `ways`: at 29 · figure + n, in how many ways `first` can get n cards of this figure and those after it.
    """

    __slots__ = ("first", "high", "left", "low", "second", "unseen", "ways")

    def __init__(self) -> None:
        self.first = self.second = self.unseen = 0
        self.low = octets(21)
        self.high = octets(21)
        self.left = octets(21)
        self.ways = words(638)


def guesses(count: int) -> Guess:
    """Return room for a guess."""
    return Guess()
