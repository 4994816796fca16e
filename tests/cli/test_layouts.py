"""`paishan layouts`: the list, and a layout drawn."""

from __future__ import annotations

import json

from tests.cli.conftest import Run

TURTLE = {
    "id": "turtle",
    "number": 0,
    "name": "Turtle",
    "tiles": 144,
    "layers": 5,
    "width": 30,
    "height": 16,
    "free": 35,
    "facts": None,
}

FIRST_STEPS = """\
    ┏━━━┳━━━┳━━━┳━━━┓
    ┃ 1 ┃ 2 ┃ 2 ┃ 1 ┃
┏━━━╋━━━╋━━━╋━━━╋━━━╋━━━┓
┃ 1 ┃ 2 ┃ 3 ┃ 3 ┃ 2 ┃ 1 ┃
┣━━━╋━━━╋━━━╋━━━╋━━━╋━━━┫
┃ 1 ┃ 2 ┃ 3 ┃ 3 ┃ 2 ┃ 1 ┃
┗━━━╋━━━╋━━━╋━━━╋━━━╋━━━┛
    ┃ 1 ┃ 2 ┃ 2 ┃ 1 ┃
    ┗━━━┻━━━┻━━━┻━━━┛

First steps (first-steps, L02): 36 tiles in 3 layers, 6 columns and 4 rows
20 tiles are free at the start (heavy frames); the digits tell the layer
"""


def test_the_list_says_how_large_each_layout_is(run: Run) -> None:
    status, out, _ = run("layouts", "list")
    assert status == 0
    head, turtle, *_ = out.splitlines()
    assert head.split() == ["id", "name", "code", "tiles", "layers", "free", "columns", "x", "rows"]
    assert turtle.split() == ["turtle", "Turtle", "L00", "144", "5", "35", "15", "x", "8"]


def test_the_list_as_json(run: Run) -> None:
    listed = json.loads(run("layouts", "list", "--json").out)
    assert listed[0] == TURTLE
    assert [layout["id"] for layout in listed] == ["turtle", "lantern", "first-steps", "twin-hills"]


def test_a_layout_as_json_has_its_places_in_half_tiles(run: Run) -> None:
    shown = json.loads(run("layouts", "show", "turtle", "--json").out)
    positions = shown.pop("positions")
    assert shown == TURTLE
    assert len(positions) == 144
    assert positions[-1] == [13, 7, 4]


def test_a_layout_is_drawn_with_its_layers_and_its_facts_below(run: Run) -> None:
    assert run("layouts", "show", "first-steps").out == FIRST_STEPS
