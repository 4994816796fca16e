"""Lists of results: the best of all players on one board of comparison, and a player's own statistics (S9, A4, T11).

Results are comparable when family, layout, ruleset and its version are the same, and never otherwise. Only won games
that were ranked and judged are listed; statistics count every game that ended, and every game that was begun and left
for good as lost (C8). A shared win is a win there, but stands in no list.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, Subquery, TextClause, case, exists, func, literal, select, union_all

from paishan.play.families import AnyRuleset, by_points
from paishan.play.result import WINS, Outcome
from paishan.solitaire.layout import Layout
from paishan.store.database import Database
from paishan.store.results import FORGED, JUDGED, judge
from paishan.store.schema import LISTED, games, leaving, players, results

__all__ = ["BEST", "Best", "Finished", "Line", "Listed", "Lists", "Statistics", "Total"]

BEST = 10
"""How many results a list has."""
_OWN = (results.c.ranked + 0 == 1) & (results.c.outcome == Outcome.WON.value)
"""The same as `LISTED`, in words to which no index of a whole list answers."""
_ALIKE = ("family", "layout", "ruleset", "version")
"""What has to be the same for games to be compared."""


@dataclass(frozen=True, slots=True)
class Best:
    """A result in a list."""

    game: str
    name: str | None
    """What its player is called; None for one who gave no name."""
    mine: bool
    played: int
    score: int
    stars: int
    hints: int
    undos: int
    shuffles: int
    finished: int


@dataclass(frozen=True, slots=True)
class Listed:
    """A list, and the best of the player who asks, whether it stands in it or not."""

    rows: tuple[Best, ...]
    mine: Best | None


@dataclass(frozen=True, slots=True)
class Total:
    """All games of a player that ended."""

    played: int
    won: int
    streak: int
    """Games won one after another, up to the last that ended."""
    longest: int
    hints: int
    ms: int


@dataclass(frozen=True, slots=True)
class Line:
    """The games of a player that can be compared with each other."""

    family: str
    layout: str
    ruleset: str
    version: int
    played: int
    won: int
    best_ms: int | None
    """Of the games that were won, as all that follows but the hints."""
    mean_ms: int | None
    best_score: int | None
    stars: int
    """The stars of all of them together."""
    hints: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """What a player has done."""

    total: Total
    rows: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Finished:
    """A game that is over."""

    game: str
    family: str
    layout: str
    ruleset: str
    occasion: str
    outcome: str
    played: int
    score: int
    finished: int


class Lists:
    """The results of a database."""

    def __init__(self, database: Database, layout_of: Callable[[str], Layout]) -> None:
        """`layout_of` finds the layout that a code names."""
        self._database = database
        self._layout_of = layout_of

    async def best(self, player: int | None, layout: str, rules: AnyRuleset, occasion: str = "") -> Listed:
        """The best results with a layout and a ruleset in its present version, played for one occasion or for none.

        By points where the ruleset has them, then by time, then by who was first. Every result is judged before.
        """
        wanted = _listed(layout, rules, occasion, LISTED)
        # Or all of a list would be gone through for one who stands in it.
        own = _listed(layout, rules, occasion, _OWN).where(results.c.player == player).limit(1)
        top = wanted.limit(BEST)
        found, mine = await self._judged(top), await self._judged(own) if player is not None else []
        return Listed(tuple(_best(row, player) for row in found), _best(mine[0], player) if mine else None)

    async def _judged(self, wanted: Select[Any]) -> list[Row[Any]]:
        """The rows of a query over results, none of which waits to be judged."""
        seen: set[str] = set()
        while True:
            rows = await asyncio.to_thread(self._database.read, lambda reading: list(reading.execute(wanted)))
            waiting = {str(row.game) for row in rows if row.judged != JUDGED} - seen
            if not waiting:
                return [row for row in rows if row.judged == JUDGED]
            await judge(self._database, sorted(waiting), self._layout_of)
            seen |= waiting

    async def lately(self, player: int | None, most: int) -> list[Finished]:
        """A player's games that ended last, the latest first."""
        if player is None:
            return []
        asked = (
            select(*(results.c[name] for name in Finished.__slots__))
            .where(results.c.player == player, results.c.judged != FORGED)
            .order_by(results.c.finished.desc(), results.c.game)
            .limit(most)
        )
        rows = await asyncio.to_thread(self._database.read, lambda reading: reading.execute(asked).all())
        return [Finished(*row) for row in rows]

    async def statistics(self, player: int | None) -> Statistics:
        """What a player has done; nothing for nobody."""
        if player is None:
            return Statistics(Total(0, 0, 0, 0, 0, 0), ())
        finished = _finished(player)
        each = select(finished).order_by(finished.c.at)
        rows, lines = await asyncio.to_thread(
            self._database.read,
            lambda reading: (reading.execute(each).all(), reading.execute(_lines(finished)).all()),
        )
        return Statistics(_total(rows), tuple(_line(row) for row in lines))


def _listed(layout: str, rules: AnyRuleset, occasion: str, listed: ColumnElement[bool] | TextClause) -> Select[Any]:
    """All results that could stand in a list, the best first; `listed` says what they must be for that."""
    by_score = [results.c.score.desc()] if by_points(rules) else []
    return (
        select(results, players.c.name)
        .join(players, players.c.id == results.c.player)
        .where(
            results.c.family == rules.family.value,
            results.c.occasion == occasion,
            results.c.layout == layout,
            results.c.ruleset == rules.id,
            results.c.version == rules.version,
            listed,
            results.c.judged != FORGED,
            results.c.player.not_in(select(leaving.c.player)),
        )
        .order_by(*by_score, results.c.played, results.c.finished, results.c.game)
    )


def _best(row: Row[Any], player: int | None) -> Best:
    return Best(
        row.game,
        row.name,
        row.player == player,
        row.played,
        row.score,
        row.stars,
        row.hints,
        row.undos,
        row.shuffles,
        row.finished,
    )


def _finished(player: int) -> Subquery:
    """Every game of a player that ended, and every one that was begun and left for good."""
    ended = select(
        *(results.c[name] for name in _ALIKE),
        *(results.c[name] for name in ("outcome", "played", "score", "stars", "hints")),
        results.c.finished.label("at"),
    ).where(results.c.player == player, results.c.judged != FORGED)
    left = select(
        *(games.c[name] for name in _ALIKE),
        literal(Outcome.LOST.value).label("outcome"),
        games.c.played,
        *(literal(0).label(name) for name in ("score", "stars", "hints")),
        games.c.put_away.label("at"),
    ).where(
        games.c.player == player,
        games.c.put_away.is_not(None),
        games.c.begun == 1,
        games.c.broken.is_(None),
        ~exists().where(results.c.game == games.c.id),
    )
    return union_all(ended, left).subquery("finished")


def _total(rows: Sequence[Row[Any]]) -> Total:
    """The sums over all games, in the order in which they ended."""
    streak = longest = 0
    for row in rows:
        streak = streak + 1 if row.outcome in WINS else 0
        longest = max(longest, streak)
    won = sum(row.outcome in WINS for row in rows)
    return Total(
        len(rows), won, streak, longest, hints=sum(row.hints for row in rows), ms=sum(row.played for row in rows)
    )


def _lines(finished: Subquery) -> Select[Any]:
    """The games that can be compared with each other, group by group."""
    alike = [finished.c[name] for name in _ALIKE]
    won = finished.c.outcome.in_(sorted(win.value for win in WINS))
    return (
        select(
            *alike,
            func.count().label("played"),
            func.count(case((won, 1))).label("won"),
            func.min(case((won, finished.c.played))).label("best_ms"),
            func.sum(case((won, finished.c.played))).label("all_ms"),
            func.max(case((won, finished.c.score))).label("best_score"),
            func.sum(case((won, finished.c.stars), else_=0)).label("stars"),
            func.sum(finished.c.hints).label("hints"),
        )
        .group_by(*alike)
        .order_by(func.count().desc(), *alike)
    )


def _line(row: Row[Any]) -> Line:
    won = row.won
    return Line(
        family=row.family,
        layout=row.layout,
        ruleset=row.ruleset,
        version=row.version,
        played=row.played,
        won=won,
        best_ms=row.best_ms,
        mean_ms=(2 * int(row.all_ms) + won) // (2 * won) if won else None,
        best_score=row.best_score,
        stars=int(row.stars),
        hints=int(row.hints),
    )
