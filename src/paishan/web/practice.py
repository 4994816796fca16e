"""The rules to read and the rule tests to practise them: two kinds of page, and the questions as JSON (T12–T14)."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from litestar import get, route
from litestar.handlers import HTTPRouteHandler
from litestar.types import ASGIApp

from paishan.chuopai.domino import DOMINOES
from paishan.connect.board import Board as ConnectBoard
from paishan.connect.grid import Grid
from paishan.connect.line import line
from paishan.faults import said_of
from paishan.play.explaining import explain
from paishan.play.practice import MAX_TEN, FreeQuestion, RuleTest, rule_test, situation
from paishan.play.ruleset import CONNECT, CONNECT_STANDARD, RULESETS
from paishan.rng import Rng
from paishan.solitaire.deal import deal_from_solution
from paishan.solitaire.gallery import by_id
from paishan.solitaire.layout import Slot
from paishan.tiles import KINDS, Matching, kind_of
from paishan.web.answers import Answer, Problem
from paishan.web.api import Asked
from paishan.web.pages import Pages, player_headers
from paishan.web.site import Site

__all__ = ["routes"]


def _test(id: str) -> RuleTest:
    try:
        return rule_test(id)
    except ValueError as error:
        raise Problem(404, said_of(error)) from None


def _matching(value: str | None) -> Matching:
    try:
        return Matching(value or Matching.FAMILY)
    except ValueError:
        raise Problem(400, f"the matching is family or identical, not {str(value)[:40]!r}") from None


def _number(value: str | None) -> int:
    if value is None or not re.fullmatch(r"[0-9]{1,10}", value, re.ASCII) or int(value) > MAX_TEN:
        raise Problem(400, f"ten questions are asked for by a number from 0 to {MAX_TEN}, such as ?number=17")
    return int(value)


def routes(site: Site, pages: Pages) -> Sequence[HTTPRouteHandler]:
    """The rules and the rule tests of one site."""

    @get("/api/practice/{test:str}")
    async def ten(request: Asked) -> ASGIApp:
        test = _test(str(request.path_params["test"]))
        asked = request.query_params
        if unknown := asked.keys() - {"number", "matching"}:
            raise Problem(400, f"ten questions are asked for with number and matching, not {min(unknown)[:40]!r}")
        number, matching = _number(asked.get("number")), _matching(asked.get("matching"))
        async with site.turns.one():
            questions = await asyncio.to_thread(test.ten, number, matching)
        return Answer.json(
            {
                "test": test.id,
                "number": number,
                "matching": matching,
                "answers": test.answers,
                "questions": questions,
            }
        )

    async def shown(request: Asked, template: str, entry: str, **values: object) -> ASGIApp:
        player = await site.player(request.scope)
        text = pages.render(
            template,
            figures_json=pages.json(await asyncio.to_thread(_figures)),
            texts_json=pages.texts,
            own_texts_json=pages.texts_of("texts-practice.json"),
            domino_texts_json=pages.texts_of("texts-chuo.json"),
            dominoes_json=pages.json(DOMINOES),
            modules=site.assets.modules(entry),
            **values,
        )
        return Answer.html(text, headers=player_headers(request.scope, player))

    @route("/practice", http_method=["GET", "HEAD"])
    async def chooser(request: Asked) -> ASGIApp:
        return await shown(request, "practice.html", "practice.js", test=None)

    @route("/practice/{test:str}", http_method=["GET", "HEAD"])
    async def practice(request: Asked) -> ASGIApp:
        test = _test(str(request.path_params["test"]))
        matching = _matching(request.query_params.get("matching"))
        return await shown(request, "practice.html", "practice.js", test=test.id, matching=matching)

    @route("/rules", http_method=["GET", "HEAD"])
    async def rules(request: Asked) -> ASGIApp:
        return await shown(
            request,
            "rules.html",
            "rules.js",
            solitaire=[(rules, explain(rules)) for rules in RULESETS],
            connect=[(rules, explain(rules)) for rules in (CONNECT, CONNECT_STANDARD)],
            dominoes=DOMINOES,
        )

    return [ten, chooser, practice, rules]


_DEAL = 1
"""The deal of the Turtle that the rules are illustrated with."""


@cache
def _figures() -> dict[str, Any]:
    """The boards that illustrate the rules, each worked out by the engine."""
    return {**_turtle(), **_lines()}


def _turtle() -> dict[str, Any]:
    """The Turtle as it is dealt, and what its tiles show of the rule of free tiles (T2, C1)."""
    board = deal_from_solution(by_id("turtle"), _DEAL).board()
    slots = board.layout.slots

    def about(place: tuple[int, int, int], reach: tuple[int, int]) -> FreeQuestion:
        return situation(board, slots.index(Slot(*place)), reach)

    return {
        "turtle": {
            "tiles": [(*slot, kind.label) for slot, kind in zip(slots, board.kinds, strict=True)],
            "free": list(board.free()),
        },
        "free": about((24, 14, 0), (5, 2)),
        "blocked": about((14, 14, 0), (3, 2)),
        "covered": about((14, 8, 3), (2, 3)),
        "end": about((24, 6, 0), (5, 2)),
    }


_GRID = Grid(6, 4)
_LINES = {"straight": (7, 10), "one-turn": (2, 10), "two-turns": (7, 16), "outside": (0, 5), "no-line": (6, 14)}
_EMPTY = (8, 9, 4, 13, 15, 3)
"""Slots of the small grid that hold no tile."""


def _lines() -> dict[str, Any]:
    """A small grid, and what joins some of its tiles (N2)."""
    rng = Rng(_DEAL)
    found = {}
    for name, (a, b) in _LINES.items():
        kinds = [kind for kind in KINDS if kind.label != "5B"]
        rng.shuffle(kinds)
        laid = [kind_of("5B") if slot in (a, b) else kinds[slot] for slot in range(_GRID.slots)]
        present = _GRID.full & ~sum(1 << slot for slot in _EMPTY)
        board = ConnectBoard(_GRID, laid, present=present)
        tiles = [slot for slot in range(_GRID.slots) if present >> slot & 1]
        found[name] = {
            "tiles": [(2 * x, 2 * y, 0, laid[slot].label) for slot in tiles for x, y in [_GRID.at(slot)]],
            "pair": [tiles.index(a), tiles.index(b)],
            "line": line(board, a, b),
        }
    return found
