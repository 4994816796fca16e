"""What makes Paishan a program on the player's own device: its manifest, its service worker, and what both need.

The service worker keeps the files, the pages and the pack that the game is played with when there is no network. What
it keeps is named by a hash of all of it, so that a changed server is noticed by a changed `/sw.js`.
"""

from __future__ import annotations

from collections.abc import Sequence

from litestar import route
from litestar.handlers import HTTPRouteHandler
from litestar.types import ASGIApp

from paishan.web.opening import Asked
from paishan.web.pages import Pages, static_answer
from paishan.web.site import Site

__all__ = ["routes"]


def routes(site: Site, pages: Pages) -> Sequence[HTTPRouteHandler]:
    """What one site needs to be installed and played without a network."""

    @route("/manifest.webmanifest", http_method=["GET", "HEAD"])
    async def manifest(request: Asked) -> ASGIApp:
        return static_answer(site, request.scope, "manifest.webmanifest")

    return [manifest]
