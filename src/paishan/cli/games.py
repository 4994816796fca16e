"""`paishan replay`: a recorded game, watched."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from paishan.cli.output import AsJson, print_json, reading

if TYPE_CHECKING:
    from rich.console import Console

    from paishan.play.table import Table
    from paishan.records import Record

__all__ = ["add_to"]

_LONGEST = 10_000_000
_LONGEST_WAIT = 3.0


def add_to(app: typer.Typer) -> None:
    """Give `app` this command."""
    app.command()(replay)


def replay(
    file: Annotated[Path, typer.Argument(metavar="RECORD", help="The file of a record.")],
    speed: Annotated[
        float | None,
        typer.Option(
            min=0.01,
            max=1000,
            help="Go on by itself, so many times as fast as it was played; step by Enter, if not given.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Play a record in the terminal.

    A move is made at every Enter; where there is no terminal, the moves are listed.
    """
    from paishan.cli.library import by_tag
    from paishan.play import families, recording

    record = _read(file)
    if record.ruleset.startswith("chuo-pai"):
        with reading(file):
            families.judge(record)
        _replay_match(record, speed, as_json)
        return
    with reading(file):
        table = recording.replay(record, by_tag)
    end = record.moves[-1].at if record.moves else 0
    if as_json:
        import msgspec

        table.consider()
        print_json(msgspec.to_builtins(table.state(end)))
        return
    from paishan.cli.terminal import terminal

    out = terminal()
    if out.is_terminal and sys.stdin.isatty():
        _watch(record, out, speed)
    else:
        _tell(record, out)


def _replay_match(record: Record, speed: float | None, as_json: bool) -> None:
    from paishan.cli import matches

    if as_json:
        print_json(matches.end_of(record))
        return
    from paishan.cli.terminal import terminal

    out = terminal()
    watched = out.is_terminal and sys.stdin.isatty()
    before = 0
    for turn, (at, lines) in enumerate(matches.tell(record)):
        if watched and turn and speed is None and not _goes_on():
            return
        if watched and turn and speed is not None:
            time.sleep(min((at - before) / 1000 / speed, _LONGEST_WAIT))
        before = at
        for line in lines:
            out.print(line)


def _read(file: Path) -> Record:
    from paishan.records import Record

    with reading(file):
        with file.open("rb") as opened:
            data = opened.read(_LONGEST + 1)
        return Record.parse(data.decode("utf-8-sig"))


def _steps(record: Record) -> Iterator[tuple[str, Table]]:
    """The table as it was dealt and after each move of a record that was judged, with words for what was done."""
    from paishan.cli.library import by_tag
    from paishan.play.opening import open_table
    from paishan.play.recording import play_move
    from paishan.play.ruleset import Game, ruleset

    table = open_table(record.code, ruleset(record.ruleset), layout_of=by_tag)
    place: Any = table.board
    where = str(place.grid) if table.ruleset.family is Game.CONNECT else place.layout.name
    yield f"{record.code}: {where}, {table.ruleset.name}", table
    for number, move in enumerate(record.moves, 1):
        what = move.word
        if move.word in ("take", "hint"):
            what += " " + " and ".join(f"{table.board.kinds[slot]} ({slot})" for slot in move.numbers)
        play_move(table, move)
        yield _told(number, move.at, what, table), table


def _told(number: int, at: int, what: str, table: Table) -> str:
    minutes, rest = divmod(at, 60_000)
    table.consider()
    state = table.state(at)
    pairs = "1 pair" if state.pairs == 1 else f"{state.pairs} pairs"
    now = "dead" if state.verdict == "dead" else state.status
    return f"{number:4}  {minutes}:{rest / 1000:04.1f}  {what}: {state.left} tiles left, {pairs}, {now}"


def _tell(record: Record, out: Console) -> None:
    """Every move on a line, and the board at the end."""
    for told, table in _steps(record):
        out.print(told)
        last = table
    if not last.board.cleared:
        _draw(last, out)


def _watch(record: Record, out: Console, speed: float | None) -> None:
    """The board after every move, each in the place of the one before."""
    before = 0
    for turn, (told, table) in enumerate(_steps(record)):
        if turn and speed is None and not _goes_on():
            return
        if turn and speed is not None:
            at = record.moves[turn - 1].at
            time.sleep(min((at - before) / 1000 / speed, _LONGEST_WAIT))
            before = at
        out.clear()
        _draw(table, out)
        out.print(told)


def _goes_on() -> bool:
    try:
        return input("Enter goes on, q ends: ").strip().lower() != "q"
    except EOFError:
        return False


def _draw(table: Table, out: Console) -> None:
    from paishan.cli.drawing import draw_board
    from paishan.play.ruleset import Game

    board: Any = table.board
    labels = tuple(map(str, board.kinds))
    if table.ruleset.family is not Game.CONNECT:
        out.print(draw_board(board.layout, labels, board.present, out.encoding))
        return
    for row in range(0, len(labels), board.grid.width):
        slots = range(row, row + board.grid.width)
        out.print(" ".join(f"{labels[slot] if board.present >> slot & 1 else '.':2}" for slot in slots).rstrip())
