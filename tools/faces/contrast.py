"""`python -m tools.faces.contrast`: contrast ratios as the browser computes them, on every table and slider setting.

Inks are measured on the darkest point of the face's own gradient, text on the colours that it lies on. Exits 1 where a
pair falls short of WCAG 2.2: 4.5 for text and inks, 3 for outlines and marks. Grain and shadows are not measured.
"""

from __future__ import annotations

import itertools
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

STYLE = Path(__file__).resolve().parents[2] / "src/paishan/web/static/css/paishan.css"
CHROMIUM = "/usr/bin/chromium"
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
TABLES = ("felt", "night", "paper")
SLIDER = (0, 0.5, 1)
Setting = tuple[str, float, float, float]
"""The table, and the sliders of contrast, temperature and of how dark blocked tiles are."""

FACE_AT_ITS_DARKEST = "color-mix(in oklab, var(--face), var(--shade) 7%)"
INKS = {"k": "ink", "r": "red", "g": "green", "b": "blue", "o": "gold", "v": "violet", "p": "plum"}
PAIRS: dict[str, tuple[float, str, str, str]] = {
    **{
        f"{name} on a {state} face": (4.5, state, f"var(--{ink})", FACE_AT_ITS_DARKEST)
        for ink, name in INKS.items()
        for state in ("free", "blocked")
    },
    "text on the lit felt": (4.5, "", "var(--on)", "var(--felt-hi)"),
    "text on the table": (4.5, "", "var(--on)", "var(--table)"),
    "text on the dark corner": (4.5, "", "var(--on)", "var(--felt-lo)"),
    "lesser text on the lit felt": (4.5, "", "var(--on-2)", "var(--felt-hi)"),
    "lesser text on the table": (4.5, "", "var(--on-2)", "var(--table)"),
    "text on a panel": (4.5, "", "var(--on-panel)", "var(--panel)"),
    "lesser text on a panel": (4.5, "", "var(--on-2)", "var(--panel)"),
    "text on a chosen panel": (4.5, "", "var(--on-panel)", "var(--panel-2)"),
    "lesser text on a chosen panel": (4.5, "", "var(--on-2)", "var(--panel-2)"),
    "text on a sheet": (4.5, "", "var(--on-sheet)", "var(--sheet)"),
    "lesser text on a sheet": (4.5, "", "var(--on-sheet-2)", "var(--sheet)"),
    "lesser text on a pressed option": (4.5, "", "var(--on-sheet-2)", "var(--field)"),
    "act of a toast": (4.5, "", "var(--link)", "var(--sheet)"),
    "text on the accent": (4.5, "", "var(--on-accent)", "var(--accent)"),
    "lesser text on the accent": (4.5, "", "var(--on-accent-2)", "var(--accent)"),
    "focus ring on a panel": (3, "", "var(--accent)", "var(--panel)"),
    "focus ring on the table": (3, "", "var(--accent)", "var(--table)"),
    "focus ring and switch on a sheet": (3, "", "var(--link)", "var(--sheet)"),
    "hint ring on a free face": (3, "free", "var(--hint)", "var(--face)"),
    "ring of a refused tile on a free face": (3, "free", "var(--refused)", "var(--face)"),
    "ring of a refused tile on a blocked face": (3, "blocked", "var(--refused)", "var(--face)"),
    "rim of a selected tile on a free face": (3, "free", "#3a2503", "var(--face)"),
    "selection ring on its rim": (3, "", "var(--sel)", "#3a2503"),
    "foot line on a face": (3, "free", "color-mix(in oklab, var(--back0), #000 52%)", "var(--face)"),
    "free face beside a blocked one": (0, "free", "var(--face-free)", "var(--face-stop)"),
}
"""What is measured: the ratio needed, the state of the tile it is on (or none), foreground, background."""

MEASURE = """pairs => {
  const pen = document.createElement('canvas').getContext('2d', {willReadFrequently: true})
  const light = colour => {
    pen.fillStyle = colour; pen.fillRect(0, 0, 1, 1)
    const [r, g, b] = [...pen.getImageData(0, 0, 1, 1).data].map(v => v / 255)
      .map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
    return .2126 * r + .7152 * g + .0722 * b
  }
  return pairs.map(([state, ...colours]) => {
    const home = document.body.appendChild(document.createElement('div'))
    if (state) home.className = `tile ${state}`
    const [a, b] = colours.map(colour => {
      const probe = home.appendChild(document.createElement('span'))
      probe.style.color = colour
      return light(getComputedStyle(probe).color)
    })
    home.remove()
    return (Math.max(a, b) + .05) / (Math.min(a, b) + .05)
  })
}"""


def measure() -> dict[str, dict[Setting, float]]:
    """Name of a pair to its ratio at every setting."""
    ratios: dict[str, dict[Setting, float]] = {name: {} for name in PAIRS}
    colours = [pair[1:] for pair in PAIRS.values()]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        page = browser.new_page()
        page.set_content(f"<style>{STYLE.read_text()}</style>")
        for table, contrast, warm, blocked in itertools.product(TABLES, SLIDER, SLIDER, SLIDER):
            page.evaluate(
                """([table, contrast, warm, blocked]) => {
                  const root = document.documentElement
                  root.dataset.table = table
                  root.style.setProperty('--contrast', contrast)
                  root.style.setProperty('--warm', warm)
                  root.style.setProperty('--blocked', blocked)
                }""",
                [table, contrast, warm, blocked],
            )
            for name, ratio in zip(PAIRS, page.evaluate(MEASURE, colours), strict=True):
                ratios[name][table, contrast, warm, blocked] = ratio
        browser.close()
    return ratios


def main() -> int:
    short = 0
    print(
        f"{'':42}{'need':>5}"
        + "".join(f"{table:>7}" for table in TABLES)
        + "  worst, at (table, contrast, warm, blocked)"
    )
    for name, ratios in measure().items():
        need = PAIRS[name][0]
        worst = min(ratios, key=lambda setting: ratios[setting])
        fails = ratios[worst] < need
        short += fails
        middle = "".join(f"{ratios[table, 0.5, 0.5, 0.5]:7.2f}" for table in TABLES)
        print(f"{name:42}{need or '-':>5}{middle}  {ratios[worst]:5.2f} {worst}{'  FALLS SHORT' if fails else ''}")
    print(f"{short} of {len(PAIRS)} pairs fall short")
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
