"""Game codes: the same code is the same deal, and a slip of the hand is caught."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from paishan.codes import MAX_NUMBER, Code, Dealer
from paishan.solitaire.gallery import by_id, by_tag
from paishan.solitaire.layout import Layout

BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
TYPED = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

numbered = st.integers(0, 999).map(lambda number: f"L{number:02d}")
hashed = st.text(BASE32, min_size=12, max_size=12).map(lambda text: f"H{text}")
codes = st.builds(Code, st.sampled_from(Dealer), numbered | hashed, st.integers(0, MAX_NUMBER))


def times(a: int, b: int) -> int:
    """The product in the field of 32 elements: without carry, then modulo x^5 + x^2 + 1."""
    product = 0
    for bit in range(5):
        if b >> bit & 1:
            product ^= a << bit
    for bit in range(8, 4, -1):
        if product >> bit & 1:
            product ^= 0b100101 << (bit - 5)
    return product


def check_character(body: str) -> str:
    """Each character times x to the power of its place from the right, summed; 0 1 8 9 count as O I B G."""
    total, weight = 2, 1
    for character in reversed(body.translate(str.maketrans("0189", "OIBG"))):
        weight = times(weight, 2)
        total ^= times(weight, BASE32.index(character))
    return BASE32[total]


def is_read(text: str) -> bool:
    try:
        Code.parse(text)
    except ValueError:
        return False
    return True


def test_the_published_example_is_deal_1_of_the_turtle() -> None:
    code = Code.parse("MJ1-L00-AAAAABL")
    assert code == Code(Dealer.MJ1, "L00", 1)
    assert by_tag(code.layout) is by_id("turtle")
    assert str(code) == "MJ1-L00-AAAAABL"


@pytest.mark.parametrize(
    ("number", "characters"),
    [(0, "AAAAAA"), (31, "AAAAA7"), (32, "AAAABA"), (1000, "AAAA7I"), (32**5, "BAAAAA"), (2**30 - 1, "777777")],
)
def test_a_number_is_six_characters_of_base_32_most_significant_first(number: int, characters: str) -> None:
    text = str(Code(Dealer.MJ1, "L00", number))
    assert text[:-1] == f"MJ1-L00-{characters}"
    assert Code.parse(text).number == number


@given(codes)
@example(Code(Dealer.CP1, "L00", MAX_NUMBER))
def test_a_code_reads_back_as_itself(code: Code) -> None:
    assert Code.parse(str(code)) == code


@given(codes)
def test_the_last_character_is_a_polynomial_over_the_field_of_32_elements(code: Code) -> None:
    plain = str(code).replace("-", "")
    assert plain[-1] == check_character(plain[:-1])


@given(codes)
@example(Code(Dealer.MJ1, "L00", 1))
def test_no_single_wrong_character_passes_at_any_place(code: Code) -> None:
    plain = str(code).replace("-", "")
    for place, right in enumerate(plain):
        passed = [wrong for wrong in TYPED if wrong != right and is_read(plain[:place] + wrong + plain[place + 1 :])]
        assert not passed, f"{plain} with {passed} at place {place}"


@given(codes)
@example(Code(Dealer.MJ1, "L00", 1))
@example(Code(Dealer.MP1, "L10", 0))
@example(Code(Dealer.MC1, "L18", 2**29))
def test_no_swap_of_neighbours_passes(code: Code) -> None:
    plain = str(code).replace("-", "")
    for place in range(len(plain) - 1):
        a, b = plain[place], plain[place + 1]
        if a != b:
            assert not is_read(plain[:place] + b + a + plain[place + 2 :]), f"{plain} swapped at place {place}"


@given(codes, st.data())
def test_a_code_is_read_in_any_case_with_or_without_hyphens_and_spaces(code: Code, data: st.DataObject) -> None:
    between = st.text(" -\t\u00a0\u2010\u2013\u2014", max_size=2)
    typed = data.draw(between)
    for character in str(code).replace("-", ""):
        typed += data.draw(st.sampled_from([character, character.lower()])) + data.draw(between)
    assert Code.parse(typed) == code


@given(st.text(TYPED + "-", max_size=25) | st.text(max_size=40))
def test_whatever_is_read_as_a_code_is_the_code_it_is_written_as(text: str) -> None:
    if is_read(text):
        assert Code.parse(str(Code.parse(text))) == Code.parse(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' is not a game code; one looks like MJ1-L00-AAAAABL"),
        ("  turtle 1 ", "'turtle 1' is not a game code; one looks like MJ1-L00-AAAAABL"),
        ("MJ1-L00-AAAAAB", "'MJ1-L00-AAAAAB' is not a game code; one looks like MJ1-L00-AAAAABL"),
        ("MJ1-L00-AAAAABLA", "'MJ1-L00-AAAAABLA' is not a game code; one looks like MJ1-L00-AAAAABL"),
        ("MJ1-L٠٠-AAAAABL", "'MJ1-L٠٠-AAAAABL' is not a game code; one looks like MJ1-L00-AAAAABL"),
        ("XX1-L00-AAAAABL", "'XX1-L00-AAAAABL': XX1 names no game; a code begins with one of MJ1, MP1, MC1, CP1"),
        ("MJ1-L00-AAAA0BL", "'MJ1-L00-AAAA0BL': 0 does not occur in AAAA0BL; there are A–Z and 2–7 only"),
        (
            "MJ1-L00-AAAAACL",
            "'MJ1-L00-AAAAACL' has a slip in it: the last character does not fit the others",
        ),
        ("A" * 101, "a code has about 15 characters, such as MJ1-L00-AAAAABL; this has 101"),
    ],
)
def test_what_is_wrong_with_a_code_is_said(text: str, message: str) -> None:
    with pytest.raises(ValueError) as refused:
        Code.parse(text)
    assert str(refused.value) == message


@pytest.mark.parametrize("layout", ["", "L0", "L0000", "00", "l00", "Habcdefghijkl", "HABC", "HABCDEFGHIJK1", "L٠٠"])
def test_a_code_cannot_be_made_for_what_names_no_layout(layout: str) -> None:
    with pytest.raises(ValueError, match="names no layout; it is L and a number"):
        Code(Dealer.MJ1, layout, 1)


@pytest.mark.parametrize("number", [-1, 2**30])
def test_a_code_cannot_be_made_for_a_number_that_six_characters_cannot_hold(number: int) -> None:
    with pytest.raises(ValueError, match=f"a deal's number is 0 to 1073741823, not {number}"):
        Code(Dealer.MJ1, "L00", number)


def test_a_layout_that_is_not_built_in_is_named_by_its_hash() -> None:
    # printf '[[0,0,0],[0,2,0]]' | sha1sum, its first 60 bits in base 32.
    two_in_a_row = Layout.build("two", "Two", [(0, 0, 0), (2, 0, 0)])
    assert two_in_a_row.sha1 == "e02d55a562aa88f6caf77fa3bec17f26ebf5ba61"
    assert two_in_a_row.tag == "H4AWVLJLCVKEP"
    code = Code(Dealer.MJ1, two_in_a_row.tag, 7)
    assert Code.parse(str(code)) == code
    with pytest.raises(ValueError, match=f"the layout {two_in_a_row.tag} of this code is not here; install its file"):
        by_tag(code.layout)


def test_a_number_that_no_layout_has_is_said() -> None:
    with pytest.raises(ValueError, match="there is no layout L99"):
        by_tag("L99")
