"""Starting a server: for one person on their own machine (`play`), or for many (`serve`)."""

from __future__ import annotations

import hashlib
import json
import os
import socket
import sys
import threading
import time
import urllib.request
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import Any

import platformdirs
import uvicorn
from litestar import Litestar
from sqlalchemy import URL

from paishan.store import Database, address_of_file
from paishan.web.app import create_app
from paishan.web.listening import Bounded
from paishan.web.settings import Settings

__all__ = ["PORT", "run_play", "run_serve", "served_app"]

PORT = 8310
"""Where `play` listens if nothing else does."""
_TRIES = 50
_HOST = "127.0.0.1"
_FILE = "paishan.db"
_URL = "PAISHAN_DATABASE_URL"
_SECRET = "PAISHAN_DAILY_SECRET"


def run_play(port: int | None = None, data_dir: Path | None = None, open_browser: bool = True) -> None:
    """Serve one person on 127.0.0.1 until Ctrl-C, and open the browser.

    When a server with the same games runs already, its address is opened instead; when something else has the port,
    the next free one is taken. Raises `DatabaseRefused` (a `ValueError`) or `OSError` when it cannot start.
    """
    data = (data_dir or _data_dir()).resolve()
    data.mkdir(parents=True, exist_ok=True)
    mark = hashlib.sha256(str(data).encode()).hexdigest()[:16]
    note = data / "port"
    listening, running = _claim(port or PORT, mark, note)
    if listening is None:
        address = f"http://{_HOST}:{running}"
        _say(f"Paishan is already running at {address}")
        _show(address, open_browser)
        return
    with listening:
        address = f"http://{_HOST}:{listening.getsockname()[1]}"
        _say(f"The games are kept in {data}")
        app = create_app(
            Settings(
                database_url=address_of_file(data / _FILE),
                limits=None,
                hosts=frozenset({_HOST, "localhost"}),
                mark=mark,
                daily_secret=os.environ.get(_SECRET) or None,
                layouts_dir=data / "layouts",
                live_files="PAISHAN_LIVE_FILES" in os.environ,
            )
        )
        server = uvicorn.Server(_config(app))
        threading.Thread(target=_when_started, args=(server, address, open_browser), daemon=True).start()
        # Put there whole, for another start may read it at any moment.
        draft = note.with_name("port.new")
        draft.write_text(str(listening.getsockname()[1]))
        draft.replace(note)
        with suppress(KeyboardInterrupt):
            server.run(sockets=[listening])
        note.unlink(missing_ok=True)
        _say("Stopped. Your games are kept.")


def run_serve(host: str = "127.0.0.1", port: int = 8000, database_url: str | None = None, workers: int = 1) -> None:
    """Serve many people until Ctrl-C, in as many processes as `workers` says.

    Raises `DatabaseRefused` (a `ValueError`) when the database cannot be used.
    """
    address = f"http://{host}:{port}"
    if workers == 1:
        server = uvicorn.Server(_config(_served(database_url), host=host, port=port))
        _say(f"Paishan serves at {address}")
        with suppress(KeyboardInterrupt):
            server.run()
        return
    # Brought up to date here, once, and refused here if it must be, before anything is started on it.
    Database(database_url or _usual_address()).close()
    os.environ[_URL] = database_url or ""
    _say(f"Paishan serves at {address}")
    uvicorn.run("paishan.web.serve:served_app", factory=True, host=host, port=port, workers=workers, **_options())


def served_app() -> Litestar:
    """The application of one of several server processes, which learn the database from the environment."""
    return _served(os.environ[_URL] or None)


def _served(database_url: str | None) -> Litestar:
    return create_app(
        Settings(database_url=database_url or _usual_address(), daily_secret=os.environ.get(_SECRET) or None)
    )


def _usual_address() -> URL:
    return address_of_file(_data_dir().resolve() / _FILE)


def _data_dir() -> Path:
    """Where the games of the user who runs this are kept."""
    return Path(platformdirs.user_data_dir("paishan", appauthor=False))


def _options() -> dict[str, Any]:
    return {
        "access_log": False,
        "http": Bounded,
        "lifespan": "on",
        "log_level": "warning",
        # Whom to believe is in the settings; uvicorn would believe whoever asks from this machine.
        "proxy_headers": False,
        "server_header": False,
        # People think longer than the usual five seconds; a new connection for each move would cost them a round trip.
        "timeout_keep_alive": 75,
        "timeout_graceful_shutdown": 5,
        "ws": "none",
    }


def _config(app: Litestar, **where: Any) -> uvicorn.Config:
    return uvicorn.Config(app, **_options(), **where)


def _say(line: str) -> None:
    print(line, flush=True)


def _claim(port: int, mark: str, note: Path) -> tuple[socket.socket | None, int]:
    """A socket of our own on `port` or the next free one; or None and the port of a server with the same games.

    `note` is where such a server wrote its port, if it could not have the usual one.
    """
    with suppress(OSError, ValueError):
        noted = int(note.read_text())
        if _mark_at(noted) == mark:
            return None, noted
    for candidate in range(port, min(port + _TRIES, 65536)):
        with suppress(OSError):
            return _bound(candidate), candidate
        if _mark_at(candidate) == mark:
            return None, candidate
        _say(f"Port {candidate} is taken by something else; trying the next one.")
    raise OSError(f"none of the ports from {port} on is free; choose another with --port")


def _bound(port: int) -> socket.socket:
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((_HOST, port))
        # From now on another start sees the port taken, and waits for an answer while this one still gets ready.
        listening.listen(128)
    except OSError:
        listening.close()
        raise
    return listening


def _mark_at(port: int) -> str | None:
    """The mark of the Paishan that listens on `port`; None if something else does."""
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with suppress(OSError, ValueError):
        with direct.open(f"http://{_HOST}:{port}/healthz", timeout=5) as answer:
            told = json.loads(answer.read(10_000))
        if isinstance(told, dict) and told.get("ok") is True:
            mark = told.get("mark")
            return mark if isinstance(mark, str) else None
    return None


def _when_started(server: uvicorn.Server, address: str, open_browser: bool) -> None:
    while not server.started:
        if server.should_exit:
            return
        time.sleep(0.02)
    _say(f"Paishan is ready at {address}  (Ctrl-C stops it)")
    _show(address, open_browser)


def _show(address: str, open_browser: bool) -> None:
    """Open the browser where there is one; otherwise the printed address is all there is to do."""
    if not open_browser:
        return
    headless = sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    opened = False
    if not headless:
        with suppress(webbrowser.Error, OSError):
            opened = webbrowser.open(address)
    if not opened:
        _say("There is no display to open a browser on; open the address above in any browser.")
