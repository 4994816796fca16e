"""The Mahjong set: 42 kinds of tile, their labels, and which of them match.

A *kind* is what is drawn on a tile; a *group* is what matches. The two differ only for flowers and seasons, and
only under one of the two rule versions (T3). Layouts and deals live elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

__all__ = ["BY_LABEL", "FULL_SET", "KINDS", "Family", "Kind", "Matching", "group_of", "groups_of", "kind_of"]


class Family(StrEnum):
    """The seven families of the set (S1)."""

    BAMBOO = "bamboo"
    CHARACTERS = "characters"
    CIRCLES = "circles"
    WIND = "wind"
    DRAGON = "dragon"
    FLOWER = "flower"
    SEASON = "season"


class Matching(StrEnum):
    """The two rule versions for flowers and seasons (T3)."""

    FAMILY = "family"
    """Any flower matches any flower, any season any season."""
    IDENTICAL = "identical"
    """A flower or season matches only the same flower or season."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One of the 42 pictures of the set."""

    index: int
    """Its place in `KINDS`, 0–41."""
    label: str
    """Its short name in the style *Digits*: 5B, 5C, 5D, N, R, Wh, F1, S4 (S1)."""
    family: Family
    """The family to which it belongs."""
    number: int
    """1–9 in a suit, 1–4 among winds, flowers and seasons, 1–3 among dragons."""

    @property
    def copies(self) -> int:
        """How many tiles of this kind a full set holds: one of each flower and season, four of all others."""
        return 1 if self.family in (Family.FLOWER, Family.SEASON) else 4

    def __str__(self) -> str:
        return self.label


def _all_kinds() -> tuple[Kind, ...]:
    suits = ((Family.BAMBOO, "B"), (Family.CHARACTERS, "C"), (Family.CIRCLES, "D"))
    named: list[tuple[str, Family, int]] = [(f"{n}{s}", family, n) for family, s in suits for n in range(1, 10)]
    named += [(label, Family.WIND, n) for n, label in enumerate("NSEW", 1)]
    named += [(label, Family.DRAGON, n) for n, label in enumerate(("R", "G", "Wh"), 1)]
    named += [(f"F{n}", Family.FLOWER, n) for n in range(1, 5)]
    named += [(f"S{n}", Family.SEASON, n) for n in range(1, 5)]
    return tuple(Kind(index, *rest) for index, rest in enumerate(named))


KINDS: tuple[Kind, ...] = _all_kinds()
"""All 42 kinds: bamboo 1–9, characters 1–9, circles 1–9, N S E W, R G Wh, F1–F4, S1–S4."""

BY_LABEL: dict[str, Kind] = {kind.label: kind for kind in KINDS}
"""Every kind by its label."""

FULL_SET: tuple[Kind, ...] = tuple(kind for kind in KINDS for _ in range(kind.copies))
"""The 144 tiles of a full set."""

_FLOWERS = 34
_SEASONS = 35


def kind_of(label: str) -> Kind:
    """The kind with this label, in any case. Raises `ValueError` for a label that is none of the 42."""
    kind = BY_LABEL.get(label) or BY_LABEL.get(label[:1].upper() + label[1:].lower()) or BY_LABEL.get(label.upper())
    if kind is None:
        raise ValueError(f"no tile is called {label!r}; tiles are 1B–9B, 1C–9C, 1D–9D, N S E W, R G Wh, F1–F4, S1–S4")
    return kind


def group_of(kind: Kind, matching: Matching) -> int:
    """What this kind matches: two tiles match exactly when their groups are equal.

    With `Matching.FAMILY` groups are 0–35 (34 all flowers, 35 all seasons); with `Matching.IDENTICAL` the group
    is the kind's own index, 0–41.

    >>> group_of(kind_of("F1"), Matching.FAMILY) == group_of(kind_of("F3"), Matching.FAMILY)
    True
    >>> group_of(kind_of("F1"), Matching.IDENTICAL) == group_of(kind_of("F3"), Matching.IDENTICAL)
    False
    """
    if matching is Matching.FAMILY:
        if kind.family is Family.FLOWER:
            return _FLOWERS
        if kind.family is Family.SEASON:
            return _SEASONS
    return kind.index


def groups_of(kinds: Sequence[Kind], matching: Matching) -> tuple[int, ...]:
    """`group_of` for each of `kinds`."""
    return tuple(group_of(kind, matching) for kind in kinds)
