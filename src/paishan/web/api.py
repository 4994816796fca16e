"""The API that the browser client speaks: games, their commands, layouts."""

from __future__ import annotations

import secrets
from typing import Any

from litestar import Request, get, post, route
from litestar.handlers import HTTPRouteHandler
from litestar.types import ASGIApp

from paishan import __version__
from paishan.codes import MAX_NUMBER, Code, Dealer
from paishan.play.ruleset import ruleset
from paishan.solitaire.gallery import layouts
from paishan.store import View
from paishan.web.answers import Answer, Problem
from paishan.web.packing import header
from paishan.web.site import Site, asker_of, cookie_header
from paishan.web.wire import Open, Say, answered, layout_facts, reader, viewed

__all__ = ["Asked", "json_of", "open_game", "routes"]

_read_say = reader(Say)
_read_open = reader(Open)
Asked = Request[Any, Any, Any]


async def open_game(site: Site, request: Asked, wanted: Open) -> tuple[View, list[tuple[bytes, bytes]]]:
    """A new game for whoever asks, and the headers that make a newcomer known from then on."""
    try:
        rules = ruleset(wanted.ruleset)
        if wanted.code is not None and wanted.layout is not None:
            raise Problem(400, "a game is opened with a layout or with a code, not with both")
        if wanted.code is not None:
            code = Code.parse(wanted.code)
        elif wanted.layout is not None:
            dealer = Dealer.MP1 if wanted.dealer == "proved" else Dealer.MJ1
            layout = await site.library.find(wanted.layout)
            code = Code(dealer, layout.tag, secrets.randbelow(MAX_NUMBER + 1))
        else:
            raise Problem(400, 'a game is opened with a layout ("turtle") or a code ("MJ1-L00-AAAAABL")')
        player = await site.mover(request.scope)
        if code.dealer is Dealer.MP1:
            layout = await site.library.find(code.layout)
            if not await site.measuring.may_be_random(asker_of(request.scope), layout):
                raise Problem(400, f"random deals of {layout.name} hardly ever clear; have it dealt from a solution")
        if player is None:
            site.admit_newcomer(request.scope)
        view, token = await site.games.start(player, code, rules, wanted.previous)
    except ValueError as error:
        raise Problem(400, str(error)) from None
    return view, [] if token is None else [cookie_header(request.scope, token)]


async def json_of(request: Asked) -> bytes:
    """The body of a request that says it is JSON."""
    media = header(request.scope, b"content-type").partition(";")[0].strip().lower()
    if media != "application/json":
        raise Problem(415, f"the content type should be application/json{media and f', not {media}'}")
    return await request.body()


def _game(request: Asked) -> str:
    """The game that the address names."""
    return str(request.path_params["game"])


def routes(site: Site) -> list[HTTPRouteHandler]:
    """The API of one site."""
    games = site.games
    gallery = Answer.json([layout_facts(layout) for layout in layouts()])

    @post("/api/games")
    async def start(request: Asked) -> ASGIApp:
        view, headers = await open_game(site, request, _read_open(await json_of(request)))
        return Answer.json(viewed(view), 201, headers)

    @get("/api/games")
    async def unfinished(request: Asked) -> ASGIApp:
        found = await games.unfinished(await site.player(request.scope))
        return Answer.json(
            [
                {"id": g.id, "code": g.code, "layout": g.layout, "left": g.left, "ms": g.played, "seq": g.seq}
                for g in found
            ]
        )

    @get("/api/games/{game:str}")
    async def view(request: Asked) -> ASGIApp:
        return Answer.json(viewed(await games.view(_game(request), await site.player(request.scope))))

    @post("/api/games/{game:str}/commands")
    async def say(request: Asked) -> ASGIApp:
        said = _read_say(await json_of(request))
        player = await site.mover(request.scope)
        return Answer.json(answered(await games.command(_game(request), player, said.seq, said.key, said.commands)))

    @post("/api/games/{game:str}/take-back")
    async def take_back(request: Asked) -> ASGIApp:
        return Answer.json({"id": await games.take_back(_game(request), await site.mover(request.scope))})

    @get("/api/layouts")
    async def all_layouts() -> ASGIApp:
        return gallery

    @route("/healthz", http_method=["GET", "HEAD"])
    async def health() -> ASGIApp:
        await games.check()
        return Answer.json({"ok": True, "version": __version__, "mark": site.settings.mark})

    return [start, unfinished, view, say, take_back, all_layouts, health]
