"""What chance gives a measurement: streams of random numbers by name, random deals, and what a sample tells.

Deal number k of a run draws from its own stream, made from the seed and k, so it is the same wherever and whenever it
is dealt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache

from paishan.rng import Rng
from paishan.solitaire.deal import pairs_of_tiles
from paishan.solitaire.sample import interval
from paishan.tiles import Matching, groups_of

__all__ = ["interval", "quantile", "random_groups", "stream"]

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
