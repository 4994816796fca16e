"""The settings of a player follow the player: to another device, offline and back; nobody else costs anything."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Request, expect

from paishan.play.ruleset import TAIPEI
from tests.browser.conftest import Visit
from tests.browser.serving import Server
from tests.browser.test_access_settings import opened
from tests.browser.test_account import log_in, new_name, sign_up
from tests.browser.test_offline import keep, own, settled_in
from tests.browser.test_settings import choose, look, move, shown, sprites
from tests.browser.visitor import NO_SERVER, Visitor, code_of

pytestmark = pytest.mark.browser
__all__ = ["own", "settled_in"]

CODE = code_of("first-steps")
TABLE = "document.documentElement.dataset.table"


def open_settings(page: Page) -> None:
    page.locator("#settings").click()
    expect(page.locator("#sheet-settings")).to_be_visible()


def told(request: Request) -> bool:
    return request.url.endswith("/api/settings")


def listening(visitor: Visitor) -> list[Any]:
    """What the pages tell or ask of settings from now on."""
    asked: list[Any] = []

    def note(request: Request) -> None:
        if told(request):
            asked.append((request.method, request.post_data))

    visitor.context.on("request", note)
    return asked


def kept(visitor: Visitor) -> Any:
    """What the server keeps of the settings."""
    return visitor.context.request.get("/api/settings").json()["settings"]


def changed(page: Page, act: Callable[[], object]) -> Any:
    """Do something that the server is told afterwards; gives what it was told."""
    with page.expect_response(lambda response: told(response.request)) as heard:
        act()
    assert heard.value.status == 200
    return json.loads(heard.value.request.post_data or "")


def heard(page: Page) -> None:
    """Wait until the server has heard of all that was changed."""
    page.wait_for_function("() => JSON.stringify(JSON.parse(localStorage.getItem('paishan.settings')).unsent) === '{}'")


def pick(page: Page, name: str, value: str) -> None:
    """Choose among what stands side by side, in whatever language."""
    page.locator(f"#sheet-settings label:has(input[name={name}][value={value}])").click()


def laid(visitor: Visitor) -> tuple[str, str]:
    """The language and the table with which the server sends a page."""
    text = visitor.context.request.get("/", headers={"accept": "text/html"}).text().partition("<head>")[0]
    return text.partition('lang="')[2].partition('"')[0], text.partition('data-table="')[2].partition('"')[0]


def test_an_accounts_look_and_language_are_on_the_second_device_and_changed_there_offline_on_the_first(
    visit: Visit, settled_in: Callable[..., Visitor], own: Server
) -> None:
    second = settled_in(360, 740)
    first, name = visit(at=second.server), new_name()
    first.bring_about(NO_SERVER)
    page, phone = first.page, second.page
    page.goto("/account")
    sign_up(page, name)
    page.goto("/")
    open_settings(page)

    def several() -> None:
        choose(page, "Night")
        choose(page, "Digits")
        move(page, "warm", 80)
        choose(page, "Fast")

    chosen = {"table": "night", "labels": "digits", "warm": 0.8}
    several()
    heard(page)
    assert kept(first) == {**chosen, "pace": "fast"}
    page.locator("select[name=language]").select_option("sv")
    expect(page.locator("html")).to_have_attribute("lang", "sv")

    # A guest there has chosen something else, which goes with the account's settings.
    second.open(CODE, TAIPEI)
    phone.goto("/")
    open_settings(phone)
    assert changed(phone, lambda: choose(phone, "Paper")) == {"table": "paper"}
    phone.goto("/account")
    log_in(phone, name)
    expect(phone.get_by_role("heading", name=name, level=2)).to_be_visible()
    expect(phone.locator("html")).to_have_attribute("lang", "sv")
    assert shown(phone, TABLE) == "night"
    assert look(phone) == chosen
    assert shown(phone, "style.getPropertyValue('--warm')") == "0.8"
    assert phone.evaluate("JSON.parse(localStorage.getItem('paishan.chuo')).pace") == "fast"
    assert laid(second) == ("sv", "night")
    second.open(CODE, TAIPEI)
    phone.wait_for_selector("#board[aria-busy=false]")
    assert sprites(phone) == {"digits.svg"}

    keep(phone)
    phone.wait_for_function("async () => (await (await caches.match('/offline')).text()).includes('lang=\"sv\"')")
    # A page that is left sends its last words even past a browser that was told to be without a network.
    own.kill()
    phone.reload()
    phone.wait_for_selector("#board[aria-busy=false]")
    assert shown(phone, TABLE) == "night"
    phone.locator("#menu").click()
    phone.locator("#m-settings").click()
    pick(phone, "table", "paper")
    pick(phone, "labels", "pictures")
    phone.reload()
    phone.wait_for_selector("#board[aria-busy=false]")
    assert shown(phone, TABLE) == "paper"
    assert sprites(phone) == {"pictures.svg"}
    said = changed(phone, own.start)
    assert said == {"table": "paper", "labels": "pictures"}
    assert laid(first) == ("sv", "paper")
    page.goto("/")
    assert shown(page, TABLE) == "paper"
    assert look(page) == {"table": "paper", "labels": "pictures", "warm": 0.8}


def test_who_never_changes_a_setting_asks_for_none_and_leaves_no_row(visit: Visit) -> None:
    visitor = visit()
    asked = listening(visitor)
    page = visitor.page
    page.goto("/")
    assert page.evaluate("localStorage.getItem('paishan.settings')") is None
    page.locator(".hello:visible").click()
    page.wait_for_url("**/play/*")
    with page.expect_request("**/js/offline.js"):
        page.wait_for_selector("#board[aria-busy=false]")
    page.wait_for_load_state("networkidle")
    assert asked == []
    assert kept(visitor) is None


def test_what_nobody_yet_has_chosen_is_the_guests_from_the_first_game_on(visit: Visit) -> None:
    visitor = visit()
    asked = listening(visitor)
    page = visitor.page
    page.goto("/")
    page.locator("#settings").click()
    page.locator("select[name=language]").select_option("fi")
    expect(page.locator("html")).to_have_attribute("lang", "fi")
    open_settings(page)
    pick(page, "table", "night")
    page.keyboard.press("Escape")
    page.wait_for_timeout(1500)
    assert asked == []
    assert {cookie["name"] for cookie in visitor.context.cookies()} == {"paishan-language", "paishan-table"}
    assert changed(page, lambda: page.locator(".hello:visible").click()) == {"table": "night", "language": "fi"}
    assert kept(visitor) == {"table": "night", "language": "fi"}


def test_as_it_was_puts_back_what_is_kept_too_and_undo_brings_it_again(visit: Visit) -> None:
    visitor = visit()
    visitor.open(CODE)
    page = visitor.page
    page.goto("/")
    open_settings(page)
    asked = listening(visitor)

    slide = """(slider) => {
      for (let value = 50; value <= 80; value++) {
        slider.value = value
        slider.dispatchEvent(new Event("input", { bubbles: true }))
      }
    }"""
    assert changed(page, lambda: page.locator("#warm").evaluate(slide)) == {"warm": 0.8}
    assert len(asked) == 1
    page.get_by_role("switch", name="Hide the clock").check()
    heard(page)
    assert kept(visitor) == {"warm": 0.8, "hide_clock": True}
    # What another device has chosen meanwhile is put back as well.
    visitor.context.request.patch("/api/settings", data={"sound": True})
    sent = changed(page, lambda: page.get_by_role("button", name="As it was").click())
    assert set(sent.values()) == {None}
    assert len(sent) == 12
    heard(page)
    assert kept(visitor) == look(page) == {}
    changed(page, lambda: page.locator("#sheet-settings").get_by_role("button", name="Undo").click())
    heard(page)
    assert kept(visitor) == look(page) == {"warm": 0.8, "hide_clock": True}


def test_what_a_server_could_not_take_is_told_with_the_next_page(visit: Visit) -> None:
    visitor = visit()
    visitor.bring_about("503")
    visitor.open(CODE)
    page = visitor.page
    page.goto("/")
    visitor.context.route("**/api/settings", lambda route: route.fulfill(status=503, json={"error": "away"}))
    open_settings(page)
    with page.expect_response(lambda response: told(response.request)) as refused:
        pick(page, "labels", "simple")
    assert refused.value.status == 503
    visitor.context.unroute("**/api/settings")
    assert changed(page, page.reload) == {"labels": "simple"}
    assert look(page) == {"labels": "simple"}


def test_what_is_changed_in_one_window_is_shown_in_the_others(visit: Visit) -> None:
    visitor = visit()
    table = visitor.open(CODE)
    page, other = table.page, visitor.context.new_page()
    with page.expect_request("**/js/follow.js"):
        pass
    other.goto("/")
    open_settings(other)
    pick(other, "labels", "digits")
    expect(page.locator("#board use[href*=digits]").first).to_be_attached()
    table.press("menu")
    table.press("m-settings")
    pick(page, "table", "night")
    assert look(page) == {"labels": "digits", "table": "night"}
    expect(other.locator("html")).to_have_attribute("data-table", "night")


def test_the_sheet_of_another_window_shows_what_was_changed_here(visit: Visit) -> None:
    visitor = visit()
    pages = visitor.page, visitor.context.new_page()
    for page in pages:
        page.goto("/")
        open_settings(page)
    pick(pages[0], "table", "night")
    move(pages[0], "warm", 80)
    expect(pages[1].get_by_role("slider", name="Colour temperature")).to_have_value("80")
    expect(pages[1].locator("#sheet-settings input[name=table][value=night]")).to_be_checked()


def test_the_pace_that_another_window_chose_holds_at_the_table(visit: Visit) -> None:
    page = opened(visit, "chuopai")
    # The answer to what this window has told would bring back the pace that it began with.
    heard(page)
    page.evaluate(
        """async () => {
          await import(document.querySelector("script[src*=chuo]").src.replace("chuo.js", "follow.js"))
          localStorage.setItem("paishan.chuo", JSON.stringify({ pace: "slow" }))
          dispatchEvent(new StorageEvent("storage", { key: "paishan.chuo" }))
        }"""
    )
    page.get_by_role("button", name="Hint").click()
    play = page.locator("#play")
    expect(play).to_have_accessible_name(re.compile("^Play .*,"))
    play.click()
    # The table began with a pace at which what the others do takes no time.
    expect(play).to_have_accessible_name("Go on")


def test_a_clock_that_an_earlier_version_hid_stays_hidden_and_so_on_other_devices(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    page.goto("/offline")
    page.evaluate("localStorage.setItem('paishan.look', JSON.stringify({ table: 'night', hideClock: true }))")
    visitor.open(CODE)
    expect(page.locator("#clock")).to_be_hidden()
    heard(page)
    assert look(page) == kept(visitor) == {"table": "night", "hide_clock": True}


def test_each_account_on_one_device_has_its_own(visit: Visit) -> None:
    visitor, ada, bob = visit(), new_name(), new_name()
    page = visitor.page
    for name, value in ((ada, "night"), (bob, "paper")):
        page.goto("/account")
        sign_up(page, name)
        open_settings(page)
        pick(page, "table", value)
        heard(page)
        assert kept(visitor) == {"table": value}
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Log out", exact=True).click()
        expect(page.locator("#login")).to_be_visible()
    log_in(page, ada)
    expect(page.get_by_role("heading", name=ada, level=2)).to_be_visible()
    assert shown(page, TABLE) == "night"
    assert look(page)["table"] == "night"
