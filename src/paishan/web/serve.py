"""Starting a server: for one person on their own machine (`play`), or for many (`serve`)."""

from __future__ import annotations

import gc
import hashlib
import json
import logging
import os
import signal
import socket
import sys
import tempfile
import threading
import time
import urllib.request
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from types import FrameType
from typing import Any

import platformdirs
import uvicorn
from litestar import Litestar
from sqlalchemy import URL

from paishan.store import address_of_file
from paishan.web import journal
from paishan.web.app import create_app
from paishan.web.listening import Bounded
from paishan.web.metrics import Metrics
from paishan.web.settings import Settings
from paishan.web.workers import watch_over

__all__ = ["PORT", "PortRefused", "Serving", "run_play", "run_serve"]

PORT = 8310
"""Where `play` listens if nothing else does."""
_TRIES = 50
_HOST = "127.0.0.1"
_FILE = "paishan.db"
_URL = "PAISHAN_DATABASE_URL"
_SECRET = "PAISHAN_DAILY_SECRET"
_TOKEN = "PAISHAN_METRICS_TOKEN"
_GRACE = 5
"""Seconds in which requests may be finished."""
_OPTIONS: dict[str, Any] = {
    "access_log": False,
    "http": Bounded,
    "lifespan": "on",
    "log_config": None,
    "log_level": "warning",
    "server_header": False,
    # Who is believed about whom a request comes from is said in the settings alone.
    "proxy_headers": False,
    # People think longer than the usual five seconds; a new connection for each move would cost them a round trip.
    "timeout_keep_alive": 75,
    "timeout_graceful_shutdown": _GRACE,
    "ws": "none",
}


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
        server = _Server(app)
        threading.Thread(target=_when_started, args=(server, address, open_browser), daemon=True).start()
        # Put there whole, for another start may read it at any moment.
        draft = note.with_name("port.new")
        draft.write_text(str(listening.getsockname()[1]))
        draft.replace(note)
        server.run(sockets=[listening])
        note.unlink(missing_ok=True)
        _say("Stopped. Your games are kept.")


class PortRefused(Exception):
    """Nothing can listen where it was said; the message says why and what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Serving:
    """How many people are served."""

    host: str = _HOST
    port: int = 8000
    workers: int = 1
    log: str = "warnings"
    """What is noted, one of `journal.LEVELS`."""
    drain: float = 0
    """Seconds between being told to end and taking no more requests, in which `/readyz` says so."""
    trusted: frozenset[str] = frozenset()
    """Addresses of proxies that are believed."""
    backups: Path | None = None
    """Where a backup is made before tables are changed."""


def run_serve(serving: Serving, database_url: str | None = None) -> int:
    """Serve many people until told to end; gives the exit status.

    Raises `DatabaseRefused` (a `ValueError`) when the database cannot be used, and `PortRefused`.
    """
    settings = Settings(
        database_url=database_url or os.environ.get(_URL) or _usual_address(),
        daily_secret=os.environ.get(_SECRET) or None,
        metrics_token=os.environ.get(_TOKEN) or None,
        trusted=serving.trusted,
        backups=serving.backups,
    )
    listening = _claimed(serving.host, serving.port)
    with listening, tempfile.TemporaryDirectory(prefix="paishan-") as shared:
        if serving.workers == 1:
            server = _Server(create_app(settings), serving.drain)
            journal.begin(serving.log, 0)
            _say(f"Paishan serves at {_address(listening)}")
            server.run(sockets=[listening])
            return 0
        # The database is brought up to date here, once; and refused here, with all else that has to be.
        create_app(settings).state.database.close()
        gc.collect()
        gc.freeze()
        journal.begin(serving.log, -1)
        _say(f"Paishan serves at {_address(listening)}")
        settings = replace(settings, shared=Path(shared))
        bound = serving.drain + _GRACE + 15
        return watch_over(serving.workers, _work, listening, settings, serving, bound=bound)


def _work(place: int, listening: socket.socket, settings: Settings, serving: Serving) -> None:
    """Serve in one of several processes."""
    journal.begin(serving.log, place)
    try:
        app = create_app(replace(settings, worker=place))
    except ValueError as error:
        # The database is away just now; there will be another try.
        logging.getLogger(__name__).error("cannot start: %s", error)
        sys.exit(3)
    _Server(app, serving.drain, watched_over=True).run(sockets=[listening])


class _Server(uvicorn.Server):
    """A server that ends in order: it says that it will, finishes what it was asked, and writes what waits."""

    def __init__(self, app: Litestar, drain: float = 0, watched_over: bool = False) -> None:
        """`watched_over` says that another process decides when to end at once."""
        super().__init__(uvicorn.Config(app, **_OPTIONS))
        self._metrics: Metrics = app.state.metrics
        self._drain = drain
        self._watched_over = watched_over
        self._until: float | None = None

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Hear the signals that mean: end. Having done so is a good end, so none is passed on."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        heard = (signal.SIGTERM,) if self._watched_over else (signal.SIGTERM, signal.SIGINT)
        before = {sign: signal.signal(sign, self.handle_exit) for sign in heard}
        try:
            yield
        finally:
            for sign, handler in before.items():
                signal.signal(sign, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to end; when told a second time, end."""
        if self._until is None:
            self._metrics.draining = True
            self._until = time.monotonic() + self._drain
        elif not self._watched_over:
            os._exit(1)

    async def on_tick(self, counter: int) -> bool:
        """Whether no more requests are taken, asked ten times a second."""
        if self._until is not None and time.monotonic() >= self._until:
            self.should_exit = True
        return await super().on_tick(counter)


def _usual_address() -> URL:
    return address_of_file(_data_dir().resolve() / _FILE)


def _data_dir() -> Path:
    """Where the games of the user who runs this are kept."""
    return Path(platformdirs.user_data_dir("paishan", appauthor=False))


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
            return _listening(_HOST, candidate), candidate
        if _mark_at(candidate) == mark:
            return None, candidate
        _say(f"Port {candidate} is taken by something else; trying the next one.")
    raise OSError(f"none of the ports from {port} on is free; choose another with --port")


def _listening(host: str, port: int) -> socket.socket:
    """A socket that listens there. Raises `OSError`."""
    family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        # From now on another start sees the port taken, and waits for an answer while this one still gets ready.
        listening.listen(1024)
    except OSError:
        listening.close()
        raise
    return listening


def _claimed(host: str, port: int) -> socket.socket:
    try:
        return _listening(host, port)
    except socket.gaierror:
        raise PortRefused(f"--host {host} is no address of this machine; 127.0.0.1 and 0.0.0.0 always are") from None
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise PortRefused(
            f"nothing can listen on {host}, port {port}: {why}; choose others with --host or --port"
        ) from None


def _address(listening: socket.socket) -> str:
    host, port, *_ = listening.getsockname()
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


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
