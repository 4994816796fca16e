"""Characters as SVG path text: outlines out of a font, fitted into a box, in relative whole numbers.

Whole relative numbers are what compresses best. Rounding is done on absolute points, so that errors never
add up along an outline.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from fontTools.pens.basePen import BasePen
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTCollection, TTFont

Point = tuple[float, float]


class FontMissing(Exception):
    """A font the faces are drawn from is not installed; the message says which package brings it."""


@dataclass(frozen=True, slots=True)
class Fonts:
    """The two fonts that lend their outlines."""

    serif: TTFont
    """Noto Serif CJK TC Bold: the characters and the small numerals of the pictures."""
    sans: TTFont
    """Noto Sans Bold: the labels of the digits style."""

    @classmethod
    def open(cls, serif: Path, sans: Path) -> Fonts:
        """Opens both files; raises `FontMissing` where one is not there."""
        for path, package in ((serif, "fonts-noto-cjk"), (sans, "fonts-noto-core")):
            if not path.is_file():
                raise FontMissing(f"{path} is not there; Debian's package {package} brings it")
        faces = TTCollection(str(serif)).fonts
        return cls(next(font for font in faces if "TC" in font["name"].getDebugName(1)), TTFont(str(sans)))


class PathPen(BasePen):  # type: ignore[misc]  # fontTools carries no types
    """Collects an outline as path text; `text` is the result."""

    def __init__(self, glyphs: object) -> None:
        super().__init__(glyphs)
        self.text = ""
        self._at = self._start = (0, 0)

    def _relative(self, *points: Point) -> list[int]:
        x, y = self._at
        return [value for px, py in points for value in (round(px) - x, round(py) - y)]

    def _go(self, point: Point) -> None:
        self._at = (round(point[0]), round(point[1]))

    def _moveTo(self, point: Point) -> None:
        self._go(point)
        self._start = self._at
        self.text += "M" + numbers(*self._at)

    def _lineTo(self, point: Point) -> None:
        x, y = self._relative(point)
        if x and y:
            self.text += "l" + numbers(x, y)
        elif x or y:
            self.text += f"h{x}" if x else f"v{y}"
        self._go(point)

    def _curveToOne(self, first: Point, second: Point, end: Point) -> None:
        values = self._relative(first, second, end)
        if any(values):
            self.text += "c" + numbers(*values)
        self._go(end)

    def _qCurveToOne(self, control: Point, end: Point) -> None:
        values = self._relative(control, end)
        if any(values):
            self.text += "q" + numbers(*values)
        self._go(end)

    def _closePath(self) -> None:
        self.text += "z"
        self._at = self._start


def numbers(*values: int) -> str:
    """The values one after another, with a space only where no minus sign separates them already."""
    text = ""
    for value in values:
        text += f" {value}" if text and value >= 0 else str(value)
    return text


def glyph(font: TTFont, character: str, x: int, y: int, width: int, height: int, stretch: float = 1.0) -> str:
    """The outline of `character`, centred in a box and as large as fits.

    `stretch` says how far one direction may be drawn out beyond the other to fill the box.
    """
    glyphs = font.getGlyphSet()
    outline = glyphs[font.getBestCmap()[ord(character)]]
    bounds = BoundsPen(glyphs)
    outline.draw(bounds)
    left, bottom, right, top = bounds.bounds
    wide, high = right - left, top - bottom
    scale = min(width / wide, height / high)
    across, down = min(width / wide, scale * stretch), min(height / high, scale * stretch)
    dx = x + (width - across * wide) / 2 - across * left
    dy = y + (height - down * high) / 2 + down * top
    pen = PathPen(glyphs)
    outline.draw(TransformPen(pen, (across, 0, 0, -down, dx, dy)))
    return pen.text
