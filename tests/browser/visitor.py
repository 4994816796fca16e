"""A person at a browser: one profile, its pages, and everything that goes wrong on them.

Whatever a page complains of fails the test, unless the test said beforehand that it will bring it about.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserType, ConsoleMessage, Locator, Page, Request, Response, expect

from paishan.codes import Code, Dealer
from paishan.play.opening import deal_of
from paishan.play.ruleset import AGAINST_THE_CLOCK, Ruleset
from paishan.solitaire.deal import Deal
from paishan.solitaire.gallery import by_id
from tests.browser.serving import Server

CHROMIUM = Path("/usr/bin/chromium")
SHELL = Path("/usr/bin/chromium-headless-shell")
"""The same engine without a window's frame around it: a page takes it half the processor time."""

ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]

NO_SERVER = r"ERR_(CONNECTION_\w+|EMPTY_RESPONSE|CONTENT_LENGTH_MISMATCH|INTERNET_DISCONNECTED|SOCKET_NOT_CONNECTED)"
"""What a browser says of a server that is away."""

_TELL_VIOLATIONS = """addEventListener("securitypolicyviolation", (event) =>
  console.error(`the policy forbids ${event.violatedDirective}: ${event.blockedURI || event.sample}`))"""


def code_of(layout: str, number: int = 1) -> str:
    """The code of a layout's deal from a solution."""
    return str(Code(Dealer.MJ1, by_id(layout).tag, number))


def launch(browsers: BrowserType, *, whole: bool = False) -> Browser:
    """The system's Chromium with a fresh profile: its headless shell before the `whole` one, unless that is wanted."""
    wanted = (CHROMIUM, SHELL) if whole else (SHELL, CHROMIUM)
    return browsers.launch(executable_path=next(filter(Path.exists, wanted), CHROMIUM), args=ARGUMENTS)


class Visitor:
    """One browser profile. `page` is its first page; all its pages are watched."""

    def __init__(self, browser: Browser, server: Server, width: int = 1440, height: int = 900, **options: Any) -> None:
        self.server = server
        self.complaints: list[str] = []
        self.acknowledged: list[dict[str, Any]] = []
        """The bodies of the requests with commands that the server answered with 200."""
        # A profile that lives for one page has no use for what is kept for times without a network.
        self._brought_about = ["Service Worker registration blocked"]
        options.setdefault("service_workers", "block")
        self.context = browser.new_context(
            base_url=server.url, viewport={"width": width, "height": height}, locale="en-GB", **options
        )
        self.context.set_default_timeout(60_000)
        self.context.add_init_script(_TELL_VIOLATIONS)
        self.context.on("console", self._said)
        self.context.on("weberror", lambda error: self._complain(f"script: {error.error}"))
        self.context.on("requestfailed", self._failed)
        self.context.on("response", self._answered)
        self.touch = bool(options.get("has_touch"))
        self.page = self.context.new_page()

    def bring_about(self, *patterns: str) -> None:
        """Tell which complaints the test itself causes."""
        self._brought_about += patterns

    def _complain(self, said: str) -> None:
        if not any(re.search(pattern, said) for pattern in self._brought_about):
            self.complaints.append(said)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._complain(f"console: {message.text} ({message.location.get('url')})")

    def _failed(self, request: Request) -> None:
        # A page that is left waits neither for what it asked for nor for the answer to its last words, and one that
        # asks anew lets go of what it asked before. A server that fails gives a status, or fails in another way.
        if request.failure == "net::ERR_ABORTED":
            return
        self._complain(f"request: {request.method} {request.url} {request.failure}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self._complain(f"status: {response.status} {response.request.method} {response.url}")
        elif response.url.endswith("/commands") and response.status == 200:
            self.acknowledged.append(json.loads(response.request.post_data or ""))

    def open(self, code: str, rules: Ruleset = AGAINST_THE_CLOCK) -> GamePage:
        """A new game with the deal of a code, on the page."""
        answer = self.context.request.post("/api/games", data={"code": code, "ruleset": rules.id})
        assert answer.status == 201, answer.text()
        self.page.goto(f"/play/{answer.json()['id']}")
        return self.table(code, rules)

    def table(self, code: str, rules: Ruleset = AGAINST_THE_CLOCK, page: Page | None = None) -> GamePage:
        """The game that a page shows, which has the deal of this code."""
        return GamePage(page or self.page, deal_of(Code.parse(code), rules), self.context.request, self.touch)


_SHOWN = """() => {
  const slots = (chosen) => [...document.querySelectorAll(`#board > button${chosen}`)]
    .map((tile) => Number(tile.dataset.slot)).sort((a, b) => a - b)
  const text = (id) => document.getElementById(id).textContent
  const toast = document.getElementById("toast")
  const focus = document.activeElement
  return {
    present: slots(":not(.gone)"), free: slots(".free"), blocked: slots(".blocked"), selected: slots(".sel"),
    hint: slots(".hint"), left: text("left"), pairs: text("pairs"), clock: text("clock"), live: text("live"),
    toast: toast.hidden ? "" : text("toast-said"),
    focus: focus?.dataset?.slot !== undefined ? Number(focus.dataset.slot) : focus?.id || focus?.localName,
  }
}"""
_FITS = """() => {
  const [stage, board] = ["stage", "board"].map((id) => document.getElementById(id))
  const more = [board.offsetWidth - stage.clientWidth, board.offsetHeight - stage.clientHeight]
  return more.every((by) => stage.classList.contains("pan") ? by > -1 : Math.abs(by) < 1)
}"""
"""Whether the board lies as the stage has it: a sheet that closes leaves more room, taken in the next frame."""
_RESTS = """() => {
  const { scrollLeft, scrollTop } = document.getElementById("stage")
  const at = `${scrollLeft} ${scrollTop}`
  window.rested = window.rested?.at === at ? { at, frames: window.rested.frames + 1 } : { at, frames: 0 }
  return window.rested.frames > 3
}"""
"""Whether a board that is moved to what is to be seen has come there."""
_MIDDLE = f"""(slot) => {{
  const tile = document.querySelector(`#board [data-slot="${{slot}}"]`)
  const box = tile.getBoundingClientRect()
  const stage = document.getElementById("stage").getBoundingClientRect()
  if (box.left < stage.left || box.right > stage.right || box.top < stage.top || box.bottom > stage.bottom)
    tile.scrollIntoView({{ block: "center", inline: "center", behavior: "instant" }})
  const {{ left, top, width, height }} = tile.getBoundingClientRect()
  const [x, y] = [left + width / 2, top + height / 2]
  const hit = document.elementFromPoint(x, y)?.closest("[data-slot]")
  return {{
    x, y, hit: hit ? Number(hit.dataset.slot) : null, blank: !tile.querySelector("use"),
    fits: ({_FITS})(), panned: document.getElementById("stage").classList.contains("pan"),
  }}
}}"""
_LISTEN = """() => {
  window.touched = false
  addEventListener("click", () => (window.touched = true), { capture: true, once: true })
}"""
_TOUCHED = "() => window.touched !== false"
_HAS_FACE = """(slot) => document.querySelector(`#board [data-slot="${slot}"] use`)"""


class GamePage:
    """The page of one game, and what a hand and an eye do on it."""

    def __init__(self, page: Page, deal: Deal, asking: Any, touch: bool = False) -> None:
        self.page = page
        self.deal = deal
        self.touch = touch
        self.id = page.url.rpartition("/")[2]
        self._asking = asking
        expect(page.locator("#board")).to_have_attribute("aria-busy", "false")

    def shown(self) -> dict[str, Any]:
        """What is to be seen on the page."""
        found: dict[str, Any] = self.page.evaluate(_SHOWN)
        return found

    def fits(self) -> None:
        """Wait until the board lies as the stage has it."""
        if not self.page.evaluate(_FITS):
            self.page.wait_for_function(_FITS)

    def middle(self, slot: int) -> tuple[float, float]:
        """The middle of a tile, which has to be what a press there hits; a face that is on its way is waited for."""
        found = self.page.evaluate(_MIDDLE, slot)
        if not found["fits"] or found["panned"]:
            self.fits()
            self.page.wait_for_function(_RESTS)
            found = self.page.evaluate(_MIDDLE, slot)
        if found["blank"]:
            self.uncovered(slot)
        assert found["hit"] == slot, f"a press on the middle of tile {slot} hits {found['hit']}"
        return found["x"], found["y"]

    def uncovered(self, slot: int) -> None:
        """Wait for the face of a tile, which may be on its way."""
        self.page.wait_for_function(_HAS_FACE, arg=slot, timeout=60_000)

    def tap(self, slot: int) -> None:
        """Press a tile, or touch it."""
        x, y = self.middle(slot)
        if self.touch:
            touch(self.page, x, y)
        else:
            self.page.mouse.click(x, y)

    def take(self, pairs: Sequence[tuple[int, int]]) -> None:
        """Take pairs, one after the other, tile by tile."""
        for pair in pairs:
            for slot in pair:
                self.tap(slot)

    def press(self, id: str) -> None:
        """Press a button of the page."""
        press(self.page.locator(f"#{id}"), self.touch)

    def goes_on(self) -> None:
        """Wait until the server's clock runs: a sheet that closes says so a moment later, and then the game goes on."""
        while not self.state()["clock"]["running"]:
            self.page.wait_for_timeout(20)

    def settled(self) -> None:
        """Wait until the server has confirmed everything."""
        self.page.wait_for_function(
            "(key) => localStorage.getItem(key) === null", arg=f"paishan.unsent.{self.id}", timeout=30_000
        )

    def state(self) -> dict[str, Any]:
        """How the server says the game stands."""
        answer = self._asking.get(f"/api/games/{self.id}")
        assert answer.status == 200, answer.text()
        state: dict[str, Any] = answer.json()["state"]
        return state

    def agreed(self) -> dict[str, Any]:
        """The server's state, which has to be what the page shows once everything is confirmed."""
        self.settled()
        state, shown = self.state(), self.shown()
        assert shown["present"] == state["present"]
        dead = state["status"] == "playing" and state["verdict"] == "dead"
        assert shown["left"] == _count(state["left"], "tile")
        assert shown["pairs"] == ("no way out" if dead else _count(state["pairs"], "pair"))
        return state


def press(button: Locator, touch: bool) -> None:
    """Press a button, or touch it, and wait until the page has heard of it."""
    if not touch:
        button.click()
        return
    button.page.evaluate(_LISTEN)
    button.tap()
    button.page.wait_for_function(_TOUCHED)


def stop_time(page: Page) -> None:
    """Let no time pass on a page whose clock is the test's, but what the test says."""
    page.clock.pause_at(page.evaluate("Date.now()") + 10_000)


def touch(page: Page, x: float, y: float) -> None:
    """Touch a point, and wait until the page has heard of it: only a finger that is lifted is told from a gesture."""
    page.evaluate(_LISTEN)
    page.touchscreen.tap(x, y)
    page.wait_for_function(_TOUCHED)


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
