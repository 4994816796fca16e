"""Whatever is done to a table, it is as a naive model says that remembers whole positions.

S3–S8, T7–T10, C5–C10, X3.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

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
from paishan.solitaire.deal import Deal, deal_from_solution
from paishan.solitaire.gallery import by_id
from paishan.tiles import BY_LABEL, Matching, group_of, kind_of
from tests.reference import Position as Place
from tests.reference import Reference, cells, covers, neighbours

LAYOUT = by_id("first-steps")
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


PLACES: tuple[Place, ...] = tuple((x, y, z) for x, y, z in LAYOUT.slots)
OVER = [
    [{n for n, other in enumerate(PLACES) if cell in cells(other) and covers(other, place)} for cell in cells(place)]
    for place in PLACES
]
"""For each tile and each cell of it the tiles over that cell."""


@lru_cache(10_000)
def uncovered(present: frozenset[int]) -> frozenset[int]:
    """The tiles of which at least one cell lies open, from the cells of the tiles."""
    return frozenset(slot for slot in present if any(present.isdisjoint(over) for over in OVER[slot]))


@lru_cache(10_000)
def groups_of(faces: tuple[str, ...], matching: Matching) -> list[int]:
    return [group_of(kind_of(face), matching) for face in faces]


@lru_cache(10_000)
def pairs_of(faces: tuple[str, ...], matching: Matching, present: frozenset[int]) -> list[tuple[int, int]]:
    return Reference(PLACES, groups_of(faces, matching), set(range(len(PLACES))) - present).pairs()


@dataclass(frozen=True)
class Position:
    """All that undo and redo give back."""

    faces: tuple[str, ...]
    present: frozenset[int]
    given_up: bool = False


@dataclass
class Attempt:
    """What is counted from the deal on."""

    time: int = 0
    hints: int = 0
    undos: int = 0
    shuffles: int = 0


@dataclass
class Step:
    """One undoable step with the whole position before and after it."""

    shown: tuple[int, int] | str
    before: Position
    after: Position
    gave: int = 0
    """Points."""
    attempt: Attempt | None = None
    """What had been counted before a restart."""
    stock: tuple[int, int | None] = (0, None)
    """The hints that were in hand before it, and when the next one was due."""


class Tables(RuleBasedStateMachine):
    """A table beside its model: positions as values, history as positions, what is free from the cells of tiles."""

    @initialize(
        ruleset=st.sampled_from([*RULESETS, *OWN, HURRIED]),
        number=st.integers(0, 99),
        opened=st.integers(0, 10**6),
        newcomer=st.booleans(),
    )
    def open(self, ruleset: Ruleset, number: int, opened: int, newcomer: bool) -> None:
        self.deal: Deal = deal_from_solution(LAYOUT, number, ruleset.matching)
        self.ruleset, self.newcomer = ruleset, newcomer
        self.table = Table(self.deal, ruleset, opened, newcomer=newcomer)
        self.opened = self.now = self.latest = opened
        self.log: list[Logged] = []
        self.dealt = self.position = Position(tuple(map(str, self.deal.kinds)), frozenset(range(len(LAYOUT))))
        self.past: list[Step] = []
        self.future: list[Step] = []
        self.selected: int | None = None
        self.hint: tuple[int, int] | None = None
        self.shown: list[tuple[int, int]] = []
        self.paused = self.late = self.found = self.helped = self.seen = False
        self.run = 0
        self.run_at = 0
        self.attempt = Attempt()
        self.stock = self.full
        self.restarts = self.rewinds = 0

    def groups(self, position: Position) -> list[int]:
        return groups_of(position.faces, self.ruleset.matching)

    @property
    def pairs(self) -> list[tuple[int, int]]:
        return pairs_of(self.position.faces, self.ruleset.matching, self.position.present)

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
        if self.late:
            return Status.TIMED_OUT
        return Status.PLAYING if self.pairs else Status.LOCKED

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

    def tick(self) -> None:
        """The clock goes on to the time that it is."""
        self.attempt.time, self.latest = self.clock, max(self.latest, self.now)
        self.late = self.limit is not None and self.attempt.time >= self.limit

    @property
    def limit(self) -> int | None:
        return None if self.ruleset.limit is None else 36 * self.ruleset.limit

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

    def let_go(self) -> None:
        self.selected = self.hint = None
        self.shown = []

    def step(self, shown: tuple[int, int] | str, after: Position, gave: int = 0) -> None:
        self.past.append(Step(shown, self.position, after, gave))
        self.future = []
        self.position = after
        self.let_go()

    def removed(self, a: int, b: int) -> list[m.Event]:
        pair = (min(a, b), max(a, b))
        rules, gave = self.ruleset.scoring, 0
        if rules is not None:
            quick = rules.window is not None and self.run and self.attempt.time - self.run_at <= rules.window
            self.run = min(99, self.run + 1) if quick else 1
            self.run_at = self.attempt.time
            gave = self.run * rules.pair
        self.found = True
        self.step(pair, replace(self.position, present=self.position.present - {a, b}), gave)
        return [m.Removed(*pair)]

    @property
    def clock(self) -> int:
        """Milliseconds played: while a pair could be taken and the game was not paused, never backwards."""
        running = self.status is Status.PLAYING and not self.paused
        time = self.attempt.time + (min(180_000, max(0, self.now - self.latest)) if running else 0)
        return time if self.limit is None else min(time, self.limit)

    def come(self, time: int) -> tuple[int, int | None]:
        """Hints in hand at a time of the clock, and when the next one comes."""
        budget, (left, due) = self.ruleset.hints, self.stock
        assert budget is not None
        while due is not None and due <= time:
            left += 1
            due = None if left == budget.most else due + (budget.refill or 0)
        return left, due

    def spend(self, hints: int) -> None:
        budget = self.ruleset.hints
        for _ in range(hints if budget is not None else 0):
            assert budget is not None
            left, due = self.come(self.attempt.time)
            if due is None and budget.refill is not None:
                due = self.attempt.time + budget.refill
            self.stock = (max(0, left - 1), due)

    @property
    def full(self) -> tuple[int, int | None]:
        return (0 if self.ruleset.hints is None else self.ruleset.hints.most), None

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

    @property
    def score(self) -> int:
        """What the pairs of this attempt gave, less the costs (C9, N7)."""
        rules, attempt = self.ruleset.scoring, self.attempt
        if rules is None:
            return 0
        since = max((at for at, step in enumerate(self.past, 1) if step.shown == "restart"), default=0)
        gained = sum(step.gave for step in self.past[since:])
        assert rules.time == 0 and rules.bonus is None
        return gained - rules.hint * attempt.hints - rules.undo * attempt.undos - rules.shuffle * attempt.shuffles

    @property
    def standing(self) -> Status:
        """The status at this moment, whether or not a command has said so."""
        playing = self.status is Status.PLAYING
        return Status.TIMED_OUT if playing and self.clock == self.limit else self.status

    @property
    def stars(self) -> m.Stars | None:
        if self.ruleset.pace is None:
            return None
        lost = self.standing in (Status.GIVEN_UP, Status.TIMED_OUT)
        helped = self.attempt.hints + self.attempt.undos + self.attempt.shuffles > 0
        return m.Stars(not lost, not lost and self.clock <= 90_000, not lost and not helped)

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

    def hidden(self) -> set[int]:
        """The tiles whose faces are not told, from the cells of the tiles."""
        if not self.ruleset.ranked or self.status in (Status.CLEARED, Status.GIVEN_UP, Status.TIMED_OUT):
            return set()
        present = self.position.present
        seen = set(uncovered(present))
        for pair in self.pairs:
            seen |= uncovered(present - set(pair))
        return set(present) - seen

    @invariant()
    def it_has_a_result_when_it_is_over(self) -> None:
        status, stars = self.standing, self.stars
        if status in (Status.PLAYING, Status.LOCKED):
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
