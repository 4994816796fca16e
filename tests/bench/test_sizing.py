"""The arithmetic of sizes, with round numbers; and that the document holds what the script prints."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench.sizing import Assumed, Measured, limits, players_for, said, sized, table

DOCUMENT = Path(__file__).parents[2] / "docs" / "hosting" / "sizing.md"
ROUND = Measured(
    server_ms=2,
    database_ms=1,
    process_mb=100,
    game_kb=40,
    stored_bytes=200,
    ahead_bytes=500,
    move_bytes=1000,
    page_bytes=7500,
    pages_a_move=0.1,
    visit_bytes=200_000,
)
PLAIN = Assumed(minutes=10, seconds=2, busiest=0.1, unevenness=1.2, newcomers=0.1, headers=500, busy=0.5, cores=8)


def test_a_site_of_a_hundred_and_twenty_thousand_players_a_day() -> None:
    # 300 moves a player; a tenth of 36 million within an hour is 1,000 a second, and a fifth more at its peak.
    found = {name: line.value for name, line in sized(120_000, ROUND, PLAIN).items()}
    assert found == pytest.approx(
        {
            "moves": 36_000_000,
            "average": 416.666667,
            "peak": 1_200,
            "at_once": 2_400,
            "server": 2.4,
            "processes": 5,
            "database": 1.2,
            "machines": 1,
            "memory": 5 * 100e6 + 2_400 * 40e3,
            "stored": 7.2e9,
            "year": 2.628e12,
            "ahead": 600_000,
            "commits": 1_200,
            # 1,500 bytes a move and 800 for its tenth of a page; 200 KB for each of 12,000 newcomers.
            "sent": 36_000_000 * 2_300 + 12_000 * 200_000,
            "line": 8 * 1_200 * (2_300 + 12_000 * 200_000 / 36_000_000),
        }
    )


def test_so_many_players_come_to_a_peak_as_come_from_it() -> None:
    assert players_for(1_200, PLAIN) == pytest.approx(120_000)
    assert list(limits(ROUND, PLAIN)) == [
        "One server process on one core bears 1 × 0.5 ÷ 2 ms = 250 moves a second, "
        "to which 25,000 players a day come at their peak.",
        "One PostgreSQL on 8 cores bears 8 × 0.5 ÷ 1 ms = 4,000 moves a second, "
        "to which 400,000 players a day come at their peak.",
    ]


def test_numbers_are_written_as_people_read_them() -> None:
    told = {name: said(line) for name, line in sized(120_000, ROUND, PLAIN).items()}
    assert (told["moves"], told["server"], told["stored"], told["year"], told["ahead"], told["line"]) == (
        "36,000,000",
        "2.40",
        "7.2 GB",
        "2.6 TB",
        "600.0 KB",
        "22.7 Mbit/s",
    )


def test_the_document_holds_what_the_script_prints() -> None:
    text = DOCUMENT.read_text()
    assert "\n".join(table()) in text
    for line in limits():
        assert line in text
