"""Classic on the page: points, combos, stars, the budget of hints, hidden faces, and the ways out of a dead end."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from paishan.pairs import Pair
from paishan.play import campaign
from paishan.play.opening import deal_of
from paishan.play.ruleset import AGAINST_THE_CLOCK, CLASSIC
from tests.browser.conftest import Visit
from tests.browser.test_accessibility import AXE, violations
from tests.browser.test_locked import locked_table, way_into_a_dead_end, way_into_a_lock
from tests.browser.visitor import GamePage, Visitor, code_of

pytestmark = pytest.mark.browser

_QUICK = """(slots) => {
  for (const slot of slots) document.querySelector(`#board [data-slot="${slot}"]`).click()
}"""


def take_quickly(table: GamePage, pairs: Sequence[Pair]) -> None:
    """Take pairs one after the other within a few milliseconds, as no busy machine makes a hand do."""
    table.page.evaluate(_QUICK, [slot for pair in pairs for slot in pair])


def take_all(table: GamePage, pairs: Sequence[Pair]) -> None:
    """Take many pairs by twos: what one pair brings to light is known before, what two bring is not."""
    for at in range(0, len(pairs), 2):
        take_quickly(table, pairs[at : at + 2])
        table.settled()


def text(page: Page, id: str) -> Locator:
    return page.locator(f"#{id}")


def stars_open(page: Page) -> list[bool]:
    """Which of the three marks in the head of the page are whole."""
    found: list[bool] = page.evaluate(
        "[...document.querySelectorAll('#stars .star')].map((star) => !star.classList.contains('off'))"
    )
    return found


def open_level(visitor: Visitor, number: int) -> GamePage:
    answer = visitor.context.request.post("/api/games", data={"level": number})
    visitor.page.goto(f"/play/{answer.json()['id']}")
    deal = deal_of(campaign.level(number).code, CLASSIC, campaign.by_tag)
    return GamePage(visitor.page, deal, visitor.context.request)


def test_a_level_with_a_combo_an_undo_and_two_stars(visit: Visit) -> None:
    """Four quick pairs give 100 + 200 + 300 + 400; undo takes the 400 back, and the count starts again."""
    visitor = visit()
    table = open_level(visitor, 1)
    page, way = table.page, campaign.level(1).witness
    expect(text(page, "title")).to_have_text("Level 1")
    expect(text(page, "score")).to_have_text("0 points")
    take_quickly(table, way[:4])
    assert text(page, "score").text_content() == "1,000 points"
    assert text(page, "combo-times").text_content() == "×4"
    assert stars_open(page) == [True, True, True]
    expect(page.locator("#live")).to_contain_text("400 points.")

    table.press("undo")
    assert text(page, "score").text_content() == "600 points"
    expect(text(page, "combo")).to_be_hidden()
    assert stars_open(page) == [True, True, False]
    table.press("redo")
    assert text(page, "score").text_content() == "1,000 points"
    state = table.agreed()
    assert (state["score"], state["gains"], state["combo"]) == (1000, [100, 200, 300, 400], 0)

    take_all(table, way[4:])
    left = len(way) - 4
    points = 1000 + 100 * left * (left + 1) // 2
    sheet = page.get_by_role("dialog", name="Level 1 cleared")
    expect(sheet).to_be_visible()
    expect(sheet.locator("#w-score")).to_have_text(f"{points:,} points")
    expect(sheet.get_by_role("img", name="2 stars")).to_be_visible()
    expect(sheet.locator("#w-combo")).to_have_text(f"Best combo ×{left}")
    state = table.agreed()
    assert state["score"] == points
    assert state["stars"] == {"clear": True, "time": True, "clean": False}

    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    sheet.get_by_role("button", name="Share").click()
    expect(sheet.locator("#w-share")).to_have_text("Copied")
    shared = page.evaluate("navigator.clipboard.readText()")
    line = rf"Paishan, Level 1: {points:,} points ★★☆ in \d\d:\d\d {re.escape(visitor.server.url)}/watch/{table.id}"
    assert re.fullmatch(line, shared), shared
    expect(sheet.get_by_role("link", name="Watch the game")).to_have_attribute("href", f"/watch/{table.id}")
    sheet.get_by_role("button", name="Level 2").click()
    expect(text(page, "title")).to_have_text("Level 2")
    expect(page.locator("#board")).to_have_attribute("aria-busy", "false")


def test_a_won_board_has_its_place_in_the_list_or_the_reason_why_not(visit: Visit) -> None:
    visitor = visit()
    game = visitor.context.request.post("/api/games", data={"layout": "first-steps", "ruleset": CLASSIC.id}).json()
    visitor.page.goto(f"/play/{game['id']}")
    table = visitor.table(str(visitor.server.record(game["id"]).code), CLASSIC)
    take_all(table, table.deal.witness)
    place = visitor.page.locator("#w-place")
    expect(place).to_have_text(re.compile(r"^Place \d+ among the ten best of this list\.$"))
    visitor.page.keyboard.press("Escape")
    table.press("menu")
    expect(visitor.page.locator("#m-code-said")).to_have_text(str(table.deal.code))

    table = visitor.open(code_of("first-steps", 3), CLASSIC)
    take_all(table, table.deal.witness)
    expect(place).to_have_text("In no list: the board was chosen by its code.")


def test_points_do_not_wait_for_the_network_and_a_slow_line_costs_no_combo(visit: Visit) -> None:
    visitor = visit()
    visitor.bring_about("/commands")
    table = visitor.open(code_of("first-steps", 2), CLASSIC)
    page, way = table.page, table.deal.witness
    cut = "**/commands"
    page.route(cut, lambda route: route.abort())
    take_quickly(table, way[:1])
    assert text(page, "score").text_content() == "100 points"
    page.wait_for_timeout(700)
    take_quickly(table, way[1:2])
    assert text(page, "score").text_content() == "300 points"
    table.press("undo")
    assert text(page, "score").text_content() == "100 points"
    page.unroute(cut)
    state = table.agreed()
    assert (state["score"], state["gains"], state["regains"]) == (100, [100], [200])
    assert text(page, "score").text_content() == "100 points"


def test_what_the_server_counted_is_shown_after_a_reload(visit: Visit) -> None:
    """A pair taken before is taken back for exactly what it gave, before the server has answered."""
    visitor = visit()
    visitor.bring_about("/commands")
    table = visitor.open(code_of("first-steps", 2), CLASSIC)
    page = table.page
    take_quickly(table, table.deal.witness[:3])
    table.settled()
    page.reload()
    expect(text(page, "score")).to_have_text("600 points")
    page.route("**/commands", lambda route: route.abort())
    table.press("undo")
    assert text(page, "score").text_content() == "300 points"


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_the_bar_of_a_combo_shrinks_where_motion_is_wanted(visit: Visit, motion: str) -> None:
    table = visit(360, 740, reduced_motion=motion).open(code_of("first-steps", 2), CLASSIC)
    take_quickly(table, table.deal.witness[:2])
    running = table.page.evaluate("document.getElementById('combo-time').getAnimations().length")
    assert running == (motion == "no-preference")
    expect(text(table.page, "combo")).to_be_visible()
    expect(text(table.page, "combo")).to_be_hidden(timeout=6_000)


def test_three_hints_and_then_the_time_until_the_next(visit: Visit) -> None:
    table = visit(360, 740).open(code_of("first-steps", 2), CLASSIC)
    page = table.page
    expect(text(page, "hint-left")).to_have_text("3 left")
    for left in ("2 left", "1 left"):
        table.press("hint")
        expect(text(page, "hint-left")).to_have_text(left)
    table.press("hint")
    expect(text(page, "hint-left")).to_have_text(re.compile(r"^0[23]:\d\d$"))
    table.press("hint")
    expect(text(page, "toast-said")).to_have_text(re.compile(r"^No hint left\. One more comes in 0[23]:\d\d\.$"))
    state = table.agreed()
    assert (state["used"]["hints"], state["hints"]["left"]) == (3, 0)
    assert stars_open(page) == [True, True, False]


def test_the_stars_explain_themselves(visit: Visit) -> None:
    visitor = visit(360, 740)
    visitor.context.add_init_script(AXE)
    table = visitor.open(code_of("turtle"), CLASSIC)
    page = table.page
    page.get_by_role("button", name="Stars: 3 can still be won").click()
    sheet = page.get_by_role("dialog", name="Three stars")
    expect(sheet.get_by_role("listitem")).to_have_text(
        [
            re.compile(r"Clear the board\s*Still to be won\."),
            re.compile(r"Clear it within 2\.5 s a tile\s*Still to be won: 05:5\d left\."),
            re.compile(r"Clear it without hint, shuffle or undo\s*Still to be won\."),
        ]
    )
    assert violations(page, "stars") == []
    page.keyboard.press("Escape")
    take_quickly(table, table.deal.witness[:1])
    page.keyboard.press("u")
    page.get_by_role("button", name="Stars: 2 can still be won").click()
    expect(sheet.get_by_role("listitem").last).to_contain_text("Not any more.")


_FACES = """() => Object.fromEntries([...document.querySelectorAll("#board > button:not(.gone)")].map((tile) =>
  [tile.dataset.slot, tile.querySelector("use")?.getAttribute("href").split("#")[1] ?? null]))"""


def test_a_face_that_cannot_be_seen_yet_is_nowhere_on_the_page(visit: Visit) -> None:
    """What one pair brings to light is there at once, and nothing of the rest, in the page or in any answer."""
    visitor = visit()
    told: list[str] = []
    visitor.page.on("response", lambda answer: told.append(answer.text()) if "/api/" in answer.url else None)
    table = visitor.open(code_of("turtle"), CLASSIC)
    page, kinds = table.page, [kind.label for kind in table.deal.board().kinds]
    hidden = [slot for slot, face in enumerate(table.state()["faces"]) if face is None]
    assert len(hidden) > 20
    shown = page.evaluate(_FACES)
    assert {int(slot) for slot, face in shown.items() if face is None} == set(hidden)
    assert all(face in (None, kinds[int(slot)]) for slot, face in shown.items())
    embedded = page.evaluate("JSON.parse(document.getElementById('game').textContent).state")
    assert [slot for slot, face in enumerate(embedded["faces"]) if face is None] == hidden
    assert all(embedded["groups"][slot] == -1 for slot in hidden)

    for pair in table.deal.witness:
        before = page.evaluate(_FACES)
        take_quickly(table, [pair])
        at_once = page.evaluate(_FACES)
        state = table.agreed()
        after = page.evaluate(_FACES)
        blank = {int(slot) for slot, face in after.items() if face is None}
        untold = {slot for slot in state["present"] if state["faces"][slot] is None}
        # What another pair had brought to light is told no more, and is not forgotten either.
        assert blank <= untold
        assert all(before[str(slot)] is not None for slot in untold - blank)
        # What lies bare now was known before the answer came.
        bare = page.evaluate("[...document.querySelectorAll('#board > .free')].map((tile) => tile.dataset.slot)")
        assert all(at_once[slot] is not None for slot in bare)
        if sum(face is None for face in after.values()) < sum(face is None for face in before.values()) - 2:
            break
    else:
        pytest.fail("no pair brought a face to light")
    table.press("undo")
    again = table.agreed()
    covered = {slot for slot in again["present"] if again["faces"][slot] is None}
    # The page does not forget what it was told; another one is not told it.
    assert {int(slot) for slot, face in page.evaluate(_FACES).items() if face is None} <= covered
    page.reload()
    assert {int(slot) for slot, face in page.evaluate(_FACES).items() if face is None} == covered


def test_pairs_taken_faster_than_the_line_never_lock_the_board_by_mistake(visit: Visit) -> None:
    """Faces two pairs away may be unknown for a moment; such a tile is told to come, and no end is claimed."""
    visitor = visit()
    table = visitor.open(code_of("turtle"), CLASSIC)
    page = table.page
    held: list[Route] = []
    page.route("**/commands", lambda route: held.append(route))
    for pair in table.deal.witness:
        take_quickly(table, [pair])
    status = page.locator("#live").text_content() or ""
    assert "No more moves" not in status
    unseen = page.evaluate(
        "[...document.querySelectorAll('#board > .free')].filter((tile) => !tile.querySelector('use')).length"
    )
    assert unseen > 0
    page.route("**/commands", lambda route: route.continue_())
    for route in held:
        route.continue_()
    table.settled()
    assert 0 < table.agreed()["left"] < 144


def test_a_dead_board_may_be_shuffled(visit: Visit) -> None:
    table = visit(360, 740).open(code_of("first-steps", 2), CLASSIC)
    page, way = table.page, way_into_a_dead_end(table.deal)
    expect(text(page, "shuffle")).to_be_hidden()
    take_quickly(table, way)
    page.get_by_role("button", name="What now?").click()
    sheet = page.get_by_role("dialog", name="It can no longer be cleared")
    offered = [one.text_content() for one in sheet.locator(".two .opt:visible b").all()]
    assert offered == ["Undo", "Shuffle", "Restart", "Give up", "New board", "Look"]
    expect(sheet.get_by_text("Giving up, or leaving this board for good, counts as a loss.")).to_be_visible()
    sheet.get_by_role("button", name="Shuffle").click()
    expect(page.locator("#live")).to_contain_text("The tiles lie anew.")
    state = table.agreed()
    assert (state["used"]["shuffles"], state["verdict"], state["combo"]) == (1, "clearable", 0)
    expect(text(page, "shuffle")).to_be_hidden()


def test_a_locked_board_stays_in_view_above_its_sheet(visit: Visit) -> None:
    table = visit(360, 740).open(code_of("turtle"), CLASSIC)
    page, way = table.page, way_into_a_lock(table.deal)
    scrolled = "document.getElementById('stage').scrollLeft"
    before = page.evaluate(scrolled)
    take_all(table, way)
    sheet = page.get_by_role("dialog", name="No more moves")
    expect(sheet).to_be_visible()
    page.evaluate("Promise.all(document.getAnimations().map((running) => running.finished.catch(() => {})))")
    table.fits()
    box = sheet.bounding_box()
    assert box is not None
    boxes: list[dict[str, Any]] = page.evaluate(
        """[...document.querySelectorAll("#board > button:not(.gone)")]
             .map((tile) => tile.getBoundingClientRect().toJSON())"""
    )
    assert len(boxes) == 144 - 2 * len(way)
    assert all(tile["bottom"] <= box["y"] + 4 and tile["left"] >= 0 and tile["right"] <= 360 for tile in boxes)
    sheet.get_by_role("button", name="Look").click()
    expect(sheet).to_be_hidden()
    assert page.evaluate(scrolled) == before > 0


def test_a_locked_board_is_rewound_to_its_last_winnable_moment_and_won(visit: Visit) -> None:
    table, _, sheet = locked_table(visit)
    page = table.page
    table.settled()
    sheet.locator("#l-rewind").click()
    expect(sheet).to_be_hidden()
    while (state := table.agreed())["status"] == "playing":
        page.keyboard.press("h")
        expect(page.locator("#board .hint")).to_have_count(2)
        table.take([tuple(table.shown()["hint"])])
    assert state["status"] == "cleared"
    expect(page.get_by_role("dialog", name="First steps cleared")).to_be_visible()
    assert table.state()["used"]["hints"] > 0
    assert AGAINST_THE_CLOCK.hints is None
