"""What puts another board on a table: a shuffle, a restart, and the way back to what could be won (C6, T7–T10, X1)."""

from __future__ import annotations

from paishan.play import messages as m
from paishan.play.messages import Reason, Status
from paishan.play.ruleset import AGAINST_THE_CLOCK, TAIPEI
from paishan.play.table import Applied, Table
from paishan.rng import Rng
from paishan.solitaire.deal import deal_from_solution, deal_proved
from paishan.solitaire.gallery import by_id
from paishan.solitaire.prover import Prover
from paishan.solving import Verdict
from tests.play.tables import (
    FIRST_STEPS,
    FLOWERS,
    LOCKED_ONLY,
    TABLEAU,
    TO_THE_LOCK,
    position,
    refusal,
    take,
)


class TestShuffle:
    def test_it_is_one_step_that_is_undone_and_redone_with_its_own_permutation(self) -> None:
        table = Table(deal_from_solution(FIRST_STEPS, 10), TAIPEI)
        take(table, *TO_THE_LOCK[:3])
        before = position(table)
        given = table.apply(m.Shuffle(), 0).given
        assert given is not None
        after = position(table)
        assert after[0] == tuple(before[0][source] for source in given)  # type: ignore[index]
        take(table, next(table.board.pairs()))
        further = position(table)
        for expected in (after, before):
            table.apply(m.Undo(), 0)
            assert position(table) == expected
        for expected in (after, further):
            table.apply(m.Redo(), 0)
            assert position(table) == expected
        assert table.state(0).history[3] == "shuffle"

    def test_a_locked_board_goes_on_after_it_and_is_locked_again_when_it_is_taken_back(self) -> None:
        table = Table(deal_from_solution(FIRST_STEPS, 10), LOCKED_ONLY)
        take(table, *TO_THE_LOCK)
        assert table.state(0).can.shuffle
        assert table.apply(m.Shuffle(), 0).events == (m.Shuffled(),)
        assert table.status is Status.PLAYING
        assert table.apply(m.Undo(), 0).events == (m.Shuffled(), m.Locked())
        assert table.state(0).status is Status.LOCKED
        assert table.apply(m.Redo(), 0).events == (m.Shuffled(),)
        assert table.status is Status.PLAYING

    def test_by_ruleset_it_is_refused_while_there_are_pairs_and_after_so_many(self) -> None:
        table = Table(deal_from_solution(FIRST_STEPS, 10), LOCKED_ONLY)
        assert refusal(table, m.Shuffle()) is Reason.NOT_LOCKED
        assert not table.state(0).can.shuffle
        take(table, *TO_THE_LOCK)
        table.apply(m.Shuffle(), 0)
        table.apply(m.Undo(), 0)
        assert refusal(table, m.Shuffle()) is Reason.NOT_ALLOWED
        assert not table.state(0).can.shuffle

    def test_against_the_clock_there_is_none(self) -> None:
        table = Table(TABLEAU, AGAINST_THE_CLOCK)
        assert refusal(table, m.Shuffle()) is Reason.NOT_ALLOWED

    def test_what_no_order_can_clear_is_refused_with_the_reason_and_nothing_is_used_up(self) -> None:
        table = Table(FLOWERS, LOCKED_ONLY)
        take(table, (1, 2))
        before = position(table)
        assert refusal(table, m.Shuffle()) is Reason.NO_SHUFFLE
        assert position(table) == before
        assert table.state(0).used.shuffles == 0

    def test_two_shuffles_at_different_moments_differ(self) -> None:
        table = Table(deal_from_solution(FIRST_STEPS, 1), TAIPEI)
        first = table.apply(m.Shuffle(), 0).given
        table.apply(m.Undo(), 0)
        assert table.apply(m.Shuffle(), 0).given != first

    def test_the_same_log_gives_the_same_shuffle(self) -> None:
        one, other = (Table(deal_from_solution(FIRST_STEPS, 1), TAIPEI) for _ in range(2))
        assert one.apply(m.Shuffle(), 5) == other.apply(m.Shuffle(), 900)


class TestRestart:
    def test_it_lays_the_deal_as_it_was_and_sets_the_clock_to_zero(self) -> None:
        table = Table(TABLEAU, TAIPEI)
        start = position(table)
        take(table, (0, 3), at=5000)
        table.apply(m.Shuffle(), 6000)
        table.apply(m.Restart(), 7000)
        assert position(table) == start
        assert table.state(7000).clock == m.Clock(0, True)
        assert table.state(7500).clock == m.Clock(500, True)

    def test_taken_back_the_game_before_is_there_again_with_its_time(self) -> None:
        table = Table(TABLEAU, TAIPEI)
        take(table, (0, 3), at=5000)
        before = position(table)
        table.apply(m.Restart(), 7000)
        table.apply(m.Undo(), 7200)
        assert position(table) == before
        assert table.state(7200).clock == m.Clock(7200, True)
        table.apply(m.Redo(), 8000)
        assert table.state(8000).left == 10
        assert table.state(8000).clock == m.Clock(1000, True)

    def test_it_leads_out_of_a_lock(self) -> None:
        table = Table(FLOWERS, AGAINST_THE_CLOCK)
        take(table, (1, 2))
        table.apply(m.Restart(), 0)
        assert table.status is Status.PLAYING
        assert table.apply(m.Undo(), 0).events == (m.Restarted(), m.Locked())


class TestRewind:
    """X1, as far as the ground floor goes: it counts as the undos that it is."""

    def test_it_goes_back_to_the_last_position_that_could_be_cleared(self) -> None:
        table = Table(FLOWERS, TAIPEI)
        take(table, (1, 2))
        assert table.apply(m.Rewind(), 0) == Applied((m.Rewound(1),), (1,))
        assert (table.status, table.state(0).left) == (Status.PLAYING, 4)
        assert table.state(0).future == ((1, 2),)

    def test_a_restart_in_between_does_not_lead_it_past_the_last_winnable_moment(self) -> None:
        # Taken down to a lock, started anew, and locked again: one step back can be cleared, whatever was before.
        table = Table(FLOWERS, TAIPEI)
        for _ in range(4):
            take(table, (1, 2))
            table.apply(m.Restart(), 0)
        take(table, (1, 2))
        assert table.apply(m.Rewind(), 0).given == (1,)

    def test_what_the_deal_itself_proves_no_limit_can_hide(self) -> None:
        # Random deal 1 of the Turtle is too hard for a search of so few conflicts; its witness is known all the same.
        deal = deal_proved(by_id("turtle"), 1)
        assert Prover(deal.layout, deal.board().groups, 10).proof(deal.layout.full).verdict is Verdict.UNDECIDED
        table = Table(deal, TAIPEI, limit=10)
        chance = Rng(1)
        while pairs := list(table.board.pairs()):
            take(table, chance.choice(pairs))
        assert table.status is Status.LOCKED
        table.consider()
        rewind = table.state(0).rewind
        assert rewind is not None
        table.apply(m.Rewind(), 0)
        assert Prover(deal.layout, table.board.groups).clearable(table.board.present)
