"""The computer players: five levels, three characters, and what could have been played better.

A player is given what a seat sees, a `View`, and the number of the deal, from which chance is drawn: the same match is
always played the same, whoever reckons it. *Levels* differ in strength. *Characters* differ in taste alone: in what
they play among plays that are about as good.

- *Beginner* cashes: it leads the largest group that nobody can beat, and if there is none, one that few can beat.
- *Easy* holds back in one lead of five, *normal* in every lead: it leads one card of what can be beaten while it has
  such cards, and cashes what nobody can beat last.
- *Hard* weighs its plays over guesses of the hidden hands (`mind`).
- *Master* starts from a network that learned from games against itself (`judge`), and weighs its choice as hard does.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from threading import local

from paishan.chuopai.blocks import BOLD, PATIENT, THRIFTY
from paishan.chuopai.judge import Judge
from paishan.chuopai.known import Knowledge
from paishan.chuopai.match import Match, View
from paishan.chuopai.mind import Mind
from paishan.chuopai.play import PLAYS, Play
from paishan.faults import needed
from paishan.rng import Rng

__all__ = ["Character", "Lesson", "Level", "Player", "choose", "explain"]

_MASK = (1 << 64) - 1
_ROOM = local()
_EXPLAINING = 2_000
_LESSONS = 3


class Level(StrEnum):
    """How strong a player is, the weakest first."""

    BEGINNER = "beginner"
    """Cashes first."""
    EASY = "easy"
    """Holds back in one lead of five."""
    NORMAL = "normal"
    """Holds back in every lead."""
    HARD = "hard"
    """Weighs its plays over guesses of the hidden hands."""
    MASTER = "master"
    """Weighs what a network that learned proposes."""


class Character(StrEnum):
    """What a player likes, among plays that are about as good."""

    BOLD = "bold"
    """To lay many cards at once."""
    PATIENT = "patient"
    """To lay few."""
    THRIFTY = "thrifty"
    """To keep combinations whole."""


_TASTES = {None: 0, Character.BOLD: BOLD, Character.PATIENT: PATIENT, Character.THRIFTY: THRIFTY}
_STEADY = {Level.BEGINNER: 0, Level.EASY: 200, Level.NORMAL: 1000}
_PLAY_OUTS = {Level.HARD: 400, Level.MASTER: 2_000}


@dataclass(frozen=True, slots=True)
class Player:
    """A computer player.

    >>> str(Player(Level.HARD, Character.BOLD))
    'hard-bold'
    """

    level: Level
    """How strong it is."""
    character: Character | None = None
    """None for a player without any liking."""
    play_outs: int | None = None
    """How many play-outs a decision has, of levels that weigh; None for as many as the level has."""

    def __str__(self) -> str:
        text = self.level if self.character is None else f"{self.level}-{self.character}"
        return text if self.play_outs is None else f"{text}@{self.play_outs}"

    @classmethod
    def parse(cls, text: str) -> Player:
        """Read the text form: a level, and if wanted a character and a number of play-outs, `hard-bold@2000`.

        Raises `ValueError` that says what there is.
        """
        name, at, number = text.partition("@")
        level, dash, character = name.partition("-")
        if level not in [*Level] or (dash and character not in [*Character]):
            raise ValueError(
                f"there is no player {text!r}; levels are {', '.join(Level)}, and characters, as in "
                f"'{Level.HARD}-{Character.BOLD}', {', '.join(Character)}"
            )
        player = cls(Level(level), Character(character) if dash else None, _number(number, text) if at else None)
        if at and player.level not in _PLAY_OUTS:
            raise ValueError(f"{text!r}: only {' and '.join(_PLAY_OUTS)} have play-outs")
        return player

    def decide(self, knowledge: Knowledge, seed: int) -> int:
        """The index of the play that this player makes, as a seat in turn that knows this; `seed` is its chance."""
        taste = _TASTES[self.character]
        mind, judge = _heads()
        if self.level in _STEADY:
            return mind.plain(knowledge, seed, _STEADY[self.level], taste)
        play_outs = self.play_outs or _PLAY_OUTS[self.level]
        if self.level is Level.HARD:
            return mind.weighed(knowledge, seed, play_outs, taste)
        return mind.judged(knowledge, judge, seed, play_outs, taste)


def _heads() -> tuple[Mind, Judge]:
    """The room to reckon in of this thread; a decision leaves nothing in it that the next one reads."""
    if not hasattr(_ROOM, "heads"):
        _ROOM.heads = Mind(), Judge()
    heads: tuple[Mind, Judge] = _ROOM.heads
    return heads


def _number(text: str, whole: str) -> int:
    if not (text.isascii() and text.isdecimal() and 1 <= int(text[:7]) <= 1_000_000 and len(text) <= 7):
        raise ValueError(f"{whole!r}: play-outs are a number from 1 to 1,000,000")
    return int(text)


def seed_of(number: int, ply: int) -> int:
    """Where chance begins for the play after `ply` others, in the match of a deal's number."""
    return Rng((number + 0xD1342543DE82EF95 * (ply + 1)) & _MASK).next()


def choose(view: View, player: Player, number: int) -> Play:
    """What `player` plays as the seat whose view this is.

    `number` is the number of the match's code; nothing is drawn from it but chance. Raises `ValueError` when it is not
    this seat's turn, or when the match does not have all 84 cards.
    """
    needed(Player, player)
    if view.turn != view.seat:
        raise ValueError(f"it is not the turn of seat {view.seat}")
    if len(view.legal) == 1:
        return view.legal[0]
    ply = sum(len(round.acts) for round in (*view.rounds, view.round))
    return PLAYS[player.decide(Knowledge(view), seed_of(number, ply))]


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lead that cost something, and what would have been better."""

    ply: int
    """How many plays, passes too, were made before it."""
    play: Play
    """What was led."""
    better: Play
    """What would have been better."""
    share: float
    """What the better lead gains on average: of the win, 0–1 …"""
    cards: float
    """… and cards in the pile."""


def explain(match: Match, seat: int, number: int) -> list[Lesson]:
    """The leads of a seat that cost it most, three at the most, the costliest first.

    A lead is judged by what the seat knew when it led, not by the hands as they were: hidden hands are drawn that agree
    with all it had seen, and its lead and the others are played out on the same hands. Only a lead that is surely worse
    than another is named, so good play is told nothing. `number` is the number of the match's code, for chance.
    """
    acts = match.acts
    again = match.copy()
    for _ in acts:
        again.pop()
    knowledge, mind = Knowledge(again.view(seat)), _heads()[0]
    lessons = []
    for ply, act in enumerate(acts):
        if act.seat == seat and again.to_beat is None:
            chance = seed_of(number, ply)
            better, share, cards = mind.better(knowledge, chance, _EXPLAINING, act.play.index)
            if better != act.play.index and share > 0:
                lessons.append(Lesson(ply, act.play, PLAYS[better], share, cards))
        knowledge.learn(act.play.index)
        again.push(act.play)
    return sorted(lessons, key=lambda lesson: -lesson.share)[:_LESSONS]
