"""What a table of Chuo Pai may settle differently, as one frozen value with a canonical text form.

The text is the ruleset's id in records and games, such as `chuo-pai` or `chuo-pai-one-each-four-cards`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import product

__all__ = ["ALL_OPTIONS", "Bonus", "Options"]

_NAME = "chuo-pai"
_FOUR_CARDS = "four-cards"


class Bonus(StrEnum):
    """What an opening hand with both Nail and Two-Red lays on its pile (P2)."""

    EVERY_COPY = "every-copy"
    """Every copy of both."""
    ONE_EACH = "one-each"
    """One of each; other copies are played."""


@dataclass(frozen=True, slots=True)
class Options:
    """The readings of the rules that a match is played under.

    >>> str(Options(Bonus.ONE_EACH, most=4))
    'chuo-pai-one-each-four-cards'
    >>> Options.parse("chuo-pai").most
    12
    """

    bonus: Bonus = Bonus.EVERY_COPY
    """What the opening bonus lays."""
    most: int = 12
    """The most cards of a combination: 12, which is all there are, or 4."""

    def __post_init__(self) -> None:
        """Raises `ValueError` for a bonus or a most that no table has."""
        object.__setattr__(self, "bonus", Bonus(self.bonus))
        if self.most not in (4, 12):
            raise ValueError(f"a combination has at most 12 or at most 4 cards, not {self.most}")

    def __str__(self) -> str:
        parts = [_NAME]
        if self.bonus is not Bonus.EVERY_COPY:
            parts.append(self.bonus)
        if self.most == 4:
            parts.append(_FOUR_CARDS)
        return "-".join(parts)

    @classmethod
    def parse(cls, text: str) -> Options:
        """Read the text form. Raises `ValueError` that names those there are."""
        for options in ALL_OPTIONS:
            if str(options) == text:
                return options
        raise ValueError(f"there is no ruleset {text!r}; there are {', '.join(map(str, ALL_OPTIONS))}")


ALL_OPTIONS: tuple[Options, ...] = tuple(Options(bonus, most) for bonus, most in product(Bonus, (12, 4)))
"""Every combination of options, the default first."""
