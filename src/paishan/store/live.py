"""A game in memory: its table, who is at it, and what of it may be told."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from paishan.play.families import AnyTable
from paishan.play.ruleset import Game
from paishan.play.table import Table
from paishan.store.counts import Counts
from paishan.store.dates import AGAIN
from paishan.store.log import Opened, place_of
from paishan.store.schema import games
from paishan.store.views import View, may_tell

__all__ = ["TOLD", "Live", "consider"]

TOLD = (
    games.c.zone.is_(None)
    & games.c.occasion.not_like(f"{AGAIN}%")
    & (games.c.family != Game.CHUOPAI.value)
    & ((games.c.family != Game.SOLITAIRE.value) | (games.c.ranked == 0) | (games.c.occasion != ""))
)
"""Of a game in progress: whether its code may be told, as `may_tell` says."""


@dataclass(slots=True, eq=False)
class Live:
    """A game in memory. `table` is None while it is not known to be what the log says."""

    id: str
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    users: int = 0
    """How many requests hold it or wait for it; it stays in memory meanwhile."""
    table: AnyTable | None = None
    game: Opened | None = None
    tiles: int = 0
    """How many there were at the opening."""
    ended: bool = False
    """Whether it has ever come to an end."""
    outdated: bool = False
    """Whether it may be another player's meanwhile, or may count for less."""

    @property
    def opened(self) -> Opened:
        """What it was opened with, of a game that is loaded."""
        assert self.game is not None
        return self.game

    def view(self, table: AnyTable, at: int) -> View:
        """The game as its player sees it at the time `at`."""
        game = self.opened
        return View(
            game.id,
            game.family,
            game.code if self.may_tell(at) else None,
            game.previous,
            game.occasion,
            bool(game.newcomer),
            place_of(table) if isinstance(table, Table) else None,
            table.ruleset,
            table.state(at),
        )

    def may_tell(self, at: int) -> bool:
        """Whether the player may know the code, which tells all faces, and all hands (X3)."""
        game = self.opened
        return self.ended or may_tell(game.family, game.ranked, game.occasion, at)


async def consider(live: Live, table: AnyTable, counts: Counts) -> None:
    """Prove what can be proved of the position, without keeping anybody else waiting.

    The game has its table back only then: when the request is called off the thread goes on, and nobody else may have
    a table while a thread is at work on it.
    """
    live.table = None
    if not table.considered:
        with counts.at_work():
            await asyncio.to_thread(table.consider)
    live.table = table
