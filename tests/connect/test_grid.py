"""Grids and rule variants: what they are called, and where their slots lie (N1)."""

from __future__ import annotations

import pytest

from paishan.codes import Code, Dealer
from paishan.connect.grid import GRIDS, VARIANTS, Gravity, Grid, by_id, by_number, by_tag


class TestGrid:
    def test_the_game_is_played_on_18_by_8_slots_unless_another_is_chosen(self) -> None:
        assert [(grid.id, grid.number, grid.tag, grid.slots, grid.outside) for grid in GRIDS] == [
            ("connect-18x8", 0, "L00", 144, True),
            ("connect-14x6", 1, "L01", 84, True),
            ("connect-24x12", 2, "L02", 288, True),
        ]

    def test_slots_are_numbered_row_by_row(self) -> None:
        grid = by_number(0)
        assert [grid.slot(0, 0), grid.slot(17, 0), grid.slot(0, 1), grid.slot(17, 7)] == [0, 17, 18, 143]
        assert [grid.at(slot) for slot in (0, 17, 18, 143)] == [(0, 0), (17, 0), (0, 1), (17, 7)]
        assert grid.full.bit_count() == 144

    def test_a_grid_is_found_by_id_number_and_tag(self) -> None:
        for grid in GRIDS:
            assert grid.number is not None
            assert by_id(grid.id) is by_number(grid.number) is by_tag(grid.tag) is grid

    def test_its_tag_stands_in_a_code(self) -> None:
        assert str(Code(Dealer.MC1, by_number(2).tag, 0)).startswith("MC1-L02-AAAAAA")

    def test_a_grid_without_outside_keeps_its_name_and_number(self) -> None:
        inside = Grid(14, 6, outside=False)
        assert (inside.id, inside.number, inside.tag) == ("connect-14x6", 1, "L01")
        assert inside != Grid(14, 6)

    def test_an_unknown_grid_is_refused_with_those_there_are(self) -> None:
        with pytest.raises(
            ValueError, match="there is no grid 'big'; there are connect-18x8, connect-14x6, connect-24x12"
        ):
            by_id("big")
        with pytest.raises(ValueError, match="there is no grid number 3; there are 0 to 2"):
            by_number(3)
        with pytest.raises(ValueError, match="there is no grid L09"):
            by_tag("L09")

    def test_a_grid_of_its_own_size_has_no_number_and_no_code(self) -> None:
        grid = Grid(6, 4)
        assert (grid.id, grid.number) == ("connect-6x4", None)
        with pytest.raises(ValueError, match=r"a game code can name connect-18x8, .* only, not connect-6x4"):
            _ = grid.tag

    def test_a_grid_that_cannot_be_played_is_refused(self) -> None:
        with pytest.raises(ValueError, match="an even number of slots; this one has 15"):
            Grid(5, 3)
        with pytest.raises(ValueError, match="the width of a grid is 1 to 30, not 31"):
            Grid(31, 2)
        with pytest.raises(ValueError, match="the height of a grid is 1 to 30, not 0"):
            Grid(2, 0)


class TestVariants:
    def test_nothing_moves_and_lines_run_outside_unless_a_variant_says_otherwise(self) -> None:
        assert [(variant.id, variant.gravity, variant.outside) for variant in VARIANTS] == [
            ("plain", Gravity.NONE, True),
            ("falling", Gravity.DOWN, True),
            ("sliding", Gravity.SIDEWAYS, True),
            ("inside", Gravity.NONE, False),
        ]

    def test_a_variant_opens_or_closes_the_outside_of_a_grid(self) -> None:
        open_, closed = Grid(18, 8), Grid(18, 8, outside=False)
        for grid in (open_, closed):
            assert [variant.on(grid) for variant in VARIANTS] == [open_, open_, open_, closed]

    def test_tiles_fall_to_the_bottom_row_or_slide_to_the_left_hand_column(self) -> None:
        grid = Grid(3, 2)
        assert [list(lane) for lane in grid.lanes(Gravity.DOWN)] == [[3, 0], [4, 1], [5, 2]]
        assert [list(lane) for lane in grid.lanes(Gravity.SIDEWAYS)] == [[0, 1, 2], [3, 4, 5]]
        assert list(grid.lanes(Gravity.NONE)) == []
