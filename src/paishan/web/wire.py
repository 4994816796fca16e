"""The API's JSON: what is read, with errors that a person can act on, and what is written."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import asdict
from functools import lru_cache
from typing import Annotated, Any, Literal, TypeVar, get_args

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from paishan.chuopai.domino import DOMINOES
from paishan.connect.grid import Grid
from paishan.faults import Said
from paishan.play import campaign
from paishan.play.campaign import LEVELS
from paishan.play.chuo import messages as chuo
from paishan.play.chuo.ruleset import MatchRuleset
from paishan.play.chuo.table import LAYOUT
from paishan.play.daily import OFFSETS
from paishan.play.families import AnyCommand, AnyRuleset
from paishan.play.messages import Event, State
from paishan.solitaire.layout import Layout, bits
from paishan.store import MATCHES, Done, Standing, View
from paishan.web.answers import Problem

__all__ = [
    "Facts",
    "GameOfPairs",
    "Match",
    "MatchPlayed",
    "Open",
    "Played",
    "Say",
    "Series",
    "answered",
    "explained",
    "layout_facts",
    "layout_name",
    "place_facts",
    "place_name",
    "reader",
    "ruleset_facts",
    "series_facts",
    "viewed",
]

T = TypeVar("T")
Facts = Annotated[dict[str, Any], Meta(description="the layout, grid or cards, or the ruleset, with all its values")]


class Say(Struct, forbid_unknown_fields=True):
    """Commands for a game, the first of which is number `seq`; `key` is the same when they are sent again.

    `ago` says of each how many milliseconds before the sending it was given.
    """

    seq: Annotated[int, Meta(ge=0, le=2**31 - 1)]
    key: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,64}\Z")]
    commands: Annotated[list[AnyCommand], Meta(min_length=1, max_length=200)]
    ago: Annotated[list[Annotated[int, Meta(ge=0)]], Meta(max_length=200)] = []


class Open(Struct, forbid_unknown_fields=True):
    """A new game: any deal of a layout or the deal of a code with a ruleset, a level of the campaign, or today's board.

    The dealer lays the tiles of a layout along a solution (`witness`) or at random, proved to be clearable (`proved`).
    `series` is "new", for the first match of a series of Chuo Pai, or the id of a series, for its next match.
    `offset` is how many minutes the player's clock is ahead of UTC.
    """

    ruleset: str | UnsetType = UNSET
    game: Literal["solitaire", "connect", "chuopai"] | None = None
    layout: str | None = None
    code: str | None = None
    dealer: Literal["witness", "proved"] = "witness"
    level: Annotated[int, Meta(ge=LEVELS[0], le=LEVELS[-1])] | None = None
    daily: Literal["solitaire", "connect"] | None = None
    series: Annotated[str, Meta(max_length=40)] | None = None
    offset: Annotated[int, Meta(ge=OFFSETS[0], le=OFFSETS[-1])] | None = None
    previous: str | None = None


class Series(Struct):
    """How a series of three matches stands."""

    id: str
    match: int
    of: int
    points: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    next: bool


class _Game(Struct, kw_only=True):
    id: str
    family: Literal["solitaire", "connect", "chuopai"]
    code: str | None
    previous: str | None
    occasion: str
    newcomer: bool
    layout: Facts
    ruleset: Facts
    series: Series | UnsetType = UNSET


class GameOfPairs(_Game, kw_only=True):
    """A game of Mahjong solitaire or Connect as its player may see it."""

    state: State


class Match(_Game, kw_only=True):
    """A match of Chuo Pai as its player may see it."""

    state: chuo.State


class Played(Struct):
    """What came of commands for a game of pairs."""

    seq: int
    events: tuple[Event, ...]
    state: State
    replayed: bool | UnsetType = UNSET


class MatchPlayed(Struct):
    """What came of commands for a match."""

    seq: int
    events: tuple[chuo.Event, ...]
    state: chuo.State
    replayed: bool | UnsetType = UNSET


_encode = msgspec.json.Encoder().encode


def viewed(view: View, series: Standing | None = None) -> GameOfPairs | Match:
    """A game as the API shows it; `series` is how the one stands of which it is a match."""
    told: dict[str, Any] = {
        "id": view.id,
        "family": view.family,
        "code": view.code,
        "previous": view.previous,
        "occasion": view.occasion,
        "newcomer": view.newcomer,
        # Encoded already: what an answer is made of is not checked again.
        "layout": place_facts(view.layout, view.ruleset),
        "ruleset": ruleset_facts(view.ruleset),
        "series": UNSET if series is None else series_facts(series, int(view.occasion[-1])),
    }
    if isinstance(view.state, chuo.State):
        return Match(**told, state=view.state)
    return GameOfPairs(**told, state=view.state)


def series_facts(series: Standing, match: int | None = None) -> Series:
    """How a series stands, told with one of its matches, the last if none is named."""
    return Series(series.id, match or series.opened, MATCHES, series.points, series.totals, series.next)


def answered(done: Done) -> Played | MatchPlayed:
    """What came of commands, as the API says it."""
    shape: Any = MatchPlayed if isinstance(done.state, chuo.State) else Played
    told: Played | MatchPlayed = shape(done.state.seq, done.events, done.state, done.replayed or UNSET)
    return told


def place_facts(place: Layout | Grid | None, rules: AnyRuleset) -> Raw:
    """What a game is played on, or with, with all that the browser needs to know what can be taken."""
    if isinstance(place, Layout):
        return _layout(place)
    return _dominoes(rules.name) if place is None else _grid(place, rules)


def place_name(place: Layout | Grid | None, rules: AnyRuleset) -> str:
    """What a layout or a grid is called, as it is `spoken`; the game itself, where there is neither."""
    if place is None:
        return Said(rules.name)
    return layout_name(place) if isinstance(place, Layout) else str(place)


def layout_name(layout: Layout) -> str:
    """What a layout is called: a `Said`, unless it is a player's own, which is called the same in every language."""
    return Said(layout.name) if _is_ours(layout.tag) else layout.name


@lru_cache(4096)
def _is_ours(tag: str) -> bool:
    """Whether a layout is built in, or the campaign's."""
    try:
        campaign.by_tag(tag)
    except ValueError:
        return False
    return True


@lru_cache(64)
def _grid(grid: Grid, rules: AnyRuleset) -> Raw:
    shown = {"id": grid.id, "number": grid.number, "name": str(grid), "width": grid.width, "height": grid.height}
    assert not isinstance(rules, MatchRuleset)
    return Raw(_encode({**shown, "outside": rules.outside, "gravity": rules.gravity}))


@lru_cache(1)
def _dominoes(name: str) -> Raw:
    """The figures of the cards, in the place of a layout."""
    dominoes = [
        {
            "number": domino.number,
            "id": domino.id,
            "name": domino.name,
            "chinese": domino.chinese,
            "pinyin": domino.pinyin,
            "pips": domino.pips,
            "red": domino.red,
            "family": domino.family,
            "rank": domino.rank,
        }
        for domino in DOMINOES
    ]
    return Raw(_encode({"id": LAYOUT, "number": 0, "name": name, "dominoes": dominoes}))


@lru_cache(256)
def _layout(layout: Layout) -> Raw:
    """All that the browser needs to know which tiles are free."""
    neighbours = {name: [list(bits(mask)) for mask in getattr(layout, name)] for name in ("above", "left", "right")}
    shown = {"id": layout.id, "number": layout.number, "name": layout.name, "slots": layout.slots, **neighbours}
    return Raw(_encode(shown))


@lru_cache(64)
def ruleset_facts(rules: AnyRuleset) -> Raw:
    """A ruleset's values."""
    if isinstance(rules, MatchRuleset):
        opponents = [{"level": player.level, "character": player.character} for player in rules.opponents]
        shown = {name: getattr(rules, name) for name in ("id", "name", "version", "family", "undo", "ranked")}
        return Raw(_encode({**shown, **asdict(rules.options), "opponents": opponents}))
    return Raw(_encode(rules))


def layout_facts(layout: Layout) -> dict[str, Any]:
    """A layout in the list of those there are."""
    return {
        "id": layout.id,
        "number": layout.number,
        "name": layout.name,
        "tiles": len(layout),
        "layers": layout.layers,
        "free": layout.free().bit_count(),
        "phone": layout.phone,
        "slots": layout.slots,
    }


def reader(type: type[T]) -> Callable[[bytes], T]:
    """What reads a JSON body into a `type`; it raises a `Problem` that says what is wrong, where, and what is right."""
    decode = msgspec.json.Decoder(type).decode

    def read(body: bytes) -> T:
        try:
            return decode(body)
        except (msgspec.MsgspecError, ValueError) as error:
            raise Problem(400, explained(str(error))) from None
        except RecursionError:
            raise Problem(400, "the JSON is nested too deeply") from None

    return read


_KINDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "null",
}
_COMMANDS = ", ".join(sorted(str(command.__struct_config__.tag) for command in get_args(AnyCommand)))


def _kind(names: str) -> str:
    """`int | null` in words."""
    return " or ".join(_KINDS.get(name.strip("` "), name.strip("` ")) for name in names.split("|"))


def explained(message: str) -> str:
    """What msgspec found wrong with a body, in words.

    >>> explained("Expected `int`, got `str` - at `$.commands[0].slot`")
    'commands[0].slot should be a whole number, but is text'
    """
    message, _, path = message.partition(" - at `$")
    where = path.rstrip("`").lstrip(".")
    at = where or "the body"
    within = f"{where}." if where else ""
    if found := re.fullmatch(r"Expected `(.+?)`, got `(.+?)`", message):
        return f"{at} should be {_kind(found[1])}, but is {_kind(found[2])}"
    if found := re.fullmatch(r"Expected `(\w+)`", message):
        return f"{at} should be {_kind(found[1])}"
    if found := re.fullmatch(r"Object missing required field `(.+?)`", message):
        return f"{within}{found[1]} is missing"
    if found := re.fullmatch(r"Object contains unknown field `(.+?)`", message, re.DOTALL):
        return f"{within}{found[1]} is not known here"
    if found := re.fullmatch(r"Invalid (?:enum )?value (.+)", message, re.DOTALL):
        known = f"; commands are {_COMMANDS}" if where.endswith("type") else ""
        return f"{at} is {found[1]}, which is not known here{known}"
    if found := re.fullmatch(r"Expected `array` of length (<=|>=) (\d+)", message):
        return f"{at} should have {'at most' if found[1] == '<=' else 'at least'} {found[2]} entries"
    if found := re.fullmatch(r"Expected `(?:int|float)` (<=|>=) (-?\d+)(?:\.0)?", message):
        return f"{at} should be {'at most' if found[1] == '<=' else 'at least'} {found[2]}"
    if message.startswith("Expected `str` matching regex"):
        return f"{at} should be 1 to 64 letters, digits, _ or -"
    if where:
        return f"{at}: {message}"
    return f"the body is not the JSON that is expected here: {message}"
