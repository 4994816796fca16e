"""Every text that is shown is translated into every language, with the same placeholders."""

from __future__ import annotations

import pytest
from babel.messages.catalog import Message
from tools.messages import FOLDER, brought_up, faults, gathered, written

from paishan.web.languages import ENGLISH, LANGUAGES, Language, language

SOURCE = gathered()
"""All texts; gathered once, as that takes a second."""


@pytest.mark.parametrize("known", [each for each in LANGUAGES if each is not ENGLISH], ids=lambda known: known.code)
def test_every_text_is_translated_with_its_placeholders(known: Language) -> None:
    catalog = brought_up(known, SOURCE)
    assert [fault for message in catalog if message.id for fault in faults(known, message)] == []
    assert (FOLDER / f"{known.code}.po").read_bytes() == written(catalog), "run python -m tools.messages"


def test_a_missing_text_and_a_wrong_placeholder_are_told() -> None:
    swedish = language("sv")
    assert swedish is not None
    assert list(faults(swedish, Message("{n} tiles", ""))) == ["sv: '{n} tiles' is not translated"]
    (told,) = faults(swedish, Message("{n} tiles", "{m} brickor"))
    assert "'{m}'" in told and "'{n}'" in told
    assert list(faults(swedish, Message("{n:,} tiles", "{n:,} brickor"))) == []


def test_sentences_of_errors_are_gathered() -> None:
    for text in (
        "{code!r} is not a game code; one looks like MJ1-L00-AAAAABL",
        "line {line}, column {column}: {message}",
        "this tile overlaps another on layer {layer}, at {x},{y}",
        "that was very fast; try again in {seconds} s",
    ):
        assert text in SOURCE
