"""Provers that the tables of a process share: a few, each of which turns to the deal that is asked about.

A prover takes 50 to 100 KB and up to two milliseconds to make, but turns to another deal of its layout in microseconds.
What it learned of the deal before is forgotten then, so each question of a table has the one that knows its deal, if it
is there. What one table asked never changes what another one is answered.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

from paishan.proving import DealProver

__all__ = ["Provers"]


_Known: TypeAlias = tuple[Hashable, Hashable, tuple[int, ...]]
"""Where a prover can be used, who used it last, and for which deal."""


class Provers:
    """The provers that are kept, those used last at the end. Any thread may ask; each is lent to one at a time."""

    def __init__(self, most: int = 64) -> None:
        """At most so many are kept, and a few more are there while many are lent."""
        self._most = most
        self._kept: OrderedDict[_Known, DealProver] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._kept)

    @contextmanager
    def lend(
        self, place: Hashable, asker: Hashable, groups: tuple[int, ...], make: Callable[[], DealProver]
    ) -> Iterator[DealProver]:
        """A prover for the deal of `groups` on `place`, which is all that `make` depends on beside the deal."""
        known = place, asker, groups
        prover = self._take(known) or make()
        yield prover
        # One that was interrupted in a question is not kept.
        with self._lock:
            self._kept[known] = prover
            self._kept.move_to_end(known)
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)

    def _take(self, known: _Known) -> DealProver | None:
        with self._lock:
            found = self._kept.pop(known, None)
            if found is not None or len(self._kept) < self._most:
                return found
            oldest = next((other for other in self._kept if other[0] == known[0]), None)
            if oldest is None:
                return None
            turned = self._kept.pop(oldest)
        turned.deal(known[2])
        return turned
