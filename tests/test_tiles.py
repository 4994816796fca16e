"""The set of 144 tiles: what there is, what it is called, what matches (S1, T3)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product

import pytest

from paishan.tiles import BY_LABEL, FULL_SET, KINDS, Family, Matching, group_of, groups_of, kind_of

SUITS = [f"{number}{suit}" for suit in "BCD" for number in range(1, 10)]
HONOURS = ["N", "S", "E", "W", "R", "G", "Wh"]
FLOWERS = ["F1", "F2", "F3", "F4"]
SEASONS = ["S1", "S2", "S3", "S4"]


def match(a: str, b: str, matching: Matching) -> bool:
    return group_of(BY_LABEL[a], matching) == group_of(BY_LABEL[b], matching)


def test_there_are_42_kinds_with_the_labels_of_the_digits_style() -> None:
    assert [kind.label for kind in KINDS] == [*SUITS, *HONOURS, *FLOWERS, *SEASONS]
    assert [kind.index for kind in KINDS] == list(range(42))
    assert [str(kind) for kind in KINDS] == list(BY_LABEL)


def test_a_full_set_has_144_tiles_four_of_each_but_one_of_each_flower_and_season() -> None:
    counted = Counter(kind.label for kind in FULL_SET)
    assert len(FULL_SET) == 144
    assert counted == dict.fromkeys(SUITS + HONOURS, 4) | dict.fromkeys(FLOWERS + SEASONS, 1)


def test_the_families_have_36_36_36_16_12_4_and_4_tiles() -> None:
    assert Counter(kind.family for kind in FULL_SET) == {
        Family.BAMBOO: 36,
        Family.CHARACTERS: 36,
        Family.CIRCLES: 36,
        Family.WIND: 16,
        Family.DRAGON: 12,
        Family.FLOWER: 4,
        Family.SEASON: 4,
    }


@pytest.mark.parametrize(
    ("label", "family", "number"),
    [
        ("5B", Family.BAMBOO, 5),
        ("9C", Family.CHARACTERS, 9),
        ("1D", Family.CIRCLES, 1),
        ("N", Family.WIND, 1),
        ("S", Family.WIND, 2),
        ("E", Family.WIND, 3),
        ("W", Family.WIND, 4),
        ("R", Family.DRAGON, 1),
        ("G", Family.DRAGON, 2),
        ("Wh", Family.DRAGON, 3),
        ("F4", Family.FLOWER, 4),
        ("S1", Family.SEASON, 1),
    ],
)
def test_a_label_says_family_and_number(label: str, family: Family, number: int) -> None:
    kind = kind_of(label)
    assert (kind.label, kind.family, kind.number) == (label, family, number)


def test_a_label_is_read_in_any_case_and_every_label_is_its_own() -> None:
    for kind in KINDS:
        assert kind_of(kind.label) is kind_of(kind.label.lower()) is kind_of(kind.label.upper()) is kind


@pytest.mark.parametrize("label", ["", " ", "0B", "10B", "5", "B5", "5E", "F0", "F5", "S5", "X", "WhWh", "5B ", "٥B"])
def test_what_is_no_label_is_refused_with_those_there_are(label: str) -> None:
    with pytest.raises(ValueError, match=r"^no tile is called .* S1–S4$"):
        kind_of(label)


def test_there_are_36_groups_when_families_match_and_42_when_only_identical_tiles_do() -> None:
    assert set(groups_of(KINDS, Matching.FAMILY)) == set(range(36))
    assert set(groups_of(KINDS, Matching.IDENTICAL)) == set(range(42))


def test_every_group_of_a_full_set_has_four_tiles_when_families_match() -> None:
    assert set(Counter(groups_of(FULL_SET, Matching.FAMILY)).values()) == {4}


@pytest.mark.parametrize("matching", Matching)
def test_ordinary_tiles_match_only_their_like(matching: Matching) -> None:
    for a, b in combinations(SUITS + HONOURS, 2):
        assert not match(a, b, matching)
    for a, b in product(SUITS + HONOURS, FLOWERS + SEASONS):
        assert not match(a, b, matching)


@pytest.mark.parametrize("family", [FLOWERS, SEASONS])
def test_any_flower_matches_any_flower_and_any_season_any_season_only_when_families_match(family: list[str]) -> None:
    for a, b in combinations(family, 2):
        assert match(a, b, Matching.FAMILY)
        assert not match(a, b, Matching.IDENTICAL)


@pytest.mark.parametrize("matching", Matching)
def test_a_flower_never_matches_a_season_not_even_of_the_same_number(matching: Matching) -> None:
    assert not any(match(flower, season, matching) for flower, season in product(FLOWERS, SEASONS))


@pytest.mark.parametrize("matching", Matching)
def test_the_south_wind_matches_no_season_although_both_begin_with_s(matching: Matching) -> None:
    assert not any(match("S", season, matching) for season in SEASONS)
