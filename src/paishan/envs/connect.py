"""Mahjong Connect as an environment of Gymnasium, in every rule variant."""

from __future__ import annotations

import operator

import numpy as np
from gymnasium.spaces import Box
from numpy.typing import NDArray

from paishan.connect.board import Board
from paishan.connect.deal import Deal, deal
from paishan.connect.grid import VARIANTS, Gravity, Grid, Variant, by_id
from paishan.envs.pairs import PairGame, Reward
from paishan.envs.raster import HALF_HIGH, HALF_WIDE, Picture, tile
from paishan.pairs import bits

__all__ = ["EMPTY", "Connect"]

EMPTY = -1
"""What an empty place matches, in an observation."""


class Connect(PairGame):
    """A grid, dealt anew for each game and played until it is cleared or locked.

    An observation has a row for each row of the grid: what the tile on each place matches (0–35), -1 where none lies.

    >>> env = Connect("connect-14x6", reward="pairs")
    >>> observation, info = env.reset(options={"number": 7})
    >>> observation.shape
    (6, 14)
    >>> taken = env.pair(int(info["action_mask"].argmax()))
    >>> observation, reward, terminated, truncated, info = env.step(env.action(taken))
    >>> int((observation < 0).sum())
    2
    """

    def __init__(
        self,
        grid: str | Grid = "connect-18x8",
        *,
        variant: str = "plain",
        reward: Reward = "cleared",
        code: str | None = None,
        render_mode: str | None = None,
    ) -> None:
        """A built-in grid or its id.

        - `variant`: `plain`, `falling`, `sliding` or `inside`;
        - `reward`: `cleared`, 1 for clearing the grid and else 0, or `pairs`, an equal share of 1 for each pair;
        - `code`: the deal of every game; else they come from the seed;
        - `render_mode`: `ansi` or `rgb_array`.

        Raises `ValueError` for a name that is none.
        """
        self.variant = _variant(variant)
        """Where tiles move, and whether lines may leave the grid."""
        self.grid = self.variant.on(by_id(grid) if isinstance(grid, str) else grid)
        """The grid, its outside as the variant says."""
        super().__init__(self.grid.slots, reward, code, render_mode)
        self.observation_space = Box(EMPTY, 35, (self.grid.height, self.grid.width), np.int8)
        """Height × width: what the tile on each place matches."""
        self._faces = np.zeros(self.grid.slots, np.int8)
        self.deal: Deal
        """What was dealt last."""
        self.board: Board
        """The board as it stands."""

    def _deal(self, what: str | int | Deal) -> None:
        if isinstance(what, Deal):
            found = what
        elif isinstance(what, str):
            found = deal(what, variant=self.variant)
        else:
            found = deal(self.grid, operator.index(what), variant=self.variant)
        if found.grid != self.grid or found.gravity is not self.variant.gravity:
            raise ValueError(f"{found.code} is a deal of {found.grid}; this environment has {self.grid}")
        self.deal, self.board = found, found.board()
        self._faces[:] = self.board.groups
        self._left = self.board.left
        self._match()

    def _take(self, a: int, b: int) -> None:
        board = self.board
        board.push((a, b))
        if board.gravity is Gravity.NONE:
            self._faces[a] = self._faces[b] = EMPTY
        else:
            self._faces[:] = board.groups
            for slot in bits(self.grid.full & ~board.present):
                self._faces[slot] = EMPTY
        self._match()

    def _match(self) -> None:
        """Write the mask anew: one pair may join others far away."""
        first = self._first
        actions = [first[a] + b for a, b in self.board.pairs()]
        self._mask.fill(0)
        self._mask[actions] = 1
        self._open = len(actions)

    def _observed(self) -> NDArray[np.int8]:
        return self._faces.reshape(self.grid.height, self.grid.width).copy()

    def _text(self) -> str:
        """Row by row, the label of each tile, and dots where none lies."""
        board, width = self.board, self.grid.width
        labels = [f"{kind.label:<2}" if board.present >> slot & 1 else "··" for slot, kind in enumerate(board.kinds)]
        rows = [" ".join(labels[at : at + width]).rstrip() for at in range(0, len(labels), width)]
        return "\n".join([*rows, f"{board.left} tiles left, {self._open} pairs"])

    def _picture(self) -> Picture:
        board, grid = self.board, self.grid
        wide, high = 2 * HALF_WIDE, 2 * HALF_HIGH
        picture = Picture(wide * (grid.width + 1), high * (grid.height + 1))
        able = {slot for pair in board.pairs() for slot in pair}
        for slot in bits(board.present):
            x, y = grid.at(slot)
            kind = board.kinds[slot]
            tile(picture, wide // 2 + wide * x, high // 2 + high * y, kind.label, kind.family, slot in able)
        return picture


def _variant(id: str) -> Variant:
    for variant in VARIANTS:
        if variant.id == id:
            return variant
    raise ValueError(f"there is no variant {id!r}; there are {', '.join(variant.id for variant in VARIANTS)}")
