"""A whole game of each kind by what a screen reader tells: every press is chosen by roles and names alone.

Neither a class nor an attribute nor a place on the screen is looked at: only what stands in the accessibility tree.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from paishan.play.ruleset import CONNECT
from tests.browser.chuopage import EASY, open_match
from tests.browser.chuopage import code_of as code_of_match
from tests.browser.conftest import Visit
from tests.browser.gridpage import SMALL, code_of_grid
from tests.browser.visitor import code_of

pytestmark = pytest.mark.browser

HINT = re.compile("^Hint")
SHOWN = re.compile("shown by the hint")


def button(page: Page, name: str | re.Pattern[str]) -> Locator:
    return page.get_by_role("button", name=name)


def clear_by_hints(page: Page, tiles: int, taken: str) -> None:
    """Ask for a hint, find the two tiles that are said to be shown, press both; until the board is cleared."""
    status = page.get_by_role("status")
    for left in range(tiles - 2, -1, -2):
        button(page, HINT).click()
        expect(button(page, SHOWN)).to_have_count(2)
        first, second = (tile.aria_snapshot() for tile in button(page, SHOWN).all())
        kinds = [re.split(",| [0-9]", re.sub(r'^- button "', "", tile))[0] for tile in (first, second)]
        # Flowers match flowers and seasons seasons; all else only its own likeness.
        assert kinds[0] == kinds[1]
        button(page, SHOWN).first.click()
        expect(button(page, re.compile("selected"))).to_have_count(1)
        button(page, SHOWN).filter(has_not=page.get_by_role("button", name=re.compile("selected"))).last.click()
        said = f"{taken}. {left} tile" if left else "Cleared"
        expect(status).to_contain_text(said)
        # What is leaving the board is not to be taken for what the next hint shows.
        expect(button(page, SHOWN)).to_have_count(0)


def test_solitaire_is_cleared_by_ear(visit: Visit) -> None:
    visitor = visit(360, 740, reduced_motion="reduce")
    page = visitor.page
    visitor.open(code_of("first-steps"))
    expect(page.get_by_role("group", name="First steps")).to_be_visible()
    clear_by_hints(page, 36, "taken")
    won = page.get_by_role("dialog", name="First steps cleared")
    expect(won).to_contain_text("18 pairs, 18 hints")
    expect(won.get_by_role("button", name="New board")).to_be_focused()


def test_a_grid_is_cleared_by_ear(visit: Visit) -> None:
    visitor = visit(360, 740, reduced_motion="reduce")
    page = visitor.page
    wish = {"code": code_of_grid(SMALL), "ruleset": CONNECT.id}
    game = visitor.context.request.post("/api/games", data=wish).json()
    page.goto(f"/play/{game['id']}")
    expect(page.get_by_role("group", name="Mahjong Connect")).to_be_visible()
    clear_by_hints(page, 84, "joined")
    expect(page.get_by_role("dialog", name="Cleared")).to_contain_text("42 pairs, 42 hints")


def test_a_match_of_chuo_pai_is_played_by_ear(visit: Visit) -> None:
    match = open_match(visit(360, 740, reduced_motion="reduce"), code_of_match(1), EASY)
    page = match.page
    status = page.get_by_role("status")
    hand = page.get_by_role("group", name="Your hand")
    end = page.get_by_role("dialog", name=re.compile("win"))
    mine = re.compile("Your lead|Your turn")
    for _ in range(28):
        expect(status).to_have_text(re.compile(f"{mine.pattern}|The match is over"))
        if not mine.search(status.text_content() or ""):
            break
        play = button(page, re.compile("^Play"))
        if "Only this beats it" not in (status.text_content() or ""):
            button(page, HINT).click()
            expect(hand.get_by_role("button", name=re.compile("in the hint, .* chosen")).first).to_be_visible()
        # A button that can play names what it would play: "Play 1-2, one".
        expect(play).to_have_accessible_name(re.compile("^Play .*,"))
        play.click()
    expect(end).to_be_visible()
    expect(end.get_by_role("listitem").first).to_contain_text("in the pile")
