"""A fresh database for every test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.store.shelf import Shelf


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    made = Shelf(tmp_path / "paishan.db")
    yield made
    made.close()
