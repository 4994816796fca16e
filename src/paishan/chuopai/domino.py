"""The 21 dominoes of Chuo Pai: their pips, names, families and ranks. What can be done with them is `play`.

A *domino* is a figure, of which the set holds four cards. Everywhere in this room a card is the number of its figure,
0–20; cards of one figure cannot be told apart.

The names, Chinese names and pips are those of the traditional Chinese set (S. Culin, *Korean Games*, 1895). The order
within the families is the game's own (P3): Long Three stands above Plum Blossom.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

__all__ = ["COPIES", "DOMINOES", "HEADS", "HIGHER", "MATCHING", "NAIL", "TWO_RED", "Domino", "Family", "counted"]

COPIES = 4
"""How many cards there are of each figure."""


class Family(StrEnum):
    """The five families, which never beat each other (P3)."""

    MAIN = "main"
    """Heaven, Earth, Man, Harmony, Long Three, Plum Blossom, Bench."""
    YAO = "yao"
    """Cat, High Leg, Four-Six, Axe."""
    BLACK = "black"
    """Black Nine, the two Eights, Black Seven, Black Five."""
    RED = "red"
    """Red Nine, Red Seven, Red Five, Nail and Two-Red."""
    COMBINATION = "combination"
    """No figure's own: Heaven–Nine, Earth–Eight, Man–Seven and Harmony–Five."""


@dataclass(frozen=True, slots=True)
class Domino:
    """One of the 21 figures."""

    number: int
    """Its place in `DOMINOES`, 0–20."""
    id: str
    """Stable: heaven, straight-eight …"""
    name: str
    """In English."""
    chinese: str
    """In Chinese."""
    pinyin: str
    """How the Chinese name is said."""
    pips: tuple[int, int]
    """Of its two halves, the smaller first."""
    family: Family
    """The family in which it ranks."""
    rank: int
    """Within its family, 1 the highest; figures of one rank are equal."""

    @property
    def total(self) -> int:
        """The sum of its pips, 2–12."""
        return sum(self.pips)

    @property
    def red(self) -> tuple[int, int]:
        """How many pips of each half are red: every 1 and every 4, and three of each six of Heaven."""
        if self.pips == (6, 6):
            return 3, 3
        first, second = (pips if pips in (1, 4) else 0 for pips in self.pips)
        return first, second

    def __str__(self) -> str:
        return self.name


def _all_dominoes() -> tuple[Domino, ...]:
    families = {
        Family.MAIN: (
            ("Heaven", "天", "tiān", 66, 1),
            ("Earth", "地", "dì", 11, 2),
            ("Man", "人", "rén", 44, 3),
            ("Harmony", "和", "hé", 13, 4),
            ("Long Three", "长三", "chángsān", 33, 5),
            ("Plum Blossom", "梅花", "méihuā", 55, 6),
            ("Bench", "板凳", "bǎndèng", 22, 7),
        ),
        Family.YAO: (
            ("Cat", "猫", "māo", 15, 1),
            ("High Leg", "高脚", "gāojiǎo", 16, 2),
            ("Four-Six", "四六", "sìliù", 46, 3),
            ("Axe", "斧头", "fǔtóu", 56, 4),
        ),
        Family.BLACK: (
            ("Black Nine", "黑九", "hēijiǔ", 36, 1),
            ("Straight Eight", "平八", "píngbā", 26, 2),
            ("Slanted Eight", "斜八", "xiébā", 35, 2),
            ("Black Seven", "黑七", "hēiqī", 25, 3),
            ("Black Five", "黑五", "hēiwǔ", 23, 4),
        ),
        Family.RED: (
            ("Red Nine", "红九", "hóngjiǔ", 45, 1),
            ("Red Seven", "红七", "hóngqī", 34, 2),
            ("Red Five", "红五", "hóngwǔ", 14, 3),
            ("Nail", "丁丁", "dīngdīng", 12, 4),
            ("Two-Red", "二红", "èrhóng", 24, 4),
        ),
    }
    rows = [(family, *row) for family, members in families.items() for row in members]
    return tuple(
        Domino(number, name.lower().replace(" ", "-"), name, chinese, pinyin, (pips // 10, pips % 10), family, rank)
        for number, (family, name, chinese, pinyin, pips, rank) in enumerate(rows)
    )


DOMINOES: tuple[Domino, ...] = _all_dominoes()
"""All figures: Main 0–6, Yao 7–10, Black 11–15, Red 16–20, each family from its highest down."""

NAIL = 19
"""One half of the opening bonus (P2)."""
TWO_RED = 20
"""The other half."""

HIGHER: tuple[tuple[int, ...], ...] = tuple(
    tuple(other.number for other in DOMINOES if other.family is domino.family and other.rank < domino.rank)
    for domino in DOMINOES
)
"""For each figure, those that beat it."""

HEADS: tuple[int, ...] = (0, 1, 2, 3)
"""Heaven, Earth, Man and Harmony, which head combinations; the first is the highest."""

MATCHING: tuple[tuple[int, ...], ...] = tuple(
    tuple(d.number for d in DOMINOES if d.total == total and d.family in (Family.BLACK, Family.RED))
    for total in (9, 8, 7, 5)
)
"""For each head, the Black and Red figures of its total: nines, eights, sevens, fives."""


def counted(cards: Iterable[int]) -> list[int]:
    """How many of each figure there are among `cards`. Raises `ValueError` for a number that is no figure."""
    counts = [0] * len(DOMINOES)
    for card in cards:
        if not 0 <= card < len(DOMINOES):
            raise ValueError(f"there is no domino {card}; they are 0 to {len(DOMINOES) - 1}")
        counts[card] += 1
    return counts
