"""The vectors that the browser's rules are checked by are what the rules say, read a second time."""

from __future__ import annotations

import json
from pathlib import Path

from tools import connect_vectors

from tests.connect.reference import Reference, steps

VECTORS = json.loads(Path(__file__).with_name("vectors.json").read_text("utf-8"))


def test_the_file_is_what_its_command_makes() -> None:
    assert connect_vectors.TARGET.read_text("utf-8") == connect_vectors.text()


def test_every_line_is_one_that_a_search_of_all_finds_best() -> None:
    joined = [0, 0]
    for board in VECTORS["boards"]:
        rows = board["rows"]
        tiles = [(x, y) for y, row in enumerate(rows) for x, letter in enumerate(row) if letter != "."]
        reference = Reference(len(rows[0]), len(rows), board["outside"], tiles)
        for asked in board["lines"]:
            start, end = (divmod(asked[which], len(rows[0]))[::-1] for which in "ab")
            line = asked["line"]
            joined[line is not None] += 1
            if line is None:
                assert end not in reference.reached(start)
                continue
            points = [(x, y) for x, y in line]
            between = list(steps(points))
            assert (points[0], points[-1]) == (start, end)
            assert reference.tiles.isdisjoint(between)
            assert all(x in reference.columns and y in reference.rows for x, y in between)
            assert (len(points) - 2, len(between) + 1) == reference.best(start, end)
    assert min(joined) > 300


def test_every_pair_is_listed_once_and_in_order() -> None:
    for board in VECTORS["boards"]:
        rows = board["rows"]
        letters = "".join(rows)
        width = len(rows[0])
        tiles = [slot for slot, letter in enumerate(letters) if letter != "."]
        at = {slot: (slot % width, slot // width) for slot in tiles}
        reference = Reference(width, len(rows), board["outside"], at.values())
        reached = {slot: reference.reached(at[slot]) for slot in tiles}
        assert board["pairs"] == [
            [a, b] for a in tiles for b in tiles if a < b and letters[a] == letters[b] and at[b] in reached[a]
        ]


def test_every_fall_leaves_the_lanes_as_they_were_without_the_pair() -> None:
    assert {fall["gravity"] for fall in VECTORS["falls"]} == {"down", "sideways"}
    for fall in VECTORS["falls"]:
        width = len(fall["rows"][0])
        before = list("".join(fall["rows"]))
        after = "".join(fall["after"])
        for slot in fall["pair"]:
            before[slot] = "."
        for source, target in fall["moved"]:
            assert after[target] == before[source] != "."
        if fall["gravity"] == "down":
            lanes = [range(x, len(before), width) for x in range(width)]
        else:
            lanes = [range((y + 1) * width - 1, y * width - 1, -1) for y in range(len(before) // width)]
        for lane in lanes:
            held = "".join(before[slot] for slot in lane if before[slot] != ".")
            assert "".join(after[slot] for slot in lane) == held.rjust(len(lane), ".")
