"""`paishan play` and `paishan serve`: that they start, say where, and stop; what they serve is told elsewhere."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

from tests.cli.conftest import Run


def test_play_says_where_it_serves_and_stops_at_ctrl_c(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as chosen:
        port = chosen.getsockname()[1]
    command = [sys.executable, "-m", "paishan", "play", "--no-browser", "--port", str(port), "--data", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        said = ""
        for line in process.stdout:
            said += line
            if address := re.search(r"ready at (http://127\.0\.0\.1:\d+)", line):
                break
        assert address, said
        with urllib.request.urlopen(address[1]) as page:
            assert page.status == 200
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")
    assert any(tmp_path.iterdir())


def test_serve_does_not_start_on_a_port_that_is_taken(run: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        status, out, err = run("serve", "--port", str(port))
    assert (status, out) == (2, "")
    assert err == (
        f"paishan: serve: nothing can listen on 127.0.0.1, port {port}: address already in use; "
        "choose others with --host or --port\n"
    )


def test_play_keeps_no_games_where_there_can_be_no_directory(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    status, out, err = run("play", "--no-browser", "--data", file / "games")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("paishan: cannot start: ")
    assert str(file) in err
