"""Circles, bamboo and characters: the 27 numbered faces.

A circle is a coin with a four-petalled hole; a bamboo stick has two joints with flared ends and a slit of
light in each; the one of bamboo is a peacock on a cane; a character is its numeral over the sign for ten
thousand.
"""

from __future__ import annotations

from tools.faces.outlines import Fonts, glyph
from tools.faces.svg import (
    BLUE,
    EVEN_ODD,
    GOLD,
    GREEN,
    GROUND,
    INK,
    RED,
    Drawing,
    line,
    part,
    path,
    rays,
    ring,
    use,
)


def coin() -> str:
    """Rim, ring of ground, hub with its hole: the holes are real, so that the face shows through."""
    petals = ("c-9-6-9-14 0-17c9 3 9 11 0 17z", "c6-9 14-9 17 0c-3 9-11 9-17 0z",
              "c9 6 9 14 0 17c-9-3-9-11 0-17z", "c-6 9-14 9-17 0c3-9 11-9 17 0z")  # fmt: skip
    hole = "".join("M0 0" + petal for petal in petals)
    return part("o", ring(40) + ring(29) + ring(23) + hole, EVEN_ODD)


def stick() -> str:
    """A bamboo stick of 40 x 130, its middle at the origin."""

    def joint(y: int, height: int) -> str:
        inner = height - 34
        slit = height - 46
        return (
            f"M-20 {y}c0-5 4-7 8-7h24c4 0 8 2 8 7c0 5-5 6-5 11v{inner}c0 5 5 6 5 11c0 5-4 7-8 7h-24"
            f"c-4 0-8-2-8-7c0-5 5-6 5-11v{-inner}c0-5-5-6-5-11z"
            f"M-7 {y + 17}v{slit}c0 4 5 4 5 0v{-slit}c0-4-5-4-5 0z"
        )

    return part("i", joint(-58, 66) + joint(6, 66), EVEN_ODD)


def parts(fonts: Fonts) -> list[str]:
    """The parts that the suits share."""
    return [coin(), stick(), part("w", glyph(fonts.serif, "萬", 44, 158, 152, 142))]


COINS: dict[int, list[tuple[int, int, float, str]]] = {
    2: [(120, 88, 1.5, GREEN), (120, 232, 1.5, BLUE)],
    3: [(62, 68, 1.15, BLUE), (120, 160, 1.15, RED), (178, 252, 1.15, GREEN)],
    4: [(66, 86, 1.25, BLUE), (174, 86, 1.25, GREEN), (66, 234, 1.25, GREEN), (174, 234, 1.25, BLUE)],
    5: [(56, 64, 1.16, BLUE), (184, 64, 1.16, GREEN), (120, 160, 1.2, RED),
        (56, 256, 1.16, GREEN), (184, 256, 1.16, BLUE)],
    6: [(x, y, 1.14, colour) for y, colour in ((58, GREEN), (168, RED), (264, RED)) for x in (68, 172)],
    7: [(44, 44, 0.92, GREEN), (120, 76, 0.92, GREEN), (196, 108, 0.92, GREEN),
        *((x, y, 1.04, RED) for y in (186, 272) for x in (70, 170))],
    8: [(x, y, 0.94, BLUE) for y in (45, 122, 198, 275) for x in (70, 170)],
    9: [(x, y, 0.96, colour) for y, colour in ((52, GREEN), (160, RED), (268, BLUE)) for x in (41, 120, 199)],
}  # fmt: skip
"""Number to its coins: place of the middle, scale, colour."""

STICKS: dict[int, list[tuple[int, int, float, float, str]]] = {
    2: [(120, 84, 1.5, 1.08, GREEN), (120, 236, 1.5, 1.08, BLUE)],
    3: [(120, 84, 1.5, 1.08, BLUE), (62, 236, 1.5, 1.08, GREEN), (178, 236, 1.5, 1.08, GREEN)],
    4: [(62, 84, 1.5, 1.08, BLUE), (178, 84, 1.5, 1.08, GREEN),
        (62, 236, 1.5, 1.08, GREEN), (178, 236, 1.5, 1.08, BLUE)],
    5: [(48, 84, 1.4, 1.04, GREEN), (192, 84, 1.4, 1.04, BLUE), (120, 160, 1.4, 1.04, RED),
        (48, 236, 1.4, 1.04, BLUE), (192, 236, 1.4, 1.04, GREEN)],
    6: [(x, y, 1.32, 1.08, colour) for y, colour in ((84, GREEN), (236, BLUE)) for x in (44, 120, 196)],
    7: [(120, 58, 1.4, 0.7, RED),
        *((x, y, 1.32, 0.68, colour) for y in (162, 260)
          for x, colour in ((44, GREEN), (120, BLUE), (196, GREEN)))],
    9: [(x, y, 1.4, 0.7, colour) for y in (60, 160, 260)
        for x, colour in ((44, RED), (120, BLUE), (196, GREEN))],
}  # fmt: skip
"""Number to its sticks: place of the middle, scale across and down, colour. One and eight are drawn apart."""


def circles() -> Drawing:
    """1D to 9D; the one is a great coin with a rim of petals."""
    great = (
        path(ring(100) + ring(84), BLUE, EVEN_ODD)
        + rays("l", 12, 0, 0, RED, ".92 .86")
        + path(ring(46), GROUND)
        + use("o", 0, 0, GREEN, "1.05")
    )
    faces = {"1D": f'<g transform="translate(120 160)">{great}</g>'}
    for number, coins in COINS.items():
        faces[f"{number}D"] = "".join(use("o", x, y, colour, f"{scale:g}") for x, y, scale, colour in coins)
    return faces


def bamboo() -> Drawing:
    """1B to 9B."""
    faces = {"1B": peacock()}
    for number, sticks in STICKS.items():
        faces[f"{number}B"] = "".join(
            use("i", x, y, colour, f"{across:g} {down:g}") for x, y, across, down, colour in sticks
        )
    faces["8B"] = eight_of_bamboo()
    return faces


def eight_of_bamboo() -> str:
    """Four sticks as an M, and the same upside down."""
    upright = "".join(use("i", x, 86, scale="1.2 1.02") for x in (32, 208))
    leaning = "".join(use("i", x, 86, scale="1.2 1.04", turn=turn) for x, turn in ((92, 26), (148, -26)))
    half = upright + leaning
    return f'<g fill="{GREEN}">{half}</g><g fill="{BLUE}" transform="matrix(1 0 0-1 0 320)">{half}</g>'


def peacock() -> str:
    """The one of bamboo."""
    tail = path(
        "M134 176c34 8 76 46 92 120c-46-8-86-54-98-100zM120 190c22 26 36 64 32 116c-28-24-46-66-46-104z"
        "M146 160c40-6 74 12 88 56c-34 6-76-10-94-40z",
        GREEN,
    )
    eyes = "".join(
        path(f"M{x - 15} {y}c0-19 30-19 30 0c0 19-30 19-30 0z", RED)
        + path(f"M{x - 6} {y}c0-8 12-8 12 0c0 8-12 8-12 0z", GROUND)
        for x, y in ((205, 262), (140, 272), (208, 192))
    )
    crest = line("M86 40l-14-28M98 38l2-30M110 44l18-24", RED, 7)
    body = path(
        "M46 90c-6-30 16-52 44-48c26 4 34 32 28 56c-4 20 10 28 28 42c24 18 26 60-4 74c-42 18-88-6-88-60"
        "c0-26 12-38 4-56z",
        GREEN,
    )
    wing = path("M82 144c34-14 70 4 80 44c-34 12-76-4-80-44z", BLUE)
    feathers = line("M100 152c20 0 36 10 44 26M94 166c12 0 22 6 28 14", GROUND, 6)
    beak = path("M48 70l-34 16l36 12c6-8 4-20-2-28z", RED)
    eye = path("M80 62c8 0 12 5 12 10c0 6-4 10-11 10c-14 0-14-20-1-20z", GROUND)
    pupil = path(ring(5, 81, 72), INK)
    legs = line("M84 214l-8 56M110 218l-2 52", GOLD, 8)
    cane = line("M22 276h64M100 276h30", GREEN, 15)
    return tail + eyes + crest + body + wing + feathers + beak + eye + pupil + legs + cane


def characters(fonts: Fonts) -> Drawing:
    """1C to 9C; the single stroke of the one is set lower, or it would float."""
    faces: Drawing = {}
    for number, numeral in enumerate("一二三四五六七八九", 1):
        box = (40, 56, 160, 60) if number == 1 else (40, 22, 160, 120)
        faces[f"{number}C"] = (
            path(glyph(fonts.serif, numeral, *box, stretch=1.25), INK) + f'<use href="#w" fill="{RED}"/>'
        )
    return faces
