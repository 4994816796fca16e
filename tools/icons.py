"""Draw the icons of the installed program from `icon.svg`: `python -m tools.icons`, after the mark has changed.

Chromium draws them, as it draws the pages. *Any* icons have round corners of their own, *maskable* ones fill the
square, because the system cuts them to its own shape; then the mark keeps to the middle four fifths.
"""

from __future__ import annotations

import base64
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import sync_playwright

STATIC = Path(__file__).parents[1] / "src" / "paishan" / "web" / "static"
CHROMIUM = "/usr/bin/chromium"
FELT = "#1f4f3b"


class Icon(NamedTuple):
    """One picture."""

    name: str
    size: int
    """In pixels, each way."""
    mark: float
    """The width of the mark, as a part of the whole."""
    corner: float
    """The radius of the corners, as a part of the whole."""


ICONS = (
    Icon("icon-192.png", 192, 0.72, 0.2),
    Icon("icon-512.png", 512, 0.72, 0.2),
    Icon("maskable-192.png", 192, 0.54, 0),
    Icon("maskable-512.png", 512, 0.54, 0),
    Icon("apple-touch.png", 180, 0.68, 0),
)


def page_of(icon: Icon, mark: str) -> str:
    """A page that shows nothing but the icon; `mark` is the address of the mark."""
    size, wide = icon.size, icon.size * icon.mark
    inset = (size - wide) / 2
    return (
        f"<style>body{{margin:0}}div{{width:{size}px;height:{size}px;background:{FELT};"
        f"border-radius:{size * icon.corner}px}}img{{width:{wide}px;height:{wide}px;margin:{inset}px}}</style>"
        f'<div><img src="{mark}"></div>'
    )


def main() -> None:
    """Write all of them."""
    folder = STATIC / "icons"
    folder.mkdir(exist_ok=True)
    mark = "data:image/svg+xml;base64," + base64.b64encode((STATIC / "icon.svg").read_bytes()).decode()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--headless", "--no-sandbox"])
        for icon in ICONS:
            page = browser.new_page(viewport={"width": icon.size, "height": icon.size})
            page.set_content(page_of(icon, mark), wait_until="load")
            page.screenshot(path=folder / icon.name, omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
