"""Prints what every level and character plays in random positions: `python -m tests.chuopai.decisions FIRST COUNT`.

Run by itself and through `tests.solving.plain` it says the same, compiled or not.
"""

from __future__ import annotations

import sys

from paishan.chuopai.core import COMPILED
from paishan.chuopai.deal import deal_of
from paishan.chuopai.match import Match
from paishan.chuopai.options import ALL_OPTIONS
from paishan.chuopai.players import Character, Level, Player, choose
from paishan.rng import Rng

PLAYERS = [
    Player(level, character, 40 if level in (Level.HARD, Level.MASTER) else None)
    for level in Level
    for character in (None, *Character)
]
"""Of every level and character one; those that weigh do so with few play-outs."""


def position(number: int) -> Match:
    """A match between plays, played at random until some seat has a choice."""
    rng = Rng(number + 2_000_000)
    match = deal_of(number).match(ALL_OPTIONS[number % len(ALL_OPTIONS)])
    for _ in range(rng.below(40)):
        match.push(rng.choice(match.legal()))
    while not match.over and len(match.legal()) == 1:
        match.push(match.legal()[0])
    return match


if __name__ == "__main__":
    print("compiled" if COMPILED else "plain")
    first, count = map(int, sys.argv[1:])
    for number in range(first, first + count):
        match = position(number)
        if match.turn is not None:
            view = match.view(match.turn)
            print(number, *(choose(view, player, number).index for player in PLAYERS))
