"""Opening a table: from a code or a layout and a number to a deal that can be played."""

from __future__ import annotations

from collections.abc import Callable

from paishan.codes import Code, Dealer
from paishan.connect import grid as grids
from paishan.connect.deal import Deal as GridDeal
from paishan.connect.deal import deal_falling
from paishan.connect.deal import deal_proved as grid_proved
from paishan.connect.grid import Gravity, Grid
from paishan.faults import Fault
from paishan.play.messages import Unranked
from paishan.play.ruleset import Game, Ruleset
from paishan.play.table import Table
from paishan.solitaire.deal import Deal, deal_from_solution, deal_proved
from paishan.solitaire.gallery import by_tag
from paishan.solitaire.layout import Layout
from paishan.solving import LIMIT

__all__ = ["deal_of", "grid_deal_of", "open_table"]


def deal_of(code: Code, ruleset: Ruleset, layout_of: Callable[[str], Layout] = by_tag) -> Deal:
    """The deal that a code of Mahjong solitaire names (S7). Raises `ValueError` for what is not here."""
    match code.dealer:
        case Dealer.MJ1:
            return deal_from_solution(layout_of(code.layout), code.number, ruleset.matching)
        case Dealer.MP1:
            return deal_proved(layout_of(code.layout), code.number, ruleset.matching)
    raise Fault(
        "{code} is a code of {dealer}, which is no Mahjong solitaire; MJ1 and MP1 are",
        code=str(code),
        dealer=code.dealer,
    )


def grid_deal_of(code: Code, ruleset: Ruleset) -> GridDeal:
    """The deal that a code of Mahjong Connect names; with gravity, or without an outside, it is another one.

    Raises `ValueError` for what is not here.
    """
    if code.dealer is not Dealer.MC1:
        raise Fault(
            "{code} is a code of {dealer}, which is no Mahjong Connect; MC1 is", code=str(code), dealer=code.dealer
        )
    known = grids.by_tag(code.layout)
    grid = Grid(known.width, known.height, ruleset.outside)
    if ruleset.gravity is Gravity.NONE:
        return grid_proved(grid, code.number)
    return deal_falling(grid, code.number, ruleset.gravity)


def open_table(
    code: Code,
    ruleset: Ruleset,
    opened: int = 0,
    layout_of: Callable[[str], Layout] = by_tag,
    limit: int = LIMIT,
    *,
    newcomer: bool = False,
    unranked: Unranked | None = None,
) -> Table:
    """A new table with the deal that a code names, by the ruleset's family of games.

    `opened` is the time in milliseconds at which its clock starts, `limit` the conflicts that one proof may cost; the
    rest is as `Table` says. Raises `ValueError` for a code that the ruleset does not play.
    """
    connect = ruleset.family is Game.CONNECT
    deal = grid_deal_of(code, ruleset) if connect else deal_of(code, ruleset, layout_of)
    return Table(deal, ruleset, opened, limit, newcomer=newcomer, unranked=unranked)
