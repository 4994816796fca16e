"""Attacks on accounts: guessing tokens and passwords, keeping an owner out, passing for a device that is known."""

from __future__ import annotations

from pathlib import Path

import pytest

from paishan.web import Limits
from tests.web.conftest import Client, Rows
from tests.web.test_api import opened
from tests.web.test_attacks import PASSWORD, Serve


def test_a_token_is_kept_as_its_hash_alone(client: Client, rows: Rows, file: Path) -> None:
    opened(client)
    token = str(client.cookies["paishan"])
    assert len(token) >= 32
    for (table,) in rows("SELECT name FROM sqlite_master WHERE type = 'table'"):
        assert token not in str(rows(f"SELECT * FROM {table}"))
    assert token.encode() not in file.read_bytes()


def test_tokens_and_games_have_numbers_that_cannot_be_guessed(serve: Serve) -> None:
    client = serve()
    tokens, games = set(), set()
    for _ in range(20):
        client.cookies.clear()
        games.add(opened(client)["id"])
        tokens.add(str(client.cookies["paishan"]))
    assert len(tokens) == len(games) == 20
    # 24 random bytes or more for a token, 16 for a game.
    assert min(map(len, tokens)) >= 32
    assert {len(game) for game in games} == {22}


@pytest.mark.parametrize("cookie", ["1", "paishan", "null", "undefined", "' OR 1=1", "a" * 5_000, "\xe9", "=", "%00"])
def test_a_cookie_that_nobody_was_given_is_nobodys(quiet: Client, cookie: str) -> None:
    quiet.cookies.clear()
    headers = {b"cookie": b"paishan=" + cookie.encode("latin-1")}
    assert quiet.get("/api/games", headers=headers).json() == []
    assert quiet.get("/api/account", headers=headers).json() == {"name": None}


def failing(client: Client, name: str, times: int) -> list[int]:
    """Wrong passwords for a name; what is answered."""
    body = {"name": name, "password": "somebody's guess"}
    return [client.post("/api/account/login", json=body).status_code for _ in range(times)]


@pytest.fixture
def ada(serve: Serve) -> Client:
    """The browser of somebody with an account, who is logged out."""
    client = serve(limits=Limits())
    assert client.post("/api/account", json={"name": "Ada", "password": PASSWORD}).status_code == 201
    assert client.post("/api/account/logout").status_code == 200
    return client


def test_whoever_tries_a_name_does_not_keep_its_owner_out(ada: Client, serve: Serve) -> None:
    mallory = serve(limits=Limits())
    assert failing(mallory, "Ada", 8) == [401] * 5 + [429] * 3
    assert failing(mallory, "ada", 1) == [429]
    # On another device the owner waits as everybody does, a second now; on her own one she does not.
    right = {"name": "Ada", "password": PASSWORD}
    stranger = serve(limits=Limits())
    assert stranger.post("/api/account/login", json=right).status_code == 429
    assert ada.post("/api/account/login", json=right).status_code == 200


def test_a_device_is_believed_for_its_own_account_alone(ada: Client, serve: Serve) -> None:
    mallory = serve(limits=Limits())
    assert mallory.post("/api/account", json={"name": "Mallory", "password": PASSWORD}).status_code == 201
    mark = str(mallory.cookies["paishan-known"])
    assert failing(mallory, "Ada", 6) == [401] * 5 + [429]
    number, _, told = mark.partition(".")
    for forged in (f"{number}.{'0' * len(told)}", f"{number}.", number, f"x.{told}", ".", "a" * 5_000):
        mallory.cookies.clear()
        mallory.cookies.set("paishan-known", forged)
        assert failing(mallory, "Ada", 1) == [429]


def test_a_device_is_not_believed_for_who_has_the_name_later(serve: Serve) -> None:
    mallory = serve(limits=Limits())
    assert mallory.post("/api/account", json={"name": "Ada", "password": PASSWORD}).status_code == 201
    mark = str(mallory.cookies["paishan-known"])
    assert mallory.post("/api/account/name", json={"name": "Mallory"}).status_code == 200
    ada = serve(limits=Limits())
    assert ada.post("/api/account", json={"name": "Ada", "password": PASSWORD}).status_code == 201
    mallory.cookies.clear()
    assert failing(mallory, "Ada", 6) == [401] * 5 + [429]
    mallory.cookies.set("paishan-known", mark)
    assert failing(mallory, "Ada", 1) == [429]


def test_a_known_device_has_a_bound_of_its_own(ada: Client) -> None:
    assert failing(ada, "Ada", 12) == [401] * 10 + [429] * 2


def test_a_session_of_somebody_else_cannot_be_ended(ada: Client, serve: Serve, rows: Rows) -> None:
    assert ada.post("/api/account/login", json={"name": "Ada", "password": PASSWORD}).status_code == 200
    [(session,)] = rows("SELECT id FROM sessions")
    mallory = serve(limits=Limits())
    mallory.post("/api/account", json={"name": "Mallory", "password": PASSWORD})
    assert mallory.post("/api/account/sessions/end", json={"session": session}).status_code == 404
    assert mallory.post("/api/account/sessions/end", json={"others": True}).json() == {"ended": 0}
    assert ada.get("/api/account").json() == {"name": "Ada"}
