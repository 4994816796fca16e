"""What a ruleset means, in whole sentences made from its values, to be read before a game starts (T11).

A sentence is a text in English with named places for its values, so that it can be looked up in another language; the
texts stand in `Sentence` and `counted` for the collector of texts to find.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from paishan.connect.grid import Gravity
from paishan.play.ruleset import (
    AGAINST_THE_CLOCK,
    CLASSIC,
    CLASSIC_CHALLENGE,
    N_,
    RULESETS,
    TAIPEI,
    TAIPEI_IDENTICAL,
    Game,
    HintPolicy,
    Ruleset,
    ShufflePolicy,
)
from paishan.play.scoring import Scoring
from paishan.tiles import Matching

__all__ = ["BRIEF", "OFFERED", "Sentence", "english", "explain"]

OFFERED: tuple[Ruleset, ...] = tuple(rules for rules in RULESETS if rules is not TAIPEI_IDENTICAL)
"""The rulesets of Mahjong solitaire to choose from; the others are Taipei by its options."""
BRIEF: Mapping[str, str] = MappingProxyType(
    {
        AGAINST_THE_CLOCK.id: N_("Your time counts. Hints and undo without limit, no shuffle."),
        CLASSIC.id: N_("Points for quick pairs, three stars, a few hints."),
        CLASSIC_CHALLENGE.id: N_("As Classic, against a clock that runs down."),
        TAIPEI.id: N_("As you like it: quiet, or with clock, points and limits."),
    }
)
"""What each of them is in one line, by id."""
if _without := [rules.id for rules in OFFERED if rules.id not in BRIEF]:
    raise LookupError(f"BRIEF in paishan.play.explaining lacks a line for {', '.join(_without)}")


class Sentence(NamedTuple):
    """One sentence about a ruleset."""

    text: str
    """In English, with {places} for the values; the singular where there is a plural."""
    values: Mapping[str, int | float] = MappingProxyType({})
    """Numbers; they are to be written as the language writes them."""
    plural: str | None = None
    """In English, where the sentence depends on the number `n`."""

    def __str__(self) -> str:
        text = self.text if self.plural is None or self.values["n"] == 1 else self.plural
        return text.format(**{name: f"{value:,}" for name, value in self.values.items()})


def counted(text: str, plural: str, n: int) -> Sentence:
    """A sentence that depends on a number."""
    return Sentence(text, {"n": n}, plural)


def english(rules: Ruleset) -> str:
    """The sentences about a ruleset, in English."""
    return " ".join(map(str, explain(rules)))


def explain(rules: Ruleset) -> tuple[Sentence, ...]:
    """What a ruleset's values mean: points, time, stars, hints, undo, shuffle, and what matches."""
    return (
        *_points(rules),
        *_time(rules),
        *_hints(rules),
        *_undo(rules),
        *_shuffle(rules),
        *_board(rules),
    )


def _points(rules: Ruleset) -> Iterator[Sentence]:
    scoring = rules.scoring
    if scoring is None:
        if rules.clock:
            yield Sentence("There are no points: your time counts.")
        else:
            yield Sentence("There are no points and no clock.")
        return
    if scoring.window is None and rules.undo == 0:
        yield counted("Every pair gives {n} point.", "Every pair gives {n} points.", scoring.pair)
    elif scoring.window is None:
        yield counted(
            "Every pair gives {n} point, and undo takes it back.",
            "Every pair gives {n} points, and undo takes them back.",
            scoring.pair,
        )
    else:
        yield Sentence(
            "Every pair gives {points} points; a pair within {seconds} s of the one before gives {points} more than "
            "that one did, up to {most}.",
            {"points": scoring.pair, "seconds": _seconds(scoring.window), "most": scoring.pair * scoring.most},
        )
        yield Sentence("Undo takes back exactly what the pair gave.")
        if rules.shuffle is ShufflePolicy.NEVER:
            yield Sentence("A slower pair or an undo starts the count again.")
        else:
            yield Sentence("A slower pair, an undo or a shuffle starts the count again.")
    yield from _costs(rules, scoring)
    if scoring.bonus is not None:
        yield Sentence(
            "A win gives a point for every full second by which it is faster than {seconds} s a tile.",
            {"seconds": _seconds(scoring.bonus)},
        )
    if scoring.hint or scoring.undo or scoring.shuffle or scoring.time:
        yield Sentence("The score may go below zero.")


def _costs(rules: Ruleset, scoring: Scoring) -> Iterator[Sentence]:
    hints, shuffles = rules.hint is not HintPolicy.OFF, rules.shuffle is not ShufflePolicy.NEVER
    if scoring.hint:
        yield counted("A hint costs {n} point.", "A hint costs {n} points.", scoring.hint)
    if scoring.undo:
        yield counted(
            "Every step taken back costs {n} point more.", "Every step taken back costs {n} points more.", scoring.undo
        )
    if scoring.shuffle:
        yield counted("A shuffle costs {n} point.", "A shuffle costs {n} points.", scoring.shuffle)
    match hints and not scoring.hint, shuffles and not scoring.shuffle:
        case True, True:
            yield Sentence("Hints and shuffles cost no points.")
        case True, False:
            yield Sentence("Hints cost no points.")
        case False, True:
            yield Sentence("Shuffles cost no points.")
    if scoring.time:
        yield counted(
            "Every full ten seconds of play cost {n} point.",
            "Every full ten seconds of play cost {n} points.",
            scoring.time,
        )


def _time(rules: Ruleset) -> Iterator[Sentence]:
    if rules.limit is not None:
        yield Sentence(
            "You have {seconds} s a tile; when the clock reaches zero the game is lost.",
            {"seconds": _seconds(rules.limit)},
        )
    if rules.pace is not None:
        yield Sentence(
            "There are three stars: one for clearing the board, one for clearing it within {seconds} s a tile, and one "
            "for clearing it without hint, shuffle or undo.",
            {"seconds": _seconds(rules.pace)},
        )
    if rules.clock:
        yield Sentence("The clock stops while the game is paused or locked.")
        yield counted(
            "Of a longer thought only {n} minute counts.",
            "Of a longer thought only {n} minutes count.",
            rules.thought // 60_000,
        )
    elif rules.scoring is not None:
        yield Sentence("There is no clock.")


def _hints(rules: Ruleset) -> Iterator[Sentence]:
    match rules.hint:
        case HintPolicy.OFF:
            yield Sentence("There are no hints.")
            return
        case HintPolicy.ANY:
            yield Sentence("A hint shows a pair that can be taken.")
        case HintPolicy.PLAN:
            yield Sentence("A hint shows the next pair of a way to clear the board, as long as one is known.")
        case HintPolicy.RANKED:
            yield Sentence("A hint shows a pair that is proved to keep the board clearable, if one is.")
    if rules.hints is None:
        yield Sentence("Hints are without limit.")
        return
    yield counted("You have {n} hint.", "You have {n} hints.", rules.hints.most)
    if rules.hints.refill is not None:
        yield counted(
            "While you have fewer, one more comes after every minute of play.",
            "While you have fewer, one more comes after every {n} minutes of play.",
            rules.hints.refill // 60_000,
        )


def _undo(rules: Ruleset) -> Iterator[Sentence]:
    if rules.undo is None:
        yield Sentence("Undo is without limit.")
    elif rules.undo:
        yield counted("{n} step can be taken back.", "{n} steps can be taken back.", rules.undo)
    else:
        yield Sentence("There is no undo.")


def _shuffle(rules: Ruleset) -> Iterator[Sentence]:
    match rules.shuffle:
        case ShufflePolicy.NEVER:
            yield Sentence("There is no shuffle.")
            return
        case ShufflePolicy.LOCKED:
            yield Sentence("You can shuffle when no pair can be taken.")
        case ShufflePolicy.DEAD:
            yield Sentence(
                "You can shuffle when no pair can be taken, or once it is proved that the board cannot be cleared."
            )
        case ShufflePolicy.ANY:
            yield Sentence("You can shuffle whenever you like.")
    if rules.shuffles is not None:
        yield counted("There is {n} shuffle in a game.", "There are {n} shuffles in a game.", rules.shuffles)
    if rules.shuffle_takes:
        yield counted(
            "A shuffle adds {n} second to your time.",
            "A shuffle adds {n} seconds to your time.",
            rules.shuffle_takes // 1_000,
        )


def _board(rules: Ruleset) -> Iterator[Sentence]:
    if rules.matching is Matching.IDENTICAL:
        yield Sentence("A flower or a season matches only its own likeness.")
    else:
        yield Sentence("Any flower matches any flower, and any season any season.")
    if rules.family is not Game.CONNECT:
        return
    match rules.gravity:
        case Gravity.DOWN:
            yield Sentence("When a pair is taken, the tiles above it fall down.")
        case Gravity.SIDEWAYS:
            yield Sentence("When a pair is taken, the tiles on its right slide to the left.")
    if not rules.outside:
        yield Sentence("A line may not run around the outside of the grid.")


def _seconds(milliseconds: int) -> int | float:
    seconds, rest = divmod(milliseconds, 1_000)
    return milliseconds / 1_000 if rest else seconds
