"""What a player has come to: the campaign, the days' boards, and the name that lists show."""

from __future__ import annotations

import asyncio
import re
import unicodedata
from datetime import date

from litestar import get, post
from litestar.handlers import HTTPRouteHandler
from litestar.types import ASGIApp
from msgspec import Struct

from paishan.faults import Said, said_of
from paishan.play import campaign
from paishan.play.campaign import LEVELS, PLACES
from paishan.play.daily import Game, State
from paishan.web.answers import Answer, Problem
from paishan.web.api import json_of
from paishan.web.names import folded
from paishan.web.opening import Asked
from paishan.web.shapes import Campaign, Day, Days, Level, Place, Streak
from paishan.web.site import Site, address_of, cookie_header
from paishan.web.wire import reader

__all__ = ["Named", "campaign_told", "daily_told", "month_of", "offset_of", "routes"]

_LONGEST_NAME = 30
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that show nothing: fillers of Hangul, and Braille without a dot."""
_MARKS = 4
"""How many marks one letter may carry; more of them would reach into the lines above and below."""


class Named(Struct, forbid_unknown_fields=True):
    """What a player wants to be called; null for nothing."""

    name: str | None


_read_named = reader(Named)


async def campaign_told(site: Site, player: int | None) -> Campaign:
    """The map, and how far a player has come on it."""
    progress = await site.journey.progress(player)
    levels = []
    for number in LEVELS:
        level, best = campaign.level(number), progress.cleared.get(number)
        levels.append(
            Level(
                level=number,
                place=level.place.id,
                step=level.step,
                name=level.name,
                tiles=level.tiles,
                open=progress.is_open(number),
                stars=best.stars if best else 0,
                score=best.score if best else None,
                ms=best.ms if best else None,
            )
        )
    return Campaign([Place(place.id, place.name) for place in PLACES], levels, progress.next)


async def daily_told(site: Site, player: int | None, offset: int, month: date | None = None) -> Days:
    """Today's boards and a month's calendar for a player whose clock is `offset` minutes ahead of UTC.

    Raises `ValueError` for an offset that no clock on Earth has.
    """
    day = (await site.days.today(player, offset)).day
    families = {}
    for family in Game:
        kept = await site.days.calendar(player, family, day, month or day)
        families[family] = Day(
            game=kept.attempt.game if kept.attempt else None,
            outcome=kept.attempt.outcome if kept.attempt else None,
            streak=Streak(kept.streaks.current, kept.streaks.longest),
            days={each.day.isoformat(): each.state.value for each in kept.days if each.state is not State.NONE},
        )
    return Days(day.isoformat(), families)


def offset_of(request: Asked) -> int:
    """The offset that a request names; 0 when it names none. Raises a `Problem` for what is none."""
    said = request.query_params.get("offset", "0")
    if not re.fullmatch(r"-?\d{1,4}", said, re.ASCII):
        raise Problem(400, "offset is how many minutes a clock is ahead of UTC, such as 60 or -480")
    return int(said)


def month_of(request: Asked) -> date | None:
    """The first day of the month that a request names; None when it names none. Raises a `Problem` for what is none."""
    said = request.query_params.get("month")
    if said is None:
        return None
    try:
        if not re.fullmatch(r"\d{4}-\d{2}", said, re.ASCII):
            raise ValueError
        return date.fromisoformat(f"{said}-01")
    except ValueError:
        raise Problem(400, Said("a month is a year and a number from 01 to 12, such as 2026-11")) from None


def _visible(name: str) -> str:
    """A name as it is kept. Raises a `Problem` for one that could not be seen, or would upset what stands beside it."""
    plain = unicodedata.normalize("NFC", " ".join(name.split()))
    if not 1 <= len(plain) <= _LONGEST_NAME:
        said = Said("a name has 1 to {most} characters; this has {count}", most=_LONGEST_NAME, count=len(plain))
        raise Problem(400, said)
    kinds = ["C" if character in _BLANK else unicodedata.category(character)[0] for character in plain]
    if "C" in kinds or not set(kinds) & {"L", "N", "P", "S"}:
        raise Problem(400, Said("a name is made of characters that can be seen"))
    if "M" * (_MARKS + 1) in "".join(kinds):
        raise Problem(400, Said("a letter of a name carries at most {most} marks", most=_MARKS))
    return plain


def routes(site: Site) -> list[HTTPRouteHandler]:
    """The API of one site's campaign, days and players."""

    @get("/api/campaign")
    async def journey(request: Asked) -> ASGIApp:
        return Answer.json(await campaign_told(site, await site.player(request.scope)))

    @get("/api/daily")
    async def days(request: Asked) -> ASGIApp:
        player, month = await site.player(request.scope), month_of(request)
        try:
            return Answer.json(await daily_told(site, player, offset_of(request), month))
        except ValueError as error:
            raise Problem(400, said_of(error)) from None

    @get("/api/player")
    async def player(request: Asked) -> ASGIApp:
        who = await site.player(request.scope)
        return Answer.json({"name": await asyncio.to_thread(site.games.players.name, who)})

    @post("/api/player", status_code=200)
    async def rename(request: Asked) -> ASGIApp:
        told = _read_named(await json_of(request)).name
        name = None if told is None else _visible(told)
        who = await site.mover(request.scope)
        account = await site.accounts.of(who)
        if account is not None:
            if name not in (None, account.name):
                said = Said("lists show an account by its own name, {name}; change it on its page", name=account.name)
                raise Problem(409, said)
            await site.accounts.show_in_lists(account.player, name is not None)
            return Answer.json({"name": name})
        if who is None:
            site.admit_newcomer(request.scope)
        if name is not None:
            await site.guard.spend("signup", address_of(request.scope))
            if await site.accounts.named(folded(name)) is not None:
                raise Problem(409, Said("an account has this name; log in if it is yours, or choose another one"))
        token = await site.games.players.rename(who, name, site.now())
        return Answer.json({"name": name}, 200, [] if token is None else [cookie_header(request.scope, token)])

    return [journey, days, player, rename]
