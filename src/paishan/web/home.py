"""The first page: the game to continue, the boards of the day, the campaign, and all games there are."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any, NamedTuple

from litestar import route
from litestar.handlers import HTTPRouteHandler
from litestar.types import ASGIApp

from paishan.play.campaign import LEVELS
from paishan.play.daily import State as DayState
from paishan.play.messages import State, Status
from paishan.solitaire.gallery import layouts
from paishan.solitaire.layout import Layout
from paishan.store import BrokenGame, Today, UnknownGame, View
from paishan.web.answers import Answer
from paishan.web.cards import first_layouts, home_layouts
from paishan.web.dates import day_said, month_said, offset_told, weekday
from paishan.web.opening import Asked
from paishan.web.pages import Pages, offered, player_headers
from paishan.web.site import Site
from paishan.web.today import Board, boards_of
from paishan.web.wire import layout_facts, layout_name, place_name

__all__ = ["routes"]

_WEEK = 7
_WORTH = (DayState.WON, DayState.BEGUN, DayState.OPEN, DayState.LOST, DayState.MISSED, DayState.NONE)
"""Of a day's two boards, the state that comes first here is shown for the day."""


def _told(layout: Layout) -> dict[str, Any]:
    """What the page says of a layout."""
    return {**layout_facts(layout), "name": layout_name(layout)}


class _Day(NamedTuple):
    """One of the last seven days."""

    day: date
    weekday: tuple[str, str]
    """Its name, short and in full."""
    state: DayState
    today: bool


def _board(view: View) -> str | None:
    """The tiles still there, as [x, y, z, label, free], for a picture of the board; a hidden face is null.

    None where there is no board.
    """
    state, place = view.state, view.layout
    if place is None or not isinstance(state, State):
        return None
    tiles: list[list[object]]
    if isinstance(place, Layout):
        present = sum(1 << slot for slot in state.present)
        tiles = [[*place.slots[slot], state.faces[slot], int(place.is_free(slot, present))] for slot in state.present]
    else:
        flat = ((slot, *place.at(slot)) for slot in state.present)
        tiles = [[2 * x, 2 * y, 0, state.faces[slot], 1] for slot, x, y in flat]
    return json.dumps(tiles, separators=(",", ":"))


async def _unfinished(site: Site, player: int | None) -> dict[str, Any] | None:
    """The game to continue, with its board."""
    for game in await site.games.unfinished(player, most=5):
        try:
            view = await site.games.view(game.id, player)
        # Meanwhile it may have come to an account, or be gone.
        except (BrokenGame, UnknownGame):
            continue
        if view.state.status not in (Status.PLAYING, Status.LOCKED):
            continue
        return {
            "id": game.id,
            "family": view.family,
            "layout_name": place_name(view.layout, view.ruleset),
            "left": view.state.left,
            "played_ms": view.state.clock.ms,
            "board_json": _board(view),
        }
    return None


async def _days(site: Site, player: int | None, today: Today) -> tuple[list[Board], list[_Day]]:
    """Today's boards, and how the last seven days went."""
    boards = await boards_of(site, player, today, today.day)
    kept = [board.days for board in boards]
    first = today.day - timedelta(_WEEK - 1)
    if first.month != today.day.month:
        kept += [board.days for board in await boards_of(site, player, today, first)]
    week = []
    for number in range(_WEEK):
        day = first + timedelta(number)
        states = [days[day] for days in kept if day in days]
        week.append(_Day(day, weekday(day), min(states, key=_WORTH.index), day == today.day))
    return boards, week


def routes(site: Site, pages: Pages) -> Sequence[HTTPRouteHandler]:
    """The first page of one site."""

    @route("/", http_method=["GET", "HEAD"])
    async def home(request: Asked) -> ASGIApp:
        player, offset = await site.player(request.scope), offset_told(request.scope)
        today = await site.days.today(player, offset)
        boards, week = await _days(site, player, today)
        progress = await site.journey.progress(player)
        shown = await home_layouts(site.library, player)
        text = pages.render(
            "home.html",
            unfinished=await _unfinished(site, player),
            boards=boards,
            week=week,
            won=sum(day.state is DayState.WON for day in week),
            day=today.day,
            day_said=day_said(today.day),
            month_said=month_said(today.day),
            offset=offset,
            next=progress.next,
            levels=len(LEVELS),
            begun=bool(progress.cleared),
            layouts=[_told(layout) for layout in shown],
            first=[_told(layout) for layout in first_layouts(shown)],
            count=len(layouts()),
            rulesets=offered(),
            modules=site.assets.modules("home.js"),
        )
        return Answer.html(text, headers=player_headers(request.scope, player))

    return [home]
