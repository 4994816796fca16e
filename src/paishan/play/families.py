"""Games of every family by one door: what the store, the server and the command line need not tell apart.

A game of pairs is a `Table`, a match of Chuo Pai a `MatchTable`. Both take commands at given times, give events and,
where a command took work, what it gave; both show their state and their result.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias, cast

from paishan.chuopai.deal import deal_of
from paishan.chuopai.deal import replay as replay_match
from paishan.codes import Code
from paishan.play import messages as pairs
from paishan.play import recording
from paishan.play import ruleset as of_pairs
from paishan.play.chuo import messages as chuo
from paishan.play.chuo import recording as chuo_recording
from paishan.play.chuo import ruleset as of_chuo
from paishan.play.chuo.ruleset import MatchRuleset, match_ruleset
from paishan.play.chuo.table import Did, MatchTable
from paishan.play.explaining import Sentence
from paishan.play.explaining import explain as explain_pairs
from paishan.play.messages import Unranked
from paishan.play.opening import open_table
from paishan.play.ruleset import Ruleset
from paishan.play.table import Applied, Given, Table
from paishan.records import Record
from paishan.solitaire.gallery import by_tag
from paishan.solitaire.layout import Layout
from paishan.solving import LIMIT

__all__ = [
    "AnyCommand",
    "AnyEvent",
    "AnyRuleset",
    "AnyState",
    "AnyTable",
    "Logged",
    "Misplaced",
    "apply",
    "by_points",
    "explain",
    "judge",
    "open_game",
    "record_of",
    "ruleset",
]

AnyTable: TypeAlias = Table | MatchTable
AnyRuleset: TypeAlias = Ruleset | MatchRuleset
AnyCommand: TypeAlias = pairs.Command | chuo.Begin | chuo.Play | chuo.Pass
AnyEvent: TypeAlias = pairs.Event | chuo.Event
AnyState: TypeAlias = pairs.State | chuo.State
Logged: TypeAlias = tuple[AnyCommand, int, Given | None]
"""A command, the time in milliseconds at which it was applied, and what it gave."""

_OF_MATCHES = (chuo.Begin, chuo.Play, chuo.Pass)
_OF_PAIRS = (pairs.Pick, pairs.Take, pairs.Show, pairs.Shuffle, pairs.Rewind)
_CHUO_PAI = "chuo-pai"


class Misplaced(ValueError):
    """A command that games of this family do not know."""


def ruleset(id: str) -> AnyRuleset:
    """The ruleset with this id. Raises `ValueError` that says which there are."""
    return match_ruleset(id) if id.startswith(_CHUO_PAI) else of_pairs.ruleset(id)


def explain(rules: AnyRuleset) -> tuple[Sentence, ...]:
    """What a ruleset's values mean, in whole sentences."""
    return of_chuo.explain(rules) if isinstance(rules, MatchRuleset) else explain_pairs(rules)


def by_points(rules: AnyRuleset) -> bool:
    """Whether results are compared by points, and only then by time."""
    return isinstance(rules, MatchRuleset) or rules.scoring is not None


def open_game(
    code: Code,
    rules: AnyRuleset,
    opened: int = 0,
    layout_of: Callable[[str], Layout] = by_tag,
    limit: int = LIMIT,
    *,
    newcomer: bool = False,
    unranked: Unranked | None = None,
) -> AnyTable:
    """A new table with the deal that a code names, as `open_table` and `MatchTable` say.

    Raises `ValueError` for a code that the ruleset does not play.
    """
    if isinstance(rules, MatchRuleset):
        return MatchTable(deal_of(code), rules, opened, unranked=unranked)
    return open_table(code, rules, opened, layout_of, limit, newcomer=newcomer, unranked=unranked)


def apply(table: AnyTable, command: AnyCommand, at: int, given: Given | None = None) -> Applied | Did:
    """Do on a table what a command says at the time `at`. Raises `Misplaced`, and what the table does."""
    if isinstance(table, Table):
        if not isinstance(command, _OF_MATCHES):
            return table.apply(command, at, given)
    elif not isinstance(command, _OF_PAIRS):
        return table.apply(command, at, given)
    word = command.__struct_config__.tag
    raise Misplaced(f"{word} is no command for a game of {table.ruleset.name}")


def judge(record: Record, layout_of: Callable[[str], Layout] = by_tag) -> None:
    """Play a recorded game by its rules. Raises `ValueError` that names the first move that they do not allow."""
    if not record.ruleset.startswith(_CHUO_PAI):
        recording.replay(record, layout_of)
    elif chuo_recording.has_table(record):
        chuo_recording.replay(record)
    else:
        replay_match(record)


def record_of(table: AnyTable, log: Sequence[Logged]) -> Record:
    """The record of a game: of the table's deal and ruleset, through every command of `log`.

    Raises `ValueError` when what a command gave does not fit the game.
    """
    if isinstance(table, Table):
        return recording.record_of(table, cast(Sequence[recording.Logged], log))
    return chuo_recording.record_of(table, cast(Sequence[chuo_recording.Logged], log))
