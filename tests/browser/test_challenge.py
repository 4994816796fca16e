"""A challenge against a clock that runs down (C8), by clocks that the test sets."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from playwright.sync_api import expect

from paishan.play.ruleset import CLASSIC_CHALLENGE
from tests.browser.conftest import Visit
from tests.browser.serving import ClockedServer
from tests.browser.test_accessibility import AXE, violations
from tests.browser.visitor import code_of

pytestmark = pytest.mark.browser

NOON = datetime(2026, 3, 8, 12, tzinfo=UTC)
START = int(NOON.timestamp() * 1000)

_NOTE_TIMES = """addEventListener("DOMContentLoaded", () => {
  const clock = document.getElementById("clock")
  window.times = [clock?.textContent]
  if (clock) new MutationObserver(() => window.times.push(clock.textContent)).observe(clock, { childList: true })
})"""
"""Note every time that is shown, none of which stands longer than a second."""
_SHOWN = "(time) => window.times.includes(time)"


@pytest.fixture
def clocked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClockedServer]:
    server = ClockedServer(tmp_path_factory.mktemp("challenge"), START)
    server.start()
    yield server
    server.stop()
    assert server.errors() == ""


@pytest.mark.parametrize(("width", "height"), [(360, 740), (1440, 900)])
def test_a_challenge_is_lost_when_its_clock_reaches_zero(
    clocked: ClockedServer, visit: Visit, width: int, height: int
) -> None:
    """36 tiles give 90 seconds: at 89 a second is left, at 90 nothing can be taken any more."""
    visitor = visit(width, height, at=clocked)
    visitor.context.add_init_script(AXE)
    visitor.context.add_init_script(_NOTE_TIMES)
    page = visitor.page
    table = visitor.open(code_of("first-steps", 2), CLASSIC_CHALLENGE)
    way = table.deal.witness
    page.wait_for_function(_SHOWN, arg="01:30 left")
    clocked.set_clock(START + 89_000)
    table.take(way[:1])
    page.wait_for_function(_SHOWN, arg="00:01 left")
    assert table.state()["status"] == "playing"
    clocked.set_clock(START + 90_000)
    sheet = page.get_by_role("dialog", name="Time is up")
    expect(sheet).to_be_visible()
    expect(sheet.locator("#o-said")).to_have_text(
        "The clock has reached zero and 34 tiles are left. This game is lost; the board can be played again."
    )
    expect(page.locator("#live")).to_have_text("Time is up. 34 tiles left.")
    assert violations(page, "time is up") == []
    assert table.agreed()["status"] == "timed-out"

    sheet.get_by_role("button", name="Look").click()
    table.tap(way[1].a)
    expect(page.locator("#live")).to_have_text("This game is over.")
    for name in ("undo", "hint", "redo"):
        expect(page.locator(f"#{name}")).to_be_disabled()
    expect(page.locator("#stars")).to_have_attribute("aria-label", "Stars: none can be won any more")

    page.reload()
    expect(sheet).to_be_visible()
    page.evaluate("window.times = []")
    sheet.get_by_role("button", name="The same board again").click()
    expect(page.locator("#left")).to_have_text("36 tiles")
    page.wait_for_function(_SHOWN, arg="01:30 left")
    state = table.agreed()
    assert (state["status"], state["score"], state["unranked"]) == ("playing", 0, "typed-code")


def test_a_challenge_that_ran_out_while_nobody_looked_says_so(clocked: ClockedServer, visit: Visit) -> None:
    visitor = visit(at=clocked)
    page = visitor.page
    page.clock.install(time=NOON)
    visitor.open(code_of("first-steps", 2), CLASSIC_CHALLENGE)
    clocked.set_clock(START + 95_000)
    page.clock.fast_forward(95_000)
    expect(page.get_by_role("dialog", name="Time is up")).to_be_visible()
