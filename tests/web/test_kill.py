"""The server is killed at random moments of fast play: every acknowledged move is there afterwards, none twice."""

from __future__ import annotations

import http.client
import json
import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from paishan.codes import Code
from paishan.play.opening import deal_of
from paishan.play.ruleset import TAIPEI
from tests.web.process import Process, ask, free_port


class Hand(threading.Thread):
    """A player who takes pair after pair, and sends each again with the same key until there is an answer."""

    def __init__(self, port: int, number: int) -> None:
        super().__init__(daemon=True)
        self.port = port
        self.number = number
        self.cookie = ""
        self.stopping = threading.Event()
        self.acknowledged: list[tuple[str, int, str, str]] = []
        """Game, number, key and command of every move that was answered."""
        self.wrong: list[object] = []

    def run(self) -> None:
        try:
            while not self.stopping.is_set():
                self._play()
        except Exception as error:
            self.wrong.append(error)

    def _ask(self, path: str, body: object) -> tuple[int, dict[str, object]]:
        """Ask until there is an answer."""
        while True:
            try:
                status, headers, told = ask(self.port, "POST", path, body, self.cookie)
            except (OSError, http.client.HTTPException):
                time.sleep(0.02)
                continue
            if told_cookie := headers["set-cookie"]:
                self.cookie = told_cookie.partition(";")[0]
            return status, told

    def _play(self) -> None:
        status, game = self._ask("/api/games", {"layout": "first-steps", "ruleset": "taipei"})
        assert status == 201, game
        id = str(game["id"])
        for seq, (a, b) in enumerate(deal_of(Code.parse(str(game["code"])), TAIPEI).witness):
            if self.stopping.is_set():
                return
            key = f"{self.number}-{id[:8]}-{seq}"
            command = {"type": "take", "a": a, "b": b}
            status, told = self._ask(f"/api/games/{id}/commands", {"seq": seq, "key": key, "commands": [command]})
            if status != 200 or told["seq"] != seq + 1:
                self.wrong.append((status, told))
                return
            self.acknowledged.append((id, seq, key, json.dumps(command, separators=(",", ":"))))


@pytest.mark.parametrize("kills", [10, pytest.param(60, marks=pytest.mark.long)])
def test_what_was_acknowledged_outlives_the_server_and_nothing_is_done_twice(tmp_path: Path, kills: int) -> None:
    random = Random(kills)
    port = free_port()
    hands = [Hand(port, number) for number in range(3)]
    for hand in hands:
        hand.start()
    for kill in range(kills):
        server = Process(port, tmp_path)
        if kill % 5 == 4:
            # Some ends come while it is still getting ready.
            time.sleep(random.uniform(0, 1.5))
        else:
            server.wait_until_ready()
            time.sleep(random.uniform(0, 0.5))
        server.kill()
    server = Process(port, tmp_path)
    server.wait_until_ready()
    for hand in hands:
        hand.stopping.set()
    for hand in hands:
        hand.join(30)
        assert not hand.is_alive()
        assert hand.wrong == []
    with closing(sqlite3.connect(tmp_path / "paishan.db")) as connection:
        written = {row[:2]: row[2:] for row in connection.execute("SELECT game, seq, key, body FROM commands")}
        games = connection.execute('SELECT id, seq, "left" FROM games').fetchall()
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    for hand in hands:
        assert len(hand.acknowledged) > kills
        for game, seq, key, body in hand.acknowledged:
            assert written[game, seq] == (key, body)
    assert len({key for key, _ in written.values()}) == len(written)
    for game, seq, left in games:
        assert [number for id, number in sorted(written) if id == game] == list(range(seq))
        assert left == 36 - 2 * seq
    for hand in hands:
        last = hand.acknowledged[-1][0]
        status, _, shown = ask(port, "GET", f"/api/games/{last}", cookie=hand.cookie)
        assert status == 200
        taken = [tuple(pair) for pair in shown["state"]["history"]]
        assert taken == list(deal_of(Code.parse(shown["code"]), TAIPEI).witness)[: len(taken)]
        assert len(taken) == shown["state"]["seq"]
    server.interrupt()
