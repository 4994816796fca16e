"""How many random deals of a layout can be cleared: every one proved exactly, none estimated."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha1

import msgspec

from paishan.connect import prover as flat
from paishan.connect.grid import Grid
from paishan.lab.cluster import Result
from paishan.lab.runs import Place
from paishan.lab.sampling import interval, quantile, random_groups, stream
from paishan.solitaire.layout import Layout
from paishan.solitaire.prover import solver_for
from paishan.solving import LIMIT, Verdict
from paishan.solving.solver import PairingSolver

__all__ = ["STRETCH", "Flat", "is_result", "prove_deals", "summary"]

STRETCH = 500
"""Deals that one worker proves at a time."""


@dataclass(frozen=True, slots=True)
class Flat:
    """A grid of Mahjong Connect as a place to be measured."""

    grid: Grid

    @property
    def id(self) -> str:
        """The grid's stable name."""
        return self.grid.id

    @property
    def name(self) -> str:
        """What people call it."""
        return f"Mahjong Connect, {self.grid}"

    @property
    def sha1(self) -> str:
        """What tells it from another one of the same name."""
        return sha1(repr(self.grid).encode()).hexdigest()

    def __len__(self) -> int:
        return self.grid.slots


def prove_deals(layout: Layout | Flat, seed: int, first: int, count: int) -> Result:
    """Deal and prove deals `first` to `first` + `count` - 1 of this seed.

    Gives how many can be cleared, are dead, and are undecided after 20,000 conflicts; `conflicts`, pairs of a number of
    conflicts and how many deals took it; and `seconds` of the processor's time.
    """
    started = time.process_time()
    found: Counter[Verdict] = Counter()
    conflicts: Counter[int] = Counter()
    solver: PairingSolver | None = None
    for number in range(first, first + count):
        groups = random_groups(len(layout), stream(seed, number))
        if solver is None:
            solver = flat.solver_for(layout.grid, groups) if isinstance(layout, Flat) else solver_for(layout, groups)
        else:
            solver.deal(groups)
        proof = solver.solve(limit=LIMIT)
        found[proof.verdict] += 1
        conflicts[proof.conflicts] += 1
    return {
        "clearable": found[Verdict.CLEARABLE],
        "dead": found[Verdict.DEAD],
        "undecided": found[Verdict.UNDECIDED],
        "conflicts": sorted(conflicts.items()),
        "seconds": time.process_time() - started,
    }


class _Proved(msgspec.Struct, forbid_unknown_fields=True):
    clearable: int
    dead: int
    undecided: int
    conflicts: list[tuple[int, int]]
    seconds: float


def is_result(value: Result, deals: int) -> bool:
    """Whether this can be what `prove_deals` gave of so many deals."""
    try:
        found = msgspec.convert(value, _Proved)
    except msgspec.ValidationError:
        return False
    verdicts = (found.clearable, found.dead, found.undecided)
    return min(verdicts) >= 0 and sum(verdicts) == sum(count for _, count in found.conflicts) == deals


def summary(layout: Place, results: Iterable[Result]) -> Result:
    """What the stretches of a run say together; shares of all deals, rounded to six places.

    `deals_per_second` are those of one worker in a second of its processor's time, so that it says the same on a busy
    machine.
    """
    found: Counter[str] = Counter()
    conflicts: Counter[int] = Counter()
    seconds = 0.0
    for result in results:
        for verdict in Verdict:
            found[verdict] += result[verdict]
        for value, count in result["conflicts"]:
            conflicts[value] += count
        seconds += result["seconds"]
    deals = found.total()
    dead = found[Verdict.DEAD]
    return {
        "layout": layout.id,
        "deals": deals,
        "clearable": found[Verdict.CLEARABLE],
        "dead": dead,
        "undecided": found[Verdict.UNDECIDED],
        "share_dead": round(dead / deals, 6),
        "ci95": [round(bound, 6) for bound in interval(dead, deals)],
        "deals_per_second": round(deals / seconds, 1) if seconds else None,
        "conflicts": {
            "mean": round(sum(value * count for value, count in conflicts.items()) / deals, 3),
            "p50": quantile(conflicts, 0.5),
            "p99": quantile(conflicts, 0.99),
            "max": max(conflicts),
        },
    }
