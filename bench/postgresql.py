"""What a move costs on PostgreSQL: committed moves a CPU-second of two server processes, and of PostgreSQL beside them.

    python -m bench.postgresql [--games N] [--clients N]

PostgreSQL is the tests' own, with the settings that it has by default; every answer is a move that is on disk. The same
is measured with SQLite and two processes, so that one can be held against the other.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import psycopg
from tests.postgres import Postgres
from tests.web.process import free_port

from bench.http import Player, Server, cpu_seconds, wait_for
from paishan.codes import Code


class OnPostgres(Server):
    """A server whose games are in PostgreSQL; `data` is its address."""

    def code_of(self, game: str) -> Code:
        with psycopg.connect(str(self.data).replace("postgresql:/", "postgresql://")) as connection:
            row = connection.execute("SELECT code FROM games WHERE id = %s", (game,)).fetchone()
        assert row is not None
        return Code.parse(row[0])


def below(pid: int) -> list[int]:
    """A process and all that it started."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(each for child in children for each in below(int(child)))]


def used(pids: list[int]) -> float:
    return sum(cpu_seconds(pid) for pid in pids if Path(f"/proc/{pid}").exists())


def measure(name: str, server: Server, database: int | None, clients: int, games: int) -> None:
    players = [Player(server) for _ in range(clients)]
    opened = [[player.open() for _ in range(games)] for player in players]
    for player in players:
        player.seconds.clear()

    def play(player: Player, mine: list[dict[str, object]]) -> None:
        for game in mine:
            player.clear(game)

    threads = [threading.Thread(target=play, args=pair) for pair in zip(players, opened, strict=True)]
    serving, beside = below(server.pid), [] if database is None else below(database)
    before, before_beside, begun = used(serving), used(beside), time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    spent, spent_beside = used(serving) - before, used(beside) - before_beside
    elapsed = time.perf_counter() - begun
    each = sorted(second for player in players for second in player.seconds)
    print(
        f"{name}: {len(each)} moves by {clients} players in {elapsed:.1f} s\n"
        f"       {len(each) / spent:.0f} moves a CPU-second of the server"
        + (f", {len(each) / (spent + spent_beside):.0f} with the database's" if database else "")
        + f"; {1000 * each[len(each) // 2]:.1f} ms in the middle, {1000 * each[len(each) * 99 // 100]:.1f} ms at 99 %",
        flush=True,
    )


def serve(url: str, port: int) -> subprocess.Popen[bytes]:
    words = [sys.executable, "-m", "paishan", "serve", "--port", str(port), "--workers", "2", "--database-url", url]
    return subprocess.Popen(words, env=dict(os.environ), stdout=subprocess.DEVNULL)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--clients", type=int, default=8)
    asked = parser.parse_args()
    port = free_port()
    with tempfile.TemporaryDirectory() as data:
        process = serve(f"sqlite:///{data}/paishan.db", port)
        server = Server(port, process.pid, Path(data))
        try:
            wait_for(server)
            measure("SQLite", server, None, asked.clients, asked.games)
        finally:
            process.terminate()
            process.wait()
    postgres = Postgres()
    url = postgres.fresh()
    process = serve(url, port)
    try:
        beside = OnPostgres(port, process.pid, Path(url))
        wait_for(beside)
        measure("PostgreSQL", beside, postgres.pid, asked.clients, asked.games)
    finally:
        process.terminate()
        process.wait()
        postgres.close()


if __name__ == "__main__":
    main()
