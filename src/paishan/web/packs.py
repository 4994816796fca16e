"""The pack: boards for playing without a network, each with a way to clear it, and matches of Chuo Pai.

A board or match of the pack is told as the server tells a new game of the same code whose code was typed, so that it
can be opened there later and be the same game. The opponents of a match are such as the browser can play itself. All
faces and hands are known beforehand, so no result stands in a list; and no clock is kept, because a time that nobody
has seen pass could not be believed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache

from msgspec import UNSET, Raw, Struct, UnsetType
from msgspec.structs import replace

from paishan import __version__
from paishan.chuopai.deal import LAYOUT as DECK
from paishan.codes import MAX_NUMBER, Code, Dealer
from paishan.connect import grid as grids
from paishan.connect.grid import Grid
from paishan.pairs import Pair
from paishan.play import families
from paishan.play.chuo.ruleset import MatchRuleset, match_ruleset
from paishan.play.chuo.table import LAYOUT, MatchTable
from paishan.play.families import AnyRuleset, AnyState
from paishan.play.messages import Unranked
from paishan.play.ruleset import CONNECT_STANDARD, TAIPEI, Game
from paishan.solitaire import gallery
from paishan.solitaire.layout import Layout
from paishan.web.wire import place_facts, ruleset_facts

__all__ = ["PACKED", "RULESETS", "Pack", "PackedGame", "pack", "place_of"]

PACKED: tuple[tuple[AnyRuleset, str, int], ...] = (
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
    (match_ruleset("chuo-pai-vs-easy-easy"), LAYOUT, 6),
    (match_ruleset("chuo-pai-vs-normal-normal"), LAYOUT, 6),
)
"""How many games of which layout or grid there are, and what they are played by, in the order of the offline page."""
RULESETS: tuple[AnyRuleset, ...] = tuple(dict.fromkeys(rules for rules, _, _ in PACKED))
"""What the games of the pack are played by."""


class PackedDeal(Struct, frozen=True):
    """The deal of a match."""

    hands: tuple[tuple[int, ...], ...]
    """The figures of each seat's cards."""
    leader: int
    number: int
    """Of the code; the chance of the opponents is drawn from it."""


class PackedGame(Struct, frozen=True):
    """One game."""

    code: str
    family: str
    layout: str
    """The id of the layout or grid."""
    ruleset: str
    """The id of the ruleset."""
    state: AnyState
    """How it begins."""
    witness: tuple[Pair, ...] = ()
    """Pairs that clear a board, in order."""
    deal: PackedDeal | UnsetType = UNSET
    """Of a match."""


class Pack(Struct, frozen=True):
    """All of them."""

    layouts: dict[str, Raw]
    """What a game's `layout` is, by its id."""
    rulesets: dict[str, Raw]
    """What a game's `ruleset` is, by its id."""
    games: tuple[PackedGame, ...]


def place_of(rules: AnyRuleset, id: str) -> Layout | Grid | None:
    """The layout or grid with this id; None for Chuo Pai, which has none."""
    if isinstance(rules, MatchRuleset):
        return None
    return grids.by_id(id) if rules.family is Game.CONNECT else gallery.by_id(id)


@cache
def pack() -> Pack:
    """The pack of this version. It takes about a second to make, once in a process."""
    layouts = {id: place_facts(place_of(rules, id), rules) for rules, id, _ in PACKED}
    rulesets = {rules.id: ruleset_facts(rules) for rules in RULESETS}
    games = (_deal(rules, id, code) for rules, id, most in PACKED for code in _codes(rules, id, most))
    return Pack(layouts, rulesets, tuple(games))


def _codes(rules: AnyRuleset, id: str, most: int) -> Iterator[Code]:
    """The same ones as long as the version is the same, and others with the next."""
    dealer = {Game.SOLITAIRE: Dealer.MJ1, Game.CONNECT: Dealer.MC1, Game.CHUOPAI: Dealer.CP1}[rules.family]
    place = place_of(rules, id)
    for number in range(most):
        drawn = hashlib.sha256(f"{__version__} {rules.id} {id} {number}".encode()).digest()
        yield Code(dealer, DECK if place is None else place.tag, int.from_bytes(drawn[:8]) % (MAX_NUMBER + 1))


def _deal(rules: AnyRuleset, id: str, code: Code) -> PackedGame:
    table = families.open_game(code, rules, unranked=Unranked.TYPED_CODE if rules.ranked else None)
    packed = PackedGame(str(code), table.family, id, rules.id, table.state(0))
    if isinstance(table, MatchTable):
        return replace(packed, deal=PackedDeal(table.deal.hands, table.deal.leader, code.number))
    return replace(packed, witness=table.deal.witness)
