"""Licences of what is installed with Paishan: read as distributions write them, and all of them allowed."""

from __future__ import annotations

from email.message import Message
from importlib.metadata import Distribution
from pathlib import Path
from typing import Any

import pytest
from tools import licences

ROOT = Path(__file__).parents[1]


class Saying(Distribution):
    """A distribution that says this of its licence."""

    def __init__(self, **said: list[str]) -> None:
        self._said = said

    @property
    def metadata(self) -> Any:
        message = Message()
        for name, texts in self._said.items():
            for text in texts:
                message[name.replace("_", "-")] = text
        return message

    def read_text(self, filename: str) -> str | None:
        return None

    def locate_file(self, path: Any) -> Any:
        raise NotImplementedError


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ({"License_Expression": ["MIT"]}, {"MIT"}),
        ({"License_Expression": ["MIT AND PSF-2.0"], "License": ["nonsense"]}, {"MIT", "PSF-2.0"}),
        ({"License_Expression": ["GPL-2.0-only OR BSD-3-Clause"]}, {"BSD-3-Clause"}),
        ({"License_Expression": ["(Apache-2.0 OR BSD-2-Clause)"]}, {"Apache-2.0"}),
        ({"License_Expression": ["Apache-2.0 WITH LLVM-exception"]}, {"Apache-2.0"}),
        ({"Classifier": ["License :: OSI Approved :: MIT License", "Topic :: Games"]}, {"MIT"}),
        ({"Classifier": ["License :: OSI Approved"], "License": ["BSD\nRedistribution …"]}, {"BSD"}),
        ({"License": ["GPLv3"]}, {"GPLv3"}),
        ({}, set()),
    ],
)
def test_a_licence_is_what_a_distribution_says(said: dict[str, list[str]], found: set[str]) -> None:
    assert licences.licences(Saying(**said)) == found


def test_all_that_is_needed_may_be_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert licences.refused() == []
    package, extras = licences.asked_for()
    here = licences.needed([*package, *extras])
    assert {"litestar", "sqlalchemy", "jinja2", "markupsafe", "msgspec"} <= set(here)


def test_what_is_not_allowed_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(licences, "ALLOWED", tuple(set(licences.ALLOWED) - {"BSD-3-Clause"}))
    assert licences.main() == 1
    assert "msgspec " in capsys.readouterr().err
