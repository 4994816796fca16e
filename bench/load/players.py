"""Players for Locust: each lives in steps, one whenever a person would have thought for about three seconds.

One of ten comes with an empty cache and fetches all that the first page names and all that its service worker keeps.
Everybody opens boards, plays the witness where the code is told and any allowed move where it is not, takes back, asks
for hints, loads the page again, looks at lists, and begins the board of the day, at the latest when midnight strikes.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from random import Random
from typing import Any
from urllib.parse import urlencode

from locust import task
from locust.contrib.fasthttp import FastHttpUser, ResponseContextManager

from bench.load.positions import joinable, pairs, plays, some, witness

__all__ = ["FAMILIES", "Chuo", "Connect", "Solitaire", "Visitor"]

_GAME = re.compile(rb'<script type="application/json" id="game">(.*?)</script>', re.DOTALL)
_FILE = re.compile(rb'(?:href|src|data-pictures)="(/static/[^"#]+)')
_KEPT = re.compile(rb"^const BUILD = (\{.*\})")
_number = count(1)
_OVER = ("cleared", "given-up", "timed-out", "over")
_LAYOUTS = ("turtle",) * 5 + ("first-steps", "lantern", "twin-hills", "hourglass", "pyramid", "butterfly")
_NEWCOMERS = 0.1
_LEAVES = 0.01
_TAKES_BACK = 0.05
_ASKS = 0.04
_LOADS_AGAIN = 0.01
_PAUSES = 0.01


class Visitor(FastHttpUser):
    """Somebody with a browser."""

    abstract = True
    daily: str | None = None
    seed = 0
    midnight: float | None = None
    """When the players' own day changes, in seconds since 1970; None for not while they are here."""
    offset = 0
    """How many minutes their clock is ahead of UTC."""
    scattered = False
    """Whether each request has a connection of its own, as through a proxy that keeps none to the server."""
    thinks = (2.0, 4.0)
    """Seconds between two steps, at least and at most."""

    def on_start(self) -> None:
        number = next(_number)
        self.random = Random(self.seed * 1_000_003 + number)
        self.cached: set[str] | None = set() if self.random.random() < _NEWCOMERS else None
        """The files in the cache; None for all."""
        self.begun: set[bool] = set()
        self.headers = {
            "Accept-Encoding": "gzip, deflate, br",
            "Sec-Fetch-Site": "same-origin",
            # Behind a proxy everybody comes from an address of their own.
            "X-Forwarded-For": f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}",
        }
        if self.scattered:
            self.headers["Connection"] = "close"
        self.life = self.live()

    def wait_time(self) -> float:
        return self.random.uniform(*self.thinks)

    @task
    def step(self) -> None:
        next(self.life)

    @contextmanager
    def asked(self, method: str, path: str, name: str, **said: Any) -> Iterator[ResponseContextManager]:
        headers = {**self.headers, **said.pop("headers", {})}
        with self.client.request(
            method, path, name=name, headers=headers, catch_response=True, allow_redirects=False, **said
        ) as answer:
            if answer.status_code not in (200, 201, 303):
                answer.failure(f"{answer.status_code} {(answer.content or b'')[:120]!r}")
            yield answer

    def fetch(self, path: str, kind: str = "file") -> bytes:
        with self.asked("GET", path, kind) as answer:
            return answer.content or b""

    def page(self, path: str, name: str) -> bytes:
        """Load a page, and of its files those that are not in the cache; the browser looks for a new worker, too."""
        content = self.fetch(path, f"page {name}")
        if self.cached is not None:
            for file in _FILE.findall(content):
                address = file.decode()
                if address not in self.cached:
                    self.cached.add(address)
                    self.fetch(address)
        self.fetch("/sw.js", "file worker")
        return content

    def install(self, cached: set[str]) -> None:
        """What the service worker fetches once and keeps."""
        kept = _KEPT.match(self.fetch("/sw.js", "file worker"))
        if kept is None:
            return
        told = json.loads(kept[1])
        for path in told["pages"]:
            self.fetch(path, "file kept page")
        for path in told["files"]:
            if path not in cached:
                cached.add(path)
                self.fetch(path)

    def live(self) -> Iterator[None]:
        """Visit, and play game after game."""
        self.page("/", "home")
        yield
        if self.cached is not None:
            self.install(self.cached)
            yield
        while True:
            if self.random.random() < 0.2:
                self.look_around()
                yield
            game = self.begin()
            yield
            if game is not None:
                yield from self.play(game)

    def look_around(self) -> None:
        """A page that is no board."""
        name = self.random.choice(("statistics", "daily", "campaign", "layouts", ""))
        self.page(f"/{name}", name or "home")

    def struck(self) -> bool:
        """Whether a day's board is waiting that this player has not begun."""
        return self.daily is not None and (self.midnight is not None and time.time() >= self.midnight) not in self.begun

    def begin(self) -> dict[str, Any] | None:
        """Open a board and its page, by the form as without scripts."""
        if self.struck() and self.random.random() < 0.5:
            self.begun.add(self.midnight is not None and time.time() >= self.midnight)
            form = {"daily": str(self.daily), "offset": str(self.offset)}
        else:
            form = self.wish()
        with self.asked(
            "POST",
            "/games",
            "open",
            data=urlencode(form),
            headers={"Content-Type": "application/x-www-form-urlencoded"},
        ) as answer:
            path = str(answer.headers.get("location", "")) if answer.headers else ""
        return self.board(path) if path.startswith("/play/") else None

    def board(self, path: str) -> dict[str, Any] | None:
        """A game as its page tells it."""
        found = _GAME.search(self.page(path, "board"))
        return None if found is None else dict(json.loads(found[1]))

    def play(self, game: dict[str, Any]) -> Iterator[None]:
        """Play until the game is over, or until something else is more interesting."""
        known = list(witness(game["code"] if game["family"] == "solitaire" else None))
        while game["state"]["status"] not in _OVER:
            luck = self.random.random()
            if luck < _LEAVES or (self.struck() and self.midnight is not None and self.random.random() < 0.2):
                self.say(game, "pause", {"type": "pause"})
                yield
                return
            if luck < _LEAVES + _LOADS_AGAIN:
                again = self.board(f"/play/{game['id']}")
                yield
                if again is None:
                    return
                game = again
                continue
            if luck < _LEAVES + _LOADS_AGAIN + _PAUSES:
                self.say(game, "pause", {"type": "pause"})
                yield
                self.say(game, "resume", {"type": "resume"})
                yield
                continue
            if game["state"]["paused"]:
                self.say(game, "resume", {"type": "resume"})
            command = self.choose(game, known)
            if command is None:
                return
            self.say(game, command["type"], command)
            yield
        self.look_back(game)
        yield

    def look_back(self, game: dict[str, Any]) -> None:
        """What the page of a finished game asks for, and the list that its player looks at then."""
        if game["state"]["status"] == "cleared":
            self.fetch("/api/statistics", "list own")
        if game["occasion"].startswith("daily-"):
            asked = {"family": game["family"], "daily": game["occasion"].removeprefix("daily-")}
            self.fetch(f"/api/leaderboard?{urlencode(asked)}", "list best")
        elif game["layout"] is not None:
            asked = {"layout": game["layout"].get("id") or "", "ruleset": game["ruleset"]["id"]}
            if asked["layout"]:
                self.fetch(f"/api/leaderboard?{urlencode(asked)}", "list best")

    def say(self, game: dict[str, Any], name: str, *commands: dict[str, Any]) -> None:
        """Give commands and take the new state; after a gap the state that is told."""
        seq = game["state"]["seq"]
        body = {"seq": seq, "key": f"{seq}-{self.random.getrandbits(64):x}", "commands": commands, "ago": [0]}
        with self.asked("POST", f"/api/games/{game['id']}/commands", f"move {name}", json=body) as answer:
            told = json.loads(answer.content or b"{}") if answer.status_code in (200, 409) else {}
        if "state" in told:
            game["state"] = told["state"]
        elif "game" in told:
            game["state"] = told["game"]["state"]

    def wish(self) -> dict[str, str]:
        """The form of a new board."""
        raise NotImplementedError

    def choose(self, game: dict[str, Any], known: list[tuple[int, int]]) -> dict[str, Any] | None:
        """The next command; None for who gives up looking."""
        state, luck = game["state"], self.random.random()
        can = state["can"]
        if can["undo"] and luck < _TAKES_BACK:
            known.clear()
            return {"type": "undo"}
        if can["hint"] and luck < _TAKES_BACK + _ASKS:
            return {"type": "hint"}
        if state["hint"] is not None:
            found = [tuple(state["hint"])]
        else:
            found = joinable(game["layout"], state) if game["family"] == "connect" else pairs(game["layout"], state)
        if known and known[0] in found:
            pair = known.pop(0)
        else:
            known.clear()
            pair = some(self.random, found)
        if pair is not None and (state["verdict"] != "dead" or self.random.random() < 0.8):
            return {"type": "take", "a": pair[0], "b": pair[1]}
        for way in ("rewind", "shuffle", "undo"):
            if can[way]:
                known.clear()
                return {"type": way}
        return None


class Solitaire(Visitor):
    """Plays layouts, mostly the Turtle, against the clock, by points and at leisure."""

    weight = 60
    daily = "solitaire"

    def wish(self) -> dict[str, str]:
        rules = self.random.choice(("against-the-clock", "classic", "taipei"))
        return {"layout": self.random.choice(_LAYOUTS), "ruleset": rules}


class Connect(Visitor):
    """Plays the usual grid."""

    weight = 25
    daily = "connect"

    def wish(self) -> dict[str, str]:
        return {"game": "connect", "layout": "connect-18x8", "ruleset": "connect"}


class Chuo(Visitor):
    """Plays matches against two computer players."""

    weight = 15

    def wish(self) -> dict[str, str]:
        return {"game": "chuopai", "ruleset": "chuo-pai-vs-normal-normal"}

    def choose(self, game: dict[str, Any], known: list[tuple[int, int]]) -> dict[str, Any] | None:
        state = game["state"]
        if not state["begun"]:
            return {"type": "begin"}
        if state["can"]["hint"] and self.random.random() < _ASKS:
            return {"type": "hint"}
        cards = some(self.random, plays(state))
        return None if cards is None else {"type": "play", "cards": cards}


FAMILIES: tuple[type[Visitor], ...] = (Solitaire, Connect, Chuo)
