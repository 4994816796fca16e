"""What can be done in a game, read from nothing but what the server told, as a browser reads it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Any

from paishan.codes import Code, Dealer
from paishan.connect.board import Board
from paishan.connect.grid import by_id
from paishan.play.opening import deal_of
from paishan.play.ruleset import TAIPEI
from paishan.tiles import kind_of

__all__ = ["joinable", "pairs", "plays", "some", "witness"]

Pair = tuple[int, int]


def pairs(layout: dict[str, Any], state: dict[str, Any]) -> list[Pair]:
    """The pairs of solitaire that can be taken."""
    present = set(state["present"])
    free: dict[int, list[int]] = {}
    for slot in present:
        if present.isdisjoint(layout["above"][slot]) and (
            present.isdisjoint(layout["left"][slot]) or present.isdisjoint(layout["right"][slot])
        ):
            free.setdefault(state["groups"][slot], []).append(slot)
    return [(a, b) for slots in free.values() for a in slots for b in slots if a < b]


def joinable(layout: dict[str, Any], state: dict[str, Any]) -> list[Pair]:
    """The pairs of a grid without gravity that a line joins."""
    kinds = [kind_of(label) for label in state["faces"]]
    present = sum(1 << slot for slot in state["present"])
    return [(pair.a, pair.b) for pair in Board(by_id(layout["id"]), kinds, present=present).pairs()]


def plays(state: dict[str, Any]) -> list[Sequence[int]]:
    """The plays of Chuo Pai that are allowed."""
    return [cards for group in state["legal"] for cards in group["plays"]]


@lru_cache(100)
def witness(code: str | None) -> tuple[Pair, ...]:
    """The pairs that clear a board of Taipei dealt from a solution; none of any other board, or of an unknown code."""
    if code is None or Code.parse(code).dealer is not Dealer.MJ1:
        return ()
    return tuple((pair.a, pair.b) for pair in deal_of(Code.parse(code), TAIPEI).witness)


def some(random: Random, found: Sequence[Any]) -> Any:
    """One of what was found; None of nothing."""
    return random.choice(found) if found else None
