"""Players, games and their command logs."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the first three tables."""
    op.create_table(
        "players",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("token_hash", sa.LargeBinary(32), nullable=False, unique=True),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("player", sa.Integer, sa.ForeignKey("players.id"), nullable=False),
        sa.Column("code", sa.String(40), nullable=False),
        sa.Column("layout", sa.String(100), nullable=False),
        sa.Column("ruleset", sa.String(100), nullable=False),
        sa.Column("previous", sa.String(22), sa.ForeignKey("games.id")),
        sa.Column("opened", sa.BigInteger, nullable=False),
        sa.Column("put_away", sa.BigInteger),
        sa.Column("broken", sa.Text),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("left", sa.Integer, nullable=False),
        sa.Column("status", sa.String(20), nullable=False),
        sa.Column("played", sa.BigInteger, nullable=False),
        sa.Column("touched", sa.BigInteger, nullable=False),
    )
    op.create_index("games_of_player", "games", ["player", "touched"])
    op.create_table(
        "commands",
        sa.Column("game", sa.String(22), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("given", sa.Text),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """There is nothing before the first version."""
    raise NotImplementedError("a database is never taken back to an older version; restore a backup instead")
