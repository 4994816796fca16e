"""The boards of the days as players have begun them (C4): one a day and family, their calendar and their streaks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from sqlalchemy import select

from paishan.play import daily
from paishan.play.daily import Game, Streaks
from paishan.play.result import Outcome
from paishan.play.ruleset import CLASSIC, CONNECT, Ruleset, ruleset
from paishan.store.begun import last_begun
from paishan.store.database import Database
from paishan.store.dates import Begun, Today, day_of_occasion, occasion_of, today
from paishan.store.games import Games, clock
from paishan.store.results import FORGED
from paishan.store.schema import games, results
from paishan.store.secret import daily_secret
from paishan.store.views import DayGoneOn, View

__all__ = ["RULESETS", "Attempt", "Calendar", "Days"]

RULESETS: dict[Game, Ruleset] = {Game.SOLITAIRE: CLASSIC, Game.CONNECT: CONNECT}
"""How the boards of the days are played."""
_TRIES = 3


@dataclass(frozen=True, slots=True)
class Attempt:
    """A day's board that a player has begun."""

    game: str
    outcome: Outcome | None
    """None while it is not over."""


@dataclass(frozen=True, slots=True)
class Calendar:
    """What a player has done of one family's boards."""

    attempt: Attempt | None
    """Today's."""
    streaks: Streaks
    days: tuple[daily.Day, ...]
    """Of the month that was asked for."""


class Days:
    """Every day's boards."""

    def __init__(
        self, database: Database, games: Games, now: Callable[[], int] = clock, secret: bytes | None = None
    ) -> None:
        """`now` gives milliseconds since 1970; without a `secret` the one kept in the database is used.

        Raises `ValueError` for a secret that is too short.
        """
        if secret is not None:
            daily.daily_code(secret, date.min.replace(year=2), Game.CONNECT)
        self._database = database
        self._games = games
        self._now = now
        self._secret = secret

    async def today(self, player: int | None, offset: int) -> Today:
        """A player's day, with a clock `offset` minutes ahead of UTC. Raises `ValueError` for no such clock."""
        return today(self._now(), offset, await self._last(player))

    async def begin(
        self, player: int | None, family: Game, offset: int, previous: str | None = None
    ) -> tuple[View, str | None, bool]:
        """Today's board: a new game or, when the player has begun it already, that one; and whether it is new.

        Without a `player` a guest is made, whose token is given back too. Raises what `Games.start` does.
        """
        for _ in range(_TRIES):
            day = await self.today(player, offset)
            occasion = occasion_of(day.day)
            begun = await self._begun(player, family)
            if (attempt := begun.get(day.day)) is not None:
                assert player is not None
                return await self._games.view(attempt.game, player), None, False
            code = daily.daily_code(await self._known_secret(), day.day, family)
            try:
                view, token = await self._games.start(
                    player, code, RULESETS[family], previous, occasion=occasion, zone=day.zone
                )
            except DayGoneOn:
                continue
            return view, token, True
        raise DayGoneOn

    async def calendar(self, player: int | None, family: Game, today: date, month: date) -> Calendar:
        """A family's calendar in the month of a date, for a player whose day it is `today`."""
        begun = await self._begun(player, family)
        won = {day: None if made.outcome is None else made.outcome == Outcome.WON for day, made in begun.items()}
        since = min(begun, default=today)
        return Calendar(
            begun.get(today),
            daily.streaks((day for day, was in won.items() if was), today),
            tuple(daily.month(month.year, month.month, today, won, since)),
        )

    async def finished(self, player: int | None, family: str, occasion: str) -> tuple[str, Ruleset] | None:
        """The layout and the ruleset of a day's board to whose end a player has come, so that all of it may be known.

        None for a player who has not.
        """
        if player is None:
            return None
        asked = select(results.c.layout, results.c.ruleset).where(
            results.c.player == player, results.c.family == family, results.c.occasion == occasion
        )
        row = await asyncio.to_thread(self._database.read, lambda reading: reading.execute(asked).first())
        return None if row is None else (row.layout, ruleset(row.ruleset))

    async def _known_secret(self) -> bytes:
        if self._secret is None:
            self._secret = await daily_secret(self._database)
        return self._secret

    async def _last(self, player: int | None) -> Begun | None:
        if player is None:
            return None
        return await asyncio.to_thread(self._database.read, lambda reading: last_begun(reading, player))

    async def _begun(self, player: int | None, family: Game) -> dict[date, Attempt]:
        """Every day that a player has begun of a family."""
        if player is None:
            return {}
        asked = (
            select(games.c.id, games.c.occasion, results.c.outcome)
            .outerjoin(results, (results.c.game == games.c.id) & (results.c.judged != FORGED))
            .where(games.c.player == player, games.c.family == family.value, games.c.zone.is_not(None))
        )
        rows = await asyncio.to_thread(self._database.read, lambda reading: reading.execute(asked).all())
        return {day_of_occasion(row.occasion): Attempt(row.id, row.outcome and Outcome(row.outcome)) for row in rows}
