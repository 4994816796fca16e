"""The page of the campaign (C3): the mountain with its six places, and the levels of one of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from litestar import route
from litestar.handlers import HTTPRouteHandler
from litestar.types import ASGIApp

from paishan.faults import Said
from paishan.play import campaign
from paishan.play.campaign import LEVELS, PLACES, Level, Place
from paishan.store import Cleared, Progress
from paishan.web.answers import Answer, Problem
from paishan.web.mountain import mountains
from paishan.web.opening import Asked
from paishan.web.pages import Pages, player_headers
from paishan.web.site import Site

__all__ = ["routes"]

STARS = 3
"""The stars that a level can bring (C10)."""


class _Stop(NamedTuple):
    """A place on the map, as far as a player has come in it."""

    place: Place
    cleared: int
    stars: int
    open: bool

    @property
    def share(self) -> int:
        """The hundredths of its levels that are cleared."""
        return 100 * self.cleared // len(self.place.levels)


class _Rung(NamedTuple):
    """A level, as a player finds it."""

    level: Level
    open: bool
    best: Cleared | None
    game: str | None
    """A game of it that is not over."""


def _stops(progress: Progress) -> list[_Stop]:
    stops = []
    for place in PLACES:
        stars = [progress.cleared[level].stars for level in place.levels if level in progress.cleared]
        stops.append(_Stop(place, len(stars), sum(stars), progress.is_open(place.levels[0])))
    return stops


def _chosen(asked: Any, progress: Progress) -> Level:
    """The level that a request names, the first of the place that it names, else the next to be cleared."""
    said = asked.get("level")
    try:
        if said is not None:
            return campaign.level(int(said))
    except ValueError:
        known = Said("the campaign has levels {first} to {last}", first=LEVELS[0], last=LEVELS[-1])
        raise Problem(404, known) from None
    wanted = asked.get("place")
    if wanted is None:
        return campaign.level(progress.next)
    levels = next((place.levels for place in PLACES if place.id == wanted), None)
    if levels is None:
        places = ", ".join(place.id for place in PLACES)
        raise Problem(404, Said("the places of the campaign are {places}", places=places))
    return campaign.level(progress.next if progress.next in levels else levels[0])


def routes(site: Site, pages: Pages) -> Sequence[HTTPRouteHandler]:
    """The campaign's page on one site."""

    @route("/campaign", http_method=["GET", "HEAD"])
    async def mountain(request: Asked) -> ASGIApp:
        player = await site.player(request.scope)
        progress = await site.journey.progress(player)
        chosen = _chosen(request.query_params, progress)
        begun = {game.occasion: game.id for game in reversed(await site.games.unfinished(player))}
        rungs = [
            _Rung(
                campaign.level(number),
                progress.is_open(number),
                progress.cleared.get(number),
                begun.get(f"level-{number}"),
            )
            for number in chosen.place.levels
        ]
        text = pages.render(
            "campaign.html",
            mountains=mountains(),
            stops=_stops(progress),
            rungs=rungs,
            place=chosen.place,
            chosen=chosen.number,
            next=progress.next,
            done=len(progress.cleared) == len(LEVELS),
            levels=len(LEVELS),
            stars=sum(best.stars for best in progress.cleared.values()),
            most=STARS,
            texts_json=pages.texts,
            modules=site.assets.modules("campaign.js"),
        )
        return Answer.html(text, headers=player_headers(request.scope, player))

    return [mountain]
