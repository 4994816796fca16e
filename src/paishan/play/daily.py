"""Today's board (C4): the same for everybody, a new one at each player's own midnight, known to nobody before.

A day is a date of the player's own calendar, told by the offset of the player's clock from UTC in whole minutes; no
rule of summer time is looked up. What a day deals follows from a secret of the server and the date alone. Days are
begun in order: one that was begun stays begun, and none before it can be begun any more, so no change of zones opens a
board twice or brings a past one back. Nothing here knows the time or keeps anything.
"""

from __future__ import annotations

import hmac
from collections.abc import Collection, Iterable, Mapping
from datetime import date, timedelta
from enum import StrEnum
from typing import NamedTuple

from paishan.codes import MAX_NUMBER, Code, Dealer
from paishan.rng import Rng

__all__ = [
    "DAY",
    "LAYOUTS",
    "OFFSETS",
    "Day",
    "Game",
    "State",
    "Streaks",
    "daily_code",
    "day_of",
    "may_begin",
    "month",
    "streaks",
    "window",
]

DAY = 86_400_000
"""A day in milliseconds."""

OFFSETS = range(-12 * 60, 14 * 60 + 1)
"""How many minutes a clock may be ahead of UTC: from Baker Island's to Kiritimati's."""

LAYOUTS = (
    *("L00", "L01", "L05", "L06", "L07", "L10", "L24", "L28", "L31", "L32", "L33", "L34", "L35", "L36"),
    *("L37", "L38", "L39", "L40", "L41", "L42", "L43", "L44", "L45", "L47", "L49", "L57"),
)
"""The built-in layouts that a day may bring, most of them fit for a phone; each comes once before any comes again."""

_EPOCH = date(1970, 1, 1).toordinal()
_MINUTE = 60_000
_SHORTEST = 16


class Game(StrEnum):
    """The games that have a board of the day."""

    SOLITAIRE = "solitaire"
    CONNECT = "connect"


class State(StrEnum):
    """How a day stands in a player's calendar."""

    WON = "won"
    LOST = "lost"
    BEGUN = "begun"
    """Its board was begun and can be played on, whatever day it is."""
    OPEN = "open"
    """It is today, and its board is still to be begun."""
    MISSED = "missed"
    """It went by and was never begun."""
    NONE = "none"
    """It is still to come, or was before the player's first day."""


class Day(NamedTuple):
    """A day of a player's calendar."""

    day: date
    state: State
    today: bool


class Streaks(NamedTuple):
    """Days won one after another."""

    current: int
    """Up to the last day that can have been won: today, or yesterday while today's board is still to be won."""
    longest: int


def day_of(at: int, offset: int) -> date:
    """The player's day at the time `at`, in milliseconds since 1970 UTC, on a clock `offset` minutes ahead of UTC.

    Raises `ValueError` for an offset that no clock on Earth has, and for a time before the year 1 or after 9999.
    """
    ordinal = _EPOCH + (at + _checked(offset) * _MINUTE) // DAY
    if not 1 <= ordinal <= date.max.toordinal():
        raise ValueError(f"{at} milliseconds since 1970 is no time that a calendar has")
    return date.fromordinal(ordinal)


def window(day: date, offset: int) -> tuple[int, int]:
    """When a day begins and when it is over, in milliseconds since 1970 UTC. Raises `ValueError` as `day_of` does."""
    start = (day.toordinal() - _EPOCH) * DAY - _checked(offset) * _MINUTE
    return start, start + DAY


def may_begin(day: date, at: int, offset: int, begun: Collection[date]) -> bool:
    """Whether a player who has begun the days `begun` may begin the board of `day` at the time `at`.

    It has to be that day at the player's offset, and neither it nor any later day may have been begun. The offset
    stays with what was begun: whether that was in time is never asked again.
    """
    return day_of(at, offset) == day and all(other < day for other in begun)


def daily_code(secret: bytes, day: date, game: Game) -> Code:
    """The board of a day: a code that cannot be told in advance without the secret.

    Raises `ValueError` for a secret shorter than sixteen bytes.
    """
    if len(secret) < _SHORTEST:
        raise ValueError(f"the secret of the daily boards needs at least {_SHORTEST} bytes; this has {len(secret)}")
    game = Game(game)
    number = _drawn(secret, f"{game} {day.isoformat()}") & MAX_NUMBER
    match game:
        case Game.SOLITAIRE:
            return Code(Dealer.MJ1, _layout_of(secret, day), number)
        case Game.CONNECT:
            return Code(Dealer.MC1, "L00", number)


def streaks(won: Iterable[date], today: date) -> Streaks:
    """The streaks of a player who has won these days, where it is `today` for the player.

    A day won where it was tomorrow already counts as well.
    """
    longest = run = 0
    last: date | None = None
    for day in sorted(set(won)):
        run = run + 1 if last is not None and day - last == timedelta(1) else 1
        longest = max(longest, run)
        last = day
    lasts = last is not None and last >= today - timedelta(1)
    return Streaks(run if lasts else 0, longest)


def month(
    year: int, month: int, today: date, begun: Mapping[date, bool | None], since: date | None = None
) -> list[Day]:
    """A month of a player's calendar, day by day.

    `begun` says of each day that the player has begun whether it was won, None while it is not decided; a day before
    `since` was not missed. Raises `ValueError` for a month that no calendar has.
    """
    days = []
    day = date(year, month, 1)
    while day.month == month:
        days.append(Day(day, _state(day, today, begun, since), day == today))
        if day == date.max:
            break
        day += timedelta(1)
    return days


def _state(day: date, today: date, begun: Mapping[date, bool | None], since: date | None) -> State:
    if day in begun:
        won = begun[day]
        return State.BEGUN if won is None else State.WON if won else State.LOST
    if day == today:
        return State.NONE if any(other > day for other in begun) else State.OPEN
    return State.MISSED if day < today and (since is None or day >= since) else State.NONE


def _checked(offset: int) -> int:
    if offset not in OFFSETS:
        raise ValueError(f"a clock is at most 12 hours behind UTC and 14 ahead, not {offset} minutes ahead")
    return offset


def _drawn(secret: bytes, what: str) -> int:
    """64 bits that only those who know the secret can tell."""
    return int.from_bytes(hmac.digest(secret, f"paishan daily 1 {what}".encode(), "sha256")[:8], "big")


def _layout_of(secret: bytes, day: date) -> str:
    """The layout of a day: every round of days has all layouts in an order of its own, and none comes twice running."""
    round_, place = divmod(day.toordinal(), len(LAYOUTS))
    order = _order(secret, round_)
    if order[0] == _order(secret, round_ - 1)[-1]:
        order[:2] = order[1], order[0]
    return order[place]


def _order(secret: bytes, round_: int) -> list[str]:
    order = list(LAYOUTS)
    Rng(_drawn(secret, f"layouts {round_}")).shuffle(order)
    return order
