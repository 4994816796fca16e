"""Lists of results, a player's statistics, and finished games to be watched (S9, A4, X3, X4)."""

from __future__ import annotations

from datetime import date
from typing import Any

from litestar import get
from litestar.handlers import HTTPRouteHandler
from litestar.types import ASGIApp

from paishan.connect import grid
from paishan.faults import Said, said_of
from paishan.play import ruleset as of_pairs
from paishan.play.chuo.table import LAYOUT
from paishan.play.daily import Game
from paishan.play.families import AnyRuleset, by_points, ruleset
from paishan.store import Best, Listed, Seated, Watched, Withheld, occasion_of
from paishan.web.answers import Answer, Problem
from paishan.web.opening import Asked
from paishan.web.shapes import List, Row, StatisticsTold
from paishan.web.site import Site
from paishan.web.wire import place_facts, ruleset_facts

__all__ = ["replay_told", "routes", "seats_told", "statistics_told"]


async def statistics_told(site: Site, player: int | None) -> StatisticsTold:
    """What a player has done, all together and group by group of what can be compared."""
    found = await site.lists.statistics(player)
    return StatisticsTold(found.total, list(found.rows))


async def replay_told(site: Site, id: str, player: int | None) -> dict[str, Any]:
    """A game to be watched: its board as dealt, and every move with the milliseconds since it was opened."""
    async with site.turns.one():
        return _watched(await site.watching.watch(id, player))


def _watched(game: Watched) -> dict[str, Any]:
    return {
        "id": game.id,
        "family": game.family,
        "occasion": game.occasion,
        "code": str(game.record.code),
        "mine": game.mine,
        "name": game.name,
        "opened": game.opened,
        "ruleset": ruleset_facts(game.ruleset),
        **_dealt(game),
        "moves": [[move.at, move.word, *move.numbers] for move in game.record.moves],
        "result": None if game.result is None else _ended(game.result),
    }


def _dealt(game: Watched) -> dict[str, Any]:
    """The board as it was dealt, or the hands."""
    dealt = game.dealt
    if not isinstance(dealt, Seated):
        return {"layout": place_facts(dealt.layout, game.ruleset), "faces": dealt.faces, "groups": dealt.groups}
    return {
        "layout": place_facts(None, game.ruleset),
        "hands": dealt.deal.hands,
        "leader": dealt.deal.leader,
        "laid": dealt.laid,
        "seats": seats_told(dealt),
    }


def seats_told(dealt: Seated) -> list[dict[str, Any]]:
    """Who sat at the table of a match: computer players by what they are, and nothing of whoever played."""
    return [
        {"seat": seat, "level": player and player.level, "character": player and player.character}
        for seat, player in enumerate(dealt.players)
    ]


def _ended(result: dict[str, Any]) -> dict[str, Any]:
    shown = ("outcome", "score", "stars", "hints", "undos", "shuffles", "restarts", "rewinds", "finished")
    return {"ms": result["played"], **{name: result[name] for name in shown}, "ranked": result["ranked"] == 1}


def _admits(rules: AnyRuleset, occasion: str) -> str:
    """The id of the text that says which results a list admits (N9)."""
    return f"admits-{'daily-' if occasion else ''}{'score' if by_points(rules) else 'time'}"


def _told(listed: Listed, rules: AnyRuleset, occasion: str) -> List:
    mine = None if listed.mine is None else _row(listed.mine)
    return List(_admits(rules, occasion), [_row(best) for best in listed.rows], mine)


def _row(best: Best) -> Row:
    game = best.game if best.mine else None
    used = best.hints, best.undos, best.shuffles
    return Row(best.name, best.played, best.score, best.stars, *used, best.finished, best.mine, game)


async def _best(site: Site, request: Asked, player: int | None) -> List:
    """The list of a layout and a ruleset."""
    asked = request.query_params
    for name in ("layout", "ruleset"):
        if not asked.get(name):
            raise Problem(
                400, f"a list is asked for with layout and ruleset, or with family and daily; {name} is missing"
            )
    try:
        rules = ruleset(asked["ruleset"])
    except ValueError as error:
        raise Problem(400, said_of(error)) from None
    if asked.get("family", rules.family.value) != rules.family.value:
        raise Problem(400, f"the ruleset {rules.id} is for {rules.family.value}, not for {asked['family'][:40]}")
    return _told(await site.lists.best(player, await _played_on(site, rules, asked["layout"]), rules), rules, "")


async def _played_on(site: Site, rules: AnyRuleset, name: str) -> str:
    """The id of what is called so and is played on by a ruleset. Raises a `Problem` when there is nothing."""
    try:
        match rules.family:
            case of_pairs.Game.SOLITAIRE:
                return (await site.library.find(name)).id
            case of_pairs.Game.CONNECT:
                return grid.by_id(name).id
    except ValueError as error:
        raise Problem(400, said_of(error)) from None
    if name != LAYOUT:
        raise Problem(400, f"the ruleset {rules.id} is played with {LAYOUT}, not on {name[:40]}")
    return name


async def _best_of_day(site: Site, request: Asked, player: int | None) -> List:
    """The list of a day's board, for who has come to the end of it."""
    asked = request.query_params
    try:
        family = Game(asked.get("family", ""))
    except ValueError:
        raise Problem(400, f"the boards of the days are for {' and '.join(Game)}") from None
    try:
        day = date.fromisoformat(asked["daily"])
    except ValueError:
        raise Problem(400, "a day is a date such as 2026-11-30") from None
    occasion = occasion_of(day)
    mine = await site.days.finished(player, family.value, occasion)
    if mine is None:
        raise Withheld(Said("the list of the board of {day} is shown to those who have finished it", day=day))
    layout, rules = mine
    return _told(await site.lists.best(player, layout, rules, occasion), rules, occasion)


def routes(site: Site) -> list[HTTPRouteHandler]:
    """The API of one site's results."""

    @get("/api/leaderboard")
    async def best(request: Asked) -> ASGIApp:
        player = await site.player(request.scope)
        told = _best_of_day if "daily" in request.query_params else _best
        return Answer.json(await told(site, request, player))

    @get("/api/statistics")
    async def statistics(request: Asked) -> ASGIApp:
        return Answer.json(await statistics_told(site, await site.player(request.scope)))

    @get("/api/games/{game:str}/replay")
    async def replay(request: Asked) -> ASGIApp:
        player = await site.player(request.scope)
        return Answer.json(await replay_told(site, str(request.path_params["game"]), player))

    return [best, statistics, replay]
