"""What the fuzz runs share: their arguments, where an input that shows a fault is kept, how atheris is started."""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

__all__ = ["HERE", "SLOW", "asked", "keep", "under_atheris"]

HERE = Path(__file__).parent
SLOW = 1.0
"""Seconds after which an input is told of."""
_FAULTS = HERE / "faults"


def asked(said: str | None, targets: Iterable[str] = ()) -> argparse.Namespace:
    """The arguments of a run that says this of itself; `only` is there where there are several targets."""
    arguments = argparse.ArgumentParser(description=said, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--seconds", type=float, default=60)
    arguments.add_argument("--seed", type=int, default=1)
    if targets:
        arguments.add_argument("--only", choices=targets, help="one target instead of all")
    return arguments.parse_args()


def keep(name: str, data: bytes, error: Exception) -> None:
    """Keep an input that showed a fault, and tell of it."""
    kept = _FAULTS / f"{name}-{hashlib.sha1(data).hexdigest()[:12]}"
    kept.parent.mkdir(exist_ok=True)
    kept.write_bytes(data)
    print(f"{kept}: {type(error).__name__}: {str(error)[:300]}", flush=True)


def under_atheris(
    atheris: Any, name: str, given: argparse.Namespace, target: Callable[[bytes], object], *more: str
) -> None:
    """Give inputs to `target` for the time that was asked for; `more` are directories of inputs, and options."""

    def one(data: bytes) -> None:
        target(data)

    _FAULTS.mkdir(exist_ok=True)
    wanted = [f"-max_total_time={int(given.seconds)}", f"-seed={given.seed}", f"-artifact_prefix={_FAULTS}/{name}-"]
    atheris.Setup([sys.argv[0], *wanted, *more], one)
    atheris.Fuzz()
