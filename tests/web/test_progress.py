"""Levels, days and names over HTTP."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from paishan.codes import Code
from paishan.play import campaign
from paishan.play.daily import Game, daily_code, day_of
from paishan.play.opening import deal_of
from paishan.play.ruleset import CLASSIC
from tests.web.conftest import NOW, Client, Rows
from tests.web.test_api import say

SECRET = "a secret that only the tests know"
TODAY = day_of(NOW, 0)
Everything = Callable[[], list[list[tuple[Any, ...]]]]


@pytest.fixture
def days(serve: Callable[..., Client]) -> Client:
    """A server whose boards of the days are known here."""
    return serve(daily_secret=SECRET)


def pairs_of(code: Code) -> list[dict[str, Any]]:
    """Commands that clear a board."""
    return [{"type": "take", "a": a, "b": b} for a, b in deal_of(code, CLASSIC, campaign.by_tag).witness]


def test_the_map_has_six_places_and_one_level_is_open(client: Client) -> None:
    told = client.get("/api/campaign").json()
    assert [place["id"] for place in told["places"]] == [
        "harbour",
        "bamboo-grove",
        "tea-house",
        "stone-bridge",
        "cloud-temple",
        "summit",
    ]
    assert [level["level"] for level in told["levels"]] == list(range(1, 121))
    assert [level["level"] for level in told["levels"] if level["open"]] == [1]
    assert told["next"] == 1
    first = told["levels"][0]
    assert (first["place"], first["step"], first["stars"], first["score"], first["ms"]) == ("harbour", 1, 0, None, None)
    assert told["levels"][119]["step"] == 4


def test_a_level_that_is_cleared_opens_the_next(client: Client, rows: Rows) -> None:
    shut = client.post("/api/games", json={"level": 2})
    assert (shut.status_code, shut.json()) == (409, {"error": "level 2 opens when level 1 is cleared"})
    answer = client.post("/api/games", json={"level": 1})
    assert answer.status_code == 201
    game = answer.json()
    code = campaign.level(1).code
    assert (game["family"], game["occasion"], game["code"]) == ("solitaire", "level-1", str(code))
    assert (game["ruleset"]["id"], game["newcomer"]) == ("classic", True)
    for level, field in ((0, "at least 1"), (121, "at most 120")):
        refused = client.post("/api/games", json={"level": level})
        assert (refused.status_code, refused.json()) == (400, {"error": f"level should be {field}"})
    assert say(client, game, 0, *pairs_of(code)).json()["state"]["status"] == "cleared"
    told = client.get("/api/campaign").json()
    assert (told["next"], told["levels"][0]["stars"], told["levels"][1]["open"]) == (2, 3, True)
    assert client.post("/api/games", json={"level": 2}).json()["newcomer"] is False
    form = client.post("/games", data={"level": "2", "ruleset": "taipei", "layout": "turtle"}, follow_redirects=False)
    assert form.status_code == 303
    assert rows("SELECT occasion, ruleset FROM games ORDER BY rowid") == [
        ("level-1", "classic"),
        ("level-2", "classic"),
        ("level-2", "classic"),
    ]


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({"level": 1, "layout": "turtle"}, "level says all there is to say, so there should be no layout"),
        (
            {"level": 1, "ruleset": "classic", "daily": "solitaire"},
            "level says all there is to say, so there should be no ruleset and no daily",
        ),
        ({"daily": "solitaire", "code": "x"}, "daily says all there is to say, so there should be no code"),
        ({"daily": "chuopai"}, "daily is 'chuopai', which is not known here"),
        ({"daily": "solitaire", "offset": 841}, "offset should be at most 840"),
        ({"daily": "solitaire", "offset": -721}, "offset should be at least -720"),
        ({"daily": "solitaire", "offset": 1.5}, "offset should be a whole number or null, but is a number"),
        ({"ruleset": "taipei", "layout": "turtle", "offset": 60}, "offset belongs to daily"),
        ({"ruleset": "taipei", "layout": "turtle", "game": "connect"}, "the ruleset taipei is for solitaire, not for"),
        ({"level": "1"}, "level should be a whole number or null, but is text"),
    ],
)
def test_a_wish_that_contradicts_itself_is_refused_and_makes_nothing(
    client: Client, everything: Everything, body: Any, error: str
) -> None:
    answer = client.post("/api/games", json=body)
    assert (answer.status_code, answer.json()["error"][: len(error)]) == (400, error)
    assert everything() == [[], [], []]


def test_todays_board_is_begun_once(days: Client) -> None:
    told = days.get("/api/daily?offset=60").json()
    nothing = {"game": None, "outcome": None, "streak": {"current": 0, "longest": 0}}
    assert told == {
        "day": TODAY.isoformat(),
        "families": {name: {**nothing, "days": {TODAY.isoformat(): "open"}} for name in ("solitaire", "connect")},
    }
    first = days.post("/api/games", json={"daily": "solitaire", "offset": 60})
    again = days.post("/api/games", json={"daily": "solitaire", "offset": -480})
    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json() == first.json()
    assert "set-cookie" in first.headers
    form = days.post("/games", data={"daily": "solitaire", "offset": "60"}, follow_redirects=False)
    assert form.headers["location"] == f"/play/{first.json()['id']}"
    family = days.get("/api/daily?offset=60").json()["families"]["solitaire"]
    assert (family["game"], family["outcome"], family["days"]) == (
        first.json()["id"],
        None,
        {TODAY.isoformat(): "begun"},
    )


def test_a_day_that_is_won_shows_in_the_calendar(days: Client) -> None:
    game = days.post("/api/games", json={"daily": "solitaire"}).json()
    say(days, game, 0, *pairs_of(daily_code(SECRET.encode(), TODAY, Game.SOLITAIRE)))
    family = days.get("/api/daily").json()["families"]["solitaire"]
    assert (family["outcome"], family["streak"], family["days"]) == (
        "won",
        {"current": 1, "longest": 1},
        {TODAY.isoformat(): "won"},
    )
    assert days.get("/api/daily?month=1999-02").json()["families"]["solitaire"]["days"] == {}


@pytest.mark.parametrize(
    ("query", "error"),
    [
        ("offset=900", "a clock is at most 12 hours behind UTC and 14 ahead, not 900 minutes ahead"),
        ("offset=x", "offset is how many minutes a clock is ahead of UTC, such as 60 or -480"),
        ("offset=٣", "offset is how many minutes a clock is ahead of UTC, such as 60 or -480"),
        ("month=2026-13", "a month is a year and a number from 01 to 12, such as 2026-11"),
        ("month=2026-1", "a month is a year and a number from 01 to 12, such as 2026-11"),
        ("month=0000-01", "a month is a year and a number from 01 to 12, such as 2026-11"),
    ],
)
def test_a_calendar_that_cannot_be_is_refused_with_what_would_be_right(client: Client, query: str, error: str) -> None:
    answer = client.get(f"/api/daily?{query}")
    assert (answer.status_code, answer.json()) == (400, {"error": error})


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("Ada", "Ada"),
        ("  Åsa   Öberg ", "Åsa Öberg"),
        ("A\u030asa", "Åsa"),
        ("牌山 🀄", "牌山 🀄"),
        ("x" * 30, "x" * 30),
        ("a" + 4 * "\u0334", "a" + 4 * "\u0334"),
        (None, None),
    ],
)
def test_a_name_is_kept_as_it_can_be_seen(client: Client, said: str | None, kept: str | None) -> None:
    assert client.get("/api/player").json() == {"name": None}
    answer = client.post("/api/player", json={"name": said})
    assert (answer.status_code, answer.json()) == (200, {"name": kept})
    assert "set-cookie" in answer.headers
    assert client.get("/api/player").json() == {"name": kept}


@pytest.mark.parametrize(
    "said",
    [
        "",
        "   ",
        "x" * 31,
        "a\u202eb",
        "a\x00b",
        "\u200b",
        "\u0301\u0301",
        "a\ud800",
        "\u3164",
        "\u2800",
        "\uffa0",
        "a" + 5 * "\u0334",
    ],
)
def test_a_name_that_could_not_be_seen_is_refused(client: Client, everything: Everything, said: str) -> None:
    body = ('{"name":"' + "".join(f"\\u{ord(c):04x}" for c in said) + '"}').encode()
    answer = client.post("/api/player", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 400
    assert everything() == [[], [], []]
