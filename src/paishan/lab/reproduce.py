"""Carrying a figure out: what is done is kept, what comes of it is one file of JSON beside what was published.

While a figure is measured, every stretch of deals is a line in a file of its own (`paishan.lab.runs`), so a run that
was interrupted, or killed, goes on where it stopped and gives the same. The file of results is written at the end, at
once and whole. Everything in it follows from the seeds, but for what is under `took`.
"""

from __future__ import annotations

import json
import platform
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack, closing
from dataclasses import replace
from functools import cache
from hashlib import sha1
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from paishan import __version__, solving
from paishan.lab.cluster import Result
from paishan.lab.figures import Figure, told
from paishan.lab.runs import Run, Stored, carry_out
from paishan.whole import write_whole

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["deals_of", "file_of", "reproduce", "search_version", "versions"]

_SEARCH = (
    "solving/conflict.py", "solving/cuts.py", "solving/engine.py", "solving/pairings.py", "solving/search.py",
    "solving/solver.py", "solitaire/engine.py", "connect/answers.py", "connect/position.py", "connect/runs.py",
    "connect/runs.pxd", "connect/engine.py", "connect/joins.py",
)  # fmt: skip


def file_of(figure: Figure, directory: Path, quick: bool = False) -> Path:
    """Where the results of a figure stand."""
    return directory / f"{figure.name}{'-quick' if quick else ''}.json"


def reproduce(
    figure: Figure,
    directory: Path,
    workers: Callable[[], AbstractContextManager[Client]],
    quick: bool = False,
    seen: Callable[[int], object] = lambda deals: None,
) -> Result:
    """Measure a figure, or go on with measuring it, and write its results into `directory`; gives them as well.

    `workers` is asked for a client once, and only if something is left to do. `seen` is told of the number of deals of
    every stretch. Raises `ValueError` where the files of an earlier run are of another version or seed.
    """
    kept = directory / f"{file_of(figure, directory, quick).stem}.parts"
    kept.mkdir(parents=True, exist_ok=True)
    found = []
    seconds = 0.0
    with ExitStack() as stack:
        client = None
        for measurement in figure.measurements():
            deals = min(measurement.quick, measurement.run.deals) if quick else measurement.run.deals
            run = _shortened(measurement.run, deals)
            with closing(Stored(kept / f"{run.layout.id}.jsonl", run, resume=True)) as stored:
                stretches = run.stretches()
                if len(stored.done) < len(stretches):
                    if client is None:
                        client = stack.enter_context(workers())
                    results = carry_out(run, client, stored, seen)
                else:
                    results = [stored.done[stretch] for stretch in stretches]
                    seen(deals)
            found.append(told(measurement, deals, results))
            seconds += sum(_seconds(result) for result in results)
    value = {
        "figure": figure.name,
        "title": figure.title,
        "command": f"paishan lab reproduce {figure.name}{' --quick' if quick else ''}",
        "versions": versions(),
        "measurements": found,
        "took": {"processor_seconds": round(seconds, 1)},
    }
    text = json.dumps(value, indent=1, ensure_ascii=False) + "\n"
    write_whole(file_of(figure, directory, quick), text.encode())
    return value


def _shortened(run: Run, deals: int) -> Run:
    return replace(run, deals=deals, stretch=min(run.stretch, deals))


def _seconds(result: Result) -> float:
    if "nanoseconds" in result:
        return float(sum(result["nanoseconds"])) / 1e9
    return float(result.get("seconds", 0.0))


def versions() -> dict[str, Any]:
    """What measured: the package, the search by the hash of its sources, the interpreter, and the machine's kind.

    Nothing but the standard library computes: no array library has a say in any number.
    """
    return {
        "paishan": __version__,
        "search": search_version(),
        "compiled": solving.COMPILED,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "machine": f"{platform.system()} {platform.machine()}",
        "needs": "standard library",
    }


@cache
def search_version() -> str:
    """The first twelve digits of the SHA-1 of the search's sources."""
    hasher = sha1()
    for name in _SEARCH:
        hasher.update(files("paishan").joinpath(name).read_bytes())
    return hasher.hexdigest()[:12]


def deals_of(figure: Figure, quick: bool = False) -> int:
    """How many deals a figure takes in all."""
    return sum(
        min(measurement.quick, measurement.run.deals) if quick else measurement.run.deals
        for measurement in figure.measurements()
    )
