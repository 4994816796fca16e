"""Deals of Mahjong Connect: what a number deals, that it clears, and that it is the same everywhere."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from itertools import islice

import pytest
from tools.connect_deals import failed

from paishan.connect.deal import (
    LISTED,
    Deal,
    Failures,
    deal_falling,
    deal_proved,
    failures,
    random_tiles,
)
from paishan.connect.grid import GRIDS, Gravity, Grid
from paishan.connect.prover import solver_for
from paishan.rng import Rng
from paishan.solving import COMPILED, Verdict
from paishan.tiles import FULL_SET, Matching, groups_of

INSIDE = Grid(18, 8, outside=False)
FIRST_ROW = "9B R 8C 4C 4B 3C 1D 2D 7D R W 5C 3B 3B S2 1D 4C 8C"
FALLING_ROW = "4C 1B W S 5B 9C 6B 9D 4D 1B 5C 5B 3D 4D 4C 4C 1B 8D"


def plays(deal: Deal) -> bool:
    """Whether the deal's witness clears its board."""
    board = deal.board()
    for pair in deal.witness:
        board.push(pair)
    return board.cleared


@pytest.mark.parametrize("grid", [*GRIDS, INSIDE], ids=str)
@pytest.mark.parametrize("number", [0, 1, 12_345, 2**30 - 1])
def test_every_deal_clears(grid: Grid, number: int) -> None:
    deal = deal_proved(grid, number)
    assert plays(deal)
    assert str(deal.code).startswith(f"MC1-{grid.tag}-")


@pytest.mark.parametrize("gravity", [Gravity.DOWN, Gravity.SIDEWAYS])
@pytest.mark.parametrize("grid", [*GRIDS, INSIDE], ids=str)
def test_deals_for_gravity_clear_while_tiles_move(grid: Grid, gravity: Gravity) -> None:
    deal = deal_falling(grid, 5, gravity)
    assert deal.board().gravity is gravity
    assert plays(deal)
    assert deal == deal_falling(grid, 5, gravity)


def test_the_tiles_are_full_sets_or_whole_groups() -> None:
    assert Counter(deal_proved(GRIDS[0], 3).kinds) == Counter(FULL_SET)
    assert Counter(deal_proved(GRIDS[2], 3).kinds) == Counter([*FULL_SET, *FULL_SET])
    sizes = Counter(groups_of(deal_proved(GRIDS[1], 3).kinds, Matching.FAMILY))
    assert sorted(sizes.values()) == [4] * 21
    assert Counter(deal_falling(GRIDS[0], 3, Gravity.DOWN).kinds) == Counter(FULL_SET)
    uneven = Counter(groups_of(next(random_tiles(Grid(6, 3), Rng(1))), Matching.FAMILY))
    assert sorted(uneven.values()) == [2, 4, 4, 4, 4]


def test_what_a_number_deals_never_changes() -> None:
    """Written down when the dealer was made."""
    first = " ".join(kind.label for kind in deal_proved(GRIDS[0], 1).kinds[:18])
    assert first == FIRST_ROW
    falling = " ".join(kind.label for kind in deal_falling(GRIDS[0], 1, Gravity.DOWN).kinds[:18])
    assert falling == FALLING_ROW


def test_a_deal_is_the_first_random_one_that_clears() -> None:
    numbers = [number for number in range(60) if failures().of(number)]
    assert numbers
    for number in numbers[:3]:
        count = failures().of(number)
        assert count is not None
        tiles = list(islice(random_tiles(LISTED, Rng(number)), count + 1))
        verdicts = [solver_for(LISTED, groups_of(kinds, Matching.FAMILY)).solve().verdict for kinds in tiles]
        assert verdicts == [Verdict.DEAD] * count + [Verdict.CLEARABLE]
        assert deal_proved(LISTED, number).kinds == tiles[-1]


def test_the_list_says_of_100_000_numbers_how_many_deals_fail() -> None:
    listed = failures()
    assert len(listed) == 100_000
    assert listed.of(100_000) is None
    counts = Counter(listed.of(number) for number in range(0, 100_000, 17))
    assert 0.91 < counts[0] / counts.total() < 0.932
    solver = solver_for(LISTED, [slot // 4 for slot in range(144)])
    for number in [*range(20 if COMPILED else 5), 50_000, 99_999]:
        assert listed.of(number) == failed(solver, number)


@pytest.mark.parametrize("counts", [[], [0], [3, 0, 0, 12, 1], [0] * 2000, [k % 7 for k in range(1500)]])
def test_failures_pack_and_unpack(counts: list[int]) -> None:
    packed = Failures(Failures.packed(counts))
    assert len(packed) == len(counts)
    assert [packed.of(number) for number in range(len(counts))] == counts
    assert packed.of(len(counts)) is None
    assert packed.of(-1) is None


def test_a_listed_deal_needs_no_search() -> None:
    code = (
        "import sys; from paishan.connect.deal import deal_proved, LISTED; "
        "deal_proved(LISTED, 77); print([m for m in sys.modules if m.endswith(('solving.search', 'connect.engine'))])"
    )
    assert subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout == "[]\n"


def test_a_grid_on_which_nothing_clears_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["paishan.connect.deal"], "_TRIES", 3)
    hopeless = Grid(18, 8, outside=False)
    numbers = 0
    for number in range(40):
        try:
            deal_proved(hopeless, number)
        except ValueError as error:
            assert str(error) == "none of 3 random deals of 18 × 8 can be cleared"
            numbers += 1
    assert numbers > 20


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled here")
def test_uncompiled_deals_are_the_same() -> None:
    code = "-m", "tests.connect.deals"
    compiled, plain = (
        subprocess.run([sys.executable, *words], check=True, capture_output=True, text=True).stdout
        for words in (code, ("-m", "tests.solving.plain", *code[1:]))
    )
    assert compiled.startswith("compiled\n")
    assert plain == compiled.replace("compiled", "plain", 1)
