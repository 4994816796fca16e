"""The pages round the games over HTTP: the first page, the campaign, the days, statistics, and games watched again."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from paishan.codes import Code
from paishan.play import campaign
from paishan.play.campaign import PLACES
from paishan.play.daily import DAY, Game, daily_code, day_of
from paishan.play.opening import deal_of, open_table
from paishan.play.recording import play_move
from paishan.play.ruleset import CLASSIC, TAIPEI
from paishan.records import Record
from paishan.solitaire.gallery import by_tag
from paishan.solitaire.layout import bits
from paishan.web.dates import date_said, day_said, weekdays, weeks
from paishan.web.languages import LANGUAGE, language
from paishan.web.mountain import mountains
from paishan.web.watch import frames
from tests.web.conftest import NOW, Client
from tests.web.test_api import CODE, WITNESS, opened, say, take

SECRET = "a secret that only the tests know"
TODAY = day_of(NOW, 0)
BOARD = daily_code(SECRET.encode(), TODAY, Game.SOLITAIRE)


@pytest.fixture
def days(serve: Callable[..., Client]) -> Client:
    """A server whose boards of the days are known here."""
    return serve(daily_secret=SECRET)


def begun(client: Client, **wish: Any) -> dict[str, Any]:
    answer = client.post("/api/games", json=wish)
    assert answer.status_code == 201, answer.text
    game: dict[str, Any] = answer.json()
    return game


def pairs_of(code: Code) -> list[dict[str, Any]]:
    return [{"type": "take", "a": a, "b": b} for a, b in deal_of(code, CLASSIC, campaign.by_tag).witness]


@pytest.mark.parametrize("path", ["/", "/campaign", "/daily", "/statistics"])
def test_a_page_is_there_for_whoever_comes_and_makes_no_player(client: Client, path: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.headers.get("set-cookie")) == (200, None)
    assert "<script>" not in answer.text
    assert not re.search(r"\sstyle=|\son\w+=", answer.text)
    assert client.head(path).status_code == 200


def test_every_place_and_level_has_an_address(client: Client) -> None:
    for place in PLACES:
        page = client.get(f"/campaign?place={place.id}").text
        shown = re.findall(r'<a href="/campaign\?level=(\d+)#levels"', page)
        assert [int(number) for number in shown] == list(place.levels)
    level = client.get("/campaign?level=120").text
    assert "The summit" in level
    assert "Opens when level 119 is cleared" in level
    for wrong in ("level=0", "level=121", "level=x", "place=sea"):
        answer = client.get(f"/campaign?{wrong}")
        assert answer.status_code == 404, wrong


def test_a_level_is_opened_by_a_form(client: Client) -> None:
    page = client.get("/campaign").text
    assert re.findall(r'<button class="btn pri" name="level" value="(\d+)"', page) == ["1"]
    answer = client.post("/games", data={"level": "1"}, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"][:6]) == (303, "/play/")
    page = client.get("/campaign").text
    assert f'href="{answer.headers["location"]}"' in page
    assert "Continue level 1" in page
    assert client.post("/games", data={"level": "2"}).status_code == 409


def test_the_way_up_is_drawn_from_the_sea_to_the_top() -> None:
    for drawing in mountains():
        assert len(drawing.places) == len(PLACES)
        assert len(drawing.ways) == len(PLACES) - 1
        heights = [place.y for place in drawing.places]
        assert max(heights) == heights[0]
        assert min(heights) == heights[-1]
        for way, (start, end) in zip(drawing.ways, zip(drawing.places, drawing.places[1:], strict=False), strict=True):
            assert way.startswith(f"M{start.x} {start.y}C")
            assert way.endswith(f" {end.x} {end.y}")


def test_nothing_of_a_days_board_is_told_before_it_is_finished(days: Client) -> None:
    game = begun(days, daily="solitaire", offset=0)
    name = by_tag(BOARD.layout).name
    for path in ("/daily", "/statistics"):
        told = days.get(path).text
        assert str(BOARD) not in told
        assert "best of the day" not in told
    assert name not in days.get("/daily").text
    say(days, game, 0, *pairs_of(BOARD))
    told = days.get("/daily").text
    assert "Mahjong solitaire: the best of the day" in told
    assert f'href="/watch/{game["id"]}"' in told


def test_somebody_elses_game_of_today_is_shown_to_those_who_have_finished_it(
    days: Client, serve: Callable[..., Client]
) -> None:
    game = begun(days, daily="solitaire", offset=0)
    say(days, game, 0, *pairs_of(BOARD))
    other = serve(daily_secret=SECRET)
    theirs = begun(other, daily="solitaire", offset=0)
    for path in (f"/watch/{game['id']}", f"/watch/{game['id']}/record"):
        answer = other.get(path)
        assert answer.status_code == 409
        assert "finish that board first, or wait until the day is over" in answer.text
        assert str(BOARD) not in answer.text
    say(other, theirs, 0, *pairs_of(BOARD))
    assert other.get(f"/watch/{game['id']}").status_code == 200


def test_the_day_is_that_of_the_readers_clock_as_far_as_it_is_known(client: Client) -> None:
    # It is 08:00 UTC, so that it is yesterday still nine hours west of there.
    assert NOW % DAY == 8 * DAY // 24
    for offset, day in ((None, TODAY), ("-540", TODAY - timedelta(1)), ("840", TODAY), ("9999", TODAY), ("x", TODAY)):
        cookies = {} if offset is None else {"cookie": f"paishan-offset={offset}"}
        assert f'data-day="{day}"' in client.get("/daily", headers=cookies).text
        assert f'data-day="{day}"' in client.get("/", headers=cookies).text


def test_a_month_that_is_none_is_refused_and_one_to_come_is_this_one(client: Client) -> None:
    assert client.get("/daily?month=2026-13").status_code == 400
    assert "December 2026" in client.get("/daily?month=2026-12").text
    assert "January 2027" in client.get("/daily?month=2031-05").text


def test_days_and_weeks_are_written_as_in_the_language() -> None:
    assert day_said(TODAY) == "Friday, 15\u00a0January 2027"
    assert date_said(TODAY) == "15\u00a0January 2027"
    assert [short for short, _ in weekdays()] == ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]
    assert [day and day.day for day in weeks(TODAY)[0]] == [None, None, None, None, 1, 2, 3]
    finnish = language("fi")
    assert finnish is not None
    token = LANGUAGE.set(finnish)
    try:
        assert day_said(TODAY) == "perjantai 15.\u00a0tammikuuta 2027"
    finally:
        LANGUAGE.reset(token)


def test_a_list_of_a_layout_has_a_ruleset_that_fits_it(client: Client) -> None:
    assert "Turtle, Solitaire against the clock" in client.get("/statistics").text
    page = client.get("/statistics?layout=connect-18x8&ruleset=classic").text
    assert "18 × 8, Mahjong Connect" in page
    assert "Lantern, Classic challenge" in client.get("/statistics?layout=lantern&ruleset=classic-challenge").text
    page = client.get("/statistics?layout=%3Cb%3E&ruleset=classic").text
    assert "<b>," not in page
    assert "&lt;b&gt;, Classic" in page


def test_a_code_of_a_grid_is_played_by_the_rules_of_connect(client: Client) -> None:
    code = str(daily_code(SECRET.encode(), TODAY, Game.CONNECT))
    answer = client.post("/games", data={"code": code.lower()}, follow_redirects=False)
    assert answer.status_code == 303
    game = client.get(answer.headers["location"].replace("/play/", "/api/games/")).json()
    assert (game["family"], game["ruleset"]["id"]) == ("connect", "connect")


def test_a_game_is_watched_when_it_is_over_by_whoever_has_its_address(
    client: Client, serve: Callable[..., Client]
) -> None:
    game, stranger = opened(client), serve()
    assert client.get(f"/watch/{game['id']}").status_code == 200
    for path in (f"/watch/{game['id']}", f"/watch/{game['id']}/record", "/watch/unknown"):
        assert stranger.get(path).status_code == 404
    say(client, game, 0, *(take(number) for number in range(18)))
    page = stranger.get(f"/watch/{game['id']}")
    assert page.status_code == 200
    assert f"paishan verify {CODE}.txt" in page.text
    record = Record.parse(stranger.get(f"/watch/{game['id']}/record").text)
    assert [move.numbers for move in record.moves] == [tuple(pair) for pair in WITNESS]


def test_a_game_was_over_on_the_day_that_it_was_for_whoever_watches(client: Client) -> None:
    game = opened(client)
    say(client, game, 0, *(take(number) for number in range(18)))
    for offset, day in (("0", "15\u00a0January 2027"), ("-540", "14\u00a0January 2027")):
        asked = {"cookie": f"paishan={client.cookies['paishan']}; paishan-offset={offset}"}
        assert f", {day}</dd>" in client.get(f"/watch/{game['id']}", headers=asked).text
        assert f", {day}</span>" in client.get("/statistics", headers=asked).text


def test_the_frames_of_a_replay_are_what_the_table_went_through(client: Client) -> None:
    game = opened(client)
    words = [{"type": word} for word in ("undo", "redo", "pause", "resume", "shuffle", "undo", "restart")]
    say(client, game, 0, {"type": "hint"}, *(take(number) for number in range(3)), *words)
    record = Record.parse(client.get(f"/watch/{game['id']}/record").text)
    shown = list(frames(record, by_tag))
    # A pause that changes nothing on the board is no frame.
    assert [frame.word for frame in shown] == [
        *("", "hint", "take", "take", "take", "undo", "redo", "shuffle", "undo", "restart")
    ]
    assert shown[2].pair == shown[2].toggled == tuple(sorted(WITNESS[0]))
    assert shown[8].toggled == ()
    assert {(slot, label) for slot, label, _ in shown[7].laid} != set()
    table = open_table(record.code, TAIPEI)
    present, faces = table.board.present, [kind.label for kind in table.board.kinds]
    moves = [move for move in record.moves if move.word not in ("pause", "resume")]
    for move, frame in zip(moves, shown[1:], strict=True):
        play_move(table, move)
        for slot in frame.toggled:
            present ^= 1 << slot
        for slot, label, _ in frame.laid:
            faces[slot] = label
        assert list(bits(present)) == list(bits(table.board.present))
        assert faces == [kind.label for kind in table.board.kinds]
