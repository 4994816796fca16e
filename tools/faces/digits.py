"""The digits style: each kind's label, as large as the tile allows.

Numeral and letter are drawn out to one height; flowers and seasons carry a straight and a waved line, so that
they differ by more than colour and one letter.
"""

from __future__ import annotations

from tools.faces.outlines import Fonts, glyph
from tools.faces.svg import BLUE, GOLD, GREEN, INK, PLUM, RED, Drawing, line, part, path

LEFT, RIGHT = 12, 124
TOP, WIDTH, HEIGHT = 80, 104, 160


def parts(fonts: Fonts) -> list[str]:
    """Every letter and numeral that comes in a pair, once; a one drawn out would be all flag."""
    return [
        part("g" + sign, glyph(fonts.sans, sign, 0, 0, WIDTH, HEIGHT, stretch=1.0 if sign == "1" else 1.32))
        for sign in "123456789BCDFS"
    ]


def digits(fonts: Fonts) -> Drawing:
    """The 42 faces."""

    def two(first: str, second: str, colour: str, y: int = TOP) -> str:
        return "".join(
            f'<use href="#g{sign}" x="{x}" y="{y}" fill="{colour}"/>' for sign, x in ((first, LEFT), (second, RIGHT))
        )

    def one(sign: str, colour: str, stretch: float = 1.15) -> str:
        return path(glyph(fonts.sans, sign, 28, 56, 184, 208, stretch=stretch), colour)

    faces: Drawing = {}
    for suit, colour in (("B", GREEN), ("C", RED), ("D", BLUE)):
        faces.update({f"{n}{suit}": two(str(n), suit, colour) for n in range(1, 10)})
    faces.update({wind: one(wind, INK, 1.4 if wind == "W" else 1.15) for wind in "ESWN"})
    faces.update({"R": one("R", RED), "G": one("G", GREEN)})
    faces["Wh"] = path(
        glyph(fonts.sans, "W", 6, 88, 142, 144, stretch=1.4) + glyph(fonts.sans, "h", 156, 80, 78, 152, stretch=1.2),
        BLUE,
    )
    for n in range(1, 5):
        faces[f"F{n}"] = two("F", str(n), PLUM, TOP - 22) + line("M36 264h168", PLUM, 16)
        faces[f"S{n}"] = two("S", str(n), GOLD, TOP - 22) + line("M36 264q42-26 84 0t84 0", GOLD, 16)
    return faces
