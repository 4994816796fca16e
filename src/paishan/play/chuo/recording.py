"""Recordings of Chuo Pai: a table's log as a record that a person can read, and back to a table.

Every seat's play is a move, `play` with its cards or `pass`; whose turn it is, the rules say. The match begins with
`begin` and, anew, with `restart`. What a hint showed stands behind its word, and `undo` and `redo` speak of the
player's decisions, with all that followed them. What was refused is no part of it; where it decided how much time
counts, `wait` stands for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from paishan.chuopai.deal import deal_of, move_of, play_of
from paishan.chuopai.match import Match
from paishan.chuopai.play import PLAYS, recognise
from paishan.play.chuo import messages as m
from paishan.play.chuo.messages import Command
from paishan.play.chuo.ruleset import match_ruleset
from paishan.play.chuo.table import Did, Given, MatchTable, decides
from paishan.play.messages import Unranked
from paishan.records import Move, Record

__all__ = ["Logged", "has_table", "opened", "record_of", "replay", "steps"]

Logged: TypeAlias = tuple[Command, int, Given | None]
"""A command, the time in milliseconds at which it was applied, and what it gave."""

_ALONE: dict[str, Command] = {
    "undo": m.Undo(),
    "redo": m.Redo(),
    "give-up": m.GiveUp(),
    "pause": m.Pause(),
    "resume": m.Resume(),
}
_FIRST: dict[str, m.Begin | m.Restart] = {"begin": m.Begin(), "restart": m.Restart()}
_WORDS = ("pass", "play", "hint", "wait", *_ALONE, *_FIRST)
_NOTHING = m.Pass()
"""A command that does nothing but let time pass."""


def record_of(table: MatchTable, log: Iterable[Logged]) -> Record:
    """The record of a match: of the table's deal and ruleset, from its opening through every command of `log`.

    Times are counted from the opening and never run backwards, as on the table's clock. Raises `ValueError` when what
    a command gave does not fit the match.
    """
    fresh = MatchTable(table.deal, table.ruleset, table.opened, unranked=table.unranked_before)
    moves: list[Move] = []
    waits: list[Move] = []
    now = last = 0
    for command, at, given in log:
        did = fresh.apply(command, at, given)
        now = max(now, at - table.opened)
        made = _moves(command, did, now)
        if not made:
            waits.append(Move(now, "wait"))
        if now - last > table.ruleset.thought:
            # Without these it would seem to have been one long thought, of which not all counts.
            moves += waits
            waits.clear()
            last = now
        if made:
            moves += made
            waits.clear()
            last = now
    return Record(table.deal.code, table.ruleset.id, tuple(moves))


def _moves(command: Command, did: Did, at: int) -> list[Move]:
    """What a command did, as moves; none for one that was refused."""
    if any(isinstance(event, m.Refused) for event in did.events):
        return []
    plays = [PLAYS[index] for index in did.given or ()]
    match command:
        case m.Hint():
            return [Move(at, "hint", play.cards) for play in plays]
        case m.Play(cards):
            own = recognise(cards)
            assert own is not None
            return [move_of(play, at) for play in (own, *plays)]
    word = str(command.__struct_config__.tag)
    return [Move(at, word), *(move_of(play, at) for play in plays)]


def has_table(record: Record) -> bool:
    """Whether a record is of a match at a table, and not of one where all three seats were played alike."""
    return "-vs-" in record.ruleset


def replay(record: Record) -> MatchTable:
    """The table at the end of a recorded match, every move of it judged by the rules.

    Raises `ValueError` for a code or ruleset that is not
    here, and for the first move that is not allowed, with its number (from 1), the move and the reason. Whether the
    computer players would choose the same plays is not asked.
    """
    table = opened(record)
    for _ in steps(table, record):
        pass
    return table


def opened(record: Record) -> MatchTable:
    """The table of a record before its first move. Raises `ValueError` for a code or ruleset that is not here."""
    rules = match_ruleset(record.ruleset)
    taken_back = any(move.word == "undo" for move in record.moves)
    unranked = Unranked.TYPED_CODE if taken_back and rules.ranked else None
    return MatchTable(deal_of(record.code), rules, unranked=unranked)


def steps(table: MatchTable, record: Record) -> Iterator[tuple[Move, Did]]:
    """Do on a table what a record says, command by command; gives the first move of each, and what it did.

    Raises `ValueError` as `replay` does.
    """
    moves = iter(enumerate(record.moves, 1))
    move: Move | None
    for number, first in moves:
        move = first
        try:
            command, given = _command(first)
            if isinstance(command, m.Begin | m.Play | m.Restart):
                _hold(table, command)
                match, plays = table.reach(command), []
                while match.turn is not None and not decides(match):
                    number, move = next(moves, (number, None))
                    plays.append(_push(match, move))
                given = tuple(plays)
            did = table.apply(command, first.at, given)
            if first.word != "wait":
                _refuse(did)
        except ValueError as error:
            shown = "the end" if move is None else str(move)
            shown = shown if len(shown) <= 40 else f"{shown[:40]}…"
            raise ValueError(f"move {number}, {shown!r}: {error}") from None
        yield first, did


def _hold(table: MatchTable, command: Command) -> None:
    """Raise `ValueError` where a table refuses a command."""
    reason = table.refuses(command)
    if reason is not None:
        raise ValueError(f"the rules refuse it: {reason}")


def _push(match: Match, move: Move | None) -> int:
    """Let the seat in turn play a move; gives the number of the play."""
    if move is None:
        raise ValueError(f"it breaks off where seat {match.turn} is to play")
    return match.push(play_of(move)).index


def _refuse(did: Did) -> None:
    for event in did.events:
        if isinstance(event, m.Refused):
            raise ValueError(f"the rules refuse it: {event.reason}")


def _command(move: Move) -> tuple[Command, Given | None]:
    """The command that a move stands for, its form checked, and what it gave."""
    if move.word not in _WORDS:
        raise ValueError(f"{move.word!r} is no move; moves are {', '.join(sorted(_WORDS))}")
    if move.word == "hint":
        play = recognise(move.numbers)
        if play is None or not play.cards:
            raise ValueError("hint needs the cards of the play that it showed")
        return m.Hint(), (play.index,)
    if move.word in ("play", "pass"):
        play = play_of(move)
        return (m.Play(play.cards) if play.cards else m.Pass()), None
    if move.numbers:
        raise ValueError(f"{move.word} stands by itself, without numbers")
    if move.word == "wait":
        return _NOTHING, None
    return {**_ALONE, **_FIRST}[move.word], None
