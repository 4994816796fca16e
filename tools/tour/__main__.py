"""Take pictures of every page in every language and on every table, and tell what does not fit.

    python -m tools.tour FOLDER                 the usual round
    python -m tools.tour FOLDER --only grid over --looks 360x740:ro:felt 740x360:fi:night
    python -m tools.tour FOLDER --no-pictures   only what can be measured

The folder gets a picture of every stop in every look, sheets of twelve of them to be looked at, and `found.txt`.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Error, FloatRect, Page, sync_playwright
from rich.progress import track
from tests.browser.serving import Server
from tests.browser.visitor import Visitor, launch

from paishan.web.languages import LANGUAGES
from tools.tour.finding import findings
from tools.tour.stops import STOPS, Stop, Traveller

PHONE, TABLET, DESKTOP, LANDSCAPE = (360, 740), (768, 1024), (1440, 900), (740, 360)
TABLES = ("felt", "night", "paper")
LONGEST = 2600
"""Of a page that scrolls no more than so many CSS pixels are pictured."""


class Look(NamedTuple):
    """How a page is looked at."""

    width: int
    height: int
    language: str
    table: str

    def __str__(self) -> str:
        return f"{self.width}x{self.height}-{self.language}-{self.table}"

    @classmethod
    def parse(cls, text: str) -> Look:
        """Read `360x740:ro:felt`."""
        size, language, table = text.split(":")
        width, height = size.split("x")
        return cls(int(width), int(height), language, table)


USUAL = (
    *(Look(*PHONE, language.code, "felt") for language in LANGUAGES),
    *(Look(*DESKTOP, "en", table) for table in TABLES),
    Look(*TABLET, "ro", "felt"),
    Look(*TABLET, "fi", "paper"),
    Look(*LANDSCAPE, "ro", "night"),
    Look(*LANDSCAPE, "fi", "felt"),
)
"""Every page in every language on a phone and on every table on a desktop; the longest words on other screens too."""


_THROUGH = """async (end) => {
  for (let y = 0; y < end; y += innerHeight) {
    scrollTo(0, y)
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
  }
  scrollTo(0, 0)
}"""
"""What a page draws only once it is come to is drawn then."""


def picture(page: Page, file: Path) -> None:
    """A picture of the page, or of the beginning of a long one."""
    high: int = page.evaluate("document.querySelector('dialog[open]') ? 0 : document.documentElement.scrollHeight")
    size = page.viewport_size
    assert size is not None
    whole = size["height"] < high <= LONGEST
    if high > size["height"]:
        page.evaluate(_THROUGH, LONGEST)
    if whole or high <= LONGEST:
        page.screenshot(path=file, type="jpeg", quality=75, full_page=whole, caret="hide")
    else:
        clip: FloatRect = {"x": 0, "y": 0, "width": size["width"], "height": LONGEST}
        page.screenshot(path=file, type="jpeg", quality=75, full_page=True, clip=clip, caret="hide")


def visit(traveller: Traveller, look: Look, stops: Iterable[Stop], folder: Path | None) -> list[str]:
    """Come to every stop; gives what was found, a line each."""
    page, found = traveller.page, []
    page.set_viewport_size({"width": look.width, "height": look.height})
    traveller.wear(look.language, look.table)
    for stop in stops:
        try:
            stop.come(traveller)
        except Error as error:
            found.append(f"{look} {stop.name} | cannot be reached: {error.message.splitlines()[0]}")
            continue
        found += [f"{look} {stop.name} | {line}" for line in findings(page, look.language)]
        if folder is not None:
            picture(page, folder / f"{stop.name}-{look}.jpg")
    return found


def sheets(browser: Browser, folder: Path, look: Look, stops: Sequence[Stop]) -> None:
    """Lay the pictures of a look on sheets."""
    across, down, width = (6, 2, 330) if look.width < 500 else (3, 2, 640)
    page = browser.new_page(viewport={"width": across * (width + 10), "height": 800})
    for first in range(0, len(stops), across * down):
        parts = [
            f"<figure><figcaption>{escape(stop.name)}</figcaption><img src='{stop.name}-{look}.jpg'></figure>"
            for stop in stops[first : first + across * down]
        ]
        style = (
            "body{margin:0;background:#444;color:#fff;font:14px sans-serif;display:flex;flex-wrap:wrap;gap:10px}"
            f"figure{{margin:0}}img{{display:block;width:{width}px;max-height:{width * 2.4:.0f}px}}"
            "img{object-fit:cover;object-position:top}"
        )
        html = folder / "sheet.html"
        html.write_text(f"<meta charset=utf-8><style>{style}</style>{''.join(parts)}", "utf-8")
        page.goto(html.as_uri())
        page.screenshot(
            path=folder / f"sheet-{look}-{1 + first // (across * down)}.jpg", type="jpeg", quality=80, full_page=True
        )
        html.unlink()
    page.close()


def main(arguments: list[str] | None = None) -> int:
    """Make the tour; 1 if something was found."""
    parser = argparse.ArgumentParser(prog="python -m tools.tour", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument(
        "--only", nargs="+", metavar="STOP", help="these stops: " + ", ".join(stop.name for stop in STOPS)
    )
    parser.add_argument("--looks", nargs="+", type=Look.parse, default=USUAL, metavar="WIDTHxHEIGHT:LANGUAGE:TABLE")
    parser.add_argument("--no-pictures", action="store_true")
    options = parser.parse_args(arguments)
    stops = [stop for stop in STOPS if not options.only or stop.name in options.only]
    options.folder.mkdir(parents=True, exist_ok=True)
    found: list[str] = []
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data))
        server.start()
        browser = launch(playwright.chromium)
        try:
            traveller = Traveller(Visitor(browser, server, reduced_motion="reduce"))
            traveller.prepare()
            for look in track(options.looks, description="looks"):
                found += visit(traveller, look, stops, None if options.no_pictures else options.folder)
                if not options.no_pictures:
                    sheets(browser, options.folder, look, stops)
        finally:
            browser.close()
            server.stop()
    (options.folder / "found.txt").write_text("".join(f"{line}\n" for line in found), "utf-8")
    print(*found, f"{len(found)} findings", sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
