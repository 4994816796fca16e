"""The gallery: what hangs there, under which number for ever, and what every layout in it promises."""

from __future__ import annotations

import subprocess
import sys

import pytest

from paishan.solitaire.deal import deal_from_solution
from paishan.solitaire.files import dump, loads
from paishan.solitaire.gallery import by_id, by_tag, layouts
from paishan.solitaire.layout import Layout

FROZEN = (
    (0, "turtle", 144, "-", "5fa81009178e"),
    (1, "lantern", 64, "|-", "928d4d54edcd"),
    (2, "first-steps", 36, "|-", "e266f4a145a2"),
    (3, "twin-hills", 72, "|-", "8e8d2142637b"),
    (4, "fortress", 144, "|", "a7ec18ee6888"),
    (5, "pyramid", 120, "|-", "ed1791fa20c5"),
    (6, "butterfly", 144, "|", "380ce3d3a74d"),
    (7, "tower", 144, "|", "03ceabc6c0f8"),
    (8, "bridge", 144, "|", "8329fd5c3c11"),
    (9, "fish", 144, "", "5df918fa8b66"),
    (10, "heart", 144, "|", "82407a335a65"),
    (11, "spiral", 144, "", "21f0e257b4b7"),
    (12, "dragon", 144, "", "82d55b5a9f0e"),
    (13, "crane", 144, "", "9b4666b748d3"),
    (14, "lotus", 144, "|", "cdba14a59375"),
    (15, "pagoda", 144, "|", "78adaa407837"),
    (16, "junk", 144, "", "ef6f379335c2"),
    (17, "scales", 144, "|", "c6b540503a88"),
    (18, "teapot", 144, "", "0ff05202033e"),
    (19, "moon-gate", 144, "|", "3eed9a5f0c24"),
    (20, "torii", 144, "|", "956abec4a826"),
    (21, "mountain", 144, "|", "2c10b91adbdd"),
    (22, "wave", 144, "", "298e19f61c61"),
    (23, "star", 144, "|", "36d8f9f71b04"),
    (24, "clover", 144, "", "645b2e847ed8"),
    (25, "crown", 144, "|", "83c57f2fdebd"),
    (26, "anchor", 144, "|", "aa0cd332f4bf"),
    (27, "umbrella", 144, "", "b3474ba333f0"),
    (28, "cat", 144, "|", "c2b21ed85e4f"),
    (29, "elephant", 144, "", "f81127eaf4b0"),
    (30, "crab", 144, "|", "62db373b9235"),
    (31, "snail", 144, "", "ff371b288d25"),
    (32, "owl", 144, "|", "ab0ce198e2e0"),
    (33, "penguin", 144, "|", "2cf5100836d2"),
    (34, "rabbit", 108, "|", "d00be6cee528"),
    (35, "key", 144, "", "09daf2b035db"),
    (36, "hourglass", 144, "|", "83e021237205"),
    (37, "lantern-string", 144, "|", "efadc7d3623d"),
    (38, "vase", 144, "|", "2e1c710f6574"),
    (39, "gourd", 144, "|", "e3b643f73dee"),
    (40, "pipa", 96, "|", "6e59782d9916"),
    (41, "rocket", 86, "|", "34d9ed8748bb"),
    (42, "cactus", 96, "", "edd3e9fcd256"),
    (43, "pawn", 96, "|", "0b33c7e90013"),
    (44, "lighthouse", 78, "|", "536b5287545d"),
    (45, "house", 68, "|", "c91f05c5750d"),
    (46, "fir-tree", 58, "|", "579326482fd7"),
    (47, "tulip", 72, "|", "ac95fbc38a68"),
    (48, "mushroom", 70, "|", "0566f0c2538b"),
    (49, "apple", 76, "", "6e490641c0ea"),
    (50, "sun", 82, "|-", "57c4c250c39a"),
    (51, "crescent-moon", 42, "-", "afc646869756"),
    (52, "smile", 96, "|", "2482081515f6"),
    (53, "duck", 56, "", "ff00b64dbde6"),
    (54, "whale", 86, "", "c0a474635232"),
    (55, "sailboat", 62, "", "d6a844b643e2"),
    (56, "teacup", 88, "", "68f495393c18"),
    (57, "bell", 68, "|", "726bfd5481be"),
    (58, "arrow", 68, "-", "acb2209fcf39"),
)
"""Number, id, tiles, axes of symmetry (`|` left is as right, `-` top is as bottom) and the beginning of the SHA-1 of
the slots: what a game code and a saved game rely on."""

CLASSICS = ("fortress", "butterfly", "tower", "bridge", "fish", "heart", "spiral")
every_layout = pytest.mark.parametrize("layout", layouts(), ids=lambda layout: layout.id)


def axes(layout: Layout) -> str:
    """The axes of symmetry of a layout: `|`, `-`, both or none."""
    left_for_right = Layout.build("mirrored", "Mirrored", [(-x, y, z) for x, y, z in layout.slots])
    top_for_bottom = Layout.build("flipped", "Flipped", [(x, -y, z) for x, y, z in layout.slots])
    return "|" * (left_for_right == layout) + "-" * (top_for_bottom == layout)


HANGING = [(layout.number, layout.id, len(layout), axes(layout), layout.sha1[:12]) for layout in layouts()]


def test_numbers_ids_symmetry_and_slots_stay_for_ever() -> None:
    assert set(FROZEN) <= set(HANGING)


def test_a_new_layout_is_entered_in_the_table_of_this_test() -> None:
    known = {id for _, id, _, _, _ in FROZEN}
    assert [line for line in HANGING if line[1] not in known] == [], "lines that FROZEN lacks"
    assert [line[1] for line in HANGING] == [line[1] for line in FROZEN]


def test_numbers_count_up_from_the_turtle_without_a_gap() -> None:
    assert [layout.number for layout in layouts()] == list(range(len(FROZEN)))


def test_every_layout_is_found_by_its_id_and_by_its_number() -> None:
    for layout in layouts():
        assert by_id(layout.id) is layout
        assert by_tag(layout.tag) is layout


def test_a_deal_of_one_layout_reads_no_other() -> None:
    code = (
        "import paishan; paishan.deal('turtle', 1); from paishan.solitaire import gallery; "
        "print(gallery._read.cache_info().currsize)"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "1\n"


def test_names_and_shapes_are_all_different() -> None:
    assert len({layout.name for layout in layouts()}) == len({layout.id for layout in layouts()}) == len(FROZEN)
    assert len(set(layouts())) == len(FROZEN)


def test_there_are_at_least_forty_own_layouts() -> None:
    assert len(layouts()) >= 44


@pytest.mark.parametrize("id", CLASSICS)
def test_a_classic_has_the_full_set_of_144_tiles(id: str) -> None:
    assert len(by_id(id)) == 144


def test_the_pyramid_has_squares_of_eight_six_four_and_two() -> None:
    pyramid = by_id("pyramid")
    assert [sum(slot.z == z for slot in pyramid.slots) for z in range(pyramid.layers)] == [64, 36, 16, 4]
    assert len(pyramid) == 120


def test_there_are_ten_beginner_layouts_of_36_to_96_tiles_and_at_most_two_layers() -> None:
    assert sum(36 <= len(layout) <= 96 and layout.layers <= 2 for layout in layouts()) >= 10


def test_there_are_ten_layouts_of_72_to_144_tiles_for_upright_phones() -> None:
    phone = [layout for layout in layouts() if layout.phone and len(layout) >= 72]
    assert len(phone) >= 10
    for layout in phone:
        assert layout.width <= 18
        assert layout.height <= 24, "twelve rows fill the screen of an upright phone"


@every_layout
def test_a_layout_has_36_to_144_tiles_and_at_least_eight_free(layout: Layout) -> None:
    assert 36 <= len(layout) <= 144
    assert layout.free().bit_count() >= 8


@every_layout
def test_every_tile_rests_on_the_table_or_on_a_tile(layout: Layout) -> None:
    cells = {(x, y, slot.z) for slot in layout.slots for x, y in slot.cells}
    for slot in layout.slots:
        assert slot.z == 0 or any((x, y, slot.z - 1) in cells for x, y in slot.cells), slot


@every_layout
def test_every_number_deals_a_board_that_can_be_cleared(layout: Layout) -> None:
    for number in range(25):
        deal = deal_from_solution(layout, number)
        board = deal.board()
        for pair in deal.witness:
            board.push(pair)
        assert board.cleared


@pytest.mark.long
@every_layout
def test_two_hundred_numbers_deal(layout: Layout) -> None:
    for number in range(200):
        assert 2 * len(deal_from_solution(layout, number).witness) == len(layout)


@every_layout
def test_a_layout_is_found_by_its_id_and_by_its_tag(layout: Layout) -> None:
    assert by_id(layout.id) is layout
    assert by_tag(layout.tag) is layout


@every_layout
def test_a_layout_survives_being_written_and_read(layout: Layout) -> None:
    again = loads(dump(layout))
    assert (again, again.id, again.name, again.number) == (layout, layout.id, layout.name, layout.number)
