"""What the files of the browser client are when they are sent."""

from __future__ import annotations

from pathlib import Path

import pytest

import paishan.web
from paishan.web.assets import Assets, bare

STATIC = Path(paishan.web.__file__).parent / "static"
FILES = sorted(path for path in STATIC.rglob("*") if path.suffix in (".css", ".js"))


def test_comments_stay_behind_and_lines_keep_their_numbers() -> None:
    module = b"""/**
 * What this is for.
 */
import { el } from "./shell.js"

// Why it is so.
const home = "https://example.org" // stays
const top = /** @type {HTMLElement} */ (el("top"))
"""
    assert bare(".js", module) == (
        b'\n\n\nimport { el } from "./shell.js"\n\n\n'
        b'const home = "https://example.org" // stays\nconst top =  (el("top"))\n'
    )
    sheet = b'/* Cards,\n   and more */\n.won::before { content: "\xe2\x9c\x93 " / "" } /* a tick */\n'
    assert bare(".css", sheet) == b'\n\n.won::before { content: "\xe2\x9c\x93 " / "" } \n'
    assert bare(".svg", b"<svg><!-- kept --></svg>") == b"<svg><!-- kept --></svg>"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_nothing_but_comments_stays_behind(path: Path) -> None:
    body = path.read_bytes()
    sent = bare(path.suffix, body)
    assert sent.count(b"\n") == body.count(b"\n")
    assert b"/**" not in sent
    for whole, left in zip(body.decode().splitlines(), sent.decode().splitlines(), strict=True):
        words = left.split()
        # What is left of a line are words of it, in their order.
        assert all(word in whole for word in words)
        if "*" not in whole and not whole.lstrip().startswith("//"):
            assert left in ("", whole)
            assert left == whole or _within_comment(body.decode(), whole)


def _within_comment(text: str, line: str) -> bool:
    """Whether a line stands within a comment of several lines."""
    before = text.partition(line)[0]
    return before.rfind("/*") > before.rfind("*/")


def test_whoever_works_on_them_gets_them_whole(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text("// Why.\nrun()\n")
    for live, sent in ((False, b"\nrun()\n"), (True, b"// Why.\nrun()\n")):
        found = Assets(tmp_path, live).find("a.js")
        assert found is not None and found[0].body == sent
