"""The description of the API is true: all that can be asked is in it, and every answer is as it says.

A few cases an operation, the same each time; thousands of others are made by `tests.soak.schema`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from litestar.testing import TestClient
from schemathesis.checks import not_a_server_error
from schemathesis.core import NotSet
from schemathesis.core.transport import Response
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from paishan.web import Settings, create_app
from paishan.web.openapi import OPERATIONS, document
from tests.web.conftest import NOW, Client
from tests.web.test_api import CODE, opened, say, take

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
SCHEMA = schemathesis.openapi.from_dict(document())
BY_LABEL: dict[str, Any] = {found.ok().label: found.ok() for found in SCHEMA.get_all_operations()}  # type: ignore[union-attr]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    file = tmp_path_factory.mktemp("description") / "paishan.db"
    with TestClient(create_app(Settings(database_url=f"sqlite:///{file}", limits=None), lambda: NOW)) as client:
        yield client


def held(label: str, answer: Any) -> None:
    """Hold an answer against what is described."""
    case = BY_LABEL[label].Case(path_parameters={"game": "g"})
    case.validate_response(Response.from_any(answer), checks=CHECKS)


def test_all_of_the_api_is_described_and_nothing_else(client: Client) -> None:
    there = {
        (method, route.path.replace(":str", ""))
        for route in client.app.routes
        for method in getattr(route, "methods", ())
        if method not in ("OPTIONS", "HEAD") and route.path.startswith(("/api/", "/healthz", "/readyz"))
    }
    assert {(operation.method, operation.path) for operation in OPERATIONS} == there
    assert client.get("/api/openapi.json").json()["openapi"] == "3.1.0"
    assert len({operation.id for operation in OPERATIONS}) == len(OPERATIONS)


@pytest.mark.parametrize("label", sorted(BY_LABEL))
def test_whatever_is_asked_is_answered_as_described(server: Client, label: str) -> None:
    @settings(
        max_examples=3,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=BY_LABEL[label].as_strategy())
    def ask(case: Any) -> None:
        more: dict[str, Any] = {"params": case.query or {}}
        if not isinstance(case.body, NotSet):
            if case.media_type == "application/json":
                more["json"] = case.body
            else:
                more |= {"content": _bytes(case.body), "headers": {"content-type": "application/octet-stream"}}
        answer = server.request(case.method, case.formatted_path, **more)
        case.validate_response(Response.from_any(answer), checks=CHECKS)

    ask()


def _bytes(body: Any) -> bytes:
    return body if isinstance(body, bytes) else str(body).encode("utf-8", "surrogatepass")


def test_games_that_are_played_are_answered_as_described(client: Client) -> None:
    for wish in (
        {"code": CODE, "ruleset": "taipei"},
        {"layout": "connect-14x6", "ruleset": "connect"},
        {"series": "new", "ruleset": "chuo-pai-vs-normal-normal"},
        {"daily": "solitaire"},
        {"level": 1},
    ):
        answer = client.post("/api/games", json=wish)
        assert answer.status_code == 201
        held("POST /api/games", answer)
        game = answer.json()
        path = f"/api/games/{game['id']}"
        held("GET /api/games/{game}", client.get(path))
        hint = [{"type": "begin"}] if game["family"] == "chuopai" else [{"type": "hint"}, {"type": "pause"}]
        done = say(client, game, 0, *hint)
        assert done.status_code == 200
        held("POST /api/games/{game}/commands", done)
        assert say(client, game, 7, *hint).status_code == 409
        held("POST /api/games/{game}/commands", say(client, game, 7, *hint))
        held("POST /api/games/{game}/take-back", client.post(f"{path}/take-back"))
        held("GET /api/games/{game}/replay", client.get(f"{path}/replay"))
    held("GET /api/games", client.get("/api/games"))


def test_what_is_over_is_told_as_described(client: Client) -> None:
    game = opened(client)
    assert say(client, game, 0, *(take(seq) for seq in range(18))).status_code == 200
    held("GET /api/games/{game}/replay", client.get(f"/api/games/{game['id']}/replay"))
    for path in ("statistics", "daily", "campaign"):
        held(f"GET /api/{path}", client.get(f"/api/{path}"))
    assert client.get("/api/statistics").json()["total"]["won"] == 1
