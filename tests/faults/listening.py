"""A server on a real socket, within the process of the test, and what is sent to it byte by byte."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn

from paishan.web import Settings, create_app
from paishan.web.listening import Bounded

__all__ = ["connected", "heard", "listening", "until_closed"]


@contextmanager
def listening(file: Path) -> Iterator[int]:
    """A server with its games in `file`; gives its port."""
    app = create_app(Settings(database_url=f"sqlite:///{file}", limits=None))
    server = uvicorn.Server(
        uvicorn.Config(app, http=Bounded, port=0, lifespan="on", log_config=None, timeout_graceful_shutdown=1)
    )
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.01)
    try:
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(20)
        assert not thread.is_alive()


@contextmanager
def connected(port: int, *said: bytes) -> Iterator[socket.socket]:
    """A connection on which something was sent."""
    with socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
        for each in said:
            connection.sendall(each)
        yield connection


def heard(connection: socket.socket) -> bytes:
    """The first line of the answer; empty when the connection is closed instead."""
    answer = b""
    while b"\r\n" not in answer:
        try:
            more = connection.recv(4096)
        except ConnectionResetError:
            return b""
        if not more:
            return b""
        answer += more
    return answer.partition(b"\r\n")[0]


def until_closed(connection: socket.socket) -> float:
    """Seconds until the other side closes the connection without an answer."""
    begun = time.monotonic()
    assert heard(connection) == b""
    return time.monotonic() - begun
