"""The one generator whose numbers give a code its meaning: SplitMix64, and drawing without bias from it.

Nothing here may ever change: every game code stands for the numbers that these few lines give (S7). The tests hold
the published vectors. `random` and the clock are never used.

Source: G. Steele, D. Lea, C. Flood, *Fast splittable pseudorandom number generators*, OOPSLA 2014.
"""

from __future__ import annotations

import operator
from collections.abc import MutableSequence, Sequence
from typing import TypeVar

__all__ = ["Rng"]

T = TypeVar("T")
_MASK = (1 << 64) - 1


class Rng:
    """A stream of 64-bit numbers from a 64-bit seed.

    >>> Rng(1234567).next()
    6457827717110365317
    """

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        """Raises `ValueError` for a seed outside 0 … 2^64 - 1, and `TypeError` for what is no whole number."""
        seed = operator.index(seed)
        if not 0 <= seed <= _MASK:
            raise ValueError(f"a seed is a number from 0 to 2^64 - 1, not {seed}")
        self._state = seed

    def __repr__(self) -> str:
        """A generator of its own that goes on as this one would, as its state is a seed too."""
        return f"Rng({self._state})"

    def next(self) -> int:
        """The next number, 0 … 2^64 - 1."""
        self._state = state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        mixed = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        return mixed ^ (mixed >> 31)

    def below(self, bound: int) -> int:
        """A number 0 … bound - 1, each equally likely (numbers past the last whole multiple are drawn again)."""
        if not 1 <= bound <= 1 << 64:
            raise ValueError(f"a bound is a number from 1 to 2^64, not {bound}")
        limit = (1 << 64) - (1 << 64) % bound
        while (drawn := self.next()) >= limit:
            pass
        return drawn % bound

    def choice(self, items: Sequence[T]) -> T:
        """One of `items`, each equally likely."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Put `items` into one of their orders, each equally likely (Fisher–Yates, from the last place down)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
