from __future__ import annotations

import pytest

from paishan.solitaire.formats import Found, read
from paishan.solitaire.layout import Layout


def maps(inside: str) -> list[Found]:
    return read(f'<mahjongg><map name="A" scorename="a">{inside}</map></mahjongg>'.encode())


def places(inside: str) -> Layout:
    (found,) = maps(inside)
    assert found.format == "gnome"
    assert found.layout is not None, found.error
    return found.layout


def built(*positions: tuple[int, int, int]) -> Layout:
    return Layout.build("x", "x", positions)


def test_rows_columns_blocks_and_tiles() -> None:
    assert places('<row y="0" left="1" right="2"/>') == built((2, 0, 0), (4, 0, 0))
    assert places('<column x="0" top="1" bottom="2"/>') == built((0, 2, 0), (0, 4, 0))
    assert places('<block left="0" right="1" top="0" bottom="1"/>') == built((0, 0, 0), (2, 0, 0), (0, 2, 0), (2, 2, 0))
    assert places('<tile x="0" y="0"/><tile x="1.5" y="0.5"/>') == built((0, 0, 0), (3, 1, 0))


def test_halves_are_doubled_and_the_rest_cut_off() -> None:
    assert places('<row y=".5" left="3.5" right="5.5"/><tile x="0.9" y="0.74"/>') == built(
        (7, 1, 0), (9, 1, 0), (11, 1, 0), (1, 1, 0)
    )


def test_an_element_goes_before_its_layer_and_a_layer_ends() -> None:
    inside = '<layer z="2"><tile x="0" y="0"/><tile z="1" x="0" y="0"/></layer><tile x="0" y="0"/><tile x="2" y="0"/>'
    assert places(inside) == built((0, 0, 0), (4, 0, 0), (0, 0, 1), (0, 0, 2))


def test_names_in_any_case_single_quotes_entities_comments_and_text_between() -> None:
    text = """<?xml version='1.0'?> words <!-- <map name="no"> -->
    <MAHJONGG><Map NAME='Jo &amp; Jim&apos;s' ScoreName='j'><LAYER Z='0'>
      <TILE X='0' Y='0' /> <!-- <tile x="9" y="9"/> --> dummy <other a="1"/><tile x = 1 y = "0"></tile>
    </LAYER></Map></MAHJONGG>
    <mahjongg><map _name="Second"><row left="0" right="1"/></map></mahjongg>"""
    first, second = read(text.encode())
    assert (first.name, second.name) == ("Jo & Jim's", "Second")
    assert first.layout == second.layout == built((0, 0, 0), (2, 0, 0))
    assert (first.line, second.line) == (2, 5)


def test_one_bad_map_does_not_hide_the_others() -> None:
    text = '<map name="a"><tile x="left"/></map>\n<map name="b"><row left="0" right="1"/></map>\n<map name="c"></map>'
    bad, good, empty = read(text.encode())
    assert bad.error is not None and "x='left' should be a number" in bad.error
    assert (bad.line, bad.column) == (1, 15)
    assert good.layout == built((0, 0, 0), (2, 0, 0))
    assert empty.error is not None and "none" in empty.error


@pytest.mark.parametrize(
    ("inside", "reason"),
    [
        ('<tile x="0" y="0"/>', "this one has 1"),
        ('<tile x="0" y="0"/><tile x=".5" y="0"/>', "overlap on layer 0: at (0, 0) and (1, 0)"),
        ('<block left="0" right="1e9" top="0" bottom="1e9"/>', "right='1e9' should be a number of tiles"),
        ('<block left="0" right="199" top="0" bottom="199"/>', "this one has 40,000 or more"),
        ('<row left="0" right="nan"/>', "should be a number"),
        ('<row left="0" right="1e999"/>', "should be a number"),
        ('<row left="3" right="1"/>', "right=1 lies before left=3"),
        ('<row left="0" right="17"/>' * 2, "overlap"),
        ('<block left="0" right="16" top="0" bottom="16"/>', "at most 288 tiles; this one has 289"),
    ],
)
def test_what_cannot_be_played_is_refused_with_the_reason(inside: str, reason: str) -> None:
    (found,) = maps(inside)
    assert found.layout is None
    assert found.error is not None and reason in found.error


@pytest.mark.parametrize(
    ("text", "reason", "line"),
    [
        ('<map name="a">\n<tile x="0" y="0"/>', "never closed; the file may be cut off", 1),
        ('<map name="a">\n<map name="b"></map>', "not closed before the next", 1),
        ('<map name="a"></map>\n<tile x="0"/>', "<tile> stands outside of any <map>", 2),
        ('<map name="a">\n<tile x="0"', "<tile is never closed with >", 2),
        ('<map name="a">\n<!-- <tile x="0"/>', "never closed with -->", 2),
        ("<mahjongg></mahjongg>", "no boards", None),
    ],
)
def test_broken_markup_is_shown(text: str, reason: str, line: int | None) -> None:
    found = read(text.encode())[-1]
    assert found.error is not None and reason in found.error
    assert found.line == line
