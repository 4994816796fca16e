"""Shares drawn as dots with their intervals, one row each, as an SVG that needs nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

__all__ = ["Row", "plot_shares"]

_SHEET, _LINE, _INK, _MUTED, _FELT, _MARK = "#f8f2e4", "#d9cfb8", "#23282c", "#55584f", "#1f4f3b", "#8f3a0a"
_NAMES, _WIDE, _VALUES, _HIGH, _TOP, _BOTTOM = 150, 480, 130, 18, 64, 46
_LETTER = 6.4
"""How wide a letter of a name is, near enough."""


class Row(NamedTuple):
    """One share with its interval."""

    name: str
    share: float
    low: float
    high: float


def plot_shares(title: str, note: str, rows: Sequence[Row], start: float | None = None, end: float = 1.0) -> str:
    """A chart of `rows` in the order given; `note` stands under it, and says how the shares were measured.

    The scale runs from `start`, or the ten per cent below the least share if not given, to `end`.
    """
    if start is None:
        start = max(0.0, int(min((row.low for row in rows), default=0.0) * 10 - 1e-9) / 10)
    step = _step(end - start)
    places = 0 if step >= 0.01 else 1 if step >= 0.001 else 2
    names = max(_NAMES, round(24 + _LETTER * max((len(row.name) for row in rows), default=0)))
    width, height = names + _WIDE + _VALUES, _TOP + _HIGH * len(rows) + _BOTTOM
    floor = _TOP + _HIGH * len(rows)

    def across(share: float) -> float:
        return names + _WIDE * (share - start) / (end - start)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" aria-label="{escape(title, {chr(34): "&quot;"})}" font-family="system-ui, sans-serif" '
        f'font-size="12" fill="{_INK}">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height}" rx="8" fill="{_SHEET}"/>',
        f'<text x="16" y="26" font-size="16" font-weight="600">{escape(title)}</text>',
    ]
    for tick in _ticks(start, end, step):
        x = across(tick)
        parts.append(f'<path d="M{x:.1f} {_TOP - 8}V{floor}" stroke="{_LINE}"/>')
        parts.append(
            f'<text x="{x:.1f}" y="{_TOP - 14}" text-anchor="middle" fill="{_MUTED}">{100 * tick:.{places}f} %</text>'
        )
    for number, row in enumerate(rows):
        y = _TOP + _HIGH * number + _HIGH / 2
        low, dot, high = across(row.low), across(row.share), across(row.high)
        spread = 50 * (row.high - row.low)
        parts += [
            f'<text x="{names - 12}" y="{y + 4:g}" text-anchor="end">{escape(row.name)}</text>',
            f'<path d="M{low:.1f} {y:g}H{high:.1f}M{low:.1f} {y - 4:g}v8M{high:.1f} {y - 4:g}v8" '
            f'stroke="{_MARK}" stroke-width="1.5"/>',
            f'<circle cx="{dot:.1f}" cy="{y:g}" r="3.5" fill="{_FELT}"/>',
            f'<text x="{names + _WIDE + 16}" y="{y + 4:g}" fill="{_MUTED}">'
            f"{100 * row.share:.{2 + (places > 1)}f} ± {spread:.{2 + (places > 1)}f} %</text>",
        ]
    parts.append(f'<text x="16" y="{height - 16}" font-size="11" fill="{_MUTED}">{escape(note)}</text>')
    return "\n".join([*parts, "</svg>", ""])


def _step(width: float) -> float:
    """How far the lines of a scale of this width are from each other."""
    if width > 0.08:
        return 0.1 if width > 0.35 else 0.02 if width < 0.15 else 0.05
    return next((step for step in (0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002) if width / step >= 4), 0.0001)


def _ticks(start: float, end: float, step: float) -> list[float]:
    """Round shares to draw lines at, `end` the last."""
    count = int((end - start) / step + 1e-9)
    return [end - step * number for number in range(count, -1, -1)]
