"""The page of a board fits its window, at every size and with large letters."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from paishan.play.ruleset import TAIPEI
from tests.browser.conftest import Visit
from tests.browser.visitor import code_of

pytestmark = pytest.mark.browser

CODE = code_of("first-steps")


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (360, 740), (740, 360)])
def test_the_page_of_a_board_is_just_as_large_as_the_window(visit: Visit, width: int, height: int) -> None:
    page = visit(width, height).open(CODE).page
    size = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    assert size == [width, height]


def test_the_clock_stands_while_nobody_can_play(visit: Visit) -> None:
    table = visit().open(CODE, TAIPEI)
    page = table.page

    def runs(it: bool) -> None:
        while table.state()["clock"]["running"] is not it:
            page.wait_for_timeout(20)

    away = """(away) => {
      Object.defineProperty(document, "hidden", { configurable: true, get: () => away })
      document.dispatchEvent(new Event("visibilitychange"))
    }"""
    runs(True)
    page.evaluate(away, True)
    runs(False)
    expect(page.locator("#board > button").first).to_be_visible()
    page.evaluate(away, False)
    runs(True)
    table.press("menu")
    runs(False)
    page.keyboard.press("Escape")
    runs(True)
    table.press("pause")
    runs(False)
    expect(page.locator("#board > button:visible")).to_have_count(0)
    expect(page.locator("#veil")).to_contain_text("The clock stands still and the board is covered.")
    page.evaluate(away, True)
    page.evaluate(away, False)
    table.press("resume")
    runs(True)


@pytest.mark.parametrize(("width", "height"), [(320, 568), (360, 740), (740, 360)])
def test_letters_twice_as_large_still_stand_in_their_places(visit: Visit, width: int, height: int) -> None:
    table = visit(width, height).open(CODE, TAIPEI)
    page = table.page
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    cut = page.evaluate(
        """() => [...document.querySelectorAll(".meta, .meta > :not(:empty, [hidden]), .tool:not([hidden])")]
             .filter((place) => place.scrollWidth > place.clientWidth && getComputedStyle(place).display !== "inline")
             .map((place) => place.id)"""
    )
    assert cut == []
    table.press("hint")
    expect(page.locator("#board .hint")).to_have_count(2)
