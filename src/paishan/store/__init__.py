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
from paishan.store.writer import Unavailable

__all__ = [
    "BrokenGame",
    "Database",
    "DatabaseRefused",
    "Done",
    "Games",
    "OutOfStep",
    "TakeBackRefused",
    "TooLong",
    "Unavailable",
    "Unfinished",
    "UnknownGame",
    "View",
    "clock",
]
