"""Sheets come behind their page: a press that is earlier than they are is heeded when they have come."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.chuopage import open_match
from tests.browser.conftest import Visit
from tests.browser.gridpage import open_grid
from tests.browser.visitor import Visitor, code_of

pytestmark = pytest.mark.browser


def to_a_board(visitor: Visitor) -> None:
    visitor.open(code_of("first-steps"))


def to_a_grid(visitor: Visitor) -> None:
    open_grid(visitor)


def to_a_match(visitor: Visitor) -> None:
    open_match(visitor)


PAGES = pytest.mark.parametrize("go", [to_a_board, to_a_grid, to_a_match], ids=["board", "grid", "match"])


def hold(page: Page) -> list[Route]:
    """Lets no sheets come; what was asked for is in the list."""
    held: list[Route] = []
    page.route(re.compile(r"/js/sheets-\w+\.js$"), lambda route: held.append(route))
    return held


@PAGES
def test_a_press_before_the_sheets_have_come_opens_its_sheet_when_they_have(
    visit: Visit, go: Callable[[Visitor], None]
) -> None:
    visitor = visit()
    page = visitor.page
    held = hold(page)
    go(visitor)
    page.locator("#menu").click()
    menu = page.get_by_role("dialog", name="Menu")
    expect(menu).not_to_be_visible()
    for route in held:
        route.continue_()
    expect(menu).to_be_visible()
    menu.get_by_role("button", name="Keyboard").click()
    expect(page.get_by_role("dialog", name="Keyboard")).to_be_visible()


@PAGES
def test_sheets_that_could_not_come_are_fetched_when_they_are_wanted_again(
    visit: Visit, go: Callable[[Visitor], None]
) -> None:
    visitor = visit()
    page = visitor.page
    visitor.bring_about("ERR_FAILED", "Failed to load")
    held = hold(page)
    go(visitor)
    page.locator("#menu").click()
    while held:
        held.pop().abort()
    expect(page.locator("#toast-said")).to_have_text("This needs a connection, and there is none now.")
    page.unroute_all()
    page.locator("#menu").click()
    expect(page.get_by_role("dialog", name="Menu")).to_be_visible()


def to_the_front(visitor: Visitor) -> None:
    visitor.page.goto("/")


def to_the_editor(visitor: Visitor) -> None:
    visitor.page.goto("/editor")


WITH_SETTINGS = pytest.mark.parametrize(
    ("go", "presses"),
    [
        (to_a_board, ["menu", "m-settings"]),
        (to_a_match, ["menu", "m-settings"]),
        (to_the_front, ["settings"]),
        (to_the_editor, ["menu", "m-settings"]),
    ],
    ids=["board", "match", "home", "editor"],
)


@WITH_SETTINGS
def test_settings_that_could_not_come_say_so_and_come_when_they_are_wanted_again(
    visit: Visit, go: Callable[[Visitor], None], presses: list[str]
) -> None:
    visitor = visit(360, 740)
    page = visitor.page
    visitor.bring_about("ERR_FAILED", "Failed to load")
    page.route(re.compile(r"/js/settings\.js$"), lambda route: route.abort())
    go(visitor)
    for each in presses:
        page.locator(f"#{each}").click()
    said = page.locator(".toast", has_text="This needs a connection, and there is none now.")
    expect(said).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("status").filter(has_text="This needs a connection")).to_have_count(1)
    page.unroute_all()
    for each in presses:
        page.locator(f"#{each}").click()
    expect(page.get_by_role("dialog", name="Settings")).to_be_visible()
