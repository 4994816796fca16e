"""Phones: fingers on an upright screen of 360 by 740, and turned on its side."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import CDPSession, Page, expect

from paishan.solitaire.gallery import layouts
from tests.browser.conftest import Visit
from tests.browser.visitor import GamePage, Visitor, code_of, touch

pytestmark = pytest.mark.browser

SMALLEST = 38


def phone(visit: Visit) -> Visitor:
    return visit(360, 740, has_touch=True, is_mobile=True, device_scale_factor=2)


def size_of_tiles(page: Page) -> tuple[float, float]:
    """The least width and height of a tile as a finger finds it."""
    sizes = page.evaluate(
        """[...document.querySelectorAll("#board > .tile:not(.gone)")].map((tile) => {
             const { width, height } = tile.getBoundingClientRect()
             return [width, height]
           })"""
    )
    return min(width for width, _ in sizes), min(height for _, height in sizes)


def width_of_tile(page: Page) -> float:
    return float(page.evaluate("document.querySelector('#board > .tile:not(.gone)').getBoundingClientRect().width"))


def see_all(page: Page) -> None:
    """Wait until the whole board is in view."""
    page.wait_for_function(
        """() => {
          const stage = document.getElementById("stage").getBoundingClientRect()
          return [...document.querySelectorAll("#board > .tile:not(.gone)")].every((tile) => {
            const { left, right, top, bottom } = tile.getBoundingClientRect()
            return left >= stage.left && right <= stage.right && top >= stage.top && bottom <= stage.bottom
          })
        }"""
    )


def turn(page: Page, width: int, height: int) -> None:
    """Turn the phone and wait until the page has heard of it."""
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function(
        "(upright) => document.getElementById('stage').clientWidth > 400 === !upright", arg=width < height
    )
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def cloth(page: Page) -> tuple[float, float]:
    """A point of the table so far from the tiles that the browser does not take a touch there for one of theirs."""
    x, y = page.evaluate(
        """() => {
          const { left, right, top, bottom } = document.getElementById("stage").getBoundingClientRect()
          const around = [-16, 0, 16].flatMap((dx) => [-16, 0, 16].map((dy) => [dx, dy]))
          const tile = (x, y) => document.elementFromPoint(x, y)?.closest(".tile")
          for (let y = top + 12; y < bottom; y += 8)
            for (let x = left + 12; x < right; x += 8)
              if (!around.some(([dx, dy]) => tile(x + dx, y + dy))) return [x, y]
        }"""
    )
    return x, y


def double_tap(page: Page) -> None:
    """Tap the cloth twice, a tenth of a second apart by what the touches tell, however busy the machine is."""
    width = "document.getElementById('board').style.getPropertyValue('--w')"
    before = page.evaluate(width)
    x, y = cloth(page)
    fingers = page.context.new_cdp_session(page)
    at = time.time()
    for late in (0, 0.1):
        point = {"touchPoints": [{"x": x, "y": y}], "timestamp": at + late}
        fingers.send("Input.dispatchTouchEvent", {"type": "touchStart", **point})
        fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": [], "timestamp": at + late + 0.03})
    page.wait_for_function(f"(before) => {width} !== before", arg=before)
    fingers.detach()


def pinch(fingers: CDPSession, middle: tuple[float, float], apart: list[float]) -> None:
    """Two fingers, one beside the other, that move to each of these distances in turn."""

    def points(distance: float) -> list[dict[str, float]]:
        x, y = middle
        return [{"x": x - distance / 2, "y": y, "id": 0}, {"x": x + distance / 2, "y": y, "id": 1}]

    fingers.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points(apart[0])})
    for distance in apart[1:]:
        fingers.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": points(distance)})
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_lantern_is_cleared_by_fingers_on_a_phone(visit: Visit) -> None:
    visitor = phone(visit)
    table = visitor.open(code_of("lantern"))
    page = table.page
    width, height = size_of_tiles(page)
    assert width >= SMALLEST and height >= SMALLEST
    see_all(page)

    table.take(table.deal.witness[:6])
    table.press("undo")
    expect(page.locator("#left")).to_have_text("54 tiles")
    table.press("redo")
    table.press("hint")
    expect(page.locator("#board .hint")).to_have_count(2)

    turn(page, 740, 360)
    assert table.shown()["left"] == "52 tiles"
    table.take(table.deal.witness[6:8])
    assert table.shown()["left"] == "48 tiles"
    turn(page, 360, 740)
    see_all(page)
    assert table.shown()["left"] == "48 tiles"

    table.take(table.deal.witness[8:])
    won = page.get_by_role("dialog", name="Cleared")
    expect(won).to_be_visible()
    assert table.agreed()["status"] == "cleared"
    won.get_by_role("button", name="New board").tap()
    page.wait_for_url(lambda url: not url.endswith(table.id))


def test_layouts_offered_for_phones_have_tiles_that_a_finger_hits(visit: Visit) -> None:
    visitor = phone(visit)
    # Layouts of one extent are drawn at one size.
    offered = {(layout.width, layout.height, layout.layers): layout.id for layout in layouts() if layout.phone}
    assert max(offered)[0] == 18
    found = {id: min(size_of_tiles(visitor.open(code_of(id)).page)) for id in offered.values()}
    assert {id: size for id, size in found.items() if size < SMALLEST} == {}


def test_what_was_made_for_upright_phones_comes_first_on_one(visit: Visit) -> None:
    made = {layout.id for layout in layouts() if layout.phone}

    def listed(page: Page, path: str, ids: str) -> list[bool]:
        page.goto(path)
        found: list[str] = page.evaluate(f"{ids}")
        return [id in made for id in found]

    home = "[...document.querySelectorAll('#solitaire button[name=layout]')].map((card) => card.value)"
    all_of_them = "[...document.querySelectorAll('#cards > li')].map((card) => card.dataset.id)"
    upright, wide = phone(visit).page, visit().page
    assert listed(upright, "/", home) == 4 * [True] + 3 * [False]
    assert listed(wide, "/", home)[0] is False
    assert listed(upright, "/layouts", all_of_them) == [True] * len(made) + [False] * (len(layouts()) - len(made))
    assert listed(wide, "/layouts", all_of_them)[:2] == [False, True]


def test_a_finger_that_slides_down_does_not_load_the_board_anew(visit: Visit) -> None:
    visitor = phone(visit)
    pull = "getComputedStyle(document.documentElement).overscrollBehaviorY"
    visitor.page.goto("/")
    assert visitor.page.evaluate(pull) == "auto"
    assert visitor.open(code_of("lantern")).page.evaluate(pull) == "none"


def test_buttons_are_large_enough_for_a_thumb(visit: Visit) -> None:
    visitor = phone(visit)
    table = visitor.open(code_of("lantern"))
    table.press("menu")
    visitor.page.get_by_role("dialog", name="Menu").wait_for()
    small = """[...document.querySelectorAll("button:not(.tile), a, input, label:has(input), summary")]
      .map((at) => [at.id || at.textContent.trim().slice(0, 20), at.getBoundingClientRect()])
      .filter(([, box]) => box.width && (box.width < 44 || box.height < 44)).map(([name]) => name)"""
    assert visitor.page.evaluate(small) == []
    visitor.page.goto("/")
    assert visitor.page.evaluate(small) == []


def test_a_turtle_on_a_phone_is_panned_and_zoomed(visit: Visit) -> None:
    visitor = phone(visit)
    table = visitor.open(code_of("turtle"))
    page = table.page
    fingers = visitor.context.new_cdp_session(page)

    assert width_of_tile(page) == 40
    left = page.evaluate("document.getElementById('stage').scrollLeft")
    expect(page.locator("#overview")).to_be_visible()

    box = page.locator("#overview").bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] - 15, box["y"] + box["height"] / 2)
    page.wait_for_function("(left) => document.getElementById('stage').scrollLeft > left + 50", arg=left)

    double_tap(page)
    page.wait_for_function("() => document.getElementById('board').style.getPropertyValue('--w').slice(0, 2) < 24")
    see_all(page)
    come_nearer(page)
    double_tap(page)
    see_all(page)
    double_tap(page)
    page.wait_for_function("() => document.getElementById('board').style.getPropertyValue('--w') === '40px'")

    pinch(fingers, (180, 300), [60, 80, 100, 120])
    assert width_of_tile(page) == pytest.approx(80, abs=1)
    pinch(fingers, (180, 300), [200, 150, 100, 50, 20])
    see_all(page)
    pinch(fingers, (180, 300), [60, 120])
    grown = width_of_tile(page)
    assert SMALLEST < grown < 60

    # What a pinch left is played on as before, and turning the phone keeps the game.
    play_on(table, 3)
    turn(page, 740, 360)
    play_on(table, 6)
    turn(page, 360, 740)
    play_on(table, 9)
    assert table.agreed()["left"] == 126


def come_nearer(page: Page) -> None:
    """Tap a tile that is too small for a finger: it is not picked, but drawn large under the finger."""
    x, y = page.evaluate(
        """() => {
          const { left, top, width, height } = document.getElementById("stage").getBoundingClientRect()
          return [left + width / 2 + 8, top + height / 2]
        }"""
    )
    slot = page.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('.tile').dataset.slot", [x, y])
    touch(page, x, y)
    page.wait_for_function("() => document.getElementById('board').style.getPropertyValue('--w') === '40px'")
    box = page.locator(f"#board [data-slot='{slot}']").bounding_box()
    # Above and below, where the board ends, it cannot be moved as far.
    assert box is not None and box["x"] <= x <= box["x"] + box["width"] == box["x"] + 40
    expect(page.locator("#board .sel")).to_have_count(0)


def play_on(table: GamePage, pairs: int) -> None:
    """Take the pairs of the witness up to this number."""
    there = set(table.shown()["present"])
    table.take([pair for pair in table.deal.witness[:pairs] if pair.a in there])
    assert table.shown()["left"] == f"{144 - 2 * pairs} tiles"
