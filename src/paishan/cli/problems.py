"""Deals to be solved, as they come in: a code, or files with a deal in JSON on every line.

A line is `{"positions": [[x, y, z], …], "groups": […]}` with positions in half tiles and what each tile matches, or for
Mahjong Connect `{"width": W, "height": H, "groups": […]}` with the tiles row by row, and `"outside": false` where lines
may not run around the grid. What `paishan deal --json` tells besides may stand there too; any other key is refused, for
misspelt it would be left out of what is proved.
Whatever is wrong with a line is said with the file's name and the line's number; files are never read as a whole.
"""

from __future__ import annotations

import re
import sys
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import msgspec

from paishan.cli.library import by_tag
from paishan.cli.output import Misuse, reading, saying_what_is_wrong
from paishan.codes import Code, Dealer
from paishan.connect.grid import Grid
from paishan.play.opening import deal_of, grid_deal_of
from paishan.play.ruleset import AGAINST_THE_CLOCK, CONNECT
from paishan.solitaire.layout import Layout

__all__ = ["STANDARD_INPUT", "Problem", "of_code", "of_lines", "opened"]

STANDARD_INPUT = Path("-")
_LONGEST = 1_000_000
_COPIES = (2, 4, 6, 8)
_MOST_SLOTS = 288
_FORM = 'a deal is {"positions": [[x, y, z], …], "groups": […]}'
_FLAT_FORM = 'a deal of Mahjong Connect is {"width": W, "height": H, "groups": […]}'
_OUTSIDE = '"outside": false where lines may not run around the grid'
_UNKNOWN = re.compile("Object contains unknown field `(.*)`", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Problem:
    """A deal whose tiles may be numbered otherwise than the layout's slots."""

    name: str
    layout: Layout | Grid
    groups: tuple[int, ...]
    """What the tile on each slot matches."""
    numbers: tuple[int, ...]
    """For each slot the number under which its tile was given."""
    read: int = 0
    """How many bytes of the file were read so far."""

    def as_given(self) -> tuple[tuple[tuple[int, int, int], ...], tuple[int, ...]]:
        """Positions (none on a grid) and groups in the order in which the tiles were given."""
        slots = sorted(range(len(self.numbers)), key=self.numbers.__getitem__)
        positions = () if isinstance(self.layout, Grid) else tuple(self.layout.slots[slot] for slot in slots)
        return positions, tuple(self.groups[slot] for slot in slots)

    def given(self, slots: tuple[int, ...]) -> list[int]:
        """These slots by the numbers under which their tiles were given."""
        return [self.numbers[slot] for slot in slots]


class _Dealt(msgspec.Struct, forbid_unknown_fields=True):
    """What `paishan deal --json` tells of a deal beside what is to be solved."""

    code: object = None
    game: object = None
    layout: object = None
    dealer: object = None
    faces: object = None
    witness: object = None
    free: object = None
    pairs: object = None


class _Line(_Dealt, forbid_unknown_fields=True):
    positions: list[tuple[int, int, int]] | None = None
    groups: list[int | str] | None = None
    width: int | None = None
    height: int | None = None
    outside: bool = True


def of_code(code: Code) -> Problem:
    """The deal of a code."""
    if code.dealer is Dealer.MC1:
        with saying_what_is_wrong():
            flat = grid_deal_of(code, CONNECT)
        return Problem(str(code), flat.grid, flat.board().groups, tuple(range(flat.grid.slots)))
    if code.dealer is Dealer.CP1:
        raise Misuse(f"{code} is a deal of Chuo Pai, where there is nothing to clear")
    with saying_what_is_wrong():
        deal = deal_of(code, AGAINST_THE_CLOCK, by_tag)
    return Problem(str(code), deal.layout, deal.board().groups, tuple(range(len(deal.kinds))))


def opened(path: Path) -> IO[bytes]:
    """The file at `path`, or standard input for `-`."""
    if path == STANDARD_INPUT:
        return sys.stdin.buffer
    with reading(path):
        return path.open("rb")


def of_lines(file: IO[bytes], name: str) -> Iterator[Problem]:
    """The deals in the lines of a file; empty lines are passed over. Raises `Misuse` for the first that is no deal."""
    decoder = msgspec.json.Decoder(_Line)
    known: list[tuple[int, int, int]] | None = None
    grid: Grid | None = None
    number = read = 0
    while True:
        with reading(Path(name)):
            text = file.readline(_LONGEST + 1)
        if not text:
            return
        number, read = number + 1, read + len(text)
        if number == 1:
            text = text.removeprefix(BOM_UTF8)
        where = f"{name}, line {number}"
        if len(text) > _LONGEST:
            raise Misuse(f"{where}: a deal has at most {_LONGEST:,} bytes; this line is longer")
        if not text.strip():
            continue
        try:
            line = decoder.decode(text)
            if line.width is not None or line.height is not None:
                wanted, groups = _checked_grid(line)
                grid = grid if grid == wanted else wanted
                yield Problem(where, grid, tuple(groups), tuple(range(grid.slots)), read)
                continue
            positions, groups = _checked(line)
            if positions != known:
                layout, numbers = _laid(positions)
                known = positions
        except ValueError as error:
            raise Misuse(f"{where}: {_said(error)}") from None
        yield Problem(where, layout, tuple(groups[at] for at in numbers), numbers, read)


def _checked(line: _Line) -> tuple[list[tuple[int, int, int]], list[int]]:
    """The positions of a line, and its groups as numbers from 0."""
    if line.positions is None or line.groups is None:
        missing = "positions" if line.positions is None else "groups"
        raise ValueError(f'there are no "{missing}"; {_FORM}')
    if len(line.groups) != len(line.positions):
        raise ValueError(f"there are {len(line.positions)} positions, but {len(line.groups)} groups")
    return line.positions, _numbered(line.groups)


def _checked_grid(line: _Line) -> tuple[Grid, list[int]]:
    """The grid of a line, and its groups as numbers from 0."""
    for name, value in (("width", line.width), ("height", line.height), ("groups", line.groups)):
        if value is None:
            raise ValueError(f'there is no "{name}"; {_FLAT_FORM}')
    if line.positions is not None:
        raise ValueError(f'there are "positions" beside "width" and "height"; {_FLAT_FORM}, or {_FORM}')
    assert line.width is not None and line.height is not None and line.groups is not None
    grid = Grid(line.width, line.height, line.outside)
    if grid.slots > _MOST_SLOTS:
        raise ValueError(f"a grid of {grid} has {grid.slots} slots; {_MOST_SLOTS} is the most")
    if len(line.groups) != grid.slots:
        raise ValueError(f"a grid of {grid} has {grid.slots} slots, but there are {len(line.groups)} groups")
    return grid, _numbered(line.groups)


def _numbered(groups: list[int | str]) -> list[int]:
    """These groups as numbers from 0."""
    for group, copies in Counter(groups).items():
        if copies not in _COPIES:
            raise ValueError(f"group {str(group)[:40]} has {copies} tiles; a group has 2, 4, 6 or 8")
    place = {group: at for at, group in enumerate(dict.fromkeys(groups))}
    return [place[group] for group in groups]


def _laid(positions: list[tuple[int, int, int]]) -> tuple[Layout, tuple[int, ...]]:
    """The layout with these positions, and for each of its slots the place of its position among them."""
    layout = Layout.build("given", "the layout", positions)
    return layout, tuple(sorted(range(len(positions)), key=lambda at: positions[at][::-1]))


def _said(error: ValueError) -> str:
    """What is wrong, in words for a person; the decoder's own name JSON paths."""
    unknown = _UNKNOWN.fullmatch(str(error))
    if isinstance(error, msgspec.ValidationError) and unknown:
        return f'"{unknown[1][:40]}" is no key of a deal; {_FORM}; {_FLAT_FORM}, with {_OUTSIDE}'
    if isinstance(error, msgspec.ValidationError):
        return f"{str(error)[:1].lower()}{str(error)[1:]}; {_FORM}"
    if isinstance(error, msgspec.DecodeError):
        return f"this is not JSON: {error}"
    return str(error)
