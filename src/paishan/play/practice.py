"""The rule tests: ten situations at a time, what is true of each, and why (T12, T13, P3).

A test draws its ten from a number: the same number gives the same ten everywhere, and the page asks with a new number
each time. The situations are real boards played some way at random, and what is true of them is what `Board` says; this
module only chooses, cuts a window out of the board, and names the reason. What is asked and how it is answered is a
`RuleTest` value, so that a test of another game is one value more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import NamedTuple, TypeAlias

from paishan.chuopai.domino import DOMINOES, counted
from paishan.chuopai.domino import Family as DominoFamily
from paishan.chuopai.options import Options
from paishan.chuopai.play import PLAYS, recognise, why_not
from paishan.codes import MAX_NUMBER
from paishan.faults import Fault
from paishan.rng import Rng
from paishan.solitaire.board import Board
from paishan.solitaire.deal import deal_from_solution
from paishan.solitaire.gallery import by_id, layouts
from paishan.solitaire.generator import generate
from paishan.solitaire.layout import Layout, bits
from paishan.tiles import KINDS, Family, Kind, Matching, group_of

__all__ = [
    "BEAT",
    "FREE",
    "MATCH",
    "MAX_TEN",
    "TESTS",
    "Answer",
    "BeatQuestion",
    "FreeQuestion",
    "MatchQuestion",
    "Note",
    "Question",
    "Reason",
    "RuleTest",
    "Shown",
    "challenge",
    "compare",
    "rule_test",
    "situation",
]

MAX_TEN = 2**32 - 1
"""The greatest number of a ten."""


class Answer(StrEnum):
    """What can be answered, in all tests together."""

    FREE = "free"
    BLOCKED = "blocked"
    COVERED = "covered"
    BOTH = "both"
    MATCH = "match"
    NO_MATCH = "no-match"
    BEATS = "beats"
    NO_BEAT = "no-beat"


class Reason(StrEnum):
    """Why an answer is the true one; worded in the browser."""

    OPEN_LEFT = "open-left"
    OPEN_RIGHT = "open-right"
    OPEN_BOTH = "open-both"
    BLOCKED = "blocked"
    COVERED = "covered"
    BOTH = "both"
    IDENTICAL = "identical"
    ANY_FLOWER = "any-flower"
    ANY_SEASON = "any-season"
    OWN_FLOWER = "own-flower"
    """Two flowers, where a flower matches only its own likeness."""
    OWN_SEASON = "own-season"
    FLOWER_AND_SEASON = "flower-and-season"
    OTHER_NUMBER = "other-number"
    OTHER_SUIT = "other-suit"
    OTHER_WIND = "other-wind"
    OTHER_DRAGON = "other-dragon"
    OTHER_FAMILY = "other-family"
    HIGHER = "higher"
    HIGHER_COMBINATION = "higher-combination"
    WRONG_FAMILY = "wrong-family"
    WRONG_NUMBER = "wrong-number"
    EQUAL_RANK = "equal-rank"
    NOT_HIGHER = "not-higher"
    NOT_ONE_FIGURE = "not-one-figure"
    """Different dominoes that make no combination."""
    EQUAL_FIGURES = "equal-figures"
    """Two dominoes of equal rank, laid as if they were one."""


class Note(StrEnum):
    """What a beginner may have overlooked, told after the reason."""

    PARTLY = "partly"
    """What lies on the tile lies on a part of it only."""
    HALF_ROW = "half-row"
    """A neighbour that blocks stands half a row higher or lower."""
    EDGES = "edges"
    """The tile is free although others touch its upper or lower edge."""


class Shown(NamedTuple):
    """A tile of a picture: its place in half tiles from the corner of the picture, its layer, its label."""

    x: int
    y: int
    z: int
    label: str


@dataclass(frozen=True, slots=True)
class FreeQuestion:
    """Is this tile free? The numbers of tiles are places in `tiles`."""

    layout: str
    layers: int
    """How many layers the layout has."""
    tiles: tuple[Shown, ...]
    """A window of the board around the tile asked about, with every tile that touches it."""
    asked: int
    covering: tuple[int, ...]
    """The tiles that lie on it, wholly or in part."""
    left: tuple[int, ...]
    """The tiles that touch its left long side."""
    right: tuple[int, ...]
    top: tuple[int, ...]
    """The tiles that touch its upper edge, which never counts (T2)."""
    bottom: tuple[int, ...]
    whole: bool
    """Whether the tiles on it leave nothing of it to be seen from above."""
    answer: Answer
    reason: Reason
    note: Note | None


@dataclass(frozen=True, slots=True)
class MatchQuestion:
    """Do these two tiles match?"""

    tiles: tuple[str, str]
    answer: Answer
    reason: Reason


@dataclass(frozen=True, slots=True)
class BeatQuestion:
    """Does a play of Chuo Pai beat another? Cards are the numbers of dominoes."""

    to_beat: tuple[int, ...]
    cards: tuple[int, ...]
    answer: Answer
    reason: Reason


Question: TypeAlias = FreeQuestion | MatchQuestion | BeatQuestion


@dataclass(frozen=True, slots=True)
class RuleTest:
    """One rule test: what it is called, what can be answered, and how its ten come out of a number."""

    id: str
    answers: tuple[Answer, ...]
    """In the order in which they are offered."""
    draw: Callable[[Rng, Matching], tuple[Question, ...]]

    def ten(self, number: int, matching: Matching = Matching.FAMILY) -> tuple[Question, ...]:
        """The ten questions of a number. Raises `ValueError` for a number that none has."""
        if not 0 <= number <= MAX_TEN:
            raise ValueError(f"the number of a ten is 0 to {MAX_TEN}, not {number}")
        return self.draw(Rng(number), matching)


def rule_test(id: str) -> RuleTest:
    """The rule test with this id. Raises `ValueError` that names those there are."""
    for test in TESTS:
        if test.id == id:
            return test
    raise Fault("there is no rule test {id!r}; there are {known}", id=id, known=", ".join(test.id for test in TESTS))


_REACH = (14, 10)
"""How far a window reaches beyond the tile asked about, in half tiles: more than any screen shows."""


def situation(board: Board, slot: int, reach: tuple[int, int] = _REACH) -> FreeQuestion:
    """The question whether the tile on `slot` is free, with the true answer.

    `reach` says how far the window goes to the sides and up and down, in half tiles; at least 2, for what touches the
    tile has to be in it. Raises `ValueError` where the tile is gone or the reach too short.
    """
    layout, present = board.layout, board.present
    if not present >> slot & 1:
        raise ValueError(f"the tile on slot {slot} is gone; ask about one that is there")
    if min(reach) < 2:
        raise ValueError(f"a window reaches at least 2 half tiles beyond its tile, not {min(reach)}")
    here = layout.slots[slot]
    window = [
        other
        for other in bits(present)
        if abs(layout.slots[other].x - here.x) <= reach[0] and abs(layout.slots[other].y - here.y) <= reach[1]
    ]
    west = min(layout.slots[other].x for other in window)
    north = min(layout.slots[other].y for other in window)
    at = {other: place for place, other in enumerate(window)}

    def places(mask: int) -> tuple[int, ...]:
        return tuple(at[other] for other in bits(mask & present))

    answer = _answer(board, slot)
    return FreeQuestion(
        layout=layout.id,
        layers=layout.layers,
        tiles=tuple(
            Shown(x - west, y - north, z, board.kinds[other].label)
            for other, (x, y, z) in ((other, layout.slots[other]) for other in window)
        ),
        asked=at[slot],
        covering=places(layout.above[slot]),
        left=places(layout.left[slot]),
        right=places(layout.right[slot]),
        top=places(_at_edge(layout, slot, -2)),
        bottom=places(_at_edge(layout, slot, 2)),
        whole=_covered_cells(board, slot) == 4,
        answer=answer,
        reason=_reason(board, slot, answer),
        note=_note(board, slot, answer),
    )


def _answer(board: Board, slot: int) -> Answer:
    hindrance = board.hindrance(slot)
    return Answer.FREE if hindrance is None else Answer(hindrance.value)


def _reason(board: Board, slot: int, answer: Answer) -> Reason:
    if answer is not Answer.FREE:
        return Reason(answer.value)
    left, right = (side[slot] & board.present for side in (board.layout.left, board.layout.right))
    return Reason.OPEN_RIGHT if left else Reason.OPEN_LEFT if right else Reason.OPEN_BOTH


def _note(board: Board, slot: int, answer: Answer) -> Note | None:
    layout, present = board.layout, board.present
    match answer:
        case Answer.COVERED | Answer.BOTH if _covered_cells(board, slot) < 4:
            return Note.PARTLY
        case Answer.BLOCKED:
            row = layout.slots[slot].y
            beside = bits((layout.left[slot] | layout.right[slot]) & present)
            return Note.HALF_ROW if any(layout.slots[other].y != row for other in beside) else None
        case Answer.FREE if (_at_edge(layout, slot, -2) | _at_edge(layout, slot, 2)) & present:
            return Note.EDGES
    return None


def _at_edge(layout: Layout, slot: int, step: int) -> int:
    """The mask of slots that touch the upper (-2) or lower (2) edge of `slot`."""
    x, y, z = layout.slots[slot]
    return sum(
        1 << other for other, (u, v, w) in enumerate(layout.slots) if w == z and v == y + step and abs(u - x) <= 1
    )


def _covered_cells(board: Board, slot: int) -> int:
    """How many of the four cells of a tile lie under another."""
    layout = board.layout
    over = {cell for other in bits(layout.above[slot] & board.present) for cell in layout.slots[other].cells}
    return len(over.intersection(layout.slots[slot].cells))


_SHIFTED = ((1, 31), (1, 50), (2, 2), (2, 10), (2, 42), (2, 52), (3, 7), (3, 24), (3, 37), (3, 40))
"""Difficulty and number of generated layouts whose tiles lie half-way over those below, as few built-in ones do."""


@cache
def _pool(note: Note | None) -> tuple[Layout, ...]:
    """The layouts that situations come from, or those that have situations with this note."""
    shifted = tuple(generate(number, difficulty) for difficulty, number in _SHIFTED)
    match note:
        case Note.PARTLY:
            return (by_id("turtle"), by_id("lantern"), *shifted)
        case Note.HALF_ROW:
            return by_id("turtle"), by_id("pagoda"), by_id("torii")
    return (*layouts(), *shifted)


def _partly_played(layout: Layout, rng: Rng, most: int) -> Board:
    """A board fewer than `most` random pairs into the game."""
    board = deal_from_solution(layout, rng.below(MAX_NUMBER + 1)).board()
    for _ in range(rng.below(most)):
        pairs = list(board.pairs())
        if not pairs:
            break
        board.push(rng.choice(pairs))
    return board


_STEP = (18, 24)
"""By how much a tile is drawn to the left and up for each layer below it, where it is 150 wide and 200 high."""


def _hidden(board: Board, slot: int) -> bool:
    """Whether tiles that do not lie on a tile hide more than a quarter of its picture, as a high stack beside it does.

    What is on it could then not be told from what is in front of it.
    """
    layout = board.layout
    x, y, z = layout.slots[slot]
    hidden = 0
    for other in bits(board.present & ~layout.above[slot]):
        u, v, w = layout.slots[other]
        if w > z:
            across = 150 - abs((u - x) * 75 - (w - z) * _STEP[0])
            along = 200 - abs((v - y) * 100 - (w - z) * _STEP[1])
            if across > 0 and along > 0:
                hidden += across * along
    return hidden > 150 * 200 // 4


def _drawn(rng: Rng, wanted: Answer, note: Note | None) -> FreeQuestion:
    """A situation with this answer, and with this note if one is given."""
    pool = _pool(note)
    while True:
        layout = rng.choice(pool)
        # What is looked for goes early; else a game is at most three quarters of the way to its end.
        board = _partly_played(layout, rng, len(layout) // 8 if note else 3 * len(layout) // 8)
        found: dict[tuple[str, str], list[int]] = {}
        for slot in bits(board.present):
            if _answer(board, slot) is not wanted:
                continue
            told = _note(board, slot, wanted)
            if note in (None, told):
                # Each way to be free comes as often as the others, whatever the shape of the layout.
                found.setdefault((_reason(board, slot, wanted), told or ""), []).append(slot)
        if found:
            slot = rng.choice(found[rng.choice(sorted(found))])
            if not _hidden(board, slot):
                return situation(board, slot)


_WORTH_ASKING = {
    Answer.BLOCKED: (Note.HALF_ROW, 3),
    Answer.COVERED: (Note.PARTLY, 2),
    Answer.BOTH: (Note.PARTLY, 2),
}
"""What beginners overlook but few layouts have: it is looked for once in so many times."""


def _free_ten(rng: Rng, _: Matching) -> tuple[Question, ...]:
    """Every answer twice, and two of them once more."""
    more = list(FREE.answers)
    rng.shuffle(more)
    wanted = [*FREE.answers, *FREE.answers, *more[:2]]
    rng.shuffle(wanted)
    drawn = []
    for answer in wanted:
        note, seldom = _WORTH_ASKING.get(answer, (None, 1))
        drawn.append(_drawn(rng, answer, None if rng.below(seldom) else note))
    return tuple(drawn)


FREE = RuleTest("free", (Answer.FREE, Answer.BLOCKED, Answer.COVERED, Answer.BOTH), _free_ten)
"""Rule test 1: is this tile free? (T12)"""


def compare(a: Kind, b: Kind, matching: Matching) -> MatchQuestion:
    """The question whether two tiles match, with the true answer under a rule version (T3)."""
    match = group_of(a, matching) == group_of(b, matching)
    return MatchQuestion((a.label, b.label), Answer.MATCH if match else Answer.NO_MATCH, _reason_of(a, b, match))


_SUITS = (Family.BAMBOO, Family.CHARACTERS, Family.CIRCLES)
_OTHERS = {
    Family.WIND: Reason.OTHER_WIND,
    Family.DRAGON: Reason.OTHER_DRAGON,
    Family.FLOWER: Reason.OWN_FLOWER,
    Family.SEASON: Reason.OWN_SEASON,
}


def _reason_of(a: Kind, b: Kind, match: bool) -> Reason:
    if a is b:
        return Reason.IDENTICAL
    if match:
        return Reason.ANY_FLOWER if a.family is Family.FLOWER else Reason.ANY_SEASON
    if a.family is b.family:
        return _OTHERS.get(a.family, Reason.OTHER_NUMBER)
    if {a.family, b.family} == {Family.FLOWER, Family.SEASON}:
        return Reason.FLOWER_AND_SEASON
    both_suits = a.family in _SUITS and b.family in _SUITS
    return Reason.OTHER_SUIT if both_suits and a.number == b.number else Reason.OTHER_FAMILY


def _two_of(rng: Rng, family: Family) -> tuple[Kind, Kind]:
    """Two different kinds of a family."""
    kinds = [kind for kind in KINDS if kind.family is family]
    rng.shuffle(kinds)
    return kinds[0], kinds[1]


def _pairs(rng: Rng, matching: Matching) -> Iterator[tuple[Kind, Kind]]:
    """One pair of tiles for each of the ten situations (T13)."""
    ordinary = rng.choice([kind for kind in KINDS if kind.family in _SUITS])
    yield ordinary, ordinary
    yield _two_of(rng, Family.BAMBOO)
    wind = rng.choice([kind for kind in KINDS if kind.family is Family.WIND])
    yield wind, wind
    yield _two_of(rng, Family.WIND)
    dragon = rng.choice([kind for kind in KINDS if kind.family is Family.DRAGON])
    yield dragon, dragon
    yield _two_of(rng, Family.DRAGON)
    suits = list(_SUITS)
    rng.shuffle(suits)
    number = 1 + rng.below(9)
    a, b = (next(k for k in KINDS if k.family is suit and k.number == number) for suit in suits[:2])
    yield a, b
    flowers, seasons = _two_of(rng, Family.FLOWER), _two_of(rng, Family.SEASON)
    yield flowers[0], seasons[0]
    # A set has one of each flower; only where likeness counts are boards dealt with two alike, so one pair is alike.
    alike = rng.below(2)
    if matching is Matching.IDENTICAL:
        flowers = (flowers[0], flowers[1 - alike])
        seasons = (seasons[0], seasons[alike])
    yield flowers
    yield seasons


def _match_ten(rng: Rng, matching: Matching) -> tuple[Question, ...]:
    pairs = [pair if rng.below(2) else pair[::-1] for pair in _pairs(rng, matching)]
    rng.shuffle(pairs)
    return tuple(compare(a, b, matching) for a, b in pairs)


MATCH = RuleTest("match", (Answer.MATCH, Answer.NO_MATCH), _match_ten)
"""Rule test 2: do these match? (T13)"""


def challenge(to_beat: tuple[int, ...], cards: tuple[int, ...]) -> BeatQuestion:
    """The question whether cards beat a play, with the true answer (P3). Raises `ValueError` where that is no play."""
    laid = recognise(to_beat)
    if laid is None or laid.family is None:
        raise ValueError(f"the cards {to_beat} are no play")
    refusal = why_not(cards, counted(cards), laid, Options())
    if refusal is not None:
        return BeatQuestion(to_beat, cards, Answer.NO_BEAT, Reason(refusal.value))
    combination = laid.family is DominoFamily.COMBINATION
    reason = Reason.HIGHER_COMBINATION if combination else Reason.HIGHER
    return BeatQuestion(to_beat, cards, Answer.BEATS, reason)


_SMALL = tuple(play.cards for play in PLAYS if 1 <= play.number <= 4)
"""The plays that are asked about: four cards are seen at a glance."""
_BEATING = (Reason.HIGHER,) * 3 + (Reason.HIGHER_COMBINATION,) * 2
_NOT_BEATING = (Reason.WRONG_FAMILY, Reason.WRONG_NUMBER, Reason.EQUAL_RANK, Reason.NOT_HIGHER)
_NO_PLAY = (Reason.NOT_ONE_FIGURE, Reason.EQUAL_FIGURES)


def _two_kinds(rng: Rng, number: int) -> tuple[int, ...]:
    """Cards of two figures of one family, which are no play however alike they are."""
    first = rng.choice(DOMINOES)
    second = rng.choice([other for other in DOMINOES if other.family is first.family and other is not first])
    return tuple(sorted([first.number, *[second.number] * (number - 1)]))


def _beat_ten(rng: Rng, _: Matching) -> tuple[Question, ...]:
    """Five that beat and five that do not, each of these for another reason."""
    wanted = [*_BEATING, *_NOT_BEATING, rng.choice(_NO_PLAY)]
    rng.shuffle(wanted)
    drawn = []
    for reason in wanted:
        while True:
            to_beat = rng.choice(_SMALL)
            if reason in _NO_PLAY:
                cards = _two_kinds(rng, max(2, len(to_beat)))
            else:
                cards = rng.choice(_SMALL)
            question = challenge(to_beat, cards)
            # One thing at a time is wrong.
            alike = len(cards) == len(to_beat) or reason is Reason.WRONG_NUMBER
            if question.reason is reason and alike and to_beat != cards:
                drawn.append(question)
                break
    return tuple(drawn)


BEAT = RuleTest("beat", (Answer.BEATS, Answer.NO_BEAT), _beat_ten)
"""Rule test 3: does this beat it? (P3)"""

TESTS: tuple[RuleTest, ...] = (FREE, MATCH, BEAT)
"""Every rule test, in the order in which they are offered."""
