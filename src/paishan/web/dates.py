"""Days and months as they are said in the language of a request, and the zone in which its reader lives."""

from __future__ import annotations

import calendar
import re
from datetime import UTC, date, datetime, timedelta

from babel import Locale, dates
from litestar.types import Scope

from paishan.play.daily import OFFSETS
from paishan.web.languages import ENGLISH, LANGUAGE
from paishan.web.site import cookie_of

__all__ = ["date_said", "day_said", "local_day", "month_said", "offset_told", "weekday", "weekdays", "weeks"]

_COOKIE = "paishan-offset"
"""Set by the pages themselves: how many minutes their reader's clock is ahead of UTC."""


def _locale() -> Locale:
    language = LANGUAGE.get()
    # Of the ways to write a date in English, that which puts the day first, as our other languages do.
    return Locale.parse("en_GB" if language == ENGLISH else language.code)


def offset_told(scope: Scope) -> int:
    """How many minutes the reader's clock is ahead of UTC, as the browser said; 0 when it has not said so yet."""
    said = cookie_of(scope, _COOKIE)
    if said is None or not re.fullmatch(r"-?\d{1,3}", said, re.ASCII):
        return 0
    return int(said) if int(said) in OFFSETS else 0


def day_said(day: date) -> str:
    """A day with its weekday: `Monday, 30 November 2026`."""
    return _held(dates.format_date(day, "full", _locale()))


def date_said(day: date) -> str:
    """A day without its weekday: `30 November 2026`."""
    return _held(dates.format_date(day, "long", _locale()))


def local_day(ms: int, offset: int) -> str:
    """The day, without its weekday, of a time in milliseconds since 1970, on a clock so many minutes ahead of UTC."""
    return date_said((datetime.fromtimestamp(ms / 1000, UTC) + timedelta(minutes=offset)).date())


def _held(said: str) -> str:
    """A date whose number does not come to stand on another line than its month."""
    return re.sub(r"(\d\.?) (?=\D)", "\\1\u00a0", said)


def month_said(month: date) -> str:
    """A month: `November 2026`."""
    return dates.format_skeleton("yMMMM", month, locale=_locale())


def weekday(day: date) -> tuple[str, str]:
    """The name of a day of the week, short and in full."""
    names = _locale().days["stand-alone"]
    return names["short"][day.weekday()], names["wide"][day.weekday()]


def weekdays() -> list[tuple[str, str]]:
    """The days of the week as they head a calendar, short and in full, beginning with the language's first."""
    locale = _locale()
    order = [(locale.first_week_day + number) % 7 for number in range(7)]
    return [(locale.days["stand-alone"]["short"][day], locale.days["stand-alone"]["wide"][day]) for day in order]


def weeks(month: date) -> list[list[date | None]]:
    """The weeks of a month, each of seven days; None for days that are not in it."""
    plan = calendar.Calendar(_locale().first_week_day).monthdayscalendar(month.year, month.month)
    return [[date(month.year, month.month, day) if day else None for day in week] for week in plan]
