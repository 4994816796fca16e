"""Sentences that can be said in any language, whatever stands in their values."""

from __future__ import annotations

import pickle

import pytest

from paishan.codes import Code
from paishan.faults import Fault, Said, said_of
from paishan.solitaire.files import LayoutError, loads

HOSTILE = "{0} {text.__class__} {{x}} %s %(a)s {"
"""What would be read as places, were it ever taken for a text."""


def reversed_text(text: str) -> str:
    return {"{a} then {b}": "{b} efter {a}", "nothing": "inget"}.get(text, text)


def plainly(number: int) -> str:
    return f"{number:_}"


def test_a_sentence_is_its_english_and_keeps_what_it_was_made_from() -> None:
    said = Said("{a} then {b}", a=1, b="two")
    assert said == "1 then two"
    assert (said.text, said.values) == ("{a} then {b}", {"a": 1, "b": "two"})
    assert said.told(reversed_text, plainly) == "two efter 1"
    assert said.upper() == "1 THEN TWO"


def test_values_are_never_read_as_texts() -> None:
    said = Said("{a} then {b}", a=HOSTILE, b=HOSTILE)
    assert said == f"{HOSTILE} then {HOSTILE}"
    assert said.told(reversed_text, plainly) == f"{HOSTILE} efter {HOSTILE}"
    alone = Said(HOSTILE)
    assert (alone, alone.told(reversed_text, plainly)) == (HOSTILE, HOSTILE)


def test_values_that_are_sentences_are_translated_too() -> None:
    said = Said("{a} then {b}", a=Said("nothing"), b=Said("{a} then {b}", a="x", b=HOSTILE))
    assert said == f"nothing then x then {HOSTILE}"
    assert said.told(reversed_text, plainly) == f"{HOSTILE} efter x efter inget"


def test_numbers_are_written_by_the_language_where_the_place_asks_for_it() -> None:
    said = Said("{n:,} of {n}", n=12345)
    assert said == "12,345 of 12345"
    assert said.told(reversed_text, plainly) == "12_345 of 12345"


def test_an_empty_sentence_is_not_looked_up() -> None:
    # gettext gives the head of its file for the empty text.
    assert Said("").told(lambda text: "head", plainly) == ""


def test_a_fault_says_its_english_and_is_a_value_error() -> None:
    fault = Fault("{a} then {b}", a=1, b=2)
    assert isinstance(fault, ValueError)
    assert str(fault) == "1 then 2"
    assert said_of(fault) is fault.args[0]
    assert said_of(ValueError("as ever")) == "as ever"
    assert said_of(KeyError("a", "b")) == "('a', 'b')"


def test_a_fault_comes_through_another_process() -> None:
    said = said_of(pickle.loads(pickle.dumps(Fault("{a} then {b}", a=1, b=2))))
    assert isinstance(said, Said)
    assert said == "1 then 2"


def test_a_code_keeps_what_was_typed_as_a_value() -> None:
    with pytest.raises(ValueError) as caught:
        Code.parse(HOSTILE)
    said = said_of(caught.value)
    assert isinstance(said, Said)
    assert said == f"{HOSTILE!r} is not a game code; one looks like MJ1-L00-AAAAABL"
    assert said.values == {"code": HOSTILE}


def test_a_layout_file_tells_line_and_column_around_the_message() -> None:
    with pytest.raises(LayoutError) as caught:
        loads("paishan layout 1\nid: x\nname: X\n\nlayer 0 at 0,0\n#{\n")
    said = said_of(caught.value)
    assert said == "line 6, column 2: '{' means nothing here; it is # for a tile or . for none"
    assert isinstance(said, Said)
    message = said.values["message"]
    assert isinstance(message, Said)
    assert message.values == {"mark": "{"}
    assert message == caught.value.message
