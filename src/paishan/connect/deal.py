"""Dealing: which tiles a grid gets, and where they lie.

*Proved* (`MC1`): the tiles are laid at random and kept if the exact solver proves that they can be cleared, so every
deal that can be cleared is equally likely. Dealing Mahjong Connect from a solution would make it far too easy: blind
play clears nearly all such deals.

*With gravity* no proof is known, and the tiles are dealt from a solution after all: two places that a line joins are
taken, what falls falls, until the grid is empty; then matching tiles are laid in that order. Such a deal can be
cleared, for it was; whether a position of it still can is not promised.

For the first 100,000 numbers of the grid of a full set the file `deals.json` says which of the random deals is the
first one that can be cleared, so that nothing need be searched for; `tools/connect_deals.py` writes it. What a code
deals is fixed for ever: nothing in this module may change what it draws from the generator.
"""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from itertools import islice
from typing import TYPE_CHECKING

from paishan.codes import Code, Dealer
from paishan.connect.board import Board
from paishan.connect.grid import GRIDS, PLAIN, Gravity, Grid, Variant, by_id, by_tag
from paishan.connect.prover import solver_for
from paishan.faults import Fault, needed
from paishan.pairs import Pair, bits
from paishan.rng import Rng
from paishan.solving import LIMIT
from paishan.tiles import FULL_SET, KINDS, Kind, Matching, group_of, groups_of

if TYPE_CHECKING:
    from paishan.connect.engine import Solver

__all__ = ["LISTED", "Deal", "Failures", "deal", "deal_falling", "deal_proved", "random_tiles", "taken_apart"]

LISTED = GRIDS[0]
"""The grid whose first deals are listed."""

_TRIES = 1_000
_BLIND = 64
_FAMILY = Matching.FAMILY


@dataclass(frozen=True, slots=True)
class Deal:
    """Tiles laid on a grid, which can be cleared."""

    code: Code
    """Its name; the variant is no part of it."""
    grid: Grid
    """Where the tiles lie."""
    kinds: tuple[Kind, ...] = field(repr=False)
    """The tile on each slot."""
    gravity: Gravity = Gravity.NONE
    """Where tiles move when a pair is taken."""
    found: tuple[Pair, ...] | None = field(default=None, repr=False)
    """The way to clear it that was found when it was dealt; None where it was not searched for."""

    @property
    def matching(self) -> Matching:
        """Any two flowers match, and any two seasons (N2)."""
        return _FAMILY

    @property
    def witness(self) -> tuple[Pair, ...]:
        """Pairs that clear the board, in order; searched for if it must be."""
        return self.found if self.found is not None else _witness(self.grid, groups_of(self.kinds, _FAMILY))

    def board(self) -> Board:
        """A new board with these tiles."""
        return Board(self.grid, self.kinds, _FAMILY, self.gravity)


def deal(what: Code | Grid | str, number: int | None = None, *, variant: Variant = PLAIN) -> Deal:
    """The deal that a code names; or the deal `number`, 0 … 2^30 - 1, of a built-in grid, given itself or by its id.

    With gravity, or with lines that stay inside, a code names another deal. Raises `ValueError` for what is no code of
    Mahjong Connect, for a grid that is not built in, and where no deal can be cleared.

    >>> deal("connect-18x8", 1) == deal("MC1-L00-AAAAAB7")
    True
    """
    needed(Variant, variant)
    if number is not None and not isinstance(what, Code):
        grid = by_id(what) if isinstance(what, str) else what
    elif number is not None or isinstance(what, Grid):
        raise ValueError("a deal is named by a code alone, or by a grid and the number of its deal")
    else:
        code = Code.parse(what) if isinstance(what, str) else what
        needed(Code, code)
        if code.dealer is not Dealer.MC1:
            raise Fault(
                "{code} is a code of {dealer}, which is no Mahjong Connect; MC1 is", code=str(code), dealer=code.dealer
            )
        grid, number = by_tag(code.layout), code.number
    grid = variant.on(grid)
    return deal_proved(grid, number) if variant.gravity is Gravity.NONE else deal_falling(grid, number, variant.gravity)


@lru_cache(256)
def _witness(grid: Grid, groups: tuple[int, ...]) -> tuple[Pair, ...]:
    proof = solver_for(grid, groups).solve()
    if proof.witness is None:
        raise ValueError(f"this deal of {grid} is {proof.verdict}")
    return tuple(Pair.of(*pair) for pair in proof.witness)


def deal_proved(grid: Grid, number: int, limit: int = LIMIT) -> Deal:
    """The deal `MC1` of this grid and number: the first of its random deals that is proved clearable.

    A random deal that is not decided within `limit` conflicts is passed over, which none of 100,000 on the built-in
    grids was. Raises `ValueError` when none of 1,000 can be cleared: on such a grid random deals hardly ever work.
    """
    code = Code(Dealer.MC1, grid.tag, number)
    rng = Rng(number)
    failed = failures().of(number) if grid == LISTED else None
    if failed is not None:
        return Deal(code, grid, next(islice(random_tiles(grid, rng), failed, None)))
    solver: Solver | None = None
    for kinds in islice(random_tiles(grid, rng), _TRIES):
        groups = groups_of(kinds, _FAMILY)
        if solver is None:
            solver = solver_for(grid, groups)
        else:
            solver.deal(groups)
        witness = solver.solve(limit=limit).witness
        if witness is not None:
            return Deal(code, grid, kinds, found=tuple(Pair.of(*pair) for pair in witness))
    raise ValueError(f"none of {_TRIES:,} random deals of {grid} can be cleared")


def deal_falling(grid: Grid, number: int, gravity: Gravity) -> Deal:
    """The deal `MC1` of this grid and number for play with gravity, and a way to clear it."""
    code = Code(Dealer.MC1, grid.tag, number)
    rng = Rng(number)
    empty = Board(grid, [KINDS[0]] * grid.slots, _FAMILY, gravity)
    order, sources = taken_apart(empty, rng)
    pairs = _pairs(_set_of_tiles(grid.slots, rng), rng)
    kinds = [KINDS[0]] * grid.slots
    for (a, b), (first, second) in zip(sources, pairs, strict=True):
        kinds[a], kinds[b] = first, second
    return Deal(code, grid, tuple(kinds), gravity, order)


def random_tiles(grid: Grid, rng: Rng) -> Iterator[tuple[Kind, ...]]:
    """Deals of a grid at random, one after the other, whether they can be cleared or not: the tile on each slot."""
    while True:
        kinds = _set_of_tiles(grid.slots, rng)
        rng.shuffle(kinds)
        yield tuple(kinds)


def _set_of_tiles(count: int, rng: Rng) -> list[Kind]:
    """As many tiles: full sets, then whole groups of four drawn at random, and of the last group two if need be."""
    sets, rest = divmod(count, len(FULL_SET))
    kinds = list(FULL_SET) * sets
    if rest:
        groups = list(range(36))
        rng.shuffle(groups)
        for group in groups[: (rest + 3) // 4]:
            kinds += [kind for kind in FULL_SET if group_of(kind, _FAMILY) == group]
        del kinds[count:]
    return kinds


def _pairs(kinds: list[Kind], rng: Rng) -> list[tuple[Kind, Kind]]:
    """These tiles as matching pairs in random order, which flower goes with which at random too."""
    by_group: dict[int, list[Kind]] = {}
    for kind in kinds:
        by_group.setdefault(group_of(kind, _FAMILY), []).append(kind)
    pairs = []
    for tiles in by_group.values():
        rng.shuffle(tiles)
        pairs += [(tiles[at], tiles[at + 1]) for at in range(0, len(tiles), 2)]
    rng.shuffle(pairs)
    return pairs


def taken_apart(board: Board, rng: Rng) -> tuple[tuple[Pair, ...], list[Pair]]:
    """A random order in which the tiles of a board can be taken off when all of them match; the board is left empty.

    Every two tiles that a line joins are equally likely at each step. Gives the pairs as they lie when they are
    taken, and the same pairs by the slots where their tiles lay at first.
    """
    lay = list(range(board.grid.slots))
    order: list[Pair] = []
    sources: list[Pair] = []
    while not board.cleared:
        pair = board.push(_joined(board, rng))
        order.append(pair)
        sources.append(Pair.of(lay[pair.a], lay[pair.b]))
        for source, slot in [(lay[source], target) for source, target in board.moved]:
            lay[slot] = source
    return tuple(order), sources


def _joined(board: Board, rng: Rng) -> Pair:
    present = list(bits(board.present))
    for _ in range(_BLIND):
        a, b = rng.choice(present), rng.choice(present)
        if a != b and board.joinable(a, b):
            return Pair.of(a, b)
    return rng.choice(list(board.pairs()))


class Failures:
    """How many of the random deals of a number fail before the first that can be cleared, for numbers from 0.

    Kept as a string of bits, for each number as many zeros as deals that fail and a one.
    """

    _BLOCK = 64

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._before = [0]
        for at in range(0, len(data), self._BLOCK):
            self._before.append(self._before[-1] + int.from_bytes(data[at : at + self._BLOCK]).bit_count())

    def __len__(self) -> int:
        return self._before[-1]

    def of(self, number: int) -> int | None:
        """How many deals of this number fail; None where that is not known."""
        if not 0 <= number < len(self):
            return None
        return self._place(number) - (self._place(number - 1) if number else -1) - 1

    def _place(self, number: int) -> int:
        """Where the one of a number stands in the string."""
        low, high = 0, len(self._before) - 1
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self._before[middle] <= number else (low, middle)
        block = self._data[low * self._BLOCK : (low + 1) * self._BLOCK]
        text = f"{int.from_bytes(block):0{8 * len(block)}b}"
        at = -1
        for _ in range(number - self._before[low] + 1):
            at = text.index("1", at + 1)
        return 8 * low * self._BLOCK + at

    @classmethod
    def packed(cls, failed: list[int]) -> bytes:
        """The string of bits for these numbers of failed deals, in the order of the deals' numbers."""
        text = "".join("0" * count + "1" for count in failed)
        text += "0" * (-len(text) % 8)
        return int(text, 2).to_bytes(len(text) // 8) if text else b""


@lru_cache(256)
def failures() -> Failures:
    """What `deals.json` says of the listed grid."""
    text = resources.files("paishan.connect").joinpath("deals.json").read_text("utf-8")
    return Failures(b64decode(json.loads(text)["failures"]))
