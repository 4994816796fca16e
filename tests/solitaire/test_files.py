"""Paishan's layout files: a picture of each layer, read back as drawn, with line and column of what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paishan.solitaire.files import LayoutError, dump, load, loads
from paishan.solitaire.gallery import layouts
from paishan.solitaire.layout import Layout
from tests.solitaire import strategies

HEAD = "paishan layout 1\nid: some\nname: Some\n"

THREE_STEPS = """\
paishan layout 1
id: three-steps
name: Three steps

// two rows of stacks, and one tile half way over
stacks at 0,0
12 1
.21
layer 2 at 3,1
#
"""


def test_a_drawn_layout_has_its_tiles_where_they_are_drawn() -> None:
    layout = loads(THREE_STEPS)
    assert (layout.id, layout.name, layout.number) == ("three-steps", "Three steps", None)
    below = [(0, 0, 0), (2, 0, 0), (6, 0, 0), (2, 2, 0), (4, 2, 0)]
    assert [tuple(slot) for slot in layout.slots] == [*below, (2, 0, 1), (2, 2, 1), (3, 1, 2)]


@given(
    strategies.layouts(),
    st.from_regex(r"[a-z0-9]{1,5}(-[a-z0-9]{1,5}){0,2}", fullmatch=True),
    st.text("Aå牌 :#.-1", min_size=1).map(str.strip).filter(bool),
    st.none() | st.integers(0, 999),
)
def test_every_layout_reads_back_from_its_file(layout: Layout, id: str, name: str, number: int | None) -> None:
    written = Layout(id, name, layout.slots, number)
    read = loads(dump(written))
    assert (read.id, read.name, read.number, read.slots) == (id, name, number, layout.slots)


@pytest.mark.parametrize("layout", layouts(), ids=lambda layout: layout.id)
def test_every_built_in_layout_reads_back_from_its_file(layout: Layout) -> None:
    assert loads(dump(layout)) == layout


def test_a_layout_is_written_with_a_block_for_every_layer_and_offset() -> None:
    assert dump(loads(THREE_STEPS)) == (
        "paishan layout 1\nid: three-steps\nname: Three steps\n"
        "\nlayer 0 at 0,0\n##.#\n.##.\n"
        "\nlayer 1 at 2,0\n#\n#\n"
        "\nlayer 2 at 3,1\n#\n"
    )


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_file_is_read_with_any_line_ends_and_trailing_spaces(end: str) -> None:
    assert loads(THREE_STEPS.replace("\n", f"  {end}")) == loads(THREE_STEPS)


def test_empty_rows_are_drawn_with_points_and_blank_lines_count_for_nothing() -> None:
    drawn = loads(f"{HEAD}layer 0 at 0,0\n#\n\n.\n// nothing\n#\n")
    assert [tuple(slot) for slot in drawn.slots] == [(0, 0, 0), (0, 4, 0)]


def test_a_layout_may_be_drawn_anywhere_and_is_moved_to_the_corner() -> None:
    assert [tuple(slot) for slot in loads(f"{HEAD}layer 5 at 7,9\n##\n").slots] == [(0, 0, 0), (2, 0, 0)]


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("", 1, 1, "line 1, column 1: a layout file begins with the line 'paishan layout 1'"),
        ("paishan layout 2\n", 1, 1, "line 1, column 1: a layout file begins with the line 'paishan layout 1'"),
        (
            "paishan layout 1\n\nauthor: me\n",
            3,
            1,
            "line 3, column 1: expected one of id, name, number with a colon, 'layer Z at X,Y' or 'stacks at X,Y'",
        ),
        (
            f"{HEAD}layer 0 at -1,0\n##\n",
            4,
            1,
            "line 4, column 1: expected one of id, name, number with a colon, 'layer Z at X,Y' or 'stacks at X,Y'",
        ),
        (f"{HEAD}name: Again\n", 4, 1, "line 4, column 1: name is given twice"),
        (
            f"{HEAD}layer 0 at 0,0\n##\n#.x#\n",
            6,
            3,
            "line 6, column 3: 'x' means nothing here; it is # for a tile or . for none",
        ),
        (
            f"{HEAD}layer 0 at 0,0\n2\n",
            5,
            1,
            "line 5, column 1: '2' means nothing here; it is # for a tile or . for none",
        ),
        (
            f"{HEAD}stacks at 0,0\n12#\n",
            5,
            3,
            "line 5, column 3: '#' means nothing here; it is a digit for a stack or . for none",
        ),
        (
            f"{HEAD}stacks at 0,0\n1²\n",
            5,
            2,
            "line 5, column 2: '²' means nothing here; it is a digit for a stack or . for none",
        ),
        (
            f"{HEAD}stacks at 0,0\n12\nlayer 1 at 0,0\n.#\n",
            7,
            2,
            "line 7, column 2: this tile overlaps another on layer 1, at 2,0",
        ),
        (
            f"{HEAD}layer 0 at 0,0\n####\nlayer 0 at 3,1\n#\n",
            7,
            1,
            "line 7, column 1: this tile overlaps another on layer 0, at 2,0",
        ),
        (
            "paishan layout 1\nname: Some\nid: Some\nlayer 0 at 0,0\n##\n",
            3,
            1,
            "line 3, column 1: the id 'Some' should be lower-case letters and digits, with hyphens between",
        ),
        (f"{HEAD}number: 1000\nlayer 0 at 0,0\n##\n", 4, 1, "line 4, column 1: the number '1000' should be 0 to 999"),
        (f"{HEAD}number: -1\nlayer 0 at 0,0\n##\n", 4, 1, "line 4, column 1: the number '-1' should be 0 to 999"),
        ("paishan layout 1\nname: Some\nlayer 0 at 0,0\n##\n", None, None, "the layout has no id; add a line 'id: …'"),
        (
            "paishan layout 1\nid: some\nname:\nlayer 0 at 0,0\n##\n",
            None,
            None,
            "the layout has no name; add a line 'name: …'",
        ),
        (HEAD, None, None, "a layout needs at least two tiles; this one has none"),
        (f"{HEAD}layer 0 at 0,0\n. .\n", None, None, "a layout needs at least two tiles; this one has none"),
        (
            f"{HEAD}stacks at 0,0\n111\n",
            None,
            None,
            "tiles go in pairs, so a layout has an even number of them; this one has 3",
        ),
        (
            f"{HEAD}stacks at 0,0\n{'9' * 34}\n",
            5,
            33,
            "line 5, column 33: a layout holds at most 288 tiles; this is one more",
        ),
    ],
)
def test_what_is_wrong_with_a_layout_file_is_said_with_its_place(
    text: str, line: int | None, column: int | None, message: str
) -> None:
    with pytest.raises(LayoutError) as refused:
        loads(text)
    assert (refused.value.line, refused.value.column, str(refused.value)) == (line, column, message)


@given(st.text(max_size=60) | st.text("layerstck at0123456789,#.\n:", max_size=120))
def test_any_text_is_a_layout_or_a_layout_error(text: str) -> None:
    try:
        layout = loads(HEAD + text)
    except LayoutError:
        return
    assert loads(dump(layout)) == layout


class TestOnDisk:
    def test_a_file_is_read_with_or_without_a_byte_order_mark(self, tmp_path: Path) -> None:
        file = tmp_path / "some.paishan"
        for encoding in ("utf-8", "utf-8-sig"):
            file.write_text(THREE_STEPS, encoding)
            assert load(file) == loads(THREE_STEPS)

    def test_an_error_names_the_file_as_well(self, tmp_path: Path) -> None:
        file = tmp_path / "some.paishan"
        file.write_text(f"{HEAD}stacks at 0,0\n1x\n")
        with pytest.raises(LayoutError, match=r"^some\.paishan: line 5, column 2: 'x' means nothing here") as refused:
            load(file)
        assert (refused.value.line, refused.value.column) == (5, 2)

    def test_a_file_in_another_encoding_is_refused(self, tmp_path: Path) -> None:
        file = tmp_path / "some.paishan"
        file.write_bytes(b"paishan layout 1\nname: Sm\xe5\n")
        with pytest.raises(LayoutError, match=r"^some\.paishan: this is not text in UTF-8 \(byte 25\)$"):
            load(file)

    def test_a_file_of_more_than_a_million_bytes_is_not_read(self, tmp_path: Path) -> None:
        file = tmp_path / "some.paishan"
        file.write_bytes(b" " * 1_000_001)
        with pytest.raises(LayoutError, match=r"^some\.paishan: a layout file has at most 1,000,000 bytes$"):
            load(file)

    def test_a_file_that_is_not_there_is_an_os_error(self, tmp_path: Path) -> None:
        with pytest.raises(FileNotFoundError):
            load(tmp_path / "none.paishan")
