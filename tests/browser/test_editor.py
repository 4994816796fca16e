"""The drawing table: from nothing to a game that is won, by mouse, by touch and by keyboard."""

from __future__ import annotations

import re
from typing import Any

import pytest
from axe_playwright_python.base import AXE_FILE_PATH
from playwright.sync_api import expect

from paishan.play.opening import deal_of
from paishan.play.ruleset import AGAINST_THE_CLOCK
from paishan.solitaire.formats import read
from paishan.solitaire.gallery import by_id
from paishan.solitaire.layout import Layout
from tests.browser.conftest import Visit
from tests.browser.serving import Server
from tests.browser.test_accessibility import violations
from tests.browser.test_pictures import picture
from tests.browser.visitor import GamePage, Visitor, press, touch

pytestmark = pytest.mark.browser

_POINT = """([x, y, z]) => {
  const cell = (slot) => [slot[0] / 2 - slot[2] * 0.12, slot[1] * 2 / 3 - slot[2] * 0.16]
  const plan = document.getElementById("plan")
  const w = parseFloat(plan.style.getPropertyValue("--w"))
  const stage = document.getElementById("stage").getBoundingClientRect()
  const place = () => {
    const box = plan.getBoundingClientRect()
    const [u, v] = cell([x, y, z])
    return [box.left + (u + 1.2 + 0.5) * w, box.top + (v + 1.2 + 0.6) * w]
  }
  const [left, top] = place()
  if (left < stage.left + 30 || left > stage.right - 30 || top < stage.top + 30 || top > stage.bottom - 30)
    document.getElementById("stage").scrollBy(
      left - (stage.left + stage.right) / 2, top - (stage.top + stage.bottom) / 2)
  return place()
}"""


class Table:
    """The drawing table, and hands on it. Places are in half tiles of the table, whose middle is (32, 20)."""

    def __init__(self, visitor: Visitor, path: str = "/editor") -> None:
        self.page = visitor.page
        self.touch = visitor.touch
        self.page.goto(path)
        self.ready()

    def ready(self) -> None:
        """Wait until what lies on the table is there."""
        expect(self.page.locator("#plan")).to_have_attribute("data-ready", "true")

    def tap(self, x: int, y: int, z: int = 0) -> None:
        """Press the middle of a place."""
        left, top = self.page.evaluate(_POINT, [x, y, z])
        if self.touch:
            touch(self.page, left, top)
        else:
            self.page.mouse.click(left, top)

    def press(self, *ids: str) -> None:
        for id in ids:
            press(self.page.locator(f"#{id}"), self.touch)

    def facts(self) -> str:
        return " · ".join(self.page.locator("#facts span").all_inner_texts())

    def draft(self) -> Any:
        return self.page.evaluate("JSON.parse(localStorage.getItem('paishan.draft'))")


def draw_hut(table: Table) -> None:
    """Twenty tiles: four rows of four, mirrored as they are laid, and four on top that cover all of them."""
    table.press("mirror", "flip")
    for x in (28, 30):
        for y in (16, 18):
            table.tap(x, y)
    table.press("up", "half")
    table.tap(29, 17, 1)


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (360, 740)])
def test_from_an_empty_table_to_a_game_that_is_won(visit: Visit, server: Server, width: int, height: int) -> None:
    narrow = width < 400
    visitor = visit(width, height, has_touch=narrow, is_mobile=narrow)
    table = Table(visitor)
    page = table.page
    expect(page.locator("#play")).to_be_disabled()
    draw_hut(table)
    assert table.facts().startswith("20 tiles · 4 free · 2 layers · 4 × 4")
    expect(page.locator("#proof")).to_contain_text(re.compile(r"\d+% of random deals clear \(200 proved\)"))
    page.locator("#name").fill("Hut of mine")
    table.press("play")
    page.wait_for_url("**/play/*")
    game = page.evaluate("JSON.parse(document.getElementById('game').textContent)")
    flat = [(x, y, 0) for x in range(0, 8, 2) for y in range(0, 8, 2)]
    hut = Layout.build("hut", "Hut", [*flat, (1, 1, 1), (5, 1, 1), (1, 5, 1), (5, 5, 1)])
    assert game["layout"]["id"] == hut.tag
    assert game["layout"]["name"] == "Hut of mine"
    deal = deal_of(server.code(game["id"]), AGAINST_THE_CLOCK, lambda _: hut)
    played = GamePage(page, deal, visitor.context.request, visitor.touch)
    played.take(deal.witness)
    expect(page.get_by_role("dialog", name="Cleared")).to_be_visible()
    page.goto("/layouts?show=mine")
    expect(page.locator(f"[data-id={hut.tag}]")).to_contain_text("Hut of mine")


def test_by_keyboard_alone(visit: Visit) -> None:
    table = Table(visit())
    page = table.page
    page.locator("#plan").focus()
    for key in ("m", "Enter", "ArrowUp", "Enter", "PageUp", "g", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    # The frame begins left of the middle: two rows of a tile and its likeness, then two on top half a row down.
    assert table.facts().startswith("6 tiles · 2 free · 2 layers · 2 × 2")
    expect(page.locator("#live")).to_have_text("2 laid. 6 tiles.")
    page.keyboard.press("Enter")
    assert table.facts().startswith("4 tiles")
    page.keyboard.press("Control+z")
    assert table.facts().startswith("6 tiles")
    for _ in range(3):
        page.keyboard.press("u")
    assert table.facts() == "An empty table"
    for _ in range(3):
        page.keyboard.press("r")
    assert table.facts().startswith("6 tiles")
    page.locator("#name").focus()
    page.keyboard.type("gum")
    assert page.locator("#name").input_value() == "gum"
    assert table.facts().startswith("6 tiles")


def test_tiles_are_taken_away_moved_and_never_overlap(visit: Visit) -> None:
    table = Table(visit())
    page = table.page
    table.tap(30, 20)
    table.tap(32, 20)
    assert table.facts().startswith("2 tiles")
    table.press("half")
    table.tap(31, 20)
    # A press on a tile, wherever on it, takes that tile; it never lays another one over it.
    assert table.facts().startswith("1 tile ")
    table.press("undo", "move")
    table.tap(30, 20)
    expect(page.locator(".tile.sel")).to_have_count(1)
    table.tap(36, 24)
    assert table.facts().startswith("2 tiles · 2 free · 1 layer · 3 × 3")
    table.press("undo")
    assert table.facts().startswith("2 tiles · 2 free · 1 layer · 2 × 1")
    table.press("menu", "m-clear")
    assert table.facts() == "An empty table"
    page.locator("#toast-act").click()
    assert table.facts().startswith("2 tiles")
    table.press("move")
    table.tap(40, 30)
    expect(page.locator("#proof")).to_have_text("An odd number: lay one more or take one away.")
    expect(page.locator("#save")).to_be_disabled()


def test_nothing_is_lost_by_loading_the_page_again_or_by_a_link(visit: Visit) -> None:
    visitor = visit()
    table = Table(visitor)
    page = table.page
    draw_hut(table)
    page.locator("#name").fill("Hut")
    page.reload()
    table.ready()
    assert table.facts().startswith("20 tiles · 4 free")
    assert page.locator("#name").input_value() == "Hut"
    table = Table(visitor, "/editor?layout=turtle")
    assert table.facts().startswith("144 tiles · 35 free · 5 layers · 15 × 8")
    table.press("undo")
    assert table.facts().startswith("20 tiles · 4 free")
    table.press("redo")
    page.reload()
    table.ready()
    assert table.facts().startswith("144 tiles")


def test_a_layout_mirrors_about_its_own_middle(visit: Visit) -> None:
    table = Table(visit(), "/editor?layout=turtle")
    # The Turtle has one end tile on the left and two on the right; its shell lies on the middle of the table.
    table.press("mirror", "flip", *["down"] * 4)
    table.tap(20, 12)
    assert table.facts().startswith("140 tiles")
    table.tap(20, 12)
    assert table.facts().startswith("144 tiles · 35 free · 5 layers · 15 × 8")


def test_a_link_carries_the_layout(visit: Visit) -> None:
    author = visit()
    author.context.grant_permissions(["clipboard-read", "clipboard-write"])
    table = Table(author)
    draw_hut(table)
    table.page.locator("#name").fill("Häuschen & Co")
    table.press("menu", "m-share")
    copied = table.page.wait_for_function(
        "async () => { const text = await navigator.clipboard.readText(); return text.includes('/editor') && text }"
    )
    link = copied.json_value()
    assert len(link) < 130
    reader = Table(visit(360, 740), link.partition("/editor")[1] + link.partition("/editor")[2])
    assert reader.facts().startswith("20 tiles · 4 free · 2 layers · 4 × 4")
    assert reader.page.locator("#name").input_value() == "Häuschen & Co"
    assert reader.page.url.endswith("/editor")
    bad = Table(visit(), "/editor#s=nonsense!")
    expect(bad.page.locator("#toast-said")).to_have_text("This link holds no layout.")


def test_it_is_saved_and_exported(visit: Visit) -> None:
    table = Table(visit())
    page = table.page
    draw_hut(table)
    page.locator("#name").fill("Hut")
    table.press("save")
    expect(page.locator("#toast-said")).to_have_text("Hut is on your shelf.")
    table.press("menu")
    for format, ending in (("kmahjongg", "layout"), ("kyodai", "lay"), ("mah", "json"), ("paishan", "paishan")):
        with page.expect_download() as download:
            page.locator(f"[data-format={format}]").click()
        assert download.value.suggested_filename == f"hut.{ending}"
        (board,) = read(download.value.path().read_bytes())
        assert board.layout is not None and len(board.layout) == 20
    page.keyboard.press("Escape")
    table = Table(visit(), "/editor?layout=pyramid")
    table.press("save")
    expect(table.page.locator("#toast-said")).to_have_text("It is built in, as Pyramid.")


def test_what_hardly_ever_clears_is_said(visit: Visit) -> None:
    table = Table(visit())
    for x in range(16, 48, 2):
        table.tap(x, 20)
    expect(table.page.locator("#proof")).to_have_text("Random deals hardly ever clear (200 proved).")


def test_what_can_never_be_cleared_is_said(visit: Visit) -> None:
    table = Table(visit())
    table.tap(32, 20)
    table.press("up")
    table.tap(32, 20, 1)
    expect(table.page.locator("#proof")).to_have_text("It can never be cleared: give it more free tiles.")


def test_a_surprise_can_be_taken_back(visit: Visit) -> None:
    table = Table(visit(360, 740))
    draw_hut(table)
    table.press("menu", "m-surprise")
    expect(table.page.locator("#toast-said")).to_contain_text("comes back with Undo")
    tiles = int(table.facts().split(" ")[0])
    assert 40 <= tiles <= 144 and tiles % 4 == 0
    assert table.facts().endswith("fits a phone")
    table.press("undo")
    assert table.facts().startswith("20 tiles · 4 free")


def test_the_shape_of_a_built_in_layout_comes_to_the_table_unchanged(visit: Visit) -> None:
    table = Table(visit(), "/editor?layout=torii")
    unpacked = table.page.evaluate(
        "async () => { const {unpack} = await import(document.querySelector('link[href*=\"places.js\"]').href);"
        " return unpack(JSON.parse(localStorage.getItem('paishan.draft')).s) }"
    )
    assert Layout.build("x", "X", [tuple(place) for place in unpacked]) == by_id("torii")


@pytest.mark.parametrize(("table", "width", "height"), [("felt", 1440, 900), ("paper", 360, 740), ("night", 360, 740)])
def test_axe_finds_nothing_at_the_table(visit: Visit, table: str, width: int, height: int) -> None:
    visitor = visit(width, height)
    visitor.context.add_init_script(path=AXE_FILE_PATH)
    visitor.context.add_init_script(f"localStorage.setItem('paishan.look', '{{\"table\": \"{table}\"}}')")
    found = violations(Table(visitor).page, "an empty table")
    drawn = Table(visitor, "/editor?layout=lantern")
    drawn.press("mirror", "down")
    expect(drawn.page.locator("#proof")).to_contain_text("random deals clear")
    found += violations(drawn.page, "a table")
    drawn.press("menu")
    found += violations(drawn.page, "the menu")
    assert found == []
    assert drawn.page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize(("layout", "width", "height", "layers"), [("turtle", 1440, 900, 2), ("lantern", 360, 740, 1)])
def test_pictures_of_the_table(visit: Visit, layout: str, width: int, height: int, layers: int) -> None:
    narrow = width < 400
    table = Table(visit(width, height, has_touch=narrow, is_mobile=narrow), f"/editor?layout={layout}")
    table.press("mirror", *["down"] * layers)
    expect(table.page.locator("#proof")).to_contain_text("random deals clear")
    picture(table.page, f"editor-{width}")
