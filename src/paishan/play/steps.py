"""The steps of a game that undo takes back, and what is counted along the way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from paishan.pairs import Pair
from paishan.play.ground import Board
from paishan.play.hints import Purse

__all__ = ["Changed", "Step", "Tally", "Took", "Word", "gave", "shown"]

Word: TypeAlias = Literal["shuffle", "restart", "give-up"]


@dataclass(slots=True)
class Tally:
    """What is counted from the deal on: a restart begins another, and undoing it adds the two up."""

    played: int = 0
    """Milliseconds up to the last command."""
    gained: int = 0
    """Points of the pairs that are gone."""
    hints: int = 0
    undos: int = 0
    shuffles: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.played + other.played,
            self.gained + other.gained,
            self.hints + other.hints,
            self.undos + other.undos,
            self.shuffles + other.shuffles,
        )

    def __sub__(self, other: Tally) -> Tally:
        return Tally(
            self.played - other.played,
            self.gained - other.gained,
            self.hints - other.hints,
            self.undos - other.undos,
            self.shuffles - other.shuffles,
        )


@dataclass(frozen=True, slots=True)
class Took:
    """A pair was taken."""

    pair: Pair
    gave: int
    """Its points."""


@dataclass(frozen=True, slots=True)
class Changed:
    """A step that put another board in place of the one before: a shuffle, a restart or giving up."""

    word: Word
    before: Board
    after: Board
    given_up: tuple[bool, bool]
    """Whether the game was given up before and after."""
    tally: Tally | None = None
    """What had been counted before a restart."""
    purse: Purse | None = None
    """The hints that were in hand before a restart."""


Step: TypeAlias = Took | Changed


def shown(step: Step) -> Pair | Word:
    """A step as the state of a table shows it."""
    return step.pair if isinstance(step, Took) else step.word


def gave(step: Step) -> int:
    """The points that a step gave."""
    return step.gave if isinstance(step, Took) else 0
