"""A quick look at a layout: some hundred random deals, each proved, within a bounded number of conflicts.

The exact facts of the built-in layouts are measured on far more deals (`paishan lab facts`); this is for a layout that
somebody has just drawn or brought.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt

from paishan import solving
from paishan.rng import Rng
from paishan.solitaire.deal import pairs_of_tiles, take_apart
from paishan.solitaire.layout import Layout
from paishan.solitaire.prover import solver_for
from paishan.solving import Verdict
from paishan.tiles import Matching, groups_of

__all__ = ["HARDLY_EVER", "Sample", "can_be_dealt", "interval", "sampled"]

HARDLY_EVER = 0.02
"""Random deals of a layout hardly ever clear if the share that does is less, even by its interval's upper bound."""

_Z95 = 1.959963984540054
_PER_DEAL = 300 if solving.COMPILED else 30
_IN_ALL = 15_000 if solving.COMPILED else 500


@dataclass(frozen=True, slots=True)
class Sample:
    """What came of some random deals of a layout."""

    deals: int
    clearable: int
    dead: int
    """Proved that they cannot be cleared."""

    @property
    def undecided(self) -> int:
        """Deals that were neither within the conflicts allowed."""
        return self.deals - self.clearable - self.dead

    @property
    def share(self) -> float:
        """The share of the deals that were decided that can be cleared; 0 where none was decided."""
        decided = self.clearable + self.dead
        return self.clearable / decided if decided else 0.0

    @property
    def ci95(self) -> tuple[float, float]:
        """The 95 % confidence interval of the share that can be cleared, whatever the undecided deals are.

        Source: E. B. Wilson, *Probable inference, the law of succession, and statistical inference*, JASA 1927.
        """
        if not self.deals:
            return 0.0, 1.0
        return interval(self.clearable, self.deals)[0], interval(self.deals - self.dead, self.deals)[1]

    @property
    def hardly_ever(self) -> bool:
        """Whether random deals hardly ever clear."""
        return self.ci95[1] < HARDLY_EVER


def sampled(layout: Layout, deals: int, seed: int = 1, go_on: Callable[[], bool] = lambda: True) -> Sample:
    """Prove random deals of a layout, the same ones each time.

    Ends after `deals`, after as many conflicts as fit into about a second, or when `go_on` says so.
    """
    rng = Rng(seed)
    solver = None
    counts = dict.fromkeys(Verdict, 0)
    spent = 0
    while sum(counts.values()) < deals and spent < _IN_ALL and go_on():
        tiles = [kind for pair in pairs_of_tiles(len(layout) // 2, rng, Matching.FAMILY) for kind in pair]
        rng.shuffle(tiles)
        groups = groups_of(tiles, Matching.FAMILY)
        if solver is None:
            solver = solver_for(layout, groups)
        else:
            solver.deal(groups)
        proof = solver.solve(limit=_PER_DEAL)
        counts[proof.verdict] += 1
        spent += proof.conflicts
    return Sample(sum(counts.values()), counts[Verdict.CLEARABLE], counts[Verdict.DEAD])


def can_be_dealt(layout: Layout) -> bool:
    """Whether the layout can be taken apart two free tiles at a time, so that it can be dealt from a solution."""
    # No pair takes two tiles of one stack, so that half of all tiles is the highest stack there can be.
    return 2 * (max(layout.depths) + 1) <= len(layout) and take_apart(layout, Rng(1), layout.full) is not None


def interval(hits: int, trials: int) -> tuple[float, float]:
    """The 95 % confidence interval of a share of which `hits` in `trials` were seen.

    Source: E. B. Wilson, *Probable inference, the law of succession, and statistical inference*, JASA 1927.

    >>> [round(bound, 4) for bound in interval(0, 100)]
    [0.0, 0.037]
    """
    if not trials:
        return 0.0, 1.0
    share = hits / trials
    square = _Z95 * _Z95
    centre = share + square / (2 * trials)
    spread = _Z95 * sqrt(share * (1 - share) / trials + square / (4 * trials * trials))
    scale = 1 + square / trials
    low = 0.0 if not hits else (centre - spread) / scale
    high = 1.0 if hits == trials else (centre + spread) / scale
    return low, high
