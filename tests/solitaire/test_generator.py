"""Generated layouts: frozen for ever, whole groups of tiles, symmetric, sound, and dealt from a solution."""

from __future__ import annotations

from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paishan.solitaire.deal import deal_from_solution
from paishan.solitaire.generator import DIFFICULTIES, generate
from paishan.solitaire.layout import Layout

TILES = {1: (40, 64), 2: (68, 96), 3: (96, 128), 4: (128, 144)}
LAYERS = {1: (2, 2), 2: (2, 3), 3: (3, 4), 4: (3, 5)}
FROZEN = {
    (1, False): "2d7c1f86b8e00e3a",
    (2, False): "06e30084e05f94c5",
    (3, False): "61c2695973bc8d63",
    (4, False): "9a81ba4bdaa7dea7",
    (1, True): "a191eb3ff1bdfc6b",
    (2, True): "8a5ba6fcf6d85ff7",
    (3, True): "e51d967ced975662",
    (4, True): "f003a97b04eb45f2",
}
"""The SHA-256 over the SHA-1 of the slots of numbers 0–29, by difficulty and whether for a phone."""

numbers = st.integers(min_value=0, max_value=2**60 - 1)
difficulties = st.sampled_from(DIFFICULTIES)
kinds = pytest.mark.parametrize(("difficulty", "phone"), FROZEN)


def places(layout: Layout) -> set[tuple[int, int, int]]:
    return {(x, y, z) for x, y, z in layout.slots}


def is_mirrored(layout: Layout) -> bool:
    return {(layout.width - 2 - x, y, z) for x, y, z in layout.slots} == places(layout)


def is_turned(layout: Layout) -> bool:
    """Whether half a turn changes nothing."""
    right, bottom = layout.width - 2, layout.height - 2
    return {(right - x, bottom - y, z) for x, y, z in layout.slots} == places(layout)


@kinds
def test_what_a_number_gives_stays_for_ever(difficulty: int, phone: bool) -> None:
    together = sha256()
    for number in range(30):
        together.update(generate(number, difficulty, phone).sha1.encode())
    assert together.hexdigest()[:16] == FROZEN[difficulty, phone]


def test_the_first_and_the_last_number_stay_for_ever() -> None:
    assert generate(0, 1).sha1 == "b5aaf2b28bedb36df48398c66af7178797ab1ebb"
    assert generate(2**60 - 1, 4, phone=True).sha1 == "d1e9becccc852ef7014cb356462a1d81728d729d"


def test_the_id_tells_version_kind_difficulty_and_number() -> None:
    assert generate(17, 3).id == "g1-3-17"
    assert generate(17, 3, phone=True).id == "g1p-3-17"
    assert generate(17, 3).number is None


@kinds
def test_every_symmetry_comes_up_and_nothing_is_without_one(difficulty: int, phone: bool) -> None:
    seen = set()
    for number in range(25):
        layout = generate(number, difficulty, phone)
        seen.add((is_mirrored(layout), is_turned(layout)))
    assert seen == {(True, True), (True, False), (False, True)}


def test_no_two_of_a_hundred_are_the_same() -> None:
    assert len({generate(number, 2) for number in range(100)}) == 100


@settings(max_examples=30, deadline=None)
@given(numbers, difficulties, st.booleans())
def test_a_layout_keeps_to_its_step_of_difficulty(number: int, difficulty: int, phone: bool) -> None:
    layout = generate(number, difficulty, phone)
    fewest, most = TILES[difficulty]
    low, high = LAYERS[difficulty]
    assert fewest <= len(layout) <= most
    assert len(layout) % 4 == 0
    assert low <= layout.layers <= high
    assert layout.free().bit_count() >= 14
    assert is_mirrored(layout) or is_turned(layout)
    assert layout.width <= (18 if phone else 34)
    assert layout.height <= (24 if phone else 18)


@settings(max_examples=30, deadline=None)
@given(numbers, difficulties, st.booleans())
def test_every_tile_rests_on_tiles_with_all_of_itself(number: int, difficulty: int, phone: bool) -> None:
    layout = generate(number, difficulty, phone)
    cells = {(x, y, slot.z) for slot in layout.slots for x, y in slot.cells}
    for slot in layout.slots:
        assert slot.z == 0 or all((x, y, slot.z - 1) in cells for x, y in slot.cells)


@settings(max_examples=30, deadline=None)
@given(numbers, difficulties, st.booleans(), st.integers(min_value=0, max_value=10**6))
def test_every_layout_can_be_dealt_from_a_solution(number: int, difficulty: int, phone: bool, deal: int) -> None:
    dealt = deal_from_solution(generate(number, difficulty, phone), deal)
    board = dealt.board()
    for pair in dealt.witness:
        board.push(pair)
    assert board.cleared


@pytest.mark.long
@kinds
def test_five_hundred_layouts_can_be_dealt(difficulty: int, phone: bool) -> None:
    for number in range(500):
        layout = generate(number, difficulty, phone)
        for deal in range(4):
            assert 2 * len(deal_from_solution(layout, deal).witness) == len(layout)


@pytest.mark.parametrize("difficulty", [0, 5])
def test_other_difficulties_are_refused(difficulty: int) -> None:
    with pytest.raises(ValueError, match=f"1 to 4, not {difficulty}"):
        generate(1, difficulty)


@pytest.mark.parametrize("number", [-1, 2**60])
def test_numbers_that_are_too_small_or_too_great_are_refused(number: int) -> None:
    with pytest.raises(ValueError, match="from 0 to"):
        generate(number, 1)
