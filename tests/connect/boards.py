"""Boards for tests: drawn as rows of characters, or laid by chance."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from paishan.connect.board import Board
from paishan.connect.grid import GRIDS, Gravity, Grid
from paishan.tiles import KINDS, Kind, Matching, kind_of
from tests.connect.reference import Place, Reference

EVERY_GRID = tuple(Grid(grid.width, grid.height, outside) for grid in GRIDS for outside in (True, False))
SMALL_GRIDS = tuple(
    Grid(width, height, outside)
    for width, height in ((2, 1), (1, 4), (2, 2), (4, 3), (3, 4), (8, 1), (6, 6))
    for outside in (True, False)
)


def drawn(*rows: str, outside: bool = True, gravity: Gravity = Gravity.NONE) -> Board:
    """A board of these rows: a dot is an empty slot, and equal letters match."""
    letters = [letter for row in rows for letter in row]
    return Board(
        Grid(len(rows[0]), len(rows), outside),
        [KINDS[0] if letter == "." else KINDS["ABCDEFGHIJKLMNOPQRSTUVWXYZ".index(letter)] for letter in letters],
        gravity=gravity,
        present=sum(1 << slot for slot, letter in enumerate(letters) if letter != "."),
    )


def picture(board: Board) -> list[str]:
    """The rows that `drawn` makes the board of."""
    letters = [
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[kind.index] if board.present >> slot & 1 else "."
        for slot, kind in enumerate(board.kinds)
    ]
    width = board.grid.width
    return ["".join(letters[at : at + width]) for at in range(0, len(letters), width)]


def labelled(*labels: str, matching: Matching = Matching.FAMILY) -> Board:
    """A board of one row with these tiles."""
    return Board(Grid(len(labels), 1), [kind_of(label) for label in labels], matching)


def some_board(rng: Random, grid: Grid, kinds: Sequence[Kind] = KINDS, gravity: Gravity = Gravity.NONE) -> Board:
    """A board on which each slot holds a tile with some chance, the same for all of them."""
    share = rng.random()
    present = sum(1 << slot for slot in range(grid.slots) if rng.random() < share)
    for lane in grid.lanes(gravity):
        settled = sorted((present >> slot & 1 for slot in lane), reverse=True)
        for slot, held in zip(lane, settled, strict=True):
            present = present & ~(1 << slot) | held << slot
    return Board(grid, [rng.choice(kinds) for _ in range(grid.slots)], gravity=gravity, present=present)


def reference_of(board: Board) -> Reference:
    """The same places and tiles for the plain rules."""
    grid = board.grid
    tiles = [place(board, slot) for slot in range(grid.slots) if board.present >> slot & 1]
    return Reference(grid.width, grid.height, grid.outside, tiles)


def place(board: Board, slot: int) -> Place:
    """Column and row of a slot, which are numbered row by row."""
    return slot % board.grid.width, slot // board.grid.width
