from __future__ import annotations

import json

import pytest

from paishan.faults import Said
from paishan.solitaire.formats import read, write
from paishan.solitaire.layout import Layout

MAP = [[0, [[0, [[0, 3], 7]], [2, 4]]], [1, [[1, [2]]]]]
LAYOUT = Layout.build("x", "x", [(0, 0, 0), (2, 0, 0), (4, 0, 0), (7, 0, 0), (4, 2, 0), (2, 1, 1)])
BOARD = {"id": "1", "name": "Row", "by": "Nobody", "cat": "Trials", "map": MAP}


@pytest.mark.parametrize(
    "file",
    [{"mah": "1.0", "boards": [BOARD]}, {"boards": [BOARD], "mah": "1.0"}, [BOARD], BOARD],
)
@pytest.mark.parametrize("indent", [None, 2])
def test_a_board_stands_under_boards_in_a_list_or_alone(file: object, indent: int | None) -> None:
    (found,) = read(json.dumps(file, indent=indent).encode())
    assert (found.format, found.name, found.by, found.category) == ("mah", "Row", "Nobody", "Trials")
    assert found.layout == LAYOUT


def test_boards_of_the_first_years_list_single_places() -> None:
    (found,) = read(json.dumps([{"name": "Old", "map": [[0, 0, 0, 3], [0, 7, 0], [0, 4, 2], [1, 2, 1, 1]]}]).encode())
    assert found.layout == LAYOUT


def test_many_boards_keep_their_order_and_bad_ones_their_reason() -> None:
    boards = [BOARD, {"name": "None", "map": []}, {"map": [[0, [[0, [[0, 3]]]]]]}, 5, {**BOARD, "name": "Last"}]
    found = read(json.dumps(boards, indent=0).encode(), "a_file.json")
    assert [board.name for board in found] == ["Row", "None", "a file", "a file", "Last"]
    assert [board.layout is None for board in found] == [False, True, True, True, False]
    assert "has 3" in str(found[2].error)
    assert "'map'" in str(found[3].error)
    assert found[4].line == json.dumps(boards, indent=0).count("\n") - json.dumps([boards[4]], indent=0).count("\n") + 2


@pytest.mark.parametrize(
    ("map", "reason"),
    [
        ("x", "the map should be a list, not 'x'"),
        ([0], "entry 1 of the map should be a list, not 0"),
        ([[0]], "entry 1 of the map should be [layer, rows], not a list of 1"),
        ([[0, [[0]]]], "a row on layer 0 should be [y, cells], not a list of 1"),
        ([[0, [[0, [[0, 0]]]]]], "a count of 0 tiles at x 0, y 0 on layer 0"),
        ([[0, [[0, [[0, -1]]]]]], "a count of -1 tiles"),
        ([[0, [[0, [[0, 10**9]]]]]], "a count should be a whole number"),
        ([[0, [[0, [[0, 150]] * 2]]]], "at most 288 tiles"),
        ([[0, [[0, 0.5]]]], "x should be a whole number, no farther out than 400, not 0.5"),
        ([[0, [[0, None]]]], "not nothing"),
        ([[True, [[0, 0]]]], "a layer should be a whole number"),
        ([[0, [[0, [0, 1]]]]], "two tiles overlap on layer 0"),
        ([[0, [[0, 10**30]]]], "a far greater one"),
    ],
)
def test_a_map_that_is_no_map_is_refused_with_the_reason(map: object, reason: str) -> None:
    (found,) = read(json.dumps([{"name": "A", "map": map}]).encode())
    assert found.error is not None and reason in found.error


@pytest.mark.parametrize(
    ("map", "text", "found"),
    [
        (None, "the map should be a list, not {found}", "nothing"),
        ([{}], "entry {number} of the map should be a list, not {found}", "an object"),
        ([[0]], "entry {number} of the map should be [layer, rows], not {found}", "a list of {count}"),
        ([[0, [0]]], "a row on layer {layer} should be [y, cells], not {found}", None),
        ([[[], []]], "a layer should be a whole number, no farther out than {farthest:,}, not {found}", None),
        ([[0, [[0, [[0, 401]]]]]], "a count should be a whole number, {farthest:,} at most, not {found}", None),
        (
            [[0, [[10**30, 0]]]],
            "{axis} should be a whole number, no farther out than {farthest:,}, not {found}",
            "a far greater one",
        ),
        (
            [[0, [[0, [[0, 0]]]]]],
            "a count of {count} tiles at x {x}, y {y} on layer {layer}; it should be 1 or more",
            None,
        ),
    ],
)
def test_what_is_wrong_can_be_said_in_any_language(map: object, text: str, found: str | None) -> None:
    (board,) = read(json.dumps([{"name": "A", "map": map}]).encode())
    assert isinstance(board.error, Said)
    message = board.error.values["message"]
    assert isinstance(message, Said) and message.text == text
    assert found is None or getattr(message.values["found"], "text", None) == found


def test_numbers_that_are_none_are_refused() -> None:
    for number in ("NaN", "Infinity", "1e999", "-1e999"):
        (found,) = read(f'[{{"map":[[0,[[{number},[0,2]]]]]}}]'.encode())
        assert found.error is not None and "y should be a whole number" in found.error, number


@pytest.mark.parametrize(
    ("text", "reason", "line", "column"),
    [
        ("[\n{'map': 1}]", "Expecting property name", 2, 2),
        ('[{"map":[]}\n{}]', "expected ',' or ']', found '{'", 2, 1),
        ('[{"map":[]}', "found the end of the file", 1, 12),
        ('{"boards" 1}', "expected ':'", 1, 11),
        ('{"boards":[]} x', "follows after the end", 1, 15),
        ("[" * 200_000, "nested here far deeper", 1, 2),
        ("{}", "holds no boards", None, None),
        ("[1", "a board is an object", 1, None),
    ],
)
def test_text_that_is_not_json_is_shown(text: str, reason: str, line: int | None, column: int | None) -> None:
    found = read(text.encode())[0 if text == "[1" else -1]
    assert found.error is not None and reason in found.error
    assert (found.line, found.column) == (line, column)


def test_runs_of_tiles_are_written_short() -> None:
    text = write(LAYOUT, "mah", name="Row", by="Nobody", category="Trials").decode()
    board = {"id": LAYOUT.tag, "name": "Row", "by": "Nobody", "cat": "Trials"}
    assert json.loads(text) == {
        "mah": "1.0",
        "boards": [{**board, "map": [[0, [[0, [[0, 3], 7]], [2, [4]]]], [1, [[1, [2]]]]]}],
    }
