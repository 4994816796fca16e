"""A newcomer's way: from the first page to the first pair, tips on the first board and never again, a pair shown."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from paishan.play.ruleset import AGAINST_THE_CLOCK, TAIPEI
from tests.browser.conftest import Visit
from tests.browser.serving import ClockedServer
from tests.browser.test_accessibility import AXE, violations
from tests.browser.visitor import code_of

pytestmark = pytest.mark.browser

TIPS = [
    "Take the tiles away in pairs: press two light ones that match.",
    "Darker tiles are blocked: something lies on them, or they have neighbours on both sides.",
    "No pair in sight? The hint shows you one.",
    "Every step can be taken back. Not every way clears the board.",
]


def test_tips_go_as_they_are_followed_and_never_come_again(visit: Visit) -> None:
    visitor = visit(360, 740)
    visitor.context.add_init_script(AXE)
    table = visitor.open(code_of("turtle"))
    page, tip = table.page, table.page.locator("#tip")
    expect(tip).to_contain_text(TIPS[0])
    assert violations(page, "a tip") == []
    over = page.evaluate("document.getElementById('tip').getBoundingClientRect().toJSON()")
    stage = page.evaluate("document.getElementById('stage').getBoundingClientRect().toJSON()")
    assert over["top"] >= stage["bottom"], "a tip lies over no tile"

    table.take(table.deal.witness[:1])
    expect(tip).to_contain_text(TIPS[1])
    table.tap(table.shown()["blocked"][0])
    expect(tip).to_contain_text(TIPS[2])
    page.reload()
    expect(tip).to_contain_text(TIPS[2])
    table.press("hint")
    expect(tip).to_contain_text(TIPS[3])
    table.press("undo")
    expect(tip).to_be_hidden()
    table.settled()
    page.reload()
    expect(page.locator("#board")).to_have_attribute("aria-busy", "false")
    expect(tip).to_be_hidden()
    visitor.open(code_of("turtle", 2))
    expect(tip).to_have_count(0)


def test_tips_can_be_sent_away_at_once(visit: Visit) -> None:
    table = visit().open(code_of("first-steps"), TAIPEI)
    page = table.page
    page.get_by_role("button", name="No more tips").click()
    expect(page.locator("#tip")).to_be_hidden()
    page.reload()
    expect(page.locator("#board")).to_have_attribute("aria-busy", "false")
    expect(page.locator("#tip")).to_be_hidden()


def test_one_press_on_the_first_page_leads_to_a_board_and_the_next_ones_to_a_pair(visit: Visit) -> None:
    """Nothing is asked in between, nothing lies over the board, and a phone held upright gets a board made for it."""
    for screen, tiles in (({"width": 360, "height": 740}, 36), ({"width": 740, "height": 360}, 144)):
        visitor = visit(**screen, has_touch=True, is_mobile=True)
        page = visitor.page
        page.goto("/")
        page.locator(".hello:visible").tap()
        page.wait_for_url("**/play/*")
        table = visitor.table(str(visitor.server.record(page.url.rpartition("/")[2]).code))
        assert page.locator("dialog[open]").count() == 0
        table.take(table.deal.witness[:1])
        assert table.agreed()["left"] == tiles - 2


@pytest.fixture
def clocked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClockedServer]:
    server = ClockedServer(tmp_path_factory.mktemp("first"), 1_000_000)
    server.start()
    yield server
    server.stop()
    assert server.errors() == ""


def test_after_twelve_seconds_without_a_pair_one_is_shown_free(clocked: ClockedServer, visit: Visit) -> None:
    visitor = visit(360, 740, at=clocked)
    page = visitor.page
    answer = visitor.context.request.post(
        "/api/games", data={"code": code_of("turtle"), "ruleset": AGAINST_THE_CLOCK.id}
    ).json()
    clocked.set_clock(1_000_000 + 11_000)
    page.goto(f"/play/{answer['id']}")
    table = visitor.table(code_of("turtle"))
    assert table.shown()["hint"] == []
    clocked.set_clock(1_000_000 + 12_100)
    expect(page.locator("#board .hint")).to_have_count(2)
    expect(page.locator("#tip")).to_contain_text("Two free tiles that match have a dashed ring now: press both.")
    expect(page.locator("#live")).to_contain_text("This hint is not counted: ")
    state = table.agreed()
    assert state["used"] == {"hints": 0, "undos": 0, "shuffles": 0}
    table.take([tuple(table.shown()["hint"])])
    expect(page.locator("#tip")).to_contain_text(TIPS[1])
    assert table.agreed()["left"] == 142


def test_whoever_finds_a_pair_is_shown_none(clocked: ClockedServer, visit: Visit) -> None:
    visitor = visit(at=clocked)
    table = visitor.open(code_of("turtle"))
    table.take(table.deal.witness[:1])
    table.settled()
    clocked.set_clock(1_000_000 + 20_000)
    table.page.reload()
    table.tap(table.deal.witness[1].a)
    table.page.wait_for_timeout(1500)
    assert table.shown()["hint"] == []
    assert "show" not in [row.command.__struct_config__.tag for row in clocked.log(table.id)]
