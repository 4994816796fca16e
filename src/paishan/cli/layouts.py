"""`paishan layouts …`: what there is to play on, how it looks, and files of layouts in and out."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from paishan.cli.output import AsJson, Misuse, print_json, printable, reading, saying_what_is_wrong

if TYPE_CHECKING:
    from paishan.solitaire.facts import Facts
    from paishan.solitaire.formats.check import Line
    from paishan.solitaire.layout import Layout

__all__ = ["app"]

app = typer.Typer(help="The layouts: built-in and installed ones.", invoke_without_command=True)

_Id: TypeAlias = Annotated[str, typer.Argument(metavar="ID", help="A layout's id, as 'layouts list' shows it.")]
_IdOrFile: TypeAlias = Annotated[
    str, typer.Argument(metavar="ID|FILE", help="A layout's id, as 'layouts list' shows it, or a file of layouts.")
]
_Files: TypeAlias = Annotated[
    list[Path], typer.Argument(metavar="FILE", help="Files of layouts, of any known program.")
]


class Format(StrEnum):
    """The formats in which a layout can be written."""

    PAISHAN = "paishan"
    KMAHJONGG = "kmahjongg"
    KYODAI = "kyodai"
    MAH = "mah"


_ENDINGS = {Format.PAISHAN: ".paishan", Format.KMAHJONGG: ".layout", Format.KYODAI: ".lay", Format.MAH: ".json"}


@app.callback()
def _layouts(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command("list")
def list_(as_json: AsJson = False) -> None:
    """List every layout, built-in and installed."""
    from paishan.cli.library import all_layouts, installed

    for error in installed().broken():
        print(f"paishan: passed over: {printable(str(error))}", file=sys.stderr)
    if as_json:
        print_json([_facts(layout) for layout in all_layouts()])
        return
    from rich.table import Table

    from paishan.cli.terminal import terminal

    table = Table("id", "name", "code", "tiles", "layers", "free", "columns x rows", box=None, pad_edge=False)
    for column in table.columns[3:]:
        column.justify = "right"
    for layout in all_layouts():
        size = f"{layout.width / 2:g} x {layout.height / 2:g}"
        numbers = len(layout), layout.layers, layout.free().bit_count(), size
        table.add_row(layout.id, layout.name, layout.tag, *map(str, numbers))
    terminal().print(table)


@app.command()
def show(name: _IdOrFile, as_json: AsJson = False) -> None:
    """Draw a layout, or those in a file.

    Every tile that can be seen has the number of its layer on it; a heavy frame is a free tile. With --json each layout
    is a line of JSON.
    """
    for layout in _meant(name):
        if as_json:
            print_json(_facts(layout) | {"positions": layout.slots})
        else:
            _draw(layout)


def _meant(name: str) -> list[Layout]:
    """The layout of this id, or else those in the file of this name, which must all be playable."""
    from paishan.cli.library import layout_named
    from paishan.solitaire.formats import read_file

    file = Path(name)
    if name == file.stem or not file.exists():  # an id has no folder and no ending
        return [layout_named(name)]
    with reading(file):
        boards = read_file(file)
    for board in boards:
        if board.error is not None:
            raise Misuse(f"{file}: {board.name}: {board.error}")
    return [board.layout for board in boards if board.layout is not None]


def _draw(layout: Layout) -> None:
    from paishan.cli.drawing import draw_layout
    from paishan.cli.terminal import terminal

    out = terminal()
    out.print(draw_layout(layout, out.encoding))
    free = layout.free().bit_count()
    size = f"{layout.width / 2:g} columns and {layout.height / 2:g} rows"
    out.print(f"{layout.name} ({layout.id}, {layout.tag}): {len(layout)} tiles in {layout.layers} layers, {size}")
    out.print(f"{free} tiles are free at the start (heavy frames); the digits tell the layer")
    out.print(_measured_in_words(layout))


def _measured(layout: Layout) -> Facts | None:
    """What was measured of this layout; None for another one that goes by the same id."""
    from paishan.solitaire.facts import facts

    measured = facts(layout.id)
    return measured if measured is not None and measured.sha1 == layout.sha1 else None


def _measured_in_words(layout: Layout) -> str:
    from paishan.solitaire.facts import measured_by

    measured = _measured(layout)
    if measured is None:
        return "not measured yet"
    low, high = measured.ci95
    return (
        f"of {measured.deals:,} random deals {measured.share_clearable:.2%} can be cleared ({low:.2%} to {high:.2%} "
        f"with 95% confidence); difficulty {measured.grade} of 5; measured by `{measured_by()}`"
    )


def _facts(layout: Layout) -> dict[str, Any]:
    """What is said of a layout: sizes in half tiles, `free` at the start, `facts` where they were measured."""
    from dataclasses import asdict

    measured = _measured(layout)
    return {
        "id": layout.id,
        "number": layout.number,
        "name": layout.name,
        "tiles": len(layout),
        "layers": layout.layers,
        "width": layout.width,
        "height": layout.height,
        "free": layout.free().bit_count(),
        "facts": None if measured is None else asdict(measured),
    }


@app.command()
def check(files: _Files, as_json: AsJson = False) -> None:
    """Say what is wrong with layout files, if anything.

    Every layout in them is told of, with --json as a line of JSON each; the status is 1 if one cannot be played.
    """
    from paishan.solitaire.formats.check import check_lines

    _all_there(files)
    good = True
    for file in files:
        with reading(file):
            lines = check_lines(file)
        for line in lines:
            good = good and bool(line["ok"])
            if as_json:
                print_json(line)
            else:
                print(_told(line))
    if not good:
        raise typer.Exit(1)


def _told(line: Line) -> str:
    start = f"{line['file']}: {line['name']}: "
    if not line["ok"]:
        return printable(f"{start}no: {line['error']}")
    return printable(f"{start}ok, {line['tiles']} tiles in {line['layers']} layers, {line['free']} free")


@app.command("import")
def import_(files: _Files, as_json: AsJson = False) -> None:
    """Install the layouts in these files with the user's data."""
    from paishan.cli.library import installed
    from paishan.solitaire.formats import read_file

    _all_there(files)
    mine = installed()
    told: list[dict[str, Any]] = []
    for file in files:
        with reading(file):
            boards = read_file(file)
        for board in boards:
            line: dict[str, Any] = {"file": str(file), "name": board.name, "ok": False, "error": board.error}
            if board.layout is not None:
                with reading(mine.directory):
                    kept = mine.add(board.layout, by=board.by, category=board.category)
                line |= {"ok": True, "id": kept.id, "code": kept.tag}
            told.append(line)
            if not as_json:
                outcome = f"installed as {line['id']} ({line['code']})" if line["ok"] else f"no: {line['error']}"
                print(printable(f"{file}: {board.name}: {outcome}"))
    if as_json:
        print_json(told)
    refused = sum(not line["ok"] for line in told)
    if refused:
        raise Misuse(f"{refused} of {len(told)} layouts cannot be played and were not installed")


@app.command()
def export(
    id: _Id,
    format: Annotated[Format, typer.Option(help="For which program.")] = Format.PAISHAN,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write this file, or - for standard output; ID and the format's ending, if not given.",
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the file if it is there.")] = False,
    as_json: AsJson = False,
) -> None:
    """Write a layout to a file, here or for another program."""
    from paishan.cli.library import layout_named
    from paishan.solitaire.formats import write
    from paishan.whole import write_whole

    layout = layout_named(id)
    with saying_what_is_wrong():
        data = write(layout, format)
    if output == Path("-"):
        if as_json:
            raise Misuse("layouts export: --json and --output - both want standard output; leave one out")
        sys.stdout.buffer.write(data)
        return
    path = Path(layout.id + _ENDINGS[format]) if output is None else output
    with reading(path):
        write_whole(path, data, replace=force)
    if as_json:
        print_json({"file": str(path), "id": layout.id, "format": format, "bytes": len(data)})
    else:
        print(printable(f"{path}: {layout.name} for {format}, {len(data)} bytes"))


def _all_there(files: list[Path]) -> None:
    """Raises `Misuse` for the first path that is no file, before anything is done with the others."""
    for file in files:
        with reading(file):
            file.stat()
            if file.is_dir():
                raise IsADirectoryError
