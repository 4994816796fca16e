"""Whatever is done to a table, it is as a naive model says that remembers whole positions (S3–S8, T7–T10)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from paishan.play import messages as m
from paishan.play.messages import Reason, Status
from paishan.play.recording import Logged, record_of, replay
from paishan.play.ruleset import RULESETS, TAIPEI, HintPolicy, Ruleset, ShufflePolicy
from paishan.play.table import Applied, Table
from paishan.records import Record
from paishan.solitaire.deal import Deal, deal_from_solution
from paishan.solitaire.gallery import by_id
from paishan.tiles import group_of, kind_of
from tests.reference import Reference, neighbours

LAYOUT = by_id("first-steps")
SLOTS = st.integers(-1, len(LAYOUT))
LIMITED = replace(TAIPEI, id="limited", undo=3, shuffle=ShufflePolicy.LOCKED, shuffles=1)
SILENT = replace(TAIPEI, id="silent", hint=HintPolicy.OFF)


@dataclass(frozen=True)
class Position:
    """All that undo and redo give back."""

    faces: tuple[str, ...]
    present: frozenset[int]
    given_up: bool = False


@dataclass
class Step:
    """One undoable step with the whole position before and after it."""

    shown: tuple[int, int] | str
    before: Position
    after: Position
    time: int = 0
    """Milliseconds that it took off the clock: a restart sets it to zero."""


class Tables(RuleBasedStateMachine):
    """A table beside its model: positions as values, history as positions, what is free from the cells of tiles."""

    @initialize(
        ruleset=st.sampled_from([*RULESETS, LIMITED, SILENT]),
        number=st.integers(0, 99),
        opened=st.integers(0, 10**6),
    )
    def open(self, ruleset: Ruleset, number: int, opened: int) -> None:
        self.deal: Deal = deal_from_solution(LAYOUT, number, ruleset.matching)
        self.ruleset = ruleset
        self.table = Table(self.deal, ruleset, opened)
        self.opened = self.now = self.latest = opened
        self.log: list[Logged] = []
        self.dealt = self.position = Position(tuple(map(str, self.deal.kinds)), frozenset(range(len(LAYOUT))))
        self.past: list[Step] = []
        self.future: list[Step] = []
        self.selected: int | None = None
        self.hint: tuple[int, int] | None = None
        self.shown: list[tuple[int, int]] = []
        self.paused = False
        self.time = 0
        self.hints = self.undos = self.shuffles = 0

    def groups(self, position: Position) -> list[int]:
        return [group_of(kind_of(face), self.ruleset.matching) for face in position.faces]

    @property
    def reference(self) -> Reference:
        gone = set(range(len(LAYOUT))) - self.position.present
        return Reference(LAYOUT.slots, self.groups(self.position), gone)

    @property
    def status(self) -> Status:
        if self.position.given_up:
            return Status.GIVEN_UP
        if not self.position.present:
            return Status.CLEARED
        return Status.PLAYING if self.reference.pairs() else Status.LOCKED

    def why_not(self, slot: int) -> Reason | None:
        """Why a slot's tile is not free, from the cells of the tiles."""
        if not 0 <= slot < len(LAYOUT):
            return Reason.NO_SLOT
        if slot not in self.position.present:
            return Reason.GONE
        above, left, right = (side & self.position.present for side in neighbours(LAYOUT.slots)[slot])
        if above:
            return Reason.BOTH if left and right else Reason.COVERED
        return Reason.BLOCKED if left and right else None

    def do(self, command: m.Command, expected: Callable[[Applied], list[m.Event]]) -> None:
        """Apply a command a little later; `expected` moves the model on and says which events come of it."""
        before = self.status
        self.time, self.latest = self.clock, max(self.latest, self.now)
        applied = self.table.apply(command, self.now)
        self.log.append((command, self.now, applied.given))
        events = expected(applied)
        after = self.status
        if after is not before and after is Status.LOCKED:
            events.append(m.Locked())
        if after is not before and after is Status.CLEARED:
            events.append(m.Cleared())
        assert list(applied.events) == events

    def refuse(self, command: m.Command, reason: Reason, slot: int | None = None) -> None:
        self.do(command, lambda _: [m.Refused(reason, slot)])

    def out_of_turn(self, command: m.Command) -> bool:
        """Refuse what is refused in every position."""
        allowed: dict[Status, tuple[type[m.Command], ...]] = {
            Status.CLEARED: (m.Restart, m.Redo),
            Status.GIVEN_UP: (m.Restart, m.Undo),
        }
        if self.paused:
            self.refuse(command, Reason.PAUSED)
        elif not isinstance(command, allowed.get(self.status, (object,))):
            self.refuse(command, Reason.OVER)
        else:
            return False
        return True

    def let_go(self) -> None:
        self.selected = self.hint = None
        self.shown = []

    def step(self, shown: tuple[int, int] | str, after: Position, time: int = 0) -> None:
        self.past.append(Step(shown, self.position, after, time))
        self.future = []
        self.position = after
        self.time -= time
        self.let_go()

    def removed(self, a: int, b: int) -> list[m.Event]:
        pair = (min(a, b), max(a, b))
        self.step(pair, replace(self.position, present=self.position.present - {a, b}))
        return [m.Removed(*pair)]

    @property
    def clock(self) -> int:
        """Milliseconds played: while a pair could be taken and the game was not paused, never backwards."""
        running = self.status is Status.PLAYING and not self.paused
        return self.time + (max(0, self.now - self.latest) if running else 0)

    @rule(milliseconds=st.integers(-500, 5000))
    def wait(self, milliseconds: int) -> None:
        """Time goes on, or is set back."""
        self.now += milliseconds

    @rule(slot=SLOTS)
    def pick(self, slot: int) -> None:
        command = m.Pick(slot)
        if self.out_of_turn(command):
            return

        def expected(_: Applied) -> list[m.Event]:
            selected, self.selected = self.selected, None
            reason = self.why_not(slot)
            if reason is not None:
                return [m.Refused(reason, slot), *([] if selected is None else [m.Deselected()])]
            if selected == slot:
                return [m.Deselected()]
            groups = self.groups(self.position)
            if selected is not None and groups[selected] == groups[slot]:
                return self.removed(selected, slot)
            self.selected = slot
            return [m.Selected(slot)]

        self.do(command, expected)

    @rule(a=SLOTS, b=SLOTS)
    def take_any(self, a: int, b: int) -> None:
        command = m.Take(a, b)
        if self.out_of_turn(command):
            return
        groups = self.groups(self.position)
        for slot in (a, b):
            reason = self.why_not(slot)
            if reason is not None:
                self.refuse(command, reason, slot)
                return
        if a == b:
            self.refuse(command, Reason.SAME, a)
        elif groups[a] != groups[b]:
            self.refuse(command, Reason.NO_MATCH, b)
        else:
            self.do(command, lambda _: self.removed(a, b))

    @precondition(lambda self: self.status is Status.PLAYING and not self.paused)
    @rule(data=st.data(), pairs=st.integers(1, 4))
    def take_pairs(self, data: st.DataObject, pairs: int) -> None:
        for _ in range(pairs):
            if self.status is Status.PLAYING:
                a, b = data.draw(st.sampled_from(self.reference.pairs()))
                self.do(m.Take(b, a), lambda _, a=a, b=b: self.removed(a, b))  # type: ignore[misc]

    @rule()
    def ask(self) -> None:
        command = m.Hint()
        if self.out_of_turn(command):
            return
        if self.ruleset.hint is HintPolicy.OFF:
            self.refuse(command, Reason.NOT_ALLOWED)
            return
        pairs = self.reference.pairs()
        if not pairs:
            self.refuse(command, Reason.NO_PAIR)
            return

        def expected(applied: Applied) -> list[m.Event]:
            assert applied.given is not None
            a, b = self.hint = applied.given[0], applied.given[1]
            assert (a, b) in pairs
            assert ((a, b) in self.shown) is (len(self.shown) >= len(pairs))
            self.shown.append((a, b))
            self.hints += 1
            return [m.Hinted(a, b)]

        self.do(command, expected)

    @rule()
    def undo(self) -> None:
        command = m.Undo()
        if self.out_of_turn(command):
            return
        if self.ruleset.undo is not None and self.undos >= self.ruleset.undo:
            self.refuse(command, Reason.NOT_ALLOWED)
        elif not self.past:
            self.refuse(command, Reason.NOTHING_TO_UNDO)
        else:
            self.do(command, lambda _: self.back())

    def back(self) -> list[m.Event]:
        step = self.past.pop()
        self.future.append(step)
        self.position = step.before
        self.time += step.time
        self.undos += 1
        self.let_go()
        match step.shown:
            case (a, b):
                return [m.Restored(a, b)]
            case "give-up":
                return [m.Resumed()]
            case "restart":
                return [m.Restarted()]
        return [m.Shuffled()]

    @rule()
    def redo(self) -> None:
        command = m.Redo()
        if self.out_of_turn(command):
            return
        if not self.future:
            self.refuse(command, Reason.NOTHING_TO_REDO)
        else:
            self.do(command, lambda _: self.forward())

    def forward(self) -> list[m.Event]:
        step = self.future.pop()
        self.past.append(step)
        self.position = step.after
        self.time -= step.time
        self.let_go()
        match step.shown:
            case (a, b):
                return [m.Removed(a, b)]
            case "give-up":
                return [m.GaveUp()]
            case "restart":
                return [m.Restarted()]
        return [m.Shuffled()]

    @rule()
    def shuffle(self) -> None:
        command = m.Shuffle()
        rules = self.ruleset
        if self.out_of_turn(command):
            return
        if rules.shuffle is ShufflePolicy.NEVER or (rules.shuffles is not None and self.shuffles >= rules.shuffles):
            self.refuse(command, Reason.NOT_ALLOWED)
            return
        if rules.shuffle is ShufflePolicy.LOCKED and self.status is not Status.LOCKED:
            self.refuse(command, Reason.NOT_LOCKED)
            return

        def expected(applied: Applied) -> list[m.Event]:
            if applied.events[0] == m.Refused(Reason.NO_SHUFFLE):
                reference = self.reference
                reference.groups = [0] * len(LAYOUT)
                assert len(reference.present) > 16 or not reference.can_be_cleared()
                return [m.Refused(Reason.NO_SHUFFLE)]
            given, present = applied.given, self.position.present
            assert given is not None
            assert {given[slot] for slot in present} == present
            assert all(given[slot] == slot for slot in range(len(LAYOUT)) if slot not in present)
            self.shuffles += 1
            self.step("shuffle", replace(self.position, faces=tuple(self.position.faces[source] for source in given)))
            assert self.status is Status.PLAYING
            return [m.Shuffled()]

        self.do(command, expected)

    @rule()
    def restart(self) -> None:
        command = m.Restart()
        if self.out_of_turn(command):
            return

        def expected(_: Applied) -> list[m.Event]:
            self.step("restart", self.dealt, self.time)
            return [m.Restarted()]

        self.do(command, expected)

    @rule()
    def give_up(self) -> None:
        command = m.GiveUp()
        if self.out_of_turn(command):
            return

        def expected(_: Applied) -> list[m.Event]:
            self.step("give-up", replace(self.position, given_up=True))
            return [m.GaveUp()]

        self.do(command, expected)

    @rule()
    def pause(self) -> None:
        command = m.Pause()
        if self.out_of_turn(command):
            return

        def expected(_: Applied) -> list[m.Event]:
            self.paused = True
            return [m.Paused()]

        self.do(command, expected)

    @rule()
    def resume(self) -> None:
        if not self.paused:
            self.refuse(m.Resume(), Reason.NOT_PAUSED)
            return

        def expected(_: Applied) -> list[m.Event]:
            self.paused = False
            return [m.Resumed()]

        self.do(m.Resume(), expected)

    @invariant()
    def the_table_is_as_the_model_says(self) -> None:
        state, position, status = self.table.state(self.now), self.position, self.status
        assert state.seq == len(self.log)
        assert state.faces == position.faces
        assert list(state.groups) == self.groups(position)
        assert state.present == tuple(sorted(position.present))
        assert state.left == len(position.present)
        assert state.pairs == len(self.reference.pairs())
        assert state.status is status is self.table.status
        assert state.history == tuple(step.shown for step in self.past)
        assert state.future == tuple(step.shown for step in self.future)
        assert (state.selected, state.hint, state.paused) == (self.selected, self.hint, self.paused)
        assert state.clock == m.Clock(self.clock, status is Status.PLAYING and not self.paused)
        assert state.used == m.Used(self.hints, self.undos, self.shuffles)

    @invariant()
    def what_it_says_can_be_done_can_be_done(self) -> None:
        """A second table with the same log tries each command that `can` speaks of."""
        can = self.table.state(self.now).can
        if len(self.log) % 5:
            return
        tried: list[tuple[m.Command, bool]] = [(m.Undo(), can.undo), (m.Redo(), can.redo), (m.Hint(), can.hint)]
        for command, said in tried:
            (*_, event) = self.again().apply(command, self.now).events[:1]
            assert said is not isinstance(event, m.Refused)

    def again(self) -> Table:
        table = Table(self.deal, self.ruleset, self.opened)
        for command, at, given in self.log:
            table.apply(command, at, given)
        return table

    def teardown(self) -> None:
        if not hasattr(self, "table"):
            return
        now = self.table.state(self.now)
        assert self.again().state(self.now) == now
        if self.ruleset in RULESETS:
            record = Record.parse(str(record_of(self.table, self.log)))
            then = replay(record).state(max(self.now, self.latest) - self.opened)
            now = self.table.state(max(self.now, self.latest))
            for name in ("faces", "present", "history", "future", "hint", "status", "paused", "clock", "used", "can"):
                assert getattr(then, name) == getattr(now, name), name


TestTables = Tables.TestCase
TestTables.settings = settings(max_examples=60, stateful_step_count=40)
