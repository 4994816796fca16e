"""One sheet of settings for all three games: each setting is there, works at once, is kept, and can be put back."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chuopage import code_of as code_of_match
from tests.browser.chuopage import open_match
from tests.browser.conftest import Visit
from tests.browser.gridpage import open_grid
from tests.browser.visitor import code_of

pytestmark = pytest.mark.browser

RADIOS = {"Labels": ["Pictures", "Digits", "Simple"], "Table": ["Felt", "Night", "Paper"]}
PACES = ["Slow", "Normal", "Fast", "At once"]
SLIDERS = {
    "Contrast": "--contrast",
    "Grain": "--grain",
    "Colour temperature": "--warm",
    "Darkness of blocked tiles": "--blocked",
}
SWITCHES = {
    "Hide the clock": False,
    "Undo on the right": False,
    "Shortcuts of a single key": True,
    "Sound": False,
    "Vibration": False,
}
_WORN = """() => {
  const style = getComputedStyle(document.documentElement)
  const number = (name) => Number(style.getPropertyValue(name))
  return {
    table: document.documentElement.dataset.table, swapped: document.documentElement.classList.contains("swapped"),
    sliders: ["--contrast", "--grain", "--warm", "--blocked"].map(number),
  }
}"""


def opened(visit: Visit, family: str) -> Page:
    if family == "solitaire":
        return visit().open(code_of("first-steps")).page
    if family == "connect":
        return open_grid(visit()).page
    return open_match(visit(), code_of_match(1)).page


def open_settings(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog", name="Settings")).to_be_visible()


def chosen(page: Page) -> dict[str, Any]:
    """What the sheet says is chosen."""
    sheet = page.get_by_role("dialog", name="Settings")
    names = [*(name for names in RADIOS.values() for name in names), *PACES]
    return {
        "radios": [name for name in names if sheet.get_by_role("radio", name=name, exact=True).is_checked()],
        "sliders": [sheet.get_by_role("slider", name=name).input_value() for name in SLIDERS],
        "switches": [sheet.get_by_role("switch", name=name, exact=True).is_checked() for name in SWITCHES],
    }


@pytest.mark.parametrize("family", ["solitaire", "connect", "chuopai"])
def test_every_setting_works_is_kept_and_put_back(visit: Visit, family: str) -> None:
    page = opened(visit, family)
    open_settings(page)
    sheet = page.get_by_role("dialog", name="Settings")
    # The tests of Chuo Pai play at once; a newcomer has the normal pace.
    pace = "At once" if family == "chuopai" else "Normal"
    usual = {"radios": ["Pictures", "Felt", pace], "sliders": ["50"] * 4, "switches": list(SWITCHES.values())}
    assert chosen(page) == usual
    for group, names in RADIOS.items():
        assert sheet.get_by_role("group", name=group).get_by_role("radio").count() == len(names)
    expect(sheet.get_by_role("group", name="How fast the others play").get_by_role("radio")).to_have_count(4)

    for name in ("Simple", "Night", "Fast"):
        sheet.locator("label", has=page.get_by_role("radio", name=name, exact=True)).click()
    for value, name in enumerate(SLIDERS, 60):
        sheet.get_by_role("slider", name=name).fill(str(value))
    for name, on in SWITCHES.items():
        sheet.get_by_role("switch", name=name, exact=True).set_checked(not on)
    worn = {"table": "night", "swapped": True, "sliders": [0.6, 0.61, 0.62, 0.63]}
    assert page.evaluate(_WORN) == worn
    drawn = page.evaluate("[...document.querySelectorAll('#board use, #held use')].map((use) => use.href.baseVal)")
    assert all("simple.svg" in href or "dominoes" in href for href in drawn)

    page.reload()
    assert page.evaluate(_WORN) == worn
    if family != "chuopai":
        expect(page.locator("#clock")).to_be_hidden()
    open_settings(page)
    assert chosen(page) == {
        "radios": ["Simple", "Night", "Fast"],
        "sliders": ["60", "61", "62", "63"],
        "switches": [not on for on in SWITCHES.values()],
    }
    sheet.get_by_role("button", name="As it was").click()
    assert chosen(page) == usual | {"radios": ["Pictures", "Felt", "Normal"]}
    plain = {"table": "felt", "swapped": False, "sliders": [0.5] * 4}
    assert page.evaluate(_WORN) == plain
    page.reload()
    assert page.evaluate(_WORN) == plain


def test_another_language_is_chosen_on_the_sheet_and_kept(visit: Visit) -> None:
    page = opened(visit, "connect")
    open_settings(page)
    address = page.url
    page.get_by_role("combobox", name="Language").select_option("Suomi")
    expect(page.get_by_role("button", name="Valikko")).to_be_visible()
    assert page.url == address
    assert page.evaluate("document.documentElement.lang") == "fi"
    page.goto("/layouts?show=phone")
    assert page.evaluate("document.documentElement.lang") == "fi"
    page.locator("#settings").click()
    page.get_by_role("combobox", name="Kieli").select_option("English")
    expect(page.get_by_role("button", name="For phones", exact=True)).to_have_attribute("aria-pressed", "true")


def test_the_pace_of_the_others_changes_while_they_play(visit: Visit) -> None:
    page = opened(visit, "chuopai")
    open_settings(page)
    sheet = page.get_by_role("dialog", name="Settings")
    sheet.locator("label", has=page.get_by_role("radio", name="Slow", exact=True)).click()
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    page.get_by_role("button", name="Hint").click()
    play = page.locator("#play")
    expect(play).to_have_accessible_name(re.compile("^Play .*,"))
    play.click()
    # At the slow pace what the others do takes its time; at once, none.
    expect(play).to_have_accessible_name("Go on")
    open_settings(page)
    sheet.locator("label", has=page.get_by_role("radio", name="At once", exact=True)).click()
    page.keyboard.press("Escape")
    expect(page.get_by_role("status").first).to_contain_text("Your")
