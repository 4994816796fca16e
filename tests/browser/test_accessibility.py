"""axe-core finds nothing on any page, with any sheet open, on any table."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.test_locked import way_into_a_lock
from tests.browser.visitor import code_of

pytestmark = pytest.mark.browser

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
RULES = {
    "resultTypes": ["violations"],
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
}


def violations(page: Page, where: str) -> list[str]:
    """What is wrong on the page as it stands."""
    page.evaluate("Promise.all(document.getAnimations().map((running) => running.finished.catch(() => {})))")
    found: list[dict[str, Any]] = page.evaluate("async (rules) => (await axe.run(rules)).violations", RULES)
    return [
        f"{where}: {rule['id']}: {node['html'][:150]} {node.get('failureSummary', '')}"
        for rule in found
        for node in rule["nodes"]
    ]


@pytest.mark.parametrize(
    ("table", "width", "height"),
    [
        ("felt", 1440, 900),
        ("night", 360, 740),
        ("paper", 1440, 900),
        pytest.param("felt", 360, 740, marks=pytest.mark.long),
        pytest.param("night", 1440, 900, marks=pytest.mark.long),
        pytest.param("paper", 360, 740, marks=pytest.mark.long),
    ],
)
def test_axe_finds_nothing(visit: Visit, table: str, width: int, height: int) -> None:
    visitor = visit(width, height)
    # A script that is there before the page is not subject to the page's policy.
    visitor.context.add_init_script(AXE)
    visitor.bring_about("404")
    visitor.context.add_init_script(f"localStorage.setItem('paishan.look', '{{\"table\": \"{table}\"}}')")
    page = visitor.page
    found: list[str] = []

    def look(where: str) -> None:
        found.extend(violations(page, where))

    page.goto("/")
    assert page.evaluate("document.documentElement.dataset.table") == table
    look("home, the first visit")
    for sheet in ("rules", "settings"):
        page.locator(f"#{sheet}").click()
        expect(page.locator(f"#sheet-{sheet}")).to_be_visible()
        look(f"home, {sheet}")
        page.keyboard.press("Escape")
    page.goto("/play/unknown")
    look("nothing here")

    game = visitor.open(code_of("first-steps", 2))
    way = way_into_a_lock(game.deal)
    game.tap(way[0].a)
    game.press("hint")
    expect(page.locator("#board .hint")).to_have_count(2)
    look("board")
    for sheet in ("rules", "settings", "keys"):
        game.press("menu")
        if sheet == "rules":
            look("menu")
        game.press(f"m-{sheet}")
        expect(page.locator(f"#sheet-{sheet}")).to_be_visible()
        look(sheet)
        page.keyboard.press("Escape")
    game.press("pause")
    look("paused")
    game.press("resume")
    game.tap(way[0].b)
    game.take(way[1:])
    expect(page.get_by_role("dialog", name="No more moves")).to_be_visible()
    look("locked")
    game.press("l-restart")
    expect(page.locator("#toast-act")).to_be_visible()
    look("a toast")
    page.goto("/")
    look("home, a game to continue")

    game = visitor.open(code_of("first-steps"))
    game.take(game.deal.witness)
    expect(page.get_by_role("dialog", name="Cleared")).to_be_visible()
    look("won")
    assert found == []
