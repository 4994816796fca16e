"""Lists, statistics and replays over HTTP, and who may see what of them."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from paishan.codes import Code
from paishan.play.opening import deal_of
from paishan.play.recording import replay
from paishan.play.ruleset import TAIPEI
from paishan.records import Record
from tests.web.conftest import NOW, Client, Rows
from tests.web.test_api import CODE, WITNESS, opened, say, take

LIST = "/api/leaderboard?family=solitaire&layout=first-steps&ruleset=against-the-clock"


def start(client: Client, rows: Rows, **more: Any) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """A game against the clock on any deal of First steps, and the commands that clear it."""
    answer = client.post("/api/games", json={"layout": "first-steps", "ruleset": "against-the-clock", **more})
    assert answer.status_code == 201
    game = answer.json()
    assert game["code"] is None
    [(code,)] = rows(f"SELECT code FROM games WHERE id = '{game['id']}'")
    witness = deal_of(Code.parse(code), TAIPEI).witness
    return game, [{"type": "take", "a": a, "b": b} for a, b in witness]


def test_a_list_shows_names_and_results_and_whose_they_are_only_to_their_owner(
    client: Client, serve: Callable[..., Client], rows: Rows
) -> None:
    assert client.get(LIST).json() == {"admits": "admits-time", "rows": [], "mine": None}
    game, pairs = start(client, rows)
    client.post("/api/player", json={"name": "<b>Ada</b>"})
    say(client, game, 0, {"type": "hint"}, *pairs[:2], {"type": "undo"}, *pairs[1:])
    row = {
        "name": "<b>Ada</b>",
        "ms": 0,
        "score": 0,
        "stars": 0,
        "hints": 1,
        "undos": 1,
        "shuffles": 0,
        "finished": NOW,
    }
    mine = {**row, "mine": True, "game": game["id"]}
    assert client.get(LIST).json() == {"admits": "admits-time", "rows": [mine], "mine": mine}
    stranger = serve()
    theirs = {**row, "mine": False, "game": None}
    assert stranger.get(LIST).json() == {"admits": "admits-time", "rows": [theirs], "mine": None}
    assert "set-cookie" not in stranger.get(LIST).headers


def test_a_code_that_was_typed_in_is_in_no_list(client: Client) -> None:
    game = opened(client, ruleset="against-the-clock")
    assert (game["state"]["ranked"], game["state"]["unranked"]) == (False, "typed-code")
    say(client, game, 0, *(take(number) for number in range(18)))
    assert client.get(LIST).json()["rows"] == []
    assert client.get("/api/statistics").json()["total"]["won"] == 1


def test_a_log_that_was_tampered_with_is_in_no_list(client: Client, file: Path, rows: Rows) -> None:
    game, pairs = start(client, rows)
    say(client, game, 0, *pairs)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE results SET played = -5000")
    assert client.get(LIST).json() == {"admits": "admits-time", "rows": [], "mine": None}
    assert client.get("/api/statistics").json()["total"]["played"] == 0


@pytest.mark.parametrize(
    ("query", "error"),
    [
        ("", "a list is asked for with layout and ruleset, or with family and daily; layout is missing"),
        ("layout=turtle", "a list is asked for with layout and ruleset, or with family and daily; ruleset is missing"),
        ("layout=turtle&ruleset=chess", "there is no ruleset 'chess'; there are"),
        ("layout=nosuch&ruleset=classic", "there is no layout 'nosuch'; there are turtle, lantern, first-steps, "),
        ("layout=H234&ruleset=classic", "the layout H234 of this code is not here; install its file first"),
        (
            "layout=turtle&ruleset=connect",
            "there is no grid 'turtle'; there are connect-18x8, connect-14x6, connect-24x12",
        ),
        (
            "layout=turtle&ruleset=chuo-pai-vs-easy-easy",
            "the ruleset chuo-pai-vs-easy-easy is played with chuo-pai, not on turtle",
        ),
        ("layout=turtle&ruleset=classic&family=connect", "the ruleset classic is for solitaire, not for connect"),
        ("daily=2026-11-30", "the boards of the days are for solitaire and connect"),
        ("daily=2026-11-30&family=chuopai", "the boards of the days are for solitaire and connect"),
        ("daily=2026-13-30&family=solitaire", "a day is a date such as 2026-11-30"),
        ("daily=x&family=solitaire", "a day is a date such as 2026-11-30"),
    ],
)
def test_a_list_that_cannot_be_is_refused_with_what_would_be_right(client: Client, query: str, error: str) -> None:
    answer = client.get(f"/api/leaderboard?{query}")
    assert (answer.status_code, answer.json()["error"][: len(error)]) == (400, error)


def test_statistics_are_ones_own(client: Client, serve: Callable[..., Client]) -> None:
    nothing = {"played": 0, "won": 0, "streak": 0, "longest": 0, "hints": 0, "ms": 0}
    assert client.get("/api/statistics").json() == {"total": nothing, "rows": []}
    game = opened(client)
    say(client, game, 0, *(take(number) for number in range(18)))
    told = client.get("/api/statistics").json()
    assert told["total"] == {"played": 1, "won": 1, "streak": 1, "longest": 1, "hints": 0, "ms": 0}
    assert told["rows"] == [
        {
            "family": "solitaire",
            "layout": "first-steps",
            "ruleset": "taipei",
            "version": 1,
            "played": 1,
            "won": 1,
            "best_ms": 0,
            "mean_ms": 0,
            "best_score": 0,
            "stars": 0,
            "hints": 0,
        }
    ]
    assert serve().get("/api/statistics").json() == {"total": nothing, "rows": []}


def test_a_finished_game_is_watched_by_whoever_has_its_address(client: Client, serve: Callable[..., Client]) -> None:
    game = opened(client)
    where = f"/api/games/{game['id']}/replay"
    stranger, newcomer = serve(), serve()
    opened(stranger)
    for visitor in (stranger, newcomer):
        assert (visitor.get(where).status_code, visitor.get(where).json()) == (404, {"error": "there is no such game"})
    mine = client.get(where).json()
    assert (mine["mine"], mine["moves"], mine["result"]) == (True, [], None)
    say(client, game, 0, {"type": "hint"}, *(take(number) for number in range(18)))
    told = newcomer.get(where).json()
    assert told["result"] == {
        "ms": 0,
        "outcome": "won",
        "score": 0,
        "stars": 0,
        "hints": 1,
        "undos": 0,
        "shuffles": 0,
        "restarts": 0,
        "rewinds": 0,
        "finished": NOW,
        "ranked": False,
    }
    assert (told["mine"], told["name"], told["code"], told["family"]) == (False, None, CODE, "solitaire")
    assert told["layout"] == game["layout"]
    assert told["faces"] == [kind.label for kind in deal_of(Code.parse(CODE), TAIPEI).kinds]
    assert [move[1:] for move in told["moves"][1:]] == [["take", a, b] for a, b in WITNESS]
    assert told["moves"][0][:2] == [0, "hint"]
    for id in ("A" * 22, "x", "%00", "😀"):
        assert newcomer.get(f"/api/games/{id}/replay").status_code == 404


def test_what_is_watched_is_what_the_record_says_and_verifies(client: Client, rows: Rows) -> None:
    game, pairs = start(client, rows)
    say(client, game, 0, *pairs[:3], {"type": "undo"}, *pairs[2:])
    record = Record.parse(client.get(f"/play/{game['id']}/record").text)
    told = client.get(f"/api/games/{game['id']}/replay").json()
    assert [[move.at, move.word, *move.numbers] for move in record.moves] == told["moves"]
    assert replay(record).status == "cleared"


def test_what_is_watched_ends_with_the_win_whatever_is_played_after_it(
    client: Client, serve: Callable[..., Client], rows: Rows
) -> None:
    game, pairs = start(client, rows)
    say(client, game, 0, *pairs)
    where = f"/api/games/{game['id']}/replay"
    stranger = serve()
    won = stranger.get(where).json()
    assert [move[1] for move in won["moves"]] == ["take"] * 18
    say(client, game, 18, {"type": "restart"}, *pairs[:2], {"type": "give-up"})
    assert stranger.get(where).json() == won
    assert replay(Record.parse(stranger.get(f"/watch/{game['id']}/record").text)).status == "cleared"


def test_a_loss_that_was_taken_back_is_watched_on(client: Client, rows: Rows) -> None:
    game, pairs = start(client, rows)
    say(client, game, 0, pairs[0], {"type": "give-up"}, {"type": "undo"}, *pairs[1:])
    told = client.get(f"/api/games/{game['id']}/replay").json()
    assert [move[1] for move in told["moves"]] == ["take", "give-up", "undo", *["take"] * 17]
    assert told["result"]["outcome"] == "won"


def test_how_long_ago_a_command_was_given_is_believed_up_to_two_seconds(client: Client, rows: Rows) -> None:
    game = opened(client)

    def sent(seq: int, ago: list[Any], *commands: dict[str, Any]) -> Any:
        body = {"seq": seq, "key": f"a{seq}", "commands": commands, "ago": ago}
        return client.post(f"/api/games/{game['id']}/commands", json=body)

    assert sent(0, [1_500, 400, 0], take(0), take(1), take(2)).status_code == 200
    assert sent(3, [10**12], take(3)).status_code == 200
    # The board was opened now, and no command comes before that or before the one before it.
    assert rows("SELECT at FROM commands ORDER BY seq") == [(NOW,)] * 4
    assert sent(4, [1, 2], take(4)).json() == {"error": "ago should have as many entries as commands, 1"}
    assert sent(4, [-1], take(4)).json() == {"error": "ago[0] should be at least 0"}
    assert sent(4, [1.5], take(4)).json() == {"error": "ago[0] should be a whole number, but is a number"}
