"""The way to the server: nothing is lost, nothing is done twice, whatever happens to a request."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, Route

from tests.browser.conftest import Visit

pytestmark = pytest.mark.browser

GAME = {"id": "imagined", "state": {"seq": 7}}
OPEN = """async (game) => {
  const { Link } = await import("/static/js/net.js")
  window.heard = []
  window.link = new Link(game, {
    confirmed: (state, events) => heard.push(["confirmed", state.seq, events.length]),
    overtaken: (game, unsent) => {
      heard.push(["overtaken", game.state.seq, unsent.length])
      return unsent.slice(1)
    },
    online: (is) => heard.push(["online", is]),
    lost: () => heard.push(["lost"]),
  })
}"""
TAKE = {"type": "take", "a": 1, "b": 2}


class Wire:
    """Stands in for the server: answers in turn as told, and keeps what was asked; nobody answers while it is cut."""

    def __init__(self, page: Page, *answers: tuple[int, Any] | None, cut: bool = False) -> None:
        self.asked: list[dict[str, Any]] = []
        self.cut = cut
        self._answers = list(answers)
        page.route("**/api/games/imagined/commands", self._answer)

    def _answer(self, route: Route) -> None:
        asked: dict[str, Any] = json.loads(route.request.post_data or "")
        self.asked.append(asked)
        answer = None if self.cut else self._answers.pop(0) if self._answers else (200, None)
        if answer is None:
            route.abort()
            return
        status, body = answer
        seq = asked["seq"] + len(asked["commands"])
        route.fulfill(status=status, json=body or {"seq": seq, "events": [], "state": {"seq": seq}})


@pytest.fixture
def page(visit: Visit) -> Page:
    """A page that may import the client's modules, and is told that requests will fail."""
    visitor = visit()
    visitor.bring_about("/api/games/imagined")
    visitor.page.goto("/")
    return visitor.page


def send(page: Page, *commands: dict[str, Any]) -> None:
    page.evaluate("(commands) => commands.forEach((command) => link.send(command))", list(commands))


def until_sent(page: Page) -> None:
    page.wait_for_function("() => link.unsent.length === 0")


def test_commands_go_out_in_batches_one_request_at_a_time(page: Page) -> None:
    wire = Wire(page)
    page.evaluate(OPEN, GAME)
    send(page, TAKE, {"type": "undo", "of": [1, 2]}, {"type": "hint"})
    until_sent(page)
    send(page, {"type": "pause"})
    until_sent(page)
    assert [(asked["seq"], asked["commands"]) for asked in wire.asked] == [
        (7, [TAKE, {"type": "undo"}, {"type": "hint"}]),
        (10, [{"type": "pause"}]),
    ]
    assert wire.asked[0]["key"] != wire.asked[1]["key"]
    assert page.evaluate("heard") == [["confirmed", 10, 0], ["confirmed", 11, 0]]


def test_what_got_no_answer_is_sent_again_under_the_same_key(page: Page) -> None:
    wire = Wire(page, None, (503, {"error": "busy"}), (429, {"error": "too fast"}), None)
    page.evaluate(OPEN, GAME)
    send(page, TAKE)
    until_sent(page)
    assert len(wire.asked) == 5
    agos = [asked.pop("ago")[0] for asked in wire.asked]
    assert {json.dumps(asked) for asked in wire.asked} == {json.dumps(wire.asked[0])}
    assert agos == sorted(agos)
    assert agos[-1] >= 100 * (2 + 4 + 8 + 16) // 2
    assert page.evaluate("heard") == [["online", False], ["online", True], ["confirmed", 8, 0]]


def test_unsent_moves_outlive_the_page_and_keep_their_key(page: Page) -> None:
    wire = Wire(page, cut=True)
    page.evaluate(OPEN, GAME)
    send(page, TAKE)
    page.wait_for_function("() => JSON.parse(localStorage.getItem('paishan.unsent.imagined')).batches.length === 1")
    send(page, {"type": "pause"})
    page.evaluate("link.leave()")
    page.reload()
    before = len(wire.asked)
    page.evaluate(OPEN, GAME)
    assert page.evaluate("link.unsent.map(({ at, ...command }) => command)") == [TAKE, {"type": "pause"}]
    wire.cut = False
    page.evaluate("link.start()")
    until_sent(page)
    first, second = wire.asked[before:][-2:]
    keys = {(asked["seq"], asked["key"]) for asked in wire.asked}
    assert (first["seq"], first["commands"]) == (7, [TAKE])
    assert (second["seq"], second["commands"]) == (8, [{"type": "pause"}])
    assert keys == {(7, first["key"]), (8, second["key"])}
    assert page.evaluate("localStorage.getItem('paishan.unsent.imagined')") is None


@pytest.mark.parametrize(
    "kept",
    [
        "5",
        "[]",
        "{}",
        "no JSON",
        '{"batches": 5, "waiting": []}',
        '{"batches": [{}], "waiting": []}',
        '{"batches": [{"seq": 7, "key": "k", "commands": [{"a": 1, "b": 2}]}], "waiting": []}',
        '{"batches": [], "waiting": [{"type": "take", "a": 1, "b": 2}, null]}',
    ],
)
def test_kept_moves_that_are_damaged_are_left_out_wholly(page: Page, kept: str) -> None:
    wire = Wire(page)
    page.evaluate("(kept) => localStorage.setItem('paishan.unsent.imagined', kept)", kept)
    page.evaluate(OPEN, GAME)
    assert page.evaluate("link.unsent") == []
    send(page, TAKE)
    until_sent(page)
    assert [(asked["seq"], asked["commands"]) for asked in wire.asked] == [(7, [TAKE])]
    assert page.evaluate("localStorage.getItem('paishan.unsent.imagined')") is None


def test_after_a_gap_what_still_applies_goes_out_under_a_new_key_and_number(page: Page) -> None:
    wire = Wire(page, (409, {"error": "behind", "game": {"id": "imagined", "state": {"seq": 20}}}))
    page.evaluate(OPEN, GAME)
    send(page, TAKE, {"type": "take", "a": 3, "b": 4})
    until_sent(page)
    assert [(asked["seq"], asked["commands"]) for asked in wire.asked] == [
        (7, [TAKE, {"type": "take", "a": 3, "b": 4}]),
        (20, [{"type": "take", "a": 3, "b": 4}]),
    ]
    assert wire.asked[0]["key"] != wire.asked[1]["key"]
    assert page.evaluate("heard") == [["overtaken", 20, 2], ["confirmed", 21, 0]]


def test_a_game_that_the_server_does_not_know_is_given_up(page: Page) -> None:
    wire = Wire(page, (404, {"error": "no such game"}))
    page.evaluate(OPEN, GAME)
    send(page, TAKE)
    page.wait_for_function("() => heard.length === 1")
    assert page.evaluate("heard") == [["lost"]]
    send(page, TAKE)
    page.wait_for_timeout(400)
    assert len(wire.asked) == 1
