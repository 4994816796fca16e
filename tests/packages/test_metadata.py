"""What a package says of itself is what its sources say, so that nobody who looks for it is told wrongly."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from babel import Locale
from packaging.specifiers import SpecifierSet

from paishan.__main__ import main as entry

ROOT = Path(__file__).parents[2]
SETTINGS: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PROJECT = SETTINGS["project"]


def told(classifier: str) -> list[str]:
    """What the classifiers say under this heading."""
    return [line.removeprefix(classifier) for line in PROJECT["classifiers"] if line.startswith(classifier)]


def test_wheels_are_made_for_the_pythons_that_are_told() -> None:
    versions = [text for text in told("Programming Language :: Python :: ") if re.fullmatch(r"3\.\d+", text)]
    assert versions == ["3.11", "3.12", "3.13", "3.14"]
    assert SETTINGS["tool"]["cibuildwheel"]["build"] == [f"cp{version.replace('.', '')}-*" for version in versions]
    assert all(version in SpecifierSet(PROJECT["requires-python"]) for version in versions)
    assert "3.10" not in SpecifierSet(PROJECT["requires-python"])


def test_the_languages_that_are_told_are_those_of_the_players() -> None:
    kept = {"en", *(path.stem for path in (ROOT / "src/paishan/web/languages").glob("*.po"))}
    names = {"Norwegian" if language == "nb" else Locale(language).get_language_name("en") for language in kept}
    assert set(told("Natural Language :: ")) == names


def test_the_installed_command_begins_where_the_module_does() -> None:
    assert PROJECT["scripts"] == {"paishan": f"{entry.__module__}:{entry.__name__}"}


def test_the_licence_is_an_expression_and_nothing_else_says_one() -> None:
    assert PROJECT["license"] == "MIT"
    assert told("License :: ") == []
    assert all((ROOT / name).is_file() for name in PROJECT["license-files"])


def test_the_version_is_in_one_place() -> None:
    assert "version" not in PROJECT and PROJECT["dynamic"] == ["version"]
    assert SETTINGS["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "paishan.__version__"}
