"""The server's clock jumps, as clocks of machines do: played time stays sane, and no day is won by it."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime, timedelta

from hypothesis import example, given, settings
from hypothesis import strategies as st

from paishan.play.daily import Game, State, daily_code
from paishan.play.messages import Pause, Resume, Take
from paishan.play.opening import deal_of
from paishan.play.ruleset import AGAINST_THE_CLOCK, CLASSIC
from paishan.play.table import Table
from paishan.store import Days
from tests.store.shelf import CODE, WITNESS, Shelf

SECRET = b"a secret of the tests, 32 bytes."
HOUR = 3_600_000
DAY = 24 * HOUR
THOUGHT = 180_000
NOON = int(datetime(2026, 11, 30, 12, tzinfo=UTC).timestamp() * 1000)
NOV_30, DEC_1 = date(2026, 11, 30), date(2026, 12, 1)


async def play_through(shelf: Shelf, jumps: list[int]) -> list[int]:
    """Take a pair after every jump of the clock; gives the times played that were told."""
    view, token = await shelf.games.start(None, CODE, AGAINST_THE_CLOCK)
    player = await shelf.games.player(token)
    told = []
    for seq, jump in enumerate(jumps):
        shelf.ms += jump
        pair = WITNESS[seq]
        done = await shelf.games.command(view.id, player, seq, f"key-{seq}", [Take(pair.a, pair.b)])
        told.append(done.state.clock.ms)
    # What is read back from the log is what was told.
    shelf.games._live.clear()
    assert (await shelf.games.view(view.id, player)).state.clock.ms == told[-1]
    return told


def test_a_clock_that_is_set_back_stands_still_until_it_is_where_it_was(shelf: Shelf) -> None:
    shelf.ms = NOON
    assert asyncio.run(play_through(shelf, [3000, -HOUR, 3000, HOUR, 2000])) == [3000, 3000, 3000, 6000, 8000]
    times = [row[3] for row in shelf.log()]
    assert times == [NOON + 3000, NOON + 3000, NOON + 3000, NOON + 6000, NOON + 8000]


def test_a_clock_that_is_set_ahead_costs_no_more_than_a_long_thought(shelf: Shelf) -> None:
    shelf.ms = NOON
    assert asyncio.run(play_through(shelf, [3000, 365 * DAY, 3000])) == [3000, 3000 + THOUGHT, 6000 + THOUGHT]


def test_a_board_goes_on_when_its_last_move_lies_in_the_future(shelf: Shelf) -> None:
    # The clock was a day ahead for one move; until it has caught up no time counts, and every move does.
    shelf.ms = NOON
    assert asyncio.run(play_through(shelf, [1000, DAY, -DAY, 5000, 5000])) == [1000] + [1000 + THOUGHT] * 4


@given(st.lists(st.integers(-DAY, DAY), min_size=1, max_size=30))
@example([5, -5, 5, -5])
@settings(max_examples=200, deadline=None)
def test_whatever_the_clock_does_played_time_never_runs_back_nor_faster_than_thoughts(jumps: list[int]) -> None:
    table, now, played = Table(deal_of(CODE, AGAINST_THE_CLOCK), AGAINST_THE_CLOCK, NOON), NOON, 0
    for number, jump in enumerate(jumps):
        now += jump
        table.apply((Pause(), Resume(), Take(*WITNESS[min(number, len(WITNESS) - 1)]))[number % 3], now)
        before, played = played, table.state(now).clock.ms
        assert 0 <= before <= played <= before + THOUGHT
        assert table.state(now - DAY).clock.ms == played


def test_days_that_only_the_clock_gave_bring_no_streak_and_no_second_board(shelf: Shelf) -> None:
    async def play() -> None:
        shelf.ms = NOON
        days = Days(shelf.database, shelf.games, lambda: shelf.ms, SECRET)
        _, player = await shelf.open()

        async def win(day: date) -> str:
            view, _, new = await days.begin(player, Game.SOLITAIRE, 0)
            assert new
            commands = [Take(*pair) for pair in deal_of(daily_code(SECRET, day, Game.SOLITAIRE), CLASSIC).witness]
            await shelf.games.command(view.id, player, 0, "all", commands)
            return view.id

        await win(NOV_30)
        shelf.ms += DAY
        tomorrow = await win(DEC_1)
        # The clock was wrong by a day and is set right: tomorrow's board is the one that there is, today and tomorrow.
        for hours in (0, 11, 24, 35):
            shelf.ms = NOON + hours * HOUR
            view, _, new = await days.begin(player, Game.SOLITAIRE, 0)
            assert (view.id, new) == (tomorrow, False)
        calendar = await days.calendar(player, Game.SOLITAIRE, DEC_1, DEC_1)
        assert [each.state for each in calendar.days[:2]] == [State.WON, State.NONE]
        assert calendar.streaks.current == 2
        # The day after is a new one.
        shelf.ms = NOON + 2 * DAY
        view, _, new = await days.begin(player, Game.SOLITAIRE, 0)
        assert (view.occasion, new) == (f"daily-{DEC_1 + timedelta(1)}", True)

    asyncio.run(play())
