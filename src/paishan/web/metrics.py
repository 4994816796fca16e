"""What a server has done, in numbers that Prometheus reads: requests, moves, the database, what is being worked out.

Several processes serve one port, and nobody can choose which of them answers. So each writes its numbers into a file of
its own every second, whichever is asked adds them all up, and one that takes the place of another goes on from there.
Only what belongs to a process itself, such as its memory, has its number as a label.
"""

from __future__ import annotations

import asyncio
import os
import time
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from itertools import accumulate
from pathlib import Path

import msgspec

from paishan.store.writer import SIZES, Writer

__all__ = ["EVERY", "Metrics", "Reading"]

EVERY = 1.0
"""Seconds after which a process tells the others its numbers."""
_STALE = 10.0
"""Seconds after which a process that tells nothing is taken for gone; what it counted stays."""
_BOUNDS = (0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_HELP: Mapping[str, tuple[str, str]] = {
    "paishan_requests_total": ("counter", "Requests by route and status."),
    "paishan_request_seconds": ("histogram", "Seconds from a request to the end of its answer, by route."),
    "paishan_held_back_total": ("counter", "Requests that were told to wait, because there were too many of them."),
    "paishan_commands_total": ("counter", "Commands of players that are on the disk."),
    "paishan_games_opened_total": ("counter", "Games opened, by family."),
    "paishan_games_finished_total": ("counter", "Games that came to an end, by family and outcome."),
    "paishan_commits_total": ("counter", "Transactions of the writer that are on the disk."),
    "paishan_commit_jobs": ("histogram", "Jobs in one transaction of the writer."),
    "paishan_commits_again_total": ("counter", "Transactions that were done again."),
    "paishan_write_failures_total": ("counter", "Jobs that the database did not take."),
    "paishan_live_tables": ("gauge", "Games in memory."),
    "paishan_writer_waiting": ("gauge", "Jobs that wait for the writer."),
    "paishan_searching": ("gauge", "Positions that are being searched."),
    "paishan_waiting_turns": ("gauge", "Requests that are worked out beside games, or wait for it, by kind."),
    "paishan_requests_now": ("gauge", "Requests that are being answered."),
    "paishan_workers": ("gauge", "Processes that serve."),
    "paishan_draining": ("gauge", "Processes that are about to end."),
    "process_resident_memory_bytes": ("gauge", "Memory of a process."),
    "process_cpu_seconds_total": ("counter", "Processor time of a process."),
    "process_open_fds": ("gauge", "Files and connections that a process has open."),
    "process_start_time_seconds": ("gauge", "When a process was started, in seconds since 1970."),
}


class Reading(msgspec.Struct):
    """The numbers of one process at one time, by the names that Prometheus knows them by."""

    at: float
    totals: dict[str, float] = {}
    """What only grows."""
    now: dict[str, float] = {}
    """What comes and goes."""


class _Route:
    """The requests of one route."""

    __slots__ = ("seconds", "statuses", "times")

    def __init__(self) -> None:
        self.statuses: dict[tuple[str, int], int] = {}
        self.times = [0] * (len(_BOUNDS) + 1)
        self.seconds = 0.0


class Metrics:
    """One process's numbers, and the way to those of the others."""

    def __init__(self, shared: Path | None = None, worker: int = 0) -> None:
        """`shared` is the directory in which all processes of a server keep their numbers; `worker` counts them."""
        self.requests_now = 0
        self.draining = False
        self._worker = worker
        self._file = None if shared is None else shared / f"{worker}.json"
        self._routes: dict[str, _Route] = {}
        self._sources: list[Callable[[Reading], None]] = []
        self._started = time.time()
        self._before: dict[str, float] = {}
        if self._file is not None and (earlier := _read(self._file)) is not None:
            # The process before this one on its place; its own times and memory are gone with it.
            self._before = {name: value for name, value in earlier.totals.items() if not name.startswith("process_")}

    def request(self, route: str, method: str, status: int, seconds: float) -> None:
        """Count a request that was answered."""
        known = self._routes.get(route)
        if known is None:
            known = self._routes[route] = _Route()
        key = (method, status)
        known.statuses[key] = known.statuses.get(key, 0) + 1
        known.times[bisect_left(_BOUNDS, seconds)] += 1
        known.seconds += seconds

    def ask(self, source: Callable[[Reading], None]) -> None:
        """Let `source` add its numbers whenever they are wanted."""
        self._sources.append(source)

    def watch(self, writer: Writer) -> None:
        """Tell what a writer does."""

        def add(reading: Reading) -> None:
            done = writer.done
            reading.totals["paishan_commits_total"] = done.commits
            reading.totals["paishan_commits_again_total"] = done.again
            reading.totals["paishan_write_failures_total"] = done.failed
            _histogram(reading.totals, "paishan_commit_jobs", "", SIZES, [*done.sizes, 0], done.jobs)
            reading.now["paishan_writer_waiting"] = writer.waiting

        self.ask(add)

    def reading(self) -> Reading:
        """This process's numbers, with those of the ones before it on its place."""
        reading = Reading(time.time())
        totals, now = reading.totals, reading.now
        held_back = 0
        for route, known in self._routes.items():
            for (method, status), number in known.statuses.items():
                shown = method if method in _METHODS else "other"
                _add(totals, f'paishan_requests_total{{route="{route}",method="{shown}",status="{status}"}}', number)
                held_back += number if status == 429 else 0
            _histogram(totals, "paishan_request_seconds", f'route="{route}"', _BOUNDS, known.times, known.seconds)
        totals["paishan_held_back_total"] = held_back
        now["paishan_requests_now"] = self.requests_now
        now["paishan_workers"] = 1
        now["paishan_draining"] = int(self.draining)
        for source in self._sources:
            source(reading)
        for name, value in self._before.items():
            _add(totals, name, value)
        label = f'{{worker="{self._worker}"}}'
        spent = os.times()
        totals[f"process_cpu_seconds_total{label}"] = spent.user + spent.system
        now[f"process_start_time_seconds{label}"] = self._started
        with suppress(OSError, ValueError, IndexError):
            pages = int(Path("/proc/self/statm").read_text().split()[1])
            now[f"process_resident_memory_bytes{label}"] = pages * os.sysconf("SC_PAGE_SIZE")
            now[f"process_open_fds{label}"] = len(list(Path("/proc/self/fd").iterdir()))
        return reading

    def tell(self) -> Reading:
        """Write this process's numbers for the others to read, and give them."""
        reading = self.reading()
        if self._file is not None:
            draft = self._file.with_suffix(".new")
            with suppress(OSError):
                draft.write_bytes(msgspec.json.encode(reading))
                draft.replace(self._file)
        return reading

    async def keep_telling(self) -> None:
        """Tell the others now and then, until cancelled."""
        while self._file is not None:
            await asyncio.sleep(EVERY)
            self.tell()

    def text(self) -> str:
        """All processes' numbers together, in the form that Prometheus reads."""
        own = self.tell()
        readings = [own]
        if self._file is not None:
            others = (_read(file) for file in sorted(self._file.parent.glob("*.json")) if file != self._file)
            readings += [other for other in others if other is not None]
        totals: dict[str, float] = {}
        now: dict[str, float] = {}
        for reading in readings:
            for name, value in reading.totals.items():
                _add(totals, name, value)
            if reading is own or reading.at > time.time() - _STALE:
                for name, value in reading.now.items():
                    _add(now, name, value)
        return _written(totals, now)


def _add(into: dict[str, float], name: str, value: float) -> None:
    into[name] = into.get(name, 0) + value


def _histogram(
    into: dict[str, float], name: str, label: str, bounds: Iterable[float], numbers: list[int], total: float
) -> None:
    """The numbers of a histogram, one for each bound and the last for what is beyond all."""
    comma = "," if label else ""
    reached = list(accumulate(numbers))
    for bound, number in zip((*bounds, "+Inf"), reached, strict=True):
        _add(into, f'{name}_bucket{{{label}{comma}le="{bound}"}}', number)
    labels = f"{{{label}}}" if label else ""
    _add(into, f"{name}_sum{labels}", total)
    _add(into, f"{name}_count{labels}", reached[-1])


def _family(name: str) -> str:
    plain = name.partition("{")[0]
    for end in ("_bucket", "_sum", "_count"):
        if plain.removesuffix(end) in _HELP:
            return plain.removesuffix(end)
    return plain


def _written(totals: dict[str, float], now: dict[str, float]) -> str:
    families: dict[str, list[str]] = {}
    for name, value in (totals | now).items():
        families.setdefault(_family(name), []).append(f"{name} {value:.10g}\n")
    parts = []
    for family, lines in sorted(families.items()):
        kind, says = _HELP[family]
        parts += [f"# HELP {family} {says}\n", f"# TYPE {family} {kind}\n", *lines]
    return "".join(parts)


def _read(file: Path) -> Reading | None:
    try:
        return msgspec.json.decode(file.read_bytes(), type=Reading)
    except (OSError, msgspec.MsgspecError):
        return None
