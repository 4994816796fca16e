"""`paishan deal`: a deal made or shown."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from paishan.cli.output import AsJson, Misuse, print_json, saying_what_is_wrong
from paishan.codes import MAX_NUMBER, Code, Dealer

if TYPE_CHECKING:
    from paishan.connect.deal import Deal as GridDeal
    from paishan.solitaire.deal import Deal

__all__ = ["add_to"]


class Game(StrEnum):
    """The games that can be asked for."""

    SOLITAIRE = "solitaire"
    CONNECT = "connect"
    CHUOPAI = "chuopai"


class How(StrEnum):
    """The dealers that can be asked for."""

    PROVED = "proved"
    WITNESS = "witness"


_DEALERS = {How.WITNESS: Dealer.MJ1, How.PROVED: Dealer.MP1}
_HOW = {dealer: how for how, dealer in _DEALERS.items()}


def add_to(app: typer.Typer) -> None:
    """Give `app` these commands."""
    app.command()(deal)


def deal(
    code: Annotated[str | None, typer.Argument(metavar="CODE", help="Show this deal, such as MJ1-L00-AAAAABL.")] = None,
    game: Annotated[Game | None, typer.Option(help="What to deal; solitaire, if not given.")] = None,
    layout: Annotated[
        str | None,
        typer.Option(metavar="ID", help="On which layout or grid; turtle or connect-18x8, if not given."),
    ] = None,
    dealer: Annotated[
        How | None,
        typer.Option(help="From a solution (witness, if not given), or at random and proved clearable (proved)."),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(min=0, max=MAX_NUMBER, help="The deal's number; a random one, if not given.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Make a deal, or show the one that a code names."""
    from paishan.cli.library import by_tag
    from paishan.play.opening import deal_of, grid_deal_of
    from paishan.play.ruleset import AGAINST_THE_CLOCK, CONNECT

    if code is None:
        named = _new_code(game, layout, dealer, seed)
    else:
        given = {"--game": game, "--layout": layout, "--dealer": dealer, "--seed": seed}
        for option, value in given.items():
            if value is not None:
                raise Misuse(f"deal: {code} says it all; leave out {option} or the code")
        with saying_what_is_wrong():
            named = Code.parse(code)
    if named.dealer is Dealer.CP1:
        _show_hands(named, as_json)
        return
    if named.dealer is Dealer.MC1:
        with saying_what_is_wrong():
            flat = grid_deal_of(named, CONNECT)
        if as_json:
            _print_grid_as_json(flat)
        else:
            _print_grid(flat)
        return
    with saying_what_is_wrong():
        dealt = deal_of(named, AGAINST_THE_CLOCK, by_tag)
    if as_json:
        _print_as_json(dealt)
    else:
        _print(dealt)


def _show_hands(code: Code, as_json: bool) -> None:
    from paishan.chuopai.deal import deal_of
    from paishan.cli.matches import print_deal, print_deal_as_json

    with saying_what_is_wrong():
        dealt = deal_of(code)
    if as_json:
        print_deal_as_json(dealt)
    else:
        print_deal(dealt)


def _new_code(game: Game | None, layout: str | None, dealer: How | None, seed: int | None) -> Code:
    from paishan.cli.library import layout_named

    if seed is None:
        import secrets

        seed = secrets.randbelow(MAX_NUMBER + 1)
    if game is Game.CHUOPAI:
        from paishan.chuopai.deal import LAYOUT

        if layout is not None or dealer is not None:
            raise Misuse("deal: Chuo Pai has no layouts and one way to deal; leave out --layout and --dealer")
        return Code(Dealer.CP1, LAYOUT, seed)
    if game is Game.CONNECT:
        from paishan.connect import grid

        if dealer is How.WITNESS:
            raise Misuse(f"deal: Mahjong Connect is always {How.PROVED}, as deals from a solution are no game")
        with saying_what_is_wrong():
            return Code(Dealer.MC1, grid.by_id(layout or grid.GRIDS[0].id).tag, seed)
    return Code(_DEALERS[dealer or How.WITNESS], layout_named(layout or "turtle").tag, seed)


def _print_as_json(deal: Deal) -> None:
    board = deal.board()
    print_json(
        {
            "code": str(deal.code),
            "game": Game.SOLITAIRE,
            "layout": deal.layout.id,
            "dealer": _HOW[deal.code.dealer],
            "positions": deal.layout.slots,
            "faces": [kind.label for kind in deal.kinds],
            "groups": board.groups,
            "witness": deal.witness,
            "free": board.free_mask.bit_count(),
            "pairs": sum(1 for _ in board.pairs()),
        }
    )


def _print_grid_as_json(deal: GridDeal) -> None:
    board = deal.board()
    pairs = list(board.pairs())
    print_json(
        {
            "code": str(deal.code),
            "game": Game.CONNECT,
            "layout": deal.grid.id,
            "dealer": How.PROVED,
            "width": deal.grid.width,
            "height": deal.grid.height,
            "positions": [(2 * x, 2 * y, 0) for x, y in map(deal.grid.at, range(deal.grid.slots))],
            "faces": [kind.label for kind in deal.kinds],
            "groups": board.groups,
            "witness": deal.witness,
            "free": len({slot for pair in pairs for slot in pair}),
            "pairs": len(pairs),
        }
    )


def _print_grid(deal: GridDeal) -> None:
    from paishan.cli.terminal import terminal

    out = terminal()
    pairs = list(deal.board().pairs())
    width = deal.grid.width
    for start in range(0, deal.grid.slots, width):
        out.print(" ".join(f"{kind.label:<2}" for kind in deal.kinds[start : start + width]))
    out.print(f"{deal.code}: Mahjong Connect, {deal.grid}, {len(deal.kinds)} tiles")
    out.print(f"{len({slot for pair in pairs for slot in pair})} tiles can be joined, in {len(pairs)} pairs")


def _print(deal: Deal) -> None:
    from paishan.cli.drawing import draw_board
    from paishan.cli.terminal import terminal

    out = terminal()
    board = deal.board()
    out.print(draw_board(deal.layout, tuple(kind.label for kind in deal.kinds), board.present, out.encoding))
    free, pairs = board.free_mask.bit_count(), sum(1 for _ in board.pairs())
    out.print(f"{deal.code}: {deal.layout.name}, {len(deal.kinds)} tiles; the small digits tell the layer")
    out.print(f"{free} tiles are free (heavy frames), and {pairs} pairs can be taken")
