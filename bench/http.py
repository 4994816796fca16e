"""What a move costs: committed moves a server's CPU-second through real HTTP, and what a first visit weighs.

    python -m bench.http [--quick] [--clients N]

The server is what `paishan play` starts, in a process of its own with a database of its own. Several players, each on a
connection of its own, clear whole Turtles by their witness, one pair a request; every answer is a move that is on disk.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import re
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from paishan.codes import Code
from paishan.play.opening import deal_of
from paishan.play.ruleset import AGAINST_THE_CLOCK

_TARGET = 1_000
_DATABASE = "paishan.db"
_START = (
    "import sys; from pathlib import Path; from paishan.web.serve import run_play; "
    "run_play(int(sys.argv[1]), Path(sys.argv[2]), False)"
)
_TICK = os.sysconf("SC_CLK_TCK")


class Server(NamedTuple):
    """A server under measurement."""

    port: int
    pid: int
    data: Path

    def code_of(self, game: str) -> Code:
        """A game's code, from its database: nobody is told the code of a ranked game that goes on."""
        with closing(sqlite3.connect(f"file:{self.data / _DATABASE}?mode=ro", uri=True)) as database:
            [code] = database.execute("SELECT code FROM games WHERE id = ?", (game,)).fetchone()
        return Code.parse(code)


@dataclass
class Player:
    """One browser: a connection, a cookie, and how long each of its moves took."""

    server: Server
    cookie: str = ""
    seconds: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", self.server.port)

    def ask(self, method: str, path: str, body: object = None) -> tuple[int, http.client.HTTPMessage, bytes]:
        headers = {"Accept-Encoding": "gzip, deflate, br", "Cookie": self.cookie}
        sent = None
        if body is not None:
            sent = json.dumps(body).encode()
            headers |= {"Content-Type": "application/json", "Sec-Fetch-Site": "same-origin"}
        self.connection.request(method, path, sent, headers)
        answer = self.connection.getresponse()
        content = answer.read()
        if cookie := answer.headers["set-cookie"]:
            self.cookie = cookie.partition(";")[0]
        return answer.status, answer.headers, content

    def open(self) -> dict[str, Any]:
        status, headers, content = self.ask("POST", "/api/games", {"layout": "turtle", "ruleset": AGAINST_THE_CLOCK.id})
        assert status == 201, content
        opened: dict[str, Any] = json.loads(unpacked(headers, content))
        return opened

    def clear(self, game: dict[str, Any]) -> None:
        witness = deal_of(self.server.code_of(game["id"]), AGAINST_THE_CLOCK).witness
        path = f"/api/games/{game['id']}/commands"
        for seq, (a, b) in enumerate(witness):
            body = {"seq": seq, "key": f"{seq}-{game['id']}", "commands": [{"type": "take", "a": a, "b": b}]}
            begun = time.perf_counter()
            status, _, content = self.ask("POST", path, body)
            self.seconds.append(time.perf_counter() - begun)
            assert status == 200, content


def unpacked(headers: http.client.HTTPMessage, content: bytes) -> bytes:
    if headers["content-encoding"] == "br":
        import brotli

        plain: bytes = brotli.decompress(content)
        return plain
    return content


def cpu_seconds(pid: int) -> float:
    """Processor time, own and the kernel's for it, that a process has used; `/proc` tells it, so this is for Linux."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICK


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_for(server: Server) -> None:
    for _ in range(600):
        try:
            if Player(server).ask("GET", "/healthz")[0] == 200:
                return
        except OSError:
            time.sleep(0.05)
    raise SystemExit("the server did not come up")


def measure_moves(server: Server, clients: int, games: int) -> None:
    pid = server.pid
    players = [Player(server) for _ in range(clients)]
    players[0].clear(players[0].open())
    players[0].seconds.clear()
    opened = [[player.open() for _ in range(games)] for player in players]

    def play(player: Player, mine: list[dict[str, Any]]) -> None:
        for game in mine:
            player.clear(game)

    threads = [threading.Thread(target=play, args=pair) for pair in zip(players, opened, strict=True)]
    used, begun = cpu_seconds(pid), time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    used, elapsed = cpu_seconds(pid) - used, time.perf_counter() - begun
    each = sorted(second for player in players for second in player.seconds)
    rate = len(each) / used
    print(
        f"moves: {len(each)} committed by {clients} players in {elapsed:.1f} s, {used:.2f} CPU-seconds of the server\n"
        f"       {rate:.0f} moves a CPU-second (target {_TARGET}, {rate / _TARGET:.2f} of it), "
        f"{len(each) / elapsed:.0f} a second\n"
        f"       a move takes {1000 * each[len(each) // 2]:.1f} ms in the middle, "
        f"{1000 * each[len(each) * 99 // 100]:.1f} ms at 99 %"
    )


def measure_first_visit(server: Server) -> None:
    """Ask for a board and for all that its page names, as a browser does that has never been here."""
    player = Player(server)
    page = f"/play/{player.open()['id']}"
    waiting, seen, weights = [page], {page}, {}
    while waiting:
        path = waiting.pop(0)
        status, headers, content = player.ask("GET", path)
        assert status == 200, (path, status)
        weights[path] = len(content)
        text = unpacked(headers, content).decode("utf-8", "replace")
        named: list[str] = []
        if path == page:
            named = re.findall(r'(?:href|src|data-pictures)="(/static/[^"#]+)', text)
        elif path.endswith(".css"):
            named = [os.path.normpath(f"{path}/../{name}") for name in re.findall(r"url\(([^):#]+)\)", text)]
        for name in named:
            if name not in seen:
                seen.add(name)
                waiting.append(name)
    for path, weight in sorted(weights.items(), key=lambda item: -item[1]):
        print(f"       {weight:7,} bytes  {path if path != page else 'the page'}")
    print(f"visit: {sum(weights.values()):,} bytes in {len(weights)} requests (at most 80 KB and 12)")


@contextmanager
def serving() -> Iterator[Server]:
    """A server with a database of its own."""
    port = free_port()
    with tempfile.TemporaryDirectory() as data:
        process = subprocess.Popen([sys.executable, "-c", _START, str(port), data], stdout=subprocess.DEVNULL)
        server = Server(port, process.pid, Path(data))
        try:
            wait_for(server)
            yield server
        finally:
            process.terminate()
            process.wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="fewer games; a figure within about a tenth")
    parser.add_argument("--clients", type=int, default=8)
    asked = parser.parse_args()
    with serving() as server:
        measure_moves(server, asked.clients, 2 if asked.quick else 10)
        measure_first_visit(server)


if __name__ == "__main__":
    main()
