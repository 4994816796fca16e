"""The server is killed again and again during fast play: nothing is lost, nothing happens twice, the page goes on."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Self

import pytest
from playwright.sync_api import expect

from paishan.play.messages import Pause, Redo, Resume, Take, Undo
from paishan.play.recording import replay
from tests.browser.conftest import Visit
from tests.browser.serving import Server
from tests.browser.visitor import NO_SERVER, code_of

pytestmark = pytest.mark.browser


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Server]:
    """A server that may be killed."""
    server = Server(tmp_path)
    server.start()
    yield server
    server.stop()
    assert server.errors() == ""


class Killer(threading.Thread):
    """Kills the server and starts it again, each time a moment after the page had its first answer from it."""

    def __init__(self, server: Server, kills: int, chance: random.Random) -> None:
        super().__init__()
        self.server = server
        self.left = kills
        self.answered = threading.Event()
        self._chance = chance
        self._over = False

    def run(self) -> None:
        while self.left:
            self.answered.clear()
            if self._over or not self.answered.wait(timeout=60) or self._over:
                return
            time.sleep(self._chance.uniform(0, 0.3))
            self.server.kill()
            self.server.start()
            self.left -= 1

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over = True
        self.answered.set()
        self.join()


def play_through_kills(visit: Visit, server: Server, kills: int, seed: int) -> None:
    chance = random.Random(seed)
    visitor = visit(at=server)
    visitor.bring_about(NO_SERVER)
    table = visitor.open(code_of("turtle", seed))
    page, witness = table.page, table.deal.witness
    killer = Killer(server, kills, chance)
    page.on("response", lambda response: killer.answered.set() if response.status == 200 else None)
    done: list[Take | Undo | Redo] = []
    taken = most = 0
    with killer:
        while killer.is_alive() or taken < len(witness):
            steps = ["take"] if taken < len(witness) - 1 or not killer.is_alive() else []
            if killer.is_alive():
                steps += ["undo"] if taken else []
                steps += ["redo"] if taken < most else []
            step = chance.choices(steps, [6 if step == "take" else 2 if step == "redo" else 3 for step in steps])[0]
            if step == "take":
                pair = witness[taken]
                table.take([pair])
                done.append(Take(pair.a, pair.b))
                taken += 1
                most = taken
            elif step == "undo":
                page.keyboard.press("u")
                done.append(Undo())
                taken -= 1
            else:
                page.keyboard.press("r")
                done.append(Redo())
                taken += 1
            # Whatever the server does, what the player did is on the page at once.
            assert table.shown()["left"] == f"{144 - 2 * taken} tiles"
    assert killer.left == 0, "the page did not go on by itself"

    expect(page.get_by_role("dialog", name="Cleared")).to_be_visible()
    state = table.agreed()
    assert (state["status"], state["left"]) == ("cleared", 0)

    log = server.log(table.id)
    assert [row.seq for row in log] == list(range(len(log)))
    assert [row.command for row in log if not isinstance(row.command, Pause | Resume)] == done
    for batch in visitor.acknowledged:
        written = log[batch["seq"] : batch["seq"] + len(batch["commands"])]
        assert [row.key for row in written] == [batch["key"]] * len(batch["commands"])
    assert replay(server.record(table.id)).board.cleared


def test_six_kills_during_fast_play_lose_nothing(visit: Visit, mortal: Server) -> None:
    play_through_kills(visit, mortal, kills=6, seed=2)


@pytest.mark.long
@pytest.mark.parametrize("seed", [3, 4, 5, 6])
def test_sixty_kills_during_fast_play_lose_nothing(visit: Visit, mortal: Server, seed: int) -> None:
    play_through_kills(visit, mortal, kills=15, seed=seed)
