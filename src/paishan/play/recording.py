"""Recordings: a table's log of commands as a record that a person can read, and back to a table.

A record tells what happened to the board. Commands that were refused did nothing and are no part of it, and a tap that
only selects is none either: a pair is `take` and its two slots, whichever way it was chosen. What took work or chance
stands behind its word: the pair that a hint showed, a shuffle's permutation, the number of steps of a rewind. Where a
command that did nothing decided how much time counts, or said that it was over, `wait` stands for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from paishan.play import messages as m
from paishan.play.messages import Command
from paishan.play.opening import open_table
from paishan.play.ruleset import ShufflePolicy, ruleset
from paishan.play.table import Applied, Given, Table
from paishan.records import Move, Record
from paishan.solitaire.gallery import by_tag
from paishan.solitaire.layout import Layout

__all__ = ["Logged", "play_move", "record_of", "replay"]

Logged: TypeAlias = tuple[Command, int, Given | None]
"""A command, the time in milliseconds at which it was applied, and what it gave."""

_ALONE: tuple[Command, ...] = (m.Undo(), m.Redo(), m.Restart(), m.Pause(), m.Resume(), m.GiveUp())
_WITH_GIVEN: tuple[Command, ...] = (m.Hint(), m.Shuffle(), m.Rewind())


def _word(command: Command) -> str:
    return str(command.__struct_config__.tag)


_NOTHING = m.Pick(-1)
"""A command that does nothing but let time pass."""
_COMMANDS = {_word(command): command for command in _ALONE + _WITH_GIVEN}


def record_of(table: Table, log: Iterable[Logged]) -> Record:
    """The record of a game: of the table's deal and ruleset, from its opening through every command of `log`.

    Times are counted from the opening and never run backwards, as on the table's clock. Raises `ValueError` when what
    a command gave does not fit the game.
    """
    fresh = Table(table.deal, table.ruleset, table.opened, newcomer=table.newcomer)
    moves: list[Move] = []
    waits: list[Move] = []
    now = last = 0
    for command, at, given in log:
        applied = fresh.apply(command, at, given)
        now = max(now, at - table.opened)
        move = _move(command, applied, now)
        if move is None:
            waits.append(Move(now, "wait"))
        if now - last > table.ruleset.thought or m.TimedOut() in applied.events:
            # Without these it would seem to have been one long thought, of which not all counts.
            moves += waits
            waits.clear()
            last = now
        if move is not None:
            moves.append(move)
            waits.clear()
            last = now
    return Record(table.deal.code, table.ruleset.id, tuple(moves))


def _move(command: Command, applied: Applied, at: int) -> Move | None:
    if isinstance(command, m.Pick | m.Take):
        removed = next((event for event in applied.events if isinstance(event, m.Removed)), None)
        return None if removed is None else Move(at, "take", (removed.a, removed.b))
    if isinstance(command, m.Show) or any(isinstance(event, m.Refused) for event in applied.events):
        return None
    return Move(at, _word(command), tuple(applied.given or ()))


def replay(record: Record, layout_of: Callable[[str], Layout] = by_tag) -> Table:
    """The table at the end of a recorded game, every move of it judged by the rules.

    Raises `ValueError` for a code or ruleset that is not here, and for the first move that is not allowed, with its
    number (from 1), the move and the reason. A shuffle is held to keep tiles and places, not to be the one that the
    table would have drawn: its chance is counted by the log, refused commands included.
    """
    table = open_table(record.code, ruleset(record.ruleset), layout_of=layout_of)
    for number, move in enumerate(record.moves, 1):
        try:
            play_move(table, move)
        except ValueError as error:
            shown = str(move) if len(str(move)) <= 40 else f"{str(move)[:40]}…"
            raise ValueError(f"move {number}, {shown!r}: {error}") from None
    return table


def play_move(table: Table, move: Move) -> None:
    """Do on a table what a move of a record says. Raises `ValueError` that says why it is not allowed."""
    if move.word == "wait":
        if move.numbers:
            raise ValueError("wait stands by itself, without numbers")
        table.apply(_NOTHING, move.at)
        return
    command = _command(move)
    if isinstance(command, m.Shuffle) and table.ruleset.shuffle is ShufflePolicy.DEAD:
        # Of a game in play it was proved before it was written; a record may say anything.
        table.consider()
    given = move.numbers if command in _WITH_GIVEN else None
    for event in table.apply(command, move.at, given).events:
        if isinstance(event, m.Refused):
            where = "" if event.slot is None else f" (slot {event.slot})"
            raise ValueError(f"the rules refuse it: {event.reason}{where}")


def _command(move: Move) -> Command:
    """The command that a move stands for, its form checked."""
    if move.word == "take":
        if len(move.numbers) != 2:
            raise ValueError(f"take needs two slots; here are {len(move.numbers)}")
        return m.Take(*move.numbers)
    command = _COMMANDS.get(move.word)
    if command is None:
        raise ValueError(f"{move.word!r} is no move; moves are {', '.join(sorted(['take', 'wait', *_COMMANDS]))}")
    if command in _WITH_GIVEN and not move.numbers:
        raise ValueError(f"{move.word} needs the numbers that it gave")
    if command in _ALONE and move.numbers:
        raise ValueError(f"{move.word} stands by itself, without numbers")
    return command
