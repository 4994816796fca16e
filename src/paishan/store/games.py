"""Games in progress: live tables, made from their logs when needed, and the one way by which a command gets to them.

A table is changed first and written at once; nobody is told before it is on the disk, and when it cannot be written the
table is dropped and made anew from the log. So several processes may serve the same game: the database decides who was
first, and the other one starts again from what is written.
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial

from sqlalchemy import Connection, bindparam, case, insert, select, update
from sqlalchemy.exc import IntegrityError

from paishan import solving
from paishan.codes import Code
from paishan.faults import Said
from paishan.play.chuo.table import MatchTable
from paishan.play.families import AnyCommand, AnyRuleset, AnyTable, record_of
from paishan.play.messages import Hint, Pause, Resume, Rewind, Show, Shuffle, Status
from paishan.play.timing import MOST_AGO, tapped
from paishan.records import Record
from paishan.solitaire.gallery import by_tag
from paishan.solitaire.layout import Layout
from paishan.store.begun import has_opened, is_today
from paishan.store.counts import Counts
from paishan.store.database import Database
from paishan.store.live import TOLD, Live, consider
from paishan.store.log import (
    Batch,
    BrokenLog,
    Opened,
    Overtaken,
    append,
    apply,
    is_written,
    logged,
    opened_table,
    read,
    replay,
)
from paishan.store.players import Players
from paishan.store.schema import games
from paishan.store.views import (
    AlreadyOpened,
    BrokenGame,
    DayGoneOn,
    Done,
    OutOfStep,
    TakeBackRefused,
    TooLong,
    Unfinished,
    UnknownGame,
    View,
    Withheld,
)

__all__ = ["MAX_COMMANDS", "MOST_AGO", "Games", "clock"]

_log = logging.getLogger(__name__)
MAX_COMMANDS = 10_000
"""The most commands that one game takes; a long game has a few hundred."""
_ID = re.compile(r"[A-Za-z0-9_-]{22}")
_CONFLICTS = 5_000
_CONFLICTS_UNCOMPILED = 100
"""What one proof may cost: about 50 ms either way. Beyond that the answer is "not proved"."""
_RUN_OUT = "run-out"
"""The key of the command that ends a game whose clock has reached zero; what it says does not matter."""
_WORK = (Hint, Show, Shuffle, Rewind)
"""Commands that may take long enough to keep others waiting."""


_SEQ = select(games.c.seq).where(games.c.id == bindparam("game"))
_OWNER = select(games.c.player).where(games.c.id == bindparam("game"))
_UNFINISHED = (
    select(
        games.c.id,
        games.c.family,
        case((TOLD, games.c.code)).label("code"),
        games.c.layout,
        games.c.ruleset,
        games.c.occasion,
        games.c.left,
        games.c.played,
        games.c.seq,
    )
    .where(
        games.c.player == bindparam("player"),
        games.c.put_away.is_(None),
        games.c.broken.is_(None),
        games.c.over == 0,
    )
    .order_by(games.c.touched.desc(), games.c.id)
    .limit(bindparam("most"))
)


def clock() -> int:
    """The time of this machine, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def _times(last: int, now: int, said: Sequence[AnyCommand], ago: Sequence[int]) -> list[int]:
    """When commands were given that come at `now`, each so long after it happened; never before the one before it.

    The clock is stopped and started when that is heard: stopped afterwards, again and again, it would never run.
    """
    times = []
    for command, milliseconds in zip(said, ago, strict=True):
        last = tapped(now, last, 0 if isinstance(command, Pause | Resume) else milliseconds)
        times.append(last)
    return times


class Games:
    """Every game in the database, the ones in play kept in memory."""

    def __init__(
        self,
        database: Database,
        now: Callable[[], int] = clock,
        layout_of: Callable[[str], Layout] = by_tag,
        most_live: int = 2_000,
        limit: int | None = None,
    ) -> None:
        """`now` gives milliseconds since 1970; `layout_of` finds the layout that a code names.

        `most_live` is how many are kept in memory: with fewer than are played at once, every move would replay its log.
        `limit` is the number of conflicts that one proof may cost; if not given, as many as fit into a moment.
        """
        self.players = Players(database)
        self._database = database
        self._now = now
        self._layout_of = layout_of
        self._most = most_live
        self._limit = limit or (_CONFLICTS if solving.COMPILED else _CONFLICTS_UNCOMPILED)
        self._live: OrderedDict[str, Live] = OrderedDict()
        self.counts = Counts()

    async def player(self, token: str | None) -> int | None:
        """Whose token this is; None for nobody's."""
        return await self.players.whose(token, self._now()) if token else None

    def put_down(self, player: int) -> None:
        """Let go of a player's games in memory, because they are another's now, or gone; their logs have all of it."""
        for live in list(self._live.values()):
            if live.game is not None and live.game.player == player:
                live.outdated = True
                if not live.users:
                    del self._live[live.id]

    async def start(
        self,
        player: int | None,
        code: Code,
        rules: AnyRuleset,
        previous: str | None = None,
        *,
        occasion: str = "",
        typed: bool = False,
        zone: int | None = None,
        once: bool = False,
    ) -> tuple[View, str | None]:
        """Open a new game; without a `player` a guest is made, whose token is given back too.

        The game `previous` is put away for it. `typed` says that the player chose the code, so that its result is in no
        list. With a `zone` it is a day's board: `DayGoneOn` is raised when that is not the player's to begin, by what
        was begun before. With `once` there is one game for an occasion: `AlreadyOpened` is raised when the player has
        one. Raises `ValueError` for a code that cannot be dealt here, and `UnknownGame` when `previous` is no game of
        this player.
        """
        if previous is not None and not _ID.fullmatch(previous):
            raise UnknownGame
        at = self._now()
        game = Opened(
            secrets.token_urlsafe(16),
            player or 0,
            rules.family.value,
            str(code),
            "",
            rules.id,
            previous,
            at,
            occasion,
            int(not await self._has_games(player)),
            zone,
            int(rules.ranked and not typed),
        )
        table = await asyncio.to_thread(opened_table, game, self._layout_of, self._limit)
        game = game._replace(layout=table.layout_id)
        row = {
            "version": rules.version,
            "seq": 0,
            "left": table.left,
            "status": table.status.value,
            "played": 0,
            "touched": at,
        }

        def write(writing: Connection) -> tuple[int, str | None]:
            token = None
            owner = player
            if owner is None:
                owner, token = Players.make(writing, at)
            elif zone is not None and not is_today(writing, owner, game):
                raise DayGoneOn
            elif once and has_opened(writing, owner, occasion):
                raise AlreadyOpened
            if previous is not None:
                mine = update(games).where(games.c.id == previous, games.c.player == owner)
                if writing.execute(mine.values(put_away=at)).rowcount != 1:
                    raise UnknownGame
            try:
                writing.execute(insert(games).values(**game._replace(player=owner)._asdict(), **row))
            except IntegrityError:
                # It can also be that the player has just gone into an account, or for good: that is asked anew.
                if zone is None:
                    raise
                raise DayGoneOn from None
            return owner, token

        owner, token = await self._database.writer.run(write)
        if token is not None:
            self.players.remember(token, owner)
        live = Live(game.id, table=table, game=game._replace(player=owner), tiles=table.left)
        self._keep(live)
        self.counts.opened[game.family] += 1
        return live.view(table, at), token

    async def _has_games(self, player: int | None) -> bool:
        """Whether a player has ever opened a game."""
        if player is None:
            return False
        asked = select(games.c.id).where(games.c.player == player).limit(1)
        found = await asyncio.to_thread(self._database.read, lambda reading: reading.execute(asked).scalar())
        return found is not None

    async def view(self, id: str, player: int | None) -> View:
        """A game as it is now. Raises `UnknownGame` or `BrokenGame`."""
        async with self._hold(id, player) as live:
            table = await self._latest(live)
            if table.status is Status.PLAYING and table.result(self._now()) is not None:
                table = await self._run_out(live, table)
            await consider(live, table, self.counts)
            return live.view(table, self._now())

    async def _run_out(self, live: Live, table: AnyTable) -> AnyTable:
        """End a game whose clock has reached zero while nobody said anything (C8)."""
        live.table = None
        at = self._now()
        batch = apply(table, live.opened, live.tiles, _RUN_OUT, [Pause()], [at], at)
        try:
            await self._database.writer.run(partial(append, batch=batch))
        except Overtaken:
            return await self._latest(live)
        self._count(live, batch)
        live.table, live.ended = table, True
        return table

    async def record(self, id: str, player: int | None) -> Record:
        """A game from its code to its last move, to be kept and watched.

        Raises `UnknownGame`, `BrokenGame`, or `Withheld` while its deal must not be known.
        """
        async with self._hold(id, player) as live:
            table = await self._latest(live)
            if not live.may_tell(self._now()):
                raise Withheld(
                    Said("the record of a game names its deal, which is not told yet; finish the game first")
                )
            kept = await asyncio.to_thread(self._database.read, lambda reading: read(reading, id, player))
            if kept is None:
                raise UnknownGame
            return await asyncio.to_thread(record_of, table, logged(kept))

    async def command(
        self, id: str, player: int | None, seq: int, key: str, said: Sequence[AnyCommand], ago: Sequence[int] = ()
    ) -> Done:
        """Apply commands, the first of which is number `seq`, and give what came of them once they are on the disk.

        `ago` says of each how many milliseconds before it was sent; it is believed up to `MOST_AGO`, and not of a pause
        or its end.
        The same `seq`, `key` and commands again change nothing and are answered with the state there is. Raises
        `OutOfStep`, `UnknownGame`, `BrokenGame`, `TooLong` or `Misplaced`, and has then done nothing, or `Unavailable`,
        and then nobody may know; asked again with the same key it is done once.
        """
        async with self._hold(id, player) as live:
            table = live.table
            if table is None or seq != table.seq:
                table = await self._latest(live)
            if seq != table.seq:
                return await self._answer_again(live, table, seq, key, said)
            if seq + len(said) > MAX_COMMANDS:
                raise TooLong(
                    Said("a game takes at most {most} commands; this one has {count}", most=MAX_COMMANDS, count=seq)
                )
            # Dropped until it is written: whatever goes wrong in between, the log is what counts.
            live.table = None
            at = self._now()
            times = _times(table.last, at, said, ago or [0] * len(said))
            asked = (table, live.opened, live.tiles, key, said, times, at)
            if isinstance(table, MatchTable) or any(isinstance(command, _WORK) for command in said):
                with self.counts.at_work():
                    batch = await asyncio.to_thread(apply, *asked)
            else:
                batch = apply(*asked)
            try:
                await self._database.writer.run(partial(append, batch=batch))
            except Overtaken:
                return await self._answer_again(live, await self._latest(live), seq, key, said)
            self._count(live, batch)
            live.ended = live.ended or batch.ended is not None
            await consider(live, table, self.counts)
            return Done(batch.events, table.state(at))

    async def take_back(self, id: str, player: int | None) -> str:
        """Go back from a new game to the one that was left for it; gives its id.

        Raises `TakeBackRefused`, or `OutOfStep` when the game has gone on meanwhile, and has then done nothing.
        """
        async with self._hold(id, player) as live:
            table = await self._latest(live)
            previous = live.opened.previous
            if previous is None:
                raise TakeBackRefused(Said("this game was not started in place of another one"))
            state = table.state(self._now())
            if any(not isinstance(step, str) for step in (*state.history, *state.future)) or table.left < live.tiles:
                raise TakeBackRefused(
                    Said("cards have been played, so it cannot be taken back")
                    if isinstance(table, MatchTable)
                    else Said("pairs of this game have been taken, so it cannot be taken back")
                )
            at = self._now()

            def write(writing: Connection) -> None:
                new = update(games).where(games.c.id == id, games.c.seq == table.seq)
                if writing.execute(new.values(put_away=at)).rowcount != 1:
                    raise Overtaken
                writing.execute(update(games).where(games.c.id == previous).values(put_away=None, touched=at))

            try:
                await self._database.writer.run(write)
            except Overtaken:
                raise OutOfStep(live.view(await self._latest(live), self._now())) from None
            return previous

    async def unfinished(self, player: int | None, most: int = 50) -> list[Unfinished]:
        """A player's games in progress that were not left for others, the one played last first."""
        if player is None:
            return []
        asked = {"player": player, "most": most}
        rows = await asyncio.to_thread(self._database.read, lambda reading: reading.execute(_UNFINISHED, asked).all())
        return [Unfinished(*row) for row in rows]

    @property
    def live(self) -> int:
        """How many games are in memory."""
        return len(self._live)

    async def check(self) -> None:
        """Ask the database for an answer. Raises `Unavailable`."""
        await asyncio.to_thread(self._database.read, lambda reading: reading.execute(select(1)).scalar())

    @asynccontextmanager
    async def _hold(self, id: str, player: int | None) -> AsyncIterator[Live]:
        """Have a game for oneself. Raises `UnknownGame` unless it is this player's."""
        if player is None or not _ID.fullmatch(id):
            raise UnknownGame
        live = self._live.get(id)
        if live is None:
            live = self._keep(Live(id))
        else:
            self._live.move_to_end(id)
        live.users += 1
        try:
            async with live.lock:
                if live.game is None or live.outdated or live.game.player != player:
                    await self._take_up(live, player)
                yield live
        finally:
            live.users -= 1
            if live.table is None and not live.users:
                self._live.pop(id, None)

    def _keep(self, live: Live) -> Live:
        self._live[live.id] = live
        if len(self._live) > self._most:
            for other in self._live.values():
                if not other.users and other is not live:
                    del self._live[other.id]
                    break
        return live

    async def _take_up(self, live: Live, player: int) -> None:
        """Load a game for its player, to whom it may have come since it was loaded for somebody else."""
        if live.game is not None:
            asked = {"game": live.id}
            owner = await asyncio.to_thread(
                self._database.read, lambda reading: reading.execute(_OWNER, asked).scalar()
            )
            if owner != player:
                raise UnknownGame
        await self._load(live, player)

    def _count(self, live: Live, batch: Batch) -> None:
        """Count what was written of a game."""
        self.counts.commands += len(batch.rows)
        if batch.ended is not None and not live.ended:
            self.counts.finished[live.opened.family, str(batch.ended["outcome"])] += 1

    async def _latest(self, live: Live) -> AnyTable:
        """The table as it is in the database, where another process may have written to it."""
        table = live.table
        if table is not None:
            asked = {"game": live.id}
            seq = await asyncio.to_thread(self._database.read, lambda reading: reading.execute(_SEQ, asked).scalar())
            if seq == table.seq:
                return table
        return await self._load(live, live.opened.player)

    async def _load(self, live: Live, player: int) -> AnyTable:
        """Make the table of a game from its log; nothing of it is used unless all of it is right."""
        live.table = None
        kept = await asyncio.to_thread(self._database.read, lambda reading: read(reading, live.id, player))
        if kept is None:
            raise UnknownGame
        try:
            replayed = await asyncio.to_thread(replay, kept, self._layout_of, self._limit)
        except BrokenLog as error:
            await self._mark(live.id, kept.broken, str(error))
            raise BrokenGame(str(error)) from error
        if kept.broken is not None:
            await self._mark(live.id, kept.broken, None)
        live.table, live.game, live.outdated = replayed.table, kept.game, False
        live.tiles, live.ended = replayed.tiles, replayed.ended is not None
        return replayed.table

    async def _mark(self, id: str, before: str | None, broken: str | None) -> None:
        """Note why a game cannot be replayed, so that it is kept aside; or that it can be, now."""
        if broken == before:
            return
        if broken is not None:
            _log.error("game %s is put aside, its log cannot be replayed: %s", id, broken)

        def write(writing: Connection) -> None:
            writing.execute(update(games).where(games.c.id == id).values(broken=broken))

        await self._database.writer.run(write)

    async def _answer_again(self, live: Live, table: AnyTable, seq: int, key: str, said: Sequence[AnyCommand]) -> Done:
        """Answer commands that do not come next: they are a retry, or they are out of step."""
        written = seq < table.seq and await asyncio.to_thread(
            self._database.read, lambda reading: is_written(reading, live.id, seq, key, said)
        )
        await consider(live, table, self.counts)
        if written:
            return Done((), table.state(self._now()), replayed=True)
        raise OutOfStep(live.view(table, self._now()))
