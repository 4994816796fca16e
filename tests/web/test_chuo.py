"""Matches of Chuo Pai over HTTP: opened, played, kept from what must not be known, and played in series."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from paishan.chuopai.deal import deal_of
from paishan.chuopai.domino import DOMINOES
from paishan.codes import Code
from paishan.play.chuo.recording import replay
from paishan.records import Record
from tests.web.conftest import Client, Rows
from tests.web.test_api import opened as opened_turtle
from tests.web.test_api import say

QUICK = "chuo-pai-vs-beginner-easy"


def opened(client: Client, **more: Any) -> dict[str, Any]:
    answer = client.post("/api/games", json={"game": "chuopai", "ruleset": QUICK, **more})
    assert answer.status_code == 201, answer.text
    game: dict[str, Any] = answer.json()
    return game


def began(client: Client, game: dict[str, Any]) -> dict[str, Any]:
    """The state after the beginning."""
    answer = say(client, game, 0, {"type": "begin"})
    assert answer.status_code == 200
    state: dict[str, Any] = answer.json()["state"]
    return state


def play(client: Client, game: dict[str, Any], state: dict[str, Any]) -> dict[str, Any]:
    """Lay the first play that is allowed; gives the answer."""
    answer = say(client, game, state["seq"], {"type": "play", "cards": state["legal"][0]["plays"][0]})
    assert answer.status_code == 200
    done: dict[str, Any] = answer.json()
    return done


def play_out(client: Client, game: dict[str, Any], look: Callable[[], None] = lambda: None) -> dict[str, Any]:
    """The state at the end; `look` is called after every command before it."""
    state = game["state"] if game["state"]["begun"] else began(client, game)
    while state["status"] == "playing":
        look()
        state = play(client, game, state)["state"]
    return state


def hidden_code(rows: Rows, game: dict[str, Any]) -> str:
    ((code,),) = rows(f"SELECT code FROM games WHERE id = '{game['id']}'")
    return str(code)


def test_a_match_has_all_that_a_browser_needs(client: Client) -> None:
    game = opened(client)
    assert (game["family"], game["code"], game["occasion"]) == ("chuopai", None, "")
    assert "series" not in game
    dominoes = game["layout"]["dominoes"]
    assert (game["layout"]["id"], game["layout"]["name"], len(dominoes)) == ("chuo-pai", "Chuo Pai", len(DOMINOES))
    assert dominoes[17] == {
        "number": 17,
        "id": "red-seven",
        "name": "Red Seven",
        "chinese": "红七",
        "pinyin": "hóngqī",
        "pips": [3, 4],
        "red": [0, 4],
        "family": "red",
        "rank": 2,
    }
    assert game["ruleset"] == {
        "id": QUICK,
        "name": "Chuo Pai",
        "version": 1,
        "family": "chuopai",
        "undo": False,
        "ranked": True,
        "bonus": "every-copy",
        "most": 12,
        "opponents": [{"level": "beginner", "character": None}, {"level": "easy", "character": None}],
    }
    state = game["state"]
    assert (state["begun"], state["status"], state["ranked"]) == (False, "playing", True)
    assert [seat["level"] for seat in state["seats"]] == [None, "beginner", "easy"]
    assert client.get(f"/api/games/{game['id']}").json() == game


def test_the_answer_of_a_command_tells_all_that_the_others_did(client: Client) -> None:
    game = opened(client)
    state = began(client, game)
    assert state["turn"] == 0
    while state["status"] == "playing":
        laid = state["legal"][0]["plays"][0]
        done = play(client, game, state)
        events, state = done["events"], done["state"]
        assert (events[0]["type"] in ("led", "beat"), events[0]["seat"], events[0]["cards"]) == (True, 0, laid)
        assert state["recent"] == [event for event in events if event["type"] != "finished"]
    assert events[-1]["type"] == "finished"
    assert events[-1]["points"] == [seat["points"] for seat in state["seats"]]
    assert state["winners"] == events[-1]["winners"]
    assert [len(hand) for hand in state["hands"]] == [28, 28, 28]
    assert isinstance(state["lessons"], list)


def test_no_answer_tells_the_deal_before_the_end(client: Client, rows: Rows) -> None:
    game = opened(client)
    code, id = hidden_code(rows, game), game["id"]
    asked = [f"/api/games/{id}", f"/play/{id}", "/api/games", "/", "/api/statistics", f"/api/games/{id}/replay"]
    list_ = f"/api/leaderboard?family=chuopai&layout=chuo-pai&ruleset={QUICK}"
    turn = 0

    def look() -> None:
        nonlocal turn
        turn += 1
        if turn % 6 == 1:
            for address in (*asked, list_, f"/play/{id}/record"):
                assert code not in client.get(address).text
            shown = client.get(f"/api/games/{id}").json()["state"]
            for name in ("hands", "remaining", "winners", "outcome", "lessons"):
                assert shown[name] is None

    play_out(client, game, look)
    assert client.get(f"/api/games/{id}").json()["code"] == code
    assert client.get("/api/games").json() == []


def test_a_finished_match_can_be_downloaded_and_watched_by_anybody(
    client: Client, serve: Callable[..., Client], rows: Rows
) -> None:
    game = opened(client)
    assert client.get(f"/play/{game['id']}/record").status_code == 409
    assert client.get(f"/api/games/{game['id']}/replay").status_code == 409
    state = play_out(client, game)
    record = Record.parse(client.get(f"/play/{game['id']}/record").text)
    assert replay(record).state(0).seats[2].points == state["seats"][2]["points"]
    stranger = serve()
    told = stranger.get(f"/api/games/{game['id']}/replay").json()
    deal = deal_of(Code.parse(hidden_code(rows, game)))
    assert told["hands"] == [list(hand) for hand in deal.hands] == state["hands"]
    assert (told["leader"], told["family"], told["mine"]) == (deal.leader, "chuopai", False)
    assert told["layout"] == game["layout"]
    assert [seat["level"] for seat in told["seats"]] == [None, "beginner", "easy"]
    assert told["moves"] == [[move.at, move.word, *move.numbers] for move in record.moves]
    assert told["result"]["outcome"] == state["outcome"]
    assert told["result"]["score"] == state["score"]


def test_a_match_by_its_code_is_the_same_for_everybody_and_in_no_list(client: Client) -> None:
    code = str(deal_of(12).code)
    answer = client.post("/api/games", json={"code": code, "ruleset": QUICK})
    game = answer.json()
    assert (answer.status_code, game["state"]["unranked"]) == (201, "typed-code")
    assert game["state"]["hand"] == [
        card for card in deal_of(12).hands[0] if card not in game["state"]["seats"][0]["laid"]
    ]
    state = play(client, game, began(client, game))["state"]
    assert state["can"]["undo"]
    undone = say(client, game, state["seq"], {"type": "undo"}).json()
    assert undone["events"][0]["type"] == "undone"


def test_ranked_play_is_not_taken_back(client: Client) -> None:
    game = opened(client)
    state = play(client, game, began(client, game))["state"]
    done = say(client, game, state["seq"], {"type": "undo"}).json()
    assert done["events"] == [{"type": "refused", "reason": "not-allowed"}]


@pytest.mark.parametrize(
    ("command", "error"),
    [
        ({"type": "take", "a": 1, "b": 2}, "take is no command for a game of Chuo Pai"),
        ({"type": "play"}, "commands[0].cards is missing"),
        ({"type": "play", "cards": 4}, "commands[0].cards should be a list, but is a whole number"),
        ({"type": "play", "cards": ["4"]}, "commands[0].cards[0] should be a whole number, but is text"),
        ({"type": "play", "cards": [4] * 85}, "commands[0].cards should have at most 84 entries"),
    ],
)
def test_what_is_no_command_of_a_match_is_refused(client: Client, command: dict[str, Any], error: str) -> None:
    game = opened(client)
    answer = say(client, game, 0, command)
    assert (answer.status_code, answer.json()["error"]) == (400, error)
    assert began(client, game)["seq"] == 1


def test_a_command_of_a_match_is_none_of_solitaire(client: Client) -> None:
    answer = say(client, opened_turtle(client), 0, {"type": "begin"})
    assert answer.status_code == 400
    assert answer.json()["error"].startswith("begin is no command for a game of ")


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({"game": "chuopai", "ruleset": "taipei"}, "the ruleset taipei is for solitaire, not for chuopai"),
        ({"game": "chuopai", "ruleset": "chuo-pai"}, "'chuo-pai' is no ruleset of Chuo Pai, such as "),
        ({"code": "MJ1-L02-AAAAABW", "ruleset": QUICK}, "MJ1-L02-AAAAABW is no deal of Chuo Pai"),
        (
            {"code": "CP1-L00-AAAAATG", "ruleset": "taipei"},
            "CP1-L00-AAAAATG is a code of CP1, which is no Mahjong soli",
        ),
        ({"series": "new", "ruleset": "taipei"}, "a series is played by a ruleset such as chuo-pai-vs-normal-normal"),
        ({"series": "new"}, "ruleset is missing"),
        ({"series": "new", "ruleset": QUICK, "code": "CP1-L00-AAAAATG"}, "the deals of a series are drawn"),
        ({"series": "A" * 12, "ruleset": QUICK}, "series says all there is to say, so there should be no ruleset"),
    ],
)
def test_a_wish_that_is_none_is_refused(client: Client, body: dict[str, Any], error: str) -> None:
    answer = client.post("/api/games", json=body)
    assert answer.status_code == 400
    assert answer.json()["error"].startswith(error)


def test_a_form_opens_a_match_by_the_usual_ruleset(client: Client) -> None:
    answer = client.post("/games", data={"game": "chuopai", "layout": "turtle"}, follow_redirects=False)
    assert answer.status_code == 303
    game = client.get(f"/api/games/{answer.headers['location'].removeprefix('/play/')}").json()
    assert game["ruleset"]["id"] == "chuo-pai-vs-normal-normal"


def test_the_first_page_offers_to_go_on_with_a_match(client: Client) -> None:
    game = opened(client)
    left = began(client, game)["left"]
    page = client.get("/").text
    assert f'href="/play/{game["id"]}"' in page
    assert f"{left} cards in your hand" in page


def test_a_series_shows_how_it_stands(client: Client, serve: Callable[..., Client]) -> None:
    first = opened(client, series="new")
    series = first["series"]["id"]
    assert first["series"] == {
        "id": series,
        "match": 1,
        "of": 3,
        "points": [],
        "totals": [0, 0, 0],
        "next": False,
    }
    again = client.post("/api/games", json={"series": series})
    assert (again.status_code, again.json()["id"]) == (200, first["id"])
    state = play_out(client, first)
    points = [seat["points"] for seat in state["seats"]]
    standing = client.get(f"/api/series/{series}").json()
    assert standing == {"id": series, "match": 1, "of": 3, "points": [points], "totals": points, "next": True}
    answer = client.post("/games", data={"series": series, "previous": first["id"]}, follow_redirects=False)
    second = client.get(f"/api/games/{answer.headers['location'].removeprefix('/play/')}").json()
    assert (second["series"]["match"], second["series"]["totals"], second["previous"]) == (2, points, first["id"])
    assert (second["state"]["turn"] - state["rounds"][0]["leader"]) % 3 == 1
    assert client.get(f"/api/games/{first['id']}").json()["series"]["match"] == 1
    assert serve().get(f"/api/series/{series}").status_code == 404
    assert client.post("/api/games", json={"series": "nowhere"}).status_code == 404
    assert serve().post("/api/games", json={"series": series}).status_code == 404
