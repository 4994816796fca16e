"""Requests that come twice, late or in any order: every command is done once, and in its place."""

from __future__ import annotations

import json
from random import Random

import pytest

from tests.web.conftest import Client, Rows, client, file, rows, serve
from tests.web.test_api import WITNESS, opened, say, take

__all__ = ["client", "file", "rows", "serve"]


@pytest.mark.parametrize("seed", range(5))
def test_in_whatever_order_and_however_often_requests_come_the_game_is_the_same(
    client: Client, rows: Rows, seed: int
) -> None:
    random, game = Random(seed), opened(client)
    # A network that keeps, doubles and mixes what it is given; what was answered 409 is sent again.
    under_way = [seq for seq in range(len(WITNESS)) for _ in range(random.randint(1, 3))]
    random.shuffle(under_way)
    removed: list[int] = []
    answers = {200: 0, 409: 0}
    while under_way:
        seq = under_way.pop(random.randrange(min(4, len(under_way))))
        answer = say(client, game, seq, take(seq))
        answers[answer.status_code] += 1
        if answer.status_code == 409:
            assert answer.json()["game"]["state"]["seq"] < seq
            under_way.append(seq)
        elif answer.json()["events"]:
            removed.append(seq)
        else:
            assert answer.json()["replayed"]
    assert removed == list(range(18))
    assert answers[409] > 0
    assert [(seq, key) for seq, key in rows("SELECT seq, key FROM commands ORDER BY seq")] == [
        (seq, f"key-{seq}") for seq in range(18)
    ]
    assert client.get(f"/api/games/{game['id']}").json()["state"]["status"] == "cleared"


def test_of_two_tabs_the_second_is_shown_the_board_as_it_is_and_plays_on_from_there(client: Client, rows: Rows) -> None:
    game = opened(client)
    assert say(client, game, 0, take(0), key="tab-1-a").status_code == 200
    # The other tab still shows the board as it was dealt, and its player takes another pair.
    behind = say(client, game, 0, take(1), key="tab-2-a")
    assert behind.status_code == 409
    shown = behind.json()["game"]["state"]
    assert (shown["seq"], shown["history"]) == (1, [[*WITNESS[0]]])
    assert say(client, game, 1, take(1), key="tab-2-b").status_code == 200
    # And now the first one is behind.
    behind = say(client, game, 1, take(1), key="tab-1-b")
    assert behind.status_code == 409
    assert behind.json()["game"]["state"]["history"] == [[*WITNESS[0]], [*WITNESS[1]]]
    said = rows("SELECT key, body FROM commands ORDER BY seq")
    assert [(key, json.loads(body)) for key, body in said] == [("tab-1-a", take(0)), ("tab-2-b", take(1))]


def test_a_key_that_was_used_for_something_else_is_no_retry(client: Client) -> None:
    game = opened(client)
    assert say(client, game, 0, take(0), key="same").status_code == 200
    assert say(client, game, 0, take(1), key="same").status_code == 409
    assert say(client, game, 1, take(1), key="same").status_code == 200
