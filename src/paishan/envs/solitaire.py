"""Mahjong solitaire as an environment of Gymnasium, with all faces open or with those hidden that cannot be seen."""

from __future__ import annotations

import operator
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from gymnasium.spaces import Box
from numpy.typing import NDArray

from paishan.codes import Code, Dealer
from paishan.envs.pairs import PairGame, Reward
from paishan.envs.raster import HALF_HIGH, HALF_WIDE, LIFT, Picture, tile
from paishan.pairs import bits
from paishan.play.hiding import covers_of
from paishan.solitaire.board import Board
from paishan.solitaire.deal import Deal, deal
from paishan.solitaire.gallery import by_id
from paishan.solitaire.layout import Layout
from paishan.tiles import Matching

__all__ = ["GONE", "UNSEEN", "Solitaire"]

GONE = -1
"""What a slot without a tile matches, in an observation."""
UNSEEN = -2
"""What a tile matches whose face cannot be seen."""

_Cells: TypeAlias = tuple[int, ...]


@lru_cache(64)
def _under(layout: Layout) -> tuple[dict[int, _Cells], tuple[tuple[int, ...], ...]]:
    """For slots that can be covered whole the masks above their cells; and for each slot those of them that it covers.

    A face is seen while one of its tile's four half-tile cells lies open.
    """
    cells = {bit.bit_length() - 1: above for bit, above in covers_of(layout)}
    under: list[list[int]] = [[] for _ in layout.slots]
    for slot, masks in cells.items():
        for upper in bits(layout.above[slot]):
            if any(mask >> upper & 1 for mask in masks):
                under[upper].append(slot)
    return cells, tuple(map(tuple, under))


class Solitaire(PairGame):
    """A layout, dealt anew for each game and played until it is cleared or locked.

    An observation has a row for each slot: what its tile matches (0–41; -1 gone, -2 not seen) and whether it is there
    (0 gone, 1 not free, 2 free). Slots have their numbers from the layout, which is `env.unwrapped.layout`.

    >>> env = Solitaire("lantern", reward="pairs")
    >>> observation, info = env.reset(options={"number": 7})
    >>> taken = env.pair(int(info["action_mask"].argmax()))
    >>> observation, reward, terminated, truncated, info = env.step(env.action(taken))
    >>> observation[taken.a].tolist(), terminated
    ([-1, 0], False)
    """

    def __init__(
        self,
        layout: str | Layout = "turtle",
        *,
        hidden: bool = False,
        proved: bool = False,
        matching: str = "family",
        reward: Reward = "cleared",
        code: str | None = None,
        render_mode: str | None = None,
    ) -> None:
        """A layout or a built-in layout's id.

        - `hidden`: whether faces that cannot be seen are kept from the observation;
        - `proved`: whether deals are random ones that are proved clearable, instead of being made from a solution;
        - `matching`: `family` or `identical`, the rule version for flowers and seasons;
        - `reward`: `cleared`, 1 for clearing the board and else 0, or `pairs`, an equal share of 1 for each pair;
        - `code`: the deal of every game; else they come from the seed;
        - `render_mode`: `ansi` or `rgb_array`.

        Raises `ValueError` for a name that is none.
        """
        self.layout = by_id(layout) if isinstance(layout, str) else layout
        """The layout, whose slots are the rows of an observation."""
        super().__init__(len(self.layout), reward, code, render_mode)
        slots = len(self.layout)
        self.hidden = hidden
        """Whether faces that cannot be seen are kept back."""
        self.proved = proved
        """Whether deals are random ones, proved clearable."""
        self.matching = Matching(matching)
        """The rule version for flowers and seasons."""
        low, high = np.tile(np.array([UNSEEN, 0], np.int8), (slots, 1)), np.tile(np.array([41, 2], np.int8), (slots, 1))
        self.observation_space = Box(low, high, (slots, 2), np.int8)
        """Slots × 2: what each tile matches, and whether it is free."""
        self._seen_by_all = np.zeros((slots, 2), np.int8)
        self._mates: list[tuple[int, ...]] = []
        self._cells, self._covered = _under(self.layout)
        self._waiting: set[int] = set()
        self.deal: Deal
        """What was dealt last. It holds every face: not for a player."""
        self.board: Board
        """The board as it stands. It holds every face: not for a player."""

    def _deal(self, what: str | int | Deal) -> None:
        found = what if isinstance(what, Deal) else self._dealt(what)
        if found.layout != self.layout:
            raise ValueError(f"{found.code} is a deal of {found.layout.name}; this environment has {self.layout.name}")
        self._lay(found)

    def _dealt(self, what: str | int) -> Deal:
        if not isinstance(what, str):
            return deal(self.layout, operator.index(what), proved=self.proved, matching=self.matching)
        code = Code.parse(what)
        if code.layout == self.layout.tag and code.dealer in (Dealer.MJ1, Dealer.MP1):
            return deal(self.layout, code.number, proved=code.dealer is Dealer.MP1, matching=self.matching)
        return deal(code, matching=self.matching)

    def _lay(self, found: Deal) -> None:
        self.deal, self.board = found, found.board()
        board, faces = self.board, self._seen_by_all
        groups: dict[int, list[int]] = {}
        for slot, group in enumerate(board.groups):
            groups.setdefault(group, []).append(slot)
        self._mates = [tuple(mate for mate in groups[group] if mate != slot) for slot, group in enumerate(board.groups)]
        faces[:, 0] = board.groups
        faces[:, 1] = 1
        for slot in board.free():
            faces[slot, 1] = 2
        self._waiting = set()
        if self.hidden:
            self._waiting = {slot for slot, masks in self._cells.items() if 0 not in masks}
            faces[list(self._waiting), 0] = UNSEEN
        self._mask.fill(0)
        self._open = 0
        for a, b in board.pairs():
            self._mask[self._first[a] + b] = 1
            self._open += 1
        self._left = board.left

    def _take(self, a: int, b: int) -> None:
        board, faces, mask, first, mates = self.board, self._seen_by_all, self._mask, self._first, self._mates
        before = board.free_mask
        board.push((a, b))
        free = board.free_mask
        closed = 0
        for slot in (a, b):
            for mate in mates[slot]:
                if before >> mate & 1:
                    mask[first[slot] + mate if slot < mate else first[mate] + slot] = 0
                    closed += 1
            faces[slot] = GONE, 0
        # The pair itself was met from both sides.
        self._open -= closed - 1
        for slot in bits(free & ~before):
            faces[slot, 1] = 2
            for mate in mates[slot]:
                # Of two tiles that became free together the pair is counted at the higher one.
                if free >> mate & 1 and (before >> mate & 1 or mate < slot):
                    mask[first[slot] + mate if slot < mate else first[mate] + slot] = 1
                    self._open += 1
        if self._waiting:
            present = board.present
            for slot in (*self._covered[a], *self._covered[b]):
                if slot in self._waiting and not all(above & present for above in self._cells[slot]):
                    self._waiting.discard(slot)
                    faces[slot, 0] = board.groups[slot]

    def _observed(self) -> NDArray[np.int8]:
        return self._seen_by_all.copy()

    def _shown(self, slot: int) -> str:
        return "" if slot in self._waiting else self.board.kinds[slot].label

    def _text(self) -> str:
        """From above: each tile's label at its upper left, in brackets where it is free."""
        layout, board = self.layout, self.board
        rows = [[" "] * (2 * layout.width) for _ in range(layout.height)]
        for slot in bits(board.present):
            x, y, _ = layout.slots[slot]
            label = self._shown(slot)
            upper = f"[{label:<2}]" if board.is_free(slot) else f" {label:<2} "
            rows[y][2 * x : 2 * x + 4] = upper
            rows[y + 1][2 * x : 2 * x + 4] = "____"
        lines = ["".join(row).rstrip() for row in rows]
        return "\n".join([*lines, f"{board.left} tiles left, {self._open} pairs"])

    def _picture(self) -> Picture:
        layout, board = self.layout, self.board
        high = LIFT * (layout.layers - 1)
        picture = Picture(HALF_WIDE * layout.width + high + 8, HALF_HIGH * layout.height + high + 8)
        for slot in bits(board.present):
            x, y, z = layout.slots[slot]
            left, top = 4 + HALF_WIDE * x + LIFT * z, 4 + HALF_HIGH * y + high - LIFT * z
            tile(picture, left, top, self._shown(slot), board.kinds[slot].family, board.is_free(slot))
        return picture
