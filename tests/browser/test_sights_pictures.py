"""The pictures in `docs/pictures` of the pages round the games, made by the visit that they show."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from paishan.play import campaign
from tests.browser.conftest import Visit
from tests.browser.test_pictures import picture
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser

SIZES = pytest.mark.parametrize(("width", "height"), [(1440, 900), (360, 740)])
CLEARED = 23


def said(visitor: Visitor, game: str, commands: list[dict[str, Any]]) -> None:
    answer = visitor.context.request.post(
        f"/api/games/{game}/commands", data={"seq": 0, "key": "all", "commands": commands}
    )
    assert answer.status == 200, answer.text()


def climbed(visitor: Visitor, last: int) -> str:
    """Clear the first levels, every third with a hint; the game of the last."""
    game = ""
    for number in range(1, last + 1):
        answer = visitor.context.request.post("/api/games", data={"level": number})
        game = answer.json()["id"]
        pairs = [{"type": "take", "a": a, "b": b} for a, b in campaign.level(number).witness]
        said(visitor, game, [{"type": "hint"}] * (number % 3 == 0) + pairs)
    return game


@SIZES
def test_pictures_of_the_campaign(visit: Visit, width: int, height: int) -> None:
    visitor = visit(width, height)
    climbed(visitor, CLEARED)
    visitor.page.goto("/campaign")
    picture(visitor.page, f"campaign-{width}")


@SIZES
def test_pictures_of_the_boards_of_the_day(visit: Visit, width: int, height: int) -> None:
    page = visit(width, height).page
    page.goto("/daily")
    expect(page.get_by_text("The next boards come in")).to_be_visible()
    picture(page, f"daily-{width}")


@SIZES
def test_pictures_of_statistics(visit: Visit, width: int, height: int) -> None:
    visitor = visit(width, height)
    climbed(visitor, 6)
    visitor.page.goto("/statistics")
    picture(visitor.page, f"statistics-{width}")


@SIZES
def test_pictures_of_a_game_watched_again(visit: Visit, width: int, height: int) -> None:
    visitor = visit(width, height)
    game = climbed(visitor, 10)
    page = visitor.page
    page.goto(f"/watch/{game}")
    page.get_by_role("slider", name="Moves").fill("20")
    expect(page.locator("#count")).to_have_text("20/72")
    picture(page, f"watch-{width}")
