"""The settings of the look: each works at once, is kept, and can be put back."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.visitor import code_of

pytestmark = pytest.mark.browser

CODE = code_of("first-steps")


def look(page: Page) -> dict[str, Any]:
    """What the browser keeps of the look."""
    kept: dict[str, Any] = page.evaluate("JSON.parse(localStorage.getItem('paishan.look') ?? '{}')")
    return kept


def sprites(page: Page) -> set[str]:
    """The drawings out of which the board's tiles come."""
    uses = "[...document.querySelectorAll('#board use')].map((use) => use.getAttribute('href'))"
    return {re.sub(r".*/|#.*", "", href) for href in page.evaluate(uses)}


def choose(page: Page, name: str) -> None:
    """Press a setting that stands beside others."""
    page.locator("#sheet-settings label", has=page.get_by_role("radio", name=name, exact=True)).click()


def test_simple_faces_are_drawn_at_once_and_kept(visit: Visit) -> None:
    table = visit().open(CODE)
    page = table.page
    assert sprites(page) == {"pictures.svg"}
    table.press("menu")
    table.press("m-settings")
    choose(page, "Simple")
    assert sprites(page) == {"simple.svg"}
    assert look(page) == {"labels": "simple"}
    page.reload()
    page.wait_for_selector("#board[aria-busy=false]")
    assert sprites(page) == {"simple.svg"}
    answer = page.request.get(page.evaluate("document.documentElement.dataset.simple"))
    drawn = re.findall(r'<symbol id="(\w+)"', answer.text())
    assert len(drawn) == 42


def shown(page: Page, script: str) -> Any:
    """A computed value of the page."""
    return page.evaluate(f"(() => {{ const style = getComputedStyle(document.documentElement); return {script} }})()")


def move(page: Page, slider: str, value: int) -> None:
    """Move a slider as a hand does: the page hears of it while it moves."""
    page.locator(f"#{slider}").fill(str(value))


FACE = "getComputedStyle(document.querySelector('#board .blocked .face')).backgroundImage"


def test_blocked_tiles_darken_while_the_slider_moves_and_stay_so(visit: Visit) -> None:
    table = visit().open(CODE)
    page = table.page
    table.press("menu")
    table.press("m-settings")
    slider = page.get_by_role("slider", name="Darkness of blocked tiles")
    assert slider.input_value() == "50"
    assert shown(page, "style.getPropertyValue('--blocked')") == ".5"
    faces = [page.evaluate(FACE)]
    for value in (0, 100):
        move(page, "blocked", value)
        faces.append(page.evaluate(FACE))
    assert len(set(faces)) == 3
    assert look(page) == {"blocked": 1}
    page.reload()
    page.wait_for_selector("#board[aria-busy=false]")
    assert shown(page, "style.getPropertyValue('--blocked')") == "1"
    assert page.evaluate(FACE) == faces[2]
    table.press("menu")
    table.press("m-settings")
    expect(page.get_by_role("slider", name="Darkness of blocked tiles")).to_have_value("100")
    expect(page.locator("#blocked ~ output")).to_have_text("100%")


def test_all_settings_are_put_back_and_that_is_taken_back(visit: Visit) -> None:
    visitor = visit(360, 740)
    page = visitor.page
    page.goto("/")
    page.locator("#settings").click()
    choose(page, "Night")
    choose(page, "Digits")
    move(page, "warm", 80)
    page.get_by_role("switch", name="Undo on the right").check()
    chosen = {"table": "night", "labels": "digits", "warm": 0.8, "swap": True}
    assert look(page) == chosen
    page.get_by_role("button", name="As it was").click()
    assert look(page) == {}
    expect(page.get_by_text("All settings are as they were at first.")).to_be_visible()
    expect(page.get_by_role("radio", name="Felt")).to_be_checked()
    expect(page.get_by_role("radio", name="Pictures")).to_be_checked()
    expect(page.get_by_role("switch", name="Undo on the right")).not_to_be_checked()
    assert page.locator("#warm").input_value() == "50"
    assert shown(page, "document.documentElement.dataset.table") == "felt"
    page.locator("#sheet-settings").get_by_role("button", name="Undo").click()
    assert look(page) == chosen
    assert page.locator("#warm").input_value() == "80"
    assert shown(page, "document.documentElement.dataset.table") == "night"
    page.reload()
    assert shown(page, "document.documentElement.dataset.table") == "night"


LISTEN = """
  window.tones = []
  window.shakes = []
  const start = OscillatorNode.prototype.start
  OscillatorNode.prototype.start = function (at) {
    window.tones.push(Math.round(this.frequency.value))
    start.call(this, at)
  }
  navigator.vibrate = (pattern) => window.shakes.push([pattern].flat().join(" "))
"""


def test_sound_and_vibration_are_off_until_each_is_switched_on(visit: Visit) -> None:
    visitor = visit()
    visitor.context.add_init_script(LISTEN)
    fetched: list[str] = []
    visitor.context.on("request", lambda request: fetched.append(request.url.rpartition("/")[2]))
    table = visitor.open(CODE)
    page = table.page
    pairs = table.deal.witness
    table.take(pairs[:1])
    table.settled()
    assert look(page) == {}
    assert "feel.js" not in fetched
    assert page.evaluate("[tones, shakes]") == [[], []]

    table.press("menu")
    table.press("m-settings")
    sound, shake = (page.get_by_role("switch", name=name, exact=True) for name in ("Sound", "Vibration"))
    expect(sound).not_to_be_checked()
    expect(shake).not_to_be_checked()
    sound.check()
    # The switch lets a pair be heard, so that the player knows what was switched on.
    page.wait_for_function("() => tones.length")
    assert fetched.count("feel.js") == 1
    assert page.evaluate("[tones, shakes]") == [[660, 880], []]
    page.keyboard.press("Escape")
    page.evaluate("tones.length = 0")
    table.tap(pairs[1].a)
    table.tap(pairs[1].b)
    assert page.evaluate("[tones, shakes]") == [[620, 660, 880], []]


_FEELS = """async () => {
  const file = performance.getEntriesByType("resource").find(({ name }) => name.endsWith("/js/feel.js"))
  return file && await import(file.name)
}"""
"""Whether what sounds and shakes is here."""


def test_a_cleared_board_is_felt(visit: Visit) -> None:
    visitor = visit()
    visitor.context.add_init_script(LISTEN)
    visitor.context.add_init_script("localStorage.setItem('paishan.look', '{\"shake\": true}')")
    table = visitor.open(CODE)
    page = table.page
    page.wait_for_function(_FEELS)
    table.take(table.deal.witness)
    expect(page.get_by_role("dialog", name="Cleared")).to_be_visible()
    shakes = page.evaluate("shakes")
    assert (shakes.count("8"), shakes.count("18"), shakes[-1]) == (18, 18, "30 50 30 50 120")
    assert page.evaluate("tones") == []


def test_the_chosen_table_is_there_before_any_script(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page

    def laid() -> str:
        """The table with which the server sends a page."""
        answer = visitor.context.request.get("/").text()
        return answer.partition('data-table="')[2].partition('"')[0]

    page.goto("/")
    assert visitor.context.cookies() == []
    assert laid() == "felt"
    page.locator("#settings").click()
    choose(page, "Night")
    assert laid() == "night"
    assert 'data-table="night"' in visitor.context.request.get("/no-such-page").text()
    choose(page, "Felt")
    assert laid() == "felt"
    visitor.context.add_cookies([{"name": "paishan-table", "value": '"><b>', "url": page.url}])
    assert laid() == "felt"


def test_a_dark_desktop_is_laid_with_night(visit: Visit) -> None:
    visitor = visit(color_scheme="dark")
    visitor.page.goto("/")
    assert shown(visitor.page, "document.documentElement.dataset.table") == "night"
    assert 'data-table="night"' in visitor.context.request.get("/").text().partition("<head>")[0]
