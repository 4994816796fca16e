"""Mahjong Connect over HTTP: opened, played to the end, listed and watched as Mahjong solitaire is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from paishan.codes import Code
from paishan.play.daily import Game, daily_code
from paishan.play.opening import grid_deal_of
from paishan.play.recording import replay
from paishan.play.ruleset import ruleset
from paishan.records import Record
from tests.web.conftest import Client, Rows
from tests.web.test_api import say
from tests.web.test_progress import SECRET, TODAY

GRID = {"game": "connect", "layout": "connect-14x6", "ruleset": "connect"}


def pairs_of(code: str, rules: str = "connect") -> list[dict[str, Any]]:
    """Commands that clear a grid."""
    return [{"type": "take", "a": a, "b": b} for a, b in grid_deal_of(Code.parse(code), ruleset(rules)).witness]


def test_a_grid_is_opened_with_all_that_a_browser_needs(client: Client) -> None:
    answer = client.post("/api/games", json=GRID)
    assert answer.status_code == 201
    game = answer.json()
    assert game["layout"] == {
        "id": "connect-14x6",
        "number": 1,
        "name": "14 × 6",
        "width": 14,
        "height": 6,
        "outside": True,
        "gravity": "none",
    }
    assert (game["family"], game["code"][:8], len(game["state"]["faces"])) == ("connect", "MC1-L01-", 84)
    assert None not in game["state"]["faces"]
    assert client.post("/api/games", json={"layout": "connect-14x6", "ruleset": "connect"}).status_code == 201


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({**GRID, "layout": "turtle"}, "there is no grid 'turtle'"),
        ({**GRID, "ruleset": "taipei"}, "the ruleset taipei is for solitaire, not for connect"),
        ({"layout": "connect-14x6", "ruleset": "taipei"}, "there is no layout 'connect-14x6'"),
        (
            {"code": "MJ1-L02-AAAAABW", "ruleset": "connect"},
            "MJ1-L02-AAAAABW is a code of MJ1, which is no Mahjong Connect",
        ),
        ({"game": "connect", "ruleset": "connect"}, "a game is opened with a layout"),
    ],
)
def test_what_does_not_go_together_is_refused(client: Client, rows: Rows, body: Any, error: str) -> None:
    answer = client.post("/api/games", json=body)
    assert (answer.status_code, answer.json()["error"][: len(error)]) == (400, error)
    assert rows("SELECT * FROM players") == []


def test_a_code_of_connect_is_not_played_as_solitaire(client: Client) -> None:
    code = client.post("/api/games", json=GRID).json()["code"]
    answer = client.post("/api/games", json={"code": code, "ruleset": "taipei"})
    assert (answer.status_code, answer.json()["error"]) == (
        400,
        f"{code} is a code of MC1, which is no Mahjong solitaire; MJ1 and MP1 are",
    )


@pytest.mark.parametrize("rules", ["connect", "connect-standard", "connect-down", "connect-inside"])
def test_a_grid_is_cleared_listed_watched_and_its_record_holds(
    client: Client, serve: Callable[..., Client], rules: str
) -> None:
    game = client.post("/api/games", json={**GRID, "ruleset": rules}).json()
    pairs = pairs_of(game["code"], rules)
    done = say(client, game, 0, *pairs).json()
    assert done["state"]["status"] == "cleared"
    listed = client.get(f"/api/leaderboard?family=connect&layout=connect-14x6&ruleset={rules}").json()
    ranked = ruleset(rules).ranked
    assert (listed["admits"], len(listed["rows"])) == ("admits-score", int(ranked))
    (row,) = client.get("/api/statistics").json()["rows"]
    assert (row["family"], row["layout"], row["ruleset"], row["won"]) == ("connect", "connect-14x6", rules, 1)
    told = serve().get(f"/api/games/{game['id']}/replay").json()
    assert told["layout"] == game["layout"]
    assert (told["faces"], told["groups"]) == (game["state"]["faces"], game["state"]["groups"])
    assert [move[2:] for move in told["moves"]] == [[pair["a"], pair["b"]] for pair in pairs]
    record = Record.parse(client.get(f"/play/{game['id']}/record").text)
    assert replay(record).status == "cleared"


def test_a_reopened_server_has_the_same_grid(client: Client, serve: Callable[..., Client]) -> None:
    game = client.post("/api/games", json=GRID).json()
    say(client, game, 0, *pairs_of(game["code"])[:5], {"type": "hint"}, {"type": "undo"})
    again = serve()
    again.cookies = client.cookies
    assert again.get(f"/api/games/{game['id']}").json() == client.get(f"/api/games/{game['id']}").json()
    assert [each["family"] for each in again.get("/api/games").json()] == ["connect"]


def test_todays_grid_keeps_its_code_to_itself(serve: Callable[..., Client]) -> None:
    client = serve(daily_secret=SECRET)
    code = daily_code(SECRET.encode(), TODAY, Game.CONNECT)
    game = client.post("/api/games", json={"daily": "connect", "offset": 60}).json()
    assert (game["family"], game["code"], game["occasion"]) == ("connect", None, f"daily-{TODAY}")
    pairs = pairs_of(str(code))
    say(client, game, 0, *pairs[:-1])
    for path in (f"/api/games/{game['id']}", "/api/games", "/"):
        assert str(code)[-7:] not in client.get(path).text
    say(client, game, len(pairs) - 1, pairs[-1])
    assert client.get(f"/api/games/{game['id']}").json()["code"] == str(code)
    assert client.get("/api/daily?offset=60").json()["families"]["connect"]["outcome"] == "won"
