"""Presses that come before the answer to an earlier one: none counts twice, and none gets what another was to get."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.chuopage import code_of as code_of_match
from tests.browser.chuopage import open_match
from tests.browser.conftest import Visit
from tests.browser.test_account import PASSWORD, new_name, sign_up
from tests.browser.test_gallery import HUT
from tests.browser.test_offline import kept
from tests.browser.visitor import code_of

pytestmark = pytest.mark.browser


class Held:
    """Requests that a page makes, none of which goes through before it is let go."""

    def __init__(self, page: Page, pattern: str, method: str = "GET") -> None:
        self._page = page
        self._routes: list[Route] = []
        page.route(pattern, lambda route: self._hold(route) if route.request.method == method else route.continue_())

    def _hold(self, route: Route) -> None:
        self._routes.append(route)

    def wait(self, number: int = 1) -> list[Route]:
        """Wait until so many are held, and for any that might follow at once."""
        self._page.wait_for_timeout(200)
        while len(self._routes) < number:
            self._page.wait_for_timeout(20)
        return self._routes

    def let_go(self) -> None:
        for route in self._routes:
            route.continue_()


def test_another_match_is_begun_once_however_often_it_is_wanted(visit: Visit) -> None:
    match = open_match(visit(), code_of_match(1), "chuo-pai-undo-vs-normal-normal")
    page = match.page
    match.press("menu")
    match.press("m-giveup")
    expect(page.locator("#sheet-over")).to_be_visible()
    begun = Held(page, "**/api/games", "POST")
    page.locator("#o-new").dblclick()
    assert len(begun.wait()) == 1
    begun.let_go()
    page.wait_for_url(lambda url: url.endswith("/play/" + url.rpartition("/")[2]) and match.id not in url)


def test_another_board_is_begun_once_however_often_it_is_wanted(visit: Visit) -> None:
    table = visit().open(code_of("first-steps"))
    begun = Held(table.page, "**/api/games", "POST")
    for _ in range(2):
        table.press("menu")
        table.press("m-new")
    assert len(begun.wait()) == 1
    begun.let_go()
    table.page.wait_for_url(lambda url: table.id not in url)


def test_a_board_without_a_server_is_begun_once_however_often_it_is_wanted(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    # Else the server takes the game over at once.
    visitor.bring_about("/healthz")
    page.route("**/healthz", lambda route: route.abort())
    page.goto("/offline")
    pack = Held(page, "**/api/pack")
    page.locator("button[data-layout=turtle]").first.dblclick()
    assert len(pack.wait()) == 1
    pack.let_go()
    page.wait_for_url("**/offline/*?game=*")
    assert len(kept(page)) == 1


def test_a_layout_that_is_taken_away_twice_can_still_be_brought_back(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    answer = visitor.context.request.post("/api/layouts", data={"name": HUT.name, "slots": HUT.slots})
    assert answer.status == 201
    page.goto(f"/layouts?show=mine#{answer.json()['id']}")
    taken = Held(page, "**/api/layouts/*", "DELETE")
    page.locator("#l-remove").dblclick()
    assert len(taken.wait()) == 1
    taken.let_go()
    expect(page.locator("#toast-said")).to_contain_text(HUT.name)
    page.locator("#toast-act").click()
    expect(page.locator(f"#cards [data-id={answer.json()['id']}]")).to_be_visible()


def test_the_questions_are_those_that_were_asked_for_last(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    tens: list[dict[str, Any]] = [
        visitor.context.request.get(f"/api/practice/match?number={number}&matching={matching}").json()
        for number, matching in ((1, "family"), (2, "identical"), (3, "family"))
    ]
    asked = Held(page, "**/api/practice/match?*")
    page.goto("/practice/match")
    words = page.locator("#words")
    said = []
    asked.wait()[0].fulfill(json=tens[0])
    expect(words).not_to_be_empty()
    said.append(words.inner_text())
    page.get_by_role("radio", name="Only its own likeness").check()
    page.get_by_role("radio", name="Any flower, any season").check()
    asked.wait(3)[2].fulfill(json=tens[2])
    expect(words).not_to_have_text(said[0])
    said.append(words.inner_text())
    with page.expect_response("**/api/practice/match?*") as late:
        asked.wait(3)[1].fulfill(json=tens[1])
    late.value.finished()
    for answer in tens[2]["questions"]:
        page.locator(f"#answers button[value={answer['answer']}]").click()
        page.locator("#next").click()
    expect(page.locator("#end-said")).to_contain_text("10 of 10")
    assert said[0] != said[1]


def test_new_codes_are_shown_whatever_is_wanted_meanwhile(visit: Visit) -> None:
    page = visit().page
    page.goto("/account")
    before = sign_up(page, new_name())
    page.evaluate("() => localStorage.setItem('paishan.look', '{}')")
    asked = Held(page, "**/api/account/codes", "POST")
    page.locator("#new-codes").click()
    page.locator("#proof-password").fill(PASSWORD)
    page.locator("#proof-go").click()
    asked.wait()
    page.keyboard.press("Escape")
    page.locator("#delete").click()
    expect(page.get_by_role("dialog", name="Delete")).to_be_visible()
    asked.let_go()
    codes = page.get_by_role("dialog", name="Keep these codes").get_by_role("listitem")
    expect(codes).to_have_count(10)
    assert not set(codes.all_inner_texts()) & set(before)
    assert page.evaluate("() => localStorage.getItem('paishan.look')") == "{}"
    assert page.url.endswith("/account")


def test_a_form_that_is_sent_before_its_script_is_there_says_nothing_and_forgets_nothing(visit: Visit) -> None:
    """The browser itself would lay the password in the address."""
    page = visit().page
    script = Held(page, "**/js/account*.js*")
    page.goto("/account", wait_until="commit")
    name = new_name()
    page.locator("#signup-name").fill(name)
    page.locator("#signup-password").fill(PASSWORD)
    press = page.get_by_role("button", name="Create the account")
    press.click(no_wait_after=True)
    page.wait_for_timeout(200)
    assert page.url.endswith("/account")
    expect(page.locator("#signup-name")).to_have_value(name)
    script.let_go()
    page.wait_for_load_state()
    press.click()
    expect(page.get_by_role("dialog", name="Keep these codes")).to_be_visible()
