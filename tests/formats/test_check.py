from __future__ import annotations

from pathlib import Path

from hypothesis import given

from paishan.solitaire.formats import read
from paishan.solitaire.formats.check import check_line, check_lines, free_tiles
from paishan.solitaire.gallery import by_id, layouts
from paishan.solitaire.layout import Layout
from tests.formats import layouts as random


def test_a_line_tells_what_is_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "bridge.txt"
    path.write_bytes(b"0 0 0\n0 4 0\n0 1 2\n0 3 2\n")
    (line,) = check_lines(path)
    # SHA-1 of [[0,0,0],[0,4,0],[2,1,0],[2,3,0]].
    assert line == {
        "file": str(path), "name": "bridge", "ok": True, "error": None,
        "tiles": 4, "layers": 3, "free": 2, "width": 6, "height": 2,
        "sha1": "31e4783ad6d35efb18a234245d0d436933013ed4",
    }  # fmt: skip


def test_a_board_that_cannot_be_played_has_its_facts_all_the_same() -> None:
    (board,) = read(b"0 0 0\n0 2 0\n0 4 0\n")
    line = check_line("three", board)
    assert (line["ok"], line["tiles"], line["layers"], line["free"], line["width"], line["height"]) == (
        False,
        3,
        1,
        2,
        6,
        2,
    )
    assert "this one has 3" in str(line["error"])


def test_a_file_that_holds_nothing_has_no_tiles() -> None:
    line = check_line("nothing", read(b"dummy\n")[0])
    assert (line["ok"], line["tiles"], line["layers"], line["free"], line["width"], line["height"]) == (
        False,
        0,
        0,
        0,
        0,
        0,
    )
    # SHA-1 of the two characters of an empty list.
    assert line["sha1"] == "97d170e1550eee4afc0af065b78cda302a97674c"


def test_the_turtle_has_35_free_tiles() -> None:
    assert free_tiles(by_id("turtle").slots) == 35


def test_free_tiles_are_those_of_the_engine() -> None:
    for layout in layouts():
        assert free_tiles(layout.slots) == layout.free().bit_count()


@given(random.layouts(20, 16, 5))
def test_free_tiles_are_those_of_the_engine_in_any_layout(layout: Layout) -> None:
    assert free_tiles(layout.slots) == layout.free().bit_count()
