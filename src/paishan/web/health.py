"""What those who run a server ask it: whether it lives, whether it can be given requests, and its numbers."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Sequence
from ipaddress import ip_address

from litestar import route
from litestar.handlers import HTTPRouteHandler
from litestar.types import ASGIApp, Scope

from paishan import __version__
from paishan.store import Unavailable
from paishan.web.answers import Answer
from paishan.web.metrics import Metrics, Reading
from paishan.web.opening import Asked
from paishan.web.packing import header
from paishan.web.site import Site

__all__ = ["measure", "routes"]

_PATIENCE = 2.0
"""Seconds that the database has for an answer."""
_FORWARDED = (b"forwarded", b"x-forwarded-for", b"x-forwarded-host", b"x-forwarded-proto", b"x-real-ip", b"via")
"""What says that a request comes from elsewhere, though the proxy that brought it is of this machine."""
_PROMETHEUS = b"text/plain; version=0.0.4; charset=utf-8"


def measure(site: Site, metrics: Metrics) -> None:
    """Let `metrics` tell what this site does."""
    metrics.watch(site.database.writer)
    counts = site.games.counts

    def add(reading: Reading) -> None:
        totals, now = reading.totals, reading.now
        totals["paishan_commands_total"] = counts.commands
        for family, number in counts.opened.items():
            totals[f'paishan_games_opened_total{{family="{family}"}}'] = number
        for (family, outcome), number in counts.finished.items():
            totals[f'paishan_games_finished_total{{family="{family}",outcome="{outcome}"}}'] = number
        now["paishan_live_tables"] = site.games.live
        now["paishan_searching"] = counts.working
        now['paishan_waiting_turns{kind="hashing"}'] = site.hashing.here
        now['paishan_waiting_turns{kind="working-out"}'] = site.turns.here
        now['paishan_waiting_turns{kind="measuring"}'] = site.measuring.here

    metrics.ask(add)


def routes(site: Site, metrics: Metrics) -> Sequence[HTTPRouteHandler]:
    """The answers of one site."""

    @route("/healthz", http_method=["GET", "HEAD"])
    async def alive() -> ASGIApp:
        return Answer.json({"ok": True, "version": __version__, "mark": site.settings.mark})

    @route("/readyz", http_method=["GET", "HEAD"])
    async def ready() -> ASGIApp:
        why = "the server is about to end" if metrics.draining else await _wrong_with(site)
        if why is None:
            return Answer.json({"ok": True})
        return Answer.json({"ok": False, "error": why}, 503, [(b"retry-after", b"5")])

    @route("/metrics", http_method=["GET", "HEAD"])
    async def numbers(request: Asked) -> ASGIApp:
        if not _may_read(request.scope, site.settings.metrics_token):
            said = "numbers are for this machine, or for who knows the token of PAISHAN_METRICS_TOKEN\n"
            return Answer(said.encode(), b"text/plain; charset=utf-8", 403)
        return Answer(metrics.text().encode(), _PROMETHEUS)

    return [alive, ready, numbers]


async def _wrong_with(site: Site) -> str | None:
    """Why the database cannot be used just now; None if it can."""
    try:
        await asyncio.wait_for(site.games.check(), _PATIENCE)
    except TimeoutError:
        return f"the database has not answered within {_PATIENCE:g} s"
    except Unavailable:
        return "the database does not answer"
    return None


def _may_read(scope: Scope, token: str | None) -> bool:
    """Whether who asks may know the numbers: somebody on this machine, or who knows the token."""
    if token and hmac.compare_digest(header(scope, b"authorization").encode(), f"Bearer {token}".encode()):
        return True
    try:
        here = ip_address(scope["state"].get("peer", "")).is_loopback
    except ValueError:
        return False
    return here and not any(name in _FORWARDED for name, _ in scope["headers"])
