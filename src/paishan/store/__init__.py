"""What is kept: players, games with their append-only command logs and results; and the live tables made from them."""

from paishan.store.accounts import (
    Account,
    Accounts,
    HasAccount,
    Name,
    NameTaken,
    NoAccount,
    Session,
    WrongCode,
)
from paishan.store.database import Database
from paishan.store.dates import Today, closing, occasion_of
from paishan.store.days import Attempt, Calendar, Days
from paishan.store.games import MOST_AGO, Games, clock
from paishan.store.journey import Cleared, Journey, LevelShut, Progress
from paishan.store.layouts import MOST_INSTALLED, Library, New, Owned, ShelfFull
from paishan.store.leaving import facts_of, games_of, ids_of
from paishan.store.lists import Best, Finished, Line, Listed, Lists, Statistics, Total
from paishan.store.passkeys import Passkey, Passkeys, PasskeysFull, PasskeyTaken
from paishan.store.place import DatabaseRefused
from paishan.store.player_settings import PlayerSettings, SettingsFull
from paishan.store.secret import kept_secret
from paishan.store.series import MATCHES, Series, SeriesOver, Standing, UnknownSeries
from paishan.store.sqlite import address_of_file
from paishan.store.tallies import Hit, Spend, Tallies
from paishan.store.views import (
    BrokenGame,
    DayGoneOn,
    Done,
    OutOfStep,
    TakeBackRefused,
    TooLong,
    Unfinished,
    UnknownGame,
    View,
    Withheld,
)
from paishan.store.watching import Dealt, Seated, Watched, Watching
from paishan.store.writer import Unavailable

__all__ = [
    "MATCHES",
    "MOST_AGO",
    "MOST_INSTALLED",
    "Account",
    "Accounts",
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
    "HasAccount",
    "Hit",
    "Journey",
    "LevelShut",
    "Library",
    "Line",
    "Listed",
    "Lists",
    "Name",
    "NameTaken",
    "New",
    "NoAccount",
    "OutOfStep",
    "Owned",
    "Passkey",
    "PasskeyTaken",
    "Passkeys",
    "PasskeysFull",
    "PlayerSettings",
    "Progress",
    "Seated",
    "Series",
    "SeriesOver",
    "Session",
    "SettingsFull",
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
    "WrongCode",
    "address_of_file",
    "clock",
    "closing",
    "facts_of",
    "games_of",
    "ids_of",
    "kept_secret",
    "occasion_of",
]
