"""Players who are leaving for good: what they have is taken away in pieces, and nobody is one of them before this."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Make the table, and indexes without which one who goes is looked for among all that others have."""
    op.create_table(
        "leaving",
        sa.Column("player", sa.Integer, sa.ForeignKey("players.id"), primary_key=True, autoincrement=False),
        sa.Column("since", sa.BigInteger, nullable=False),
    )
    op.create_index("challenges_of_player", "challenges", ["player"])
    op.create_index("installed_by_layout", "installed", ["layout"])


def downgrade() -> None:
    """A database is never taken back."""
    raise NotImplementedError("a database is never taken back to an older version; restore a backup instead")
