"""A game that the browser plays alone stands as the table would stand after the same commands."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page

from paishan.codes import Code
from paishan.pairs import Pair
from paishan.play import messages as m
from paishan.play.opening import open_table
from paishan.play.ruleset import ruleset
from paishan.play.table import Table
from paishan.web.packs import PackedGame, pack
from tests.browser.conftest import Visit

pytestmark = pytest.mark.browser

PLAY = """async ({ game, witness, commands }) => {
  const [{ Alone }, { heap }, { flat }] = await Promise.all(
    ["alone", "state", "grid"].map((name) => import(`/static/js/${name}.js`)))
  const table = new Alone(game, game.family === "connect" ? flat(game.layout) : heap(game.layout), witness)
  return [table.state(), ...commands.map((command) => table.say(command) && table.state())]
}"""
ALIKE = (
    *("seq", "faces", "groups", "present", "history", "future", "left", "pairs", "status", "paused", "used"),
    *("score", "gains", "regains", "limit", "ranked", "unranked"),
)


@pytest.fixture(scope="module")
def boards() -> dict[str, PackedGame]:
    """A board of the pack of every layout and grid."""
    return {game.layout: game for game in pack().games}


def given(board: PackedGame) -> dict[str, Any]:
    """A board as a page has it."""
    whole = pack()
    told: dict[str, Any] = msgspec.to_builtins(board)
    layout = msgspec.json.decode(whole.layouts[board.layout])
    rules = msgspec.json.decode(whole.rulesets[board.ruleset])
    return {"game": {**told, "layout": layout, "ruleset": rules}, "witness": told["witness"]}


def table_of(board: PackedGame) -> Table:
    """The table of a board, as the server opens it for a typed code."""
    rules = ruleset(board.ruleset)
    return open_table(Code.parse(board.code), rules, unranked=m.Unranked.TYPED_CODE if rules.ranked else None)


def played(board: PackedGame, commands: list[m.Command], page: Page) -> list[dict[str, Any]]:
    """The browser's states: the first one, and after each command."""
    told = [{**msgspec.to_builtins(command), "played": 0} for command in commands]
    states: list[dict[str, Any]] = page.evaluate(PLAY, {**given(board), "commands": told})
    return states


def any_command(chance: random.Random, table: Table) -> m.Command:
    """Something that a player may do, whether it is allowed now or not."""
    pairs = list(table.board.pairs())
    kinds: list[m.Command] = [m.Undo(), m.Undo(), m.Redo(), m.Redo(), m.Hint(), m.Pause(), m.Resume(), m.Resume()]
    if pairs:
        kinds += [m.Take(*chance.choice(pairs)) for _ in range(14)]
    return chance.choice([*kinds, m.Restart(), *([m.GiveUp()] if chance.random() < 0.5 else [])])


@pytest.mark.parametrize("layout", ["first-steps", "lantern", "connect-14x6"])
def test_alone_agrees_with_the_table(visit: Visit, boards: dict[str, PackedGame], layout: str) -> None:
    page = visit().page
    page.goto("/rules")
    board = boards[layout]
    for seed in range(3):
        chance = random.Random(seed)
        table = table_of(board)
        commands: list[m.Command] = []
        wanted = [table.state(0)]
        for _ in range(120):
            commands.append(any_command(chance, table))
            table.apply(commands[-1], 0)
            wanted.append(table.state(0))
        for number, (state, stands) in enumerate(zip(played(board, commands, page), wanted, strict=True)):
            told = msgspec.json.decode(msgspec.json.encode(stands))
            where = f"seed {seed}, after command {number}, {commands[number - 1] if number else 'none'}"
            for name in ALIKE:
                assert state[name] == told[name], f"{where}: {name}"
            for name in ("undo", "redo", "hint"):
                assert state["can"][name] == told["can"][name], f"{where}: can {name}"


@pytest.mark.parametrize("layout", ["first-steps", "connect-14x6"])
def test_a_hint_is_the_next_pair_of_the_witness_while_it_holds(
    visit: Visit, boards: dict[str, PackedGame], layout: str
) -> None:
    page = visit().page
    page.goto("/rules")
    board = boards[layout]
    # Taken in another order than the witness's, where they can be: then the first of those that are left is next.
    table = table_of(board)
    commands: list[m.Command] = []
    shown = []
    left = list(board.witness)
    while left:
        commands.append(m.Hint())
        shown.append(left[0])
        open_now = set(table.board.pairs())
        pair = next(pair for pair in reversed(left) if Pair.of(*pair) in open_now)
        left.remove(pair)
        commands.append(m.Take(*pair))
        table.apply(commands[-1], 0)
    states = played(board, commands, page)
    hints = [state["hint"] for state in states[1::2]]
    assert [set(hint) for hint in hints] == [set(pair) for pair in shown]
    assert states[-1]["status"] == "cleared"


def test_a_hint_without_the_witness_is_a_pair_that_can_be_taken(visit: Visit, boards: dict[str, PackedGame]) -> None:
    page = visit().page
    page.goto("/rules")
    board = boards["first-steps"]
    table = table_of(board)
    wrong = next(pair for pair in table.board.pairs() if pair not in set(board.witness))
    table.apply(m.Take(*wrong), 0)
    can_be_taken = {tuple(pair) for pair in table.board.pairs()}
    states = played(board, [m.Take(*wrong), *(m.Hint() for _ in can_be_taken), m.Hint()], page)
    hints = [tuple(state["hint"]) for state in states[2:]]
    assert set(hints[:-1]) == can_be_taken
    assert hints[-1] == hints[0]


def test_what_needs_the_server_changes_nothing(visit: Visit, boards: dict[str, PackedGame]) -> None:
    page = visit().page
    page.goto("/rules")
    board = boards["first-steps"]
    first, *rest = played(board, [m.Shuffle(), m.Rewind()], page)
    assert rest == [first, first]
