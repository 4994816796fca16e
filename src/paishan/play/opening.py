"""Opening a table: from a code or a layout and a number to a deal that can be played."""

from __future__ import annotations

from collections.abc import Callable

from paishan.codes import Code, Dealer
from paishan.play.ruleset import Ruleset
from paishan.play.table import Table
from paishan.solitaire.deal import Deal, deal_from_solution, deal_proved
from paishan.solitaire.gallery import by_tag
from paishan.solitaire.layout import Layout
from paishan.solving import LIMIT

__all__ = ["deal_of", "open_table"]


def deal_of(code: Code, ruleset: Ruleset, layout_of: Callable[[str], Layout] = by_tag) -> Deal:
    """The deal that a code names (S7). Raises `ValueError` for a layout or dealer that is not here."""
    match code.dealer:
        case Dealer.MJ1:
            return deal_from_solution(layout_of(code.layout), code.number, ruleset.matching)
        case Dealer.MP1:
            return deal_proved(layout_of(code.layout), code.number, ruleset.matching)
    raise ValueError(f"{code} is a code of {code.dealer}, which is no Mahjong solitaire; MJ1 and MP1 are")


def open_table(
    code: Code,
    ruleset: Ruleset,
    opened: int = 0,
    layout_of: Callable[[str], Layout] = by_tag,
    limit: int = LIMIT,
) -> Table:
    """A new table with the deal that a code names.

    `opened` is the time in milliseconds at which its clock starts, `limit` the conflicts that one proof may cost.
    """
    return Table(deal_of(code, ruleset, layout_of), ruleset, opened, limit)
