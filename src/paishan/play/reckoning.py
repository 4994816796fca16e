"""What is counted in one game of pairs, and what it comes to: points, stars, hints in hand, the result."""

from __future__ import annotations

from paishan.play import messages as m
from paishan.play.hints import Purse
from paishan.play.messages import Status
from paishan.play.result import Outcome, Result
from paishan.play.ruleset import Ruleset
from paishan.play.scoring import Combo
from paishan.play.steps import Changed, Tally, Took

__all__ = ["Reckoning"]


class Reckoning:
    """The count of one game under one ruleset."""

    def __init__(self, ruleset: Ruleset, tiles: int) -> None:
        """`tiles` is how many the deal has."""
        self.tally = Tally()
        self.restarts = self.rewinds = 0
        self._ruleset = ruleset
        self._tiles = tiles
        self._combo = Combo()
        self._purse = self._full_purse()

    def _full_purse(self) -> Purse | None:
        return None if self._ruleset.hints is None else Purse(self._ruleset.hints.most)

    @property
    def time_limit(self) -> int | None:
        """Milliseconds in which the game must be won; None where time is not limited."""
        return None if self._ruleset.limit is None else self._ruleset.limit * self._tiles

    @property
    def may_undo(self) -> bool:
        """Whether the ruleset allows one more step back."""
        return self._ruleset.undo is None or self.tally.undos < self._ruleset.undo

    @property
    def may_shuffle(self) -> bool:
        """Whether the ruleset allows one more shuffle, should it allow any."""
        return self._ruleset.shuffles is None or self.tally.shuffles < self._ruleset.shuffles

    def pair(self) -> int:
        """Count a pair that is taken; gives its points."""
        gave, scoring = 0, self._ruleset.scoring
        if scoring is not None:
            self._combo = self._combo.next(scoring, self.tally.played)
            gave = scoring.pair * self._combo.times
        self.tally.gained += gave
        return gave

    def pair_again(self, step: Took) -> None:
        """Count a pair that is taken once more, for what it gave."""
        self.tally.gained += step.gave

    def pair_back(self, step: Took) -> None:
        """Take back what a pair gave."""
        self.tally.gained -= step.gave

    def halt(self) -> None:
        """End a run of quick pairs."""
        self._combo = Combo()

    def hint(self) -> None:
        """Count a hint, and take it from those in hand."""
        budget = self._ruleset.hints
        if budget is not None and self._purse is not None:
            self._purse = self._purse.less(budget, self.tally.played)
        self.tally.hints += 1

    def kept(self) -> tuple[Tally, Purse | None]:
        """What a restart keeps of the attempt before it."""
        return self.tally - Tally(), self._purse

    def change(self, step: Changed, back: bool) -> None:
        """Count anew after a restart; `back`: go on counting what was counted before it."""
        if step.tally is None:
            return
        hints, budget = self.tally.hints, self._ruleset.hints
        self.tally = self.tally + step.tally if back else self.tally - step.tally
        self._purse = self._full_purse()
        if back and step.purse is not None and budget is not None:
            # What was asked for in the other attempt is not to be had again in this one.
            self._purse = step.purse.less(budget, self.tally.played, hints)

    def hints(self, played: int) -> m.Hints | None:
        """The hints in hand when so many milliseconds are played; None where they are not counted."""
        budget = self._ruleset.hints
        if budget is None or self._purse is None:
            return None
        purse = self._purse.at(budget, played)
        return m.Hints(purse.left, purse.next(budget))

    def combo(self, played: int) -> tuple[int, int | None]:
        """How many times its points the last pair counted, and until when the next one counts once more.

        0 and None when it counts once.
        """
        scoring = self._ruleset.scoring
        until = None if scoring is None else self._combo.until(scoring, played)
        return 0 if until is None else self._combo.times, until

    def score(self, status: Status, played: int) -> int:
        """The score of a game that stands so when so many milliseconds are played."""
        scoring, tally = self._ruleset.scoring, self.tally
        if scoring is None:
            return 0
        won = status is Status.CLEARED
        return scoring.score(tally.gained, tally.hints, tally.undos, tally.shuffles, played, won, self._tiles)

    def stars(self, status: Status, played: int) -> m.Stars | None:
        """The stars that can still be won, or were (C10)."""
        pace, tally = self._ruleset.pace, self.tally
        if pace is None:
            return None
        hope = status not in (Status.GIVEN_UP, Status.TIMED_OUT)
        clean = not (tally.hints or tally.undos or tally.shuffles)
        return m.Stars(hope, hope and played <= pace * self._tiles, hope and clean)

    def result(self, status: Status, played: int) -> Result:
        """What a game has come to that is over."""
        tally, stars = self.tally, self.stars(status, played)
        return Result(
            outcome=Outcome.WON if status is Status.CLEARED else Outcome.LOST,
            played=played,
            score=self.score(status, played),
            stars=stars.clear + stars.time + stars.clean if stars is not None else 0,
            hints=tally.hints,
            undos=tally.undos,
            shuffles=tally.shuffles,
            restarts=self.restarts,
            rewinds=self.rewinds,
            tiles=self._tiles,
        )
