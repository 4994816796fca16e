"""The facts of layouts (X2): what is seen by looking at one, and what is measured of it, with the seed and the version.

The file that comes of it, `facts.json`, lies beside the layouts as data; `paishan.solitaire.facts` reads it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from paishan import __version__
from paishan.lab.cluster import Result
from paishan.lab.players import PLAYERS
from paishan.lab.plot import Row, plot_shares
from paishan.lab.sampling import interval
from paishan.solitaire.layout import Layout
from paishan.whole import write_whole

__all__ = ["HARDLY_EVER", "Book", "facts_of", "plot_of"]

HARDLY_EVER = 0.02
"""Random deals of a layout hardly ever clear where even the upper bound of their share is below this."""


def facts_of(layout: Layout, solvability: Result, difficulty: Result) -> Result:
    """The facts of a layout from the summaries of both measurements; shares are of all deals, sizes in half tiles."""
    deals, clearable = solvability["deals"], solvability["clearable"]
    low, high = interval(clearable, deals)
    return {
        "paishan": __version__,
        "sha1": layout.sha1,
        "tiles": len(layout),
        "layers": layout.layers,
        "free": layout.free().bit_count(),
        "width": layout.width,
        "height": layout.height,
        "deals": deals,
        "clearable": clearable,
        "dead": solvability["dead"],
        "undecided": solvability["undecided"],
        "share_clearable": round(clearable / deals, 6),
        "ci95": [round(low, 6), round(high, 6)],
        "hardly_ever": high < HARDLY_EVER,
        "games": difficulty["deals"],
        **{name: difficulty[name] for name in PLAYERS},
        "from_solution": {name: difficulty["from_solution"][name] for name in PLAYERS},
        "grade": difficulty["grade"],
    }


class Book:
    """A file of facts that is written again after every layout, so that a run may be interrupted and go on."""

    def __init__(self, path: Path, deals: int, games: int, seed: int) -> None:
        """Facts in the file that were measured otherwise are not kept. Raises `ValueError` for any other file."""
        self._path = path
        self._head: dict[str, Any] = {
            "command": f"paishan lab facts --deals {deals} --games {games} --seed {seed}",
            "deals": deals,
            "games": games,
            "seed": seed,
        }
        self.layouts: dict[str, Result] = {}
        if path.exists():
            try:
                found = json.loads(path.read_text("utf-8"))
                known = all(isinstance(facts, dict) for facts in found["layouts"].values())
            except (AttributeError, KeyError, TypeError, json.JSONDecodeError):
                known = False
            if not known:
                raise ValueError("this is no file of facts")
            if {key: found.get(key) for key in self._head} == self._head:
                self.layouts = found["layouts"]

    def has(self, layout: Layout) -> bool:
        """Whether the facts of this layout, as it is now, are there."""
        return self.layouts.get(layout.id, {}).get("sha1") == layout.sha1

    def keep(self, layouts: Sequence[Layout]) -> None:
        """Leave out the facts of all other layouts, and put those of these in their order."""
        self.layouts = {layout.id: self.layouts[layout.id] for layout in layouts if layout.id in self.layouts}

    def add(self, layout: Layout, facts: Result) -> None:
        """Put the facts of a layout into the file, which is whole at any moment."""
        self.layouts[layout.id] = facts
        self.write()

    def write(self) -> None:
        """Write the file: a line for each layout, so that a change shows which it is about."""
        head = "".join(f"{json.dumps(key)}:{json.dumps(value)},\n" for key, value in self._head.items())
        lines = ",\n".join(
            f"{json.dumps(id)}:{json.dumps(facts, separators=(',', ':'))}" for id, facts in self.layouts.items()
        )
        write_whole(self._path, f'{{\n{head}"layouts":{{\n{lines}\n}}\n}}\n'.encode())


def plot_of(layouts: Sequence[Layout], facts: dict[str, Result]) -> str:
    """The share of random deals that can be cleared, of every layout whose facts are given; the greatest first."""
    rows = [
        Row(layout.name, facts[layout.id]["share_clearable"], *facts[layout.id]["ci95"])
        for layout in layouts
        if layout.id in facts
    ]
    rows.sort(key=lambda row: -row.share)
    deals = min(found["deals"] for found in facts.values())
    undecided = sum(found["undecided"] for found in facts.values())
    proved = f"each proved but {undecided:,}" if undecided else "each proved"
    return plot_shares(
        "Random deals that can be cleared",
        f"{deals:,} random deals of each layout, {proved} by exact search; the bars are 95 % intervals.",
        rows,
    )
