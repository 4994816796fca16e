"""Today's board (C4): whose day it is, what it deals, which days were won."""

from __future__ import annotations

import hashlib
from collections import Counter
from datetime import UTC, date, datetime, timedelta, timezone
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paishan.codes import Code, Dealer
from paishan.play.daily import (
    DAY,
    LAYOUTS,
    OFFSETS,
    Day,
    Game,
    State,
    Streaks,
    daily_code,
    day_of,
    may_begin,
    month,
    streaks,
    window,
)
from paishan.solitaire import facts, gallery

SECRET = bytes(range(32))
JULY_1 = date(2026, 7, 1)
MIDNIGHT = 1_782_864_000_000
"""2026-07-01 00:00 UTC."""

times = st.integers(0, 4_000_000_000_000)
offsets = st.sampled_from(OFFSETS)
days = st.dates(date(2000, 1, 2), date(2100, 1, 1))


def ms(*parts: int) -> int:
    return int(datetime(*parts, tzinfo=UTC).timestamp()) * 1000  # type: ignore[arg-type,misc]


def test_a_day_changes_at_midnight_to_the_millisecond() -> None:
    assert ms(2026, 7, 1) == MIDNIGHT
    assert day_of(MIDNIGHT, 0) == JULY_1
    assert day_of(MIDNIGHT - 1, 0) == date(2026, 6, 30)
    assert day_of(0, 0) == date(1970, 1, 1)
    assert day_of(-1, 0) == date(1969, 12, 31)


@pytest.mark.parametrize(
    ("place", "offset", "change"),
    [
        ("Baker Island", -720, ms(2026, 7, 1, 12)),
        ("St. John's in summer", -150, ms(2026, 7, 1, 2, 30)),
        ("Stockholm in summer", 120, ms(2026, 6, 30, 22)),
        ("Kathmandu", 345, ms(2026, 6, 30, 18, 15)),
        ("Kiritimati", 840, ms(2026, 6, 30, 10)),
    ],
)
def test_a_day_changes_at_the_players_own_midnight(place: str, offset: int, change: int) -> None:
    assert (day_of(change - 1, offset), day_of(change, offset)) == (date(2026, 6, 30), JULY_1), place
    assert window(JULY_1, offset) == (change, change + 86_400_000)


@pytest.mark.parametrize("offset", [-721, 841, 100_000])
def test_an_offset_that_no_clock_has_is_refused(offset: int) -> None:
    message = f"a clock is at most 12 hours behind UTC and 14 ahead, not {offset} minutes ahead"
    with pytest.raises(ValueError, match=message):
        day_of(MIDNIGHT, offset)
    with pytest.raises(ValueError, match=message):
        window(JULY_1, offset)


@pytest.mark.parametrize("at", [-(10**15), 10**15])
def test_a_time_beyond_the_calendar_is_refused(at: int) -> None:
    with pytest.raises(ValueError, match="is no time that a calendar has"):
        day_of(at, 0)


@given(times, offsets)
def test_the_day_is_that_of_a_clock_with_this_offset(at: int, offset: int) -> None:
    clock = timezone(timedelta(minutes=offset))
    day = day_of(at, offset)
    assert day == datetime.fromtimestamp(at // 1000, clock).date()
    start, end = window(day, offset)
    assert start <= at < end
    assert end - start == DAY


def test_summer_time_moves_midnight_only_when_the_clock_does() -> None:
    # In Stockholm 29 March 2026 has 23 hours; a page opened before 02:00 says +60 and one after it +120.
    before, after = ms(2026, 3, 29, 0, 59), ms(2026, 3, 29, 1)
    assert day_of(before, 60) == day_of(after, 120) == date(2026, 3, 29)
    assert window(date(2026, 3, 29), 60)[0] == ms(2026, 3, 28, 23)
    assert window(date(2026, 3, 29), 120)[1] == ms(2026, 3, 29, 22)


def test_a_board_is_begun_on_its_day_alone_and_once() -> None:
    yesterday, tomorrow = date(2026, 6, 30), date(2026, 7, 2)
    assert may_begin(JULY_1, MIDNIGHT, 0, ())
    assert not may_begin(JULY_1, MIDNIGHT - 1, 0, ())
    assert not may_begin(JULY_1, MIDNIGHT + DAY, 0, ())
    assert not may_begin(yesterday, MIDNIGHT, 0, ())
    assert not may_begin(tomorrow, MIDNIGHT, 0, ())
    assert not may_begin(JULY_1, MIDNIGHT, 0, {JULY_1})
    assert may_begin(JULY_1, MIDNIGHT, 0, {yesterday})


def test_no_change_of_zones_opens_a_day_again_or_brings_one_back() -> None:
    noon = ms(2026, 7, 1, 11)
    assert day_of(noon, 840) == date(2026, 7, 2)
    begun = {date(2026, 7, 2)}
    assert day_of(noon, 0) == JULY_1
    assert not may_begin(JULY_1, noon, 0, begun)
    assert not may_begin(date(2026, 6, 30), noon, -720, begun)
    assert not may_begin(date(2026, 7, 2), noon + DAY, 0, begun)
    assert may_begin(date(2026, 7, 3), noon + 2 * DAY, 0, begun)


@given(st.lists(st.tuples(st.integers(0, 5 * DAY), offsets), max_size=40))
def test_who_changes_zones_at_will_gains_no_day(tries: list[tuple[int, int]]) -> None:
    begun: list[date] = []
    first = last = 0
    for after, offset in sorted(tries):
        at = MIDNIGHT + after
        day = day_of(at, offset)
        if may_begin(day, at, offset, begun):
            first, last = (first if begun else at), at
            begun.append(day)
    assert begun == sorted(set(begun))
    # Clocks differ by 26 hours at most; so much time and that which went by touch so many days, and no more.
    assert len(begun) <= (last - first + 26 * 3_600_000) // DAY + 2


def test_the_published_boards_stay_what_they_are() -> None:
    assert str(daily_code(SECRET, JULY_1, Game.SOLITAIRE)) == "MJ1-L34-FSQCLJA"
    assert str(daily_code(SECRET, JULY_1, Game.CONNECT)) == "MC1-L00-SPWB23Q"


def by_hand(key: bytes, text: bytes) -> bytes:
    """HMAC-SHA256 as RFC 2104 writes it."""
    block = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in block) + text).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in block) + inner).digest()


def test_the_number_is_drawn_from_the_secret_and_the_date() -> None:
    mac = by_hand(SECRET, b"paishan daily 1 connect 2026-07-01")
    assert daily_code(SECRET, JULY_1, Game.CONNECT) == Code(
        Dealer.MC1, "L00", int.from_bytes(mac[:8], "big") % (1 << 30)
    )


@given(days, st.sampled_from(Game))
def test_a_board_is_the_same_for_everybody_with_the_secret_and_another_without(day: date, game: Game) -> None:
    code = daily_code(SECRET, day, game)
    assert code == daily_code(bytes(SECRET), day, game) == Code.parse(str(code))
    assert code.number != daily_code(SECRET[::-1], day, game).number
    assert code.number != daily_code(SECRET, day - timedelta(1), game).number


def test_a_secret_that_could_be_guessed_is_refused() -> None:
    with pytest.raises(ValueError, match="needs at least 16 bytes; this has 15"):
        daily_code(bytes(15), JULY_1, Game.SOLITAIRE)


def test_each_layout_comes_once_before_any_comes_again_and_never_twice_running() -> None:
    start = date.fromordinal(len(LAYOUTS) * 28_000)
    drawn = [daily_code(SECRET, start + timedelta(day), Game.SOLITAIRE).layout for day in range(40 * len(LAYOUTS))]
    rounds = [drawn[at : at + len(LAYOUTS)] for at in range(0, len(drawn), len(LAYOUTS))]
    assert all(sorted(some) == sorted(LAYOUTS) for some in rounds)
    assert all(first != second for first, second in pairwise(drawn))
    assert len(Counter(map(tuple, rounds))) == 40


def test_the_layouts_of_the_day_are_neither_tiny_nor_the_hardest_and_most_fit_a_phone() -> None:
    layouts = [gallery.by_tag(tag) for tag in LAYOUTS]
    assert len(set(LAYOUTS)) == len(LAYOUTS)
    assert all(len(layout) >= 64 for layout in layouts)
    for layout in layouts:
        known = facts.facts(layout.id)
        assert known is not None
        assert known.grade <= 4, layout.id
    assert sum(layout.phone for layout in layouts) * 3 >= 2 * len(layouts)


def on(*numbers: int) -> list[date]:
    return [date(2026, 7, number) for number in numbers]


@pytest.mark.parametrize(
    ("won", "current", "longest"),
    [
        ([], 0, 0),
        (on(10), 1, 1),
        (on(9), 1, 1),
        (on(8), 0, 1),
        (on(8, 9, 10), 3, 3),
        (on(10, 8, 9, 9), 3, 3),
        (on(1, 2, 3, 4, 9, 10), 2, 4),
        (on(1, 2, 3, 5, 6), 0, 3),
        (on(9, 10, 11), 3, 3),
        ([date(2026, 6, 29), date(2026, 6, 30), *on(1)], 0, 3),
    ],
)
def test_streaks_on_the_tenth_of_july(won: list[date], current: int, longest: int) -> None:
    assert streaks(won, date(2026, 7, 10)) == Streaks(current, longest)


def test_a_streak_goes_over_leap_days_and_new_year() -> None:
    assert streaks([date(2028, 2, 28), date(2028, 2, 29), date(2028, 3, 1)], date(2028, 3, 2)) == Streaks(3, 3)
    assert streaks([date(2026, 2, 28), date(2026, 3, 1)], date(2026, 3, 1)) == Streaks(2, 2)
    assert streaks([date(2026, 12, 31), date(2027, 1, 1)], date(2027, 1, 1)) == Streaks(2, 2)


@given(st.sets(st.integers(0, 60)), st.integers(0, 60))
def test_a_streak_is_broken_by_a_day_that_was_not_won_and_by_nothing_else(won: set[int], today: int) -> None:
    first = date(2026, 1, 1)
    won = {number for number in won if number <= today}
    found = streaks((first + timedelta(number) for number in won), first + timedelta(today))
    flags = "".join("x" if number in won else " " for number in range(today + 1))
    runs = [len(run) for run in flags.split()]
    assert found.longest == max(runs, default=0)
    last = flags if flags.endswith("x") else flags[:-1]
    assert found.current == len(last) - len(last.rstrip("x"))
    assert found.current <= found.longest


def test_a_month_shows_how_each_day_went() -> None:
    begun = {date(2026, 6, 30): True, **dict(zip(on(2, 3, 4), (True, False, None), strict=True))}
    shown = month(2026, 7, date(2026, 7, 6), begun, since=date(2026, 6, 30))
    assert [day.day for day in shown] == [JULY_1 + timedelta(number) for number in range(31)]
    expected = [State.MISSED, State.WON, State.LOST, State.BEGUN, State.MISSED, State.OPEN]
    assert [day.state for day in shown[:6]] == expected
    assert {day.state for day in shown[6:]} == {State.NONE}
    assert [day for day in shown if day.today] == [Day(date(2026, 7, 6), State.OPEN, True)]


def test_days_before_the_players_first_were_not_missed() -> None:
    shown = month(2026, 7, date(2026, 7, 6), {}, since=date(2026, 7, 4))
    assert [day.state for day in shown[:6]] == [State.NONE] * 3 + [State.MISSED] * 2 + [State.OPEN]
    assert {day.state for day in month(2026, 6, date(2026, 7, 6), {})} == {State.MISSED}


def test_a_day_that_repeats_west_of_where_the_next_was_begun_is_not_open() -> None:
    shown = month(2026, 7, date(2026, 7, 6), {date(2026, 7, 7): True})
    assert [day.state for day in shown[5:7]] == [State.NONE, State.WON]


def test_every_month_has_its_days() -> None:
    assert [len(month(2028, number, JULY_1, {})) for number in range(1, 13)] == [
        *(31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
    ]
    assert len(month(9999, 12, JULY_1, {})) == 31
    with pytest.raises(ValueError, match="month must be in"):
        month(2026, 13, JULY_1, {})
