"""What the browser makes of a position and of a code, compared with the engine: also on layouts that nobody drew."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from paishan.codes import Code
from paishan.play.ruleset import TAIPEI
from paishan.solitaire.board import Board
from paishan.solitaire.gallery import layouts
from paishan.solitaire.layout import Layout, bits
from paishan.tiles import KINDS
from tests.browser.conftest import Visit

pytestmark = pytest.mark.browser

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


def test_why_tiles_are_not_free_on_every_layout_and_on_scattered_ones(visit: Visit) -> None:
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


def test_a_code_is_the_same_board_in_the_browser(visit: Visit) -> None:
    visitor = visit()
    table = visitor.open("MJ1-L00-AAAAABL", TAIPEI)
    faces = visitor.page.evaluate(
        """() => [...document.querySelectorAll("#board > button")].sort((a, b) => a.dataset.slot - b.dataset.slot)
             .map((tile) => tile.querySelector("use").getAttribute("href").split("#")[1])"""
    )
    assert faces == [kind.label for kind in table.deal.kinds]
    assert table.deal.code == Code.parse("MJ1-L00-AAAAABL")
