"""Finished games to be watched (X4): one's own and, by their id, anybody's; a day's board when it tells nothing new."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select

from paishan.chuopai.deal import Deal as Hands
from paishan.chuopai.players import Player
from paishan.connect.grid import Grid
from paishan.faults import Said
from paishan.play.chuo.table import MatchTable
from paishan.play.families import AnyRuleset, AnyTable, record_of, ruleset
from paishan.play.ruleset import Game
from paishan.records import Record
from paishan.solitaire.layout import Layout
from paishan.store.database import Database
from paishan.store.dates import closing, day_of_occasion, is_of_day, occasion_of
from paishan.store.days import Days
from paishan.store.games import clock
from paishan.store.log import BrokenLog, Kept, logged, opened_table, place_of, read, replay
from paishan.store.results import FORGED
from paishan.store.schema import players, results
from paishan.store.views import BrokenGame, UnknownGame, Withheld

__all__ = ["Dealt", "Seated", "Watched", "Watching"]


@dataclass(frozen=True, slots=True)
class Dealt:
    """What was dealt for a game of pairs."""

    layout: Layout | Grid
    faces: tuple[str, ...]
    """The label of the tile on every slot, as dealt."""
    groups: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Seated:
    """What was dealt for a match of Chuo Pai, and to whom."""

    deal: Hands
    laid: tuple[tuple[int, ...], ...]
    """The opening bonus of each seat."""
    players: tuple[Player | None, ...]
    """None is whoever played."""


@dataclass(frozen=True, slots=True)
class Watched:
    """A game from its first move to its last, or to the one that won it, with all its faces."""

    id: str
    family: str
    occasion: str
    mine: bool
    name: str | None
    """What its player is called."""
    ruleset: AnyRuleset
    opened: int
    dealt: Dealt | Seated
    record: Record
    result: dict[str, Any] | None
    """Its row of `results`; None while it is not over."""


class Watching:
    """The games of a database, for those who only look."""

    def __init__(
        self,
        database: Database,
        days: Days,
        layout_of: Callable[[str], Layout],
        now: Callable[[], int] = clock,
    ) -> None:
        """`layout_of` finds the layout that a code names; `now` gives milliseconds since 1970."""
        self._database = database
        self._days = days
        self._layout_of = layout_of
        self._now = now

    async def watch(self, id: str, player: int | None) -> Watched:
        """A game as whoever asks may see it.

        Raises `UnknownGame` for somebody else's that is not over, as for one that is not there; `Withheld` for one that
        would show faces of a board that the asker may still have to play; `BrokenGame`.
        """

        def look(reading: Connection) -> tuple[Kept, dict[str, Any] | None, str | None] | None:
            kept = read(reading, id)
            if kept is None:
                return None
            ended = select(results).where(results.c.game == id, results.c.judged != FORGED)
            row = reading.execute(ended).mappings().one_or_none()
            name = reading.execute(select(players.c.name).where(players.c.id == kept.game.player)).scalar()
            return kept, None if row is None else dict(row), name

        found = await asyncio.to_thread(self._database.read, look)
        if found is None:
            raise UnknownGame
        kept, result, name = found
        mine = kept.game.player == player
        await self._refuse(kept, result, mine, player)
        try:
            return await asyncio.to_thread(self._watched, kept, result, mine, name)
        except BrokenLog as error:
            raise BrokenGame(str(error)) from error

    async def _refuse(self, kept: Kept, result: dict[str, Any] | None, mine: bool, player: int | None) -> None:
        """Raise what keeps whoever asks from seeing all of a game."""
        game = kept.game
        if result is None:
            if not mine:
                raise UnknownGame
            if game.family == Game.CHUOPAI:
                raise Withheld(Said("a match can be watched when it is over"))
            if is_of_day(game.occasion) or ruleset(game.ruleset).ranked:
                raise Withheld(Said("a game whose faces are hidden can be watched when it is over"))
        if mine or not is_of_day(game.occasion) or self._now() >= closing(game.occasion):
            return
        day = day_of_occasion(game.occasion)
        if await self._days.finished(player, game.family, occasion_of(day)) is None:
            raise Withheld(
                Said(
                    "this game shows the board of {day}; finish that board first, or wait until the day is over",
                    day=day,
                )
            )

    def _watched(self, kept: Kept, result: dict[str, Any] | None, mine: bool, name: str | None) -> Watched:
        replayed = replay(kept, self._layout_of)
        table = replayed.table
        return Watched(
            kept.game.id,
            kept.game.family,
            kept.game.occasion,
            mine,
            name,
            table.ruleset,
            kept.game.opened,
            _dealt(opened_table(kept.game, self._layout_of)),
            record_of(table, logged(kept)[: replayed.won]),
            result,
        )


def _dealt(table: AnyTable) -> Dealt | Seated:
    """What was dealt, of a table as it was opened."""
    if isinstance(table, MatchTable):
        return Seated(table.deal, table.match.laid, table.players)
    return Dealt(place_of(table), tuple(kind.label for kind in table.board.kinds), table.board.groups)
