"""Plain pictures of tiles and dominoes as arrays of pixels: rectangles, dots, and letters of 3 × 5 dots."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from paishan.tiles import Family

__all__ = ["HALF_HIGH", "HALF_WIDE", "LIFT", "Colour", "Picture", "domino", "tile"]

Colour: TypeAlias = tuple[int, int, int]

HALF_WIDE, HALF_HIGH = 12, 15
"""Half a tile, in pixels."""
LIFT = 4
"""How far a layer is moved up and to the right of the one below."""

_CLOTH, _EDGE = (24, 74, 62), (60, 52, 40)
_FREE, _SHUT = (250, 244, 228), (176, 168, 150)
_BLACK, _RED, _WHITE = (28, 28, 28), (196, 36, 36), (240, 240, 240)
_INKS: dict[Family, Colour] = {
    Family.BAMBOO: (16, 112, 48),
    Family.CHARACTERS: (176, 24, 24),
    Family.CIRCLES: (24, 64, 160),
    Family.WIND: _BLACK,
    Family.DRAGON: (136, 32, 120),
    Family.FLOWER: (168, 88, 0),
    Family.SEASON: (0, 104, 120),
}
# Five rows of three dots each, as octal digits: 4 the left one, 2 the middle one, 1 the right one.
_LETTERS = {
    "0": 0o75557,
    "1": 0o26227,
    "2": 0o71747,
    "3": 0o71717,
    "4": 0o55711,
    "5": 0o74717,
    "6": 0o74757,
    "7": 0o71122,
    "8": 0o75757,
    "9": 0o75717,
    "B": 0o65656,
    "C": 0o34443,
    "D": 0o65556,
    "E": 0o74647,
    "F": 0o74644,
    "G": 0o34553,
    "N": 0o57775,
    "R": 0o65655,
    "S": 0o34216,
    "W": 0o55575,
    "h": 0o44655,
}
# Where the pips of a half domino lie, in a square of three by three places.
_PIPS = {
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (2, 0), (0, 2), (2, 2)),
    5: ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2)),
    6: ((0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)),
}


class Picture:
    """Pixels, at first all of the colour of the cloth. What is drawn outside is cut off."""

    def __init__(self, width: int, height: int) -> None:
        self.pixels: NDArray[np.uint8] = np.empty((height, width, 3), np.uint8)
        """Height × width × 3 (red, green, blue)."""
        self.pixels[:] = _CLOTH

    def box(self, left: int, top: int, width: int, height: int, colour: Colour) -> None:
        """Fill a rectangle."""
        self.pixels[max(0, top) : max(0, top + height), max(0, left) : max(0, left + width)] = colour

    def write(self, left: int, top: int, text: str, colour: Colour = _WHITE, size: int = 2) -> None:
        """Write a text with dots of so many pixels; a letter is 3 dots wide and 5 high, and one lies between two.

        What there is no letter for stays empty.
        """
        for place, letter in enumerate(text):
            for dot in range(15):
                if _LETTERS.get(letter, 0) >> (14 - dot) & 1:
                    row, column = divmod(dot, 3)
                    self.box(left + size * (4 * place + column), top + size * row, size, size, colour)


def tile(picture: Picture, left: int, top: int, label: str, family: Family, free: bool) -> None:
    """Draw a tile with its label; darker where it is not free."""
    wide, high = 2 * HALF_WIDE, 2 * HALF_HIGH
    picture.box(left, top, wide, high, _EDGE)
    picture.box(left + 1, top + 1, wide - 2, high - 2, _FREE if free else _SHUT)
    inset = (wide - 2 * (4 * len(label) - 1)) // 2
    picture.write(left + inset, top + HALF_HIGH - 5, label, _INKS[family])


def domino(picture: Picture, left: int, top: int, pips: tuple[int, int], red: tuple[int, int]) -> None:
    """Draw a domino card of 16 × 30 pixels, the second number of pips above; `red` of each half are red."""
    picture.box(left, top, 16, 30, _EDGE)
    picture.box(left + 1, top + 1, 14, 28, _FREE)
    picture.box(left + 3, top + 15, 10, 1, _SHUT)
    for half, (number, reds) in enumerate(zip(pips[::-1], red[::-1], strict=True)):
        for place, (x, y) in enumerate(sorted(_PIPS[number])):
            picture.box(left + 3 + 4 * x, top + 3 + 14 * half + 4 * y, 3, 3, _RED if place < reds else _BLACK)
