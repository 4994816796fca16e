"""What a table knows of its board as it lies: what can be taken, what a hint shows, what is seen, what is proved.

All of it is forgotten with every change of the board. What the player does is no concern of this.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from paishan.pairs import Pair, bits
from paishan.play.foresight import Foresight, Moment
from paishan.play.ground import Board, Deal, Ground
from paishan.play.ruleset import HintPolicy, Ruleset
from paishan.solving import Verdict

__all__ = ["Insight"]


class Insight:
    """What is known of one table's board."""

    def __init__(self, deal: Deal, board: Board, ground: Ground, rules: Ruleset, limit: int) -> None:
        """`board` is as it was dealt; `limit` is the number of conflicts that one proof may cost."""
        self._ground = ground
        self._rules = rules
        self._foresight = None if ground.prover is None else Foresight(deal, ground.place, ground.prover, limit)
        self._faces = tuple(kind.label for kind in board.kinds)
        self._faces_of = board.kinds
        self.look(board)
        self._verdict: Verdict | None = None if self._foresight is None else Verdict.CLEARABLE

    def look(self, board: Board) -> None:
        """Turn to a board that has changed: what was known spoke of a position that is no more (reports S6)."""
        self._board = board
        self.pairs, self._takable = self._ground.open(board)
        """How many pairs can be taken."""
        self.hint: Pair | None = None
        """The pair that a hint shows."""
        self.rewind: int | None = None
        """How many steps ago the board could last be cleared, once that is considered (X1)."""
        self._shown = 0
        self._verdict = None

    @property
    def can_prove(self) -> bool:
        """Whether anything can be proved of such boards."""
        return self._foresight is not None

    @property
    def verdict(self) -> Verdict | None:
        """Whether the board can be cleared; None as long as that is not considered, unless a plan says it anyway."""
        if self._verdict is None and self._foresight is not None:
            board = self._board
            if board.cleared or self._foresight.plan(board) is not None:
                self._verdict = Verdict.CLEARABLE
        return self._verdict

    def consider(self, moments: Callable[[], Sequence[Moment]]) -> None:
        """Prove whether the board can be cleared (C8) and, when it is dead, since when (X1).

        `moments` gives every position since the start, this one first. It may take a while.
        """
        if self.verdict is None and self._foresight is not None:
            self._verdict = self._foresight.verdict(self._board) if self.pairs else Verdict.DEAD
            if self._verdict is Verdict.DEAD and self._rules.undo is None:
                self.rewind = self._foresight.last_winnable(moments())

    def last_winnable(self, moments: Sequence[Moment]) -> int | None:
        """How many steps ago the board could last be cleared; None if that is not proved of any moment."""
        return None if self._foresight is None else self._foresight.last_winnable(moments)

    def is_dead(self, said: bool | None) -> bool:
        """Whether the board is proved dead (C8); `said` is what an earlier run of the same command found, if it did."""
        assert self._foresight is not None
        if said is None:
            return self._foresight.verdict(self._board) is Verdict.DEAD
        return said and self._foresight.plan(self._board) is None

    def point_at(self, given: Sequence[int] | None) -> Pair:
        """The pair that a hint shows now, another one each time; or the one that was `given` before.

        Raises `ValueError` when that cannot be taken.
        """
        pairs = list(self._board.pairs())
        if given is None:
            ordered = self._hints_in_order(pairs)
            pair = ordered[self._shown % len(ordered)]
        else:
            if tuple(given) not in pairs:
                raise ValueError(f"the stored hint {given} is no pair of this position")
            pair = Pair(*given)
        self.hint = pair
        self._shown += 1
        return pair

    def _hints_in_order(self, pairs: list[Pair]) -> list[Pair]:
        """The pairs of this position in the order in which hints show them."""
        match self._rules.hint:
            case HintPolicy.PLAN if self._foresight is not None:
                planned = self._foresight.planned(self._board)
                return pairs if planned is None else [planned, *(pair for pair in pairs if pair != planned)]
            case HintPolicy.RANKED if self._foresight is not None:
                return self._foresight.advised(self._board, self._ground.ranked(self._board))
        return pairs

    def seen(self, over: bool) -> tuple[tuple[str | None, ...], tuple[int, ...]]:
        """Faces and groups by slot, without those that the player could not see yet (X3); all when the game is over."""
        board = self._board
        if self._faces_of is not board.kinds:
            self._faces, self._faces_of = tuple(kind.label for kind in board.kinds), board.kinds
        hidden = 0 if over else self._ground.hidden(board, self._takable)
        if not hidden:
            return self._faces, board.groups
        faces: list[str | None] = list(self._faces)
        groups = list(board.groups)
        for slot in bits(hidden):
            faces[slot], groups[slot] = None, -1
        return tuple(faces), tuple(groups)
