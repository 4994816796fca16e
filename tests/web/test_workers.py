"""`paishan serve` in several processes: one that is killed is started anew, none loses a move, and all end in order."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.postgres import Postgres
from tests.soak.kills import Served, kill_database, kill_worker, played_while
from tests.web.process import ask, free_port
from tests.web.test_operation import numbers


@pytest.fixture
def served(place: str) -> Iterator[Served]:
    server = Served(place)
    yield server
    server.kill()


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/paishan.db"
    url: str = request.getfixturevalue("postgres_url")
    return url


def wait_for(what: Callable[[], Any]) -> Any:
    """What something comes to, as soon as it comes to anything."""
    until = time.monotonic() + 60
    while not (found := what()):
        assert time.monotonic() < until
        time.sleep(0.02)
    return found


def test_processes_are_killed_in_the_middle_of_play_and_no_move_is_lost_or_doubled(served: Served) -> None:
    before = served.workers()
    figures = played_while(served, kill_worker(served), kills=5, seed=7)
    assert (figures.kills, figures.lost, figures.doubled) == (5, 0, 0)
    assert figures.acknowledged >= 10
    # One that died soon after it had begun is followed by the next one a moment later.
    wait_for(lambda: len(served.workers()) == 2 and set(served.workers()) != set(before))
    assert served.stop() == 0
    assert "another one takes its place" in served.said()
    assert "Traceback" not in served.said()


def test_postgresql_is_killed_in_the_middle_of_play_and_the_same_processes_go_on() -> None:
    try:
        frail = Postgres({"recovery_init_sync_method": "syncfs"})
    except FileNotFoundError as error:
        pytest.skip(str(error))
    with ExitStack() as stack:
        stack.callback(frail.close)
        served = Served(frail.fresh())
        stack.callback(served.kill)
        before = served.workers()
        figures = played_while(served, kill_database(frail), kills=3, seed=7)
        assert (figures.kills, figures.lost, figures.doubled) == (3, 0, 0)
        assert served.workers() == before
        frail.kill()
        assert wait_for(lambda: ask(served.port, "GET", "/readyz")[0] == 503)
        assert ask(served.port, "GET", "/healthz")[0] == 200
        frail.start()
        assert wait_for(lambda: ask(served.port, "GET", "/readyz")[0] == 200)
        # One that is started while the database is away waits for it.
        frail.kill()
        os.kill(before[0], signal.SIGKILL)
        wait_for(lambda: before[0] not in served.workers())
        frail.start()
        wait_for(lambda: len(served.workers()) == 2 and before[0] not in served.workers())
        figures = played_while(served, lambda _: None, kills=1)
        assert (figures.lost, figures.doubled) == (0, 0)
        assert served.stop() == 0


def test_numbers_of_all_processes_are_told_by_whichever_is_asked(tmp_path: Path) -> None:
    served = Served(f"sqlite:///{tmp_path}/paishan.db")
    for _ in range(20):
        assert ask(served.port, "GET", "/api/layouts")[0] == 200
    name = 'paishan_requests_total{route="/api/layouts",method="GET",status="200"}'

    def told() -> dict[str, float]:
        return numbers(ask(served.port, "GET", "/metrics")[2])

    wait_for(lambda: told().get(name) == 20 and told()["paishan_workers"] == 2)
    for pid in served.workers():
        os.kill(pid, signal.SIGKILL)
        wait_for(partial(_replaced, served, pid))
    assert wait_for(lambda: told().get(name) == 20)
    served.kill()


def _replaced(served: Served, pid: int) -> bool:
    return pid not in served.workers() and len(served.workers()) == 2


def test_processes_end_when_the_one_that_watches_over_them_is_gone(tmp_path: Path) -> None:
    served = Served(f"sqlite:///{tmp_path}/paishan.db")
    workers = served.workers()
    assert len(workers) == 2
    served.kill()
    wait_for(lambda: not any(Path(f"/proc/{pid}/stat").exists() for pid in workers))


@pytest.mark.long
def test_a_postgresql_that_hangs_keeps_no_request_longer_than_25_seconds() -> None:
    frail = Postgres()
    with ExitStack() as stack:
        stack.callback(frail.close)
        served = Served(frail.fresh())
        stack.callback(served.kill)
        assert ask(served.port, "GET", "/api/games")[0] == 200
        frail.pause()
        wish = {"layout": "first-steps", "ruleset": "taipei"}
        kinds = [("POST", "/api/games", wish), ("GET", "/", None), ("GET", f"/api/games/{'a' * 22}", None)]
        with ThreadPoolExecutor(30) as askers:
            begun = time.monotonic()

            def told(number: int) -> tuple[int, float]:
                method, path, body = kinds[number % 3]
                cookie = f"paishan={'b' * 43}" if number % 3 else ""
                status = ask(served.port, method, path, body, cookie, 60)[0]
                return status, time.monotonic() - begun

            came = list(askers.map(told, range(30)))
        assert {status for status, _ in came} == {503}
        assert max(seconds for _, seconds in came) < 25
        assert ask(served.port, "GET", "/healthz")[0] == 200
        frail.go_on()
        assert wait_for(lambda: ask(served.port, "GET", "/readyz")[0] == 200)
        assert ask(served.port, "POST", "/api/games", wish)[0] == 201
        assert served.stop() == 0


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., tuple[subprocess.Popen[str], int]]]:
    """Starts `paishan serve` with more words, and waits until it answers."""
    with ExitStack() as stack:

        def started(*words: str) -> tuple[subprocess.Popen[str], int]:
            port = free_port()
            command = [sys.executable, "-u", "-m", "paishan", "serve", "--port", str(port)]
            place = f"sqlite:///{tmp_path}/paishan.db"
            process = stack.enter_context(
                subprocess.Popen(
                    [*command, "--database-url", place, "--log", "errors", *words],
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    text=True,
                )
            )
            stack.callback(process.kill)
            wait_for(lambda: _ready(port))
            return process, port

        yield started


def _ready(port: int) -> bool:
    try:
        return ask(port, "GET", "/readyz")[0] == 200
    except (OSError, http.client.HTTPException):
        return False


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_told_to_end_it_finishes_what_it_was_asked_and_ends_well(
    start: Callable[..., tuple[subprocess.Popen[str], int]], workers: int, sign: signal.Signals
) -> None:
    process, port = start("--workers", str(workers))
    status, headers, game = ask(port, "POST", "/api/games", {"layout": "first-steps", "ruleset": "taipei"})
    assert status == 201
    path = f"/api/games/{game['id']}/commands"
    body = json.dumps({"seq": 0, "key": "k", "commands": [{"type": "undo"}]}).encode()
    # A request of which half has arrived: it belongs to what is finished.
    head = (
        f"POST {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {headers['set-cookie'].partition(';')[0]}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", port)) as asking:
        asking.sendall(head.encode() + body[:10])
        wait_for(lambda: numbers(ask(port, "GET", "/metrics")[2])["paishan_requests_now"] >= (2 if workers == 1 else 1))
        time.sleep(0.2)
        process.send_signal(sign)
        wait_for(lambda: not _listens(port))
        asking.sendall(body[10:])
        answer = asking.recv(4096)
    assert answer.startswith(b"HTTP/1.1 200")
    assert process.wait(30) == 0
    assert process.stdout is not None
    assert process.stdout.read() == f"Paishan serves at http://127.0.0.1:{port}\n"


def _listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


@pytest.mark.parametrize("workers", [1, 2])
def test_while_it_drains_it_answers_and_says_that_it_will_end_and_a_second_signal_ends_it_at_once(
    start: Callable[..., tuple[subprocess.Popen[str], int]], workers: int
) -> None:
    process, port = start("--workers", str(workers), "--drain", "600")
    process.send_signal(signal.SIGTERM)
    assert wait_for(lambda: ask(port, "GET", "/readyz")[2] == {"ok": False, "error": "the server is about to end"})
    assert ask(port, "GET", "/healthz")[0] == 200
    process.send_signal(signal.SIGTERM)
    assert process.wait(10) == 1


def test_after_the_time_for_draining_it_ends(start: Callable[..., tuple[subprocess.Popen[str], int]]) -> None:
    process, port = start("--drain", "0.5")
    begun = time.monotonic()
    process.send_signal(signal.SIGTERM)
    assert ask(port, "GET", "/healthz")[0] == 200
    assert process.wait(30) == 0
    assert time.monotonic() - begun >= 0.5


@pytest.mark.parametrize("workers", ["1", "2"])
def test_what_keeps_it_from_starting_is_one_line(tmp_path: Path, workers: str) -> None:
    def serve(*words: str, **environment: str) -> tuple[int, str, str]:
        command = [sys.executable, "-m", "paishan", "serve", "--workers", workers, *words]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, env=os.environ | environment)
        return done.returncode, done.stdout, done.stderr

    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        status, out, err = serve("--port", str(port))
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert "address already in use; choose others with --host or --port" in err
    free = str(free_port())
    for words, environment, said in (
        (("--database-url", "postgresql://127.0.0.1:1/none"), {}, "cannot be opened: connection failed"),
        (("--trusted-proxy", "localhost"), {}, "--trusted-proxy localhost is no address"),
        ((), {"PAISHAN_DAILY_SECRET": "short"}, "at least 16 bytes; this has 5"),
        (("--log", "everything"), {}, "'everything' is not one of"),
    ):
        data = {"XDG_DATA_HOME": str(tmp_path)}
        status, out, err = serve("--port", free, *words, **data, **environment)
        assert (status, out, err.count("\n")) == (2, "", 1), err
        assert said in err


def test_the_database_is_taken_from_the_environment_where_its_password_is_not_seen_by_others(tmp_path: Path) -> None:
    served = Served(f"sqlite:///{tmp_path}/from-the-environment.db", workers=1)
    served.kill()
    assert (tmp_path / "from-the-environment.db").exists()
    assert b"from-the-environment" not in b"".join(map(str.encode, served.words))
