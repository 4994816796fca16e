"""What a ruleset means, as the pages and the API tell it (T11)."""

from __future__ import annotations

import re

import pytest

from paishan.play.explaining import BRIEF, OFFERED, explain
from paishan.play.ruleset import CLASSIC, ruleset
from tests.web.conftest import Client
from tests.web.test_api import opened, say, take


@pytest.mark.parametrize(
    "id",
    ["against-the-clock", "classic-challenge", "taipei-undo-3-undo-costs-5-shuffles-3-hints-off-points", "connect"],
)
def test_a_ruleset_is_explained_from_its_values(client: Client, id: str) -> None:
    told = client.get(f"/api/rulesets/{id}")
    assert told.status_code == 200
    assert told.json() == {
        "id": id,
        "name": ruleset(id).name,
        "explained": [str(sentence) for sentence in explain(ruleset(id))],
    }


@pytest.mark.parametrize("id", ["chess", "taipei-points-timed", "taipei-undo-costs-5"])
def test_an_unknown_ruleset_is_told_to_be_one(client: Client, id: str) -> None:
    told = client.get(f"/api/rulesets/{id}")
    assert told.status_code == 404
    assert id in told.json()["error"]


def test_the_choice_on_the_pages_explains_each_ruleset(client: Client) -> None:
    for page in (client.get("/").text, client.get("/layouts").text):
        for sentence in explain(CLASSIC):
            assert str(sentence).replace("'", "&#39;") in page


def test_each_ruleset_that_is_offered_has_its_line_and_its_picture(client: Client) -> None:
    page = client.get("/").text
    for rules in OFFERED:
        assert f"<b>{rules.name}</b>" in page
        assert BRIEF[rules.id] in page
        assert re.search(f'class="i i-{rules.id}"[^>]*><path d="M', page), "a picture in _icons.html"


def test_a_state_tells_what_each_step_gave(client: Client) -> None:
    """So that a page can take back exactly that without asking; a ruleset without points has none."""
    for rules, gains in (("classic", [100, 200]), ("against-the-clock", [])):
        game = opened(client, ruleset=rules)
        say(client, game, 0, take(0), take(1))
        state = client.get(f"/api/games/{game['id']}").json()["state"]
        assert (state["gains"], state["regains"], state["score"]) == (gains, [], sum(gains))
