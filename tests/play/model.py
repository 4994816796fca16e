"""A naive model of a table that remembers whole positions, with what a table should tell of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from paishan.play import messages as m
from paishan.play.messages import Reason, Status
from paishan.play.ruleset import Ruleset
from paishan.solitaire.deal import Deal
from paishan.solitaire.gallery import by_id
from paishan.tiles import Matching, group_of, kind_of
from tests.reference import Position as Place
from tests.reference import Reference, cells, covers, neighbours

LAYOUT = by_id("first-steps")
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


class Model:
    """One game: positions as values, history as positions, what is free from the cells of tiles."""

    def begin(self, deal: Deal, ruleset: Ruleset, opened: int, newcomer: bool) -> None:
        """Lay a deal under a ruleset at the time `opened`."""
        self.deal, self.ruleset, self.newcomer = deal, ruleset, newcomer
        self.opened = self.now = self.latest = opened
        self.dealt = self.position = Position(tuple(map(str, deal.kinds)), frozenset(range(len(LAYOUT))))
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

    def tick(self) -> None:
        """The clock goes on to the time that it is."""
        self.attempt.time, self.latest = self.clock, max(self.latest, self.now)
        self.late = self.limit is not None and self.attempt.time >= self.limit

    @property
    def limit(self) -> int | None:
        return None if self.ruleset.limit is None else 36 * self.ruleset.limit

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

    def hidden(self) -> set[int]:
        """The tiles whose faces are not told, from the cells of the tiles."""
        if not self.ruleset.ranked or self.status in (Status.CLEARED, Status.GIVEN_UP, Status.TIMED_OUT):
            return set()
        present = self.position.present
        seen = set(uncovered(present))
        for pair in self.pairs:
            seen |= uncovered(present - set(pair))
        return set(present) - seen
