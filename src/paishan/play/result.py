"""What a game came to when it ended: what is kept, shown and listed of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["WINS", "Outcome", "Result"]


class Outcome(StrEnum):
    """How a game ended."""

    WON = "won"
    SHARED = "shared"
    """Won together with another: equal piles of Chuo Pai (P4)."""
    LOST = "lost"
    """Given up, locked for good (T7), the clock had reached zero (C8), or another won."""


WINS = frozenset({Outcome.WON, Outcome.SHARED})
"""What is never lost again: later attempts at the same deal change nothing."""


@dataclass(frozen=True, slots=True)
class Result:
    """A game that has ended, with all the help that was taken (reports N9)."""

    outcome: Outcome
    played: int
    """Milliseconds."""
    score: int
    stars: int
    """How many of the three were won."""
    hints: int
    undos: int
    """Steps taken back, those of a rewind among them."""
    shuffles: int
    restarts: int
    """How often the board was started anew, in the whole game; all the other figures are of the last attempt alone."""
    rewinds: int
    """How often the game went back to the last winnable moment, in the whole game."""
    tiles: int
    """How many tiles were dealt."""
