"""What is told of games in progress, and why something is refused."""

from __future__ import annotations

from dataclasses import dataclass

from paishan.connect.grid import Grid
from paishan.faults import Said
from paishan.play.families import AnyEvent, AnyRuleset, AnyState
from paishan.play.ruleset import Game
from paishan.solitaire.layout import Layout
from paishan.store.dates import closing, is_of_day

__all__ = [
    "BrokenGame",
    "DayGoneOn",
    "Done",
    "OutOfStep",
    "TakeBackRefused",
    "TooLong",
    "Unfinished",
    "UnknownGame",
    "View",
    "Withheld",
    "may_tell",
]


@dataclass(frozen=True, slots=True)
class View:
    """A game as its player sees it."""

    id: str
    family: str
    code: str | None
    """None while it must not be known: that of a day's board or of a match that is not over."""
    previous: str | None
    occasion: str
    newcomer: bool
    layout: Layout | Grid | None
    """What it is played on; None for a match of Chuo Pai."""
    ruleset: AnyRuleset
    state: AnyState


@dataclass(frozen=True, slots=True)
class Done:
    """What came of commands that are written."""

    events: tuple[AnyEvent, ...]
    state: AnyState
    replayed: bool = False
    """Whether they had been written before, by an earlier try of the same request."""


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A line in the list of a player's games in progress."""

    id: str
    family: str
    code: str | None
    """None while it must not be known, as in `View`."""
    layout: str
    ruleset: str
    occasion: str
    left: int
    played: int
    seq: int


class UnknownGame(Exception):
    """There is no such game, or it is somebody else's; nobody is told which."""


class BrokenGame(Exception):
    """A game whose log cannot be replayed; the message says why. It is kept as it is."""


class TooLong(Exception):
    """The game has as many commands as a game may have."""


class OutOfStep(Exception):
    """The commands do not go on from where the game is; nothing was done. `view` is where it is."""

    def __init__(self, view: View) -> None:
        self.view = view
        super().__init__(Said("the next command is number {number}", number=view.state.seq))


class Withheld(Exception):
    """What was asked for would tell what the asker must not know yet; the message says until when."""


class DayGoneOn(Exception):
    """It is another day for the player, who has begun one meanwhile, or this one's board. Nothing was done."""


class AlreadyOpened(Exception):
    """There is a game for this occasion, and no other one is opened. Nothing was done."""


class TakeBackRefused(Exception):
    """A new game cannot be taken back; the message says why."""


def may_tell(family: str, ranked: int, occasion: str, at: int) -> bool:
    """Whether the code of a game that never ended, which tells all faces and all hands, may be known (X3)."""
    if is_of_day(occasion):
        return at >= closing(occasion)
    # A level's code is no secret: everybody has the same levels, as often as they like.
    return family != Game.CHUOPAI and not (family == Game.SOLITAIRE and ranked and not occasion)
