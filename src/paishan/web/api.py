"""The API that the browser client speaks: games, their commands, layouts."""

from __future__ import annotations

from litestar import get, post
from litestar.handlers import HTTPRouteHandler
from litestar.types import ASGIApp

from paishan.play.chuo.messages import Begin, Play
from paishan.play.messages import Hint, Rewind, Show, Shuffle
from paishan.solitaire.gallery import layouts
from paishan.web.answers import Answer, Problem
from paishan.web.bodies import json_of
from paishan.web.opening import Asked, open_game
from paishan.web.shapes import Unfinished
from paishan.web.site import Site
from paishan.web.wire import Open, Say, answered, layout_facts, reader, series_facts, viewed

__all__ = ["Asked", "json_of", "routes"]

_WORK = (Hint, Show, Shuffle, Rewind, Begin, Play)
"""Commands that are answered with something that has to be worked out."""
_WEIGHT = 4
"""For how many others each of them counts besides itself: 10 of them a second are more than anybody looks at."""
_read_say = reader(Say)
_read_open = reader(Open)


def _game(request: Asked) -> str:
    """The game that the address names."""
    return str(request.path_params["game"])


def routes(site: Site) -> list[HTTPRouteHandler]:
    """The API of one site."""
    games = site.games
    gallery = Answer.json([layout_facts(layout) for layout in layouts()])

    @post("/api/games")
    async def start(request: Asked) -> ASGIApp:
        begun = await open_game(site, request, _read_open(await json_of(request)))
        series = await site.series.standing(begun.player, begun.view.occasion)
        return Answer.json(viewed(begun.view, series), 201 if begun.new else 200, begun.headers)

    @get("/api/games")
    async def unfinished(request: Asked) -> ASGIApp:
        found = await games.unfinished(await site.player(request.scope))
        return Answer.json(
            [
                Unfinished(g.id, g.family, g.code, g.layout, g.ruleset, g.occasion, g.left, g.played, g.seq)
                for g in found
            ]
        )

    @get("/api/games/{game:str}")
    async def view(request: Asked) -> ASGIApp:
        player = await site.player(request.scope)
        found = await games.view(_game(request), player)
        return Answer.json(viewed(found, await site.series.standing(player, found.occasion)))

    @post("/api/games/{game:str}/commands")
    async def say(request: Asked) -> ASGIApp:
        said = _read_say(await json_of(request))
        if said.ago and len(said.ago) != len(said.commands):
            raise Problem(400, f"ago should have as many entries as commands, {len(said.commands)}")
        player = await site.mover(request.scope, 1 + _WEIGHT * sum(isinstance(each, _WORK) for each in said.commands))
        done = await games.command(_game(request), player, said.seq, said.key, said.commands, said.ago)
        return Answer.json(answered(done))

    @post("/api/games/{game:str}/take-back")
    async def take_back(request: Asked) -> ASGIApp:
        return Answer.json({"id": await games.take_back(_game(request), await site.mover(request.scope))})

    @get("/api/series/{series:str}")
    async def series(request: Asked) -> ASGIApp:
        player = await site.player(request.scope)
        return Answer.json(series_facts(await site.series.standing_of(player, str(request.path_params["series"]))))

    @get("/api/layouts")
    async def all_layouts() -> ASGIApp:
        return gallery

    return [start, unfinished, view, say, take_back, series, all_layouts]
