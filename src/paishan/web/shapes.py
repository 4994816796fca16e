"""What the API answers, as types: for its description (`openapi`) and the tests that hold the answers against it.

What is listed is built as these types, and what is told of games in progress as those of `wire`, which are named here
with all others. The other answers are written by what builds them, and nothing is checked by these types while it
serves.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from paishan.play.daily import Game
from paishan.play.result import Outcome
from paishan.store import Line, Total
from paishan.web.player_settings import Changes
from paishan.web.wire import Facts, GameOfPairs, Match, MatchPlayed, Played, Series

__all__ = [
    "Account",
    "Board",
    "Boards",
    "Campaign",
    "Codes",
    "Day",
    "Days",
    "Deals",
    "Drawing",
    "Ended",
    "Error",
    "GameOfPairs",
    "Id",
    "LayoutListed",
    "Level",
    "List",
    "Looked",
    "Match",
    "MatchPlayed",
    "Name",
    "Nothing",
    "Overtaken",
    "Pack",
    "Place",
    "Played",
    "Practice",
    "Ready",
    "Replay",
    "Row",
    "Rules",
    "Series",
    "SettingsTold",
    "SignedUp",
    "StatisticsTold",
    "Streak",
    "Unfinished",
    "Well",
]

Ms = Annotated[int, Meta(description="milliseconds")]
Since = Annotated[int, Meta(description="milliseconds since 1970")]
Share = Annotated[float, Meta(ge=0, le=1)]


class Error(Struct):
    """What was wrong, as a sentence in the language of the request."""

    error: str
    request: str | UnsetType = UNSET
    """Under which number it stands in the server's journal."""


class Overtaken(Struct):
    """Why a change was not made; with the game as it is where it has gone on meanwhile."""

    error: str
    game: Facts | UnsetType = UNSET


class Unfinished(Struct):
    """A game in progress."""

    id: str
    family: str
    code: str | None
    layout: str
    ruleset: str
    occasion: str
    left: int
    ms: Ms
    seq: int


class Id(Struct):
    """The id of what the request was about."""

    id: str


class LayoutListed(Struct):
    """A built-in layout."""

    id: str
    number: int | None
    name: str
    tiles: int
    layers: int
    free: int
    phone: bool
    slots: list[tuple[int, int, int]]


class Board(Struct):
    """What became of a layout that was sent."""

    name: str
    tiles: int
    status: Literal["added", "there", "built-in", "refused"]
    id: str | UnsetType = UNSET
    known_as: str | UnsetType = UNSET
    reason: str | UnsetType = UNSET


class Boards(Struct):
    """What became of every layout of a file."""

    boards: list[Board]


class Drawing(Struct):
    """A generated layout, its slots packed into letters."""

    name: str
    slots: str


class Deals(Struct):
    """What random deals of a layout do."""

    deals: int
    share: Share
    ci95: Annotated[list[Share], Meta(min_length=2, max_length=2)]
    hardly_ever: bool


class Looked(Deals):
    """What some random deals of a drawn layout do."""

    decided: int
    can_be_dealt: bool


class Rules(Struct):
    """What a ruleset means."""

    id: str
    name: str
    explained: list[str]


class Place(Struct):
    """A place on the campaign's map."""

    id: str
    name: str


class Level(Struct):
    """A level of the campaign, and how a player has won it."""

    level: int
    place: str
    step: int
    name: str
    tiles: int
    open: bool
    stars: int
    score: int | None
    ms: int | None


class Campaign(Struct):
    """The campaign's map, and how far a player has come."""

    places: list[Place]
    levels: list[Level]
    next: int


class Streak(Struct):
    """Days won one after the other."""

    current: int
    longest: int


class Day(Struct):
    """Today's board of one family, and a month of such boards."""

    game: str | None
    outcome: Outcome | None
    streak: Streak
    days: dict[str, str]


class Days(Struct):
    """Today's boards and a month's calendar, family by family."""

    day: str
    families: dict[Game, Day]


class Name(Struct):
    """What a player is called."""

    name: str | None


class SettingsTold(Struct):
    """A player's settings, without those that were never changed; null for one who changed none, and for nobody."""

    at: Since
    settings: Changes | None


class Row(Struct):
    """A line of a list. Whose it is shows by name alone, and a game is named only to its own player."""

    name: str | None
    ms: Ms
    score: int
    stars: int
    hints: int
    undos: int
    shuffles: int
    finished: Since
    mine: bool
    game: str | None


class List(Struct):
    """The best results, and one's own best."""

    admits: str
    rows: Annotated[list[Row], Meta(max_length=10)]
    mine: Row | None


class StatisticsTold(Struct):
    """All that a player has done."""

    total: Total
    rows: list[Line]


class _Result(Struct):
    ms: Ms
    outcome: Literal["won", "shared", "lost"]
    score: int
    stars: int
    hints: int
    undos: int
    shuffles: int
    restarts: int
    rewinds: int
    finished: Since
    ranked: bool


class Replay(Struct):
    """A game from its deal to its last move; of solitaire and Connect with faces and groups, of Chuo Pai with hands."""

    id: str
    family: str
    occasion: str
    code: str
    mine: bool
    name: str | None
    opened: Since
    ruleset: Facts
    layout: Facts
    moves: list[list[Any]]
    result: _Result | None


class Practice(Struct):
    """Ten questions of a rule test."""

    test: str
    number: int
    matching: Literal["family", "identical"]
    answers: list[str]
    questions: list[Any]


class Pack(Struct):
    """Boards for playing without a network."""

    layouts: dict[str, Any]
    rulesets: dict[str, Any]
    games: list[dict[str, Any]]


class Account(Struct):
    """The name of an account."""

    name: str | None


class SignedUp(Struct):
    """A new account, with its codes for recovery."""

    name: str
    codes: list[str]


class Codes(Struct):
    """New codes for recovery."""

    codes: list[str]


class Ended(Struct):
    """How many sessions are over."""

    ended: int


class Nothing(Struct):
    """It is done."""


class Well(Struct):
    """The server lives."""

    ok: bool
    version: str
    mark: str


class Ready(Struct):
    """Whether the server can be given requests."""

    ok: bool
    error: str | UnsetType = UNSET
