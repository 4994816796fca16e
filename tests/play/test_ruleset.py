"""Rulesets and the opening of a table: one engine, policies as values (T3, T8–T11, S4–S7)."""

from __future__ import annotations

import pytest

from paishan.codes import Code, Dealer
from paishan.play.opening import deal_of, open_table
from paishan.play.ruleset import (
    AGAINST_THE_CLOCK,
    RULESETS,
    TAIPEI,
    TAIPEI_IDENTICAL,
    HintPolicy,
    Ruleset,
    ShufflePolicy,
    ruleset,
)
from paishan.solitaire.gallery import by_id
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
    assert {"against-the-clock", "taipei", "taipei-identical"} <= {rules.id for rules in RULESETS}
    assert len({rules.id for rules in RULESETS}) == len(RULESETS)
    assert all(ruleset(rules.id) is rules for rules in RULESETS)
    assert all(rules.name and rules.explained for rules in RULESETS)


def test_an_unknown_ruleset_is_refused_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="there is no ruleset 'Taipei'; there are against-the-clock, classic, "):
        ruleset("Taipei")


@pytest.mark.parametrize("rules", RULESETS, ids=lambda rules: rules.id)
def test_a_code_opens_a_table_under_every_ruleset(rules: Ruleset) -> None:
    table = open_table(EXAMPLE, rules, opened=5)
    assert (table.deal.code, table.deal.layout, table.deal.matching) == (EXAMPLE, by_id("turtle"), rules.matching)
    assert (table.ruleset, table.opened, table.state(5).left) == (rules, 5, 144)
    assert table.state(5).seq == 0


def test_a_code_typed_back_is_the_same_board() -> None:
    again = Code.parse(str(EXAMPLE).lower().replace("-", " "))
    assert deal_of(again, TAIPEI) == deal_of(EXAMPLE, TAIPEI)


def test_a_layout_that_is_not_built_in_is_found_by_its_hash() -> None:
    code = Code(Dealer.MJ1, COLUMN.tag, 3)
    table = open_table(code, TAIPEI, layout_of={COLUMN.tag: COLUMN}.__getitem__)
    assert (table.deal.layout, table.state(0).left) == (COLUMN, 8)
    with pytest.raises(ValueError, match=f"the layout {COLUMN.tag} of this code is not here; install its file first"):
        open_table(code, TAIPEI)


@pytest.mark.parametrize("dealer", [Dealer.MC1, Dealer.CP1])
def test_a_code_of_another_game_opens_no_solitaire_table(dealer: Dealer) -> None:
    with pytest.raises(ValueError, match=f"is a code of {dealer}"):
        open_table(Code(dealer, "L00", 1), TAIPEI)
