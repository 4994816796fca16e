"""Mahjong Connect in the browser: whole games by every kind of hand, upright and not, and every way it can end."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from paishan.codes import Code
from paishan.connect.grid import Gravity
from paishan.connect.prover import Prover
from paishan.play.opening import grid_deal_of
from paishan.play.ruleset import CONNECT, CONNECT_STANDARD, connect
from tests.browser.conftest import Visit
from tests.browser.gridpage import SMALL, WHOLE, GridPage, code_of_grid, open_grid, slide, way_into_a_lock
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser

PAIRS = 42
"""Of the small grid."""
CLEARED = "Cleared"
STILL = "() => ![...document.querySelectorAll('#board > button')].some((tile) => tile.getAnimations().length)"
"""Whether every tile lies where it belongs."""
_COUNT_LINES = """() => {
  window.lines = 0
  new MutationObserver((changes) => changes.forEach(({ addedNodes }) => (window.lines += addedNodes.length)))
    .observe(document.getElementById("traces"), { childList: true })
}"""
"""From now on, count the lines that are shown, however soon they go."""
_NOTE_WHAT_BEGINS = """() => {
  const text = (id) => document.getElementById(id).textContent
  new MutationObserver(() => (window.begun ??= ["left", "score", "clock"].map(text)))
    .observe(document.getElementById("left"), { childList: true })
}"""
"""Note what the page tells when another number of tiles lies there, however soon the clock goes on."""


def phone(visit: Visit) -> Visitor:
    return visit(360, 740, has_touch=True, is_mobile=True, device_scale_factor=2)


def test_a_grid_is_cleared_by_clicks_and_the_points_are_told(visit: Visit) -> None:
    table = open_grid(visit(1440, 900))
    page = table.page
    table.take(table.dealt.witness)
    won = page.get_by_role("dialog", name=CLEARED)
    expect(won).to_be_visible()
    expect(won.locator("#w-score")).to_be_visible()
    state = table.agreed()
    tens, seconds = state["clock"]["ms"] // 10_000, state["clock"]["ms"] / 1000
    bonus = int(5 * 2 * PAIRS - seconds)
    assert state["score"] == 10 * PAIRS - 2 * tens + bonus
    expect(won.locator("#w-score")).to_have_text(f"{state['score']} points")
    told = [f"Pairs: {10 * PAIRS}", f"Time: −{2 * tens}", f"Bonus for a fast win: {bonus}"]
    expect(won.locator("#w-sum li")).to_have_text([line for line in told if line != "Time: −0"])
    expect(won.get_by_role("link", name="Statistics")).to_have_attribute("href", "/statistics")

    page.evaluate(_NOTE_WHAT_BEGINS)
    won.get_by_role("button", name="The same game again").click()
    expect(page.locator("#toast-said")).to_have_text("The board is as it was dealt.")
    assert page.evaluate("window.begun") == [f"{2 * PAIRS} tiles", "0 points", "00:00"]


def test_a_grid_is_cleared_by_fingers_that_drag_on_an_upright_phone(visit: Visit) -> None:
    table = open_grid(phone(visit), rules=CONNECT_STANDARD)
    page = table.page
    width, height = table.boxes()[0][2:]
    assert [width, height] == pytest.approx([55.4, 43.5], abs=0.5)
    table.drag(table.dealt.witness[:20])
    table.press("undo")
    expect(page.locator("#score")).to_have_text("190 points")
    table.press("redo")
    expect(page.locator("#score")).to_have_text("200 points")
    table.drag(table.dealt.witness[20:])
    won = page.get_by_role("dialog", name=CLEARED)
    expect(won).to_be_visible()
    # Without a clock there is neither a bonus nor a time.
    expect(won.locator("#w-score")).to_have_text(f"{10 * PAIRS} points")
    expect(won.locator("#w-time")).to_be_hidden()
    assert table.agreed()["status"] == "cleared"
    assert page.evaluate("[scrollX, scrollY, document.getElementById('stage').scrollTop]") == [0, 0, 0]


def test_a_grid_is_cleared_by_a_mouse_that_drags_in_landscape(visit: Visit) -> None:
    table = open_grid(visit(1440, 900))
    table.drag(table.dealt.witness)
    expect(table.page.get_by_role("dialog", name=CLEARED)).to_be_visible()
    assert table.agreed()["status"] == "cleared"


def test_a_grid_is_cleared_by_taps_on_an_upright_phone(visit: Visit) -> None:
    table = open_grid(phone(visit))
    table.take(table.dealt.witness)
    expect(table.page.get_by_role("dialog", name=CLEARED)).to_be_visible()
    assert table.agreed()["status"] == "cleared"


@pytest.mark.parametrize(("size", "upright"), [((1440, 900), False), ((768, 1024), True)])
def test_a_grid_is_cleared_by_keys_alone(visit: Visit, size: tuple[int, int], upright: bool) -> None:
    table = open_grid(visit(*size))
    table.walk(table.dealt.board(), table.dealt.witness, upright)
    expect(table.page.get_by_role("dialog", name=CLEARED)).to_be_visible()
    assert table.agreed()["used"] == {"hints": 0, "undos": 0, "shuffles": 0}


def test_a_grid_is_given_up_taken_up_again_and_left_for_another(visit: Visit) -> None:
    table = open_grid(phone(visit))
    page, address = table.page, table.page.url
    sheet = page.get_by_role("dialog", name="Given up")
    table.take(table.dealt.witness[:1])
    table.press("menu")
    table.press("m-giveup")
    expect(sheet).to_be_visible()
    expect(sheet.locator("#o-said")).to_contain_text(f"{2 * PAIRS - 2} tiles are left after 00:")
    expect(sheet.get_by_role("button", name="New game")).to_be_focused()
    sheet.get_by_role("button", name="Undo").click()
    expect(sheet).to_be_hidden()
    expect(page.get_by_role("status")).to_have_text("As it was before.")
    table.take(table.dealt.witness[1:2])
    assert table.agreed()["left"] == 2 * PAIRS - 4
    table.press("menu")
    table.press("m-giveup")
    sheet.get_by_role("button", name="New game").click()
    page.wait_for_url(lambda url: url != address)
    expect(page.locator("#left")).to_have_text(f"{2 * PAIRS} tiles")


def test_the_keys_f_and_m_lead_to_tiles_that_can_be_joined(visit: Visit) -> None:
    table = open_grid(visit(1440, 900))
    board = table.dealt.board()
    pairs = list(board.pairs())
    joined = sorted({slot for pair in pairs for slot in pair})
    keys = table.page.keyboard
    walked = []
    for _ in joined:
        keys.press("f")
        walked.append(table.shown()["focus"])
    assert walked == [*joined[1:], joined[0]]
    first = joined[0]
    mates = sorted(slot for pair in pairs if first in pair for slot in pair if slot != first)
    keys.press("m")
    assert table.shown()["focus"] == mates[0]
    keys.press("b")
    expect(table.page.get_by_role("status")).to_contain_text(
        f"84 tiles, 6 rows and 14 columns, {len(pairs)} pairs can be joined."
    )


def test_a_rejected_pair_says_why_and_an_empty_place_lets_go(visit: Visit) -> None:
    table = open_grid(visit(1440, 900))
    page, board = table.page, table.dealt.board()
    says = page.get_by_role("status")
    taken = table.dealt.witness[0]
    table.take([taken])
    board.push(taken)
    tiles = [slot for slot in range(84) if board.present >> slot & 1]
    alike = [(a, b) for a in tiles for b in tiles if a < b and board.groups[a] == board.groups[b]]
    a, b = next(pair for pair in alike if not board.joinable(*pair) and table.laid(pair[0]) == table.laid(pair[1]))
    other = next(slot for slot in tiles if board.groups[slot] != board.groups[a])
    table.tap(a)
    table.tap(b)
    expect(says).to_contain_text("No line with at most two turns joins them.")
    expect(page.locator("#toast-said")).to_contain_text("No line with at most two turns joins them.")
    assert table.shown()["selected"] == [b]
    table.tap(other)
    expect(says).to_contain_text("do not match.")
    assert table.shown()["selected"] == [other]

    x, y, width, height = table.boxes()[tiles[0]]
    page.mouse.click(x + width / 2, y - 10)
    assert table.shown()["selected"] == []
    table.tap(a)
    hole = page.evaluate("(slot) => document.querySelector(`#board [data-slot='${slot}']`).style.left", taken.a)
    assert hole
    column, row = board.grid.at(taken.a)
    near = next(slot for slot in tiles if board.grid.at(slot)[1] == row)
    x, y, width, height = table.boxes()[near]
    page.mouse.click(x + (column - board.grid.at(near)[0] + 0.5) * width, y + height / 2)
    assert table.shown()["selected"] == []

    # A tile that is dragged where it does not go stays where it was, and nothing stays selected.
    table.drag([(a, b)])
    expect(says).to_contain_text("No line with at most two turns joins them.")
    table.drag([(a, other)])
    expect(says).to_contain_text("do not match.")
    assert table.shown()["selected"] == []
    assert table.agreed()["left"] == 82


def test_a_fast_hand_cannot_catch_a_tile_that_vanishes(visit: Visit) -> None:
    """Reports N1: the third of three quick presses falls on a tile whose line is still shown."""
    table = open_grid(visit(1440, 900))
    board = table.dealt.board()
    a, b = next(
        pair for pair in table.dealt.witness
        if pair in list(board.pairs()) and sum(group == board.groups[pair.a] for group in board.groups) == 4
    )  # fmt: skip
    points = [table.middle(slot) for slot in (a, b, b, a, b)]
    table.page.evaluate(_COUNT_LINES)
    for x, y in points:
        table.page.mouse.click(x, y)
    assert table.page.evaluate("window.lines") == 1
    shown = table.shown()
    assert (shown["left"], shown["selected"]) == ("82 tiles", [])
    assert table.agreed()["history"] == [[a, b]]


def lock(visit: Visit) -> tuple[GridPage, list[tuple[int, int]]]:
    """A game that is played to no moves left, the last three pairs by hand, and the pairs that did it."""
    table = open_grid(visit(1440, 900), rules=CONNECT_STANDARD)
    pairs = [(pair.a, pair.b) for pair in way_into_a_lock(table.dealt)]
    table.jump(pairs[:-3])
    table.take(pairs[-3:])
    return table, pairs


def test_no_moves_left_is_said_by_itself_and_can_be_looked_at_shuffled_and_undone(visit: Visit) -> None:
    table, pairs = lock(visit)
    page, left = table.page, 84 - 2 * len(pairs)
    sheet = page.get_by_role("dialog", name="No more moves")
    expect(sheet).to_be_visible()
    expect(sheet.locator("#l-said")).to_contain_text(f"{left} tiles are left, and no line joins two that match.")
    sheet.get_by_role("button", name="Look").click()
    expect(sheet).to_be_hidden()
    page.get_by_role("button", name="What now?").click()
    expect(sheet).to_be_visible()
    score = table.state()["score"]
    assert score == 10 * len(pairs)

    sheet.get_by_role("button", name="Shuffle the tiles").click()
    expect(page.get_by_role("status")).to_contain_text("The tiles lie anew.")
    shuffled = table.agreed()
    assert (shuffled["left"], shuffled["status"], shuffled["score"]) == (left, "playing", score)
    assert shuffled["pairs"] > 0
    expect(page.locator("#score")).to_have_text(f"{score} points")

    table.press("undo")
    expect(sheet).to_be_visible()
    sheet.get_by_role("button", name="Undo").click()
    expect(sheet).to_be_hidden()
    expect(page.locator("#score")).to_have_text(f"{score - 10} points")
    back = table.agreed()
    assert (back["left"], back["status"], back["score"]) == (left + 2, "playing", score - 10)


def test_out_of_a_lock_to_the_last_winnable_moment_and_on_to_a_win(visit: Visit) -> None:
    table, _ = lock(visit)
    page = table.page
    sheet = page.get_by_role("dialog", name="No more moves")
    expect(sheet).to_be_visible()
    table.settled()
    expect(sheet.locator("#l-rewind")).to_be_visible()
    sheet.locator("#l-rewind").click()
    expect(sheet).to_be_hidden()
    expect(page.get_by_role("status")).to_contain_text("Back where the board can still be cleared.")
    state = table.agreed()
    board = table.dealt.board()
    witness = Prover(board.grid, board.groups).proof(sum(1 << slot for slot in state["present"])).witness
    assert witness is not None
    table.jump(witness[:-4])
    table.take(witness[-4:])
    expect(page.get_by_role("dialog", name=CLEARED)).to_be_visible()
    assert table.agreed()["score"] == 10 * PAIRS


def test_a_hint_costs_ten_points_and_is_shown_by_more_than_colour(visit: Visit) -> None:
    # Where time costs nothing, however long the machine takes for it.
    table = open_grid(visit(1440, 900), rules=CONNECT_STANDARD)
    page = table.page
    page.keyboard.press("h")
    expect(page.locator("#board .hint")).to_have_count(2)
    state = table.agreed()
    assert (state["score"], state["used"]["hints"]) == (-10, 1)
    expect(page.locator("#score")).to_have_text("−10 points")
    assert table.shown()["hint"] == sorted(state["hint"])
    badge = "(mark) => [...document.querySelectorAll('#board .hint')].map((tile) => getComputedStyle(tile, mark).width)"
    assert all(float(width.removesuffix("px")) >= 16 for width in page.evaluate(badge, "::after"))
    a = state["hint"][0]
    column, row = table.dealt.grid.at(a)
    expect(page.get_by_role("status")).to_contain_text(f"row {row + 1}, column {column + 1}")
    # What an undo gives back is what the pair gave, and not the hint (connect.md).
    table.take([tuple(state["hint"])])
    expect(page.locator("#score")).to_have_text("0 points")
    table.press("undo")
    expect(page.locator("#score")).to_have_text("−10 points")
    assert table.agreed()["score"] == -10


def turn(page: Page, width: int, height: int) -> None:
    """Turn the phone, and wait until the tiles lie the other way."""
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function(
        """(upright) => {
          const at = (slot) => document.querySelector(`#board [data-slot="${slot}"]`).style
          return upright === (at(0).left !== at(14).left)
        }""",
        arg=height > width,
    )


def test_turning_the_phone_keeps_the_game_and_the_selection(visit: Visit) -> None:
    """Held upright, rows and columns change over; the game, its slots and its faces are the same."""
    visitor = phone(visit)
    table = open_grid(visitor)
    table.take(table.dealt.witness[:5])
    held = table.dealt.witness[5]
    table.tap(held.a)
    table.settled()
    before = table.state()
    column, row = table.dealt.grid.at(held.b)
    joins = sum(held.b in pair for pair in list_of_pairs(table, 5))
    rest = f"joins {'one tile' if joins == 1 else f'{joins} tiles'} now"
    for width, height in ((740, 360), (360, 740), (740, 360)):
        turn(table.page, width, height)
        upright = height > width
        assert table.shown()["selected"] == [held.a]
        boxes = table.boxes()
        assert set(boxes) == set(before["present"])
        for left, top, wide, high in boxes.values():
            assert min(left, top) >= 0 and left + wide <= width and top + high <= height
            assert max(wide, high) >= 38
        seen_row, seen_column = (column, row) if upright else (row, column)
        name = table.name(held.b)
        assert name.endswith(f", row {seen_row + 1}, column {seen_column + 1}, {rest}"), name
    assert table.agreed()["history"] == before["history"]
    table.tap(held.b)
    assert table.shown()["left"] == "72 tiles"


def list_of_pairs(table: GridPage, moves: int) -> list[tuple[int, int]]:
    """What can be taken after so many pairs of the witness."""
    board = table.dealt.board()
    for pair in table.dealt.witness[:moves]:
        board.push(pair)
    return [(pair.a, pair.b) for pair in board.pairs()]


@pytest.mark.parametrize("gravity", [Gravity.DOWN, Gravity.SIDEWAYS])
@pytest.mark.parametrize("upright", [False, True])
def test_tiles_that_fall_are_where_the_server_has_them(visit: Visit, gravity: Gravity, upright: bool) -> None:
    table = open_grid(phone(visit) if upright else visit(1440, 900), rules=connect(gravity=gravity))
    for pair in table.dealt.witness[:6]:
        table.take([pair])
        # A press where a tile was a moment ago hits the one that has come there.
        table.page.wait_for_function(STILL)
    assert laid_on(table) == there(table.agreed())
    table.press("undo")
    table.press("undo")
    assert laid_on(table) == there(table.agreed())
    table.press("redo")
    state = table.agreed()
    assert laid_on(table) == there(state)
    assert len(state["history"]) == 5
    # To the bottom or to the left, whichever way the phone is held.
    down = gravity is Gravity.DOWN
    lanes: dict[int, list[float]] = {}
    for slot, (left, top, *_) in table.boxes().items():
        x, y = table.dealt.grid.at(slot)
        lanes.setdefault(x if down else y, []).append(top if down != upright else -left)
    assert len({round(max(lane)) for lane in lanes.values()}) == 1


def test_undo_lets_nothing_glide_or_shine_that_is_no_more(visit: Visit) -> None:
    table = open_grid(visit(1440, 900), rules=connect(gravity=Gravity.DOWN))
    table.settled()
    places = table.boxes()
    board = table.dealt.board()
    pair = table.dealt.witness[0]
    board.push(pair)
    assert board.moved
    table.page.evaluate(_COUNT_LINES)
    table.take([pair])
    assert table.page.evaluate("window.lines") == 1
    table.page.keyboard.press("u")
    assert table.page.evaluate(f"[({STILL})(), document.getElementById('traces').childElementCount]") == [True, 0]
    assert table.boxes() == places


def there(state: dict[str, list[str]]) -> dict[int, str]:
    """What the server says lies on each slot."""
    return {int(slot): state["faces"][int(slot)] for slot in state["present"]}


def laid_on(table: GridPage) -> dict[int, str]:
    """What the page shows on each slot."""
    found: dict[str, str] = table.page.evaluate(
        """Object.fromEntries([...document.querySelectorAll("#board > button:not(.gone)")].map((tile) =>
             [tile.dataset.slot, tile.querySelector("use").getAttribute("href").split("#")[1]]))"""
    )
    return {int(slot): label for slot, label in found.items()}


def test_a_game_is_chosen_with_its_rules_explained(visit: Visit) -> None:
    visitor = visit(360, 740)
    page = visitor.page
    page.goto("/connect")
    meaning = page.locator(".meaning > div:visible")
    expect(meaning.get_by_role("heading")).to_have_text("Mahjong Connect")
    expect(meaning).to_contain_text("A win gives a point for every full second by which it is faster than 5 s a tile.")
    for choice in ("Standard, no time", "Tiles fall down", "Inside only"):
        page.get_by_label(choice, exact=True).check()
    expect(meaning.get_by_role("heading")).to_have_text(
        "Mahjong Connect, falling tiles, lines inside, standard scoring"
    )
    expect(meaning).not_to_contain_text("ten seconds")
    page.get_by_role("button", name="14 × 6").click()
    page.wait_for_url("**/play/*")
    game = visitor.context.request.get(f"/api/games/{page.url.rpartition('/')[2]}").json()
    assert (game["ruleset"]["id"], game["layout"]["id"]) == ("connect-down-inside-standard", SMALL)
    expect(page.locator("#clock")).to_be_hidden()


def test_a_code_is_played_by_the_rules_that_are_chosen(visit: Visit) -> None:
    """Falling tiles are dealt in another way, so that the code alone does not say which tiles lie where."""
    visitor = visit(1440, 900)
    page = visitor.page
    page.goto("/connect")
    page.get_by_label("Tiles fall down", exact=True).check()
    page.get_by_text("Play a grid by its code").click()
    page.locator("#code").fill(code_of_grid(SMALL).lower())
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/play/*")
    table = GridPage(visitor, code_of_grid(SMALL), connect(gravity=Gravity.DOWN))
    assert laid_on(table) == dict(enumerate(kind.label for kind in table.dealt.kinds))
    assert table.dealt.kinds != grid_deal_of(Code.parse(code_of_grid(SMALL)), CONNECT).kinds


def test_a_selected_tile_that_falls_in_another_window_is_let_go(visit: Visit) -> None:
    """Reports S6: the same place holds another tile then, which nobody chose."""
    table = open_grid(visit(1440, 900), rules=connect(gravity=Gravity.DOWN))
    page, pair = table.page, table.dealt.witness[0]
    board = table.dealt.board()
    board.push(pair)
    place = next(slot for _, slot in board.moved if board.kinds[slot] != table.dealt.kinds[slot])
    table.tap(place)
    table.settled()
    body = {
        "seq": table.state()["seq"],
        "key": "another-window",
        "commands": [{"type": "take", "a": pair.a, "b": pair.b}],
    }
    assert page.context.request.post(f"/api/games/{table.id}/commands", data=body).status == 200
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("#left")).to_have_text(f"{2 * PAIRS - 2} tiles")
    assert table.shown()["selected"] == []


def test_turning_the_phone_ends_a_drag(visit: Visit) -> None:
    table = open_grid(visit(1000, 700))
    page = table.page
    x, y = table.middle(20)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 90, y + 60, steps=3)
    expect(page.locator("#board .dragged")).to_have_count(1)
    page.set_viewport_size({"width": 500, "height": 900})
    expect(page.locator("#board .dragged, #board .over")).to_have_count(0)
    page.mouse.move(x + 100, y + 100)
    page.mouse.up()
    assert table.shown()["selected"] == []
    assert table.agreed()["left"] == 2 * PAIRS


def test_a_phone_on_its_side_has_the_pile_at_the_top_right_and_shows_all_of_the_grid_beside_a_sheet(
    visit: Visit,
) -> None:
    table = open_grid(visit(740, 360, has_touch=True, is_mobile=True, device_scale_factor=2), WHOLE)
    table.take(table.dealt.witness[:1])
    page = table.page
    pile = page.locator("#pile").bounding_box()
    assert pile is not None
    assert pile["x"] > 740 - 92
    assert pile["y"] + pile["height"] < 60
    table.press("menu")
    page.wait_for_function("() => document.getElementById('stage').clientWidth < 400")
    table.fits()
    room = page.locator("#stage").bounding_box()
    assert room is not None
    boxes = table.boxes().values()
    assert min(left for left, *_ in boxes) >= room["x"]
    assert max(left + width for left, _, width, _ in boxes) <= room["x"] + room["width"]
    page.keyboard.press("Escape")
    page.wait_for_function("() => document.getElementById('stage').clientWidth > 500")
    table.fits()
    assert max(table.boxes()[1][2:]) >= 38


def test_tiles_of_the_whole_grid_are_as_large_as_a_phone_allows(visit: Visit) -> None:
    """Eight columns on 360 pixels, with a lane of nine on both sides for the line: (360 − 18) / 8 = 42.75."""
    visitor = phone(visit)
    table = open_grid(visitor, WHOLE, CONNECT)
    assert table.boxes()[0][2:] == pytest.approx((42.4, 34.2), abs=0.5)
    # The bars of a browser leave less height, but not less width.
    visitor.page.set_viewport_size({"width": 360, "height": 620})
    visitor.page.wait_for_function("() => document.getElementById('stage').clientHeight < 600")
    table.fits()
    boxes = table.boxes()
    assert boxes[0][2:] == pytest.approx((42.4, 27.7), abs=0.5)
    assert max(top + height for _, top, _, height in boxes.values()) < 620 - 50
    small = """[...document.querySelectorAll("button:not(.tile), a")]
      .map((at) => [at.id || at.textContent.trim().slice(0, 20), at.getBoundingClientRect()])
      .filter(([, box]) => box.width && (box.width < 44 || box.height < 44)).map(([name]) => name)"""
    assert visitor.page.evaluate(small) == []


def test_letters_of_twice_the_size_push_no_button_off_a_phone(visit: Visit) -> None:
    visitor = phone(visit)
    visitor.context.new_cdp_session(visitor.page).send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
    table = open_grid(visitor, WHOLE)
    sides = "[...document.querySelectorAll('.game button, .game a')].map((at) => at.getBoundingClientRect())"
    inside = (
        f"{sides}.filter((box) => box.width).every((box) => box.left >= 0 && box.right <= 360 && box.bottom <= 740)"
    )
    assert visitor.page.evaluate(inside)
    assert max(table.boxes()[0][2:]) >= 38


def test_a_grid_that_is_too_large_for_a_phone_is_panned_by_the_finger_that_would_drag(visit: Visit) -> None:
    visitor = phone(visit)
    table = open_grid(visitor, "connect-24x12", CONNECT_STANDARD)
    page = table.page
    assert table.boxes()[0][2:] == pytest.approx((40, 48), abs=0.1)
    expect(page.locator("#overview")).to_be_visible()
    before = page.evaluate("[document.getElementById('stage').scrollLeft, document.getElementById('stage').scrollTop]")
    slide(visitor.context.new_cdp_session(page), (180, 200), (80, 420))
    page.wait_for_function(
        """([left, top]) => {
          const { scrollLeft, scrollTop } = document.getElementById("stage")
          return scrollLeft > left + 50 && scrollTop < top - 100
        }""",
        arg=before,
    )
    # A tap on a board that still glides would only stop it.
    page.evaluate(
        """() => new Promise((done) => {
          const stage = document.getElementById("stage")
          let last = -1
          const look = () => {
            const now = stage.scrollLeft * 10000 + stage.scrollTop
            if (now === last) return done()
            last = now
            setTimeout(look, 500)
          }
          look()
        })"""
    )
    shown = table.shown()
    assert (shown["left"], shown["selected"]) == ("288 tiles", [])
    table.take(table.dealt.witness[:2])
    assert table.agreed()["left"] == 284


def test_a_sheet_beside_the_grid_does_not_turn_it(visit: Visit) -> None:
    """With the menu open the stage of this window is higher than wide."""
    table = open_grid(visit(1100, 900))
    table.press("menu")
    table.page.wait_for_function("() => document.getElementById('stage').clientWidth < 720")
    table.fits()
    boxes = table.boxes()
    assert boxes[1][0] > boxes[0][0]
    assert boxes[1][1] == boxes[0][1]
    table.page.keyboard.press("Escape")
    table.page.wait_for_function("() => document.getElementById('stage').clientWidth > 1000")
    table.fits()
    assert table.boxes()[1][1] == table.boxes()[0][1]
