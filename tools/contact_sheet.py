"""Many layouts on one sheet, drawn in the light of the board, to be looked at.

    python -m tools.contact_sheet sheet.png                        every built-in layout
    python -m tools.contact_sheet sheet.svg turtle fish.paishan    these, by id or by file
    python -m tools.contact_sheet sheet.png --generated 0-99 --difficulty 3

A picture that ends in `.png` is taken by Chromium through Playwright; an `.svg` needs neither.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path
from xml.sax.saxutils import escape

from paishan.solitaire import gallery
from paishan.solitaire.files import load
from paishan.solitaire.generator import generate
from paishan.solitaire.layout import Layout, Slot

FELT, BACK, SIDE, FACE, SHADE, INK = "#20543f", "#a26a26", "#d8c9a6", "#f8f0dc", "#4a3b22", "#f4ecd8"
THICK = (0.12, 0.16)
"""How far a tile's body shows to its right and below, in tile widths."""
TALL = 4 / 3
"""A tile's height in tile widths."""
LABEL = 26
MARGIN = 10


def drops(layout: Layout) -> list[int]:
    """For each tile, over how many layers the ground falls away at its right and lower edge: its shadow's length."""
    tops: dict[tuple[int, int], int] = {}
    for slot in layout.slots:
        for cell in slot.cells:
            tops[cell] = max(tops.get(cell, 0), slot.z + 1)
    found = []
    for x, y, z in layout.slots:
        around = ((x + 2, y), (x + 2, y + 1), (x + 2, y + 2), (x, y + 2), (x + 1, y + 2))
        found.append(min(4, max(0, z + 1 - min(tops.get(cell, 0) for cell in around))))
    return found


def place(slot: Slot) -> tuple[float, float]:
    """Where a tile's face begins, in tile widths: each layer lies one thickness further up and left."""
    return slot.x / 2 - slot.z * THICK[0], slot.y / 2 * TALL - slot.z * THICK[1]


def drawing(layout: Layout, width: float, height: float) -> str:
    """The layout as SVG elements within a box of this size in pixels."""
    at = [place(slot) for slot in layout.slots]
    left, top = min(x for x, _ in at), min(y for _, y in at)
    wide = max(x for x, _ in at) + 1 + THICK[0] - left
    high = max(y for _, y in at) + TALL + THICK[1] - top
    w = min(width / wide, height / high)
    dx, dy = (width - w * wide) / 2, (height - w * high) / 2
    fall = drops(layout)

    def box(index: int, shift: float, paint: str) -> str:
        x = dx + (at[index][0] - left + THICK[0] * shift) * w
        y = dy + (at[index][1] - top + THICK[1] * shift) * w
        size = f'width="{w:.2f}" height="{w * TALL:.2f}" rx="{w * 0.12:.2f}"'
        return f'<rect x="{x:.2f}" y="{y:.2f}" {size} {paint}/>'

    shapes = []
    for z in range(layout.layers):
        level = [index for index, slot in enumerate(layout.slots) if slot.z == z]
        shapes += [box(i, 1 + fall[i] * 0.7, 'fill="#04150e" fill-opacity=".45"') for i in level if fall[i]]
        dim = 0.32 * (1 - z / max(1, layout.layers - 1))
        for index in level:
            edge = f'stroke="#8a7648" stroke-opacity=".6" stroke-width="{max(0.5, w * 0.04):.2f}"'
            shapes += [
                box(index, 1, f'fill="{BACK}"'),
                box(index, 0.5, f'fill="{SIDE}"'),
                box(index, 0, f'fill="{FACE}"'),
                box(index, 0, f'fill="{SHADE}" fill-opacity="{dim:.3f}" {edge}'),
            ]
    return "".join(shapes)


def sheet(layouts: Sequence[Layout], columns: int, width: int, height: int, labels: bool) -> str:
    """The contact sheet as SVG; each layout has `width` × `height` pixels."""
    label = LABEL if labels else 0
    rows = -(-len(layouts) // columns)
    whole = f'width="{columns * width}" height="{rows * (height + label)}"'
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" {whole} font-family="sans-serif" fill="{INK}">']
    parts.append(f'<rect {whole} fill="{FELT}"/>')
    for index, layout in enumerate(layouts):
        row, column = divmod(index, columns)
        parts.append(f'<g transform="translate({column * width + MARGIN} {row * (height + label) + MARGIN})">')
        parts.append(drawing(layout, width - 2 * MARGIN, height - 2 * MARGIN))
        if labels:
            number = "" if layout.number is None else f"{layout.number} "
            text = f"{number}{layout.name} · {len(layout)} · {layout.layers} · {layout.free().bit_count()} free"
            at = f'x="{width / 2 - MARGIN}" y="{height - MARGIN + 12}"'
            parts.append(f'<text {at} font-size="13" text-anchor="middle">{escape(text)}</text>')
        parts.append("</g>")
    parts.append("</svg>")
    return "".join(parts)


def photograph(svg: str, path: Path, chromium: str) -> None:
    """Write the drawing as a PNG."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 800, "height": 600})
        page.set_content(f'<body style="margin:0">{svg}</body>')
        page.locator("svg").screenshot(path=path)
        browser.close()


def chosen(names: Iterable[str]) -> list[Layout]:
    """The layouts by id or, where the name ends in `.paishan`, by file."""
    return [load(Path(name)) if name.endswith(".paishan") else gallery.by_id(name) for name in names]


def main(arguments: list[str] | None = None) -> int:
    """Draw the sheet that the arguments ask for."""
    parser = argparse.ArgumentParser(prog="python -m tools.contact_sheet", description=__doc__.partition("\n")[0])
    parser.add_argument("out", type=Path, help="the sheet to write, .svg or .png")
    parser.add_argument("layout", nargs="*", help="an id or a .paishan file; every built-in layout if none is given")
    parser.add_argument("--generated", metavar="FIRST-LAST", help="draw the generator's layouts of these numbers")
    parser.add_argument("--difficulty", type=int, default=2, help="1–4, for --generated")
    parser.add_argument("--phone", action="store_true", help="for --generated: at most nine columns")
    parser.add_argument("--columns", type=int, default=6)
    parser.add_argument("--size", default="300x240", help="pixels for each layout")
    parser.add_argument("--no-labels", action="store_true", help="leave the names out, to guess them")
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    options = parser.parse_args(arguments)
    if options.generated:
        first, _, last = options.generated.partition("-")
        numbers = range(int(first), int(last or first) + 1)
        layouts = [generate(number, options.difficulty, phone=options.phone) for number in numbers]
    else:
        layouts = chosen(options.layout) if options.layout else list(gallery.layouts())
    width, height = (int(part) for part in options.size.split("x"))
    svg = sheet(layouts, options.columns, width, height, not options.no_labels)
    if options.out.suffix == ".png":
        photograph(svg, options.out, options.chromium)
    else:
        options.out.write_text(svg, "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
