"""The rule tests: what is asked is told truly, whatever the engine says; which situations come up, and how often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paishan.play.practice import (
    BEAT,
    FREE,
    MATCH,
    MAX_TEN,
    TESTS,
    Answer,
    FreeQuestion,
    MatchQuestion,
    Note,
    Reason,
    RuleTest,
    Shown,
    compare,
    rule_test,
    situation,
)
from paishan.solitaire.board import Board
from paishan.solitaire.deal import deal_from_solution
from paishan.solitaire.gallery import by_id, layouts
from paishan.solitaire.layout import Layout
from paishan.tiles import KINDS, Matching, kind_of
from tests.solitaire.strategies import layouts as any_layouts

NUMBERS = st.integers(0, MAX_TEN)
SOME = range(24)
Place: TypeAlias = tuple[int, int, int]


def free_ten(number: int) -> tuple[FreeQuestion, ...]:
    return tuple(question for question in FREE.ten(number) if isinstance(question, FreeQuestion))


def match_ten(number: int, matching: Matching) -> tuple[MatchQuestion, ...]:
    return tuple(question for question in MATCH.ten(number, matching) if isinstance(question, MatchQuestion))


def cells(tile: Place) -> set[tuple[int, int]]:
    return {(tile[0] + dx, tile[1] + dy) for dx in (0, 1) for dy in (0, 1)}


def truth(places: Sequence[Place], asked: Place) -> dict[str, set[Place]]:
    """Which tiles lie on one and which touch its sides, told from the half-tile cells alone (T2, C1)."""
    x, y, z = asked
    others = [place for place in places if place != asked]
    level = [place for place in others if place[2] == z]
    sides = {
        "left": {(x - 1, y), (x - 1, y + 1)},
        "right": {(x + 2, y), (x + 2, y + 1)},
        "top": {(x, y - 1), (x + 1, y - 1)},
        "bottom": {(x, y + 2), (x + 1, y + 2)},
    }
    found = {side: {place for place in level if cells(place) & edge} for side, edge in sides.items()}
    return found | {"covering": {place for place in others if place[2] > z and cells(place) & cells(asked)}}


def answer_of(touching: dict[str, set[Place]]) -> str:
    beside = bool(touching["left"] and touching["right"])
    on_it = bool(touching["covering"])
    return {(False, False): "free", (True, False): "blocked", (False, True): "covered", (True, True): "both"}[
        beside, on_it
    ]


def told_truly(question: FreeQuestion) -> None:
    places = [(tile.x, tile.y, tile.z) for tile in question.tiles]
    touching = truth(places, places[question.asked])
    for name, tiles in touching.items():
        assert {places[tile] for tile in getattr(question, name)} == tiles, name
    assert question.answer == answer_of(touching)
    on_it = set().union(*(cells(place) for place in touching["covering"]))
    assert question.whole == (cells(places[question.asked]) <= on_it)


@pytest.mark.parametrize("number", SOME)
def test_what_is_asked_is_true_by_the_half_tiles_of_the_picture_alone(number: int) -> None:
    for question in free_ten(number):
        told_truly(question)


@given(any_layouts(), st.integers(0, 12), st.data())
def test_a_window_leaves_out_nothing_that_touches_the_tile(layout: Layout, played: int, data: st.DataObject) -> None:
    board = Board(layout, [KINDS[0]] * len(layout))
    for _ in range(played):
        pairs = list(board.pairs())
        if not pairs:
            break
        board.push(data.draw(st.sampled_from(pairs)))
    there = [slot for slot in range(len(layout)) if board.present >> slot & 1]
    if not there:
        return
    slot = data.draw(st.sampled_from(there))
    question = situation(board, slot, (2, 2))
    told_truly(question)
    whole_board = truth([layout.slots[other] for other in there], layout.slots[slot])
    assert question.answer == answer_of(whole_board)
    assert {name: len(tiles) for name, tiles in whole_board.items()} == {
        name: len(getattr(question, name)) for name in whole_board
    }


@settings(max_examples=30)
@given(NUMBERS)
def test_all_four_answers_are_among_each_ten_and_none_more_than_three_times(number: int) -> None:
    often = Counter(question.answer for question in FREE.ten(number))
    assert set(often) == {"free", "blocked", "covered", "both"}
    assert sorted(often.values()) == [2, 2, 3, 3]


@pytest.mark.parametrize("test", TESTS, ids=lambda test: test.id)
def test_the_same_number_gives_the_same_ten_and_another_number_another_ten(test: RuleTest) -> None:
    tens = {number: test.ten(number) for number in SOME}
    assert all(len(ten) == 10 for ten in tens.values())
    assert all(test.ten(number) == tens[number] for number in (0, 7, 23))
    assert len(set(tens.values())) == len(SOME)


def test_what_beginners_overlook_is_among_what_is_asked() -> None:
    asked = [question for number in SOME for question in free_ten(number)]
    seen = Counter((question.reason, question.note) for question in asked)
    for reason, note in [
        (Reason.OPEN_LEFT, Note.EDGES),
        (Reason.OPEN_RIGHT, Note.EDGES),
        (Reason.OPEN_BOTH, None),
        (Reason.BLOCKED, Note.HALF_ROW),
        (Reason.COVERED, Note.PARTLY),
        (Reason.COVERED, None),
        (Reason.BOTH, Note.PARTLY),
        (Reason.BOTH, None),
    ]:
        assert seen[reason, note] >= 3, (reason, note)
    assert len({question.layout for question in asked}) >= 30


def test_the_tiles_around_come_from_a_real_board() -> None:
    sizes = {layout.id: layout for layout in layouts()}
    for question in free_ten(5):
        often = Counter(tile.label for tile in question.tiles)
        assert all(count <= 4 for count in often.values())
        if layout := sizes.get(question.layout):
            places = {tuple(slot) for slot in layout.slots}
            shifts = [(x - question.tiles[0].x, y - question.tiles[0].y) for x, y, z in layout.slots]
            assert any({(t.x + dx, t.y + dy, t.z) for t in question.tiles} <= places for dx, dy in shifts)


TURTLE = deal_from_solution(by_id("turtle"), 1).board()
AT = {tuple(slot): number for number, slot in enumerate(TURTLE.layout.slots)}


@pytest.mark.parametrize(
    ("place", "answer", "reason", "note", "touching"),
    [
        # The top tile lies over four; nothing lies on it and nothing is beside it.
        ((13, 7, 4), "free", "open-both", None, (0, 0, 0)),
        # The four under it are covered in a quarter each; each has one neighbour.
        ((12, 6, 3), "covered", "covered", "partly", (1, 0, 1)),
        # The outermost tile at the right, then the one that the end of the two middle rows lean on.
        ((28, 7, 0), "free", "open-right", None, (0, 1, 0)),
        ((26, 7, 0), "blocked", "blocked", "half-row", (0, 2, 1)),
        # A tile of a middle row beside it, which touches it half a row off; and the left end, which blocks both rows.
        ((24, 6, 0), "blocked", "blocked", "half-row", (0, 1, 1)),
        ((0, 7, 0), "free", "open-left", None, (0, 0, 2)),
        # In the upper row: its left end, and the tile beside that.
        ((2, 0, 0), "free", "open-left", None, (0, 0, 1)),
        ((4, 0, 0), "blocked", "blocked", None, (0, 1, 1)),
        # Deep within, under three stacked tiles and the top one.
        ((12, 6, 0), "both", "both", None, (4, 1, 1)),
    ],
)
def test_the_turtle_at_the_start(
    place: tuple[int, int, int], answer: str, reason: str, note: str | None, touching: tuple[int, int, int]
) -> None:
    question = situation(TURTLE, AT[place])
    assert (question.answer, question.reason, question.note) == (answer, reason, note)
    assert (len(question.covering), len(question.left), len(question.right)) == touching
    assert question.layers == 5


def test_a_row_of_three_between_two_rows() -> None:
    row = Layout.build("row", "Row", [(2 * x, 2 * y, 0) for x in range(3) for y in range(2)])
    board = Board(row, [kind_of(label) for label in ("1B", "2B", "3B", "1B", "2B", "3B")])
    assert situation(board, 0) == FreeQuestion(
        layout="row",
        layers=1,
        tiles=(
            Shown(0, 0, 0, "1B"),
            Shown(2, 0, 0, "2B"),
            Shown(4, 0, 0, "3B"),
            Shown(0, 2, 0, "1B"),
            Shown(2, 2, 0, "2B"),
            Shown(4, 2, 0, "3B"),
        ),
        asked=0,
        covering=(),
        left=(),
        right=(1,),
        top=(),
        bottom=(3,),
        whole=False,
        answer=Answer.FREE,
        reason=Reason.OPEN_LEFT,
        note=Note.EDGES,
    )
    assert situation(board, 4).answer == "blocked"
    board.push((0, 3))
    assert situation(board, 4).reason == "open-left"
    with pytest.raises(ValueError, match="the tile on slot 0 is gone"):
        situation(board, 0)
    with pytest.raises(ValueError, match="at least 2 half tiles"):
        situation(board, 4, (2, 1))


@pytest.mark.parametrize(
    ("a", "b", "family", "identical"),
    [
        ("5B", "5B", ("match", "identical"), ("match", "identical")),
        ("5B", "6B", ("no-match", "other-number"), ("no-match", "other-number")),
        ("5B", "5C", ("no-match", "other-suit"), ("no-match", "other-suit")),
        ("5B", "6D", ("no-match", "other-family"), ("no-match", "other-family")),
        ("N", "N", ("match", "identical"), ("match", "identical")),
        ("N", "E", ("no-match", "other-wind"), ("no-match", "other-wind")),
        ("R", "R", ("match", "identical"), ("match", "identical")),
        ("R", "G", ("no-match", "other-dragon"), ("no-match", "other-dragon")),
        ("N", "R", ("no-match", "other-family"), ("no-match", "other-family")),
        ("F1", "F3", ("match", "any-flower"), ("no-match", "own-flower")),
        ("S4", "S2", ("match", "any-season"), ("no-match", "own-season")),
        ("F2", "F2", ("match", "identical"), ("match", "identical")),
        ("F1", "S1", ("no-match", "flower-and-season"), ("no-match", "flower-and-season")),
    ],
)
def test_whether_two_tiles_match_follows_the_rule_version(
    a: str, b: str, family: tuple[str, str], identical: tuple[str, str]
) -> None:
    for matching, (answer, reason) in ((Matching.FAMILY, family), (Matching.IDENTICAL, identical)):
        for first, second in ((a, b), (b, a)):
            question = compare(kind_of(first), kind_of(second), matching)
            assert question == MatchQuestion((first, second), Answer(answer), Reason(reason))


FAMILY_OF = dict.fromkeys("NSEW", "wind") | {"R": "dragon", "G": "dragon", "Wh": "dragon"}


def kind_of_situation(question: MatchQuestion) -> str:
    a, b = question.tiles
    family = [FAMILY_OF.get(label, label[-1] if label[-1] in "BCD" else label[0]) for label in (a, b)]
    if set(family) == {"F", "S"}:
        return "flower and season"
    if family[0] in ("wind", "dragon", "F", "S"):
        return family[0] if family[0] in "FS" else f"{'same' if a == b else 'different'} {family[0]}s"
    return "identical" if a == b else "different bamboos" if family == ["B", "B"] else "different suits"


@given(NUMBERS, st.sampled_from(Matching))
def test_each_ten_has_every_kind_of_pair_once(number: int, matching: Matching) -> None:
    assert {kind_of_situation(question) for question in match_ten(number, matching)} == {
        "identical",
        "different bamboos",
        "different suits",
        "same winds",
        "different winds",
        "same dragons",
        "different dragons",
        "F",
        "S",
        "flower and season",
    }


@given(NUMBERS)
def test_flowers_and_seasons_are_answered_by_the_rule_version(number: int) -> None:
    for question in match_ten(number, Matching.FAMILY):
        if kind_of_situation(question) in ("F", "S"):
            assert question.tiles[0] != question.tiles[1]
            assert question.answer == "match"
    alike = [q for q in match_ten(number, Matching.IDENTICAL) if kind_of_situation(q) in ("F", "S")]
    assert sorted((q.tiles[0] == q.tiles[1], q.answer) for q in alike) == [(False, "no-match"), (True, "match")]


def test_a_rule_test_is_known_by_its_id() -> None:
    assert [rule_test(id) for id in ("free", "match", "beat")] == [FREE, MATCH, BEAT]
    with pytest.raises(ValueError, match="there is no rule test 'line'; there are free, match, beat"):
        rule_test("line")


@pytest.mark.parametrize("number", [-1, 2**32])
def test_a_ten_has_a_number_of_32_bits(number: int) -> None:
    with pytest.raises(ValueError, match="the number of a ten is 0 to 4294967295"):
        FREE.ten(number)


def test_every_tile_of_the_set_comes_up() -> None:
    asked = {
        label for number in range(400) for question in match_ten(number, Matching.FAMILY) for label in question.tiles
    }
    assert asked == {kind.label for kind in KINDS}
