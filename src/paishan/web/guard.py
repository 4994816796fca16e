"""What somebody may do so often and no oftener: at once, by buckets of this process, and over an hour, by all of them.

What is done often is counted here and told to the database now and then, in the background, so that nothing waits for
it. What could be guessed – a password, a code for recovery – is counted there at once: after some failures each next
try has to wait longer, for a name and for an address by themselves, up to a bound that leaves the owner a way in. A
device on which the owner was before does not wait for what others try with the name.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

from paishan.faults import Said
from paishan.store import Unavailable, clock
from paishan.store.tallies import Hit, Spend, Tallies
from paishan.web.answers import Problem
from paishan.web.limits import Limiter
from paishan.web.settings import Limits

__all__ = ["HOUR", "Guard", "device_key", "name_key"]

_log = logging.getLogger(__name__)
HOUR = 3_600_000
_REMEMBERED = 20_000
_STEPS = 50
"""A count is told to the database whenever it has grown by such a part of what is allowed."""


class _Patience(NamedTuple):
    """So many tries are free, then each waits, twice as long as the one before."""

    free: int
    first: int
    """Milliseconds."""
    longest: int

    def delay(self, tries: int) -> int:
        """Milliseconds to wait after so many tries."""
        if tries < self.free:
            return 0
        return min(self.longest, self.first << min(tries - self.free, 30))


_NAME = _Patience(5, 1_000, 60_000)
"""With a name: about 70 tries in an hour, and never more than a minute to wait for its owner."""
_DEVICE = _Patience(10, 1_000, 60_000)
_PATIENCE = {
    "login": _Patience(20, 1_000, 900_000),
    "recover": _Patience(5, 2_000, 900_000),
    "signup": _Patience(40, 10_000, 900_000),
}
"""Of an address, behind which a whole school may sit."""


class _Count:
    """What one key has done in this hour."""

    __slots__ = ("all", "here", "window")

    def __init__(self, window: int) -> None:
        self.window = window
        self.all = 0
        """In all processes, as far as that is known, and here."""
        self.here = 0
        """What the database was not told yet."""


def name_key(name: str) -> str:
    """The key of an account that somebody names."""
    return f"name:{name}"


def device_key(token: str) -> str:
    """The key of a device that is known to belong to the account that it names."""
    return f"device:{token}"


class Guard:
    """All counts of one server process."""

    def __init__(
        self,
        limits: Limits | None,
        tallies: Tallies,
        now: Callable[[], int] = clock,
        steady: Callable[[], float] | None = None,
    ) -> None:
        """`now` gives milliseconds since 1970, `steady` seconds that only go on. Without `limits` all is allowed."""
        self._limits = limits
        self._tallies = tallies
        self._now = now
        self._fast: dict[str, Limiter] = {}
        self._most: dict[str, int] = {}
        if limits is not None:
            clocks = {} if steady is None else {"now": steady}
            rates = {"player": limits.player, "address": limits.address, "newcomer": limits.newcomers}
            self._fast = {kind: Limiter(rate, limits.burst, **clocks) for kind, rate in rates.items()}
            self._most = {
                "player": limits.player_hour,
                "address": limits.address_hour,
                "newcomer": limits.newcomers_hour,
            }
        self._counts: OrderedDict[tuple[str, str | int], _Count] = OrderedDict()
        self._waiting: set[tuple[str, str | int]] = set()
        self._telling: asyncio.Task[None] | None = None

    def take(self, kind: str, key: str | int, cost: int = 1) -> None:
        """Count what a player, an address or a newcomer does. Raises a `Problem` when it is too much."""
        if self._limits is None:
            return
        _hold_back(self._fast[kind].wait(key, cost))
        now = self._now()
        window = now - now % HOUR
        whose = kind, key
        count = self._counts.get(whose)
        if count is None or count.window != window:
            count = self._counts[whose] = _Count(window)
            if len(self._counts) > _REMEMBERED:
                self._counts.popitem(last=False)
        most = self._most[kind]
        if count.all >= most:
            self._counts.move_to_end(whose)
            _hold_back((window + HOUR - now) / 1000)
        count.all += cost
        count.here += cost
        if count.here * _STEPS >= most:
            self._counts.move_to_end(whose)
            self._waiting.add(whose)
            if self._telling is None:
                self._telling = asyncio.get_running_loop().create_task(self._tell())

    async def _tell(self) -> None:
        """Tell the database what was counted here, and learn what the other processes have counted."""
        try:
            while self._waiting:
                waiting = [(whose, count) for whose in self._waiting if (count := self._counts.get(whose)) is not None]
                self._waiting.clear()
                told = [count.here for _, count in waiting]
                hits = [
                    Hit(f"{kind}:{key}", count.window, count.window + HOUR, here)
                    for ((kind, key), count), here in zip(waiting, told, strict=True)
                ]
                found = await self._tallies.add(hits, self._now())
                for (_, count), here, all in zip(waiting, told, found, strict=True):
                    count.here -= here
                    count.all = all + count.here
        except Unavailable as error:
            _log.warning("what was counted here was not told to the database: %s", error)
        finally:
            self._telling = None

    async def spend(self, kind: str, key: str, cost: int = 1) -> None:
        """Count a try with one key: an address, or what `name_key` or `device_key` give. Raises a `Problem`."""
        if kind == "newcomer":
            self.take(kind, key, cost)
        else:
            await self._spend(kind, [key], cost)

    async def attempt(self, kind: str, address: str, name: str, device: str | None = None) -> None:
        """Count a try to come in by a name. Raises a `Problem` when it is too early for the next, and counts it not.

        `device` is the token of a device from which the account of that name was used before.
        """
        await self._spend(kind, _keys(address, name, device))

    async def forgive(self, kind: str, address: str, name: str, device: str | None = None) -> None:
        """Tell that an attempt was the owner's: nothing is held against the name any more, nor it against the address.

        What others tried from the address stays, or who has an account could try at that of others without end.
        """
        if self._limits is not None:
            hits = [self._hit(kind, key) for key in _keys(address, name, device)]
            await self._tallies.forgive(hits[:1], hits[1:])

    async def _spend(self, kind: str, keys: list[str], cost: int = 1) -> None:
        if self._limits is None:
            return
        spends = [Spend(self._hit(kind, key, cost), _patience(kind, key).delay) for key in keys]
        _hold_back(await self._tallies.spend(spends, self._now()) / 1000)

    def _hit(self, kind: str, key: str, cost: int = 1) -> Hit:
        now = self._now()
        window = now - now % HOUR
        return Hit(f"{kind} {key}", window, window + HOUR, cost)


def _keys(address: str, name: str, device: str | None) -> list[str]:
    """The keys of an attempt. A known device does not wait for what others try, neither with the name nor beside it."""
    return [name_key(name), address] if device is None else [device_key(device)]


def _patience(kind: str, key: str) -> _Patience:
    if key.startswith("name:"):
        return _NAME
    return _DEVICE if key.startswith("device:") else _PATIENCE[kind]


def _hold_back(seconds: float) -> None:
    if seconds > 0:
        whole = math.ceil(seconds)
        said = Said("that was very fast; try again in {seconds} s", seconds=whole)
        raise Problem(429, said, [(b"retry-after", b"%d" % whole)])
