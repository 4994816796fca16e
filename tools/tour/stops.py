"""Where the tour stops: every page, and every sheet that lies over one, with games that show something."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from playwright.sync_api import BrowserContext, Page
from tests.browser import test_locked
from tests.browser.chuopage import EASY
from tests.browser.chuopage import code_of as code_of_match
from tests.browser.gridpage import SMALL, WHOLE, code_of_grid
from tests.browser.gridpage import way_into_a_lock as way_into_a_locked_grid
from tests.browser.visitor import Visitor, code_of

from paishan.codes import Code
from paishan.play import campaign
from paishan.play.opening import deal_of, grid_deal_of
from paishan.play.ruleset import AGAINST_THE_CLOCK, CONNECT
from paishan.web.site import COOKIE

__all__ = ["STOPS", "Stop", "Traveller"]

PASSWORD = "brickor på ett berg"
_numbers = count(1)
_READY = """() => {
  const board = document.getElementById("board"), held = document.getElementById("held")
  const ready = (board?.ariaBusy ?? "false") === "false" && (held?.ariaBusy ?? "false") === "false"
  return ready && document.readyState === "complete"
}"""


@dataclass
class Traveller:
    """A player with some games behind, who can be sent to a page."""

    visitor: Visitor
    games: dict[str, str] = field(default_factory=dict)
    """The ids of the games, by what they show."""
    guest: list[Any] = field(default_factory=list)
    owner: list[Any] = field(default_factory=list)
    """The cookies of who plays, and of somebody else who has an account."""
    worn: dict[str, str] = field(default_factory=dict)
    """Language and table."""

    @property
    def page(self) -> Page:
        """The page that is looked at."""
        return self.visitor.page

    def wear(self, language: str, table: str, **look: Any) -> None:
        """Choose language and table for the pages to come, as the guest who has played."""
        self.visitor.context.add_cookies(self.guest)
        url = self.visitor.server.url
        cookies = [("paishan-language", language), ("paishan-table", table)]
        self.visitor.context.add_cookies([{"name": name, "value": value, "url": url} for name, value in cookies])
        self.worn = {"language": language, "table": table}
        self.tell()
        if not self.page.url.startswith(url):
            self.go("/offline")
        self.page.evaluate("(look) => localStorage.setItem('paishan.look', look)", json.dumps({"table": table, **look}))

    def tell(self) -> None:
        """Have the server keep what is worn: the settings of a player whom it knows go before what the browser has."""
        answer = self.visitor.context.request.patch("/api/settings", data=self.worn)
        assert answer.ok, answer.text()

    def go(self, path: str) -> None:
        """Come to a page, and wait until it is drawn."""
        self.page.goto(path)
        self.page.wait_for_function(_READY)

    def play(self, game: str) -> None:
        """Come to the page of a game, and go on with it where it pauses."""
        self.go(f"/play/{self.games[game]}")
        resume = self.page.locator("#resume")
        if resume.is_visible():
            resume.click()

    def press(self, *ids: str) -> None:
        """Press buttons, one after the other."""
        for id in ids:
            self.page.locator(f"#{id}").click()

    def open(self, name: str, *commands: dict[str, Any], **wish: Any) -> dict[str, Any]:
        """Open a game by what is wished and give it commands; gives its state."""
        asking = self.visitor.context.request
        answer = asking.post("/api/games", data=wish)
        assert answer.status == 201, answer.text()
        game = answer.json()
        self.games[name] = game["id"]
        state: dict[str, Any] = game["state"]
        return self.say(name, state, *commands) if commands else state

    def say(self, name: str, state: dict[str, Any], *commands: dict[str, Any]) -> dict[str, Any]:
        """Give commands to a game that stands so; gives the state after them."""
        body = {"seq": state["seq"], "key": f"tour{state['seq']}", "commands": commands}
        answer = self.visitor.context.request.post(f"/api/games/{self.games[name]}/commands", data=body)
        assert answer.status == 200, answer.text()
        after: dict[str, Any] = answer.json()["state"]
        return after

    def prepare(self) -> None:
        """Play what the pages are to show."""
        self.open("first", layout="turtle", ruleset="classic")
        for layout, pairs in (("turtle", 14), ("lantern", 8)):
            code = code_of(layout)
            witness = deal_of(Code.parse(code), AGAINST_THE_CLOCK).witness
            self.open(layout, *map(_take, witness[:pairs]), code=code, ruleset="taipei")
        code = code_of("first-steps")
        self.open("won", *map(_take, deal_of(Code.parse(code), AGAINST_THE_CLOCK).witness), code=code, ruleset="taipei")
        locked = deal_of(Code.parse(test_locked.CODE), AGAINST_THE_CLOCK)
        way = test_locked.way_into_a_lock(locked)
        self.open("locked", *map(_take, way), code=test_locked.CODE, ruleset="against-the-clock")
        begun = deal_of(Code.parse(code), AGAINST_THE_CLOCK).witness[:5]
        self.open("given up", *map(_take, begun), {"type": "give-up"}, code=code, ruleset="against-the-clock")
        for level in (1, 2):
            self.open("level", *map(_take, campaign.level(level).witness), level=level)
        self.open("next level", level=3)
        code = code_of_grid(WHOLE)
        self.open(
            "grid", *map(_take, grid_deal_of(Code.parse(code), CONNECT).witness[:20]), code=code, ruleset=CONNECT.id
        )
        code = code_of_grid(SMALL)
        dealt = grid_deal_of(Code.parse(code), CONNECT)
        self.open("won grid", *map(_take, dealt.witness), code=code, ruleset=CONNECT.id)
        self.open("locked grid", *map(_take, way_into_a_locked_grid(dealt)), code=code, ruleset=CONNECT.id)
        self.go("/offline")
        self.page.evaluate("localStorage.setItem('paishan.chuo', '{\"pace\": \"once\"}')")
        for name in ("lead", "beat", "over"):
            self._match(name)
        self.open("day", {"type": "give-up"}, daily="solitaire", offset=0)
        self.guest = self._cookies(self.visitor.context)
        self._sign_up()

    def _sign_up(self) -> None:
        browser = self.visitor.context.browser
        assert browser is not None
        other = browser.new_context(base_url=self.visitor.server.url)
        said = {"name": f"Aleksandra-Ioana Värmland {next(_numbers)}", "password": PASSWORD}
        answer = other.request.post("/api/account", data=said)
        assert answer.ok, answer.text()
        self.owner = self._cookies(other)
        other.close()

    @staticmethod
    def _cookies(context: BrowserContext) -> list[Any]:
        return [cookie for cookie in context.cookies() if cookie["name"] == COOKIE]

    def _match(self, name: str) -> None:
        chance = random.Random(1)
        state = self.open(name, {"type": "begin"}, code=code_of_match(7), ruleset=EASY)
        rounds = 0
        while state["status"] == "playing":
            leads = not state["to_beat"]
            rounds += 1
            if rounds > 4 and name == ("lead" if leads else "beat"):
                return
            cards = chance.choice(chance.choice(state["legal"])["plays"])
            state = self.say(name, state, {"type": "play", "cards": cards})


def _take(pair: tuple[int, int]) -> dict[str, Any]:
    return {"type": "take", "a": pair[0], "b": pair[1]}


@dataclass(frozen=True)
class Stop:
    """A place of the tour."""

    name: str
    come: Callable[[Traveller], None]
    sheet: bool = False
    """Whether a sheet is open there."""


def _at(path: str) -> Callable[[Traveller], None]:
    return lambda traveller: traveller.go(path)


def _in(game: str, *buttons: str) -> Callable[[Traveller], None]:
    def come(traveller: Traveller) -> None:
        traveller.play(game)
        traveller.press(*buttons)

    return come


def _ending(game: str, sheet: str) -> Callable[[Traveller], None]:
    def come(traveller: Traveller) -> None:
        traveller.play(game)
        traveller.page.locator(f"#sheet-{sheet}[open]").wait_for()

    return come


def _hinted(game: str) -> Callable[[Traveller], None]:
    def come(traveller: Traveller) -> None:
        traveller.play(game)
        traveller.press("hint")
        traveller.page.locator("#board .hint").first.wait_for()
        traveller.page.locator("#board .free:not(.hint)").last.press("Enter")

    return come


def _asked(test: str, answered: bool = False) -> Callable[[Traveller], None]:
    def come(traveller: Traveller) -> None:
        traveller.go(f"/practice/{test}")
        traveller.page.locator("#answers button").first.wait_for()
        if answered:
            traveller.page.locator("#answers button").last.click()
            traveller.page.locator("#next").wait_for()

    return come


def _folded(path: str) -> Callable[[Traveller], None]:
    def come(traveller: Traveller) -> None:
        traveller.go(path)
        traveller.page.evaluate("document.querySelectorAll('details').forEach((each) => (each.open = true))")

    return come


def _pressed(path: str, *buttons: str) -> Callable[[Traveller], None]:
    def come(traveller: Traveller) -> None:
        traveller.go(path)
        traveller.press(*buttons)

    return come


def _card(traveller: Traveller) -> None:
    # From the same page it would be a jump and not a visit.
    traveller.page.goto("about:blank")
    traveller.go("/layouts#turtle")
    traveller.page.locator("#sheet-layout[open]").wait_for()


def _watched(game: str) -> Callable[[Traveller], None]:
    def come(traveller: Traveller) -> None:
        traveller.go(f"/watch/{traveller.games[game]}")
        for _ in range(3):
            traveller.page.keyboard.press("ArrowRight")

    return come


def _owned(*buttons: str) -> Callable[[Traveller], None]:
    def come(traveller: Traveller) -> None:
        traveller.visitor.context.add_cookies(traveller.owner)
        traveller.tell()
        traveller.go("/account")
        traveller.press(*buttons)

    return come


STOPS: tuple[Stop, ...] = (
    Stop("home", _folded("/")),
    Stop("home-settings", _pressed("/", "settings"), sheet=True),
    Stop("home-rules", _pressed("/", "rules"), sheet=True),
    Stop("campaign", _at("/campaign")),
    Stop("campaign-level", _at("/campaign?level=3"), sheet=True),
    Stop("first-board", _in("first")),
    Stop("turtle", _hinted("turtle")),
    Stop("upright", _hinted("lantern")),
    Stop("level", _in("next level")),
    Stop("stars", _in("next level", "stars"), sheet=True),
    Stop("menu", _in("turtle", "menu"), sheet=True),
    Stop("settings", _in("turtle", "menu", "m-settings"), sheet=True),
    Stop("rules-of-game", _in("turtle", "menu", "m-rules"), sheet=True),
    Stop("help", _in("turtle", "menu", "m-keys"), sheet=True),
    Stop("pause", _in("turtle", "pause")),
    Stop("locked", _ending("locked", "locked"), sheet=True),
    Stop("given-up", _ending("given up", "over"), sheet=True),
    Stop("won", _ending("won", "won"), sheet=True),
    Stop("won-level", _ending("level", "won"), sheet=True),
    Stop("daily", _at("/daily")),
    Stop("statistics", _at("/statistics")),
    Stop("watch", _watched("won")),
    Stop("rules", _folded("/rules")),
    Stop("practice", _at("/practice")),
    Stop("practice-free", _asked("free", answered=True)),
    Stop("practice-match", _asked("match")),
    Stop("practice-beat", _asked("beat", answered=True)),
    Stop("connect", _folded("/connect")),
    Stop("grid", _hinted("grid")),
    Stop("grid-menu", _in("grid", "menu"), sheet=True),
    Stop("grid-rules", _in("grid", "menu", "m-rules"), sheet=True),
    Stop("grid-locked", _ending("locked grid", "locked"), sheet=True),
    Stop("grid-won", _ending("won grid", "won"), sheet=True),
    Stop("chuo", _folded("/chuo")),
    Stop("lead", _in("lead")),
    Stop("beat", _in("beat")),
    Stop("chuo-menu", _in("beat", "menu"), sheet=True),
    Stop("chuo-rules", _in("beat", "menu", "m-rules"), sheet=True),
    Stop("chuo-help", _in("beat", "menu", "m-keys"), sheet=True),
    Stop("chuo-seen", _in("beat", "menu", "m-seen"), sheet=True),
    Stop("over", _ending("over", "over"), sheet=True),
    Stop("watch-match", _watched("over")),
    Stop("offline", _at("/offline")),
    Stop("layouts", _at("/layouts")),
    Stop("layout", _card, sheet=True),
    Stop("editor", _at("/editor")),
    Stop("editor-menu", _pressed("/editor", "menu"), sheet=True),
    Stop("problem", _at("/no-such-page")),
    Stop("account", _folded("/account")),
    # Whoever comes here stays somebody else until the next look is worn.
    Stop("account-owned", _owned()),
    Stop("account-delete", _owned("delete"), sheet=True),
)
"""Every place, in the order in which a visitor might come there."""
