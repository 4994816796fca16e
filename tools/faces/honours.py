"""Winds, dragons, flowers and seasons: the fifteen faces without a number's worth of sticks or coins.

Flowers are plants that stand free; seasons are pictures in a full moon. The two match within their own family
only, so they have two outlines that the eye tells apart before it reads anything.
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
    PLUM,
    RED,
    VIOLET,
    Drawing,
    line,
    part,
    path,
    rays,
    ring,
    use,
)


def parts() -> list[str]:
    """A notched plum petal, a slender petal or leaf, the moon of the seasons."""
    return [
        part("e", "M0-6c-26-18-32-54-14-64c8-4 12 0 14 4c2-4 6-8 14-4c18 10 12 46-14 64z"),
        part("l", "M0 0c-15-24-17-66 0-86c17 20 15 62 0 86z"),
        '<circle id="m" cx="120" cy="202" r="102"/>',
    ]


def winds_and_dragons(fonts: Fonts) -> Drawing:
    """E S W N, R G Wh; the white dragon is an empty frame, as on most sets."""
    faces = {
        label: path(glyph(fonts.serif, sign, 24, 44, 192, 232, stretch=1.12), INK)
        for label, sign in zip("ESWN", "東南西北", strict=True)
    }
    faces["R"] = path(glyph(fonts.serif, "中", 28, 36, 184, 248, stretch=1.1), RED)
    faces["G"] = path(glyph(fonts.serif, "發", 24, 40, 192, 240, stretch=1.12), GREEN)
    faces["Wh"] = path(frame(32, 36, 30) + frame(52, 56, 26), BLUE, EVEN_ODD) + line(frame(68, 72, 22), BLUE, 6)
    return faces


def frame(across: int, down: int, corner: int) -> str:
    """A rectangle with hollowed corners, `across` and `down` in from the edges of the face."""
    wide, high, half = 240 - 2 * (across + corner), 320 - 2 * (down + corner), corner // 2
    return (
        f"M{across + corner} {down}h{wide}c0 {half} {half} {corner} {corner} {corner}v{high}"
        f"c{-half} 0{-corner} {half}{-corner} {corner}h{-wide}c0{-half}{-half}{-corner}{-corner}{-corner}"
        f"v{-high}c{half} 0 {corner}{-half} {corner}{-corner}z"
    )


def flowers_and_seasons(fonts: Fonts) -> Drawing:
    """F1 to F4, S1 to S4: the picture, its number and its sign."""

    def marked(number: int, sign: str, colour: str, art: str) -> str:
        numeral = glyph(fonts.serif, str(number), 0, 0, 60, 64)
        name = glyph(fonts.serif, sign, 164, 14, 62, 62, stretch=1.1)
        return art + path(numeral, INK, ' transform="translate(10 16)"') + path(name, colour)

    flowers = (
        ("梅", PLUM, plum()),
        ("蘭", VIOLET, orchid()),
        ("菊", GOLD, chrysanthemum()),
        ("竹", GREEN, canes()),
    )
    seasons = (("春", GREEN, sprout()), ("夏", RED, sun()), ("秋", GOLD, maple()), ("冬", BLUE, snow()))
    faces = {f"F{n}": marked(n, *flower) for n, flower in enumerate(flowers, 1)}
    for n, (sign, colour, art) in enumerate(seasons, 1):
        faces[f"S{n}"] = marked(n, sign, colour, f'<use href="#m" fill="{colour}"/>' + art)
    return faces


def plum() -> str:
    def blossom(x: int, y: int, scale: str, turn: int) -> str:
        return rays("e", 5, x, y, PLUM, scale, turn) + path(ring(14, x, y), GOLD)

    branch = line(
        "M18 308C56 262 78 244 112 222S176 160 200 112M112 222C92 198 74 176 66 142M150 186c24 4 44 16 58 36",
        INK,
        12,
    )
    bud = path(ring(17, 51, 232), PLUM)
    return branch + blossom(84, 156, ".9", -14) + blossom(182, 140, ".72", 20) + blossom(160, 244, ".92", 8) + bud


def orchid() -> str:
    leaves = path(
        "M112 308C96 220 58 168 14 160c58 30 76 84 80 148zM128 308c4-90 44-152 100-164c-62 42-78 96-80 164z"
        "M98 308C84 262 56 236 22 236c38 16 54 40 60 72zM146 308c6-40 36-74 80-76c-38 20-54 44-60 76z",
        GREEN,
    )
    stems = line("M120 304c0-60 2-96 10-140M122 216c-8-20-18-32-34-44", GREEN, 8)
    flower = (
        rays("l", 3, 0, 0, VIOLET, "1 .92")
        + f'<g fill="{VIOLET}">' + use("l", 0, 0, scale="1.4 .72", turn=58)
        + use("l", 0, 0, scale="1.4 .72", turn=-58) + "</g>"
        + path("M-22-2c4 34 14 48 22 48s18-14 22-48c-12-14-32-14-44 0z", PLUM)
        + path(ring(9), GOLD)
    )  # fmt: skip
    placed = ((136, 124, ".86"), (78, 168, ".62"))
    flowers = (f'<g transform="translate({x} {y})scale({scale})">{flower}</g>' for x, y, scale in placed)
    return leaves + stems + "".join(flowers)


def chrysanthemum() -> str:
    stem = line("M122 220c2 36 0 60-8 92", GREEN, 11)
    leaves = path(
        "M114 300c-40 14-72 0-92-34c14 4 22 2 30-4c6 12 14 16 26 14c-2 10 16 18 36 24z"
        "M126 288c8-40 38-58 88-58c-6 12-6 20 2 28c-16 0-22 6-24 16c-14-2-38 2-66 14z",
        GREEN,
    )
    outer = rays("l", 16, 120, 152, GOLD, "1.05 1.06")
    inner = rays("l", 12, 120, 152, GOLD, "1.15 .78", 15) + rays("l", 8, 120, 152, RED, "1.1 .5")
    return stem + leaves + outer + f'<g stroke="{GROUND}" stroke-width="6">{inner}</g>'


def canes() -> str:
    tall = "M70 300h22l8-66h-20zM82 226h19l8-70h-17zM94 148h16l6-48h-14z"
    short = "M128 304h18l2-50h-18zM131 246h17l2-56h-16zM135 182h15l2-50h-14z"
    leaves = ((112, 106, "1.15", 92), (108, 100, "1.2", 132), (108, 104, ".95", -78), (96, 150, "", -112),
              (98, 152, ".9", -70), (150, 150, "", 72), (148, 152, "1.05", 118), (142, 196, ".95", 108),
              (82, 230, ".8", -118))  # fmt: skip
    placed = "".join(use("l", x, y, scale=scale, turn=turn) for x, y, scale, turn in leaves)
    return f'<g fill="{GREEN}">' + path(tall, GREEN) + path(short, GREEN) + placed + "</g>"


def sprout() -> str:
    leaves = path("M120 216C76 220 52 196 46 150c46 2 74 22 74 66zM122 190c0-44 22-66 68-70c0 46-22 70-68 70z", GROUND)
    return line("M120 282c0-40-2-64 2-100", GROUND, 13) + leaves


def sun() -> str:
    rays_of_light = "".join(f'<path d="M120 128v16" transform="rotate({45 * n} 120 202)"/>' for n in range(8))
    return (
        path(ring(38, 120, 202), GROUND)
        + f'<g stroke="{GROUND}" stroke-width="14" stroke-linecap="round">{rays_of_light}</g>'
    )


def maple() -> str:
    return path(
        "M120 118l15 34l21-14l-5 38l37-10l-8 20l16 8l-42 32l5 18l-32-6v50h-14v-50l-32 6l5-18l-42-32l16-8l"
        "-8-20l37 10l-5-38l21 14z",
        GROUND,
    )


def snow() -> str:
    arms = "".join(
        f'<path d="M120 202v-76M98 140l22 20l22-20" transform="rotate({60 * n} 120 202)"/>' for n in range(6)
    )
    return f'<g fill="none" stroke="{GROUND}" stroke-width="11" stroke-linecap="round">{arms}</g>'
