"""What the tests of faults share with those of the store."""

from tests.store.conftest import place, shelf

__all__ = ["place", "shelf"]
