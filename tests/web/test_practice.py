"""The rules and the rule tests over HTTP: questions as JSON, pages, and what is refused."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from paishan.chuopai.domino import DOMINOES
from paishan.play.explaining import explain
from paishan.play.practice import FREE, MATCH, Answer, Note, Reason
from paishan.play.ruleset import CONNECT, CONNECT_STANDARD, RULESETS
from paishan.tiles import Matching
from paishan.web import practice
from tests.web.conftest import Client
from tests.web.test_pages import embedded

TEXTS = json.loads((Path(practice.__file__).parent / "texts-practice.json").read_text("utf-8"))
PAGES = ("/rules", "/practice", "/practice/free", "/practice/match", "/practice/match?matching=identical")


def plain(value: object) -> Any:
    """A value as it is after a journey through JSON."""
    return json.loads(msgspec.json.encode(value))


@pytest.mark.parametrize("number", [0, 17, 2**32 - 1])
def test_the_ten_of_a_number_come_as_the_engine_gives_them(client: Client, number: int) -> None:
    answer = client.get(f"/api/practice/free?number={number}")
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    assert answer.json() == {
        "test": "free",
        "number": number,
        "matching": "family",
        "answers": ["free", "blocked", "covered", "both"],
        "questions": plain(FREE.ten(number)),
    }


@pytest.mark.parametrize("matching", Matching)
def test_whether_tiles_match_is_asked_by_the_rule_version(client: Client, matching: Matching) -> None:
    asked = client.get(f"/api/practice/match?number=5&matching={matching}").json()
    assert (asked["matching"], asked["answers"]) == (matching, ["match", "no-match"])
    assert asked["questions"] == plain(MATCH.ten(5, matching))


@pytest.mark.parametrize(
    ("path", "status", "said"),
    [
        ("free", 400, "ten questions are asked for by a number from 0 to 4294967295"),
        ("free?number=-1", 400, "by a number from 0 to"),
        ("free?number=4294967296", 400, "by a number from 0 to"),
        ("free?number=1e3", 400, "by a number from 0 to"),
        ("free?number=٣", 400, "by a number from 0 to"),
        ("free?number=99999999999999999999999", 400, "by a number from 0 to"),
        ("match?number=1&matching=any", 400, "the matching is family or identical, not 'any'"),
        ("match?number=1&matchng=family", 400, "with number and matching, not 'matchng'"),
        ("line?number=1", 404, "there is no rule test 'line'; there are free, match, beat"),
    ],
)
def test_what_cannot_be_asked_is_refused_with_a_sentence(client: Client, path: str, status: int, said: str) -> None:
    answer = client.get(f"/api/practice/{path}")
    assert answer.status_code == status
    assert said in answer.json()["error"]


def test_a_rule_test_that_is_none_has_no_page(client: Client) -> None:
    assert client.get("/practice/line").status_code == 404
    assert client.get("/practice/match?matching=any").status_code == 400


def test_every_answer_reason_and_note_has_its_words() -> None:
    wanted = [f"{how}.{answer}" for how in ("right", "wrong") for answer in Answer]
    wanted += [f"why.{reason}" for reason in Reason] + [f"note.{note}" for note in Note]
    assert [key for key in wanted if key not in TEXTS] == []


def test_the_words_of_a_situation_do_not_give_its_answer_away() -> None:
    words = " ".join(text for key, text in TEXTS.items() if key.startswith("words."))
    assert not re.search(r"free|block|cover|open|match", words, re.IGNORECASE)


@pytest.mark.parametrize("path", PAGES)
def test_the_pages_hold_no_inline_script_style_or_handler_and_are_kept_by_nobody(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == client.head(path).status_code == 200
    assert re.findall(r"<script(?![^>]*(?:\bsrc=|application/json))", answer.text) == []
    assert re.findall(r"<style|\sstyle=|\son[a-z]+=", answer.text) == []
    assert answer.headers["cache-control"] == "no-store"
    assert "unsafe" not in answer.headers["content-security-policy"]


@pytest.mark.parametrize("path", PAGES)
def test_a_page_asks_at_once_for_every_module_it_needs(client: Client, path: str) -> None:
    page = client.get(path).text
    loaded = set(re.findall(r'rel="modulepreload" href="([^"]+)"', page))
    entry = re.search(r'<script type="module" src="([^"]+)"', page)
    assert entry and entry[1] in loaded
    for name in loaded:
        folder = name.rpartition("/")[0]
        imported = re.findall(r'^import [^"]*"\./([\w-]+\.js)"', client.get(name).text, re.MULTILINE)
        assert {f"{folder}/{other}" for other in imported} <= loaded


def test_the_offered_answers_are_those_of_the_test(client: Client) -> None:
    for test in (FREE, MATCH):
        page = client.get(f"/practice/{test.id}").text
        offered = re.findall(r'class="answer" type="button" value="([a-z-]+)" aria-keyshortcuts="(\d)"', page)
        assert offered == [(answer, str(place)) for place, answer in enumerate(test.answers, 1)]


def test_the_rules_explain_every_ruleset_in_the_engines_own_sentences(client: Client) -> None:
    page = html.unescape(client.get("/rules").text)
    for rules in (*RULESETS, CONNECT, CONNECT_STANDARD):
        assert f"<h3>{rules.name}</h3>" in page or rules.id == "against-the-clock"
        for sentence in explain(rules):
            assert str(sentence) in page


@pytest.mark.parametrize(
    ("language", "quick", "most"),
    [("en", "4.2", "9,900"), ("ro", "4,2", "9.900"), ("fi", "4,2", "9\u00a0900"), ("sv", "4,2", "9\u00a0900")],
)
def test_numbers_in_the_rules_are_written_as_the_language_writes_them(
    client: Client, language: str, quick: str, most: str
) -> None:
    page = html.unescape(client.get("/rules", headers={"accept-language": language}).text)
    # Classic and its challenge say so, and the example of the points does.
    assert page.count(f" {quick}") == 3
    assert page.count(most) == 2


def test_the_rules_name_every_domino_with_its_pips_and_rank(client: Client) -> None:
    page = html.unescape(client.get("/rules").text)
    for domino in DOMINOES:
        row = page[page.index(f"<b>{domino.name}</b>") :][:400]
        assert f'<span lang="zh-Hant">{domino.chinese}</span>' in row
        assert f"{domino.pips[0]}–{domino.pips[1]}, rank {domino.rank}" in row
    drawn = re.findall(r'<svg class="domino".*?</svg>', page, re.DOTALL)
    assert [figure.count("<circle") for figure in drawn] == [domino.total for domino in DOMINOES]
    assert [figure.count('class="red"') for figure in drawn] == [sum(domino.red) for domino in DOMINOES]


def joined(tiles: set[tuple[int, int]], start: tuple[int, int], end: tuple[int, int]) -> int | None:
    """The fewest turns of a line through empty places of the small grid, found by trying every step; None over two."""
    reached = {(start, step, 0) for step in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    best: int | None = None
    seen = set(reached)
    while reached:
        place, step, turns = reached.pop()
        at = (place[0] + step[0], place[1] + step[1])
        if at == end:
            best = turns if best is None else min(best, turns)
        elif -1 <= at[0] <= 6 and -1 <= at[1] <= 4 and at not in tiles:
            for other in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                after = (at, other, turns + (other != step))
                if after[2] <= 2 and after not in seen:
                    seen.add(after)
                    reached.add(after)
    return best


def test_the_lines_in_the_rules_are_lines_and_the_one_that_is_none_is_none(client: Client) -> None:
    figures = embedded(client.get("/rules").text, "figures")
    for name, turns in (("straight", 0), ("one-turn", 1), ("two-turns", 2), ("outside", 2), ("no-line", None)):
        figure = figures[name]
        places = [(x // 2, y // 2) for x, y, _, _ in figure["tiles"]]
        a, b = figure["pair"]
        assert figure["tiles"][a][3] == figure["tiles"][b][3]
        assert joined(set(places), places[a], places[b]) == turns
        assert (figure["line"] is None) == (turns is None)
        if figure["line"]:
            assert len(figure["line"]) - 2 == turns
            assert sorted(map(tuple, (figure["line"][0], figure["line"][-1]))) == sorted((places[a], places[b]))


def test_the_boards_in_the_rules_show_what_they_are_said_to_show(client: Client) -> None:
    figures = embedded(client.get("/rules").text, "figures")
    shown = {name: (figures[name]["answer"], figures[name]["note"]) for name in ("free", "blocked", "covered", "end")}
    assert shown == {
        "free": ("free", None),
        "blocked": ("blocked", None),
        "covered": ("covered", "partly"),
        "end": ("blocked", "half-row"),
    }
    assert figures["free"]["reason"] == "open-right"
    assert (len(figures["turtle"]["tiles"]), len(figures["turtle"]["free"])) == (144, 35)


def test_the_rules_in_30_seconds_lead_to_all_rules_and_to_the_tests(client: Client) -> None:
    page = client.get("/").text
    sheet = page[page.index('id="sheet-rules"') :]
    assert 'href="/rules"' in sheet and 'href="/practice"' in sheet
