"""Which games are over as they stand; a board that no rule can open any more is lost, and was not before (T7).

What ended otherwise is known from its status. Of a locked board it depends on how many steps back and shuffles are
left; so the few games whose ruleset numbers the steps back are played anew, as a check of the database plays them, and
those that turn out to be lost get the result that their log comes to. The logs themselves are left as they are.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import sqlalchemy as sa
from alembic import op

from paishan.play import campaign
from paishan.solitaire import gallery
from paishan.solitaire.layout import Layout
from paishan.store.log import BrokenLog, Kept, Opened, replay

revision = "0008"
down_revision = "0007"

_OPENED = "id, player, family, code, layout, ruleset, previous, opened, occasion, newcomer, zone, ranked"
_LOCKED = f"""
SELECT {_OPENED}, seq, "left", status FROM games WHERE status = 'locked' AND ruleset LIKE 'taipei%-undo-%'
"""
_LOG = "SELECT seq, at, body, given FROM commands WHERE game = :game ORDER BY seq"
_SLOTS = "SELECT name, slots FROM layouts WHERE tag = :tag"
_RESULTS = sa.table(
    "results",
    *map(sa.column, ("game", "player", "family", "layout", "ruleset", "version", "occasion", "outcome", "played")),
    *map(sa.column, ("score", "stars", "hints", "undos", "shuffles", "restarts", "rewinds", "ranked", "judged")),
    sa.column("finished"),
)


def upgrade() -> None:
    """Note which games are over, and how those ended that are only now found to be."""
    op.add_column("games", sa.Column("over", sa.Integer, nullable=False, server_default="0"))
    op.execute("UPDATE games SET over = 1 WHERE status NOT IN ('playing', 'locked')")
    connection = op.get_bind()
    for kept in _locked(connection):
        with suppress(BrokenLog):
            replayed = replay(kept, _layouts(connection))
            table = replayed.table
            if replayed.ended is not None and table.result(table.last) is not None:
                _close(connection, replayed.ended)


def _locked(connection: sa.Connection) -> Iterator[Kept]:
    """The games that may be locked for good."""
    for row in connection.execute(sa.text(_LOCKED)).mappings().all():
        log = [tuple(line) for line in connection.execute(sa.text(_LOG), {"game": row["id"]})]
        opened = Opened(**{name: row[name] for name in _OPENED.split(", ")})
        yield Kept(opened, None, row["seq"], row["left"], row["status"], log)


def _close(connection: sa.Connection, ended: dict[str, Any]) -> None:
    """Write how a game ended, in place of an earlier loss that was taken back; a win stays."""
    game = ended["game"]
    row = {column.name: ended[column.name] for column in _RESULTS.columns}
    mine = _RESULTS.c.game == game
    before = connection.execute(sa.select(_RESULTS.c.outcome).where(mine)).scalar()
    if before is None:
        connection.execute(_RESULTS.insert().values(row))
    elif before == "lost":
        connection.execute(_RESULTS.update().where(mine).values(row))
    connection.execute(sa.text("UPDATE games SET over = 1 WHERE id = :game"), {"game": game})


def _layouts(connection: sa.Connection) -> Callable[[str], Layout]:
    """The layouts that are built in, and those that were installed in this database."""

    def layout_of(tag: str) -> Layout:
        with suppress(ValueError):
            return campaign.by_tag(tag)
        row = connection.execute(sa.text(_SLOTS), {"tag": tag}).one_or_none()
        if row is None:
            return gallery.by_tag(tag)
        return Layout.build(tag, row.name, [(x, y, z) for x, y, z in json.loads(row.slots)])

    return layout_of


def downgrade() -> None:
    """A database is never taken back."""
    raise NotImplementedError("a database is never taken back to an older version; restore a backup instead")
