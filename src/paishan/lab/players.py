"""Three players who see every face and ask no solver; how often they clear a board tells how hard it is.

*Blind* takes any pair, each equally likely. *Greedy* takes a pair that makes the most tiles free, chance deciding
between equals. *Looking ahead* first takes what cannot be wrong, two tiles or four that are all that is left of their
group; else it weighs the four pairs that make the most tiles free, each together with the best pair after it, and
takes the first of the best two.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from paishan.rng import Rng
from paishan.solitaire.layout import Layout, bits

__all__ = ["PLAYERS", "Position", "blind", "greedy", "looking_ahead", "plays_out"]

_WEIGHED = 4


class Position:
    """A board as a player sees it: masks of slots, and little that must be kept up to date."""

    __slots__ = ("_above", "_left", "_right", "_touches", "free", "present", "sets")

    def __init__(self, layout: Layout, groups: Sequence[int]) -> None:
        self._above, self._left, self._right = layout.above, layout.left, layout.right
        self._touches = layout.touches
        sets = [0] * (max(groups) + 1)
        for slot, group in enumerate(groups):
            sets[group] |= 1 << slot
        self.sets: list[int] = sets
        """For each group the mask of its tiles, those that are gone as well."""
        self.present: int = layout.full
        self.free: int = layout.free()

    def pairs(self, free: int) -> list[tuple[int, int]]:
        """The pairs of slots that match among those of the mask `free`."""
        found = []
        for tiles in self.sets:
            waiting = tiles & free
            if waiting & (waiting - 1):
                slots = list(bits(waiting))
                if len(slots) == 2:
                    found.append((slots[0], slots[1]))
                else:
                    found += [(a, b) for at, a in enumerate(slots) for b in slots[at + 1 :]]
        return found

    def opened(self, pair: tuple[int, int], present: int, free: int) -> int:
        """The mask of the tiles that become free when `pair` goes, where the masks are as given."""
        a, b = pair
        rest = present & ~(1 << a | 1 << b)
        waiting = (self._touches[a] | self._touches[b]) & rest & ~free
        above, left, right = self._above, self._left, self._right
        opened = 0
        while waiting:
            low = waiting & -waiting
            waiting ^= low
            slot = low.bit_length() - 1
            if not above[slot] & rest and not (left[slot] & rest and right[slot] & rest):
                opened |= low
        return opened

    def take(self, pair: tuple[int, int]) -> None:
        """Take a pair of free tiles."""
        opened = self.opened(pair, self.present, self.free)
        gone = 1 << pair[0] | 1 << pair[1]
        self.present &= ~gone
        self.free = self.free & ~gone | opened


Player: TypeAlias = Callable[[Position, list[tuple[int, int]], Rng], tuple[int, int]]
"""Chooses one of the pairs that can be taken; there is at least one."""


def blind(position: Position, pairs: list[tuple[int, int]], rng: Rng) -> tuple[int, int]:
    """Any pair."""
    return rng.choice(pairs)


def greedy(position: Position, pairs: list[tuple[int, int]], rng: Rng) -> tuple[int, int]:
    """A pair that makes the most tiles free."""
    present, free = position.present, position.free
    best = [pairs[0]]
    most = -1
    for pair in pairs:
        opened = position.opened(pair, present, free).bit_count()
        if opened > most:
            best, most = [pair], opened
        elif opened == most:
            best.append(pair)
    return rng.choice(best)


def looking_ahead(position: Position, pairs: list[tuple[int, int]], rng: Rng) -> tuple[int, int]:
    """What cannot be wrong, or the first of the two pairs that make the most tiles free together."""
    present, free = position.present, position.free
    for tiles in position.sets:
        left = tiles & present
        if left and left & free == left:
            a, b, *_ = bits(left)
            return a, b
    rng.shuffle(pairs)
    ranked = sorted(((pair, position.opened(pair, present, free)) for pair in pairs), key=lambda it: -it[1].bit_count())
    best, most = pairs[0], -1
    for pair, opened in ranked[:_WEIGHED]:
        gone = 1 << pair[0] | 1 << pair[1]
        rest, then = present & ~gone, free & ~gone | opened
        after = max((position.opened(second, rest, then).bit_count() for second in position.pairs(then)), default=-2)
        if opened.bit_count() + after > most:
            best, most = pair, opened.bit_count() + after
    return best


PLAYERS: dict[str, Player] = {"blind": blind, "greedy": greedy, "looking_ahead": looking_ahead}
"""The players by the names that results give them, from the weakest to the strongest."""


def plays_out(layout: Layout, groups: Sequence[int], player: Player, rng: Rng) -> bool:
    """Whether `player` clears this deal."""
    position = Position(layout, groups)
    while position.present:
        pairs = position.pairs(position.free)
        if not pairs:
            return False
        position.take(player(position, pairs, rng))
    return True
