"""What is turned away before anything else looks at it: other sites' requests, other names, floods."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from litestar import Request
from litestar.types import ASGIApp, Receive, Scope, Send

from paishan.faults import Said
from paishan.web.answers import Answer, Problem
from paishan.web.cloth import lay
from paishan.web.packing import header
from paishan.web.peer import host_name, settle
from paishan.web.player_settings import recall
from paishan.web.site import Site
from paishan.web.tongue import hear

__all__ = ["MOST_ADDRESS", "MOST_HEADERS", "fence"]

MOST_ADDRESS = 4_000
"""Characters of a path, and bytes of its query."""
MOST_HEADERS = 16_000
"""Bytes of all headers of a request."""
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


def fence(site: Site, app: ASGIApp, answer: Callable[[Any, Exception], Answer]) -> ASGIApp:
    """`app` with a fence around all of it, addresses that are not there among it.

    Within, the request's address and scheme are those of the browser, and its language and table are set; for a page,
    also by the settings of who asks for it.
    """
    trusted, secure, hosts = site.settings.trusted, site.settings.secure, site.settings.hosts

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        settle(scope, trusted, secure)
        hear(scope)
        lay(scope)
        try:
            _refuse_overlong(scope)
            # Another site can make its own name point to this machine; then its scripts would be of one origin with us.
            if hosts is not None and host_name(header(scope, b"host")) not in hosts:
                raise Problem(421, Said("this server is not known by that name"))
            site.admit(scope)
            if scope.get("method") not in _SAFE and not _own(scope):
                raise Problem(403, Said("this request comes from another site; open the game itself and try again"))
        except Problem as problem:
            await answer(Request(scope), problem)(scope, receive, send)
            return
        await recall(site, scope)
        await app(scope, receive, send)

    return guarded


def _refuse_overlong(scope: Scope) -> None:
    if len(scope["path"]) + len(scope["query_string"]) > MOST_ADDRESS:
        raise Problem(414, Said("the address is too long; it has at most {most:,} bytes", most=MOST_ADDRESS))
    total = 0
    for name, value in scope["headers"]:
        total += len(name) + len(value)
    if total > MOST_HEADERS:
        said = Said("the headers of the request are too long; they have at most {most:,} bytes", most=MOST_HEADERS)
        raise Problem(431, said)


def _own(scope: Scope) -> bool:
    """Whether a request comes from our own pages, or from no page at all."""
    fetched = header(scope, b"sec-fetch-site")
    if fetched:
        return fetched in ("same-origin", "none")
    origin = header(scope, b"origin")
    if not origin:
        return True
    try:
        return urlsplit(origin).netloc == header(scope, b"host")
    except ValueError:
        return False
