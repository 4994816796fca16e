"""Starting the server: its address is printed, a second start finds the first, a port that is taken is passed by."""

from __future__ import annotations

import http.server
import sys
import threading
import time
import webbrowser
from collections.abc import Iterator
from pathlib import Path

import platformdirs
import pytest

from paishan.store import Database, DatabaseRefused, address_of_file
from paishan.web import Settings, serve
from tests.web.process import Process, ask, free_port


@pytest.fixture
def foreign() -> Iterator[int]:
    """Something else that listens, and answers to everything."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b'{"ok": true, "version": "9", "mark": ["not", "ours"]}')

        def log_message(self, *_: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server.server_port
    server.shutdown()
    server.server_close()


def test_a_second_start_with_the_same_games_points_to_the_first(tmp_path: Path) -> None:
    port = free_port()
    first = Process(port, tmp_path)
    first.wait_until_ready()
    second = Process(port, tmp_path)
    said = second.output()
    assert second.status == 0
    assert f"Paishan is already running at http://127.0.0.1:{port}\n" in said
    assert "There is no display to open a browser on" in said
    said = first.interrupt()
    assert first.status == 0
    assert f"The games are kept in {tmp_path}\n" in said
    assert f"Paishan is ready at http://127.0.0.1:{port}  (Ctrl-C stops it)\n" in said
    assert said.endswith("Stopped. Your games are kept.\n")
    assert "Traceback" not in said


def test_a_port_that_something_else_has_is_passed_by_and_found_again(foreign: int, tmp_path: Path) -> None:
    first = Process(foreign, tmp_path)
    note = tmp_path / "port"
    while not note.exists():
        time.sleep(0.01)
    port = int(note.read_text())
    first.wait_until_ready(port)
    assert port > foreign
    second = Process(foreign, tmp_path)
    assert f"already running at http://127.0.0.1:{port}\n" in second.output()
    assert f"Port {foreign} is taken by something else; trying the next one.\n" in first.interrupt()
    assert not (tmp_path / "port").exists()


def test_other_games_get_a_server_of_their_own(tmp_path: Path) -> None:
    port = free_port()
    first = Process(port, tmp_path / "one")
    first.wait_until_ready()
    claimed, other = serve._claim(port, "another mark", tmp_path / "port")
    assert claimed is not None
    assert other > port
    claimed.close()
    first.interrupt()


def test_two_starts_at_once_come_to_one_server(tmp_path: Path) -> None:
    port = free_port()
    both = [Process(port, tmp_path) for _ in range(2)]
    both[0].wait_until_ready() if both[0].status is None else both[1].wait_until_ready()
    ended = [process for process in both if _ends(process)]
    assert len(ended) == 1
    assert "already running at" in ended[0].output()
    (running,) = (process for process in both if process not in ended)
    assert ask(port, "GET", "/healthz")[0] == 200
    running.interrupt()


def _ends(process: Process) -> bool:

    for _ in range(50):
        if process.status is not None:
            return True
        time.sleep(0.05)
    return False


def test_a_database_that_is_refused_stops_the_start_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "paishan.db").write_text("no database")
    with pytest.raises(ValueError, match=r"paishan\.db is not an SQLite database"):
        serve.run_play(free_port(), tmp_path, open_browser=False)
    with pytest.raises(ValueError, match=r"paishan\.db is not an SQLite database"):
        serve.run_serve(serve.Serving(port=free_port()), f"sqlite:///{tmp_path / 'paishan.db'}")


@pytest.mark.parametrize("name", ["why?not=this", "100%25", "a#b", "two words", "牌山"])
def test_the_games_are_kept_where_it_was_said_whatever_the_folder_is_called(tmp_path: Path, name: str) -> None:
    database = Database(address_of_file(tmp_path / name / "paishan.db"))
    database.close()
    assert [file.relative_to(tmp_path).as_posix() for file in tmp_path.rglob("*.db")] == [f"{name}/paishan.db"]


def test_both_kinds_of_server_keep_games_in_a_file_with_such_a_name(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked: list[Settings] = []

    def refuse(settings: Settings) -> None:
        asked.append(settings)
        raise DatabaseRefused("enough seen")

    data = tmp_path / "50%25?"
    monkeypatch.setattr(serve, "create_app", refuse)
    monkeypatch.setattr(platformdirs, "user_data_dir", lambda *_, **__: str(data))
    with pytest.raises(DatabaseRefused):
        serve.run_play(free_port(), data, open_browser=False)
    with pytest.raises(DatabaseRefused):
        serve.run_serve(serve.Serving(port=free_port()))
    assert [settings.database_url for settings in asked] == [address_of_file(data / "paishan.db")] * 2
    assert [settings.daily_secret for settings in asked] == [None, None]


@pytest.mark.parametrize(
    ("said", "known"), [("a secret of sixteen and more", "a secret of sixteen and more"), ("", None)]
)
def test_the_secret_of_the_days_is_taken_from_the_environment(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, said: str, known: str | None
) -> None:
    asked: list[str | None] = []

    def refuse(settings: Settings) -> None:
        asked.append(settings.daily_secret)
        raise DatabaseRefused("enough seen")

    monkeypatch.setattr(serve, "create_app", refuse)
    monkeypatch.setenv("PAISHAN_DAILY_SECRET", said)
    with pytest.raises(DatabaseRefused):
        serve.run_play(free_port(), tmp_path, open_browser=False)
    with pytest.raises(DatabaseRefused):
        serve.run_serve(serve.Serving(port=free_port()), f"sqlite:///{tmp_path / 'paishan.db'}")
    assert asked == [known, known]


def test_a_secret_that_could_be_guessed_stops_the_start_with_the_reason(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PAISHAN_DAILY_SECRET", "short")
    with pytest.raises(ValueError, match="at least 16 bytes; this has 5"):
        serve.run_serve(serve.Serving(port=free_port()), f"sqlite:///{tmp_path / 'paishan.db'}")


def test_a_server_for_many_says_that_it_serves_only_when_it_can(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "paishan.db").write_text("no database")
    for workers in (1, 2):
        with pytest.raises(DatabaseRefused):
            serve.run_serve(serve.Serving(port=free_port(), workers=workers), f"sqlite:///{tmp_path / 'paishan.db'}")
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("display", [None, ":0"])
def test_the_browser_is_opened_where_there_is_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], display: str | None
) -> None:
    shown: list[str] = []

    def show(address: str) -> bool:
        shown.append(address)
        return True

    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    if display:
        monkeypatch.setenv("DISPLAY", display)
    else:
        monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.setattr(webbrowser, "open", show)
    serve._show("http://127.0.0.1:8310", open_browser=True)
    assert shown == (["http://127.0.0.1:8310"] if display else [])
    assert ("no display" in capsys.readouterr().out) == (display is None)
    serve._show("http://127.0.0.1:8310", open_browser=False)
    assert capsys.readouterr().out == ""
