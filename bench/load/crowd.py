"""The players as a process of their own: `python -m bench.load.crowd` plays and writes down how long each answer took.

The server is on 127.0.0.1 and nowhere else. The process also writes how late its own loop was, for what the generator
itself was kept waiting is in its figures.
"""

from __future__ import annotations

# Locust replaces the blocking parts of the standard library, and has to come before what uses them.
import locust  # isort: skip
import argparse
import json
import time
from pathlib import Path
from typing import Any

import gevent
from locust.env import Environment

from bench.load.players import FAMILIES, Visitor

__all__ = ["main"]

assert locust.__version__
_LEAVING = 100
"""Players who leave in a second, at most."""
_LOOK = 0.02
"""Seconds that the watch over the own loop sleeps."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--players", type=int, required=True)
    parser.add_argument("--rise", type=float, required=True, help="seconds until all are here")
    parser.add_argument("--seconds", type=float, required=True, help="how long all are here")
    parser.add_argument("--fall", type=float, default=0, help="seconds until all are gone")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scatter", action="store_true")
    parser.add_argument("--midnight", type=float)
    parser.add_argument("--offset", type=int, default=0)
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    Visitor.seed, Visitor.midnight, Visitor.offset = asked.seed, asked.midnight, asked.offset
    Visitor.scattered = asked.scatter
    answers: list[tuple[float, str, float, int, str | None]] = []
    late: list[tuple[float, float]] = []

    def noted(name: str, response_time: float, response: Any, exception: Exception | None, **_: Any) -> None:
        said = None if exception is None else str(exception)
        # As it was sent, packed.
        size = int((response.headers or {}).get("content-length") or 0) if response is not None else 0
        answers.append((time.time(), name, response_time, size, said))

    def watch() -> None:
        while True:
            begun = time.perf_counter()
            gevent.sleep(_LOOK)
            late.append((time.time(), 1000 * (time.perf_counter() - begun - _LOOK)))

    environment = Environment(user_classes=list(FAMILIES), host=f"http://127.0.0.1:{asked.port}")
    environment.events.request.add_listener(noted)  # type: ignore[no-untyped-call]
    runner = environment.create_local_runner()
    gevent.spawn(watch)
    runner.start(asked.players, spawn_rate=asked.players / asked.rise)
    gevent.sleep(asked.rise + asked.seconds)
    if asked.fall:
        # Once a second the next ones leave.
        for second in range(int(asked.fall)):
            runner.start(max(1, round(asked.players * (1 - second / asked.fall))), spawn_rate=_LEAVING)
            gevent.sleep(1)
    runner.quit()
    asked.out.write_text(json.dumps({"answers": answers, "late": late}))


if __name__ == "__main__":
    main()
