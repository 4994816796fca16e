"""The few rules that the browser knows, compared with the engine's on positions that random play comes to."""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest

from paishan.codes import Code
from paishan.play.messages import Pick, Redo, Undo
from paishan.play.ruleset import TAIPEI
from paishan.play.table import Table
from paishan.solitaire.board import Board
from paishan.solitaire.deal import Deal, deal_from_solution
from paishan.solitaire.gallery import layouts
from paishan.solitaire.layout import Layout, bits
from paishan.tiles import KINDS
from tests.browser.conftest import Visit

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

# Games go to the page and come back as text: one string is quick where a tree of many thousands of values is not.
COUNT = """async (games) => {
  const { freeSlots, countPairs, hindrance } = await import("/static/js/state.js")
  return JSON.stringify(JSON.parse(games).map(({ layout, groups, gone }) => {
    const present = layout.slots.map(() => true)
    return gone.map((pair) => {
      for (const slot of pair) present[slot] = false
      const free = freeSlots(layout, present)
      return [
        free.flatMap((is, slot) => (is ? [slot] : [])),
        countPairs(free, groups),
        layout.slots.map((_, slot) => (present[slot] ? hindrance(layout, present, slot) : null)),
      ]
    })
  }))
}"""
PLAY = """async (games) => {
  const { apply, canRedo, canUndo, pick, viewOf } = await import("/static/js/state.js")
  return JSON.stringify(JSON.parse(games).map(({ layout, ruleset, state, said }) => {
    const view = viewOf(layout, state)
    return said.map((what) => {
      let events = []
      if (typeof what === "number") events = pick(view, what).events
      else if (what === "undo" ? canUndo(view, ruleset) : canRedo(view)) apply(view, { type: what })
      return {
        events, selected: view.selected, pairs: view.pairs, left: view.left, status: view.status,
        present: view.present.flatMap((is, slot) => (is ? [slot] : [])),
        history: [...view.history], future: [...view.future],
      }
    })
  }))
}"""


def wire(layout: Layout) -> dict[str, Any]:
    """What the page is told of a layout."""
    neighbours = {name: [list(bits(mask)) for mask in getattr(layout, name)] for name in ("above", "left", "right")}
    return {"slots": [list(slot) for slot in layout.slots], **neighbours}


def scattered(chance: random.Random) -> Layout:
    """A layout with tiles at random places, half offsets in every direction, and bridges over nothing."""
    wide, high, layers = chance.randint(4, 12), chance.randint(4, 10), chance.randint(1, 5)
    taken: set[tuple[int, int, int]] = set()
    places: list[tuple[int, int, int]] = []
    for _ in range(chance.randint(20, 250)):
        x, y, z = chance.randrange(wide), chance.randrange(high), chance.randrange(layers)
        cells = {(x + dx, y + dy, z) for dx in (0, 1) for dy in (0, 1)}
        if taken.isdisjoint(cells):
            taken |= cells
            places.append((x, y, z))
    return Layout.build("scattered", "Scattered", places[: len(places) // 2 * 2])


def random_game(layout: Layout, chance: random.Random) -> tuple[dict[str, Any], list[list[Any]]]:
    """Random pairs until none is left to take, and what is free at the start and after each of them."""
    board = Board(layout, [chance.choice(KINDS) for _ in layout.slots])
    gone: list[list[int]] = [[]]
    found: list[list[Any]] = []
    while True:
        pairs = list(board.pairs())
        there = bits(board.present)
        hindrances: list[str | None] = [None] * len(layout)
        for slot in there:
            hindrances[slot] = board.hindrance(slot)
        found.append([list(board.free()), len(pairs), hindrances])
        if not pairs:
            return {"layout": wire(layout), "groups": board.groups, "gone": gone}, found
        gone.append(list(board.push(chance.choice(pairs))))


def test_free_tiles_and_pairs_on_every_layout_and_on_scattered_ones(visit: Visit) -> None:
    page = visit().page
    page.goto("/")
    chance = random.Random(20)
    boards = [*layouts(), *(scattered(chance) for _ in range(120))]
    halves = [layout for layout in boards if any(x % 2 or y % 2 for x, y, _ in layout.slots)]
    assert len(layouts()) >= 4 and len(halves) > 100
    games = [random_game(layout, chance) for layout in boards for _ in range(2)]
    positions = sum(len(found) for _, found in games)
    assert positions > 4000
    told = json.loads(page.evaluate(COUNT, json.dumps([game for game, _ in games])))
    for layout, (_, expected), found in zip([layout for layout in boards for _ in (1, 2)], games, told, strict=True):
        assert found == expected, layout.name


def as_json(value: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def tapped_game(deal: Deal, chance: random.Random) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """A table at which somebody taps about: on free tiles, often on a match, on blocked and on empty places."""
    table = Table(deal, TAIPEI)
    size = len(deal.layout)
    said: list[int | str] = []
    game = {
        "layout": wire(deal.layout),
        "ruleset": as_json(TAIPEI),
        "state": as_json(table.state(0)),
        "said": said,
    }
    expected = []
    for _ in range(5 * size):
        board = table.board
        pairs = [pair for pair in board.pairs() if table.selected is None or table.selected in pair]
        draw = chance.random()
        if draw < 0.04 and table.state(0).can.undo:
            said.append("undo")
            table.apply(Undo(), 0)
            events: tuple[Any, ...] = ()
        elif draw < 0.07 and table.state(0).can.redo:
            said.append("redo")
            table.apply(Redo(), 0)
            events = ()
        else:
            if pairs and draw < 0.6:
                slot = chance.choice([slot for slot in chance.choice(pairs) if slot != table.selected])
            elif draw < 0.85:
                slot = chance.choice(list(board.free()) or [0])
            else:
                slot = chance.randrange(size)
            said.append(slot)
            events = table.apply(Pick(slot), 0).events
        state = table.state(0)
        expected.append(
            as_json(
                {
                    "events": events,
                    "selected": state.selected,
                    "pairs": state.pairs,
                    "left": state.left,
                    "status": state.status,
                    "present": state.present,
                    "history": state.history,
                    "future": state.future,
                }
            )
        )
    return game, expected


def test_taps_do_the_same_in_the_browser_as_at_the_table(visit: Visit) -> None:
    page = visit().page
    page.goto("/")
    chance = random.Random(3)
    deals = [deal_from_solution(layout, chance.randrange(1000)) for layout in layouts() if len(layout) <= 72]
    deals.append(deal_from_solution(layouts()[0], 1))
    games = [tapped_game(deal, chance) for deal in deals for _ in range(3)]
    ends = {expected[-1]["status"] for _, expected in games}
    assert "locked" in {step["status"] for _, expected in games for step in expected}, ends
    told = json.loads(page.evaluate(PLAY, json.dumps([game for game, _ in games])))
    for (game, expected), found in zip(games, told, strict=True):
        for number, (step, seen) in enumerate(zip(expected, found, strict=True)):
            assert seen == step, f"tap {number}: {game['said'][number]}"


def test_a_code_is_the_same_board_in_the_browser(visit: Visit) -> None:
    visitor = visit()
    table = visitor.open("MJ1-L00-AAAAABL")
    faces = visitor.page.evaluate(
        """() => [...document.querySelectorAll("#board > button")].sort((a, b) => a.dataset.slot - b.dataset.slot)
             .map((tile) => tile.querySelector("use").getAttribute("href").split("#")[1])"""
    )
    assert faces == [kind.label for kind in table.deal.kinds]
    assert table.deal.code == Code.parse("MJ1-L00-AAAAABL")
