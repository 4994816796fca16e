"""One solver answers about the positions of a deal in any order, earlier ones after later ones too."""

from paishan.solitaire.deal import deal_from_solution
from paishan.solitaire.engine import Solver
from paishan.solitaire.gallery import by_id
from paishan.solitaire.prover import Prover
from paishan.solving import Verdict
from tests.solving.small_boards import neighbours

GAME = [
    (99, 122),
    (20, 131),
    (74, 75),
    (110, 117),
    (121, 143),
    (57, 87),
    (73, 135),
    (72, 140),
    (66, 93),
    (120, 136),
    (42, 123),
    (30, 127),
    (0, 118),
    (137, 142),
    (29, 116),
    (67, 104),
    (88, 139),
    (28, 105),
    (119, 128),
    (89, 130),
    (45, 92),
    (19, 98),
    (58, 91),
    (1, 103),
    (12, 21),
    (94, 141),
    (68, 76),
    (13, 31),
    (2, 11),
    (18, 124),
    (3, 10),
    (90, 138),
    (17, 69),
    (86, 95),
    (100, 111),
    (16, 132),
    (4, 44),
    (5, 59),
    (70, 101),
    (22, 46),
    (23, 134),
    (14, 47),
]
"""A game of random pairs on deal 12 of the Turtle, played until it locked."""


def test_halving_back_through_a_lost_game_agrees_with_a_fresh_solver_each_time() -> None:
    deal = deal_from_solution(by_id("turtle"), 12)
    board = deal.board()
    present = {144: board.present}
    for pair in GAME:
        board.push(pair)
        present[board.left] = board.present
    prover = Prover(deal.layout, board.groups)
    for left in (144, 102, 124, 114, 108, 112, 110, 144):
        fresh = Prover(deal.layout, board.groups).proof(present[left]).verdict
        assert prover.proof(present[left]).verdict is fresh, f"with {left} tiles left"


def test_what_a_dead_position_excluded_is_followed_up_in_the_next_one() -> None:
    """Three later positions are dead without a search; with what they exclude, so is the one before them."""
    positions = [(0, 1, 2), (5, 5, 3), (1, 4, 4), (3, 5, 5), (2, 3, 1), (5, 0, 5), (2, 1, 1)]
    positions += [(5, 3, 3), (3, 5, 1), (0, 4, 5), (2, 2, 0), (2, 4, 2), (4, 5, 0), (3, 0, 4)]
    solver = Solver(*neighbours(positions), [0, 0, 0, 0, 1, 0, 0, 2, 2, 2, 0, 2, 0, 1])
    for gone in ([0, 1, 2, 3, 7, 9], [0, 1, 3, 5], [0, 1, 7, 9]):
        assert solver.solve(gone, limit=0).verdict is Verdict.DEAD
    assert solver.solve([0, 1], limit=0).verdict is Verdict.DEAD
