"""A table: one game of Mahjong solitaire in progress.

Commands go in, events come out, and nothing else happens: no clock but the times it is given, no chance but the deal's
own number, nothing read or written. The same commands at the same times always give the same game, so a table is kept
as its code, its ruleset and its log.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Literal, TypeAlias

from paishan.play import messages as m
from paishan.play.foresight import Foresight, Moment
from paishan.play.messages import Command, Event, Reason, Status
from paishan.play.ruleset import HintPolicy, Ruleset, ShufflePolicy
from paishan.rng import Rng
from paishan.solitaire.board import Board, Hindrance, Pair
from paishan.solitaire.deal import Deal
from paishan.solitaire.layout import bits
from paishan.solitaire.shuffle import shuffled
from paishan.solving import LIMIT, Verdict

__all__ = ["Applied", "Given", "Table"]

Given: TypeAlias = tuple[int, ...]
"""What a command gave that took work: the pair that a hint showed, or a shuffle's permutation."""


@dataclass(frozen=True, slots=True)
class Applied:
    """What a command did."""

    events: tuple[Event, ...]
    given: Given | None = None
    """To be stored with the command, so that a replay need not work it out again."""


@dataclass(frozen=True, slots=True)
class _Took:
    pair: Pair


@dataclass(frozen=True, slots=True)
class _Changed:
    """A step that put another board in place of the one before: a shuffle, a restart or giving up."""

    word: Literal["shuffle", "restart", "give-up"]
    before: Board
    after: Board
    given_up: tuple[bool, bool]
    """Whether the game was given up before and after."""
    played: int
    """Milliseconds that it took off the clock: a restart sets it to zero."""


class Table:
    """One deal under one ruleset, from the first tap to the end."""

    def __init__(self, deal: Deal, ruleset: Ruleset, opened: int = 0, limit: int = LIMIT) -> None:
        """`opened` is the time, in milliseconds, at which the player sees the board and the clock starts.

        `limit` is the number of conflicts that one proof may cost.
        """
        if deal.matching is not ruleset.matching:
            raise ValueError(f"{ruleset.name} plays with {ruleset.matching} matching; this deal is for {deal.matching}")
        self.deal = deal
        self.ruleset = ruleset
        self.opened = opened
        self.seq = 0
        self.board = deal.board()
        self._limit = limit
        self._foresight = Foresight(deal, limit)
        self._verdict: Verdict | None = Verdict.CLEARABLE
        self._rewind: int | None = None
        self.selected: int | None = None
        self.paused = False
        self._given_up = False
        self._hint: Pair | None = None
        self._shown: int = 0
        self._past: list[_Took | _Changed] = []
        self._future: list[_Took | _Changed] = []
        self._hints = self._undos = self._shuffles = 0
        self._played = 0
        self._last = opened
        self._status = self._work_out_status()
        self._faces = tuple(kind.label for kind in self.board.kinds)

    @property
    def status(self) -> Status:
        """How the game stands."""
        return self._status

    @property
    def taken(self) -> tuple[Pair, ...]:
        """The pairs taken from the board now in play."""
        return self.board.taken

    def played(self, at: int) -> int:
        """Milliseconds played at the time `at`: not while paused, locked or over (S8, reports S9).

        Between two commands no more counts than the ruleset's longest thought: a page that vanished could not say
        that it was left (A2).
        """
        return self._played + (min(max(0, at - self._last), self.ruleset.thought) if self._running else 0)

    @property
    def _running(self) -> bool:
        return self._status is Status.PLAYING and not self.paused

    def apply(self, command: Command, at: int, given: Given | None = None) -> Applied:
        """Do what a command says at the time `at`, in milliseconds; time never runs backwards.

        A command that the rules do not allow gives a `Refused` event and changes nothing but `seq`, and the selection
        where a tap on a tile that is not free lets it go (S3). `given` is what
        an earlier run of the same command gave; with it a replay does no work and always comes out the same. Raises
        `ValueError` when `given` does not fit the position; the table is then as before.
        """
        before, clock = self._status, (self._played, self._last)
        self._played, self._last = self.played(at), max(at, self._last)
        try:
            applied = self._refuse_out_of_turn(command) or self._do(command, given)
        except ValueError:
            self._played, self._last = clock
            raise
        self.seq += 1
        self._status = self._work_out_status()
        if self._verdict is None and (self.board.cleared or self._foresight.plan(self.board) is not None):
            self._verdict = Verdict.CLEARABLE
        if self._status is not before and self._status in (Status.LOCKED, Status.CLEARED):
            ending = m.Locked() if self._status is Status.LOCKED else m.Cleared()
            applied = Applied((*applied.events, ending), applied.given)
        return applied

    def _refuse_out_of_turn(self, command: Command) -> Applied | None:
        """Refuse what the state of the game does not allow, whatever the position."""
        match command:
            case m.Resume():
                return None if self.paused else _refuse(Reason.NOT_PAUSED)
            case _ if self.paused:
                return _refuse(Reason.PAUSED)
            case m.Restart():
                return None
            case m.Undo():
                return _refuse(Reason.OVER) if self._status is Status.CLEARED else None
            case m.Rewind():
                return _refuse(Reason.OVER) if self._status is Status.CLEARED else None
            case m.Redo():
                return _refuse(Reason.OVER) if self._given_up else None
            case _ if self._status in (Status.CLEARED, Status.GIVEN_UP):
                return _refuse(Reason.OVER)
        return None

    def _do(self, command: Command, given: Given | None) -> Applied:
        match command:
            case m.Pick(slot):
                return self._pick(slot)
            case m.Take(a, b):
                return self._take(a, b)
            case m.Hint():
                return self._give_hint(given)
            case m.Show():
                return _refuse(Reason.NOT_ALLOWED)
            case m.Undo():
                return self._undo()
            case m.Redo():
                return self._redo()
            case m.Shuffle():
                return self._shuffle(given)
            case m.Rewind():
                return self._go_back(given)
            case m.Restart():
                self._change("restart", self.deal.board(), given_up=False, played=0)
                return Applied((m.Restarted(),))
            case m.GiveUp():
                self._change("give-up", self.board, given_up=True, played=self._played)
                return Applied((m.GaveUp(),))
            case m.Pause():
                self.paused = True
                return Applied((m.Paused(),))
            case m.Resume():
                self.paused = False
                return Applied((m.Resumed(),))

    def _obstacle(self, slot: int) -> m.Refused | None:
        """Why the tile on `slot` cannot be picked; None if it is free."""
        board = self.board
        if not 0 <= slot < len(board.kinds):
            return m.Refused(Reason.NO_SLOT, slot)
        if not board.present >> slot & 1:
            return m.Refused(Reason.GONE, slot)
        if board.is_free(slot):
            return None
        return m.Refused(_REASON[board.hindrance(slot)], slot)

    def _pick(self, slot: int) -> Applied:
        """Tap a tile: select, take, move the selection or let it go (S3)."""
        obstacle = self._obstacle(slot)
        selected, self.selected = self.selected, None
        if obstacle is not None:
            gone: tuple[Event, ...] = () if selected is None else (m.Deselected(),)
            return Applied((obstacle, *gone))
        if selected == slot:
            return Applied((m.Deselected(),))
        if selected is not None and self.board.groups[selected] == self.board.groups[slot]:
            return self._remove(Pair.of(selected, slot))
        self.selected = slot
        return Applied((m.Selected(slot),))

    def _take(self, a: int, b: int) -> Applied:
        obstacle = self._obstacle(a) or self._obstacle(b)
        if obstacle is not None:
            return Applied((obstacle,))
        if a == b:
            return _refuse(Reason.SAME, a)
        if self.board.groups[a] != self.board.groups[b]:
            return _refuse(Reason.NO_MATCH, b)
        return self._remove(Pair.of(a, b))

    def _remove(self, pair: Pair) -> Applied:
        self.board.push(pair)
        self._past.append(_Took(pair))
        self._future.clear()
        self._let_go()
        return Applied((m.Removed(pair.a, pair.b),))

    def _let_go(self) -> None:
        """Forget what speaks of a position that is no more: selection, hint (reports S6), proofs."""
        self.selected = None
        self._hint = None
        self._verdict = None
        self._rewind = None
        self._shown = 0

    def _give_hint(self, given: Given | None) -> Applied:
        if self.ruleset.hint is HintPolicy.OFF:
            return _refuse(Reason.NOT_ALLOWED)
        pairs = list(self.board.pairs())
        if not pairs:
            return _refuse(Reason.NO_PAIR)
        if given is None:
            ordered = self._hints_in_order(pairs)
            pair = ordered[self._shown % len(ordered)]
        else:
            if tuple(given) not in pairs:
                raise ValueError(f"the stored hint {given} is no pair of this position")
            pair = Pair(*given)
        self._hint = pair
        self._shown += 1
        self._hints += 1
        return Applied((m.Hinted(pair.a, pair.b),), tuple(pair))

    def _hints_in_order(self, pairs: list[Pair]) -> list[Pair]:
        """The pairs of this position in the order in which hints show them."""
        match self.ruleset.hint:
            case HintPolicy.PLAN:
                planned = self._foresight.planned(self.board)
                return pairs if planned is None else [planned, *(pair for pair in pairs if pair != planned)]
            case HintPolicy.RANKED:
                return self._foresight.advised(self.board)
        return pairs

    def _undo(self) -> Applied:
        if self.ruleset.undo is not None and self._undos >= self.ruleset.undo:
            return _refuse(Reason.NOT_ALLOWED)
        if not self._past:
            return _refuse(Reason.NOTHING_TO_UNDO)
        return Applied((self._step_back(),))

    def _step_back(self) -> Event:
        self._undos += 1
        step = self._past.pop()
        self._future.append(step)
        self._let_go()
        if isinstance(step, _Took):
            self.board.pop()
            return m.Restored(step.pair.a, step.pair.b)
        self._put(step, back=True)
        return m.Resumed() if step.word == "give-up" else _CHANGED[step.word]

    def _go_back(self, given: Given | None) -> Applied:
        """Take back as many steps as it needs until the board can be cleared (X1)."""
        if self.ruleset.undo is not None:
            return _refuse(Reason.NOT_ALLOWED)
        if given is None:
            given = (self._foresight.last_winnable(self._moments()) or 0,)
        (steps,) = given
        if not 0 <= steps <= len(self._past):
            raise ValueError(f"the stored way back has {steps} steps, but {len(self._past)} were taken")
        if not steps:
            return Applied((m.Refused(Reason.NOTHING_WINNABLE),), given)
        for _ in range(steps):
            self._step_back()
        return Applied((m.Rewound(steps),), given)

    def _moments(self) -> list[Moment]:
        """Every position since the start, the one on the table first."""
        board, present = self.board, self.board.present
        moments = [Moment(board, present)]
        for step in reversed(self._past):
            if isinstance(step, _Took):
                present |= 1 << step.pair.a | 1 << step.pair.b
            else:
                board, present = step.before, step.before.present
            moments.append(Moment(board, present))
        return moments

    @property
    def considered(self) -> bool:
        """Whether it is known what can be proved of this position."""
        return self._verdict is not None

    def consider(self) -> None:
        """Prove whether the board can still be cleared (C8) and, when it is dead, since when (X1).

        What is found shows in `state`. It changes nothing else, and so is no part of the log; it may take a while.
        """
        if self._verdict is None:
            locked = self._status is Status.LOCKED
            self._verdict = Verdict.DEAD if locked else self._foresight.verdict(self.board)
            if self._verdict is Verdict.DEAD and self.ruleset.undo is None:
                self._rewind = self._foresight.last_winnable(self._moments())

    def _redo(self) -> Applied:
        if not self._future:
            return _refuse(Reason.NOTHING_TO_REDO)
        step = self._future.pop()
        self._past.append(step)
        self._let_go()
        if isinstance(step, _Took):
            self.board.push(step.pair)
            return Applied((m.Removed(step.pair.a, step.pair.b),))
        self._put(step, back=False)
        return Applied((_CHANGED[step.word],))

    def _shuffle(self, given: Given | None) -> Applied:
        rules = self.ruleset
        if rules.shuffle is ShufflePolicy.NEVER or (rules.shuffles is not None and self._shuffles >= rules.shuffles):
            return _refuse(Reason.NOT_ALLOWED)
        if rules.shuffle is ShufflePolicy.LOCKED and self._status is not Status.LOCKED:
            return _refuse(Reason.NOT_LOCKED)
        board = self.board
        if given is None:
            given = shuffled(board, Rng(self.deal.code.number << 32 | self._shuffles), self._limit) or ()
        if not given:
            return Applied((m.Refused(Reason.NO_SHUFFLE),), ())
        stay = {slot for slot in range(len(board.kinds)) if not board.present >> slot & 1}
        if sorted(given) != list(range(len(board.kinds))) or any(given[slot] != slot for slot in stay):
            raise ValueError("the stored shuffle does not move the remaining tiles among their own places")
        self._shuffles += 1
        laid = board.permuted([board.kinds[source] for source in given])
        self._change("shuffle", laid, given_up=False, played=self._played)
        return Applied((m.Shuffled(),), given)

    def _change(
        self, word: Literal["shuffle", "restart", "give-up"], board: Board, given_up: bool, played: int
    ) -> None:
        step = _Changed(word, self.board, board, (self._given_up, given_up), self._played - played)
        self._past.append(step)
        self._future.clear()
        self._let_go()
        self._put(step, back=False)

    def _put(self, step: _Changed, back: bool) -> None:
        """Put the board before or after `step` on the table."""
        self.board = step.before if back else step.after
        self._given_up = step.given_up[not back]
        self._played += step.played if back else -step.played
        self._faces = tuple(kind.label for kind in self.board.kinds)

    def _work_out_status(self) -> Status:
        if self._given_up:
            return Status.GIVEN_UP
        if self.board.cleared:
            return Status.CLEARED
        return Status.LOCKED if self.board.locked else Status.PLAYING

    def state(self, at: int) -> m.State:
        """All that changes, as it stands at the time `at`."""
        board = self.board
        free = Counter(board.groups[slot] for slot in board.free())
        pairs = sum(count * (count - 1) // 2 for count in free.values())
        over = self._status in (Status.CLEARED, Status.GIVEN_UP)
        rules = self.ruleset
        may_undo = rules.undo is None or self._undos < rules.undo
        may_shuffle = rules.shuffles is None or self._shuffles < rules.shuffles
        ready = rules.shuffle is ShufflePolicy.ANY or (
            rules.shuffle is ShufflePolicy.LOCKED and self._status is Status.LOCKED
        )
        return m.State(
            seq=self.seq,
            faces=self._faces,
            groups=board.groups,
            present=tuple(bits(board.present)),
            history=tuple(_shown(step) for step in self._past),
            future=tuple(_shown(step) for step in self._future),
            selected=self.selected,
            hint=self._hint,
            left=board.left,
            pairs=pairs,
            status=self._status,
            verdict=None if self._verdict is None else self._verdict.value,
            rewind=self._rewind,
            paused=self.paused,
            can=m.Can(
                undo=bool(self._past) and may_undo and not self.paused and self._status is not Status.CLEARED,
                redo=bool(self._future) and not self.paused and not self._given_up,
                hint=rules.hint is not HintPolicy.OFF and bool(pairs) and not over and not self.paused,
                shuffle=may_shuffle and ready and not over and not self.paused,
                rewind=bool(self._rewind) and not self.paused,
                show=False,
            ),
            clock=m.Clock(self.played(at), self._running),
            limit=None,
            used=m.Used(self._hints, self._undos, self._shuffles),
            hints=None,
            score=0,
            combo=0,
            combo_until=None,
            stars=None,
            ranked=False,
            unranked=m.Unranked.NO_LISTS,
        )


_REASON: dict[Hindrance | None, Reason] = {
    Hindrance.COVERED: Reason.COVERED,
    Hindrance.BLOCKED: Reason.BLOCKED,
    Hindrance.BOTH: Reason.BOTH,
}
_CHANGED: dict[str, Event] = {"shuffle": m.Shuffled(), "restart": m.Restarted(), "give-up": m.GaveUp()}


def _refuse(reason: Reason, slot: int | None = None) -> Applied:
    return Applied((m.Refused(reason, slot),))


def _shown(step: _Took | _Changed) -> tuple[int, int] | Literal["shuffle", "restart", "give-up"]:
    return step.pair if isinstance(step, _Took) else step.word
