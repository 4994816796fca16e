"""The compiled core plays move for move as `Match` does, under all options; compiled or not, it says the same."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given

from paishan.chuopai.core import COMPILED, Position
from paishan.chuopai.deal import deal_of
from paishan.chuopai.match import Match
from paishan.chuopai.options import ALL_OPTIONS, Options
from paishan.chuopai.play import PASS
from paishan.rng import Rng
from tests.chuopai.hands import cards, match_of, matches, play, played


def agree(position: Position, match: Match) -> None:
    """Hold that both show the same of a position."""
    to_beat = match.to_beat
    assert (position.turn, position.over) == (match.turn, match.over)
    assert (position.hands, position.counts, position.points) == (match.hands, match.counts, match.points)
    assert position.to_beat == (None if to_beat is None else to_beat.index)
    assert position.legal() == [legal.index for legal in match.legal()]
    assert position.beatable is (to_beat is not None and match.legal() != [PASS])


def play_both(number: int, options: Options) -> None:
    """Play one random match twice, comparing after every play."""
    match = deal_of(number).match(options)
    position = Position()
    position.begin(number, options)
    rng = Rng(number)
    while not match.over:
        agree(position, match)
        chosen = rng.choice(match.legal())
        match.push(chosen)
        position.push(chosen.index)
    agree(position, match)
    share = 1 / len(match.winners)
    assert position.shares == tuple(share if seat in match.winners else 0 for seat in (0, 1, 2))


@pytest.mark.parametrize("options", ALL_OPTIONS, ids=str)
def test_random_matches_are_the_same_play_for_play(options: Options) -> None:
    for number in range(15):
        play_both(number, options)


@pytest.mark.long
@pytest.mark.parametrize("options", ALL_OPTIONS, ids=str)
def test_many_random_matches_are_the_same_play_for_play(options: Options) -> None:
    for number in range(1000, 1300):
        play_both(number, options)


@given(matches())
def test_any_position_of_a_match_is_the_same_in_the_core(match: Match) -> None:
    agree(Position.of(match), match)
    for legal in match.legal():
        position = Position.of(match)
        position.push(legal.index)
        match.push(legal)
        agree(position, match)
        match.pop()


class TestPosition:
    def test_of_a_view_it_knows_one_hand_and_the_counts_of_the_others(self) -> None:
        match = played(match_of("2 bench, cat", "plum-blossom, 2 man", "heaven, axe"), "2 bench")
        position = Position(match.view(1))
        assert position.hands == ((), cards("plum-blossom, 2 man"), ())
        assert position.counts == (1, 3, 2)
        assert (position.turn, position.to_beat) == (1, play("2 bench").index)
        assert position.legal() == [play("2 man").index]

    def test_hands_that_could_be_are_filled_in(self) -> None:
        match = played(match_of("2 bench, cat", "plum-blossom, 2 man", "heaven, axe"), "2 bench")
        position = Position(match.view(1), [cards("axe"), (), cards("2 heaven")])
        position.push(play("2 man").index)
        assert position.legal() == [play("2 heaven").index]

    def test_a_seat_without_cards_was_passed_over(self) -> None:
        match = played(match_of("2 bench", "", "plum-blossom, cat"), "bench")
        position = Position.of(match)
        position.push(play("plum-blossom").index)
        match.push(play("plum-blossom"))
        agree(position, match)
        assert position.turn == 2 and position.points == (0, 0, 1)

    def test_hands_of_another_size_are_refused(self) -> None:
        match = match_of("2 bench, cat", "plum-blossom, 2 man", "heaven, axe")
        with pytest.raises(ValueError, match="seat 2 holds 2 cards, not 1"):
            Position(match.view(0), [(), cards("3 cat"), cards("axe")])

    def test_a_move_that_is_not_legal_is_refused_and_changes_nothing(self) -> None:
        match = match_of("2 bench, cat", "plum-blossom, 2 man", "heaven, axe")
        position = Position.of(match)
        for move in (PASS.index, play("heaven").index, 469, -1):
            with pytest.raises(ValueError, match=f"move {move} is not allowed here; 3 others are"):
                position.push(move)
        agree(position, match)

    def test_without_a_view_it_is_over(self) -> None:
        position = Position()
        assert position.over and position.turn is None and position.legal() == []

    def test_equal_piles_share_the_win(self) -> None:
        match = played(match_of("cat", "axe", "2 bench"), "cat", "", "", "axe", "")
        assert Position.of(match).shares == (0.5, 0.5, 0.0)

    def test_random_games_are_those_that_the_generator_gives(self) -> None:
        many, one = Position(), Position()
        plays = many.random_games(1, 9, Options())
        one.begin(9, Options())
        assert many.over and plays > 60
        assert sum(many.points) + sum(many.counts) <= 84
        assert one.finish(9) != plays


def lines(*arguments: str) -> list[str]:
    done = subprocess.run([sys.executable, "-m", *arguments], capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled here")
def test_uncompiled_every_match_is_the_same() -> None:
    compiled = lines("tests.chuopai.games", "0", "40")
    plain = lines("tests.solving.plain", "tests.chuopai.games", "0", "40")
    assert (compiled[0], plain[0]) == ("compiled", "plain")
    assert len(compiled) == 41
    assert compiled[1:] == plain[1:]
