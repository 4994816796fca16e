"""A table of Chuo Pai: whole matches against computer players, their logs and records, and what the player may see."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paishan.chuopai.deal import Deal, deal_of
from paishan.chuopai.play import PLAYS, Refusal
from paishan.chuopai.players import Character, Level
from paishan.play.chuo import messages as m
from paishan.play.chuo.messages import Command, Reason, Status
from paishan.play.chuo.recording import Logged, record_of, replay
from paishan.play.chuo.ruleset import CHUO_PAI, match_ruleset
from paishan.play.chuo.table import ME, Did, MatchTable, decides
from paishan.play.families import Misplaced, apply, by_points, explain, open_game, ruleset
from paishan.play.messages import Shuffle, Unranked
from paishan.play.result import Outcome
from paishan.records import Record
from paishan.solving import COMPILED

USUAL = "chuo-pai-vs-normal-normal"
TAKEN_BACK = "chuo-pai-undo-vs-normal-normal"
QUICK = "chuo-pai-undo-vs-beginner-easy"


class Sitting:
    """A table, with the log of what was said to it, half a second apart."""

    def __init__(self, number: int, id: str = USUAL, unranked: Unranked | None = None) -> None:
        self.table = MatchTable(deal_of(number), match_ruleset(id), 1_000, unranked=unranked)
        self.log: list[Logged] = []
        self.at = 1_000

    def say(self, command: Command, after: int = 500) -> Did:
        self.at += after
        did = self.table.apply(command, self.at)
        self.log.append((command, self.at, did.given))
        return did

    @property
    def state(self) -> m.State:
        return self.table.state(self.at)

    def play_any(self, rng: random.Random) -> Did:
        return self.say(m.Play(rng.choice(rng.choice(self.state.legal).plays)))

    def play_out(self, rng: random.Random) -> None:
        while self.table.status is Status.PLAYING:
            self.play_any(rng)

    def again(self) -> MatchTable:
        """The table that its log comes to."""
        table = MatchTable(self.table.deal, self.table.ruleset, 1_000, unranked=self.table.unranked_before)
        for command, at, gave in self.log:
            table.apply(command, at, gave)
        return table


def begun(number: int, id: str = USUAL, unranked: Unranked | None = None) -> Sitting:
    sitting = Sitting(number, id, unranked)
    sitting.say(m.Begin())
    return sitting


def refusal(did: Did) -> Reason:
    (event,) = did.events
    assert isinstance(event, m.Refused)
    return event.reason


def without_number(state: m.State) -> m.State:
    """A record knows nothing of commands that were refused, and so not their number."""
    return msgspec.structs.replace(state, seq=0)


def dealt_with_leader(seat: int) -> int:
    return next(number for number in range(100) if deal_of(number).leader == seat)


@pytest.mark.parametrize("level", Level)
def test_a_match_against_each_level_comes_out_the_same_from_its_log_and_from_its_record(level: Level) -> None:
    sitting = begun(7, f"chuo-pai-vs-{level}-{level}" if level is not Level.MASTER else "chuo-pai-vs-master-beginner")
    sitting.play_out(random.Random(1))
    state = sitting.state
    assert sitting.again().state(sitting.at) == state
    record = record_of(sitting.table, sitting.log)
    text = Record.parse(str(record))
    # Times of a record are counted from the opening.
    found = replay(text).state(sitting.at - 1_000)
    assert without_number(found) == without_number(state)
    assert [move.word for move in record.moves[:1]] == ["begin"]
    assert len([move for move in record.moves if move.word in ("play", "pass")]) == len(sitting.table.match.acts)


@pytest.mark.parametrize("seed", range(6))
def test_whatever_was_said_log_and_record_come_to_the_same(seed: int) -> None:
    rng = random.Random(seed)
    sitting = Sitting(seed, QUICK)
    for _ in range(60):
        play = sitting.state.legal and rng.random() < 0.6
        if play:
            sitting.play_any(rng)
            continue
        odd: Sequence[Command] = (
            *(m.Begin(), m.Undo(), m.Undo(), m.Redo(), m.Hint(), m.Restart(), m.Pause(), m.Resume(), m.Resume()),
            *(m.Pass(), m.Play((0, 5)), m.Play((21,)), m.GiveUp()),
        )
        weights = [3, 3, 3, 3, 3, 1, 1, 3, 3, 1, 1, 1, 0.2]
        sitting.say(rng.choices(odd, weights)[0], rng.choice((10, 500, 100_000, 400_000)))
    assert sitting.again().state(sitting.at) == sitting.state
    end = sitting.log[-1][1]
    found = replay(Record.parse(str(record_of(sitting.table, sitting.log)))).state(end - 1_000)
    expected = sitting.table.state(end)
    assert without_number(found) == without_number(expected)


def test_who_cannot_beat_is_passed_for_and_what_the_pass_told_is_said() -> None:
    sitting = begun(7)
    rng = random.Random(1)
    passes: list[m.Passed] = []
    while sitting.table.status is Status.PLAYING:
        passes += [e for e in sitting.play_any(rng).events if isinstance(e, m.Passed) and e.seat == ME]
        assert sitting.table.status is not Status.PLAYING or decides(sitting.table.match)
    mine = [act for act in sitting.table.match.acts if act.seat == ME and not act.play.cards]
    assert len(passes) == len(mine) > 0


def test_a_pass_tells_which_figures_are_not_held_so_often_or_which_heads() -> None:
    # Heaven leads nothing to beat it; on Man (2) stand Earth and Heaven; on He-Wu of two cards all other heads.
    hands = ([2, 2, 5, 3, 15, 0], [16, 6, 6], [17, 18])
    table = MatchTable(Deal(deal_of(0).code, tuple(map(tuple, hands)), 0), match_ruleset(USUAL))
    table.apply(m.Begin(), 0, ())
    pass_ = len(PLAYS) - 1
    did = table.apply(m.Play((2, 2)), 0, (pass_, pass_))
    assert did.events == (
        m.Led(0, (2, 2)),
        m.Passed(1, m.Told(2, figures=(0, 1))),
        m.Passed(2, m.Told(2, figures=(0, 1))),
        m.Taken(0, (2, 2), (2, 0, 0)),
    )
    did = table.apply(m.Play((3, 15)), 0, (pass_, pass_))
    assert did.events[1] == m.Passed(1, m.Told(2, heads=(0, 1, 2)))
    did = table.apply(m.Play((0,)), 0, (pass_, pass_))
    assert did.events[1] == m.Passed(1, None)
    assert table.state(0).seats[1].blocked == (0, 0, 3, *[0] * 10)


def test_the_opening_bonus_and_what_the_others_do_first_are_told_with_the_beginning() -> None:
    number = dealt_with_leader(1)
    sitting = Sitting(number)
    before = sitting.state
    assert (before.begun, before.turn, before.legal, before.recent) == (False, 1, (), ())
    did = sitting.say(m.Begin())
    laid = sitting.table.match.laid
    bonus = [m.Bonus(seat, cards) for seat, cards in enumerate(laid) if cards]
    assert list(did.events[: len(bonus)]) == bonus
    first = did.events[len(bonus)]
    assert isinstance(first, m.Led)
    assert first.seat == 1
    assert did.events == sitting.state.recent
    assert sitting.state.turn == ME


def test_the_player_who_leads_first_begins_with_a_lead() -> None:
    sitting = begun(dealt_with_leader(ME))
    assert sitting.log[0][2] == ()
    assert sitting.state.to_beat is None
    assert {group.family for group in sitting.state.legal} >= {"main"}
    did = sitting.play_any(random.Random(1))
    assert isinstance(did.events[0], m.Led)
    assert did.events[0].seat == ME
    assert sitting.state.recent == did.events


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ((), Reason.MUST_LEAD),
        ((21,), Reason.NO_DOMINO),
        ((-1,), Reason.NO_DOMINO),
        ((10**9,), Reason.NO_DOMINO),
        ((4,) * 5, Reason.NOT_IN_HAND),
        ((0, 4), Reason.NOT_ONE_FIGURE),
        ((12, 13), Reason.EQUAL_FIGURES),
    ],
)
def test_a_lead_that_is_none_is_refused_with_the_reason(cards: tuple[int, ...], reason: Reason) -> None:
    hands = ((0, 4, 4, 12, 13, 5), (1, 6, 6), (2, 6, 6))
    table = MatchTable(Deal(deal_of(0).code, hands, 0), match_ruleset(USUAL))
    table.apply(m.Begin(), 0, ())
    before = table.state(0)
    assert refusal(table.apply(m.Play(cards), 0)) is reason
    assert without_number(table.state(0)) == without_number(before)


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ((), Reason.MUST_BEAT),
        ((16,), Reason.WRONG_FAMILY),
        ((0, 0), Reason.WRONG_NUMBER),
        ((5,), Reason.NOT_HIGHER),
        ((4,), Reason.EQUAL_RANK),
    ],
)
def test_a_play_that_does_not_beat_is_refused_with_the_reason(cards: tuple[int, ...], reason: Reason) -> None:
    hands = ((0, 0, 4, 5, 16), (6, 6), (4, 6))
    table = MatchTable(Deal(deal_of(0).code, hands, 2), match_ruleset(USUAL))
    table.apply(m.Begin(), 0, (16,))
    assert refusal(table.apply(m.Play(cards), 0)) is reason
    assert refusal(table.apply(m.Pass(), 0)) is Reason.MUST_BEAT


def test_a_combination_has_at_most_four_cards_where_that_is_the_rule() -> None:
    hands = ((0, 0, 11, 11, 16, 5), (6, 6), (4, 6))
    table = MatchTable(Deal(deal_of(0).code, hands, 0), match_ruleset("chuo-pai-four-cards-vs-easy-easy"))
    table.apply(m.Begin(), 0, ())
    assert refusal(table.apply(m.Play((0, 0, 11, 11, 16)), 0)) is Reason.TOO_MANY


def test_every_reason_of_the_rules_is_one_of_the_tables() -> None:
    assert {refusal.value for refusal in Refusal} <= {reason.value for reason in Reason}


def test_before_the_beginning_and_while_paused_nothing_else_is_done() -> None:
    sitting = Sitting(3, TAKEN_BACK)
    for command in (m.Play((0,)), m.Pass(), m.Undo(), m.Redo(), m.Hint(), m.Restart(), m.GiveUp()):
        assert refusal(sitting.say(command)) is Reason.NOT_BEGUN
    assert sitting.say(m.Pause()).events == (m.Paused(),)
    assert refusal(sitting.say(m.Begin())) is Reason.PAUSED
    assert sitting.say(m.Resume()).events == (m.Resumed(),)
    assert refusal(sitting.say(m.Resume())) is Reason.NOT_PAUSED
    sitting.say(m.Begin())
    assert refusal(sitting.say(m.Begin())) is Reason.BEGUN


def test_undo_goes_back_to_the_decision_before_and_redo_does_it_all_again() -> None:
    sitting = begun(3, TAKEN_BACK)
    rng = random.Random(5)
    states = []
    for _ in range(4):
        states.append(sitting.state)
        sitting.play_any(rng)
    last = sitting.state
    kept = ("hand", "legal", "round", "rounds", "seats", "unseen", "recent", "history", "to_beat")
    for state in reversed(states):
        sitting.say(m.Undo())
        assert [getattr(sitting.state, name) for name in kept] == [getattr(state, name) for name in kept]
    assert refusal(sitting.say(m.Undo())) is Reason.NOTHING_TO_UNDO
    assert sitting.state.used == m.Used(undos=4)
    for _ in states:
        did = sitting.say(m.Redo())
        assert did.events[0] == m.Redone()
        assert did.given is None
    assert [getattr(sitting.state, name) for name in kept] == [getattr(last, name) for name in kept]
    assert refusal(sitting.say(m.Redo())) is Reason.NOTHING_TO_REDO


def test_what_is_played_for_a_list_is_not_taken_back() -> None:
    sitting = begun(3)
    assert sitting.state.ranked
    sitting.play_any(random.Random(5))
    assert refusal(sitting.say(m.Undo())) is Reason.NOT_ALLOWED
    assert refusal(sitting.say(m.Redo())) is Reason.NOT_ALLOWED
    assert not sitting.state.can.undo
    assert sitting.state.history == ()
    sitting.say(m.Restart())
    assert (sitting.state.ranked, sitting.state.unranked) == (False, Unranked.RESTARTED)
    sitting.play_any(random.Random(5))
    assert isinstance(sitting.say(m.Undo()).events[0], m.Undone)


def test_a_board_that_was_chosen_by_its_code_counts_in_no_list_and_may_be_taken_back() -> None:
    sitting = begun(3, unranked=Unranked.TYPED_CODE)
    sitting.play_any(random.Random(5))
    assert sitting.state.can.undo


def test_a_restart_deals_the_same_match_and_counts_anew() -> None:
    sitting = begun(3)
    first = sitting.state
    sitting.say(m.Hint())
    sitting.play_any(random.Random(5))
    did = sitting.say(m.Restart())
    assert did.events[0] == m.Restarted()
    assert (sitting.state.hand, sitting.state.round, sitting.state.used) == (first.hand, first.round, m.Used())
    sitting.play_out(random.Random(2))
    result = sitting.table.result(sitting.at)
    assert result is not None
    assert (result.restarts, result.hints, result.tiles) == (1, 0, 84)


def test_a_hint_is_a_play_that_is_allowed_and_is_counted() -> None:
    sitting = begun(3)
    did = sitting.say(m.Hint())
    (event,) = did.events
    assert isinstance(event, m.Hinted)
    assert event.cards in {cards for group in sitting.state.legal for cards in group.plays}
    assert sitting.state.hint == event.cards
    assert sitting.state.used.hints == 1
    sitting.say(m.Play(event.cards))
    assert sitting.state.hint is None


def test_a_match_that_is_given_up_is_lost_and_shows_all_hands() -> None:
    sitting = begun(3)
    assert sitting.state.hands is None
    sitting.say(m.GiveUp())
    state = sitting.state
    assert (state.status, state.outcome, state.winners) == (Status.GIVEN_UP, "lost", None)
    assert state.hands == sitting.table.deal.hands
    for command in (m.Play(state.hand[:1]), m.Hint(), m.Undo(), m.GiveUp(), m.Pause()):
        assert refusal(sitting.say(command)) is Reason.OVER


def test_equal_piles_share_the_win() -> None:
    # Heaven wins the first card of seat 0; then seat 1 gets the lead with Plum Blossom on Bench, and both have one.
    hands = ((0, 6), (5, 18), (20,))
    table = MatchTable(Deal(deal_of(0).code, hands, 0), match_ruleset(USUAL))
    table.apply(m.Begin(), 0, ())
    pass_ = len(PLAYS) - 1
    table.apply(m.Play((0,)), 0, (pass_, pass_))
    did = table.apply(m.Play((6,)), 0, (4 * 5, pass_, 4 * 18, pass_))
    assert did.events[-1] == m.Finished((1,), (1, 2, 0))
    assert table.outcome is Outcome.LOST

    fewer = ((0, 6), (5,), ())
    table = MatchTable(Deal(deal_of(0).code, fewer, 0), match_ruleset(USUAL))
    table.apply(m.Begin(), 0, ())
    table.apply(m.Play((0,)), 0, (pass_,))
    did = table.apply(m.Play((6,)), 0, (4 * 5,))
    assert did.events[-1] == m.Finished((0, 1), (1, 1, 0))
    result = table.result(0)
    assert result is not None
    assert (result.outcome, result.score) == (Outcome.SHARED, 1)
    assert table.state(0).winners == (0, 1)


def test_what_is_stored_beside_a_command_must_fit_it_or_nothing_is_done() -> None:
    hands = ((0, 6, 6), (5, 4), (3, 20))
    table = MatchTable(Deal(deal_of(0).code, hands, 0), match_ruleset(USUAL))
    table.apply(m.Begin(), 0, ())
    before = table.state(0)
    pass_ = len(PLAYS) - 1
    for given_ in ((), (20,), (20, pass_), (20, 12, pass_), (469, 12), (-1, 12), (20, 12, 12)):
        with pytest.raises(ValueError, match=r"stored plays|cannot play"):
            table.apply(m.Play((6,)), 5, given_)
        assert table.state(0) == before
    with pytest.raises(ValueError, match="stored hint"):
        table.apply(m.Hint(), 5, (1,))
    assert table.state(0) == before


def swapped(deal: Deal, table: MatchTable, rng: random.Random) -> Deal:
    """The deal with some cards that nobody played yet exchanged between the two opponents."""
    held = [list(hand) for hand in table.match.hands]
    hands = [list(hand) for hand in deal.hands]
    for _ in range(rng.randint(1, 6)):
        if held[1] and held[2]:
            a, b = rng.choice(held[1]), rng.choice(held[2])
            for whose, gives, gets in ((1, a, b), (2, b, a)):
                held[whose][held[whose].index(gives)] = gets
                hands[whose][hands[whose].index(gives)] = gets
    return Deal(deal.code, tuple(tuple(sorted(hand)) for hand in hands), deal.leader)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 20), st.randoms(use_true_random=False))
def test_an_exchange_of_hidden_cards_changes_nothing_that_the_player_is_told(
    number: int, plays: int, rng: random.Random
) -> None:
    sitting = begun(number, QUICK)
    for _ in range(plays):
        if sitting.table.status is Status.PLAYING:
            sitting.play_any(rng)
    if sitting.table.status is not Status.PLAYING:
        return
    other = swapped(sitting.table.deal, sitting.table, rng)
    table = MatchTable(other, sitting.table.ruleset, 1_000)
    try:
        dids = [table.apply(command, at, gave) for command, at, gave in sitting.log]
    except ValueError:
        # The others could not have played so with these cards.
        return
    if table.match.laid != sitting.table.match.laid:
        # They would have laid another bonus, which is seen.
        return
    again = MatchTable(sitting.table.deal, sitting.table.ruleset, 1_000)
    assert dids == [again.apply(command, at, gave) for command, at, gave in sitting.log]
    assert msgspec.json.encode(table.state(sitting.at)) == msgspec.json.encode(sitting.state)
    # What a hint shows is told by what the player knows.
    assert table.apply(m.Hint(), sitting.at) == sitting.table.apply(m.Hint(), sitting.at)


def test_before_the_end_no_hidden_card_is_named_and_after_it_all_hands_are() -> None:
    sitting = begun(11)
    rng = random.Random(3)
    while sitting.table.status is Status.PLAYING:
        state = sitting.state
        assert (state.hands, state.remaining, state.winners, state.outcome, state.lessons) == (None,) * 5
        sitting.play_any(rng)
    assert sitting.state.hands == deal_of(11).hands
    assert sitting.state.remaining == sitting.table.match.hands


@pytest.mark.skipif(not COMPILED, reason="takes too long uncompiled, so nobody is told")
def test_after_the_end_the_costliest_leads_are_told_once_they_are_worked_out() -> None:
    sitting = begun(5)
    sitting.play_out(random.Random(0))
    table = sitting.table
    assert not table.considered
    assert sitting.state.lessons is None
    table.consider()
    lessons = sitting.state.lessons
    assert lessons is not None
    assert table.considered
    assert 0 < len(lessons) <= 3
    acts, rounds = table.match.acts, table.match.rounds
    for lesson in lessons:
        assert acts[lesson.ply] == (ME, next(play for play in PLAYS if play.cards == lesson.cards))
        assert rounds[lesson.round - 1].leader == ME
        assert rounds[lesson.round - 1].acts[0].play.cards == lesson.cards
        assert lesson.better != lesson.cards
    assert [lesson.share for lesson in lessons] == sorted((lesson.share for lesson in lessons), reverse=True)


@pytest.mark.parametrize(
    "id",
    [
        "chuo-pai-vs-normal-normal",
        "chuo-pai-one-each-four-cards-undo-vs-hard-bold-master-thrifty",
        "chuo-pai-four-cards-vs-beginner-easy-patient",
        "chuo-pai-one-each-vs-hard-patient-easy",
    ],
)
def test_a_rulesets_id_is_read_and_written_the_same(id: str) -> None:
    rules = match_ruleset(id)
    assert ruleset(id) is rules
    assert rules.id == id
    assert rules.family == "chuopai"
    assert by_points(rules)
    assert rules.ranked == ("-undo" not in id)
    assert rules.explained == " ".join(map(str, explain(rules)))


@pytest.mark.parametrize(
    "id",
    [
        *("chuo-pai", "chuo-pai-vs-normal", "chuo-pai-vs-normal-normal-normal", "chuo-pai-vs-normal-bold-bold-easy"),
        *(
            "chuo-pai-four-cards-one-each-vs-easy-easy",
            "chuo-pai-undo-one-each-vs-easy-easy",
            "chuo-pai-vs-hard@5-easy",
        ),
        *("chuo-pai-vs-normal-normal-undo", "chuo-pai--vs-easy-easy", "chuo-pai-undo-undo-vs-easy-easy"),
    ],
)
def test_an_id_that_is_none_is_refused_with_how_they_are_written(id: str) -> None:
    with pytest.raises(ValueError, match="is no ruleset of Chuo Pai, such as chuo-pai-vs-normal-normal: options are"):
        ruleset(id)


def test_opponents_without_a_character_get_different_ones_by_the_deal() -> None:
    pairs = set()
    for number in range(40):
        me, one, other = Sitting(number).table.players
        assert me is None
        assert one is not None
        assert other is not None
        assert one.character is not other.character
        pairs.add((one.character, other.character))
    assert len(pairs) == len(Character) * (len(Character) - 1)
    named = Sitting(3, "chuo-pai-vs-hard-bold-easy").table.players[1]
    assert str(named) == "hard-bold"


def test_commands_of_other_games_are_not_understood() -> None:
    table = open_game(deal_of(1).code, CHUO_PAI)
    with pytest.raises(Misplaced, match="shuffle is no command for a game of Chuo Pai"):
        apply(table, Shuffle(), 0)


@pytest.mark.parametrize(
    ("moves", "error"),
    [
        ("5 play 0", "move 1, '5 play 0': the rules refuse it: not-begun"),
        ("5 begin\n6 sing", "'6 sing': 'sing' is no move; moves are begin, give-up, hint, pass, pause, play, redo, "),
        ("5 begin 3", "begin stands by itself"),
        ("5 begin\n6 hint", "hint needs the cards"),
        ("5 begin\n6 play 0 4", "neither one figure nor a combination"),
        ("5 begin\n6 pass", "'6 pass': the rules refuse it: must-lead"),
        ("5 begin\n6 undo", "the rules refuse it: nothing-to-undo"),
    ],
)
def test_a_record_that_cannot_be_is_refused_with_the_move(moves: str, error: str) -> None:
    code = deal_of(dealt_with_leader(ME)).code
    record = Record.parse(f"paishan record 1\ncode: {code}\nruleset: {USUAL}\n\n{moves}\n")
    with pytest.raises(ValueError, match=error):
        replay(record)


def test_a_record_that_breaks_off_among_the_others_plays_is_refused() -> None:
    sitting = begun(dealt_with_leader(1))
    record = record_of(sitting.table, sitting.log)
    cut: dict[str, Any] = {"moves": record.moves[:1]}
    with pytest.raises(ValueError, match="'the end': it breaks off where seat 1 is to play"):
        replay(Record(record.code, record.ruleset, **cut))
