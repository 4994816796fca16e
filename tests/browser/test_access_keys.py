"""The keys of all three games are those that the help tells; those of a single letter can be switched off."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chuopage import ChuoPage, open_match
from tests.browser.chuopage import code_of as code_of_match
from tests.browser.conftest import Visit
from tests.browser.gridpage import GridPage, open_grid
from tests.browser.visitor import GamePage, code_of

pytestmark = pytest.mark.browser

ARROWS = ["←", "↑", "↓", "→"]
ALIKE = ["U", "R", "H", "P"]
HELP = {
    "solitaire": [*ARROWS, "Enter", "F", "M", "Page Up", "Page Down", *ALIKE, "Esc", "B", "+", "−", "0", "?"],
    "connect": [*ARROWS, "Enter", "F", "M", *ALIKE, "Esc", "B", "+", "−", "0", "?"],
    "chuopai": [*ARROWS, "Enter", "Backspace", "1–4", "Space", "F", "Esc", *ALIKE, "B", "S", "?"],
}
LETTERS = "fmurhpbs?+-014"
FOCUSED = "() => document.activeElement.matches('button') && document.activeElement.checkVisibility()"


def opened(visit: Visit, family: str) -> GamePage | GridPage | ChuoPage:
    match family:
        case "solitaire":
            return visit().open(code_of("first-steps"))
        case "connect":
            return open_grid(visit())
        case _:
            return open_match(visit(), code_of_match(1), "chuo-pai-undo-vs-normal-normal")


def keys(page: Page, *pressed: str) -> None:
    for key in pressed:
        page.keyboard.press(key)


def says(page: Page, text: str) -> None:
    expect(page.get_by_role("status").first).to_contain_text(text)


@pytest.mark.parametrize("family", list(HELP))
def test_the_help_names_every_key(visit: Visit, family: str) -> None:
    page = opened(visit, family).page
    keys(page, "?")
    sheet = page.get_by_role("dialog", name="Keyboard")
    expect(sheet).to_be_visible()
    assert sheet.locator("kbd").all_text_contents() == HELP[family]
    expect(sheet).to_contain_text("Shortcuts of a single key can be switched off in the settings.")


def test_every_key_of_a_grid_does_what_the_help_says(visit: Visit) -> None:
    table = open_grid(visit())
    page = table.page
    keys(page, "b")
    says(page, "84 tiles, 6 rows and 14 columns")
    keys(page, "f", "Enter")
    [first] = table.shown()["selected"]
    assert table.shown()["focus"] == first
    keys(page, "Escape")
    assert table.shown()["selected"] == []
    keys(page, "Enter", "m", "Enter")
    says(page, "joined. 82 tiles left")
    keys(page, "u")
    says(page, "84 tiles left")
    keys(page, "r")
    says(page, "joined again. 82 tiles left")
    keys(page, "h")
    says(page, "Hint:")
    keys(page, "p")
    says(page, "Paused.")
    keys(page, "p")
    says(page, "The game goes on.")
    wide = page.locator("#board").bounding_box()
    keys(page, "+")
    larger = page.locator("#board").bounding_box()
    assert wide is not None and larger is not None and larger["width"] > wide["width"]
    keys(page, "0")
    assert page.locator("#board").bounding_box() == wide


def test_every_key_of_a_match_does_what_the_help_says(visit: Visit) -> None:
    match = open_match(visit(), code_of_match(1), "chuo-pai-undo-vs-normal-normal")
    page = match.page
    playable = match.state()["playable"]
    keys(page, "b")
    says(page, "You hold")
    keys(page, "s")
    expect(page.get_by_role("dialog", name="The match so far")).to_be_visible()
    keys(page, "Escape", "f")
    figure = int(match.shown()["focus"])
    assert figure in playable
    keys(page, "Escape")
    assert match.shown()["chosen"] == []
    keys(page, "Enter")
    chosen = match.shown()["chosen"]
    assert set(chosen) == {figure}
    keys(page, "Escape", str(len(chosen)))
    assert match.shown()["chosen"] == chosen
    keys(page, "Backspace")
    assert len(match.shown()["chosen"]) in (0, len(chosen) - 1)
    keys(page, "Escape", "h")
    says(page, "Hint: beat with")
    keys(page, " ")
    played = match.agreed()
    assert len(played["history"]) == 1
    page.wait_for_function(FOCUSED)
    keys(page, "u")
    says(page, "Taken back.")
    assert match.agreed()["history"] == []
    keys(page, "r")
    match.settled()
    assert match.agreed()["history"] == played["history"]
    keys(page, "p")
    says(page, "Paused.")
    keys(page, "p")
    says(page, "The match goes on.")


@pytest.mark.parametrize("family", list(HELP))
def test_shortcuts_of_a_single_key_are_switched_off_and_stay_so(visit: Visit, family: str) -> None:
    game = opened(visit, family)
    page = game.page
    game.press("menu")
    game.press("m-settings")
    switch = page.get_by_role("switch", name="Shortcuts of a single key")
    expect(switch).to_be_checked()
    switch.uncheck()
    page.reload()
    held = page.locator("#board button:not(.gone), #held button:not([hidden])")
    expect(held.first).to_be_visible()
    held.first.focus()
    before = {name: value for name, value in game.shown().items() if name != "clock"}
    keys(page, *LETTERS)
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert {name: value for name, value in game.shown().items() if name != "clock"} == before
    # What is no single letter goes on as before.
    keys(page, "ArrowRight")
    assert game.shown()["focus"] != before["focus"]

    game.press("menu")
    game.press("m-settings")
    expect(switch).not_to_be_checked()
    page.get_by_role("button", name="As it was").click()
    expect(switch).to_be_checked()
    page.keyboard.press("Escape")
    keys(page, "?")
    expect(page.get_by_role("dialog", name="Keyboard")).to_be_visible()


def test_the_focus_is_never_lost_with_a_pair_or_a_trick(visit: Visit) -> None:
    table = visit().open(code_of("first-steps"))
    for a, b in table.deal.witness[:-1]:
        for slot in (a, b):
            table.uncovered(slot)
            table.page.locator(f"#board [data-slot='{slot}']").press("Enter")
        table.page.wait_for_function(FOCUSED)
    assert len(table.shown()["present"]) == 2

    grid = open_grid(visit())
    for pair in grid.dealt.witness[:6]:
        for slot in pair:
            grid.page.locator(f"#board [data-slot='{slot}']").press("Enter")
        grid.page.wait_for_function(FOCUSED)
    assert len(grid.shown()["present"]) == 72

    match = open_match(visit(), code_of_match(1))
    for _ in range(4):
        keys(match.page, "h")
        match.page.wait_for_function("() => document.getElementById('play-said').textContent.includes(',')")
        match.page.locator("#held .pick").first.focus()
        keys(match.page, " ")
        match.settled()
        match.page.wait_for_function(FOCUSED)
    assert len(match.agreed()["history"]) == 4
