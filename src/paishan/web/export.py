"""All that is kept of a player, for them to take along."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from typing import Any

import msgspec
from litestar import get
from litestar.handlers import HTTPRouteHandler
from litestar.types import ASGIApp

from paishan.faults import Said
from paishan.store import facts_of, games_of, ids_of
from paishan.web.answers import Problem, Streamed
from paishan.web.lists import statistics_told
from paishan.web.opening import Asked
from paishan.web.progress import campaign_told
from paishan.web.site import Site

__all__ = ["routes"]

_COST = 100
"""For how many requests it counts to have everything written down: every game is played anew for it."""
_AT_ONCE = 20
"""Of so many games it is written down at once, in some tenths of a second."""


class _Teller:
    """Tells players of one site what is kept of them."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._telling = asyncio.Semaphore(1)
        self._told: set[int] = set()
        """Who is being told everything just now."""

    async def everything(self, player: int | None) -> AsyncGenerator[bytes]:
        """All that is kept of a player, as JSON that people can read too; in pieces, for there may be many games.

        Raises a `Problem` while the same player is told it already.
        """
        site, now = self._site, self._site.now()
        told: dict[str, Any] = {"exported": now, "times": "milliseconds since 1970, days since 1970"}
        if player is None:
            yield _readable(told)
            return
        if player in self._told:
            raise Problem(
                429, Said("that was very fast; try again in {seconds} s", seconds=10), [(b"retry-after", b"10")]
            )
        self._told.add(player)
        try:
            told |= await asyncio.to_thread(facts_of, site.database, player)
            told["statistics"] = await statistics_told(site, player)
            told["campaign"] = [level for level in (await campaign_told(site, player)).levels if level.stars]
            yield _readable(told).removesuffix(b"\n}") + b',\n  "games": ['
            ids, comma = await asyncio.to_thread(ids_of, site.database, player), b""
            for start in range(0, len(ids), _AT_ONCE):
                # A turn lasts until some games are made ready, not until a slow line has them.
                async with self._telling:
                    text = await asyncio.to_thread(self._some_games, player, ids[start : start + _AT_ONCE], now)
                if text:
                    yield comma + text
                    comma = b","
            yield b"\n  ]\n}"
        finally:
            self._told.discard(player)

    def _some_games(self, player: int, ids: Sequence[str], now: int) -> bytes:
        """Some games as text, with commas between."""
        found = games_of(self._site.database, player, ids, self._site.library.by_tag, now)
        return b",".join((b"\n" + _readable(game)).replace(b"\n", b"\n    ") for game in found)


def _readable(value: object) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=2)


def routes(site: Site) -> Sequence[HTTPRouteHandler]:
    """The way to everything that is kept of who asks."""
    teller = _Teller(site)

    @get("/api/account/export")
    async def export(request: Asked) -> ASGIApp:
        pieces = teller.everything(await site.mover(request.scope, _COST))
        name = b'attachment; filename="paishan.json"'
        headers = [(b"content-disposition", name), (b"cache-control", b"no-store")]
        return Streamed(await anext(pieces), pieces, b"application/json", headers)

    return [export]
