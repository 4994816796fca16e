"""The boards of the day in the browser, from one midnight to the next by a clock that the test sets."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from paishan.codes import Code
from paishan.play.daily import Game, daily_code
from paishan.play.opening import deal_of
from paishan.play.ruleset import CLASSIC
from tests.browser.clocked import SECRET
from tests.browser.conftest import Visit
from tests.browser.serving import ClockedServer
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser

# Ten minutes before midnight on the eighth of March in Stockholm, an hour ahead of UTC.
EVENING = datetime(2026, 3, 8, 22, 50, tzinfo=UTC)
EIGHTH = date(2026, 3, 8)
NINTH = date(2026, 3, 9)
MINUTE = 60_000


def ms(at: datetime) -> int:
    return int(at.timestamp() * 1000)


@pytest.fixture
def clocked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClockedServer]:
    server = ClockedServer(tmp_path_factory.mktemp("days"), ms(EVENING))
    server.start()
    yield server
    server.stop()
    assert server.errors() == ""


def code_of(day: date) -> Code:
    return daily_code(SECRET, day, Game.SOLITAIRE)


def stand_at_evening(page: Page) -> None:
    """Stop the page's clock at the evening."""
    page.clock.install(time=EVENING - timedelta(minutes=1))
    page.clock.pause_at(EVENING)


def played(visitor: Visitor, day: date) -> None:
    """Begin the board of the day on the page, leave it, and clear it by the game's API."""
    page, asking = visitor.page, visitor.context.request
    page.get_by_role("button", name="Play Solitaire").click()
    page.wait_for_url("**/play/*")
    expect(page.locator("#board")).to_have_attribute("aria-busy", "false")
    page.goto("/daily")
    going_on = page.get_by_role("link", name="Continue Solitaire")
    where = (going_on.get_attribute("href") or "").replace("/play/", "/api/games/")
    # The game pauses when its page is left, which is the last that the page says.
    while not (state := asking.get(where).json()["state"])["paused"]:
        page.wait_for_timeout(50)
    pairs = [{"type": "take", "a": a, "b": b} for a, b in deal_of(code_of(day), CLASSIC).witness]
    body = {"seq": state["seq"], "key": "all", "commands": [{"type": "resume"}, *pairs]}
    assert asking.post(f"{where}/commands", data=body).json()["state"]["status"] == "cleared"


def test_a_day_from_its_evening_across_midnight(visit: Visit, clocked: ClockedServer) -> None:
    visitor = visit(at=clocked, timezone_id="Europe/Stockholm")
    page = visitor.page
    stand_at_evening(page)
    page.goto("/daily")
    expect(page.get_by_role("heading", name="Sunday, 8 March 2026")).to_be_visible()
    expect(page.get_by_text("The next boards come in 10:00.")).to_be_visible()
    page.clock.resume()
    told = page.content()
    code = code_of(EIGHTH)
    assert str(code) not in told
    assert "of the day" not in page.locator("main").inner_text()
    today = page.locator("td[aria-current=date] .sr")
    expect(today).to_have_text("Sunday, 8 March 2026, Mahjong solitaire: to be played, Mahjong Connect: to be played")
    clocked.set_clock(ms(EVENING) + 5 * MINUTE)
    played(visitor, EIGHTH)
    page.goto("/daily")
    expect(page.get_by_text("Cleared, 1 day in a row, at best 1 day")).to_be_visible()
    best = page.get_by_role("table").filter(has_text="Points")
    expect(best.get_by_role("row")).to_have_count(2)
    expect(page.locator("#share-solitaire")).to_contain_text("Paishan, 8 March 2026, Mahjong solitaire: cleared in")
    expect(page.get_by_role("link", name="Watch Solitaire")).to_be_visible()

    # Midnight is at 23:00 UTC: the page says so by itself, and the next board is another one.
    clocked.set_clock(ms(EVENING) + 11 * MINUTE)
    page.clock.fast_forward("11:00")
    expect(page.get_by_text("New boards are here.")).to_be_visible()
    page.get_by_role("link", name="To the new boards").click()
    expect(page.get_by_role("heading", name="Monday, 9 March 2026")).to_be_visible()
    expect(page.get_by_text("To be played, 1 day in a row, at best 1 day")).to_be_visible()
    expect(page.get_by_role("heading", name="the best of the day")).to_have_count(0)
    played(visitor, NINTH)
    page.goto("/daily")
    expect(page.get_by_text("Cleared, 2 days in a row, at best 2 days")).to_be_visible()
    assert code_of(NINTH) != code
    expect(today).to_have_text("Monday, 9 March 2026, Mahjong solitaire: cleared, Mahjong Connect: to be played")
    # Connect was never begun, so no day of it was missed.
    eighth = page.locator("td .sr").filter(has_text="Sunday, 8 March 2026")
    expect(eighth).to_have_text("Sunday, 8 March 2026, Mahjong solitaire: cleared")
    page.get_by_role("link", name="The month before").click()
    expect(page.get_by_role("heading", name="February 2026")).to_be_visible()
    page.get_by_role("link", name="The month after").click()
    expect(page.get_by_role("heading", name="March 2026", exact=True)).to_be_visible()


def test_the_day_is_the_one_of_the_readers_clock(visit: Visit, clocked: ClockedServer) -> None:
    page = visit(360, 740, at=clocked, timezone_id="Asia/Tokyo").page
    stand_at_evening(page)
    page.goto("/daily")
    expect(page.get_by_role("heading", name="Monday, 9 March 2026")).to_be_visible()
    # 22:50 UTC is 07:50 in Tokyo.
    expect(page.get_by_text("The next boards come in 16:10:00.")).to_be_visible()
    expect(page.get_by_role("button", name="Play Solitaire")).to_be_in_viewport()
