"""The examples in the README and in docstrings come out as they are written."""

import doctest
import importlib
from pathlib import Path

import pytest

README = Path(__file__).parents[1] / "README.md"


def test_the_readme_shows_what_happens() -> None:
    result = doctest.testfile(str(README), module_relative=False)
    assert result.attempted > 5
    assert result.failed == 0


@pytest.mark.parametrize(
    "name",
    [
        "paishan",
        "paishan.rng",
        "paishan.codes",
        "paishan.records",
        "paishan.pairs",
        "paishan.tiles",
        "paishan.faults",
        "paishan.counting",
        "paishan.solitaire.board",
        "paishan.solitaire.deal",
        "paishan.solitaire.gallery",
        "paishan.solitaire.layout",
        "paishan.solitaire.prover",
        "paishan.solitaire.sample",
        "paishan.solitaire.shuffle",
        "paishan.connect",
        "paishan.connect.board",
        "paishan.connect.deal",
        "paishan.connect.grid",
        "paishan.connect.line",
        "paishan.connect.prover",
        "paishan.chuopai",
        "paishan.chuopai.deal",
        "paishan.chuopai.match",
        "paishan.chuopai.options",
        "paishan.chuopai.play",
        "paishan.chuopai.players",
        "paishan.envs",
        "paishan.envs.solitaire",
        "paishan.envs.connect",
        "paishan.envs.chuopai_v1",
        "paishan.web.wire",
        "paishan.web.languages",
    ],
)
def test_docstrings_show_what_happens(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted > 0
    assert result.failed == 0
