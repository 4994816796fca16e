"""Which tiles a line joins: by masks exactly as by walking (N2, reports N10), compiled and uncompiled alike."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import pytest

from paishan.connect.grid import Grid
from paishan.connect.joins import COMPILED, Field
from tests.connect.boards import EVERY_GRID, SMALL_GRIDS, drawn, place, reference_of, some_board


def compared(seed: int, cases: int) -> dict[Grid, list[int]]:
    """Compare so many cases on every grid, a tenth on small ones; how many were not joined and joined, by grid."""
    rng = Random(seed)
    counts: dict[Grid, list[int]] = {}
    for grid in EVERY_GRID + SMALL_GRIDS:
        count = counts[grid] = [0, 0]
        while sum(count) < (cases if grid in EVERY_GRID else cases // 10):
            board = some_board(rng, grid)
            reference = reference_of(board)
            for a in rng.sample(range(grid.slots), min(grid.slots, 3)):
                reached = reference.reached(place(board, a))
                for b in range(grid.slots):
                    if a != b:
                        joined = place(board, b) in reached
                        assert board.joinable(a, b) is joined, f"slots {a} and {b} of {board.grid}, {board.present:b}"
                        count[joined] += 1
    return counts


class TestReference:
    def test_a_hundred_thousand_cases_are_as_a_walk_finds_them(self) -> None:
        counts = compared(1, 15_000)
        assert sum(map(sum, counts.values())) >= 100_000
        assert all(min(counts[grid]) > 1_000 for grid in EVERY_GRID)

    @pytest.mark.long
    def test_four_million_cases_are_as_a_walk_finds_them(self) -> None:
        counts = compared(2, 600_000)
        assert sum(map(sum, counts.values())) >= 4_000_000
        assert all(min(counts[grid]) > 100_000 for grid in EVERY_GRID)

    def test_every_pair_of_a_board_is_found_once_and_in_order(self) -> None:
        rng = Random(3)
        for grid in (EVERY_GRID + SMALL_GRIDS) * 4:
            board = some_board(rng, grid)
            reference = reference_of(board)
            slots = [slot for slot in range(grid.slots) if board.present >> slot & 1]
            reached = {slot: reference.reached(place(board, slot)) for slot in slots}
            pairs = [
                (a, b)
                for a in slots
                for b in slots
                if a < b and board.groups[a] == board.groups[b] and place(board, b) in reached[a]
            ]
            assert list(board.pairs()) == pairs
            assert board.locked is (bool(slots) and not pairs)


class TestTraps:
    def test_on_a_full_board_tiles_are_joined_on_one_side_or_next_to_each_other_only(self) -> None:
        grid = Grid(18, 8)
        field = Field(18, 8)
        field.place(grid.full)
        for a in range(grid.slots):
            for b in range(grid.slots):
                if a == b:
                    continue
                (xa, ya), (xb, yb) = grid.at(a), grid.at(b)
                beside = abs(xa - xb) + abs(ya - yb) == 1
                one_side = xa == xb in (0, 17) or ya == yb in (0, 7)
                assert field.joinable(a, b) is (beside or one_side)

    def test_on_a_full_board_the_top_is_not_joined_to_the_left_edge_and_a_corner_belongs_to_both_sides(self) -> None:
        board = drawn("ABCDE", "FGHIJ", "KLMNO", "PQRST")
        top, left, corner = 2, 5, 0
        assert not board.joinable(top, left)
        assert board.joinable(corner, 4) and board.joinable(corner, 15)

    def test_on_a_full_board_opposite_corners_are_never_joined(self) -> None:
        board = drawn("ABCDE", "FGHIJ", "KLMNO", "PQRST")
        assert not board.joinable(0, 19)
        assert not board.joinable(4, 15)

    def test_where_lines_stay_inside_only_neighbours_of_a_full_board_are_joined(self) -> None:
        board = drawn("ABC", "DEF", outside=False)
        joined = [(a, b) for a in range(6) for b in range(a + 1, 6) if board.joinable(a, b)]
        assert joined == [(0, 1), (0, 3), (1, 2), (1, 4), (2, 5), (3, 4), (4, 5)]

    def test_two_kinds_crossed_in_a_block_of_four_are_locked_wherever_they_lie(self) -> None:
        for outside in (True, False):
            for x in range(5):
                for y in range(3):
                    rows = [["."] * 6 for _ in range(4)]
                    rows[y][x] = rows[y + 1][x + 1] = "A"
                    rows[y][x + 1] = rows[y + 1][x] = "B"
                    assert drawn(*map("".join, rows), outside=outside).locked

    def test_the_last_two_tiles_are_always_joined(self) -> None:
        grid = Grid(6, 4)
        for a in range(grid.slots):
            for b in range(a + 1, grid.slots):
                for outside in (True, False):
                    field = Field(6, 4, outside)
                    field.place(1 << a | 1 << b)
                    assert field.joinable(a, b)

    def test_a_third_tile_of_the_same_kind_stands_in_the_way_as_any_other(self) -> None:
        board = drawn("AAA.", outside=False)
        assert list(board.pairs()) == [(0, 1), (1, 2)]

    def test_a_line_of_three_turns_joins_nothing(self) -> None:
        board = drawn(
            "A.XX",
            "X.XX",
            "X..A",
            "XXXX",
            outside=False,
        )
        assert board.joinable(0, 11)
        board = drawn(
            "A.XX",
            "X..X",
            "XX.A",
            "XXXX",
            outside=False,
        )
        assert not board.joinable(0, 11)


class TestField:
    def test_the_widest_and_highest_grid_is_joined_from_end_to_end(self) -> None:
        for width, height in ((30, 1), (1, 30), (30, 30)):
            field = Field(width, height)
            field.place((1 << width * height) - 1)
            assert width == 1 or field.joinable(0, width - 1)
            assert height == 1 or field.joinable(0, width * (height - 1))
            field.place(1 | 1 << width * height - 1)
            field.match([0] * (width * height))
            assert field.pairs() == [(0, width * height - 1)]

    def test_a_slot_that_is_none_is_refused(self) -> None:
        field = Field(4, 3)
        for slot in (-1, 12):
            with pytest.raises(IndexError, match=rf"there is no slot {slot}; there are 0 to 11"):
                field.joinable(0, slot)
            with pytest.raises(IndexError, match=rf"there is no slot {slot}"):
                field.flip(slot)

    def test_groups_are_given_for_every_slot(self) -> None:
        with pytest.raises(ValueError, match="there are 12 slots, but 11 groups were given"):
            Field(4, 3).match([0] * 11)

    def test_no_more_pairs_come_than_were_asked_for(self) -> None:
        field = Field(4, 1)
        field.place(0b1111)
        field.match([0, 0, 0, 0])
        assert field.pairs() == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
        assert field.pairs(2) == [(0, 1), (0, 2)]


def answers(*arguments: str) -> list[str]:
    command = [sys.executable, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled here")
def test_uncompiled_the_answers_are_the_same() -> None:
    compiled = answers("-m", "tests.connect.answers", "40")
    plain = answers("-m", "tests.solving.plain", "tests.connect.answers", "40")
    assert (compiled[0], plain[0]) == ("compiled", "plain")
    assert len(compiled) > 500
    assert compiled[1:] == plain[1:]
