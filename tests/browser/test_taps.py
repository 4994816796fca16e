"""No tap is lost, and none lands elsewhere: whatever comes, goes or moves while a hand is at the board."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.chuopage import code_of as code_of_match
from tests.browser.chuopage import open_match
from tests.browser.conftest import Visit
from tests.browser.gridpage import open_grid
from tests.browser.visitor import GamePage, code_of

pytestmark = pytest.mark.browser


class Slow:
    """A line on which nothing goes through before it is let go."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._held: list[Route] = []
        self._slow = True
        page.route("**/commands", lambda route: self._held.append(route) if self._slow else route.continue_())

    def let_go(self, then: Callable[[], object] = lambda: None) -> None:
        """Do something while the next commands are held, then let them through and wait for the answer."""
        ends = time.monotonic() + 30
        while not self._held:
            assert time.monotonic() < ends, "nothing is sent"
            self._page.wait_for_timeout(10)
        then()
        with self._page.expect_response("**/commands") as answered:
            self._held.pop(0).continue_()
        answered.value.finished()

    def end(self) -> None:
        """Nothing is held from now on."""
        self._slow = False
        for route in self._held:
            route.continue_()


@pytest.mark.parametrize("both", [True, False])
def test_an_answer_from_before_what_is_on_the_board_takes_nothing_back(visit: Visit, both: bool) -> None:
    """The twelfth pair is not seen two steps earlier, and the server has just heard of going back there."""
    table = visit().open(code_of("first-steps", 3))
    page, witness = table.page, table.deal.witness
    table.take(witness[:11])
    table.settled()
    slow = Slow(page)
    page.keyboard.press("u")
    slow.let_go(lambda: page.keyboard.press("u"))

    def go_on() -> None:
        page.keyboard.press("r")
        page.keyboard.press("r")
        table.tap(witness[11].a)
        if both:
            table.tap(witness[11].b)

    slow.let_go(go_on)
    unseen = table.state()["faces"]
    assert None in (unseen[witness[11].a], unseen[witness[11].b])
    shown = table.shown()
    assert (shown["left"], shown["selected"]) == ("12 tiles", []) if both else ("14 tiles", [witness[11].a])
    if not both:
        table.tap(witness[11].b)
    assert table.shown()["left"] == "12 tiles"
    slow.end()
    assert table.agreed()["left"] == 12


_CLOSE_AND_TAP = """([sheet, tile]) => {
  document.getElementById(sheet).close()
  document.querySelector(tile).click()
}"""


def test_a_tap_that_follows_at_once_on_a_sheet_that_closes_is_heard(visit: Visit) -> None:
    """A sheet says that it is closed a moment later, and as long as it is open the game is paused."""
    visitor = visit()
    for family in ("first-steps", "connect"):
        game = open_grid(visitor) if family == "connect" else visitor.open(code_of(family))
        slot = game.shown()["free"][0]
        game.press("menu")
        expect(game.page.get_by_role("dialog")).to_be_visible()
        game.page.evaluate(_CLOSE_AND_TAP, ["sheet-menu", f"#board [data-slot='{slot}']"])
        assert game.shown()["selected"] == [slot]
        assert game.agreed()["paused"] is False


def test_a_key_that_follows_at_once_on_a_sheet_that_closes_is_heard(visit: Visit) -> None:
    table = visit().open(code_of("first-steps"))
    table.take(table.deal.witness[:1])
    table.press("menu")
    expect(table.page.get_by_role("dialog")).to_be_visible()
    table.page.evaluate(
        """() => {
          document.getElementById("sheet-menu").close()
          document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "u", bubbles: true }))
        }"""
    )
    assert table.shown()["left"] == "36 tiles"
    assert table.agreed()["left"] == 36


def test_cards_laid_at_once_after_a_sheet_has_closed_are_laid(visit: Visit) -> None:
    match = open_match(visit(), code_of_match(1))
    match.tap(3)
    match.press("menu")
    expect(match.page.get_by_role("dialog")).to_be_visible()
    match.page.evaluate(_CLOSE_AND_TAP, ["sheet-menu", "#play"])
    assert match.agreed()["history"] == [[3]]


def test_a_key_of_a_match_is_heard_before_the_server_knows_that_the_pause_is_over(visit: Visit) -> None:
    match = open_match(visit(), code_of_match(1), "chuo-pai-undo-vs-normal-normal")
    page = match.page
    page.keyboard.press("s")
    expect(page.get_by_role("dialog")).to_be_visible()
    match.settled()
    slow = Slow(page)
    page.keyboard.press("Escape")
    slow.let_go(lambda: page.keyboard.press("h"))
    slow.end()
    expect(page.locator("#live")).to_contain_text("Hint:")
    assert match.state()["used"]["hints"] == 1


def test_what_is_pressed_in_a_match_before_an_answer_is_there_is_done_when_it_is(visit: Visit) -> None:
    match = open_match(visit(), code_of_match(1), "chuo-pai-undo-vs-normal-normal")
    page = match.page
    slow = Slow(page)
    match.tap(3)
    match.press("play")
    slow.let_go(lambda: page.keyboard.press("u"))
    slow.let_go()
    state = match.agreed()
    assert (state["history"], state["future"], state["used"]["undos"]) == ([], [[3]], 1)

    def lay() -> None:
        match.tap(4)
        match.press("play")

    page.keyboard.press("h")
    slow.let_go(lay)
    slow.let_go()
    state = match.agreed()
    assert (state["history"], state["used"]["hints"]) == ([[4]], 1)

    def begin_again() -> None:
        match.press("menu")
        match.press("m-restart")

    match.press("undo")
    slow.let_go(begin_again)
    slow.end()
    expect(page.locator("#toast-said")).to_have_text("The same deal again; its result is in no list.")
    state = match.agreed()
    assert (state["history"], state["future"]) == ([], [])


def test_a_pause_that_comes_too_late_for_a_match_is_no_refusal(visit: Visit) -> None:
    """A sheet is opened before the page knows that the match is over, and pauses it no more."""
    match = open_match(visit(), code_of_match(1), "chuo-pai-undo-vs-normal-normal")
    page = match.page
    match.press("menu")
    match.settled()
    slow = Slow(page)
    match.press("m-giveup")
    slow.let_go(lambda: page.keyboard.press("s"))
    slow.let_go()
    slow.end()
    match.settled()
    assert match.state()["status"] == "given-up"
    expect(page.locator("#say")).to_have_text("Given up.")


def test_what_is_pressed_before_it_is_known_how_the_board_lies_is_done_when_it_is(visit: Visit) -> None:
    """A board is begun again by mistake, and taken back as it was before the server has answered."""
    table = visit().open(code_of("first-steps"))
    page, witness = table.page, table.deal.witness
    table.take(witness[:2])
    table.settled()
    slow = Slow(page)
    table.press("menu")
    table.press("m-restart")

    def hasten() -> None:
        table.tap(witness[2].a)
        expect(page.locator("#live")).to_have_text("Sent; the answer is on its way.")
        page.keyboard.press("u")
        page.keyboard.press("u")

    slow.let_go(hasten)
    slow.end()
    expect(page.locator("#left")).to_have_text("34 tiles")
    state = table.agreed()
    assert (state["left"], state["used"]["undos"]) == (34, 2)


def test_a_match_or_a_board_is_begun_again_from_the_menu_even_while_it_is_paused(visit: Visit) -> None:
    visitor = visit()
    match = open_match(visitor, code_of_match(1), "chuo-pai-undo-vs-normal-normal")
    match.lay([3])
    match.settled()
    match.page.keyboard.press("p")
    match.press("menu")
    match.press("m-restart")
    expect(match.page.locator("#veil")).to_be_hidden()
    state = match.agreed()
    assert (state["history"], state["paused"]) == ([], False)

    table = visitor.open(code_of("first-steps"))
    table.take(table.deal.witness[:1])
    table.page.keyboard.press("p")
    table.press("menu")
    table.press("m-restart")
    expect(table.page.locator("#left")).to_have_text("36 tiles")
    expect(table.page.locator("#veil")).to_be_hidden()
    state = table.agreed()
    assert (state["left"], state["paused"]) == (36, False)


_LOWER = "(by) => { document.querySelector('.game').style.translate = `0 ${by}px` }"


@pytest.mark.parametrize("finger", [False, True])
def test_a_press_means_the_tile_on_which_it_began(visit: Visit, finger: bool) -> None:
    """Something appears above the board between the press and its end, and another tile lies under it then."""
    visitor = visit(360, 740, has_touch=True, is_mobile=True) if finger else visit()
    table = visitor.open(code_of("lantern"))
    page = table.page
    pair = table.deal.witness[0]
    session = visitor.context.new_cdp_session(page)
    for slot in pair:
        x, y = table.middle(slot)
        if finger:
            session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        else:
            page.mouse.move(x, y)
            page.mouse.down()
        page.evaluate(_LOWER, 70 if slot == pair.a else 0)
        assert hit(page, x, y) != slot
        if finger:
            session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        else:
            page.mouse.up()
        if slot == pair.a:
            expect(page.locator("#board .sel")).to_have_attribute("data-slot", str(slot))
    expect(page.locator("#left")).to_have_text("62 tiles")


def hit(page: Page, x: float, y: float) -> int | None:
    """The tile that lies at a point of the window."""
    found: int | None = page.evaluate(
        """([x, y]) => {
          const tile = document.elementFromPoint(x, y)?.closest("[data-slot]")
          return tile ? Number(tile.dataset.slot) : null
        }""",
        [x, y],
    )
    return found


def test_a_press_that_slides_off_to_another_tile_is_no_tap(visit: Visit) -> None:
    table: GamePage = visit().open(code_of("lantern"))
    page, pair = table.page, table.deal.witness[0]
    page.mouse.move(*table.middle(pair.a))
    page.mouse.down()
    page.mouse.move(*table.middle(pair.b), steps=3)
    page.mouse.up()
    assert table.shown()["selected"] == []
