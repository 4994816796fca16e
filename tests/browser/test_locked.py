"""Locked boards and other ends, and every way back from them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import pytest
from playwright.sync_api import Locator, expect

from paishan.play.messages import Status, Take
from paishan.play.ruleset import AGAINST_THE_CLOCK, TAIPEI, ShufflePolicy, taipei
from paishan.play.table import Table
from paishan.solitaire.board import Pair
from paishan.solitaire.deal import Deal
from tests.browser.conftest import Visit
from tests.browser.test_taps import Slow
from tests.browser.visitor import GamePage, Visitor, code_of

pytestmark = pytest.mark.browser

CODE = code_of("first-steps", 2)


def way_into_a_lock(deal: Deal) -> list[Pair]:
    """Pairs by chance that leave tiles and no pair."""
    chance = random.Random(1)
    while True:
        board = deal.board()
        while pairs := list(board.pairs()):
            board.push(chance.choice(pairs))
        if board.left:
            return list(board.taken)


def locked_table(visit: Visit) -> tuple[GamePage, list[Pair], Locator]:
    """A game played into a lock, the pairs that did it, and the sheet that says so."""
    table = visit().open(CODE)
    way = way_into_a_lock(table.deal)
    table.take(way)
    sheet = table.page.get_by_role("dialog", name="No more moves")
    expect(sheet).to_be_visible()
    return table, way, sheet


def test_a_locked_board_says_so_stops_the_clock_and_can_be_undone(visit: Visit) -> None:
    table, way, sheet = locked_table(visit)
    page, left = table.page, 36 - 2 * len(way)
    expect(page.get_by_role("status")).to_have_text(f"No more moves: {left} tiles left and no two free ones match.")
    expect(sheet.locator("#l-said")).to_have_text(
        f"{left} tiles are left and no two free ones match. "
        "Nothing is lost: the clock has stopped, and what was played can be taken back."
    )
    first, second = table.agreed(), table.state()
    assert (first["status"], first["clock"]["running"]) == ("locked", False)
    assert second["clock"] == first["clock"]
    seconds = first["clock"]["ms"] // 1000
    expect(page.locator("#clock")).to_have_text(f"{seconds // 60:02d}:{seconds % 60:02d}")

    sheet.get_by_role("button", name="Look").click()
    expect(sheet).to_be_hidden()
    expect(page.locator("#toast-said")).to_have_text("No more moves on this board.")
    page.get_by_role("button", name="What now?").click()
    expect(sheet).to_be_visible()

    sheet.get_by_role("button", name="Undo").click()
    expect(sheet).to_be_hidden()
    assert table.shown()["left"] == f"{left + 2} tiles"
    state = table.agreed()
    assert (state["status"], state["clock"]["running"]) == ("playing", True)

    table.press("redo")
    expect(sheet).to_be_visible()
    assert table.agreed()["status"] == "locked"


def test_a_locked_board_goes_back_to_the_last_moment_it_could_be_cleared(visit: Visit) -> None:
    table, way, sheet = locked_table(visit)
    table.settled()
    button = sheet.locator("#l-rewind")
    expect(button).to_be_visible()
    steps = table.state()["rewind"]
    expect(button).to_contain_text(f"{steps} step{'s' if steps > 1 else ''} back.")
    button.click()
    expect(sheet).to_be_hidden()
    expect(table.page.locator("#left")).to_have_text(f"{36 - 2 * (len(way) - steps)} tiles")
    state = table.agreed()
    assert (state["status"], state["verdict"], state["rewind"]) == ("playing", "clearable", None)
    assert [tuple(pair) for pair in state["history"]] == way[: len(way) - steps]
    assert len(state["future"]) == steps


def way_into_a_dead_end(deal: Deal) -> list[Pair]:
    """Pairs by chance until it is proved that the board cannot be cleared, while pairs are still to be had."""
    chance = random.Random(1)
    while True:
        table = Table(deal, AGAINST_THE_CLOCK)
        while table.status is Status.PLAYING:
            table.apply(Take(*chance.choice(list(table.board.pairs()))), 0)
            table.consider()
            if table.status is Status.PLAYING and table.state(0).verdict == "dead":
                return list(table.taken)


def test_a_dead_board_says_so_while_there_are_still_pairs(visit: Visit) -> None:
    table = visit().open(CODE)
    page, way = table.page, way_into_a_dead_end(table.deal)
    table.take(way)
    expect(page.locator("#toast-said")).to_have_text("This board can no longer be cleared.")
    expect(page.get_by_role("status")).to_have_text("Proved: this board can no longer be cleared.")
    state = table.agreed()
    assert (state["status"], state["verdict"], state["clock"]["running"]) == ("playing", "dead", True)
    assert state["pairs"] > 0
    page.get_by_role("button", name="What now?").click()
    sheet = page.get_by_role("dialog", name="It can no longer be cleared")
    expect(sheet).to_be_visible()
    sheet.get_by_role("button", name="The last winnable moment").click()
    expect(sheet).to_be_hidden()
    expect(page.locator("#left")).to_have_text(f"{36 - 2 * (len(way) - state['rewind'])} tiles")
    assert table.agreed()["verdict"] == "clearable"


def test_the_same_board_from_the_start_can_be_taken_back(visit: Visit) -> None:
    table, way, sheet = locked_table(visit)
    page = table.page
    sheet.get_by_role("button", name="Restart").click()
    expect(page.locator("#toast-said")).to_have_text("The board is as it was dealt.")
    state = table.agreed()
    assert (state["left"], state["history"][-1]) == (36, "restart")
    page.locator("#toast-act").click()
    expect(page.locator("#left")).to_have_text(f"{36 - 2 * len(way)} tiles")
    expect(sheet).to_be_visible()
    assert table.agreed()["status"] == "locked"


def test_a_new_board_can_be_taken_back(visit: Visit) -> None:
    table, _, sheet = locked_table(visit)
    page, address = table.page, table.page.url
    shown = table.shown()
    sheet.get_by_role("button", name="New board").click()
    page.wait_for_url(lambda url: url != address)
    expect(page.locator("#left")).to_have_text("36 tiles")
    expect(page.locator("#toast-said")).to_have_text("A new board.")
    page.get_by_role("button", name="Back to the previous board").click()
    page.wait_for_url(address)
    expect(page.locator("#left")).to_have_text(shown["left"])
    assert table.agreed()["present"] == shown["present"]


def test_where_no_step_is_taken_back_that_is_not_offered(visit: Visit) -> None:
    visitor = visit()
    table = visitor.open(CODE, taipei(undo=0))
    page = visitor.page
    table.take(table.deal.witness[:2])
    table.press("menu")
    expect(page.locator("#m-restart")).to_have_text("This board from the start")
    table.press("m-restart")
    expect(page.locator("#toast-said")).to_have_text("The board is as it was dealt.")
    expect(page.locator("#toast-act")).to_be_hidden()
    assert table.agreed()["left"] == 36


def test_without_undo_and_shuffle_a_dead_board_promises_no_way_back_and_a_locked_one_is_lost(visit: Visit) -> None:
    visitor = visit(360, 740)
    table = visitor.open(CODE, taipei(undo=0, shuffle=ShufflePolicy.NEVER))
    page, said = table.page, table.page.locator("#l-said")
    way = way_into_a_dead_end(table.deal)
    table.take(way)
    page.get_by_role("button", name="What now?").click()
    expect(said).to_have_text(
        f"Proved: whatever pairs you take, some of the {36 - 2 * len(way)} tiles will be left. "
        "By the rules of this game no step can be taken back."
    )
    page.locator("#l-look").click()
    board = table.deal.board()
    for pair in way:
        board.push(pair)
    while pairs := list(board.pairs()):
        table.take(pairs[:1])
        board.push(pairs[0])
    expect(page.get_by_role("dialog", name="No more moves")).to_be_visible()
    expect(said).to_have_text(
        f"{board.left} tiles are left and no two free ones match. This game is lost; the board can be played again."
    )
    table.settled()
    total = visitor.context.request.get("/api/statistics").json()["total"]
    assert (total["played"], total["won"]) == (1, 0)


def given_up(table: GamePage, ways: Sequence[Pair]) -> Locator:
    """The sheet of a game that is given up after these pairs."""
    table.take(ways)
    table.press("menu")
    table.press("m-giveup")
    sheet = table.page.get_by_role("dialog", name="Given up")
    expect(sheet).to_be_visible()
    return sheet


def test_giving_up_can_be_taken_back(visit: Visit) -> None:
    table = visit().open(CODE)
    page = table.page
    sheet = given_up(table, table.deal.witness[:3])
    state = table.agreed()
    assert (state["status"], state["clock"]["running"]) == ("given-up", False)
    seconds = state["clock"]["ms"] // 1000
    expect(sheet.locator("#o-said")).to_have_text(
        f"30 tiles are left after {seconds // 60:02d}:{seconds % 60:02d}. Counts as a loss."
    )
    expect(page.get_by_role("status")).to_have_text("Given up.")
    expect(page.locator("#toast")).to_be_hidden()
    expect(sheet.get_by_role("button", name="New board")).to_be_focused()
    expect(sheet.get_by_role("link", name="Watch the game")).to_have_attribute("href", f"/watch/{table.id}")

    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(page.locator("#toast-said")).to_have_text("Given up.")
    table.tap(table.deal.witness[3].a)
    expect(page.get_by_role("status")).to_have_text("This game is over.")
    page.get_by_role("button", name="What now?").click()
    expect(sheet).to_be_visible()

    # Whoever comes back to it is told that it is not in play.
    page.reload()
    expect(sheet).to_be_visible()
    sheet.get_by_role("button", name="Undo").click()
    expect(sheet).to_be_hidden()
    expect(page.get_by_role("status")).to_have_text("As it was before.")
    expect(page.locator("#toast")).to_be_hidden()
    table.take(table.deal.witness[3:4])
    assert table.shown()["left"] == "28 tiles"
    state = table.agreed()
    assert (state["status"], state["clock"]["running"]) == ("playing", True)


def test_after_giving_up_another_board_is_begun_or_the_same_one_again(visit: Visit) -> None:
    table = visit(360, 740).open(CODE)
    page, address = table.page, table.page.url
    sheet = given_up(table, table.deal.witness[:1])
    sheet.get_by_role("button", name="The same board again").click()
    expect(page.locator("#toast-said")).to_have_text("The board is as it was dealt.")
    state = table.agreed()
    assert (state["status"], state["left"]) == ("playing", 36)
    table.settled()
    sheet = given_up(table, table.deal.witness[:2])
    sheet.get_by_role("button", name="New board").click()
    page.wait_for_url(lambda url: url != address)
    expect(page.locator("#left")).to_have_text("36 tiles")
    page.get_by_role("button", name="Back to the previous board").click()
    page.wait_for_url(address)
    expect(sheet).to_be_visible()


def test_where_no_step_is_taken_back_giving_up_is_for_good(visit: Visit) -> None:
    sheet = given_up(visit().open(CODE, taipei(undo=0)), [])
    expect(sheet.get_by_role("button", name="Look")).to_be_visible()
    expect(sheet.get_by_role("button", name="Undo")).to_be_hidden()


def given_up_at_once(visitor: Visitor, wish: dict[str, str | int]) -> tuple[str, Locator]:
    """The sheet of a game that was given up before the first pair, and which game it is."""
    asking = visitor.context.request
    game: str = asking.post("/api/games", data=wish).json()["id"]
    body = {"seq": 0, "key": "all", "commands": [{"type": "give-up"}]}
    assert asking.post(f"/api/games/{game}/commands", data=body).ok
    visitor.page.goto(f"/play/{game}")
    sheet = visitor.page.get_by_role("dialog", name="Given up")
    expect(sheet).to_be_visible()
    expect(sheet.get_by_role("button", name="New board")).to_have_count(0)
    return game, sheet


def test_a_level_that_was_given_up_leads_to_itself_and_to_the_map(visit: Visit) -> None:
    visitor = visit(360, 740)
    page = visitor.page
    game, sheet = given_up_at_once(visitor, {"level": 1})
    expect(sheet.get_by_role("link", name="The map")).to_have_attribute("href", "/campaign")
    again = sheet.get_by_role("button", name="The same board again")
    expect(again).to_be_focused()
    again.click()
    page.wait_for_url(lambda url: game not in url)
    expect(page.locator("#title")).to_have_text("Level 1")
    page.wait_for_timeout(1000)
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_days_board_that_was_given_up_leads_to_the_boards_of_the_days(visit: Visit) -> None:
    _, sheet = given_up_at_once(visit(), {"daily": "solitaire", "offset": 0})
    days = sheet.get_by_role("link", name="The boards of the days")
    expect(days).to_be_focused()
    expect(days).to_have_attribute("href", "/daily")
    expect(sheet.get_by_role("button", name="The same board again")).to_be_visible()


def test_a_shuffle_keeps_the_tiles_and_their_places(visit: Visit) -> None:
    table = visit().open(CODE, TAIPEI)
    table.take(table.deal.witness[:6])
    before = table.agreed()
    table.press("shuffle")
    expect(table.page.get_by_role("status")).to_contain_text("The tiles lie anew.")
    after = table.agreed()
    assert (after["left"], after["present"]) == (24, before["present"])
    assert after["faces"] != before["faces"]

    def there(state: dict[str, list[str]]) -> Counter[str]:
        return Counter(state["faces"][int(slot)] for slot in state["present"])

    assert there(after) == there(before)
    assert faces_on(table) == {slot: after["faces"][slot] for slot in after["present"]}
    table.press("undo")
    expect(table.page.get_by_role("status")).to_have_text("As it was before.")
    assert table.agreed()["faces"] == before["faces"]
    assert faces_on(table) == {slot: before["faces"][slot] for slot in before["present"]}


def faces_on(table: GamePage) -> dict[int, str]:
    """What the tiles on the page show."""
    found: dict[str, str] = table.page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll("#board > button:not(.gone)")].map((tile) =>
             [tile.dataset.slot, tile.querySelector("use").getAttribute("href").split("#")[1]]))"""
    )
    return {int(slot): label for slot, label in found.items()}


_LOCK_AND_PRESS = """([slots, ...presses]) => {
  for (const slot of slots) document.querySelector(`#board [data-slot="${slot}"]`).click()
  for (const id of presses) document.getElementById(id).click()
}"""


def test_what_is_chosen_at_once_on_a_locked_board_is_not_covered_by_its_sheet(visit: Visit) -> None:
    """The sheet comes a moment after the lock, when the board is to be begun again already."""
    table = visit().open(CODE)
    page, way = table.page, way_into_a_lock(table.deal)
    table.take(way[:-1])
    table.uncovered(way[-1].a)
    table.uncovered(way[-1].b)
    table.settled()
    slow = Slow(page)
    page.evaluate(_LOCK_AND_PRESS, [list(way[-1]), "m-restart"])

    def time_passes() -> None:
        page.wait_for_timeout(1000)
        expect(page.get_by_role("dialog")).to_have_count(0)

    slow.let_go(time_passes)
    slow.end()
    expect(page.get_by_role("status")).to_contain_text("The board is as it was dealt.")
    assert table.agreed()["status"] == "playing"


def test_the_end_is_told_when_the_sheet_is_closed_that_was_opened_before_it_was(visit: Visit) -> None:
    table = visit().open(CODE)
    page, last = table.page, table.deal.witness[-1]
    table.take(table.deal.witness[:-1])
    table.uncovered(last.a)
    table.uncovered(last.b)
    page.evaluate(_LOCK_AND_PRESS, [list(last), "menu"])
    expect(page.locator("#sheet-menu")).to_be_visible()
    page.wait_for_timeout(1000)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Cleared")).to_be_visible()
