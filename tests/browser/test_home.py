"""The first page: what is to be continued comes first, then the boards of the day, the campaign and all games."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from paishan.codes import Code, Dealer
from paishan.connect.grid import GRIDS
from tests.browser.conftest import Visit
from tests.browser.visitor import Visitor, code_of
from tests.browser.weighing import MOST_BYTES, MOST_REQUESTS, Scales

pytestmark = pytest.mark.browser


def by_code(visitor: Visitor, code: str) -> dict[str, str]:
    """Open a board by a code that is typed on the first page; the game."""
    page = visitor.page
    page.get_by_text("Play a board by its code").click()
    field = page.get_by_label("The same code gives the same board everywhere.")
    field.fill(code)
    field.press("Enter")
    page.wait_for_url("**/play/*")
    game = visitor.context.request.get(f"/api/games/{page.url.rpartition('/')[2]}").json()
    return {"code": game["code"], "ruleset": game["ruleset"]["id"]}


def test_the_board_of_a_code_is_played_as_chosen(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    page.goto("/")
    page.get_by_role("radio", name="Taipei").check()
    page.get_by_text("Options of Taipei").click()
    page.get_by_label("Flowers and seasons").select_option("identical")
    assert by_code(visitor, "mj1 l00 aaaaabl") == {"code": "MJ1-L00-AAAAABL", "ruleset": "taipei-identical"}


def test_a_code_of_another_game_has_the_rules_of_that_game(visit: Visit) -> None:
    visitor = visit()
    code = str(Code(Dealer.MC1, GRIDS[1].tag, 5))
    visitor.page.goto("/")
    visitor.page.get_by_role("radio", name="Taipei").check()
    assert by_code(visitor, code.lower())["ruleset"] == "connect"


def test_two_taps_lead_from_the_page_to_a_pair(visit: Visit) -> None:
    page = visit(360, 740, has_touch=True, is_mobile=True).page
    page.goto("/")
    play = page.locator(".hello:visible")
    expect(play).to_be_in_viewport()
    expect(play).to_contain_text("First steps")
    play.tap()
    page.wait_for_url("**/play/*")
    expect(page.locator("#board .tile")).to_have_count(36)


@pytest.mark.parametrize(
    ("width", "height", "name"),
    [(360, 740, "First steps"), (740, 360, "Turtle"), (768, 1024, "Turtle"), (1440, 900, "Turtle")],
)
def test_a_newcomer_is_offered_one_first_board_that_fits_the_screen(
    visit: Visit, width: int, height: int, name: str
) -> None:
    page = visit(width, height).page
    page.goto("/")
    expect(page.locator(".hello:visible")).to_have_count(1)
    expect(page.locator(".hello:visible")).to_contain_text(name)


def test_what_was_begun_is_continued_from_the_first_screen(visit: Visit) -> None:
    visitor = visit(360, 740, has_touch=True, is_mobile=True)
    page = visitor.page
    page.goto("/")
    expect(page.get_by_role("heading", name="Today’s boards")).to_be_in_viewport()
    expect(page.get_by_role("link", name="Mountain of tiles 120 levels up a mountain")).to_be_visible()
    page.get_by_role("button", name="Play today’s Mahjong Connect").tap()
    page.wait_for_url("**/play/*")
    today = page.url
    table = visitor.open(code_of("first-steps"))
    table.take(table.deal.witness[:1])
    table.settled()
    page.goto("/")
    going_on = page.get_by_role("link", name="First steps 34 tiles left")
    expect(going_on).to_be_in_viewport()
    page.get_by_role("link", name="Continue today’s Mahjong Connect").tap()
    page.wait_for_url(today)


def test_every_game_and_page_is_reached_from_here(visit: Visit) -> None:
    page = visit().page
    page.goto("/")
    games = page.get_by_role("navigation", name="Games").get_by_role("link")
    assert [link.get_attribute("href") for link in games.all()] == ["/campaign", "#solitaire", "/connect", "/chuo"]
    more = page.get_by_role("navigation", name="More").get_by_role("link")
    assert [link.get_attribute("href") for link in more.all()] == [
        "/rules",
        "/offline",
        "/practice",
        "/statistics",
        "/account",
    ]
    page.get_by_role("button", name="Rules in 30 seconds").click()
    expect(page.get_by_role("dialog", name="Rules in 30 seconds")).to_be_visible()


def test_a_first_visit_to_the_first_page_is_light(visit: Visit) -> None:
    visitor = visit(timezone_id="Europe/Helsinki")
    scales = Scales(visitor.context.new_cdp_session(visitor.page))
    visitor.page.goto("/")
    visitor.page.wait_for_load_state("networkidle")
    weight, requests = scales.first_visit()
    print(f"the first page: {weight:,} bytes in {requests} requests")
    assert 20_000 < weight <= MOST_BYTES
    assert requests <= MOST_REQUESTS
    # The reader's clock is told to the server for the next page.
    assert {cookie["name"]: cookie["value"] for cookie in visitor.context.cookies()}["paishan-offset"] in ("120", "180")


def test_a_card_is_as_high_as_its_words_whatever_is_drawn_on_it(visit: Visit) -> None:
    page = visit(768, 1024).page
    page.goto("/")
    card = page.locator("#solitaire .gal .lay").first
    box = card.bounding_box()
    card.locator("canvas").evaluate("(canvas) => { canvas.width = 124; canvas.height = 216 }")
    assert card.bounding_box() == box
