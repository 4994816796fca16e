"""A match from the opening bonus to the end, line by line (P1–P4). Every scene is worked out by hand.

- "A hand with at least one Nail and at least one Two-Red lays every copy of both straight on its pile":
  `TestBonus.test_every_copy…`
- "One kind alone gives nothing": `TestBonus.test_one_kind_alone…`
- "All three players may do so; it is seen by all": `TestBonus.test_all_three…`
- "Option: one of each": `TestBonus.test_the_option…`
- "Who can beat the current highest play must, with any beating play of his choice, even if it breaks a group":
  `TestRound.test_who_can_beat…`, `…any_beating_play…`
- "the current highest": `TestRound.test_the_third…`
- "Who cannot passes and lays nothing": `TestRound.test_who_cannot…`
- "Each other player with cards acts once, in turn; then the round ends": `TestRound.test_each…`, `…without_cards…`
- "Only the winner's own winning play goes to his pile; all other played cards are out": `TestRound.test_only…`
- "He leads again; if his hand is empty, the next player in turn with cards leads": `TestRound.test_the_winner…`
- "The match ends between rounds when at most one player has cards; unplayed cards score nothing": `TestEnd`
- "Largest pile wins; equal piles share the win": `TestEnd.test_equal…`, `…three…`
- "a pass caps what the passer can hold above that rank": `TestTold`
"""

from __future__ import annotations

from itertools import chain, pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paishan.chuopai.domino import NAIL, TWO_RED
from paishan.chuopai.match import Act, Match, Round
from paishan.chuopai.options import Bonus, Options
from paishan.chuopai.play import PASS, PLAYS, Refusal
from tests.chuopai.hands import cards, match_of, matches, play, played, texts

ONE_EACH = Options(Bonus.ONE_EACH)


class TestBonus:
    def test_every_copy_of_both_is_laid_straight_on_the_pile(self) -> None:
        match = match_of("2 nail, 3 two-red, cat", "bench", "axe")
        assert match.laid == (cards("2 nail, 3 two-red"), (), ())
        assert match.piles == match.laid
        assert match.points == (5, 0, 0)
        assert match.hands == (cards("cat"), cards("bench"), cards("axe"))

    @pytest.mark.parametrize("kind", ["4 nail, cat", "4 two-red, cat", "nail", "two-red"])
    def test_one_kind_alone_gives_nothing(self, kind: str) -> None:
        for options in (Options(), ONE_EACH):
            match = match_of(kind, "bench", "axe", options=options)
            assert match.laid == ((), (), ())
            assert match.points == (0, 0, 0)
            assert match.hands[0] == cards(kind)

    def test_all_three_may_and_everybody_sees_it(self) -> None:
        match = match_of("nail, two-red, cat", "2 nail, two-red, cat", "nail, 2 two-red, cat")
        assert match.points == (2, 3, 3)
        for seat in (0, 1, 2):
            assert match.view(seat).laid == (cards("nail, two-red"), cards("2 nail, two-red"), cards("nail, 2 two-red"))

    def test_the_option_lays_one_of_each_and_leaves_the_rest_to_be_played(self) -> None:
        match = match_of("2 nail, 3 two-red, cat", "nail", "axe", options=ONE_EACH)
        assert match.points == (2, 0, 0)
        assert match.hands[0] == cards("nail, 2 two-red, cat")
        assert texts(match) == ["1 Cat", "1 Nail", "1 Two-Red", "2 Two-Red"]

    def test_a_hand_that_the_bonus_empties_neither_leads_nor_acts(self) -> None:
        match = match_of("nail, two-red", "bench", "2 axe", leader=0)
        assert match.turn == 1
        played(match, "bench", "")
        assert [act.seat for act in match.acts] == [1, 2]


class TestRound:
    def test_each_other_player_acts_once_in_turn_then_the_round_ends(self) -> None:
        match = match_of("heaven, cat", "bench, axe", "plum-blossom, high-leg", leader=1)
        assert match.turn == 1 and match.to_beat is None
        assert texts(match) == ["1 Bench", "1 Axe"]
        played(match, "bench")
        assert match.turn == 2 and match.to_beat == play("bench")
        assert match.round == Round(1, (Act(1, play("bench")),), None)
        played(match, "plum-blossom")
        assert match.turn == 0 and match.to_beat == play("plum-blossom")
        played(match, "heaven")
        assert match.rounds == (
            Round(1, (Act(1, play("bench")), Act(2, play("plum-blossom")), Act(0, play("heaven"))), 0),
        )
        assert match.round == Round(0, (), None)
        assert match.turn == 0 and match.to_beat is None

    def test_only_the_winning_play_scores_and_the_other_cards_are_out(self) -> None:
        match = match_of("2 bench, cat", "2 man, cat", "2 earth, cat")
        played(match, "2 bench", "2 man", "2 earth")
        assert match.piles == ((), (), cards("2 earth"))
        assert match.wasted == (cards("2 bench"), cards("2 man"), ())
        assert match.points == (0, 0, 2)
        assert match.counts == (1, 1, 1)

    def test_the_winner_leads(self) -> None:
        match = played(match_of("bench, cat", "plum-blossom, cat", "axe, cat"), "bench", "plum-blossom", "")
        assert match.turn == 1

    def test_the_winner_without_cards_leaves_the_lead_to_the_next_with_cards(self) -> None:
        match = played(match_of("bench, cat", "plum-blossom", "axe, cat"), "bench", "plum-blossom", "")
        assert match.turn == 2
        match = played(match_of("bench, cat", "plum-blossom, 2 cat", "man"), "bench", "plum-blossom", "man")
        assert match.turn == 0

    def test_a_player_without_cards_is_passed_over_in_the_round(self) -> None:
        match = played(match_of("cat, 2 axe", "high-leg, bench", "high-leg"), "cat", "", "")
        assert match.turn == 0
        match = played(match_of("cat", "high-leg, bench", "axe, bench"), "cat", "", "")
        assert (match.turn, match.counts) == (1, (0, 2, 2))
        played(match, "high-leg", "")
        assert [act.seat for act in match.rounds[-1].acts] == [1, 2]
        assert match.points == (1, 1, 0)

    def test_who_can_beat_must_even_if_it_breaks_a_group(self) -> None:
        match = played(match_of("bench, cat", "4 heaven", "cat"), "bench")
        assert texts(match) == ["1 Heaven"]
        assert match.why_not([]) is Refusal.MUST_BEAT
        with pytest.raises(ValueError, match="seat 1 cannot play pass: must-beat"):
            match.push(PASS)
        assert match.turn == 1 and match.counts == (1, 4, 1)

    def test_any_beating_play_will_do(self) -> None:
        match = played(match_of("bench, cat", "2 heaven, earth, plum-blossom, axe", "cat"), "bench")
        assert texts(match) == ["1 Heaven", "1 Earth", "1 Plum Blossom"]

    def test_who_cannot_beat_passes_and_lays_nothing(self) -> None:
        match = played(match_of("2 plum-blossom, cat", "heaven, 2 bench, 2 cat", "cat"), "2 plum-blossom")
        assert match.legal() == [PASS]
        assert match.why_not(cards("heaven")) is Refusal.WRONG_NUMBER
        assert match.why_not(cards("2 bench")) is Refusal.NOT_HIGHER
        assert match.why_not(cards("2 cat")) is Refusal.WRONG_FAMILY
        assert match.push([]) is PASS
        assert match.counts[1] == 5

    def test_the_third_player_must_beat_the_highest_play_not_the_lead(self) -> None:
        match = played(match_of("bench, cat", "earth, cat", "man, plum-blossom, heaven"), "bench", "earth")
        assert texts(match) == ["1 Heaven"]
        match = played(match_of("bench, cat", "earth, cat", "man, plum-blossom"), "bench", "earth")
        assert match.legal() == [PASS]

    def test_a_pass_leaves_the_lead_to_be_beaten(self) -> None:
        match = played(match_of("bench, cat", "axe, cat", "man, plum-blossom"), "bench", "")
        assert match.to_beat == play("bench")
        assert texts(match) == ["1 Man", "1 Plum Blossom"]

    def test_combinations_are_beaten_by_combinations_alone(self) -> None:
        match = match_of(
            "harmony, black-five, red-five, cat", "4 heaven, cat", "earth, man, 2 red-seven, 2 slanted-eight"
        )
        played(match, "harmony, black-five, red-five")
        assert match.legal() == [PASS]
        played(match, "")
        assert texts(match) == ["1 Earth + 2 Slanted Eight", "1 Man + 2 Red Seven"]
        played(match, "man, 2 red-seven")
        assert match.points == (0, 0, 3)
        assert match.wasted[0] == cards("harmony, black-five, red-five")

    def test_twelve_cards_are_one_play_unless_four_are_the_most(self) -> None:
        hand = "4 heaven, 4 black-nine, 4 red-nine"
        assert match_of(hand, "cat", "axe").why_not(cards(hand)) is None
        assert match_of(hand, "cat", "axe", options=Options(most=4)).why_not(cards(hand)) is Refusal.TOO_MANY
        match = match_of(hand, "cat", "axe")
        played(match, hand, "", "")
        assert (match.points, match.turn) == ((12, 0, 0), 1)


class TestEnd:
    def test_it_ends_between_rounds_when_one_player_has_cards_which_score_nothing(self) -> None:
        match = match_of("cat", "axe", "bench, 3 heaven")
        played(match, "cat", "")
        assert not match.over and match.turn == 2
        played(match, "", "axe", "")
        assert match.over and match.turn is None
        assert match.hands == ((), (), cards("3 heaven, bench"))
        assert match.points == (1, 1, 0)
        assert match.legal() == []

    def test_it_goes_on_while_two_have_cards(self) -> None:
        match = played(match_of("cat", "axe", "bench"), "cat", "", "")
        assert not match.over and match.turn == 1

    def test_it_ends_when_nobody_has_cards(self) -> None:
        match = played(match_of("cat", "", "high-leg"), "cat", "")
        assert match.over and match.counts == (0, 0, 1)
        match = played(match_of("high-leg", "", "cat"), "high-leg", "cat")
        assert match.over and match.counts == (0, 0, 0)
        assert match.points == (0, 0, 1)

    def test_a_round_that_began_is_played_to_its_end(self) -> None:
        match = played(match_of("axe", "cat", "bench"), "axe")
        assert not match.over and match.turn == 1
        played(match, "cat")
        assert not match.over and match.turn == 2
        assert match.counts == (0, 0, 1)
        played(match, "")
        assert match.over

    def test_it_is_over_before_it_began_when_only_one_hand_holds_cards(self) -> None:
        match = match_of("nail, two-red", "2 cat", "")
        assert match.over and match.winners == (0,)

    def test_the_largest_pile_wins_the_bonus_counting(self) -> None:
        match = played(match_of("nail, two-red, axe", "cat", ""), "axe", "cat")
        assert match.points == (2, 1, 0)
        assert match.winners == (0,)

    def test_equal_piles_share_the_win(self) -> None:
        match = played(match_of("cat", "axe", "2 bench"), "cat", "", "", "axe", "")
        assert match.points == (1, 1, 0)
        assert match.winners == (0, 1)

    def test_all_three_can_share_it(self) -> None:
        match = match_of("cat", "red-nine", "bench, axe, nail", leader=2)
        played(match, "bench", "", "", "axe", "cat", "", "red-nine")
        assert not match.winners
        played(match, "")
        assert match.over and match.points == (1, 1, 1)
        assert match.winners == (0, 1, 2)

    def test_nothing_can_be_played_once_it_is_over(self) -> None:
        match = played(match_of("cat", "", "2 axe"), "cat", "")
        assert match.why_not(cards("axe")) is Refusal.OVER
        with pytest.raises(ValueError, match="over"):
            match.push(cards("axe"))


class TestTold:
    def test_a_pass_says_that_no_higher_figure_is_held_so_many_times(self) -> None:
        match = match_of("2 long-three, cat", "heaven, earth, cat", "cat")
        played(match, "2 long-three", "")
        told = match.told(1)
        assert told.caps == (1, 1, 1, 1, *[4] * 15, 4, 4)
        assert match.told(0).caps == (4, 4, 4, 4, 2, *[4] * 16)
        assert match.told(2).caps == (4,) * 21

    def test_what_is_laid_later_comes_off_what_a_pass_told(self) -> None:
        match = match_of("2 bench, plum-blossom, cat", "earth, heaven, 2 axe", "cat")
        played(match, "2 bench", "", "", "plum-blossom", "earth", "")
        assert match.told(1).caps[:7] == (1, 0, 1, 1, 1, 1, 4)

    def test_a_pass_on_the_highest_figure_tells_nothing(self) -> None:
        match = played(match_of("heaven, cat", "axe", "axe"), "heaven", "")
        assert match.told(1).caps == (4,) * 21
        assert match.told(1).blocked == (0,) * 13

    def test_figures_of_equal_rank_are_not_told_of(self) -> None:
        match = played(match_of("straight-eight, cat", "slanted-eight, cat", "cat"), "straight-eight", "")
        assert match.told(1).caps[11:16] == (0, 4, 4, 4, 4)

    def test_a_pass_on_a_combination_says_that_no_higher_one_of_its_size_is_held(self) -> None:
        match = match_of("2 man, red-seven, cat", "heaven, red-nine, cat", "cat")
        played(match, "2 man, red-seven", "")
        told = match.told(1)
        assert told.caps == (4,) * 21
        assert told.blocked == (0, 0, 0, 2, *[0] * 9)

    def test_a_later_pass_never_takes_back_what_an_earlier_one_told(self) -> None:
        match = match_of("harmony, red-five, earth, slanted-eight, bench, 2 plum-blossom, cat", "3 axe", "axe")
        played(match, "harmony, red-five", "", "", "earth, slanted-eight", "", "")
        assert match.told(1).blocked[2] == 3
        played(match, "bench", "", "", "2 plum-blossom", "", "")
        assert match.told(1).caps[:7] == (0, 0, 0, 0, 0, 0, 4)

    def test_the_opening_tells_who_holds_both_kinds_of_the_bonus(self) -> None:
        hands = "2 nail, 2 two-red, cat", "nail, cat", "cat"
        every = match_of(*hands)
        assert [every.told(seat).caps[NAIL] for seat in (0, 1, 2)] == [0, 4, 4]
        assert [every.told(seat).caps[TWO_RED] for seat in (0, 1, 2)] == [0, 4, 4]
        assert [every.told(seat).both for seat in (0, 1, 2)] == [False, False, False]
        one = match_of(*hands, options=ONE_EACH)
        assert [one.told(seat).caps[NAIL] for seat in (0, 1, 2)] == [3, 4, 4]
        assert [one.told(seat).both for seat in (0, 1, 2)] == [True, False, False]

    @given(matches())
    def test_what_is_told_is_true_of_the_hand(self, match: Match) -> None:
        for seat, hand in enumerate(match.hands):
            told = match.told(seat)
            assert all(hand.count(figure) <= cap for figure, cap in enumerate(told.caps))
            assert told.both or not (NAIL in hand and TWO_RED in hand)
            for combination in PLAYS[84:468]:
                if all(hand.count(card) >= combination.cards.count(card) for card in combination.cards):
                    assert combination.rank > told.blocked[combination.number]


class TestView:
    def test_a_seat_sees_its_own_hand_and_what_was_done_in_the_open(self) -> None:
        match = match_of("2 nail, two-red, 2 bench, cat", "plum-blossom, 2 man, cat", "heaven, axe, cat", leader=0)
        played(match, "2 bench")
        view = match.view(1)
        assert view.seat == 1 and view.options == Options()
        assert view.hand == cards("plum-blossom, 2 man, cat")
        assert view.counts == (1, 4, 3)
        assert view.laid == view.piles == (cards("2 nail, two-red"), (), ())
        assert view.wasted == ((), (), ())
        assert view.rounds == () and view.round == Round(0, (Act(0, play("2 bench")),), None)
        assert (view.turn, view.to_beat, view.legal) == (1, play("2 bench"), (play("2 man"),))
        assert view.winners == ()
        assert view.unseen == (4, 4, 2, 4, 4, 3, 2, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 2, 3)
        assert match.view(0).legal == match.view(2).legal == ()

    @given(matches(), st.randoms(use_true_random=False), st.integers(0, 2))
    def test_it_does_not_depend_on_how_the_hidden_cards_lie(self, match: Match, random: Random, seat: int) -> None:
        seen = match.view(seat)
        others = [other for other in (0, 1, 2) if other != seat]
        hidden = [card for other in others for card in match.hands[other]]
        random.shuffle(hidden)
        for other in others:
            taken, hidden = hidden[: match.counts[other]], hidden[match.counts[other] :]
            match._hands[other] = [taken.count(figure) for figure in range(21)]
        assert match.view(seat) == seen

    @given(matches())
    def test_unseen_are_all_cards_but_its_own_and_those_that_were_laid(self, match: Match) -> None:
        for seat in (0, 1, 2):
            known = [*match.hands[seat], *chain(*match.laid), *chain(*(act.play.cards for act in match.acts))]
            assert match.view(seat).unseen == tuple(4 - known.count(figure) for figure in range(21))


class TestLaws:
    @given(matches())
    def test_every_card_of_a_seat_is_in_its_hand_on_the_table_in_its_pile_or_wasted(self, match: Match) -> None:
        start = match.copy()
        while start.acts:
            start.pop()
        for seat in (0, 1, 2):
            table = [card for act in match.round.acts if act.seat == seat for card in act.play.cards]
            now = [*match.hands[seat], *table, *match.piles[seat], *match.wasted[seat]]
            assert sorted(now) == sorted([*start.hands[seat], *start.laid[seat]])

    @given(matches())
    def test_a_pile_is_the_bonus_and_the_winning_plays(self, match: Match) -> None:
        for seat in (0, 1, 2):
            won = [
                card for round in match.rounds if round.winner == seat for card in (round.best or (0, PASS))[1].cards
            ]
            assert list(match.piles[seat]) == [*match.laid[seat], *won]
            assert match.points[seat] == len(match.piles[seat])

    @given(matches())
    def test_each_round_has_one_act_of_each_seat_each_beat_higher_than_the_last(self, match: Match) -> None:
        for round in match.rounds:
            seats = [act.seat for act in round.acts]
            assert seats[0] == round.leader and len(set(seats)) == len(seats)
            assert [(seat - round.leader) % 3 for seat in seats] == sorted((seat - round.leader) % 3 for seat in seats)
            laid = [act for act in round.acts if act.play is not PASS]
            assert all(later.play.beats(earlier.play) for earlier, later in pairwise(laid))
            assert laid[0].seat == round.leader and laid[-1].seat == round.winner

    @given(matches())
    def test_there_is_no_pass_when_there_is_a_beat_and_no_other_play_than_the_legal(self, match: Match) -> None:
        legal = match.legal()
        assert match.over == (not legal)
        if PASS in legal:
            assert legal == [PASS] and match.to_beat is not None
        for candidate in PLAYS:
            assert (match.why_not(candidate.cards) is None) is (candidate in legal)

    @given(matches())
    def test_push_and_pop_restore(self, match: Match) -> None:
        def shown() -> tuple[object, ...]:
            return *(match.view(seat) for seat in (0, 1, 2)), match.hands, match.acts, match.over

        before, acts = shown(), match.acts
        past = []
        while match.acts:
            past.append(match.pop())
        assert list(reversed(past)) == [act.play for act in acts]
        with pytest.raises(IndexError):
            match.pop()
        for act in acts:
            assert match.turn == act.seat
            assert match.push(act.play) is act.play
        assert shown() == before
        for legal in match.legal():
            match.push(legal)
            assert match.pop() is legal
            assert shown() == before

    @given(matches())
    def test_a_copy_has_a_life_of_its_own(self, match: Match) -> None:
        other, seen = match.copy(), match.view(0)
        assert [other.view(seat) for seat in (0, 1, 2)] == [match.view(seat) for seat in (0, 1, 2)]
        while not other.over:
            other.push(other.legal()[0])
        assert match.view(0) == seen
        assert other.winners and max(other.points) == other.points[other.winners[0]]


class TestStart:
    def test_three_hands_of_at_most_four_cards_of_a_figure_are_asked_for(self) -> None:
        with pytest.raises(ValueError, match="three hands, not 2"):
            match_of("cat", "axe")
        with pytest.raises(ValueError, match="four cards of Cat, not 5"):
            match_of("3 cat", "axe", "2 cat")
        with pytest.raises(ValueError, match="no domino 21"):
            Match([[21], [], []], 0)
        with pytest.raises(ValueError, match="leader is seat 0, 1 or 2, not 3"):
            match_of("cat", "axe", "bench", leader=3)

    def test_cards_may_be_given_in_any_order(self) -> None:
        match = Match([[16, 0, 11], [1], [2]], 0)
        assert match.push([16, 11, 0]).cards == (0, 11, 16)

    def test_it_says_where_it_stands(self) -> None:
        match = played(match_of("cat, bench", "axe", "bench"), "cat", "", "")
        assert str(match) == "Chuo Pai after 1 rounds, piles 1, 0, 0"
