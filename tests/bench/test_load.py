"""The players of the load test see what can be done as browsers do, and its figures are counted right."""

from __future__ import annotations

import msgspec
import pytest
from bench.load.__main__ import quantile, zone_of_midnight
from bench.load.positions import joinable, pairs, plays, witness

from paishan.chuopai.deal import LAYOUT
from paishan.codes import Code, Dealer
from paishan.connect.deal import deal as grid_deal
from paishan.play.chuo.messages import Begin, Play, Refused
from paishan.play.chuo.ruleset import CHUO_PAI
from paishan.play.families import apply, open_game
from paishan.play.messages import Take
from paishan.play.opening import deal_of
from paishan.play.ruleset import AGAINST_THE_CLOCK, CONNECT, TAIPEI
from paishan.rng import Rng
from paishan.web.wire import place_facts

TURTLE = Code.parse("MJ1-L00-AAAAABL")


def told(value: object) -> dict[str, object]:
    """A value as it comes over the line."""
    found: dict[str, object] = msgspec.json.decode(msgspec.json.encode(value))
    return found


def test_pairs_of_solitaire_are_those_of_the_board_until_it_is_locked() -> None:
    deal = deal_of(TURTLE, AGAINST_THE_CLOCK)
    board, table = deal.board(), open_game(TURTLE, AGAINST_THE_CLOCK)
    layout, chance = told(place_facts(deal.layout, AGAINST_THE_CLOCK)), Rng(3)
    while found := list(board.pairs()):
        assert sorted(pairs(layout, told(table.state(0)))) == sorted((pair.a, pair.b) for pair in found)
        pair = board.push(chance.choice(found))
        apply(table, Take(pair.a, pair.b), 0)
    assert pairs(layout, told(table.state(0))) == []


def test_pairs_of_a_grid_are_those_that_a_line_joins() -> None:
    dealt = grid_deal("connect-18x8", 1)
    state = told(open_game(dealt.code, CONNECT).state(0))
    found = joinable(told(place_facts(dealt.grid, CONNECT)), state)
    assert found == [(pair.a, pair.b) for pair in dealt.board().pairs()]


def test_plays_of_chuo_pai_are_those_that_the_server_names() -> None:
    table = open_game(Code(Dealer.CP1, LAYOUT, 1), CHUO_PAI)
    assert plays(told(table.state(0))) == []
    apply(table, Begin(), 0)
    found = plays(told(table.state(0)))
    assert found != []
    for cards in found:
        again = open_game(Code(Dealer.CP1, LAYOUT, 1), CHUO_PAI)
        apply(again, Begin(), 0)
        assert not any(isinstance(event, Refused) for event in apply(again, Play(tuple(cards)), 0).events)


def test_a_witness_is_known_of_boards_whose_code_is_told_and_dealt_from_a_solution() -> None:
    assert witness(str(TURTLE)) == tuple((pair.a, pair.b) for pair in deal_of(TURTLE, TAIPEI).witness)
    assert witness(None) == ()
    assert witness(str(Code(Dealer.MP1, "L00", 1))) == ()


@pytest.mark.parametrize(("share", "value"), [(0.5, 50), (0.95, 95), (0.99, 99), (1, 100)])
def test_a_share_of_values_is_at_most_so_much(share: float, value: int) -> None:
    assert quantile(list(range(100, 0, -1)), share) == value
    assert quantile([], share) == 0
    assert quantile([7], share) == 7


@pytest.mark.parametrize(
    ("now", "ahead", "offset", "midnight"),
    [
        # Half an hour after noon in UTC midnight strikes where clocks are 11:29 ahead, in 90 seconds' minute.
        (12 * 3600 + 1800, 60, 11 * 60 + 29, 12 * 3600 + 1860),
        # A second before a minute is full.
        (12 * 3600 + 1799, 1, 11 * 60 + 30, 12 * 3600 + 1800),
        # In the morning it is where clocks are behind.
        (6 * 3600, 0, -6 * 60, 6 * 3600),
        (9 * 3600 + 60, 0, -(9 * 60 + 1), 9 * 3600 + 60),
        (0, 0, 0, 0),
    ],
)
def test_somewhere_midnight_strikes_when_it_is_wanted(now: float, ahead: float, offset: int, midnight: float) -> None:
    assert zone_of_midnight(now, ahead) == (offset, midnight)
