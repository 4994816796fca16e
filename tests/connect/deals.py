"""Prints some deals with their witnesses, to compare compiled with uncompiled."""

from __future__ import annotations

from paishan.connect.deal import deal_falling, deal_proved
from paishan.connect.grid import GRIDS, Gravity, Grid
from paishan.solving import COMPILED

if __name__ == "__main__":
    print("compiled" if COMPILED else "plain")
    for grid in (*GRIDS, Grid(14, 6, outside=False)):
        for number in (3, 200_000):
            deal = deal_proved(grid, number)
            print(deal.code, *deal.kinds, deal.witness)
    deal = deal_falling(GRIDS[1], 4, Gravity.SIDEWAYS)
    print(deal.code, *deal.kinds, deal.witness)
