"""The examples in the README and in docstrings come out as they are written."""

import doctest
import importlib
import re
from pathlib import Path

import pytest

import paishan
from paishan import chuopai

ROOT = Path(__file__).parents[1]
README, DOCS, SOURCES = ROOT / "README.md", ROOT / "docs", ROOT / "src"
MODULES = [
    ".".join(path.relative_to(SOURCES).with_suffix("").parts).removesuffix(".__init__")
    for path in sorted((SOURCES / "paishan").rglob("*.py"))
    if ">>> " in path.read_text("utf-8")
]


def test_the_readme_shows_what_happens() -> None:
    result = doctest.testfile(str(README), module_relative=False)
    assert result.attempted > 5
    assert result.failed == 0


@pytest.mark.parametrize("name", MODULES)
def test_docstrings_show_what_happens(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted > 0
    assert result.failed == 0


def test_the_library_page_names_calls_that_can_be_made() -> None:
    board = paishan.deal("MJ1-L00-AAAAABL").board()
    record = paishan.Record(paishan.Code.parse("MJ1-L00-AAAAABL"), "taipei", ())
    match = chuopai.deal(1).match()
    given = {"board": board, "text": str(record), "match": match, "seat": match.turn, "number": 1}
    calls = re.findall(r"^\| .* \| `(.*)` \|$", (DOCS / "library" / "index.md").read_text("utf-8"), re.MULTILINE)
    answers = [eval(call, {"paishan": paishan, "chuopai": chuopai, **given}) for call in calls]
    assert len(answers) == 8
    assert answers[2] is paishan.Verdict.CLEARABLE
    assert answers[5] == record
    assert answers[6] == board
    assert answers[7] in match.legal()
