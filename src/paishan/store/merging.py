"""What a guest has comes to an account: games, results, stars, days, layouts and series, all of it or nothing;
and settings, where the account has none of its own.

Every game has one player, so handing them on loses none and doubles none; stars and streaks follow from them. Of one
day's board that both have begun, the one that was begun first counts, whoever did better: whoever began the other one
could have seen the tiles before. The other one stays as a game that counts for no list, no streak and no calendar.
"""

from __future__ import annotations

from sqlalchemy import Connection, delete, select, update

from paishan.store.dates import AGAIN, day_of_occasion
from paishan.store.players import Players
from paishan.store.schema import challenges, games, installed, players, results, settings

__all__ = ["merge"]


def merge(writing: Connection, guest: int, account: int) -> bool:
    """Give an account all that a guest has, and let the guest go. Does nothing, and says so, when there is no guest."""
    both = select(players.c.id).where(players.c.id.in_([guest, account])).order_by(players.c.id).with_for_update()
    there = writing.execute(both).scalars().all()
    if guest == account or len(there) != 2 or Players.has_account(writing, guest):
        return False
    _settle_days(writing, guest, account)
    writing.execute(update(games).where(games.c.player == guest).values(player=account))
    writing.execute(update(results).where(results.c.player == guest).values(player=account))
    have = select(installed.c.layout).where(installed.c.player == account)
    new = installed.c.layout.not_in(have)
    writing.execute(update(installed).where(installed.c.player == guest, new).values(player=account))
    writing.execute(delete(installed).where(installed.c.player == guest))
    own = writing.execute(select(settings.c.player).where(settings.c.player == account)).scalar()
    if own is None:
        writing.execute(update(settings).where(settings.c.player == guest).values(player=account))
    writing.execute(delete(settings).where(settings.c.player == guest))
    writing.execute(delete(challenges).where(challenges.c.player == guest))
    writing.execute(delete(players).where(players.c.id == guest))
    return True


def _settle_days(writing: Connection, guest: int, account: int) -> None:
    """Of every day's board that both have begun, have the later game count for nothing."""
    begun = (
        select(games.c.id, games.c.family, games.c.occasion)
        .where(games.c.player.in_([guest, account]), games.c.zone.is_not(None))
        .order_by(games.c.opened, games.c.id)
    )
    first: set[tuple[str, str]] = set()
    for row in writing.execute(begun).all():
        if (row.family, row.occasion) not in first:
            first.add((row.family, row.occasion))
            continue
        occasion = f"{AGAIN}{day_of_occasion(row.occasion).isoformat()}"
        writing.execute(update(games).where(games.c.id == row.id).values(zone=None, ranked=0, occasion=occasion))
        writing.execute(update(results).where(results.c.game == row.id).values(ranked=0, occasion=occasion))
