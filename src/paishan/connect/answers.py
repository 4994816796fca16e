"""What can be told at once of a group of up to four tiles: tables by its code, worked out once.

The code q of a group is its joinable pairs · 16 + its tiles that have left. The six pairs of a group of four are
numbered so that those of pairing p are 2 p and 2 p + 1. Larger groups have no tables: there are too many codes.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

# The places of the tiles of each pair.
LOW = bytes((0, 2, 0, 1, 0, 1))
HIGH = bytes((1, 3, 2, 3, 3, 2))


class Answers(NamedTuple):
    """The tables; where two numbers say which entry, the second has ten bits."""

    hopeful: bytes
    """By domain and q: the tiles that leave optimistically."""
    certain: bytes
    """By domain and q: the tiles that leave pessimistically."""
    settled: bytes
    """By domain and q: the tiles that leave pessimistically or as a whole group."""
    exits: bytes
    """By q: the pairings that are ways out."""
    whole: bytes
    """By q: the pairings of which both pairs are joinable."""
    apart: bytes
    """By the place of a tile and q: the pairs of that tile still to be asked about."""
    among: bytes
    """By a set of places: the pairs inside it."""
    near: bytes
    """By a set of places: the pairs that touch it."""
    of_domain: bytes
    """By domain: the pairs of its pairings."""


@cache
def answers() -> Answers:
    """Work the tables out."""
    pairs = range(6)
    among = [sum(1 << e for e in pairs if (tiles >> LOW[e]) & (tiles >> HIGH[e]) & 1) for tiles in range(16)]
    near = [sum(1 << e for e in pairs if ((tiles >> LOW[e]) | (tiles >> HIGH[e])) & 1) for tiles in range(16)]
    of_domain = [sum(1 << e for e in pairs if (domain >> (e >> 1)) & 1) for domain in range(8)]
    hopeful, certain, settled = bytearray(8192), bytearray(8192), bytearray(8192)
    exits, whole, apart = bytearray(1024), bytearray(1024), bytearray(4096)
    for joined in range(64):
        both = sum(1 << p for p in range(3) if (joined >> (2 * p)) & 3 == 3)
        for domain in range(8):
            able = joined & of_domain[domain]
            unable = of_domain[domain] & ~joined
            some = sum(1 << i for i in range(4) if able & near[1 << i])
            every = sum(1 << i for i in range(4) if able & near[1 << i] and not unable & near[1 << i])
            for left in range(16):
                at = domain << 10 | joined << 4 | left
                hopeful[at] = some & ~left
                certain[at] = every & ~left
                settled[at] = (15 if domain & both else every) & ~left
        for left in range(16):
            q = joined << 4 | left
            there = ~among[left] & 63
            exits[q] = sum(1 << p for p in range(3) if (joined & there) >> (2 * p) & 3)
            whole[q] = both
            for i in range(4):
                apart[i << 10 | q] = near[1 << i] & ~joined & there
    tables = hopeful, certain, settled, exits, whole, apart, among, near, of_domain
    return Answers(*(bytes(table) for table in tables))
