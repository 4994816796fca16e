"""The provers that tables share: the one that knows a deal is lent for it, and there are never many."""

from __future__ import annotations

import pytest

from paishan.play import foresight
from paishan.play import messages as m
from paishan.play.provers import Provers
from paishan.play.ruleset import TAIPEI
from paishan.play.table import Table
from paishan.rng import Rng
from paishan.solitaire.board import Board
from paishan.solitaire.deal import deal_from_solution
from paishan.solitaire.gallery import by_id
from paishan.solitaire.prover import Prover
from paishan.solving import Verdict

TURTLE, STEPS = by_id("turtle"), by_id("first-steps")


class Maker:
    """Makes provers for boards and counts them."""

    def __init__(self) -> None:
        self.made = 0

    def lend(self, provers: Provers, board: Board, asker: str = "") -> Prover:
        def make() -> Prover:
            self.made += 1
            return Prover(board.layout, board.groups)

        with provers.lend(board.layout, asker, board.groups, make) as prover:
            assert isinstance(prover, Prover)
            return prover


def boards(number: int) -> list[Board]:
    return [deal_from_solution(TURTLE, n).board() for n in range(number)]


def test_the_prover_that_knows_a_deal_is_lent_for_it() -> None:
    provers, maker = Provers(2), Maker()
    one, other = boards(2)
    first, second = maker.lend(provers, one), maker.lend(provers, other)
    assert first is not second
    assert maker.lend(provers, one) is first
    assert maker.lend(provers, other) is second
    assert maker.made == 2


def test_of_many_deals_of_a_layout_the_one_asked_about_longest_ago_is_forgotten() -> None:
    provers, maker = Provers(2), Maker()
    one, other, third = boards(3)
    first, second = maker.lend(provers, one), maker.lend(provers, other)
    assert maker.lend(provers, third) is first
    assert maker.made == 2
    assert maker.lend(provers, one) is second
    assert len(provers) == 2


def test_a_prover_of_another_layout_is_made_and_pushes_one_out() -> None:
    provers, maker = Provers(1), Maker()
    [board] = boards(1)
    maker.lend(provers, board)
    maker.lend(provers, deal_from_solution(STEPS, 1).board())
    assert (maker.made, len(provers)) == (2, 1)


def test_two_questions_about_one_deal_at_once_have_a_prover_each() -> None:
    provers = Provers(2)
    [board] = boards(1)

    def make() -> Prover:
        return Prover(board.layout, board.groups)

    asked = board.layout, "", board.groups, make
    with provers.lend(*asked) as one, provers.lend(*asked) as other:
        assert one is not other
    assert len(provers) == 1


def test_what_one_table_asked_is_unknown_to_another_one_with_the_same_deal() -> None:
    provers, maker = Provers(2), Maker()
    [board] = boards(1)
    assert maker.lend(provers, board, "one") is not maker.lend(provers, board, "other")
    assert maker.made == 2


def test_a_prover_whose_question_failed_is_not_lent_again() -> None:
    provers, maker = Provers(2), Maker()
    [board] = boards(1)
    with pytest.raises(LookupError), provers.lend(TURTLE, "", board.groups, lambda: Prover(TURTLE, board.groups)):
        raise LookupError
    assert len(provers) == 0
    maker.lend(provers, board)
    assert maker.made == 1


def test_a_prover_that_turned_to_another_deal_says_of_it_what_a_new_one_says() -> None:
    random = Rng(5)
    turned = Prover(TURTLE, deal_from_solution(TURTLE, 1).board().groups)
    said = []
    for board in boards(12):
        while pairs := list(board.pairs()):
            board.push(random.choice(pairs))
        while len(board.taken) > 40:
            board.pop()
        turned.deal(board.groups)
        fresh = Prover(TURTLE, board.groups)
        assert turned.proof(board.present).verdict is fresh.proof(board.present).verdict
        assert turned.pairs(board.present) == fresh.pairs(board.present)
        said.append(fresh.proof(board.present).verdict)
    assert {Verdict.CLEARABLE, Verdict.DEAD} <= set(said)


def test_tables_share_no_more_than_64_provers(monkeypatch: pytest.MonkeyPatch) -> None:
    shared = Provers()
    monkeypatch.setattr(foresight, "_SHARED", shared)
    table = Table(deal_from_solution(STEPS, 10), TAIPEI)
    for _ in range(90):
        table.apply(m.Shuffle(), 0)
        table.consider()
    assert table.state(0).used.shuffles == 90
    assert len(shared) <= 64
