"""A game's log: every command in order, with what it gave; written once, read back whole or not at all.

A log is only trusted when all of it replays and comes to what was noted beside it (reports S15).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError

from paishan.codes import Code
from paishan.play.messages import Command, Event, Pause, Resume
from paishan.play.opening import open_table
from paishan.play.recording import Logged
from paishan.play.ruleset import ruleset
from paishan.play.table import Given, Table
from paishan.solitaire.layout import Layout
from paishan.solving import LIMIT
from paishan.store.schema import commands, games

__all__ = ["Batch", "BrokenLog", "Kept", "Overtaken", "append", "apply", "is_written", "logged", "read", "replay"]

_encode = msgspec.json.Encoder().encode
_decode_command = msgspec.json.Decoder[Command](Command).decode
_decode_given = msgspec.json.Decoder(Given).decode


class BrokenLog(Exception):
    """A log that cannot be what was played: a sentence that says where it breaks and why."""


class Overtaken(Exception):
    """Another request, perhaps of another process, wrote this command's number first."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Commands that were applied to a table and are to be written."""

    game: str
    seq: int
    """The number of the first command."""
    rows: list[dict[str, object]]
    events: tuple[Event, ...]
    outcome: dict[str, object]
    """What the log comes to with these, for the game's own row."""


def apply(table: Table, game: str, key: str, said: Sequence[Command], at: int) -> Batch:
    """Apply commands to a table, giving what is to be written of them; the table is ahead of the log until it is."""
    seq = table.seq
    events: list[Event] = []
    rows: list[dict[str, object]] = []
    for number, command in enumerate(said, seq):
        applied = table.apply(command, at)
        events += applied.events
        given = None if applied.given is None else _encode(applied.given).decode()
        rows.append(
            {"game": game, "seq": number, "key": key, "at": at, "body": _encode(command).decode(), "given": given}
        )
    outcome = {
        "b_game": game,
        "b_seq": seq,
        "seq": table.seq,
        "left": table.board.left,
        "status": table.status.value,
        "played": table.played(at),
        "touched": at,
    }
    if any(not isinstance(command, Pause | Resume) for command in said):
        # Played on, it is a game in progress again; a page that closes only says pause.
        outcome["put_away"] = None
    return Batch(game, seq, rows, tuple(events), outcome)


_STEP = update(games).where(games.c.id == bindparam("b_game"), games.c.seq == bindparam("b_seq"))
_INSERT = insert(commands)


def append(writing: Connection, batch: Batch) -> None:
    """Write a batch. Raises `Overtaken` when its numbers are taken."""
    try:
        if writing.execute(_STEP, batch.outcome).rowcount != 1:
            raise Overtaken
        writing.execute(_INSERT, batch.rows)
    except IntegrityError as error:
        raise Overtaken from error


_WRITTEN = (
    select(commands.c.key, commands.c.body)
    .where(commands.c.game == bindparam("game"), commands.c.seq.between(bindparam("first"), bindparam("last")))
    .order_by(commands.c.seq)
)


def is_written(reading: Connection, game: str, seq: int, key: str, said: Sequence[Command]) -> bool:
    """Whether exactly these commands were written from number `seq` on by a request with this key."""
    found = reading.execute(_WRITTEN, {"game": game, "first": seq, "last": seq + len(said) - 1})
    return [tuple(row) for row in found] == [(key, _encode(command).decode()) for command in said]


class Kept(NamedTuple):
    """A game as it was found in the database."""

    player: int
    code: str
    layout: str
    ruleset: str
    previous: str | None
    opened: int
    broken: str | None
    seq: int
    left: int
    status: str
    log: list[tuple[int, int, str, str | None]]
    """Number, time, command and what it gave."""


_columns = [games.c[name] for name in Kept._fields[:-1]]
_GAME = select(*_columns).where(games.c.id == bindparam("game"))
_LOG = (
    select(commands.c.seq, commands.c.at, commands.c.body, commands.c.given)
    .where(commands.c.game == bindparam("game"))
    .order_by(commands.c.seq)
)


def read(reading: Connection, id: str, player: int) -> Kept | None:
    """A game of this player with its whole log; None if there is none."""
    game = reading.execute(_GAME, {"game": id}).one_or_none()
    if game is None or game.player != player:
        return None
    return Kept(**game._mapping, log=[tuple(row) for row in reading.execute(_LOG, {"game": id})])


def logged(kept: Kept) -> list[Logged]:
    """The commands of a game that was read, each with its time and what it gave."""
    return [
        (_decode_command(body), at, None if given is None else _decode_given(given)) for _, at, body, given in kept.log
    ]


def replay(kept: Kept, layout_of: Callable[[str], Layout], limit: int = LIMIT) -> Table:
    """The table of a game as its log left it; `limit` is for its later proofs. Raises `BrokenLog`."""
    where = "the deal"
    try:
        table = open_table(Code.parse(kept.code), ruleset(kept.ruleset), kept.opened, layout_of, limit)
        for expected, (seq, at, body, given) in enumerate(kept.log):
            where = f"command {expected}"
            if seq != expected:
                raise BrokenLog(f"{where} is missing")
            table.apply(_decode_command(body), at, None if given is None else _decode_given(given))
    except (ValueError, TypeError, msgspec.MsgspecError) as error:
        raise BrokenLog(f"{where} does not fit: {error}") from error
    noted = (kept.layout, kept.seq, kept.left, kept.status)
    found = (table.deal.layout.id, table.seq, table.board.left, table.status.value)
    if noted != found:
        raise BrokenLog(f"its layout, commands, tiles left and status come to {found}, but {noted} was noted")
    return table
