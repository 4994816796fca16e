"""The budget of hints: a few in hand, and one more from time to time (C5)."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Budget", "Purse"]


@dataclass(frozen=True, slots=True)
class Budget:
    """How many hints a game gives."""

    most: int
    """In hand at the start, and never more."""
    refill: int | None = None
    """While fewer are in hand, one more comes every so many milliseconds played; None: none comes."""


@dataclass(frozen=True, slots=True)
class Purse:
    """The hints in hand at one moment of a game."""

    left: int
    since: int = 0
    """Milliseconds played from which the next refill is counted, where not all are in hand."""

    def at(self, budget: Budget, played: int) -> Purse:
        """The same purse when so many milliseconds are played."""
        if budget.refill is None or self.left >= budget.most:
            return self
        come = max(0, played - self.since) // budget.refill
        return Purse(min(self.left + come, budget.most), self.since + come * budget.refill)

    def less(self, budget: Budget, played: int, hints: int = 1) -> Purse:
        """The purse after hints, as many as it has, are taken from it when so many milliseconds are played."""
        now = self.at(budget, played)
        full = now.left == budget.most and hints
        return Purse(max(0, now.left - hints), played if full else now.since)

    def next(self, budget: Budget) -> int | None:
        """Milliseconds played at which one more comes; None when none does."""
        return self.since + budget.refill if budget.refill is not None and self.left < budget.most else None
