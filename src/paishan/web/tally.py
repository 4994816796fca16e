"""The page of statistics and lists (A4, S9): what a player has done, the ten best of all, and one's name in lists."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, NamedTuple

from litestar import route
from litestar.handlers import HTTPRouteHandler
from litestar.types import ASGIApp

from paishan.connect import grid
from paishan.faults import Said
from paishan.play.chuo.ruleset import MatchRuleset
from paishan.play.families import AnyRuleset, by_points, ruleset
from paishan.play.ruleset import (
    AGAINST_THE_CLOCK,
    CLASSIC,
    CLASSIC_CHALLENGE,
    CONNECT,
    CONNECT_RULESETS,
    Game,
    Ruleset,
)
from paishan.solitaire import gallery
from paishan.store import Finished, Line
from paishan.web.answers import Answer
from paishan.web.dates import local_day, offset_told
from paishan.web.opening import Asked
from paishan.web.pages import Pages, player_headers
from paishan.web.site import Site
from paishan.web.wire import layout_name

__all__ = ["routes"]

_LATELY = 10
"""How many of the games that were finished last are shown."""
_SHOWN = 6
"""How many groups of comparable games are shown before all of them are asked for."""
_LISTED = (AGAINST_THE_CLOCK, CLASSIC, CLASSIC_CHALLENGE, *(rules for rules in CONNECT_RULESETS if rules.ranked))
"""The rulesets whose results count in lists, as they are offered."""


class _Asked(NamedTuple):
    """The list that is shown."""

    layout: str
    rules: Ruleset


def _rules_of(id: str) -> AnyRuleset | None:
    """The ruleset with an id; None for one that is no more."""
    try:
        return ruleset(id)
    except ValueError:
        return None


def _level_of(occasion: str) -> int | None:
    """The number of the level that a game was played for."""
    return int(occasion.removeprefix("level-")) if occasion.startswith("level-") else None


def _is_grid(layout: str) -> bool:
    return any(known.id == layout for known in grid.GRIDS)


async def _name_of(site: Site, layout: str) -> str:
    """What a layout is called, as it is `spoken`; its own id when it is not here any more."""
    for find in (gallery.by_id, site.library.by_tag):
        try:
            return layout_name(await asyncio.to_thread(find, layout))
        except ValueError:
            continue
    return str(grid.by_id(layout)) if _is_grid(layout) else layout


def _wanted(asked: Any, lately: Sequence[Finished]) -> _Asked:
    """The list that a request asks for: the layout says which rulesets fit. Without one, that of the last game."""
    listed = [rules.id for rules in _LISTED]
    usual = next((game for game in lately if not game.occasion and game.ruleset in listed), None)
    layout = asked.get("layout") or (usual.layout if usual else "turtle")
    said = asked.get("ruleset") or (usual.ruleset if usual and "layout" not in asked else "")
    family = Game.CONNECT if _is_grid(layout) else Game.SOLITAIRE
    fitting = [rules for rules in _LISTED if rules.family is family]
    return _Asked(layout, next((rules for rules in fitting if rules.id == said), fitting[0]))


def routes(site: Site, pages: Pages) -> Sequence[HTTPRouteHandler]:
    """The statistics of one site."""

    async def grouped(row: Line | Finished, names: dict[str, str]) -> dict[str, Any]:
        rules = _rules_of(row.ruleset)
        if row.layout not in names:
            # A match has no layout but the dominoes, which are called as the game is.
            names[row.layout] = (
                Said(rules.name) if isinstance(rules, MatchRuleset) else await _name_of(site, row.layout)
            )
        return {
            "row": row,
            "layout": names[row.layout],
            "rules": rules.name if rules else row.ruleset,
            "points": rules is not None and by_points(rules),
            # Where no clock is shown nobody hurried, and games played without a network have next to no time.
            "timed": not isinstance(rules, Ruleset) or rules.clock,
            "stars": isinstance(rules, Ruleset) and rules.pace is not None,
        }

    @route("/statistics", http_method=["GET", "HEAD"])
    async def statistics(request: Asked) -> ASGIApp:
        player = await site.player(request.scope)
        found = await site.lists.statistics(player)
        lately = await site.lists.lately(player, _LATELY)
        offset = offset_told(request.scope)
        wanted = _wanted(request.query_params, lately)
        names: dict[str, str] = {}
        text = pages.render(
            "statistics.html",
            total=found.total,
            rows=[await grouped(row, names) for row in found.rows],
            shown=_SHOWN,
            lately=[
                await grouped(game, names)
                | {
                    "day": local_day(game.finished, offset),
                    "level": _level_of(game.occasion),
                }
                for game in lately
            ],
            wanted=wanted,
            wanted_name=await _name_of(site, wanted.layout),
            listed=await site.lists.best(player, wanted.layout, wanted.rules),
            layouts=gallery.layouts(),
            grids=grid.GRIDS,
            rulesets=_LISTED,
            connect=CONNECT,
            name=await asyncio.to_thread(site.games.players.name, player),
            account=await site.accounts.of(player),
            texts_json=pages.texts,
            own_texts_json=pages.texts_of("texts-statistics.json"),
            modules=site.assets.modules("statistics.js"),
        )
        return Answer.html(text, headers=player_headers(request.scope, player))

    return [statistics]
