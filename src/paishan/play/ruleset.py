"""Rulesets: the policies that make one game out of one set of rules, as plain values.

The rules of the boards never change; what differs between *Taipei*, *Classic* and *Solitaire against the clock* is how
hints, undo, shuffle, clock, points and stars are handled (T3, T8–T11, C5–C10, S4, S5, N4–N7). A ruleset is stored by
its id, which names a base and its options in one text; `ruleset` reads it. What the values mean for a player is said by
`paishan.play.explaining`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from paishan.connect.grid import Gravity
from paishan.faults import Fault, said_of
from paishan.play.hints import Budget
from paishan.play.scoring import Scoring
from paishan.tiles import Matching

__all__ = [
    "AGAINST_THE_CLOCK",
    "CLASSIC",
    "CLASSIC_CHALLENGE",
    "CONNECT",
    "CONNECT_RULESETS",
    "CONNECT_STANDARD",
    "N_",
    "RULESETS",
    "TAIPEI",
    "TAIPEI_IDENTICAL",
    "Game",
    "HintPolicy",
    "Ruleset",
    "ShufflePolicy",
    "connect",
    "ruleset",
    "taipei",
]


def N_(text: str) -> str:
    """Mark a text for the collector of texts; it is looked up where it is shown."""
    return text


class Game(StrEnum):
    """The families of games."""

    SOLITAIRE = "solitaire"
    CONNECT = "connect"
    CHUOPAI = "chuopai"


class HintPolicy(StrEnum):
    """Which pair a hint shows."""

    OFF = "off"
    ANY = "any"
    """Any pair that can be taken, another one each time (T8)."""
    PLAN = "plan"
    """The next pair of a way to clear the board while there is one, then the others (S5)."""
    RANKED = "ranked"
    """A pair proved to keep the board clearable, those that open most first (C5)."""


class ShufflePolicy(StrEnum):
    """When the remaining tiles may be laid anew (T10)."""

    NEVER = "never"
    LOCKED = "locked"
    """Only when no pair can be taken."""
    DEAD = "dead"
    """When no pair can be taken, or when it is proved that the board can no longer be cleared (C8)."""
    ANY = "any"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """One way to play Mahjong solitaire or Mahjong Connect."""

    id: str
    """Stable, stored with every game and in records."""
    family: Game
    name: str
    """In English."""
    version: int = 1
    """Grows when the same id comes to mean something else for results."""
    matching: Matching = Matching.FAMILY
    """Which flowers and seasons match (T3)."""
    hint: HintPolicy
    hints: Budget | None = None
    """How many hints there are; None for any number."""
    undo: int | None = None
    """How many steps may be taken back in a game; None for any number (T9)."""
    shuffle: ShufflePolicy
    shuffles: int | None = None
    """How many shuffles a game allows; None for any number."""
    shuffle_takes: int = 0
    """Milliseconds that a shuffle adds to the time played (T10)."""
    clock: bool
    """Whether time is shown and counts."""
    limit: int | None = None
    """Milliseconds a tile after which the game is lost (C8); None for any time."""
    scoring: Scoring | None = None
    """None where there are no points."""
    pace: int | None = None
    """Milliseconds a tile within which a win gives the star of time (C10); None where there are no stars."""
    ranked: bool = False
    """Whether results count in lists, and so hidden faces stay hidden (X3)."""
    gravity: Gravity = Gravity.NONE
    """Where the tiles of a grid move when a pair is taken."""
    outside: bool = True
    """Whether a line may run around the outside of a grid (N2)."""
    thought: int = 180_000
    """The longest time between two commands that counts, in milliseconds."""


_PACE = 2_500

AGAINST_THE_CLOCK = Ruleset(
    id="against-the-clock",
    family=Game.SOLITAIRE,
    name=N_("Solitaire against the clock"),
    hint=HintPolicy.PLAN,
    shuffle=ShufflePolicy.NEVER,
    clock=True,
    ranked=True,
)

CLASSIC = Ruleset(
    id="classic",
    family=Game.SOLITAIRE,
    name=N_("Classic"),
    hint=HintPolicy.RANKED,
    hints=Budget(3, 180_000),
    shuffle=ShufflePolicy.DEAD,
    clock=True,
    scoring=Scoring(pair=100, window=4_200),
    pace=_PACE,
    ranked=True,
)

CLASSIC_CHALLENGE = Ruleset(
    id="classic-challenge",
    family=Game.SOLITAIRE,
    name=N_("Classic challenge"),
    hint=CLASSIC.hint,
    hints=CLASSIC.hints,
    shuffle=CLASSIC.shuffle,
    clock=True,
    limit=_PACE,
    scoring=CLASSIC.scoring,
    pace=_PACE,
    ranked=True,
)


def taipei(
    *,
    identical: bool = False,
    undo: int | None = None,
    undo_costs: int = 0,
    shuffle: ShufflePolicy = ShufflePolicy.ANY,
    shuffles: int | None = None,
    shuffle_costs: int = 0,
    shuffle_takes: int = 0,
    hints: int | None = None,
    timed: bool = False,
    points: bool = False,
) -> Ruleset:
    """Taipei by these options (T3, T9, T10); numbers are 0 (none) to 999, or None for any.

    Costs are 1 to 999 points, `shuffle_takes` as many seconds. Raises `ValueError` for a number out of bounds and for
    options that contradict one another.
    """
    for what, number in (
        ("undo", undo),
        ("undo costs", undo_costs),
        ("shuffles", shuffles),
        ("shuffle costs", shuffle_costs),
        ("shuffle takes", shuffle_takes),
        ("hints", hints),
    ):
        if number is not None and not 0 <= number <= 999:
            raise ValueError(f"{what} should be 0 to 999, not {number}")
    if (undo_costs or shuffle_costs) and not points:
        raise Fault("what costs points needs points; add -points")
    if shuffle_takes and not timed:
        raise Fault("what takes time needs the clock; add -timed")
    if undo == 0 and undo_costs:
        raise Fault("undo is off, so it costs nothing")
    if shuffle_costs and shuffle_takes:
        raise Fault("a shuffle costs points or takes time, not both")
    if shuffle is ShufflePolicy.DEAD:
        raise Fault("Taipei shuffles never, when locked, or at will")
    if shuffles == 0:
        shuffle, shuffles = ShufflePolicy.NEVER, None
    if shuffle is ShufflePolicy.NEVER and (shuffles or shuffle_costs or shuffle_takes):
        raise Fault("shuffling is off, so there is no number of shuffles, and they cost and take nothing")
    words = [
        "identical" if identical else "",
        "" if undo is None else f"undo-{undo or 'off'}",
        f"undo-costs-{undo_costs}" if undo_costs else "",
        {ShufflePolicy.NEVER: "shuffle-off", ShufflePolicy.LOCKED: "shuffle-locked"}.get(shuffle, ""),
        "" if shuffles is None else f"shuffles-{shuffles}",
        f"shuffle-costs-{shuffle_costs}" if shuffle_costs else "",
        f"shuffle-takes-{shuffle_takes}" if shuffle_takes else "",
        "" if hints is None else f"hints-{hints or 'off'}",
        "timed" if timed else "",
        "points" if points else "",
    ]
    chosen = [word for word in words if word]
    return Ruleset(
        id="-".join(["taipei", *chosen]),
        family=Game.SOLITAIRE,
        name=_TAIPEI_NAMES.get(tuple(chosen), N_("Taipei by your own rules")),
        matching=Matching.IDENTICAL if identical else Matching.FAMILY,
        hint=HintPolicy.OFF if hints == 0 else HintPolicy.ANY,
        hints=Budget(hints) if hints else None,
        undo=undo,
        shuffle=shuffle,
        shuffles=shuffles,
        shuffle_takes=1_000 * shuffle_takes,
        clock=timed,
        scoring=Scoring(pair=10, undo=undo_costs, shuffle=shuffle_costs) if points else None,
    )


_TAIPEI_NAMES: dict[tuple[str, ...], str] = {(): N_("Taipei"), ("identical",): N_("Taipei, identical flowers")}
_NUMBER = "[1-9][0-9]{0,2}"
_TAIPEI = re.compile(
    r"taipei(?P<identical>-identical)?"
    rf"(-undo-(?P<undo>off|{_NUMBER}))?(-undo-costs-(?P<undo_costs>{_NUMBER}))?"
    rf"(-shuffle-(?P<shuffle>off|locked))?(-shuffles-(?P<shuffles>{_NUMBER}))?"
    rf"(-shuffle-costs-(?P<shuffle_costs>{_NUMBER})|-shuffle-takes-(?P<shuffle_takes>{_NUMBER}))?"
    rf"(-hints-(?P<hints>off|{_NUMBER}))?(?P<timed>-timed)?(?P<points>-points)?"
)
_SHUFFLE = {"off": ShufflePolicy.NEVER, "locked": ShufflePolicy.LOCKED, None: ShufflePolicy.ANY}


def _taipei_of(id: str) -> Ruleset:
    """Taipei with the options that an id names. Raises `ValueError`."""
    match = _TAIPEI.fullmatch(id)
    if match is None:
        raise Fault(
            "{ruleset!r} is no ruleset; Taipei's options are, in this order, -identical, -undo-off or -undo-3, "
            "-undo-costs-5, -shuffle-off or -shuffle-locked, -shuffles-3, -shuffle-costs-20 or -shuffle-takes-30, "
            "-hints-off or -hints-3, -timed, -points",
            ruleset=id[:80],
        )

    def number(name: str) -> int | None:
        found = match[name]
        return None if found is None else 0 if found == "off" else int(found)

    try:
        return taipei(
            identical=bool(match["identical"]),
            undo=number("undo"),
            undo_costs=number("undo_costs") or 0,
            shuffle=_SHUFFLE[match["shuffle"]],
            shuffles=number("shuffles"),
            shuffle_costs=number("shuffle_costs") or 0,
            shuffle_takes=number("shuffle_takes") or 0,
            hints=number("hints"),
            timed=bool(match["timed"]),
            points=bool(match["points"]),
        )
    except ValueError as error:
        raise Fault("{ruleset!r} is no ruleset: {reason}", ruleset=id[:80], reason=said_of(error)) from None


TAIPEI = taipei()
TAIPEI_IDENTICAL = taipei(identical=True)


def connect(*, gravity: Gravity = Gravity.NONE, outside: bool = True, timed: bool = True) -> Ruleset:
    """Mahjong Connect (N1–N7), with the tiles falling or sliding, lines kept inside, or standard scoring if asked."""
    plain = gravity is Gravity.NONE and outside
    words = ["" if gravity is Gravity.NONE else gravity.value, "" if outside else "inside", "" if timed else "standard"]
    return Ruleset(
        id="-".join(["connect", *(word for word in words if word)]),
        family=Game.CONNECT,
        name=_CONNECT_NAMES[gravity, outside, timed],
        hint=HintPolicy.PLAN if gravity is Gravity.NONE else HintPolicy.ANY,
        shuffle=ShufflePolicy.LOCKED,
        clock=timed,
        scoring=Scoring(pair=10, hint=10, time=2, bonus=5_000) if timed else Scoring(pair=10, hint=10),
        ranked=plain,
        gravity=gravity,
        outside=outside,
    )


_CONNECT_NAMES = {
    (Gravity.NONE, True, True): N_("Mahjong Connect"),
    (Gravity.NONE, True, False): N_("Mahjong Connect, standard scoring"),
    (Gravity.NONE, False, True): N_("Mahjong Connect, lines inside"),
    (Gravity.NONE, False, False): N_("Mahjong Connect, lines inside, standard scoring"),
    (Gravity.DOWN, True, True): N_("Mahjong Connect, falling tiles"),
    (Gravity.DOWN, True, False): N_("Mahjong Connect, falling tiles, standard scoring"),
    (Gravity.DOWN, False, True): N_("Mahjong Connect, falling tiles, lines inside"),
    (Gravity.DOWN, False, False): N_("Mahjong Connect, falling tiles, lines inside, standard scoring"),
    (Gravity.SIDEWAYS, True, True): N_("Mahjong Connect, sliding tiles"),
    (Gravity.SIDEWAYS, True, False): N_("Mahjong Connect, sliding tiles, standard scoring"),
    (Gravity.SIDEWAYS, False, True): N_("Mahjong Connect, sliding tiles, lines inside"),
    (Gravity.SIDEWAYS, False, False): N_("Mahjong Connect, sliding tiles, lines inside, standard scoring"),
}

CONNECT_RULESETS: tuple[Ruleset, ...] = tuple(
    connect(gravity=gravity, outside=outside, timed=timed) for gravity, outside, timed in _CONNECT_NAMES
)
"""Every ruleset of Mahjong Connect, in the order in which they are offered."""
CONNECT, CONNECT_STANDARD = CONNECT_RULESETS[:2]

RULESETS: tuple[Ruleset, ...] = (AGAINST_THE_CLOCK, CLASSIC, CLASSIC_CHALLENGE, TAIPEI, TAIPEI_IDENTICAL)
"""The rulesets of Mahjong solitaire in the order in which they are offered; Taipei has many more by its options."""

_NAMED = {rules.id: rules for rules in (*RULESETS, *CONNECT_RULESETS)}


@lru_cache(1024)
def ruleset(id: str) -> Ruleset:
    """The ruleset with this id. Raises `ValueError` that says which there are."""
    known = _NAMED.get(id)
    if known is not None:
        return known
    if id.startswith("taipei-"):
        return _taipei_of(id)
    raise ValueError(f"there is no ruleset {id[:80]!r}; there are {', '.join(_NAMED)}, and Taipei's by its options")
