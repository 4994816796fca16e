"""What a table knows by proof: whether the board can still be cleared, how, and since when it cannot.

Everything here follows from the position, never from chance or time; a limit counts conflicts of the search. Within it
"dead" is said only when it is proved (C8), and what is not proved is called undecided.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass

from paishan.pairs import Pair
from paishan.play.ground import Board, Deal
from paishan.play.provers import Provers
from paishan.proving import DealProver
from paishan.solving import Verdict
from paishan.tiles import groups_of

__all__ = ["Foresight", "Moment"]

_SHARED = Provers()


@dataclass(frozen=True, slots=True)
class Moment:
    """A position of a game's history."""

    board: Board
    """The board then in play; only its tiles count, not what is gone from it now."""
    present: int
    """The mask of the slots that held tiles."""


class Foresight:
    """Proofs for one table, and the plan that clears its board while there is one."""

    def __init__(self, deal: Deal, place: Hashable, prover: Callable[[Board, int], DealProver], limit: int) -> None:
        """The deal's witness is the first plan. `limit` is the number of conflicts that one question may cost.

        `place` is the layout or grid for which `prover` makes provers.
        """
        self._asker = object()
        self._limit = limit
        self._place = (place, limit)
        self._prover_for = prover
        self._dealt = groups_of(deal.kinds, deal.matching)
        self._witness = deal.witness
        self._plans: dict[tuple[int, ...], tuple[Pair, ...]] = {self._dealt: deal.witness}

    def _proving(self, board: Board) -> AbstractContextManager[DealProver]:
        return _SHARED.lend(self._place, self._asker, board.groups, lambda: self._prover_for(board, self._limit))

    def plan(self, board: Board) -> tuple[Pair, ...] | None:
        """The rest of the plan known for this board, in order, if it still holds: no pair of it is broken."""
        return _rest(self._plans.get(board.groups, ()), board.present)

    def verdict(self, board: Board) -> Verdict:
        """Whether the board can be cleared from here. Proved anew only when the plan no longer holds."""
        if self.plan(board) is not None:
            return Verdict.CLEARABLE
        with self._proving(board) as prover:
            proof = prover.proof(board.present)
        if proof.witness is not None:
            self._plans[board.groups] = tuple(Pair.of(*pair) for pair in proof.witness)
        return proof.verdict

    def planned(self, board: Board) -> Pair | None:
        """The next pair of a way to clear the board (S5); None when there is none, or none was found."""
        if self.verdict(board) is not Verdict.CLEARABLE:
            return None
        rest = self.plan(board)
        return rest[0] if rest else None

    def advised(self, board: Board, pairs: list[Pair]) -> list[Pair]:
        """Those of `pairs` that a ranked hint may show (C5), in their order.

        Those are the pairs proved to keep the board clearable; where none is proved, all.
        """
        with self._proving(board) as prover:
            verdicts = prover.pairs(board.present)
        return [pair for pair in pairs if verdicts[pair] is Verdict.CLEARABLE] or pairs

    def _winnable(self, moment: Moment) -> bool:
        """Whether a position is proved clearable; by the deal's own witness where no limit can hide it."""
        groups, present = moment.board.groups, moment.present
        if groups == self._dealt and _rest(self._witness, present) is not None:
            return True
        with self._proving(moment.board) as prover:
            return prover.clearable(present)

    def last_winnable(self, moments: Sequence[Moment]) -> int | None:
        """The place in `moments`, newest first, of the latest one that is proved clearable (X1); None without one.

        Along one deal a position that can be cleared could be cleared ever since the start, so the latest is found
        by halving; a shuffle begins another deal and a restart the same one anew, which are looked at by themselves.
        """
        start = 0
        while start < len(moments):
            kinds = moments[start].board.groups
            end = start + 1
            while (
                end < len(moments)
                and moments[end].board.groups == kinds
                and not moments[end - 1].present & ~moments[end].present
            ):
                end += 1
            if self._winnable(moments[end - 1]):
                low, high = start, end - 1
                while low < high:
                    middle = (low + high) // 2
                    if self._winnable(moments[middle]):
                        high = middle
                    else:
                        low = middle + 1
                return low
            start = end
        return None


def _rest(plan: Sequence[Pair], present: int) -> tuple[Pair, ...] | None:
    """The pairs of a plan that are left in a position; None where one of them is broken, or other tiles are left."""
    rest = []
    for pair in plan:
        here = (present >> pair.a & 1) + (present >> pair.b & 1)
        if here == 1:
            return None
        if here:
            rest.append(pair)
    return tuple(rest) if 2 * len(rest) == present.bit_count() else None
