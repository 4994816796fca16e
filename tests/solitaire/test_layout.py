"""Layouts: who lies on whom, who stands beside whom, and what is free (T2, C1, reports S1 and S5)."""

from __future__ import annotations

import json
from hashlib import sha1
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paishan.solitaire.gallery import by_id, layouts
from paishan.solitaire.layout import Layout, Slot, bits
from tests.reference import Position, Reference, covers, neighbours, stands_left, stands_right
from tests.solitaire import strategies

TURTLE = by_id("turtle")


def lay(*positions: Position) -> Layout:
    return Layout.build("some", "Some", positions)


def free(layout: Layout, *gone: Position) -> set[Position]:
    """The places of free tiles when some are gone."""
    present = layout.full
    for position in gone:
        present &= ~(1 << layout.slots.index(Slot(*position)))
    return {(x, y, z) for x, y, z in (layout.slots[slot] for slot in bits(layout.free(present)))}


class TestTurtle:
    def test_it_has_144_slots_on_five_layers_of_87_36_16_4_and_1(self) -> None:
        assert len(TURTLE) == 144
        assert TURTLE.layers == 5
        assert [sum(slot.z == z for slot in TURTLE.slots) for z in range(5)] == [87, 36, 16, 4, 1]

    def test_it_is_fifteen_tiles_wide_and_eight_high(self) -> None:
        assert (TURTLE.width, TURTLE.height) == (30, 16)

    def test_it_is_the_well_known_default_layout(self) -> None:
        assert TURTLE.sha1 == "5fa81009178e1a59f9317eabdae583178afd30f1"
        assert TURTLE.tag == "L00"

    def test_its_rows_are_numbered_layer_by_layer_from_the_upper_left(self) -> None:
        # Rows of 12, 8, 10, 12, then the three end tiles half a row down, 12, 10, 8 and 12: 87 in all.
        firsts = {0: (2, 0, 0), 12: (6, 2, 0), 20: (4, 4, 0), 30: (2, 6, 0), 45: (2, 8, 0), 57: (4, 10, 0)}
        firsts |= {67: (6, 12, 0), 75: (2, 14, 0), 87: (8, 2, 1), 123: (10, 4, 2), 139: (12, 6, 3), 143: (13, 7, 4)}
        firsts |= {42: (0, 7, 0), 43: (26, 7, 0), 44: (28, 7, 0)}
        assert {slot: tuple(TURTLE.slots[slot]) for slot in firsts} == firsts

    def test_35_tiles_are_free_at_the_start(self) -> None:
        # By hand: both ends of the six outer rows below and the outer two of the three end tiles (14), both ends
        # of six rows on layer 1 (12), both ends of four rows on layer 2 (8), none of the four on layer 3, the top.
        below = {0, 11, 12, 19, 20, 29, 42, 44, 57, 66, 67, 74, 75, 86}
        second = {87 + 6 * row for row in range(6)} | {92 + 6 * row for row in range(6)}
        third = {123 + 4 * row for row in range(4)} | {126 + 4 * row for row in range(4)}
        assert set(bits(TURTLE.free())) == below | second | third | {143}
        assert TURTLE.free().bit_count() == 35

    def test_the_top_tile_lies_on_exactly_the_four_of_layer_3(self) -> None:
        top = 1 << 143
        assert [slot for slot in range(144) if TURTLE.above[slot] & top and TURTLE.slots[slot].z == 3] == [
            139,
            140,
            141,
            142,
        ]
        assert [TURTLE.above[slot] for slot in (139, 140, 141, 142)] == [top] * 4
        # Being higher it covers the middle four of every layer below as well: half-tile cells 13–14 by 7–8.
        middle = [35, 36, 50, 51, 101, 102, 107, 108, 128, 129, 132, 133, 139, 140, 141, 142]
        assert list(bits(TURTLE.touches[143])) == middle

    def test_the_four_under_the_top_are_free_once_it_is_gone(self) -> None:
        now = TURTLE.free(TURTLE.full & ~(1 << 143))
        assert set(bits(now)) - set(bits(TURTLE.free())) == {139, 140, 141, 142}

    def test_the_end_tiles_block_the_ends_of_both_middle_rows(self) -> None:
        assert TURTLE.left[30] == TURTLE.left[45] == 1 << 42
        assert TURTLE.right[41] == TURTLE.right[56] == 1 << 43
        assert TURTLE.right[42] == 1 << 30 | 1 << 45
        assert TURTLE.left[43] == 1 << 41 | 1 << 56
        assert (TURTLE.left[42], TURTLE.right[43], TURTLE.left[44], TURTLE.right[44]) == (0, 1 << 44, 1 << 43, 0)

    def test_the_middle_rows_open_on_the_side_whose_end_tile_is_gone(self) -> None:
        start = set(bits(TURTLE.free()))
        assert set(bits(TURTLE.free(TURTLE.full & ~(1 << 42)))) == start - {42} | {30, 45}
        assert set(bits(TURTLE.free(TURTLE.full & ~(1 << 44)))) == start - {44} | {43}
        assert set(bits(TURTLE.free(TURTLE.full & ~(1 << 43 | 1 << 44)))) == start - {44} | {41, 56}


class TestFree:
    def test_a_tile_with_nothing_near_is_free(self) -> None:
        assert free(lay((0, 0, 0), (9, 9, 0))) == {(0, 0, 0), (9, 9, 0)}

    def test_a_row_is_free_at_its_two_ends_only(self) -> None:
        assert free(lay((0, 0, 0), (2, 0, 0), (4, 0, 0), (6, 0, 0))) == {(0, 0, 0), (6, 0, 0)}

    def test_a_tile_is_free_when_one_of_its_sides_is_open(self) -> None:
        row = lay((0, 0, 0), (2, 0, 0), (4, 0, 0), (6, 0, 0))
        assert free(row, (0, 0, 0)) == {(2, 0, 0), (6, 0, 0)}
        assert free(row, (6, 0, 0)) == {(0, 0, 0), (4, 0, 0)}

    def test_top_and_bottom_edges_never_count(self) -> None:
        column: list[Position] = [(0, y, 0) for y in range(0, 12, 2)]
        assert free(lay(*column)) == set(column)

    @pytest.mark.parametrize("left", [-1, 0, 1])
    @pytest.mark.parametrize("right", [-1, 0, 1])
    def test_a_tile_that_touches_half_of_a_long_side_closes_it(self, left: int, right: int) -> None:
        both = lay((2, 2, 0), (0, 2 + left, 0), (4, 2 + right, 0), (20, 0, 0))
        assert (2, 2, 0) not in free(both)
        assert (2, 2, 0) in free(both, (0, 2 + left, 0))
        assert (2, 2, 0) in free(both, (4, 2 + right, 0))

    @pytest.mark.parametrize("position", [(0, 4, 0), (0, 0, 0), (8, 2, 0), (0, 2, 1), (10, 1, 0)])
    def test_a_tile_that_touches_only_a_corner_or_leaves_a_gap_closes_nothing(self, position: Position) -> None:
        # Looked at: (2, 2, 0), closed on its right by (4, 2, 0). The last tile holds the corner of the layout.
        layout = lay((2, 2, 0), (4, 2, 0), position, (0, 20, 0), (20, 0, 0), (20, 20, 0))
        assert Slot(2, 2, 0) in layout.slots
        assert (2, 2, 0) in free(layout)

    def test_a_gap_of_half_a_tile_is_an_open_side(self) -> None:
        assert (3, 0, 0) in free(lay((0, 0, 0), (3, 0, 0), (5, 0, 0), (7, 0, 0)))

    @pytest.mark.parametrize("x", [1, 2, 3])
    @pytest.mark.parametrize("y", [1, 2, 3])
    def test_a_tile_that_lies_even_partly_on_another_covers_it(self, x: int, y: int) -> None:
        assert (2, 2, 0) not in free(lay((2, 2, 0), (x, y, 1), (0, 0, 0), (20, 0, 0)))

    @pytest.mark.parametrize("place", [(0, 2), (4, 2), (2, 0), (2, 4), (0, 0), (4, 4)])
    def test_a_tile_that_only_touches_from_above_covers_nothing(self, place: tuple[int, int]) -> None:
        assert (2, 2, 0) in free(lay((2, 2, 0), (*place, 1), (0, 20, 0), (20, 0, 0)))

    def test_a_tile_half_way_over_two_covers_both(self) -> None:
        assert free(lay((0, 0, 0), (2, 0, 0), (1, 0, 1), (9, 9, 0))) == {(1, 0, 1), (9, 9, 0)}

    def test_a_tile_half_way_over_four_covers_all_four(self) -> None:
        four: list[Position] = [(0, 0, 0), (2, 0, 0), (0, 2, 0), (2, 2, 0)]
        layout = lay(*four, (1, 1, 1), (9, 9, 0))
        assert free(layout) == {(1, 1, 1), (9, 9, 0)}
        assert free(layout, (1, 1, 1)) == {*four, (9, 9, 0)}

    def test_a_bridge_covers_what_lies_under_its_gap(self) -> None:
        # Two piers of two, a deck on layer 2 over the gap between them, and one tile on the ground in the gap.
        piers: list[Position] = [(0, 0, 0), (0, 0, 1), (4, 0, 0), (4, 0, 1)]
        deck: list[Position] = [(0, 0, 2), (2, 0, 2), (4, 0, 2)]
        bridge = lay(*piers, *deck, (2, 4, 0), (2, 0, 0), (9, 9, 0))
        under = bridge.slots.index(Slot(2, 0, 0))
        assert bridge.above[under] == 1 << bridge.slots.index(Slot(2, 0, 2))
        sides_open = bridge.full & ~sum(1 << bridge.slots.index(Slot(*pier)) for pier in piers)
        assert not bridge.is_free(under, sides_open)
        assert bridge.is_free(under, sides_open & ~bridge.above[under])

    def test_a_neighbour_on_another_layer_closes_no_side(self) -> None:
        assert (2, 0, 0) in free(lay((2, 0, 0), (4, 0, 0), (0, 0, 1), (0, 0, 2)))


@given(strategies.layouts())
def test_cover_and_sides_agree_with_the_cells_of_the_tiles(layout: Layout) -> None:
    for slot, place in enumerate(layout.slots):
        others = list(enumerate(layout.slots))
        assert set(bits(layout.above[slot])) == {n for n, other in others if covers(other, place)}
        assert set(bits(layout.left[slot])) == {n for n, other in others if stands_left(other, place)}
        assert set(bits(layout.right[slot])) == {n for n, other in others if stands_right(other, place)}


@given(strategies.layouts())
def test_a_tile_touches_what_it_covers_or_stands_beside(layout: Layout) -> None:
    around = neighbours(layout.slots)
    for slot in range(len(layout)):
        expected = {other for other, sides in enumerate(around) if any(slot in side for side in sides)}
        assert set(bits(layout.touches[slot])) == expected


@given(strategies.layouts(), st.data())
def test_what_is_free_agrees_with_the_rule_read_cell_by_cell_whatever_is_gone(
    layout: Layout, data: st.DataObject
) -> None:
    gone = data.draw(st.sets(st.integers(0, len(layout) - 1)))
    reference = Reference(layout.slots, [0] * len(layout), gone)
    present = layout.full & ~sum(1 << slot for slot in gone)
    assert list(bits(layout.free(present))) == reference.free()


@given(strategies.layouts(), st.randoms(), st.integers(-40, 40), st.integers(-40, 40), st.integers(-3, 40))
def test_a_layout_is_known_by_where_its_tiles_lie_towards_each_other(
    layout: Layout, random: Random, right: int, down: int, up: int
) -> None:
    moved = [(x + right, y + down, z + up) for x, y, z in layout.slots]
    random.shuffle(moved)
    other = Layout.build("other", "Other name", moved, 7)
    assert other == layout
    assert hash(other) == hash(layout)
    assert other.slots == layout.slots
    assert other.sha1 == layout.sha1
    assert [min(axis) for axis in zip(*other.slots, strict=True)] == [0, 0, 0]


@given(strategies.layouts())
def test_slots_are_numbered_by_layer_then_row_then_column(layout: Layout) -> None:
    assert [(z, y, x) for x, y, z in layout.slots] == sorted((z, y, x) for x, y, z in layout.slots)


@given(strategies.layouts())
def test_the_hash_is_that_of_the_sorted_places_as_compact_json(layout: Layout) -> None:
    text = "[" + ",".join(f"[{z},{x},{y}]" for z, x, y in sorted((z, x, y) for x, y, z in layout.slots)) + "]"
    assert layout.sha1 == sha1(text.encode()).hexdigest()
    assert json.loads(text)


def test_layouts_with_different_slots_are_different() -> None:
    assert lay((0, 0, 0), (2, 0, 0)) != lay((0, 0, 0), (3, 0, 0))
    assert lay((0, 0, 0), (2, 0, 0)) != "a layout"


def test_width_height_and_layers_count_from_the_least_to_the_greatest_cell() -> None:
    layout = lay((5, 5, 2), (8, 12, 4))
    assert (layout.width, layout.height, layout.layers) == (5, 9, 3)


def test_a_layout_of_nine_columns_suits_a_phone_and_of_nine_and_a_half_does_not() -> None:
    assert lay((0, 0, 0), (16, 0, 0)).phone
    assert not lay((0, 0, 0), (17, 0, 0)).phone


@pytest.mark.parametrize(
    ("positions", "message"),
    [
        ([], "a layout needs at least two tiles; this one has none"),
        ([(0, 0, 0)], "tiles go in pairs, so a layout has an even number of them; this one has 1"),
        (
            [(x, 0, 0) for x in range(0, 234, 2)],
            "tiles go in pairs, so a layout has an even number of them; this one has 117",
        ),
        ([(0, 0, z) for z in range(290)], "a layout holds at most 288 tiles; this one has 290"),
        ([(4, 4, 1), (4, 4, 1)], "two tiles overlap on layer 1: at (4, 4) and (4, 4) in half tiles"),
        ([(4, 4, 0), (5, 5, 0)], "two tiles overlap on layer 0: at (4, 4) and (5, 5) in half tiles"),
        ([(4, 4, 0), (3, 4, 0)], "two tiles overlap on layer 0: at (4, 4) and (3, 4) in half tiles"),
    ],
)
def test_a_layout_that_cannot_be_is_refused_with_the_reason(positions: list[Position], message: str) -> None:
    with pytest.raises(ValueError) as refused:
        Layout.build("some", "Some", positions)
    assert str(refused.value) == message


def test_288_tiles_are_the_most() -> None:
    assert len(lay(*((0, 0, z) for z in range(288)))) == 288


class TestGallery:
    def test_the_built_in_layouts_have_their_ids_numbers_and_sizes(self) -> None:
        assert [(layout.number, layout.id, len(layout), layout.layers, layout.phone) for layout in layouts()][:4] == [
            (0, "turtle", 144, 5, False),
            (1, "lantern", 64, 4, True),
            (2, "first-steps", 36, 3, True),
            (3, "twin-hills", 72, 3, False),
        ]

    def test_ids_numbers_and_places_are_each_used_once(self) -> None:
        for facts in ([x.id for x in layouts()], [x.tag for x in layouts()], [x.sha1 for x in layouts()]):
            assert len(set(facts)) == len(layouts())

    def test_an_unknown_id_is_refused_with_those_there_are(self) -> None:
        with pytest.raises(ValueError, match="there is no layout 'tortoise'; there are turtle, lantern, first-steps"):
            by_id("tortoise")

    @pytest.mark.parametrize("layout", layouts(), ids=lambda layout: layout.id)
    def test_what_is_free_at_the_start_agrees_with_the_rule_read_cell_by_cell(self, layout: Layout) -> None:
        assert list(bits(layout.free())) == Reference(layout.slots, [0] * len(layout)).free()

    def test_free_tiles_at_the_start_are_counted(self) -> None:
        assert {layout.id: layout.free().bit_count() for layout in layouts()[:4]} == {
            "turtle": 35,
            "lantern": 24,
            "first-steps": 20,
            "twin-hills": 44,
        }
