"""From a seed to deals: the same seed gives the same deals on every machine, by the generator of the codes."""

from __future__ import annotations

from gymnasium.utils import seeding

from paishan.codes import MAX_NUMBER
from paishan.rng import Rng

__all__ = ["Numbers"]


class Numbers:
    """Numbers of deals, one after the other."""

    def __init__(self) -> None:
        self._rng: Rng | None = None

    def seed(self, seed: int) -> None:
        """Begin anew at a seed; of a seed above 2^64 the lowest 64 bits count."""
        self._rng = Rng(seed % (1 << 64))

    def next(self) -> int:
        """The number of the next deal, 0 … 2^30 - 1; without a seed, from one that the machine makes up."""
        if self._rng is None:
            self.seed(seeding.np_random(None)[1])
        assert self._rng is not None
        return self._rng.below(MAX_NUMBER + 1)
