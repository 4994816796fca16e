"""What each player takes, on boards small enough to see it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paishan.lab.players import PLAYERS, Position, blind, greedy, looking_ahead, plays_out
from paishan.lab.sampling import stream
from paishan.rng import Rng
from paishan.solitaire.deal import deal_from_solution
from paishan.solitaire.gallery import by_id
from paishan.solitaire.layout import Layout, bits
from tests.lab.places import two_stacks


@given(st.sampled_from(["turtle", "spiral", "bridge", "fir-tree"]), st.integers(0, 1000))
def test_a_position_agrees_with_the_board_to_the_end(id: str, number: int) -> None:
    layout = by_id(id)
    board = deal_from_solution(layout, number).board()
    position = Position(layout, board.groups)
    rng = Rng(number)
    while True:
        pairs = position.pairs(position.free)
        assert position.free == board.free_mask
        assert position.present == board.present
        assert sorted(pairs) == list(board.pairs())
        if not pairs:
            break
        pair = rng.choice(pairs)
        opened = position.opened(pair, position.present, position.free)
        before = position.free
        position.take(pair)
        board.push(pair)
        assert opened == board.free_mask & ~before


def row(*groups: int) -> Position:
    """Tiles in one row that touch: only its ends are free."""
    return Position(Layout.build("row", "Row", [(2 * x, 0, 0) for x in range(len(groups))]), groups)


def test_in_a_row_the_ends_are_free_and_each_opens_its_neighbour() -> None:
    position = row(0, 1, 1, 0)
    assert list(bits(position.free)) == [0, 3]
    assert position.pairs(position.free) == [(0, 3)]
    assert list(bits(position.opened((0, 3), position.present, position.free))) == [1, 2]


# Four tiles apart on the table, slots 0 to 3, and one on each of the last two, slots 4 and 5.
TABLE = Layout.build("table", "Table", [(0, 0, 0), (4, 0, 0), (8, 0, 0), (12, 0, 0), (8, 0, 1), (12, 0, 1)])


def test_greedy_takes_the_pair_that_opens_most() -> None:
    """Tiles 0 and 1 open nothing; tiles 4 and 5 lie on 2 and 3 and open both."""
    position = Position(TABLE, (0, 0, 0, 0, 1, 1))
    pairs = position.pairs(position.free)
    assert pairs == [(0, 1), (4, 5)]
    assert {greedy(position, pairs, Rng(seed)) for seed in range(20)} == {(4, 5)}
    assert {blind(position, pairs, Rng(seed)) for seed in range(20)} == {(0, 1), (4, 5)}


def test_greedy_leaves_equals_to_chance() -> None:
    position = Position(Layout.build("flat", "Flat", [(4 * x, 0, 0) for x in range(4)]), (0, 0, 1, 1))
    pairs = position.pairs(position.free)
    assert {greedy(position, list(pairs), Rng(seed)) for seed in range(20)} == {(0, 1), (2, 3)}


def test_looking_ahead_first_takes_what_cannot_be_wrong() -> None:
    """All of group 1 is free; of group 0 two tiles are still covered, so taking the other two may be wrong."""
    position = Position(TABLE, (0, 0, 0, 0, 1, 1))
    pairs = position.pairs(position.free)
    assert {looking_ahead(position, list(pairs), Rng(seed)) for seed in range(20)} == {(4, 5)}


def test_a_board_of_which_every_tile_is_free_is_cleared_by_everybody() -> None:
    flat = Layout.build("flat", "Flat", [(4 * x, 0, 0) for x in range(12)])
    groups = (0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2)
    assert all(plays_out(flat, groups, player, stream(seed)) for player in PLAYERS.values() for seed in range(20))


@pytest.mark.parametrize("name", PLAYERS)
def test_a_board_that_cannot_be_cleared_is_cleared_by_nobody(name: str) -> None:
    """Two stacks whose tops do not match."""
    assert not any(plays_out(two_stacks(2), (0, 1, 1, 0), PLAYERS[name], stream(seed)) for seed in range(20))


def test_on_the_fish_looking_ahead_beats_greedy_and_greedy_beats_blind() -> None:
    """The fish sets the players far apart; 40 deals from a solution, the same for all three."""
    fish = by_id("fish")
    deals = [deal_from_solution(fish, number).board().groups for number in range(40)]
    won = [
        sum(plays_out(fish, groups, player, stream(1, at)) for at, groups in enumerate(deals))
        for player in PLAYERS.values()
    ]
    assert won == sorted(won)
    assert won[0] < won[2]
