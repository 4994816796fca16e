"""What each family of games of pairs brings to the table: why a tile cannot be taken, proofs, shuffles, what is hidden.

A `Table` plays on any `Ground`; nothing here knows of clocks, points or history.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from paishan.codes import Code
from paishan.connect import prover as grid_prover
from paishan.connect import shuffle as grid_shuffle
from paishan.connect.board import Board as GridBoard
from paishan.connect.deal import Deal as GridDeal
from paishan.connect.grid import Gravity, Grid
from paishan.pairs import Pair
from paishan.play.hiding import Covers, covers_of, hidden
from paishan.play.messages import Reason
from paishan.play.ruleset import Game, Ruleset
from paishan.proving import DealProver
from paishan.rng import Rng
from paishan.solitaire.board import Board as Heap
from paishan.solitaire.board import Hindrance
from paishan.solitaire.deal import Deal as HeapDeal
from paishan.solitaire.layout import Layout
from paishan.solitaire.prover import Prover as HeapProver
from paishan.solitaire.prover import ranked
from paishan.solitaire.shuffle import shuffled
from paishan.tiles import Kind, Matching

__all__ = ["Board", "Deal", "Ground", "Open", "ground_of"]

Open: TypeAlias = tuple[int, int]
"""How many pairs can be taken, and the mask of the tiles that belong to one."""


class Board(Protocol):
    """Tiles on their places, played from the first pair to the last, by whatever rules."""

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The tile on each slot."""

    @property
    def groups(self) -> tuple[int, ...]:
        """What the tile on each slot matches."""

    @property
    def present(self) -> int:
        """The mask of slots whose tiles are there."""

    @property
    def taken(self) -> tuple[Pair, ...]:
        """The pairs taken so far, in order."""

    @property
    def left(self) -> int:
        """How many tiles remain."""

    @property
    def cleared(self) -> bool:
        """Whether no tile remains."""

    def pairs(self) -> Iterator[Pair]:
        """Every different pair that can be taken now, in order."""

    def push(self, pair: tuple[int, int]) -> Pair:
        """Take a pair."""

    def pop(self) -> Pair:
        """Take back the last pair."""

    def permuted(self, kinds: Sequence[Kind]) -> Board:
        """This board with other tiles on its slots; the same tiles are gone."""


class Deal(Protocol):
    """Tiles as they are dealt, with a way to clear them if there is one that is known."""

    @property
    def code(self) -> Code:
        """What the deal is called."""

    @property
    def matching(self) -> Matching:
        """Which flowers and seasons match."""

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The tile on each slot."""

    @property
    def witness(self) -> tuple[Pair, ...]:
        """Pairs that clear the board, in order."""

    def board(self) -> Any:
        """A new board with these tiles."""


@dataclass(frozen=True, slots=True)
class Ground:
    """What is particular to one family of games. Every function is given a board of that family."""

    layout_id: str
    """The stable id of the layout or grid that is played on."""
    place: Layout | Grid
    """That layout or grid itself."""
    obstacle: Callable[[Any, int], Reason | None]
    """Why the tile on a slot cannot be picked; None if it can."""
    refuses: Callable[[Any, int, int], Reason | None]
    """Why two tiles that can be picked cannot be taken as a pair; None if they can."""
    open: Callable[[Any], Open]
    """What can be taken now."""
    ranked: Callable[[Any], list[Pair]]
    """The pairs that can be taken now, those that open most first."""
    prover: Callable[[Any, int], DealProver] | None
    """A prover for a board's deal, with the conflicts that one question may cost; None where nothing can be proved."""
    shuffled: Callable[[Any, Rng, int], tuple[int, ...] | None]
    """The remaining tiles laid anew: for each slot the one whose tile comes to lie there; None if it cannot be."""
    covers: Covers = ()
    """What must lie on a tile to hide its face, where faces are hidden."""

    def hidden(self, board: Board, takable: int) -> int:
        """The mask of the tiles whose faces the player could not see yet, nor will after one pair."""
        return hidden(self.covers, board.present, takable)


def ground_of(deal: Deal, rules: Ruleset) -> Ground:
    """The ground of a deal under a ruleset. Raises `ValueError` when they do not go together."""
    if deal.matching is not rules.matching:
        raise ValueError(f"{rules.name} plays with {rules.matching} matching; this deal is for {deal.matching}")
    if isinstance(deal, HeapDeal) and rules.family is Game.SOLITAIRE:
        return _heap(deal, rules)
    if isinstance(deal, GridDeal) and rules.family is Game.CONNECT:
        if (deal.gravity, deal.grid.outside) != (rules.gravity, rules.outside):
            raise ValueError(f"{rules.name} has other grids than this deal of {deal.code}")
        return _grid(deal)
    raise ValueError(f"{rules.name} is not played with {deal.code}")


def _heap(deal: HeapDeal, rules: Ruleset) -> Ground:
    """Mahjong solitaire."""
    return Ground(
        layout_id=deal.layout.id,
        place=deal.layout,
        obstacle=_heap_obstacle,
        refuses=_heap_refuses,
        open=_heap_open,
        ranked=ranked,
        prover=_heap_prover,
        shuffled=shuffled,
        covers=covers_of(deal.layout) if rules.ranked else (),
    )


_REASON: dict[Hindrance | None, Reason] = {
    Hindrance.COVERED: Reason.COVERED,
    Hindrance.BLOCKED: Reason.BLOCKED,
    Hindrance.BOTH: Reason.BOTH,
}


def _heap_obstacle(board: Heap, slot: int) -> Reason | None:
    if board.is_free(slot) if slot >= 0 else False:
        return None
    if not 0 <= slot < len(board.kinds):
        return Reason.NO_SLOT
    if not board.present >> slot & 1:
        return Reason.GONE
    return _REASON[board.hindrance(slot)]


def _heap_refuses(board: Heap, a: int, b: int) -> Reason | None:
    return None if board.groups[a] == board.groups[b] else Reason.NO_MATCH


def _heap_open(board: Heap) -> Open:
    mates: dict[int, int] = {}
    groups, free = board.groups, board.free_mask
    while free:
        low = free & -free
        free ^= low
        group = groups[low.bit_length() - 1]
        mates[group] = mates.get(group, 0) | low
    count = takable = 0
    for mask in mates.values():
        if mask & (mask - 1):
            some = mask.bit_count()
            count += some * (some - 1) // 2
            takable |= mask
    return count, takable


def _heap_prover(board: Heap, limit: int) -> DealProver:
    return HeapProver(board.layout, board.groups, limit)


def _grid(deal: GridDeal) -> Ground:
    """Mahjong Connect. With gravity nothing can be proved of a position, so nothing is promised."""
    return Ground(
        layout_id=deal.grid.id,
        place=deal.grid,
        obstacle=_grid_obstacle,
        refuses=_grid_refuses,
        open=_grid_open,
        ranked=grid_prover.ranked,
        prover=_grid_prover if deal.gravity is Gravity.NONE else None,
        shuffled=grid_shuffle.shuffled,
    )


def _grid_obstacle(board: GridBoard, slot: int) -> Reason | None:
    hindrance = board.obstacle(slot)
    return None if hindrance is None else Reason(hindrance.value)


def _grid_refuses(board: GridBoard, a: int, b: int) -> Reason | None:
    hindrance = board.why_not(a, b)
    return None if hindrance is None else Reason(hindrance.value)


def _grid_open(board: GridBoard) -> Open:
    # Faces are never hidden here, so which tiles can be taken is not asked for.
    return sum(1 for _ in board.pairs()), 0


def _grid_prover(board: GridBoard, limit: int) -> DealProver:
    return grid_prover.Prover(board.grid, board.groups, limit)
