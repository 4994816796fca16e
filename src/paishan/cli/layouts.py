"""`paishan layouts …`: what there is to play on, and how it looks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from paishan.cli.output import AsJson, print_json, saying_what_is_wrong

if TYPE_CHECKING:
    from paishan.solitaire.layout import Layout

__all__ = ["app"]

app = typer.Typer(help="The layouts: built-in and installed ones.", invoke_without_command=True)


@app.callback()
def _layouts(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command("list")
def list_(as_json: AsJson = False) -> None:
    """List every layout, built-in and installed."""
    from paishan.solitaire.gallery import layouts

    if as_json:
        print_json([_facts(layout) for layout in layouts()])
        return
    from rich.table import Table

    from paishan.cli.terminal import terminal

    table = Table("id", "name", "code", "tiles", "layers", "free", "columns x rows", box=None, pad_edge=False)
    for column in table.columns[3:]:
        column.justify = "right"
    for layout in layouts():
        size = f"{layout.width / 2:g} x {layout.height / 2:g}"
        numbers = len(layout), layout.layers, layout.free().bit_count(), size
        table.add_row(layout.id, layout.name, layout.tag, *map(str, numbers))
    terminal().print(table)


@app.command()
def show(id: Annotated[str, typer.Argument(metavar="ID", help="A layout's id.")], as_json: AsJson = False) -> None:
    """Draw a layout, with the number of its layer on every tile that can be seen; a heavy frame is a free tile."""
    from paishan.solitaire.gallery import by_id

    with saying_what_is_wrong():
        layout = by_id(id)
    if as_json:
        print_json(_facts(layout) | {"positions": layout.slots})
        return
    from paishan.cli.drawing import draw_layout
    from paishan.cli.terminal import terminal

    out = terminal()
    out.print(draw_layout(layout, out.encoding))
    free = layout.free().bit_count()
    size = f"{layout.width / 2:g} columns and {layout.height / 2:g} rows"
    out.print(f"{layout.name} ({layout.id}, {layout.tag}): {len(layout)} tiles in {layout.layers} layers, {size}")
    out.print(f"{free} tiles are free at the start (heavy frames); the digits tell the layer")


def _facts(layout: Layout) -> dict[str, Any]:
    """What is said of a layout: sizes in half tiles, `free` at the start, `facts` where they were measured."""
    return {
        "id": layout.id,
        "number": layout.number,
        "name": layout.name,
        "tiles": len(layout),
        "layers": layout.layers,
        "width": layout.width,
        "height": layout.height,
        "free": layout.free().bit_count(),
        "facts": None,
    }
