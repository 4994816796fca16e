from __future__ import annotations

from paishan.solitaire.formats import read, write
from paishan.solitaire.layout import Layout

EMPTY = "." * 32
CROSS = """kmahjongg-layout-v1.1
# name: Small cross
# by: Nobody
# category: Trials
w6
h6
d2
# Level 0
..12..
..43..
121212
434343
..12..
..43..
# Level 1
......
......
..12..
..43..
......
......
"""
CROSS_PLACES = [(2, 0, 0), (0, 2, 0), (2, 2, 0), (4, 2, 0), (2, 4, 0), (2, 2, 1)]


def old(*rows: str, layers: int = 5) -> str:
    """A file of version 1.0 that begins with these rows."""
    filled = [*(row.ljust(32, ".") for row in rows), *[EMPTY] * (layers * 16 - len(rows))]
    return "\n".join(["kmahjongg-layout-v1.0", *filled]) + "\n"


def layout_of(text: str | bytes, name: str = "") -> Layout:
    (found,) = read(text.encode() if isinstance(text, str) else text, name)
    assert found.format == "kmahjongg"
    assert found.layout is not None, found.error
    return found.layout


def fault_of(text: str) -> tuple[str, int | None, int | None]:
    (found,) = read(text.encode())
    assert found.layout is None and found.error is not None
    return found.error, found.line, found.column


def test_version_1_1_says_its_size_and_names_itself_in_comments() -> None:
    (found,) = read(CROSS.encode(), "a.layout")
    assert (found.name, found.by, found.category) == ("Small cross", "Nobody", "Trials")
    assert found.layout == Layout.build("x", "x", CROSS_PLACES)
    assert found.layout is not None and found.layout.id == "small-cross"


def test_version_1_0_is_32_by_16_by_5() -> None:
    text = old("................12", "................43", "..121212", "..434343")
    assert layout_of(text + "\n", "up_and_down.layout").name == "up and down"
    assert layout_of(old("12............................12")).width == 32
    error, _, _ = fault_of(old("12..12", layers=4))
    assert "2,560" in error and "64 rows" in error


def test_only_the_upper_left_quarter_counts() -> None:
    assert layout_of(old("1..1", "4..2", "1..1")) == Layout.build(
        "x", "x", [(0, 0, 0), (3, 0, 0), (0, 2, 0), (3, 2, 0)]
    )


def test_files_of_the_wild_read_alike() -> None:
    right = layout_of(CROSS)
    lines = CROSS.splitlines()
    ways = {
        "no leading k": CROSS[1:],
        "another case": CROSS.replace("kmahjongg-layout", "KMahjongg-Layout"),
        "blank lines": CROSS.replace("\n", "\n\n"),
        "a blank line first": "\n" + CROSS,
        "a comment first": "# made by hand\n" + CROSS,
        "no last line end": CROSS.rstrip("\n"),
        "spaces and tabs after lines": "".join(f"{line} \t\n" for line in lines),
        "spaces for none": CROSS.replace(".", " ").replace("v1 1", "v1.1"),
        "rows in one line": "\n".join([*lines[:8], "".join(lines[8:14]), "".join(lines[15:])]),
        "sizes at the end": "\n".join([lines[0], *lines[7:], *lines[4:7]]),
        "sizes in capitals": CROSS.replace("\nw6\nh6\nd2", "\nW6\nH 6\nD=2"),
    }
    for way, text in ways.items():
        assert layout_of(text) == right, way
        assert layout_of(text.replace("\n", "\r\n")) == right, way
        assert layout_of(text.replace("\n", "\r")) == right, way


def test_a_row_of_the_wrong_length_is_shown() -> None:
    error, line, column = fault_of(CROSS.replace("121212\n", "12121\n"))
    assert (line, column) == (11, 6)
    assert "has 5 characters and should have 6" in error
    assert fault_of(CROSS.replace("121212\n", "1212121\n"))[1:] == (11, 7)
    assert "11 rows" in fault_of(CROSS.removesuffix("......\n"))[0]


def test_sizes_that_make_no_sense_are_shown() -> None:
    for wrong in ("w-6", "w0", "wide", "w6.5", "w1e9"):
        error, line, _ = fault_of(CROSS.replace("w6", wrong))
        assert line == 5 and "whole number" in error, wrong
    assert "twice" in fault_of(CROSS.replace("w6", "w6\nw7"))[0]
    assert "larger than any layout" in fault_of(CROSS.replace("w6", "w999999999"))[0]
    assert "missing" in fault_of(CROSS.replace("w6\nh6\nd2\n", ""))[0]
    assert "version 2.0" in fault_of(CROSS.replace("v1.1", "v2.0"))[0]


def test_odd_overlapping_and_empty_boards_are_refused_with_the_place() -> None:
    assert (
        "has 5" in fault_of(CROSS.replace("# Level 1\n......\n......\n..12..", "# Level 1\n......\n......\n......"))[0]
    )
    error = fault_of(CROSS.replace("121212", "112.12"))[0]
    assert "layer 0: at (0, 2) and (1, 2)" in error
    assert "none" in fault_of(old())[0]


def test_a_refused_board_still_tells_what_it_has() -> None:
    (found,) = read(old("12..12..12").encode())
    assert (found.layout, found.tiles) == (None, 3)
    assert [tuple(slot) for slot in found.slots] == [(0, 0, 0), (4, 0, 0), (8, 0, 0)]


def test_the_desktop_file_gives_name_and_author_untranslated() -> None:
    desktop = "[KMahjonggLayout]\nName[de]=Brücke\nName=Bridge\nAuthor=Nobody\nFileName=b.layout\n".encode()
    (found,) = read(old("12..12").encode(), "b.layout", desktop)
    assert (found.name, found.by) == ("Bridge", "Nobody")
    (alone,) = read(desktop, "b.desktop")
    assert alone.error is not None and "read the .layout file" in alone.error


def test_the_old_version_is_written_where_the_layout_fits_it() -> None:
    small = Layout.build("a", "A", [(0, 0, 0), (30, 14, 4)])
    assert write(small, "kmahjongg").startswith(b"kmahjongg-layout-v1.0\n# name: A\n")
    for places in ([(0, 0, 0), (31, 0, 0)], [(0, 0, 0), (0, 15, 0)], [(0, 0, 0), (0, 0, 5)]):
        wide = Layout.build("a", "A", places)
        assert write(wide, "kmahjongg").startswith(b"kmahjongg-layout-v1.1\n")
        assert read(write(wide, "kmahjongg"))[0].layout == wide


def test_a_tile_is_written_in_four_quarters() -> None:
    text = write(Layout.build("a", "A", [(0, 0, 0), (33, 0, 0)]), "kmahjongg", by="B", category="C").decode()
    rows = ["12" + "." * 31 + "12", "43" + "." * 31 + "43"]
    assert text.splitlines() == [
        "kmahjongg-layout-v1.1", "# name: A", "# by: B", "# category: C", "w35", "h2", "d1", "# layer 0", *rows,
    ]  # fmt: skip
