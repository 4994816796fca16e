"""What `paishan lab reproduce` measures anew: figures that were published, elsewhere or in our own documents.

A figure is a few measurements of one kind. Each says what it counts, on how many deals and from which seed, and what
was published of it, with the source. How they are carried out is `paishan.lab.reproduce`.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import sha1
from math import sqrt
from typing import Any, TypeAlias

from paishan.connect.grid import GRIDS
from paishan.lab import arena, difficulty, flat, solvability
from paishan.lab.cluster import Result
from paishan.lab.players import PLAYERS
from paishan.lab.runs import Run
from paishan.lab.sampling import exact_interval, interval, quantile
from paishan.lab.solvability import Flat
from paishan.solitaire import gallery
from paishan.solitaire.facts import facts
from paishan.solitaire.layout import Layout
from paishan.solving import Verdict

__all__ = ["FIGURES", "Figure", "Measurement", "Published", "Seats", "by_name", "told"]

Shares: TypeAlias = dict[str, Result]
"""What a measurement found, by what is counted: the share, its interval, and the counts behind it."""


@dataclass(frozen=True, slots=True)
class Published:
    """A share that was published, from `low` to `high`: a range as printed, or the 95 % interval of a sample."""

    low: float
    high: float
    source: str
    """Where it stands, and what it was measured on."""

    @classmethod
    def of_sample(cls, hits: int, trials: int, source: str) -> Published:
        """A share that was itself a sample: its own 95 % interval."""
        return cls(*interval(hits, trials), source)


_AllPublished: TypeAlias = dict[str, tuple[Published, ...]]


@dataclass(frozen=True, slots=True)
class Seats:
    """Three players of Chuo Pai as a place to be measured."""

    players: tuple[str, str, str]

    @property
    def id(self) -> str:
        """The players, as `lab arena --seats` takes them."""
        return ",".join(self.players)

    @property
    def name(self) -> str:
        """What people call it."""
        first, *others = self.players
        return f"{first} against {' and '.join(others)}"

    @property
    def sha1(self) -> str:
        """What tells it from another one of the same name."""
        return sha1(self.id.encode()).hexdigest()


def play_seats(seats: Seats, seed: int, first: int, deals: int) -> Result:
    """Let the players at the seats play some deals of a seed, each in all three seats."""
    return arena.play_deals(seats.players, seed, first, deals)


def play_layout(layout: Layout, seed: int, first: int, deals: int) -> Result:
    """Let the players play some deals of a layout, and say what that took."""
    started = time.process_time()
    found = difficulty.play_deals(layout, seed, first, deals)
    return found | {"seconds": time.process_time() - started}


@dataclass(frozen=True, slots=True)
class Measurement:
    """One measurement of a figure."""

    run: Run
    quick: int
    """Deals of a quick run."""
    shares: Callable[[int, Sequence[Result]], Shares]
    """What the stretches of a run of so many deals say."""
    published: _AllPublished = field(default_factory=dict)
    """What was published, by what is counted."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure that can be reproduced by name."""

    name: str
    title: str
    measurements: Callable[[], list[Measurement]]


def counted(hits: int, trials: int) -> Result:
    """A share with its intervals at 95 %: Wilson's, and the exact one of Clopper and Pearson."""
    return {
        "hits": hits,
        "of": trials,
        "share": round(hits / trials, 6),
        "wilson95": [round(bound, 6) for bound in interval(hits, trials)],
        "exact95": [round(bound, 6) for bound in exact_interval(hits, trials)],
    }


def proved(deals: int, results: Sequence[Result]) -> Shares:
    """The shares of random deals that can be cleared, are dead, and are undecided, and what the search took."""
    shares = {verdict.value: counted(sum(result[verdict] for result in results), deals) for verdict in Verdict}
    conflicts: Counter[int] = Counter()
    for result in results:
        for value, count in result["conflicts"]:
            conflicts[value] += count
    shares["conflicts"] = {
        "mean": round(sum(value * count for value, count in conflicts.items()) / deals, 3),
        "p50": quantile(conflicts, 0.5),
        "p90": quantile(conflicts, 0.9),
        "p99": quantile(conflicts, 0.99),
        "max": max(conflicts),
    }
    return shares


def played(deals: int, results: Sequence[Result]) -> Shares:
    """How often each player clears random deals that can be cleared, and deals from a solution."""
    shares: Shares = {}
    for kind in ("random", "from_solution"):
        won = [result[kind] for result in results]
        if None not in won:
            shares |= {f"{player}, {kind}": counted(sum(wins[player] for wins in won), deals) for player in PLAYERS}
    return shares


def played_flat(deals: int, results: Sequence[Result]) -> Shares:
    """How often blind play clears grids of Mahjong Connect, by how they were dealt."""
    return {f"blind, {kind}": counted(sum(result[kind] for result in results), deals) for kind in flat.KINDS}


def matched(deals: int, results: Sequence[Result]) -> Shares:
    """The first player's share of the wins; the interval is that of a mean over deals (normal, 95 %)."""
    won = [sums[0] / 3 for result in results for sums in result["shares"]]
    mean = sum(won) / deals
    error = 1.96 * sqrt(sum((share - mean) ** 2 for share in won) / max(1, deals - 1) / deals)
    low, high = max(0.0, mean - error), min(1.0, mean + error)
    return {"wins of the first": {"of": deals, "share": round(mean, 6), "mean95": [round(low, 6), round(high, 6)]}}


_BONDT = Published(
    0.0295, 0.0296, "M. de Bondt, arXiv 1203.6559: between 2.95 and 2.96 % of 10,000,000 random deals cannot be cleared"
)
_LISTED = Published.of_sample(
    round(0.9203 * 108_659), 108_659, "docs/connect-figures.md: 92.03 % of 108,659 random deals"
)
_OUR_GAMES = "docs/connect-figures.md: 44.5 % of games on proved deals, three games on each of 4,000 deals"


def _turtle() -> list[Measurement]:
    turtle = gallery.by_id("turtle")
    run = Run("solvability", solvability.prove_deals, turtle, 1_000_000, 1, solvability.STRETCH, solvability.is_result)
    return [Measurement(run, 2_000, proved, {"dead": (_BONDT,)})]


def _layouts() -> list[Measurement]:
    found = []
    for layout in gallery.layouts():
        known = facts(layout.id)
        published: _AllPublished = {}
        if known is not None:
            source = f"the facts of the layout: {known.clearable:,} of {known.deals:,} random deals of another seed"
            published["clearable"] = (Published.of_sample(known.clearable, known.deals, source),)
        run = Run("solvability", solvability.prove_deals, layout, 5_000, 2, solvability.STRETCH, solvability.is_result)
        found.append(Measurement(run, 100, proved, published))
    return found


def _connect() -> list[Measurement]:
    deals = {"connect-18x8": 100_000, "connect-14x6": 20_000, "connect-24x12": 20_000}
    published: _AllPublished = {
        "connect-18x8": (_LISTED,),
        "connect-14x6": (Published.of_sample(999, 1_000, "docs/connect-figures.md: 99.9 % of 1,000 random deals"),),
        "connect-24x12": (Published.of_sample(1_000, 1_000, "docs/connect-figures.md: 100 % of 1,000 random deals"),),
    }
    return [
        Measurement(
            Run(
                "solvability",
                solvability.prove_deals,
                Flat(grid),
                deals[grid.id],
                1,
                solvability.STRETCH,
                solvability.is_result,
            ),
            200,
            proved,
            {"clearable": published[grid.id]},
        )
        for grid in GRIDS
    ]


def _blind() -> list[Measurement]:
    found = []
    for id in ("turtle", "lantern", "first-steps", "dragon", "spiral"):
        layout = gallery.by_id(id)
        known = facts(layout.id)
        published: _AllPublished = {}
        if known is not None:
            for kind, rates in (("random", known.random), ("from_solution", known.from_solution)):
                for player in PLAYERS if rates is not None else ():
                    won = round(getattr(rates, player) * known.games)
                    source = f"the facts of the layout: {won} of {known.games} games of another seed"
                    published[f"{player}, {kind}"] = (Published.of_sample(won, known.games, source),)
        run = Run("difficulty", play_layout, layout, 500, 2, difficulty.STRETCH)
        found.append(Measurement(run, 20, played, published))
    # Three games on one deal tell less than three on three: the rates vary by 32 points from deal to deal.
    error = 1.96 * sqrt((0.32**2 + 0.445 * 0.555 / 3) / 4_000)
    ours = Published(0.445 - error, 0.445 + error, _OUR_GAMES)
    run = Run("blind", flat.play_blind, Flat(GRIDS[0]), 1_000, 2, flat.STRETCH)
    return [*found, Measurement(run, 20, played_flat, {"blind, random": (ours,)})]


_MATCHES = (
    ("normal,beginner,beginner", 2_000, 0.850, 0.866),
    ("easy,beginner,beginner", 2_000, 0.583, 0.603),
    ("easy,normal,normal", 2_000, 0.122, 0.137),
    ("beginner,normal,normal", 2_000, 0.080, 0.092),
    ("hard,normal,normal", 400, 0.434, 0.452),
    ("master,hard,hard", 120, 0.396, 0.430),
)


def _chuo() -> list[Measurement]:
    found = []
    for text, deals, low, high in _MATCHES:
        first, second, third = text.split(",")
        run = Run("arena", play_seats, Seats((first, second, third)), deals, 2, arena.STRETCH)
        source = f"docs/chuo-figures.md: {low:.3f} to {high:.3f}, deals of another seed"
        found.append(Measurement(run, 10, matched, {"wins of the first": (Published(low, high, source),)}))
    return found


FIGURES: tuple[Figure, ...] = (
    Figure("turtle-dead", "Random deals of the Turtle that cannot be cleared", _turtle),
    Figure("layouts-clearable", "Random deals of the built-in layouts that can be cleared", _layouts),
    Figure("connect-clearable", "Random deals of Mahjong Connect that can be cleared", _connect),
    Figure("blind-play", "How often players without a plan clear deals that can be cleared", _blind),
    Figure("chuo-arena", "Computer players of Chuo Pai against each other", _chuo),
)
"""All figures, in the order of the report."""


def by_name(name: str) -> Figure:
    """The figure of this name. Raises `ValueError` that names those there are."""
    for figure in FIGURES:
        if figure.name == name:
            return figure
    raise ValueError(f"there is no figure '{name}'; there are {', '.join(figure.name for figure in FIGURES)}")


def told(measurement: Measurement, deals: int, results: Sequence[Result]) -> dict[str, Any]:
    """What one measurement found, beside what was published.

    A published share is `inside` when some value of its range lies in our interval.
    """
    run = measurement.run
    shares = measurement.shares(deals, results)
    for what, all_published in measurement.published.items():
        share = shares[what]
        low, high = share["wilson95"] if "wilson95" in share else share["mean95"]
        share["published"] = [
            {
                "low": round(published.low, 6),
                "high": round(published.high, 6),
                "source": published.source,
                "inside": published.low <= high and low <= published.high,
            }
            for published in all_published
        ]
    return {
        "place": run.layout.id,
        "name": run.layout.name,
        "sha1": run.layout.sha1,
        "measures": run.measures,
        "seed": run.seed,
        "deals": deals,
        "shares": shares,
    }
