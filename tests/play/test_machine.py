"""Whatever is done to a table, it is as a naive model says that remembers whole positions.

S3–S8, T7–T10, C5–C10, X3.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from paishan.play import messages as m
from paishan.play.messages import Reason, Status
from paishan.play.recording import Logged, record_of, replay
from paishan.play.result import Outcome, Result
from paishan.play.ruleset import CLASSIC_CHALLENGE, RULESETS, HintPolicy, Ruleset, ShufflePolicy, ruleset
from paishan.play.table import Applied, Table
from paishan.records import Record
from paishan.solitaire.deal import deal_from_solution
from paishan.tiles import BY_LABEL
from tests.play.model import LAYOUT, Attempt, Model

SLOTS = st.integers(-1, len(LAYOUT))
OWN = tuple(
    ruleset(f"taipei-{options}")
    for options in (
        "undo-3-shuffle-locked-shuffles-1",
        "hints-off",
        "undo-off-shuffle-off-hints-2",
        "identical-undo-costs-3-shuffle-costs-20-points",
        "shuffle-takes-30-hints-1-timed-points",
    )
)
HURRIED = replace(CLASSIC_CHALLENGE, id="hurried", limit=500)
"""18 seconds for First steps, so that some games run out of them."""


class Tables(Model, RuleBasedStateMachine):
    """A table beside its model."""

    @initialize(
        ruleset=st.sampled_from([*RULESETS, *OWN, HURRIED]),
        number=st.integers(0, 99),
        opened=st.integers(0, 10**6),
        newcomer=st.booleans(),
    )
    def open(self, ruleset: Ruleset, number: int, opened: int, newcomer: bool) -> None:
        self.begin(deal_from_solution(LAYOUT, number, ruleset.matching), ruleset, opened, newcomer)
        self.table = Table(self.deal, ruleset, opened, newcomer=newcomer)
        self.log: list[Logged] = []

    def do(self, command: m.Command, expected: Callable[[Applied], list[m.Event]]) -> None:
        """Apply a command a little later; `expected` moves the model on and says which events come of it."""
        before = self.status
        self.tick()
        applied = self.table.apply(command, self.now)
        self.log.append((command, self.now, applied.given))
        events = expected(applied)
        after = self.status
        if after is not before and after is Status.LOCKED:
            events.append(m.Locked())
        if after is not before and after is Status.CLEARED:
            events.append(m.Cleared())
        if after is not before and after is Status.TIMED_OUT:
            events.append(m.TimedOut())
        assert list(applied.events) == events

    def refuse(self, command: m.Command, reason: Reason, slot: int | None = None) -> None:
        self.do(command, lambda _: [m.Refused(reason, slot)])

    def out_of_turn(self, command: m.Command) -> bool:
        """Refuse what is refused in every position."""
        allowed: dict[Status, tuple[type[m.Command], ...]] = {
            Status.CLEARED: (m.Restart, m.Redo),
            Status.GIVEN_UP: (m.Restart, m.Undo, m.Rewind),
            Status.TIMED_OUT: (m.Restart,),
        }
        playing = self.status is Status.PLAYING
        if playing and self.clock == self.limit:
            # Whatever is said first after zero, it is lost with that.
            self.refuse(command, Reason.TIMED_OUT)
        elif self.status is Status.TIMED_OUT and not isinstance(command, m.Restart):
            self.refuse(command, Reason.TIMED_OUT)
        elif isinstance(command, m.Resume) and not self.paused:
            self.refuse(command, Reason.NOT_PAUSED)
        elif isinstance(command, m.Resume):
            return False
        elif self.paused:
            self.refuse(command, Reason.PAUSED)
        elif not isinstance(command, allowed.get(self.status, (object,))):
            self.refuse(command, Reason.OVER)
        else:
            return False
        return True

    @rule(milliseconds=st.integers(-500, 5000) | st.sampled_from([4_200, 4_201, 12_000, 100_000, 200_000]))
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

    @precondition(lambda self: self.standing is Status.PLAYING and not self.paused)
    @rule(data=st.data(), pairs=st.integers(1, 4))
    def take_pairs(self, data: st.DataObject, pairs: int) -> None:
        for _ in range(pairs):
            self.now += data.draw(st.sampled_from([0, 1_000, 4_200, 4_201]))
            if self.status is Status.PLAYING and self.clock != self.limit:
                a, b = data.draw(st.sampled_from(self.pairs))
                self.do(m.Take(b, a), lambda _, a=a, b=b: self.removed(a, b))  # type: ignore[misc]

    @rule()
    def ask(self) -> None:
        command = m.Hint()
        if self.out_of_turn(command):
            return
        if self.ruleset.hint is HintPolicy.OFF:
            self.refuse(command, Reason.NOT_ALLOWED)
        elif not self.pairs:
            self.refuse(command, Reason.NO_PAIR)
        elif self.ruleset.hints is not None and not self.come(self.clock)[0]:
            self.refuse(command, Reason.NO_HINTS_LEFT)
        else:

            def expected(applied: Applied) -> list[m.Event]:
                self.spend(1)
                self.attempt.hints += 1
                return self.pointed_at(applied)

            self.do(command, expected)

    def pointed_at(self, applied: Applied) -> list[m.Event]:
        assert applied.given is not None
        a, b = self.hint = applied.given[0], applied.given[1]
        pairs = self.pairs
        assert (a, b) in pairs
        if self.ruleset.hint is not HintPolicy.RANKED:
            assert ((a, b) in self.shown) is (len(self.shown) >= len(pairs))
        self.shown.append((a, b))
        return [m.Hinted(a, b)]

    @rule()
    def show(self) -> None:
        command = m.Show()
        if self.out_of_turn(command):
            return
        if not self.newcomer or self.found or self.helped or self.ruleset.hint is HintPolicy.OFF:
            self.refuse(command, Reason.NOT_ALLOWED)
        elif not self.pairs:
            self.refuse(command, Reason.NO_PAIR)
        elif self.clock < 12_000:
            self.refuse(command, Reason.TOO_EARLY)
        else:
            self.helped = True
            self.do(command, self.pointed_at)

    @rule()
    def undo(self) -> None:
        command = m.Undo()
        if self.out_of_turn(command):
            return
        if self.ruleset.undo is not None and self.attempt.undos >= self.ruleset.undo:
            self.refuse(command, Reason.NOT_ALLOWED)
        elif not self.past:
            self.refuse(command, Reason.NOTHING_TO_UNDO)
        else:
            self.do(command, lambda _: self.back())

    def back(self) -> list[m.Event]:
        step = self.past.pop()
        self.future.append(step)
        self.position = step.before
        self.attempt.undos += 1
        self.run = 0
        if step.attempt is not None:
            fresh, before = self.attempt, step.attempt
            self.attempt = Attempt(
                before.time + fresh.time,
                before.hints + fresh.hints,
                before.undos + fresh.undos,
                before.shuffles + fresh.shuffles,
            )
            self.stock = step.stock
            self.spend(fresh.hints)
        self.late = self.limit is not None and self.attempt.time >= self.limit
        self.let_go()
        match step.shown:
            case (a, b):
                return [m.Restored(a, b)]
            case "give-up":
                self.seen = True
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
        self.run = 0
        if step.attempt is not None:
            both, before = self.attempt, step.attempt
            self.attempt = Attempt(
                both.time - before.time,
                both.hints - before.hints,
                both.undos - before.undos,
                both.shuffles - before.shuffles,
            )
            self.stock = self.full
        self.late = self.limit is not None and self.attempt.time >= self.limit
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
    def rewind(self) -> None:
        command = m.Rewind()
        if self.out_of_turn(command):
            return
        if self.ruleset.undo is not None:
            self.refuse(command, Reason.NOT_ALLOWED)
            return

        def expected(applied: Applied) -> list[m.Event]:
            assert applied.given is not None
            (steps,) = applied.given
            if not steps:
                return [m.Refused(Reason.NOTHING_WINNABLE)]
            for _ in range(steps):
                self.back()
            self.rewinds += 1
            assert len(self.position.present) > 16 or self.reference.can_be_cleared()
            return [m.Rewound(steps)]

        self.do(command, expected)

    @rule()
    def shuffle(self) -> None:
        command = m.Shuffle()
        rules = self.ruleset
        if self.out_of_turn(command):
            return
        used_up = rules.shuffles is not None and self.attempt.shuffles >= rules.shuffles
        if rules.shuffle is ShufflePolicy.NEVER or used_up:
            self.refuse(command, Reason.NOT_ALLOWED)
            return
        if rules.shuffle is ShufflePolicy.LOCKED and self.status is not Status.LOCKED:
            self.refuse(command, Reason.NOT_LOCKED)
            return

        def expected(applied: Applied) -> list[m.Event]:
            if applied.events[0] == m.Refused(Reason.NOT_LOCKED):
                assert rules.shuffle is ShufflePolicy.DEAD and self.status is Status.PLAYING
                assert len(self.position.present) > 16 or self.reference.can_be_cleared()
                return [m.Refused(Reason.NOT_LOCKED)]
            if rules.shuffle is ShufflePolicy.DEAD and len(self.position.present) <= 16:
                assert not self.reference.can_be_cleared()
            if applied.events[0] == m.Refused(Reason.NO_SHUFFLE):
                reference = self.reference
                reference.groups = [0] * len(LAYOUT)
                assert len(reference.present) > 16 or not reference.can_be_cleared()
                return [m.Refused(Reason.NO_SHUFFLE)]
            given, present = applied.given, self.position.present
            assert given is not None
            assert {given[slot] for slot in present} == present
            assert all(given[slot] == slot for slot in range(len(LAYOUT)) if slot not in present)
            self.attempt.shuffles += 1
            self.attempt.time += rules.shuffle_takes
            self.run = 0
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
            before, stock = self.attempt, self.stock
            self.step("restart", self.dealt)
            self.past[-1].attempt, self.past[-1].stock = before, stock
            self.attempt, self.stock = Attempt(), self.full
            self.late, self.run = False, 0
            self.restarts += 1
            return [m.Restarted()]

        self.do(command, expected)

    @rule()
    def give_up(self) -> None:
        command = m.GiveUp()
        if self.out_of_turn(command):
            return

        def expected(_: Applied) -> list[m.Event]:
            self.run = 0
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
        if self.out_of_turn(m.Resume()):
            return

        def expected(_: Applied) -> list[m.Event]:
            self.paused = False
            return [m.Resumed()]

        self.do(m.Resume(), expected)

    @invariant()
    def the_table_is_as_the_model_says(self) -> None:
        state, position, status = self.table.state(self.now), self.position, self.standing
        hidden = self.hidden()
        assert state.seq == len(self.log)
        assert state.faces == tuple(None if slot in hidden else face for slot, face in enumerate(position.faces))
        assert state.groups == tuple(
            -1 if slot in hidden else group for slot, group in enumerate(self.groups(position))
        )
        assert state.present == tuple(sorted(position.present))
        assert state.left == len(position.present)
        assert state.pairs == len(self.pairs)
        assert (state.status, self.table.status) == (status, self.status)
        assert state.history == tuple(step.shown for step in self.past)
        assert state.future == tuple(step.shown for step in self.future)
        assert (state.selected, state.hint, state.paused) == (self.selected, self.hint, self.paused)
        assert state.clock == m.Clock(self.clock, status is Status.PLAYING and not self.paused)
        assert (state.limit, state.stars, state.score) == (self.limit, self.stars, self.score)
        assert state.used == m.Used(self.attempt.hints, self.attempt.undos, self.attempt.shuffles)
        assert state.hints == (None if self.ruleset.hints is None else m.Hints(*self.come(self.clock)))
        assert state.ranked is (self.ruleset.ranked and not self.restarts and not self.seen)
        assert state.ranked is (state.unranked is None)

    @invariant()
    def a_combo_lasts_as_long_as_the_model_says(self) -> None:
        state, rules = self.table.state(self.now), self.ruleset.scoring
        if not self.run or rules is None or rules.window is None or self.clock > self.run_at + rules.window:
            assert (state.combo, state.combo_until) == (0, None)
        else:
            assert (state.combo, state.combo_until) == (self.run, self.run_at + rules.window)

    @invariant()
    def the_tiles_are_those_of_the_deal(self) -> None:
        assert Counter(self.position.faces) == Counter(self.dealt.faces)

    @invariant()
    def no_face_is_told_that_was_not_seen_or_one_pair_away(self) -> None:
        told = json.loads(msgspec.json.encode(self.table.state(self.now)))
        faces = told.pop("faces")
        assert {slot for slot, face in enumerate(faces) if face is None} == self.hidden()
        assert not set(strings(told)) & set(BY_LABEL)

    @invariant()
    def it_has_a_result_when_it_is_over(self) -> None:
        status, stars = self.standing, self.stars
        rules, attempt = self.ruleset, self.attempt
        undo = rules.undo is None or attempt.undos < rules.undo
        shuffle = rules.shuffle is not ShufflePolicy.NEVER
        shuffle = shuffle and (rules.shuffles is None or attempt.shuffles < rules.shuffles)
        if status is Status.PLAYING or (status is Status.LOCKED and (undo or shuffle)):
            assert self.table.result(self.now) is None
            return
        assert self.table.result(self.now) == Result(
            Outcome.WON if status is Status.CLEARED else Outcome.LOST,
            self.clock,
            self.score,
            0 if stars is None else stars.clear + stars.time + stars.clean,
            self.attempt.hints,
            self.attempt.undos,
            self.attempt.shuffles,
            self.restarts,
            self.rewinds,
            len(LAYOUT),
        )

    @invariant()
    def what_it_says_can_be_done_can_be_done(self) -> None:
        """A second table with the same log tries each command that `can` speaks of."""
        state = self.table.state(self.now)
        can = state.can
        if len(self.log) % 5:
            return
        tried: list[tuple[m.Command, bool]] = [(m.Undo(), can.undo), (m.Redo(), can.redo), (m.Hint(), can.hint)]
        tried += [(m.Show(), can.show)]
        if self.ruleset.shuffle is not ShufflePolicy.DEAD and can.shuffle is False:
            tried += [(m.Shuffle(), False)]
        for command, said in tried:
            (*_, event) = self.again().apply(command, self.now).events[:1]
            assert said is not isinstance(event, m.Refused)

    def again(self) -> Table:
        table = Table(self.deal, self.ruleset, self.opened, newcomer=self.newcomer)
        for command, at, given in self.log:
            table.apply(command, at, given)
        return table

    def teardown(self) -> None:
        if not hasattr(self, "table"):
            return
        again, end = self.again(), self.latest
        again.consider()
        self.table.consider()
        assert again.state(self.now) == self.table.state(self.now)
        assert again.result(self.now) == self.table.result(self.now)
        if self.ruleset is HURRIED:
            return
        record = Record.parse(str(record_of(self.table, self.log)))
        replayed, now = replay(record), self.table.state(end)
        then = replayed.state(end - self.opened)
        if self.status is self.standing:
            assert then.faces == now.faces
        for name in ("present", "history", "future", "status", "paused", "clock", "used", "score", "stars"):
            assert getattr(then, name) == getattr(now, name), name
        assert replayed.result(end - self.opened) == self.table.result(end)


def strings(told: object) -> list[str]:
    """Every text in what was told."""
    if isinstance(told, str):
        return [told]
    if isinstance(told, dict):
        return [text for part in told.values() for text in strings(part)]
    return [text for part in told for text in strings(part)] if isinstance(told, list) else []


TestTables = Tables.TestCase
TestTables.settings = settings(max_examples=120, stateful_step_count=40)
