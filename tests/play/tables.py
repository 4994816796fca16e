"""Little deals and what is done at a table of them, for the tests of tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from paishan.codes import Code, Dealer
from paishan.play import messages as m
from paishan.play.messages import Reason
from paishan.play.ruleset import TAIPEI, ShufflePolicy
from paishan.play.table import Table
from paishan.solitaire.board import Pair
from paishan.solitaire.deal import Deal
from paishan.solitaire.gallery import by_id
from paishan.solitaire.layout import Layout
from paishan.tiles import Matching, kind_of
from tests.reference import Position

FIRST_STEPS = by_id("first-steps")

# Always the last pair of deal 10: locked after 11 pairs with 14 tiles left.
TO_THE_LOCK = [
    (29, 32),
    (26, 30),
    (25, 35),
    (20, 22),
    (23, 28),
    (16, 19),
    (17, 34),
    (27, 33),
    (24, 31),
    (9, 21),
    (3, 10),
]


def deal_of(tiles: Sequence[tuple[Position, str]], *witness: tuple[int, int]) -> Deal:
    layout = Layout.build("some", "Some", [position for position, _ in tiles])
    assert [tuple(slot) for slot in layout.slots] == [position for position, _ in tiles]
    kinds = tuple(kind_of(label) for _, label in tiles)
    return Deal(Code(Dealer.MJ1, layout.tag, 1), layout, kinds, Matching.FAMILY, tuple(Pair(*pair) for pair in witness))


# Above a row of four (0–3), below it a lone stack of two (4 under 8) and a row of three (5–7) with 9 on its middle.
TABLEAU = deal_of(
    [
        ((0, 0, 0), "1B"),
        ((2, 0, 0), "2B"),
        ((4, 0, 0), "2B"),
        ((6, 0, 0), "1B"),
        ((10, 0, 0), "N"),
        ((0, 4, 0), "F1"),
        ((2, 4, 0), "N"),
        ((4, 4, 0), "F2"),
        ((10, 0, 1), "S1"),
        ((2, 4, 1), "S2"),
    ],
    (0, 3),
    (1, 2),
    (5, 7),
    (8, 9),
    (4, 6),
)

# Three free flowers and a fourth under the last: taking 1 and 2 locks the board with two tiles in one stack.
FLOWERS = deal_of([((0, 0, 0), "F1"), ((4, 0, 0), "F2"), ((4, 4, 0), "F3"), ((0, 0, 1), "F4")], (1, 3), (0, 2))

LOCKED_ONLY = replace(TAIPEI, id="locked-only", shuffle=ShufflePolicy.LOCKED, shuffles=1)


def tap(table: Table, *slots: int) -> list[m.Event]:
    return [event for slot in slots for event in table.apply(m.Pick(slot), 0).events]


def take(table: Table, *pairs: tuple[int, int], at: int = 0) -> None:
    for a, b in pairs:
        assert table.apply(m.Take(a, b), at).events[0] == m.Removed(*Pair.of(a, b))


def refusal(table: Table, command: m.Command) -> Reason:
    (event,) = table.apply(command, 0).events
    assert isinstance(event, m.Refused)
    return event.reason


def position(table: Table) -> tuple[object, ...]:
    """What undo and redo give back."""
    state = table.state(0)
    return state.faces, state.groups, state.present, state.left, state.pairs, state.status
