"""Layouts on the web: the gallery, bringing and taking away one's own, measuring, files to take along, the editor."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from threading import BoundedSemaphore
from typing import Annotated, Any

from litestar import delete, get, post, route
from litestar.exceptions import HTTPException
from litestar.handlers import HTTPRouteHandler
from litestar.types import ASGIApp
from msgspec import Meta, Struct

from paishan.faults import Said, said_of
from paishan.solitaire import gallery
from paishan.solitaire.formats import MAX_BYTES, WRITABLE, Found, read, write
from paishan.solitaire.formats.found import boxed, identifier
from paishan.solitaire.formats.text import clean
from paishan.solitaire.generator import generate
from paishan.solitaire.layout import Layout
from paishan.solitaire.sample import can_be_dealt
from paishan.store import New, Owned, ShelfFull
from paishan.web.answers import Answer, Problem
from paishan.web.api import Asked
from paishan.web.bodies import json_of, media_of
from paishan.web.cards import cards, packed
from paishan.web.languages import spoken
from paishan.web.limits import Turns
from paishan.web.measuring import Measured
from paishan.web.pages import Pages, offered, player_headers
from paishan.web.site import Site, asker_of, cookie_header
from paishan.web.wire import reader

__all__ = ["Drawn", "Export", "routes"]

_DEALS_DRAWN = 200
_MOST_UNDEALT = 20
"""So many boards of a file that cannot be dealt, and the rest of it is not looked at."""
_MOST_FILES = 8
"""So many files may be on their way at once; each may take ten megabytes of memory."""
_ENDINGS = {"paishan": "paishan", "kmahjongg": "layout", "kyodai": "lay", "mah": "json"}
_FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
_PROGRAMS = {"paishan": "Paishan", "kmahjongg": "KMahjongg", "kyodai": "Kyodai", "mah": "mah"}

_Place = Annotated[int, Meta(ge=0, le=400)]


class Drawn(Struct, forbid_unknown_fields=True):
    """A layout as the editor sends it: places in half tiles."""

    slots: Annotated[list[tuple[_Place, _Place, _Place]], Meta(max_length=1024)]
    name: Annotated[str, Meta(max_length=200)] = ""


class Export(Drawn):
    """A drawn layout, and the program whose file it is to be."""

    format: str = "paishan"


_read_drawn = reader(Drawn)
_read_export = reader(Export)


def _drawn(drawn: Drawn) -> Layout:
    """The layout that was drawn. Raises a `Problem` that says what is wrong with it."""
    name = clean(drawn.name) or "My layout"
    try:
        return boxed(Layout.build(identifier(name), name, drawn.slots))
    except ValueError as error:
        raise Problem(400, said_of(error)) from None


def _same_built_in(layout: Layout) -> Layout | None:
    return next((known for known in gallery.layouts() if known == layout), None)


@dataclass(frozen=True, slots=True)
class _Judged:
    """A board of a file: a layout to install, or why it is not installed."""

    name: str
    tiles: int
    new: New | None = None
    built_in: Layout | None = None
    reason: str = ""


_NO_WAY = Said(
    "its tiles cannot be taken off two free ones at a time, so it can never be cleared; give it more free tiles"
)


def _judge(boards: Sequence[Found]) -> list[_Judged]:
    found = []
    undealt = 0
    for board in boards:
        judged = _Judged(board.name, board.tiles, reason=board.error or "")
        if board.layout is not None:
            known = _same_built_in(board.layout)
            if known is not None:
                judged = replace(judged, built_in=known)
            elif undealt < _MOST_UNDEALT and can_be_dealt(board.layout):
                judged = replace(judged, new=New(board.layout, board.by, board.category))
            else:
                undealt += 1
                judged = replace(judged, reason=_NO_WAY)
        found.append(judged)
    return found


async def _install(site: Site, request: Asked, judged: Sequence[_Judged]) -> tuple[list[dict[str, Any]], Any]:
    """Put what can be installed on the asker's shelf; gives what became of each board, and headers."""
    player = await site.mover(request.scope)
    new = [one.new for one in judged if one.new is not None]
    added: list[bool] = []
    headers: list[tuple[bytes, bytes]] = []
    if new:
        if player is None:
            site.admit_newcomer(request.scope)
        try:
            added, token = await site.library.add(player, new)
        except ShelfFull as error:
            raise Problem(409, said_of(error)) from None
        if token is not None:
            headers.append(cookie_header(request.scope, token))
    fresh = iter(added)
    said = []
    for one in judged:
        told: dict[str, Any] = {"name": one.name, "tiles": one.tiles}
        if one.new is not None:
            told |= {"id": one.new.layout.tag, "status": "added" if next(fresh) else "there"}
        elif one.built_in is not None:
            told |= {"id": one.built_in.id, "status": "built-in", "known_as": one.built_in.name}
        else:
            told |= {"status": "refused", "reason": spoken(one.reason)}
        said.append(told)
    return said, headers


@contextmanager
def _bounded(places: BoundedSemaphore) -> Iterator[None]:
    """Have one of a number of places, or raise a `Problem` when none is left."""
    if not places.acquire(blocking=False):
        said = Said("many files are being read just now; try again in a moment")
        raise Problem(503, said, [(b"retry-after", b"5")])
    try:
        yield
    finally:
        places.release()


async def _body(request: Asked) -> bytes:
    try:
        return await request.body()
    except HTTPException as error:
        if error.status_code != 413:
            raise
        said = Said("a layout file has at most {most} MB; this one has more", most=MAX_BYTES // 1_000_000)
        raise Problem(413, said) from None


def _file(layout: Layout, format: str, owned: Owned | None = None) -> Answer:
    if format not in WRITABLE:
        known = ", ".join(WRITABLE)
        said = Said("layouts are written as {known}, not as {format!r}", known=known, format=format[:40])
        raise Problem(404, said)
    try:
        data = write(layout, format, by=owned.by if owned else None, category=owned.category if owned else None)
    except ValueError as error:
        said = Said(
            "{layout} cannot be written for {program}: {reason}",
            layout=layout.name,
            program=_PROGRAMS[format],
            reason=said_of(error),
        )
        raise Problem(400, said) from None
    name = identifier(layout.name)
    disposition = f'attachment; filename="{name if name != "-" else "layout"}.{_ENDINGS[format]}"'
    headers = [(b"cache-control", b"no-store"), (b"content-disposition", disposition.encode())]
    return Answer(data, b"application/octet-stream", 200, headers)


def routes(site: Site, pages: Pages) -> list[HTTPRouteHandler]:
    """The gallery, the editor, and what they ask of the server."""
    reading = Turns(1, _MOST_FILES)
    bringing = BoundedSemaphore(_MOST_FILES)

    async def found(id: str) -> Layout:
        try:
            return await site.library.find(id)
        except ValueError:
            raise Problem(404, Said("there is no such layout here")) from None

    @route("/layouts", http_method=["GET", "HEAD"])
    async def all(request: Asked) -> ASGIApp:
        player = await site.player(request.scope)
        shown = await cards(site.library, site.measuring, player)
        text = pages.render(
            "gallery.html",
            cards=shown,
            cards_json=pages.json(shown),
            rulesets=offered(),
            formats=[{"id": id, "program": _PROGRAMS[id]} for id in WRITABLE],
            texts_json=pages.texts_of("texts-layouts.json"),
            modules=site.assets.modules("gallery.js"),
        )
        return Answer.html(text, headers=player_headers(request.scope, player))

    @route("/editor", http_method=["GET", "HEAD"])
    async def editor(request: Asked) -> ASGIApp:
        player = await site.player(request.scope)
        id = request.query_params.get("layout")
        start = None
        if id:
            layout = await found(id)
            owned = await site.library.owned(player, layout.id)
            layout = owned.layout if owned else layout
            start = {"id": layout.id, "name": layout.name, "slots": packed(layout)}
        text = pages.render(
            "editor.html",
            start_json=pages.json(start),
            formats=[{"id": id, "program": _PROGRAMS[id]} for id in WRITABLE],
            texts_json=pages.texts_of("texts-layouts.json"),
            modules=site.assets.modules("editor.js"),
        )
        return Answer.html(text, headers=player_headers(request.scope, player))

    @get("/layouts/{id:str}/export/{format:str}")
    async def export(request: Asked) -> ASGIApp:
        layout = await found(str(request.path_params["id"]))
        owned = await site.library.owned(await site.player(request.scope), layout.id)
        return _file(owned.layout if owned else layout, str(request.path_params["format"]), owned)

    @post("/api/layouts/export")
    async def export_drawn(request: Asked) -> ASGIApp:
        drawn = _read_export(await json_of(request))
        return _file(_drawn(drawn), drawn.format)

    @post("/api/layouts")
    async def save(request: Asked) -> ASGIApp:
        layout = _drawn(_read_drawn(await json_of(request)))
        board = Found(layout.name, "paishan", layout, tiles=len(layout), slots=layout.slots)
        async with reading.one():
            judged = await asyncio.to_thread(_judge, [board])
        if judged[0].reason:
            raise Problem(400, judged[0].reason)
        said, headers = await _install(site, request, judged)
        return Answer.json(said[0], 201 if said[0]["status"] == "added" else 200, headers)

    @post("/api/layouts/import", request_max_body_size=MAX_BYTES)
    async def bring(request: Asked) -> ASGIApp:
        # A file is of any type, but what a form of another site could send is none.
        if (media := media_of(request)) in _FORMS:
            raise Problem(415, f"a layout file is sent as it is, as application/octet-stream, not as {media}")
        name = request.query_params.get("name", "")[:300]
        with _bounded(bringing):
            data = await _body(request)
            async with reading.one():
                judged = await asyncio.to_thread(lambda: _judge(read(data, name)))
        said, headers = await _install(site, request, judged)
        return Answer.json({"boards": said}, 200, headers)

    @post("/api/layouts/measure")
    async def measure_drawn(request: Asked) -> ASGIApp:
        layout = _drawn(_read_drawn(await json_of(request)))
        await site.mover(request.scope)
        asker = (asker_of(request.scope), request.query_params.get("drawing", "")[:40])
        sample = await site.measuring.look(asker, layout, _DEALS_DRAWN)
        dealt = sample.clearable > 0
        if not dealt:
            async with reading.one():
                dealt = await asyncio.to_thread(can_be_dealt, layout)
        decided = sample.deals - sample.undecided
        return Answer.json({**Measured.of_sample(sample).told(), "decided": decided, "can_be_dealt": dealt})

    @get("/api/layouts/generated")
    async def generated(request: Asked) -> ASGIApp:
        asked = request.query_params
        try:
            number, difficulty = int(asked.get("number", "")), int(asked.get("difficulty", "2"))
            async with site.turns.one():
                layout = await asyncio.to_thread(generate, number, difficulty, asked.get("phone") == "1")
        except ValueError:
            raise Problem(
                400, "a generated layout has a number from 0 to 2^60 - 1 and a difficulty from 1 to 4"
            ) from None
        return Answer.json({"name": layout.name, "slots": packed(layout)})

    @post("/api/layouts/{id:str}/measure")
    async def measure(request: Asked) -> ASGIApp:
        layout = await found(str(request.path_params["id"]))
        await site.mover(request.scope)
        return Answer.json((await site.measuring.measure((asker_of(request.scope), layout.tag), layout)).told())

    @delete("/api/layouts/{id:str}", status_code=200)
    async def remove(request: Asked) -> ASGIApp:
        player = await site.mover(request.scope)
        id = str(request.path_params["id"])
        if player is None or not await site.library.remove(player, id):
            raise Problem(404, Said("there is no such layout on your shelf"))
        return Answer.json({"id": id})

    return [all, editor, export, export_drawn, save, bring, measure_drawn, generated, measure, remove]
