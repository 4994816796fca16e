"""What every game of pairs speaks of: two slots that go together, and sets of slots as bit masks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

__all__ = ["Pair", "bits"]


class Pair(NamedTuple):
    """Two slots whose tiles go together; the lower slot first, as `Pair.of` makes it."""

    a: int
    """The lower slot."""
    b: int
    """The higher slot."""

    @classmethod
    def of(cls, a: int, b: int) -> Pair:
        """The pair of two slots, in their order."""
        return cls(a, b) if a < b else cls(b, a)


def bits(mask: int) -> Iterator[int]:
    """The numbers of the bits set in `mask`, lowest first.

    >>> list(bits(0b100101))
    [0, 2, 5]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
