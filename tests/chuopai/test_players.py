"""The computer players: what they play, that they see one hand only, and that they play the same anywhere."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from paishan.chuopai.core import COMPILED
from paishan.chuopai.deal import deal_of
from paishan.chuopai.match import Match
from paishan.chuopai.options import ALL_OPTIONS
from paishan.chuopai.players import Character, Level, Player, choose, explain
from paishan.rng import Rng
from tests.chuopai.decisions import PLAYERS, position
from tests.chuopai.hands import cards, match_of, play

YAO_AND_LOW = "4 cat, 4 high-leg, 4 four-six, 4 axe, 4 bench, 4 straight-eight, 4 slanted-eight"
MAIN = "4 heaven, 4 earth, 4 man, 4 harmony, 4 long-three, 4 plum-blossom, 4 black-nine"
LOW = "4 black-seven, 4 black-five, 4 red-nine, 4 red-seven, 4 red-five, 4 nail, 4 two-red"
PLAIN = [player for player in PLAYERS if player.level in (Level.BEGINNER, Level.EASY, Level.NORMAL)]


def at(number: int, plies: int) -> Match:
    """A deal played at random for so many plays, or to its end."""
    rng = Rng(number)
    match = deal_of(number).match(ALL_OPTIONS[number % len(ALL_OPTIONS)])
    while not match.over and len(match.acts) < plies:
        match.push(rng.choice(match.legal()))
    return match


def opening(match: Match) -> Match:
    """The same match before its first play."""
    match = match.copy()
    for _ in match.acts:
        match.pop()
    return match


class TestText:
    @pytest.mark.parametrize("player", [*PLAYERS, Player(Level.HARD, Character.BOLD, 2000)], ids=str)
    def test_a_player_is_read_as_it_is_written(self, player: Player) -> None:
        assert Player.parse(str(player)) == player

    def test_level_character_and_play_outs(self) -> None:
        assert Player.parse("master-thrifty@90") == Player(Level.MASTER, Character.THRIFTY, 90)

    @pytest.mark.parametrize("text", ["", "best", "hard-", "hard-mild", "Hard", "hard bold"])
    def test_what_there_is_is_said(self, text: str) -> None:
        with pytest.raises(ValueError, match=r"levels are beginner, easy, normal, hard, master, and characters"):
            Player.parse(text)

    @pytest.mark.parametrize("text", ["hard@", "hard@0", "hard@-1", "hard@1000001", "hard@1.5", "hard@²"])
    def test_play_outs_are_a_number(self, text: str) -> None:
        with pytest.raises(ValueError, match="play-outs are a number from 1 to 1,000,000"):
            Player.parse(text)

    def test_habits_have_no_play_outs(self) -> None:
        with pytest.raises(ValueError, match="only hard and master have play-outs"):
            Player.parse("normal@5")


class TestHabits:
    """Nobody else has a Yao card, so those four groups are safe; 24 cards beat a Bench, and others hold fours of them;
    four cards beat the Eights, all in one hand."""

    def test_a_beginner_cashes_four_cards_that_nobody_can_beat(self) -> None:
        for number in range(8):
            led = choose(match_of(YAO_AND_LOW, MAIN, LOW).view(0), Player(Level.BEGINNER), number)
            assert led.number == 4
            assert led.cards[0] in cards("cat, high-leg, four-six, axe")

    @pytest.mark.parametrize("character", [None, *Character])
    def test_normal_leads_one_card_of_the_group_that_most_can_beat(self, character: Character | None) -> None:
        match = match_of(YAO_AND_LOW, MAIN, LOW)
        assert choose(match.view(0), Player(Level.NORMAL, character), 1) == play("bench")

    def test_easy_does_either(self) -> None:
        view = match_of(YAO_AND_LOW, MAIN, LOW).view(0)
        held_back = [choose(view, Player(Level.EASY), number) == play("bench") for number in range(400)]
        # One lead of five; 400 tries stray by 8, so 48 to 112 are four times that.
        assert 48 < sum(held_back) < 112

    @pytest.mark.parametrize("player", PLAIN, ids=str)
    def test_the_lowest_that_beats_is_laid(self, player: Player) -> None:
        match = match_of(YAO_AND_LOW, MAIN, LOW)
        match.push(play("bench"))
        assert choose(match.view(1), player, 1) == play("plum-blossom")

    @pytest.mark.parametrize("player", PLAIN, ids=str)
    def test_rather_not_out_of_a_larger_group(self, player: Player) -> None:
        mine = "3 heaven, 4 earth, man, 4 harmony, 4 long-three, 4 plum-blossom, 4 black-nine, 4 cat"
        other = "heaven, 3 man, 4 high-leg, 4 four-six, 4 axe, 4 bench, 4 straight-eight, 4 slanted-eight"
        match = match_of(other, mine, LOW)
        match.push(play("high-leg"))
        assert choose(match.view(1), player, 1) == play("cat")
        match = match_of(other, mine, LOW)
        match.push(play("bench"))
        # Plum Blossom is the lowest, but would break four; Man stands alone and is two steps higher up than Long Three.
        assert choose(match.view(1), player, 1) == play("man")


class TestSight:
    @settings(max_examples=30, deadline=None)
    @given(st.integers(0, 10_000), st.integers(0, 80), st.integers(0, 10_000))
    def test_cards_that_a_player_cannot_see_make_no_difference(self, number: int, plies: int, swaps: int) -> None:
        match = at(number, plies)
        seat = match.turn
        assume(seat is not None and len(match.legal()) > 1)
        assert seat is not None
        other = exchanged(match, seat, Rng(swaps))
        assume(other is not None)
        assert other is not None and other.hands != match.hands
        assert other.view(seat) == match.view(seat)
        for player in PLAYERS:
            assert choose(other.view(seat), player, number) == choose(match.view(seat), player, number)

    def test_only_a_seat_in_turn_is_asked(self) -> None:
        match = match_of(YAO_AND_LOW, MAIN, LOW)
        with pytest.raises(ValueError, match="it is not the turn of seat 1"):
            choose(match.view(1), Player(Level.NORMAL), 1)

    def test_all_cards_must_be_there(self) -> None:
        with pytest.raises(ValueError, match="players know only matches of all 84 cards"):
            choose(match_of("cat, axe", "bench", "").view(0), Player(Level.NORMAL), 1)


def exchanged(match: Match, seat: int, rng: Rng) -> Match | None:
    """The match with some hidden cards of the two other seats exchanged, everything open being the same; None if the
    few exchanges that are tried would have shown."""
    first, second = (other for other in (0, 1, 2) if other != seat)
    for _ in range(12):
        start = opening(match)
        hands = [[*start.hands[s], *start.laid[s]] for s in (0, 1, 2)]
        if not match.hands[first] or not match.hands[second]:
            return None
        a, b = rng.choice(match.hands[first]), rng.choice(match.hands[second])
        if a == b:
            continue
        hands[first].remove(a)
        hands[second].remove(b)
        hands[first].append(b)
        hands[second].append(a)
        other = Match(hands, start.round.leader, match.options)
        try:
            for act in match.acts:
                other.push(act.play)
        except ValueError:
            continue
        if other.view(seat) == match.view(seat):
            return other
    return None


class TestSameness:
    def test_the_same_match_is_played_again(self) -> None:
        for number in range(6):
            match = position(number)
            assert match.turn is not None
            view = match.view(match.turn)
            first = [choose(view, player, number) for player in PLAYERS]
            assert [choose(view, player, number) for player in reversed(PLAYERS)] == first[::-1]

    def test_every_choice_is_legal_to_the_end(self) -> None:
        for number, options in enumerate(ALL_OPTIONS):
            match = deal_of(number).match(options)
            while (turn := match.turn) is not None:
                match.push(choose(match.view(turn), PLAYERS[(len(match.acts) + number) % len(PLAYERS)], number))
            assert len(match.winners) >= 1

    @pytest.mark.skipif(not COMPILED, reason="nothing is compiled here")
    def test_uncompiled_they_choose_the_same(self) -> None:
        def lines(*arguments: str) -> list[str]:
            done = subprocess.run([sys.executable, "-m", *arguments], capture_output=True, text=True, check=True)
            return done.stdout.splitlines()

        compiled = lines("tests.chuopai.decisions", "0", "10")
        plain = lines("tests.solving.plain", "tests.chuopai.decisions", "0", "10")
        assert (compiled[0], plain[0]) == ("compiled", "plain")
        assert len(compiled) == 11
        assert compiled[1:] == plain[1:]


class TestExplaining:
    def test_the_costliest_leads_come_first_and_were_the_seats_own(self) -> None:
        match = at(4, 200)
        assert match.over
        lessons = explain(match, 0, 4)
        assert 1 <= len(lessons) <= 3
        assert all(first.share >= second.share > 0 for first, second in pairwise(lessons))
        for lesson in lessons:
            act = match.acts[lesson.ply]
            assert (act.seat, act.play) == (0, lesson.play)
            assert lesson.better != lesson.play
            again = opening(match)
            for earlier in match.acts[: lesson.ply]:
                again.push(earlier.play)
            assert (again.turn, again.to_beat) == (0, None)
            assert lesson.better in again.legal()

    def test_a_match_of_one_lead_that_wins_has_nothing_to_explain(self) -> None:
        match = match_of(YAO_AND_LOW, MAIN, LOW)
        match.push(play("4 cat"))
        assert explain(match, 1, 1) == []

    def test_the_match_is_left_as_it_was(self) -> None:
        match = at(7, 200)
        acts = match.acts
        explain(match, 1, 7)
        assert match.acts == acts
