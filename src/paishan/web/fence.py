"""What is turned away before anything else looks at it: other sites' requests, other names, floods."""

from __future__ import annotations

from urllib.parse import urlsplit

from litestar.types import ASGIApp, Receive, Scope, Send

from paishan.faults import Said
from paishan.web.answers import Problem
from paishan.web.packing import header
from paishan.web.site import Site

__all__ = ["fence"]

_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


def fence(site: Site) -> object:
    """A middleware that raises a `Problem` for requests that nobody here has to answer."""
    hosts = site.settings.hosts

    def around(app: ASGIApp) -> ASGIApp:
        async def checked(scope: Scope, receive: Receive, send: Send) -> None:
            site.admit(scope)
            # Another site can make its own name point to this machine; then its scripts would be of one origin with us.
            if hosts is not None and _name(header(scope, b"host")) not in hosts:
                raise Problem(421, Said("this server is not known by that name"))
            if scope.get("method") not in _SAFE and not _own(scope):
                said = Said("this request comes from another site; open the game itself and try again")
                raise Problem(403, said)
            await app(scope, receive, send)

        return checked

    return around


def _name(host: str) -> str:
    """A host without its port; empty for what is none."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


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
