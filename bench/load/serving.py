"""The servers under load: started here, on 127.0.0.1, and measured from outside."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

from bench.http import free_port

__all__ = ["Served", "Use", "busy", "serving", "size_of", "use_of"]

_START = "import sys; from paishan.cli import main; sys.exit(main(sys.argv[1:]))"
_UNTIL_READY = 60


@dataclass(frozen=True, slots=True)
class Use:
    """What processes have used: processor seconds since their start, and memory now, in bytes."""

    cpu: float
    memory: int
    """What they have for themselves and their share of what they share."""
    threads: int


@dataclass(frozen=True, slots=True)
class Served:
    """A running server."""

    port: int
    pid: int

    def use(self) -> Use:
        return use_of(self.pid)


def use_of(pid: int) -> Use:
    """What a process and all its descendants have used."""
    root = psutil.Process(pid)
    cpu, memory, threads = 0.0, 0, 0
    for process in (root, *root.children(recursive=True)):
        with suppress(psutil.NoSuchProcess):
            times = process.cpu_times()
            cpu += times.user + times.system
            memory += process.memory_full_info().pss
            threads += process.num_threads()
    return Use(cpu, memory, threads)


def busy() -> float:
    """Processor seconds that this machine has worked for anybody."""
    times = psutil.cpu_times()
    return float(sum(times) - times.idle - times.iowait - times.guest - times.guest_nice)


@contextmanager
def serving(database: str, workers: int, *more: str) -> Iterator[Served]:
    """`paishan serve` with this database."""
    port = free_port()
    # Players name addresses of their own, as a proxy would; one address may make few newcomers.
    command = [sys.executable, "-c", _START, "serve", "--port", str(port), "--trusted-proxy", "127.0.0.1"]
    command += ["--database-url", database]
    said = subprocess.Popen(
        [*command, "--workers", str(workers), *more],
        env={**os.environ, "PAISHAN_DAILY_SECRET": "a secret for measuring, known to all"},
        stdout=subprocess.DEVNULL,
    )
    try:
        _wait_for(port, said, workers)
        yield Served(port, said.pid)
    finally:
        said.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            said.wait(20)
        if said.poll() is None:
            said.kill()
            said.wait()


def _wait_for(port: int, process: subprocess.Popen[bytes], workers: int) -> None:
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    until = time.monotonic() + _UNTIL_READY
    answered = 0
    while time.monotonic() < until:
        if process.poll() is not None:
            raise SystemExit("the server ended before it was ready")
        with suppress(OSError):
            direct.open(f"http://127.0.0.1:{port}/healthz", timeout=5).close()
            # Of several processes each should be up, and nobody says which one answered.
            answered += 1
            if answered >= 5 * workers:
                return
        time.sleep(0.1)
    raise SystemExit("the server did not come up")


def size_of(database: Path) -> int:
    """Bytes of an SQLite database with its log."""
    return sum(file.stat().st_size for file in database.parent.glob(f"{database.name}*"))
