"""The campaign (C3): 120 levels on a map of six places, each made from its number and the same for everybody.

Every tenth level is a classic layout; the others lie on layouts that `solitaire.generator` makes from a number. Which
number, and which deal, was chosen by measuring, so that levels grow harder; what was chosen and measured is the data
beside this module, made by `python -m tools.campaign` and by nothing else. What a player has won is kept elsewhere.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from paishan.codes import Code
from paishan.faults import Fault
from paishan.solitaire import gallery
from paishan.solitaire.board import Pair
from paishan.solitaire.layout import Layout

__all__ = ["CLASSICS", "LEVELS", "PLACES", "Level", "Place", "by_tag", "level", "level_of", "measured_by", "step_of"]

LEVELS = range(1, 121)
"""The numbers of the levels."""

CLASSICS = ("turtle", "fortress", "pyramid", "butterfly")
"""The layouts of every tenth level, in turn."""

_STEPS = (10, 30, 60, 120)
"""The last level of each step of difficulty."""
_IN_A_PLACE = 20
_PAR = 2_500


@dataclass(frozen=True, slots=True)
class Place:
    """A place on the map."""

    id: str
    """Stable, never translated."""
    name: str
    """In English."""
    levels: range
    """The numbers of its levels."""


PLACES: tuple[Place, ...] = tuple(
    Place(id, name, LEVELS[_IN_A_PLACE * at : _IN_A_PLACE * (at + 1)])
    for at, (id, name) in enumerate(
        (
            ("harbour", "Harbour"),
            ("bamboo-grove", "Bamboo grove"),
            ("tea-house", "Tea house"),
            ("stone-bridge", "Stone bridge"),
            ("cloud-temple", "Cloud temple"),
            ("summit", "The summit"),
        )
    )
)
"""The six places, from the sea to the top."""


@dataclass(frozen=True, slots=True)
class Level:
    """One level: a deal, and what was measured of it."""

    number: int
    place: Place
    step: int
    """The step of difficulty, 1 to 4."""
    code: Code
    """Its deal."""
    name: str
    """The name of its layout, in English."""
    tiles: int
    classic: bool
    """Whether it lies on one of the four classic layouts."""
    games: int
    """Games that a player who takes any pair played on it."""
    won: int
    """How many of them were cleared."""
    ci95: tuple[float, float]
    """The 95 % confidence interval of the share that is cleared."""
    looking_ahead: float
    """The share that a player who looks ahead clears, in fewer games."""

    @property
    def blind(self) -> float:
        """The share of games that a player who takes any pair clears: the measure of how hard the level is."""
        return self.won / self.games

    @property
    def par(self) -> int:
        """The milliseconds within which clearing it earns the star for time (C10)."""
        return _PAR * self.tiles

    @property
    def layout(self) -> Layout:
        """The layout it lies on."""
        return by_tag(self.code.layout)

    @property
    def witness(self) -> tuple[Pair, ...]:
        """Pairs that clear it, in order."""
        slots = bytes.fromhex(_rows()[self.number]["witness"])
        return tuple(Pair(a, b) for a, b in zip(slots[::2], slots[1::2], strict=True))


def step_of(number: int) -> int:
    """The step of difficulty of a level, 1 to 4. Raises `ValueError` for a number that no level has."""
    if number not in LEVELS:
        raise Fault(
            "the campaign has levels {first} to {last}, not {number}", first=LEVELS[0], last=LEVELS[-1], number=number
        )
    return 1 + sum(number > last for last in _STEPS)


@cache
def level(number: int) -> Level:
    """The level with this number. Raises `ValueError` for a number that no level has."""
    step = step_of(number)
    row = _rows()[number]
    low, high = row["ci95"]
    return Level(
        number,
        PLACES[(number - 1) // _IN_A_PLACE],
        step,
        Code.parse(row["code"]),
        row["name"],
        row["tiles"],
        row["generator"] is None,
        row["games"],
        row["won"],
        (low, high),
        row["looking_ahead"],
    )


def level_of(code: Code) -> Level | None:
    """The level that deals this code; None for a code that is no level's."""
    number = _codes().get(str(code))
    return None if number is None else level(number)


@cache
def by_tag(tag: str) -> Layout:
    """The layout that a game code names: a built-in one or one of the campaign's, whose id is the tag itself.

    Raises `ValueError` for one that is neither.
    """
    row = _generated().get(tag)
    if row is None:
        return gallery.by_tag(tag)
    axes = [int(axis, 36) for axis in row["slots"]]
    return Layout.build(tag, row["name"], zip(axes[::3], axes[1::3], axes[2::3], strict=True))


def measured_by() -> str:
    """The command that chose and measured the levels."""
    return str(_data()["command"])


@cache
def _data() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(files("paishan.play").joinpath("levels.json").read_text("utf-8"))
    return found


@cache
def _rows() -> dict[int, dict[str, Any]]:
    """What the data says of each level: layouts as three digits of base 36 a slot, witnesses as a byte a slot."""
    return {row["level"]: row for row in _data()["levels"]}


@cache
def _generated() -> dict[str, dict[str, Any]]:
    return {row["code"].split("-")[1]: row for row in _rows().values() if row["generator"] is not None}


@cache
def _codes() -> dict[str, int]:
    return {row["code"]: number for number, row in _rows().items()}
