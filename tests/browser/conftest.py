"""One server and one Chromium for all journeys; a profile of its own for every visitor."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.serving import Server
from tests.browser.visitor import Visitor, launch

expect.set_options(timeout=20_000)
Visit: TypeAlias = Callable[..., Visitor]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server that is not killed; it must have had nothing to complain of."""
    server = Server(tmp_path_factory.mktemp("games"))
    server.start()
    yield server
    server.stop()
    assert server.errors() == ""


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launch(playwright.chromium)
        yield browser
        browser.close()


@pytest.fixture
def visit(chromium: Browser, server: Server) -> Iterator[Visit]:
    """Makes visitors; what their pages complained of fails the test."""
    visitors: list[Visitor] = []

    def visit(width: int = 1440, height: int = 900, at: Server = server, **options: Any) -> Visitor:
        visitors.append(Visitor(chromium, at, width, height, **options))
        return visitors[-1]

    yield visit
    for visitor in visitors:
        visitor.context.close()
    complaints = [complaint for visitor in visitors for complaint in visitor.complaints]
    assert not complaints, "\n".join(complaints)
