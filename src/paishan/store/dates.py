"""Which day's board a player may begin (C4), how it is noted with the game, and when it is over for everybody.

A player's zone is what the browser says, so nothing may be gained by saying something else. The zone in which a day was
begun stays its zone: until that day is over there, the player has no other day. After that the later day counts, of the
one in that zone and the one in the zone that is told now; so going west never brings back a day that was missed.
"""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from paishan.play.daily import OFFSETS, day_of, window

__all__ = ["AGAIN", "Begun", "Today", "closing", "day_of_occasion", "is_again", "is_of_day", "occasion_of", "today"]

_DAILY = "daily-"
AGAIN = "again-"
"""How the occasion of a day's board begins that its player had begun before, as a guest on another device."""
_GRACE = 2 * 60 * 60_000
"""Milliseconds that a board begun just before the last midnight on Earth may take."""


class Begun(NamedTuple):
    """The last day that a player has begun, and the zone in which that was done."""

    day: date
    zone: int


class Today(NamedTuple):
    """A player's day, and the zone by which it is one, in minutes ahead of UTC."""

    day: date
    zone: int


def occasion_of(day: date) -> str:
    """How the board of a day is noted with a game: `daily-2026-11-30`."""
    return f"{_DAILY}{day.isoformat()}"


def is_again(occasion: str) -> bool:
    """Whether a game has a day's board that its player had begun before; it counts for nothing."""
    return occasion.startswith(AGAIN)


def is_of_day(occasion: str) -> bool:
    """Whether a game has a day's board, which is not told before that day is over."""
    return occasion.startswith((_DAILY, AGAIN))


def day_of_occasion(occasion: str) -> date:
    """The day of a game that was noted so, begun for the first time or again."""
    return date.fromisoformat(occasion.removeprefix(_DAILY).removeprefix(AGAIN))


def today(at: int, offset: int, last: Begun | None) -> Today:
    """A player's day at the time `at`, with a clock `offset` minutes ahead of UTC.

    Raises `ValueError` for an offset that no clock on Earth has.
    """
    told = day_of(at, offset)
    if last is None:
        return Today(told, offset)
    kept = day_of(at, last.zone)
    if kept <= last.day:
        return Today(last.day, last.zone)
    return Today(max(kept, told), offset)


def closing(occasion: str) -> int:
    """When the day of a game is over everywhere, and time for boards begun at the last moment as well.

    From then on its board is shown to everybody, and no result counts in its list any more.
    """
    return window(day_of_occasion(occasion), OFFSETS[0])[1] + _GRACE
