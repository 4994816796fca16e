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
        "paishan.rng",
        "paishan.codes",
        "paishan.solitaire.sample",
        "paishan.chuopai.options",
        "paishan.web.wire",
        "paishan.web.languages",
    ],
)
def test_docstrings_show_what_happens(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted > 0
    assert result.failed == 0
