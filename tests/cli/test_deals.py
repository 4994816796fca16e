"""`paishan deal`: a deal made or shown, drawn or as JSON."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from tests.cli.conftest import Run
from tests.reference import Reference, clears

FIRST_STEPS_1 = """\
    ┏━━━┳━━━┳━━━┳━━━┓
    ┃2B¹┃8C²┃3B²┃5B¹┃
┏━━━╋━━━╋━━━╋━━━╋━━━╋━━━┓
┃2B¹┃9D²┃2B³┃6D³┃3B²┃8B¹┃
┣━━━╋━━━╋━━━╋━━━╋━━━╋━━━┫
┃8C¹┃5B²┃6D³┃5B³┃3B²┃9D¹┃
┗━━━╋━━━╋━━━╋━━━╋━━━╋━━━┛
    ┃8C¹┃7B²┃8C²┃8B¹┃
    ┗━━━┻━━━┻━━━┻━━━┛

MJ1-L02-AAAAABW: First steps, 36 tiles; the small digits tell the layer
20 tiles are free (heavy frames), and 18 pairs can be taken
"""


def test_a_deal_is_drawn_with_labels_and_layers(run: Run) -> None:
    assert run("deal", "--layout", "first-steps", "--seed", "1") == (0, FIRST_STEPS_1, "")


@pytest.mark.parametrize("code", ["MJ1-L02-AAAAABW", "mj1 l02 aaaaabw", "MJ1L02AAAAABW"])
def test_its_code_shows_the_same_deal_however_it_is_written(run: Run, code: str) -> None:
    assert run("deal", code).out == FIRST_STEPS_1


def test_the_published_code_is_deal_1_of_the_turtle(run: Run) -> None:
    assert run("deal", "--seed", "1", "--json").out == run("deal", "MJ1-L00-AAAAABL", "--json").out


def test_a_deal_as_json_is_whole(run: Run) -> None:
    dealt = json.loads(run("deal", "MJ1-L00-AAAAABL", "--json").out)
    assert list(dealt) == [
        "code", "game", "layout", "dealer", "positions", "faces", "groups", "witness", "free", "pairs"
    ]  # fmt: skip
    assert [dealt[key] for key in ("code", "game", "layout", "dealer")] == [
        "MJ1-L00-AAAAABL", "solitaire", "turtle", "witness"
    ]  # fmt: skip
    assert sorted(Counter(dealt["faces"]).values()) == [1] * 8 + [4] * 34
    assert sorted(Counter(dealt["groups"]).values()) == [4] * 36


def test_the_witness_clears_the_deal_by_the_plain_rules(run: Run) -> None:
    dealt = json.loads(run("deal", "MJ1-L00-AAAAABL", "--json").out)
    assert clears(Reference(dealt["positions"], dealt["groups"]), dealt["witness"])


def test_free_tiles_and_pairs_are_counted_as_the_plain_rules_count_them(run: Run) -> None:
    dealt = json.loads(run("deal", "MJ1-L00-AAAAABL", "--json").out)
    plain = Reference(dealt["positions"], dealt["groups"])
    assert dealt["free"] == len(plain.free()) == 35
    assert dealt["pairs"] == len(plain.pairs())


def test_without_a_number_every_deal_is_another_one(run: Run) -> None:
    codes = {json.loads(run("deal", "--layout", "first-steps", "--json").out)["code"] for _ in range(5)}
    assert len(codes) == 5


def test_a_seed_is_the_number_of_the_deal(run: Run) -> None:
    dealt = json.loads(run("deal", "--seed", "1073741823", "--dealer", "witness", "--game", "solitaire", "--json").out)
    assert dealt["code"].startswith("MJ1-L00-777777")
