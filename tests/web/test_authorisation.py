"""Every address of the server, and what each kind of asker gets there. An address that is not in the table fails.

`stranger` sends no cookie, `guest` is a player whose things these are not, `owner` is the one whose they are and who is
logged in to an account. To add an address, add a line; `fresh` for one after which whoever asked is not who they were.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from paishan.web import Settings, create_app
from tests.web.conftest import NOW
from tests.web.test_api import CODE, WITNESS, take

PASSWORD = "four tiles on a table"
DRAWN = [[x, y, 0] for x in range(0, 24, 2) for y in (0, 2)]


class Line(NamedTuple):
    """An address, and the statuses that stranger, guest and owner get."""

    method: str
    path: str
    stranger: int
    guest: int
    owner: int
    json: Any = None
    form: Any = None
    data: bytes | None = None
    query: str = ""
    fresh: bool = False
    where: dict[str, str] = {}  # noqa: RUF012
    """What stands for the parts of the path, where it is not the owner's game, series or layout."""


def open_to_all(*paths: str, methods: tuple[str, ...] = ("GET", "HEAD"), **more: Any) -> list[Line]:
    return [Line(method, path, 200, 200, 200, **more) for path in paths for method in methods]


def of_owner(path: str, *methods: str, owner: int = 200, **more: Any) -> list[Line]:
    """What is there for its owner alone; to everybody else it is as if it were not."""
    return [Line(method, path, 404, 404, owner, **more) for method in methods]


def of_accounts(path: str, owner: int = 200, **more: Any) -> Line:
    """What only those may ask who are logged in."""
    return Line("POST", path, 401, 401, owner, **more)


OPENING = {"code": CODE, "ruleset": "taipei"}
LAYOUT = {"slots": DRAWN, "name": "Two rows"}
UNWANTED = {"slots": DRAWN[:20], "name": "Two short rows"}
UNDO = {"seq": 0, "key": "k", "commands": [{"type": "undo"}]}
PAGES = ("/", "/account", "/campaign", "/chuo", "/connect", "/daily", "/editor", "/layouts", "/offline", "/practice")
FILES = ("/apple-touch-icon.png", "/favicon.ico", "/manifest.webmanifest", "/sw.js")

TABLE: list[Line] = [
    *open_to_all(*PAGES, "/rules", "/statistics", *FILES),
    *open_to_all("/offline/{ruleset:str}", where={"ruleset": "taipei"}),
    *open_to_all("/practice/{test:str}", where={"test": "free"}),
    *open_to_all("/static/{path:path}", where={"path": "/css/paishan.css"}),
    *open_to_all("/healthz", "/readyz"),
    # Numbers are for the machine itself; the client of the tests comes from none.
    *(Line(method, "/metrics", 403, 403, 403) for method in ("GET", "HEAD")),
    Line("POST", "/games", 303, 303, 303, form=OPENING),
    Line("POST", "/language", 303, 303, 303, form={"language": "sv"}),
    *of_owner("/play/{game:str}", "GET", "HEAD"),
    *of_owner("/play/{game:str}/record", "GET", "HEAD"),
    # A game in progress is its player's; one that is over is shared by its address.
    *of_owner("/watch/{game:str}", "GET", "HEAD"),
    *of_owner("/watch/{game:str}/record", "GET", "HEAD"),
    *of_owner("/api/games/{game:str}/replay", "GET"),
    *open_to_all("/watch/{game:str}", "/watch/{game:str}/record", where={"game": "over"}),
    *open_to_all("/api/games/{game:str}/replay", methods=("GET",), where={"game": "over"}),
    *of_owner("/play/{game:str}", "GET", where={"game": "over"}),
    Line("POST", "/api/games", 201, 201, 201, json=OPENING),
    *open_to_all("/api/games", methods=("GET",)),
    *of_owner("/api/games/{game:str}", "GET"),
    *of_owner("/api/games/{game:str}/commands", "POST", json=UNDO),
    *of_owner("/api/games/{game:str}/take-back", "POST", owner=409),
    *of_owner("/api/series/{series:str}", "GET"),
    *open_to_all("/api/rulesets/{ruleset:str}", methods=("GET",), where={"ruleset": "taipei"}),
    *open_to_all("/api/layouts", "/api/campaign", "/api/daily", "/api/player", methods=("GET",)),
    *open_to_all("/api/statistics", "/api/pack", "/api/openapi.json", "/api/account", methods=("GET",)),
    *open_to_all("/api/account/export", methods=("GET",)),
    *open_to_all("/api/leaderboard", methods=("GET",), query="layout=turtle&ruleset=against-the-clock"),
    # The list of a day is for those who have finished its board.
    Line("GET", "/api/leaderboard", 409, 409, 409, query="family=solitaire&daily=2027-01-15"),
    *open_to_all("/api/practice/{test:str}", methods=("GET",), query="number=1", where={"test": "free"}),
    *open_to_all("/api/settings", methods=("GET",)),
    Line("PATCH", "/api/settings", 200, 200, 200, json={"table": "night"}),
    # Lists show the name of an account or none, so that nobody is mistaken for another.
    Line("POST", "/api/player", 200, 200, 409, json={"name": "Ada"}, fresh=True),
    # A layout is named by its hash in codes, so whoever has that may play it; the shelf that it stands on is one's own.
    *open_to_all("/layouts/{id:str}/export/{format:str}", methods=("GET",), where={"format": "paishan"}),
    *open_to_all("/api/layouts/generated", methods=("GET",), query="number=1"),
    *open_to_all("/api/layouts/export", "/api/layouts/measure", methods=("POST",), json=LAYOUT),
    *open_to_all("/api/layouts/{id:str}/measure", methods=("POST",), where={"id": "turtle"}),
    *open_to_all("/api/layouts/import", methods=("POST",), data=b"nothing of the kind"),
    Line("POST", "/api/layouts", 201, 201, 201, json=LAYOUT, fresh=True),
    *of_owner("/api/layouts/{id:str}", "DELETE", where={"id": "unwanted"}),
    Line("POST", "/api/account", 201, 201, 409, json={"name": "New {n}", "password": PASSWORD}, fresh=True),
    *open_to_all("/api/account/login", methods=("POST",), json={"name": "{name}", "password": PASSWORD}, fresh=True),
    Line("POST", "/api/account/recover", 401, 401, 401, json={"name": "{name}", "code": "x", "password": PASSWORD}),
    *open_to_all("/api/account/delete", methods=("POST",), json={"password": PASSWORD}, fresh=True),
    of_accounts("/api/account/logout", fresh=True),
    of_accounts("/api/account/name", json={"listed": True}),
    of_accounts("/api/account/password", json={"new": PASSWORD + "!", "password": PASSWORD}, fresh=True),
    of_accounts("/api/account/codes", json={"password": PASSWORD}),
    of_accounts("/api/account/codes", json={"password": "somebody's guess"}, owner=403),
    of_accounts("/api/account/sessions/end", json={"others": True}, fresh=True),
    of_accounts("/api/account/passkeys/new", json={"password": PASSWORD}),
    of_accounts("/api/account/passkeys", json={"passkey": {}}, owner=400),
    of_accounts("/api/account/passkeys/remove", json={"passkey": "00"}, owner=404),
    *open_to_all("/api/account/passkeys/ask", methods=("POST",)),
    Line("POST", "/api/account/passkeys/login", 401, 401, 401, json={"passkey": {}}),
]


class World:
    """One server with players, each known by the header that their browser sends."""

    def __init__(self, client: TestClient[Litestar]) -> None:
        self.client = client
        self._numbers = count(1)
        self.owner, self.name = self.account()
        self.guest = self.player()
        self.things = {
            "game": self.begun(OPENING),
            "over": self.begun(OPENING),
            "series": self.begun({"series": "new", "ruleset": "chuo-pai-vs-normal-normal"}, "series"),
            "id": self.ask("POST", "/api/layouts", self.owner, json=LAYOUT).json()["id"],
            "unwanted": self.ask("POST", "/api/layouts", self.owner, json=UNWANTED).json()["id"],
        }
        pairs = [take(seq) for seq in range(len(WITNESS))]
        body = {"seq": 0, "key": "all", "commands": pairs}
        assert self.ask("POST", f"/api/games/{self.things['over']}/commands", self.owner, json=body).status_code == 200

    def ask(self, method: str, path: str, cookie: str, **more: Any) -> Any:
        self.client.cookies.clear()
        headers = {**more.pop("headers", {}), **({"cookie": cookie} if cookie else {})}
        return self.client.request(method, path, headers=headers, follow_redirects=False, **more)

    def begun(self, wish: dict[str, Any], what: str = "id") -> str:
        game = self.ask("POST", "/api/games", self.owner, json=wish).json()
        return str(game["id"] if what == "id" else game[what]["id"])

    def player(self) -> str:
        """A guest with a game of their own."""
        answer = self.ask("POST", "/api/games", "", json=OPENING)
        return str(answer.headers["set-cookie"].partition(";")[0])

    def account(self) -> tuple[str, str]:
        """Somebody with an account, and its name."""
        name = f"Owner {next(self._numbers)}"
        answer = self.ask("POST", "/api/account", "", json={"name": name, "password": PASSWORD})
        assert answer.status_code == 201, answer.text
        return str(answer.headers["set-cookie"].partition(";")[0]), name

    def status(self, line: Line, who: str) -> int:
        """What somebody is answered at an address."""
        name = self.name
        if who == "stranger":
            cookie = ""
        elif not line.fresh:
            cookie = self.owner if who == "owner" else self.guest
        elif who == "guest":
            cookie = self.player()
        else:
            cookie, name = self.account()
        path = re.sub(r"\{(\w+):\w+\}", lambda part: self._part(line, part[1]), line.path).replace("//", "/")
        more: dict[str, Any] = {}
        if line.json is not None:
            more["json"] = _filled(line.json, {"name": name, "n": str(next(self._numbers))})
        elif line.form is not None:
            more["data"] = line.form
        elif line.data is not None:
            more |= {"content": line.data, "headers": {"content-type": "application/octet-stream"}}
        answer = self.ask(line.method, f"{path}?{line.query}", cookie, **more)
        return int(answer.status_code)

    def _part(self, line: Line, name: str) -> str:
        said = line.where.get(name, name)
        return str(self.things.get(said, said))


def _filled(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {key: _filled(each, names) for key, each in value.items()}
    return value.format(**names) if isinstance(value, str) and "{" in value else value


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    file = tmp_path_factory.mktemp("authorisation") / "paishan.db"
    app = create_app(Settings(database_url=f"sqlite:///{file}", limits=None), lambda: NOW)
    # Passkeys are for HTTPS and for the machine itself, whose name has no dot.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        client = TestClient(app, base_url="http://localhost")
    with client:
        yield World(client)


def test_every_address_of_the_server_is_in_the_table_and_none_that_is_not_there(tmp_path: Path) -> None:
    app = create_app(Settings(database_url=f"sqlite:///{tmp_path / 'paishan.db'}"), lambda: NOW)
    there = {
        (method, route.path) for route in app.routes for method in getattr(route, "methods", ()) if method != "OPTIONS"
    }
    assert {(line.method, line.path) for line in TABLE} == there


@pytest.mark.parametrize("who", ["stranger", "guest", "owner"])
@pytest.mark.parametrize(
    "line", TABLE, ids=lambda line: f"{line.method} {line.path} {line.where.get('game', '')}".strip()
)
def test_everybody_gets_what_is_theirs_and_nothing_else(world: World, line: Line, who: str) -> None:
    assert world.status(line, who) == getattr(line, who)


def test_lists_of_what_is_ones_own_show_nothing_of_others(world: World) -> None:
    for path in ("/api/games", "/api/statistics", "/api/account/export", "/layouts", "/"):
        assert world.things["game"] not in world.ask("GET", path, world.guest).text
        assert world.things["id"] not in world.ask("GET", path, world.guest).text
    assert world.things["game"] in world.ask("GET", "/api/games", world.owner).text
    assert world.things["id"] in world.ask("GET", "/layouts", world.owner).text
