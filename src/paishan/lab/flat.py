"""How often blind play clears grids of Mahjong Connect, and how much that depends on the dealer."""

from __future__ import annotations

import time

from paishan.codes import MAX_NUMBER
from paishan.connect.board import Board
from paishan.connect.deal import deal_falling, deal_proved
from paishan.connect.grid import Gravity
from paishan.lab.cluster import Result
from paishan.lab.sampling import stream
from paishan.lab.solvability import Flat
from paishan.rng import Rng

__all__ = ["KINDS", "STRETCH", "clears", "play_blind"]

STRETCH = 20
"""Deals of each kind in a stretch."""

KINDS = ("random", "from_solution")
"""How the grids were dealt: at random and proved clearable, as a game deals; or from a solution, as none does."""


def play_blind(place: Flat, seed: int, first: int, deals: int) -> Result:
    """Play deals `first` … of a seed blindly, one game each, of both kinds; gives how many games were won of each."""
    started = time.process_time()
    won = dict.fromkeys(KINDS, 0)
    for number in range(first, first + deals):
        code = stream(seed, number).below(MAX_NUMBER + 1)
        for kind in KINDS:
            if kind == "random":
                deal = deal_proved(place.grid, code)
            else:
                deal = deal_falling(place.grid, code, Gravity.NONE)
            won[kind] += clears(deal.board(), stream(seed, number, KINDS.index(kind)))
    return won | {"seconds": time.process_time() - started}


def clears(board: Board, rng: Rng) -> bool:
    """Whether taking any pair that a line joins, each equally likely, clears a board."""
    while pairs := list(board.pairs()):
        board.push(rng.choice(pairs))
    return board.cleared
