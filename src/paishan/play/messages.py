"""What is said to a table of solitaire or Connect and what it says back: commands, events, and its whole state.

These structs are the wire format as well: `type` tells them apart in JSON. Slots are numbers of places in the layout or
grid, times are milliseconds.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal, TypeAlias

from msgspec import Struct

__all__ = [
    "Can",
    "Cleared",
    "Clock",
    "Command",
    "Deselected",
    "Event",
    "GaveUp",
    "GiveUp",
    "Hint",
    "Hinted",
    "Hints",
    "Locked",
    "Pause",
    "Paused",
    "Pick",
    "Reason",
    "Redo",
    "Refused",
    "Removed",
    "Restart",
    "Restarted",
    "Restored",
    "Resume",
    "Resumed",
    "Rewind",
    "Rewound",
    "Selected",
    "Show",
    "Shuffle",
    "Shuffled",
    "Stars",
    "State",
    "Status",
    "Take",
    "TimedOut",
    "Undo",
    "Unranked",
    "Used",
]


class _Command(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """What all commands have in common: one with a word too many is not understood."""


class Pick(_Command, frozen=True, tag="pick"):
    """Tap a tile (S3)."""

    slot: int


class Take(_Command, frozen=True, tag="take"):
    """Take a pair, whatever is selected."""

    a: int
    b: int


class Hint(_Command, frozen=True, tag="hint"):
    """Show a pair that can be taken; asked again, another one (T8)."""


class Show(_Command, frozen=True, tag="show"):
    """Show a newcomer a pair, free, when none was found for a while (C5)."""


class Undo(_Command, frozen=True, tag="undo"):
    """Take back the last step (T9)."""


class Redo(_Command, frozen=True, tag="redo"):
    """Do again what was taken back."""


class Shuffle(_Command, frozen=True, tag="shuffle"):
    """Lay the remaining tiles anew (T10)."""


class Rewind(_Command, frozen=True, tag="rewind"):
    """Go back to the last position from which the board can still be cleared (X1)."""


class Restart(_Command, frozen=True, tag="restart"):
    """Play the same deal from the start."""


class Pause(_Command, frozen=True, tag="pause"):
    """Stop the clock and hide the board (S8)."""


class Resume(_Command, frozen=True, tag="resume"):
    """Go on after a pause."""


class GiveUp(_Command, frozen=True, tag="give-up"):
    """End the game as lost (C8)."""


Command: TypeAlias = Pick | Take | Hint | Show | Undo | Redo | Shuffle | Rewind | Restart | Pause | Resume | GiveUp


class Reason(StrEnum):
    """Why a command was refused."""

    COVERED = "covered"
    BLOCKED = "blocked"
    BOTH = "both"
    NO_MATCH = "no-match"
    NO_LINE = "no-line"
    """They match, but no line of at most two turns joins them (N2)."""
    GONE = "gone"
    SAME = "same"
    NO_SLOT = "no-slot"
    NOTHING_TO_UNDO = "nothing-to-undo"
    NOTHING_TO_REDO = "nothing-to-redo"
    NO_PAIR = "no-pair"
    NO_HINTS_LEFT = "no-hints-left"
    """All hints are used up; by some rulesets one more comes with time."""
    TOO_EARLY = "too-early"
    """A newcomer looks for the first pair alone for a while."""
    NO_SHUFFLE = "no-shuffle"
    """The remaining tiles cannot be laid so that they can be cleared."""
    NOT_LOCKED = "not-locked"
    """The tiles are laid anew only when no pair can be taken or, by some rulesets, when the board is proved dead."""
    NOTHING_WINNABLE = "nothing-winnable"
    """No earlier position of the game is proved clearable, or this one is."""
    NOT_ALLOWED = "not-allowed"
    PAUSED = "paused"
    NOT_PAUSED = "not-paused"
    OVER = "over"
    TIMED_OUT = "timed-out"
    """The clock had reached zero before."""


class Selected(Struct, frozen=True, tag_field="type", tag="selected"):
    """A tile is selected."""

    slot: int


class Deselected(Struct, frozen=True, tag_field="type", tag="deselected"):
    """No tile is selected any more."""


class Removed(Struct, frozen=True, tag_field="type", tag="removed"):
    """A pair is gone."""

    a: int
    b: int


class Restored(Struct, frozen=True, tag_field="type", tag="restored"):
    """A pair is back."""

    a: int
    b: int


class Hinted(Struct, frozen=True, tag_field="type", tag="hinted"):
    """A pair is shown."""

    a: int
    b: int


class Shuffled(Struct, frozen=True, tag_field="type", tag="shuffled"):
    """The tiles lie anew (or as before, when a shuffle was taken back)."""


class Rewound(Struct, frozen=True, tag_field="type", tag="rewound"):
    """So many steps were taken back at once."""

    steps: int


class Restarted(Struct, frozen=True, tag_field="type", tag="restarted"):
    """The board is as dealt (or as before, when a restart was taken back)."""


class Paused(Struct, frozen=True, tag_field="type", tag="paused"):
    """The clock stands and the board is hidden."""


class Resumed(Struct, frozen=True, tag_field="type", tag="resumed"):
    """The game goes on."""


class GaveUp(Struct, frozen=True, tag_field="type", tag="given-up"):
    """The game is given up."""


class Locked(Struct, frozen=True, tag_field="type", tag="locked"):
    """No pair can be taken (T7)."""


class Cleared(Struct, frozen=True, tag_field="type", tag="cleared"):
    """No tile is left: won (T6)."""


class TimedOut(Struct, frozen=True, tag_field="type", tag="timed-out"):
    """The clock has reached zero: lost (C8)."""


class Refused(Struct, frozen=True, tag_field="type", tag="refused", omit_defaults=True):
    """The rules do not allow the command; nothing was done."""

    reason: Reason
    slot: int | None = None


Event: TypeAlias = (
    Selected
    | Deselected
    | Removed
    | Restored
    | Hinted
    | Shuffled
    | Rewound
    | Restarted
    | Paused
    | Resumed
    | GaveUp
    | Locked
    | Cleared
    | TimedOut
    | Refused
)


class Status(StrEnum):
    """How the game stands; worked out from the position, never from the last event (reports S8)."""

    PLAYING = "playing"
    LOCKED = "locked"
    CLEARED = "cleared"
    GIVEN_UP = "given-up"
    TIMED_OUT = "timed-out"


class Unranked(StrEnum):
    """Why the result of a game is in no list."""

    NO_LISTS = "no-lists"
    """Its ruleset counts neither time nor points."""
    OWN_RULESET = "own-ruleset"
    """Its ruleset was put together by the player."""
    TYPED_CODE = "typed-code"
    """Its board was chosen by its code, so it may have been known."""
    RESTARTED = "restarted"
    """It was started anew, so its tiles were known."""
    GIVEN_UP = "given-up"
    """It was taken up again after it was given up, when all its faces had been shown."""
    BEGUN_BEFORE = "begun-before"
    """It is a day's board that its player had begun before, in another game."""


class Can(Struct, frozen=True):
    """Which commands would be allowed now."""

    undo: bool
    redo: bool
    hint: bool
    shuffle: bool
    rewind: bool
    show: bool


class Clock(Struct, frozen=True):
    """Time played, and whether it goes on."""

    ms: int
    running: bool


class Used(Struct, frozen=True):
    """What help was taken since the board was dealt; a restart counts anew."""

    hints: int = 0
    undos: int = 0
    shuffles: int = 0


class Stars(Struct, frozen=True):
    """The three stars (C10): those that can still be won while the game goes on, those won when it is over."""

    clear: bool
    """For clearing the board."""
    time: bool
    """For clearing it in time."""
    clean: bool
    """For clearing it without hint, shuffle or undo."""


class Hints(Struct, frozen=True):
    """How many hints are left."""

    left: int
    next: int | None
    """Milliseconds played at which one more comes; None if none does."""


class State(Struct, frozen=True):
    """All of a table that changes."""

    seq: int
    """Commands applied so far, which is the number of the next one."""
    faces: tuple[str | None, ...]
    """The label of the tile on every slot, taken or not; None where the player could not see it yet (X3)."""
    groups: tuple[int, ...]
    """What the tile on each slot matches; -1 where its face is hidden."""
    present: tuple[int, ...]
    """The slots whose tiles are there."""
    history: tuple[tuple[int, int] | Literal["shuffle", "restart", "give-up"], ...]
    """Steps that undo takes back, oldest first: pairs and the names of the others."""
    future: tuple[tuple[int, int] | Literal["shuffle", "restart", "give-up"], ...]
    """Steps that redo does again, the next one last."""
    selected: int | None
    hint: tuple[int, int] | None
    left: int
    """Tiles that remain."""
    pairs: int
    """Different pairs that can be taken now (reports S20)."""
    status: Status
    verdict: Literal["clearable", "dead", "undecided"] | None
    """What is proved of this position; None when it has not been asked yet."""
    rewind: int | None
    """When no pair or no hope is left: how many steps back the board could last be cleared; None if unknown."""
    paused: bool
    can: Can
    clock: Clock
    limit: int | None
    """Milliseconds that may be played; at so many the game is lost. None for any number."""
    used: Used
    hints: Hints | None
    """None where hints are off or without number."""
    score: int
    """0 where the ruleset has no points."""
    gains: tuple[int, ...]
    """What each step of `history` gave in points; empty where the ruleset has none."""
    regains: tuple[int, ...]
    """What each step of `future` will give again."""
    combo: int
    """How many times its points the last pair counted; 0 when the next pair counts once."""
    combo_until: int | None
    """Milliseconds played up to which the next pair counts once more than the last; None without a combo."""
    stars: Stars | None
    """None where the ruleset gives none."""
    ranked: bool
    """Whether the result will count in lists."""
    unranked: Unranked | None
    """Why it will not."""
