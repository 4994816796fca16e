"""Layouts that players have installed."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the two tables."""
    op.create_table(
        "layouts",
        sa.Column("tag", sa.String(13), primary_key=True),
        sa.Column("slots", sa.Text, nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("measured", sa.Text),
        sa.Column("added", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "installed",
        sa.Column("player", sa.Integer, sa.ForeignKey("players.id"), primary_key=True),
        sa.Column("layout", sa.String(13), sa.ForeignKey("layouts.tag"), primary_key=True),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("by", sa.String(200)),
        sa.Column("category", sa.String(200)),
        sa.Column("added", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """A database is never taken back."""
    raise NotImplementedError("a database is never taken back to an older version; restore a backup instead")
