"""The server as `paishan play` starts it, in a process of its own, which can be stopped at any moment."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

_START = (
    "import sys; from pathlib import Path; from paishan.web.serve import run_play; "
    "run_play(int(sys.argv[1]), Path(sys.argv[2]))"
)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Process:
    """A server process."""

    def __init__(self, port: int, data: Path) -> None:
        self.port = port
        without_display = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")}
        self._process = subprocess.Popen(
            [sys.executable, "-u", "-c", _START, str(port), str(data)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=without_display,
        )

    def wait_until_ready(self, port: int | None = None) -> None:
        for _ in range(1200):
            try:
                if ask(port or self.port, "GET", "/healthz")[0] == 200:
                    return
            except (OSError, http.client.HTTPException):
                assert self._process.poll() is None, self.output()
                time.sleep(0.05)
        raise AssertionError("the server did not come up within a minute")

    def kill(self) -> None:
        """End it without a word, as a power cut would."""
        self._process.kill()
        self.output()

    def interrupt(self) -> str:
        """End it as Ctrl-C does; gives all that it printed."""
        self._process.send_signal(signal.SIGINT)
        return self.output()

    def output(self) -> str:
        """Wait for its end; gives all that it printed."""
        return self._process.communicate(timeout=60)[0]

    @property
    def status(self) -> int | None:
        return self._process.poll()


def ask(
    port: int, method: str, path: str, body: object = None, cookie: str = "", patience: float = 10
) -> tuple[int, http.client.HTTPMessage, Any]:
    """One request on a connection of its own."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=patience)
    try:
        headers = {"Cookie": cookie, **({} if body is None else {"Content-Type": "application/json"})}
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        content = answer.read()
        told = json.loads(content) if answer.headers["content-type"] == "application/json" else content.decode()
        return answer.status, answer.headers, told
    finally:
        connection.close()
