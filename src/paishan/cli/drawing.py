"""Boards and layouts in a terminal: a frame a tile, the upper ones over the lower ones.

A half tile is two columns wide and one row high, and neighbours share the line between them, so half offsets come out
exactly. Free tiles have a heavy frame, and every tile says on which layer it lies; colours only add to that, so that
nothing is lost without them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from paishan.solitaire.layout import Layout, bits

if TYPE_CHECKING:
    from rich.text import Text

__all__ = ["draw_board", "draw_layout"]

_UP, _RIGHT, _DOWN, _LEFT = range(4)
_NONE, _LIGHT, _HEAVY = range(3)

# The box-drawing character for the weights of its four arms, up · 27 + right · 9 + down · 3 + left.
_LINES = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
_HEIGHTS = "¹²³⁴⁵⁶⁷⁸⁹"
_PLAIN = str.maketrans(
    dict.fromkeys(_LINES[1:], "+")
    | {"─": "-", "│": "|", "━": "=", "┃": "#"}
    | {height: str(layer) for layer, height in enumerate(_HEIGHTS, 1)}
)

_LOW, _HIGH = (186, 176, 150), (252, 246, 230)
_INK = {"B": "#14592b", "C": "#8c1d18", "D": "#1b3f7a", "F": "#7a3b00", "S": "#5b2a70"}
_BLACK, _GREY = "#1c1c1c", "#3a372f"


def draw_layout(layout: Layout, encoding: str = "utf-8") -> Text:
    """A layout with the number of the layer, from 1, on each tile that can be seen."""
    return _draw(layout, layout.full, lambda slot: f" {layout.slots[slot].z + 1:<2}", encoding)


def draw_board(layout: Layout, faces: tuple[str, ...], present: int, encoding: str = "utf-8") -> Text:
    """What is left of a board: each tile's label (S1) and its layer as a small digit."""

    def inscription(slot: int) -> str:
        z = layout.slots[slot].z
        return f"{faces[slot]:2}{_HEIGHTS[z] if z < len(_HEIGHTS) else '+'}"

    return _draw(layout, present, inscription, encoding)


def _draw(layout: Layout, present: int, inscription: Callable[[int], str], encoding: str) -> Text:
    from rich.text import Text

    canvas = _Canvas(2 * layout.width + 1, layout.height + 1)
    free = layout.free(present)
    for slot in bits(present):
        x, y, z = layout.slots[slot]
        canvas.draw(_Tile(2 * x, y, z, inscription(slot), bool(free >> slot & 1)))
    text = Text(no_wrap=True, end="")
    for line, owners in zip(canvas.lines(), canvas.owners, strict=True):
        plain = line.rstrip()
        if not _fits(plain, encoding):
            plain = plain.translate(_PLAIN)
        for character, tile in zip(plain, owners, strict=False):
            text.append(character, "" if tile is None else _style(tile, character, layout.layers))
        text.append("\n")
    return text


@dataclass(frozen=True, slots=True, eq=False)
class _Tile:
    """A tile in columns and rows: five wide and three high with its frame."""

    left: int
    top: int
    z: int
    inscription: str
    free: bool


class _Canvas:
    """Characters on a grid, where lines that meet become one character."""

    def __init__(self, columns: int, rows: int) -> None:
        self._arms = [[[(-1, _NONE)] * 4 for _ in range(columns)] for _ in range(rows)]
        self._tiles: list[_Tile] = []
        self.owners: list[list[_Tile | None]] = [[None] * columns for _ in range(rows)]
        """For each place the tile that was drawn there last."""

    def draw(self, tile: _Tile) -> None:
        """Draw a tile over whatever lies there."""
        right, bottom = tile.left + 4, tile.top + 2
        weight = _HEAVY if tile.free else _LIGHT
        for row in range(tile.top, bottom + 1):
            for column in range(tile.left, right + 1):
                self.owners[row][column] = tile
                arms = self._arms[row][column]
                across = weight if row in (tile.top, bottom) else _NONE
                down = weight if column in (tile.left, right) else _NONE
                for arm, inside, line in (
                    (_UP, row > tile.top, down),
                    (_RIGHT, column < right, across),
                    (_DOWN, row < bottom, down),
                    (_LEFT, column > tile.left, across),
                ):
                    if inside:
                        arms[arm] = _joined(arms[arm], tile.z, line)
        self._tiles.append(tile)

    def lines(self) -> list[str]:
        """The rows, with spaces to the right. A tile of which only a part can be seen does not show its face."""
        rows = [[_LINES[_index(arms)] for arms in row] for row in self._arms]
        for tile in self._tiles:
            row, columns = tile.top + 1, slice(tile.left + 1, tile.left + 4)
            if all(owner is tile for owner in self.owners[row][columns]):
                rows[row][columns] = tile.inscription
        return ["".join(row) for row in rows]


def _joined(before: tuple[int, int], z: int, weight: int) -> tuple[int, int]:
    """A line where a tile of layer `z` is drawn: the upper tile's, and between neighbours the heavier one."""
    return max(before, (z, weight)) if before[0] == z else (z, weight)


def _index(arms: list[tuple[int, int]]) -> int:
    """The place in `_LINES` of the character with these arms."""
    index = 0
    for _, weight in arms:
        index = index * 3 + weight
    return index


def _fits(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _style(tile: _Tile, character: str, layers: int) -> str:
    """Lighter the higher it lies; what is not free is darker (S2) and grey. Only faces are coloured, not frames."""
    share = tile.z / max(1, layers - 1) * (1 if tile.free else 0.5) - (0 if tile.free else 0.25)
    ground = "".join(f"{round(low + (high - low) * share):02x}" for low, high in zip(_LOW, _HIGH, strict=True))
    label = tile.inscription[:2].strip()
    suit = label[:1] if label[1:].isdigit() else label[1:]
    ink = _BLACK if character in _LINES[1:] else _INK.get(suit, _BLACK) if tile.free else _GREY
    return f"{'bold ' if tile.free else ''}{ink} on #{ground}"
