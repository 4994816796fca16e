"""Accounts: names with passwords, sessions of devices, passkeys, recovery codes, and challenges awaiting an answer.

Nobody has an account before this; guests go on being known by the token in `players`.
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the five tables, and the index without which deleting games takes for ever."""
    op.create_table(
        "accounts",
        sa.Column("player", sa.Integer, sa.ForeignKey("players.id"), primary_key=True, autoincrement=False),
        sa.Column("name", sa.String(30), nullable=False),
        sa.Column("name_folded", sa.String(120), nullable=False, unique=True),
        sa.Column("password", sa.String(200)),
        sa.Column("handle", sa.LargeBinary(32), nullable=False, unique=True),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("password_changed", sa.BigInteger),
    )
    op.create_table(
        "sessions",
        sa.Column("token_hash", sa.LargeBinary(32), primary_key=True),
        sa.Column("id", sa.String(16), nullable=False, unique=True),
        sa.Column("player", sa.Integer, sa.ForeignKey("players.id"), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.Integer, nullable=False),
        sa.Column("label", sa.String(60), nullable=False),
    )
    op.create_index("sessions_of_player", "sessions", ["player"])
    op.create_table(
        "passkeys",
        sa.Column("credential", sa.LargeBinary(1023), primary_key=True),
        sa.Column("player", sa.Integer, sa.ForeignKey("players.id"), nullable=False),
        sa.Column("host", sa.String(255), nullable=False),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("uses", sa.BigInteger, nullable=False),
        sa.Column("transports", sa.String(100), nullable=False),
        sa.Column("label", sa.String(60), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.Integer),
    )
    op.create_index("passkeys_of_player", "passkeys", ["player"])
    op.create_table(
        "recoveries",
        sa.Column("player", sa.Integer, sa.ForeignKey("players.id"), primary_key=True, autoincrement=False),
        sa.Column("code_hash", sa.LargeBinary(32), primary_key=True),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "challenges",
        sa.Column("challenge_hash", sa.LargeBinary(32), primary_key=True),
        sa.Column("purpose", sa.String(20), nullable=False),
        sa.Column("player", sa.Integer, sa.ForeignKey("players.id")),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_index("challenges_by_end", "challenges", ["until"])
    # A game that goes is looked for among those that others were left for.
    op.create_index("games_by_previous", "games", ["previous"])


def downgrade() -> None:
    """A database is never taken back."""
    raise NotImplementedError("a database is never taken back to an older version; restore a backup instead")
