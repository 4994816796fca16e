"""What a game in play holds in memory, by Python's own count."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench.memory import FAMILIES, TARGET, Family, held_by

from paishan.store import Database, Games


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_a_game_at_its_middle_takes_at_most_50_kb(family: Family, tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path}/paishan.db")
    try:
        assert 1_000 < held_by(Games(database), family, 8, first=2) <= TARGET * 1024
    finally:
        database.close()
