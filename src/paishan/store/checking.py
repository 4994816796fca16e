"""Whether all that a database holds fits together: its file and rows, every game's log, every result, settings.

Nothing is changed. A log is replayed as it is when its game is played on, and has to come to what is noted beside it
and to the result that was written; so it takes a few milliseconds a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, func, select

from paishan.play.result import WINS
from paishan.solitaire.layout import Layout
from paishan.store.database import Database
from paishan.store.log import BrokenLog, Kept, LayoutGone, read, replay
from paishan.store.place import shown
from paishan.store.player_settings import read_settings
from paishan.store.results import FORGED, MOST_HASTY, wrong_with
from paishan.store.schema import games, metadata, results, settings
from paishan.store.version import newest

__all__ = ["Checked", "Fault", "check"]

_CHUNK = 200


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that does not fit."""

    kind: str
    """`database`, `table`, `game`, `result` or `settings`."""
    id: str
    """Which one: of a game and its result, the game's id; of settings, the player's number."""
    reason: str


@dataclass(slots=True)
class Checked:
    """What was found."""

    database: str
    version: str
    rows: Mapping[str, int]
    """Of every table."""
    games: int = 0
    """Whose log was replayed."""
    results: int = 0
    """That were held against the log."""
    without_layout: int = 0
    """Games that say nothing, because the layout they were played on is not here."""
    faulty: int = 0
    faults: list[Fault] = field(default_factory=list)
    """The first ones."""
    hasty: list[tuple[str, int]] = field(default_factory=list)
    """Results in lists whose pace no hand has: game, and how many of its pairs came within 240 ms of the one before.

    They fit together all the same, and whoever runs the server decides what is to be thought of them.
    """

    @property
    def ok(self) -> bool:
        """Whether all fits together."""
        return not self.faulty


def check(
    database: Database,
    layout_of: Callable[[str], Layout],
    most: int = 20,
    told: Callable[[int, int], None] = lambda done, all: None,
) -> Checked:
    """Look at everything; the first `most` faults are named.

    `told` hears how many games were replayed, and of how many. Raises `Unavailable`.
    """
    tables = metadata.sorted_tables
    rows = database.read(lambda reading: {table.name: _count(reading, table) for table in tables})
    found = Checked(shown(database.place), newest(), rows)

    def note(kind: str, id: str, reason: str) -> None:
        found.faulty += 1
        if len(found.faults) < most:
            found.faults.append(Fault(kind, id, reason))

    for kind, id, reason in database.read(lambda reading: list(_wrong_with_rows(reading))):
        note(kind, id, reason)
    for player in database.read(lambda reading: list(_unreadable_settings(reading))):
        note("settings", str(player), "they are no object of JSON, so that their player sees none of them")
    last = ""
    while part := database.read(lambda reading, last=last: _games_after(reading, last)):  # type: ignore[misc]
        for kept, row in part:
            _check_game(kept, row, layout_of, found, note)
        last = part[-1][0].game.id
        told(found.games + found.without_layout, rows[games.name])
    return found


def _check_game(
    kept: Kept,
    row: dict[str, Any] | None,
    layout_of: Callable[[str], Layout],
    found: Checked,
    note: Callable[[str, str, str], None],
) -> None:
    id = kept.game.id
    try:
        replayed = replay(kept, layout_of)
    except LayoutGone:
        found.without_layout += 1
        return
    except BrokenLog as error:
        found.games += 1
        note("game", id, str(error))
        return
    found.games += 1
    ended = replayed.ended
    if row is None:
        if ended is not None:
            note("result", id, "its log comes to an end, but there is no result")
        return
    found.results += 1
    if row["judged"] == FORGED:
        note("result", id, "it was found not to be what its log comes to")
    elif wrong := wrong_with(row, ended):
        note("result", id, wrong)
    elif row["ranked"] and row["outcome"] in WINS and replayed.hasty > MOST_HASTY:
        found.hasty.append((id, replayed.hasty))


def _games_after(reading: Connection, last: str) -> list[tuple[Kept, dict[str, Any] | None]]:
    """The next games by their ids, each with its result."""
    ids = (
        reading.execute(select(games.c.id).where(games.c.id > last).order_by(games.c.id).limit(_CHUNK)).scalars().all()
    )
    ended = reading.execute(select(results).where(results.c.game.in_(ids))).mappings()
    rows = {row["game"]: dict(row) for row in ended}
    kept = ((read(reading, id), rows.get(id)) for id in ids)
    return [(game, row) for game, row in kept if game is not None]


def _count(reading: Connection, table: Any) -> int:
    return int(reading.execute(select(func.count()).select_from(table)).scalar_one())


def _unreadable_settings(reading: Connection) -> Iterator[int]:
    """The players whose settings cannot be read."""
    for player, text in reading.execute(select(settings.c.player, settings.c.settings).order_by(settings.c.player)):
        if read_settings(text) is None:
            yield player


def _wrong_with_rows(reading: Connection) -> Iterator[tuple[str, str, str]]:
    """What does not fit in the file itself, and rows that refer to others that are not there."""
    if reading.dialect.name == "sqlite":
        for said in reading.exec_driver_sql("PRAGMA integrity_check(10)").scalars():
            if said != "ok":
                yield "database", "", str(said)
    for table in metadata.sorted_tables:
        for key in table.foreign_keys:
            mine, other = key.parent, key.column
            there = other.table.alias()
            asked = (
                select(func.count())
                .select_from(table.outerjoin(there, mine == there.c[other.name]))
                .where(mine.is_not(None), there.c[other.name].is_(None))
            )
            if missing := reading.execute(asked).scalar_one():
                yield "table", table.name, f"{missing} of its rows name a {mine.name} that is not in {other.table.name}"
