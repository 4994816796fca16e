"""Guessing the hidden hands: each deal that agrees with what a seat knows is drawn equally often.

The two other hands share the unseen cards. What was played and where a seat passed bounds how many of each figure it
can hold; the deals within these bounds are counted, figure by figure, and one is taken by its number. What a pass on a
combination tells, and that a seat without an opening bonus holds not both Nail and Two-Red, is met by drawing again.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from paishan.solving import _cython as cython

if not cython.compiled:
    from paishan.chuopai.blocks import ATTEMPTS, Guess, Known, choices, some_of, table_of
    from paishan.chuopai.known import fits, threat
    from paishan.chuopai.state import State, below, copy_state, held


def prepare(guess: Guess, known: Known) -> bool:
    """Count the deals that agree with what a seat knows; return whether there are any."""
    guess.first = known.seat + 1 if known.seat < 2 else 0
    guess.second = known.seat - 1 if known.seat > 0 else 2
    guess.unseen = known.unseen
    first = threat(known, guess.first)
    second = threat(known, guess.second)
    cards = known.table.counts[guess.first]
    for left in range(29):
        guess.ways[21 * 29 + left] = left == 0
    for figure in range(20, -1, -1):
        guess.left[figure] = held(known.unseen, figure)
        guess.high[figure] = held(first, figure)
        taken = guess.left[figure] - held(second, figure)
        guess.low[figure] = taken if taken > 0 else 0
        for left in range(cards + 1):
            sum = 0
            for taken in range(guess.low[figure], guess.high[figure] + 1):
                if taken <= left:
                    sum += choices(guess.left[figure], taken) * guess.ways[29 * figure + 29 + left - taken]
            guess.ways[29 * figure + left] = sum
    return guess.ways[cards] > 0


def one_hand(guess: Guess, cards: int, place: int) -> int:
    """Return the hand of `first` in the deal of this number, where it has so many cards."""
    hand = 0
    for figure in range(21):
        taken = guess.low[figure]
        while True:
            part = choices(guess.left[figure], taken) * guess.ways[29 * figure + 29 + cards - taken]
            if place < part:
                break
            place -= part
            taken += 1
        place //= choices(guess.left[figure], taken)
        hand += some_of(figure, taken)
        cards -= taken
    return hand


def draw(guess: Guess, known: Known, state: State, rng: list[int]) -> None:
    """Make `state` the position as the seat sees it, with hands drawn for the two others."""
    copy_state(state, table_of(known))
    cards = known.table.counts[guess.first]
    total = guess.ways[cards]
    hand = 0
    for _ in range(ATTEMPTS):
        hand = one_hand(guess, cards, below(rng, total))
        if fits(known, guess.first, hand) and fits(known, guess.second, guess.unseen - hand):
            break
    state.hands[guess.first] = hand
    state.hands[guess.second] = guess.unseen - hand
