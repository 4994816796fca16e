"""The few SVG shapes the faces are made of, and the sprite that holds them.

Colours are custom properties, so that the table, the contrast slider and "blocked" recolour a face without
touching the drawing. A face is drawn on a grid of 240 x 320.
"""

from __future__ import annotations

from collections.abc import Iterable

INK, RED, GREEN, BLUE, GOLD, VIOLET, PLUM, GROUND = (f"var(--{name})" for name in "krgbovpf")

EVEN_ODD = ' fill-rule="evenodd"'
"""Inner outlines are holes, through which the face shows."""

Drawing = dict[str, str]
"""Label of a kind ("5B", "Wh") to the SVG inside its symbol."""


def path(outline: str, fill: str, more: str = "") -> str:
    return f'<path fill="{fill}" d="{outline}"{more}/>'


def line(outline: str, colour: str, width: int) -> str:
    return f'<path fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round" d="{outline}"/>'


def part(name: str, outline: str, more: str = "") -> str:
    """A shape that `use` and `rays` place; its fill comes from where it is placed."""
    return f'<path id="{name}"{more} d="{outline}"/>'


def use(name: str, x: float, y: float, fill: str = "", scale: str = "", turn: int = 0) -> str:
    moved = f"translate({x} {y})" + (f"rotate({turn})" if turn else "") + (f"scale({scale})" if scale else "")
    return f'<use href="#{name}" transform="{moved}"' + (f' fill="{fill}"' if fill else "") + "/>"


def rays(name: str, count: int, x: int, y: int, fill: str, scale: str = "", start: int = 0) -> str:
    """`count` copies of a part, turned round a point."""
    turned = (use(name, x, y, scale=scale, turn=round(start + 360 / count * n)) for n in range(count))
    return f'<g fill="{fill}">' + "".join(turned) + "</g>"


def ring(radius: int, x: int = 0, y: int = 0) -> str:
    """A circle as path text."""
    return f"M{x - radius} {y}a{radius} {radius} 0 1 1 {2 * radius} 0a{radius} {radius} 0 1 1{-2 * radius} 0z"


def sprite(parts: Iterable[str], drawing: Drawing, width: int = 240, height: int = 320) -> str:
    """The whole file: shared parts first, then a symbol for each kind."""
    box = f"0 0 {width} {height}"
    symbols = (f'<symbol id="{label}" viewBox="{box}">{body}</symbol>' for label, body in drawing.items())
    return f'<svg xmlns="http://www.w3.org/2000/svg"><defs>{"".join(parts)}</defs>{"".join(symbols)}</svg>\n'
