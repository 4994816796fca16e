"""What somebody may try on a server, and what is answered; `docs/attacks.md` lists these and all other attacks."""

from __future__ import annotations

import ast
import gc
import json
import re
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from paishan.store import Database, Unavailable
from paishan.store.writer import Writer
from paishan.web import Limits, Settings, create_app
from paishan.web.limits import Turns
from tests.web.conftest import NOW, Client, Rows
from tests.web.test_api import CODE, opened, say, take

Serve = Callable[..., Client]
JSON = {"content-type": "application/json"}
FORM = {"content-type": "application/x-www-form-urlencoded"}
PASSWORD = "four tiles on a table"


def unsafe(app: Any) -> list[tuple[str, str]]:
    """Every method and path that changes something, or could."""
    return [
        (method, re.sub(r"\{\w+:\w+\}", "AAAAAAAAAAAAAAAAAAAAAA", route.path))
        for route in app.routes
        for method in getattr(route, "methods", ())
        if method not in ("GET", "HEAD", "OPTIONS")
    ]


# What other sites can have a player's browser do.


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://testserver.local.evil.example"},
        {"origin": "http://evil.example#testserver.local"},
        {"origin": "http://testserver.local:8080"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"sec-fetch-site": "cross-site", "origin": "http://testserver.local"},
    ],
    ids=str,
)
def test_another_site_changes_nothing_at_any_address(quiet: Client, headers: dict[str, str]) -> None:
    asked = unsafe(quiet.app)
    assert len(asked) > 20
    for method, path in asked:
        answer = quiet.request(method, path, headers=headers, content=b"{}")
        assert answer.status_code == 403, (method, path)
        assert "comes from another site" in answer.text


@pytest.mark.parametrize("media", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "*/*"])
def test_json_is_read_only_where_it_says_so(quiet: Client, media: str) -> None:
    bodiless = ("take-back", "measure", "logout", "passkeys/ask", "import")
    for method, path in unsafe(quiet.app):
        if not path.startswith("/api/") or method == "DELETE" or path.endswith(bodiless):
            continue
        answer = quiet.request(method, path, headers={"content-type": media}, content=b"{}")
        assert answer.status_code == 415, (method, path)


@pytest.mark.parametrize("path", ["/games", "/language"])
@pytest.mark.parametrize("media", ["application/json", "text/plain", "multipart/form-data", ""])
def test_forms_are_read_only_where_they_say_so(quiet: Client, path: str, media: str) -> None:
    assert quiet.post(path, headers={"content-type": media}, content=b"language=sv").status_code == 415


@pytest.mark.parametrize("media", [*FORM.values(), "multipart/form-data"])
def test_a_form_of_another_site_is_no_layout_file(quiet: Client, media: str) -> None:
    assert quiet.post("/api/layouts/import", headers={"content-type": media}, content=b"a=b").status_code == 415


def test_no_other_origin_may_read_an_answer(quiet: Client) -> None:
    for path in ("/", "/api/games", "/api/account", "/healthz", "/nowhere"):
        for method in ("GET", "OPTIONS"):
            answer = quiet.request(
                method,
                path,
                headers={"origin": "https://evil.example", "access-control-request-method": "POST"},
            )
            assert not [name for name in answer.headers if name.startswith("access-control-")]
            assert answer.headers["cross-origin-resource-policy"] == "same-origin"
            assert answer.headers["cross-origin-opener-policy"] == "same-origin"


@pytest.mark.parametrize(
    "path", ["/", "/account", "/statistics", "/api/games", "/nowhere", "/static/nothing.js", "/games"]
)
def test_every_answer_has_a_policy_without_exceptions(quiet: Client, path: str) -> None:
    answer = quiet.get(path)
    policy = dict(part.strip().split(" ", 1) for part in answer.headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert policy["form-action"] == "'self'"
    assert "object-src" not in policy and "frame-src" not in policy
    for loose in ("unsafe", "*", "data:", "blob:", "http:", "https:"):
        assert loose not in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "same-origin"


def test_browsers_are_told_to_stay_with_https_where_it_is_used_and_only_there(file: Path) -> None:
    for secure, scheme, expected in ((None, "https", True), (None, "http", False), (True, "http", True)):
        app = create_app(Settings(database_url=f"sqlite:///{file}", limits=None, secure=secure), lambda: NOW)
        with TestClient(app, base_url=f"{scheme}://play.example") as client:
            for path in ("/", "/api/nowhere", "/nowhere"):
                told = client.get(path).headers.get("strict-transport-security")
                assert told == ("max-age=31536000" if expected else None)


@pytest.mark.parametrize("method", ["TRACE", "TRACK", "CONNECT", "PUT", "PATCH", "PROPFIND", "NONSENSE"])
def test_methods_that_nobody_needs_are_refused(quiet: Client, method: str) -> None:
    answer = quiet.request(method, "/api/games", headers={"sec-fetch-site": "same-origin"})
    assert answer.status_code == 405
    assert "cookie" not in answer.text.lower()


@pytest.mark.parametrize("name", ["x-http-method-override", "x-method-override", "x-http-method"])
def test_a_method_is_what_it_is(client: Client, name: str) -> None:
    game = opened(client)
    assert client.get(f"/api/games/{game['id']}?_method=DELETE", headers={name: "DELETE"}).status_code == 200
    assert client.post("/api/games", headers={name: "GET"}, json={}).status_code == 400


# What a name or an address can be made to mean.


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "localhost@evil.example", "", "[::1", "a b"]
)
def test_a_name_that_somebody_made_to_point_here_is_not_answered(serve: Serve, host: str) -> None:
    client = serve(hosts=frozenset({"127.0.0.1", "localhost"}))
    for path in ("/", "/api/games", "/nowhere"):
        assert client.get(path, headers={"host": host}).status_code == 421


@pytest.mark.parametrize("header", ["host", "x-forwarded-host", "x-original-url", "x-rewrite-url", "forwarded"])
def test_what_a_request_says_of_its_name_is_in_no_answer(quiet: Client, header: str) -> None:
    for path in ("/", "/account", "/nowhere", "/manifest.webmanifest", "/sw.js"):
        answer = quiet.get(path, headers={header: "evil.example"})
        assert "evil.example" not in answer.text + str(answer.headers)


def test_whoever_says_to_come_from_elsewhere_is_still_counted_as_here(serve: Serve) -> None:
    client = serve(limits=Limits(address=0.01, burst=300))
    answers = [
        client.get("/api/layouts", headers={"x-forwarded-for": f"203.0.113.{number}", "x-real-ip": f"10.0.0.{number}"})
        for number in range(5)
    ]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429, 429]


def test_addresses_that_are_not_there_are_counted_too(serve: Serve) -> None:
    client = serve(limits=Limits(address=0.01, burst=300))
    assert [client.get(f"/nowhere/{number}").status_code for number in range(5)] == [404, 404, 404, 429, 429]


# What is too long, too deep, too much.


def test_many_hints_at_once_count_for_what_they_cost(serve: Serve) -> None:
    client = serve(limits=Limits(player=1, burst=50))
    game = opened(client)
    hints = [{"type": "hint"}] * 9
    assert say(client, game, 0, *hints).status_code == 200
    answer = say(client, game, 9, {"type": "undo"}, *hints)
    # 9 hints count for 36 and the request for 1, of 50 that there are; 24 seconds bring what is missing.
    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) <= 24
    assert say(client, game, 9, {"type": "undo"}).status_code == 200


def test_when_much_is_worked_out_others_are_asked_to_come_again(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    client = serve()
    game = opened(client)
    say(client, game, 0, {"type": "give-up"})
    for turns in gc.get_objects():
        if isinstance(turns, Turns):
            monkeypatch.setattr(turns, "_most", 0)
    for path in (
        "/api/layouts/generated?number=1",
        "/api/practice/free?number=1",
        f"/api/games/{game['id']}/replay",
        f"/watch/{game['id']}",
    ):
        answer = client.get(path)
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "2"), path
        assert "much is being worked out just now; try again in a moment" in answer.text.lower()
    assert say(client, game, 1, {"type": "restart"}).status_code == 200


# What is put into a field in order to be something else somewhere.

NASTY = [
    "' OR '1'='1",
    "'; DROP TABLE players; --",
    '" UNION SELECT token_hash FROM players --',
    "1; PRAGMA writable_schema = 1",
    "%27%20OR%201=1",
    "\\'; SELECT 1",
]


@pytest.mark.parametrize("nasty", NASTY)
def test_no_sql_comes_from_a_request(client: Client, rows: Rows, nasty: str) -> None:
    opened(client)
    before = rows("SELECT * FROM players")
    for path in (
        f"/api/games/{nasty}",
        f"/play/{nasty}",
        f"/watch/{nasty}",
        f"/api/series/{nasty}",
        f"/layouts/{nasty}",
    ):
        assert client.get(path).status_code == 404
    for path, params, status in (
        ("/api/leaderboard", {"layout": nasty, "ruleset": "against-the-clock"}, 400),
        ("/statistics", {"layout": nasty, "ruleset": nasty}, 200),
    ):
        assert client.get(path, params=params).status_code == status
    assert client.get("/api/games", headers={"cookie": f"paishan={nasty.replace(';', '')}"}).json() == []
    assert client.post("/api/player", json={"name": nasty[:30]}).status_code == 200
    assert client.delete(f"/api/layouts/{nasty}").status_code == 404
    assert [row[:3] for row in rows("SELECT * FROM players")] == [row[:3] for row in before]


TAGS = '"><script>alert(1)</script>'


def test_a_name_is_never_part_of_a_page(client: Client, rows: Rows) -> None:
    game = client.post("/api/games", json={"code": CODE, "ruleset": "taipei"}).json()
    assert client.post("/api/player", json={"name": TAGS}).status_code == 200
    say(client, game, 0, {"type": "give-up"})
    for path in ("/statistics", "/", f"/watch/{game['id']}", "/account"):
        page = client.get(path)
        assert page.status_code == 200
        assert "<script>alert" not in page.text
        assert 'alert(1)"' not in page.text


def test_a_layouts_name_is_never_part_of_a_page_or_a_header(client: Client) -> None:
    slots = [[x, y, 0] for x in range(0, 24, 2) for y in (0, 2)]
    name = 'x"; filename="evil.exe\r\nset-cookie: a=b </script><img src=x onerror=alert(1)>'
    made = client.post("/api/layouts", json={"slots": slots, "name": name})
    assert made.status_code == 201
    id = made.json()["id"]
    for path in ("/layouts", f"/editor?layout={id}", "/"):
        page = client.get(path).text
        assert "<img src=x" not in page
        assert "</script><img" not in page
    answer = client.get(f"/layouts/{id}/export/paishan")
    disposition = answer.headers["content-disposition"]
    assert re.fullmatch(r'attachment; filename="[\w-]+\.paishan"', disposition)
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("text", ["{{ 7 * 7 }}", "{% for x in 1 %}", "${7*7}", "#{7*7}", "{0.__class__}", "%(x)s"])
def test_no_template_comes_from_a_request(client: Client, text: str) -> None:
    assert client.post("/api/player", json={"name": text}).json() == {"name": text}
    assert client.get("/api/player").json() == {"name": text}
    page = client.get("/statistics").text
    assert "49" not in re.findall(r'value="([^"]*)"', page)
    answer = client.get(f"/api/rulesets/{text}".replace("%", "%25"))
    assert (answer.status_code, "49" in answer.text) == (404, False)


@pytest.mark.parametrize(
    "more",
    [
        {"ranked": True},
        {"player": 1},
        {"score": 99_999},
        {"occasion": "daily-2027-01-15"},
        {"opened": 0},
        {"zone": 0},
        {"newcomer": True},
        {"__proto__": {"ranked": True}},
        {"constructor": {"prototype": {"ranked": True}}},
    ],
    ids=str,
)
def test_nobody_says_more_of_a_game_than_may_be_said(client: Client, rows: Rows, more: dict[str, Any]) -> None:
    answer = client.post("/api/games", json={"code": CODE, "ruleset": "against-the-clock", **more})
    assert answer.status_code == 400
    assert "is not known here" in answer.json()["error"]
    assert rows("SELECT * FROM games") == []


@pytest.mark.parametrize("more", [{"at": 0}, {"ms": 1}, {"player": 1}, {"given": [0, 1]}], ids=str)
def test_nobody_says_when_a_move_was_or_what_it_gave(client: Client, more: dict[str, Any]) -> None:
    game = opened(client)
    body = {"seq": 0, "key": "k", "commands": [{"type": "undo"}]}
    answers = [
        client.post(f"/api/games/{game['id']}/commands", json={**body, **more}),
        client.post(f"/api/games/{game['id']}/commands", json={**body, "commands": [{"type": "hint", **more}]}),
    ]
    assert [answer.status_code for answer in answers] == [400, 400]


def test_a_key_that_is_said_twice_counts_as_json_says_and_opens_one_game(client: Client, rows: Rows) -> None:
    body = b'{"ruleset": "taipei", "code": "nonsense", "code": "%s"}' % CODE.encode()
    assert client.post("/api/games", headers=JSON, content=body).status_code == 201
    assert rows("SELECT count(*) FROM games") == [(1,)]


BOMB = (
    b'<?xml version="1.0"?><!DOCTYPE m [<!ENTITY a "aaaaaaaaaa">'
    + b"".join(b'<!ENTITY %c "%s">' % (97 + n, b"&%c;" % (96 + n) * 10) for n in range(1, 12))
    + b"]><mahjongg><map name='&l;'><layer z='0'><tile x='0' y='0'/></layer></map></mahjongg>"
)
OUTSIDE = b"""<?xml version="1.0"?><!DOCTYPE m [<!ENTITY x SYSTEM "file:///etc/passwd">]>
<mahjongg><map name="&x;" scorename="&x;"><layer z="0"><row left="0" right="10" y="0"/></layer></map></mahjongg>"""


@pytest.mark.parametrize("data", [BOMB, OUTSIDE], ids=["entities in entities", "an entity from a file"])
def test_a_layout_file_cannot_grow_or_bring_others_along(quiet: Client, data: bytes) -> None:
    began = time.process_time()
    answer = quiet.post("/api/layouts/import?name=x.map", headers={"content-type": "text/xml"}, content=data)
    assert time.process_time() - began < 1
    assert answer.status_code == 200
    assert [board["status"] for board in answer.json()["boards"]] == ["refused"]
    assert "root:" not in answer.text
    assert len(answer.content) < 10_000


# Who somebody is.


# What a player would like to know or to have done.


def test_a_hint_is_on_the_disk_before_it_is_shown(client: Client, rows: Rows, monkeypatch: pytest.MonkeyPatch) -> None:
    game = opened(client)

    async def fails(*_: Any) -> None:
        raise Unavailable("disk full")

    with monkeypatch.context() as patched:
        patched.setattr(Writer, "run", fails)
        answer = say(client, game, 0, {"type": "hint"})
    assert answer.status_code == 503
    assert set(answer.json()) == {"error"}
    state = client.get(f"/api/games/{game['id']}").json()["state"]
    assert (state["hint"], state["used"]["hints"], state["seq"]) == (None, 0, 0)
    shown = say(client, game, 0, {"type": "hint"}).json()
    assert shown["state"]["used"]["hints"] == 1
    [(body, given)] = rows("SELECT body, given FROM commands")
    assert json.loads(body) == {"type": "hint"}
    assert json.loads(given) == shown["state"]["hint"]


def test_the_boards_of_other_days_have_no_address(serve: Serve, rows: Rows) -> None:
    client = serve(daily_secret="a secret of sixteen and more")
    assert client.post("/api/games", json={"daily": "solitaire", "offset": 841}).status_code == 400
    assert client.post("/api/games", json={"daily": "2027-01-16"}).status_code == 400
    begun = client.post("/api/games", json={"daily": "solitaire", "offset": 0}).json()
    again = client.post("/api/games", json={"daily": "solitaire", "offset": 840}).json()
    # Whatever clock is told then, it is the board that was begun.
    assert begun["id"] == again["id"]
    assert rows("SELECT occasion FROM games") == [("daily-2027-01-15",)]


def test_a_result_that_was_written_by_hand_is_in_no_list(client: Client, file: Path, rows: Rows) -> None:
    game = client.post("/api/games", json={"layout": "first-steps", "ruleset": "against-the-clock"}).json()
    [(player,)] = rows("SELECT player FROM games")
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(
            "INSERT INTO results VALUES (?, ?, 'solitaire', 'first-steps', 'against-the-clock', 1, '', 'won', 1, 0, 3,"
            " 0, 0, 0, 0, 0, 1, 0, ?, 0)",
            (game["id"], player, NOW),
        )
    listed = client.get("/api/leaderboard?layout=first-steps&ruleset=against-the-clock").json()
    assert listed["rows"] == []
    assert listed["mine"] is None


# What an error tells.


def test_no_error_tells_what_is_within(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise RuntimeError("postgresql://paishan:secret@db/paishan")

    monkeypatch.setattr(Database, "read", fails)
    for path in (
        "/api/games/AAAAAAAAAAAAAAAAAAAAAA",
        "/",
        "/statistics",
        "/api/statistics",
        "/watch/AAAAAAAAAAAAAAAAAAAAAA",
    ):
        answer = client.get(path, headers={"cookie": "paishan=somebody"})
        assert answer.status_code == 500
        for told in ("secret", "postgresql", "RuntimeError", "Traceback", "paishan/web", ".py"):
            assert told not in answer.text
        if path.startswith("/api/"):
            assert set(answer.json()) == {"error", "request"}
            assert answer.json()["request"] == answer.headers["x-request-id"]


@pytest.mark.parametrize("path", ["/<script>alert(1)</script>", "/api/<script>", "/play/<img src=x>", "/static/<b>"])
def test_an_address_that_is_not_there_is_not_repeated(quiet: Client, path: str) -> None:
    answer = quiet.get(path)
    assert answer.status_code == 404
    assert "<script>alert" not in answer.text
    assert "<img src=x" not in answer.text
    assert "<b>" not in answer.text


def test_answers_say_nothing_of_what_they_are_made_with(quiet: Client) -> None:
    for path in ("/", "/nowhere", "/api/games", "/healthz"):
        headers = {name.lower() for name in quiet.get(path).headers}
        assert not headers & {"server", "x-powered-by", "x-aspnet-version", "via"}


def test_nothing_that_is_somebodys_is_kept_on_the_way(client: Client) -> None:
    game = opened(client)
    for path in (
        "/",
        "/account",
        "/statistics",
        "/api/account",
        "/api/account/export",
        "/api/games",
        "/api/statistics",
        f"/api/games/{game['id']}",
        f"/play/{game['id']}",
        f"/play/{game['id']}/record",
        f"/watch/{game['id']}",
    ):
        assert client.get(path).headers["cache-control"] == "no-store", path


def test_the_whole_table_of_moves_is_refused_at_once(client: Client) -> None:
    game = opened(client)
    commands = [take(number % 18) for number in range(201)]
    answer = say(client, game, 0, *commands)
    assert (answer.status_code, answer.json()) == (400, {"error": "commands should have at most 200 entries"})


# What could be run as a program.

SOURCES = Path(create_app.__code__.co_filename).parent.parent


def test_no_text_is_ever_run_as_a_program() -> None:
    names = {"eval", "exec", "compile", "__import__"}
    modules = {"pickle", "marshal", "shelve", "yaml", "xml", "subprocess", "ctypes", "random"}
    rooms = ("play", "store", "web", "solitaire", "connect", "chuopai")
    looked_at = 0
    for file in (path for room in rooms for path in (SOURCES / room).rglob("*.py")):
        looked_at += 1
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in names, file
            elif isinstance(node, ast.Import | ast.ImportFrom):
                found = [node.module or ""] if isinstance(node, ast.ImportFrom) else [name.name for name in node.names]
                assert not {name.partition(".")[0] for name in found} & modules, file
    assert looked_at > 100


def test_the_browser_client_makes_no_page_of_text_and_asks_nobody_else() -> None:
    scripts = [*(SOURCES / "web" / "static" / "js").glob("*.js"), SOURCES / "web" / "static" / "sw.js"]
    assert len(scripts) > 20
    for file in scripts:
        text = file.read_text(encoding="utf-8")
        for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function"):
            assert word not in text, (file, word)
        assert not re.search(r'\bimport\((?!\s*"\./)', text), file
        # The name of SVG is no address that anybody asks at.
        assert not re.search(r"[\"'`](?:https?:)?//(?!www\.w3\.org/2000/svg)[a-z]", text), file


def test_pages_take_nothing_from_elsewhere(quiet: Client) -> None:
    for path in ("/", "/account", "/layouts", "/editor", "/daily", "/campaign", "/rules", "/practice", "/statistics"):
        page = quiet.get(path).text
        for address in re.findall(r"(?:src|href|action|poster|data)=[\"']?([^\"' >]+)", page):
            assert not re.match(r"(?:[a-z]+:)?//|javascript:|data:", address), (path, address)
