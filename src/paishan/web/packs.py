"""The pack: boards for playing without a network, each with a way to clear it.

A board of the pack is told as the server tells a new game of the same code whose code was typed, so that it can be
opened there later and be the same game. All its faces are known beforehand, so its result stands in no list; and no
clock is kept, because a time that nobody has seen pass could not be believed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache

from msgspec import Raw, Struct

from paishan import __version__
from paishan.codes import MAX_NUMBER, Code, Dealer
from paishan.connect import grid as grids
from paishan.connect.grid import Grid
from paishan.pairs import Pair
from paishan.play.messages import State, Unranked
from paishan.play.opening import open_table
from paishan.play.ruleset import CONNECT_STANDARD, TAIPEI, Game, Ruleset
from paishan.solitaire import gallery
from paishan.solitaire.layout import Layout
from paishan.web.wire import place_facts, ruleset_facts

__all__ = ["PACKED", "RULESETS", "Pack", "PackedGame", "pack", "place_of"]

PACKED: tuple[tuple[Ruleset, str, int], ...] = (
    (TAIPEI, "first-steps", 4),
    (TAIPEI, "crescent-moon", 4),
    (TAIPEI, "lantern", 4),
    (TAIPEI, "house", 3),
    (TAIPEI, "tulip", 3),
    (TAIPEI, "pipa", 3),
    (TAIPEI, "pyramid", 3),
    (TAIPEI, "turtle", 4),
    (CONNECT_STANDARD, "connect-14x6", 5),
    (CONNECT_STANDARD, "connect-18x8", 5),
)
"""How many boards of which layout or grid there are, and what they are played by, in the order of the offline page."""
RULESETS: tuple[Ruleset, ...] = tuple(dict.fromkeys(rules for rules, _, _ in PACKED))
"""What the boards of the pack are played by."""


class PackedGame(Struct, frozen=True):
    """One board."""

    code: str
    family: str
    layout: str
    """The id of the layout or grid."""
    ruleset: str
    """The id of the ruleset."""
    state: State
    """How it begins."""
    witness: tuple[Pair, ...]
    """Pairs that clear it, in order."""


class Pack(Struct, frozen=True):
    """All of them."""

    layouts: dict[str, Raw]
    """What a game's `layout` is, by its id."""
    rulesets: dict[str, Raw]
    """What a game's `ruleset` is, by its id."""
    games: tuple[PackedGame, ...]


def place_of(rules: Ruleset, id: str) -> Layout | Grid:
    """The layout or grid with this id."""
    return grids.by_id(id) if rules.family is Game.CONNECT else gallery.by_id(id)


@cache
def pack() -> Pack:
    """The pack of this version. It takes about a second to make, once in a process."""
    layouts = {id: place_facts(place_of(rules, id), rules) for rules, id, _ in PACKED}
    rulesets = {rules.id: ruleset_facts(rules) for rules in RULESETS}
    games = (_deal(rules, id, code) for rules, id, most in PACKED for code in _codes(rules, id, most))
    return Pack(layouts, rulesets, tuple(games))


def _codes(rules: Ruleset, id: str, most: int) -> Iterator[Code]:
    """The same ones as long as the version is the same, and others with the next."""
    dealer = Dealer.MC1 if rules.family is Game.CONNECT else Dealer.MJ1
    for number in range(most):
        drawn = hashlib.sha256(f"{__version__} {rules.id} {id} {number}".encode()).digest()
        yield Code(dealer, place_of(rules, id).tag, int.from_bytes(drawn[:8]) % (MAX_NUMBER + 1))


def _deal(rules: Ruleset, id: str, code: Code) -> PackedGame:
    table = open_table(code, rules, unranked=Unranked.TYPED_CODE if rules.ranked else None)
    return PackedGame(str(code), rules.family.value, id, rules.id, table.state(0), table.deal.witness)
