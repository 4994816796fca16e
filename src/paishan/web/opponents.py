"""The page on which a match of Chuo Pai is chosen: who the two opponents are, which rules, one match or three (P1)."""

from __future__ import annotations

from collections.abc import Sequence

from litestar import route
from litestar.handlers import HTTPRouteHandler
from litestar.types import ASGIApp

from paishan.chuopai.deal import LAYOUT
from paishan.chuopai.players import Character, Level
from paishan.codes import Code, Dealer
from paishan.play.chuo.ruleset import CHUO_PAI
from paishan.web.answers import Answer
from paishan.web.opening import Asked
from paishan.web.pages import Pages, player_headers
from paishan.web.site import Site

__all__ = ["routes"]

_EXAMPLE = str(Code(Dealer.CP1, LAYOUT, 1))
_GUIDED = "chuo-pai-undo-vs-beginner-beginner"
"""The ruleset of a guided first match."""


def routes(site: Site, pages: Pages) -> Sequence[HTTPRouteHandler]:
    """The choice of a match of Chuo Pai on one site."""

    @route("/chuo", http_method=["GET", "HEAD"])
    async def choose(request: Asked) -> ASGIApp:
        player = await site.player(request.scope)
        text = pages.render(
            "opponents.html",
            levels=[level.value for level in Level],
            characters=[character.value for character in Character],
            usual=CHUO_PAI,
            guided=_GUIDED,
            example=_EXAMPLE,
            texts_json=pages.texts,
            modules=site.assets.modules("opponents.js"),
        )
        return Answer.html(text, headers=player_headers(request.scope, player))

    return [choose]
