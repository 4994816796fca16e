"""What chance gives a measurement: streams of random numbers by name, random deals, and what a sample tells.

Deal number k of a run draws from its own stream, made from the seed and k, so it is the same wherever and whenever it
is dealt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from math import exp, lgamma, log, log1p

from paishan.rng import Rng
from paishan.solitaire.deal import pairs_of_tiles
from paishan.solitaire.sample import interval
from paishan.tiles import Matching, groups_of

__all__ = ["exact_interval", "interval", "quantile", "random_groups", "stream"]

_FAMILY = Matching.FAMILY


def stream(seed: int, *names: int) -> Rng:
    """The generator of this seed that is known by these numbers; unlike numbers make unrelated streams."""
    rng = Rng(seed)
    for name in names:
        rng = Rng(rng.next() ^ name)
    return Rng(rng.next())


@cache
def _groups_dealt(tiles: int) -> tuple[int, ...]:
    """The groups that a deal of so many tiles is made of; what they show differs, their sizes never do."""
    sizes = Counter(groups_of([kind for pair in pairs_of_tiles(tiles // 2, Rng(0), _FAMILY) for kind in pair], _FAMILY))
    return tuple(number for number, size in enumerate(sorted(sizes.values(), reverse=True)) for _ in range(size))


def random_groups(tiles: int, rng: Rng) -> list[int]:
    """The groups of a deal of so many tiles, as a game deals them, laid on the slots at random.

    Groups are numbered from the largest to the smallest; what they show makes no difference to whether a deal clears.
    """
    groups = list(_groups_dealt(tiles))
    rng.shuffle(groups)
    return groups


def quantile(counts: Mapping[int, int], share: float) -> int:
    """The least value that at least this share of the values do not exceed; `counts` says how often each was seen."""
    needed = share * sum(counts.values())
    seen = 0
    for value in sorted(counts):
        seen += counts[value]
        if seen >= needed:
            return value
    raise ValueError("nothing was counted")


def exact_interval(hits: int, trials: int) -> tuple[float, float]:
    """The exact 95 % confidence interval of a share: what lies outside would show so few, or so many, once in 40 times.

    Source: C. J. Clopper and E. S. Pearson, *The use of confidence or fiducial limits illustrated in the case of the
    binomial*, Biometrika 1934.

    >>> [round(bound, 4) for bound in exact_interval(5, 10)]
    [0.1871, 0.8129]
    """
    low = _where_beta_is(0.025, hits, trials - hits + 1) if hits else 0.0
    high = _where_beta_is(0.975, hits + 1, trials - hits) if hits < trials else 1.0
    return low, high


def _where_beta_is(wanted: float, a: int, b: int) -> float:
    """The x at which the regularised incomplete beta function of `a` and `b` has this value."""
    low, high = 0.0, 1.0
    while (middle := (low + high) / 2) not in (low, high):
        if _beta(middle, a, b) < wanted:
            low = middle
        else:
            high = middle
    return middle


def _beta(x: float, a: int, b: int) -> float:
    """The regularised incomplete beta function, by its continued fraction (Lentz's way of working one out)."""
    if x > (a + 1) / (a + b + 2):
        return 1.0 - _beta(1.0 - x, b, a)
    tiny = 1e-300
    factor = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x)) / a if x else 0.0
    d = 1.0 / ((1.0 - (a + b) * x / (a + 1)) or tiny)
    c, value = 1.0, d
    m = 1
    while True:
        change = 1.0
        for part in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1.0 / ((1.0 + part * d) or tiny)
            c = (1.0 + part / c) or tiny
            change = c * d
            value *= change
        if abs(change - 1.0) < 1e-14:
            return factor * value
        m += 1
