"""A table: taps, hints, undo and redo of everything, and what a replay is given (S3–S8, T7–T10, reports S6–S10)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec.structs import replace as replaced

from paishan.play import ground as ground_module
from paishan.play import messages as m
from paishan.play.insight import Insight
from paishan.play.messages import Reason, Status
from paishan.play.ruleset import AGAINST_THE_CLOCK, TAIPEI, HintPolicy, Ruleset
from paishan.play.table import Applied, Table
from paishan.solitaire.deal import deal_from_solution
from paishan.solitaire.gallery import by_id
from paishan.tiles import Matching
from tests.play.tables import (
    FIRST_STEPS,
    FLOWERS,
    TABLEAU,
    TO_THE_LOCK,
    deal_of,
    position,
    refusal,
    take,
    tap,
)


class TestTaps:
    """S3, row by row."""

    @pytest.mark.parametrize(
        ("slots", "events", "selected", "left"),
        [
            pytest.param([0], [m.Selected(0)], 0, 10, id="a free tile is selected"),
            pytest.param([0, 3], [m.Selected(0), m.Removed(0, 3)], None, 8, id="a second that matches: both vanish"),
            pytest.param([3, 0], [m.Selected(3), m.Removed(0, 3)], None, 8, id="the other way round as well"),
            pytest.param([5, 7], [m.Selected(5), m.Removed(5, 7)], None, 8, id="two flowers match"),
            pytest.param([9, 8], [m.Selected(9), m.Removed(8, 9)], None, 8, id="two seasons match"),
            pytest.param([5, 8], [m.Selected(5), m.Selected(8)], 8, 10, id="a flower and a season do not"),
            pytest.param([0, 5], [m.Selected(0), m.Selected(5)], 5, 10, id="no match: the selection moves"),
            pytest.param(
                [0, 5, 7], [m.Selected(0), m.Selected(5), m.Removed(5, 7)], None, 8, id="and counts from there"
            ),
            pytest.param([0, 0], [m.Selected(0), m.Deselected()], None, 10, id="the selected tile is let go"),
            pytest.param([0, 0, 0], [m.Selected(0), m.Deselected(), m.Selected(0)], 0, 10, id="and taken up again"),
            pytest.param([1], [m.Refused(Reason.BLOCKED, 1)], None, 10, id="blocked"),
            pytest.param([4], [m.Refused(Reason.COVERED, 4)], None, 10, id="covered"),
            pytest.param([6], [m.Refused(Reason.BOTH, 6)], None, 10, id="both"),
            pytest.param(
                [0, 2], [m.Selected(0), m.Refused(Reason.BLOCKED, 2), m.Deselected()], None, 10, id="lets the other go"
            ),
            pytest.param(
                [0, 2, 3],
                [m.Selected(0), m.Refused(Reason.BLOCKED, 2), m.Deselected(), m.Selected(3)],
                3,
                10,
                id="so that the next tap begins anew",
            ),
            pytest.param([10], [m.Refused(Reason.NO_SLOT, 10)], None, 10, id="no such slot"),
            pytest.param([-1], [m.Refused(Reason.NO_SLOT, -1)], None, 10, id="no slot below 0"),
            pytest.param(
                [0, 3, 3], [m.Selected(0), m.Removed(0, 3), m.Refused(Reason.GONE, 3)], None, 8, id="what is gone"
            ),
            pytest.param(
                [5, 7, 8, 9, 4, 6],
                [m.Selected(5), m.Removed(5, 7), m.Selected(8), m.Removed(8, 9), m.Selected(4), m.Removed(4, 6)],
                None,
                4,
                id="what was uncovered is free at once",
            ),
        ],
    )
    def test_a_tap_does(self, slots: list[int], events: list[m.Event], selected: int | None, left: int) -> None:
        table = Table(TABLEAU, TAIPEI)
        assert tap(table, *slots) == events
        state = table.state(0)
        assert (state.selected, state.left, state.seq) == (selected, left, len(slots))

    @pytest.mark.parametrize(
        ("pair", "refused"),
        [
            ((0, 5), m.Refused(Reason.NO_MATCH, 5)),
            ((0, 0), m.Refused(Reason.SAME, 0)),
            ((0, 1), m.Refused(Reason.BLOCKED, 1)),
            ((4, 8), m.Refused(Reason.COVERED, 4)),
            ((6, 4), m.Refused(Reason.BOTH, 6)),
            ((0, 99), m.Refused(Reason.NO_SLOT, 99)),
            ((-1, 0), m.Refused(Reason.NO_SLOT, -1)),
        ],
    )
    def test_a_pair_that_may_not_be_taken_changes_nothing_but_the_number_of_commands(
        self, pair: tuple[int, int], refused: m.Refused
    ) -> None:
        table = Table(TABLEAU, TAIPEI)
        tap(table, 8)
        before = table.state(0)
        assert table.apply(m.Take(*pair), 0) == Applied((refused,))
        after = table.state(0)
        assert after.seq == before.seq + 1
        assert replaced(after, seq=before.seq) == before

    def test_a_pair_is_taken_whatever_is_selected(self) -> None:
        table = Table(TABLEAU, TAIPEI)
        tap(table, 8)
        take(table, (3, 0))
        assert table.state(0).selected is None


class TestEnd:
    def test_the_last_pair_clears_the_board(self) -> None:
        table = Table(TABLEAU, AGAINST_THE_CLOCK)
        take(table, *TABLEAU.witness[:-1])
        assert table.apply(m.Take(4, 6), 7000).events == (m.Removed(4, 6), m.Cleared())
        state = table.state(9000)
        assert (state.status, state.left, state.pairs, state.present) == (Status.CLEARED, 0, 0, ())
        assert state.clock == m.Clock(7000, False)

    def test_the_turtle_is_won_after_72_pairs(self) -> None:
        deal = deal_from_solution(by_id("turtle"), 1)
        table = Table(deal, AGAINST_THE_CLOCK)
        take(table, *deal.witness)
        assert (len(table.taken), table.status) == (72, Status.CLEARED)

    def test_nothing_but_playing_again_is_allowed_after_a_win(self) -> None:
        table = Table(TABLEAU, TAIPEI)
        take(table, *TABLEAU.witness)
        for command in (m.Undo(), m.Pick(0), m.Take(0, 3), m.Hint(), m.Shuffle(), m.GiveUp(), m.Pause()):
            assert refusal(table, command) is Reason.OVER
        assert refusal(table, m.Redo()) is Reason.NOTHING_TO_REDO
        can = table.state(0).can
        assert not (can.undo or can.redo or can.hint or can.shuffle)
        assert table.apply(m.Restart(), 0).events == (m.Restarted(),)
        assert (table.status, table.state(0).left) == (Status.PLAYING, 10)

    def test_no_pair_left_is_a_lock_and_undo_leads_out_of_it(self) -> None:
        table = Table(FLOWERS, AGAINST_THE_CLOCK)
        assert table.apply(m.Take(1, 2), 3000).events == (m.Removed(1, 2), m.Locked())
        state = table.state(60_000)
        assert (state.status, state.pairs, state.left) == (Status.LOCKED, 0, 2)
        assert state.clock == m.Clock(3000, False)
        assert state.can.undo and not state.can.hint
        assert refusal(table, m.Hint()) is Reason.NO_PAIR
        assert table.apply(m.Undo(), 60_000).events == (m.Restored(1, 2),)
        assert table.status is Status.PLAYING
        assert table.state(61_000).clock == m.Clock(4000, True)

    def test_redo_into_a_lock_says_so_again(self) -> None:
        table = Table(FLOWERS, TAIPEI)
        take(table, (1, 2))
        table.apply(m.Undo(), 0)
        assert table.apply(m.Redo(), 0).events == (m.Removed(1, 2), m.Locked())

    def test_a_board_that_is_dealt_locked_is_locked_when_it_is_opened(self) -> None:
        stack = deal_of([((0, 0, 0), "N"), ((0, 0, 1), "N")])
        table = Table(stack, TAIPEI)
        assert table.status is Status.LOCKED
        assert table.state(5000).clock == m.Clock(0, False)

    def test_giving_up_ends_the_game_and_only_undo_or_restart_go_on(self) -> None:
        table = Table(TABLEAU, TAIPEI)
        take(table, (0, 3))
        tap(table, 5)
        assert table.apply(m.GiveUp(), 2000).events == (m.GaveUp(),)
        state = table.state(9000)
        assert (state.status, state.selected, state.clock) == (Status.GIVEN_UP, None, m.Clock(2000, False))
        for command in (m.Pick(1), m.Take(1, 2), m.Hint(), m.Shuffle(), m.Redo(), m.Pause(), m.GiveUp()):
            assert refusal(table, command) is Reason.OVER
        assert table.apply(m.Undo(), 9000).events == (m.Resumed(),)
        assert (table.status, table.state(9000).left) == (Status.PLAYING, 8)
        table.apply(m.Redo(), 9000)
        assert table.status is Status.GIVEN_UP
        table.apply(m.Restart(), 9000)
        assert (table.status, table.state(9000).left) == (Status.PLAYING, 10)

    def test_a_given_up_game_stays_given_up_when_it_is_taken_back_to_through_a_restart(self) -> None:
        table = Table(TABLEAU, TAIPEI)
        table.apply(m.GiveUp(), 0)
        table.apply(m.Restart(), 0)
        table.apply(m.Undo(), 0)
        assert table.status is Status.GIVEN_UP
        assert table.state(0).history == ("give-up",)


class TestHint:
    def test_pressed_again_it_shows_another_pair_until_all_were_shown_and_then_the_first_again(self) -> None:
        table = Table(TABLEAU, TAIPEI)
        shown = [table.apply(m.Hint(), 0) for _ in range(4)]
        assert [applied.given for applied in shown] == [(0, 3), (5, 7), (8, 9), (0, 3)]
        assert [applied.events for applied in shown][:2] == [(m.Hinted(0, 3),), (m.Hinted(5, 7),)]
        assert table.state(0).hint == (0, 3)
        assert table.state(0).used == m.Used(hints=4)

    def test_it_marks_a_pair_and_does_not_take_it(self) -> None:
        table = Table(TABLEAU, TAIPEI)
        before = position(table)
        table.apply(m.Hint(), 0)
        assert position(table) == before

    def test_it_never_shows_a_tile_that_is_not_free(self) -> None:
        deal = deal_from_solution(FIRST_STEPS, 10)
        table = Table(deal, TAIPEI)
        for pair in TO_THE_LOCK:
            wanted = list(table.board.pairs())
            assert [table.apply(m.Hint(), 0).given for _ in wanted] == wanted
            take(table, pair)

    def test_by_the_plan_it_shows_the_next_pair_of_the_witness_first_and_then_the_others(self) -> None:
        deal = deal_from_solution(FIRST_STEPS, 10)
        table = Table(deal, AGAINST_THE_CLOCK)
        for pair in deal.witness:
            wanted = [pair, *(other for other in table.board.pairs() if other != pair)]
            assert [table.apply(m.Hint(), 0).given for _ in wanted] == wanted
            take(table, pair)
        assert table.status is Status.CLEARED

    def test_the_plan_holds_when_its_pairs_are_taken_in_another_order(self) -> None:
        table = Table(TABLEAU, AGAINST_THE_CLOCK)
        take(table, (5, 7), (0, 3))
        assert table.apply(m.Hint(), 0).given == (1, 2)

    def test_the_plan_holds_again_once_the_pair_that_broke_it_is_taken_back(self) -> None:
        table = Table(FLOWERS, AGAINST_THE_CLOCK)
        take(table, (2, 3))
        assert table.apply(m.Hint(), 0).given == (0, 1)
        table.apply(m.Undo(), 0)
        assert table.apply(m.Hint(), 0).given == (1, 3)

    def test_a_ranked_hint_shows_only_pairs_that_keep_the_board_clearable_round_and_round(self) -> None:
        # Of (1, 2), (1, 3) and (2, 3) the first leaves two tiles in one stack.
        table = Table(FLOWERS, replace(TAIPEI, id="ranked", hint=HintPolicy.RANKED))
        shown = [table.apply(m.Hint(), 0).given for _ in range(5)]
        assert set(shown) == {(1, 3), (2, 3)}
        assert shown[:3] == [shown[2], shown[3], shown[4]]

    def test_where_hints_are_off_there_is_none(self) -> None:
        table = Table(TABLEAU, replace(TAIPEI, id="none", hint=HintPolicy.OFF))
        assert refusal(table, m.Hint()) is Reason.NOT_ALLOWED
        assert not table.state(0).can.hint
        assert table.state(0).used.hints == 0

    def test_a_pair_taken_begins_the_hints_anew(self) -> None:
        table = Table(TABLEAU, TAIPEI)
        table.apply(m.Hint(), 0)
        take(table, (5, 7))
        assert table.state(0).hint is None
        assert table.apply(m.Hint(), 0).given == (0, 3)


class TestUndo:
    def test_undo_and_redo_of_nothing_are_refused_and_harmless(self) -> None:
        table = Table(TABLEAU, TAIPEI)
        assert refusal(table, m.Undo()) is Reason.NOTHING_TO_UNDO
        assert refusal(table, m.Redo()) is Reason.NOTHING_TO_REDO
        assert table.state(0).used == m.Used()

    def test_the_history_holds_the_whole_game(self) -> None:
        deal = deal_from_solution(by_id("turtle"), 1)
        table = Table(deal, AGAINST_THE_CLOCK)
        positions = []
        for pair in deal.witness[:-1]:
            positions.append(position(table))
            take(table, pair)
        assert table.state(0).history == deal.witness[:-1]
        for expected in reversed(positions):
            table.apply(m.Undo(), 0)
            assert position(table) == expected
        assert table.state(0).future == deal.witness[-2::-1]
        assert table.state(0).used.undos == 71
        for expected in positions:
            assert position(table) == expected
            table.apply(m.Redo(), 0)
        assert table.state(0).left == 2

    def test_a_new_pair_ends_what_could_be_redone(self) -> None:
        table = Table(TABLEAU, TAIPEI)
        take(table, (0, 3))
        table.apply(m.Undo(), 0)
        take(table, (5, 7))
        assert table.state(0).future == ()
        assert refusal(table, m.Redo()) is Reason.NOTHING_TO_REDO

    def test_a_tap_or_a_hint_does_not_end_what_could_be_redone(self) -> None:
        table = Table(TABLEAU, TAIPEI)
        take(table, (0, 3))
        table.apply(m.Undo(), 0)
        tap(table, 0, 0, 5)
        table.apply(m.Hint(), 0)
        assert table.apply(m.Redo(), 0).events == (m.Removed(0, 3),)

    def test_undo_is_limited_to_so_many_steps_by_ruleset(self) -> None:
        table = Table(TABLEAU, replace(TAIPEI, id="two", undo=2))
        take(table, (0, 3), (1, 2), (5, 7))
        assert table.state(0).can.undo
        for _ in range(2):
            table.apply(m.Undo(), 0)
        assert refusal(table, m.Undo()) is Reason.NOT_ALLOWED
        assert not table.state(0).can.undo
        assert table.state(0).left == 8

    def test_undo_is_off_in_competition(self) -> None:
        table = Table(TABLEAU, replace(TAIPEI, id="off", undo=0))
        take(table, (0, 3))
        assert refusal(table, m.Undo()) is Reason.NOT_ALLOWED
        assert not table.state(0).can.undo


class TestLettingGo:
    """Selection and hint speak of a position; when it goes, they go (reports S6)."""

    @pytest.mark.parametrize("command", [m.Undo(), m.Shuffle(), m.Restart(), m.GiveUp()])
    def test_these_clear_selection_and_hint(self, command: m.Command) -> None:
        table = Table(TABLEAU, TAIPEI)
        take(table, (0, 3))
        tap(table, 5)
        table.apply(m.Hint(), 0)
        assert (table.state(0).selected, table.state(0).hint) == (5, (1, 2))
        table.apply(command, 0)
        assert (table.state(0).selected, table.state(0).hint) == (None, None)

    def test_redo_clears_them_too(self) -> None:
        table = Table(TABLEAU, TAIPEI)
        take(table, (0, 3))
        table.apply(m.Undo(), 0)
        tap(table, 5)
        table.apply(m.Hint(), 0)
        table.apply(m.Redo(), 0)
        assert (table.state(0).selected, table.state(0).hint) == (None, None)

    @pytest.mark.parametrize("command", [m.Undo(), m.Shuffle(), m.Restart()])
    def test_the_next_tap_selects_and_removes_nothing(self, command: m.Command) -> None:
        table = Table(FLOWERS, TAIPEI)
        take(table, (1, 3))
        table.apply(m.Undo(), 0)
        table.apply(m.Redo(), 0)
        tap(table, 0)
        table.apply(command, 0)
        free = next(table.board.pairs()).a
        assert tap(table, free) == [m.Selected(free)]


class TestStoredGiven:
    """A replay takes what a command gave from the log (decision record 004)."""

    def test_a_replay_works_nothing_out_again(self, monkeypatch: pytest.MonkeyPatch) -> None:
        deal = deal_from_solution(FIRST_STEPS, 10)
        commands: list[m.Command] = [
            m.Hint(),
            m.Hint(),
            m.Take(29, 32),
            m.Shuffle(),
            m.Hint(),
            m.Undo(),
            m.Redo(),
            m.Restart(),
        ]
        first = Table(deal, TAIPEI)
        log = [(command, 100 * n, first.apply(command, 100 * n).given) for n, command in enumerate(commands)]

        def never(*_: object) -> None:
            raise AssertionError("worked out again")

        monkeypatch.setattr(ground_module, "shuffled", never)
        monkeypatch.setattr(Insight, "_hints_in_order", never)
        second = Table(deal, TAIPEI)
        for command, at, given in log:
            assert second.apply(command, at, given).given == given
        assert second.state(5000) == first.state(5000)

    def test_another_hint_or_shuffle_than_the_table_would_give_is_followed(self) -> None:
        table = Table(TABLEAU, TAIPEI)
        assert table.apply(m.Hint(), 0, (8, 9)).events == (m.Hinted(8, 9),)
        swapped = (3, 1, 2, 0, 4, 5, 6, 7, 9, 8)
        assert table.apply(m.Shuffle(), 0, swapped).given == swapped
        assert table.state(0).faces[8:] == ("S2", "S1")

    @pytest.mark.parametrize(
        ("command", "given", "message"),
        [
            (m.Hint(), (0, 5), r"the stored hint \(0, 5\) is no pair of this position"),
            (m.Hint(), (3, 0), r"the stored hint \(3, 0\) is no pair of this position"),
            (m.Hint(), (0, 3, 5), r"the stored hint \(0, 3, 5\) is no pair of this position"),
            (m.Shuffle(), (0, 1), "the stored shuffle does not move the remaining tiles among their own places"),
            (m.Shuffle(), (1, 1, 2, 3, 4, 5, 6, 7, 8, 9), "the stored shuffle does not move the remaining tiles"),
            (m.Shuffle(), (5, 1, 2, 3, 4, 0, 6, 7, 8, 9), "the stored shuffle does not move the remaining tiles"),
        ],
    )
    def test_what_does_not_fit_the_position_is_refused_and_the_table_is_as_before(
        self, command: m.Command, given: tuple[int, ...], message: str
    ) -> None:
        table = Table(TABLEAU, TAIPEI)
        # Tile 5 is gone, so a shuffle must leave it alone.
        if isinstance(command, m.Shuffle):
            take(table, (5, 7))
        tap(table, 0)
        before = table.state(9000)
        with pytest.raises(ValueError, match=message):
            table.apply(command, 5000, given)
        assert table.state(9000) == before


def test_a_ruleset_and_a_deal_must_speak_of_the_same_rule_version() -> None:
    deal = deal_from_solution(FIRST_STEPS, 1, Matching.IDENTICAL)
    with pytest.raises(ValueError, match="Taipei plays with family matching; this deal is for identical"):
        Table(deal, TAIPEI)


@pytest.mark.parametrize("ruleset", [AGAINST_THE_CLOCK, TAIPEI], ids=lambda ruleset: ruleset.id)
def test_pairs_are_counted_as_different_pairs(ruleset: Ruleset) -> None:
    # Three free flowers make three pairs, four make six (reports S20).
    assert Table(FLOWERS, ruleset).state(0).pairs == 3
    four = deal_of([((0, 4 * row, 0), f"F{row + 1}") for row in range(4)], (0, 1), (2, 3))
    assert Table(four, ruleset).state(0).pairs == 6
