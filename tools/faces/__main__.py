"""`python -m tools.faces` writes the drawings; `--check` says whether the committed ones are the same."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import brotli

from tools.faces import digits, dominoes, honours, simple, suits
from tools.faces.grain import grain
from tools.faces.outlines import FontMissing, Fonts
from tools.faces.svg import sprite

HERE = Path(__file__).resolve().parents[2] / "src/paishan/web/static/faces"
SERIF = Path("/usr/share/fonts/opentype/noto/NotoSerifCJK-Bold.ttc")
SANS = Path("/usr/share/fonts/truetype/noto/NotoSans-Bold.ttf")
KINDS = 42


def drawings(fonts: Fonts) -> dict[str, bytes]:
    """File name to its content."""
    pictures = (
        suits.bamboo()
        | suits.characters(fonts)
        | suits.circles()
        | honours.winds_and_dragons(fonts)
        | honours.flowers_and_seasons(fonts)
    )
    labels = digits.digits(fonts)
    plain = simple.simple(fonts)
    if len(pictures) != KINDS or not pictures.keys() == labels.keys() == plain.keys():
        raise AssertionError("every style must draw the same 42 kinds")
    return {
        "pictures.svg": sprite([*suits.parts(fonts), *honours.parts()], pictures).encode(),
        "digits.svg": sprite(digits.parts(fonts), labels).encode(),
        "simple.svg": sprite(simple.parts(fonts), plain).encode(),
        "dominoes.svg": sprite(dominoes.parts(), dominoes.dominoes(fonts), 120, 240).encode(),
        "grain.png": grain(),
    }


def main(arguments: list[str] | None = None) -> int:
    """0: written, or the same, or skipped for want of a font; 1: the committed drawings differ."""
    parser = argparse.ArgumentParser(prog="python -m tools.faces", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if a committed drawing differs")
    parser.add_argument("--serif", type=Path, default=SERIF, help="NotoSerifCJK-Bold.ttc")
    parser.add_argument("--sans", type=Path, default=SANS, help="NotoSans-Bold.ttf")
    options = parser.parse_args(arguments)
    try:
        made = drawings(Fonts.open(options.serif, options.sans))
    except FontMissing as missing:
        print(f"skipped: {missing}", file=sys.stderr)
        return 0 if options.check else 2
    differing = [name for name, content in made.items() if not _same(HERE / name, content)]
    if options.check:
        print(f"differ from what the generator makes: {', '.join(differing)}" if differing else "drawings are current")
        return 1 if differing else 0
    HERE.mkdir(parents=True, exist_ok=True)
    for name, content in made.items():
        (HERE / name).write_bytes(content)
        print(f"{name}: {len(content)} bytes, {len(brotli.compress(content))} with brotli")
    return 0


def _same(path: Path, content: bytes) -> bool:
    return path.is_file() and path.read_bytes() == content


if __name__ == "__main__":
    sys.exit(main())
