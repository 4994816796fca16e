"""A whole game with the keyboard alone, and what is said to those who do not see it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.visitor import GamePage, code_of

pytestmark = pytest.mark.browser

CODE = code_of("first-steps")
SHORTCUTS = "fmurhpb?+-0"


def type_keys(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def focused(table: GamePage) -> int:
    """The slot of the tile that has the focus, once it has moved on from a tile that is gone."""
    table.page.wait_for_function("() => document.activeElement.matches('#board button:not(.gone)')")
    focus = table.shown()["focus"]
    assert isinstance(focus, int)
    return focus


def reach(table: GamePage, slot: int, key: str) -> None:
    """Press a key until the tile on a slot has the focus."""
    for _ in range(36):
        if focused(table) == slot:
            return
        table.page.keyboard.press(key)
    raise AssertionError(f"{key} does not come to tile {slot}")


def says(table: GamePage, text: str) -> None:
    expect(table.page.get_by_role("status")).to_have_text(text)


def named(table: GamePage, slot: int, text: str) -> None:
    expect(table.page.locator(f'#board [data-slot="{slot}"]')).to_have_accessible_name(text)


def test_first_steps_are_cleared_with_the_keyboard_alone(visit: Visit) -> None:
    visitor = visit()
    table = visitor.open(CODE)
    page = table.page

    # The board is one stop of the Tab key, between the menu and the hint.
    type_keys(page, "Tab", "Tab", "Tab")
    assert table.shown()["focus"] == "menu"
    type_keys(page, "Tab")
    assert focused(table) == 20
    type_keys(page, "Tab")
    assert table.shown()["focus"] == "hint"
    type_keys(page, "Shift+Tab")
    assert focused(table) == 20

    type_keys(page, "b")
    says(table, "First steps, 36 tiles, 3 layers, 20 free tiles, 18 pairs can be taken.")
    named(table, 20, "8 characters, layer 2 of 3, free on the left, 3 matches free")
    named(table, 0, "2 bamboo, layer 1 of 3, free on the left, 2 matches free")
    named(table, 1, "7 bamboo, layer 1 of 3, covered, and blocked on both sides")
    named(table, 30, "7 bamboo, layer 2 of 3, free on the left, no match free")

    type_keys(page, "ArrowRight")
    assert focused(table) == 21
    type_keys(page, "ArrowLeft")
    assert focused(table) == 20
    type_keys(page, "PageUp")
    assert focused(table) == 32
    type_keys(page, "PageDown")
    assert focused(table) == 23
    type_keys(page, "Enter")
    says(table, "5 bamboo cannot be taken: a tile lies on it, and it has neighbours on both sides.")
    assert focused(table) == 23

    type_keys(page, "PageUp", "Enter")
    says(table, "2 bamboo selected, 2 matches free.")
    named(table, 32, "2 bamboo, layer 3 of 3, free on the left, 2 matches free, selected")
    type_keys(page, "ArrowRight", "Enter")
    says(table, "2 bamboo does not match 6 circles.")
    assert table.shown()["selected"] == [33]
    type_keys(page, "Escape")
    says(table, "Nothing selected.")
    assert table.shown()["selected"] == []

    reach(table, 20, "f")
    type_keys(page, "Enter")
    says(table, "8 characters selected, 3 matches free.")
    type_keys(page, "m")
    assert focused(table) == 10
    type_keys(page, "Enter")
    says(table, "8 characters taken. 34 tiles left, 13 pairs can be taken.")
    focused(table)
    type_keys(page, "u")
    says(table, "8 characters put back. 36 tiles left, 18 pairs can be taken.")
    focused(table)
    type_keys(page, "r")
    says(table, "8 characters taken again. 34 tiles left, 13 pairs can be taken.")
    focused(table)

    type_keys(page, "h")
    # The witness begins with 16 and 31: at (2, 6) on the lowest layer and (6, 6) on the one above, in half tiles.
    says(table, "Hint: 8 characters, layer 1, row 4, column 2, and layer 2, row 4, column 4.")
    named(table, 16, "8 characters, layer 1 of 3, free on the left, one match free, shown by the hint")
    focused(table)

    type_keys(page, "p")
    says(table, "Paused.")
    expect(page.locator("#veil")).to_be_visible()
    assert table.shown()["focus"] == "resume"
    before = table.agreed()
    type_keys(page, "f", "m", "u", "r", "h", "ArrowDown")
    table.settled()
    assert table.state()["seq"] == before["seq"]
    type_keys(page, "p")
    says(table, "The game goes on.")
    focused(table)

    for a, b in table.deal.witness:
        if {a, b} == {10, 20}:
            continue
        table.uncovered(a)
        table.uncovered(b)
        reach(table, a, "f")
        type_keys(page, "Enter")
        assert table.shown()["selected"] == [a]
        reach(table, b, "m")
        type_keys(page, "Enter")
    won = page.get_by_role("dialog", name="Cleared")
    expect(won).to_be_visible()
    says(table, "Cleared.")
    expect(won.locator("#w-facts")).to_have_text("18 pairs, 1 hint, 1 step taken back")
    expect(won.locator("#w-new")).to_be_focused()
    assert table.agreed()["status"] == "cleared"
    type_keys(page, "Enter")
    page.wait_for_url(lambda url: not url.endswith(table.id))
    expect(page.locator("#left")).to_have_text("36 tiles")


def test_the_focus_is_on_the_page_after_the_sheet_of_a_won_game(visit: Visit) -> None:
    table = visit(reduced_motion="reduce").open(code_of("first-steps"))
    page = table.page
    table.take(table.deal.witness[:-1])
    for slot in table.deal.witness[-1]:
        table.uncovered(slot)
        page.locator(f"#board [data-slot='{slot}']").press("Enter")
    expect(page.locator("#w-new")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#menu")).to_be_focused()


def test_no_shortcut_fires_under_a_sheet_or_while_somebody_types(visit: Visit) -> None:
    table = visit().open(CODE)
    page = table.page
    type_keys(page, "ArrowDown")
    table.take(table.deal.witness[:2])
    table.settled()
    taken = table.state()["history"]

    def nothing_came_of(keys: str) -> None:
        before = table.shown()
        type_keys(page, *keys)
        after = table.shown()
        same = ("present", "selected", "hint", "focus")
        assert [after[name] for name in same] == [before[name] for name in same]
        assert table.agreed()["history"] == taken

    type_keys(page, "?")
    keys = page.get_by_role("dialog", name="Keyboard")
    expect(keys).to_be_visible()
    nothing_came_of(SHORTCUTS)
    assert table.state()["clock"]["running"] is False
    type_keys(page, "Escape")
    expect(keys).to_be_hidden()
    focused(table)
    table.goes_on()

    for _ in range(12):
        if table.shown()["focus"] == "menu":
            break
        type_keys(page, "Shift+Tab")
    type_keys(page, "Enter")
    menu = page.get_by_role("dialog", name="Menu")
    expect(menu).to_be_visible()
    nothing_came_of(SHORTCUTS)
    page.get_by_role("button", name="Settings").focus()
    type_keys(page, "Enter")
    expect(menu).to_be_hidden()
    settings = page.get_by_role("dialog", name="Settings")
    page.get_by_label("Contrast").focus()
    type_keys(page, "ArrowRight")
    expect(settings.get_by_label("Contrast")).to_have_value("51")
    nothing_came_of(SHORTCUTS)
    type_keys(page, "Escape")
    expect(settings).to_be_hidden()
    expect(page.locator("#menu")).to_be_focused()

    # The page has no field to type into yet; whichever it will have must be left alone.
    page.evaluate("document.querySelector('main').append(document.createElement('input'))")
    page.locator("main > input").focus()
    nothing_came_of(SHORTCUTS)
    expect(page.locator("main > input")).to_have_value(SHORTCUTS)
