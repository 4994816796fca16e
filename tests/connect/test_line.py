"""The line that is drawn: fewest turns, then shortest, through empty places only (N2, reports N8, N11)."""

from __future__ import annotations

from random import Random

import pytest

from paishan.connect.board import Board
from paishan.connect.line import Line, line
from tests.connect.boards import EVERY_GRID, SMALL_GRIDS, drawn, place, reference_of, some_board
from tests.connect.reference import steps


def cost(drawn_line: Line) -> tuple[int, int]:
    """Turns and steps."""
    return len(drawn_line) - 2, len(list(steps(list(drawn_line)))) + 1


def check(board: Board, a: int, b: int) -> Line | None:
    """Check one line against every rule, and that none is drawn only where none is."""
    reference = reference_of(board)
    found = line(board, a, b)
    assert (found is not None) is board.joinable(a, b)
    best = reference.best(place(board, a), place(board, b))
    if found is None:
        assert best is None
        return None
    assert (found[0], found[-1]) == (place(board, a), place(board, b))
    assert reference.tiles.isdisjoint(steps(list(found)))
    assert all(x in reference.columns and y in reference.rows for x, y in found)
    assert cost(found) == best
    for (xa, ya), (x, y), (xb, yb) in zip(found, found[1:], found[2:], strict=False):
        assert (xa == x) != (x == xb) and (ya == y) != (y == yb), f"{found} does not turn at ({x}, {y})"
    back = line(board, b, a)
    assert back is not None
    assert found == back[::-1]
    return found


class TestBest:
    def test_lines_are_the_best_that_a_search_of_all_finds(self) -> None:
        rng = Random(4)
        turns = [0, 0, 0, 0]
        for grid in EVERY_GRID * 12 + SMALL_GRIDS * 12:
            board = some_board(rng, grid)
            for _ in range(20):
                a, b = rng.sample(range(grid.slots), 2)
                found = check(board, a, b)
                turns[3 if found is None else len(found) - 2] += 1
        assert min(turns) > 200

    @pytest.mark.long
    def test_many_lines_are_the_best_that_a_search_of_all_finds(self) -> None:
        rng = Random(5)
        for grid in EVERY_GRID * 500 + SMALL_GRIDS * 500:
            board = some_board(rng, grid)
            for _ in range(20):
                check(board, *rng.sample(range(grid.slots), 2))

    def test_every_line_of_a_game_played_by_chance_is_the_best(self) -> None:
        rng = Random(6)
        for grid in EVERY_GRID:
            board = some_board(rng, grid)
            while pairs := list(board.pairs()):
                pair = rng.choice(pairs)
                assert check(board, pair.a, pair.b) is not None
                board.push(pair)


class TestExamples:
    def test_neighbours_are_joined_straight(self) -> None:
        assert line(drawn("AA"), 0, 1) == ((0, 0), (1, 0))
        assert line(drawn("A", "A"), 0, 1) == ((0, 0), (0, 1))

    def test_a_straight_line_runs_along_the_row(self) -> None:
        assert line(drawn("A..A"), 3, 0) == ((3, 0), (0, 0))

    def test_a_line_of_one_turn_turns_in_the_column_of_the_left_hand_tile_where_it_can(self) -> None:
        assert line(drawn("A..", "..A", outside=False), 0, 5) == ((0, 0), (0, 1), (2, 1))
        assert line(drawn("..A", "A..", outside=False), 2, 3) == ((2, 0), (0, 0), (0, 1))

    def test_a_line_of_one_turn_turns_at_the_other_corner_where_it_must(self) -> None:
        assert line(drawn("A..", "B.A"), 0, 5) == ((0, 0), (2, 0), (2, 1))

    def test_a_line_around_the_top_keeps_close_to_the_grid(self) -> None:
        assert line(drawn("ABCA", "DDEE"), 0, 3) == ((0, 0), (0, -1), (3, -1), (3, 0))

    def test_a_line_around_the_bottom_the_left_and_the_right(self) -> None:
        board = drawn("ABCD", "EFGH", "IJKL")
        assert line(board, 8, 11) == ((0, 2), (0, 3), (3, 3), (3, 2))
        assert line(board, 0, 8) == ((0, 0), (-1, 0), (-1, 2), (0, 2))
        assert line(board, 3, 11) == ((3, 0), (4, 0), (4, 2), (3, 2))

    def test_nothing_runs_around_the_outside_where_lines_stay_inside(self) -> None:
        assert line(drawn("ABCA", "DDEE", outside=False), 0, 3) is None

    def test_of_equally_short_lines_the_leftmost_column_is_taken(self) -> None:
        board = drawn(
            "AX..",
            "....",
            "..XA",
            outside=False,
        )
        assert line(board, 0, 11) == ((0, 0), (0, 1), (3, 1), (3, 2))
        board = drawn(
            "A..X",
            "X..X",
            "X..A",
            outside=False,
        )
        assert line(board, 0, 11) == ((0, 0), (1, 0), (1, 2), (3, 2))

    def test_of_equally_short_lines_one_along_a_column_comes_before_one_along_a_row(self) -> None:
        board = drawn(
            "A..X",
            "...X",
            "X..A",
            outside=False,
        )
        assert line(board, 0, 11) == ((0, 0), (1, 0), (1, 2), (3, 2))

    def test_of_two_ways_around_the_shorter_is_taken_and_of_equal_ones_the_upper(self) -> None:
        board = drawn("BCD", "ABA", "CDE", "FGH")
        assert line(board, 3, 5) is None
        board = drawn(".C.", "ABA", ".D.", ".E.")
        assert line(board, 3, 5) == ((0, 1), (0, -1), (2, -1), (2, 1))
        board = drawn(".C.", ".D.", "ABA", ".E.")
        assert line(board, 6, 8) == ((0, 2), (0, 4), (2, 4), (2, 2))
        board = drawn(".CC.", "ABBA", ".DD.")
        assert line(board, 4, 7) == ((0, 1), (0, -1), (3, -1), (3, 1))

    def test_fewer_turns_come_before_a_shorter_way(self) -> None:
        board = drawn(
            "A.......",
            "..XXXXX.",
            "..XXXXX.",
            "XXXXXXXA",
        )
        assert line(board, 0, 31) == ((0, 0), (7, 0), (7, 3))

    def test_a_third_tile_of_the_same_kind_is_gone_around(self) -> None:
        assert line(drawn("A.A.A."), 0, 4) == ((0, 0), (0, -1), (4, -1), (4, 0))
        assert line(drawn("A.A.A.", outside=False), 0, 4) is None

    def test_one_slot_has_no_line(self) -> None:
        with pytest.raises(ValueError, match="slot 3 was given twice"):
            line(drawn("A..A"), 3, 3)
