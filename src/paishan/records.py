"""A record: one game from its code to its last move, as text that a person can read and a program can check.

    paishan record 1
    code: MJ1-L00-AAAAABL
    ruleset: against-the-clock

    3200 take 12 45
    5100 undo
    9000 shuffle 4 0 1 3 2

Each move is the time in milliseconds since the table was opened, a word, and whole numbers. What a word means, and
whether a move was allowed, is for `paishan.play` to say; here only the form is known, so that every game fits it.
"""

from __future__ import annotations

import operator
import re
from dataclasses import dataclass, field
from itertools import pairwise

from paishan.codes import Code
from paishan.faults import needed

__all__ = ["Move", "Record", "RecordError"]

_HEAD = "paishan record 1"
_KEYS = ("code", "ruleset")
_MOVE = re.compile(r"(\d{1,15}) ([a-z]+(?:-[a-z]+)*)((?: \d{1,6})*)", re.ASCII)
_RULESET = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*", re.ASCII)
_LONGEST = 10_000_000


class RecordError(ValueError):
    """A record that cannot be read: what is wrong, and on which line."""

    def __init__(self, message: str, line: int | None = None) -> None:
        self.line = line
        """The number of the line, from 1; None where it is the whole that is wrong."""
        super().__init__(message if line is None else f"line {line}: {message}")


@dataclass(frozen=True, slots=True)
class Move:
    """One thing that a player did."""

    at: int
    """Milliseconds since the table was opened."""
    word: str
    """The command's name: take, undo, shuffle …"""
    numbers: tuple[int, ...] = ()
    """What it was done to: two slots, the permutation of a shuffle, nothing."""

    def __post_init__(self) -> None:
        """Raises `ValueError` for a move that could not be read back, `TypeError` for numbers that are not whole."""
        object.__setattr__(self, "at", operator.index(self.at))
        object.__setattr__(self, "numbers", tuple(map(operator.index, self.numbers)))
        if not _MOVE.fullmatch(str(self)):
            raise ValueError(f"{str(self)[:40]!r} is no move; a move is such as '3200 take 12 45'")

    def __str__(self) -> str:
        return " ".join([str(self.at), self.word, *map(str, self.numbers)])


@dataclass(frozen=True, slots=True)
class Record:
    """A game: what was dealt, under which rules, and every move.

    `Record.parse(str(record)) == record` holds for every record.

    >>> record = Record(Code.parse("MJ1-L00-AAAAABL"), "against-the-clock", (Move(3200, "take", (12, 45)),))
    >>> print(record)
    paishan record 1
    code: MJ1-L00-AAAAABL
    ruleset: against-the-clock
    <BLANKLINE>
    3200 take 12 45
    <BLANKLINE>
    >>> Record.parse(str(record)) == record
    True
    """

    code: Code
    """What was dealt."""
    ruleset: str
    """The ruleset's stable id."""
    moves: tuple[Move, ...] = field(default=())
    """What was done, in order."""

    def __post_init__(self) -> None:
        """Raises `ValueError` for a ruleset's id that is none, and for moves whose time runs backwards."""
        needed(Code, self.code)
        object.__setattr__(self, "moves", tuple(self.moves))
        if not _RULESET.fullmatch(self.ruleset):
            raise ValueError(f"the ruleset {self.ruleset!r} should be an id such as against-the-clock")
        for before, move in pairwise(self.moves):
            if move.at < before.at:
                raise ValueError(f"time runs backwards, from {before.at} to {move.at} ms")

    def __str__(self) -> str:
        head = [_HEAD, f"code: {self.code}", f"ruleset: {self.ruleset}", ""]
        return "\n".join([*head, *map(str, self.moves)]) + "\n"

    @classmethod
    def parse(cls, text: str) -> Record:
        """Read a record. Raises `RecordError` that says what is wrong and on which line."""
        if len(text) > _LONGEST:
            raise RecordError(f"a record has at most {_LONGEST:,} characters; this has {len(text):,}")
        lines = text.splitlines()
        if not lines or lines[0].strip() != _HEAD:
            raise RecordError(f"a record begins with the line {_HEAD!r}", 1)
        facts: dict[str, str] = {}
        moves: list[Move] = []
        for number, line in enumerate(lines[1:], 2):
            content = line.strip()
            if not content:
                continue
            if match := _MOVE.fullmatch(content):
                move = Move(int(match[1]), match[2], tuple(map(int, match[3].split())))
                if moves and move.at < moves[-1].at:
                    raise RecordError(f"time runs backwards, from {moves[-1].at} to {move.at} ms", number)
                moves.append(move)
                continue
            key, colon, value = (part.strip() for part in content.partition(":"))
            if not colon or key not in _KEYS:
                raise RecordError(
                    f"{content[:40]!r} is no move ('3200 take 12 45') and none of {', '.join(_KEYS)} with a colon",
                    number,
                )
            if key in facts:
                raise RecordError(f"{key} is given twice", number)
            facts[key] = value
            if value and key == "ruleset" and not _RULESET.fullmatch(value):
                raise RecordError(f"the ruleset {value[:40]!r} should be an id such as against-the-clock", number)
            if key == "code":
                try:
                    code = Code.parse(value)
                except ValueError as error:
                    raise RecordError(str(error), number) from None
        for key in _KEYS:
            if not facts.get(key):
                raise RecordError(f"the record has no {key}; add a line '{key}: …'")
        return cls(code, facts["ruleset"], tuple(moves))
