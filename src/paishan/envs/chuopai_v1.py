"""Chuo Pai as an environment of PettingZoo: three agents, each of whom sees what its seat may know and no more.

>>> from paishan.envs import chuopai_v1
>>> env = chuopai_v1.env()
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     observation, reward, terminated, truncated, info = env.last()
...     action = None if terminated else int(observation["action_mask"].argmax())
...     env.step(action)
"""

from __future__ import annotations

import operator
from collections.abc import Mapping
from functools import cache
from typing import Any, Literal, TypeAlias

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from numpy.typing import NDArray

try:
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper
except ImportError:
    raise ImportError('the environment of Chuo Pai needs PettingZoo: pip install "paishan[envs]"') from None

from paishan.chuopai.core import Position
from paishan.chuopai.deal import deal
from paishan.chuopai.domino import COPIES, DOMINOES, HIGHER, NAIL, TWO_RED, Family
from paishan.chuopai.match import SEATS, Match
from paishan.chuopai.options import Bonus, Options
from paishan.chuopai.play import PASS, PLAYS
from paishan.codes import Code
from paishan.envs.chance import Numbers
from paishan.envs.raster import Picture, domino

__all__ = ["AGENTS", "WIDTH", "env", "raw_env"]

Reward: TypeAlias = Literal["win", "cards"]

AGENTS = tuple(f"seat_{seat}" for seat in SEATS)
MODES = ("human", "ansi", "rgb_array")
_REWARDS = ("win", "cards")

_FIGURES = len(DOMINOES)
# Where in the row of a seat each thing begins.
_COUNT, _POINTS, _LAID, _TURN, _LEADER, _BEST, _PASSED, _PLAYED = range(8)
_PILE = _PLAYED + _FIGURES
_WASTED = _PILE + _FIGURES
_CAPS = _WASTED + _FIGURES
_BLOCKED = _CAPS + _FIGURES
_ROW = _BLOCKED + 11
WIDTH = 2 * _FIGURES + len(SEATS) * _ROW
"""How long an observation is: 348."""


@cache
def _cards_of_plays() -> NDArray[np.int8]:
    """For each play how many cards of each figure it has."""
    counts = np.zeros((len(PLAYS), _FIGURES), np.int8)
    for play in PLAYS:
        for card in play.cards:
            counts[play.index, card] += 1
    return counts


def env(**settings: Any) -> AECEnv[str, dict[str, NDArray[np.int8]], int]:
    """A match of Chuo Pai; an illegal action ends it with -1 for who took it. The settings are those of `raw_env`."""
    made: AECEnv[str, dict[str, NDArray[np.int8]], int] = raw_env(**settings)
    made = TerminateIllegalWrapper(made, illegal_reward=-1)
    made = AssertOutOfBoundsWrapper(made)
    return OrderEnforcingWrapper(made)


class raw_env(AECEnv[str, dict[str, NDArray[np.int8]], int]):  # type: ignore[misc, unused-ignore]
    """A match of Chuo Pai. An illegal action raises `ValueError`. The name of the class is PettingZoo's custom.

    An observation is what `View` has, in numbers from the seat's own place: its hand and the cards that it has not
    seen, by figure; then for itself and the two seats after it all that is open. docs/envs/chuo-pai.md has the table.
    """

    metadata = {  # noqa: RUF012
        "name": "chuopai_v1",
        "render_modes": list(MODES),
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        options: str = "chuo-pai",
        *,
        reward: Reward = "win",
        code: str | None = None,
        render_mode: str | None = None,
    ) -> None:
        """A match under `options`, such as `chuo-pai` or `chuo-pai-one-each-four-cards`.

        - `reward`: `win`, a third less than the share of the win, at the end; or `cards`, one for each card that comes
          to the seat's pile, those of the opening bonus left out;
        - `code`: the deal of every match; else they come from the seed;
        - `render_mode`: `human` (prints the text after every play), `ansi` or `rgb_array`.

        Raises `ValueError` for a name that is none.
        """
        super().__init__()
        if reward not in _REWARDS:
            raise ValueError(f"there is no reward {reward!r}; there are {' and '.join(_REWARDS)}")
        if render_mode is not None and render_mode not in MODES:
            raise ValueError(f"there is no render mode {render_mode!r}; there are {', '.join(MODES)}")
        self.options = Options.parse(options)
        self.reward = reward
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        seen = Dict({"observation": Box(0, 84, (WIDTH,), np.int8), "action_mask": Box(0, 1, (len(PLAYS),), np.int8)})
        self.observation_spaces = dict.fromkeys(AGENTS, seen)
        self.action_spaces = {agent: Discrete(len(PLAYS)) for agent in AGENTS}
        self._code = code
        self._numbers = Numbers()
        self._match: Match
        self._played: list[int] = []
        self._plays = _cards_of_plays()
        self._hands = np.zeros((len(SEATS), _FIGURES), np.int8)
        self._unseen = np.zeros((len(SEATS), _FIGURES), np.int8)
        self._open = np.zeros((len(SEATS), _ROW), np.int8)
        self._mask = np.zeros(len(PLAYS), np.int8)
        self._turns = [np.array([(seat + step) % len(SEATS) for step in SEATS]) for seat in SEATS]

    def observation_space(self, agent: str) -> Dict:
        """What an agent observes: `observation` and `action_mask`."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete[np.int64]:
        """The 469 plays."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deal anew.

        `options` may name the deal, by its `code` or its `number`, or give `hands`, three lists of figures 0–20, and
        `leader`. Else it is the deal that the environment was made for; else the next one from the seed. Raises
        `ValueError` for what is no deal.
        """
        if seed is not None:
            self._numbers.seed(seed)
        given = options or {}
        if "hands" in given:
            match = Match(given["hands"], given.get("leader", 0), self.options)
        else:
            code = given.get("number", given.get("code", self._code))
            code = self._numbers.next() if code is None else code
            match = deal(code if isinstance(code, str | Code) else operator.index(code)).match(self.options)
        self._begin(match)
        over = self._position.over
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, over)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[self._position.turn or 0]
        self._look()

    def _begin(self, match: Match) -> None:
        """Take over a match before its first lead."""
        self._match, self._played = match, []
        self._position = Position.of(match)
        open_, every = self._open, match.options.bonus is Bonus.EVERY_COPY
        open_.fill(0)
        self._hands.fill(0)
        self._unseen.fill(COPIES)
        open_[:, _CAPS:_BLOCKED] = COPIES
        for seat in SEATS:
            for card in match.hands[seat]:
                self._hands[seat, card] += 1
            for card in match.laid[seat]:
                self._unseen[:, card] -= 1
                open_[seat, _PILE + card] += 1
                open_[seat, _CAPS + card] -= 1
            if match.laid[seat] and every:
                open_[seat, [_CAPS + NAIL, _CAPS + TWO_RED]] = 0
            open_[seat, _LAID] = bool(match.laid[seat])
        self._unseen -= self._hands
        self._leader = self._position.turn
        self._best: int | None = None
        self._beaten = PASS.index

    def step(self, action: int | None) -> None:
        """Let the agent in turn play.

        Raises `ValueError` for a play that is not allowed, and `TypeError` for what is no number of a play.
        """
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        position = self._position
        seat = position.turn
        assert seat is not None
        # Before anything changes: what is None, or no whole number, is no action.
        action = operator.index(action)  # type: ignore[arg-type]
        before = position.points
        position.push(action)
        self._played.append(action)
        if action == PASS.index:
            self._heed_pass(seat)
        else:
            self._lay(seat, action)
        self._cumulative_rewards[AGENTS[seat]] = 0.0
        self._clear_rewards()
        if position.to_beat is None:
            self._close_round()
            if self.reward == "cards":
                for other, agent in enumerate(AGENTS):
                    self.rewards[agent] = float(position.points[other] - before[other])
        if position.over:
            self.terminations = dict.fromkeys(AGENTS, True)
            if self.reward == "win":
                self.rewards = {agent: share - 1 / 3 for agent, share in zip(AGENTS, position.shares, strict=True)}
        turn = position.turn
        self.agent_selection = AGENTS[seat if turn is None else turn]
        self._accumulate_rewards()
        self._look()
        if self.render_mode == "human":
            self.render()

    def _lay(self, seat: int, action: int) -> None:
        """Lay the cards of a play in the open."""
        cards, row = self._plays[action], self._open[seat]
        self._hands[seat] -= cards
        for other in SEATS:
            if other != seat:
                self._unseen[other] -= cards
        caps = row[_CAPS:_BLOCKED]
        np.subtract(caps, cards, out=caps)
        np.maximum(caps, 0, out=caps)
        row[_PLAYED:_PILE] = cards
        if self._best is not None:
            self._open[self._best, _BEST] = 0
        row[_BEST] = 1
        self._best, self._beaten = seat, action

    def _heed_pass(self, seat: int) -> None:
        """Tell everybody what a pass tells: that the hand has nothing that beats the play."""
        row, play = self._open[seat], PLAYS[self._beaten]
        row[_PASSED] = 1
        if play.family is Family.COMBINATION:
            at = _BLOCKED + play.number - 2
            row[at] = max(int(row[at]), play.rank - 1)
        else:
            for figure in HIGHER[play.cards[0]]:
                row[_CAPS + figure] = min(int(row[_CAPS + figure]), play.number - 1)

    def _close_round(self) -> None:
        """Put the highest play on its player's pile and the other cards aside."""
        best, open_ = self._best, self._open
        for seat in SEATS:
            row = open_[seat]
            kept = row[_PILE:_WASTED] if seat == best else row[_WASTED:_CAPS]
            kept += row[_PLAYED:_PILE]
        open_[:, _BEST:_PILE] = 0
        self._best = None
        self._leader = self._position.turn

    def _look(self) -> None:
        """Bring up to date what the position itself knows: counts, points, turn, leader, and what may be played."""
        position, open_ = self._position, self._open
        open_[:, _COUNT] = position.counts
        open_[:, _POINTS] = position.points
        open_[:, _TURN : _LEADER + 1] = 0
        turn = position.turn
        if turn is not None:
            open_[turn, _TURN] = 1
        if self._leader is not None:
            open_[self._leader, _LEADER] = 1
        self._mask.fill(0)
        self._mask[position.legal()] = 1

    def observe(self, agent: str) -> dict[str, NDArray[np.int8]]:
        """What an agent sees, and what it may play: nothing where it is not its turn."""
        seat = AGENTS.index(agent)
        seen = np.empty(WIDTH, np.int8)
        seen[:_FIGURES] = self._hands[seat]
        seen[_FIGURES : 2 * _FIGURES] = self._unseen[seat]
        np.take(self._open, self._turns[seat], axis=0, out=seen[2 * _FIGURES :].reshape(len(SEATS), _ROW))
        mask = self._mask.copy() if seat == self._position.turn else np.zeros(len(PLAYS), np.int8)
        return {"observation": seen, "action_mask": mask}

    def action_masks(self) -> NDArray[np.bool_]:
        """What the agent in turn may play: an array of its own, with one truth value an action."""
        return self._mask.astype(np.bool_)

    def render(self) -> Any:
        """The table as a spectator sees it, all hands open: as text, or as an array of height × width × 3 bytes."""
        match self.render_mode:
            case "human":
                print(self._text())
                return None
            case "ansi":
                return self._text()
            case "rgb_array":
                return self._picture().pixels
        return None

    def close(self) -> None:
        """Nothing is held."""

    def __getstate__(self) -> dict[str, Any]:
        """What it is copied and pickled as: the position, which is compiled, is left out and played again."""
        return {name: value for name, value in self.__dict__.items() if name != "_position"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        if "_match" in state:
            self._position = Position.of(self._match)
            for play in self._played:
                self._position.push(play)

    def _text(self) -> str:
        lines = []
        for seat in SEATS:
            hand = ", ".join(
                f"{count} {domino.name}" if count > 1 else domino.name
                for domino, count in zip(DOMINOES, self._hands[seat].tolist(), strict=True)
                if count
            )
            mark = ">" if seat == self._position.turn else " "
            lines.append(f"{mark} {AGENTS[seat]}, {self._position.points[seat]} points: {hand or 'no cards'}")
        to_beat = self._position.to_beat
        if self._position.over:
            lines.append("the match is over")
        else:
            lines.append("a lead" if to_beat is None else f"to beat: {PLAYS[to_beat]}")
        return "\n".join(lines)

    def _picture(self) -> Picture:
        """A row for each seat: its points, its hand, with the number of copies under each figure; then what it laid."""
        picture = Picture(50 + 20 * _FIGURES + 10 + 20 * 12, len(SEATS) * 56 + 8)
        for seat in SEATS:
            top = 8 + 56 * seat
            if seat == self._position.turn:
                picture.box(2, top, 4, 46, (240, 200, 60))
            picture.write(12, top + 10, str(self._position.points[seat]), size=3)
            left = 50
            for figure, count in enumerate(self._hands[seat].tolist()):
                if count:
                    domino(picture, left, top, DOMINOES[figure].pips, DOMINOES[figure].red)
                    picture.write(left + 5, top + 34, str(count))
                    left += 20
            left = 50 + 20 * _FIGURES + 10
            for figure, count in enumerate(self._open[seat, _PLAYED:_PILE].tolist()):
                for _ in range(count):
                    domino(picture, left, top, DOMINOES[figure].pips, DOMINOES[figure].red)
                    left += 20
        return picture
