"""The API: a game over HTTP, and every request that must not be done, with nothing changed by it."""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from paishan.codes import Code
from paishan.play.opening import deal_of
from paishan.play.ruleset import TAIPEI
from paishan.store import Database, Games, Unavailable
from paishan.web import Limits, Settings, create_app
from tests.web.conftest import Client, Rows

CODE = "MJ1-L02-AAAAABW"
WITNESS = deal_of(Code.parse(CODE), TAIPEI).witness
Everything = Callable[[], list[list[tuple[Any, ...]]]]


def opened(client: Client, **more: Any) -> dict[str, Any]:
    answer = client.post("/api/games", json={"code": CODE, "ruleset": "taipei", **more})
    assert answer.status_code == 201
    game: dict[str, Any] = answer.json()
    return game


def take(seq: int) -> dict[str, Any]:
    """The pair number `seq` of the witness as a command."""
    return {"type": "take", "a": WITNESS[seq].a, "b": WITNESS[seq].b}


def say(client: Client, game: dict[str, Any], seq: int, *commands: dict[str, Any], key: str | None = None) -> Any:
    body = {"seq": seq, "key": key or f"key-{seq}", "commands": commands}
    return client.post(f"/api/games/{game['id']}/commands", json=body)


def test_a_game_has_all_that_a_browser_needs_to_know_what_is_free(client: Client) -> None:
    game = opened(client)
    assert len(game["id"]) == 22
    assert (game["code"], game["previous"]) == (CODE, None)
    layout = game["layout"]
    assert (layout["id"], layout["number"], layout["name"], len(layout["slots"])) == (
        "first-steps",
        2,
        "First steps",
        36,
    )
    deal = deal_of(Code.parse(CODE), TAIPEI)
    present = set(game["state"]["present"])

    def free(slot: int) -> bool:
        above, left, right = (present & set(layout[name][slot]) for name in ("above", "left", "right"))
        return not above and not (left and right)

    assert [slot for slot in range(36) if free(slot)] == list(deal.board().free())
    assert game["state"]["faces"] == [kind.label for kind in deal.kinds]
    assert game["ruleset"]["id"] == "taipei"
    assert game["ruleset"]["matching"] == "family"
    assert game["state"]["seq"] == 0


def test_a_whole_game_is_played_and_won(client: Client, rows: Rows) -> None:
    game = opened(client)
    for seq in range(18):
        answer = say(client, game, seq, take(seq))
        assert answer.status_code == 200
        said = answer.json()
        assert said["seq"] == said["state"]["seq"] == seq + 1
        assert said["events"][0] == {"type": "removed", "a": WITNESS[seq].a, "b": WITNESS[seq].b}
        assert said["state"]["left"] == 34 - 2 * seq
    assert said["events"][1] == {"type": "cleared"}
    assert said["state"]["status"] == "cleared"
    assert client.get(f"/api/games/{game['id']}").json()["state"] == said["state"]
    assert rows("SELECT count(*) FROM commands") == [(18,)]


def test_several_commands_come_and_are_answered_together(client: Client) -> None:
    said = say(client, opened(client), 0, take(0), {"type": "undo"}, {"type": "redo"}, {"type": "pause"}).json()
    assert [event["type"] for event in said["events"]] == ["removed", "restored", "removed", "paused"]
    assert (said["seq"], said["state"]["left"], said["state"]["paused"]) == (4, 34, True)


def test_what_the_rules_refuse_is_logged_and_takes_its_number(client: Client, rows: Rows) -> None:
    answer = say(client, opened(client), 0, {"type": "undo"}, {"type": "take", "a": 10**30, "b": -1})
    assert answer.status_code == 200
    assert answer.json()["events"] == [
        {"type": "refused", "reason": "nothing-to-undo"},
        {"type": "refused", "reason": "no-slot", "slot": 10**30},
    ]
    assert rows("SELECT count(*) FROM commands") == [(2,)]


def test_a_retry_is_answered_with_the_same_state_and_no_events(client: Client, everything: Everything) -> None:
    game = opened(client)
    first = say(client, game, 0, take(0)).json()
    before = everything()
    again = say(client, game, 0, take(0)).json()
    assert again == {**first, "events": [], "replayed": True}
    assert "replayed" not in first
    assert everything() == before


@pytest.mark.parametrize(("seq", "key"), [(0, "another"), (2, "key-2"), (7, "key-7")])
def test_commands_out_of_order_are_answered_with_the_game_and_change_nothing(
    client: Client, everything: Everything, seq: int, key: str
) -> None:
    game = opened(client)
    say(client, game, 0, take(0))
    before = everything()
    answer = say(client, game, seq, take(1), key=key)
    assert answer.status_code == 409
    assert answer.json()["error"] == "the game has gone on: the next command is number 1"
    assert answer.json()["game"] == client.get(f"/api/games/{game['id']}").json()
    assert everything() == before


GOOD = {"seq": 0, "key": "k", "commands": [{"type": "undo"}]}
DEEP = b"[" * 60_000
WRONG: list[tuple[Any, str]] = [
    (b"", "the body is not the JSON that is expected here: Input data was truncated"),
    (b"{", "the body is not the JSON that is expected here: Input data was truncated"),
    (b"\xff\xfe", "the body is not the JSON that is expected here: JSON is malformed: invalid character (byte 0)"),
    (DEEP, "the body should be an object, but is a list"),
    (b'{"commands":' + DEEP, "commands[0] should be an object, but is a list"),
    (b'{"seq":' + b"9" * 5000, "seq: Integer value out of range"),
    (b'{"seq":NaN}', "the body is not the JSON that is expected here: JSON is malformed: invalid character (byte 7)"),
    ([], "the body should be an object, but is a list"),
    (None, "the body should be an object, but is null"),
    ({}, "seq is missing"),
    ({"seq": 0, "key": "k"}, "commands is missing"),
    ({**GOOD, "more": 1}, "more is not known here"),
    ({**GOOD, "seq": "0"}, "seq should be a whole number, but is text"),
    ({**GOOD, "seq": 1.5}, "seq should be a whole number, but is a number"),
    ({**GOOD, "seq": True}, "seq should be a whole number, but is true or false"),
    ({**GOOD, "seq": None}, "seq should be a whole number, but is null"),
    ({**GOOD, "seq": -1}, "seq should be at least 0"),
    ({**GOOD, "seq": 2**31}, "seq should be at most 2147483647"),
    ({**GOOD, "key": 5}, "key should be text, but is a whole number"),
    ({**GOOD, "key": ""}, "key should be 1 to 64 letters, digits, _ or -"),
    ({**GOOD, "key": "a b"}, "key should be 1 to 64 letters, digits, _ or -"),
    ({**GOOD, "key": "k\n"}, "key should be 1 to 64 letters, digits, _ or -"),
    ({**GOOD, "key": "k" * 65}, "key should be 1 to 64 letters, digits, _ or -"),
    ({**GOOD, "commands": {}}, "commands should be a list, but is an object"),
    ({**GOOD, "commands": []}, "commands should have at least 1 entries"),
    ({**GOOD, "commands": [{"type": "undo"}] * 201}, "commands should have at most 200 entries"),
    ({**GOOD, "commands": [1]}, "commands[0] should be an object, but is a whole number"),
    ({**GOOD, "commands": [{}]}, "commands[0].type is missing"),
    ({**GOOD, "commands": [{"type": 5}]}, "commands[0].type should be text"),
    ({**GOOD, "commands": [{"type": "pick"}]}, "commands[0].slot is missing"),
    ({**GOOD, "commands": [{"type": "pick", "slot": "3"}]}, "commands[0].slot should be a whole number, but is text"),
    (
        {**GOOD, "commands": [{"type": "undo"}, {"type": "take", "a": 1, "b": [2]}]},
        "commands[1].b should be a whole number, but is a list",
    ),
]


@pytest.mark.parametrize(("body", "error"), WRONG)
def test_a_body_of_wrong_types_is_refused_with_the_place_and_what_would_be_right(
    client: Client, everything: Everything, body: Any, error: str
) -> None:
    game = opened(client)
    before = everything()
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    answer = client.post(
        f"/api/games/{game['id']}/commands", content=content, headers={"content-type": "application/json"}
    )
    assert (answer.status_code, answer.json()) == (400, {"error": error})
    assert everything() == before


def test_a_command_with_a_word_too_many_is_not_understood(client: Client, everything: Everything) -> None:
    game = opened(client)
    before = everything()
    for command in ({**take(0), "c": 3}, {"type": "undo", "slot": 4}, {"type": "hint", "x": [[[]]]}):
        answer = say(client, game, 0, command)
        assert (answer.status_code, answer.json()) == (
            400,
            {"error": f"commands[0].{[*command][-1]} is not known here"},
        )
    assert everything() == before


def test_an_unknown_command_is_refused_with_those_there_are(client: Client, everything: Everything) -> None:
    game = opened(client)
    before = everything()
    answer = say(client, game, 0, take(0), {"type": "sing"})
    assert answer.status_code == 400
    assert answer.json()["error"].startswith(
        "commands[1].type is 'sing', which is not known here; commands are begin, give-up, hint, pass, pause, "
    )
    assert everything() == before


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({}, "ruleset is missing"),
        ({"ruleset": None, "layout": "turtle"}, "ruleset should be text, but is null"),
        ({"ruleset": "taipei", "layout": 5}, "layout should be text or null, but is a whole number"),
        ({"ruleset": "taipei"}, 'a game is opened with a layout ("turtle") or a code ("MJ1-L00-AAAAABL")'),
        (
            {"ruleset": "taipei", "code": CODE, "layout": "turtle"},
            "a game is opened with a layout or with a code, not with",
        ),
        (
            {"ruleset": "chess", "layout": "turtle"},
            "there is no ruleset 'chess'; there are against-the-clock, classic, classic",
        ),
        ({"ruleset": "taipei", "layout": "x"}, "there is no layout 'x'; there are turtle, lantern, first-steps"),
        ({"ruleset": "taipei", "code": "x"}, "'x' is not a game code; one looks like MJ1-L00-AAAAABL"),
        ({"ruleset": "taipei", "code": "MJ1-L00-AAAAABM"}, "'MJ1-L00-AAAAABM' has a slip in it"),
        ({"ruleset": "taipei", "code": "A" * 50_000}, "a code has about 15 characters"),
        ({"ruleset": "taipei", "layout": "turtle", "number": 5}, "number is not known here"),
    ],
)
def test_a_game_that_cannot_be_opened_makes_neither_a_game_nor_a_player(
    client: Client, everything: Everything, body: Any, error: str
) -> None:
    answer = client.post("/api/games", json=body)
    assert answer.status_code == 400
    assert answer.json()["error"].startswith(error)
    assert "set-cookie" not in answer.headers
    assert everything() == [[], [], []]


def test_an_oversized_body_is_refused(client: Client, everything: Everything) -> None:
    game = opened(client)
    before = everything()
    path, media = f"/api/games/{game['id']}/commands", {"content-type": "application/json"}
    padded = json.dumps(GOOD).encode()
    assert client.post(path, content=padded.ljust(64 * 1024 + 1), headers=media).status_code == 413
    # Without a length given beforehand, too.
    pieces = iter([b" " * 1000] * 100)
    answer = client.post(path, content=pieces, headers=media)
    assert (answer.status_code, answer.json()["error"][:27]) == (413, "that is too much at once; a")
    assert everything() == before
    assert client.post(path, content=padded.ljust(64 * 1024), headers=media).status_code == 200


@pytest.mark.parametrize("media", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_what_is_not_json_is_refused(client: Client, everything: Everything, media: str) -> None:
    game = opened(client)
    before = everything()
    for path in ("/api/games", f"/api/games/{game['id']}/commands"):
        answer = client.post(path, content=json.dumps(GOOD), headers={"content-type": media})
        assert answer.status_code == 415
        assert answer.json()["error"].startswith("the content type should be application/json")
    assert everything() == before


def test_an_unknown_game_and_somebody_elses_get_the_same_answer(
    client: Client, serve: Callable[..., Client], everything: Everything
) -> None:
    game = opened(client)
    stranger = serve()
    opened(stranger)
    newcomer = serve()
    before = everything()
    for other in (stranger, newcomer):
        for id in (game["id"], "A" * 22, "x", "x" * 3000, "%00", "a%2Fb", "😀"):
            answers = [
                other.get(f"/api/games/{id}"),
                other.post(f"/api/games/{id}/commands", json=GOOD),
                other.post(f"/api/games/{id}/take-back"),
                other.post("/api/games", json={"code": CODE, "ruleset": "taipei", "previous": id}),
            ]
            for answer in answers:
                assert (answer.status_code, set(answer.json())) == (404, {"error"})
            assert answers[0].text == '{"error":"there is no such game"}' or "%2F" in id
    assert everything() == before


@pytest.mark.parametrize(
    "headers",
    [
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"origin": "https://elsewhere.example"},
        {"origin": "null"},
        {"origin": "http://[elsewhere"},
    ],
)
def test_what_another_site_sends_is_refused(client: Client, everything: Everything, headers: dict[str, str]) -> None:
    game = opened(client)
    before = everything()
    for path in ("/api/games", f"/api/games/{game['id']}/commands", f"/api/games/{game['id']}/take-back"):
        assert client.post(path, json=GOOD, headers=headers).status_code == 403
    form = client.post("/games", data={"layout": "turtle"}, headers=headers)
    assert (form.status_code, form.headers["content-type"]) == (403, "text/html; charset=utf-8")
    assert everything() == before
    assert client.get(f"/api/games/{game['id']}", headers=headers).status_code == 200


def test_our_own_pages_are_let_in(client: Client) -> None:
    for headers in ({"sec-fetch-site": "same-origin"}, {"origin": "http://testserver.local"}, {}):
        body = {"code": CODE, "ruleset": "taipei"}
        assert client.post("/api/games", json=body, headers=headers).status_code == 201


def test_a_server_for_one_person_answers_to_its_own_names_alone(serve: Callable[..., Client]) -> None:
    client = serve(hosts=frozenset({"127.0.0.1", "localhost"}))
    for host in ("127.0.0.1:8310", "localhost"):
        assert client.get("/api/layouts", headers={"host": host}).status_code == 200
    for host in ("elsewhere.example:8310", "", "[localhost", "localhost.", "localhost:x@elsewhere.example"):
        assert client.get("/api/layouts", headers={"host": host}).status_code == 421


def test_the_guest_cookie_comes_with_the_first_game_and_is_out_of_reach(client: Client, rows: Rows) -> None:
    for path in ("/", "/api/games", "/api/layouts", "/healthz"):
        assert "set-cookie" not in client.get(path).headers
    assert rows("SELECT * FROM players") == []
    answer = client.post("/api/games", json={"code": CODE, "ruleset": "taipei"})
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("paishan=")
    assert {part.strip() for part in cookie.split(";")[1:]} == {
        "Path=/",
        "Max-Age=34560000",
        "HttpOnly",
        "SameSite=Lax",
    }
    assert "set-cookie" not in client.post("/api/games", json={"code": CODE, "ruleset": "taipei"}).headers
    assert rows("SELECT count(*) FROM players") == [(1,)]


def test_a_cookie_that_was_made_up_is_nobodys_and_is_replaced(client: Client) -> None:
    for made_up in ("guess", "x" * 5000, "é", '"quoted"'):
        client.cookies.clear()
        headers = {b"cookie": f"other=1; paishan={made_up}".encode()}
        assert client.get("/api/games", headers=headers).json() == []
        answer = client.post("/api/games", json={"code": CODE, "ruleset": "taipei"}, headers=headers)
        assert answer.headers["set-cookie"].partition(";")[0] != f"paishan={made_up}"


def test_over_https_the_cookie_is_secure(file: Path) -> None:
    app = create_app(Settings(database_url=f"sqlite:///{file}"))
    with TestClient(app, base_url="https://testserver.local") as client:
        answer = client.post("/api/games", json={"code": CODE, "ruleset": "taipei"})
        assert answer.headers["set-cookie"].endswith("; Secure")


def test_the_list_of_games_and_taking_a_new_game_back(client: Client) -> None:
    old = opened(client)
    say(client, old, 0, take(0))
    new = opened(client, previous=old["id"])
    assert new["previous"] == old["id"]
    assert [game["id"] for game in client.get("/api/games").json()] == [new["id"]]
    assert client.post(f"/api/games/{new['id']}/take-back").json() == {"id": old["id"]}
    listed = client.get("/api/games").json()
    told = {"id", "family", "code", "layout", "ruleset", "occasion", "left", "ms", "seq"}
    assert [set(game) for game in listed] == [told]
    assert (listed[0]["id"], listed[0]["left"], listed[0]["seq"]) == (old["id"], 34, 1)
    refused = client.post(f"/api/games/{old['id']}/take-back")
    assert (refused.status_code, refused.json()["error"]) == (409, "this game was not started in place of another one")


def test_the_layouts_there_are(client: Client) -> None:
    listed = {layout["id"]: layout for layout in client.get("/api/layouts").json()}
    turtle = listed["turtle"]
    assert (turtle["number"], turtle["tiles"], turtle["layers"], turtle["free"], turtle["phone"]) == (
        0,
        144,
        5,
        35,
        False,
    )
    assert len(turtle["slots"]) == 144
    assert listed["lantern"]["phone"]


def test_a_random_deal_is_another_one_each_time(client: Client) -> None:
    body = {"layout": "turtle", "ruleset": "taipei"}
    codes = {client.post("/api/games", json=body).json()["code"] for _ in range(5)}
    assert len(codes) == 5
    assert all(Code.parse(code).layout == "L00" for code in codes)


def test_the_code_of_a_ranked_game_names_its_faces_and_is_told_when_it_is_over(client: Client) -> None:
    game = client.post("/api/games", json={"layout": "turtle", "ruleset": "against-the-clock"}).json()
    assert game["code"] is None
    assert [listed["code"] for listed in client.get("/api/games").json()] == [None]
    assert client.get(f"/play/{game['id']}/record").status_code == 409
    say(client, game, 0, {"type": "give-up"})
    assert Code.parse(client.get(f"/api/games/{game['id']}").json()["code"]).layout == "L00"
    assert client.get(f"/play/{game['id']}/record").status_code == 200


def test_a_broken_game_is_gone_with_the_reason(client: Client, file: Path, caplog: pytest.LogCaptureFixture) -> None:
    game = opened(client)
    say(client, game, 0, take(0))
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE games SET seq = 3")
    for answer in (client.get(f"/api/games/{game['id']}"), say(client, game, 3, take(1))):
        assert answer.status_code == 410
        assert answer.json()["error"].startswith("this game cannot be read back, so it is kept aside as it is: ")
    assert client.get("/api/games").json() == []
    assert client.get("/").status_code == 200


def test_too_fast_a_player_is_asked_to_wait(serve: Callable[..., Client], everything: Everything) -> None:
    client = serve(limits=Limits(player=0.5, burst=6))
    game = opened(client)
    for seq in range(3):
        assert say(client, game, seq, take(seq)).status_code == 200
    before = everything()
    answer = say(client, game, 3, take(3))
    assert answer.status_code == 429
    assert answer.headers["retry-after"] == "2"
    assert answer.json() == {"error": "that was very fast; try again in 2 s"}
    assert everything() == before
    assert client.get(f"/api/games/{game['id']}").status_code == 200


def test_one_address_makes_no_end_of_players(serve: Callable[..., Client], rows: Rows) -> None:
    client = serve(limits=Limits(newcomers=0.01, burst=300))
    statuses = []
    for _ in range(5):
        client.cookies.clear()
        statuses.append(client.post("/api/games", json={"code": CODE, "ruleset": "taipei"}).status_code)
    assert statuses == [201, 201, 201, 429, 429]
    assert rows("SELECT count(*) FROM players") == [(3,)]


def test_one_address_asks_so_often_and_no_oftener(serve: Callable[..., Client]) -> None:
    client = serve(limits=Limits(address=0.01, burst=300))
    assert [client.get("/api/layouts").status_code for _ in range(4)] == [200, 200, 200, 429]


def test_a_dead_database_is_a_sentence_and_a_status(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    game = opened(client)

    def dead(*_: object) -> None:
        raise Unavailable("unable to open database file")

    monkeypatch.setattr(Database, "read", dead)
    for path in (f"/api/games/{game['id']}", "/api/games"):
        answer = client.get(path)
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
        assert answer.json()["error"] == (
            "the games cannot be reached just now; nothing that was done before is lost, try again in a moment"
        )
    page = client.get("/")
    assert (page.status_code, page.headers["content-type"]) == (503, "text/html; charset=utf-8")
    assert "The games cannot be reached just now" in page.text


def test_an_unexpected_error_is_logged_once_and_never_shown(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise ZeroDivisionError("a secret")

    game = opened(client)
    monkeypatch.setattr(Games, "view", fails)
    for path in (f"/api/games/{game['id']}", f"/play/{game['id']}"):
        caplog.clear()
        with caplog.at_level(logging.ERROR):
            answer = client.get(path)
        assert answer.status_code == 500
        assert "secret" not in answer.text
        assert "Traceback" not in answer.text
        assert "something went wrong here" in answer.text.lower()
        assert len(caplog.records) == 1
        assert caplog.records[0].exc_info


def test_health(client: Client, serve: Callable[..., Client]) -> None:
    assert client.get("/healthz").json() == {"ok": True, "version": "0.1.0", "mark": ""}
    assert serve(mark="abc").get("/healthz").json()["mark"] == "abc"


def test_what_is_not_there_or_not_done_that_way(client: Client) -> None:
    assert client.get("/api/nothing").json() == {"error": "there is nothing at this address"}
    answer = client.delete("/api/games")
    assert (answer.status_code, answer.json()) == (405, {"error": "this address cannot be used that way"})
    assert "POST" in answer.headers["allow"]
