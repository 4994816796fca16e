"""What several server processes count together: how often something was done in a window of time, and when it may next.

Keys are kept as hashes, and no longer than their window lasts: nobody needs to read here who did what.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, text

from paishan.store.database import Database

__all__ = ["Hit", "Spend", "Tallies"]

_COUNT = text(
    'INSERT INTO tallies (key, "window", count, until, ends) VALUES (:key, :window, :count, 0, :ends) '
    'ON CONFLICT (key, "window") DO UPDATE SET count = tallies.count + excluded.count RETURNING count'
)
_SEEN = text('SELECT until, count FROM tallies WHERE key = :key AND "window" = :window')
_SPENT = text('UPDATE tallies SET until = :until WHERE key = :key AND "window" = :window')
_BACK = text('UPDATE tallies SET count = count - :count WHERE key = :key AND "window" = :window')
_FORGET = text("DELETE FROM tallies WHERE key = :key")
_GONE = text(
    'DELETE FROM tallies WHERE (key, "window") IN '
    '(SELECT key, "window" FROM tallies WHERE ends < :now ORDER BY ends LIMIT :most)'
)
_PRUNED_EVERY = 60_000
"""Milliseconds between two times that what is over is taken away."""
_PRUNED_AGAIN, _PRUNED = 100, 1_000
"""Milliseconds to the next time when there is more, and how much goes at once: all of an hour is over together."""


class Hit(NamedTuple):
    """Something that is counted in a window, which begins and ends at milliseconds since 1970."""

    key: str
    window: int
    ends: int
    times: int


class Spend(NamedTuple):
    """A hit after which nothing more is granted for a while; how long, follows from how many there were."""

    hit: Hit
    delay: Callable[[int], int]
    """Milliseconds to wait after so many."""


class Tallies:
    """The counts of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._pruned = 0

    async def add(self, hits: Sequence[Hit], now: int) -> list[int]:
        """Count; gives what each comes to."""

        def write(writing: Connection) -> list[int]:
            self._prune(writing, now)
            return [int(writing.execute(_COUNT, _row(hit)).scalar_one()) for hit in hits]

        return await self._database.writer.run(write)

    async def spend(self, spends: Sequence[Spend], now: int) -> int:
        """Count all of these and give 0; or count none, and give the milliseconds to wait for the last to be free."""

        def write(writing: Connection) -> int:
            self._prune(writing, now)
            counts = []
            for spend in spends:
                # Counted first, so that of two processes the second waits here for what the first has done.
                counts.append(int(writing.execute(_COUNT, _row(spend.hit)).scalar_one()))
            seen = [writing.execute(_SEEN, _row(spend.hit)).one() for spend in spends]
            wait = max((int(row.until) - now for row in seen), default=0)
            for spend, count in zip(spends, counts, strict=True):
                row = _row(spend.hit)
                if wait > 0:
                    writing.execute(_COUNT, {**row, "count": -spend.hit.times})
                else:
                    writing.execute(_SPENT, {**row, "until": now + spend.delay(count)})
            return max(0, wait)

        return await self._database.writer.run(write)

    async def forgive(self, known: Sequence[Hit], others: Sequence[Hit]) -> None:
        """Forget all that was counted of some keys; of others, take back only this."""

        def write(writing: Connection) -> None:
            for hit in known:
                writing.execute(_FORGET, _row(hit))
            for hit in others:
                writing.execute(_BACK, _row(hit))

        await self._database.writer.run(write)

    def _prune(self, writing: Connection, now: int) -> None:
        if now - self._pruned >= _PRUNED_EVERY:
            gone = writing.execute(_GONE, {"now": now, "most": _PRUNED}).rowcount
            self._pruned = now if gone < _PRUNED else now - _PRUNED_EVERY + _PRUNED_AGAIN


def _row(hit: Hit) -> dict[str, object]:
    hashed = hashlib.blake2s(hit.key.encode("utf-8", "surrogateescape"), digest_size=16, person=b"tallies")
    return {"key": hashed.hexdigest(), "window": hit.window, "count": hit.times, "ends": hit.ends}
