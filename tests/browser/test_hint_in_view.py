"""A hint on a board that is larger than the screen: its tiles come into view, whatever else on the page gives way."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.visitor import code_of

pytestmark = pytest.mark.browser

_SQUEEZE = """() => new MutationObserver((_, seen) => {
  if (!document.querySelector("#board .hint")) return
  seen.disconnect()
  document.getElementById("strip").style.paddingBottom = "30px"
}).observe(document.getElementById("board"), { subtree: true, attributes: true, attributeFilter: ["class"] })"""
_SEEN = """(slot) => {
  const stage = document.getElementById("stage").getBoundingClientRect()
  const tile = document.querySelector(`#board [data-slot="${slot}"]`).getBoundingClientRect()
  return tile.left >= stage.left && tile.right <= stage.right
}"""


def test_a_hint_comes_into_view_although_the_stage_changes_on_the_way(visit: Visit) -> None:
    """The board glides to the hint; a longer sentence below it, or a tip that goes, gives the stage another height.

    The plan of this deal begins at the left end of the Turtle, and the right end is looked at.
    """
    visitor = visit(360, 740, has_touch=True, is_mobile=True)
    page = visitor.page
    table = visitor.open(code_of("turtle", 36))
    pair = table.deal.witness[0]
    assert [table.deal.layout.slots[slot].x for slot in pair] == [0, 8]
    page.evaluate("document.getElementById('stage').scrollTo({ left: 1000, behavior: 'instant' })")
    page.wait_for_function(f"(slot) => !({_SEEN})(slot)", arg=pair.a)
    page.evaluate(_SQUEEZE)
    table.press("hint")
    expect(page.locator("#board .hint")).to_have_count(2)
    assert sorted(table.shown()["hint"]) == sorted(pair)
    for slot in pair:
        page.wait_for_function(_SEEN, arg=slot, timeout=10_000)
