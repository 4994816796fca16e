"""A game's log: every command in order, with what it gave; written once, read back whole or not at all.

A log is only trusted when all of it replays and comes to what was noted beside it (reports S15). How a game ended is
found in the same way while it is played and when its log is replayed, so that one can be held against the other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import msgspec
from sqlalchemy import Connection, bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError

from paishan.codes import Code
from paishan.connect.grid import Grid
from paishan.play import families
from paishan.play.families import AnyCommand, AnyEvent, AnyTable, Logged
from paishan.play.messages import Pause, Pick, Removed, Resume, Take, Unranked
from paishan.play.result import WINS
from paishan.play.ruleset import Game
from paishan.play.table import Given, Table
from paishan.play.timing import HASTY
from paishan.solitaire.layout import Layout
from paishan.solving import LIMIT
from paishan.store.dates import closing, is_again
from paishan.store.schema import commands, games, results

__all__ = [
    "Batch",
    "BrokenLog",
    "Ended",
    "Kept",
    "LayoutGone",
    "Opened",
    "Overtaken",
    "Replayed",
    "append",
    "apply",
    "is_written",
    "logged",
    "opened_table",
    "place_of",
    "read",
    "replay",
]

Ended: TypeAlias = dict[str, Any]
"""How a game ended, as a row of `results`."""

_encode = msgspec.json.Encoder().encode
_decode_command = msgspec.json.Decoder[AnyCommand](AnyCommand).decode
_decode_given = msgspec.json.Decoder(Given).decode


class BrokenLog(Exception):
    """A log that cannot be what was played: a sentence that says where it breaks and why."""


class LayoutGone(BrokenLog):
    """A log that says nothing as long as the layout it was played on is not here."""


class Overtaken(Exception):
    """Another request, perhaps of another process, wrote this command's number first."""


class Opened(NamedTuple):
    """What a game was opened with, which never changes."""

    id: str
    player: int
    family: str
    code: str
    layout: str
    ruleset: str
    previous: str | None
    opened: int
    occasion: str
    newcomer: int
    zone: int | None
    ranked: int


class Kept(NamedTuple):
    """A game as it was found in the database."""

    game: Opened
    broken: str | None
    seq: int
    left: int
    status: str
    log: list[tuple[int, int, str, str | None]]
    """Number, time, command and what it gave."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Commands that were applied to a table and are to be written."""

    game: str
    seq: int
    """The number of the first command."""
    rows: list[dict[str, object]]
    events: tuple[AnyEvent, ...]
    outcome: dict[str, object]
    """What the log comes to with these, for the game's own row."""
    ended: Ended | None
    """How the game ended, if it did with one of them."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """What a log comes to."""

    table: AnyTable
    tiles: int
    """How many there were at the opening."""
    ended: Ended | None
    hasty: int
    """How many pairs were taken within `HASTY` milliseconds of the one before, up to the first win, by the times that
    the server took."""
    won: int | None
    """How many commands there were up to the first win; None if there is none."""


def apply(
    table: AnyTable, game: Opened, tiles: int, key: str, said: Sequence[AnyCommand], times: Sequence[int], now: int
) -> Batch:
    """Apply commands, each at its time, giving what is to be written of them.

    The table is ahead of the log until that is done. `tiles` is how many there were at the opening. Raises `Misplaced`
    for a command of another family of games.
    """
    seq = table.seq
    events: list[AnyEvent] = []
    rows: list[dict[str, object]] = []
    ended: Ended | None = None
    for number, (command, at) in enumerate(zip(said, times, strict=True), seq):
        before = table.status
        applied = families.apply(table, command, at)
        events += applied.events
        if table.status is not before:
            ended = _ended(game, table, at, ended)
        given = None if applied.given is None else _encode(applied.given).decode()
        rows.append(
            {"game": game.id, "seq": number, "key": key, "at": at, "body": _encode(command).decode(), "given": given}
        )
    outcome = {
        "b_game": game.id,
        "b_seq": seq,
        "seq": table.seq,
        "left": table.left,
        "status": table.status.value,
        "played": table.played(times[-1]),
        "touched": now,
        "begun": int(table.begun if isinstance(table, Table) else table.left < tiles),
        "over": int(table.result(times[-1]) is not None),
    }
    if any(not isinstance(command, Pause | Resume) for command in said):
        # Played on, it is a game in progress again; a page that closes only says pause.
        outcome["put_away"] = None
    return Batch(game.id, seq, rows, tuple(events), outcome, ended)


def _ended(game: Opened, table: AnyTable, at: int, before: Ended | None) -> Ended | None:
    """How the game has ended after a command, where `before` is how it had ended before it.

    A win is never changed, a loss that was taken back is by how the game ends next (reports S9).
    """
    if before is not None and before["outcome"] in WINS:
        return before
    result = table.result(at)
    if result is None:
        return before
    in_time = game.zone is None or at < closing(game.occasion)
    return {
        "game": game.id,
        "player": game.player,
        "family": game.family,
        "layout": game.layout,
        "ruleset": game.ruleset,
        "version": table.ruleset.version,
        "occasion": game.occasion,
        "outcome": result.outcome.value,
        "played": result.played,
        "score": result.score,
        "stars": result.stars,
        "hints": result.hints,
        "undos": result.undos,
        "shuffles": result.shuffles,
        "restarts": result.restarts,
        "rewinds": result.rewinds,
        "ranked": int(table.unranked is None and in_time),
        "judged": 0,
        "finished": at,
    }


_STEP = update(games).where(games.c.id == bindparam("b_game"), games.c.seq == bindparam("b_seq"))
_INSERT = insert(commands)
_HAD_ENDED = (
    select(games.c.player, games.c.occasion, games.c.ranked, results.c.outcome)
    .outerjoin(results, results.c.game == games.c.id)
    .where(games.c.id == bindparam("b_game"))
)
_ENDS_ANEW = update(results).where(results.c.game == bindparam("b_game"))
_ENDS = insert(results)


def append(writing: Connection, batch: Batch) -> None:
    """Write a batch, and how the game ended with it. Raises `Overtaken` when its numbers are taken."""
    try:
        if writing.execute(_STEP, batch.outcome).rowcount != 1:
            raise Overtaken
        writing.execute(_INSERT, batch.rows)
    except IntegrityError as error:
        raise Overtaken from error
    if batch.ended is not None:
        game = writing.execute(_HAD_ENDED, {"b_game": batch.game}).one()
        # The game may have come to an account since it was read here, and may count for less there.
        ranked = min(batch.ended["ranked"], game.ranked)
        ended = {**batch.ended, "player": game.player, "occasion": game.occasion, "ranked": ranked}
        if game.outcome is None:
            writing.execute(_ENDS, ended)
        elif game.outcome not in WINS:
            writing.execute(_ENDS_ANEW, {"b_game": batch.game, **ended})


_WRITTEN = (
    select(commands.c.key, commands.c.body)
    .where(commands.c.game == bindparam("game"), commands.c.seq.between(bindparam("first"), bindparam("last")))
    .order_by(commands.c.seq)
)


def is_written(reading: Connection, game: str, seq: int, key: str, said: Sequence[AnyCommand]) -> bool:
    """Whether exactly these commands were written from number `seq` on by a request with this key."""
    found = reading.execute(_WRITTEN, {"game": game, "first": seq, "last": seq + len(said) - 1})
    return [tuple(row) for row in found] == [(key, _encode(command).decode()) for command in said]


_opened = [games.c[name] for name in Opened._fields]
_GAME = select(games.c.broken, games.c.seq, games.c.left, games.c.status, *_opened).where(
    games.c.id == bindparam("game")
)
_LOG = (
    select(commands.c.seq, commands.c.at, commands.c.body, commands.c.given)
    .where(commands.c.game == bindparam("game"))
    .order_by(commands.c.seq)
)


def read(reading: Connection, id: str, player: int | None = None) -> Kept | None:
    """A game of this player, or of anybody when none is given, with its whole log; None if there is none."""
    row = reading.execute(_GAME, {"game": id}).one_or_none()
    if row is None or player not in (None, row.player):
        return None
    log = [tuple(line) for line in reading.execute(_LOG, {"game": id})]
    return Kept(Opened(*row[4:]), row.broken, row.seq, row.left, row.status, log)


def logged(kept: Kept) -> list[Logged]:
    """The commands of a game that was read, each with its time and what it gave."""
    return [
        (_decode_command(body), at, None if given is None else _decode_given(given)) for _, at, body, given in kept.log
    ]


def opened_table(game: Opened, layout_of: Callable[[str], Layout], limit: int = LIMIT) -> AnyTable:
    """The table of a game as it was when it was opened. Raises `ValueError` for what is not here."""
    rules = families.ruleset(game.ruleset)
    unranked = None
    if rules.ranked and not game.ranked:
        unranked = Unranked.BEGUN_BEFORE if is_again(game.occasion) else Unranked.TYPED_CODE
    code, newcomer = Code.parse(game.code), bool(game.newcomer)
    return families.open_game(code, rules, game.opened, layout_of, limit, newcomer=newcomer, unranked=unranked)


def _find_layout(game: Opened, layout_of: Callable[[str], Layout]) -> None:
    """Raise `LayoutGone` where the layout of a game is not here."""
    tag = Code.parse(game.code).layout
    if tag.startswith("H"):
        try:
            layout_of(tag)
        except ValueError as error:
            raise LayoutGone(f"the deal does not fit: {error}") from error


def place_of(table: Table) -> Layout | Grid:
    """What a table is played on."""
    deal: Any = table.deal
    place: Layout | Grid = deal.layout if table.ruleset.family is Game.SOLITAIRE else deal.grid
    return place


def replay(kept: Kept, layout_of: Callable[[str], Layout], limit: int = LIMIT) -> Replayed:
    """What the log of a game comes to; `limit` is for the table's later proofs. Raises `BrokenLog`."""
    where = "the deal"
    ended: Ended | None = None
    try:
        _find_layout(kept.game, layout_of)
        table = opened_table(kept.game, layout_of, limit)
        tiles = table.left
        hasty, last = 0, -HASTY
        won: int | None = None
        for expected, (seq, at, body, given) in enumerate(kept.log):
            where = f"command {expected}"
            if seq != expected:
                raise BrokenLog(f"{where} is missing")
            before = table.status
            command = _decode_command(body)
            applied = families.apply(table, command, at, None if given is None else _decode_given(given))
            taken = isinstance(command, Pick | Take) and applied.events and isinstance(applied.events[0], Removed)
            if taken and won is None:
                hasty += at - last < HASTY
                last = at
            if table.status is not before:
                ended = _ended(kept.game, table, at, ended)
                if won is None and ended is not None and ended["outcome"] in WINS:
                    won = table.seq
    except (ValueError, TypeError, msgspec.MsgspecError) as error:
        raise BrokenLog(f"{where} does not fit: {error}") from error
    noted = (kept.game.layout, kept.seq, kept.left, kept.status)
    found = (table.layout_id, table.seq, table.left, table.status.value)
    if noted != found:
        raise BrokenLog(f"its layout, commands, tiles left and status come to {found}, but {noted} was noted")
    return Replayed(table, tiles, ended, hasty, won)
