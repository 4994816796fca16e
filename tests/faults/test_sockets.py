"""Requests that do not end, come slowly or are far too large keep nobody else waiting, and are given up."""

from __future__ import annotations

import http.client
import json
import logging
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from paishan.web import listening as bounds
from tests.faults.listening import connected, heard, listening, until_closed

HALF_HEAD = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
JSON = b"Host: localhost\r\nContent-Type: application/json\r\n"
POST = b"POST /api/games HTTP/1.1\r\n" + JSON
FORM = b"POST /games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
MOST = 64 * 1024


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    with listening(tmp_path / "paishan.db") as found:
        yield found


def ask(port: int) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request(
        "POST",
        "/api/games",
        json.dumps({"layout": "first-steps", "ruleset": "taipei"}),
        {"Content-Type": "application/json"},
    )
    status = connection.getresponse().status
    connection.close()
    return status


def test_three_hundred_half_sent_requests_keep_nobody_else_waiting(port: int) -> None:
    with ExitStack() as stack:
        for number in range(300):
            said = [b"", HALF_HEAD, POST + b"Content-Length: 60\r\n\r\n{"][number % 3]
            stack.enter_context(connected(port, said))
        assert [ask(port) for _ in range(5)] == [201] * 5


@pytest.mark.parametrize("said", [b"", HALF_HEAD, POST + b"Content-Length: 60\r\n\r\n{"])
def test_a_request_that_does_not_come_is_given_up(
    port: int, said: bytes, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(bounds, "PATIENCE", 0.3)
    with caplog.at_level(logging.WARNING), connected(port, said) as connection:
        assert 0.2 <= until_closed(connection) < 10
    assert ask(port) == 201
    assert caplog.records == []


def test_a_word_now_and_then_does_not_keep_a_connection(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "PATIENCE", 0.5)
    with connected(port, HALF_HEAD) as connection:
        begun = time.monotonic()
        with pytest.raises(OSError):
            while time.monotonic() - begun < 20:
                connection.sendall(b"x")
                time.sleep(0.02)
        assert time.monotonic() - begun < 10


def test_a_large_file_over_a_slow_line_has_the_time_that_it_takes(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    # 60,000 bytes give a body 7.3 seconds more.
    monkeypatch.setattr(bounds, "PATIENCE", 0.2)
    body = json.dumps({"layout": "first-steps", "ruleset": "taipei"}).encode()
    begun = time.monotonic()
    with connected(port, POST + b"Content-Length: %d\r\n\r\n" % (60_000 + len(body)), b" " * 60_000) as connection:
        time.sleep(0.5)
        connection.sendall(body)
        assert heard(connection) == b"HTTP/1.1 201 Created"
    assert time.monotonic() - begun > 0.4


def test_a_connection_that_waits_between_requests_is_kept(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "PATIENCE", 0.3)
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    for pause in (0.6, 0):
        connection.request("GET", "/healthz")
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 200
        own = connection.sock.getsockname() if connection.sock is not None else None
        time.sleep(pause)
    assert connection.sock is not None
    assert connection.sock.getsockname() == own
    connection.close()


@pytest.mark.parametrize("way", [POST, FORM])
def test_a_body_may_have_64_kilobytes_and_not_one_byte_more(port: int, way: bytes) -> None:
    for size, status in ((MOST, b"400"), (MOST + 1, b"413")):
        with connected(port, way + b"Content-Length: %d\r\n\r\n" % size, b"x" * size) as connection:
            assert heard(connection).split()[1] == status


def test_a_gigabyte_that_is_announced_is_refused_before_it_comes(port: int) -> None:
    with connected(port, POST + b"Content-Length: 1073741824\r\n\r\n{") as connection:
        assert heard(connection).split()[1] == b"413"


def test_chunks_without_end_are_refused_as_soon_as_they_are_too_much(port: int) -> None:
    chunk = b"%x\r\n%s\r\n" % (4096, b" " * 4096)
    with connected(port, POST + b"Transfer-Encoding: chunked\r\n\r\n") as connection:
        sent = 0
        try:
            while sent < 64 * MOST:
                connection.sendall(chunk)
                sent += 4096
                if sent == MOST + 4096:
                    break
        except OSError:
            pass
        assert heard(connection).split()[1] == b"413"
    assert ask(port) == 201
