"""What those who run a server are told: whether it can be used, its numbers, and a journal that names nobody."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from paishan.store import Database, Unavailable
from paishan.web import Settings, create_app, health, journal
from paishan.web.metrics import Metrics, Reading
from tests.web.conftest import Client

START = {"layout": "first-steps", "ruleset": "taipei"}


def numbers(text: str) -> dict[str, float]:
    """The series of an exposition, each with its value; its form is checked on the way."""
    found: dict[str, float] = {}
    typed: set[str] = set()
    for line in text.splitlines():
        if line.startswith("# TYPE "):
            typed.add(line.split()[2])
        elif not line.startswith("#"):
            name, _, value = line.rpartition(" ")
            assert re.fullmatch(r'[a-z_]+(\{[a-z_]+="[^"\n]*"(,[a-z_]+="[^"\n]*")*\})?', name), line
            assert name not in found
            found[name] = float(value)
    for name in found:
        plain = name.partition("{")[0]
        assert {plain, re.sub("_(bucket|sum|count)$", "", plain)} & typed, name
    return found


@pytest.fixture
def local(serve: Callable[..., Client]) -> Client:
    """A server, asked from the machine that it runs on."""
    client = serve()
    client.app.asgi_handler = from_address("127.0.0.1", client.app.asgi_handler)
    return client


def from_address(address: str, app: Any) -> Any:
    async def asked(scope: Any, receive: Any, send: Any) -> None:
        scope["client"] = (address, 1)
        await app(scope, receive, send)

    return asked


@pytest.fixture
def lines() -> Iterator[Callable[..., list[dict[str, Any]]]]:
    """Begins a journal at a level; afterwards gives its lines."""
    root, requests = logging.getLogger(), logging.getLogger("paishan.requests")
    before = root.handlers[:], root.level, requests.level
    stream = io.StringIO()

    def begin(level: str = "") -> list[dict[str, Any]]:
        if level:
            journal.begin(level, 3, stream)
        return [json.loads(line) for line in stream.getvalue().splitlines()]

    yield begin
    root.handlers[:] = before[0]
    root.setLevel(before[1])
    requests.setLevel(before[2])


def test_a_server_lives_and_is_ready_while_its_database_answers(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert client.get("/readyz").json() == {"ok": True}

    def dead(*_: object) -> None:
        raise Unavailable("unable to open database file")

    monkeypatch.setattr(Database, "read", dead)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
    assert answer.json() == {"ok": False, "error": "the database does not answer"}
    assert client.get("/healthz").status_code == 200


def test_a_database_that_takes_too_long_is_none(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_PATIENCE", 0.01)
    monkeypatch.setattr(Database, "read", lambda *_: time.sleep(0.2))
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["error"]) == (503, "the database has not answered within 0.01 s")


def test_a_server_about_to_end_takes_no_more_people_but_answers(client: Client) -> None:
    client.app.state.metrics.draining = True
    assert client.get("/readyz").json() == {"ok": False, "error": "the server is about to end"}
    assert client.post("/api/games", json=START).status_code == 201


def test_numbers_tell_what_was_done(local: Client) -> None:
    game = local.post("/api/games", json=START).json()
    for seq in range(2):
        said = {"seq": seq, "key": f"k{seq}", "commands": [{"type": "undo"}]}
        assert local.post(f"/api/games/{game['id']}/commands", json=said).status_code == 200
    said = {"seq": 2, "key": "k2", "commands": [{"type": "give-up"}]}
    local.post(f"/api/games/{game['id']}/commands", json=said)
    assert local.get("/nowhere").status_code == 404
    answer = local.get("/metrics")
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    found = numbers(answer.text)
    expected = {
        'paishan_requests_total{route="/api/games/{game}/commands",method="POST",status="200"}': 3,
        'paishan_requests_total{route="(none)",method="GET",status="404"}': 1,
        'paishan_request_seconds_count{route="/api/games/{game}/commands"}': 3,
        'paishan_request_seconds_bucket{route="/api/games/{game}/commands",le="+Inf"}': 3,
        "paishan_commands_total": 3,
        'paishan_games_opened_total{family="solitaire"}': 1,
        'paishan_games_finished_total{family="solitaire",outcome="lost"}': 1,
        "paishan_live_tables": 1,
        "paishan_commits_total": 4,
        "paishan_commit_jobs_sum": 4,
        'paishan_commit_jobs_bucket{le="1"}': 4,
        'paishan_commit_jobs_bucket{le="+Inf"}': 4,
        "paishan_writer_waiting": 0,
        "paishan_held_back_total": 0,
        "paishan_requests_now": 1,
        "paishan_workers": 1,
        'paishan_waiting_turns{kind="hashing"}': 0,
    }
    assert {name: found[name] for name in expected} == expected
    assert found['process_resident_memory_bytes{worker="0"}'] > 10_000_000


def test_numbers_are_for_this_machine_or_for_who_knows_the_token(serve: Callable[..., Client]) -> None:
    client = serve(metrics_token="a token")
    inner = client.app.asgi_handler
    for address, headers, status in (
        ("127.0.0.1", {}, 200),
        ("::1", {}, 200),
        ("192.0.2.7", {}, 403),
        ("127.0.0.1", {"X-Forwarded-For": "127.0.0.1"}, 403),
        ("127.0.0.1", {"Via": "1.1 proxy"}, 403),
        ("192.0.2.7", {"X-Forwarded-For": "127.0.0.1"}, 403),
        ("192.0.2.7", {"Authorization": "Bearer a token"}, 200),
        ("127.0.0.1", {"Authorization": "Bearer a token", "X-Forwarded-For": "192.0.2.7"}, 200),
        ("192.0.2.7", {"Authorization": "Bearer a toke"}, 403),
        ("192.0.2.7", {"Authorization": "Bearer "}, 403),
    ):
        client.app.asgi_handler = from_address(address, inner)
        assert client.get("/metrics", headers=headers).status_code == status, (address, headers)


def test_a_proxy_that_is_believed_cannot_make_anybody_local(serve: Callable[..., Client]) -> None:
    client = serve(trusted=frozenset({"192.0.2.7"}))
    client.app.asgi_handler = from_address("192.0.2.7", client.app.asgi_handler)
    assert client.get("/metrics", headers={"X-Forwarded-For": "127.0.0.1"}).status_code == 403


def test_numbers_of_all_processes_are_added_up_and_outlive_a_process(tmp_path: Path) -> None:
    def one(worker: int, requests: int) -> Metrics:
        metrics = Metrics(tmp_path, worker)

        def tables(reading: Reading) -> None:
            reading.now["paishan_live_tables"] = requests

        metrics.ask(tables)
        for _ in range(requests):
            metrics.request("/", "GET", 200, 0.02)
        metrics.tell()
        return metrics

    one(0, 3)
    second = one(1, 4)
    name = 'paishan_requests_total{route="/",method="GET",status="200"}'
    found = numbers(second.text())
    assert (found[name], found["paishan_live_tables"], found["paishan_workers"]) == (7, 7, 2)
    assert found['paishan_request_seconds_bucket{route="/",le="0.01"}'] == 0
    assert found['paishan_request_seconds_bucket{route="/",le="0.025"}'] == 7
    assert found['paishan_request_seconds_sum{route="/"}'] == pytest.approx(0.14)
    # Another process in the place of the first: what was counted stays, what it had in memory is gone.
    one(0, 1)
    found = numbers(second.text())
    assert (found[name], found["paishan_live_tables"], found["paishan_workers"]) == (8, 5, 2)


def test_a_process_that_tells_nothing_any_more_has_nothing_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = Metrics(tmp_path, 0), Metrics(tmp_path, 1)
    first.request("/", "GET", 200, 0.02)
    first.tell()
    at = time.time()
    monkeypatch.setattr(time, "time", lambda: at + 60)
    found = numbers(second.text())
    assert found["paishan_workers"] == 1
    assert found['paishan_requests_total{route="/",method="GET",status="200"}'] == 1


def test_every_answer_has_a_number_that_was_given_or_is_new(client: Client) -> None:
    assert client.get("/healthz", headers={"X-Request-Id": "proxy-17.a"}).headers["x-request-id"] == "proxy-17.a"
    for given in ("", "a b", "x" * 65, '"},{"'):
        for path in ("/healthz", "/nowhere", "/api/games/none"):
            number = client.get(path, headers={"X-Request-Id": given} if given else {}).headers["x-request-id"]
            assert re.fullmatch("[0-9a-f]{16}", number)


def test_the_journal_has_a_line_for_every_request_when_that_is_wanted_and_names_nobody(
    client: Client, lines: Callable[..., list[dict[str, Any]]]
) -> None:
    lines("requests")
    game = client.post("/api/games", json=START, headers={"X-Request-Id": "one"}).json()
    cookie = client.cookies["paishan"]
    client.get(f"/statistics?layout=turtle&name=Ada&game={game['id']}")
    client.get("/nowhere/Ada")
    told = lines()
    assert [(line["method"], line["route"], line["status"]) for line in told] == [
        ("POST", "/api/games", 201),
        ("GET", "/statistics", 200),
        ("GET", "(none)", 404),
    ]
    assert set(told[0]) == {"time", "level", "worker", "event", "request", "method", "route", "status", "ms"}
    assert (told[0]["event"], told[0]["request"], told[0]["worker"], told[0]["level"]) == ("request", "one", 3, "info")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", told[0]["time"])
    for secret in (cookie, "Ada", "testclient", "127.0.0.1", game["id"], "turtle"):
        assert secret not in json.dumps(told)


def test_usually_the_journal_tells_of_what_went_wrong_alone(
    file: Path, lines: Callable[..., list[dict[str, Any]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = create_app(Settings(database_url=f"sqlite:///{file}", limits=None))
    with TestClient(app, raise_server_exceptions=False) as client:
        lines("warnings")
        game = client.post("/api/games", json=START).json()
        client.get("/nowhere")
        assert lines() == []

        def broken(*_: object) -> None:
            raise ZeroDivisionError("not by zero")

        monkeypatch.setattr(Database, "read", broken)
        answer = client.get("/api/games")
        number = answer.headers["x-request-id"]
        assert answer.status_code == 500
        fault, request = lines()
        assert (fault["level"], fault["event"], fault["request"]) == ("error", "paishan.web.errors", number)
        assert "ZeroDivisionError: not by zero" in fault["trace"]
        assert (request["level"], request["status"], request["request"]) == ("error", 500, number)
        assert game["id"] not in json.dumps([fault, request])


def test_a_slow_answer_is_a_warning(lines: Callable[..., list[dict[str, Any]]]) -> None:
    lines("warnings")
    times = iter([10.0, 11.5])

    async def answering(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def ask() -> None:
        async def nothing(*_: Any) -> None:
            pass

        scope: Any = {
            "type": "http",
            "method": "GET",
            "headers": [],
            "client": None,
            "state": {},
            "path_template": "/a",
        }
        await journal.journaled(answering, Metrics(), lambda: next(times))(scope, nothing, nothing)  # type: ignore[arg-type]

    asyncio.run(ask())
    (line,) = lines()
    assert (line["level"], line["route"], line["ms"]) == ("warning", "/a", 1500.0)


def test_what_was_asked_of_the_database_with_which_values_stands_in_no_error(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path}/paishan.db")
    with pytest.raises(Unavailable) as caught:
        database.read(lambda reading: reading.exec_driver_sql("SELECT nothing WHERE 1 = ?", ("secret",)))
    assert "secret" not in str(caught.value)
    database.close()
