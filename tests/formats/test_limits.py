"""Hostile files: ten million bytes made to hurt cost less than a second and less than a hundred megabytes."""

from __future__ import annotations

import json
import time
import tracemalloc
from collections.abc import Callable

import pytest

from paishan.solitaire.formats import MAX_BOARDS, MAX_BYTES, read

MAP = [[0, [[0, [[0, 2]]]]]]


def full(words: str, before: str = "") -> bytes:
    """As many of these words as make the file as long as a file may be."""
    return (before + words * (MAX_BYTES // len(words) + 1)).encode()[:MAX_BYTES]


HOSTILE: dict[str, Callable[[], bytes]] = {
    "nested lists": lambda: full("["),
    "nested objects": lambda: full('{"a":'),
    "empty lists in a map": lambda: full("[],", '{"mah":"1.0","boards":[{"name":"a","map":['),
    "keys": lambda: full('"a":1,', "{"),
    "keys far apart": lambda: full('"a":1,' + "\n" * 1_000, "{"),
    "keys far down": lambda: full('"a":1,', "{" + "\n" * 9_930_000),
    "digits": lambda: full("1", "["),
    "maps": lambda: full("<map>"),
    "unclosed tags": lambda: full("<tile " + "x= " * 700),
    "comments": lambda: full("<!---->"),
    "unclosed comments": lambda: full("<!--"),
    "wide elements": lambda: full('<row left="0" right="1" y="1"' + " " * 60 + "/>", '<map name="x">'),
    "white space": lambda: full(" "),
    "line ends": lambda: full("\r"),
    "one line": lambda: full("1", "kmahjongg-layout-v1.0\n"),
    "comment lines": lambda: full("#\n", "kmahjongg-layout-v1.0\n"),
    "an endless board": lambda: full(".", "kmahjongg-layout-v1.1\nw999999999\nh999999999\nd999999999\n"),
    "tiles in Kyodai": lambda: full("1", "Kyodai 3.0\nA\n"),
    "letters": lambda: full("a", "0"),
    "strings": lambda: full("0aaa\n"),
    "strings in comments": lambda: full("#0aaaaaa\n"),
    "joints": lambda: full('"' + " " * 80, "0aaa"),
    "triples": lambda: full("0 0 0\n"),
    "wide letters": lambda: full("a", '[{"name":"\U0001f600'),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_file_costs_less_than_a_second(kind: str) -> None:
    data = HOSTILE[kind]()
    began = time.process_time()
    found = read(data, "hostile")
    assert time.process_time() - began < 1
    assert found and all(board.layout is None and board.error for board in found)


@pytest.mark.parametrize("kind", ["empty lists in a map", "wide letters", "one line", "comment lines", "letters"])
def test_a_hostile_file_takes_less_than_a_hundred_megabytes(kind: str) -> None:
    data = HOSTILE[kind]()
    tracemalloc.start(1)
    try:
        read(data, "hostile")
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most + len(data) < 100_000_000


def test_a_thousand_boards_are_read_and_one_more_is_refused() -> None:
    boards = [{"name": str(number), "map": MAP} for number in range(MAX_BOARDS + 1)]
    found = read(json.dumps(boards[:-1]).encode())
    assert len(found) == MAX_BOARDS and all(board.layout for board in found)
    (refused,) = read(json.dumps(boards).encode())
    assert refused.error == "a file may hold at most 1,000 boards; split this one"


def test_288_tiles_are_read_and_two_more_are_refused() -> None:
    rows = [[2 * y, [[0, 24]]] for y in range(12)]
    assert read(json.dumps([{"map": [[0, rows]]}]).encode())[0].tiles == 288
    (refused,) = read(json.dumps([{"map": [[0, rows], [1, [[0, [[0, 2]]]]]]}]).encode())
    assert refused.error == "a layout holds at most 288 tiles; this one has 290"


def test_ten_megabytes_are_read_and_one_byte_more_is_refused() -> None:
    board = json.dumps([{"map": MAP}]).encode()
    assert read(board + b" " * (MAX_BYTES - len(board)))[0].layout is not None
    assert (
        read(board + b" " * (MAX_BYTES - len(board) + 1))[0].error
        == "a layout file has at most 10 MB; this one has more"
    )


def test_tiles_that_lie_too_far_apart_are_refused() -> None:
    for places in ("0 0 0\n399 399 0\n0 0 399\n0 2 0\n", "0 0 0\n0 401 0\n"):
        (found,) = read(places.encode())
        assert found.error is not None and "far" in found.error
    wide = b"paishan layout 1\nid: a\nname: A\n\nlayer 0 at 0,0\n#\nlayer 0 at 402,0\n#\n"
    assert "404 × 2 half tiles on 1 layers" in str(read(wide)[0].error)
    assert read(wide.replace(b"402", b"400"))[0].layout is not None
