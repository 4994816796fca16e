"""Matches of Chuo Pai in the browser: by touch, by keyboard, through kills; what is shown, told and refused."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.chuopage import EASY, ChuoPage, any_play, code_of, open_match
from tests.browser.conftest import Visit
from tests.browser.serving import Server
from tests.browser.visitor import NO_SERVER

pytestmark = pytest.mark.browser

PASSED = "You cannot beat it, so you pass."


def passes(state: dict[str, Any]) -> int:
    """How often the player passed."""
    return sum(play == {"seat": 0, "cards": []} for past in state["rounds"] for play in past["plays"])


def fits(match: ChuoPage, least: int = 38) -> None:
    """Nothing of the table lies beside the screen, and every stack is wide enough for a finger."""
    found = match.page.evaluate(
        """() => {
          const boxes = [...document.querySelectorAll("#held button:not([hidden]), .tool:not([hidden]), .seat")]
            .map((part) => part.getBoundingClientRect())
          const { scrollWidth, scrollHeight } = document.documentElement
          const out = (box) =>
            box.left < 0 || box.right > innerWidth || box.top < 0 || box.bottom > innerHeight
          return {
            wide: scrollWidth - innerWidth, high: scrollHeight - innerHeight, outside: boxes.filter(out).length,
            narrow: Math.min(...boxes.map((box) => box.width)),
          }
        }"""
    )
    assert (found["wide"], found["high"], found["outside"]) == (0, 0, 0)
    assert found["narrow"] >= least


def test_a_whole_match_of_a_series_by_touch_on_a_small_phone(visit: Visit) -> None:
    match = open_match(visit(360, 740, has_touch=True, is_mobile=True), rules=EASY, series=True)
    chance = random.Random(1)
    state = match.agreed()
    fits(match)
    assert match.shown()["match"] == "Match 1 of 3"
    while state["status"] == "playing":
        match.lay(any_play(state, chance))
        state = match.agreed()
    over = match.page.get_by_role("dialog")
    expect(over).to_be_visible()
    title = {"won": "^You win$", "lost": "^(Wen|Ansa) wins$|^Wen and Ansa share", "shared": "share"}[state["outcome"]]
    expect(over.get_by_role("heading", level=2)).to_have_text(re.compile(title))
    points = [seat["points"] for seat in state["seats"]]
    told = over.locator("#o-result li").all_inner_texts()
    assert [int(re.search(r"(\d+) in the pile", line)[1]) for line in told] == sorted(points, reverse=True)  # type: ignore[index]
    assert sum(points) + sum(len(seat["wasted"]) + seat["cards"] for seat in state["seats"]) == 84
    # An automatic pass is told each time.
    assert sum(text.count(PASSED) for text in match.heard()) == passes(state)
    expect(over.locator("#o-lessons li").first).to_contain_text(re.compile("Round|No lead"))
    expect(over.locator("#o-series")).to_contain_text("After 1 of 3 matches")
    with match.page.expect_navigation():
        over.get_by_role("button", name="Next match of the series").click()
    match.page.wait_for_url("**/play/*")
    expect(match.page.locator("#match")).to_have_text("Match 2 of 3")


@pytest.mark.parametrize(
    ("totals", "said"),
    [
        ((68, 65, 66), "After 3 of 3 matches: you 68, Wen 65, Ansa 66. You win the series."),
        ((60, 65, 64), "After 3 of 3 matches: you 60, Wen 65, Ansa 64. Wen wins the series."),
        ((60, 61, 61), "After 3 of 3 matches: you 60, Wen 61, Ansa 61. The series is shared: Wen and Ansa."),
    ],
)
def test_the_end_of_a_series_says_who_won_it(visit: Visit, totals: tuple[int, ...], said: str) -> None:
    match = open_match(visit(360, 740), rules=EASY, series=True)
    standing = {"id": "s", "of": 3, "points": [[20, 20, 20]] * 3, "totals": totals, "next": False}
    match.page.route("**/api/series/*", lambda route: route.fulfill(json=standing))
    match.press("menu")
    match.press("m-giveup")
    expect(match.page.locator("#o-series")).to_have_text(said)
    expect(match.page.locator("#o-next")).to_be_hidden()


def test_a_whole_match_by_keyboard(visit: Visit) -> None:
    match = open_match(visit(), rules=EASY)
    page, chance = match.page, random.Random(2)
    state = match.agreed()
    while state["status"] == "playing":
        cards = any_play(state, chance)
        if match.shown()["chosen"] != cards:
            page.keyboard.press("Escape")
            for figure, number in Counter(cards).items():
                go_to(match, figure)
                for _ in range(5):
                    page.keyboard.press("Enter")
                    if match.shown()["chosen"].count(figure) == number:
                        break
        elif not str(match.shown()["focus"]).isdigit():
            page.keyboard.press("ArrowRight")
        assert match.shown()["chosen"] == cards
        page.keyboard.press(" ")
        state = match.agreed()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    # What was focused is gone with the cards; the focus is not lost with it.
    assert match.shown()["focus"]


def go_to(match: ChuoPage, figure: int) -> None:
    """Go to a stack with the arrows; they are in the order of their numbers."""
    for _ in range(30):
        focus = str(match.shown()["focus"])
        if focus == str(figure):
            return
        match.page.keyboard.press("ArrowLeft" if focus.isdigit() and int(focus) > figure else "ArrowRight")
    raise AssertionError(f"the arrows do not lead to figure {figure}")


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path)
    server.start()
    yield server
    server.stop()


def test_a_match_goes_on_after_kills_in_the_middle_of_rounds_and_after_a_reload(visit: Visit, mortal: Server) -> None:
    visitor = visit(at=mortal)
    visitor.bring_about(NO_SERVER)
    match = open_match(visitor, code_of(7), EASY)
    chance = random.Random(3)
    state = match.agreed()
    played = []
    for turn in range(3):
        while not state["to_beat"]:
            played.append(min(state["legal"], key=lambda group: len(group["plays"]))["plays"][0])
            match.lay(played[-1])
            state = match.agreed()
        played.append(any_play(state, chance))
        mortal.kill()
        match.lay(played[-1])
        assert match.shown()["mat"][-1].startswith("You beat")
        if turn == 1:
            mortal.start()
            match.page.reload()
        else:
            mortal.start()
        state = match.agreed()
    replay = visitor.context.request.get(f"/api/games/{match.id}").json()["state"]
    assert replay["history"] == [sorted(cards) for cards in played]


def test_what_can_beat_is_marked_and_what_cannot_says_why(visit: Visit) -> None:
    # Ansa leads one Bench, the lowest of the Main family.
    match = open_match(visit(), code_of(1))
    assert match.shown()["say"] == (
        "Your turn: beat one Bench. You can, so you must: with one higher card of the Main family."
    )
    assert match.shown()["can"] == [0, 1, 2, 3, 4]
    for figure, why in (
        (6, "Bench does not beat its own likeness; only a higher one does."),
        (7, "Cat is of the Yao family; only the Main family beats this."),
        (18, "Red Five is of the Red family; only the Main family beats this."),
    ):
        match.tap(figure)
        assert (match.shown()["say"], match.shown()["chosen"]) == (why, [])
    match.press("play")
    assert match.shown()["say"] == "Choose what to play first."
    assert match.state()["history"] == []
    stack = match.page.locator("#held [data-figure='3']")
    expect(stack).to_have_accessible_name("Harmony, one-three, Main family, 3 in hand, can beat")
    # One card is to be beaten, so that one is chosen, and the next press chooses none.
    match.tap(3)
    assert (match.shown()["chosen"], match.shown()["play"]) == ([3], "Play 1-3, one")
    match.tap(3)
    assert match.shown()["chosen"] == []


def test_passing_is_refused_to_whoever_can_beat_or_leads(visit: Visit) -> None:
    match = open_match(visit(), rules=EASY)
    state = match.agreed()
    seen: set[str] = set()
    while len(seen) < 2 and state["status"] == "playing":
        match.press("pass")
        said = "You can beat it, so you must." if state["to_beat"] else "You lead, so you must lay something."
        assert match.shown()["say"] == said
        seen.add(said)
        match.lay(state["legal"][-1]["plays"][0])
        state = match.agreed()
    assert len(seen) == 2


def test_what_the_others_do_is_shown_act_by_act_and_can_be_hurried(visit: Visit) -> None:
    match = open_match(visit(), code_of(1), pace="slow", memory=True)
    match.lay([4])
    expect(match.page.locator("#play-said")).to_have_text("Go on")
    before = len(match.heard())
    assert match.shown()["cards"][0] == 25
    match.press("play")
    match.agreed()
    assert len(match.heard()) > before


def test_the_rest_of_a_double_tap_on_play_does_nothing(visit: Visit) -> None:
    match = open_match(visit(), code_of(1), pace="slow")
    twice = "() => { for (let n = 0; n < 3; n++) document.getElementById('play').click() }"
    match.choose([4])
    match.page.evaluate(twice)
    # It skips nothing of what the others answer …
    assert match.shown()["say"] == "You beat with one Long Three."
    expect(match.page.locator("#play-said")).to_have_text("Go on")
    match.page.wait_for_timeout(350)
    match.page.evaluate(twice)
    # … and after it was skipped, what is asked stays to be read, and the only play is not laid unseen.
    state = match.agreed()
    assert len(state["history"]) == 1
    assert match.shown()["say"].startswith(("Your turn: beat", "Your lead."))


def test_a_pass_tells_what_is_not_held_when_the_memory_aid_is_on(visit: Visit) -> None:
    match = open_match(visit(), rules=EASY, memory=True)
    chance = random.Random(4)
    state = match.agreed()
    while state["status"] == "playing":
        match.lay(any_play(state, chance))
        state = match.agreed()
    passed = [text for text in match.heard() if "cannot beat it and passes." in text]
    assert passed
    assert any(re.search(r"So (Wen|Ansa) has (no|fewer than \w+ of each)", text) for text in passed)


def test_undo_and_hint_in_a_free_match(visit: Visit) -> None:
    match = open_match(visit(), rules="chuo-pai-undo-vs-beginner-beginner")
    first = match.agreed()
    match.lay(any_play(first, random.Random(5)))
    assert match.agreed()["history"]
    match.press("undo")
    match.page.wait_for_function("() => document.getElementById('undo').ariaDisabled === 'true'")
    state = match.agreed()
    assert (state["hand"], state["history"]) == (first["hand"], [])
    match.press("hint")
    expect(match.page.locator("#say")).to_contain_text("Hint: ")
    assert match.shown()["chosen"] == match.state()["hint"]


@pytest.mark.parametrize(
    ("number", "lead", "later"),
    # After the first lead two Harmonies are the only play; a combination is one of many that can be led.
    [(21, [1], [3, 3]), (4, [0], [3, 18])],
)
def test_what_is_chosen_for_a_later_turn_is_not_chosen_after_an_undo(
    visit: Visit, number: int, lead: list[int], later: list[int]
) -> None:
    match = open_match(visit(), code_of(number), rules="chuo-pai-undo-vs-beginner-beginner")
    match.lay(lead)
    match.agreed()
    match.choose(later)
    match.press("undo")
    first = match.agreed()
    # It could be led now as well, but that is another turn.
    assert (first["history"], first["to_beat"], match.shown()["chosen"]) == ([], None, [])
    assert any(later == play for group in first["legal"] for play in group["plays"])


def test_the_choice_of_opponents_becomes_the_ruleset(visit: Visit) -> None:
    page = visit(360, 740).page
    page.goto("/chuo")
    page.get_by_label("Strength").nth(0).select_option("Master")
    page.get_by_label("Character").nth(0).select_option("bold")
    page.get_by_label("Strength").nth(1).select_option("Easy")
    page.get_by_label("Three, led first in turn").check()
    page.get_by_label("Free, with undo").check()
    page.get_by_text("Other readings of the rules").click()
    page.get_by_label("At most four cards").check()
    page.get_by_role("button", name="Deal").click()
    page.wait_for_url("**/play/*")
    game = page.evaluate("() => JSON.parse(document.getElementById('game').textContent)")
    assert game["ruleset"]["id"] == "chuo-pai-four-cards-undo-vs-master-bold-easy"
    assert game["series"]["match"] == 1
    page.goto("/chuo")
    assert page.get_by_label("Strength").nth(0).input_value() == "master"


def test_a_guided_first_match_gives_tips_until_they_are_closed(visit: Visit) -> None:
    visitor = visit(360, 740)
    visitor.context.add_init_script(
        "localStorage.getItem('paishan.chuo') ?? localStorage.setItem('paishan.chuo', '{\"pace\": \"once\"}')"
    )
    page = visitor.page
    page.goto("/chuo")
    page.get_by_role("button", name="A guided first match").click()
    page.wait_for_url("**/play/*")
    expect(page.locator("#tip-said")).to_contain_text(re.compile("burden|must beat"))
    page.locator("#tip-close").click()
    expect(page.locator("#tip")).to_be_hidden()
    page.reload()
    expect(page.locator("#held")).to_have_attribute("aria-busy", "false", timeout=20_000)
    expect(page.locator("#tip")).to_be_hidden()


def test_what_the_others_did_before_a_reload_is_not_done_once_more(visit: Visit) -> None:
    """The page was made before the server heard the last words of the one before, and asks for their answer again."""
    visitor = visit()
    match = open_match(visitor, code_of(1))
    page, asking, address = match.page, visitor.context.request, match.page.url
    page.goto("/chuo")
    # The match pauses when its page is left.
    while not (state := match.state())["paused"]:
        page.wait_for_timeout(20)
    made = asking.get(address).text()
    last = {"seq": state["seq"], "key": "last-words", "commands": [{"type": "resume"}]}
    assert asking.post(f"/api/games/{match.id}/commands", data=last).status == 200
    unsent = json.dumps({"batches": [last], "waiting": []})
    page.evaluate("([key, unsent]) => localStorage.setItem(key, unsent)", [f"paishan.unsent.{match.id}", unsent])
    page.route(address, lambda route: route.fulfill(body=made, content_type="text/html"))
    page.goto(address)
    assert match.agreed()["seq"] > state["seq"]
    assert match.heard() == []


def test_without_a_connection_the_match_says_what_it_waits_for(visit: Visit) -> None:
    match = open_match(visit(), code_of(1))
    match.visitor.bring_about(NO_SERVER)
    page, state = match.page, match.state()
    match.press("hint")
    match.settled()
    match.visitor.context.set_offline(True)
    match.press("play")
    gone = "No connection. The match goes on when there is one; what you did is kept."
    expect(page.locator("#say")).to_have_text(gone)
    match.visitor.context.set_offline(False)
    match.settled()
    expect(page.locator("#say")).not_to_have_text(gone)
    assert match.state()["seq"] > state["seq"] + 1


@pytest.mark.parametrize("act", ["giveup", "restart"])
def test_what_the_menu_asks_for_without_a_connection_says_that_it_needs_one(visit: Visit, act: str) -> None:
    match = open_match(visit(), code_of(1))
    match.visitor.bring_about(NO_SERVER)
    page = match.page
    match.press("hint")
    match.press("play")
    match.settled()
    match.visitor.context.set_offline(True)
    for _ in range(2):
        page.keyboard.press("p")
    expect(page.locator("#toast-said")).to_contain_text("No connection.")
    page.locator("#menu").click()
    page.locator(f"#m-{act}").click()
    expect(page.locator("#toast-said")).to_have_text("This needs a connection, and there is none now.")
    match.visitor.context.set_offline(False)
    match.settled()


def test_a_seat_is_told_with_its_name_once(visit: Visit) -> None:
    match = open_match(visit(), code_of(1), EASY)
    seats = [match.page.locator(f"#seat-{seat}").get_attribute("aria-label") for seat in range(3)]
    _, wen, ansa = (seat["character"] for seat in match.state()["seats"])
    assert match.shown()["turn"] == [0]
    named = [str(seat).split(":")[0] for seat in seats]
    assert named == ["You, your turn", f"Wen, {wen}, beginner", f"Ansa, {ansa}, easy"]
    match.press("menu")
    match.press("m-giveup")
    expect(match.page.locator("#seat-0")).to_have_attribute("aria-label", re.compile("^You: 26 cards"))


def test_no_key_plays_under_a_sheet_and_pause_covers_the_hand(visit: Visit) -> None:
    match = open_match(visit(), code_of(1))
    page = match.page
    match.tap(3)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard")).to_be_visible()
    page.keyboard.press("h")
    page.locator("#sheet-keys h2").click()
    page.keyboard.press(" ")
    page.keyboard.press("Escape")
    match.settled()
    assert match.state()["history"] == []
    assert match.state()["used"]["hints"] == 0
    page.keyboard.press("p")
    expect(page.locator("#held")).to_be_hidden()
    page.keyboard.press("Enter")
    expect(page.locator("#held")).to_be_visible()
    page.locator("#held [data-figure='3']").focus()
    page.keyboard.press(" ")
    assert len(match.agreed()["history"]) == 1
