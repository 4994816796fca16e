"""The tables of the database. Times are integer milliseconds since 1970; layouts and rulesets are kept by their ids.

How a database gets from one version of this to the next is told in `migrations`; the tests hold the two together.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, LargeBinary, MetaData, String, Table, Text, text

__all__ = [
    "LISTED",
    "accounts",
    "challenges",
    "commands",
    "games",
    "installed",
    "layouts",
    "leaving",
    "metadata",
    "passkeys",
    "players",
    "recoveries",
    "results",
    "secrets",
    "sessions",
    "settings",
    "tallies",
]

metadata = MetaData()

players = Table(
    "players",
    metadata,
    Column("id", Integer, primary_key=True),
    # SHA-256 of the token in the player's cookie: who reads the database cannot play as somebody else.
    Column("token_hash", LargeBinary(32), nullable=False, unique=True),
    Column("created", BigInteger, nullable=False),
    # What the player wants to be called in lists.
    Column("name", String(30)),
)

_ZONED = text("zone IS NOT NULL")
LISTED = text("ranked = 1 AND outcome = 'won'")
"""What a result must be to stand in a list; asked in these words, it is answered from an index."""

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
    Column("family", String(20), nullable=False, server_default="solitaire"),
    # The version of its ruleset when it was opened.
    Column("version", Integer, nullable=False, server_default="1"),
    # What it was opened for: nothing, "level-17" or "daily-2026-11-30".
    Column("occasion", String(40), nullable=False, server_default=""),
    # Whether it is its player's first one.
    Column("newcomer", Integer, nullable=False, server_default="0"),
    # Whether its result may stand in a list; what is done in the game may still prevent it.
    Column("ranked", Integer, nullable=False, server_default="0"),
    # Of a day's board: how many minutes the player's clock was ahead of UTC when it was begun.
    Column("zone", Integer),
    # Whether pairs are gone, so that leaving it for good is a loss (C8).
    Column("begun", Integer, nullable=False, server_default="0"),
    # Whether it is won or lost as it stands, and so no game in progress.
    Column("over", Integer, nullable=False, server_default="0"),
    Index("games_of_player", "player", "touched"),
    Index("games_by_previous", "previous"),
    # One board a day.
    Index("games_of_days", "player", "family", "occasion", unique=True, sqlite_where=_ZONED, postgresql_where=_ZONED),
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

results = Table(
    "results",
    metadata,
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("player", ForeignKey("players.id"), nullable=False),
    Column("family", String(20), nullable=False),
    Column("layout", String(100), nullable=False),
    Column("ruleset", String(100), nullable=False),
    Column("version", Integer, nullable=False),
    Column("occasion", String(40), nullable=False),
    # "won" or "lost". A loss may become a win; a win stays as it was.
    Column("outcome", String(10), nullable=False),
    Column("played", BigInteger, nullable=False),
    Column("score", Integer, nullable=False),
    Column("stars", Integer, nullable=False),
    Column("hints", Integer, nullable=False),
    Column("undos", Integer, nullable=False),
    Column("shuffles", Integer, nullable=False),
    Column("restarts", Integer, nullable=False),
    Column("rewinds", Integer, nullable=False),
    Column("ranked", Integer, nullable=False),
    # 0 before its log was replayed for it, 1 when that came to the same, -1 when it did not.
    Column("judged", Integer, nullable=False),
    Column("finished", BigInteger, nullable=False),
    # How many of its pairs came faster than hands are; known when it is judged.
    Column("hasty", Integer, nullable=False, server_default="0"),
    Index("results_of_player", "player", "finished"),
    Index(
        "results_by_time",
        *("family", "occasion", "layout", "ruleset", "version", "played", "finished"),
        sqlite_where=LISTED,
        postgresql_where=LISTED,
    ),
    Index(
        "results_by_score",
        *("family", "occasion", "layout", "ruleset", "version", "score"),
        sqlite_where=LISTED,
        postgresql_where=LISTED,
    ),
)
"""How games ended, one row a game; written in the transaction of the command that ended it."""

secrets = Table(
    "secrets",
    metadata,
    Column("name", String(20), primary_key=True),
    Column("value", LargeBinary(32), nullable=False),
)
"""What nobody but the server may know; every process of it knows the same."""

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
    Index("installed_by_layout", "layout"),
)
"""Which layouts a player has installed, under which names."""

accounts = Table(
    "accounts",
    metadata,
    Column("player", ForeignKey("players.id"), primary_key=True, autoincrement=False),
    Column("name", String(30), nullable=False),
    # As names are compared: no two accounts have the same name in this form.
    Column("name_folded", String(120), nullable=False, unique=True),
    # What Argon2id made of it, with its parameters; None for an account that has only passkeys.
    Column("password", String(200)),
    # By which passkeys name the account; it tells nothing else.
    Column("handle", LargeBinary(32), nullable=False, unique=True),
    Column("created", BigInteger, nullable=False),
    Column("password_changed", BigInteger),
)
"""Players who can come back from another device; what they have is kept by their player's number, as with guests."""

sessions = Table(
    "sessions",
    metadata,
    # SHA-256 of the token in the cookie of one browser.
    Column("token_hash", LargeBinary(32), primary_key=True),
    # By which its owner names it, also after its token was changed.
    Column("id", String(16), nullable=False, unique=True),
    Column("player", ForeignKey("players.id"), nullable=False),
    Column("created", BigInteger, nullable=False),
    # The last day on which it was used, in days since 1970.
    Column("seen", Integer, nullable=False),
    # The browser and its system, such as "Firefox/Linux"; each may be empty.
    Column("label", String(60), nullable=False),
    Index("sessions_of_player", "player"),
)
"""Where an account is logged in."""

passkeys = Table(
    "passkeys",
    metadata,
    Column("credential", LargeBinary(1023), primary_key=True),
    Column("player", ForeignKey("players.id"), nullable=False),
    # The name of the server for which it was made; it answers to no other.
    Column("host", String(255), nullable=False),
    Column("public_key", LargeBinary, nullable=False),
    # How often it says that it was used; 0 for those that do not count.
    Column("uses", BigInteger, nullable=False),
    Column("transports", String(100), nullable=False),
    Column("label", String(60), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", Integer),
    Index("passkeys_of_player", "player"),
)

recoveries = Table(
    "recoveries",
    metadata,
    Column("player", ForeignKey("players.id"), primary_key=True, autoincrement=False),
    Column("code_hash", LargeBinary(32), primary_key=True),
    Column("created", BigInteger, nullable=False),
)
"""Codes that were not used yet."""

challenges = Table(
    "challenges",
    metadata,
    Column("challenge_hash", LargeBinary(32), primary_key=True),
    Column("purpose", String(20), nullable=False),
    # For whom a passkey is to be made; None for a login, of which nobody is known yet.
    Column("player", ForeignKey("players.id")),
    Column("until", BigInteger, nullable=False),
    Index("challenges_by_end", "until"),
    Index("challenges_of_player", "player"),
)
"""What passkeys were asked to sign and have not answered yet."""

leaving = Table(
    "leaving",
    metadata,
    Column("player", ForeignKey("players.id"), primary_key=True, autoincrement=False),
    Column("since", BigInteger, nullable=False),
)
"""Who leaves for good, and of whom not everything has been taken away yet."""

settings = Table(
    "settings",
    metadata,
    Column("player", ForeignKey("players.id"), primary_key=True, autoincrement=False),
    # As JSON, {"table": "night", …}; those that were never changed are not in it.
    Column("settings", Text, nullable=False),
)
"""What players have chosen of look, language, sound and the like; a row comes with the first change."""

tallies = Table(
    "tallies",
    metadata,
    # A hash of what is counted: who, and what was done.
    Column("key", String(32), primary_key=True),
    # When the time that is counted began.
    Column("window", BigInteger, primary_key=True, autoincrement=False),
    Column("count", Integer, nullable=False),
    # Before this nothing more is granted.
    Column("until", BigInteger, nullable=False),
    # When the time that is counted is over, and this can go.
    Column("ends", BigInteger, nullable=False),
    Index("tallies_by_end", "ends"),
)
"""What is done so often and no oftener, counted by all server processes together."""
