"""The pages of Mahjong Connect: the choice of a game, and the page on which it is played."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from paishan.codes import Code
from paishan.connect.grid import GRIDS
from paishan.play.explaining import explain
from paishan.play.ruleset import CONNECT, CONNECT_RULESETS
from paishan.web import grids
from tests.web.conftest import Client
from tests.web.test_pages import embedded

TEXTS = json.loads((Path(grids.__file__).parent / "texts-connect.json").read_text("utf-8"))


def test_every_grid_and_every_ruleset_can_be_chosen_and_the_usual_one_is(client: Client) -> None:
    page = client.get("/connect").text
    assert re.findall(r'name="layout" value="([a-z0-9-]+)"', page) == [grid.id for grid in GRIDS]
    offered = re.findall(r'name="ruleset" value="([a-z-]+)"( checked)?', page)
    assert offered == [(rules.id, " checked" if rules is CONNECT else "") for rules in CONNECT_RULESETS]
    assert len(offered) == 12


def test_what_a_ruleset_means_is_told_before_a_game(client: Client) -> None:
    page = client.get("/connect").text
    told = re.findall(r'<div data-ruleset="([a-z-]+)"( hidden)?>(.*?)</div>', page, re.DOTALL)
    assert [id for id, _, _ in told] == [rules.id for rules in CONNECT_RULESETS]
    assert [id for id, hidden, _ in told if not hidden] == [CONNECT.id]
    for rules, (_, _, text) in zip(CONNECT_RULESETS, told, strict=True):
        assert [sentence for sentence in map(str, explain(rules)) if sentence not in text] == []


def test_the_example_of_a_code_is_one(client: Client) -> None:
    example = re.search(r'placeholder="(MC1-[^"]+)"', client.get("/connect").text)
    assert example
    answer = client.post(
        "/games", data={"game": "connect", "code": example[1], "ruleset": "connect"}, follow_redirects=False
    )
    game = embedded(client.get(answer.headers["location"]).text, "game")
    assert game["code"] == str(Code.parse(example[1])) == "MC1-L00-AAAAAB7"


@pytest.mark.parametrize(
    ("ruleset", "gravity", "outside"),
    [("connect", "none", True), ("connect-sideways", "sideways", True), ("connect-down-inside", "down", False)],
)
def test_a_game_has_its_own_page_with_the_grid_and_its_words(
    client: Client, ruleset: str, gravity: str, outside: bool
) -> None:
    wanted = {"game": "connect", "layout": "connect-14x6", "ruleset": ruleset}
    answer = client.post("/games", data=wanted, follow_redirects=False)
    assert answer.status_code == 303
    page = client.get(answer.headers["location"]).text
    game = embedded(page, "game")
    facts = {name: game["layout"][name] for name in ("id", "width", "height", "outside", "gravity")}
    assert facts == {"id": "connect-14x6", "width": 14, "height": 6, "outside": outside, "gravity": gravity}
    assert embedded(page, "own-texts") == TEXTS
    assert 'src="/static/' in page
    assert re.search(r'<script type="module" src="/static/\w+/js/connect\.js">', page)
    assert ("may run around the outside" in page) == outside
    assert ("On a screen held upright they" in page) == (gravity != "none")


def test_a_page_of_solitaire_has_no_words_of_its_own(client: Client) -> None:
    answer = client.post("/games", data={"layout": "lantern", "ruleset": "taipei"}, follow_redirects=False)
    assert 'id="own-texts"' not in client.get(answer.headers["location"]).text
