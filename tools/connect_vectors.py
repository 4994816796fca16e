"""What the browser's rules of Mahjong Connect are checked by: `python -m tools.connect_vectors` writes the vectors.

`boards` are rows of characters: a dot is an empty place, and equal characters match. Slots are numbered row by row.
Of each board the list says which pairs can be taken, all of them in order, and for some pairs of slots, whatever lies
there, the line that is drawn (or null where none joins them), as points [x, y] counted from 0, −1 and the grid's sides
being the places just outside. `falls` says, for boards with gravity, what the board is after a pair has been taken, and
which tiles moved, each from slot to slot.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import combinations
from pathlib import Path
from string import ascii_letters, digits
from typing import TypeAlias

from paishan.connect.board import Board
from paishan.connect.grid import GRIDS, Gravity, Grid
from paishan.connect.line import line
from paishan.rng import Rng
from paishan.tiles import FULL_SET, KINDS, Kind

TARGET = Path(__file__).parents[1] / "tests/connect/vectors.json"
LETTERS = ascii_letters.swapcase() + digits
Json: TypeAlias = dict[str, object]

TRAPS: tuple[tuple[str, tuple[str, ...], bool], ...] = (
    ("a full board: two on one side, top to left, corners", ("ABCA", "CDEF", "AEDB"), True),
    ("the same where lines stay inside", ("ABCA", "CDEF", "AEDB"), False),
    ("two kinds crossed in a block of four", ("AB", "BA"), True),
    ("the same in the middle of an empty grid", ("......", "..AB..", "..BA..", "......"), True),
    ("neighbours", ("AABB", "CDDC"), True),
    ("neighbours where lines stay inside", ("AB", "AB"), False),
    ("a line around the top", ("ABCA", "DDEE"), True),
    ("no line around the top where lines stay inside", ("ABCA", "DDEE"), False),
    ("a line through a third tile of its kind goes around", ("A.A.A.",), True),
    ("a line through a third tile of its kind is none inside", ("A.A.A.",), False),
    ("a third of the kind in the corner", ("A..A", "X..X", "A..A"), False),
    ("one turn, at either corner", ("A...", "...A"), False),
    ("one turn, at the only corner", ("A...", "B..A"), False),
    ("two turns, of equal lines the leftmost column", ("A..X", "X..X", "X..A"), False),
    ("two turns, along a row", ("AX..", "....", "..XA"), False),
    ("fewer turns before a shorter way", ("A.......", "..XXXXX.", "..XXXXX.", "XXXXXXXA"), True),
    ("of two ways around the shorter", (".C..", "ABAX", ".D..", ".E.."), True),
    ("of two equal ways around the upper", (".CC.", "ABBA", ".DD."), True),
    ("three turns are too many", ("A.XX", "X..X", "XX.A", "XXXX"), False),
    ("the last pair, in opposite corners", ("A.....", "......", "......", ".....A"), False),
    ("one row", ("ABBAAB",), True),
    ("one column", ("A", "B", "A", "B"), True),
    ("four of a kind, six pairs", ("A..A", "....", "....", "A..A"), True),
    ("no tile at all", ("....", "...."), True),
)
"""Drawn by hand. On those of up to twelve slots every two slots are asked about, on others all tiles A and more."""


def drawn(rows: Sequence[str], outside: bool) -> Board:
    """A board of these rows."""
    letters = "".join(rows)
    kinds = [KINDS[LETTERS.index(letter)] if letter != "." else KINDS[0] for letter in letters]
    present = sum(1 << slot for slot, letter in enumerate(letters) if letter != ".")
    return Board(Grid(len(rows[0]), len(rows), outside), kinds, present=present)


def rows_of(board: Board) -> list[str]:
    """The rows of a board; its groups are its letters."""
    letters = [LETTERS[group] if board.present >> slot & 1 else "." for slot, group in enumerate(board.groups)]
    width = board.grid.width
    return ["".join(letters[at : at + width]) for at in range(0, len(letters), width)]


def vector(name: str, board: Board, asked: Iterable[tuple[int, int]]) -> Json:
    """What is to be known of one board."""
    return {
        "name": name,
        "rows": rows_of(board),
        "outside": board.grid.outside,
        "pairs": list(board.pairs()),
        "lines": [{"a": a, "b": b, "line": line(board, a, b)} for a, b in asked],
    }


def by_chance(rng: Rng, grid: Grid, gravity: Gravity, moves: int) -> Board:
    """A full set, part of one or two of them laid by chance, after so many pairs taken by chance."""
    tiles: list[Kind] = list(FULL_SET) * (2 if grid.slots > len(FULL_SET) else 1)
    rng.shuffle(tiles)
    board = Board(grid, tiles[: grid.slots], gravity=gravity)
    for _ in range(moves):
        pairs = list(board.pairs())
        if not pairs:
            break
        board.push(pairs[rng.below(len(pairs))])
    return board


def scattered(rng: Rng, grid: Grid, percent: int) -> Board:
    """Tiles by chance on so many slots of a hundred."""
    present = sum(1 << slot for slot in range(grid.slots) if rng.below(100) < percent)
    kinds = [KINDS[rng.below(12)] for _ in range(grid.slots)]
    return Board(grid, kinds, present=present)


def boards() -> list[Json]:
    """The boards by hand, then those by chance: in play, and scattered."""
    out = []
    for name, rows, outside in TRAPS:
        board = drawn(rows, outside)
        every = list(combinations(range(board.grid.slots), 2))
        if len(every) > 66:
            lettered = [slot for slot, letter in enumerate("".join(rows)) if letter == "A"]
            every = [*combinations(lettered, 2), *every[:: len(every) // 20]]
        out.append(vector(name, board, dict.fromkeys(every)))
    rng = Rng(18_08)
    for grid in GRIDS:
        for outside in (True, False):
            for moves in (0, 6, 15, 30, 60):
                board = by_chance(rng, Grid(grid.width, grid.height, outside), Gravity.NONE, moves)
                pairs = [(pair.a, pair.b) for pair in board.pairs()]
                rng.shuffle(pairs)
                out.append(vector(f"after {len(board.taken)} pairs", board, pairs[:4] + chosen(rng, board, 4)))
            for percent in (15, 40, 70):
                board = scattered(rng, Grid(grid.width, grid.height, outside), percent)
                out.append(vector(f"{percent} % of the slots", board, chosen(rng, board, 6)))
    return out


def chosen(rng: Rng, board: Board, count: int) -> list[tuple[int, int]]:
    """Two slots by chance, so many times, one or the other first."""
    slots = list(range(board.grid.slots))
    out = []
    for _ in range(count):
        rng.shuffle(slots)
        out.append((slots[0], slots[1]))
    return out


def falls() -> list[Json]:
    """Boards with gravity before and after a pair."""
    out: list[Json] = []
    rng = Rng(8_18)
    for gravity in (Gravity.DOWN, Gravity.SIDEWAYS):
        for moves in (0, 5, 12, 25):
            for grid in GRIDS[:2]:
                board = by_chance(rng, grid, gravity, moves)
                before, pairs = rows_of(board), list(board.pairs())
                if pairs:
                    pair = board.push(pairs[rng.below(len(pairs))])
                    after: Json = {"after": rows_of(board), "moved": sorted(board.moved)}
                    out.append({"gravity": gravity, "rows": before, "pair": pair, **after})
    return out


def text() -> str:
    """The whole file: one board a line."""
    parts = []
    for name, entries in (("boards", boards()), ("falls", falls())):
        lines = ",\n".join(json.dumps(entry, ensure_ascii=False, separators=(",", ":")) for entry in entries)
        parts.append(f'"{name}": [\n{lines}\n]')
    return "{\n" + ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
