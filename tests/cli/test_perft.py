"""Counting from the command line."""

from __future__ import annotations

import json
import subprocess
import sys

from tests.cli.conftest import Run


def test_the_command_prints_a_table_or_json(run: Run) -> None:
    table = run("lab", "perft", "MJ1-L00-AAAAABL", "--depth", "2")
    assert [line.split() for line in table.out.splitlines()] == [
        ["moves", "sequences", "positions"],
        ["0", "1", "1"],
        ["1", "17", "17"],
        ["2", "274", "150"],
    ]
    found = json.loads(run("lab", "perft", "CP1-L00-AAAAABH", "--depth", "1", "--json").out)
    assert found == {"code": "CP1-L00-AAAAABH", "sequences": [1, 64], "positions": [1, 64]}
    assert json.loads(run("lab", "perft", "cp1 l00 aaaaabh", "--depth", "1", "--json").out) == found
    assert run("lab", "perft", "MJ1-L00-AAAAABM", "--depth", "1").status == 2


def test_uncompiled_it_counts_the_same() -> None:
    words = "-m", "tests.solving.plain", "paishan", "lab", "perft", "CP1-L00-AAAAABH", "--depth", "4", "--json"
    told = subprocess.run([sys.executable, *words], check=True, capture_output=True, text=True).stdout
    assert json.loads(told)["positions"] == [1, 64, 102, 208, 7237]
