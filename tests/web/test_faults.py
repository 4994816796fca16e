"""What went wrong is said in the language of the request, on pages and by the API."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from paishan.web.languages import LANGUAGES, language, translations
from paishan.web.settings import Limits
from tests.web.conftest import Client

CODE = "MJ1-L00-AAAAABL"
CODES = [known.code for known in LANGUAGES]
NOT_A_CODE = "{code!r} is not a game code; one looks like MJ1-L00-AAAAABL"
NOT_HERE = "there is nothing at this address"
IN_FILE = "{mark!r} means nothing here; it is # for a tile or . for none"


def told(code: str, text: str, /, **values: object) -> str:
    """A text in a language, as its translator has put it."""
    known = language(code)
    assert known is not None
    translated = translations(known).gettext(text)
    assert (translated == text) == (code == "en")
    return translated.format(**values) if values else translated


@pytest.mark.parametrize("code", CODES)
def test_the_api_says_an_error_in_the_language_that_is_asked_for(client: Client, code: str) -> None:
    body = {"code": "nonsense", "ruleset": "taipei"}
    answer = client.post("/api/games", json=body, headers={"accept-language": code})
    assert (answer.status_code, answer.json()) == (400, {"error": told(code, NOT_A_CODE, code="nonsense")})


@pytest.mark.parametrize("code", CODES)
def test_a_page_says_an_error_in_the_language_that_is_asked_for(client: Client, code: str) -> None:
    answer = client.get("/play/AAAAAAAAAAAAAAAAAAAAAA", headers={"accept-language": code})
    assert answer.status_code == 404
    said = told(code, "there is no such game")
    assert f"<p>{said[0].upper()}{said[1:]}.</p>" in answer.text
    assert f'<html lang="{code}"' in answer.text


@pytest.mark.parametrize("code", CODES)
def test_an_address_that_is_not_here_is_told_in_the_language_too(client: Client, code: str) -> None:
    answer = client.get("/api/nowhere", headers={"accept-language": code})
    assert (answer.status_code, answer.json()) == (404, {"error": told(code, NOT_HERE)})
    page = client.get("/nowhere", headers={"accept-language": code})
    assert (page.status_code, told(code, NOT_HERE)[1:] in page.text) == (404, True)


def test_an_error_follows_the_language_that_was_chosen(client: Client) -> None:
    client.post("/language", data={"language": "fi"})
    assert client.get("/api/nowhere", headers={"accept-language": "sv"}).json() == {"error": told("fi", NOT_HERE)}


def test_what_a_player_typed_stays_what_was_typed(client: Client) -> None:
    typed = "{0} {code.__class__} %s <b>&amp;"
    for code in CODES:
        headers = {"accept-language": code}
        said = client.post("/api/games", json={"code": typed, "ruleset": "taipei"}, headers=headers).json()["error"]
        assert said == told(code, NOT_A_CODE, code=typed)
        assert f"'{typed}'" in said
        page = client.post("/games", data={"code": typed, "ruleset": "taipei"}, headers=headers)
        assert page.status_code == 400
        assert "&#39;{0} {code.__class__} %s &lt;b&gt;&amp;amp;&#39;" in page.text
        assert "<b>" not in page.text


def test_seconds_to_wait_stand_in_the_sentence(serve: Callable[..., Client]) -> None:
    client = serve(limits=Limits(address=0.01, burst=100))
    headers = {"accept-language": "nb"}
    assert client.get("/api/layouts", headers=headers).status_code == 200
    answer = client.get("/api/layouts", headers=headers)
    assert answer.status_code == 429
    seconds = answer.headers["retry-after"]
    assert answer.json() == {"error": told("nb", "that was very fast; try again in {seconds} s", seconds=seconds)}


def test_another_site_is_refused_in_the_language_too(client: Client) -> None:
    headers = {"accept-language": "sv", "sec-fetch-site": "cross-site"}
    answer = client.post("/api/games", json={"code": CODE, "ruleset": "taipei"}, headers=headers)
    assert answer.status_code == 403
    said = told("sv", "this request comes from another site; open the game itself and try again")
    assert answer.json() == {"error": said}


@pytest.mark.parametrize("code", CODES)
def test_what_is_wrong_with_a_layout_file_is_said_with_its_place(client: Client, code: str) -> None:
    file = b"paishan layout 1\nid: x\nname: X\n\nlayer 0 at 0,0\n#{\n"
    answer = client.post("/api/layouts/import?name=x", content=file, headers={"accept-language": code})
    (board,) = answer.json()["boards"]
    message = told(code, IN_FILE, mark="{")
    place = told(code, "line {line}, column {column}: {message}", line=6, column=2, message=message)
    assert (board["status"], board["reason"]) == ("refused", place)


def test_a_drawing_is_refused_in_the_language(client: Client) -> None:
    body = {"slots": [[0, 0, 0], [1, 1, 0]]}
    answer = client.post("/api/layouts", json=body, headers={"accept-language": "fi"})
    text = "two tiles overlap on layer {layer}: at ({x1}, {y1}) and ({x2}, {y2}) in half tiles"
    said = told("fi", text, layer=0, x1=0, y1=0, x2=1, y2=1)
    assert (answer.status_code, answer.json()) == (400, {"error": said})


def test_a_level_that_is_shut_says_in_the_language_what_opens_it(client: Client) -> None:
    answer = client.post("/api/games", json={"level": 2}, headers={"accept-language": "ro"})
    said = told("ro", "level {level} opens when level {before} is cleared", level=2, before=1)
    assert (answer.status_code, answer.json()) == (409, {"error": said})


def test_a_name_too_long_is_told_with_its_length(client: Client) -> None:
    answer = client.post("/api/player", json={"name": "x" * 31}, headers={"accept-language": "sv"})
    said = told("sv", "a name has 1 to {most} characters; this has {count}", most=30, count=31)
    assert (answer.status_code, answer.json()) == (400, {"error": said})


def test_errors_of_programs_stay_english(client: Client) -> None:
    answer = client.post("/api/games", json={"code": 5, "ruleset": "taipei"}, headers={"accept-language": "sv"})
    assert answer.status_code == 400
    assert answer.json()["error"].startswith("code should be")
