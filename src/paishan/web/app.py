"""The application: one site put together from its settings."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, cast

from litestar import Litestar

from paishan.solitaire.installed import Installed
from paishan.store import Database, Library, Unavailable, clock
from paishan.web import (
    account,
    api,
    grids,
    health,
    home,
    ladder,
    layouts,
    lists,
    offline,
    openapi,
    opponents,
    pages,
    player_settings,
    practice,
    progress,
    tally,
    today,
    tongue,
    watch,
)
from paishan.web.answers import add_security_headers
from paishan.web.assets import Assets
from paishan.web.errors import as_answer
from paishan.web.fence import fence
from paishan.web.journal import journaled
from paishan.web.metrics import Metrics
from paishan.web.settings import Settings
from paishan.web.site import Site

__all__ = ["create_app"]

_MOST = 64 * 1024
"""Bytes that a request's body may have."""
_ERASED_EVERY = 600
"""Seconds after which it is looked whether anything of somebody who has left is still there."""


def create_app(settings: Settings, now: Callable[[], int] = clock) -> Litestar:
    """A server for these settings; `now` gives milliseconds since 1970.

    Raises `DatabaseRefused` when its database cannot be used.
    """
    database = Database(settings.database_url, backups=settings.backups)
    assets = Assets(Path(__file__).parent / "static", live=settings.live_files)
    beside = None if settings.layouts_dir is None else Installed(settings.layouts_dir)
    library = Library(database, now, beside)
    site = Site(settings, database, assets, library, now)
    shown = pages.Pages(site)
    answer = as_answer(shown.problem)
    metrics = Metrics(settings.shared, settings.worker)
    health.measure(site, metrics)
    app = Litestar(
        route_handlers=[
            *api.routes(site),
            *health.routes(site, metrics),
            *pages.routes(site, shown),
            *home.routes(site, shown),
            *offline.routes(site, shown),
            *layouts.routes(site, shown),
            *progress.routes(site),
            *lists.routes(site),
            *practice.routes(site, shown),
            *grids.routes(site, shown),
            *opponents.routes(site, shown),
            *ladder.routes(site, shown),
            *today.routes(site, shown),
            *watch.routes(site, shown),
            *tally.routes(site, shown),
            *account.routes(site, shown),
            *tongue.routes(site),
            *player_settings.routes(site),
            *openapi.routes(),
        ],
        before_send=[add_security_headers, player_settings.keep_language],
        exception_handlers={Exception: cast(Any, answer)},
        lifespan=[partial(_running, site, metrics)],
        request_max_body_size=_MOST,
        logging_config=None,
        openapi_config=None,
    )
    # Around all of it, because middleware of Litestar is asked only at addresses that are there.
    app.asgi_handler = journaled(fence(site, app.asgi_handler, answer), metrics)
    app.state.metrics = metrics
    app.state.database = database
    return app


@asynccontextmanager
async def _running(site: Site, metrics: Metrics, _: Litestar) -> AsyncIterator[None]:
    """What goes on beside the requests, and what is done when there are no more of them."""
    beside = [asyncio.create_task(metrics.keep_telling()), asyncio.create_task(_keep_erasing(site))]
    try:
        yield
    finally:
        for task in beside:
            task.cancel()
        await asyncio.to_thread(site.database.close)
        metrics.tell()


async def _keep_erasing(site: Site) -> None:
    """Go on with what was interrupted when somebody left for good, until cancelled."""
    while True:
        with suppress(Unavailable):
            await site.accounts.go_on_erasing()
        await asyncio.sleep(_ERASED_EVERY)
