"""`paishan lab perft`: how many sequences of moves, and how many positions, a deal leads to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from paishan.cli.output import AsJson, print_json, saying_what_is_wrong

if TYPE_CHECKING:
    from paishan.chuopai.match import Match
    from paishan.codes import Code
    from paishan.connect.board import Board as GridBoard
    from paishan.solitaire.board import Board

__all__ = ["perft"]


def perft(
    code: Annotated[str, typer.Argument(metavar="CODE", help="A game code, such as MJ1-L00-AAAAABL.")],
    depth: Annotated[int, typer.Option(min=0, max=100, help="How many moves are made, at most.")],
    as_json: AsJson = False,
) -> None:
    """Count exactly what play can reach from a deal.

    For each number of moves: the sequences of so many moves, orders counted apart, and the different positions that
    they lead to. A move is a pair taken; in Chuo Pai a play or a pass. Each move more takes several times as long.
    """
    from paishan.codes import Code
    from paishan.counting import perft as counted

    with saying_what_is_wrong():
        named = Code.parse(code)
        start = _start(named)
    counts = counted(start, depth)
    if as_json:
        print_json({"code": str(named), "sequences": counts.sequences, "positions": counts.positions})
        return
    print(f"{'moves':>5} {'sequences':>22} {'positions':>16}")
    for number, (sequences, positions) in enumerate(zip(counts.sequences, counts.positions, strict=True)):
        print(f"{number:>5} {sequences:>22,} {positions:>16,}")


def _start(code: Code) -> Board | GridBoard | Match:
    """The position in which the deal of a code begins."""
    from paishan.chuopai.deal import deal as hands_of
    from paishan.cli.library import by_tag
    from paishan.codes import Dealer
    from paishan.connect.deal import deal as grid_deal
    from paishan.solitaire.deal import deal

    match code.dealer:
        case Dealer.CP1:
            return hands_of(code).match()
        case Dealer.MC1:
            return grid_deal(code).board()
    return deal(by_tag(code.layout), code.number, proved=code.dealer is Dealer.MP1).board()
