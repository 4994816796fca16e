"""A server whose clock a test sets: the application as `paishan play` makes it, with a time that is read from a file.

Run as `python -m tests.browser.clocked PORT DATA`; the file `clock` in the directory DATA holds the milliseconds.
"""

from __future__ import annotations

import socket
import sys
from contextlib import suppress
from pathlib import Path

import uvicorn

from paishan.store import address_of_file
from paishan.web import Settings, create_app

SECRET = b"a secret that only the tests know"
"""From which the boards of its days follow."""


def main(port: int, data: Path) -> None:
    """Serve until Ctrl-C."""
    clock = data / "clock"
    settings = Settings(
        database_url=address_of_file(data / "paishan.db"),
        limits=None,
        daily_secret=SECRET.decode(),
    )
    app = create_app(settings, lambda: int(clock.read_text()))
    with socket.create_server(("127.0.0.1", port)) as listening:
        # From now on requests wait for their answer and are not refused.
        print(f"Paishan is ready at http://127.0.0.1:{port}  (its clock is set by hand)", flush=True)
        config = uvicorn.Config(app, log_level="warning", access_log=False, server_header=False)
        with suppress(KeyboardInterrupt):
            uvicorn.Server(config).run(sockets=[listening])


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
