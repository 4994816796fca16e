"""The Turtle, written down from its picture: rows of the lowest layer, the three tiles at its sides, and the shell."""

from __future__ import annotations

ROWS = [(2, 12), (6, 8), (4, 10), (2, 12), (2, 12), (4, 10), (6, 8), (2, 12)]

TURTLE = [(x + 2 * column, 2 * row, 0) for row, (x, count) in enumerate(ROWS) for column in range(count)]
TURTLE += [(0, 7, 0), (26, 7, 0), (28, 7, 0)]
for layer, (side, start) in enumerate([(6, 8), (4, 10), (2, 12)], 1):
    TURTLE += [(start + 2 * column, 8 - side + 2 * row, layer) for row in range(side) for column in range(side)]
TURTLE += [(13, 7, 4)]
