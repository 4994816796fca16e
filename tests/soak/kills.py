"""Server processes, or PostgreSQL itself, are killed again and again in the middle of play; then all is counted.

    python -m tests.soak.kills --kills 400 --database sqlite|postgresql [--target worker|database] [--seed N]

Two processes serve one port. Several players take pair after pair, and beside each of them another one plays in the
same game, so that both processes write to it. A request that was not answered is sent again with the same key. At the
end every move that was acknowledged has to be in the log, exactly as it was answered, and no key may be there twice.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from paishan.codes import Code
from paishan.play.opening import deal_of
from paishan.play.ruleset import TAIPEI
from paishan.solitaire.board import Pair
from tests.postgres import Postgres
from tests.store.shelf import ask
from tests.web.process import free_port

__all__ = ["Figures", "Served", "played_while"]

_WORKERS = 2
_PATIENCE = 120
"""Seconds within which play has to go on."""
TILES = 36
"""Of First steps."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What came of it."""

    kills: int
    acknowledged: int
    lost: int
    """Acknowledged moves that are not in the log as they were answered."""
    doubled: int
    """Keys that are in the log more than once, and numbers that a game has not got or has twice."""
    again: int
    """Requests that were sent again."""
    races: int
    """Requests that another one of the same game overtook."""
    seconds: float


class Served:
    """`paishan serve` with several processes."""

    def __init__(self, url: str, workers: int = _WORKERS) -> None:
        self.port = free_port()
        self.url = url
        self.words = [sys.executable, "-m", "paishan", "serve", "--port", str(self.port), "--workers", str(workers)]
        self._log = tempfile.TemporaryFile()  # noqa: SIM115
        self._process = subprocess.Popen(
            self.words, env=os.environ | {"PAISHAN_DATABASE_URL": url}, stdout=self._log, stderr=self._log
        )
        until = time.monotonic() + _PATIENCE
        while not self._answers():
            assert self._process.poll() is None, self.said()
            assert time.monotonic() < until, self.said()
            time.sleep(0.05)

    @property
    def pid(self) -> int:
        return self._process.pid

    def workers(self) -> list[int]:
        """The processes that serve just now."""
        return [int(pid) for pid in Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()]

    def said(self) -> str:
        """All that it wrote."""
        self._log.seek(0)
        return self._log.read().decode(errors="replace")

    def stop(self) -> int:
        """End it in order; gives its exit status."""
        self._process.send_signal(signal.SIGTERM)
        return self._process.wait(60)

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    def _answers(self) -> bool:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            connection.request("GET", "/readyz")
            return connection.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()


@dataclass(slots=True)
class _Game:
    """A game that several hands play."""

    id: str
    cookie: str
    witness: tuple[Pair, ...]


class _Hand(threading.Thread):
    """Somebody who plays game after game, or beside somebody else in theirs."""

    def __init__(self, port: int, number: int, beside: _Hand | None = None) -> None:
        super().__init__(daemon=True)
        self.port = port
        self.number = number
        self.beside = beside
        self.cookie = ""
        self.game: _Game | None = None
        self.stopping = threading.Event()
        self.acknowledged: list[tuple[str, int, str, str]] = []
        """Game, number, key and command of every move that was answered."""
        self.again = 0
        self.races = 0
        self.wrong: list[object] = []
        self._random = Random(number)
        self._connection: http.client.HTTPConnection | None = None

    def run(self) -> None:
        try:
            while not self.stopping.is_set():
                if self.beside is None:
                    self._play(self._open())
                elif self.beside.game is None:
                    time.sleep(0.01)
                else:
                    self._play(self.beside.game)
        except _Stopped:
            pass
        except Exception as error:
            self.wrong.append(error)

    def _ask(self, method: str, path: str, body: object = None, cookie: str = "") -> tuple[int, Any]:
        """Ask until there is an answer."""
        while True:
            try:
                if self._connection is None or self._random.random() < 0.1:
                    # Now and then anew, so that now one process answers and now the other.
                    self._hang_up()
                    self._connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
                headers = {"Cookie": cookie or self.cookie, "Content-Type": "application/json"}
                self._connection.request(method, path, None if body is None else json.dumps(body), headers)
                answer = self._connection.getresponse()
                told = answer.read()
                if answer.status not in (429, 502, 503):
                    if told_cookie := answer.headers["set-cookie"]:
                        self.cookie = told_cookie.partition(";")[0]
                    return answer.status, json.loads(told)
            except (OSError, http.client.HTTPException):
                self._hang_up()
            if self.stopping.is_set():
                raise _Stopped
            self.again += 1
            time.sleep(0.02)

    def _hang_up(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection = None

    def _open(self) -> _Game:
        status, game = self._ask("POST", "/api/games", {"layout": "first-steps", "ruleset": "taipei"})
        assert status == 201, game
        self.game = _Game(game["id"], self.cookie, deal_of(Code.parse(game["code"]), TAIPEI).witness)
        return self.game

    def _play(self, game: _Game) -> None:
        seq = 0
        if self.beside is not None:
            status, shown = self._ask("GET", f"/api/games/{game.id}", cookie=game.cookie)
            assert status == 200, shown
            seq = shown["state"]["seq"]
        while seq < len(game.witness) and not self.stopping.is_set():
            pair = game.witness[seq]
            key = f"{self.number}-{game.id[:8]}-{seq}"
            command = {"type": "take", "a": pair.a, "b": pair.b}
            body = {"seq": seq, "key": key, "commands": [command]}
            status, told = self._ask("POST", f"/api/games/{game.id}/commands", body, game.cookie)
            if status == 409:
                self.races += 1
                assert told["game"]["state"]["seq"] > seq, told
                seq = told["game"]["state"]["seq"]
                continue
            assert status == 200, (status, told)
            assert told["seq"] > seq, told
            self.acknowledged.append((game.id, seq, key, json.dumps(command, separators=(",", ":"))))
            seq = told["seq"]
        if self.beside is not None and self.beside.game is game:
            time.sleep(0.005)


class _Stopped(Exception):
    """There is nothing more to be asked."""


@contextmanager
def _hands(port: int, number: int) -> Iterator[list[_Hand]]:
    hands: list[_Hand] = []
    for each in range(number):
        first = _Hand(port, 2 * each)
        hands += [first, _Hand(port, 2 * each + 1, first)]
    for hand in hands:
        hand.start()
    try:
        yield hands
    finally:
        for hand in hands:
            hand.stopping.set()
        for hand in hands:
            hand.join(60)


def played_while(
    served: Served, kill: Callable[[Random], None], kills: int, seed: int = 0, players: int = 2, told: bool = False
) -> Figures:
    """Play on a server while something of it is killed so many times, and count what became of all moves.

    Between two kills at least some moves are acknowledged, so that each comes in the middle of play.
    """
    random = Random(seed)
    begun = time.monotonic()
    with _hands(served.port, players) as hands:

        def go_on(moves: int) -> None:
            wanted = sum(len(hand.acknowledged) for hand in hands) + moves
            until = time.monotonic() + _PATIENCE
            while sum(len(hand.acknowledged) for hand in hands) < wanted:
                assert all(not hand.wrong for hand in hands), [hand.wrong for hand in hands]
                assert time.monotonic() < until, f"play does not go on: {served.said()[-3000:]}"
                time.sleep(0.002)

        for number in range(kills):
            go_on(random.randrange(1, 15))
            time.sleep(random.uniform(0, 0.02))
            kill(random)
            if told and number % 20 == 19:
                print(f"{number + 1} kills, {time.monotonic() - begun:.0f} s", file=sys.stderr, flush=True)
        go_on(10)
    seconds = time.monotonic() - begun
    for hand in hands:
        assert not hand.is_alive()
        assert hand.wrong == [], hand.wrong
    return _counted(served.url, hands, kills, seconds)


def _counted(url: str, hands: list[_Hand], kills: int, seconds: float) -> Figures:
    written = {
        (game, seq): (key, body) for game, seq, key, body in ask(url, "SELECT game, seq, key, body FROM commands")
    }
    games = ask(url, 'SELECT id, seq, "left" FROM games')
    acknowledged = [move for hand in hands for move in hand.acknowledged]
    lost = sum(written.get((game, seq)) != (key, body) for game, seq, key, body in acknowledged)
    doubled = len(written) - len({key for key, _ in written.values()})
    numbers: dict[str, list[int]] = {}
    for game, seq in sorted(written):
        numbers.setdefault(game, []).append(seq)
    doubled += sum(numbers.get(game, []) != list(range(seq)) or left != TILES - 2 * seq for game, seq, left in games)
    again, races = (sum(getattr(hand, name) for hand in hands) for name in ("again", "races"))
    return Figures(kills, len(acknowledged), lost, doubled, again, races, seconds)


def kill_worker(served: Served) -> Callable[[Random], None]:
    """Kill one of the processes that serve."""

    def kill(random: Random) -> None:
        workers = served.workers()
        while not workers:
            time.sleep(0.002)
            workers = served.workers()
        os.kill(random.choice(workers), signal.SIGKILL)

    return kill


def kill_database(postgres: Postgres) -> Callable[[Random], None]:
    """Kill PostgreSQL with all its processes, and start it again after a moment."""

    def kill(random: Random) -> None:
        postgres.kill()
        time.sleep(random.uniform(0, 0.3))
        postgres.start()

    return kill


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--target", choices=("worker", "database"), default="worker")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    if asked.target == "database" and asked.database == "sqlite":
        parser.error("SQLite has no process of its own that could be killed")
    # Only what is written is of interest, not how long all other files take to be looked through after a kill.
    quicker = {"recovery_init_sync_method": "syncfs"}
    postgres = Postgres(quicker) if asked.database == "postgresql" else None
    data = Path(tempfile.mkdtemp(prefix="paishan-kills-"))
    served = Served(f"sqlite:///{data}/paishan.db" if postgres is None else postgres.fresh())
    try:
        kill = kill_worker(served) if asked.target == "worker" or postgres is None else kill_database(postgres)
        workers = served.workers()
        figures = played_while(served, kill, asked.kills, asked.seed, told=True)
        print(f"{asked.target} of {asked.database}: {figures}")
        if asked.target == "database":
            print(f"the processes that serve are the same as before: {served.workers() == workers}")
        print(f"told to end, it ends with {served.stop()}")
    finally:
        served.kill()
        if postgres is not None:
            postgres.close()
        shutil.rmtree(data, ignore_errors=True)
    sys.exit(int(bool(figures.lost or figures.doubled)))


if __name__ == "__main__":
    main()
