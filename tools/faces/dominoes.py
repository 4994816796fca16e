"""The 21 dominoes of Chuo Pai, once with pips and once with numerals for those whom pips swim before.

A domino is drawn on a grid of 120 x 240. Red pips are rings and black ones are full, so that colour is never alone; a
red numeral is underlined for the same reason.
"""

from __future__ import annotations

from paishan.chuopai.domino import DOMINOES, Domino
from tools.faces.outlines import Fonts, glyph
from tools.faces.svg import EVEN_ODD, INK, RED, Drawing, line, part, path, ring

_PLACES = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""Where the pips of a half are, counted from its middle."""
_SEAM = f'<path d="M28 120h64" stroke="{INK}" stroke-width="2.5" opacity=".45"/>'


def parts() -> list[str]:
    """A black pip, a red one, and the large red one that is alone in its half."""
    return [
        part("k", ring(17), f' fill="{INK}"'),
        part("r", ring(18) + ring(7), f' fill="{RED}"{EVEN_ODD}'),
        part("R", ring(26) + ring(9), f' fill="{RED}"{EVEN_ODD}'),
    ]


def dominoes(fonts: Fonts) -> Drawing:
    """`p46` with pips and `n46` with numerals, the smaller half first."""
    faces: Drawing = {}
    for domino in DOMINOES:
        sign = "{}{}".format(*domino.pips)
        faces[f"p{sign}"] = _half(domino, 0, 60) + _SEAM + _half(domino, 1, 180)
        faces[f"n{sign}"] = _numeral(fonts, domino, 0, 12) + _SEAM + _numeral(fonts, domino, 1, 134)
    return faces


def _half(domino: Domino, half: int, middle: int) -> str:
    """The pips of one half; of a half that is partly red, those on the left are."""
    pips, red = domino.pips[half], domino.red[half]
    drawn = ""
    for x, y in _PLACES[pips]:
        kind = "k" if not red or (red < pips and x > 0) else "R" if pips == 1 else "r"
        drawn += f'<use href="#{kind}" x="{60 + 32 * x}" y="{middle + (38 if pips == 6 else 33) * y}"/>'
    return drawn


def _numeral(fonts: Fonts, domino: Domino, half: int, top: int) -> str:
    """The number of pips of one half."""
    pips, red = domino.pips[half], domino.red[half]
    colour = RED if red else INK
    drawn = path(glyph(fonts.sans, str(pips), 20, top, 80, 78, stretch=1.3), colour)
    return drawn + (line(f"M34 {top + 92}h52", RED, 8) if red else "")
