"""Which language a visitor gets, and that the texts of each are whole."""

from __future__ import annotations

import json

import pytest

from paishan.web.languages import (
    ENGLISH,
    LANGUAGE,
    LANGUAGES,
    Language,
    counts_of,
    language,
    number_said,
    percent_said,
    texts_in,
    wanted,
)
from tests.web.conftest import Client


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("", "en"),
        ("de", "en"),
        ("sv-SE,sv;q=0.9,en;q=0.8", "sv"),
        ("en;q=0.5, fi;q=0.7", "fi"),
        ("no", "nb"),
        ("nn-NO, en;q=0.9", "nb"),
        ("RO", "ro"),
        ("sv;q=0, fi;q=0.1", "fi"),
        ("*;q=0.5, ;;;, sv;q=abc, nb", "nb"),
    ],
)
def test_the_browser_says_which_language_it_wants_most(header: str, code: str) -> None:
    assert wanted(header).code == code


def test_a_page_is_in_the_language_that_the_browser_wants(client: Client) -> None:
    assert '<html lang="fi"' in client.get("/", headers={"accept-language": "fi"}).text
    assert '<html lang="en"' in client.get("/", headers={"accept-language": "de"}).text


def test_a_language_that_was_chosen_goes_before_the_browsers(client: Client) -> None:
    answer = client.post("/language", data={"language": "ro", "back": "/rules"}, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/rules")
    assert '<html lang="ro"' in client.get("/", headers={"accept-language": "sv"}).text


def test_what_the_page_was_asked_for_is_asked_for_again_in_the_chosen_language(client: Client) -> None:
    for back in ("/layouts?show=phone,first&grade=3", "/offline/taipei?game=1ov1&x=%C3%A5", "/daily?month=2026-11?"):
        answer = client.post("/language", data={"language": "fi", "back": back}, follow_redirects=False)
        assert answer.headers["location"] == back
    answer = client.post("/language", data={"language": "fi", "back": "/rules?a=\r\nb: å"}, follow_redirects=False)
    assert answer.headers["location"] == "/rules?a=b:%20%C3%A5"


@pytest.mark.parametrize(
    "back", ["//elsewhere.example/", "https://elsewhere.example/x", "/\\elsewhere.example", "//[", "x", ""]
)
def test_after_the_choice_nobody_is_led_to_another_site(client: Client, back: str) -> None:
    location = client.post("/language", data={"language": "sv", "back": back}, follow_redirects=False).headers[
        "location"
    ]
    assert location in ("/", "/x")


def test_a_language_that_is_not_here_is_refused_with_those_that_are(client: Client) -> None:
    answer = client.post("/language", data={"language": "tlh"})
    assert answer.status_code == 400
    assert "en, sv, nb, fi, ro" in answer.text


def test_a_text_that_depends_on_a_number_has_the_forms_of_its_language() -> None:
    english = json.dumps({"a.one": "{n} tile", "a.other": "{n} tiles", "a.zero": "no tile", "b.one": "one", "c": ""})
    romanian = language("ro")
    assert romanian is not None
    assert set(texts_in(romanian, english.encode())) == {"a.one", "a.few", "a.other", "a.zero", "b.one", "c"}
    assert texts_in(ENGLISH, english.encode()) == json.loads(english)
    assert [known.code for known in LANGUAGES] == ["en", "sv", "nb", "fi", "ro"]


def test_each_form_is_asked_for_with_a_number_that_takes_it() -> None:
    assert {known.code: counts_of(known) for known in LANGUAGES} == {
        **dict.fromkeys(("en", "sv", "nb", "fi"), (1, 2)),
        "ro": (1, 2, 20),
    }


def test_a_language_that_is_added_needs_no_more_than_its_forms() -> None:
    english = json.dumps({"a.one": "{n} tile", "a.other": "{n} tiles"}).encode()
    assert set(texts_in(Language("lt", "Lietuvių", ("one", "few", "other")), english)) == {"a.one", "a.few", "a.other"}
    with pytest.raises(ValueError, match=r"^lt: LANGUAGES names the forms one, other, but .* has 3 plural forms$"):
        counts_of(Language("lt", "Lietuvių", ("one", "other")))


@pytest.mark.parametrize(
    ("code", "said", "share"),
    [
        ("en", "1,440.5", "67%"),
        ("sv", "1\xa0440,5", "67\xa0%"),
        ("nb", "1\xa0440,5", "67\xa0%"),
        ("fi", "1\xa0440,5", "67\xa0%"),
        ("ro", "1.440,5", "67\xa0%"),
    ],
)
def test_numbers_are_written_as_the_language_writes_them(code: str, said: str, share: str) -> None:
    chosen = language(code)
    assert chosen is not None
    token = LANGUAGE.set(chosen)
    try:
        assert number_said(1440.5) == said
        assert percent_said(2 / 3) == share
    finally:
        LANGUAGE.reset(token)
