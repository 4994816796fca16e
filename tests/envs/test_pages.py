"""What the pages about the environments say, as far as it can be tried."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
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


@pytest.mark.parametrize("id", re.findall(r"`(paishan\.envs:\S+)`", page("solitaire") + page("connect")))
def test_an_id_with_its_module_needs_no_import(id: str) -> None:
    code = f"import gymnasium; env = gymnasium.make({id!r}); env.reset(seed=1); print(env.spec.id)"
    made = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert made.stdout == f"{id.partition(':')[2]}\n"


@pytest.mark.parametrize(
    ("grid", "numbers", "of_each"), [("connect-18x8", 36, 4), ("connect-14x6", 21, 4), ("connect-24x12", 36, 8)]
)
def test_a_deal_of_a_grid_has_as_many_numbers_as_is_told(grid: str, numbers: int, of_each: int) -> None:
    observation, _ = Connect(grid).reset(seed=1)
    found = Counter(observation.flatten().tolist())
    assert (len(found), set(found.values())) == (numbers, {of_each})


def test_numbers_of_actions_are_those_that_are_told() -> None:
    assert f"`Discrete({len(PLAYS)})`" in page("chuo-pai")
    for name, env in (("solitaire", Solitaire()), ("connect", Connect())):
        assert f"{len(env.action_masks()):,}" in page(name)
