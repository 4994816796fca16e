"""Runs that may be interrupted: what is done is in a file, line by line, and is not done again.

The first line of the file says what is measured, with the seed and the version; every other line is what one stretch of
deals gave. A line is whole on disk before the next is begun; one that a killed process left half-written is dropped.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Protocol

from paishan import __version__
from paishan.lab.cluster import Result, Stretch, spread

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["Place", "Run", "Stored", "carry_out"]


class Place(Protocol):
    """What is measured: a layout, or a grid."""

    @property
    def id(self) -> str:
        """Its stable name."""

    @property
    def name(self) -> str:
        """What people call it."""

    @property
    def sha1(self) -> str:
        """What tells it from another one of the same name."""


@dataclass(frozen=True, slots=True)
class Run:
    """A measurement: deals 0 … `deals` - 1 of a seed, on one layout, in stretches."""

    measures: str
    """What is measured: `solvability` or `difficulty`."""
    work: Callable[..., Result]
    """Called with the layout, the seed, the number of the first deal of a stretch, and how many there are."""
    layout: Place
    deals: int
    seed: int
    stretch: int
    """Deals in a stretch; the last one may have fewer."""
    gives: Callable[[Result, int], bool] = lambda result, deals: True
    """Whether something that a file holds is what `work` gives of so many deals."""

    def stretches(self) -> tuple[Stretch, ...]:
        """All stretches, in order."""
        return tuple(
            Stretch(first, min(self.stretch, self.deals - first)) for first in range(0, self.deals, self.stretch)
        )

    @property
    def header(self) -> Result:
        """What results must share to be of the same run; a longer run may take over those of a shorter one."""
        return {
            "measures": self.measures,
            "paishan": __version__,
            "layout": self.layout.id,
            "sha1": self.layout.sha1,
            "seed": self.seed,
            "stretch": self.stretch,
        }


class Stored:
    """The results of a run in its file."""

    def __init__(self, path: Path, run: Run, resume: bool) -> None:
        """Begin the file, or with `resume` go on with it if it is there.

        Raises `FileExistsError` where it is there and is not to be gone on with, and `ValueError` that says what
        differs where it is of another run, or no file of results.
        """
        self.done: dict[Stretch, Result] = {}
        self._path = path
        if resume and path.exists():
            whole = self._read(run)
            self._file: IO[bytes] = path.open("r+b")
            self._file.truncate(whole)
            self._file.seek(whole)
            if whole:
                return
        else:
            self._file = path.open("xb")
        try:
            self._append(run.header)
        except OSError:
            self.close()
            path.unlink()
            raise

    def _read(self, run: Run) -> int:
        """Take over what is done; gives how many bytes of the file are whole lines."""
        wanted = set(run.stretches())
        whole = 0
        for number, line in enumerate(self._whole_lines(), 1):
            try:
                value = json.loads(line)
                if number > 1:
                    stretch = Stretch(value.pop("first"), value.pop("deals"))
                    if stretch in wanted:
                        if not run.gives(value, stretch.deals):
                            raise KeyError
                        self.done[stretch] = value
                elif value != run.header:
                    self._refuse(value, run.header)
            except (AttributeError, KeyError, TypeError, UnicodeDecodeError, json.JSONDecodeError):
                raise ValueError(f"line {number} is no result of a measurement") from None
            whole += len(line)
        if not whole:
            with self._path.open("rb") as file:
                if not _line(run.header).startswith(file.read(len(_line(run.header)))):
                    raise ValueError("line 1 is no result of a measurement")
        return whole

    def _whole_lines(self) -> Iterator[bytes]:
        with self._path.open("rb") as file:
            for line in file:
                if line.endswith(b"\n"):
                    yield line

    def _refuse(self, found: Result, header: Result) -> None:
        for key, value in header.items():
            if found.get(key) != value:
                raise ValueError(
                    f"these are results of another run: {key} is {found.get(key)!r} there and {value!r} now; "
                    "name another file"
                )
        raise KeyError

    def add(self, stretch: Stretch, result: Result) -> None:
        """Keep what a stretch gave. Raises `OSError` that names the file where it cannot be written."""
        self._append({"first": stretch.first, "deals": stretch.deals} | result)
        self.done[stretch] = result

    def _append(self, value: Result) -> None:
        try:
            self._file.write(_line(value))
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self._path)) from None

    def close(self) -> None:
        """Close the file."""
        # What cannot be written any more was told of when it was added.
        with suppress(OSError):
            self._file.close()


def _line(value: Result) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode() + b"\n"


def carry_out(
    run: Run, client: Client, stored: Stored | None = None, seen: Callable[[int], object] = lambda deals: None
) -> list[Result]:
    """Do what is not yet done of a run; gives what all its stretches gave, in their order.

    `seen` is told of the number of deals of every stretch, those first that were done before.
    """
    stretches = run.stretches()
    done = dict(stored.done) if stored else {}
    seen(sum(stretch.deals for stretch in done))
    missing = [stretch for stretch in stretches if stretch not in done]
    for stretch, result in spread(client, run.work, missing, run.layout, run.seed):
        done[stretch] = result
        if stored:
            stored.add(stretch, result)
        seen(stretch.deals)
    return [done[stretch] for stretch in stretches]
