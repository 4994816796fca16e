"""Rulesets: the policies that make one game out of one set of rules, as plain values.

The rules of the boards never change; what differs between *Taipei* and *Solitaire against the clock* is how hints,
undo, shuffle and the clock are handled (T3, T8–T11, S4, S5). A ruleset is stored by its id.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from paishan.tiles import Matching

__all__ = [
    "AGAINST_THE_CLOCK",
    "RULESETS",
    "TAIPEI",
    "TAIPEI_IDENTICAL",
    "HintPolicy",
    "Ruleset",
    "ShufflePolicy",
    "ruleset",
]


class HintPolicy(StrEnum):
    """Which pair a hint shows."""

    OFF = "off"
    ANY = "any"
    """Any pair that can be taken, another one each time (T8)."""
    PLAN = "plan"
    """The next pair of a way to clear the board while there is one, then the others (S5)."""
    RANKED = "ranked"
    """A pair proved to keep the board clearable, those that open most first (C5)."""


class ShufflePolicy(StrEnum):
    """When the remaining tiles may be laid anew (T10)."""

    NEVER = "never"
    LOCKED = "locked"
    """Only when no pair can be taken."""
    ANY = "any"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """One way to play Mahjong solitaire."""

    id: str
    """Stable, stored with every game."""
    name: str
    """In English."""
    explained: str
    """What time and points mean here, said before the game starts (T11); in English."""
    matching: Matching
    """Which flowers and seasons match (T3)."""
    hint: HintPolicy
    undo: int | None
    """How many steps may be taken back in a game; None for any number (T9)."""
    shuffle: ShufflePolicy
    shuffles: int | None
    """How many shuffles a game allows; None for any number."""
    clock: bool
    """Whether time is shown and counts."""
    thought: int = 180_000
    """The longest time between two commands that counts, in milliseconds."""


AGAINST_THE_CLOCK = Ruleset(
    id="against-the-clock",
    name="Solitaire against the clock",
    explained="No points: your time counts. The clock stops while the game is paused or locked. No shuffle.",
    matching=Matching.FAMILY,
    hint=HintPolicy.PLAN,
    undo=None,
    shuffle=ShufflePolicy.NEVER,
    shuffles=None,
    clock=True,
)

TAIPEI = Ruleset(
    id="taipei",
    name="Taipei",
    explained="No clock and no points. Hints, undo and shuffle as you like.",
    matching=Matching.FAMILY,
    hint=HintPolicy.ANY,
    undo=None,
    shuffle=ShufflePolicy.ANY,
    shuffles=None,
    clock=False,
)

TAIPEI_IDENTICAL = Ruleset(
    id="taipei-identical",
    name="Taipei, identical flowers",
    explained="As Taipei, but a flower or a season matches only its own likeness.",
    matching=Matching.IDENTICAL,
    hint=HintPolicy.ANY,
    undo=None,
    shuffle=ShufflePolicy.ANY,
    shuffles=None,
    clock=False,
)

RULESETS: tuple[Ruleset, ...] = (AGAINST_THE_CLOCK, TAIPEI, TAIPEI_IDENTICAL)
"""Every ruleset of Mahjong solitaire, in the order in which they are offered."""


def ruleset(id: str) -> Ruleset:
    """The ruleset with this id. Raises `ValueError` that names those there are."""
    for known in RULESETS:
        if known.id == id:
            return known
    raise ValueError(f"there is no ruleset {id!r}; there are {', '.join(known.id for known in RULESETS)}")
