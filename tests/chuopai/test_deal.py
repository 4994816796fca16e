"""Deals by their codes, and matches as records (S7, P1)."""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paishan.chuopai.deal import Deal, deal_of, move_of, play_of, record_of, replay
from paishan.chuopai.match import Match
from paishan.chuopai.options import ALL_OPTIONS, Bonus, Options
from paishan.chuopai.play import PASS, PLAYS
from paishan.codes import MAX_NUMBER, Code, Dealer
from paishan.records import Move, Record
from paishan.rng import Rng
from tests.chuopai.hands import cards, play

FIRST = """
paishan record 1
code: CP1-L00-AAAAABH
ruleset: chuo-pai
"""


class TestDeal:
    def test_the_deal_of_a_code_is_for_ever(self) -> None:
        """Worked out from the description alone, with the generator's published steps."""
        deal = deal_of(1)
        assert deal.leader == 2
        assert deal.hands == (
            (0, 1, 2, 3, 3, 3, 4, 4, 6, 7, 7, 7, 8, 8, 9, 10, 10, 12, 13, 13, 13, 15, 15, 16, 17, 18, 19, 20),
            (0, 0, 2, 4, 5, 5, 5, 6, 6, 7, 8, 9, 9, 9, 11, 11, 11, 14, 14, 15, 16, 17, 17, 18, 18, 19, 20, 20),
            (0, 1, 1, 1, 2, 2, 3, 4, 5, 6, 8, 10, 10, 11, 12, 12, 12, 13, 14, 14, 15, 16, 16, 17, 18, 19, 19, 20),
        )

    def test_a_thousand_deals_are_for_ever(self) -> None:
        told = ";".join(f"{deal.leader}{deal.hands}" for deal in map(deal_of, range(1000)))
        assert hashlib.sha256(told.encode()).hexdigest()[:16] == "81465be1b1a8e007"

    def test_the_cards_are_shuffled_cut_in_three_and_the_leader_drawn(self) -> None:
        rng = Rng(77)
        deck = [place // 4 for place in range(84)]
        rng.shuffle(deck)
        deal = deal_of(77)
        assert [sorted(deck[:28]), sorted(deck[28:56]), sorted(deck[56:])] == [list(hand) for hand in deal.hands]
        assert deal.leader == rng.below(3)

    @given(st.integers(0, MAX_NUMBER))
    def test_84_cards_four_of_each_28_each(self, number: int) -> None:
        deal = deal_of(number)
        assert [len(hand) for hand in deal.hands] == [28, 28, 28]
        assert Counter(chain(*deal.hands)) == dict.fromkeys(range(21), 4)
        assert deal_of(deal.code) == deal == deal_of(Code.parse(str(deal.code)))

    def test_each_seat_leads_a_third_of_the_deals(self) -> None:
        leaders = Counter(deal_of(number).leader for number in range(3000))
        assert all(abs(leaders[seat] - 1000) < 120 for seat in (0, 1, 2))

    def test_a_match_begins_with_the_bonus_laid(self) -> None:
        match = deal_of(1).match()
        assert match.laid == (cards("nail, two-red"), cards("nail, 2 two-red"), cards("2 nail, two-red"))
        assert match.turn == 2 and match.counts == (26, 25, 25)
        assert deal_of(1).match(Options(Bonus.ONE_EACH)).points == (2, 2, 2)

    def test_codes_of_other_games_are_refused(self) -> None:
        for code in (Code(Dealer.MJ1, "L00", 1), Code(Dealer.CP1, "L01", 1)):
            with pytest.raises(ValueError, match="is no deal of Chuo Pai; its codes begin with CP1-L00"):
                deal_of(code)


def match_played(deal: Deal, options: Options, step: int) -> Match:
    """A whole match in which the chosen plays lie `step` apart among the legal ones."""
    match = deal.match(options)
    while not match.over:
        legal = match.legal()
        match.push(legal[step * len(match.acts) % len(legal)])
    return match


class TestRecord:
    def test_a_play_is_a_word_and_the_figures_of_its_cards(self) -> None:
        assert str(move_of(play("3 harmony"), 1200)) == "1200 play 3 3 3"
        assert str(move_of(play("earth, straight-eight, slanted-eight"))) == "0 play 1 12 13"
        assert str(move_of(PASS, 7)) == "7 pass"
        assert all(play_of(move_of(each)) is each for each in PLAYS)

    @pytest.mark.parametrize("move", [Move(0, "play"), Move(0, "pass", (1,)), Move(0, "take", (1, 2))], ids=str)
    def test_other_words_are_refused(self, move: Move) -> None:
        with pytest.raises(ValueError, match="is no move; moves are 'play 3 3' and 'pass'"):
            play_of(move)

    def test_cards_that_are_no_play_are_refused(self) -> None:
        for numbers in ((3, 4), (12, 13), (0,) * 5, (400,)):
            with pytest.raises(ValueError, match="are neither one figure nor a combination"):
                play_of(Move(0, "play", numbers))

    @settings(max_examples=30)
    @given(st.integers(0, MAX_NUMBER), st.sampled_from(ALL_OPTIONS), st.integers(0, 200))
    def test_a_match_is_replayed_from_its_record(self, number: int, options: Options, step: int) -> None:
        match = match_played(deal_of(number), options, step)
        plays = [act.play for act in match.acts]
        record = record_of(deal_of(number).code, options, plays, [100 * place for place in range(len(plays))])
        again = replay(Record.parse(str(record)))
        assert again.over and again.options == options
        assert (again.acts, again.rounds) == (match.acts, match.rounds)
        assert (again.piles, again.wasted, again.hands) == (match.piles, match.wasted, match.hands)

    def test_a_record_reads_like_this(self) -> None:
        match = deal_of(1).match()
        assert match.turn == 2
        for laid in ("2 earth", "", "2 heaven"):
            match.push(cards(laid))
        record = record_of(deal_of(1).code, match.options, [act.play for act in match.acts], [900, 1500, 2600])
        assert str(record) == FIRST.lstrip() + "\n900 play 1 1\n1500 pass\n2600 play 0 0\n"

    def test_the_first_move_that_is_not_allowed_is_named_with_its_reason(self) -> None:
        code = deal_of(1).code
        moves = (Move(0, "play", (1, 1)), Move(1, "pass"), Move(2, "pass"))
        with pytest.raises(ValueError, match=r"move 3, '2 pass': seat 1 cannot play pass: must-beat"):
            replay(Record(code, "chuo-pai", moves))
        with pytest.raises(ValueError, match=r"move 1, '0 play 0 0': seat 2 cannot play 2 Heaven: not-in-hand"):
            replay(Record(code, "chuo-pai", (Move(0, "play", (0, 0)),)))
        with pytest.raises(ValueError, match="there is no ruleset 'taipei'"):
            replay(Record(code, "taipei", ()))
        with pytest.raises(ValueError, match="is no deal of Chuo Pai"):
            replay(Record(Code(Dealer.MJ1, "L00", 1), "chuo-pai", ()))
