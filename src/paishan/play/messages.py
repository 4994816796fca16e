"""What is said to a table and what it says back: commands, events, and its whole state.

These structs are the wire format as well: `type` tells them apart in JSON. Slots are numbers of places in the layout,
times are milliseconds.
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
    "Shuffle",
    "Shuffled",
    "State",
    "Status",
    "Take",
    "Undo",
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


Command: TypeAlias = Pick | Take | Hint | Undo | Redo | Shuffle | Rewind | Restart | Pause | Resume | GiveUp


class Reason(StrEnum):
    """Why a command was refused."""

    COVERED = "covered"
    BLOCKED = "blocked"
    BOTH = "both"
    NO_MATCH = "no-match"
    GONE = "gone"
    SAME = "same"
    NO_SLOT = "no-slot"
    NOTHING_TO_UNDO = "nothing-to-undo"
    NOTHING_TO_REDO = "nothing-to-redo"
    NO_PAIR = "no-pair"
    NO_SHUFFLE = "no-shuffle"
    """The remaining tiles cannot be laid so that they can be cleared."""
    NOT_LOCKED = "not-locked"
    NOTHING_WINNABLE = "nothing-winnable"
    """No earlier position of the game is proved clearable, or this one is."""
    NOT_ALLOWED = "not-allowed"
    PAUSED = "paused"
    NOT_PAUSED = "not-paused"
    OVER = "over"


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
    | Refused
)


class Status(StrEnum):
    """How the game stands; worked out from the position, never from the last event (reports S8)."""

    PLAYING = "playing"
    LOCKED = "locked"
    CLEARED = "cleared"
    GIVEN_UP = "given-up"


class Can(Struct, frozen=True):
    """Which commands would be allowed now."""

    undo: bool
    redo: bool
    hint: bool
    shuffle: bool
    rewind: bool


class Clock(Struct, frozen=True):
    """Time played, and whether it goes on."""

    ms: int
    running: bool


class Used(Struct, frozen=True):
    """What help was taken in this game."""

    hints: int = 0
    undos: int = 0
    shuffles: int = 0


class State(Struct, frozen=True):
    """All of a table that changes."""

    seq: int
    """Commands applied so far, which is the number of the next one."""
    faces: tuple[str, ...]
    """The label of the tile on every slot, taken or not."""
    groups: tuple[int, ...]
    """What the tile on each slot matches."""
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
    used: Used
