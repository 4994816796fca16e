"""What is a play, what beats what, and the reason for every refusal (P3).

The lines of the rules, and where they are held:

- "one to four cards of exactly one figure": `TestLead.test_one_to_four_cards_of_one_figure`, `…two_figures…`
- "a combination: at least one of … with at least one card of the matching total": `TestCombination`
- "only Black and Red cards count as matching totals": `TestCombination.test_main_and_yao_cards_do_not_match`
- "black and red, straight and slanted may mix": `TestCombination.test_black_and_red_…`
- "any size from 2 to 12; option: at most four cards": `TestCombination.test_from_two_to_twelve…`, `…at_most_four…`
- "same family, same number of cards, higher rank": `TestBeat.test_refused`, `test_allowed`
- "combinations compare by type only, whatever the split": `TestBeat.test_combinations…`
- "equal rank does not beat; equal rank is not the same figure": `TestBeat.test_refused`, `TestLead.test_equal_rank…`
- "who can beat must; who cannot passes": `TestPass`
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paishan.chuopai.domino import DOMINOES, HIGHER, Domino, Family
from paishan.chuopai.options import Bonus, Options
from paishan.chuopai.play import PASS, PLAYS, Play, Refusal, beats, grouped, leads, recognise, why_not
from tests.chuopai.hands import cards, hand, play

OPEN = Options()
FOUR = Options(most=4)
ORDER = "Heaven 6-6, Earth 1-1, Man 4-4, Harmony 1-3, Long Three 3-3, Plum Blossom 5-5, Bench 2-2"


def refused_lead(laid: str, options: Options = OPEN) -> Refusal | None:
    return why_not(cards(laid), hand(laid), None, options)


def refused_beat(laid: str, to_beat: str, options: Options = OPEN) -> Refusal | None:
    return why_not(cards(laid), hand(laid), play(to_beat), options)


class TestLead:
    @pytest.mark.parametrize("domino", DOMINOES, ids=str)
    def test_one_to_four_cards_of_one_figure(self, domino: Domino) -> None:
        for count in range(1, 5):
            found = play(f"{count} {domino.id}")
            assert (found.number, found.family, found.rank) == (count, domino.family, domino.rank)
            assert found.index == 4 * domino.number + count - 1
            assert refused_lead(f"{count} {domino.id}") is None

    @pytest.mark.parametrize(
        "laid", ["heaven, earth", "cat, high-leg", "red-nine, black-nine", "2 bench, axe", "cat, nail", "heaven, nail"]
    )
    def test_two_figures_are_no_play(self, laid: str) -> None:
        assert recognise(cards(laid)) is None
        assert refused_lead(laid) is Refusal.NOT_ONE_FIGURE

    @pytest.mark.parametrize("laid", ["straight-eight, slanted-eight", "2 nail, two-red", "nail, 3 two-red"])
    def test_equal_rank_is_not_the_same_figure(self, laid: str) -> None:
        assert recognise(cards(laid)) is None
        assert refused_lead(laid) is Refusal.EQUAL_FIGURES

    def test_what_the_hand_does_not_hold_cannot_be_led(self) -> None:
        assert why_not(cards("2 cat"), hand("cat, 3 axe"), None, OPEN) is Refusal.NOT_IN_HAND
        assert why_not(cards("5 cat"), hand("4 cat"), None, OPEN) is Refusal.NOT_IN_HAND
        assert why_not(cards("heaven, red-nine"), hand("heaven, black-nine"), None, OPEN) is Refusal.NOT_IN_HAND

    @pytest.mark.parametrize("wrong", [-1, 21, 1000])
    def test_a_number_that_is_no_domino_is_refused(self, wrong: int) -> None:
        assert why_not([0, wrong], hand("4 heaven"), None, OPEN) is Refusal.NO_DOMINO

    def test_a_leader_cannot_pass(self) -> None:
        assert why_not([], hand("cat"), None, OPEN) is Refusal.MUST_LEAD

    def test_all_leads_of_a_hand_in_order_worked_out_by_hand(self) -> None:
        found = leads(hand("2 heaven, man, cat, 2 black-nine, straight-eight, red-nine, two-red"), OPEN)
        assert [str(each) for each in found] == [
            "1 Heaven", "2 Heaven", "1 Man", "1 Cat", "1 Black Nine", "2 Black Nine", "1 Straight Eight", "1 Red Nine",
            "1 Two-Red",
            "1 Heaven + 1 Red Nine", "1 Heaven + 1 Black Nine", "1 Heaven + 1 Black Nine + 1 Red Nine",
            "1 Heaven + 2 Black Nine", "1 Heaven + 2 Black Nine + 1 Red Nine",
            "2 Heaven + 1 Red Nine", "2 Heaven + 1 Black Nine", "2 Heaven + 1 Black Nine + 1 Red Nine",
            "2 Heaven + 2 Black Nine", "2 Heaven + 2 Black Nine + 1 Red Nine",
        ]  # fmt: skip
        assert [str(each) for each in leads(hand("2 heaven, 2 black-nine, red-nine"), FOUR)][-2:] == [
            "2 Heaven + 1 Black Nine + 1 Red Nine",
            "2 Heaven + 2 Black Nine",
        ]

    def test_leads_are_grouped_by_figure_and_by_head(self) -> None:
        groups = grouped(leads(hand("2 heaven, black-nine, 2 cat"), OPEN))
        assert {key: [str(each) for each in plays] for key, plays in groups.items()} == {
            (Family.MAIN, 0): ["1 Heaven", "2 Heaven"],
            (Family.YAO, 7): ["1 Cat", "2 Cat"],
            (Family.BLACK, 11): ["1 Black Nine"],
            (Family.COMBINATION, 0): ["1 Heaven + 1 Black Nine", "2 Heaven + 1 Black Nine"],
        }
        assert grouped([PASS]) == {}


class TestCombination:
    @pytest.mark.parametrize(
        ("laid", "rank"),
        [
            ("heaven, black-nine", 1), ("heaven, red-nine", 1),
            ("earth, straight-eight", 2), ("earth, slanted-eight", 2),
            ("man, black-seven", 3), ("man, red-seven", 3),
            ("harmony, black-five", 4), ("harmony, red-five", 4),
        ],
    )  # fmt: skip
    def test_a_head_and_a_card_of_its_total(self, laid: str, rank: int) -> None:
        assert (play(laid).family, play(laid).rank, play(laid).number) == (Family.COMBINATION, rank, 2)
        assert refused_lead(laid) is None

    @pytest.mark.parametrize(
        "laid",
        ["heaven, 2 black-nine, red-nine", "3 earth, straight-eight, slanted-eight", "2 man, black-seven, 3 red-seven"],
    )
    def test_black_and_red_and_straight_and_slanted_mix(self, laid: str) -> None:
        assert play(laid).family is Family.COMBINATION
        assert refused_lead(laid) is None

    @pytest.mark.parametrize(
        "laid",
        ["earth, man", "man, high-leg", "man, red-seven, high-leg", "heaven, cat", "harmony, nail", "earth, two-red"],
    )
    def test_main_and_yao_cards_do_not_match(self, laid: str) -> None:
        """Man has 8 pips, High Leg 7; neither Earth–Eight nor Man–Seven takes them."""
        assert refused_lead(laid) is Refusal.NOT_ONE_FIGURE

    @pytest.mark.parametrize(
        "laid", ["heaven, straight-eight", "earth, red-nine", "heaven, earth, black-nine", "man, red-seven, red-nine"]
    )
    def test_another_head_or_total_does_not_match(self, laid: str) -> None:
        assert refused_lead(laid) is Refusal.NOT_ONE_FIGURE

    def test_the_total_without_its_head_is_none(self) -> None:
        assert refused_lead("black-nine, red-nine") is Refusal.NOT_ONE_FIGURE

    def test_from_two_to_twelve_cards_so_many_of_each_head(self) -> None:
        """s matching cards split in 2, 3, 4, 5, 4, 3, 2, 1 ways for s = 1 … 8, and one to four heads come to them."""
        for head in range(4):
            sizes = Counter(p.number for p in PLAYS if p.family is Family.COMBINATION and p.rank == head + 1)
            assert sizes == {2: 2, 3: 5, 4: 9, 5: 14, 6: 16, 7: 16, 8: 14, 9: 10, 10: 6, 11: 3, 12: 1}
        assert play("4 heaven, 4 black-nine, 4 red-nine").number == 12
        assert refused_lead("4 heaven, 4 black-nine, 4 red-nine") is None

    def test_the_option_allows_at_most_four_cards(self) -> None:
        assert refused_lead("2 man, black-seven, red-seven", FOUR) is None
        assert refused_lead("2 man, 2 black-seven, red-seven", FOUR) is Refusal.TOO_MANY
        held = hand("4 earth, 4 straight-eight, 4 slanted-eight")
        sizes = Counter(p.number for p in leads(held, FOUR) if p.family is Family.COMBINATION)
        assert sizes == {2: 2, 3: 5, 4: 9}
        assert len(leads(held, OPEN)) == 12 + 96


class TestBeat:
    @pytest.mark.parametrize(
        ("laid", "to_beat"),
        [
            ("heaven", "earth"), ("long-three", "plum-blossom"), ("2 harmony", "2 bench"), ("3 cat", "3 high-leg"),
            ("4 four-six", "4 axe"), ("black-nine", "straight-eight"), ("slanted-eight", "black-seven"),
            ("red-five", "nail"), ("2 red-nine", "2 two-red"),
        ],
    )  # fmt: skip
    def test_allowed(self, laid: str, to_beat: str) -> None:
        assert refused_beat(laid, to_beat) is None
        assert play(laid).beats(play(to_beat))
        assert not play(to_beat).beats(play(laid))

    @pytest.mark.parametrize(
        ("laid", "to_beat", "reason"),
        [
            ("heaven", "cat", Refusal.WRONG_FAMILY),
            ("black-nine", "red-five", Refusal.WRONG_FAMILY),
            ("2 heaven", "harmony, red-five", Refusal.WRONG_FAMILY),
            ("heaven, black-nine", "2 bench", Refusal.WRONG_FAMILY),
            ("2 heaven", "cat", Refusal.WRONG_FAMILY),
            ("2 heaven", "bench", Refusal.WRONG_NUMBER),
            ("heaven", "2 bench", Refusal.WRONG_NUMBER),
            ("heaven, 2 red-nine", "harmony, red-five", Refusal.WRONG_NUMBER),
            ("plum-blossom", "long-three", Refusal.NOT_HIGHER),
            ("3 axe", "3 cat", Refusal.NOT_HIGHER),
            ("man, red-seven", "heaven, red-nine", Refusal.NOT_HIGHER),
            ("cat", "cat", Refusal.EQUAL_RANK),
            ("slanted-eight", "straight-eight", Refusal.EQUAL_RANK),
            ("2 straight-eight", "2 slanted-eight", Refusal.EQUAL_RANK),
            ("nail", "two-red", Refusal.EQUAL_RANK),
            ("two-red", "nail", Refusal.EQUAL_RANK),
            ("2 heaven, red-nine", "heaven, black-nine, red-nine", Refusal.EQUAL_RANK),
            ("heaven, earth", "2 bench", Refusal.NOT_ONE_FIGURE),
            ("straight-eight, slanted-eight", "2 black-five", Refusal.EQUAL_FIGURES),
        ],
    )
    def test_refused(self, laid: str, to_beat: str, reason: Refusal) -> None:
        assert refused_beat(laid, to_beat) is reason
        assert recognise(cards(laid)) is None or not play(laid).beats(play(to_beat))

    def test_combinations_compare_by_type_alone_whatever_the_split(self) -> None:
        falling = [
            ("heaven, black-nine, red-nine", "2 heaven, red-nine"),
            ("earth, 2 slanted-eight", "2 earth, straight-eight"),
            ("man, red-seven, black-seven", "2 man, black-seven"),
            ("harmony, 2 red-five", "2 harmony, black-five"),
        ]
        for place, splits in enumerate(falling):
            for below, others in enumerate(falling):
                for laid in splits:
                    for to_beat in others:
                        assert play(laid).beats(play(to_beat)) is (place < below)

    def test_the_main_family_is_one_ladder_from_heaven_to_bench(self) -> None:
        ladder = [domino for domino in DOMINOES if domino.family is Family.MAIN]
        assert ", ".join(f"{d.name} {d.pips[0]}-{d.pips[1]}" for d in ladder) == ORDER
        for higher, lower in combinations(ladder, 2):
            for count in range(1, 5):
                assert PLAYS[4 * higher.number + count - 1].beats(PLAYS[4 * lower.number + count - 1])

    def test_all_beats_of_a_hand_are_any_play_that_wins_even_out_of_a_group(self) -> None:
        held = hand("3 earth, plum-blossom, 2 bench, black-nine, straight-eight, slanted-eight")
        assert [str(each) for each in beats(held, play("bench"))] == ["1 Earth", "1 Plum Blossom"]
        assert [str(each) for each in beats(held, play("2 man"))] == ["2 Earth"]
        assert [str(each) for each in beats(held, play("3 harmony"))] == ["3 Earth"]
        assert beats(held, play("heaven")) == []
        assert [str(each) for each in beats(held, play("2 man, red-seven"))] == [
            "1 Earth + 1 Straight Eight + 1 Slanted Eight",
            "2 Earth + 1 Slanted Eight",
            "2 Earth + 1 Straight Eight",
        ]


class TestPass:
    def test_who_can_beat_must(self) -> None:
        assert why_not([], hand("2 heaven"), play("bench"), OPEN) is Refusal.MUST_BEAT
        assert why_not([], hand("earth, red-nine, slanted-eight"), play("man, red-seven"), OPEN) is Refusal.MUST_BEAT

    def test_who_cannot_beat_may_pass(self) -> None:
        assert why_not([], hand("bench, 4 cat"), play("plum-blossom"), OPEN) is None
        assert why_not([], hand("heaven, earth, man"), play("2 bench"), OPEN) is None
        assert why_not([], hand("slanted-eight"), play("straight-eight"), OPEN) is None

    def test_a_pass_lays_nothing_beats_nothing_and_is_beaten_by_nothing(self) -> None:
        assert (PASS.cards, PASS.number, PASS.family, str(PASS)) == ((), 0, None, "pass")
        assert not any(PASS.beats(other) or other.beats(PASS) for other in PLAYS)


class TestNumbers:
    def test_there_are_469_plays_each_with_its_own_cards(self) -> None:
        assert len(PLAYS) == 84 + 4 * 96 + 1
        assert [each.index for each in PLAYS] == list(range(469))
        assert len({each.cards for each in PLAYS}) == 469
        assert all(recognise(reversed(each.cards)) is each for each in PLAYS)
        assert PLAYS[468] is PASS

    def test_a_combination_has_the_index_that_its_cards_say(self) -> None:
        assert play("heaven, red-nine").index == 84
        assert play("man, black-seven").index == 84 + 2 * 96 + 4
        assert play("4 harmony, 4 black-five, 4 red-five").index == 467


class TestOptions:
    def test_each_has_a_text_that_comes_back(self) -> None:
        names = ["chuo-pai", "chuo-pai-four-cards", "chuo-pai-one-each", "chuo-pai-one-each-four-cards"]
        every = [Options(bonus, most) for bonus in Bonus for most in (12, 4)]
        assert [str(options) for options in every] == names
        assert [Options.parse(name) for name in names] == every
        assert Options.parse("chuo-pai") == Options()

    def test_others_are_refused_with_what_there_is(self) -> None:
        for text in ("", "chuo-pai-", "chuo-pai-four-cards-one-each", "Chuo-Pai", "taipei"):
            with pytest.raises(ValueError, match="there are chuo-pai, chuo-pai-four-cards, chuo-pai-one-each, chuo-"):
                Options.parse(text)
        with pytest.raises(ValueError, match="at most 12 or at most 4 cards, not 5"):
            Options(most=5)


TOTALS = {(6, 6): 9, (1, 1): 8, (4, 4): 7, (1, 3): 5}


def kind_by_pips(laid: tuple[int, ...]) -> tuple[str, int] | None:
    """Which family and rank some cards have, read off their pips; None if they are no play."""
    pips = [DOMINOES[card].pips for card in laid]
    if len(set(pips)) == 1:
        return str(DOMINOES[laid[0]].family), len(HIGHER[laid[0]])
    heads = set(pips) & set(TOTALS)
    if len(heads) != 1:
        return None
    (head,) = heads
    others = [each for each in pips if each != head]
    # The Main cards of these totals are heads themselves; the one Yao card is 1-6.
    if any(sum(each) != TOTALS[head] or each == (1, 6) for each in others):
        return None
    return "combination", list(TOTALS).index(head)


def plays_by_pips(held: list[int], options: Options) -> set[tuple[int, ...]]:
    """Every play in a few cards, by trying all of their subsets."""
    found = set()
    for size in range(1, min(len(held), 12) + 1):
        for laid in set(combinations(sorted(held), size)):
            kind = kind_by_pips(laid)
            if kind and (kind[0] != "combination" or size <= options.most):
                found.add(laid)
    return found


few_cards = st.lists(st.sampled_from([0, 1, 2, 3, 8, *range(11, 21)]), max_size=9).filter(
    lambda held: max(Counter(held).values(), default=0) <= 4
)


@given(few_cards, st.sampled_from([OPEN, FOUR]))
def test_the_leads_of_few_cards_are_those_found_by_trying_every_subset(held: list[int], options: Options) -> None:
    counts = [held.count(figure) for figure in range(21)]
    found = leads(counts, options)
    assert [each.index for each in found] == sorted(each.index for each in found)
    assert {each.cards for each in found} == plays_by_pips(held, options)
    assert len({each.cards for each in found}) == len(found)


@given(few_cards, st.sampled_from(PLAYS[:-1]))
def test_the_beats_of_few_cards_are_the_higher_subsets_of_the_same_family(held: list[int], to_beat: Play) -> None:
    family, rank = kind_by_pips(to_beat.cards) or ("", 0)
    counts = [held.count(figure) for figure in range(21)]
    higher = set()
    for laid in plays_by_pips(held, OPEN):
        kind = kind_by_pips(laid)
        if kind and kind[0] == family and len(laid) == to_beat.number and kind[1] < rank:
            higher.add(laid)
    assert {each.cards for each in beats(counts, to_beat)} == higher


@given(few_cards, few_cards, st.sampled_from([None, *PLAYS[:-1]]), st.sampled_from([OPEN, FOUR]))
def test_cards_are_refused_exactly_when_they_are_not_among_the_legal_plays(
    laid: list[int], rest: list[int], to_beat: Play | None, options: Options
) -> None:
    counts = [min(4, laid.count(figure) + rest.count(figure)) for figure in range(21)]
    legal = leads(counts, options) if to_beat is None else beats(counts, to_beat) or [PASS]
    # What is on the table was allowed, so nothing that beats it can be too many.
    if to_beat is None or to_beat.number <= options.most:
        allowed = tuple(sorted(laid)) in [each.cards for each in legal]
        assert (why_not(laid, counts, to_beat, options) is None) is allowed
