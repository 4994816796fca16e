"""axe-core finds nothing on the pages round the games, new and after some playing, on any table."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from paishan.codes import Code
from paishan.play import campaign
from paishan.play.opening import deal_of
from paishan.play.ruleset import TAIPEI
from tests.browser.conftest import Visit
from tests.browser.test_accessibility import AXE, violations
from tests.browser.visitor import code_of

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("table", "width", "height"),
    [
        ("felt", 360, 740),
        ("night", 1440, 900),
        ("paper", 768, 1024),
        pytest.param("felt", 1440, 900, marks=pytest.mark.long),
        pytest.param("night", 360, 740, marks=pytest.mark.long),
        pytest.param("paper", 360, 740, marks=pytest.mark.long),
    ],
)
def test_axe_finds_nothing(visit: Visit, table: str, width: int, height: int) -> None:
    visitor = visit(width, height)
    visitor.context.add_init_script(AXE)
    visitor.context.add_init_script(f"localStorage.setItem('paishan.look', '{{\"table\": \"{table}\"}}')")
    page, asking = visitor.page, visitor.context.request
    found: list[str] = []

    def look(path: str, where: str) -> None:
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        found.extend(violations(page, f"{path}, {where}"))

    for path in ("/", "/campaign", "/daily", "/statistics"):
        look(path, "the first visit")

    level = campaign.level(1)
    game = asking.post("/api/games", data={"level": 1}).json()
    pairs = [{"type": "take", "a": a, "b": b} for a, b in level.witness]
    asking.post(f"/api/games/{game['id']}/commands", data={"seq": 0, "key": "all", "commands": pairs})
    code = code_of("first-steps")
    game = asking.post("/api/games", data={"code": code, "ruleset": "taipei"}).json()
    pairs = [{"type": "take", "a": a, "b": b} for a, b in deal_of(Code.parse(code), TAIPEI).witness]
    asking.post(f"/api/games/{game['id']}/commands", data={"seq": 0, "key": "all", "commands": pairs})
    today = asking.post("/api/games", data={"daily": "solitaire", "offset": 0}).json()
    asking.post(f"/api/games/{today['id']}/commands", data={"seq": 0, "key": "all", "commands": [{"type": "give-up"}]})
    for path in ("/", "/campaign", "/campaign?level=9", "/daily", "/statistics", f"/watch/{game['id']}"):
        look(path, "after some games")
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="About this game").click()
    expect(page.get_by_role("dialog", name="About this game")).to_be_visible()
    found.extend(violations(page, "about a game"))
    assert found == []
