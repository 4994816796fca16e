"""How a server bears many players: `python -m bench.load --players 500 --database sqlite --workers 1 --seconds 60`.

The players are Locust's, in processes of their own on the same machine, so what they use is told beside what the server
uses. `--evening` lets them come and go, and midnight strike in between, when everybody wants the new day's board.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench.load.serving import Served, Use, busy, serving, size_of, use_of

_TARGET = 100
"""Milliseconds in which 99 of 100 moves should be answered."""
_MINUTES = 24 * 60


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer that a player got."""

    at: float
    name: str
    ms: float
    size: int
    failed: str | None


def quantile(each: Sequence[float], share: float) -> float:
    """The value that this share of the values does not exceed."""
    return sorted(each)[min(len(each) - 1, math.ceil(share * len(each)) - 1)] if each else 0.0


def zone_of_midnight(now: float, ahead: float) -> tuple[int, float]:
    """An offset from UTC, in minutes, in which midnight strikes about `ahead` seconds from `now`, and when it does."""
    minute = math.ceil((now + ahead) / 60)
    offset = -minute % _MINUTES
    return (offset if offset <= 14 * 60 else offset - _MINUTES), minute * 60.0


@contextmanager
def _database(wanted: str, place: Path) -> Iterator[tuple[str, int | None, Path | None]]:
    """The address of an empty database, its server's process, and its file, as far as it has them."""
    if wanted == "sqlite":
        file = place / "paishan.db"
        yield f"sqlite:///{file}", None, file
    elif wanted == "postgresql":
        from tests.postgres import Postgres

        server = Postgres()
        try:
            pid = int((server.data / "postmaster.pid").read_text().split()[0])
            yield server.fresh(), pid, None
        finally:
            server.close()
    else:
        yield wanted, None, None


def _rows(answers: Sequence[Answer], seconds: float) -> Iterator[str]:
    by_kind: dict[str, list[float]] = defaultdict(list)
    for answer in answers:
        by_kind[answer.name.partition(" ")[0]].append(answer.ms)
        if " " in answer.name:
            by_kind[answer.name].append(answer.ms)
    yield f"{'':22}{'number':>8}{'a second':>10}{'p50':>8}{'p95':>8}{'p99':>8}{'most':>8}  ms"
    for name, each in sorted(by_kind.items()):
        said = "".join(f"{quantile(each, share):8.1f}" for share in (0.5, 0.95, 0.99, 1))
        indent = "  " if " " in name else ""
        yield f"{indent + name:22}{len(each):8}{len(each) / seconds:10.1f}{said}"


def _measured(asked: argparse.Namespace, served: Served, database: int | None, out: list[Path]) -> None:
    """Let the players play, and print what came of it."""
    rise = asked.rise
    crowd_seconds = rise + asked.seconds + asked.fall
    offset, midnight = zone_of_midnight(time.time(), rise + asked.seconds / 2)
    crowds = []
    for number, file in enumerate(out):
        players = asked.players // len(out) + (number < asked.players % len(out))
        command = [sys.executable, "-m", "bench.load.crowd", "--port", served.port, "--players", players]
        command += ["--rise", rise, "--seconds", asked.seconds, "--fall", asked.fall, "--seed", asked.seed + number]
        command += ["--out", file]
        if asked.scatter:
            command += ["--scatter"]
        if asked.evening:
            command += ["--midnight", midnight, "--offset", offset]
        crowds.append(subprocess.Popen([str(word) for word in command]))
    if not asked.evening:
        time.sleep(rise)
    else:
        time.sleep(1)
    begun, worked = time.time(), busy()
    before = [served.use(), *(use_of(crowd.pid) for crowd in crowds), *([use_of(database)] if database else [])]
    time.sleep(crowd_seconds - 1 if asked.evening else asked.seconds)
    ended, worked = time.time(), busy() - worked
    after = [served.use(), *(use_of(crowd.pid) for crowd in crowds), *([use_of(database)] if database else [])]
    load = os.getloadavg()
    for crowd in crowds:
        if crowd.wait(60):
            raise SystemExit("the players ended with an error")
    answers, late = [], []
    for file in out:
        told = json.loads(file.read_text())
        answers += [Answer(*row) for row in told["answers"] if begun <= row[0] < ended]
        late += [ms for at, ms in told["late"] if begun <= at < ended]
    _print(asked, answers, late, ended - begun, before, after, worked, load, database is not None)


def _print(
    asked: argparse.Namespace,
    answers: Sequence[Answer],
    late: Sequence[float],
    seconds: float,
    before: Sequence[Use],
    after: Sequence[Use],
    worked: float,
    load: tuple[float, float, float],
    with_database: bool,
) -> None:
    used = [one.cpu - other.cpu for one, other in zip(after, before, strict=True)]
    server, base = used[0], used[-1] if with_database else 0.0
    crowd = sum(used[1 : -1 if with_database else None])
    moves = [answer.ms for answer in answers if answer.name.startswith("move")]
    print(f"{asked.players} players, {asked.database}, {asked.workers} server processes, {seconds:.0f} s")
    for line in _rows(answers, seconds):
        print(line)
    print(
        f"server: {server:.1f} CPU-seconds ({server / seconds:.2f} of a core), "
        f"{1000 * server / max(1, len(moves)):.2f} ms a move with all that goes with it, "
        f"{after[0].memory / 2**20:.0f} MB, {after[0].threads} threads"
    )
    if with_database:
        print(f"database: {base:.1f} CPU-seconds ({base / seconds:.2f} of a core), {after[-1].memory / 2**20:.0f} MB")
    print(
        f"players: {crowd:.1f} CPU-seconds ({crowd / seconds:.2f} of a core) on the same machine; their own loop was "
        f"late by {quantile(late, 0.5):.1f} ms in the middle, {quantile(late, 0.99):.1f} ms at 99 %"
    )
    print(
        f"machine: {os.cpu_count()} cores, {worked - server - base - crowd:.1f} CPU-seconds went to others; "
        f"load average {load[0]:.2f} {load[1]:.2f}"
    )
    sizes = ((kind, [answer.size for answer in answers if answer.name.startswith(kind)]) for kind in ("move", "page"))
    told = ", ".join(f"{sum(each) / max(1, len(each)):.0f} bytes a {kind}" for kind, each in sizes)
    print(f"answers: {len(answers) / seconds:.0f} a second; bodies as sent: {told}")
    failures = Counter(f"{answer.name}: {answer.failed}" for answer in answers if answer.failed)
    print(f"errors: {sum(failures.values())} of {len(answers)}")
    for said, number in failures.most_common(10):
        print(f"  {number} × {said}")
    p99 = quantile(moves, 0.99)
    print(f"moves: p99 {p99:.1f} ms, {'within' if p99 <= _TARGET else 'OVER'} the target of {_TARGET} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=500)
    parser.add_argument("--database", default="sqlite", help="sqlite, postgresql, or the address of an empty database")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=60, help="how long all are there")
    parser.add_argument("--rise", type=float, help="seconds until all are there; a tenth of a second a player")
    parser.add_argument("--evening", action="store_true", help="come, see midnight strike, and go")
    parser.add_argument("--scatter", action="store_true", help="a connection for each request, so of any process")
    parser.add_argument("--crowds", type=int, default=1, help="how many processes the players are spread over")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quick", action="store_true", help="20 players for 10 seconds, to see that it works")
    parser.add_argument("--profile", type=Path, help="have py-spy draw what the server does meanwhile")
    asked = parser.parse_args()
    if asked.quick:
        asked.players, asked.seconds, asked.rise = 20, 20, 10
    if asked.rise is None:
        asked.rise = asked.players / 10
    asked.fall = asked.rise if asked.evening else 0
    with tempfile.TemporaryDirectory() as directory:
        place = Path(directory)
        place.chmod(0o755)
        with _database(asked.database, place) as (url, pid, file), serving(url, asked.workers) as served:
            if asked.profile:
                _profile(asked, served)
            _measured(asked, served, pid, [place / f"crowd-{number}.json" for number in range(asked.crowds)])
            if file is not None:
                print(f"database: {size_of(file) / 2**20:.1f} MB on the disk")


def _profile(asked: argparse.Namespace, served: Served) -> None:
    seconds = int(asked.rise + asked.seconds)
    command = [
        Path(sys.executable).with_name("py-spy"),
        "record",
        "--pid",
        served.pid,
        "--subprocesses",
        "--duration",
        seconds,
        "--rate",
        50,
    ]
    subprocess.Popen([str(word) for word in [*command, "--format", "raw", "--output", asked.profile]])


if __name__ == "__main__":
    main()
