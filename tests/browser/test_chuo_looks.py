"""Chuo Pai for all eyes: axe-core finds nothing, and the pictures in `docs/pictures` (see `test_pictures`)."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect

from tests.browser.chuopage import EASY, ChuoPage, any_play, code_of, open_match
from tests.browser.conftest import Visit
from tests.browser.test_accessibility import AXE, violations
from tests.browser.test_chuo import fits
from tests.browser.test_pictures import picture

pytestmark = pytest.mark.browser

SIZES = [(360, 740), (768, 1024), (1440, 900), (740, 360)]
COVERED = """() => {
  const tip = document.getElementById("tip").getBoundingClientRect()
  const over = ({ left, top, right, bottom }) =>
    Math.min(right, tip.right) > Math.max(left, tip.left) && Math.min(bottom, tip.bottom) > Math.max(top, tip.top)
  const parts = document.querySelectorAll(".bar > *, .seat, .play > *, #say, .stk, .tool:not([hidden])")
  return [...parts].filter((part) => over(part.getBoundingClientRect())).map((part) => part.id || part.className)
}"""
"""What the tip lies over."""


def to_the_end(match: ChuoPage, seed: int = 1) -> None:
    """Play until the match is over, and see how it ended."""
    chance = random.Random(seed)
    state = match.agreed()
    while state["status"] == "playing":
        match.lay(any_play(state, chance))
        state = match.agreed()
    expect(match.page.locator("#sheet-over")).to_be_visible()
    expect(match.page.locator("#o-lessons li").first).to_contain_text("Round")


@pytest.mark.parametrize(("table", "width", "height"), [("felt", 1440, 900), ("night", 360, 740), ("paper", 360, 740)])
def test_axe_finds_nothing_in_chuo_pai(visit: Visit, table: str, width: int, height: int) -> None:
    visitor = visit(width, height)
    visitor.context.add_init_script(AXE)
    visitor.context.add_init_script(f"localStorage.setItem('paishan.look', '{{\"table\": \"{table}\"}}')")
    page = visitor.page
    page.goto("/chuo")
    page.get_by_text("Other readings of the rules").click()
    found = violations(page, "the choice")
    match = open_match(visitor, code_of(1), EASY, tips=True, memory=True)
    found += violations(page, "the first turn")
    match.tap(match.state()["playable"][0])
    found += violations(page, "chosen")
    for sheet in ("seen", "rules", "pace", "settings", "keys"):
        match.press("menu")
        if sheet == "seen":
            found += violations(page, "menu")
        page.locator(f"#m-{sheet}").click()
        expect(page.locator(f"#sheet-{sheet}")).to_be_visible()
        found += violations(page, sheet)
        page.keyboard.press("Escape")
    match.press("pause")
    found += violations(page, "paused")
    match.press("resume")
    match.press("clear")
    to_the_end(match)
    found += violations(page, "over")
    assert found == []


def partway(visit: Visit, width: int, height: int, plays: int = 3, touch: bool = True, **habits: bool) -> ChuoPage:
    """A match some plays on, at a point where something is to be beaten."""
    touch = touch and width < 800
    visitor = visit(width, height, has_touch=touch, is_mobile=touch, reduced_motion="reduce")
    match = open_match(visitor, code_of(7), "chuo-pai-vs-normal-hard", **habits)
    state = match.agreed()
    while plays or not state["to_beat"] or state["obvious"]:
        match.lay(state["obvious"] or state["legal"][-1]["plays"][0])
        state = match.agreed()
        plays = max(0, plays - 1)
    return match


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_pictures_of_the_table(visit: Visit, width: int, height: int) -> None:
    match = partway(visit, width, height)
    state = match.state()
    match.tap(state["playable"][-1])
    fits(match, least=31 if height < 400 else 38)
    picture(match.page, f"chuo-{'landscape' if height < 400 else width}")


@pytest.mark.parametrize(("width", "height"), [(360, 740), (1440, 900)])
def test_pictures_of_the_choice_of_opponents(visit: Visit, width: int, height: int) -> None:
    page = visit(width, height).page
    page.goto("/chuo")
    picture(page, f"chuo-choice-{width}")


@pytest.mark.parametrize(("width", "height"), [(360, 740), (1440, 900)])
def test_pictures_of_the_end_of_a_match(visit: Visit, width: int, height: int) -> None:
    match = open_match(visit(width, height, reduced_motion="reduce"), code_of(7), EASY)
    to_the_end(match)
    picture(match.page, f"chuo-over-{width}")


@pytest.mark.parametrize(("width", "height"), [(360, 740), (360, 640), (768, 1024), (1440, 900)])
def test_a_tip_covers_nothing(visit: Visit, width: int, height: int) -> None:
    match = open_match(visit(width, height, reduced_motion="reduce"), code_of(1), EASY, tips=True, memory=True)
    expect(match.page.locator("#tip")).to_be_visible()
    fits(match)
    assert (
        match.page.evaluate(
            "() => { const mat = document.getElementById('mat'); return mat.scrollHeight - mat.clientHeight }"
        )
        <= 0
    )
    assert match.page.evaluate(COVERED) == []


def test_picture_of_the_numerals_on_paper_with_a_tip(visit: Visit) -> None:
    visitor = visit(360, 740, reduced_motion="reduce")
    visitor.context.add_init_script(
        'localStorage.setItem(\'paishan.look\', \'{"table": "paper", "labels": "digits"}\')'
    )
    match = open_match(visitor, code_of(1), EASY, tips=True)
    expect(match.page.locator("#tip")).to_be_visible()
    picture(match.page, "chuo-360-numerals")


def test_forced_colours_leave_the_dominoes_and_what_beats(visit: Visit) -> None:
    match = open_match(visit(forced_colors="active"), code_of(1))
    colours = match.page.evaluate(
        """() => [...document.querySelectorAll("#held .can small, #held .no small")]
          .map((label) => getComputedStyle(label, "::before").content)"""
    )
    can = len(match.shown()["can"])
    assert colours[:can] == ['"▲"'] * can
    assert set(colours[can:]) == {"none"}


@pytest.mark.parametrize(("width", "height"), [*SIZES, (360, 640), (412, 915), (844, 390), (1024, 768), (1366, 768)])
def test_the_widest_hand_there_is_fits_every_screen(visit: Visit, width: int, height: int) -> None:
    # Twenty of the 21 figures: seven Main, four Yao, five Black and four Red ones.
    match = open_match(visit(width, height), code_of(39198), EASY)
    assert len(set(match.shown()["hand"])) >= 19
    fits(match, least=31 if height < 400 else 38)
    mat = match.page.locator("#mat").bounding_box()
    assert mat is not None and mat["height"] >= 70
