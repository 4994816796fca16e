"""The simple style, for small tiles and weak eyes: a plain numeral over half the height, and the suit by shape.

Bars are bamboo, a ring is circles, a lozenge is characters; a wind points where it blows to on a map. Each dragon
fills its tile in a shape of its own, so that nothing is told by colour alone.
"""

from __future__ import annotations

from tools.faces.outlines import Fonts, glyph
from tools.faces.svg import BLUE, EVEN_ODD, GOLD, GREEN, GROUND, INK, PLUM, RED, Drawing, part, path, ring, use

BARS = "".join(f"M{x} 220h36v80h-36z" for x in (44, 102, 160))
CIRCLE = ring(50, 120, 254) + ring(23, 120, 254)
LOZENGE = "M120 204l64 52l-64 52l-64-52z"
ARROW = "M120 204l62 62h-38v44h-48v-44h-38z"
TURNS = {"N": 0, "E": 90, "S": 180, "W": 270}


def parts(fonts: Fonts) -> list[str]:
    """The numerals and the marks of the suits; what is filled by rule of even and odd has real holes."""
    numerals = [
        part(f"n{n}", glyph(fonts.sans, str(n), 40 if n > 1 else 64, 18, 160 if n > 1 else 108, 176, stretch=1.2))
        for n in range(1, 10)
    ]
    marks = [part("b", BARS), part("d", CIRCLE, EVEN_ODD), part("c", LOZENGE), part("a", ARROW)]
    # A bloom has six round petals, a season a moon of which one half is dark.
    petals = "".join(ring(23, 120 + dx, 248 + dy) for dx, dy in _around(36))
    return [*numerals, *marks, part("f", petals), part("h", "M120 192a56 56 0 0 0 0 112z" + _arc())]


def _around(radius: int) -> list[tuple[int, int]]:
    """Six points round a middle, the first straight up."""
    half, high = radius // 2, round(radius * 0.866)
    return [(0, -radius), (high, -half), (high, half), (0, radius), (-high, half), (-high, -half)]


def _arc() -> str:
    """The bright half of the moon: its rim alone."""
    return "M120 192a56 56 0 0 1 0 112v-13a43 43 0 0 0 0-86z"


def simple(fonts: Fonts) -> Drawing:
    """The 42 faces."""
    faces: Drawing = {}
    for suit, colour in (("B", GREEN), ("C", RED), ("D", BLUE)):
        for n in range(1, 10):
            faces[f"{n}{suit}"] = f'<g fill="{colour}"><use href="#n{n}"/><use href="#{suit.lower()}"/></g>'
    for wind, turn in TURNS.items():
        letter = glyph(fonts.sans, wind, 28, 18, 184, 168, stretch=1.4 if wind == "W" else 1.15)
        arrow = f'<use href="#a" transform="rotate({turn} 120 257)"/>'
        faces[wind] = f'<g fill="{INK}">' + path(letter, INK) + arrow + "</g>"
    faces["R"] = path("M20 24h200v272h-200z", RED) + path(glyph(fonts.sans, "R", 56, 76, 132, 168, stretch=1.1), GROUND)
    faces["G"] = path("M120 8l110 152l-110 152l-110-152z", GREEN) + path(
        glyph(fonts.sans, "G", 62, 90, 114, 140, stretch=1.1), GROUND
    )
    faces["Wh"] = (
        path("M22 26h196v268h-196zM46 50v220h148v-220z", BLUE, EVEN_ODD)
        + path(glyph(fonts.sans, "W", 54, 112, 84, 100, stretch=1.3), BLUE)
        + path(glyph(fonts.sans, "h", 144, 104, 42, 108, stretch=1.1), BLUE)
    )
    for n in range(1, 5):
        for letter, colour, mark in (("F", PLUM, "f"), ("S", GOLD, "h")):
            sign = path(glyph(fonts.sans, letter, 10, 26, 92, 140, stretch=1.3), colour)
            number = use(f"n{n}", 80, 12, colour, ".76")
            faces[f"{letter}{n}"] = sign + number + f'<use href="#{mark}" fill="{colour}"/>'
            if letter == "F":
                faces[f"F{n}"] += path(ring(15, 120, 248), GROUND)
    return faces
