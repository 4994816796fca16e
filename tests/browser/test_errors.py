"""What goes wrong, as a player sees it: a sentence that helps, and nothing lost."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from paishan.play.messages import Take
from tests.browser.conftest import Visit
from tests.browser.visitor import code_of

pytestmark = pytest.mark.browser

CODE = code_of("first-steps")
OVERTAKEN = "This board went on elsewhere meanwhile. Of your moves, those that still fit are on it."


def nothing_here(page: Page) -> None:
    """The page for an address behind which this player has nothing."""
    expect(page.get_by_role("heading", name="There is nothing here")).to_be_visible()
    expect(page.get_by_text("There is no such game.")).to_be_visible()
    page.get_by_role("link", name="To the boards").click()
    expect(page.get_by_role("heading", name="Paishan")).to_be_visible()


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("MJ1-L00-AAAAABM", "'MJ1-L00-AAAAABM' has a slip in it: the last character does not fit the others."),
        ("mj1-l98-aaaaab6", "There is no layout L98."),
        ("hello", "'hello' is not a game code; one looks like MJ1-L00-AAAAABL."),
    ],
)
def test_a_mistyped_code_is_told_in_a_sentence(visit: Visit, typed: str, said: str) -> None:
    visitor = visit()
    visitor.bring_about("400")
    page = visitor.page
    page.goto("/")
    page.get_by_text("Play a board by its code").click()
    page.get_by_label("The same code gives the same board everywhere.").fill(typed)
    page.get_by_label("The same code gives the same board everywhere.").press("Enter")
    expect(page.get_by_role("heading", name="That did not work")).to_be_visible()
    expect(page.get_by_text("Nothing that you have played is lost.")).to_be_visible()
    expect(page.get_by_text(said)).to_be_visible()
    assert visitor.context.cookies() == []


def test_an_unknown_game_has_a_page_that_leads_on(visit: Visit) -> None:
    visitor = visit()
    visitor.bring_about("404")
    visitor.page.goto("/play/aaaaaaaaaaaaaaaaaaaaaa")
    nothing_here(visitor.page)


def test_somebody_elses_game_looks_like_none(visit: Visit) -> None:
    table = visit().open(CODE)
    table.take(table.deal.witness[:1])
    stranger = visit()
    stranger.bring_about("404")
    stranger.page.goto(table.page.url)
    nothing_here(stranger.page)
    stranger.open(CODE)
    stranger.page.goto(table.page.url)
    nothing_here(stranger.page)
    assert table.agreed()["left"] == 34


def test_two_tabs_of_one_game_come_together(visit: Visit) -> None:
    visitor = visit()
    visitor.bring_about("409")
    first = visitor.open(CODE)
    second_page = visitor.context.new_page()
    second_page.goto(first.page.url)
    second = visitor.table(CODE, page=second_page)
    witness = first.deal.witness
    second.settled()

    first.take(witness[:2])
    first.settled()
    # The other tab does not know of these yet; its own move still applies, and both are there then.
    second.take(witness[2:3])
    expect(second_page.locator("#left")).to_have_text("30 tiles")
    assert second.agreed()["left"] == 30

    # Here it does not: the first tab takes a pair that the second has taken.
    first.take(witness[2:3])
    expect(first.page.locator("#toast-said")).to_have_text(OVERTAKEN)
    assert first.agreed()["left"] == 30
    takes = [row.command for row in visitor.server.log(first.id) if isinstance(row.command, Take)]
    assert takes == [Take(pair.a, pair.b) for pair in witness[:3]]


def test_a_window_that_another_one_overtook_says_so_to_eye_and_ear(visit: Visit) -> None:
    visitor = visit()
    visitor.bring_about("409")
    table = visitor.open(CODE)
    page = visitor.context.new_page()
    page.goto(table.page.url)
    other = visitor.table(CODE, page=page)
    other.take(other.deal.witness[:2])
    other.settled()
    table.take(table.deal.witness[:1])
    expect(table.page.locator("#toast-said")).to_have_text(OVERTAKEN)
    expect(table.page.get_by_role("status")).to_have_text(OVERTAKEN)
    assert table.agreed()["left"] == 32


@pytest.mark.parametrize("kept", ["null", "5", '"night"', "[]", "no JSON", '{"table": 7, "labels": null, "warm": "x"}'])
def test_a_damaged_look_is_the_usual_one(visit: Visit, kept: str) -> None:
    visitor = visit()
    # Two seconds after the page the server is told of it as of any other look, and refuses it.
    visitor.bring_about("/api/settings")
    visitor.context.add_init_script(f"localStorage.setItem('paishan.look', {json.dumps(kept)})")
    table = visitor.open(CODE)
    table.take(table.deal.witness[:1])
    assert table.agreed()["left"] == 34
