"""Chuo Pai: dominoes, plays, matches and deals, with a compiled twin for play-outs. No clock, no points but piles.

>>> from paishan import chuopai
>>> match = chuopai.deal(1).match()
>>> match.turn, len(match.legal())
(2, 64)
>>> normal = chuopai.Player.parse("normal")
>>> str(chuopai.choose(match.view(2), normal, number=1))
'1 Bench'

The module `paishan.chuopai.deal` has the same name as its function, which is what `chuopai.deal` is. The computer
players are loaded when they are first asked for.
"""

from paishan.chuopai.deal import Deal, deal, record_of, replay
from paishan.chuopai.domino import DOMINOES, Domino, Family
from paishan.chuopai.match import SEATS, Act, Match, Round, Told, View
from paishan.chuopai.options import ALL_OPTIONS, Bonus, Options
from paishan.chuopai.play import PASS, PLAYS, Play, Refusal, recognise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from paishan.chuopai.players import Character, Lesson, Level, Player, choose, explain
else:
    from paishan.lazily import lazily

    __getattr__, __dir__ = lazily(
        __name__,
        {
            "Character": "paishan.chuopai.players",
            "Lesson": "paishan.chuopai.players",
            "Level": "paishan.chuopai.players",
            "Player": "paishan.chuopai.players",
            "choose": "paishan.chuopai.players",
            "explain": "paishan.chuopai.players",
        },
    )

__all__ = [
    "ALL_OPTIONS",
    "DOMINOES",
    "PASS",
    "PLAYS",
    "SEATS",
    "Act",
    "Bonus",
    "Character",
    "Deal",
    "Domino",
    "Family",
    "Lesson",
    "Level",
    "Match",
    "Options",
    "Play",
    "Player",
    "Refusal",
    "Round",
    "Told",
    "View",
    "choose",
    "deal",
    "explain",
    "recognise",
    "record_of",
    "replay",
]
