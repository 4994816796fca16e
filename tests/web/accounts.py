"""Accounts for tests: signing up and logging in as a browser does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.web.conftest import Client

Serve = Callable[..., Client]

ADA, PASSWORD, OTHER = "Ada", "a mountain of tiles", "a valley of dominoes"


def sign_up(client: Client, name: str = ADA, password: str = PASSWORD) -> list[str]:
    """An account of whoever asks; gives the codes for recovery."""
    answer = client.post("/api/account", json={"name": name, "password": password})
    assert answer.status_code == 201, answer.text
    assert answer.json()["name"] == name
    codes: list[str] = answer.json()["codes"]
    return codes


def log_in(client: Client, name: str = ADA, password: str = PASSWORD, **more: Any) -> Any:
    return client.post("/api/account/login", json={"name": name, "password": password}, **more)


def token(client: Client) -> str:
    found = client.cookies.get("paishan")
    assert found is not None
    return found


def known(client: Client, cookie: str | None = None) -> str | None:
    """The account as which a cookie is known."""
    headers = None if cookie is None else {"cookie": f"paishan={cookie}"}
    name: str | None = client.get("/api/account", headers=headers).json()["name"]
    return name
