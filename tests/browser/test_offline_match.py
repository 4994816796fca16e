"""A match of Chuo Pai without a network: played to its end, reloaded in between, and handed over to the server."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.serving import Server
from tests.browser.test_accessibility import AXE, violations
from tests.browser.test_offline import keep, kept
from tests.browser.visitor import NO_SERVER

pytestmark = pytest.mark.browser


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Server]:
    """A server that may be stopped."""
    server = Server(tmp_path)
    server.start()
    yield server
    server.stop()
    assert server.errors() == ""


def matches(server: Server) -> list[tuple[str, str, int]]:
    """Ruleset, status and the player's pile of every match that the server has."""
    asked = """SELECT games.ruleset, games.status, results.score FROM games JOIN results ON results.game = games.id"""
    with closing(sqlite3.connect(server.data / "paishan.db")) as reading:
        return reading.execute(asked).fetchall()


def play(page: Page) -> bool:
    """Whether there was a turn: what is shown at once or hinted is played."""
    expect(page.locator("#held")).to_have_attribute("aria-busy", "false")
    if page.locator("#sheet-over").is_visible() or page.locator("#play-said").inner_text() == "The result":
        return False
    if page.locator("#play").get_attribute("aria-disabled") == "true":
        page.locator("#hint").click()
        expect(page.locator("#play")).to_have_attribute("aria-disabled", "false")
    page.locator("#play").click()
    return True


def test_a_match_is_played_to_its_end_without_a_network(visit: Visit, own: Server) -> None:
    visitor = visit(360, 740, at=own, service_workers="allow")
    visitor.context.add_init_script(AXE)
    visitor.context.add_init_script("localStorage.setItem('paishan.chuo', JSON.stringify({pace: 'once', tips: false}))")
    visitor.bring_about(NO_SERVER, "ERR_FAILED", "ERR_ABORTED", "/healthz")
    page = visitor.page
    page.goto("/")
    keep(page)
    visitor.context.set_offline(True)
    page.goto("/chuo")
    expect(page.locator("h1")).to_have_text("Without a connection")
    page.locator("button[data-ruleset=chuo-pai-vs-easy-easy]").click()
    page.wait_for_url(re.compile(r"/offline/chuo-pai-vs-easy-easy\?game="))
    for _ in range(4):
        assert play(page)
    expect(page.locator("#held")).to_have_attribute("aria-busy", "false")
    found = violations(page, "a match without a network")
    hand = page.locator("#held").aria_snapshot()
    page.reload()
    expect(page.locator("#held")).to_have_attribute("aria-busy", "false")
    assert page.locator("#held").aria_snapshot() == hand
    page.goto("/offline")
    expect(page.locator("#games .facts")).to_have_text(re.compile(r"^\d+ cards in your hand, kept in this browser$"))
    found += violations(page, "with a match to go on with")
    page.locator("#games a").click()
    turns = 0
    while play(page):
        turns += 1
        assert turns < 60, page.locator("#say").inner_text()
    expect(page.get_by_role("dialog")).to_be_visible()
    (match,) = kept(page)
    mine = int(re.findall(r"\d+", page.locator("#o-result li.me .kv span").inner_text())[0])
    assert (match["over"], match["server"]) == (True, None)
    assert matches(own) == []
    assert not found, json.dumps(found, indent=1)

    # The server plays the opponents the same way, so it comes to the same end.
    visitor.context.set_offline(False)
    page.wait_for_url(re.compile(r"/play/[\w-]{22}$"), timeout=60_000)
    page.wait_for_function("() => !Object.keys(localStorage).some((key) => key.startsWith('paishan.local.'))")
    told: list[tuple[Any, ...]] = matches(own)
    assert told == [("chuo-pai-vs-easy-easy", "over", mine)]
