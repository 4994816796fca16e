"""The generator: the published numbers of SplitMix64, and drawing from them without bias."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paishan.rng import Rng

TOP = 1 << 64


def splitmix64(seed: int, count: int) -> list[int]:
    """The first numbers as Steele, Lea and Flood (2014) define them: a Weyl sequence, each term mixed by itself."""
    numbers = []
    for turn in range(1, count + 1):
        z = (seed + turn * 0x9E3779B97F4A7C15) % TOP
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % TOP
        z = (z ^ z >> 27) * 0x94D049BB133111EB % TOP
        numbers.append(z ^ z >> 31)
    return numbers


class Scripted(Rng):
    """A generator that gives the numbers it is told to."""

    def __init__(self, *numbers: int) -> None:
        super().__init__(0)
        self.numbers = list(numbers)

    def next(self) -> int:
        return self.numbers.pop(0)


def test_seed_1234567_gives_the_published_numbers() -> None:
    rng = Rng(1234567)
    assert [rng.next() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_seed_0_gives_the_published_numbers() -> None:
    rng = Rng(0)
    assert [rng.next() for _ in range(3)] == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


@given(st.integers(0, TOP - 1))
def test_every_seed_gives_the_numbers_of_the_paper(seed: int) -> None:
    rng = Rng(seed)
    assert [rng.next() for _ in range(20)] == splitmix64(seed, 20)


@pytest.mark.parametrize("seed", [-1, TOP, TOP + 1])
def test_a_seed_outside_64_bits_is_refused(seed: int) -> None:
    with pytest.raises(ValueError, match=r"a seed is a number from 0 to 2\^64 - 1"):
        Rng(seed)


def test_a_number_past_the_last_whole_multiple_is_drawn_again() -> None:
    # 2^64 = 3 * 6148914691236517205 + 1, so below 3 only the very last number would be one too many.
    assert Scripted(TOP - 1, 5).below(3) == 2
    assert Scripted(TOP - 2, 5).below(3) == (TOP - 2) % 3 == 2
    # 2^64 = 10 * 1844674407370955161 + 6: below 10 the last six are too many.
    assert Scripted(TOP - 1, TOP - 6, 13).below(10) == 3
    assert Scripted(TOP - 7, 13).below(10) == 9


@pytest.mark.parametrize("bound", [1, 2, 1 << 32, TOP])
def test_a_power_of_two_rejects_nothing(bound: int) -> None:
    assert Scripted(TOP - 1).below(bound) == bound - 1


def test_more_than_half_of_all_numbers_are_drawn_again_for_the_worst_bound() -> None:
    bound = (1 << 63) + 1
    assert Scripted(bound, TOP - 1, bound - 1).below(bound) == bound - 1


@pytest.mark.parametrize("bound", [0, -1, TOP + 1])
def test_a_bound_that_cannot_be_drawn_below_is_refused_at_once(bound: int) -> None:
    with pytest.raises(ValueError, match=f"a bound is a number from 1 to 2\\^64, not {bound}"):
        Rng(1).below(bound)


@given(st.integers(0, TOP - 1), st.integers(1, TOP))
def test_a_number_below_a_bound_is_the_first_fitting_one_modulo_the_bound(seed: int, bound: int) -> None:
    whole = TOP // bound * bound
    expected = next(number for number in splitmix64(seed, 200) if number < whole) % bound
    assert Rng(seed).below(bound) == expected


def test_choosing_is_drawing_a_place() -> None:
    assert Rng(1234567).choice("abcdefg") == "abcdefg"[6457827717110365317 % 7]
    with pytest.raises(ValueError, match="a bound is"):
        Rng(1).choice("")


def fisher_yates(seed: int, count: int) -> list[int]:
    """Durstenfeld's form: for each place from the last down, what lies at a random place not above it goes there."""
    numbers = iter(splitmix64(seed, 2 * count + 50))
    rest, placed = list(range(count)), []
    while len(rest) > 1:
        size = len(rest)
        at = next(number for number in numbers if number < TOP // size * size) % size
        rest[at], rest[-1] = rest[-1], rest[at]
        placed.append(rest.pop())
    return rest + placed[::-1]


@given(st.integers(0, TOP - 1), st.integers(0, 300))
def test_shuffling_is_fisher_yates_from_the_last_place_down(seed: int, count: int) -> None:
    items = list(range(count))
    Rng(seed).shuffle(items)
    assert items == fisher_yates(seed, count)


def test_a_shuffle_of_three_is_worked_out_by_hand() -> None:
    # 6457827717110365317 has the digit sum 81, so it is 0 modulo 3: the last place gets "a" and the first "c".
    # 3203168211198807973 is odd: below 2 it is 1, so the middle place keeps what it has.
    items = ["a", "b", "c"]
    Rng(1234567).shuffle(items)
    assert items == ["c", "b", "a"]


def test_every_order_of_four_comes_about_equally_often() -> None:
    rng = Rng(2024)
    counted: Counter[tuple[int, ...]] = Counter()
    for _ in range(24_000):
        items = [0, 1, 2, 3]
        rng.shuffle(items)
        counted[tuple(items)] += 1
    assert set(counted) == set(permutations(range(4)))
    # Chi-square with 23 degrees of freedom passes 49.73 once in a thousand.
    assert sum((seen - 1000) ** 2 / 1000 for seen in counted.values()) < 49.73
