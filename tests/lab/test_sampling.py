"""Streams by name, random deals, and what a sample tells of the whole."""

from __future__ import annotations

from collections import Counter

import pytest

from paishan.lab.sampling import interval, quantile, random_groups, stream
from paishan.rng import Rng


def test_a_stream_is_known_by_its_seed_and_its_numbers() -> None:
    assert stream(1, 5).next() == stream(1, 5).next()
    drawn = {stream(seed, *names).next() for seed in (1, 2) for names in ((), (0,), (1,), (1, 0), (0, 1))}
    assert len(drawn) == 10


def test_the_stream_of_deal_0_of_seed_0() -> None:
    """Two steps of the generator by hand: its state is mixed with the number, then with nothing."""
    state = Rng(Rng(0).next() ^ 0).next()
    assert stream(0, 0).next() == Rng(state).next()


@pytest.mark.parametrize(
    ("tiles", "sizes"),
    [(144, {4: 36}), (36, {4: 9}), (58, {4: 14, 2: 1}), (2, {2: 1}), (146, {4: 35, 6: 1}), (288, {8: 36})],
)
def test_a_random_deal_has_whole_groups_and_the_larger_ones_have_the_lower_numbers(
    tiles: int, sizes: dict[int, int]
) -> None:
    groups = random_groups(tiles, stream(1, 0))
    found = Counter(groups)
    assert Counter(found.values()) == sizes
    assert [found[group] for group in sorted(found)] == sorted(found.values(), reverse=True)
    assert sorted(found) == list(range(len(found)))


def test_in_random_deals_every_slot_gets_every_group_equally_often() -> None:
    """Six tiles are four of group 0 and two of group 1: any two of the six slots hold group 1, 15 ways alike."""
    deals = Counter(tuple(random_groups(6, stream(7, number))) for number in range(3000))
    assert len(deals) == 15
    # 14 degrees of freedom: 36.1 is exceeded once in a thousand.
    assert sum((count - 200) ** 2 / 200 for count in deals.values()) < 36.1


@pytest.mark.parametrize(
    ("hits", "trials", "low", "high"),
    # Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_the_interval_is_wilsons(hits: int, trials: int, low: float, high: float) -> None:
    assert interval(hits, trials) == pytest.approx((low, high), abs=5e-5)
    mirrored = 1 - high, 1 - low
    assert interval(trials - hits, trials) == pytest.approx(mirrored, abs=5e-5)


def test_nothing_tried_says_nothing() -> None:
    assert interval(0, 0) == (0.0, 1.0)


def test_half_of_the_values_do_not_exceed_the_median() -> None:
    counts = {3: 1, 1: 2, 10: 1}
    assert [quantile(counts, share) for share in (0.25, 0.5, 0.75, 0.76, 1.0)] == [1, 1, 3, 10, 10]
    with pytest.raises(ValueError, match="nothing was counted"):
        quantile({}, 0.5)
