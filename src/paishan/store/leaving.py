"""All that is kept of a player: told to take along, or taken away.

Whoever leaves is gone at once for everybody. The games go after that, some at a time, so that nobody else waits for it;
when it is interrupted it goes on from what is left.
"""

from __future__ import annotations

import secrets as random
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from paishan.play.families import record_of
from paishan.solitaire.layout import Layout
from paishan.store.database import Database
from paishan.store.log import BrokenLog, logged, read, replay
from paishan.store.player_settings import read_settings
from paishan.store.players import is_leaving
from paishan.store.schema import (
    accounts,
    challenges,
    commands,
    games,
    installed,
    layouts,
    leaving,
    passkeys,
    players,
    recoveries,
    results,
    sessions,
    settings,
)
from paishan.store.views import may_tell

__all__ = ["facts_of", "games_of", "ids_of", "leave", "take_away"]

_GAMES, _COMMANDS = 50, 1_000
"""So much is taken away at once at most, in some hundredths of a second; but a game is taken away wholly."""

_SECRET = {"player", "token_hash", "password", "handle", "name_folded", "public_key", "credential", "judged", "hasty"}
"""What is kept for the server's own use, and what would let somebody in."""


def facts_of(database: Database, player: int) -> dict[str, Any]:
    """What a player has but for the games, as it can be written as JSON; without what would let somebody in."""
    return database.read(lambda reading: _facts(reading, player))


def games_of(
    database: Database, player: int, ids: Sequence[str], layout_of: Callable[[str], Layout], at: int
) -> list[dict[str, Any]]:
    """Those of some games that are a player's, as they are at the time `at`, in the order in which they were opened.

    Every game is played anew for its record, so not too many should be asked for at once. The codes of games whose
    faces must not be known yet are left out (X3).
    """
    kept = database.read(lambda reading: _games(reading, player, ids))
    for game in kept:
        if game["result"] is None and not may_tell(game["family"], game["ranked"], game["occasion"], at):
            game["code"] = game["record"] = None
        else:
            game["record"] = _record(database, game["id"], layout_of) if game["seq"] else None
    return kept


def ids_of(database: Database, player: int) -> list[str]:
    """All of a player's games, in the order in which they were opened."""
    asked = select(games.c.id).where(games.c.player == player).order_by(games.c.opened, games.c.id)
    return database.read(lambda reading: list(reading.execute(asked).scalars()))


def _facts(reading: Connection, player: int) -> dict[str, Any]:
    me = reading.execute(select(players.c.created, players.c.name).where(players.c.id == player)).one()
    account = reading.execute(select(accounts).where(accounts.c.player == player)).one_or_none()
    shelf = reading.execute(
        select(installed, layouts.c.slots)
        .join(layouts, layouts.c.tag == installed.c.layout)
        .where(installed.c.player == player)
        .order_by(installed.c.added, installed.c.layout)
    ).all()
    chosen = reading.execute(select(settings.c.settings).where(settings.c.player == player)).scalar()
    return {
        "player": _told(me),
        "account": None if account is None else _account(reading, account),
        "settings": None if chosen is None else read_settings(chosen),
        "layouts": [{**_told(row), "slots": msgspec.json.decode(row.slots)} for row in shelf],
    }


def _games(reading: Connection, player: int, ids: Sequence[str]) -> list[dict[str, Any]]:
    asked = select(games).where(games.c.id.in_(ids), games.c.player == player).order_by(games.c.opened, games.c.id)
    played = reading.execute(asked).all()
    ended = {
        row.game: _told(row, "game", "player", "family", "layout", "ruleset", "version", "occasion")
        for row in reading.execute(select(results).where(results.c.game.in_([row.id for row in played])))
    }
    return [{**_told(row), "result": ended.get(row.id)} for row in played]


def _account(reading: Connection, account: Any) -> dict[str, Any]:
    mine = account.player
    devices = select(sessions).where(sessions.c.player == mine).order_by(sessions.c.created)
    keys = select(passkeys).where(passkeys.c.player == mine).order_by(passkeys.c.created)
    codes = select(recoveries.c.created).where(recoveries.c.player == mine)
    return {
        **_told(account),
        "has_password": account.password is not None,
        "sessions": [_told(row) for row in reading.execute(devices)],
        "passkeys": [_told(row) for row in reading.execute(keys)],
        "recovery_codes": [_told(row) for row in reading.execute(codes)],
    }


def _told(row: Any, *without: str) -> dict[str, Any]:
    return {name: value for name, value in row._mapping.items() if name not in _SECRET and name not in without}


def _record(database: Database, game: str, layout_of: Callable[[str], Layout]) -> str | None:
    """The record of a game; None for one that cannot be read back."""
    kept = database.read(lambda reading: read(reading, game))
    try:
        return None if kept is None else str(record_of(replay(kept, layout_of).table, logged(kept)))
    except BrokenLog:
        return None


def leave(writing: Connection, player: int, at: int) -> None:
    """Let a player be gone for everybody: nobody can come in as them, and nothing of theirs is listed any more.

    What they have played is taken away afterwards, by `take_away`, for a log may have hundreds of thousands of rows.
    """
    there = select(players.c.id).where(players.c.id == player).with_for_update()
    if writing.execute(there).scalar() is None or is_leaving(writing, player):
        return
    writing.execute(insert(leaving).values(player=player, since=at))
    for table in (sessions, passkeys, recoveries, challenges, accounts, settings):
        writing.execute(delete(table).where(table.c.player == player))
    nobodys = random.token_bytes(32)
    writing.execute(update(players).where(players.c.id == player).values(name=None, token_hash=nobodys))
    _clear_shelf(writing, player)


def take_away(writing: Connection, player: int) -> bool:
    """Take away some games of a player who is leaving, each of them wholly; True when there is nothing left at all."""
    mine = select(games.c.id, games.c.seq).where(games.c.player == player)
    some = _within(writing.execute(mine.order_by(games.c.touched).limit(_GAMES).with_for_update()).all())
    if some:
        writing.execute(delete(commands).where(commands.c.game.in_(some)))
        writing.execute(delete(results).where(results.c.game.in_(some)))
        writing.execute(update(games).where(games.c.previous.in_(some)).values(previous=None))
        writing.execute(delete(games).where(games.c.id.in_(some)))
        return False
    # Another process may have believed the token for some seconds more; from here on it waits, and finds nobody.
    writing.execute(select(players.c.id).where(players.c.id == player).with_for_update())
    if writing.execute(mine.limit(1)).first() is not None:
        return False
    _clear_shelf(writing, player)
    for table in (challenges, settings, leaving):
        writing.execute(delete(table).where(table.c.player == player))
    writing.execute(delete(players).where(players.c.id == player))
    return True


def _within(found: Sequence[Any]) -> list[str]:
    """The first games whose commands are not too many together; at least one."""
    some: list[str] = []
    total = 0
    for row in found:
        total += row.seq
        if some and total > _COMMANDS:
            break
        some.append(row.id)
    return some


def _clear_shelf(writing: Connection, player: int) -> None:
    """Take away what a player has installed.

    The places of a layout stay, because its code may be known to others, but not the name that the player gave it.
    """
    tags = set(writing.execute(select(installed.c.layout).where(installed.c.player == player)).scalars())
    writing.execute(delete(installed).where(installed.c.player == player))
    tags -= set(writing.execute(select(installed.c.layout).where(installed.c.layout.in_(tags))).scalars())
    writing.execute(update(layouts).where(layouts.c.tag.in_(tags)).values(name=layouts.c.tag))
