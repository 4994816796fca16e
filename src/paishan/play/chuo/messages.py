"""What is said to a match of Chuo Pai and what it says back: commands, events, and all that its player may see.

These structs are the wire format as well: `type` tells them apart in JSON. Cards are the numbers of dominoes, seats are
0 (the player), 1 and 2 (the computer players, in turn), times are milliseconds.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from paishan.play.messages import (
    Clock,
    GaveUp,
    GiveUp,
    Hint,
    Pause,
    Paused,
    Redo,
    Restart,
    Restarted,
    Resume,
    Resumed,
    Undo,
    Unranked,
    Used,
)

__all__ = [
    "Act",
    "Acted",
    "Beat",
    "Begin",
    "Bonus",
    "Can",
    "Clock",
    "Command",
    "Event",
    "Finished",
    "GaveUp",
    "GiveUp",
    "Group",
    "Hint",
    "Hinted",
    "Led",
    "Lesson",
    "Pass",
    "Passed",
    "Pause",
    "Paused",
    "Play",
    "Reason",
    "Redo",
    "Redone",
    "Refused",
    "Restart",
    "Restarted",
    "Resume",
    "Resumed",
    "Round",
    "Seat",
    "State",
    "Status",
    "Taken",
    "Told",
    "Undo",
    "Undone",
    "Unranked",
    "Used",
]

Cards: TypeAlias = tuple[int, ...]


class _Command(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """What all commands have in common: one with a word too many is not understood."""


class Begin(_Command, frozen=True, tag="begin"):
    """Begin the match: the others play until the player has a decision."""


class Play(_Command, frozen=True, tag="play"):
    """Lay cards, in any order: lead, or beat."""

    cards: Annotated[Cards, Meta(max_length=84)]


class Pass(_Command, frozen=True, tag="pass"):
    """Lay nothing. Who must pass is passed for, and nobody else may; so this is never allowed."""


Command: TypeAlias = Begin | Play | Pass | Undo | Redo | Hint | Restart | Pause | Resume | GiveUp


class Reason(StrEnum):
    """Why a command was refused: those of `paishan.chuopai.play.Refusal`, and those of the table."""

    OVER = "over"
    NO_DOMINO = "no-domino"
    NOT_IN_HAND = "not-in-hand"
    NOT_ONE_FIGURE = "not-one-figure"
    EQUAL_FIGURES = "equal-figures"
    TOO_MANY = "too-many"
    WRONG_FAMILY = "wrong-family"
    WRONG_NUMBER = "wrong-number"
    EQUAL_RANK = "equal-rank"
    NOT_HIGHER = "not-higher"
    MUST_LEAD = "must-lead"
    MUST_BEAT = "must-beat"
    NOT_BEGUN = "not-begun"
    BEGUN = "begun"
    NOTHING_TO_UNDO = "nothing-to-undo"
    NOTHING_TO_REDO = "nothing-to-redo"
    NOT_ALLOWED = "not-allowed"
    """What is played for a list is not taken back."""
    PAUSED = "paused"
    NOT_PAUSED = "not-paused"


class Told(Struct, frozen=True, omit_defaults=True):
    """What a pass told: fewer than `number` of each of the figures, or no combination of `number` with these heads."""

    number: int
    figures: Cards = ()
    heads: Cards = ()


class Bonus(Struct, frozen=True, tag_field="type", tag="bonus"):
    """A seat lays its opening bonus on its pile (P2)."""

    seat: int
    cards: Cards


class Led(Struct, frozen=True, tag_field="type", tag="led"):
    """A seat leads."""

    seat: int
    cards: Cards


class Beat(Struct, frozen=True, tag_field="type", tag="beat"):
    """A seat beats what was highest."""

    seat: int
    cards: Cards


class Passed(Struct, frozen=True, tag_field="type", tag="passed"):
    """A seat cannot beat."""

    seat: int
    told: Told | None
    """None where nothing is higher, so that it tells nothing."""


class Taken(Struct, frozen=True, tag_field="type", tag="round"):
    """A round ends: the highest play goes to the pile of its seat (P4)."""

    winner: int
    cards: Cards
    points: tuple[int, ...]
    """All piles after it, by seat."""


Acted: TypeAlias = Bonus | Led | Beat | Passed | Taken


class Finished(Struct, frozen=True, tag_field="type", tag="finished"):
    """The match is over."""

    winners: tuple[int, ...]
    points: tuple[int, ...]


class Hinted(Struct, frozen=True, tag_field="type", tag="hinted"):
    """A play is shown."""

    cards: Cards


class Undone(Struct, frozen=True, tag_field="type", tag="undone"):
    """It is as before the player's last decision; so many plays of all seats went back."""

    plays: int


class Redone(Struct, frozen=True, tag_field="type", tag="redone"):
    """What was taken back is played again."""


class Refused(Struct, frozen=True, tag_field="type", tag="refused"):
    """The rules do not allow the command; nothing was done."""

    reason: Reason


Event: TypeAlias = Acted | Finished | Hinted | Undone | Redone | Restarted | Paused | Resumed | GaveUp | Refused


class Status(StrEnum):
    """How the match stands."""

    PLAYING = "playing"
    OVER = "over"
    """Played to its end."""
    GIVEN_UP = "given-up"


class Group(Struct, frozen=True):
    """The plays of one figure, or of one head of combinations."""

    family: str
    first: int
    """The figure, or the head."""
    plays: tuple[Cards, ...]


class Act(Struct, frozen=True):
    """What a seat laid in a round; no cards are a pass."""

    seat: int
    cards: Cards


class Round(Struct, frozen=True):
    """A round: the lead first, then what the others did."""

    leader: int
    winner: int | None
    """None while it is going on."""
    plays: tuple[Act, ...]


class Seat(Struct, frozen=True):
    """What everybody sees of a seat."""

    seat: int
    level: str | None
    """None for the player."""
    character: str | None
    cards: int
    """How many it holds."""
    points: int
    pile: Cards
    wasted: Cards
    """What it played in vain."""
    laid: Cards
    """Its opening bonus."""
    most: tuple[int, ...] | None
    """Of another seat: at most so many cards of each figure it can hold, by what it laid, by where it passed, and by
    what the player holds."""
    blocked: tuple[int, ...] | None
    """For each number of cards, 0–12: it has no combination of so many headed by a figure below this."""
    both: bool | None
    """Whether it may hold Nail and Two-Red together."""


class Can(Struct, frozen=True):
    """Which commands would be allowed now."""

    undo: bool
    redo: bool
    hint: bool


class Lesson(Struct, frozen=True):
    """A lead of the player's that cost something."""

    ply: int
    """How many plays, passes too, came before it."""
    round: int
    """From 1."""
    cards: Cards
    better: Cards
    share: float
    """What the better lead gains on average: of the win, 0–1 …"""
    gain: float
    """… and in cards."""


class State(Struct, frozen=True):
    """All that the player may see of a match, all that changes."""

    seq: int
    """Commands applied so far, which is the number of the next one."""
    begun: bool
    status: Status
    paused: bool
    turn: int | None
    """Who is to act: once it has begun, the player, or nobody; before, who leads first."""
    hand: Cards
    legal: tuple[Group, ...]
    playable: Cards
    """The figures of the hand that are in some play that is allowed."""
    obvious: Cards | None
    """The one play that is allowed, if there is only one."""
    to_beat: Act | None
    """The highest play of the round; None for a lead."""
    round: Round
    rounds: tuple[Round, ...]
    recent: tuple[Acted, ...]
    """What was done since the player's last decision, with that, in order."""
    seats: tuple[Seat, ...]
    unseen: tuple[int, ...]
    """How many cards of each figure the two others hold between them."""
    history: tuple[Cards, ...]
    """The plays that undo takes back, oldest first."""
    future: tuple[Cards, ...]
    """The plays that redo lays again, the next one last."""
    hint: Cards | None
    left: int
    """The cards in the hand."""
    can: Can
    clock: Clock
    used: Used
    score: int
    """The player's pile."""
    ranked: bool
    unranked: Unranked | None
    hands: tuple[Cards, ...] | None
    """All hands as they were dealt; None before the end, as all that follows."""
    remaining: tuple[Cards, ...] | None
    """What nobody played."""
    winners: tuple[int, ...] | None
    """None too for a match that was given up."""
    outcome: str | None
    lessons: tuple[Lesson, ...] | None
    """The player's costliest leads, the costliest first; None before they are worked out."""
