"""What the pages about the environments say, as far as it can be tried."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from paishan.chuopai.play import PLAYS
from paishan.envs import Connect, Solitaire, chuopai_v1
from tests.envs.test_chuopai import ROW

PAGES = Path(__file__).parents[2] / "docs" / "envs"
NAMES = "solitaire", "connect", "chuo-pai"


def page(name: str) -> str:
    return (PAGES / f"{name}.md").read_text("utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_the_examples_run(name: str) -> None:
    for code in re.findall(r"^```python\n(.*?)^```$", page(name), re.MULTILINE | re.DOTALL):
        exec(compile(code, f"{name}.md", "exec"), {})


def test_the_table_of_a_seat_says_where_its_numbers_lie() -> None:
    places = re.findall(r"^\| row (\d+)(?:–(\d+))? \|", page("chuo-pai"), re.MULTILINE)
    told = [(int(first), int(last or first)) for first, last in places]
    at, expected = 0, []
    for length in ROW.values():
        expected.append((at, at + length - 1))
        at += length
    assert told == expected
    assert f'| `observation["observation"]` | {chuopai_v1.WIDTH}, `int8` |' in page("chuo-pai")


def test_numbers_of_actions_are_those_that_are_told() -> None:
    assert f"`Discrete({len(PLAYS)})`" in page("chuo-pai")
    for name, env in (("solitaire", Solitaire()), ("connect", Connect())):
        assert f"{len(env.action_masks()):,}" in page(name)
