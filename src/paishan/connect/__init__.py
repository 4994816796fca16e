"""Mahjong Connect: grids, boards, lines and deals. No clock, no points, no input or output.

>>> from paishan import connect
>>> board = connect.deal("connect-18x8", 1).board()
>>> a, b = next(board.pairs())
>>> board.joinable(a, b), connect.line(board, a, b)
(True, ((1, 0), (1, -1), (9, -1), (9, 0)))

The module `paishan.connect.deal` has the same name as its function, which is what `connect.deal` is.
"""

from paishan.connect.board import Board, Hindrance
from paishan.connect.deal import Deal, deal
from paishan.connect.grid import FALLING, GRIDS, INSIDE, PLAIN, SLIDING, VARIANTS, Gravity, Grid, Variant
from paishan.connect.line import Line, Point, line
from paishan.connect.prover import Prover, ranked, solve, verify
from paishan.connect.shuffle import shuffled

__all__ = [
    "FALLING",
    "GRIDS",
    "INSIDE",
    "PLAIN",
    "SLIDING",
    "VARIANTS",
    "Board",
    "Deal",
    "Gravity",
    "Grid",
    "Hindrance",
    "Line",
    "Point",
    "Prover",
    "Variant",
    "deal",
    "line",
    "ranked",
    "shuffled",
    "solve",
    "verify",
]
