"""Choosing a ruleset: what it means is told before the game, from its values, whatever of the options is chosen."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from paishan.play.explaining import explain
from paishan.play.ruleset import AGAINST_THE_CLOCK, CLASSIC, CLASSIC_CHALLENGE, TAIPEI, Ruleset, ruleset
from tests.browser.conftest import Visit
from tests.browser.test_accessibility import AXE, violations

pytestmark = pytest.mark.browser


def chosen(page: Page) -> Ruleset:
    """What would be posted now."""
    value: str = page.evaluate("document.querySelector('[name=ruleset]:checked').value")
    return ruleset(value)


def expect_explained(page: Page, rules: Ruleset) -> None:
    lines = page.locator("#explained ul:not([hidden]) li")
    expect(lines).to_have_text([str(sentence) for sentence in explain(rules)])


@pytest.mark.parametrize(("width", "height"), [(360, 740), (1440, 900)])
def test_every_way_to_play_is_explained_before_it_is_played(visit: Visit, width: int, height: int) -> None:
    visitor = visit(width, height)
    visitor.context.add_init_script(AXE)
    page = visitor.page
    page.goto("/")
    page.get_by_text("What counts, and what is allowed").click()
    for rules in (AGAINST_THE_CLOCK, CLASSIC, CLASSIC_CHALLENGE, TAIPEI):
        page.locator(f"[name=ruleset][data-base={rules.id}]").check()
        assert chosen(page) == rules
        expect_explained(page, rules)
    page.get_by_text("Options of Taipei").click()
    page.get_by_role("switch", name="Points").check()
    page.get_by_role("combobox", name="Undo").select_option("3 steps")
    page.get_by_role("combobox", name="A step taken back costs").select_option("5 points more")
    page.get_by_role("combobox", name="A shuffle costs").select_option("20 points")
    page.get_by_role("combobox", name="Hints").select_option("off")
    rules = ruleset("taipei-undo-3-undo-costs-5-shuffle-costs-20-hints-off-points")
    assert chosen(page) == rules
    expect_explained(page, rules)
    expect(page.locator("#explained")).to_contain_text("Every step taken back costs 5 points more.")
    assert violations(page, "Taipei's options") == []

    page.reload()
    assert chosen(page) == rules
    page.locator(f"[name=ruleset][data-base={CLASSIC.id}]").check()
    page.goto("/layouts#first-steps")
    assert chosen(page) == CLASSIC
    expect_explained(page, CLASSIC)
    page.locator("[name=ruleset][data-base=taipei]").check()
    assert chosen(page) == rules
    page.get_by_role("dialog").get_by_role("button", name="Play").click()
    page.wait_for_url("**/play/*")
    game: dict[str, Any] = page.evaluate("JSON.parse(document.getElementById('game').textContent)")
    assert game["ruleset"]["id"] == rules.id
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Rules of this game").click()
    told = page.get_by_role("dialog").locator(".told li")
    expect(told).to_have_text([str(sentence) for sentence in explain(rules)])


_ANY = """(picks) => {
  const controls = [...document.querySelectorAll("#taipei-options [data-rank]")]
  const found = []
  for (const pick of picks) {
    controls.forEach((control, at) => {
      if (control.type === "checkbox") control.checked = pick[at] % 2 === 1
      else {
        const open = [...control.options].filter((option) => !option.disabled)
        open[pick[at] % open.length].selected = true
      }
      control.dispatchEvent(new Event("input", { bubbles: true }))
    })
    found.push(document.querySelector("[name=ruleset]:checked").value)
  }
  return found
}"""


def test_whatever_options_are_chosen_there_is_such_a_ruleset(visit: Visit) -> None:
    """Its id is written as Python writes it, so that it is one ruleset however it was come to."""
    visitor = visit()
    page = visitor.page
    page.route("**/api/rulesets/*", lambda route: route.fulfill(json={"explained": []}))
    page.goto("/")
    page.locator("[name=ruleset][data-base=taipei]").check()
    chance = random.Random(1)
    ids: list[str] = page.evaluate(_ANY, [[chance.randrange(12) for _ in range(9)] for _ in range(300)])
    assert len(set(ids)) > 150
    assert [ruleset(id).id for id in ids] == ids


def test_without_a_connection_the_choice_still_holds(visit: Visit) -> None:
    visitor = visit()
    visitor.bring_about("/api/rulesets")
    page = visitor.page
    page.route("**/api/rulesets/*", lambda route: route.abort())
    page.goto("/")
    page.get_by_text("What counts, and what is allowed").click()
    page.locator("[name=ruleset][data-base=taipei]").check()
    page.get_by_text("Options of Taipei").click()
    page.get_by_role("switch", name="A clock that counts").check()
    expect(page.locator("#explained-later")).to_have_text("What this means can be shown once there is a connection.")
    assert chosen(page).id == "taipei-timed"
    page.locator(f"[name=ruleset][data-base={CLASSIC.id}]").check()
    expect(page.locator("#explained-later")).to_be_hidden()
    expect_explained(page, CLASSIC)
