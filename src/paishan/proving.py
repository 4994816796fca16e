"""Proofs about the positions of one deal of a game of pairs: what is the same in all of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from paishan.pairs import Pair, bits
from paishan.solving import Proof, Verdict

__all__ = ["DealProver", "Solver"]


class Solver(Protocol):
    """The solver of one deal, asked about positions in which some slots are `gone`."""

    def deal(self, groups: Sequence[int]) -> None:
        """Turn to another deal on the same slots."""

    def solve(self, gone: Iterable[int], limit: int) -> Proof:
        """Whether the position can be cleared."""

    def pairs(self, gone: Iterable[int], limit: int) -> dict[tuple[int, int], Verdict]:
        """For every pair that can be taken in the position, the verdict on the position after it."""


class DealProver:
    """Proofs about the positions of one deal, each a mask of the slots that still hold tiles."""

    def __init__(self, solver: Solver, full: int, limit: int) -> None:
        """`full` is the mask of all slots, and `limit` the conflicts after which one question is left undecided."""
        self._solver = solver
        self._full = full
        self._limit = limit

    def deal(self, groups: Sequence[int]) -> None:
        """Turn to another deal on the same slots, which takes no time; what was learned is forgotten."""
        self._solver.deal(groups)

    def proof(self, present: int) -> Proof:
        """Whether the position can be cleared, with a witness if it can."""
        return self._solver.solve(self._gone(present), self._limit)

    def clearable(self, present: int) -> bool:
        """Whether the position is proved clearable; False when it is dead or undecided."""
        return self.proof(present).verdict is Verdict.CLEARABLE

    def pairs(self, present: int) -> dict[Pair, Verdict]:
        """For every pair that can be taken in the position, the verdict on the position after it."""
        verdicts = self._solver.pairs(self._gone(present), self._limit)
        return {Pair(*pair): verdict for pair, verdict in verdicts.items()}

    def _gone(self, present: int) -> Iterator[int]:
        if not 0 <= present <= self._full:
            raise ValueError(f"the mask of tiles has slots that are none; there are 0 to {self._full.bit_length() - 1}")
        return bits(self._full & ~present)
