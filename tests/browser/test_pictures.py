"""The pictures in `docs/pictures`, made by the visit that they show.

They are written with `PAISHAN_PICTURES=1`; otherwise the visit is made and the tree stays as it is.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.test_locked import way_into_a_lock
from tests.browser.visitor import GamePage, Visitor, code_of

pytestmark = pytest.mark.browser

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
WANTED = "PAISHAN_PICTURES" in os.environ
MOST_BYTES = 400 * 1024
PARTWAY = 14


def picture(page: Page, name: str) -> None:
    """Take a picture of the page as it stands, once nothing moves any more."""
    # Where nothing is written, that every last drawing has come is no matter.
    page.wait_for_load_state("networkidle" if WANTED else "load")
    page.mouse.move(0, 0)
    page.evaluate("Promise.all(document.getAnimations().map((running) => running.finished.catch(() => {})))")
    # The grain of the cloth is noise, which PNG cannot pack: four times as large.
    taken = page.screenshot(type="jpeg", quality=90, caret="hide")
    assert len(taken) <= MOST_BYTES, name
    file = PICTURES / f"{name}.jpg"
    assert file.exists() or WANTED, f"{file.name} is missing; make it with PAISHAN_PICTURES=1"
    if WANTED:
        file.write_bytes(taken)


def partway(visitor: Visitor, layout: str, pairs: int = PARTWAY) -> GamePage:
    """A game in which something has happened, three minutes ago by the clock, with a tile selected."""
    visitor.page.clock.install()
    table = visitor.open(code_of(layout))
    table.take(table.deal.witness[:pairs])
    table.settled()
    visitor.page.clock.fast_forward("02:54")
    table.tap(table.deal.witness[pairs].b)
    return table


@pytest.mark.parametrize(
    ("layout", "width", "height"), [("turtle", 1440, 900), ("turtle", 768, 1024), ("lantern", 360, 740)]
)
def test_pictures_of_the_board(visit: Visit, layout: str, width: int, height: int) -> None:
    visitor = visit(width, height, has_touch=width < 400, is_mobile=width < 400)
    picture(partway(visitor, layout).page, f"board-{width}")


def test_picture_of_the_turtle_panned_on_a_phone(visit: Visit) -> None:
    visitor = visit(360, 740, has_touch=True, is_mobile=True)
    picture(partway(visitor, "turtle", 4).page, "board-360-panned")


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (360, 740)])
def test_pictures_of_home(visit: Visit, width: int, height: int) -> None:
    visitor = visit(width, height)
    partway(visitor, "turtle")
    visitor.page.goto("/")
    expect(visitor.page.get_by_text("Continue")).to_be_visible()
    picture(visitor.page, f"home-{width}")


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (360, 740)])
def test_pictures_of_the_settings(visit: Visit, width: int, height: int) -> None:
    table = partway(visit(width, height), "lantern", 4)
    table.press("menu")
    table.press("m-settings")
    expect(table.page.get_by_role("dialog", name="Settings")).to_be_visible()
    picture(table.page, f"settings-{width}")


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (360, 740)])
def test_pictures_of_a_locked_board(visit: Visit, width: int, height: int) -> None:
    table = visit(width, height).open(code_of("lantern"))
    table.take(way_into_a_lock(table.deal))
    expect(table.page.get_by_role("dialog", name="No more moves")).to_be_visible()
    table.settled()
    picture(table.page, f"locked-{width}")


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (360, 740)])
def test_pictures_of_a_won_game(visit: Visit, width: int, height: int) -> None:
    table = visit(width, height).open(code_of("first-steps"))
    table.take(table.deal.witness)
    expect(table.page.get_by_role("dialog", name="Cleared")).to_be_visible()
    table.settled()
    picture(table.page, f"won-{width}")
