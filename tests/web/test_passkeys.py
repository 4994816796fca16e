"""Passkeys over HTTP (A5): made, used once, refused when anything is wrong."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.accounts import ADA, OTHER, PASSWORD, Serve, known, sign_up, token
from tests.web.authenticator import PRESENT, VERIFIED, Authenticator, text
from tests.web.conftest import Client, Rows
from tests.web.test_api import opened

pytestmark = pytest.mark.usefixtures("quick")
ORIGIN = "http://testserver.local"


def make_passkey(client: Client, origin: str = ORIGIN) -> Authenticator:
    """A passkey of the account that is logged in."""
    key = Authenticator(origin)
    options = client.post("/api/account/passkeys/new", json={"password": PASSWORD})
    assert options.status_code == 200, options.text
    answer = client.post("/api/account/passkeys", json={"passkey": key.make(options.json())})
    assert answer.status_code == 201, answer.text
    return key


def enter(client: Client, passkey: dict[str, Any]) -> Any:
    return client.post("/api/account/passkeys/login", json={"passkey": passkey})


def ask(client: Client) -> dict[str, Any]:
    options: dict[str, Any] = client.post("/api/account/passkeys/ask").json()
    return options


def test_a_passkey_logs_in_without_a_name_and_brings_the_guest_along(client: Client, serve: Serve, rows: Rows) -> None:
    sign_up(client)
    options = client.post("/api/account/passkeys/new", json={"password": PASSWORD}).json()
    assert (options["rp"], options["user"]["name"]) == ({"name": "Paishan", "id": "testserver.local"}, ADA)
    assert options["authenticatorSelection"]["residentKey"] == "required"
    assert options["authenticatorSelection"]["userVerification"] == "required"
    key = make_passkey(client)
    phone = serve()
    opened(phone)
    asked = ask(phone)
    assert (asked["rpId"], asked["userVerification"], asked["allowCredentials"]) == ("testserver.local", "required", [])
    answer = enter(phone, key.sign(asked))
    assert (answer.status_code, answer.json()) == (200, {"name": ADA})
    assert known(phone) == ADA
    assert len(client.get("/api/games").json()) == 1
    assert rows("SELECT uses, host, transports FROM passkeys") == [(1, "testserver.local", "internal,hybrid")]
    assert "Made on 15\u00a0January 2027, last used on 15\u00a0January 2027" in client.get("/account").text


@pytest.mark.parametrize(
    "wrong",
    [
        {"origin": "http://evil.example"},
        {"host": "evil.example"},
        {"challenge": "AAAA"},
        {"flags": PRESENT},
        {"flags": VERIFIED},
    ],
)
def test_a_passkey_that_says_anything_wrong_is_refused(client: Client, rows: Rows, wrong: dict[str, Any]) -> None:
    sign_up(client)
    options = client.post("/api/account/passkeys/new", json={"password": PASSWORD}).json()
    answer = client.post("/api/account/passkeys", json={"passkey": Authenticator(ORIGIN).make(options, **wrong)})
    assert (answer.status_code, answer.json()) == (400, {"error": "the passkey was not made; try it once more"})
    assert rows("SELECT * FROM passkeys") == []
    key = make_passkey(client)
    client.cookies.clear()
    answer = enter(client, key.sign(ask(client), **wrong))
    assert (answer.status_code, answer.json()) == (401, {"error": "this passkey belongs to no account here"})


def test_a_challenge_is_good_once_and_for_one_thing(client: Client, serve: Serve) -> None:
    sign_up(client)
    key = make_passkey(client)
    phone = serve()
    asked = ask(phone)
    assert enter(phone, key.sign(asked)).status_code == 200
    phone.cookies.clear()
    assert enter(phone, key.sign(asked)).status_code == 401
    # What was asked of somebody who is logged in does not log in, and the other way round.
    assert enter(phone, key.sign(ask(client))).status_code == 401
    proof = client.post("/api/account/codes", json={"passkey": key.sign(ask(phone))})
    assert proof.status_code == 403
    made = Authenticator(ORIGIN).make(client.post("/api/account/passkeys/new", json={"password": PASSWORD}).json())
    assert client.post("/api/account/passkeys", json={"passkey": made}).status_code == 201
    assert client.post("/api/account/passkeys", json={"passkey": made}).status_code == 400


def test_a_passkey_that_was_copied_or_removed_is_refused(client: Client, rows: Rows) -> None:
    sign_up(client)
    key = make_passkey(client)
    mine = token(client)
    client.cookies.clear()
    assert enter(client, key.sign(ask(client))).status_code == 200
    client.cookies.clear()
    key.uses = 0
    assert enter(client, key.sign(ask(client))).status_code == 401
    headers = {"cookie": f"paishan={mine}"}
    removed = client.post("/api/account/passkeys/remove", json={"passkey": key.id.hex()}, headers=headers)
    assert removed.status_code == 200
    key.uses = 9
    assert enter(client, key.sign(ask(client))).status_code == 401
    again = client.post("/api/account/passkeys/remove", json={"passkey": key.id.hex()}, headers=headers)
    assert (again.status_code, again.json()) == (404, {"error": "there is no such passkey"})


def test_a_passkey_shows_that_it_is_the_owner_who_deletes(client: Client, serve: Serve, rows: Rows) -> None:
    sign_up(client)
    key = make_passkey(client)
    other = serve()
    sign_up(other, "Bob", OTHER)
    asked = ask(client)
    assert [one["id"] for one in asked["allowCredentials"]] == [text(key.id)]
    stolen = other.post("/api/account/delete", json={"passkey": key.sign(ask(other))})
    assert stolen.status_code == 403
    assert client.post("/api/account/delete", json={"passkey": key.sign(ask(client))}).status_code == 200
    assert rows("SELECT name FROM accounts") == [("Bob",)]


@pytest.mark.parametrize(
    "answer", [{}, {"id": 5}, {"id": "_w", "response": {}}, {"response": {"clientDataJSON": "e30"}}]
)
def test_what_is_no_answer_of_a_passkey_is_refused(client: Client, answer: dict[str, Any]) -> None:
    assert enter(client, answer).status_code == 401
    sign_up(client)
    assert client.post("/api/account/passkeys", json={"passkey": answer}).status_code == 400


def test_passkeys_need_a_name_and_an_allowed_one(client: Client, serve: Serve) -> None:
    for host in ("127.0.0.1:8000", "[::1]:8000", "[", ""):
        answer = client.post("/api/account/passkeys/ask", headers={"host": host})
        said = {"error": "passkeys need a server that is addressed by its name"}
        assert (answer.status_code, answer.json()) == (400, said)
    strict = serve(hosts=frozenset({"play.example"}))
    assert strict.post("/api/account/passkeys/ask", headers={"host": "evil.example"}).status_code == 421
    asked = strict.post("/api/account/passkeys/ask", headers={"host": "play.example:8443"})
    assert asked.json()["rpId"] == "play.example"
