"""Series of three matches of Chuo Pai, each led first by another seat, whose piles are added up.

A match of a series is a game like any other, opened for an occasion that names the series and its number. Who leads
first is drawn with the deal; so the deals of a series are drawn until the right seat leads. Nothing else is kept.
"""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import Connection, select

from paishan.chuopai.deal import LAYOUT, deal_of
from paishan.chuopai.match import SEATS
from paishan.codes import MAX_NUMBER, Code, Dealer
from paishan.faults import Said
from paishan.play import families
from paishan.play.chuo.messages import Status
from paishan.play.chuo.ruleset import MatchRuleset, match_ruleset
from paishan.play.chuo.table import MatchTable
from paishan.solitaire.layout import Layout
from paishan.store.database import Database
from paishan.store.games import Games
from paishan.store.log import Kept, logged, opened_table, read
from paishan.store.schema import games
from paishan.store.views import AlreadyOpened, View

__all__ = ["MATCHES", "Series", "SeriesOver", "Standing", "UnknownSeries"]

MATCHES = 3
"""How many matches a series has."""
_OCCASION = re.compile(r"series-([A-Za-z0-9_-]{12})-([1-3])")


class UnknownSeries(Exception):
    """There is no such series, or it is somebody else's."""


class SeriesOver(Exception):
    """All matches of a series are played."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How a series stands."""

    id: str
    points: tuple[tuple[int, ...], ...]
    """The piles of every match that is finished, by seat."""
    opened: int
    """How many matches were opened."""

    @property
    def totals(self) -> tuple[int, ...]:
        """All piles together, by seat."""
        return tuple(sum(match[seat] for match in self.points) for seat in SEATS)

    @property
    def next(self) -> bool:
        """Whether the next match can be opened."""
        return len(self.points) == self.opened < MATCHES


class Series:
    """Every player's series."""

    def __init__(self, database: Database, games: Games, layout_of: Callable[[str], Layout]) -> None:
        self._database = database
        self._games = games
        self._layout_of = layout_of

    async def start(
        self, player: int | None, rules: MatchRuleset, previous: str | None = None
    ) -> tuple[View, str | None]:
        """The first match of a new series; without a `player` a guest is made, whose token is given back too."""
        code = Code(Dealer.CP1, LAYOUT, secrets.randbelow(MAX_NUMBER + 1))
        occasion = f"series-{secrets.token_urlsafe(9)}-1"
        return await self._games.start(player, code, rules, previous, occasion=occasion)

    async def go_on(self, player: int | None, id: str, previous: str | None = None) -> tuple[View, bool]:
        """The next match of a series and True; the one that is still going on, and False.

        Raises `UnknownSeries`, `SeriesOver`, and what `Games.start` does.
        """
        kept = await self._matches(player, id)
        if not kept:
            raise UnknownSeries
        first, last = kept[0].game, kept[-1].game
        if len(kept) > len(await asyncio.to_thread(self._piles, kept)):
            return await self._games.view(last.id, player), False
        if len(kept) >= MATCHES:
            raise SeriesOver(Said("all {count} matches of this series are played; begin another one", count=MATCHES))
        leader = (deal_of(Code.parse(first.code)).leader + len(kept)) % len(SEATS)
        code = Code(Dealer.CP1, LAYOUT, _number_led_by(leader))
        occasion = f"series-{id}-{len(kept) + 1}"
        rules = match_ruleset(first.ruleset)
        try:
            view, _ = await self._games.start(player, code, rules, previous, occasion=occasion, once=True)
        except AlreadyOpened:
            last = (await self._matches(player, id))[-1].game
            return await self._games.view(last.id, player), False
        return view, True

    async def standing(self, player: int | None, occasion: str) -> Standing | None:
        """How the series stands for one of whose matches a game was opened; None for any other occasion."""
        named = _OCCASION.fullmatch(occasion)
        return None if named is None else await self.standing_of(player, named[1])

    async def standing_of(self, player: int | None, id: str) -> Standing:
        """How a series stands. Raises `UnknownSeries`."""
        kept = await self._matches(player, id)
        if not kept:
            raise UnknownSeries
        return Standing(id, await asyncio.to_thread(self._piles, kept), len(kept))

    async def _matches(self, player: int | None, id: str) -> list[Kept]:
        """The matches of a series with their logs, in order."""
        occasions = [f"series-{id}-{number}" for number in range(1, MATCHES + 1)]
        asked = (
            select(games.c.id, games.c.occasion)
            .where(games.c.player == player, games.c.occasion.in_(occasions))
            .order_by(games.c.occasion, games.c.opened)
        )

        def look(reading: Connection) -> list[Kept]:
            found = {occasion: game for game, occasion in reversed(reading.execute(asked).all())}
            matches = [read(reading, found[occasion]) for occasion in occasions if occasion in found]
            return [kept for kept in matches if kept is not None]

        return [] if player is None else await asyncio.to_thread(self._database.read, look)

    def _piles(self, matches: list[Kept]) -> tuple[tuple[int, ...], ...]:
        """The piles of every match that has come to an end, as they were then."""
        piles = (self._first_piles(kept) for kept in matches)
        return tuple(found for found in piles if found is not None)

    def _first_piles(self, kept: Kept) -> tuple[int, ...] | None:
        table = opened_table(kept.game, self._layout_of)
        assert isinstance(table, MatchTable)
        for command, at, given in logged(kept):
            families.apply(table, command, at, given)
            if table.status is not Status.PLAYING:
                return table.match.points
        return None


def _number_led_by(seat: int) -> int:
    """The number of any deal that a seat leads."""
    while True:
        number = secrets.randbelow(MAX_NUMBER + 1)
        if deal_of(number).leader == seat:
            return number
