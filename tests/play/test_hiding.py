"""In ranked play a face that could not be seen yet is not told, except what one pair can bring to light (X3)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from paishan.codes import Code, Dealer
from paishan.play import messages as m
from paishan.play.hiding import covers_of, hidden
from paishan.play.messages import Status
from paishan.play.opening import open_table
from paishan.play.ruleset import AGAINST_THE_CLOCK, CLASSIC, CLASSIC_CHALLENGE, CONNECT, TAIPEI, ShufflePolicy
from paishan.play.table import Table
from paishan.solitaire.deal import deal_from_solution
from paishan.solitaire.gallery import by_id, layouts
from paishan.solitaire.layout import Layout, bits
from tests.play.tables import deal_of
from tests.reference import Reference, cells, covers

# A stack of three (0 under 5 under 7), a stack of two (1 under 6), and three lone tiles.
STACKS = deal_of(
    [
        ((0, 0, 0), "N"),
        ((4, 0, 0), "E"),
        ((8, 0, 0), "1B"),
        ((12, 0, 0), "N"),
        ((16, 0, 0), "R"),
        ((0, 0, 1), "E"),
        ((4, 0, 1), "R"),
        ((0, 0, 2), "1B"),
    ],
    (2, 7),
    (4, 6),
    (1, 5),
    (0, 3),
)


def told(table: Table) -> tuple[str | None, ...]:
    return table.state(0).faces


def test_what_lies_under_one_pair_is_told_and_what_lies_deeper_is_not() -> None:
    table = Table(STACKS, CLASSIC)
    assert told(table) == (None, "E", "1B", "N", "R", "E", "R", "1B")
    assert table.state(0).groups[0] == -1
    assert table.state(0).groups[1:] == STACKS.board().groups[1:]
    table.apply(m.Take(2, 7), 0)
    # The E on tile 0 cannot be taken, for its mate lies under R: so the N stays hidden.
    assert told(table)[0] is None
    table.apply(m.Take(4, 6), 0)
    assert told(table)[0] == "N"


def test_undo_hides_it_again() -> None:
    table = Table(STACKS, CLASSIC)
    for pair in ((2, 7), (4, 6)):
        table.apply(m.Take(*pair), 0)
    table.apply(m.Undo(), 0)
    assert told(table)[0] is None


def test_a_tile_of_which_a_corner_is_seen_is_told() -> None:
    # Four tiles under one: of each one cell is covered and three are seen.
    quarter = deal_of(
        [
            ((0, 0, 0), "N"),
            ((2, 0, 0), "N"),
            ((6, 0, 0), "R"),
            ((0, 2, 0), "E"),
            ((2, 2, 0), "E"),
            ((1, 1, 1), "R"),
        ],
        (2, 5),
        (0, 1),
        (3, 4),
    )
    assert None not in told(Table(quarter, CLASSIC))
    assert covers_of(quarter.layout) == ()


def test_four_tiles_together_hide_the_one_under_them() -> None:
    # Each covers one cell of tile 0, and each pair opens one cell of it.
    layout = Layout.build("four", "Four", [(1, 1, 0), (0, 0, 1), (2, 0, 1), (0, 2, 1), (2, 2, 1), (8, 6, 0)])
    (entry,) = covers_of(layout)
    assert layout.slots[0] == (1, 1, 0)
    assert (entry[0], len(entry[1])) == (1, 4)
    assert hidden(covers_of(layout), layout.full, 0) == 1
    assert hidden(covers_of(layout), layout.full, 1 << 2) == 0
    assert hidden(covers_of(layout), layout.full & ~(1 << 5), 0) == 0


def test_a_tile_over_a_gap_hides_as_well_as_one_that_lies_on_it() -> None:
    layout = Layout.build("gap", "Gap", [(0, 0, 0), (0, 0, 5)])
    assert hidden(covers_of(layout), layout.full, 0) == 1


@pytest.mark.parametrize("id", ["turtle", "lantern", "fortress", "spiral"])
def test_along_a_whole_game_exactly_those_are_hidden_of_which_no_cell_lies_open_before_or_after_one_pair(
    id: str,
) -> None:
    deal = deal_from_solution(by_id(id), 7)
    places = tuple((x, y, z) for x, y, z in deal.layout.slots)
    over = [
        [
            {n for n, other in enumerate(places) if cell in cells(other) and covers(other, place)}
            for cell in cells(place)
        ]
        for place in places
    ]
    table = Table(deal, AGAINST_THE_CLOCK)
    reference = Reference(places, deal.board().groups)
    for pair in deal.witness:
        seen = set()
        for gone in (set(), *map(set, reference.pairs())):
            left = reference.present - gone
            seen |= {slot for slot in left if any(not (cell & left) for cell in over[slot])}
        faces = told(table)
        assert {slot for slot, face in enumerate(faces) if face is None} == reference.present - seen
        table.apply(m.Take(*pair), 0)
        reference.take(*pair)
    assert None not in told(table)


def test_of_the_turtle_forty_faces_or_more_are_not_told_at_the_start() -> None:
    # 56 of its tiles are covered whole; each of the few pairs at the start may bring one or two to light.
    assert len(covers_of(by_id("turtle"))) == 36 + 16 + 4
    for number in range(20):
        faces = told(Table(deal_from_solution(by_id("turtle"), number), CLASSIC_CHALLENGE))
        assert 36 <= faces.count(None) <= 56


def test_when_the_game_is_over_all_is_told() -> None:
    table = Table(STACKS, CLASSIC)
    table.apply(m.GiveUp(), 0)
    assert None not in told(table)
    table.apply(m.Undo(), 0)
    assert None in told(table)


def test_when_time_is_over_all_is_told_once_that_is_written() -> None:
    table = Table(STACKS, CLASSIC_CHALLENGE)
    assert table.state(20_000).status is Status.TIMED_OUT
    assert None in table.state(20_000).faces
    table.apply(m.Pause(), 20_000)
    assert None not in table.state(20_000).faces


def test_after_a_shuffle_it_is_the_new_faces_that_are_told_or_not() -> None:
    table = Table(STACKS, replace(CLASSIC, id="at-will", shuffle=ShufflePolicy.ANY))
    table.apply(m.Shuffle(), 0, (5, 1, 2, 3, 4, 0, 6, 7))
    assert told(table) == (None, "E", "1B", "N", "R", "N", "R", "1B")


def test_unranked_rulesets_and_connect_hide_nothing() -> None:
    assert None not in told(Table(STACKS, TAIPEI))
    table = open_table(Code(Dealer.MC1, "L01", 1), CONNECT)
    assert CONNECT.ranked and None not in told(table)


@pytest.mark.parametrize("layout", layouts()[:12], ids=lambda layout: layout.id)
def test_what_can_be_hidden_is_what_higher_tiles_cover_whole(layout: Layout) -> None:
    covered = {
        slot
        for slot, place in enumerate(layout.slots)
        if all(any(other.z > place.z and cell in other.cells for other in layout.slots) for cell in place.cells)
    }
    assert {next(bits(bit)) for bit, _ in covers_of(layout)} == covered
