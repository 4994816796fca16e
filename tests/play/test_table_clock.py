"""The clock of a table (S8, reports S9): what counts as played, and what a pause allows."""

from __future__ import annotations

from paishan.play import messages as m
from paishan.play.messages import Reason
from paishan.play.ruleset import AGAINST_THE_CLOCK, TAIPEI
from paishan.play.table import Table
from tests.play.tables import (
    FLOWERS,
    TABLEAU,
    position,
    refusal,
    take,
)


class TestClock:
    def test_it_starts_when_the_table_is_opened(self) -> None:
        table = Table(TABLEAU, AGAINST_THE_CLOCK, opened=1_000_000)
        assert table.opened == 1_000_000
        assert table.state(1_000_000).clock == m.Clock(0, True)
        assert table.state(1_037_200).clock == m.Clock(37_200, True)

    def test_it_stands_while_the_game_is_paused(self) -> None:
        table = Table(TABLEAU, AGAINST_THE_CLOCK)
        assert table.apply(m.Pause(), 2000).events == (m.Paused(),)
        assert table.state(50_000).clock == m.Clock(2000, False)
        assert table.state(50_000).paused
        assert table.apply(m.Resume(), 60_000).events == (m.Resumed(),)
        assert table.state(61_000).clock == m.Clock(3000, True)

    def test_while_paused_everything_but_going_on_is_refused(self) -> None:
        table = Table(TABLEAU, TAIPEI)
        take(table, (0, 3))
        table.apply(m.Pause(), 0)
        before = position(table)
        everything = (m.Pick(5), m.Take(5, 7), m.Hint(), m.Undo(), m.Redo(), m.Shuffle(), m.Restart(), m.GiveUp())
        for command in (*everything, m.Pause(), m.Rewind()):
            assert refusal(table, command) is Reason.PAUSED
        can = table.state(0).can
        assert not (can.undo or can.redo or can.hint or can.shuffle or can.rewind)
        assert position(table) == before

    def test_what_is_not_paused_cannot_go_on(self) -> None:
        assert refusal(Table(TABLEAU, TAIPEI), m.Resume()) is Reason.NOT_PAUSED

    def test_a_locked_game_may_be_paused_and_its_clock_stands_before_and_after(self) -> None:
        table = Table(FLOWERS, TAIPEI)
        take(table, (1, 2), at=1000)
        table.apply(m.Pause(), 2000)
        table.apply(m.Resume(), 3000)
        assert table.state(4000).clock == m.Clock(1000, False)
        table.apply(m.Undo(), 5000)
        assert table.state(5500).clock == m.Clock(1500, True)

    def test_time_never_runs_backwards(self) -> None:
        table = Table(TABLEAU, TAIPEI, opened=1000)
        assert table.state(0).clock.ms == 0
        table.apply(m.Pick(0), 5000)
        table.apply(m.Pick(0), 3000)
        assert table.state(3000).clock.ms == 4000
        table.apply(m.Pick(0), 5100)
        assert table.state(5100).clock.ms == 4100

    def test_of_one_thought_at_most_three_minutes_count_however_long_the_player_was_away(self) -> None:
        table = Table(TABLEAU, AGAINST_THE_CLOCK)
        assert table.state(179_999).clock == m.Clock(179_999, True)
        assert table.state(86_400_000).clock == m.Clock(180_000, True)
        take(table, (0, 3), at=86_400_000)
        assert table.state(86_401_000).clock == m.Clock(181_000, True)

    def test_a_refused_command_does_not_stop_or_start_it(self) -> None:
        table = Table(TABLEAU, TAIPEI)
        table.apply(m.Take(0, 1), 500)
        assert table.state(900).clock == m.Clock(900, True)
