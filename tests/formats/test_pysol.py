from __future__ import annotations

import json

import pytest

from paishan.solitaire.formats import read
from paishan.solitaire.layout import Layout

# b: two high from layer 0; h: one high on layer 1; C = 28 = 4 · 7: one high on layer 4.
BLOCKS = "0baabcahcbCed"
BLOCKS_PLACES = [(0, 0, 0), (0, 0, 1), (2, 0, 0), (2, 0, 1), (2, 1, 1), (4, 3, 4)]
GOOD = "0baabca"
GOOD_LAYOUT = Layout.build("x", "x", [(0, 0, 0), (0, 0, 1), (2, 0, 0), (2, 0, 1)])


def test_three_letters_give_how_a_stack_stands_and_where() -> None:
    (found,) = read(BLOCKS.replace("hcb", "hgb").encode(), "blocks.txt")
    places = [place if place != (2, 1, 1) else (6, 1, 1) for place in BLOCKS_PLACES]
    assert (found.format, found.name) == ("pysol", "blocks")
    assert found.layout == Layout.build("x", "x", places)
    (found,) = read(BLOCKS.encode())
    assert found.error is not None and "overlap on layer 1: at (2, 0) and (2, 1)" in found.error


def test_capital_letters_go_on_to_51() -> None:
    (found,) = read(b"0aaaaZA")
    assert found.layout == Layout.build("x", "x", [(0, 0, 0), (51, 26, 0)])


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        f'"{GOOD}"\n',
        f"Blocks: {GOOD}\n",
        f'r(1, "Blocks", layout="{GOOD}")\n',
        'r(1, "Blocks", ncards=4, layout="0baa" +\n    "bca")\n',
        'r(1, "Blocks", layout="0baa"\n    "bca")\n',
        json.dumps([{"short_name": "Blocks", "ncards": 4, "layout": GOOD}]),
        json.dumps({"layouts": [{"name": "Blocks", "layout": GOOD}]}),
        json.dumps({"Blocks": GOOD}),
        json.dumps([GOOD]),
        json.dumps({"name": "Blocks", "layout": GOOD}, indent=2),
    ],
)
def test_a_string_is_found_alone_in_python_and_in_json(text: str) -> None:
    (found,) = read(text.encode(), "Blocks.txt")
    assert (found.format, found.name) == ("pysol", "Blocks")
    assert found.layout == GOOD_LAYOUT


def test_many_strings_in_one_module_and_comments_left_out() -> None:
    text = f'# "{GOOD}"\nr(1, "One", layout="{GOOD}")\n#r(2, "Two", layout="{GOOD}")\nr(3, "It\'s", layout="{GOOD}")\n'
    assert [(found.name, found.line) for found in read(text.encode())] == [("One", 2), ("It's", 4)]
    bare = f'pair = ("{GOOD}", "{GOOD}")\n'
    assert [found.name for found in read(bare.encode(), "pairs.py")] == ["pair", "pairs"]


@pytest.mark.parametrize(
    ("text", "reason", "line", "column"),
    [
        ("0baabc", "divide into threes", 1, 5),
        ("0baab1a", "'1' is no letter", 1, 6),
        ('s("0baabcab1")  # not "0baabca"', "'1' is no letter", 1, 12),
        ("0aaa", "has 1", 1, None),
        ('r(1, "A", ncards=6, layout="0baabca")', "promises 6 tiles and has 4", 1, None),
        (json.dumps([{"layout": 5}]), "a string that begins with 0", 1, None),
        (json.dumps([{"layout": "0baabc"}]), "divide into threes", 1, None),
    ],
)
def test_what_cannot_be_read_is_shown(text: str, reason: str, line: int, column: int | None) -> None:
    found = read(text.encode())[0]
    assert found.layout is None
    assert found.error is not None and reason in found.error
    assert (found.line, found.column) == (line, column)


def test_other_words_that_begin_with_zero_are_no_layouts() -> None:
    (found,) = read(b"the address 0xABCD was in use, 0abc too\n")
    assert found.format == "unknown"
