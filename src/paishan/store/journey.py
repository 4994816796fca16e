"""A player's way through the campaign (C3): every level keeps its best result, and clearing one opens the next."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from sqlalchemy import select

from paishan.faults import Said
from paishan.play import campaign
from paishan.play.campaign import LEVELS
from paishan.play.result import Outcome
from paishan.play.ruleset import CLASSIC
from paishan.store.database import Database
from paishan.store.games import Games
from paishan.store.results import FORGED
from paishan.store.schema import results
from paishan.store.views import View

__all__ = ["RULES", "Cleared", "Journey", "LevelShut", "Progress"]

RULES = CLASSIC
"""How the levels are played."""
_LEVEL = "level-"


class LevelShut(Exception):
    """A level that the player may not play yet; the message says what opens it."""


@dataclass(frozen=True, slots=True, order=True)
class Cleared:
    """How a level was cleared; of two, the better one is the greater one."""

    stars: int
    score: int
    minus_ms: int
    """The time played, negative, so that less is more."""

    @property
    def ms(self) -> int:
        """The time played."""
        return -self.minus_ms


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a player has come."""

    cleared: dict[int, Cleared]
    """The best result of every level that was cleared, by its number."""

    def is_open(self, level: int) -> bool:
        """Whether a level can be played: the first one, and every one whose forerunner was cleared."""
        return level == LEVELS[0] or level in self.cleared or level - 1 in self.cleared

    @property
    def next(self) -> int:
        """The first level still to be cleared; the last one when there is none."""
        return next((level for level in LEVELS if level not in self.cleared), LEVELS[-1])


class Journey:
    """Every player's campaign."""

    def __init__(self, database: Database, games: Games) -> None:
        self._database = database
        self._games = games

    async def progress(self, player: int | None) -> Progress:
        """How far a player has come."""
        if player is None:
            return Progress({})
        asked = select(results.c.occasion, results.c.stars, results.c.score, results.c.played).where(
            results.c.player == player,
            results.c.occasion.like(f"{_LEVEL}%"),
            results.c.outcome == Outcome.WON.value,
            results.c.judged != FORGED,
        )
        rows = await asyncio.to_thread(self._database.read, lambda reading: reading.execute(asked).all())
        best: dict[int, Cleared] = {}
        for row in rows:
            level, found = int(row.occasion.removeprefix(_LEVEL)), Cleared(row.stars, row.score, -row.played)
            best[level] = max(found, best.get(level, found))
        return Progress(best)

    async def start(self, player: int | None, level: int, previous: str | None = None) -> tuple[View, str | None]:
        """A new game of a level; without a `player` a guest is made, whose token is given back too.

        Raises `ValueError` for a number that no level has, `LevelShut`, and what `Games.start` does.
        """
        found = campaign.level(level)
        if not (await self.progress(player)).is_open(level):
            raise LevelShut(Said("level {level} opens when level {before} is cleared", level=level, before=level - 1))
        return await self._games.start(player, found.code, RULES, previous, occasion=f"{_LEVEL}{level}")
