from __future__ import annotations

import pytest

from paishan.solitaire.formats import LayoutError, read, write
from paishan.solitaire.layout import Layout

PLACES = [(0, 0, 0), (32, 18, 0), (3, 5, 1), (7, 5, 4)]
LAYOUT = Layout.build("x", "x", PLACES)


def board(places: list[tuple[int, int, int]], height: int = 20, width: int = 34) -> str:
    cells = ["0"] * (5 * height * width)
    for x, y, z in places:
        cells[(z * height + y) * width + x] = "1"
    return "".join(cells)


BODY = board(PLACES)


@pytest.mark.parametrize("version", ["Kyodai 3.0", "Kyodai 6.0", "KYODAI 6.0 ", "Kyodai"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("tail", ["", "\n", "\n\n\x1a", "\nsome more\nlines\n", "\0\0\0", "000", "  "])
def test_version_title_and_one_row_of_3400_digits(version: str, end: str, tail: str) -> None:
    text = f"{version}\nBridge by Nobody :: Trials\n{BODY}{tail}".replace("\n", end)
    (found,) = read(text.encode())
    assert (found.format, found.name, found.by, found.category) == ("kyodai", "Bridge", "Nobody", "Trials")
    assert found.layout == LAYOUT


@pytest.mark.parametrize(
    ("title", "name", "by", "category"),
    [
        ("Bridge", "Bridge", None, None),
        ("Bridge :: Old", "Bridge", None, "Old"),
        ("Stand by me by Nobody", "Stand by me", "Nobody", None),
        ("", "file", None, None),
        ("Étoile brisée by Zoë", "Étoile brisée", "Zoë", None),
    ],
)
def test_the_title_holds_name_author_and_category(title: str, name: str, by: str | None, category: str | None) -> None:
    for encoding in ("cp1252", "utf-8", "utf-8-sig", "utf-16"):
        (found,) = read(f"Kyodai 6.0\r\n{title}\r\n{BODY}\r\n".encode(encoding), "file.lay")
        assert (found.name, found.by, found.category) == (name, by, category), encoding
        assert found.layout == LAYOUT


def test_an_older_board_has_17_rows_of_33() -> None:
    places = [(0, 0, 0), (31, 15, 0), (1, 0, 1), (3, 0, 1)]
    (found,) = read(f"Kyodai 3.0\nOld\n{board(places, 17, 33)}\n".encode())
    assert found.layout == Layout.build("x", "x", places)
    (bare,) = read(board(places, 17, 33).encode(), "old.lay")
    assert (bare.format, bare.name, bare.layout) == ("kyodai", "old", found.layout)


def test_the_row_may_be_broken_into_lines() -> None:
    rows = "\n".join(BODY[start : start + 34] for start in range(0, 3400, 34))
    for title in ("A\n", "\n", "\n\nA\n\n"):
        assert read(f"Kyodai 3.0\n{title}{rows}\n".encode())[0].layout == LAYOUT


def test_line_ends_doubled_on_the_way_are_no_titles() -> None:
    (found,) = read(f"Kyodai 3.0\r\r\nBridge\r\r\n{BODY}\r\r\n".encode())
    assert (found.name, found.layout) == ("Bridge", LAYOUT)


@pytest.mark.parametrize(
    ("body", "reason", "line", "column"),
    [
        (BODY[:-1], "3,399 digits; a board has 3,400", 3, None),
        (BODY[:-1] + "\n1\n1", "a tile after the end", 5, 1),
        (BODY[:100] + "x" + BODY[100:], "'x' means nothing here", 3, 101),
        ("", "is missing", None, None),
        (board(PLACES[:3]), "this one has 3", None, None),
        (board([(0, 0, 0), (1, 1, 0)]), "overlap on layer 0: at (0, 0) and (1, 1)", None, None),
    ],
)
def test_what_cannot_be_read_is_shown(body: str, reason: str, line: int | None, column: int | None) -> None:
    (found,) = read(f"Kyodai 3.0\nA\n{body}\n".encode())
    assert found.error is not None and reason in found.error
    assert (found.line, found.column) == (line, column)


@pytest.mark.parametrize(
    ("places", "reason"),
    [
        ([(0, 0, 0), (33, 0, 0)], "35 half tiles wide; Kyodai's files hold at most 34"),
        ([(0, 0, 0), (0, 19, 0)], "21 half tiles high; Kyodai's files hold at most 20"),
        ([(0, 0, 0), (0, 0, 5)], "6 layers high; Kyodai's files hold at most 5"),
    ],
)
def test_what_kyodai_cannot_hold_is_not_written(places: list[tuple[int, int, int]], reason: str) -> None:
    with pytest.raises(LayoutError, match=reason):
        write(Layout.build("a", "A", places), "kyodai")


def test_a_title_that_would_fall_apart_is_not_written() -> None:
    with pytest.raises(LayoutError, match="'Stand by me' would not read back as given"):
        write(LAYOUT, "kyodai", name="Stand by me")
    (found,) = read(write(LAYOUT, "kyodai", name="Stand by me", by="Nobody", category="Old :: new"))
    assert (found.name, found.by, found.category) == ("Stand by me", "Nobody", "Old :: new")


def test_files_for_windows_are_written_as_windows_writes_them() -> None:
    assert write(LAYOUT, "kyodai", name="Étoile").startswith(b"Kyodai 6.0\r\n\xc9toile\r\n")
    assert read(write(LAYOUT, "kyodai", name="龍"))[0].name == "龍"
    assert read(write(LAYOUT, "kyodai", name="Ã©"))[0].name == "Ã©"
