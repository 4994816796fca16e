"""How many positions can be reached: by the engine, by a slow counter of its own, and as written down."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from paishan import chuopai, connect, deal, perft
from paishan.chuopai.match import Match
from paishan.connect.board import Board as GridBoard
from paishan.solitaire.board import Board
from paishan.tiles import KINDS
from tests.slow_counter import Hands, begun, counted, layered

PAGE = Path(__file__).parents[1] / "docs" / "library" / "perft.md"
_TABLE = re.compile(
    r"^`(?P<code>[A-Z0-9-]+)`(?P<place>.*?); checked to (?P<checked>\d) moves\n\n"
    r"\| moves \|[^\n]*\n[^\n]*\n\| sequences \| (?P<sequences>[^\n]*) \|\n\| positions \| (?P<positions>[^\n]*) \|$",
    re.MULTILINE,
)
_ENOUGH = 10_000
"""So many positions in all are counted again here; the others of the page by `long`."""


def numbers(text: str) -> list[int]:
    """The figures of a row, with that of no move before them."""
    return [1, *(int(figure.replace(",", "")) for figure in text.split(" | "))]


WRITTEN = [
    (
        found["code"],
        next((id for id in ("falling", "inside") if found["place"].endswith(id)), "plain"),
        int(found["checked"]),
        numbers(found["sequences"]),
        numbers(found["positions"]),
    )
    for found in _TABLE.finditer(PAGE.read_text("utf-8"))
]
NAMES = [f"{code}-{variant}" for code, variant, *_ in WRITTEN]


def start(code: str, variant: str) -> Board | GridBoard | Match:
    match code[:2]:
        case "CP":
            return chuopai.deal(code).match()
        case "MC":
            rules = next(found for found in connect.VARIANTS if found.id == variant)
            return connect.deal(code, variant=rules).board()
    return deal(code).board()


def test_the_page_has_three_deals_of_each_game_at_least() -> None:
    for first in "MJ", "MC", "CP":
        assert sum(code.startswith(first) for code, *_ in WRITTEN) >= 3


@pytest.mark.parametrize(("code", "variant", "checked", "sequences", "positions"), WRITTEN, ids=NAMES)
def test_the_slow_counter_finds_what_is_written(
    code: str, variant: str, checked: int, sequences: list[int], positions: list[int]
) -> None:
    assert counted(begun(code, variant), checked) == (sequences[: checked + 1], positions[: checked + 1])


HEAPS = [row for row in WRITTEN if row[0].startswith("M") and not row[0].startswith("MC")]


@pytest.mark.long
@pytest.mark.parametrize(("code", "variant", "checked", "sequences", "positions"), HEAPS, ids=[row[0] for row in HEAPS])
def test_the_slow_counter_finds_all_that_is_written_of_solitaire(
    code: str, variant: str, checked: int, sequences: list[int], positions: list[int]
) -> None:
    """Of the other two games it would take too long."""
    assert layered(begun(code, variant), len(sequences) - 1) == (sequences, positions)


@pytest.mark.parametrize(("code", "variant", "checked", "sequences", "positions"), WRITTEN, ids=NAMES)
def test_perft_finds_what_is_written(
    code: str, variant: str, checked: int, sequences: list[int], positions: list[int]
) -> None:
    depth = max(depth for depth in range(len(positions)) if sum(positions[: depth + 1]) <= _ENOUGH)
    found = perft(start(code, variant), depth)
    assert list(found.sequences) == sequences[: depth + 1]
    assert list(found.positions) == positions[: depth + 1]


@pytest.mark.long
@pytest.mark.parametrize(("code", "variant", "checked", "sequences", "positions"), WRITTEN, ids=NAMES)
def test_perft_finds_all_that_is_written(
    code: str, variant: str, checked: int, sequences: list[int], positions: list[int]
) -> None:
    found = perft(start(code, variant), len(sequences) - 1)
    assert (list(found.sequences), list(found.positions)) == (sequences, positions)


@pytest.mark.parametrize(
    "hands",
    [
        ("0 11 16 16", "1 12 13 19 20", "4 5"),
        ("7 7 9", "8 10", "8 10 10"),
        ("0 0 11", "1 12 12", "2 14 17"),
        ("19 20 20 6", "6 12", "13 13"),
        ("3 15 18", "", "0 0 16"),
        ("4", "5", "6 6"),
    ],
)
def test_a_few_cards_are_played_to_the_end_in_every_way(hands: tuple[str, str, str]) -> None:
    for leader in range(3):
        cards = [sorted(map(int, hand.split())) for hand in hands]
        match = Match(cards, leader)
        # Who has no cards leads nothing: the rules let the next in turn lead.
        found = perft(match, 14)
        sequences, positions = counted(Hands.opened([list(hand) for hand in cards], match.round.leader), 14)
        assert (list(found.sequences), list(found.positions)) == (sequences, positions)


def test_a_board_is_as_it_was_and_ends_when_it_is_cleared() -> None:
    grid = connect.Grid(2, 2)
    board = GridBoard(grid, (KINDS[0], KINDS[0], KINDS[1], KINDS[1]))
    found = perft(board, 3)
    assert (found.sequences, found.positions) == ((1, 2, 2, 0), (1, 2, 1, 0))
    assert board.taken == () and board.left == 4
    with pytest.raises(ValueError, match="a depth is 0 or more, not -1"):
        perft(board, -1)
