"""What is known of layouts' random deals: committed facts, and quick looks at layouts that nobody measured before.

Looks are taken one at a time, each is bounded, and one is dropped when its asker asks for another.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import Any

from paishan.faults import Said
from paishan.solitaire.facts import Facts, facts, random_deals_work
from paishan.solitaire.layout import Layout
from paishan.solitaire.sample import HARDLY_EVER, Sample, sampled
from paishan.store import Library
from paishan.web.answers import Problem

__all__ = ["DEALS", "Measured", "Measuring"]

DEALS = 400
"""Random deals of a layout that are proved when somebody asks for them."""
_MOST_WAITING = 20
_KEPT = 2_000


@dataclass(frozen=True, slots=True)
class Measured:
    """What is known of a layout's random deals, and how hard it is to play."""

    deals: int
    share: float
    ci95: tuple[float, float]
    hardly_ever: bool
    grade: int | None = None
    """1 (mild) to 5 (hard); None where nobody measured it."""
    greedy: float | None = None
    """How often a player who always takes the pair that frees most clears a board dealt from a solution."""

    @classmethod
    def of_facts(cls, known: Facts) -> Measured:
        """From the committed facts of a built-in layout."""
        share, greedy = known.share_clearable, known.from_solution.greedy
        return cls(known.deals, share, known.ci95, known.hardly_ever, known.grade, greedy)

    @classmethod
    def of_sample(cls, sample: Sample) -> Measured:
        """From a quick look."""
        return cls(sample.deals, sample.share, sample.ci95, sample.hardly_ever)

    @classmethod
    def read(cls, kept: dict[str, Any]) -> Measured:
        """From what was kept of a quick look."""
        return cls(kept["deals"], kept["share"], (kept["ci95"][0], kept["ci95"][1]), kept["hardly_ever"])

    def told(self) -> dict[str, Any]:
        """What random deals do, as the API tells it and the database keeps it."""
        return {
            "deals": self.deals,
            "share": round(self.share, 4),
            "ci95": [round(bound, 4) for bound in self.ci95],
            "hardly_ever": self.hardly_ever,
        }


class Measuring:
    """The one place in a process where random deals of layouts are proved."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._kept: OrderedDict[str, Measured] = OrderedDict()
        self._turn = asyncio.Semaphore(1)
        self._waiting = 0
        self._numbers = count()
        self._newest: dict[Hashable, int] = {}

    @property
    def here(self) -> int:
        """How many looks are being taken or waited for."""
        return self._waiting

    def built_in(self, layout: Layout) -> Measured | None:
        """What is known of a built-in layout."""
        known = facts(layout.id)
        return Measured.of_facts(known) if known is not None else self._kept.get(layout.tag)

    async def installed(self, layouts: Sequence[Layout]) -> dict[str, Measured]:
        """What is known of installed layouts, by their ids, which are how game codes name them."""
        tags = [layout.id for layout in layouts]
        kept = await self._library.measured(tags)
        known = {tag: self._kept[tag] for tag in tags if tag in self._kept}
        return known | {tag: Measured.read(value) for tag, value in kept.items()}

    async def known(self, layout: Layout) -> Measured | None:
        """What is known of any layout."""
        if layout.number is not None:
            return self.built_in(layout)
        return (await self.installed([layout])).get(layout.id)

    async def measure(self, asker: Hashable, layout: Layout) -> Measured:
        """What is known of a layout, after a quick look where nothing was; that is kept."""
        known = await self.known(layout)
        if known is not None:
            return known
        sample, whole = await self._look(asker, layout, DEALS)
        found = Measured.of_sample(sample)
        # Of a look that was dropped, for another by the same asker, too little is known.
        if whole:
            self._kept[layout.tag] = found
            if len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
            if layout.number is None:
                await self._library.keep_measured(layout.tag, found.told())
        return found

    async def may_be_random(self, asker: Hashable, layout: Layout) -> bool:
        """Whether random deals clear often enough to be dealt; an installed layout is measured if need be."""
        if layout.number is not None:
            return random_deals_work(layout)
        return (await self.measure((asker, layout.tag), layout)).share >= HARDLY_EVER

    async def look(self, asker: Hashable, layout: Layout, deals: int) -> Sample:
        """What some random deals of a layout tell; fewer when the same asker asks again meanwhile.

        Raises a `Problem` when too many wait already.
        """
        return (await self._look(asker, layout, deals))[0]

    async def _look(self, asker: Hashable, layout: Layout, deals: int) -> tuple[Sample, bool]:
        """A look, and whether it was taken to its end."""
        if self._waiting >= _MOST_WAITING:
            said = Said("many layouts are being measured just now; try again in a moment")
            raise Problem(503, said, [(b"retry-after", b"5")])
        number = self._newest[asker] = next(self._numbers)
        self._waiting += 1
        try:
            async with self._turn:
                go_on = partial(self._is_newest, asker, number)
                sample = await asyncio.to_thread(sampled, layout, deals, go_on=go_on)
                return sample, go_on()
        finally:
            self._waiting -= 1
            if self._is_newest(asker, number):
                del self._newest[asker]

    def _is_newest(self, asker: Hashable, number: int) -> bool:
        return self._newest.get(asker) == number
