"""The client's grid is Python's grid: what a line joins, which line is drawn, where falling tiles go, and back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Visit

pytestmark = pytest.mark.browser

VECTORS = json.loads((Path(__file__).parents[2] / "connect" / "vectors.json").read_text("utf-8"))


@pytest.fixture
def page(visit: Visit) -> Page:
    """A page that may import the client's modules."""
    page = visit().page
    page.goto("/")
    return page


def answer(page: Page, script: str, given: object) -> Any:
    """What a function (modules, given) answers in the browser; both ways as text, which is many times faster."""
    asking = f"""async (text) => {{
      const [grid, state] = await Promise.all(["grid", "state"].map((name) => import(`/static/js/${{name}}.js`)))
      return JSON.stringify(({script})({{ ...grid, ...state }}, JSON.parse(text)))
    }}"""
    return json.loads(page.evaluate(asking, json.dumps(given)))


_STATE = """
  const read = (rows) => {
    const letters = rows.join("")
    const alike = [...new Set(letters)]
    return {
      width: rows[0].length, height: rows.length, letters,
      state: {
        faces: [...letters], groups: [...letters].map((letter) => alike.indexOf(letter)),
        present: [...letters].flatMap((letter, slot) => letter === "." ? [] : [slot]),
        history: [], future: [], selected: null, hint: null, status: "playing", paused: false,
        used: { hints: 0, undos: 0, shuffles: 0 },
      },
    }
  }
  const drawn = (view, width) => {
    const letters = view.faces.map((letter, slot) => view.present[slot] ? letter : ".").join("")
    return Array.from({ length: letters.length / width }, (_, y) => letters.slice(y * width, (y + 1) * width))
  }
"""

_BOARDS = f"""(m, boards) => {{
  {_STATE}
  return boards.map(({{ rows, outside, lines }}) => {{
    const {{ width, height, state }} = read(rows)
    const grid = {{ width, height, outside, gravity: "none" }}
    const view = m.viewOf(m.flat(grid), state)
    return {{
      pairs: m.pairs(grid, view),
      count: view.pairs,
      status: view.status,
      lines: lines.map(({{ a, b }}) => [m.line(grid, view.present, a, b), m.joins(grid, view.present, a, b)]),
      mates: view.present.map((there, slot) => there ? view.ground.mates(view, slot) : 0),
    }}
  }})
}}"""


def test_pairs_and_lines_are_those_of_the_engine(page: Page) -> None:
    boards = VECTORS["boards"]
    asked = [{name: board[name] for name in ("rows", "outside", "lines")} for board in boards]
    for board, found in zip(boards, answer(page, _BOARDS, asked), strict=True):
        pairs = board["pairs"]
        letters = "".join(board["rows"])
        empty = set(letters) == {"."}
        assert found["pairs"] == pairs, board["name"]
        assert found["count"] == len(pairs)
        assert found["status"] == ("playing" if pairs else "cleared" if empty else "locked")
        assert found["lines"] == [[line["line"], line["line"] is not None] for line in board["lines"]], board["name"]
        assert found["mates"] == [sum(slot in pair for pair in pairs) for slot in range(len(letters))]
    assert sum(len(board["lines"]) for board in boards) > 1000


_FALLS = f"""(m, falls) => {{
  {_STATE}
  return falls.map(({{ rows, gravity, pair: [a, b] }}) => {{
    const {{ width, height, state }} = read(rows)
    const grid = {{ width, height, outside: true, gravity }}
    const view = m.viewOf(m.flat(grid), state)
    const without = view.present.map((there, slot) => there && slot !== a && slot !== b)
    const moved = m.moves(grid, without, [a, b]).filter(([source]) => without[source])
    const steps = []
    for (const type of ["take", "undo", "redo", "undo"]) {{
      m.apply(view, type === "take" ? {{ type, a, b }} : {{ type }})
      steps.push([drawn(view, width), m.taken(grid, view, 2)])
    }}
    return {{ moved, steps, groups: view.groups, were: state.groups }}
  }})
}}"""


def test_falling_tiles_go_where_they_go_in_the_engine_and_come_back(page: Page) -> None:
    falls = VECTORS["falls"]
    for fall, found in zip(falls, answer(page, _FALLS, falls), strict=True):
        letters = "".join(fall["rows"])
        taken = [[letters[slot] for slot in fall["pair"]]]
        assert found["steps"] == [[fall["after"], taken], [fall["rows"], []]] * 2
        assert sorted(found["moved"]) == fall["moved"]
        assert found["groups"] == found["were"]
    assert len(falls) > 10


_PILE = f"""(m, {{ rows, pairs }}) => {{
  {_STATE}
  const {{ width, height, state }} = read(rows)
  const grid = {{ width, height, outside: true, gravity: "down" }}
  const view = m.viewOf(m.flat(grid), state)
  return pairs.map(([a, b]) => {{
    const done = m.apply(view, {{ type: "take", a, b }})
    return [done, drawn(view, width), m.taken(grid, view, 2)]
  }})
}}"""


def test_the_pile_shows_the_last_pairs_though_tiles_have_fallen_since(page: Page) -> None:
    """By hand: each pair is neighbours, one upon the other, in a grid of two columns."""
    given = {"rows": ["AD", "AD", "BC", "BC"], "pairs": [[4, 6], [5, 7], [5, 7], [4, 6]]}
    assert answer(page, _PILE, given) == [
        [True, [".D", ".D", "AC", "AC"], [["B", "B"]]],
        [True, ["..", "..", "AD", "AD"], [["C", "C"], ["B", "B"]]],
        [True, ["..", "..", "A.", "A."], [["D", "D"], ["C", "C"]]],
        [True, ["..", "..", "..", ".."], [["A", "A"], ["D", "D"]]],
    ]
