"""Plain habits of play, quick enough to play matches to their end by the hundred.

- *Cash*: lead the largest group that nobody can beat.
- *Hold back*: while some group could be beaten, lead one card of the one that most cards can beat, and so give away the
  lead for little; cash only when nothing that can be beaten is left.
- *Lowest beat*: beat with the lowest figure that can, rather not out of a larger group.

A hand is a word as in `core`. What two opponents can hold is given as two hands, `first` and `second`: bounds for a
player who sees one hand, the hands themselves in a play-out.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from paishan.solving import _cython as cython

if not cython.compiled:
    from paishan.chuopai.blocks import BOLD, PATIENT, STEADY, THRIFTY, all_bits, cards_in, some_of
    from paishan.chuopai.core import ABOVE, FIRST, LIFT, NUMBER, SECOND, apply, beats
    from paishan.chuopai.known import largest
    from paishan.chuopai.state import LEAD, PASS, State, advance, below, held
    from paishan.solving.memory import lowest


def combination(hand: int, head: int, size: int) -> int:
    """Return the combination of a head with `size` cards that spends the fewest heads."""
    some = held(hand, FIRST[head])
    others = some + held(hand, SECOND[head])
    if others > size - 1:
        others = size - 1
    heads = size - others
    if some > others:
        some = others
    return 84 + 96 * head + 24 * (heads - 1) + 5 * some + others - some - 1


def cash(hand: int, first: int, second: int, most: int, rng: list[int]) -> int:
    """Return the lead of the largest group that nobody can beat, or -1; chance decides between equal figures."""
    best = -1
    most_cards = 0
    ties = 0
    left = hand
    while left:
        figure = lowest(left) // 3
        count = held(left, figure)
        left -= some_of(figure, count)
        if count >= most_cards and ((first + LIFT[count]) | (second + LIFT[count])) & ABOVE[figure] == 0:
            if count > most_cards:
                most_cards = count
                best = 4 * figure + count - 1
                ties = 1
            else:
                ties += 1
                if below(rng, ties) == 0:
                    best = 4 * figure + count - 1
    highest = 0
    for head in range(4):
        size = largest(hand, head, most)
        if size > highest and size > most_cards:
            most_cards = size
            best = combination(hand, head, size)
        other = largest(first, head, most)
        if other > highest:
            highest = other
        other = largest(second, head, most)
        if other > highest:
            highest = other
    return best


def in_combination(hand: int, figure: int) -> bool:
    """Return whether a hand holds a combination with cards of a figure."""
    for head in range(4):
        if figure == head or figure == FIRST[head] or figure == SECOND[head]:
            return held(hand, head) > 0 and held(hand, FIRST[head]) + held(hand, SECOND[head]) > 0
    return False


def leaning(taste: int, hand: int, figure: int, count: int) -> int:
    """Return how much a taste likes to lead one of `count` cards of a figure, in tenths of a card that can beat it."""
    if taste == BOLD:
        return 8 * (count - 1)
    if taste == PATIENT:
        return 8 * (4 - count)
    if taste == THRIFTY and not in_combination(hand, figure):
        return 20
    return 0


def liking(taste: int, hand: int, move: int) -> int:
    """Return how much a taste likes a play, 0–4."""
    number = NUMBER[move] if NUMBER[move] < 4 else 4
    if taste == BOLD:
        return number
    if taste == PATIENT:
        return 4 - number
    if taste == THRIFTY and (move >= 84 or not in_combination(hand, move // 4)):
        return 4
    return 0


def cheap(hand: int, first: int, second: int, unseen: int, noise: int, taste: int) -> int:
    """Return the lead of one card of the group that most unseen cards can beat, or -1 if none can be beaten.

    `noise` blurs which; with 0 it is the lowest-numbered of equals.
    """
    best = -1
    top = -1000000
    left = hand
    while left:
        figure = lowest(left) // 3
        count = held(left, figure)
        left -= some_of(figure, count)
        lifted = ((first + LIFT[count]) | (second + LIFT[count])) & ABOVE[figure]
        if lifted:
            above = cards_in(unseen & all_bits(ABOVE[figure]))
            score = 10 * above - 30 * (count - 1) - (60 if figure < 4 else 0) + ((noise >> (2 * figure)) & 31)
            if taste:
                score += leaning(taste, hand, figure, count)
            if score > top:
                top = score
                best = 4 * figure
    return best


def hold_back(
    hand: int, first: int, second: int, unseen: int, most: int, noise: int, taste: int, rng: list[int]
) -> int:
    """Return the lead of one who holds back."""
    move = cheap(hand, first, second, unseen, noise, taste)
    if move < 0:
        move = cash(hand, first, second, most, rng)
    return move


def hopeful(hand: int, unseen: int, moves: list[int], count: int) -> int:
    """Return the lead of one who wants to cash, where every group can be beaten: large, and by few."""
    best = moves[0]
    top = -1000000
    for place in range(count):
        move = moves[place]
        number = NUMBER[move]
        if move >= 84:
            head = (move - 84) // 96
            score = 60 * number - 40 * head
        else:
            figure = move // 4
            score = 100 * number - 60 * (held(hand, figure) - number)
            higher = (unseen + LIFT[number]) & ABOVE[figure]
            while higher:
                above = lowest(higher) // 3
                higher &= higher - 1
                score -= 25 * (held(unseen, above) - number + 1)
        if score > top:
            top = score
            best = move
    return best


def lowest_beat(hand: int, moves: list[int], count: int) -> int:
    """Return of several beats the lowest, rather not out of a larger group, and with as few heads as can be."""
    best = moves[0]
    top = -1000000
    for place in range(count):
        move = moves[place]
        if move >= 84:
            score = 10 * ((move - 84) // 96) - 3 * ((move - 84) % 96 // 24 + 1)
        else:
            figure = move // 4
            score = 2 * figure - 3 * (held(hand, figure) - NUMBER[move])
        if score > top:
            top = score
            best = move
    return best


def any_group(hand: int, cards: int, rng: list[int]) -> int:
    """Return a lead of the figure of any card, mostly of all its cards."""
    drawn = below(rng, cards)
    figure = 0
    while drawn >= held(hand, figure):
        drawn -= held(hand, figure)
        figure += 1
    count = held(hand, figure)
    if below(rng, 3) == 0:
        return 4 * figure + below(rng, count)
    return 4 * figure + count - 1


def habitual(state: State, moves: list[int], rng: list[int]) -> int:
    """Return what the seat in turn plays by habit, all hands known; some leads are by chance, so that play-outs differ.

    `moves` is room for moves.
    """
    seat = state.turn
    hand = state.hands[seat]
    if state.to_beat == LEAD:
        first = state.hands[seat + 1 if seat < 2 else 0]
        second = state.hands[seat - 1 if seat > 0 else 2]
        noise = advance(rng)
        if (noise >> 54) < STEADY:
            return hold_back(hand, first, second, first + second, state.most, noise, 0, rng)
        return any_group(hand, state.counts[seat], rng)
    count = beats(hand, state.to_beat, moves)
    if count == 0:
        return PASS
    return moves[0] if count == 1 else lowest_beat(hand, moves, count)


def play_on(state: State, moves: list[int], rng: list[int]) -> None:
    """Play to the end by habit, all hands known."""
    while not state.over:
        apply(state, habitual(state, moves, rng))
