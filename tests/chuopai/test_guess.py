"""Guesses of the hidden hands: they agree with all that a seat knows, and none is likelier than another."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import comb, prod

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from paishan.chuopai.deal import deal_of
from paishan.chuopai.domino import DOMINOES, MATCHING, NAIL, TWO_RED
from paishan.chuopai.known import Knowledge
from paishan.chuopai.match import Match, View
from paishan.chuopai.mind import Mind
from paishan.chuopai.options import ALL_OPTIONS
from paishan.rng import Rng


def counts_of(word: int) -> list[int]:
    """How many of each figure a word of three bits a figure stands for."""
    return [word >> 3 * figure & 7 for figure in range(len(DOMINOES))]


def agrees(view: View, seat: int, hand: list[int]) -> bool:
    """Whether a seat can hold this hand by all that everybody was told of it."""
    told = view.told[seat]
    if sum(hand) != view.counts[seat] or any(held > cap for held, cap in zip(hand, told.caps, strict=True)):
        return False
    if hand[NAIL] and hand[TWO_RED] and not told.both:
        return False
    for number in range(2, view.options.most + 1):
        for head in range(told.blocked[number]):
            others = sum(hand[figure] for figure in MATCHING[head])
            if hand[head] and others and hand[head] + others >= number:
                return False
    return True


def at(number: int, plies: int) -> Match:
    """A deal played at random for so many plays, or to its end."""
    rng = Rng(number)
    match = deal_of(number).match(ALL_OPTIONS[number % len(ALL_OPTIONS)])
    while not match.over and len(match.acts) < plies:
        match.push(rng.choice(match.legal()))
    return match


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10_000), st.integers(0, 90), st.integers(0, 1_000_000))
def test_a_guess_agrees_with_all_that_the_seat_knows(number: int, plies: int, seed: int) -> None:
    match = at(number, plies)
    seat = match.turn
    assume(seat is not None)
    assert seat is not None
    view = match.view(seat)
    hands = [counts_of(word) for word in Mind().guessed(Knowledge(view), seed)]
    assert hands[seat] == [view.hand.count(figure) for figure in range(len(DOMINOES))]
    others = [other for other in (0, 1, 2) if other != seat]
    assert [a + b for a, b in zip(*(hands[other] for other in others), strict=True)] == list(view.unseen)
    assert all(agrees(view, other, hands[other]) for other in others)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000), st.integers(0, 110))
def test_what_is_learned_play_by_play_is_what_a_view_tells(number: int, plies: int) -> None:
    match = at(number, plies)
    opening = match.copy()
    for _ in match.acts:
        opening.pop()
    for seat in (0, 1, 2):
        learned = Knowledge(opening.view(seat))
        for act in match.acts:
            learned.learn(act.play.index)
        known = Knowledge(match.view(seat))
        assert learned.hand == known.hand
        if match.turn == seat:
            assert [Mind().guessed(learned, seed) for seed in range(5)] == [
                Mind().guessed(known, seed) for seed in range(5)
            ]


def test_every_deal_that_agrees_is_guessed_equally_often() -> None:
    """A deal that gives a seat k of n like cards stands for as many deals of real cards as there are ways to choose."""
    match = next(match for match in (at(number, 62) for number in range(200)) if few(match))
    seat = match.turn
    assert seat is not None
    view = match.view(seat)
    weights = dealt(view)
    total = sum(weights.values())
    mind, knowledge = Mind(), Knowledge(view)
    first = (seat + 1) % 3
    draws = 6_000
    seen = Counter(tuple(counts_of(mind.guessed(knowledge, Rng(seed).next())[first])) for seed in range(draws))
    assert set(seen) <= set(weights)
    for hand, weight in weights.items():
        expected = draws * weight / total
        assert abs(seen[hand] - expected) < 5 * expected**0.5 + 2


def few(match: Match) -> bool:
    """Whether the seat in turn has some but not many deals to think of, and something was told by a pass."""
    return match.turn is not None and 6 <= len(dealt(match.view(match.turn))) <= 60


def dealt(view: View) -> dict[tuple[int, ...], int]:
    """Every hand of the next seat that agrees with all that is known, and how many ways there are to deal it."""
    first, second = (view.seat + 1) % 3, (view.seat + 2) % 3
    if not view.counts[first] or not view.counts[second] or prod(unseen + 1 for unseen in view.unseen) > 60_000:
        return {}
    found = {}
    for hand in product(*(range(unseen + 1) for unseen in view.unseen)):
        rest = [unseen - held for unseen, held in zip(view.unseen, hand, strict=True)]
        if agrees(view, first, list(hand)) and agrees(view, second, rest):
            found[hand] = prod(comb(unseen, held) for unseen, held in zip(view.unseen, hand, strict=True))
    return found
