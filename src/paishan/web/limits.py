"""How fast somebody may ask: a bucket that fills steadily, and from which every request takes one."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable

__all__ = ["Limiter"]

_REMEMBERED = 20_000


class Limiter:
    """So many requests a second for each key, and some seconds' worth at once."""

    def __init__(self, rate: float, burst: float, now: Callable[[], float] = time.monotonic) -> None:
        """`rate` is requests a second; `burst` is how many seconds' worth may come at once."""
        self._rate = rate
        self._most = rate * burst
        self._now = now
        self._buckets: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()

    def wait(self, key: Hashable) -> float:
        """Take one for `key`; gives 0, or the seconds to wait when there is none to take."""
        now = self._now()
        left, since = self._buckets.get(key, (self._most, now))
        left = min(self._most, left + (now - since) * self._rate)
        if left < 1:
            return (1 - left) / self._rate
        self._buckets[key] = (left - 1, now)
        self._buckets.move_to_end(key)
        if len(self._buckets) > _REMEMBERED:
            self._buckets.popitem(last=False)
        return 0
