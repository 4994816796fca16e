"""A match that the browser plays alone stands as the server's table would stand after the same commands."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page

from paishan.chuopai.deal import deal_of
from paishan.play.chuo import messages as m
from paishan.play.chuo.ruleset import match_ruleset
from paishan.play.chuo.table import LAYOUT, MatchTable
from paishan.play.messages import Unranked
from paishan.web.packs import PackedGame, pack
from paishan.web.wire import place_facts, ruleset_facts
from tests.browser.conftest import Visit

pytestmark = pytest.mark.browser

PLAY = """async (matches) => {
  const { Seated } = await import("/static/js/seated.js")
  return matches.map(({ game, deal, commands }) => {
    const table = new Seated(game, deal)
    return [table.state(), ...commands.map((command) => ({ events: table.say(command), ...table.state() }))]
  })
}"""
UNLIKE = ("clock", "lessons", "hint")
"""In the browser no clock runs; what a lead cost is weighed by the server, whose hints come from a stronger player."""
RULESETS = (
    "chuo-pai-vs-easy-easy",
    "chuo-pai-vs-normal-normal",
    "chuo-pai-undo-vs-beginner-normal",
    "chuo-pai-one-each-four-cards-vs-easy-bold-normal-thrifty",
)


def any_command(chance: random.Random, table: MatchTable) -> m.Command:
    """Something that a player may do: mostly a play that is allowed."""
    if not table.begun:
        first: list[m.Command] = [m.Begin(), m.Begin(), m.Pause(), m.Resume(), m.Undo()]
        return chance.choice(first)
    if table.paused:
        paused: list[m.Command] = [m.Resume(), m.Resume(), m.Undo(), m.Begin()]
        return chance.choice(paused)
    plays = [m.Play(cards) for group in table.state(0).legal for cards in group.plays]
    others: list[m.Command] = [m.Undo(), m.Redo(), m.Pause(), m.Begin(), m.Restart(), m.GiveUp()]
    if plays and chance.random() < 0.85:
        return chance.choice(plays)
    return chance.choices(others, [6, 6, 2, 1, 1, 0.3])[0]


def played(number: int, ruleset: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """A match of random commands: what the browser is given, and what the table says after each of them."""
    chance = random.Random(f"{number} {ruleset}")
    rules = match_ruleset(ruleset)
    deal = deal_of(number)
    table = MatchTable(deal, rules, unranked=Unranked.TYPED_CODE if rules.ranked else None)
    game = {
        "layout": msgspec.json.decode(place_facts(None, rules)),
        "ruleset": msgspec.json.decode(ruleset_facts(rules)),
        "state": msgspec.to_builtins(table.state(0)),
    }
    commands: list[m.Command] = []
    states = [game["state"]]
    while len(commands) < 60:
        command = any_command(chance, table)
        commands.append(command)
        did = table.apply(command, 0)
        states.append({"events": msgspec.to_builtins(did.events), **msgspec.to_builtins(table.state(0))})
    given = {
        "game": game,
        "deal": {"hands": deal.hands, "leader": deal.leader, "number": number},
        "commands": msgspec.to_builtins(commands),
    }
    return given, states


def without(state: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in state.items() if name not in UNLIKE}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_browser_s_table_agrees_with_the_server_s(visit: Visit, ruleset: str) -> None:
    page = visit().page
    page.goto("/rules")
    matches = [played(7 ** (number + 1) % 2**30, ruleset) for number in range(2)]
    shown = page.evaluate(PLAY, [given for given, _ in matches])
    over = 0
    for (given, told), states in zip(matches, shown, strict=True):
        for place, (mine, its) in enumerate(zip(told, states, strict=True)):
            done = given["commands"][:place]
            assert without(its) == msgspec.json.decode(msgspec.json.encode(without(mine))), f"after {done}"
        over += any(state["status"] == "over" for state in told)
    assert over, "no match came to its end"


@pytest.fixture(scope="module")
def matches() -> list[PackedGame]:
    """The matches of the pack."""
    return [game for game in pack().games if game.layout == LAYOUT]


def test_matches_of_the_pack_are_those_of_their_codes(matches: list[PackedGame]) -> None:
    assert [match.ruleset for match in matches] == ["chuo-pai-vs-easy-easy"] * 6 + ["chuo-pai-vs-normal-normal"] * 6
    for match in matches:
        deal = deal_of(msgspec.json.decode(msgspec.json.encode(match.deal))["number"])
        assert (str(deal.code), deal.hands, deal.leader) == (match.code, match.deal.hands, match.deal.leader)  # type: ignore[union-attr]
        assert match.state.ranked is False


def hint_of(page: Page, given: dict[str, Any]) -> list[int]:
    shown = page.evaluate(PLAY, [{**given, "commands": [{"type": "begin"}, {"type": "hint"}]}])
    cards: list[int] = shown[0][-1]["hint"]
    return cards


def test_a_hint_is_a_play_that_is_allowed(visit: Visit) -> None:
    page = visit().page
    page.goto("/rules")
    for number in (1, 2, 3):
        given, _ = played(number, RULESETS[0])
        table = MatchTable(deal_of(number), match_ruleset(RULESETS[0]))
        table.apply(m.Begin(), 0)
        assert table.match.why_not(hint_of(page, given)) is None
