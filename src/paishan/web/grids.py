"""The page on which a game of Mahjong Connect is chosen: a grid, what its tiles do, and how points are counted (N7)."""

from __future__ import annotations

from collections.abc import Sequence

from litestar import route
from litestar.handlers import HTTPRouteHandler
from litestar.types import ASGIApp

from paishan.codes import Code, Dealer
from paishan.connect.grid import GRIDS, Grid
from paishan.play.explaining import explain
from paishan.play.ruleset import CONNECT, CONNECT_RULESETS
from paishan.web.answers import Answer
from paishan.web.opening import Asked
from paishan.web.pages import Pages, player_headers
from paishan.web.site import Site

__all__ = ["routes"]

_EXAMPLE = str(Code(Dealer.MC1, GRIDS[0].tag, 1))
_SETS = 144
"""Tiles of a full set."""


def _slots(grid: Grid) -> list[tuple[int, int, int]]:
    """The places of a grid in half tiles, for a small picture."""
    return [(2 * x, 2 * y, 0) for x, y in map(grid.at, range(grid.slots))]


def routes(site: Site, pages: Pages) -> Sequence[HTTPRouteHandler]:
    """The choice of a game of Mahjong Connect on one site."""

    @route("/connect", http_method=["GET", "HEAD"])
    async def choose(request: Asked) -> ASGIApp:
        player = await site.player(request.scope)
        text = pages.render(
            "grids.html",
            grids=[{"grid": grid, "sets": grid.slots / _SETS, "slots": _slots(grid)} for grid in GRIDS],
            rulesets=[(rules, explain(rules)) for rules in CONNECT_RULESETS],
            usual=CONNECT,
            example=_EXAMPLE,
            texts_json=pages.texts,
            modules=site.assets.modules("grids.js"),
        )
        return Answer.html(text, headers=player_headers(request.scope, player))

    return [choose]
