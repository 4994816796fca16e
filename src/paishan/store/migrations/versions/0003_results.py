"""Families, occasions and results of games; names of players; the server's secrets.

Every game of an older database is one of solitaire, played for no occasion, with all its faces shown: it is in no list.
Its log is asked in SQL alone, for what rules say of a log may change after a migration is published. So a tap that was
refused is taken for a pair, and an undo that was refused for one that was done, where nothing but a statistic depends
on it.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

_BEGUN = """
UPDATE games SET begun = 1 WHERE EXISTS (
  SELECT 1 FROM commands WHERE commands.game = games.id AND commands.body LIKE '{"type":"take"%')
"""
_FINISHED = """
INSERT INTO results (game, player, family, layout, ruleset, version, occasion, outcome, played, score, stars,
                     hints, undos, shuffles, restarts, rewinds, ranked, judged, finished)
SELECT id, player, family, layout, ruleset, 1, '', CASE status WHEN 'cleared' THEN 'won' ELSE 'lost' END, played, 0, 0,
  (SELECT count(*) FROM commands WHERE game = games.id AND body = '{"type":"hint"}' AND given IS NOT NULL),
  (SELECT count(*) FROM commands WHERE game = games.id AND body = '{"type":"undo"}'),
  (SELECT count(*) FROM commands WHERE game = games.id AND body = '{"type":"shuffle"}' AND given LIKE '[_%,%'),
  (SELECT count(*) FROM commands WHERE game = games.id AND body = '{"type":"restart"}'),
  (SELECT count(*) FROM commands WHERE game = games.id AND body = '{"type":"rewind"}' AND given NOT LIKE '[0]'),
  0, 0, touched
FROM games WHERE status IN ('cleared', 'given-up') AND broken IS NULL
"""


def upgrade() -> None:
    """Tell what older games were, and note how those that are finished ended."""
    op.add_column("players", sa.Column("name", sa.String(30)))
    op.add_column("games", sa.Column("family", sa.String(20), nullable=False, server_default="solitaire"))
    op.add_column("games", sa.Column("version", sa.Integer, nullable=False, server_default="1"))
    op.add_column("games", sa.Column("occasion", sa.String(40), nullable=False, server_default=""))
    op.add_column("games", sa.Column("newcomer", sa.Integer, nullable=False, server_default="0"))
    op.add_column("games", sa.Column("ranked", sa.Integer, nullable=False, server_default="0"))
    op.add_column("games", sa.Column("zone", sa.Integer))
    op.add_column("games", sa.Column("begun", sa.Integer, nullable=False, server_default="0"))
    op.create_index(
        "games_of_days",
        "games",
        ["player", "family", "occasion"],
        unique=True,
        sqlite_where=sa.text("zone IS NOT NULL"),
        postgresql_where=sa.text("zone IS NOT NULL"),
    )
    op.create_table(
        "results",
        sa.Column("game", sa.String(22), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("player", sa.Integer, sa.ForeignKey("players.id"), nullable=False),
        sa.Column("family", sa.String(20), nullable=False),
        sa.Column("layout", sa.String(100), nullable=False),
        sa.Column("ruleset", sa.String(100), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("occasion", sa.String(40), nullable=False),
        sa.Column("outcome", sa.String(10), nullable=False),
        sa.Column("played", sa.BigInteger, nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("stars", sa.Integer, nullable=False),
        sa.Column("hints", sa.Integer, nullable=False),
        sa.Column("undos", sa.Integer, nullable=False),
        sa.Column("shuffles", sa.Integer, nullable=False),
        sa.Column("restarts", sa.Integer, nullable=False),
        sa.Column("rewinds", sa.Integer, nullable=False),
        sa.Column("ranked", sa.Integer, nullable=False),
        sa.Column("judged", sa.Integer, nullable=False),
        sa.Column("finished", sa.BigInteger, nullable=False),
    )
    op.create_index("results_of_player", "results", ["player", "finished"])
    listed = sa.text("ranked = 1 AND outcome = 'won'")
    for name, *order in (("results_by_time", "played", "finished"), ("results_by_score", "score")):
        op.create_index(
            name,
            "results",
            ["family", "occasion", "layout", "ruleset", "version", *order],
            sqlite_where=listed,
            postgresql_where=listed,
        )
    op.create_table(
        "secrets",
        sa.Column("name", sa.String(20), primary_key=True),
        sa.Column("value", sa.LargeBinary(32), nullable=False),
    )
    op.execute(sa.text(_BEGUN.replace(":", r"\:")))
    op.execute(sa.text(_FINISHED.replace(":", r"\:")))


def downgrade() -> None:
    """A database is never taken back."""
    raise NotImplementedError("a database is never taken back to an older version; restore a backup instead")
