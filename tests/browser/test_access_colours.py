"""For eyes that need other colours, more contrast, no motion, or everything four times as large."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tools.tour.finding import findings
from tools.tour.stops import STOPS, Traveller

from tests.browser.chuopage import code_of as code_of_match
from tests.browser.chuopage import open_match
from tests.browser.conftest import Visit
from tests.browser.gridpage import open_grid
from tests.browser.test_locked import way_into_a_lock
from tests.browser.visitor import code_of

pytestmark = pytest.mark.browser

_RING = """(chosen) => {
  const tile = document.querySelector(chosen)
  const face = tile.querySelector(".face"), style = getComputedStyle(face)
  const probe = Object.assign(document.createElement("i"), { style: "background: var(--face)" })
  tile.append(probe)
  const light = Number(/oklab\\(([\\d.]+)/.exec(getComputedStyle(probe).backgroundColor)?.[1])
  probe.remove()
  return {
    ring: style.outlineStyle, width: parseFloat(style.outlineWidth), lifted: style.transform !== "none",
    badge: getComputedStyle(tile, "::after").content !== "none", light,
  }
}"""
_NOTE_LINES = """() => {
  const traces = document.getElementById("traces")
  new MutationObserver(() => (window.lines = Math.max(window.lines ?? 0, traces.childElementCount)))
    .observe(traces, { childList: true })
}"""
"""Note how many lines are shown at once, however soon they go."""
_MOVING = "() => document.getAnimations().filter((each) => each.playState === 'running').length"


def drawn(page: Page, chosen: str) -> dict[str, Any]:
    """By what a tile is told from others: its ring, whether it is lifted, its badge, how light it is (0 to 1)."""
    page.mouse.move(0, 0)
    found: dict[str, Any] = page.evaluate(_RING, chosen)
    return found


@pytest.mark.parametrize("colours", ["active", "none"])
def test_selected_shown_and_blocked_tiles_differ_by_more_than_hue(visit: Visit, colours: str) -> None:
    table = visit(forced_colors=colours, reduced_motion="reduce").open(code_of("first-steps", 2))
    page = table.page
    table.press("hint")
    expect(page.locator("#board .hint")).to_have_count(2)
    table.tap(way_into_a_lock(table.deal)[0].a)
    plain = drawn(page, "#board .free:not(.sel, .hint)")
    assert (plain["ring"], plain["lifted"], plain["badge"]) == ("none", False, False)
    selected = drawn(page, "#board .sel")
    assert (selected["ring"], selected["lifted"]) == ("solid", True)
    assert selected["width"] >= 3
    shown = drawn(page, "#board .hint:not(.sel)")
    assert (shown["ring"], shown["badge"]) == ("dashed", True)
    assert shown["width"] >= 3
    blocked = drawn(page, "#board .blocked")
    assert blocked["ring"] == "none"
    assert plain["light"] - blocked["light"] >= 0.12


@pytest.mark.parametrize("colours", ["active", "none"])
def test_selected_and_shown_tiles_of_a_grid_differ_by_shape(visit: Visit, colours: str) -> None:
    table = open_grid(visit(forced_colors=colours, reduced_motion="reduce"))
    page = table.page
    table.press("hint")
    expect(page.locator("#board .hint")).to_have_count(2)
    page.locator("#board > button:not(.hint)").first.click()
    selected, shown = drawn(page, "#board .sel"), drawn(page, "#board .hint")
    assert (selected["ring"], selected["lifted"]) == ("solid", True)
    assert (shown["ring"], shown["badge"]) == ("dashed", True)
    assert drawn(page, "#board > button:not(.hint, .sel)")["ring"] == "none"


@pytest.mark.parametrize("colours", ["active", "none"])
def test_what_beats_is_chosen_or_shown_differs_by_shape(visit: Visit, colours: str) -> None:
    match = open_match(visit(forced_colors=colours, reduced_motion="reduce"), code_of_match(1))
    page = match.page
    assert match.state()["to_beat"]
    sign = "([chosen, part]) => getComputedStyle(document.querySelector(chosen), part).content"
    assert page.evaluate(sign, ["#held .can small", "::before"]) == '"▲"'
    assert page.evaluate(sign, ["#held .no small", "::before"]) == "none"
    match.press("hint")
    expect(page.locator("#held .hint")).not_to_have_count(0)
    # A hint is chosen at once: the cards are lifted, and ringed by a line that does not break.
    lifted = "(chosen) => getComputedStyle(document.querySelector(chosen)).translate"
    assert page.evaluate(lifted, "#held .pick .dom") == "0px -7px"
    match.press("clear")
    assert drawn(page, "#held .hint")["ring"] == "dashed"


def test_whoever_asks_for_more_contrast_gets_it(visit: Visit) -> None:
    def told(**options: Any) -> tuple[str, float]:
        page = visit(**options).open(code_of("first-steps", 2)).page
        contrast = page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--contrast').trim()")
        return contrast, drawn(page, "#board .free")["light"] - drawn(page, "#board .blocked")["light"]

    usual, more = told(), told(contrast="more")
    assert (usual[0], more[0]) == (".5", ".9")
    assert more[1] > usual[1] + 0.03


def test_nothing_moves_in_any_game_where_motion_is_unwelcome(visit: Visit) -> None:
    def still(page: Page, deed: str) -> None:
        assert page.evaluate(_MOVING) == 0, deed

    table = visit(reduced_motion="reduce").open(code_of("first-steps"))
    first = table.deal.witness[0]
    table.tap(first.a)
    still(table.page, "selected")
    table.tap(first.b)
    still(table.page, "taken")
    table.press("undo")
    still(table.page, "taken back")
    table.page.locator("#board [data-slot='23']").press("Enter")
    still(table.page, "refused")
    table.press("hint")
    expect(table.page.locator("#board .hint")).to_have_count(2)
    still(table.page, "shown")
    table.press("menu")
    still(table.page, "a sheet")

    grid = open_grid(visit(reduced_motion="reduce"))
    grid.page.evaluate(_NOTE_LINES)
    grid.take(grid.dealt.witness[:1])
    still(grid.page, "joined")
    assert grid.page.evaluate("window.lines") == 1
    grid.take(grid.dealt.witness[1:2])
    still(grid.page, "joined again")

    match = open_match(visit(reduced_motion="reduce"), code_of_match(1))
    match.tap(match.state()["playable"][0])
    still(match.page, "chosen")
    match.press("play")
    still(match.page, "played")


def test_four_times_as_large_nothing_is_lost_and_no_text_runs_off(visit: Visit) -> None:
    # A window of 1280 by 1024 at 400 % has 320 by 256 CSS pixels.
    visitor = visit(320, 256, reduced_motion="reduce")
    visitor.bring_about("404", "409")
    sent = Traveller(visitor)
    sent.prepare()
    # Finnish has the longest words.
    sent.wear("fi", "felt")
    names = {
        "home",
        "home-settings",
        "campaign",
        "daily",
        "statistics",
        "rules",
        "connect",
        "chuo",
        "layouts",
        "offline",
    }
    boards = {"turtle", "menu", "locked", "won", "grid", "beat", "over", "practice-free", "problem"}
    found: list[str] = []
    for stop in STOPS:
        if stop.name in names | boards:
            stop.come(sent)
            found += [f"{stop.name}: {line}" for line in findings(sent.page, "fi") if "small" not in line]
    assert found == []
