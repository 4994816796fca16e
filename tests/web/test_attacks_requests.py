"""Attacks by the form of a request: addresses, headers and bodies that are too long, never end, or lead elsewhere."""

from __future__ import annotations

import gzip
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from paishan.web.fence import MOST_ADDRESS, MOST_HEADERS
from tests.web.conftest import Client
from tests.web.process import Process, free_port
from tests.web.test_attacks import FORM, JSON

BODY = b"POST /api/games HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n"


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2fapp.py",
        "/static/%2e%2e%2f%2e%2e%2fweb%2fapp.py",
        "/static/..%5capp.py",
        "/static/....//app.py",
        "/static//etc/passwd",
        "/static/css/paishan.css%00.js",
        "/static/css/../../templates/home.html",
        "/static/file:///etc/passwd",
        "/layouts/..%2f..%2fetc%2fpasswd/export/paishan",
        "/layouts/turtle/export/..%2f..%2fpasswd",
        "/api/rulesets/..%2f..%2fetc",
        "/practice/..%2f..%2fetc%2fpasswd",
    ],
)
def test_no_path_leads_out_of_the_files_there_are(quiet: Client, path: str) -> None:
    answer = quiet.get(path)
    assert answer.status_code == 404
    assert "root:" not in answer.text
    assert "create_app" not in answer.text


@pytest.mark.parametrize(
    "back", ["/%0d%0aset-cookie:%20a=b", "/\r\nset-cookie: a=b", "/\u2028x", "/é", "/\x00", "javascript:alert(1)"]
)
def test_going_back_adds_no_header(quiet: Client, back: str) -> None:
    answer = quiet.post("/language", data={"language": "sv", "back": back}, follow_redirects=False)
    assert answer.status_code in (303, 400)
    assert [name for name in answer.headers.get_list("set-cookie") if not name.startswith("paishan-language=")] == []
    assert answer.headers.get("location", "/").startswith("/")


def test_an_address_or_headers_that_are_too_long_are_refused_in_words(quiet: Client) -> None:
    assert quiet.get("/?" + "a" * (MOST_ADDRESS - 2)).status_code == 200
    answer = quiet.get("/api/layouts?" + "a" * MOST_ADDRESS, headers={"accept-language": "sv"})
    assert (answer.status_code, answer.json()) == (414, {"error": "adressen är för lång; den har högst 4\xa0000 byte"})
    quiet.cookies.clear()
    answer = quiet.get("/api/layouts", headers={"x-long": "a" * MOST_HEADERS})
    assert answer.status_code == 431
    assert answer.json() == {"error": "the headers of the request are too long; they have at most 16,000 bytes"}
    assert quiet.get("/", headers={f"x-{number}": "a" * 100 for number in range(200)}).status_code == 431


def test_a_body_without_a_length_is_read_no_further_than_it_may_go(quiet: Client) -> None:
    sent = 0

    def endless() -> Iterator[bytes]:
        nonlocal sent
        for _ in range(10_000):
            sent += 1
            yield b" " * 16_384

    answer = quiet.post("/api/games", headers=JSON, content=endless())
    assert answer.status_code == 413
    assert answer.headers["connection"] == "close"


@pytest.mark.parametrize("length", ["99999999999999999999", "65537"])
def test_a_body_that_is_said_to_be_too_long_is_not_read(quiet: Client, length: str) -> None:
    answer = quiet.post("/api/games", headers={**JSON, "content-length": length}, content=b"{}")
    assert answer.status_code == 413


def test_a_packed_body_is_not_unpacked(quiet: Client) -> None:
    bomb = gzip.compress(b" " * 50_000_000)
    assert len(bomb) < 64 * 1024
    began = time.process_time()
    answer = quiet.post("/api/games", headers={**JSON, "content-encoding": "gzip"}, content=bomb)
    assert answer.status_code == 400
    assert time.process_time() - began < 1


def test_a_form_of_a_thousand_fields_is_refused(quiet: Client) -> None:
    body = "&".join(f"a{number}=b" for number in range(1000))
    answer = quiet.post("/games", headers=FORM, content=body.encode())
    assert answer.status_code == 400
    assert "a form has at most 40 fields" in answer.text.lower()


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("/api/games?" + "a=" + "%" * 3_000, {}),
        ("/", {"accept-language": "a-" * 5_000}),
        ("/", {"accept-language": ",".join(["en;q=0.1234567890"] * 800)}),
        ("/", {"cookie": "; ".join(["a=b"] * 3_000)}),
        ("/", {"cookie": "paishan=" + "=" * 10_000}),
        ("/", {"accept-encoding": "," * 10_000}),
        ("/api/daily?month=" + "9" * 3_000, {}),
        ("/api/leaderboard?layout=" + "é" * 500 + "&ruleset=taipei", {}),
        ("/api/rulesets/chuo-pai-" + "a-" * 1_500, {}),
        ("/api/practice/" + "a" * 3_000, {}),
        ("/static/" + "a/" * 1_500, {}),
    ],
    ids=lambda value: str(value)[:30],
)
def test_no_header_or_address_takes_long_to_understand(quiet: Client, path: str, headers: dict[str, str]) -> None:
    began = time.process_time()
    assert quiet.get(path, headers=headers).status_code < 500
    assert time.process_time() - began < 1


@pytest.mark.parametrize(
    "begun",
    [
        b"GET / HTTP/1.1\r\nhost: localhost\r\nx-long: ",
        # After a body, and beside the length of one of its parts.
        BODY + b"0\r\nx-long: ",
        BODY + b"1;",
    ],
)
def test_lines_around_a_body_that_never_end_are_hung_up_on(begun: bytes, tmp_path: Path) -> None:
    port = free_port()
    server = Process(port, tmp_path)
    server.wait_until_ready()
    sent = 0
    with socket.create_connection(("127.0.0.1", port), timeout=30) as line:
        line.sendall(begun)
        with pytest.raises(OSError):
            while sent < 50_000_000:
                line.sendall(b"a" * 16_384)
                sent += 16_384
                time.sleep(0.001)
    # What the kernel had taken already, and no more.
    assert sent < 20_000_000
    server.interrupt()
