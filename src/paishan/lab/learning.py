"""How the judge of Chuo Pai learns: it plays against itself, and its opinion of a play moves towards what came of it.

A game is played by three judges with the weights as they are, a little by chance; in the first games by habit, so that
there is something to see. Afterwards every play that was a choice is given a target: the end of the match, mixed with
what the judge thought of the seat's later plays, a tenth at each (temporal differences with λ = 0.9: R. Sutton, 1988;
G. Tesauro, 1995). Worth is four fifths the share of the win and one fifth the margin, so that a lost match is still
played well. Some matches are under other options of the table, and in some a seat or two play by habit.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp
from typing import NamedTuple

from paishan.chuopai.core import Position
from paishan.chuopai.deal import deal_of
from paishan.chuopai.judge import Judge
from paishan.chuopai.known import Knowledge
from paishan.chuopai.match import SEATS
from paishan.chuopai.mind import Mind
from paishan.chuopai.options import ALL_OPTIONS, Options
from paishan.codes import MAX_NUMBER
from paishan.lab.pupil import Pupil
from paishan.lab.sampling import stream
from paishan.rng import Rng

__all__ = ["BATCH", "Sample", "learn", "play_game"]

BATCH = 256
"""How many samples move the weights at once."""
_RATE, _FALL = 2e-3, 0.02
_TRACE = 0.9
_ROUND = 32_768


class Sample(NamedTuple):
    """A play that was a choice, and what it should have been given."""

    inputs: list[int]
    target: float


def _worth(points: tuple[int, ...], shares: tuple[float, ...], seat: int) -> float:
    margin = points[seat] - max(points[other] for other in SEATS if other != seat)
    return 0.8 * shares[seat] + 0.2 * min(1.0, max(0.0, 0.5 + margin / 40))


def _blurred(rng: Rng) -> float:
    """Noise of about the size of what the judge cannot tell apart, in its units."""
    return 8_000 * (sum(rng.below(1_000) for _ in range(4)) / 2_000 - 1)


def play_game(judge: Judge, mind: Mind, rng: Rng, by_habit: bool) -> list[Sample]:
    """Play one game and give its samples; `by_habit` lets all seats play by habit, a tenth by chance."""
    chance = rng.below(10)
    options = Options() if chance > 2 else ALL_OPTIONS[1 + chance]
    match = deal_of(rng.below(MAX_NUMBER + 1)).match(options)
    steady = rng.below(20)
    habitual = {steady, (steady + rng.below(2)) % 3} if steady < 3 else set()
    position = Position.of(match)
    known = [Knowledge(match.view(seat)) for seat in SEATS]
    seen: list[list[tuple[list[int], float]]] = [[], [], []]
    while (turn := position.turn) is not None:
        moves = position.legal()
        move = moves[0]
        if len(moves) > 1:
            values = dict(judge.values(known[turn]))
            if by_habit:
                move = rng.choice(moves) if rng.below(10) == 0 else mind.plain(known[turn], rng.next(), 1000, 0)
            elif turn in habitual:
                move = mind.plain(known[turn], rng.next(), 1000, 0)
            elif rng.below(50) == 0:
                move = rng.choice(moves)
            else:
                move = max(moves, key=lambda move: values[move] + _blurred(rng))
            if by_habit or turn not in habitual:
                inputs = judge.inputs(known[turn], move)
                seen[turn].append((inputs, 1 / (1 + exp(-values[move] / 131_072))))
        position.push(move)
        for knowledge in known:
            knowledge.learn(move)
    samples = []
    trace = 1.0 if by_habit else _TRACE
    for seat in SEATS:
        target = _worth(position.points, position.shares, seat)
        for inputs, share in reversed(seen[seat]):
            samples.append(Sample(inputs, target))
            target = (1 - trace) * share + trace * target
    return samples


def learn(pupil: Pupil, games: int, seed: int, fresh: bool, told: Callable[[int], object]) -> None:
    """Let a pupil play and learn so many games; `fresh` is one that knows nothing yet. `told` hears of each game.

    A fresh one's first twentieth of the games is by habit. Its weights move ever less; another's a quarter as much.
    """
    judge, mind = Judge(pupil.layers()), Mind()
    waiting: list[Sample] = []
    for game in range(games):
        rng = stream(seed, game)
        waiting += play_game(judge, mind, rng, fresh and game < games // 20)
        told(1)
        if len(waiting) >= _ROUND or game == games - 1:
            rate = (_RATE if fresh else _RATE / 4) * _FALL ** (game / games)
            rng.shuffle(waiting)
            for first in range(0, len(waiting), BATCH):
                batch = waiting[first : first + BATCH]
                for place, sample in enumerate(batch):
                    pupil.put(place, *sample)
                pupil.learn(len(batch), rate)
            judge.load(pupil.layers())
            waiting = []
