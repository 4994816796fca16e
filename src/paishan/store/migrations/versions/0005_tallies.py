"""Counts that server processes share, and how many pairs of a game came faster than hands are."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make the table of counts; results judged before are not looked at again."""
    op.create_table(
        "tallies",
        sa.Column("key", sa.String(32), primary_key=True),
        sa.Column("window", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("ends", sa.BigInteger, nullable=False),
    )
    op.create_index("tallies_by_end", "tallies", ["ends"])
    op.add_column("results", sa.Column("hasty", sa.Integer, nullable=False, server_default="0"))


def downgrade() -> None:
    """A database is never taken back."""
    raise NotImplementedError("a database is never taken back to an older version; restore a backup instead")
