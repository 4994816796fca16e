"""What is kept: players, games and their append-only command logs; and the live tables made from them."""

from paishan.store.database import Database, DatabaseRefused
from paishan.store.games import (
    BrokenGame,
    Done,
    Games,
    OutOfStep,
    TakeBackRefused,
    TooLong,
    Unfinished,
    UnknownGame,
    View,
    clock,
)
from paishan.store.layouts import MOST_INSTALLED, Library, New, Owned, ShelfFull
from paishan.store.sqlite import address_of_file
from paishan.store.writer import Unavailable

__all__ = [
    "MOST_INSTALLED",
    "BrokenGame",
    "Database",
    "DatabaseRefused",
    "Done",
    "Games",
    "Library",
    "New",
    "OutOfStep",
    "Owned",
    "ShelfFull",
    "TakeBackRefused",
    "TooLong",
    "Unavailable",
    "Unfinished",
    "UnknownGame",
    "View",
    "address_of_file",
    "clock",
]
