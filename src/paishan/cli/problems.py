"""Deals to be solved, as they come in: a code, or files with a deal in JSON on every line.

A line is `{"positions": [[x, y, z], …], "groups": […]}` with positions in half tiles and what each tile matches.
Whatever is wrong with a line is said with the file's name and the line's number; files are never read as a whole.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import msgspec

from paishan.cli.library import by_tag
from paishan.cli.output import Misuse, reading, saying_what_is_wrong
from paishan.codes import Code
from paishan.play.opening import deal_of
from paishan.play.ruleset import AGAINST_THE_CLOCK
from paishan.solitaire.layout import Layout

__all__ = ["STANDARD_INPUT", "Problem", "of_code", "of_lines", "opened"]

STANDARD_INPUT = Path("-")
_LONGEST = 1_000_000
_COPIES = (2, 4, 6, 8)
_FORM = 'a deal is {"positions": [[x, y, z], …], "groups": […]}'


@dataclass(frozen=True, slots=True)
class Problem:
    """A deal whose tiles may be numbered otherwise than the layout's slots."""

    name: str
    layout: Layout
    groups: tuple[int, ...]
    """What the tile on each slot matches."""
    numbers: tuple[int, ...]
    """For each slot the number under which its tile was given."""
    read: int = 0
    """How many bytes of the file were read so far."""

    def as_given(self) -> tuple[tuple[tuple[int, int, int], ...], tuple[int, ...]]:
        """Positions and groups in the order in which the tiles were given."""
        slots = sorted(range(len(self.numbers)), key=self.numbers.__getitem__)
        return tuple(self.layout.slots[slot] for slot in slots), tuple(self.groups[slot] for slot in slots)

    def given(self, slots: tuple[int, ...]) -> list[int]:
        """These slots by the numbers under which their tiles were given."""
        return [self.numbers[slot] for slot in slots]


class _Line(msgspec.Struct):
    positions: list[tuple[int, int, int]] | None = None
    groups: list[int | str] | None = None
    width: int | None = None
    height: int | None = None


def of_code(code: Code) -> Problem:
    """The deal of a code."""
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
    number = read = 0
    while True:
        with reading(Path(name)):
            text = file.readline(_LONGEST + 1)
        if not text:
            return
        number, read = number + 1, read + len(text)
        where = f"{name}, line {number}"
        if len(text) > _LONGEST:
            raise Misuse(f"{where}: a deal has at most {_LONGEST:,} bytes; this line is longer")
        if not text.strip():
            continue
        try:
            positions, groups = _checked(decoder.decode(text))
            if positions != known:
                layout, numbers = _laid(positions)
                known = positions
        except ValueError as error:
            raise Misuse(f"{where}: {_said(error)}") from None
        yield Problem(where, layout, tuple(groups[at] for at in numbers), numbers, read)


def _checked(line: _Line) -> tuple[list[tuple[int, int, int]], list[int]]:
    """The positions of a line, and its groups as numbers from 0."""
    if line.width is not None or line.height is not None:
        raise ValueError('boards of Mahjong Connect cannot be solved here yet; give "positions" and "groups"')
    if line.positions is None or line.groups is None:
        missing = "positions" if line.positions is None else "groups"
        raise ValueError(f'there are no "{missing}"; {_FORM}')
    if len(line.groups) != len(line.positions):
        raise ValueError(f"there are {len(line.positions)} positions, but {len(line.groups)} groups")
    for group, copies in Counter(line.groups).items():
        if copies not in _COPIES:
            raise ValueError(f"group {str(group)[:40]} has {copies} tiles; a group has 2, 4, 6 or 8")
    place = {group: at for at, group in enumerate(dict.fromkeys(line.groups))}
    return line.positions, [place[group] for group in line.groups]


def _laid(positions: list[tuple[int, int, int]]) -> tuple[Layout, tuple[int, ...]]:
    """The layout with these positions, and for each of its slots the place of its position among them."""
    layout = Layout.build("given", "the layout", positions)
    return layout, tuple(sorted(range(len(positions)), key=lambda at: positions[at][::-1]))


def _said(error: ValueError) -> str:
    """What is wrong, in words for a person; the decoder's own name JSON paths."""
    if isinstance(error, msgspec.ValidationError):
        return f"{str(error)[:1].lower()}{str(error)[1:]}; {_FORM}"
    if isinstance(error, msgspec.DecodeError):
        return f"this is not JSON: {error}"
    return str(error)
