"""A match of Chuo Pai that is watched again: all hands open, play by play, by whoever has the address."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from paishan.play.chuo.frames import frames
from paishan.records import Record
from tests.browser.chuopage import EASY, any_play, code_of
from tests.browser.conftest import Visit
from tests.browser.test_accessibility import AXE, violations
from tests.browser.visitor import Visitor, stop_time

pytestmark = pytest.mark.browser

_SHOWN = """() => {
  const cards = (within) => [...document.querySelectorAll(`${within} .stk`)].flatMap((stack) =>
    Array(stack.querySelectorAll(".dom").length).fill(Number(stack.dataset.figure)))
  const number = (seat, kind) => Number(document.querySelector(`#seat-${seat} .${kind}`).textContent)
  return [0, 1, 2].map((seat) => ({
    hand: cards(`#seat-${seat} .open`), taken: cards(`#taken-${seat}`),
    counts: ["held", "points", "vain"].map((kind) => number(seat, kind)),
  }))
}"""


def played(visitor: Visitor, rules: str = EASY, undo: bool = False) -> str:
    """A match played out by the API, anyhow; gives its id."""
    asking, chance = visitor.context.request, random.Random(6)
    code = {"code": code_of(5)} if undo else {"game": "chuopai"}
    game = asking.post("/api/games", data={"ruleset": rules, **code}).json()

    def say(state: dict[str, Any], *commands: dict[str, Any]) -> dict[str, Any]:
        body = {"seq": state["seq"], "key": f"from{state['seq']}", "commands": commands}
        answer = asking.post(f"/api/games/{game['id']}/commands", data=body)
        assert answer.status == 200, answer.text()
        newer: dict[str, Any] = answer.json()["state"]
        return newer

    state = say(game["state"], {"type": "begin"})
    if undo:
        state = say(state, {"type": "hint"}, {"type": "play", "cards": any_play(state, chance)}, {"type": "undo"})
        state = say(state, {"type": "redo"}, {"type": "restart"})
    while state["status"] == "playing":
        state = say(state, {"type": "play", "cards": any_play(state, chance)})
    return str(game["id"])


def record(visitor: Visitor, id: str) -> Record:
    return Record.parse(visitor.context.request.get(f"/watch/{id}/record").text())


def test_every_play_of_a_replay_is_as_the_rules_have_it(visit: Visit) -> None:
    owner, stranger = visit(), visit(1440, 900)
    id = played(owner, undo=True)
    page = stranger.page
    page.goto(f"/watch/{id}")
    expect(page.locator("#said")).to_have_text("The hands as they were dealt.")
    shown_frames = list(frames(record(stranger, id)))
    assert [frame.word for frame in shown_frames][:2] == ["", "begin"]
    assert {"hint", "undo", "redo", "restart", "play", "pass"} <= {frame.word for frame in shown_frames}
    for number, frame in enumerate(shown_frames):
        if number:
            page.keyboard.press("ArrowRight")
        expect(page.locator("#count")).to_have_text(f"{number}/{len(shown_frames) - 1}")
        for seat, shown in enumerate(page.evaluate(_SHOWN)):
            assert shown["hand"] == list(frame.hands[seat]), number
            assert Counter(shown["taken"]) == Counter(frame.piles[seat]) + Counter(frame.wasted[seat]), number
            assert shown["counts"] == [len(cards[seat]) for cards in (frame.hands, frame.piles, frame.wasted)]
    names = [("The player", "Wen", "Ansa")[seat] for seat in shown_frames[-1].winners]
    expect(page.locator("#said")).to_contain_text(f"{names[0]} wins." if len(names) == 1 else "The win is shared:")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_match_is_watched_from_its_result_and_plays_by_itself_on_a_phone(visit: Visit) -> None:
    visitor = visit(360, 740, reduced_motion="reduce")
    id = played(visitor)
    page = visitor.page
    page.goto(f"/play/{id}")
    page.get_by_role("dialog").get_by_role("link", name="Watch the match").click()
    page.wait_for_url(f"**/watch/{id}")
    page.clock.install()
    page.reload()
    page.get_by_role("radio", name="4×").check()
    stop_time(page)
    page.get_by_role("button", name="Run").click()
    page.clock.run_for(920)
    last = len(list(frames(record(visitor, id)))) - 1
    expect(page.locator("#count")).to_have_text(f"3/{last}")
    expect(page.locator("#run")).to_be_in_viewport()
    for seat in (0, 1, 2):
        expect(page.locator(f"#seat-{seat} .open")).to_be_in_viewport()
    page.clock.run_for(120_000)
    expect(page.get_by_role("button", name="Run")).to_be_visible()
    expect(page.locator("#live")).to_have_text(f"Move {last} of {last}: " + page.locator("#said").inner_text())
    page.get_by_role("slider", name="Moves").fill("0")
    assert [shown["counts"] for shown in page.evaluate(_SHOWN)] == [[28, 0, 0]] * 3
    page.goto("/statistics")
    page.locator(f"a[href='/watch/{id}']").click()
    page.wait_for_url(f"**/watch/{id}")


def test_a_long_name_leaves_the_counts_of_its_seat_in_sight(visit: Visit) -> None:
    owner, stranger = visit(), visit(360, 740)
    name = "Wolfeschlegelsteinhausenberger"
    owner.page.goto("/statistics")
    owner.page.get_by_label("My name in lists").fill(name)
    owner.page.get_by_label("My name in lists").press("Enter")
    expect(owner.page.locator("#name-said")).to_have_text(f"Lists show you as {name}.")
    page = stranger.page
    page.goto(f"/watch/{played(owner)}")
    expect(page.locator("#seat-0 .name")).to_have_text(f"\u2068{name}\u2069")
    box = page.locator("#seat-0 .vain").bounding_box()
    assert box is not None and box["x"] + box["width"] <= 352


@pytest.mark.parametrize(("table", "width", "height"), [("felt", 360, 740), ("night", 1440, 900), ("paper", 740, 360)])
def test_axe_finds_nothing_on_a_match_that_is_watched(visit: Visit, table: str, width: int, height: int) -> None:
    visitor = visit(width, height)
    visitor.context.add_init_script(AXE)
    visitor.context.add_init_script(f"localStorage.setItem('paishan.look', '{{\"table\": \"{table}\"}}')")
    page: Page = visitor.page
    page.goto(f"/watch/{played(visitor)}")
    found = violations(page, "as dealt")
    page.keyboard.press("End")
    found += violations(page, "after the last play")
    page.get_by_role("button", name="About this game").click()
    expect(page.get_by_role("dialog", name="About this game").get_by_text("paishan verify CP1-L00-")).to_be_visible()
    assert found + violations(page, "about it") == []
