"""Points and stars: what a pair is worth, what help costs, what time does (C9, C10, N7).

At any time the score is what the pairs that are gone were worth, less what help cost, less what time cost, plus the
bonus of a fast win. Everything is whole points and milliseconds *played*, so a pause changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Combo", "Scoring"]

_TEN_SECONDS = 10_000
_SECOND = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoring:
    """How a ruleset counts points."""

    pair: int
    """For a pair."""
    window: int | None = None
    """A pair within so many milliseconds of the one before counts once more than that one; None: all count once."""
    most: int = 99
    """How many times a pair counts at most."""
    hint: int = 0
    """What a hint costs."""
    undo: int = 0
    """What every step taken back costs, besides what the pair had given."""
    shuffle: int = 0
    """What a shuffle costs."""
    time: int = 0
    """What every full ten seconds played cost."""
    bonus: int | None = None
    """A win gives a point for every full second by which it comes before so many milliseconds a tile."""

    def score(self, gained: int, hints: int, undos: int, shuffles: int, played: int, won: bool, tiles: int) -> int:
        """The score when the pairs that are gone gave `gained`; it may be below zero (N7)."""
        spent = hints * self.hint + undos * self.undo + shuffles * self.shuffle + played // _TEN_SECONDS * self.time
        fast = max(0, self.bonus * tiles - played) // _SECOND if won and self.bonus is not None else 0
        return gained - spent + fast


@dataclass(frozen=True, slots=True)
class Combo:
    """A run of quick pairs (C9): how many times its points the last one counted, and when it was taken."""

    times: int = 0
    """0 when the next pair counts once, whenever it comes."""
    at: int = 0
    """Milliseconds played at the last pair."""

    def next(self, scoring: Scoring, played: int) -> Combo:
        """The run with one more pair, taken when so many milliseconds were played."""
        if self.until(scoring, played) is None:
            return Combo(1, played)
        return Combo(min(self.times + 1, scoring.most), played)

    def until(self, scoring: Scoring, played: int) -> int | None:
        """Milliseconds played up to which the next pair counts once more; None when it counts once, come what may."""
        if not self.times or scoring.window is None or played > self.at + scoring.window:
            return None
        return self.at + scoring.window
