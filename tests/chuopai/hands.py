"""Hands and matches written as a player would say them: `cards("2 heaven, black-nine")`."""

from __future__ import annotations

from itertools import chain

from hypothesis import strategies as st

from paishan.chuopai.deal import deal_of
from paishan.chuopai.domino import DOMINOES, counted
from paishan.chuopai.match import Match
from paishan.chuopai.options import ALL_OPTIONS, Options
from paishan.chuopai.play import Play, recognise
from paishan.codes import MAX_NUMBER
from paishan.rng import Rng

MEETING = (0, 11, 16), (1, 12, 13), (2, 14, 17), (3, 15, 18), (19, 20), (4, 5, 6), (7, 8, 9, 10)
"""Figures that make combinations, the bonus, or ladders with each other."""
NUMBERS = {domino.id: domino.number for domino in DOMINOES}


def cards(text: str) -> tuple[int, ...]:
    """The cards of a text such as `2 heaven, black-nine`, in ascending order; of an empty one, none."""
    found: list[int] = []
    for part in filter(None, text.split(", ")):
        *count, name = part.split()
        found += [NUMBERS[name]] * (int(count[0]) if count else 1)
    return tuple(sorted(found))


def hand(text: str) -> list[int]:
    """The counts of such cards."""
    return counted(cards(text))


def play(text: str) -> Play:
    """The play that such cards are."""
    found = recognise(cards(text))
    assert found is not None, text
    return found


def match_of(*hands: str, leader: int = 0, options: Options | None = None) -> Match:
    """A match with three such hands."""
    return Match([cards(text) for text in hands], leader, options)


def played(match: Match, *plays: str) -> Match:
    """The match after these plays, an empty text being a pass."""
    for text in plays:
        match.push(cards(text))
    return match


def texts(match: Match) -> list[str]:
    """What the seat in turn may play, in words."""
    return [str(legal) for legal in match.legal()]


@st.composite
def matches(draw: st.DrawFn) -> Match:
    """Any match somewhere along its way: a real deal, or a few cards of few figures so that much meets."""
    options = draw(st.sampled_from(ALL_OPTIONS))
    if draw(st.booleans()):
        match = deal_of(draw(st.integers(0, MAX_NUMBER))).match(options)
    else:
        figures = chain(*draw(st.lists(st.sampled_from(MEETING), min_size=1, max_size=3, unique=True)))
        held = draw(st.permutations([figure for figure in figures for _ in range(4)]))
        cut = sorted(draw(st.tuples(st.integers(0, len(held)), st.integers(0, len(held)))))
        hands = held[: cut[0]], held[cut[0] : cut[1]], held[cut[1] :]
        match = Match(hands, draw(st.integers(0, 2)), options)
    rng = Rng(draw(st.integers(0, 10_000)))
    for _ in range(draw(st.integers(0, 110))):
        if match.over:
            break
        match.push(rng.choice(match.legal()))
    return match
