"""What was measured of the built-in layouts (X2, T5), read from the data beside this module.

The data is made by the command that it names, and by nothing else; facts of a layout that has changed since are not
given.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from paishan.solitaire import gallery
from paishan.solitaire.layout import Layout

__all__ = ["Facts", "Rates", "facts", "measured_by", "random_deals_work"]


@dataclass(frozen=True, slots=True)
class Rates:
    """How often each player clears deals that can be cleared, as shares."""

    blind: float
    """Takes any pair."""
    greedy: float
    """Takes a pair that makes the most tiles free."""
    looking_ahead: float
    """Takes what cannot be wrong, or the better of two pairs thought through."""


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts of one layout."""

    paishan: str
    """The version that measured them."""
    sha1: str
    """The layout's hash."""
    tiles: int
    layers: int
    free: int
    """Tiles that are free at the start."""
    width: int
    """In half tiles."""
    height: int
    """In half tiles."""
    deals: int
    """Random deals that were proved."""
    clearable: int
    dead: int
    undecided: int
    share_clearable: float
    """The share of random deals that can be cleared."""
    ci95: tuple[float, float]
    """Its 95 % confidence interval."""
    hardly_ever: bool
    """Whether random deals hardly ever clear: in less than 2 % even by the interval's upper bound."""
    games: int
    """Games that each player played, on each kind of deals."""
    random: Rates | None
    """On random deals that can be cleared; None where there are hardly any."""
    from_solution: Rates
    """On deals from a solution, as a game deals them unless told otherwise."""
    grade: int
    """How hard it is: 1 (mild) to 5 (hard)."""


@cache
def _measured() -> dict[str, Facts]:
    data = json.loads(files("paishan.solitaire").joinpath("facts.json").read_text("utf-8"))
    found = {}
    for id, value in data["layouts"].items():
        low, high = value.pop("ci95")
        rates = {name: value.pop(name) for name in Rates.__slots__}
        random = None if None in rates.values() else Rates(**rates)
        from_solution = Rates(**value.pop("from_solution"))
        found[id] = Facts(ci95=(low, high), random=random, from_solution=from_solution, **value)
    return found


@cache
def measured_by() -> str:
    """The command that made the facts."""
    return str(json.loads(files("paishan.solitaire").joinpath("facts.json").read_text("utf-8"))["command"])


def facts(layout_id: str) -> Facts | None:
    """The facts of the built-in layout with this id; None where it was not measured as it is now."""
    found = _measured().get(layout_id)
    if found is None or found.sha1 != gallery.by_id(layout_id).sha1:
        return None
    return found


def random_deals_work(layout: Layout) -> bool:
    """Whether random deals of this layout can be cleared often enough to be dealt (`MP1`).

    A layout that was never measured is taken to be one of the many where they can.
    """
    return not any(found.hardly_ever for found in _measured().values() if found.sha1 == layout.sha1)
