"""The page on which a game is watched again (X4): how it stood after every move, with points and time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence

from litestar import route
from litestar.handlers import HTTPRouteHandler
from litestar.types import ASGIApp
from msgspec import Struct

from paishan.play import families
from paishan.play.chuo import frames as chuo
from paishan.play.opening import open_table
from paishan.play.recording import play_move
from paishan.play.ruleset import ruleset
from paishan.play.table import Table
from paishan.records import Record
from paishan.solitaire.layout import Layout, bits
from paishan.store import BrokenGame, Seated, Watched
from paishan.web.answers import Answer
from paishan.web.dates import local_day, offset_told
from paishan.web.lists import seats_told
from paishan.web.opening import Asked
from paishan.web.pages import Pages, player_headers
from paishan.web.site import Site
from paishan.web.wire import place_facts, place_name, ruleset_facts

__all__ = ["Frame", "frames", "routes"]

_WORDLESS = ("wait", "pause", "resume")
"""Moves after which there is nothing else to be seen."""


class Frame(Struct, frozen=True):
    """How a board stood after a move, told by what the move changed."""

    word: str
    """Of the move, as in records; empty for the board as it was dealt."""
    pair: tuple[int, ...]
    """The slots that a pair was taken from, or that a hint showed."""
    toggled: tuple[int, ...]
    """The slots whose tile went, or came."""
    laid: tuple[tuple[int, str, int], ...]
    """Slots on which another tile lies than before, with its label and group."""
    ms: int
    """Milliseconds played."""
    score: int
    status: str


def frames(record: Record, layout_of: Callable[[str], Layout]) -> Iterator[Frame]:
    """The board of a record as it was dealt, and after every move that shows.

    Raises `ValueError` as `play_move` does.
    """
    table = open_table(record.code, ruleset(record.ruleset), layout_of=layout_of)
    before = _seen(table)
    yield Frame("", (), (), (), 0, 0, table.status.value)
    for move in record.moves:
        status = table.status
        play_move(table, move)
        if move.word in _WORDLESS and table.status is status:
            continue
        now = _seen(table)
        laid = tuple(
            (slot, *tile) for slot, (tile, old) in enumerate(zip(now[1], before[1], strict=True)) if tile != old
        )
        shown = move.numbers if move.word in ("take", "hint") else ()
        state = table.state(move.at)
        toggled = tuple(bits(now[0] ^ before[0]))
        yield Frame(move.word, shown, toggled, laid, state.clock.ms, state.score, table.status.value)
        before = now


def _seen(table: Table) -> tuple[int, list[tuple[str, int]]]:
    """The slots with a tile, and the tile on every slot."""
    board = table.board
    return board.present, [(kind.label, group) for kind, group in zip(board.kinds, board.groups, strict=True)]


def _all_frames(game: Watched, site: Site) -> Sequence[Frame | chuo.Frame]:
    if isinstance(game.dealt, Seated):
        return list(chuo.frames(game.record))
    return list(frames(game.record, site.library.by_tag))


def _seats(game: Watched, dealt: Seated) -> dict[str, object]:
    """Who sat at the table; whoever played is told by name to others."""
    return {"seats": seats_told(dealt), "mine": game.mine, "name": game.name}


def routes(site: Site, pages: Pages) -> Sequence[HTTPRouteHandler]:
    """The replays of one site."""

    async def found(request: Asked) -> tuple[Watched, int | None]:
        player = await site.player(request.scope)
        async with site.turns.one():
            return await site.watching.watch(str(request.path_params["game"]), player), player

    @route("/watch/{game:str}", http_method=["GET", "HEAD"])
    async def watch(request: Asked) -> ASGIApp:
        game, player = await found(request)
        dealt = game.dealt
        place = None if isinstance(dealt, Seated) else dealt.layout
        try:
            async with site.turns.one():
                shown = await asyncio.to_thread(_all_frames, game, site)
        except ValueError as error:
            raise BrokenGame(str(error)) from error
        told = {
            "family": game.family,
            "layout": place_facts(place, game.ruleset),
            "ruleset": ruleset_facts(game.ruleset),
            "frames": shown,
            **(_seats(game, dealt) if isinstance(dealt, Seated) else {"faces": dealt.faces, "groups": dealt.groups}),
        }
        text = pages.render(
            "watch.html",
            game=game,
            name=place_name(place, game.ruleset),
            moves=len(shown) - 1,
            result=game.result,
            finished=game.result and local_day(game.result["finished"], offset_told(request.scope)),
            points=families.by_points(game.ruleset),
            replay_json=pages.json(told),
            texts_json=pages.texts,
            own_texts_json=pages.texts_of("texts-watch.json"),
            table_texts_json=pages.texts_of("texts-chuo.json"),
            modules=site.assets.modules("watch.js"),
        )
        return Answer.html(text, headers=player_headers(request.scope, player))

    @route("/watch/{game:str}/record", http_method=["GET", "HEAD"])
    async def record(request: Asked) -> ASGIApp:
        game, _ = await found(request)
        name = f'attachment; filename="{game.record.code}.txt"'.encode()
        headers = [(b"content-disposition", name), (b"cache-control", b"no-store")]
        return Answer(str(game.record).encode(), b"text/plain; charset=utf-8", headers=headers)

    return [watch, record]
