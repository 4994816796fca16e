"""Flat memory and bit tricks for the search, in plain Python.

Compiled, the same names come from `memory.pxd` and are C blocks and C instructions. Here a block is a list, and a
word is one integer of any width, so that the masks of a whole deal fit into a single word.
"""

from __future__ import annotations


def lowest(x: int) -> int:
    """Return the index of the lowest set bit of `x`, which is not 0."""
    return (x & -x).bit_length() - 1


def highest(x: int) -> int:
    """Return the index of the highest set bit of `x`, which is not 0."""
    return x.bit_length() - 1


def word_bits() -> int:
    """Return how many bits a word holds: here as many as anyone wants."""
    return 1 << 30


def scramble(x: int) -> int:
    """Return the successor of `x` in a 32-bit linear congruential sequence."""
    return (x * 1664525 + 1013904223) & 0xFFFFFFFF


def tie_of(x: int) -> int:
    """Return 32 bits spread from `x`, to break ties between literals."""
    return (x * 2654435761) & 0xFFFFFFFF


def words(count: int) -> list[int]:
    """Return `count` zeroed words."""
    return [0] * count


def doubles(count: int) -> list[float]:
    """Return `count` zeroed floating-point numbers."""
    return [0.0] * count


def more_words(old: list[int], had: int, count: int) -> list[int]:
    """Return `old` lengthened from `had` to `count` entries."""
    old.extend([0] * (count - had))
    return old


def release(block: object) -> None:
    """Give a block back: nothing to do here."""


def row_words(block: list[list[int]], row: int, stride: int) -> list[int]:
    """Return one row of a block of rows."""
    return block[row]


row_codes = row_octets = row_masks = row_words
masks = codes = octets = ints = words
more_ints = more_words
