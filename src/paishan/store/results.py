"""Results are judged before a list shows them: the whole log is played anew from the deal and has to come to the same.

That is done when somebody asks for a list in which a result would stand (X3, N9); so no move waits for it, none is
forgotten when a server is killed, and what no list would show costs nothing.

A pace that hands do not have is noted beside a result. It stays in its list, for a slow line can make a quick player
look like that; whoever runs the server is told, and decides.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Connection, bindparam, select, update

from paishan.solitaire.layout import Layout
from paishan.store.database import Database
from paishan.store.log import BrokenLog, Ended, Kept, LayoutGone, read, replay
from paishan.store.schema import results

__all__ = ["FORGED", "JUDGED", "MOST_HASTY", "WAITING", "judge", "wrong_with"]

_log = logging.getLogger(__name__)
FORGED, WAITING, JUDGED = -1, 0, 1
"""What `results.judged` says: its log does not come to it; its log was not looked at; its log comes to it."""
MOST_HASTY = 10
"""A result with more hasty pairs than that is told to whoever runs the server."""

_RESULT = select(results).where(results.c.game == bindparam("game"), results.c.judged == WAITING)
_SETTLE = update(results).where(
    results.c.game == bindparam("b_game"), results.c.finished == bindparam("b_finished"), results.c.judged == WAITING
)


async def judge(database: Database, games: Sequence[str], layout_of: Callable[[str], Layout]) -> None:
    """Replay the logs of these games, as far as their results wait for it, and note what came of it."""
    settled = await asyncio.to_thread(lambda: [_settled(database, game, layout_of) for game in games])

    def write(writing: Connection) -> None:
        for row in settled:
            if row is not None:
                writing.execute(_SETTLE, row)

    if any(settled):
        await database.writer.run(write)


def _settled(database: Database, game: str, layout_of: Callable[[str], Layout]) -> dict[str, Any] | None:
    """What the result of a game is found to be; None if it does not wait for that, or has to wait for its layout."""

    def look(reading: Connection) -> tuple[dict[str, Any], Kept] | None:
        row = reading.execute(_RESULT, {"game": game}).mappings().one_or_none()
        kept = None if row is None else read(reading, game)
        return None if row is None or kept is None else (dict(row), kept)

    found = database.read(look)
    if found is None:
        return None
    row, kept = found
    hasty = 0
    try:
        replayed = replay(kept, layout_of)
        wrong, hasty = wrong_with(row, replayed.ended), replayed.hasty
    except LayoutGone:
        return None
    except BrokenLog as error:
        wrong = str(error)
    if wrong:
        _log.error("the result of game %s stands in no list, its log does not come to it: %s", game, wrong)
    return {"b_game": game, "b_finished": row["finished"], "judged": FORGED if wrong else JUDGED, "hasty": hasty}


def wrong_with(row: dict[str, Any], ended: Ended | None) -> str | None:
    """Why a replayed log does not come to a result; None if it does."""
    if ended is None:
        return "it never ended"
    wrong = [name for name, value in ended.items() if value != row[name] and name != "judged"]
    return ", ".join(f"{name} is {ended[name]}, not {row[name]}" for name in wrong) or None
