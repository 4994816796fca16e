"""How fast somebody may ask, and how many may have something worked out at once. What a process counts by itself."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import asynccontextmanager

from paishan.faults import Said
from paishan.web.answers import Problem

__all__ = ["Limiter", "Turns"]

_REMEMBERED = 20_000


class Limiter:
    """So many requests a second for each key, and some seconds' worth at once: a bucket that fills steadily."""

    def __init__(self, rate: float, burst: float, now: Callable[[], float] = time.monotonic) -> None:
        """`rate` is requests a second; `burst` is how many seconds' worth may come at once."""
        self._rate = rate
        self._most = rate * burst
        self._now = now
        self._buckets: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()

    def wait(self, key: Hashable, cost: float = 1) -> float:
        """Take `cost` for `key`; gives 0, or the seconds to wait when there is not so much to take.

        What costs more than the bucket holds takes all of a full one.
        """
        cost = min(cost, self._most)
        now = self._now()
        left, since = self._buckets.get(key, (self._most, now))
        left = min(self._most, left + (now - since) * self._rate)
        if left < cost:
            return (cost - left) / self._rate
        self._buckets[key] = (left - cost, now)
        self._buckets.move_to_end(key)
        if len(self._buckets) > _REMEMBERED:
            self._buckets.popitem(last=False)
        return 0


class Turns:
    """So many at once, some who wait, and a `Problem` for all others."""

    def __init__(self, at_once: int, waiting: int) -> None:
        self._places = asyncio.Semaphore(at_once)
        self._most = at_once + waiting
        self._here = 0

    @property
    def here(self) -> int:
        """How many have a turn or wait for one."""
        return self._here

    @asynccontextmanager
    async def one(self) -> AsyncIterator[None]:
        """Have a turn. Raises a `Problem` when too many wait already."""
        if self._here >= self._most:
            said = Said("much is being worked out just now; try again in a moment")
            raise Problem(503, said, [(b"retry-after", b"2")])
        self._here += 1
        try:
            async with self._places:
                yield
        finally:
            self._here -= 1
