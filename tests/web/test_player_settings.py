"""Settings of players over HTTP: every refusal, whose they are, and how a page comes with them."""

from __future__ import annotations

import html
import json
import re
from typing import Any, get_args

import msgspec
import pytest

from paishan.store import Unavailable
from paishan.web.cloth import Cloth
from paishan.web.languages import LANGUAGES
from paishan.web.player_settings import Changes, understood
from tests.web.accounts import ADA, PASSWORD, Serve, log_in, sign_up
from tests.web.conftest import NOW, Client, Rows
from tests.web.test_api import CODE

EVERY: dict[str, Any] = {
    "language": "fi",
    "table": "night",
    "labels": "simple",
    "contrast": 0.2,
    "grain": 1,
    "warm": 0.55,
    "blocked": 0,
    "hide_clock": True,
    "swap": True,
    "letters": False,
    "sound": True,
    "shake": True,
    "pace": "once",
}
"""Every setting, changed."""
PAGE = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


def play(client: Client) -> None:
    """Become a guest."""
    answer = client.post("/api/games", json={"code": str(CODE), "ruleset": "taipei"})
    assert answer.status_code == 201


def change(client: Client, **changes: Any) -> Any:
    return client.patch("/api/settings", json=changes)


def kept(client: Client) -> Any:
    return client.get("/api/settings").json()["settings"]


def told(client: Client, path: str = "/rules") -> Any:
    """What a page says of the settings of who asks for it; None when it says nothing."""
    root = re.search(r"<!doctype html>\s*<html ([^>]*)>", client.get(path, headers=PAGE).text)
    assert root is not None
    said = re.search(r'data-told="([^"]*)"', root[1])
    return None if said is None else json.loads(html.unescape(said[1]))


def look(client: Client, path: str = "/rules") -> tuple[str, str]:
    """The language and the table of a page."""
    text = client.get(path, headers=PAGE).text
    found = re.search(r'<html lang="(\w+)" data-table="(\w+)"', text)
    assert found is not None
    return found[1], found[2]


def test_settings_are_changed_one_by_one_and_told_again(client: Client, rows: Rows) -> None:
    play(client)
    assert client.get("/api/settings").json() == {"at": NOW, "settings": None}
    assert rows("SELECT * FROM settings") == []
    assert change(client, table="night", warm=0.8).json() == {"at": NOW, "settings": {"table": "night", "warm": 0.8}}
    assert change(client, warm=None, sound=True).json()["settings"] == {"table": "night", "sound": True}
    assert kept(client) == {"table": "night", "sound": True}
    assert change(client, **dict.fromkeys(EVERY)).json()["settings"] == {}
    assert kept(client) == {}


def test_every_setting_is_kept_as_it_was_chosen_and_sliders_to_two_decimals(client: Client) -> None:
    play(client)
    assert set(EVERY) == set(Changes.__struct_fields__)
    assert change(client, **EVERY).json()["settings"] == EVERY == kept(client)
    assert change(client, warm=0.123456789).json()["settings"]["warm"] == 0.12


def test_the_languages_and_tables_are_those_there_are() -> None:
    properties = msgspec.json.schema(Changes)["$defs"]["Changes"]["properties"]
    for name, wanted in (("language", [language.code for language in LANGUAGES]), ("table", get_args(Cloth))):
        [found] = [kind["enum"] for kind in properties[name]["anyOf"] if "enum" in kind]
        assert sorted(found) == sorted(wanted)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"table": "marble"}, "table is 'marble', which is not known here"),
        ({"labels": 3}, "labels should be text or null, but is a whole number"),
        ({"language": "tlh"}, "language is 'tlh', which is not known here"),
        ({"warm": 1.01}, "warm should be at most 1"),
        ({"blocked": -0.5}, "blocked should be at least 0"),
        ({"contrast": "0.5"}, "contrast should be a number or null, but is text"),
        ({"sound": 1}, "sound should be true or false or null, but is a whole number"),
        ({"pace": "sometimes"}, "pace is 'sometimes', which is not known here"),
        ({"weather": "rain"}, "weather is not known here"),
        ({"sound": True, "hideClock": True}, "hideClock is not known here"),
        ([], "the body should be an object, but is a list"),
    ],
)
def test_what_is_no_setting_is_refused_with_what_is_wrong_and_nothing_is_changed(
    client: Client, rows: Rows, body: Any, said: str
) -> None:
    play(client)
    change(client, table="paper")
    before = rows("SELECT * FROM settings")
    answer = client.patch("/api/settings", json=body)
    assert (answer.status_code, answer.json()["error"]) == (400, said)
    assert rows("SELECT * FROM settings") == before


@pytest.mark.parametrize(
    "text", ["null", '{"warm": NaN}', '{"warm": 1e999}', '{"table": "night"', "", "{}}", '{"a":' * 500]
)
def test_what_is_no_json_is_refused(client: Client, rows: Rows, text: str) -> None:
    play(client)
    answer = client.patch("/api/settings", content=text, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 413)
    assert rows("SELECT * FROM settings") == []


def test_a_body_of_2001_bytes_is_refused_and_one_of_2000_is_not(client: Client) -> None:
    play(client)
    body = '{"table":"night"}'
    headers = {"content-type": "application/json"}
    for size, status in ((2_000, 200), (2_001, 413)):
        answer = client.patch("/api/settings", content=body + " " * (size - len(body)), headers=headers)
        assert answer.status_code == status
    assert answer.json()["error"] == "settings have at most 2,000 bytes"


def test_it_has_to_be_json(client: Client) -> None:
    play(client)
    answer = client.patch("/api/settings", data={"table": "night"})
    assert answer.status_code == 415
    assert kept(client) is None


def test_another_site_changes_nothing(client: Client) -> None:
    play(client)
    for headers in ({"sec-fetch-site": "cross-site"}, {"sec-fetch-site": "same-site"}, {"origin": "https://elsewhere"}):
        answer = client.patch("/api/settings", json={"table": "night"}, headers=headers)
        assert answer.status_code == 403
    assert kept(client) is None


def test_methods_that_are_not_there_are_refused(client: Client) -> None:
    for method in ("PUT", "POST", "DELETE"):
        assert client.request(method, "/api/settings", json={}).status_code == 405


def test_nobody_is_told_nothing_and_leaves_nothing(client: Client, rows: Rows) -> None:
    for _ in range(2):
        assert change(client, table="night").json() == {"at": NOW, "settings": None}
    assert client.get("/api/settings").json()["settings"] is None
    assert told(client) is None
    client.post("/language", data={"language": "sv"})
    assert [rows(f"SELECT * FROM {table}") for table in ("players", "settings")] == [[], []]
    assert [cookie.name for cookie in client.cookies.jar] == ["paishan-language"]


def test_many_changes_are_held_back(serve: Serve) -> None:
    from paishan.web.settings import Limits

    client = serve(limits=Limits(player=1, burst=2))
    play(client)
    answers = [change(client, warm=0.1) for _ in range(40)]
    assert answers[0].status_code == 200
    assert answers[-1].status_code == 429
    assert int(answers[-1].headers["retry-after"]) >= 1


def test_settings_are_their_players_alone(client: Client, serve: Serve) -> None:
    play(client)
    change(client, table="night")
    other = serve()
    play(other)
    assert kept(other) is None
    change(other, table="paper")
    assert kept(client) == {"table": "night"}
    assert told(client)["settings"] == {"table": "night"}
    assert told(other)["settings"] == {"table": "paper"}


def test_a_page_says_the_settings_of_a_player_and_is_made_with_them(client: Client) -> None:
    play(client)
    assert told(client) == {"at": NOW}
    assert look(client) == ("en", "felt")
    change(client, language="fi", table="night", warm=0.8)
    for path in ("/rules", "/", "/account", "/offline", "/no-such-page"):
        assert told(client, path) == {"at": NOW, "settings": {"language": "fi", "table": "night", "warm": 0.8}}
        assert look(client, path) == ("fi", "night")


def test_a_page_that_is_fetched_to_be_kept_says_nothing(client: Client) -> None:
    """The service worker's: it would say them long after they have changed."""
    play(client)
    change(client, table="night")
    assert "data-told" not in client.get("/offline", headers={"accept": "*/*"}).text


def test_a_language_that_was_chosen_elsewhere_is_kept_by_the_browser_for_all_that_is_answered(client: Client) -> None:
    play(client)
    change(client, language="ro")
    answer = client.get("/rules", headers=PAGE)
    assert answer.headers["content-language"] == "ro"
    assert client.cookies["paishan-language"] == "ro"
    said = client.post("/api/account", json={"name": "x", "password": PASSWORD}).json()["error"]
    assert said == "numele unui cont are între 3 și 30 caractere; acesta are 1"
    assert "paishan-language" not in client.get("/rules", headers=PAGE).headers.get("set-cookie", "")


def test_what_may_be_kept_on_the_way_brings_nobody_elses_language(client: Client) -> None:
    play(client)
    change(client, language="ro")
    file = re.search(r"/static/[0-9a-f]{12}/faces/simple\.svg", client.get("/rules").text)
    assert file is not None
    answer = client.get(file[0], headers=PAGE)
    assert answer.status_code == 200 and "public" in answer.headers["cache-control"]
    assert "set-cookie" not in answer.headers


def test_the_language_that_is_chosen_on_a_page_is_a_setting_of_the_player(client: Client) -> None:
    play(client)
    client.post("/language", data={"language": "sv"})
    assert kept(client) == {"language": "sv"}
    assert look(client) == ("sv", "felt")
    client.post("/language", data={"language": "nb"})
    assert look(client)[0] == "nb"


def test_a_language_that_was_chosen_by_nobody_yet_is_told_for_the_first_settings(client: Client) -> None:
    client.post("/language", data={"language": "sv"})
    play(client)
    assert told(client) == {"at": NOW, "language": "sv"}
    change(client, language="sv")
    assert told(client) == {"at": NOW, "settings": {"language": "sv"}}


def test_on_the_second_device_an_account_has_its_settings_with_the_first_page(client: Client, serve: Serve) -> None:
    sign_up(client)
    change(client, **EVERY)
    other = serve()
    play(other)
    change(other, table="paper", labels="digits")
    other.post("/language", data={"language": "sv"})
    log_in(other)
    assert told(other)["settings"] == EVERY
    assert look(other) == ("fi", "night")
    change(other, labels="digits")
    assert told(client)["settings"] == {**EVERY, "labels": "digits"}


def test_a_guests_settings_come_into_an_account_that_has_none(client: Client, serve: Serve) -> None:
    sign_up(client)
    other = serve()
    play(other)
    change(other, table="paper")
    log_in(other)
    assert told(client)["settings"] == {"table": "paper"}


def test_logging_out_leaves_the_settings_with_the_account(client: Client) -> None:
    sign_up(client)
    change(client, table="night")
    client.post("/api/account/logout")
    assert kept(client) is None
    assert told(client) is None
    log_in(client, ADA)
    assert kept(client) == {"table": "night"}


def test_settings_of_another_version_lose_only_what_is_not_understood(client: Client, file: Any) -> None:
    import sqlite3

    play(client)
    change(client, table="night")
    text = '{"table":"marble","labels":"digits","warm":7,"sound":null,"weather":["rain"],"shake":true}'
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE settings SET settings = ?", (text,))
    connection.close()
    assert kept(client) == {"labels": "digits", "shake": True}
    assert told(client)["settings"] == {"labels": "digits", "shake": True}
    assert look(client) == ("en", "felt")
    assert understood({}) == {}
    assert understood(None) is None


def test_what_is_kept_cannot_break_out_of_a_page(client: Client, file: Any) -> None:
    import sqlite3

    play(client)
    change(client, table="night")
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE settings SET settings = ?", (json.dumps({"table": '"><script>', '"><i>': True}),))
    connection.close()
    text = client.get("/rules", headers=PAGE).text
    assert "<script>" not in text
    assert '"><i>' not in text
    assert told(client)["settings"] == {}


def test_a_page_is_there_while_the_settings_cannot_be_read(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    play(client)
    change(client, table="night")

    async def away(*_: object) -> None:
        raise Unavailable("away")

    monkeypatch.setattr("paishan.store.PlayerSettings.of", away)
    assert told(client) is None
    assert look(client) == ("en", "felt")
    assert client.get("/api/settings").status_code == 503


def test_they_are_in_the_file_of_everything_and_deleted_with_it(client: Client, rows: Rows) -> None:
    sign_up(client)
    change(client, table="night")
    assert client.get("/api/account/export").json()["settings"] == {"table": "night"}
    assert client.post("/api/account/delete", json={"password": PASSWORD}).status_code == 200
    assert rows("SELECT * FROM settings") == []
    assert told(client) is None
