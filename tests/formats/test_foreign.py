"""The layout files of seven programs, each with what is known of it; skipped where the files are not at hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from paishan.solitaire.formats import WRITABLE, LayoutError, read, read_file, write
from paishan.solitaire.formats.check import check_line, check_lines

FOREIGN = Path(__file__).parents[2].parent / "shared" / "foreign-layouts"
KEYS = ("tiles", "layers", "free", "width", "height", "sha1")

pytestmark = pytest.mark.skipif(
    not FOREIGN.is_dir(), reason="the files of other programs are not kept with the project; this folder is not there"
)


def files() -> list[Path]:
    kept = (path for path in FOREIGN.rglob("*") if path.is_file() and path.parent != FOREIGN)
    return sorted(path for path in kept if path.suffix != ".desktop")


def expected() -> dict[str, dict[str, Any]]:
    facts: dict[str, dict[str, Any]] = json.loads((FOREIGN / "expected.json").read_text())
    return facts


def keys(path: Path) -> list[str]:
    """What `expected.json` calls the boards of a file, in their order."""
    file = path.relative_to(FOREIGN).as_posix()
    match path.parent.name:
        case "pysol":
            return [f"pysol/{board['id']} {board['short_name']}" for board in json.loads(path.read_text())]
        case "mah":
            return [f"mah/{board['id']} {board['name']}" for board in json.loads(path.read_text())]
        case "gnome":
            return [f"{file}#{board.name if board.tiles else 'ERR'}" for board in read_file(path)]
        case _:
            return [file]


def test_every_board_of_every_program_is_what_it_is_known_to_be() -> None:
    found: dict[str, dict[str, Any]] = {}
    for path in files():
        lines = check_lines(path)
        assert len(lines) == len(keys(path)), path
        found.update(zip(keys(path), lines, strict=True))
    known = expected()
    assert found.keys() == known.keys()
    for key, facts in known.items():
        assert {name: found[key][name] for name in KEYS if name in facts} == {
            name: facts[name] for name in KEYS if name in facts
        }, key


def test_only_odd_and_empty_files_are_refused() -> None:
    refused = {line["file"]: line["error"] for path in files() for line in check_lines(path) if not line["ok"]}
    assert {Path(str(file)).name for file in refused} == {"alien.layout", "pillars.layout", "invalid.map"}
    reasons = {Path(str(file)).name: str(reason) for file, reason in refused.items()}
    assert "151" in reasons["alien.layout"]
    assert "117" in reasons["pillars.layout"]
    assert "GNOME Mahjongg (.map)" in reasons["invalid.map"]


def test_names_come_from_the_files_beside_and_inside() -> None:
    names = {path.name: [board.name for board in read_file(path)] for path in files()}
    assert names["4_winds.layout"] == ["4 Winds"]
    assert names["dragon"] == ["Old Dragon"]
    assert "Pyramid's Walls" in names["mahjongg.map"]


@pytest.mark.parametrize("format", WRITABLE)
def test_every_board_reads_back_as_it_was_written(format: str) -> None:
    wide = 0
    for path in files():
        for board in read_file(path):
            if board.layout is None:
                continue
            try:
                data = write(board.layout, format, name="Any")
            except LayoutError:
                wide += 1
                assert board.layout.width > 34 or board.layout.height > 20 or board.layout.layers > 5
                continue
            (again,) = read(data)
            assert again.layout == board.layout
            assert check_line("", again)["sha1"] == board.layout.sha1
    assert (wide > 0) is (format == "kyodai")
