"""What is kept: players, games with their append-only command logs and results; and the live tables made from them."""

from paishan.store.database import Database, DatabaseRefused
from paishan.store.dates import Today, closing, occasion_of
from paishan.store.days import Attempt, Calendar, Days
from paishan.store.games import (
    MOST_AGO,
    BrokenGame,
    DayGoneOn,
    Done,
    Games,
    OutOfStep,
    TakeBackRefused,
    TooLong,
    Unfinished,
    UnknownGame,
    View,
    Withheld,
    clock,
)
from paishan.store.journey import Cleared, Journey, LevelShut, Progress
from paishan.store.layouts import MOST_INSTALLED, Library, New, Owned, ShelfFull
from paishan.store.lists import Best, Finished, Line, Listed, Lists, Statistics, Total
from paishan.store.results import Hasty, hasty_results
from paishan.store.series import MATCHES, Series, SeriesOver, Standing, UnknownSeries
from paishan.store.sqlite import address_of_file
from paishan.store.tallies import Hit, Spend, Tallies
from paishan.store.watching import Dealt, Seated, Watched, Watching
from paishan.store.writer import Unavailable

__all__ = [
    "MATCHES",
    "MOST_AGO",
    "MOST_INSTALLED",
    "Attempt",
    "Best",
    "BrokenGame",
    "Calendar",
    "Cleared",
    "Database",
    "DatabaseRefused",
    "DayGoneOn",
    "Days",
    "Dealt",
    "Done",
    "Finished",
    "Games",
    "Hasty",
    "Hit",
    "Journey",
    "LevelShut",
    "Library",
    "Line",
    "Listed",
    "Lists",
    "New",
    "OutOfStep",
    "Owned",
    "Progress",
    "Seated",
    "Series",
    "SeriesOver",
    "ShelfFull",
    "Spend",
    "Standing",
    "Statistics",
    "TakeBackRefused",
    "Tallies",
    "Today",
    "TooLong",
    "Total",
    "Unavailable",
    "Unfinished",
    "UnknownGame",
    "UnknownSeries",
    "View",
    "Watched",
    "Watching",
    "Withheld",
    "address_of_file",
    "clock",
    "closing",
    "hasty_results",
    "occasion_of",
]
