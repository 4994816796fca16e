"""The page of a match of Chuo Pai, and what a hand and an eye do on it."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Page

from paishan.chuopai.deal import LAYOUT
from paishan.codes import Code, Dealer
from tests.browser.visitor import Visitor, touch

USUAL = "chuo-pai-vs-normal-normal"
EASY = "chuo-pai-vs-beginner-easy"

_LISTEN = """addEventListener("DOMContentLoaded", () => {
  window.heard = []
  const live = document.getElementById("live")
  if (live) new MutationObserver(() => window.heard.push(live.textContent.replaceAll("\\u00a0", "")))
    .observe(live, {childList: true, characterData: true, subtree: true})
})"""
_SHOWN = """() => {
  const stacks = [...document.querySelectorAll("#held button:not([hidden])")]
  const figure = (stack) => Number(stack.dataset.figure)
  const of = (kind) => stacks.filter((stack) => stack.classList.contains(kind)).map(figure)
  const number = (seat, kind) => Number(document.querySelector(`#seat-${seat} .${kind}`).textContent)
  const text = (id) => document.getElementById(id).textContent
  return {
    hand: stacks.flatMap((stack) =>
      Array(stack.querySelectorAll(".dom").length).fill(figure(stack))),
    chosen: stacks.flatMap((stack) => stack.classList.contains("pick")
      ? Array(Number((stack.querySelector("em")?.textContent ?? "1").split("/")[0])).fill(figure(stack))
      : []),
    can: of("can"), no: of("no"),
    cards: [0, 1, 2].map((seat) => number(seat, "held")), points: [0, 1, 2].map((seat) => number(seat, "points")),
    turn: [...document.querySelectorAll(".seat.turn")].map((seat) => Number(seat.id.at(-1))),
    mat: [...document.querySelectorAll("#mat .play")].map((play) => play.innerText.replace(/\\s+/g, " ").trim()),
    say: text("say"), play: text("play-said"), round: text("round"), match: text("match"),
    focus: document.activeElement?.dataset?.figure ?? document.activeElement?.id,
  }
}"""


def code_of(number: int) -> str:
    """The code of a deal."""
    return str(Code(Dealer.CP1, LAYOUT, number))


class ChuoPage:
    """A match on the page; `pace` "once" is how the tests play, where time itself is not what they are about."""

    def __init__(self, visitor: Visitor, id: str) -> None:
        self.visitor = visitor
        self.page: Page = visitor.page
        self.id = id

    def settled(self) -> None:
        """Wait until it is the player's turn, or over, and the server has confirmed everything."""
        self.page.wait_for_function(
            "(key) => document.getElementById('held').ariaBusy === 'false' && localStorage.getItem(key) === null",
            arg=f"paishan.unsent.{self.id}",
            timeout=30_000,
        )

    def state(self) -> dict[str, Any]:
        """How the server says the match stands."""
        answer = self.visitor.context.request.get(f"/api/games/{self.id}")
        assert answer.status == 200, answer.text()
        state: dict[str, Any] = answer.json()["state"]
        return state

    def shown(self) -> dict[str, Any]:
        """What is to be seen on the page."""
        found: dict[str, Any] = self.page.evaluate(_SHOWN)
        return found

    def heard(self) -> list[str]:
        """What a screen reader was told since the page was opened, in order."""
        told: list[str] = self.page.evaluate("() => window.heard")
        return told

    def agreed(self) -> dict[str, Any]:
        """The server's state, which has to be what the page shows once everything is confirmed."""
        self.settled()
        state, shown = self.state(), self.shown()
        assert shown["hand"] == state["hand"]
        assert shown["cards"] == [seat["cards"] for seat in state["seats"]]
        assert shown["points"] == [seat["points"] for seat in state["seats"]]
        if state["status"] == "playing":
            assert shown["turn"] == [0]
            assert shown["can"] == (state["playable"] if state["to_beat"] else [])
            assert sorted(shown["can"] + shown["no"]) == (sorted(set(state["hand"])) if state["to_beat"] else [])
            assert shown["chosen"] == (state["obvious"] or [])
        return state

    def tap(self, figure: int) -> None:
        """Press a stack of the hand, or touch it."""
        self._press(f"#held [data-figure='{figure}']")

    def press(self, id: str) -> None:
        """Press a button of the page."""
        self._press(f"#{id}")

    def _press(self, selector: str) -> None:
        # What tells why it does nothing is not dead, whatever ARIA calls it.
        found = self.page.locator(selector)
        box = found.bounding_box()
        assert box is not None, selector
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        if self.visitor.touch:
            touch(self.page, x, y)
        else:
            self.page.mouse.click(x, y)

    def choose(self, cards: Sequence[int]) -> None:
        """Choose cards, stack by stack; each further touch of a stack chooses one more of it, then none."""
        if self.shown()["chosen"] == list(cards):
            return
        if self.shown()["chosen"]:
            self.press("clear")
        for figure, number in Counter(cards).items():
            for _ in range(5):
                self.tap(figure)
                if self.shown()["chosen"].count(figure) == number:
                    break
        assert self.shown()["chosen"] == sorted(cards)

    def lay(self, cards: Sequence[int]) -> None:
        """Choose cards and play them."""
        self.choose(cards)
        self.press("play")


def open_match(
    visitor: Visitor, code: str | None = None, rules: str = USUAL, series: bool = False, **habits: Any
) -> ChuoPage:
    """A new match on the page: the deal of a code, or any; `habits` are the player's at this table."""
    wanted = json.dumps({"pace": "once", "tips": False, **habits})
    visitor.context.add_init_script(
        f"localStorage.getItem('paishan.chuo') ?? localStorage.setItem('paishan.chuo', '{wanted}')"
    )
    visitor.context.add_init_script(_LISTEN)
    wish = {"ruleset": rules} | ({"code": code} if code else {"series": "new"} if series else {"game": "chuopai"})
    answer = visitor.context.request.post("/api/games", data=wish)
    assert answer.status == 201, answer.text()
    visitor.page.goto(f"/play/{answer.json()['id']}")
    match = ChuoPage(visitor, answer.json()["id"])
    match.settled()
    return match


def any_play(state: dict[str, Any], chance: random.Random) -> list[int]:
    """Some play that is allowed: large ones as often as small ones, so that matches are short."""
    group = chance.choice(state["legal"])
    cards: list[int] = chance.choice(group["plays"])
    return cards
