"""A whole Turtle with the mouse, with everything that a player does on the way."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from paishan.play.recording import replay
from paishan.records import Record
from tests.browser.conftest import Visit
from tests.browser.serving import Server

pytestmark = pytest.mark.browser

CODE = "MJ1-L00-AAAAABL"


def test_a_newcomer_clears_the_turtle_by_clicking_its_witness(visit: Visit, server: Server, tmp_path: Path) -> None:
    visitor = visit()
    page = visitor.page
    page.goto("/")
    page.get_by_text("Play a board by its code").click()
    page.get_by_label("The same code gives the same board everywhere.").fill(CODE.lower())
    page.locator(".code-in").get_by_role("button", name="Play").click()
    page.wait_for_url("**/play/*")
    table = visitor.table(CODE)
    # The tips of a first board go one by one, and the board moves into their place.
    table.press("tip-close")
    witness = [tuple(sorted(pair)) for pair in table.deal.witness]

    dealt = table.shown()
    assert (dealt["left"], len(dealt["present"]), len(dealt["free"]), len(dealt["blocked"])) == (
        "144 tiles",
        144,
        35,
        109,
    )

    for number, pair in enumerate(table.deal.witness[:12], 1):
        table.take([pair])
        assert table.shown()["left"] == f"{144 - 2 * number} tiles"

    for left in (122, 124, 126):
        table.press("undo")
        assert table.shown()["left"] == f"{left} tiles"
    for left in (124, 122, 120):
        table.press("redo")
        assert table.shown()["left"] == f"{left} tiles"
    expect(page.locator("#redo")).to_be_disabled()

    # Here a hint is the next pair of the witness, as long as that is what was played (S5).
    table.press("hint")
    expect(page.locator("#board .hint")).to_have_count(2)
    assert tuple(table.shown()["hint"]) == witness[12]
    table.take([table.deal.witness[12]])
    assert table.shown()["hint"] == []

    table.press("pause")
    expect(page.locator("#veil")).to_be_visible()
    expect(page.locator("#board")).to_be_hidden()
    expect(page.locator("#clock")).to_have_text("paused")
    assert table.agreed()["clock"]["running"] is False
    table.press("resume")
    expect(page.locator("#board")).to_be_visible()

    table.take(table.deal.witness[13:30])
    page.reload()
    assert table.shown()["left"] == "84 tiles"
    state = table.agreed()
    assert [tuple(pair) for pair in state["history"]] == witness[:30]
    assert state["clock"]["running"] is True

    table.take(table.deal.witness[30:])
    won = page.get_by_role("dialog", name="Cleared")
    expect(won).to_be_visible()
    table.settled()
    seconds = table.state()["clock"]["ms"] // 1000
    expect(won.locator("#w-time")).to_have_text(f"{seconds // 60:02d}:{seconds % 60:02d}")
    expect(won.locator("#w-facts")).to_have_text("72 pairs, 1 hint, 3 steps taken back")
    state = table.state()
    assert (state["status"], state["left"], state["clock"]["running"]) == ("cleared", 0, False)

    file = tmp_path / "turtle.txt"
    file.write_text(str(server.record(table.id)))
    assert subprocess.run([sys.executable, "-m", "paishan", "verify", file], check=False).returncode == 0
    record = Record.parse(file.read_text())
    assert replay(record).board.cleared
    said = [(move.word, *move.numbers) for move in record.moves if move.word not in ("pause", "resume")]
    takes = [("take", *pair) for pair in witness]
    assert said == [
        *takes[:12],
        *[("undo",)] * 3,
        *[("redo",)] * 3,
        ("hint", *witness[12]),
        *takes[12:],
    ]
