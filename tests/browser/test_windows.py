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
