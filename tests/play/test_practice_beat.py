"""The rule test of Chuo Pai: what beats what, by the families and ranks that the rules give (P3)."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paishan.play.practice import BEAT, MAX_TEN, Answer, BeatQuestion, Reason, challenge

HEAVEN, EARTH, MAN, HARMONY, PLUM, BENCH, CAT, AXE = 0, 1, 2, 3, 5, 6, 7, 10
BLACK_NINE, STRAIGHT, SLANTED, BLACK_SEVEN, RED_NINE, RED_SEVEN, NAIL, TWO_RED = 11, 12, 13, 14, 16, 17, 19, 20
RANKS = ((0, 1, 2, 3, 4, 5, 6), (7, 8, 9, 10), (11, 12, 12, 14, 15), (16, 17, 18, 19, 19))
"""The families of the rules, each from its highest down; of equal ones the first stands twice."""
LIKE = {13: 12, 20: 19}
TOTALS = {0: {11, 16}, 1: {12, 13}, 2: {14, 17}, 3: {15, 18}}


def beats(cards: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """What the rules say, worked out without the engine."""

    def kind(play: tuple[int, ...]) -> tuple[int, int] | None:
        if len(set(play)) == 1:
            figure = LIKE.get(play[0], play[0])
            family = next(number for number, family in enumerate(RANKS) if figure in family)
            return family, RANKS[family].index(figure)
        head = min(play)
        rest = set(play) - {head}
        return (4, head) if head in TOTALS and rest <= TOTALS[head] else None

    mine, theirs = kind(cards), kind(other)
    return bool(mine and theirs and len(cards) == len(other) and mine[0] == theirs[0] and mine[1] < theirs[1])


@pytest.mark.parametrize(
    ("to_beat", "cards", "reason"),
    [
        ((AXE, AXE), (CAT, CAT), Reason.HIGHER),
        ((BENCH,), (PLUM,), Reason.HIGHER),
        ((AXE,), (HEAVEN,), Reason.WRONG_FAMILY),
        ((AXE, AXE), (CAT,), Reason.WRONG_NUMBER),
        ((STRAIGHT,), (SLANTED,), Reason.EQUAL_RANK),
        ((NAIL,), (TWO_RED,), Reason.EQUAL_RANK),
        ((CAT,), (AXE,), Reason.NOT_HIGHER),
        ((BENCH, BENCH), (STRAIGHT, SLANTED), Reason.EQUAL_FIGURES),
        ((BENCH, BENCH), (HEAVEN, EARTH), Reason.NOT_ONE_FIGURE),
        ((EARTH, STRAIGHT, SLANTED), (HEAVEN, HEAVEN, RED_NINE), Reason.HIGHER_COMBINATION),
        ((MAN, BLACK_SEVEN, RED_SEVEN), (MAN, MAN, RED_SEVEN), Reason.EQUAL_RANK),
        ((EARTH, STRAIGHT), (MAN, RED_SEVEN), Reason.NOT_HIGHER),
        ((BLACK_NINE, BLACK_NINE), (HEAVEN, BLACK_NINE), Reason.WRONG_FAMILY),
    ],
)
def test_why_a_play_beats_another_or_does_not(to_beat: tuple[int, ...], cards: tuple[int, ...], reason: Reason) -> None:
    question = challenge(to_beat, cards)
    assert question.reason == reason
    assert question.answer == (Answer.BEATS if beats(cards, to_beat) else Answer.NO_BEAT)


def test_what_is_no_play_cannot_be_asked_about() -> None:
    with pytest.raises(ValueError, match=r"the cards \(0, 1\) are no play"):
        challenge((HEAVEN, EARTH), (HEAVEN, EARTH))


@settings(max_examples=40, deadline=None)
@given(st.integers(0, MAX_TEN))
def test_five_of_each_ten_beat_and_the_rules_alone_say_which(number: int) -> None:
    ten = BEAT.ten(number)
    assert Counter(question.answer for question in ten) == {Answer.BEATS: 5, Answer.NO_BEAT: 5}
    for question in ten:
        assert isinstance(question, BeatQuestion)
        assert (question.answer is Answer.BEATS) == beats(question.cards, question.to_beat)
    assert len({question.reason for question in ten if question.answer is Answer.NO_BEAT}) == 5
