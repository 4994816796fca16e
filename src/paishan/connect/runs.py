"""The run of a cell: the stretch of empty cells around it in one line of the grid, with which lines are drawn.

Compiled, the same name comes from `runs.pxd`, so that it is spelled out wherever it is used.
"""

from __future__ import annotations

from paishan.solving.memory import highest, lowest


def run_of(line: int, at: int, length: int) -> int:
    """Return the run of cell `at` of a row or column of `length` cells, that cell counted as empty, as a mask."""
    above = line >> (at + 1)
    below = line & ((1 << at) - 1)
    end = at + 1 + lowest(above) if above else length
    start = highest(below) + 1 if below else 0
    return (1 << end) - (1 << start)
