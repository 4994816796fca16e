"""What a table knows by proof: whether the board can still be cleared, how, and since when it cannot.

Everything here follows from the position, never from chance or time; a limit counts conflicts of the search. Within it
"dead" is said only when it is proved (C8), and what is not proved is called undecided.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from paishan.solitaire.board import Board, Pair
from paishan.solitaire.deal import Deal
from paishan.solitaire.prover import Prover, ranked
from paishan.solving import LIMIT, Verdict
from paishan.tiles import groups_of

__all__ = ["Foresight", "Moment"]


@dataclass(frozen=True, slots=True)
class Moment:
    """A position of a game's history."""

    board: Board
    """The board then in play; only its tiles count, not what is gone from it now."""
    present: int
    """The mask of the slots that held tiles."""


class Foresight:
    """Proofs for one table, and the plan that clears its board while there is one."""

    def __init__(self, deal: Deal, limit: int = LIMIT) -> None:
        """The deal's witness is the first plan. `limit` is the number of conflicts that one question may cost."""
        self._limit = limit
        self._provers: dict[tuple[int, ...], Prover] = {}
        self._plans: dict[tuple[int, ...], tuple[Pair, ...]] = {groups_of(deal.kinds, deal.matching): deal.witness}

    def _prover(self, board: Board) -> Prover:
        prover = self._provers.get(board.groups)
        if prover is None:
            prover = self._provers[board.groups] = Prover(board.layout, board.groups, self._limit)
        return prover

    def plan(self, board: Board) -> tuple[Pair, ...] | None:
        """The rest of the plan known for this board, in order, if it still holds: no pair of it is broken."""
        present = board.present
        rest = []
        for pair in self._plans.get(board.groups, ()):
            here = (present >> pair.a & 1) + (present >> pair.b & 1)
            if here == 1:
                return None
            if here:
                rest.append(pair)
        return tuple(rest) if 2 * len(rest) == board.left else None

    def verdict(self, board: Board) -> Verdict:
        """Whether the board can be cleared from here. Proved anew only when the plan no longer holds."""
        if self.plan(board) is not None:
            return Verdict.CLEARABLE
        proof = self._prover(board).proof(board.present)
        if proof.witness is not None:
            self._plans[board.groups] = tuple(Pair.of(*pair) for pair in proof.witness)
        return proof.verdict

    def planned(self, board: Board) -> Pair | None:
        """The next pair of a way to clear the board (S5); None when there is none, or none was found."""
        if self.verdict(board) is not Verdict.CLEARABLE:
            return None
        rest = self.plan(board)
        return rest[0] if rest else None

    def advised(self, board: Board) -> list[Pair]:
        """The pairs that a ranked hint may show (C5), the best first.

        Those are the pairs proved to keep the board clearable, the ones that open most first; where none is proved,
        all pairs in that order.
        """
        pairs = ranked(board)
        verdicts = self._prover(board).pairs(board.present)
        return [pair for pair in pairs if verdicts[pair] is Verdict.CLEARABLE] or pairs

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
            prover = self._prover(moments[start].board)
            if prover.clearable(moments[end - 1].present):
                low, high = start, end - 1
                while low < high:
                    middle = (low + high) // 2
                    if prover.clearable(moments[middle].present):
                        high = middle
                    else:
                        low = middle + 1
                return low
            start = end
        return None
