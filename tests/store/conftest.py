"""A fresh database for every test, of each kind that there is."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.store.shelf import Shelf


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database that is not there yet, or is empty."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/paishan.db"
    url: str = request.getfixturevalue("postgres_url")
    return url


@pytest.fixture
def shelf(place: str) -> Iterator[Shelf]:
    made = Shelf(place)
    yield made
    made.close()
