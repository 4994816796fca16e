"""A match without its past, and SplitMix64, for the compiled core; in plain Python.

Compiled, the same names come from `state.pxd`: a C structure and functions that are put in line. Here a state is an
object, a block of states a list, and a generator a list of one number.
"""

from __future__ import annotations

#: What `State.to_beat` is when there is nothing to beat.
LEAD = -1
#: The move that lays nothing.
PASS = 468


class State:
    """A match without its past.

    - `hands`: a word each; `counts`: their cards; `points`: the sizes of the piles;
    - `turn`: the seat that is to act; `acted`: how many seats this round has dealt with, empty hands included;
    - `to_beat`: the highest play of this round, or `LEAD`; `best`: its seat;
    - `over`: whether the match has ended; `most`: the most cards of a combination.
    """

    __slots__ = ("acted", "best", "counts", "hands", "most", "over", "points", "to_beat", "turn")

    def __init__(self) -> None:
        self.hands = [0, 0, 0]
        self.counts = [0, 0, 0]
        self.points = [0, 0, 0]
        self.to_beat = LEAD
        self.turn = self.best = self.acted = self.over = self.most = 0


def states(count: int) -> list[State]:
    """Return room for `count` states."""
    return [State() for _ in range(count)]


def state_at(block: list[State], place: int) -> State:
    """Return one of a block of states."""
    return block[place]


def copy_state(target: State, source: State) -> None:
    """Make `target` equal to `source`."""
    target.hands[:] = source.hands
    target.counts[:] = source.counts
    target.points[:] = source.points
    target.to_beat, target.turn, target.best = source.to_beat, source.turn, source.best
    target.acted, target.over, target.most = source.acted, source.over, source.most


def held(hand: int, figure: int) -> int:
    """Return how many cards of a figure a hand holds."""
    return hand >> 3 * figure & 7


def advance(rng: list[int]) -> int:
    """Return the next number of SplitMix64, the same as `paishan.rng` gives from `rng[0]`."""
    mask = (1 << 64) - 1
    rng[0] = mixed = (rng[0] + 0x9E3779B97F4A7C15) & mask
    mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & mask
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & mask
    return mixed ^ (mixed >> 31)


def below(rng: list[int], bound: int) -> int:
    """Return a number 0 … bound - 1, the same as `paishan.rng` draws."""
    limit = (1 << 64) - (1 << 64) % bound
    while (drawn := advance(rng)) >= limit:
        pass
    return drawn % bound
