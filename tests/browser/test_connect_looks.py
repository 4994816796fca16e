"""Mahjong Connect for all eyes: axe-core finds nothing, and the pictures in `docs/pictures` (see `test_pictures`)."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from paishan.play.ruleset import CONNECT_STANDARD
from tests.browser.conftest import Visit
from tests.browser.gridpage import SMALL, WHOLE, GridPage, open_grid, way_into_a_lock
from tests.browser.test_accessibility import AXE, violations
from tests.browser.test_pictures import picture
from tests.browser.visitor import stop_time

pytestmark = pytest.mark.browser

PARTWAY = 28
SIZES = [(360, 740), (768, 1024), (1440, 900), (740, 360)]


@pytest.mark.parametrize(("table", "width", "height"), [("felt", 1440, 900), ("night", 360, 740), ("paper", 360, 740)])
def test_axe_finds_nothing_in_mahjong_connect(visit: Visit, table: str, width: int, height: int) -> None:
    visitor = visit(width, height)
    visitor.context.add_init_script(AXE)
    visitor.context.add_init_script(f"localStorage.setItem('paishan.look', '{{\"table\": \"{table}\"}}')")
    page = visitor.page
    page.goto("/connect")
    found = violations(page, "the choice")
    page.get_by_label("Tiles fall down", exact=True).check()
    found += violations(page, "another choice")

    game = open_grid(visitor, SMALL, CONNECT_STANDARD)
    game.tap(game.dealt.witness[0].a)
    game.press("hint")
    expect(page.locator("#board .hint")).to_have_count(2)
    found += violations(page, "grid")
    for sheet in ("rules", "keys"):
        game.press("menu")
        if sheet == "rules":
            found += violations(page, "menu")
        game.press(f"m-{sheet}")
        found += violations(page, sheet)
        page.keyboard.press("Escape")
    game.tap(game.dealt.witness[0].b)
    page.evaluate("document.getAnimations().forEach((running) => running.pause())")
    found += violations(page, "a line")

    lock = way_into_a_lock(game.dealt)
    game.send({"type": "restart"})
    game.jump(lock[:-1])
    game.take(lock[-1:])
    expect(page.get_by_role("dialog", name="No more moves")).to_be_visible()
    found += violations(page, "locked")
    page.get_by_role("button", name="Look").click()
    found += violations(page, "a toast")
    game.send({"type": "restart"})
    game.jump(game.dealt.witness[:-1])
    game.take(game.dealt.witness[-1:])
    expect(page.locator("#w-score")).to_be_visible()
    found += violations(page, "won")
    assert found == []


def test_the_grids_and_the_code_are_as_wide_as_the_choice_on_a_tablet(visit: Visit) -> None:
    page = visit(768, 1024).page
    page.goto("/connect")
    parts = [page.locator(each).bounding_box() for each in (".how >> nth=0", ".boards", ".code-in", ".meaning")]
    assert [(part["x"], part["width"]) for part in parts if part] == [(24, 720)] * 4


def partway(visit: Visit, width: int, height: int, grid: str = WHOLE, pairs: int = PARTWAY) -> GridPage:
    """A game in which something has happened."""
    # Without motion a line stays as it is while the clock stands.
    visitor = visit(width, height, has_touch=width < 800, is_mobile=width < 800, reduced_motion="reduce")
    visitor.page.clock.install()
    table = open_grid(visitor, grid)
    table.jump(table.dealt.witness[:pairs])
    return table


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_pictures_of_a_line(visit: Visit, width: int, height: int) -> None:
    table = partway(visit, width, height)
    page = table.page
    table.press("hint")
    expect(page.locator("#board .hint")).to_have_count(2)
    page.clock.fast_forward("01:48")
    board = table.dealt.board()
    for pair in table.dealt.witness[:PARTWAY]:
        board.push(pair)
    hinted = table.shown()["hint"]
    a, b = next((pair for pair in board.pairs() if list(pair) != hinted), table.dealt.witness[PARTWAY])
    table.tap(a)
    if width == 360:
        picture(page, "connect-360-hint")
    stop_time(page)
    table.tap(b)
    expect(page.locator("#traces .joint")).to_have_count(1)
    picture(page, f"connect-{'landscape' if height < 400 else width}")


@pytest.mark.parametrize(("width", "height"), [(360, 740), (1440, 900)])
def test_pictures_of_the_choice(visit: Visit, width: int, height: int) -> None:
    page = visit(width, height).page
    page.goto("/connect")
    picture(page, f"connect-choice-{width}")


@pytest.mark.parametrize(("width", "height"), [(360, 740), (1440, 900)])
def test_pictures_of_no_moves_left(visit: Visit, width: int, height: int) -> None:
    table = open_grid(visit(width, height), SMALL)
    lock = way_into_a_lock(table.dealt)
    table.jump(lock[:-1])
    table.take(lock[-1:])
    expect(table.page.get_by_role("dialog", name="No more moves")).to_be_visible()
    table.settled()
    table.page.wait_for_function("() => !document.querySelector('#traces > *')")
    picture(table.page, f"connect-locked-{width}")


@pytest.mark.parametrize(("width", "height"), [(360, 740), (1440, 900)])
def test_pictures_of_a_won_grid(visit: Visit, width: int, height: int) -> None:
    table = open_grid(visit(width, height), SMALL)
    table.jump(table.dealt.witness[:-1])
    table.take(table.dealt.witness[-1:])
    expect(table.page.locator("#w-score")).to_be_visible()
    table.settled()
    picture(table.page, f"connect-won-{width}")
