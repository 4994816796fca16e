"""The rules and the rule tests in a browser: by hand, by keys, by ear; every answer told truly and with its reason."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.base import AXE_FILE_PATH
from playwright.sync_api import Page, Response, expect

from tests.browser.conftest import Visit
from tests.browser.test_accessibility import violations
from tests.browser.test_pictures import picture
from tests.browser.visitor import code_of
from tests.play.test_practice import answer_of, truth
from tests.play.test_practice_beat import beats
from tests.web.test_practice import TEXTS

pytestmark = pytest.mark.browser

PHONE = {"width": 360, "height": 740, "has_touch": True, "is_mobile": True}
MATCHES = {"identical", "any-flower", "any-season"}
Ten = dict[str, Any]


def to_the_test(page: Page, act: Callable[[], object]) -> Ten:
    """Do what makes the page ask for ten questions; gives what it was answered."""

    def questions(response: Response) -> bool:
        return "/api/practice/" in response.url

    with page.expect_response(questions) as asked:
        act()
    ten: Ten = asked.value.json()
    expect(page.locator("#count")).to_have_text("Question 1 of 10")
    return ten


def true_answer(question: dict[str, Any]) -> str:
    """The answer by the tiles alone, whatever the server says it is."""
    if "to_beat" in question:
        return "beats" if beats(tuple(question["cards"]), tuple(question["to_beat"])) else "no-beat"
    if "asked" not in question:
        return "match" if question["reason"] in MATCHES else "no-match"
    places = [(x, y, z) for x, y, z, _ in question["tiles"]]
    return answer_of(truth(places, places[question["asked"]]))


def other_answer(ten: Ten, at: int) -> str:
    """A wrong answer, another kind of wrong each time."""
    wrong = [answer for answer in ten["answers"] if answer != true_answer(ten["questions"][at])]
    return str(wrong[at % len(wrong)])


def reason(question: dict[str, Any]) -> str:
    """How the reason is worded."""
    note = question.get("note")
    return " ".join([TEXTS[f"why.{question['reason']}"], *([TEXTS[f"note.{note}"]] if note else [])])


def choose(page: Page, answer: str) -> None:
    page.locator(f"#answers button[value={answer}]").click()


def test_nothing_moves_when_the_answer_is_told(visit: Visit) -> None:
    page = visit(1440, 900).page
    page.goto("/practice/beat")
    cloth = page.locator("#cloth")
    expect(cloth.locator(".dom")).not_to_have_count(0)
    before = cloth.bounding_box(), page.locator("#answers").bounding_box()
    page.keyboard.press("1")
    expect(page.locator("#next")).to_be_visible()
    assert (cloth.bounding_box(), page.locator("#answers").bounding_box()) == before


@pytest.mark.parametrize("test", ["free", "match", "beat"])
def test_ten_of_ten_by_touch_on_a_phone(visit: Visit, test: str) -> None:
    page = visit(**PHONE).page
    page.goto("/practice")
    start = {
        "free": "Start: is this tile free?",
        "match": "Any flower matches any flower",
        "beat": "Start: does this beat it?",
    }[test]
    ten = to_the_test(page, page.get_by_role("link", name=start).tap)
    for at, question in enumerate(ten["questions"]):
        expect(page.locator("#count")).to_have_text(f"Question {at + 1} of 10")
        page.locator(f"#answers button[value={true_answer(question)}]").tap()
        expect(page.locator("#verdict")).to_have_text(TEXTS[f"right.{question['answer']}"] + reason(question))
        expect(page.locator("#score")).to_have_text(f"{at + 1} right of {at + 1}")
        assert page.evaluate("document.documentElement.scrollWidth") == 360
        page.locator("#next").tap()
    expect(page.get_by_role("heading", name="10 of 10 right")).to_be_visible()
    again = to_the_test(page, page.get_by_role("button", name="Ten new ones").tap)
    assert again["number"] != ten["number"] and again["questions"] != ten["questions"]


@pytest.mark.parametrize("test", ["free", "match"])
def test_a_wrong_answer_is_told_with_its_reason_and_what_stands_in_the_way_is_lit(visit: Visit, test: str) -> None:
    page = visit().page
    ten = to_the_test(page, lambda: page.goto(f"/practice/{test}?number=5"))
    assert ten["number"] == 5
    for at, question in enumerate(ten["questions"]):
        assert page.locator("#cloth .tile.blocked").count() == 0
        expect(page.locator("#cloth .mark")).to_have_count(1 if test == "free" else 0)
        given = other_answer(ten, at)
        choose(page, given)
        expect(page.locator("#verdict")).to_have_text(TEXTS[f"wrong.{question['answer']}"] + reason(question))
        expect(page.locator("#answers .true")).to_have_attribute("value", true_answer(question))
        expect(page.locator("#answers .wrong")).to_have_attribute("value", given)
        if test == "free":
            lit = shown_of(question)
            marks = {kind: page.locator(f"#cloth .mark.{kind}").count() for kind in ("on-it", "beside", "open")}
            assert marks == {kind: len(tiles) for kind, tiles in lit.items()}
            light = {question["asked"], *lit["on-it"], *lit["beside"]}
            expect(page.locator("#cloth .tile.free")).to_have_count(len(light))
        page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="0 of 10 right")).to_be_visible()


def shown_of(question: dict[str, Any]) -> dict[str, list[Any]]:
    """What is to be marked, by the tiles alone."""
    places = [(x, y, z) for x, y, z, _ in question["tiles"]]
    touching = truth(places, places[question["asked"]])
    slots = {side: [places.index(place) for place in tiles] for side, tiles in touching.items()}
    shut = bool(slots["left"] and slots["right"])
    open_sides = [side for side in ("left", "right") if not slots[side]] if not slots["covering"] else []
    return {"on-it": slots["covering"], "beside": slots["left"] + slots["right"] if shut else [], "open": open_sides}


def test_by_keys_alone(visit: Visit) -> None:
    page = visit().page
    ten = to_the_test(page, lambda: page.goto("/practice/free"))
    for at, question in enumerate(ten["questions"]):
        if at:
            assert page.evaluate("document.activeElement.id") == "count"
        page.keyboard.press("7")
        expect(page.locator("#verdict")).to_be_empty()
        page.keyboard.press(str(1 + ten["answers"].index(true_answer(question))))
        expect(page.locator("#verdict b")).to_have_text(TEXTS[f"right.{question['answer']}"])
        assert page.evaluate("document.activeElement.id") == "next"
        page.keyboard.press("4")
        expect(page.locator("#score")).to_have_text(f"{at + 1} right of {at + 1}")
        if at % 2:
            page.evaluate("document.activeElement.blur()")
        page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "end-said"
    page.keyboard.press("Tab")
    to_the_test(page, lambda: page.keyboard.press("Enter"))
    assert page.evaluate("document.activeElement.id") == "count"
    page.locator("#settings").click()
    expect(page.locator("#sheet-settings")).to_be_visible()
    page.keyboard.press("1")
    expect(page.locator("#verdict")).to_be_empty()


def test_a_situation_is_told_in_words_that_do_not_give_it_away(visit: Visit) -> None:
    page = visit().page
    ten = to_the_test(page, lambda: page.goto("/practice/free?number=12"))
    names = json.loads(page.locator("#texts").text_content() or "")
    for question in ten["questions"]:
        description = page.locator("#count").evaluate(
            "(count) => document.getElementById(count.getAttribute('aria-describedby')).textContent"
        )
        x, y, z, label = question["tiles"][question["asked"]]
        assert description.lower().startswith(f"{said(names, label)}, on layer {z + 1} of {question['layers']}.")
        assert not re.search(r"\b(free|blocked|covered|open)\b", description)
        sentences = description.split(". ")
        for sentence, side in zip(sentences[1:], ("covering", "left", "right", "top", "bottom"), strict=True):
            assert ("nothing" in sentence) == (not question[side])
            for tile in question[side]:
                u, v, _, other = question["tiles"][tile]
                assert said(names, other) in sentence
                if side in ("left", "right"):
                    assert ("half a row higher" in sentence) == any(
                        question["tiles"][one][1] < y for one in question[side]
                    )
                if side == "covering" and (u, v) != (x, y):
                    assert "over a part of it" in sentence
        choose(page, true_answer(question))
        page.locator("#next").click()


def said(names: dict[str, str], label: str) -> str:
    """The name of a tile: 5 bamboo, east wind, flower 2."""
    if label in ("N", "S", "E", "W", "R", "G", "Wh"):
        return names[f"tile.{label}"]
    if label[0] in "FS":
        return names[f"tile.{label[0]}.number"].replace("{number}", label[1])
    return names[f"tile.{label[1]}"].replace("{number}", label[0])


def test_the_answers_follow_the_rule_version_that_was_chosen_which_is_kept(visit: Visit) -> None:
    page = visit().page
    page.goto("/practice")
    first = to_the_test(page, page.get_by_role("link", name="Only its own likeness").click)
    assert first["matching"] == "identical"
    expect(page.get_by_role("radio", name="Only its own likeness")).to_be_checked()
    flowers = [q for q in first["questions"] if q["reason"] in ("own-flower", "own-season")]
    assert len(flowers) == 1 and flowers[0]["answer"] == "no-match"
    second = to_the_test(page, page.get_by_role("radio", name="Any flower, any season").check)
    assert second["matching"] == "family"
    assert sum(q["reason"] in ("any-flower", "any-season") for q in second["questions"]) == 2
    to_the_test(page, page.get_by_role("radio", name="Only its own likeness").check)
    assert to_the_test(page, lambda: page.goto("/practice/match"))["matching"] == "identical"


def test_without_a_connection_it_says_so_and_goes_on_when_there_is_one(visit: Visit) -> None:
    visitor = visit()
    visitor.bring_about("ERR_INTERNET_DISCONNECTED")
    page = visitor.page
    ten = to_the_test(page, lambda: page.goto("/practice/match"))
    visitor.context.set_offline(True)
    for question in ten["questions"]:
        choose(page, true_answer(question))
        page.keyboard.press("Enter")
    page.get_by_role("button", name="Ten new ones").click()
    expect(page.get_by_role("alert")).to_contain_text("there is no connection")
    visitor.context.set_offline(False)
    to_the_test(page, page.get_by_role("button", name="Try again").click)
    expect(page.get_by_role("alert")).to_be_hidden()


def test_the_tile_asked_about_and_what_touches_it_are_in_view(visit: Visit) -> None:
    for width, height in ((360, 640), (740, 360)):
        page = visit(width, height).page
        ten = to_the_test(page, lambda page=page: page.goto("/practice/free?number=3"))  # type: ignore[misc]
        for question in ten["questions"]:
            choose(page, other_answer(ten, 0) if question is ten["questions"][0] else true_answer(question))
            outside = page.evaluate(
                """() => {
                  const cloth = document.getElementById("cloth").getBoundingClientRect()
                  const marks = [...document.querySelectorAll("#cloth .mark")].map((m) => m.getBoundingClientRect())
                  return marks.filter((m) => m.right < cloth.left + 12 || m.left > cloth.right - 12
                    || m.bottom < cloth.top + 12 || m.top > cloth.bottom - 12).length
                }"""
            )
            asked = page.locator("#cloth .mark.asked").bounding_box()
            cloth = page.locator("#cloth").bounding_box()
            assert asked and cloth and outside == 0
            assert asked["x"] >= cloth["x"] and asked["x"] + asked["width"] <= cloth["x"] + cloth["width"]
            assert asked["y"] >= cloth["y"] and asked["y"] + asked["height"] <= cloth["y"] + cloth["height"]
            assert asked["width"] >= 38
            page.locator("#next").click()


def test_nothing_moves_where_motion_is_unwelcome(visit: Visit) -> None:
    page = visit(reduced_motion="reduce").page
    ten = to_the_test(page, lambda: page.goto("/practice/free?number=5"))
    choose(page, other_answer(ten, 0))
    assert page.evaluate("document.getAnimations().length") == 0


def test_labels_and_table_are_those_that_were_chosen(visit: Visit) -> None:
    page = visit().page
    to_the_test(page, lambda: page.goto("/practice/free"))
    page.locator("#settings").click()
    page.locator("label", has_text="Digits").click()
    page.keyboard.press("Escape")
    faces = "[...document.querySelectorAll('#cloth use')].map((use) => use.getAttribute('href').split('/').pop())"
    assert {name.partition("#")[0] for name in page.evaluate(faces)} == {"digits.svg"}
    page.goto("/rules")
    turtle = page.locator("[data-figure=turtle] use")
    expect(turtle).to_have_count(144)
    expect(turtle.first).to_have_attribute("href", re.compile("digits.svg#"))


def test_from_the_board_to_the_rules_and_back(visit: Visit) -> None:
    game = visit().open(code_of("first-steps"))
    game.press("menu")
    game.press("m-rules")
    game.page.get_by_role("link", name="All rules").click()
    expect(game.page.get_by_role("heading", name="Rules", exact=True)).to_be_visible()
    game.page.get_by_role("navigation").get_by_role("link", name="Chuo Pai").click()
    expect(game.page.get_by_role("heading", name="Chuo Pai", exact=True)).to_be_in_viewport()
    question = game.page.get_by_text("Why can I not pass?")
    question.click()
    expect(game.page.get_by_text("so you must. Cards that can are marked.")).to_be_visible()
    game.page.go_back()
    game.page.go_back()
    expect(game.page.locator("#board > button").first).to_be_visible()


@pytest.mark.parametrize(
    ("table", "width", "height"),
    [
        ("felt", 360, 740),
        ("paper", 1440, 900),
        pytest.param("night", 360, 740, marks=pytest.mark.long),
        pytest.param("night", 1440, 900, marks=pytest.mark.long),
    ],
)
def test_axe_finds_nothing(visit: Visit, table: str, width: int, height: int) -> None:
    visitor = visit(width, height)
    visitor.context.add_init_script(path=AXE_FILE_PATH)
    visitor.context.add_init_script(f"localStorage.setItem('paishan.look', '{{\"table\": \"{table}\"}}')")
    page = visitor.page
    page.goto("/practice")
    found = violations(page, "the choice of a test")
    for test in ("free", "match", "beat"):
        ten = to_the_test(page, lambda test=test: page.goto(f"/practice/{test}?number=5"))  # type: ignore[misc]
        found += violations(page, f"{test}, a question")
        choose(page, other_answer(ten, 0))
        found += violations(page, f"{test}, a wrong answer")
        page.locator("#next").click()
        choose(page, true_answer(ten["questions"][1]))
        found += violations(page, f"{test}, a right answer")
        for question in ten["questions"][2:]:
            page.locator("#next").click()
            choose(page, true_answer(question))
        page.locator("#next").click()
        found += violations(page, f"{test}, the result")
    page.goto("/rules")
    page.evaluate("for (const folded of document.querySelectorAll('details')) folded.open = true")
    found += violations(page, "the rules")
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert found == []


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (360, 740)])
def test_pictures_of_the_rules_and_of_a_question(visit: Visit, width: int, height: int) -> None:
    page = visit(width, height).page
    ten = to_the_test(page, lambda: page.goto("/practice/free?number=5"))
    choose(page, other_answer(ten, 0))
    picture(page, f"practice-{width}")
    page.goto("/rules#free")
    expect(page.locator("[data-figure=covered] .tile").first).to_be_visible()
    picture(page, f"rules-{width}")
