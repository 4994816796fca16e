"""The page of a grid of Mahjong Connect, and what a hand and an eye do on it besides what they do on any board."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any, cast

from playwright.sync_api import CDPSession

from paishan.codes import Code, Dealer
from paishan.connect.board import Board
from paishan.connect.deal import Deal
from paishan.connect.grid import by_id
from paishan.pairs import Pair
from paishan.play.opening import grid_deal_of
from paishan.play.ruleset import CONNECT, Ruleset
from tests.browser.visitor import GamePage, Visitor

SMALL = "connect-14x6"
WHOLE = "connect-18x8"
KEYS = {"ArrowLeft": (-1, 0), "ArrowRight": (1, 0), "ArrowUp": (0, -1), "ArrowDown": (0, 1)}


def code_of_grid(grid: str, number: int = 1) -> str:
    """The code of a grid's deal."""
    return str(Code(Dealer.MC1, by_id(grid).tag, number))


class GridPage(GamePage):
    """The page of one game of Mahjong Connect."""

    def __init__(self, visitor: Visitor, code: str, rules: Ruleset) -> None:
        self.dealt: Deal = grid_deal_of(Code.parse(code), rules)
        super().__init__(visitor.page, cast(Any, self.dealt), visitor.context.request, visitor.touch)
        self.visitor = visitor

    def laid(self, slot: int) -> str:
        """The label of the tile dealt on a slot."""
        return self.dealt.kinds[slot].label

    def send(self, *commands: dict[str, Any]) -> None:
        """Give commands as another window of the same player would, and show what came of them."""
        # The page hears of it only by what it says when it is left.
        self.visitor.bring_about("409")
        body = {"seq": self.state()["seq"], "key": f"test{random.random()}".replace(".", ""), "commands": commands}
        answer = self.visitor.context.request.post(f"/api/games/{self.id}/commands", data=body)
        assert answer.status == 200, answer.text()
        self.page.reload()
        self.page.wait_for_selector("#board[aria-busy=false]")

    def jump(self, pairs: Iterable[tuple[int, int]]) -> None:
        """Take pairs all at once."""
        self.send({"type": "resume"}, *({"type": "take", "a": a, "b": b} for a, b in pairs))

    def drag(self, pairs: Sequence[tuple[int, int]]) -> None:
        """Lay one tile of each pair on the other, with the mouse or a finger."""
        session = self.visitor.context.new_cdp_session(self.page) if self.touch else None
        for a, b in pairs:
            start, end = self.middle(a), self.middle(b)
            if session is not None:
                slide(session, start, end)
            else:
                self.page.mouse.move(*start)
                self.page.mouse.down()
                self.page.mouse.move(*end, steps=3)
                self.page.mouse.up()

    def walk(self, board: Board, pairs: Sequence[tuple[int, int]], upright: bool = False) -> None:
        """Take pairs with the arrow keys and Enter alone; `board` is the grid in landscape, and goes along."""
        keys = self.page.keyboard
        keys.press("f")
        for pair in pairs:
            for slot in pair:
                at = self.shown()["focus"]
                for key in way(board, at, slot):
                    keys.press(_TURNED[key] if upright else key)
                assert self.shown()["focus"] == slot
                keys.press("Enter")
            board.push(pair)
            if board.left:
                self.page.wait_for_function("() => document.activeElement.matches('#board > button:not(.gone)')")

    def boxes(self) -> dict[int, tuple[float, float, float, float]]:
        """Where every tile is drawn: left, top, width, height."""
        found: list[list[float]] = self.page.evaluate(
            """[...document.querySelectorAll("#board > button:not(.gone)")].map((tile) => {
                 const { left, top, width, height } = tile.getBoundingClientRect()
                 return [Number(tile.dataset.slot), left, top, width, height]
               })"""
        )
        return {int(slot): (left, top, width, height) for slot, left, top, width, height in found}

    def name(self, slot: int) -> str:
        """What a screen reader calls a tile."""
        found = self.page.locator(f'#board > [data-slot="{slot}"]').get_attribute("aria-label")
        assert found is not None
        return found


def slide(session: CDPSession, start: tuple[float, float], end: tuple[float, float]) -> None:
    """A finger goes down on one point, slides to another and is lifted."""

    def touch(kind: str, *points: tuple[float, float]) -> None:
        session.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y, "id": 0} for x, y in points]}
        )

    touch("touchStart", start)
    for share in (0.3, 0.7, 1.0):
        touch("touchMove", (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share))
    touch("touchEnd")


_TURNED = {"ArrowLeft": "ArrowUp", "ArrowUp": "ArrowLeft", "ArrowRight": "ArrowDown", "ArrowDown": "ArrowRight"}
"""The arrow that leads upright where another one leads in landscape."""


def led(board: Board, at: int, key: str) -> int | None:
    """Where an arrow leads on a grid in landscape: the next tile in its line, else the one least beside it."""
    dx, dy = KEYS[key]
    x, y = board.grid.at(at)

    def cost(slot: int) -> tuple[int, int]:
        u, v = board.grid.at(slot)
        return abs((u - x) * dy) + abs((v - y) * dx), (u - x) * dx + (v - y) * dy

    tiles = [slot for slot in range(board.grid.slots) if board.present >> slot & 1]
    return min((slot for slot in tiles if cost(slot)[1] > 0), key=cost, default=None)


def way(board: Board, start: int, end: int) -> list[str]:
    """The fewest arrow keys from one tile to another."""
    seen: dict[int, list[str]] = {start: []}
    ahead = deque([start])
    while end not in seen:
        at = ahead.popleft()
        for key in KEYS:
            then = led(board, at, key)
            if then is not None and then not in seen:
                seen[then] = [*seen[at], key]
                ahead.append(then)
    return seen[end]


def open_grid(visitor: Visitor, grid: str = SMALL, rules: Ruleset = CONNECT, number: int = 1) -> GridPage:
    """A new game with the deal of a grid, on the visitor's page."""
    code = code_of_grid(grid, number)
    answer = visitor.context.request.post("/api/games", data={"code": code, "ruleset": rules.id})
    assert answer.status == 201, answer.text()
    visitor.page.goto(f"/play/{answer.json()['id']}")
    return GridPage(visitor, code, rules)


def way_into_a_lock(deal: Deal) -> list[Pair]:
    """Pairs by chance that leave tiles and no pair."""
    chance = random.Random(1)
    while True:
        board = deal.board()
        while pairs := list(board.pairs()):
            board.push(chance.choice(pairs))
        if board.left:
            return list(board.taken)
