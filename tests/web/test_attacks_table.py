"""The table of attacks names tests that are there, under all headings of the standard."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).parent.parent
TABLE = TESTS.parent / "docs" / "attacks.md"


def test_every_attack_names_a_test_that_is_there() -> None:
    text = TABLE.read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line.startswith("| ") and "| test |" not in line]
    assert len(lines) >= 60
    for line in lines:
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        assert len(cells) == 3, line
        named = re.fullmatch(r"`([\w/]+\.py)::(test_\w+)`", cells[2])
        assert named is not None, line
        source = (TESTS / named[1]).read_text(encoding="utf-8")
        assert re.search(rf"^(?:async )?def {named[2]}\(", source, re.MULTILINE), line
    tried = [line.split("|")[1] for line in lines]
    assert len(set(tried)) == len(tried)
    assert re.findall(r"^## V(\d+) ", text, re.MULTILINE) == [str(number) for number in range(1, 15)]
