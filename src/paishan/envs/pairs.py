"""What the environments of both games of pairs share: one action a pair of slots, masks, rewards and endings.

The pair of slots a < b of n has the number a·(2n - a - 1)/2 + b - a - 1: the pairs (0, 1), (0, 2) … (n - 2, n - 1) in
order. So what an action means never depends on where tiles lie, and a mask tells no more than what can be taken.
"""

from __future__ import annotations

import operator
from bisect import bisect_right
from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

import gymnasium
import numpy as np
from gymnasium.spaces import Discrete
from numpy.typing import NDArray

from paishan.envs.chance import Numbers
from paishan.envs.raster import Picture
from paishan.pairs import Pair

__all__ = ["MODES", "PairGame", "Reward"]

Reward: TypeAlias = Literal["cleared", "pairs"]
MODES = ("ansi", "rgb_array")
_REWARDS = ("cleared", "pairs")


class PairGame(gymnasium.Env[NDArray[np.int8], np.int64]):
    """A game of pairs on so many slots. What is dealt, taken and seen is for the games themselves."""

    metadata = {"render_modes": list(MODES), "render_fps": 4}  # noqa: RUF012

    def __init__(self, slots: int, reward: Reward, code: str | None, render_mode: str | None) -> None:
        if reward not in _REWARDS:
            raise ValueError(f"there is no reward {reward!r}; there are {' and '.join(_REWARDS)}")
        if render_mode is not None and render_mode not in MODES:
            raise ValueError(f"there is no render mode {render_mode!r}; there are {' and '.join(MODES)}")
        self.render_mode = render_mode
        self.reward = reward
        self._code = code
        self._slots = slots
        self._first = [a * (2 * slots - a - 1) // 2 - a - 1 for a in range(slots)]
        self._starts = [first + a + 1 for a, first in enumerate(self._first)]
        self._actions: Discrete[np.int64] = Discrete(slots * (slots - 1) // 2)
        self.action_space = self._actions
        self._mask = np.zeros(int(self._actions.n), np.int8)
        self._numbers = Numbers()
        self._open = 0
        self._left = 0
        self._share = 0.0
        self._done = True

    def action(self, pair: tuple[int, int]) -> int:
        """The action that takes the tiles on two different slots."""
        a, b = min(pair), max(pair)
        if not 0 <= a < b < self._slots:
            raise ValueError(f"{pair} is no pair of the slots 0 to {self._slots - 1}")
        return self._first[a] + b

    def pair(self, action: int) -> Pair:
        """The two slots that an action takes the tiles from."""
        if not 0 <= action < self._actions.n:
            raise ValueError(f"there is no action {action}; there are 0 to {int(self._actions.n) - 1}")
        a = bisect_right(self._starts, action) - 1
        return Pair(a, int(action) - self._first[a])

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions can be taken now: an array of its own, with one truth value an action."""
        return self._mask.astype(np.bool_)

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Deal anew; gives the observation, and `info` with `action_mask`.

        `options` may name the deal, by its `code` or its `number`, or give the `deal` itself. Else it is the one that
        the environment was made for; else the next one from the seed. Raises `ValueError` for a deal that is not of
        this layout or grid.
        """
        super().reset(seed=seed)
        if seed is not None:
            self._numbers.seed(seed)
        given = options or {}
        what = given.get("deal", given.get("number", given.get("code", self._code)))
        self._deal(self._numbers.next() if what is None else what)
        self._share = 2.0 / self._left if self._left else 0.0
        self._done = not self._open
        return self._observed(), self._info()

    def step(self, action: np.int64 | int) -> tuple[NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        """Take a pair; gives observation, reward, whether the game ended, False, and `info` with `action_mask`.

        The game ends when it is cleared or locked. An action that the mask does not allow ends it as well: nothing is
        taken, the reward is -1, and `info` has `illegal`. Raises `RuntimeError` once it has ended, and `ValueError` or
        `TypeError` for what is no action at all.
        """
        action = operator.index(action)
        if self._done:
            raise RuntimeError("the game has ended, or has not begun; call reset")
        if not 0 <= action < len(self._mask):
            raise ValueError(f"there is no action {action}; there are 0 to {len(self._mask) - 1}")
        if not self._mask[action]:
            self._done = True
            self._mask.fill(0)
            return self._observed(), -1.0, True, False, {**self._info(), "cleared": False, "illegal": True}
        self._take(*self.pair(action))
        self._left -= 2
        self._done = not self._open
        cleared = not self._left
        reward = self._share if self.reward == "pairs" else float(cleared)
        info = self._info()
        if self._done:
            info["cleared"] = cleared
        return self._observed(), reward, self._done, False, info

    def render(self) -> Any:
        """The game as text (`ansi`) or as an array of height × width × 3 bytes (`rgb_array`)."""
        match self.render_mode:
            case "ansi":
                return self._text()
            case "rgb_array":
                return self._picture().pixels
        gymnasium.logger.warn("render() was called without a render_mode: name ansi or rgb_array when it is made")
        return None

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask.copy()}

    def _deal(self, what: Any) -> None:
        """Deal a code, a number, or what is a deal already.

        Sets `_mask`, `_open` (how many actions it allows) and `_left` (how many tiles there are).
        """
        raise NotImplementedError

    def _take(self, a: int, b: int) -> None:
        """Take a pair that can be taken, and bring `_mask` and `_open` up to date."""
        raise NotImplementedError

    def _observed(self) -> NDArray[np.int8]:
        raise NotImplementedError

    def _text(self) -> str:
        raise NotImplementedError

    def _picture(self) -> Picture:
        raise NotImplementedError
