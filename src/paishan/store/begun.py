"""Which days a player has begun a board of, and what else was opened once for all, as the database knows it."""

from __future__ import annotations

from sqlalchemy import Connection, select

from paishan.store.dates import Begun, Today, day_of_occasion, today
from paishan.store.log import Opened
from paishan.store.schema import games, players

__all__ = ["has_opened", "is_today", "last_begun"]


def last_begun(reading: Connection, player: int) -> Begun | None:
    """The last day of which a player has begun a board, of whichever family."""
    asked = (
        select(games.c.occasion, games.c.zone)
        .where(games.c.player == player, games.c.zone.is_not(None))
        .order_by(games.c.occasion.desc(), games.c.opened)
        .limit(1)
    )
    row = reading.execute(asked).one_or_none()
    return None if row is None else Begun(day_of_occasion(row.occasion), row.zone)


def is_today(writing: Connection, player: int, game: Opened) -> bool:
    """Whether a day's board is that of the player's day, with all that was begun up to this transaction."""
    # Or two zones told at once would open two days.
    _one_after_the_other(writing, player)
    assert game.zone is not None
    day = today(game.opened, game.zone, last_begun(writing, player))
    return day == Today(day_of_occasion(game.occasion), game.zone)


def has_opened(writing: Connection, player: int, occasion: str) -> bool:
    """Whether a player has a game for an occasion, with all that was opened up to this transaction."""
    _one_after_the_other(writing, player)
    asked = select(games.c.id).where(games.c.player == player, games.c.occasion == occasion).limit(1)
    return writing.execute(asked).scalar() is not None


def _one_after_the_other(writing: Connection, player: int) -> None:
    """Have every other transaction that asks this for the player wait for the end of this one."""
    writing.execute(select(players.c.id).where(players.c.id == player).with_for_update())
