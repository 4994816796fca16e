"""What a process has done with its games since it was started, counted for whoever runs the server."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

__all__ = ["Counts"]


@dataclass(slots=True)
class Counts:
    """Numbers that only grow, but for `working`."""

    commands: int = 0
    """Commands that are on the disk."""
    opened: Counter[str] = field(default_factory=Counter)
    """Games that were opened, by family."""
    finished: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Games that came to an end, by family and outcome."""
    working: int = 0
    """How many positions are being searched just now."""

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """While a position is being searched."""
        self.working += 1
        try:
            yield
        finally:
            self.working -= 1
