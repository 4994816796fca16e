"""Game codes: one short word that names a deal, with a character that catches slips of the hand.

`MJ1-L00-AAAAABL` is game and dealer, layout, six characters of RFC 4648 base 32 for the deal's number, and the check
character. What a code *deals* is the business of each game's rules.
"""

from __future__ import annotations

import operator
import re
from dataclasses import dataclass
from enum import StrEnum

from paishan.faults import Fault

__all__ = ["MAX_NUMBER", "Code", "Dealer"]

_BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
_VALUE = {character: value for value, character in enumerate(_BASE32)}
# 0, 1, 8 and 9 stand only where no letter may stand, and a swap with a neighbour would be caught by the form.
_VALUE |= {"0": _VALUE["O"], "1": _VALUE["I"], "8": _VALUE["B"], "9": _VALUE["G"]}
_OFFSET = 2
_SIZE = 6
MAX_NUMBER = 32**_SIZE - 1
"""The greatest deal number that a code can carry: 2^30 - 1."""

_LAYOUT = re.compile(r"L\d{2,3}|H[A-Z2-7]{12}", re.ASCII)


class Dealer(StrEnum):
    """The first part of a code: which game, dealt how, in which version."""

    MJ1 = "MJ1"
    """Mahjong solitaire, dealt from a solution."""
    MP1 = "MP1"
    """Mahjong solitaire, dealt at random and kept because it is proved clearable."""
    MC1 = "MC1"
    """Mahjong Connect, dealt at random and kept because it is proved clearable."""
    CP1 = "CP1"
    """Chuo Pai."""


def _double(value: int) -> int:
    """Times x in the field of 32 elements, modulo x^5 + x^2 + 1."""
    value <<= 1
    return value ^ 0b100101 if value & 32 else value


def _check(body: str) -> str:
    """The check character of a code without hyphens.

    The characters are the coefficients of a polynomial over the field of 32 elements, taken at its generator x:
    neighbours always have different weights, and no weight is zero, so one wrong character or one swap of
    neighbours always changes the result. The offset makes the published example come out as published.
    """
    total = 0
    for character in body:
        total = _double(total ^ _VALUE[character])
    return _BASE32[total ^ _OFFSET]


@dataclass(frozen=True, slots=True)
class Code:
    """A deal's name.

    >>> str(Code(Dealer.MJ1, "L00", 1))
    'MJ1-L00-AAAAABL'
    >>> Code.parse("mj1 l00 aaaaabl").number
    1
    """

    dealer: Dealer
    """Which game, dealt how."""
    layout: str
    """`L` and the layout's number in two or three digits, or `H` and twelve characters of a layout's hash."""
    number: int
    """The deal's number, 0 … `MAX_NUMBER`."""

    def __post_init__(self) -> None:
        """Raises `ValueError` that says what is wrong, and `TypeError` for a number that is not whole."""
        try:
            object.__setattr__(self, "dealer", Dealer(self.dealer))
        except ValueError:
            raise ValueError(f"{self.dealer!r} names no game; there are {', '.join(Dealer)}") from None
        object.__setattr__(self, "number", operator.index(self.number))
        if not _LAYOUT.fullmatch(self.layout):
            raise Fault(
                "{layout!r} names no layout; it is L and a number (L00) or H and 12 characters of a hash",
                layout=self.layout,
            )
        if not 0 <= self.number <= MAX_NUMBER:
            raise Fault("a deal's number is 0 to {most}, not {number}", most=MAX_NUMBER, number=self.number)

    def __str__(self) -> str:
        number = "".join(_BASE32[self.number >> shift & 31] for shift in range(5 * (_SIZE - 1), -1, -5))
        return f"{self.dealer}-{self.layout}-{number}{_check(self.dealer + self.layout + number)}"

    @classmethod
    def parse(cls, text: str) -> Code:
        """Read a code in any case, with or without hyphens and spaces. Raises `ValueError` that says what is wrong."""
        if len(text) > 100:
            raise Fault("a code has about 15 characters, such as MJ1-L00-AAAAABL; this has {count}", count=len(text))
        plain = re.sub(r"[\s\-‐-―]", "", text).upper()
        code = text.strip()
        match = re.fullmatch(rf"([A-Z0-9]{{3}})({_LAYOUT.pattern})([A-Z0-9]{{7}})", plain, re.ASCII)
        if match is None:
            raise Fault("{code!r} is not a game code; one looks like MJ1-L00-AAAAABL", code=code)
        dealer, layout, last = match.groups()
        if dealer not in Dealer.__members__:
            known = ", ".join(Dealer)
            raise Fault(
                "{code!r}: {dealer} names no game; a code begins with one of {known}",
                code=code,
                dealer=dealer,
                known=known,
            )
        for character in last:
            if character not in _BASE32:
                raise Fault(
                    "{code!r}: {character} does not occur in {last}; there are A–Z and 2–7 only",
                    code=code,
                    character=character,
                    last=last,
                )
        if _check(plain[:-1]) != plain[-1]:
            raise Fault("{code!r} has a slip in it: the last character does not fit the others", code=code)
        number = 0
        for character in last[:-1]:
            number = number * 32 + _VALUE[character]
        return cls(Dealer(dealer), layout, number)
