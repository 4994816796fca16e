"""The boards of the days (C4): one clock, the server's; one board a day; and nothing to be gained by changing zones."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paishan.play import messages
from paishan.play.daily import OFFSETS, Game, State, Streaks, daily_code, day_of, window
from paishan.play.messages import Command, GiveUp, Take
from paishan.play.opening import deal_of
from paishan.play.ruleset import CLASSIC
from paishan.store import Days, Today, View, Withheld, closing
from paishan.store.dates import Begun, today
from tests.store.shelf import Shelf

SECRET = b"a secret of the tests, 32 bytes."
NOV_30, DEC_1, DEC_2 = date(2026, 11, 30), date(2026, 12, 1), date(2026, 12, 2)
HOUR = 3_600_000
SAMOA, STOCKHOLM, TOKYO, KIRITIMATI = -660, 60, 540, 840


def faces(view: View) -> tuple[str | None, ...]:
    """The faces that a player is told of a board."""
    assert isinstance(view.state, messages.State)
    return view.state.faces


def utc(*parts: int) -> int:
    return int(datetime(*parts, tzinfo=UTC).timestamp() * 1000)  # type: ignore[arg-type,misc]


NOON = utc(2026, 11, 30, 12)


def days_of(shelf: Shelf, at: int) -> Days:
    shelf.ms = at
    return Days(shelf.database, shelf.games, lambda: shelf.ms, SECRET)


async def guest(shelf: Shelf) -> int:
    _, player = await shelf.open()
    return player


def winning(day: date) -> list[Command]:
    """All pairs that clear the solitaire board of a day."""
    return [Take(*pair) for pair in deal_of(daily_code(SECRET, day, Game.SOLITAIRE), CLASSIC).witness]


async def begin(days: Days, player: int, offset: int, family: Game = Game.SOLITAIRE) -> tuple[View, bool]:
    view, token, new = await days.begin(player, family, offset)
    assert token is None
    return view, new


def test_before_anything_was_begun_the_zone_that_is_told_counts() -> None:
    assert today(NOON, 0, None) == Today(NOV_30, 0)
    assert today(NOON, TOKYO, None) == Today(NOV_30, TOKYO)
    assert today(NOON, KIRITIMATI, None) == Today(DEC_1, KIRITIMATI)
    assert today(NOON - 1 - 2 * HOUR, KIRITIMATI, None) == Today(NOV_30, KIRITIMATI)


def test_a_day_keeps_its_zone_until_it_is_over_there() -> None:
    begun = Begun(NOV_30, STOCKHOLM)
    for offset in (SAMOA, STOCKHOLM, TOKYO, KIRITIMATI):
        assert today(utc(2026, 11, 30, 22, 59), offset, begun) == Today(NOV_30, STOCKHOLM)
    assert today(utc(2026, 11, 30, 23), STOCKHOLM, begun) == Today(DEC_1, STOCKHOLM)
    assert today(utc(2026, 11, 30, 23), TOKYO, begun) == Today(DEC_1, TOKYO)


def test_going_west_does_not_bring_back_a_day_that_was_missed() -> None:
    begun = Begun(NOV_30, STOCKHOLM)
    late = utc(2026, 12, 2, 5)
    assert day_of(late, SAMOA) == DEC_1
    assert today(late, SAMOA, begun) == Today(DEC_2, SAMOA)


def test_going_east_does_not_bring_tomorrow_before_today_is_over() -> None:
    begun = Begun(NOV_30, STOCKHOLM)
    assert day_of(NOON, KIRITIMATI) == DEC_1
    assert today(NOON, KIRITIMATI, begun) == Today(NOV_30, STOCKHOLM)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 60 * HOUR), st.sampled_from(OFFSETS)), min_size=1, max_size=12))
def test_whatever_zones_are_told_days_go_by_one_midnight_at_a_time(visits: list[tuple[int, int]]) -> None:
    at, last, first = NOON, None, None
    for wait, offset in visits:
        at += wait
        found = today(at, offset, last)
        if last is None:
            first = found
        elif found.day == last.day:
            assert found.zone == last.zone
        else:
            # The day before was over where it was begun, and no day is begun that is over there.
            assert at >= window(last.day, last.zone)[1]
            assert found.day > last.day
            assert found.day >= day_of(at, last.zone)
        last = Begun(*found)
    assert first is not None
    assert last is not None
    assert last.day <= day_of(at, OFFSETS[-1])


def test_a_board_is_begun_once_and_found_again(shelf: Shelf) -> None:
    async def play() -> None:
        days = days_of(shelf, NOON)
        player = await guest(shelf)
        first, new = await begin(days, player, STOCKHOLM)
        assert new
        assert (first.family, first.occasion, first.code) == ("solitaire", "daily-2026-11-30", None)
        shelf.ms += 10 * HOUR
        for offset in (STOCKHOLM, KIRITIMATI, SAMOA):
            again, new = await begin(days, player, offset)
            assert (again.id, new) == (first.id, False)
        other, new = await begin(days, await guest(shelf), STOCKHOLM)
        assert new
        assert (faces(other), other.layout) == (faces(first), first.layout)
        assert shelf.rows("SELECT zone, ranked, code FROM games WHERE id = ?", first.id) == [
            (STOCKHOLM, 1, str(daily_code(SECRET, NOV_30, Game.SOLITAIRE)))
        ]

    asyncio.run(play())


def test_across_midnight_one_clock_gives_each_zone_its_day(shelf: Shelf) -> None:
    async def play() -> None:
        days = days_of(shelf, utc(2026, 11, 30, 22, 59, 59))
        here, there = await guest(shelf), await guest(shelf)
        before, _ = await begin(days, here, STOCKHOLM)
        abroad, _ = await begin(days, there, TOKYO)
        assert (before.occasion, abroad.occasion) == ("daily-2026-11-30", "daily-2026-12-01")
        shelf.ms += 1_000
        after, new = await begin(days, here, STOCKHOLM)
        assert (after.occasion, new) == ("daily-2026-12-01", True)
        assert (await begin(days, there, TOKYO))[0].id == abroad.id
        # What was begun before midnight is played on after it, and counts for its day.
        await shelf.games.command(before.id, here, 0, "all", winning(NOV_30))
        calendar = await days.calendar(here, Game.SOLITAIRE, DEC_1, DEC_1)
        assert calendar.streaks == Streaks(1, 1)
        assert calendar.attempt is not None
        assert (calendar.attempt.game, calendar.attempt.outcome) == (after.id, None)

    asyncio.run(play())


def test_requests_at_once_begin_one_board(shelf: Shelf) -> None:
    async def play() -> None:
        days = days_of(shelf, NOON)
        other = Shelf(shelf.place)
        beside = days_of(other, NOON)
        player = await guest(shelf)
        tries = [side.begin(player, Game.SOLITAIRE, STOCKHOLM) for side in (days, beside) * 3]
        came = await asyncio.gather(*tries)
        assert len({view.id for view, _, _ in came}) == 1
        assert sum(new for _, _, new in came) == 1
        other.close()

    asyncio.run(play())


def test_zones_told_at_once_begin_one_day(shelf: Shelf) -> None:
    async def play() -> None:
        # At this moment it is the 29th on Samoa, the 30th in Stockholm and the 1st on Kiritimati.
        days = days_of(shelf, utc(2026, 11, 30, 10, 30))
        player = await guest(shelf)
        zones = (SAMOA, STOCKHOLM, KIRITIMATI) * 3
        came = await asyncio.gather(*(days.begin(player, Game.SOLITAIRE, zone) for zone in zones))
        assert len({view.id for view, _, _ in came}) == 1
        assert shelf.rows("SELECT count(*) FROM games WHERE zone IS NOT NULL") == [(1,)]

    asyncio.run(play())


def test_a_calendar_and_its_streaks(shelf: Shelf) -> None:
    async def play() -> None:
        days = days_of(shelf, utc(2026, 11, 26, 9))
        player = await guest(shelf)
        for day in (26, 27, 29, 30):
            shelf.ms = utc(2026, 11, day, 9)
            view, new = await begin(days, player, STOCKHOLM)
            assert new
            if day == 29:
                await shelf.games.command(view.id, player, 0, "no", [GiveUp()])
            elif day != 30:
                await shelf.games.command(view.id, player, 0, "all", winning(date(2026, 11, day)))
        calendar = await days.calendar(player, Game.SOLITAIRE, NOV_30, NOV_30)
        shown = {each.day.day: each.state for each in calendar.days if each.state is not State.NONE}
        assert shown == {26: State.WON, 27: State.WON, 28: State.MISSED, 29: State.LOST, 30: State.BEGUN}
        assert calendar.streaks == Streaks(0, 2)
        assert (await days.calendar(player, Game.CONNECT, NOV_30, NOV_30)).attempt is None

    asyncio.run(play())


def test_the_code_is_told_when_the_board_is_over_and_not_before(shelf: Shelf) -> None:
    async def play() -> None:
        days = days_of(shelf, NOON)
        player = await guest(shelf)
        code = daily_code(SECRET, NOV_30, Game.SOLITAIRE)
        view, _ = await begin(days, player, STOCKHOLM)
        pairs = winning(NOV_30)
        await shelf.games.command(view.id, player, 0, "some", pairs[:-1])
        assert (await shelf.games.view(view.id, player)).code is None
        assert [game.code for game in await shelf.games.unfinished(player) if game.id == view.id] == [None]
        with pytest.raises(Withheld, match="finish the game first"):
            await shelf.games.record(view.id, player)
        await shelf.games.command(view.id, player, len(pairs) - 1, "last", pairs[-1:])
        for side in (shelf, Shelf(shelf.place)):
            side.ms = shelf.ms
            assert (await side.games.view(view.id, player)).code == str(code)
            assert (await side.games.record(view.id, player)).code == code
            if side is not shelf:
                side.close()

    asyncio.run(play())


def test_once_the_day_is_over_everywhere_its_code_is_told_and_its_list_is_closed(shelf: Shelf) -> None:
    async def play() -> None:
        days = days_of(shelf, NOON)
        player, late = await guest(shelf), await guest(shelf)
        assert closing("daily-2026-11-30") == utc(2026, 12, 1, 14)
        for who in (player, late):
            view, _ = await begin(days, who, STOCKHOLM)
            shelf.ms = closing("daily-2026-11-30") - 1 if who == player else closing("daily-2026-11-30")
            assert ((await shelf.games.view(view.id, who)).code is None) == (who == player)
            await shelf.games.command(view.id, who, 0, "all", winning(NOV_30))
            shelf.ms = NOON
        assert set(shelf.rows("SELECT player, outcome, ranked FROM results")) == {
            (player, "won", 1),
            (late, "won", 0),
        }

    asyncio.run(play())


def test_without_a_secret_of_its_own_a_server_makes_one_that_all_its_processes_know(shelf: Shelf) -> None:
    async def play() -> None:
        shelf.ms = NOON
        other = Shelf(shelf.place)
        other.ms = NOON
        boards = []
        for side in (shelf, other):
            days = Days(side.database, side.games, lambda: NOON)
            view, _, _ = await days.begin(await guest(side), Game.SOLITAIRE, STOCKHOLM)
            boards.append((view.layout, faces(view)))
        assert boards[0] == boards[1]
        ((name, value),) = shelf.rows("SELECT name, value FROM secrets")
        assert (name, len(value)) == ("daily", 32)
        other.close()

    asyncio.run(play())


def test_a_secret_that_could_be_guessed_is_refused(shelf: Shelf) -> None:
    with pytest.raises(ValueError, match="at least 16 bytes"):
        Days(shelf.database, shelf.games, secret=b"short")


def test_a_missed_day_breaks_a_streak_whatever_zone_is_told(shelf: Shelf) -> None:
    async def play() -> None:
        days = days_of(shelf, NOON)
        player = await guest(shelf)
        view, _ = await begin(days, player, STOCKHOLM)
        await shelf.games.command(view.id, player, 0, "all", winning(NOV_30))
        shelf.ms = utc(2026, 12, 2, 5)
        view, _ = await begin(days, player, SAMOA)
        assert view.occasion == "daily-2026-12-02"
        await shelf.games.command(view.id, player, 0, "all", winning(DEC_2))
        calendar = await days.calendar(player, Game.SOLITAIRE, DEC_2, DEC_2)
        assert calendar.streaks == Streaks(1, 1)
        assert {each.day: each.state for each in calendar.days}[DEC_2 - timedelta(1)] is State.MISSED

    asyncio.run(play())
