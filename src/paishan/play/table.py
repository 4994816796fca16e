"""A table: one game of pairs in progress, Mahjong solitaire or Mahjong Connect.

Commands go in, events come out, and nothing else happens: no clock but the times it is given, no chance but the deal's
own number, nothing read or written. The same commands at the same times always give the same game, so a table is kept
as its code, its ruleset and its log.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from paishan.codes import Code
from paishan.pairs import Pair, bits
from paishan.play import messages as m
from paishan.play.foresight import Moment
from paishan.play.ground import Board, Deal, ground_of
from paishan.play.insight import Insight
from paishan.play.messages import Command, Event, Reason, Status, Unranked
from paishan.play.reckoning import Reckoning
from paishan.play.result import Result
from paishan.play.ruleset import HintPolicy, Ruleset, ShufflePolicy
from paishan.play.steps import Changed, Step, Took, Word, gave, shown
from paishan.rng import Rng
from paishan.solving import LIMIT, Verdict

__all__ = ["FIRST_PAIR", "Applied", "Given", "Table"]

Given: TypeAlias = tuple[int, ...]
"""What a command gave that took work: the pair that a hint showed, or a shuffle's permutation."""

FIRST_PAIR = 12_000
"""Milliseconds for which a newcomer looks for the first pair alone (C5)."""
_NO_ORDER: Given = ()
"""What a shuffle gave where the tiles cannot be laid so that they can be cleared."""
_NOT_DEAD: Given = (0,)
"""What a shuffle gave where the board was not proved dead; the order of no two tiles looks like this."""
_OVER = (Status.CLEARED, Status.GIVEN_UP, Status.TIMED_OUT)
_ENDING: dict[Status, Event] = {
    Status.LOCKED: m.Locked(),
    Status.CLEARED: m.Cleared(),
    Status.TIMED_OUT: m.TimedOut(),
}
_CHANGED: dict[Word, Event] = {"shuffle": m.Shuffled(), "restart": m.Restarted(), "give-up": m.GaveUp()}


@dataclass(frozen=True, slots=True)
class Applied:
    """What a command did."""

    events: tuple[Event, ...]
    given: Given | None = None
    """To be stored with the command, so that a replay need not work it out again."""


class Table:
    """One deal under one ruleset, from the first tap to the end."""

    def __init__(
        self,
        deal: Deal,
        ruleset: Ruleset,
        opened: int = 0,
        limit: int = LIMIT,
        *,
        newcomer: bool = False,
        unranked: Unranked | None = None,
    ) -> None:
        """`opened` is the time, in milliseconds, at which the player sees the board and the clock starts.

        `limit` is the number of conflicts that one proof may cost. A `newcomer` may be shown the first pair (C5).
        `unranked` says why the result will not count, where that is known from the start.
        """
        self.deal = deal
        self.ruleset = ruleset
        self.opened = opened
        self.newcomer = newcomer
        self.seq = 0
        self.board: Board = deal.board()
        self._ground = ground_of(deal, ruleset)
        self._tiles = len(self.board.kinds)
        self._limit = limit
        self._insight = Insight(deal, self.board, self._ground, ruleset, limit)
        self.selected: int | None = None
        self.paused = False
        self._given_up = False
        self._unranked = unranked or _without_lists(ruleset)
        self._found_one = self._was_shown = False
        self._past: list[Step] = []
        self._future: list[Step] = []
        self._count = Reckoning(ruleset, self._tiles)
        self._drawn = 0
        self._last = opened
        self._status = self._work_out_status()

    @property
    def family(self) -> str:
        """The family of games that is played."""
        return self.ruleset.family.value

    @property
    def code(self) -> Code:
        """The code of the deal."""
        return self.deal.code

    @property
    def layout_id(self) -> str:
        """The stable id of the layout or grid that is played on."""
        return self._ground.layout_id

    @property
    def status(self) -> Status:
        """How the game stood after the last command."""
        return self._status

    @property
    def left(self) -> int:
        """How many tiles remain."""
        return self.board.left

    @property
    def last(self) -> int:
        """The time of the last command, or of the opening."""
        return self._last

    @property
    def taken(self) -> tuple[Pair, ...]:
        """The pairs taken from the board now in play."""
        return self.board.taken

    @property
    def begun(self) -> bool:
        """Whether pairs are gone, so that leaving the game for good is a loss (C8); before a restart counts as well."""
        restarts = (step for step in self._past if isinstance(step, Changed) and step.word == "restart")
        return self.left < self._tiles or any(step.before.left < self._tiles for step in restarts)

    @property
    def unranked(self) -> Unranked | None:
        """Why the result will be in no list; None if it will."""
        return self._unranked

    def played(self, at: int) -> int:
        """Milliseconds played at the time `at`: not while paused, locked or over (S8, reports S9).

        Between two commands no more counts than the ruleset's longest thought: a page that vanished could not say
        that it was left (A2). Where time is limited it ends at the limit.
        """
        played = self._count.tally.played
        if self._running:
            played += min(max(0, at - self._last), self.ruleset.thought)
        limit = self._count.time_limit
        return played if limit is None else min(played, limit)

    @property
    def _running(self) -> bool:
        return self._status is Status.PLAYING and not self.paused

    def _status_at(self, played: int) -> Status:
        """How the game stands when so many milliseconds are played, whether or not a command has said so."""
        late = self._status is Status.PLAYING and played == self._count.time_limit
        return Status.TIMED_OUT if late else self._status

    def apply(self, command: Command, at: int, given: Given | None = None) -> Applied:
        """Do what a command says at the time `at`, in milliseconds; time never runs backwards.

        A command that the rules do not allow gives a `Refused` event and changes nothing but `seq`, and the selection
        where a tap on a tile that is not free lets it go (S3). `given` is what
        an earlier run of the same command gave; with it a replay does no work and always comes out the same. Raises
        `ValueError` when `given` does not fit the position; the table is then as before.
        """
        tally = self._count.tally
        before, clock = self._status, (tally.played, self._last)
        tally.played, self._last = self.played(at), max(at, self._last)
        self._status = self._status_at(tally.played)
        try:
            applied = self._refuse_out_of_turn(command, before) or self._do(command, given)
        except ValueError:
            self._status, (tally.played, self._last) = before, clock
            raise
        self.seq += 1
        self._status = self._work_out_status()
        if self._status is not before and self._status in _ENDING:
            applied = Applied((*applied.events, _ENDING[self._status]), applied.given)
        return applied

    def _refuse_out_of_turn(self, command: Command, before: Status) -> Applied | None:
        """Refuse what the state of the game does not allow, whatever the position."""
        status = self._status
        if status is Status.TIMED_OUT and (before is Status.PLAYING or not isinstance(command, m.Restart)):
            # The first command after zero does nothing but say so, whatever it is: that is when the game is lost.
            return _refuse(Reason.TIMED_OUT)
        match command:
            case m.Resume():
                return None if self.paused else _refuse(Reason.NOT_PAUSED)
            case _ if self.paused:
                return _refuse(Reason.PAUSED)
            case m.Restart():
                return None
            case m.Undo() | m.Rewind():
                return _refuse(Reason.OVER) if status is Status.CLEARED else None
            case m.Redo():
                return _refuse(Reason.OVER) if self._given_up else None
            case _ if status in _OVER:
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
                return self._show(given)
            case m.Undo():
                return self._undo()
            case m.Redo():
                return self._redo()
            case m.Shuffle():
                return self._shuffle(given)
            case m.Rewind():
                return self._go_back(given)
            case m.Restart():
                return self._restart()
            case m.GiveUp():
                self._change(Changed("give-up", self.board, self.board, (False, True)))
                return Applied((m.GaveUp(),))
            case m.Pause():
                self.paused = True
                return Applied((m.Paused(),))
            case m.Resume():
                self.paused = False
                return Applied((m.Resumed(),))

    def _obstacle(self, slot: int) -> m.Refused | None:
        """Why the tile on `slot` cannot be picked; None if it is free."""
        reason = self._ground.obstacle(self.board, slot)
        return None if reason is None else m.Refused(reason, slot)

    def _pick(self, slot: int) -> Applied:
        """Tap a tile: select, take, move the selection or let it go (S3)."""
        obstacle = self._obstacle(slot)
        selected, self.selected = self.selected, None
        if obstacle is not None:
            gone: tuple[Event, ...] = () if selected is None else (m.Deselected(),)
            return Applied((obstacle, *gone))
        if selected == slot:
            return Applied((m.Deselected(),))
        events: tuple[Event, ...] = ()
        if selected is not None:
            match self._ground.refuses(self.board, selected, slot):
                case None:
                    return self._remove(Pair.of(selected, slot))
                case Reason.NO_LINE:
                    events = (m.Refused(Reason.NO_LINE, slot),)
        self.selected = slot
        return Applied((*events, m.Selected(slot)))

    def _take(self, a: int, b: int) -> Applied:
        obstacle = self._obstacle(a) or self._obstacle(b)
        if obstacle is not None:
            return Applied((obstacle,))
        if a == b:
            return _refuse(Reason.SAME, a)
        reason = self._ground.refuses(self.board, a, b)
        if reason is not None:
            return _refuse(reason, b)
        return self._remove(Pair.of(a, b))

    def _remove(self, pair: Pair) -> Applied:
        self.board.push(pair)
        self._past.append(Took(pair, self._count.pair()))
        self._future.clear()
        self._found_one = True
        self._let_go()
        return Applied((m.Removed(pair.a, pair.b),))

    def _let_go(self) -> None:
        """Forget what speaks of a position that is no more."""
        self.selected = None
        self._insight.look(self.board)

    def _give_hint(self, given: Given | None) -> Applied:
        if self.ruleset.hint is HintPolicy.OFF:
            return _refuse(Reason.NOT_ALLOWED)
        if not self._insight.pairs:
            return _refuse(Reason.NO_PAIR)
        hints = self._count.hints(self._count.tally.played)
        if hints is not None and not hints.left:
            return _refuse(Reason.NO_HINTS_LEFT)
        pair = self._insight.point_at(given)
        self._count.hint()
        return Applied((m.Hinted(pair.a, pair.b),), tuple(pair))

    def _show(self, given: Given | None) -> Applied:
        """Show a newcomer the first pair (C5): it is no hint that counts."""
        if not self.newcomer or self._found_one or self._was_shown or self.ruleset.hint is HintPolicy.OFF:
            return _refuse(Reason.NOT_ALLOWED)
        if not self._insight.pairs:
            return _refuse(Reason.NO_PAIR)
        if self._count.tally.played < FIRST_PAIR:
            return _refuse(Reason.TOO_EARLY)
        pair = self._insight.point_at(given)
        self._was_shown = True
        return Applied((m.Hinted(pair.a, pair.b),), tuple(pair))

    def _undo(self) -> Applied:
        if not self._count.may_undo:
            return _refuse(Reason.NOT_ALLOWED)
        if not self._past:
            return _refuse(Reason.NOTHING_TO_UNDO)
        return Applied((self._step_back(),))

    def _step_back(self) -> Event:
        self._count.tally.undos += 1
        self._count.halt()
        step = self._past.pop()
        self._future.append(step)
        if isinstance(step, Took):
            self.board.pop()
            self._count.pair_back(step)
            self._let_go()
            return m.Restored(step.pair.a, step.pair.b)
        self._put(step, back=True)
        if step.word == "give-up":
            self._unranked = self._unranked or Unranked.GIVEN_UP
            return m.Resumed()
        return _CHANGED[step.word]

    def _go_back(self, given: Given | None) -> Applied:
        """Take back as many steps as it needs until the board can be cleared (X1)."""
        if self.ruleset.undo is not None or not self._insight.can_prove:
            return _refuse(Reason.NOT_ALLOWED)
        if given is None:
            given = (self._insight.last_winnable(self._moments()) or 0,)
        (steps,) = given
        if not 0 <= steps <= len(self._past):
            raise ValueError(f"the stored way back has {steps} steps, but {len(self._past)} were taken")
        if not steps:
            return Applied((m.Refused(Reason.NOTHING_WINNABLE),), given)
        for _ in range(steps):
            self._step_back()
        self._count.rewinds += 1
        return Applied((m.Rewound(steps),), given)

    def _moments(self) -> list[Moment]:
        """Every position since the start, the one on the table first."""
        board, present = self.board, self.board.present
        moments = [Moment(board, present)]
        for step in reversed(self._past):
            if isinstance(step, Took):
                present |= 1 << step.pair.a | 1 << step.pair.b
            else:
                board, present = step.before, step.before.present
            moments.append(Moment(board, present))
        return moments

    @property
    def considered(self) -> bool:
        """Whether it is known what can be proved of this position."""
        return self._insight.verdict is not None or not self._insight.can_prove

    def consider(self) -> None:
        """Prove whether the board can still be cleared (C8) and, when it is dead, since when (X1).

        What is found shows in `state`. It changes nothing else, and so is no part of the log; it may take a while.
        """
        self._insight.consider(self._moments)

    def _redo(self) -> Applied:
        if not self._future:
            return _refuse(Reason.NOTHING_TO_REDO)
        self._count.halt()
        step = self._future.pop()
        self._past.append(step)
        if isinstance(step, Took):
            self.board.push(step.pair)
            self._count.pair_again(step)
            self._let_go()
            return Applied((m.Removed(step.pair.a, step.pair.b),))
        self._put(step, back=False)
        return Applied((_CHANGED[step.word],))

    def _shuffle(self, given: Given | None) -> Applied:
        rules = self.ruleset
        if rules.shuffle is ShufflePolicy.NEVER or not self._count.may_shuffle:
            return _refuse(Reason.NOT_ALLOWED)
        if self._status is not Status.LOCKED and rules.shuffle is not ShufflePolicy.ANY:
            if rules.shuffle is ShufflePolicy.LOCKED or not self._insight.can_prove:
                return _refuse(Reason.NOT_LOCKED)
            if not self._insight.is_dead(None if given is None else given != _NOT_DEAD):
                return Applied((m.Refused(Reason.NOT_LOCKED),), _NOT_DEAD)
        board = self.board
        if given is None:
            chance = Rng(self.deal.code.number << 32 | self._drawn)
            given = self._ground.shuffled(board, chance, self._limit) or _NO_ORDER
        if given == _NO_ORDER:
            return Applied((m.Refused(Reason.NO_SHUFFLE),), _NO_ORDER)
        stay = {slot for slot in range(self._tiles) if not board.present >> slot & 1}
        if sorted(given) != list(range(self._tiles)) or any(given[slot] != slot for slot in stay):
            raise ValueError("the stored shuffle does not move the remaining tiles among their own places")
        self._drawn += 1
        self._count.tally.shuffles += 1
        self._count.tally.played += rules.shuffle_takes
        laid = board.permuted([board.kinds[source] for source in given])
        self._change(Changed("shuffle", board, laid, (False, False)))
        return Applied((m.Shuffled(),), given)

    def _restart(self) -> Applied:
        """Lay the deal as it was: a fresh attempt at a board that is known now."""
        self._count.restarts += 1
        self._unranked = self._unranked or Unranked.RESTARTED
        self._change(Changed("restart", self.board, self.deal.board(), (self._given_up, False), *self._count.kept()))
        return Applied((m.Restarted(),))

    def _change(self, step: Changed) -> None:
        self._past.append(step)
        self._future.clear()
        self._count.halt()
        self._put(step, back=False)

    def _put(self, step: Changed, back: bool) -> None:
        """Put the board before or after `step` on the table."""
        self.board = step.before if back else step.after
        self._given_up = step.given_up[not back]
        self._count.change(step, back)
        self._let_go()

    def _work_out_status(self) -> Status:
        if self._given_up:
            return Status.GIVEN_UP
        if self.board.cleared:
            return Status.CLEARED
        if (limit := self._count.time_limit) is not None and self._count.tally.played >= limit:
            return Status.TIMED_OUT
        return Status.PLAYING if self._insight.pairs else Status.LOCKED

    def result(self, at: int) -> Result | None:
        """What the game has come to at the time `at`; None while it is not over."""
        played = self.played(at)
        status = self._status_at(played)
        return self._count.result(status, played) if status in _OVER or self._is_locked_for_good else None

    @property
    def _is_locked_for_good(self) -> bool:
        """Whether no pair can be taken and the ruleset allows neither undo nor shuffle any more: lost (T7)."""
        if self._status is not Status.LOCKED or self._count.may_undo:
            return False
        return self.ruleset.shuffle is ShufflePolicy.NEVER or not self._count.may_shuffle

    def state(self, at: int) -> m.State:
        """All that changes, as it stands at the time `at`."""
        board, scoring, count, insight = self.board, self.ruleset.scoring, self._count, self._insight
        verdict = insight.verdict
        played = self.played(at)
        status = self._status_at(played)
        faces, groups = insight.seen(self._status in _OVER)
        combo, combo_until = count.combo(played)
        return m.State(
            seq=self.seq,
            faces=faces,
            groups=groups,
            present=tuple(bits(board.present)),
            history=tuple(map(shown, self._past)),
            future=tuple(map(shown, self._future)),
            selected=self.selected,
            hint=insight.hint,
            left=board.left,
            pairs=insight.pairs,
            status=status,
            verdict=None if verdict is None else verdict.value,
            rewind=insight.rewind,
            paused=self.paused,
            can=self._can(status, played),
            clock=m.Clock(played, self._running and status is Status.PLAYING),
            limit=count.time_limit,
            used=m.Used(count.tally.hints, count.tally.undos, count.tally.shuffles),
            hints=count.hints(played),
            score=count.score(status, played),
            gains=() if scoring is None else tuple(map(gave, self._past)),
            regains=() if scoring is None else tuple(map(gave, self._future)),
            combo=combo,
            combo_until=combo_until,
            stars=count.stars(status, played),
            ranked=self._unranked is None,
            unranked=self._unranked,
        )

    def _can(self, status: Status, played: int) -> m.Can:
        rules = self.ruleset
        if self.paused or status is Status.TIMED_OUT:
            return m.Can(undo=False, redo=False, hint=False, shuffle=False, rewind=False, show=False)
        going = status not in _OVER
        pairs = going and self._insight.pairs > 0 and rules.hint is not HintPolicy.OFF
        hints = self._count.hints(played)
        ready = {
            ShufflePolicy.NEVER: False,
            ShufflePolicy.LOCKED: status is Status.LOCKED,
            ShufflePolicy.DEAD: status is Status.LOCKED or self._insight.verdict is Verdict.DEAD,
            ShufflePolicy.ANY: True,
        }[rules.shuffle]
        alone = self.newcomer and not (self._found_one or self._was_shown)
        return m.Can(
            undo=bool(self._past) and self._count.may_undo and status is not Status.CLEARED,
            redo=bool(self._future) and not self._given_up,
            hint=pairs and (hints is None or hints.left > 0),
            shuffle=going and ready and self._count.may_shuffle,
            rewind=bool(self._insight.rewind),
            show=pairs and alone and played >= FIRST_PAIR,
        )


def _refuse(reason: Reason, slot: int | None = None) -> Applied:
    return Applied((m.Refused(reason, slot),))


def _without_lists(rules: Ruleset) -> Unranked | None:
    """Why results under a ruleset are in no list."""
    if rules.ranked:
        return None
    return Unranked.OWN_RULESET if rules.clock or rules.scoring is not None else Unranked.NO_LISTS
