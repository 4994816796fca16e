"""Rulesets and the opening of a table: one engine, policies as values (T3, T8–T11, S4–S7)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paishan.codes import Code, Dealer
from paishan.connect.grid import Gravity
from paishan.play.explaining import counted, english, explain
from paishan.play.hints import Budget
from paishan.play.opening import deal_of, grid_deal_of, open_table
from paishan.play.ruleset import (
    AGAINST_THE_CLOCK,
    CLASSIC,
    CLASSIC_CHALLENGE,
    CONNECT,
    CONNECT_RULESETS,
    CONNECT_STANDARD,
    RULESETS,
    TAIPEI,
    TAIPEI_IDENTICAL,
    HintPolicy,
    Ruleset,
    ShufflePolicy,
    connect,
    ruleset,
    taipei,
)
from paishan.play.scoring import Scoring
from paishan.records import Record
from paishan.solitaire.layout import Layout
from paishan.tiles import Matching

EXAMPLE = Code.parse("MJ1-L00-AAAAABL")
COLUMN = Layout.build("column", "Column", [(0, 2 * row, 0) for row in range(8)])


def test_against_the_clock_has_no_shuffle_hints_by_plan_and_unlimited_undo() -> None:
    rules = AGAINST_THE_CLOCK
    assert (rules.shuffle, rules.hint, rules.undo, rules.clock) == (ShufflePolicy.NEVER, HintPolicy.PLAN, None, True)


def test_taipei_is_played_at_will() -> None:
    for rules in (TAIPEI, TAIPEI_IDENTICAL):
        assert (rules.shuffle, rules.shuffles, rules.undo) == (ShufflePolicy.ANY, None, None)
        assert (rules.hint, rules.clock) == (HintPolicy.ANY, False)


def test_the_rule_version_belongs_to_the_ruleset() -> None:
    assert (TAIPEI.matching, TAIPEI_IDENTICAL.matching) == (Matching.FAMILY, Matching.IDENTICAL)


def test_rulesets_are_known_by_their_stable_ids() -> None:
    assert [rules.id for rules in RULESETS] == [
        "against-the-clock",
        "classic",
        "classic-challenge",
        "taipei",
        "taipei-identical",
    ]
    assert len({rules.id for rules in RULESETS}) == len(RULESETS)
    assert all(ruleset(rules.id) is rules for rules in RULESETS)
    assert all(rules.name and explain(rules) for rules in RULESETS)


def test_an_unknown_ruleset_is_refused_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="there is no ruleset 'Taipei'; there are against-the-clock, classic, "):
        ruleset("Taipei")


@pytest.mark.parametrize("rules", RULESETS, ids=lambda rules: rules.id)
def test_a_code_opens_a_table_under_every_ruleset(rules: Ruleset) -> None:
    table = open_table(EXAMPLE, rules, opened=5)
    assert (table.code, table.layout_id, table.deal.matching) == (EXAMPLE, "turtle", rules.matching)
    assert (table.ruleset, table.opened, table.state(5).left) == (rules, 5, 144)
    assert table.state(5).seq == 0


def test_a_code_typed_back_is_the_same_board() -> None:
    again = Code.parse(str(EXAMPLE).lower().replace("-", " "))
    assert deal_of(again, TAIPEI) == deal_of(EXAMPLE, TAIPEI)


def test_a_layout_that_is_not_built_in_is_found_by_its_hash() -> None:
    code = Code(Dealer.MJ1, COLUMN.tag, 3)
    table = open_table(code, TAIPEI, layout_of={COLUMN.tag: COLUMN}.__getitem__)
    assert (table.layout_id, table.state(0).left) == ("column", 8)
    with pytest.raises(ValueError, match=f"the layout {COLUMN.tag} of this code is not here; install its file first"):
        open_table(code, TAIPEI)


class TestClassic:
    def test_its_values_are_those_of_c5_to_c10(self) -> None:
        for rules in (CLASSIC, CLASSIC_CHALLENGE):
            assert (rules.hint, rules.hints) == (HintPolicy.RANKED, Budget(3, 180_000))
            assert (rules.undo, rules.shuffle, rules.shuffles) == (None, ShufflePolicy.DEAD, None)
            assert rules.scoring == Scoring(pair=100, window=4_200, most=99)
            assert (rules.pace, rules.clock, rules.ranked) == (2_500, True, True)
        assert (CLASSIC.limit, CLASSIC_CHALLENGE.limit) == (None, 2_500)


class TestConnect:
    def test_its_values_are_those_of_n4_to_n7(self) -> None:
        for rules in (CONNECT, CONNECT_STANDARD):
            assert (rules.hint, rules.hints, rules.undo) == (HintPolicy.PLAN, None, None)
            assert (rules.shuffle, rules.shuffles, rules.matching) == (ShufflePolicy.LOCKED, None, Matching.FAMILY)
        assert CONNECT.scoring == Scoring(pair=10, hint=10, shuffle=0, time=2, bonus=5_000)
        assert CONNECT_STANDARD.scoring == Scoring(pair=10, hint=10, shuffle=0)
        assert (CONNECT.clock, CONNECT_STANDARD.clock) == (True, False)

    def test_its_variants_are_named_in_one_way(self) -> None:
        assert [rules.id for rules in CONNECT_RULESETS] == [
            "connect",
            "connect-standard",
            "connect-inside",
            "connect-inside-standard",
            "connect-down",
            "connect-down-standard",
            "connect-down-inside",
            "connect-down-inside-standard",
            "connect-sideways",
            "connect-sideways-standard",
            "connect-sideways-inside",
            "connect-sideways-inside-standard",
        ]
        assert all(ruleset(rules.id) is rules for rules in CONNECT_RULESETS)
        assert len({rules.name for rules in CONNECT_RULESETS}) == 12

    def test_results_of_the_plain_game_count_and_those_of_variants_do_not(self) -> None:
        assert [rules.id for rules in CONNECT_RULESETS if rules.ranked] == ["connect", "connect-standard"]

    def test_with_gravity_a_hint_is_any_pair(self) -> None:
        assert connect(gravity=Gravity.DOWN).hint is HintPolicy.ANY

    @pytest.mark.parametrize("id", ["connect-", "connect-inside-down", "connect-standard-down", "connect-none"])
    def test_another_order_is_no_ruleset(self, id: str) -> None:
        with pytest.raises(ValueError, match="there is no ruleset 'connect-"):
            ruleset(id)


class TestOptionsOfTaipei:
    @pytest.mark.parametrize(
        ("id", "values"),
        [
            ("taipei", {}),
            ("taipei-identical", {"matching": Matching.IDENTICAL}),
            ("taipei-undo-off", {"undo": 0}),
            ("taipei-undo-12", {"undo": 12}),
            ("taipei-undo-costs-5-points", {"scoring": Scoring(pair=10, undo=5)}),
            ("taipei-shuffle-off", {"shuffle": ShufflePolicy.NEVER}),
            ("taipei-shuffle-locked", {"shuffle": ShufflePolicy.LOCKED}),
            ("taipei-shuffles-3", {"shuffle": ShufflePolicy.ANY, "shuffles": 3}),
            ("taipei-shuffle-locked-shuffles-1", {"shuffle": ShufflePolicy.LOCKED, "shuffles": 1}),
            ("taipei-shuffle-costs-20-points", {"scoring": Scoring(pair=10, shuffle=20)}),
            ("taipei-shuffle-takes-30-timed", {"shuffle_takes": 30_000, "clock": True}),
            ("taipei-hints-off", {"hint": HintPolicy.OFF, "hints": None}),
            ("taipei-hints-3", {"hint": HintPolicy.ANY, "hints": Budget(3)}),
            ("taipei-timed", {"clock": True, "scoring": None}),
            ("taipei-points", {"scoring": Scoring(pair=10), "clock": False}),
            (
                "taipei-identical-undo-3-undo-costs-2-shuffle-locked-shuffles-2-shuffle-takes-10-hints-1-timed-points",
                {"undo": 3, "shuffles": 2, "shuffle_takes": 10_000, "hints": Budget(1), "clock": True},
            ),
        ],
    )
    def test_an_id_says_what_differs(self, id: str, values: dict[str, object]) -> None:
        rules = ruleset(id)
        assert rules.id == id
        assert {name: getattr(rules, name) for name in values} == values
        assert not rules.ranked

    def test_without_options_it_is_the_same_as_ever(self) -> None:
        assert (ruleset("taipei"), ruleset("taipei-identical")) == (TAIPEI, TAIPEI_IDENTICAL)
        assert (TAIPEI.name, TAIPEI_IDENTICAL.name) == ("Taipei", "Taipei, identical flowers")
        assert ruleset("taipei-undo-3").name == "Taipei by your own rules"

    @pytest.mark.parametrize(
        ("id", "why"),
        [
            ("taipei-", "Taipei's options are, in this order"),
            ("taipei-points-timed", "Taipei's options are, in this order"),
            ("taipei-undo-0", "Taipei's options are, in this order"),
            ("taipei-undo-03", "Taipei's options are, in this order"),
            ("taipei-undo-1000", "Taipei's options are, in this order"),
            ("taipei-undo-3-undo-off", "Taipei's options are, in this order"),
            ("taipei-shuffle-costs-3-shuffle-takes-3-timed-points", "Taipei's options are, in this order"),
            ("taipei-undo-costs-3", "what costs points needs points; add -points"),
            ("taipei-shuffle-costs-3-timed", "what costs points needs points; add -points"),
            ("taipei-shuffle-takes-3-points", "what takes time needs the clock; add -timed"),
            ("taipei-undo-off-undo-costs-3-points", "undo is off, so it costs nothing"),
            ("taipei-shuffle-off-shuffles-3", "shuffling is off, so there is no number of shuffles"),
            ("taipei-shuffle-off-shuffle-costs-3-points", "shuffling is off"),
        ],
    )
    def test_what_says_nothing_or_contradicts_itself_is_refused_with_the_reason(self, id: str, why: str) -> None:
        with pytest.raises(ValueError, match=f"'{id}' is no ruleset.*{why}"):
            ruleset(id)

    def test_a_number_out_of_bounds_is_refused(self) -> None:
        with pytest.raises(ValueError, match="undo should be 0 to 999, not 1000"):
            taipei(undo=1000)
        with pytest.raises(ValueError, match="hints should be 0 to 999, not -1"):
            taipei(hints=-1)

    @given(
        st.fixed_dictionaries(
            {},
            optional={
                "identical": st.booleans(),
                "undo": st.none() | st.integers(0, 999),
                "undo_costs": st.integers(0, 999),
                "shuffle": st.sampled_from([ShufflePolicy.NEVER, ShufflePolicy.LOCKED, ShufflePolicy.ANY]),
                "shuffles": st.none() | st.integers(0, 999),
                "shuffle_costs": st.integers(0, 999),
                "shuffle_takes": st.integers(0, 999),
                "hints": st.none() | st.integers(0, 999),
                "timed": st.booleans(),
                "points": st.booleans(),
            },
        )
    )
    def test_every_choice_of_options_is_one_text_that_reads_back_and_fits_a_record(self, options: Any) -> None:
        try:
            rules = taipei(**options)
        except ValueError:
            return
        assert ruleset(rules.id) == rules
        assert Record.parse(str(Record(EXAMPLE, rules.id))).ruleset == rules.id
        assert english(rules)


class TestExplained:
    """T11: what time and points mean is said before the game, from the values themselves."""

    def test_against_the_clock(self) -> None:
        assert english(AGAINST_THE_CLOCK) == (
            "There are no points: your time counts. The clock stops while the game is paused or locked. Of a longer "
            "thought only 3 minutes count. A hint shows the next pair of a way to clear the board, as long as one is "
            "known. Hints are without limit. Undo is without limit. There is no shuffle. Any flower matches any "
            "flower, and any season any season."
        )

    def test_taipei(self) -> None:
        assert english(TAIPEI) == (
            "There are no points and no clock. A hint shows a pair that can be taken. Hints are without limit. "
            "Undo is without limit. You can shuffle whenever you like. Any flower matches any flower, and any season "
            "any season."
        )

    def test_classic(self) -> None:
        assert list(map(str, explain(CLASSIC))) == [
            "Every pair gives 100 points; a pair within 4.2 s of the one before gives 100 more than that one did, up "
            "to 9,900.",
            "Undo takes back exactly what the pair gave.",
            "A slower pair, an undo or a shuffle starts the count again.",
            "Hints and shuffles cost no points.",
            "There are three stars: one for clearing the board, one for clearing it within 2.5 s a tile, and one for "
            "clearing it without hint, shuffle or undo.",
            "The clock stops while the game is paused or locked.",
            "Of a longer thought only 3 minutes count.",
            "A hint shows a pair that is proved to keep the board clearable, if one is.",
            "You have 3 hints.",
            "While you have fewer, one more comes after every 3 minutes of play.",
            "Undo is without limit.",
            "You can shuffle when no pair can be taken, or once it is proved that the board cannot be cleared.",
            "Any flower matches any flower, and any season any season.",
        ]

    def test_connect(self) -> None:
        assert english(CONNECT).startswith(
            "Every pair gives 10 points, and undo takes them back. A hint costs 10 points. Shuffles cost no points. "
            "Every full ten seconds of play cost 2 points. A win gives a point for every full second by which it is "
            "faster than 5 s a tile. The score may go below zero. The clock stops"
        )

    @pytest.mark.parametrize(
        ("id", "sentence"),
        [
            ("classic-challenge", "You have 2.5 s a tile; when the clock reaches zero the game is lost."),
            ("connect-standard", "There is no clock."),
            ("connect-down", "When a pair is taken, the tiles above it fall down."),
            ("connect-sideways", "When a pair is taken, the tiles on its right slide to the left."),
            ("connect-inside", "A line may not run around the outside of the grid."),
            ("taipei-undo-off", "There is no undo."),
            ("taipei-undo-1", "1 step can be taken back."),
            ("taipei-undo-3", "3 steps can be taken back."),
            ("taipei-undo-costs-3-points", "Every step taken back costs 3 points more."),
            ("taipei-shuffles-1", "There is 1 shuffle in a game."),
            ("taipei-shuffle-costs-1-points", "A shuffle costs 1 point."),
            ("taipei-shuffle-takes-30-timed", "A shuffle adds 30 seconds to your time."),
            ("taipei-hints-1", "You have 1 hint."),
            ("taipei-hints-off", "There are no hints."),
            ("taipei-timed", "There are no points: your time counts."),
            ("taipei-undo-off-points", "Every pair gives 10 points."),
            ("taipei-identical", "A flower or a season matches only its own likeness."),
        ],
    )
    def test_each_policy_that_differs_has_its_sentence(self, id: str, sentence: str) -> None:
        assert sentence in list(map(str, explain(ruleset(id))))

    def test_nothing_is_said_that_does_not_hold(self) -> None:
        for rules in (*RULESETS, *CONNECT_RULESETS, ruleset("taipei-shuffle-off-hints-off-points")):
            said = english(rules)
            assert ("three stars" in said) is (rules.pace is not None)
            assert ("reaches zero" in said) is (rules.limit is not None)
            assert ("The clock stops" in said) is rules.clock
            assert ("cost no points" in said) is ("Hints" in said and rules.scoring is not None)
        assert "cost no points" not in english(ruleset("taipei-shuffle-off-hints-off-points"))

    def test_a_sentence_is_a_text_with_places_for_its_values(self) -> None:
        sentence = counted("{n} step", "{n} steps", 3)
        assert (sentence.text, sentence.plural, sentence.values) == ("{n} step", "{n} steps", {"n": 3})
        assert (str(sentence), str(counted("{n} step", "{n} steps", 1))) == ("3 steps", "1 step")


class TestOpening:
    def test_a_code_of_connect_opens_its_grid(self) -> None:
        for number, (id, tiles) in enumerate((("connect-18x8", 144), ("connect-14x6", 84), ("connect-24x12", 288))):
            table = open_table(Code(Dealer.MC1, f"L{number:02d}", 3), CONNECT, opened=7)
            assert (table.layout_id, table.left, table.family, table.opened) == (id, tiles, "connect", 7)

    def test_a_variant_has_another_deal_by_the_same_code(self) -> None:
        code = Code(Dealer.MC1, "L01", 3)
        plain, down = grid_deal_of(code, CONNECT), grid_deal_of(code, ruleset("connect-down"))
        assert (plain.code, down.code) == (code, code)
        assert plain.kinds != down.kinds
        assert not grid_deal_of(code, ruleset("connect-inside")).grid.outside

    @pytest.mark.parametrize(
        ("code", "rules", "message"),
        [
            (EXAMPLE, CONNECT, "is a code of MJ1, which is no Mahjong Connect; MC1 is"),
            (Code(Dealer.MC1, "L00", 1), CLASSIC, "is a code of MC1, which is no Mahjong solitaire; MJ1 and MP1 are"),
            (Code(Dealer.MC1, "L07", 1), CONNECT, "there is no grid L07"),
        ],
    )
    def test_a_code_of_another_game_is_refused(self, code: Code, rules: Ruleset, message: str) -> None:
        with pytest.raises(ValueError, match=message):
            open_table(code, rules)


@pytest.mark.parametrize("dealer", [Dealer.MC1, Dealer.CP1])
def test_a_code_of_another_game_opens_no_solitaire_table(dealer: Dealer) -> None:
    with pytest.raises(ValueError, match=f"is a code of {dealer}"):
        open_table(Code(dealer, "L00", 1), TAIPEI)
