"""The page of the days' boards (C4): today's, the calendar of a month, and what the others made of it.

Nothing of a day's board is told here before the reader has come to the end of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import NamedTuple

from litestar import route
from litestar.handlers import HTTPRouteHandler
from litestar.types import ASGIApp

from paishan.play.daily import Game, State, Streaks, window
from paishan.play.ruleset import Ruleset
from paishan.store import Attempt, Listed, Today, occasion_of
from paishan.web.answers import Answer
from paishan.web.dates import date_said, day_said, month_said, offset_told, weekdays, weeks
from paishan.web.opening import Asked
from paishan.web.pages import Pages, player_headers
from paishan.web.progress import month_of
from paishan.web.site import Site

__all__ = ["Board", "boards_of", "routes"]


class Board(NamedTuple):
    """Today's board of one family, as far as a player has come with it."""

    family: Game
    attempt: Attempt | None
    streaks: Streaks
    days: dict[date, State]
    """Of the month that was asked for."""
    rules: Ruleset | None = None
    """How it is played; with `listed` once the player has finished it."""
    listed: Listed | None = None


async def boards_of(site: Site, player: int | None, today: Today, month: date) -> list[Board]:
    """Both families' boards and calendars, without their lists."""
    boards = []
    for family in Game:
        kept = await site.days.calendar(player, family, today.day, month)
        boards.append(Board(family, kept.attempt, kept.streaks, {day.day: day.state for day in kept.days}))
    return boards


async def _with_list(site: Site, player: int | None, board: Board, today: Today) -> Board:
    """A board with the day's list, if the player may see it."""
    occasion = occasion_of(today.day)
    found = await site.days.finished(player, board.family.value, occasion)
    if found is None:
        return board
    layout, rules = found
    return board._replace(rules=rules, listed=await site.lists.best(player, layout, rules, occasion))


def _month_before(month: date) -> date | None:
    first = month.replace(day=1)
    return None if first <= date(2, 1, 1) else (first - timedelta(1)).replace(day=1)


def routes(site: Site, pages: Pages) -> Sequence[HTTPRouteHandler]:
    """The days' page on one site."""

    @route("/daily", http_method=["GET", "HEAD"])
    async def daily(request: Asked) -> ASGIApp:
        player, offset = await site.player(request.scope), offset_told(request.scope)
        today = await site.days.today(player, offset)
        this = today.day.replace(day=1)
        month = min(month_of(request) or this, this)
        boards = [await _with_list(site, player, board, today) for board in await boards_of(site, player, today, month)]
        text = pages.render(
            "daily.html",
            boards=boards,
            day=today.day,
            day_said=day_said(today.day),
            date_said=date_said(today.day),
            offset=offset,
            left_ms=window(today.day, today.zone)[1] - site.now(),
            month_said=month_said(month),
            weekdays=weekdays(),
            weeks=[[day and (day, day_said(day)) for day in week] for week in weeks(month)],
            before=_month_before(month),
            after=None if month == this else (month + timedelta(31)).replace(day=1),
            texts_json=pages.texts,
            own_texts_json=pages.texts_of("texts-days.json"),
            modules=site.assets.modules("daily.js"),
        )
        return Answer.html(text, headers=player_headers(request.scope, player))

    return [daily]
