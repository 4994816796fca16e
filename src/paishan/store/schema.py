"""The tables of the database. Times are integer milliseconds since 1970; layouts and rulesets are kept by their ids.

How a database gets from one version of this to the next is told in `migrations`; the tests hold the two together.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, LargeBinary, MetaData, String, Table, Text

__all__ = ["commands", "games", "installed", "layouts", "metadata", "players"]

metadata = MetaData()

players = Table(
    "players",
    metadata,
    Column("id", Integer, primary_key=True),
    # SHA-256 of the token in the player's cookie: who reads the database cannot play as somebody else.
    Column("token_hash", LargeBinary(32), nullable=False, unique=True),
    Column("created", BigInteger, nullable=False),
)

games = Table(
    "games",
    metadata,
    Column("id", String(22), primary_key=True),
    Column("player", ForeignKey("players.id"), nullable=False),
    Column("code", String(40), nullable=False),
    Column("layout", String(100), nullable=False),
    Column("ruleset", String(100), nullable=False),
    # The game that was left for this one, and can be gone back to.
    Column("previous", ForeignKey("games.id")),
    Column("opened", BigInteger, nullable=False),
    # When it was left for another one; it is not offered then, but can still be played.
    Column("put_away", BigInteger),
    # Why its log could not be replayed. Such a game stays as it is and is not offered.
    Column("broken", Text),
    # What its log comes to, so that a list of games need not replay them. Written together with the log.
    Column("seq", Integer, nullable=False),
    Column("left", Integer, nullable=False),
    Column("status", String(20), nullable=False),
    Column("played", BigInteger, nullable=False),
    Column("touched", BigInteger, nullable=False),
    Index("games_of_player", "player", "touched"),
)

commands = Table(
    "commands",
    metadata,
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    # The key of the request that brought it; a retry has the same.
    Column("key", String(64), nullable=False),
    Column("at", BigInteger, nullable=False),
    # The command as JSON, and what it gave that took work: the pair of a hint, the permutation of a shuffle.
    Column("body", Text, nullable=False),
    Column("given", Text),
    sqlite_with_rowid=False,
)

layouts = Table(
    "layouts",
    metadata,
    # How game codes name it: H and the first 60 bits of its hash.
    Column("tag", String(13), primary_key=True),
    # Its slots as JSON, [[x, y, z], …] in half tiles. They stay for ever, because games are played on them.
    Column("slots", Text, nullable=False),
    # The name that it was given first.
    Column("name", String(200), nullable=False),
    # What was measured of it, as JSON.
    Column("measured", Text),
    Column("added", BigInteger, nullable=False),
)

installed = Table(
    "installed",
    metadata,
    Column("player", ForeignKey("players.id"), primary_key=True),
    Column("layout", ForeignKey("layouts.tag"), primary_key=True),
    Column("name", String(200), nullable=False),
    Column("by", String(200)),
    Column("category", String(200)),
    Column("added", BigInteger, nullable=False),
)
"""Which layouts a player has installed, under which names."""
