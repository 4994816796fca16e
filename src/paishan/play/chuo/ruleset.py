"""The rulesets of Chuo Pai: the readings of the rules, who the two opponents are, and whether plays can be taken back.

A ruleset's id says all of it in one canonical text, such as `chuo-pai-four-cards-vs-normal-hard-bold`: first what is
not as usual, then the opponents, the one who acts after the player first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from paishan.chuopai.options import Bonus, Options
from paishan.chuopai.players import Character, Level, Player
from paishan.faults import Fault
from paishan.play.explaining import Sentence, counted
from paishan.play.ruleset import N_, Game

__all__ = ["CHUO_PAI", "MatchRuleset", "explain", "match_ruleset"]

_VS = "-vs-"
_UNDO = "-undo"
_PLAYER = rf"(?:{'|'.join(Level)})(?:-(?:{'|'.join(Character)}))?"
_ID = re.compile(rf"(?P<options>chuo-pai[a-z-]*?)(?P<undo>{_UNDO})?{_VS}(?P<next>{_PLAYER})-(?P<last>{_PLAYER})")


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRuleset:
    """One way to play Chuo Pai."""

    family: ClassVar[Game] = Game.CHUOPAI
    points: ClassVar[bool] = True
    """Results are compared by points: the cards of the pile (P4)."""
    version: ClassVar[int] = 1
    """Grows when the same id comes to mean something else for results, as when the opponents learn to play better."""
    thought: ClassVar[int] = 180_000
    """The longest time between two commands that counts, in milliseconds."""

    options: Options
    opponents: tuple[Player, Player]
    """Who acts after the player, and who acts last; one without a character is given one by the deal."""
    undo: bool = False
    """Whether plays can be taken back; then results are in no list, for what others answer is known before."""

    @property
    def id(self) -> str:
        """Stable, stored with every game and in records."""
        first, second = self.opponents
        return f"{self.options}{_UNDO if self.undo else ''}{_VS}{first}-{second}"

    @property
    def name(self) -> str:
        """In English."""
        return N_("Chuo Pai")

    @property
    def ranked(self) -> bool:
        """Whether results count in lists."""
        return not self.undo

    @property
    def explained(self) -> str:
        """What the values mean, in English."""
        return " ".join(map(str, explain(self)))


CHUO_PAI = MatchRuleset(options=Options(), opponents=(Player(Level.NORMAL), Player(Level.NORMAL)))
"""The usual ruleset: `chuo-pai-vs-normal-normal`."""


@lru_cache(1024)
def match_ruleset(id: str) -> MatchRuleset:
    """The ruleset of Chuo Pai with this id. Raises `ValueError` that says how they are written."""
    match = _ID.fullmatch(id)
    try:
        if match is None:
            raise ValueError
        options = Options.parse(match["options"])
    except ValueError:
        raise Fault(
            "{ruleset!r} is no ruleset of Chuo Pai, such as {example}: options are, in this order, -one-each, "
            "-four-cards and -undo; then -vs- and two opponents: {levels}, each with {characters} or nothing behind it",
            ruleset=id[:80],
            example=CHUO_PAI.id,
            levels=", ".join(Level),
            characters=", ".join("-" + character for character in Character),
        ) from None
    opponents = Player.parse(match["next"]), Player.parse(match["last"])
    return MatchRuleset(options=options, opponents=opponents, undo=match["undo"] is not None)


def explain(rules: MatchRuleset) -> tuple[Sentence, ...]:
    """What a ruleset's values mean."""
    return tuple(_sentences(rules))


def _sentences(rules: MatchRuleset) -> Iterator[Sentence]:
    yield Sentence("Every card of your own that wins a round is a point; the largest pile wins.")
    if rules.options.bonus is Bonus.ONE_EACH:
        yield Sentence("An opening hand with Nail and Two-Red lays one card of each on its pile.")
    else:
        yield Sentence("An opening hand with Nail and Two-Red lays every card of both on its pile.")
    if rules.options.most == 4:
        yield counted("A combination has at most {n} card.", "A combination has at most {n} cards.", rules.options.most)
    else:
        yield Sentence("A combination may have any number of cards.")
    yield Sentence("There is no clock, and hints are without limit.")
    if rules.undo:
        yield Sentence("Your plays can be taken back, so the result is in no list.")
    else:
        yield Sentence("What was played cannot be taken back.")
