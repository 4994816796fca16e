"""Statistics and lists in the browser: what was played is counted, compared and named."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from paishan.play.opening import deal_of
from paishan.play.ruleset import AGAINST_THE_CLOCK
from tests.browser.conftest import Visit
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser


def won(visitor: Visitor, layout: str, hints: int = 0) -> str:
    """Win a game against the clock by the game's API; its id."""
    asking = visitor.context.request
    game = asking.post("/api/games", data={"layout": layout, "ruleset": AGAINST_THE_CLOCK.id}).json()
    # A code tells all faces, so it is told only when the game is over.
    code = visitor.server.record(game["id"]).code
    way = [{"type": "take", "a": a, "b": b} for a, b in deal_of(code, AGAINST_THE_CLOCK).witness]
    body = {"seq": 0, "key": "all", "commands": [{"type": "hint"}] * hints + way}
    answer = asking.post(f"/api/games/{game['id']}/commands", data=body)
    assert answer.json()["state"]["status"] == "cleared"
    return str(game["id"])


def test_before_the_first_game_the_page_invites(visit: Visit) -> None:
    page = visit(360, 740).page
    page.goto("/statistics?layout=hourglass&ruleset=classic-challenge")
    expect(page.get_by_role("heading", name="Your games will be counted here")).to_be_visible()
    expect(page.get_by_text("No one stands in this list yet: the first win will.")).to_be_visible()
    page.get_by_role("link", name="To the boards").click()
    page.wait_for_url("**/")


def test_games_are_counted_listed_by_layout_and_watched_again(visit: Visit) -> None:
    visitor, other = visit(), visit()
    won(other, "lantern")
    won(visitor, "lantern", hints=2)
    game = won(visitor, "first-steps")
    page = visitor.page
    page.goto("/statistics")
    figures = page.evaluate(
        "Object.fromEntries([...document.querySelectorAll('.figures div')].map((each) =>"
        "[each.querySelector('dt').textContent, each.querySelector('dd').textContent]))"
    )
    assert {name: figures[name] for name in ("Played", "Won", "Share won", "Won in a row", "Hints")} == {
        "Played": "2",
        "Won": "2",
        "Share won": "100%",
        "Won in a row": "2",
        "Hints": "2",
    }
    # The list is that of the game played last; the name stands in it as soon as there is one.
    expect(page.get_by_role("heading", name="First steps, Solitaire against the clock")).to_be_visible()
    page.get_by_label("My name in lists").fill("  Åse Ņ ")
    page.get_by_label("My name in lists").press("Enter")
    expect(page.locator("#name-said")).to_have_text("Lists show you as Åse Ņ.")
    page.get_by_role("combobox", name="Layout").select_option("lantern")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("heading", name="Lantern, Solitaire against the clock")).to_be_visible()
    rows = page.get_by_role("table").get_by_role("row")
    expect(rows.filter(has_text="Åse Ņ")).to_contain_text("you")
    expect(rows.filter(has_text="no name")).not_to_have_count(0)
    page.get_by_role("link", name="First steps Solitaire against the clock").first.click()
    page.wait_for_url(f"**/watch/{game}")


def test_a_name_that_cannot_be_seen_is_refused(visit: Visit) -> None:
    visitor = visit()
    visitor.bring_about("400")
    page = visitor.page
    page.goto("/statistics")
    page.get_by_label("My name in lists").fill("\u202e\u202e")
    page.get_by_role("button", name="Keep").click()
    expect(page.locator("#name-said")).to_have_text("A name is made of characters that can be seen.")
    expect(page.get_by_label("My name in lists")).to_have_attribute("aria-invalid", "true")


def test_whoever_has_an_account_meanwhile_is_told_where_its_name_is_changed(visit: Visit) -> None:
    visitor = visit()
    visitor.bring_about("409")
    page = visitor.page
    page.goto("/statistics")
    name = "Ada of the lists"
    visitor.context.request.post("/api/account", data={"name": name, "password": "a mountain of tiles"})
    page.get_by_label("My name in lists").fill("Somebody else")
    page.get_by_role("button", name="Keep").click()
    said = f"Lists show an account by its own name, {name}; change it on its page."
    expect(page.locator("#name-said")).to_have_text(said)


def test_a_grid_has_the_rulesets_of_connect(visit: Visit) -> None:
    page = visit().page
    page.goto("/statistics?layout=connect-18x8&ruleset=classic")
    expect(page.get_by_role("heading", name="18 × 8, Mahjong Connect")).to_be_visible()
