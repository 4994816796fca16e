"""Points, combos, stars, hints in hand and the limit of time, by hand (C5, C8–C10, N7, T9–T11)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from paishan.codes import Code, Dealer
from paishan.play import messages as m
from paishan.play.foresight import Foresight
from paishan.play.hints import Budget, Purse
from paishan.play.messages import Reason, Status, Unranked
from paishan.play.opening import open_table
from paishan.play.result import Outcome, Result
from paishan.play.ruleset import (
    AGAINST_THE_CLOCK,
    CLASSIC,
    CLASSIC_CHALLENGE,
    CONNECT,
    CONNECT_STANDARD,
    TAIPEI,
    Ruleset,
    ShufflePolicy,
    ruleset,
)
from paishan.play.scoring import Combo, Scoring
from paishan.play.table import Table
from paishan.play.timing import tapped
from paishan.solitaire.deal import Deal, deal_from_solution
from paishan.solitaire.gallery import by_id
from tests.play.tables import FLOWERS, TO_THE_LOCK

SMALL: Deal = deal_from_solution(by_id("first-steps"), 10)
"""36 tiles: 90 seconds at 2.5 a tile."""
TURTLE: Deal = deal_from_solution(by_id("turtle"), 1)
SHUFFLED_AT_WILL = replace(CLASSIC, id="at-will", shuffle=ShufflePolicy.ANY)


def table_with(rules: Ruleset, *times: int, deal: Deal = SMALL) -> Table:
    """A table on which the first pairs of the witness were taken at these times."""
    table = Table(deal, rules)
    for pair, at in zip(deal.witness, times, strict=False):
        assert table.apply(m.Take(*pair), at).events[0] == m.Removed(*pair)
    return table


def take(table: Table, number: int, at: int) -> None:
    pair = SMALL.witness[number]
    assert table.apply(m.Take(*pair), at).events[0] == m.Removed(*pair)


def refusal(table: Table, command: m.Command, at: int) -> Reason:
    event = table.apply(command, at).events[0]
    assert isinstance(event, m.Refused)
    return event.reason


def score(table: Table, at: int) -> int:
    return table.state(at).score


class TestCombos:
    def test_a_pair_within_4200_ms_of_the_one_before_counts_once_more_and_one_at_4201_ms_counts_once(self) -> None:
        assert score(table_with(CLASSIC, 1_000), 1_000) == 100
        assert score(table_with(CLASSIC, 1_000, 5_200), 5_200) == 100 + 200
        assert score(table_with(CLASSIC, 1_000, 5_201), 5_201) == 100 + 100
        assert score(table_with(CLASSIC, 1_000, 5_200, 9_400), 9_400) == 100 + 200 + 300
        assert score(table_with(CLASSIC, 1_000, 5_200, 9_401, 9_402), 9_402) == 100 + 200 + 100 + 200

    def test_the_first_pair_counts_once_however_soon_it_is_taken(self) -> None:
        assert score(table_with(CLASSIC, 0), 0) == 100

    def test_the_state_says_how_often_the_last_pair_counted_and_how_long_the_next_may_take(self) -> None:
        table = table_with(CLASSIC, 1_000, 5_200)
        for at, combo, until in ((5_200, 2, 9_400), (9_400, 2, 9_400), (9_401, 0, None)):
            assert (table.state(at).combo, table.state(at).combo_until) == (combo, until)
        assert (Table(SMALL, CLASSIC).state(0).combo, Table(SMALL, CLASSIC).state(0).combo_until) == (0, None)

    def test_the_whole_turtle_without_a_slow_pair_gives_a_hundred_times_1_to_72(self) -> None:
        table = table_with(CLASSIC, *(4_200 * number for number in range(72)), deal=TURTLE)
        assert table.status is Status.CLEARED
        assert score(table, 0) == 100 * 72 * 73 // 2 == 262_800

    def test_a_pair_never_counts_more_than_99_times(self) -> None:
        assert CLASSIC.scoring is not None
        combo, counted = Combo(), []
        for number in range(102):
            combo = combo.next(CLASSIC.scoring, 1_000 * number)
            counted.append(combo.times)
        assert counted == [*range(1, 100), 99, 99, 99]

    def test_undo_takes_back_exactly_what_the_pair_gave_and_the_next_pair_counts_once(self) -> None:
        table = table_with(CLASSIC, 0, 1_000, 2_000)
        assert score(table, 2_000) == 600
        table.apply(m.Undo(), 2_500)
        assert (score(table, 2_500), table.state(2_500).combo) == (300, 0)
        take(table, 2, 3_000)
        assert score(table, 3_000) == 400
        for expected in (300, 100, 0):
            table.apply(m.Undo(), 3_000)
            assert score(table, 3_000) == expected

    def test_redo_gives_back_exactly_what_undo_took_however_late_it_comes(self) -> None:
        table = table_with(CLASSIC, 0, 1_000, 2_000)
        for _ in range(3):
            table.apply(m.Undo(), 2_500)
        for expected in (100, 300, 600):
            table.apply(m.Redo(), 60_000)
            assert score(table, 60_000) == expected
        take(table, 3, 60_100)
        assert score(table, 60_100) == 700

    def test_a_rewind_takes_back_what_its_steps_gave(self) -> None:
        table = Table(FLOWERS, CLASSIC)
        table.apply(m.Take(1, 2), 0)
        assert score(table, 0) == 100
        table.apply(m.Rewind(), 0)
        state = table.state(0)
        assert (state.score, state.used.undos, state.stars) == (0, 1, m.Stars(clear=True, time=True, clean=False))

    def test_a_pause_is_no_time(self) -> None:
        table = table_with(CLASSIC, 1_000)
        table.apply(m.Pause(), 2_000)
        table.apply(m.Resume(), 100_000)
        take(table, 1, 103_200)
        assert score(table, 103_200) == 300
        table.apply(m.Pause(), 103_200)
        table.apply(m.Resume(), 200_000)
        take(table, 2, 204_201)
        assert score(table, 204_201) == 400

    def test_a_shuffle_starts_the_count_again_and_costs_nothing(self) -> None:
        table = table_with(SHUFFLED_AT_WILL, 0, 1_000)
        table.apply(m.Shuffle(), 1_500)
        assert (score(table, 1_500), table.state(1_500).combo) == (300, 0)
        table.apply(m.Take(*next(table.board.pairs())), 2_000)
        assert score(table, 2_000) == 400

    def test_a_hint_neither_costs_points_nor_starts_the_count_again(self) -> None:
        table = table_with(CLASSIC, 0)
        table.apply(m.Hint(), 500)
        take(table, 1, 1_000)
        assert score(table, 1_000) == 300

    def test_a_refused_tap_does_not_start_the_count_again(self) -> None:
        table = table_with(CLASSIC, 0)
        table.apply(m.Take(0, 0), 500)
        take(table, 1, 1_000)
        assert score(table, 1_000) == 300


class TestStars:
    def test_six_minutes_on_the_turtle_are_in_time_and_a_millisecond_more_is_not(self) -> None:
        for last, stars in ((360_000, 3), (360_001, 2)):
            table = table_with(CLASSIC, *(5_000 * n for n in range(1, 72)), last, deal=TURTLE)
            assert table.state(last).stars == m.Stars(clear=True, time=stars == 3, clean=True)
            assert table.result(last) == Result(Outcome.WON, last, 7_200, stars, 0, 0, 0, 0, 0, 144)

    def test_while_the_game_goes_on_the_star_of_time_is_there_up_to_two_and_a_half_seconds_a_tile(self) -> None:
        table = table_with(CLASSIC, 80_000)
        assert [table.state(at).stars.time for at in (90_000, 90_001)] == [True, False]  # type: ignore[union-attr]

    @pytest.mark.parametrize("help_", [[m.Hint()], [m.Shuffle()], [m.Take(*SMALL.witness[0]), m.Undo()]])
    def test_a_hint_a_shuffle_or_an_undo_costs_the_third(self, help_: list[m.Command]) -> None:
        table = Table(SMALL, SHUFFLED_AT_WILL)
        assert table.state(0).stars == m.Stars(clear=True, time=True, clean=True)
        for command in help_:
            table.apply(command, 0)
        assert table.state(0).stars == m.Stars(clear=True, time=True, clean=False)

    def test_what_is_lost_has_none_until_it_is_taken_up_again(self) -> None:
        table = Table(SMALL, CLASSIC)
        table.apply(m.GiveUp(), 0)
        assert table.state(0).stars == m.Stars(clear=False, time=False, clean=False)
        assert table.result(0) == Result(Outcome.LOST, 0, 0, 0, 0, 0, 0, 0, 0, 36)
        table.apply(m.Undo(), 0)
        assert table.state(0).stars == m.Stars(clear=True, time=True, clean=False)
        assert table.result(0) is None

    def test_other_rulesets_have_none(self) -> None:
        for rules in (AGAINST_THE_CLOCK, TAIPEI):
            assert Table(SMALL, rules).state(0).stars is None
        won = table_with(AGAINST_THE_CLOCK, *(1_000 * n for n in range(18)))
        assert won.result(0) == Result(Outcome.WON, 17_000, 0, 0, 0, 0, 0, 0, 0, 36)


class TestHintsInHand:
    def test_three_at_the_start_and_one_more_three_minutes_after_the_first_was_used(self) -> None:
        table = Table(SMALL, CLASSIC)
        assert table.state(0).hints == m.Hints(3, None)
        for at, left in ((5_000, 2), (10_000, 1), (20_000, 0)):
            table.apply(m.Hint(), at)
            assert table.state(at).hints == m.Hints(left, 185_000)
        assert not table.state(184_999).can.hint
        assert refusal(table, m.Hint(), 184_999) is Reason.NO_HINTS_LEFT
        assert table.state(185_000).hints == m.Hints(1, 365_000)
        assert table.state(185_000).can.hint
        assert isinstance(table.apply(m.Hint(), 185_000).events[0], m.Hinted)
        assert table.state(185_000).hints == m.Hints(0, 365_000)
        assert table.state(185_000).used.hints == 4

    def test_there_are_never_more_than_three_and_the_count_starts_when_one_is_missing(self) -> None:
        table = Table(SMALL, CLASSIC)
        for at in (170_000, 340_000, 510_000):
            table.apply(m.Undo(), at)
        assert table.state(510_000).hints == m.Hints(3, None)
        table.apply(m.Hint(), 510_000)
        assert table.state(510_000).hints == m.Hints(2, 690_000)
        assert table.state(690_000).hints == m.Hints(3, None)

    def test_a_pause_brings_none(self) -> None:
        table = Table(SMALL, CLASSIC)
        table.apply(m.Hint(), 0)
        table.apply(m.Pause(), 1_000)
        table.apply(m.Resume(), 900_000)
        assert table.state(900_000).hints == m.Hints(2, 180_000)

    def test_a_restart_brings_all_and_taking_it_back_takes_them_with_those_that_were_used(self) -> None:
        table = Table(SMALL, CLASSIC)
        table.apply(m.Hint(), 0)
        table.apply(m.Restart(), 1_000)
        assert table.state(1_000).hints == m.Hints(3, None)
        assert table.state(1_000).used == m.Used()
        table.apply(m.Hint(), 2_000)
        table.apply(m.Undo(), 2_000)
        assert table.state(2_000).hints == m.Hints(1, 180_000)
        assert table.state(2_000).used == m.Used(hints=2, undos=1)

    def test_without_refills_they_are_used_up(self) -> None:
        table = Table(SMALL, ruleset("taipei-hints-1"))
        assert table.state(0).hints == m.Hints(1, None)
        table.apply(m.Hint(), 0)
        assert table.state(0).hints == m.Hints(0, None)
        assert refusal(table, m.Hint(), 100_000) is Reason.NO_HINTS_LEFT

    @pytest.mark.parametrize(
        ("purse", "at", "left", "next_"),
        [
            (Purse(3), 1_000, 3, None),
            (Purse(0, 100), 279, 0, 280),
            (Purse(0, 100), 280, 1, 460),
            (Purse(0, 100), 460, 2, 640),
            (Purse(0, 100), 640, 3, None),
            (Purse(0, 100), 9_999, 3, None),
        ],
    )
    def test_refills_come_one_at_a_time(self, purse: Purse, at: int, left: int, next_: int | None) -> None:
        budget = Budget(3, 180)
        assert (purse.at(budget, at).left, purse.at(budget, at).next(budget)) == (left, next_)


class TestLimitOfTime:
    def test_the_game_is_lost_at_exactly_two_and_a_half_seconds_a_tile_without_a_word(self) -> None:
        table = table_with(CLASSIC_CHALLENGE, 1_000)
        before, after = table.state(89_999), table.state(90_000)
        assert (before.status, before.limit, before.clock) == (Status.PLAYING, 90_000, m.Clock(89_999, True))
        assert (after.status, after.clock) == (Status.TIMED_OUT, m.Clock(90_000, False))
        assert not any((after.can.undo, after.can.redo, after.can.hint, after.can.shuffle, after.can.rewind))
        assert table.result(89_999) is None
        assert table.result(90_000) == Result(Outcome.LOST, 90_000, 100, 0, 0, 0, 0, 0, 0, 36)
        assert table.status is Status.PLAYING

    def test_a_pair_in_the_last_millisecond_counts_and_one_at_zero_is_refused(self) -> None:
        table = table_with(CLASSIC_CHALLENGE, *(5_000 * n for n in range(1, 18)))
        assert table.apply(m.Take(*SMALL.witness[17]), 89_999).events[1:] == (m.Cleared(),)
        table = table_with(CLASSIC_CHALLENGE, *(5_000 * n for n in range(1, 18)))
        assert table.apply(m.Take(*SMALL.witness[17]), 90_000).events == (m.Refused(Reason.TIMED_OUT), m.TimedOut())
        assert (table.status, table.state(90_000).left) == (Status.TIMED_OUT, 2)

    @pytest.mark.parametrize("command", [m.Pause(), m.Restart(), m.Undo(), m.Resume(), m.GiveUp(), m.Hint()])
    def test_whatever_is_said_first_after_zero_only_says_that_it_is_lost(self, command: m.Command) -> None:
        table = table_with(CLASSIC_CHALLENGE, 1_000)
        assert table.apply(command, 95_000).events == (m.Refused(Reason.TIMED_OUT), m.TimedOut())
        assert table.status is Status.TIMED_OUT
        assert table.played(95_000) == 90_000

    def test_there_is_no_way_back_but_a_fresh_attempt(self) -> None:
        table = table_with(CLASSIC_CHALLENGE, 1_000)
        table.apply(m.Pause(), 95_000)
        for command in (m.Undo(), m.Redo(), m.Rewind(), m.Take(0, 1), m.Resume(), m.GiveUp(), m.Shuffle()):
            assert table.apply(command, 95_000).events == (m.Refused(Reason.TIMED_OUT),)
        assert table.apply(m.Restart(), 96_000).events == (m.Restarted(),)
        state = table.state(97_000)
        assert (state.status, state.clock, state.score) == (Status.PLAYING, m.Clock(1_000, True), 0)
        assert (state.ranked, state.unranked) == (False, Unranked.RESTARTED)

    def test_taking_the_fresh_attempt_back_is_lost_again(self) -> None:
        table = table_with(CLASSIC_CHALLENGE, 1_000)
        table.apply(m.Pause(), 95_000)
        table.apply(m.Restart(), 96_000)
        assert table.apply(m.Undo(), 97_000).events == (m.Restarted(), m.TimedOut())
        assert table.played(97_000) == 90_000

    def test_a_paused_or_locked_game_runs_out_of_no_time(self) -> None:
        table = table_with(CLASSIC_CHALLENGE, 1_000)
        table.apply(m.Pause(), 89_999)
        assert table.state(900_000).status is Status.PLAYING
        table = Table(SMALL, CLASSIC_CHALLENGE)
        for pair in TO_THE_LOCK:
            table.apply(m.Take(*pair), 1_000)
        assert (table.state(900_000).status, table.played(900_000)) == (Status.LOCKED, 1_000)

    def test_time_to_think_is_counted_up_to_three_minutes_here_too(self) -> None:
        table = Table(TURTLE, CLASSIC_CHALLENGE)
        assert (table.state(600_000).status, table.played(600_000)) == (Status.PLAYING, 180_000)

    def test_only_the_challenge_has_a_limit(self) -> None:
        assert Table(SMALL, CLASSIC).state(0).limit is None
        assert table_with(CLASSIC, 90_000).status is Status.PLAYING


class TestConnect:
    """N7: pair +10, hint −10, shuffle 0; −2 for every full ten seconds, and a bonus for a fast win."""

    def table(self, rules: Ruleset, *times: int) -> Table:
        table = open_table(Code(Dealer.MC1, "L00", 5), rules)
        for pair, at in zip(table.deal.witness, times, strict=False):
            assert table.apply(m.Take(*pair), at).events[0] == m.Removed(*pair)
        return table

    def test_ten_points_a_pair_and_two_less_for_every_full_ten_seconds(self) -> None:
        table = self.table(CONNECT, 1_000, 2_000)
        assert [score(table, at) for at in (2_000, 9_999, 10_000, 19_999, 20_000)] == [20, 20, 18, 18, 16]

    def test_it_may_go_below_zero(self) -> None:
        table = self.table(CONNECT)
        table.apply(m.Hint(), 0)
        assert [score(table, at) for at in (0, 60_000)] == [-10, -22]

    def test_undo_gives_back_the_points_of_the_pair_but_not_those_of_the_hint(self) -> None:
        table = self.table(CONNECT_STANDARD)
        table.apply(m.Hint(), 0)
        a, b = table.state(0).hint or (0, 0)
        table.apply(m.Take(a, b), 0)
        assert score(table, 0) == 0
        table.apply(m.Undo(), 0)
        assert score(table, 0) == -10
        table.apply(m.Redo(), 0)
        assert score(table, 0) == 0

    @pytest.mark.parametrize(
        ("played", "points"),
        [
            # 720 for the pairs, less 2 a full ten seconds, and a point for every full second before 12:00.
            (71_000, 720 - 2 * 7 + 649),
            (71_001, 720 - 2 * 7 + 648),
            (719_000, 720 - 2 * 71 + 1),
            (719_001, 720 - 2 * 71 + 0),
            (720_000, 720 - 2 * 72),
            (800_000, 720 - 2 * 80),
        ],
    )
    def test_a_win_gives_a_point_for_every_full_second_before_five_a_tile(self, played: int, points: int) -> None:
        table = self.table(CONNECT, *(played * n // 72 for n in range(1, 73)))
        assert table.result(played) == Result(Outcome.WON, played, points, 0, 0, 0, 0, 0, 0, 144)
        assert score(table, played + 60_000) == points

    def test_standard_scoring_knows_no_time(self) -> None:
        table = self.table(CONNECT_STANDARD, *(100_000 * n for n in range(1, 73)))
        assert score(table, 7_200_000) == 720

    def test_a_shuffle_is_free_and_undo_costs_nothing_more(self) -> None:
        table = self.table(replace(CONNECT_STANDARD, id="at-will", shuffle=ShufflePolicy.ANY), 0)
        table.apply(m.Shuffle(), 0)
        table.apply(m.Undo(), 0)
        assert score(table, 0) == 10


class TestCostsOfTaipei:
    def test_undo_at_a_cost(self) -> None:
        table = table_with(ruleset("taipei-undo-costs-3-points"), 0, 0)
        assert score(table, 0) == 20
        table.apply(m.Undo(), 0)
        assert score(table, 0) == 20 - 10 - 3
        table.apply(m.Redo(), 0)
        assert score(table, 0) == 20 - 3
        for _ in range(2):
            table.apply(m.Undo(), 0)
        assert score(table, 0) == -9

    def test_undo_so_many_times_and_no_more_until_the_board_is_started_anew(self) -> None:
        table = table_with(ruleset("taipei-undo-1"), 0, 0)
        table.apply(m.Undo(), 0)
        assert refusal(table, m.Undo(), 0) is Reason.NOT_ALLOWED
        table.apply(m.Restart(), 0)
        take(table, 0, 0)
        assert table.apply(m.Undo(), 0).events == (m.Restored(*SMALL.witness[0]),)

    def test_a_shuffle_that_costs_points(self) -> None:
        table = table_with(ruleset("taipei-shuffle-costs-20-points"), 0)
        table.apply(m.Shuffle(), 0)
        assert score(table, 0) == -10
        table.apply(m.Undo(), 0)
        assert score(table, 0) == -10

    def test_a_shuffle_that_takes_time_takes_it_for_good(self) -> None:
        table = Table(SMALL, ruleset("taipei-shuffle-takes-30-timed"))
        table.apply(m.Shuffle(), 1_000)
        assert table.played(2_000) == 32_000
        table.apply(m.Undo(), 2_000)
        assert table.played(3_000) == 33_000

    def test_shuffles_by_number_and_only_when_locked(self) -> None:
        table = Table(SMALL, ruleset("taipei-shuffle-locked-shuffles-1"))
        assert refusal(table, m.Shuffle(), 0) is Reason.NOT_LOCKED
        for pair in TO_THE_LOCK:
            table.apply(m.Take(*pair), 0)
        table.apply(m.Shuffle(), 0)
        assert table.status is Status.PLAYING
        table.apply(m.Undo(), 0)
        assert refusal(table, m.Shuffle(), 0) is Reason.NOT_ALLOWED

    @pytest.mark.parametrize(
        ("id", "lost"),
        [
            ("taipei-undo-off-shuffle-off", True),
            ("taipei-undo-off", False),
            ("taipei-undo-off-shuffle-locked", False),
            ("taipei-shuffle-off", False),
            ("taipei-undo-1-shuffle-off", False),
        ],
    )
    def test_a_lock_is_a_loss_where_neither_undo_nor_shuffle_is_allowed(self, id: str, lost: bool) -> None:
        table = Table(SMALL, ruleset(id))
        for pair in TO_THE_LOCK:
            assert table.result(0) is None
            table.apply(m.Take(*pair), 0)
        assert table.status is Status.LOCKED
        assert table.result(0) == (Result(Outcome.LOST, 0, 0, 0, 0, 0, 0, 0, 0, 36) if lost else None)

    def test_a_lock_is_a_loss_once_undo_and_shuffle_are_used_up(self) -> None:
        table = Table(SMALL, ruleset("taipei-undo-1-shuffles-1"))
        for pair in TO_THE_LOCK:
            table.apply(m.Take(*pair), 0)
        table.apply(m.Shuffle(), 0)
        assert table.result(0) is None
        table.apply(m.Undo(), 0)
        assert table.status is Status.LOCKED
        assert table.result(0) == Result(Outcome.LOST, 0, 0, 0, 0, 1, 1, 0, 0, 36)
        table.apply(m.Restart(), 0)
        assert table.result(0) is None

    def test_off_is_off(self) -> None:
        table = table_with(ruleset("taipei-undo-off-shuffle-off-hints-off"), 0)
        for command in (m.Undo(), m.Rewind(), m.Shuffle(), m.Hint()):
            assert refusal(table, command, 0) is Reason.NOT_ALLOWED


class TestRestart:
    def test_it_counts_everything_anew_and_the_result_says_that_it_was(self) -> None:
        table = table_with(CLASSIC, 1_000, 2_000)
        table.apply(m.Hint(), 3_000)
        table.apply(m.Undo(), 4_000)
        table.apply(m.Restart(), 5_000)
        state = table.state(5_000)
        assert (state.score, state.used, state.clock.ms, state.combo) == (0, m.Used(), 0, 0)
        assert state.stars == m.Stars(clear=True, time=True, clean=True)
        for number in range(18):
            take(table, number, 15_000 + 10_000 * number)
        assert table.result(0) == Result(Outcome.WON, 180_000, 1_800, 2, 0, 0, 0, 1, 0, 36)

    def test_taken_back_the_points_and_the_help_of_before_are_there_again_and_it_stays_unranked(self) -> None:
        table = table_with(CLASSIC, 0, 1_000)
        table.apply(m.Hint(), 1_000)
        table.apply(m.Restart(), 2_000)
        take(table, 0, 3_000)
        table.apply(m.Undo(), 3_000)
        table.apply(m.Undo(), 3_000)
        state = table.state(3_000)
        assert (state.score, state.used, state.clock.ms) == (300, m.Used(hints=1, undos=2), 3_000)
        assert (state.ranked, state.unranked) == (False, Unranked.RESTARTED)


class TestRanked:
    def test_by_ruleset(self) -> None:
        for rules, why in (
            (AGAINST_THE_CLOCK, None),
            (CLASSIC, None),
            (CLASSIC_CHALLENGE, None),
            (TAIPEI, Unranked.NO_LISTS),
            (ruleset("taipei-hints-3-timed"), Unranked.OWN_RULESET),
        ):
            state = Table(SMALL, rules).state(0)
            assert (state.ranked, state.unranked) == (why is None, why)

    def test_a_game_taken_up_again_after_it_was_given_up_is_unranked(self) -> None:
        table = Table(SMALL, CLASSIC)
        table.apply(m.GiveUp(), 0)
        assert table.unranked is None
        table.apply(m.Undo(), 0)
        assert table.unranked is Unranked.GIVEN_UP

    def test_what_is_known_from_the_start_stays(self) -> None:
        table = Table(SMALL, CLASSIC, unranked=Unranked.TYPED_CODE)
        table.apply(m.Restart(), 0)
        assert table.state(0).unranked is Unranked.TYPED_CODE


class TestShuffleOfTheDead:
    """C8: shuffle is offered when no pair is left, or when it is proved that none can lead to a cleared board."""

    def dead(self, rules: Ruleset = CLASSIC) -> Table:
        table = Table(SMALL, rules)
        for pair in TO_THE_LOCK[:-1]:
            table.apply(m.Take(*pair), 0)
        return table

    def test_a_board_that_is_proved_dead_may_be_shuffled_before_it_is_locked(self) -> None:
        table = self.dead()
        assert table.status is Status.PLAYING
        table.consider()
        assert table.state(0).verdict == "dead"
        assert table.state(0).can.shuffle
        given = table.apply(m.Shuffle(), 0).given
        assert given is not None and sorted(given) == list(range(36))
        table.consider()
        assert table.state(0).verdict == "clearable"

    def test_one_that_can_be_cleared_may_not_and_a_replay_asks_nothing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        table = Table(SMALL, CLASSIC)
        applied = table.apply(m.Shuffle(), 0)
        assert applied.events == (m.Refused(Reason.NOT_LOCKED),)
        assert not table.state(0).can.shuffle
        again = Table(SMALL, CLASSIC)
        monkeypatch.setattr(Foresight, "verdict", None)
        assert again.apply(m.Shuffle(), 0, applied.given).events == applied.events

    def test_a_replay_follows_the_log_where_it_was_dead(self, monkeypatch: pytest.MonkeyPatch) -> None:
        table = self.dead()
        given = table.apply(m.Shuffle(), 0).given
        again = self.dead()
        monkeypatch.setattr(Foresight, "verdict", None)
        assert again.apply(m.Shuffle(), 0, given).events == (m.Shuffled(),)

    def test_in_other_rulesets_dead_is_not_enough(self) -> None:
        assert refusal(self.dead(ruleset("taipei-shuffle-locked")), m.Shuffle(), 0) is Reason.NOT_LOCKED


class TestFirstPair:
    """C5: on a player's first board a pair is shown free after twelve seconds without one found."""

    def test_after_twelve_seconds_of_play_a_pair_is_shown_and_counted_nowhere(self) -> None:
        table = Table(SMALL, CLASSIC, newcomer=True)
        assert [table.state(at).can.show for at in (11_999, 12_000)] == [False, True]
        assert refusal(table, m.Show(), 11_999) is Reason.TOO_EARLY
        applied = table.apply(m.Show(), 12_000)
        assert applied.given is not None and applied.events == (m.Hinted(*applied.given),)
        state = table.state(12_000)
        assert (state.hint, state.used, state.hints) == (applied.given, m.Used(), m.Hints(3, None))
        assert state.stars == m.Stars(clear=True, time=True, clean=True)

    def test_once_only_and_only_while_no_pair_was_found(self) -> None:
        table = Table(SMALL, CLASSIC, newcomer=True)
        table.apply(m.Show(), 12_000)
        assert not table.state(30_000).can.show
        assert refusal(table, m.Show(), 30_000) is Reason.NOT_ALLOWED
        table = Table(SMALL, CLASSIC, newcomer=True)
        take(table, 0, 1_000)
        table.apply(m.Undo(), 2_000)
        assert not table.state(30_000).can.show
        assert refusal(table, m.Show(), 30_000) is Reason.NOT_ALLOWED

    def test_a_pause_is_no_time_of_looking(self) -> None:
        table = Table(SMALL, CLASSIC, newcomer=True)
        table.apply(m.Pause(), 1_000)
        table.apply(m.Resume(), 50_000)
        assert not table.state(60_999).can.show
        assert table.state(61_000).can.show

    def test_nobody_else_is_shown_one(self) -> None:
        table = Table(SMALL, CLASSIC)
        assert not table.state(20_000).can.show
        assert refusal(table, m.Show(), 20_000) is Reason.NOT_ALLOWED


@pytest.mark.parametrize(
    ("now", "last", "ago", "at"),
    [
        (10_000, 5_000, 0, 10_000),
        (10_000, 5_000, 700, 9_300),
        (10_000, 5_000, 2_000, 8_000),
        (10_000, 5_000, 2_001, 8_000),
        (10_000, 5_000, 10**12, 8_000),
        (10_000, 9_500, 700, 9_500),
        (10_000, 12_000, 0, 12_000),
        (10_000, 5_000, -300, 10_000),
    ],
)
def test_a_tap_is_believed_to_have_happened_up_to_two_seconds_ago_but_never_before_the_last(
    now: int, last: int, ago: int, at: int
) -> None:
    assert tapped(now, last, ago) == at


def test_the_score_is_the_pairs_less_the_costs() -> None:
    rules = Scoring(pair=10, hint=5, undo=2, shuffle=20, time=1, bonus=100)
    assert rules.score(300, 2, 3, 1, 25_000, False, 36) == 300 - 10 - 6 - 20 - 2
    assert rules.score(300, 2, 3, 1, 1_500, True, 36) == 300 - 10 - 6 - 20 - 0 + 2
    assert Scoring(pair=10).score(300, 2, 3, 1, 25_000, True, 36) == 300
