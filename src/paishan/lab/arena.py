"""The arena: three computer players of Chuo Pai play the same deals against each other, each deal in all three seats.

A deal is played three times, the players moving on by a seat, so that every one of them holds each of its hands once.
What a deal gave is the mean of its three matches; the interval is that of the mean over deals, which are independent,
while the three matches of one deal are not.
"""

from __future__ import annotations

from math import sqrt
from time import thread_time_ns
from typing import Any

from paishan.chuopai.core import Position
from paishan.chuopai.deal import deal_of
from paishan.chuopai.known import Knowledge
from paishan.chuopai.match import SEATS
from paishan.chuopai.players import Player, seed_of
from paishan.codes import MAX_NUMBER
from paishan.lab.cluster import Result
from paishan.lab.sampling import stream

__all__ = ["STRETCH", "play_deals", "summary"]

STRETCH = 10
"""Deals in a stretch."""
_DEAL, _CHANCE = 0, 1


def play_deals(players: tuple[str, ...], seed: int, first: int, deals: int) -> Result:
    """Let three players play deals `first` … of a seed; lists have an entry for each player.

    - `shares`: for each deal the players' shares of the win, summed over its three matches;
    - `cards`: the cards in their piles at the end of all matches;
    - `decisions`: how often they had a choice; `nanoseconds`: of the processor, spent in it.
    """
    chosen = [Player.parse(text) for text in players]
    shares = []
    cards, decisions, nanoseconds = [0] * len(SEATS), [0] * len(SEATS), [0] * len(SEATS)
    for deal in range(first, first + deals):
        number = stream(seed, deal, _DEAL).below(MAX_NUMBER + 1)
        match = deal_of(number).match()
        won = [0.0] * len(SEATS)
        for shift in SEATS:
            chance = stream(seed, deal, _CHANCE, shift).next()
            position = Position.of(match)
            known = [Knowledge(match.view(seat)) for seat in SEATS]
            ply = 0
            while (turn := position.turn) is not None:
                moves = position.legal()
                move = moves[0]
                if len(moves) > 1:
                    who = (turn - shift) % len(SEATS)
                    began = thread_time_ns()
                    move = chosen[who].decide(known[turn], seed_of(chance, ply))
                    nanoseconds[who] += thread_time_ns() - began
                    decisions[who] += 1
                position.push(move)
                for knowledge in known:
                    knowledge.learn(move)
                ply += 1
            for seat in SEATS:
                who = (seat - shift) % len(SEATS)
                won[who] += position.shares[seat]
                cards[who] += position.points[seat]
        shares.append(won)
    return {"shares": shares, "cards": cards, "decisions": decisions, "nanoseconds": nanoseconds}


def summary(players: tuple[str, ...], results: list[Result]) -> dict[str, Any]:
    """What all stretches of a run tell; lists have an entry for each player.

    `win_share` is the mean share of the win, one third for equals, with its 95 % interval `ci95`; `mean_pile` the mean
    of the cards in the pile at the end; `ms_per_decision` milliseconds of the processor for each play that was
    a choice.
    """
    shares = [won for result in results for won in result["shares"]]
    deals = len(shares)
    columns = [[won[who] / len(SEATS) for won in shares] for who in range(len(players))]
    means = [sum(column) / deals for column in columns]
    errors = [
        1.96 * sqrt(sum((share - mean) ** 2 for share in column) / max(1, deals - 1) / deals)
        for column, mean in zip(columns, means, strict=True)
    ]

    def total(name: str) -> list[int]:
        return [sum(result[name][who] for result in results) for who in range(len(players))]

    return {
        "seats": list(players),
        "deals": deals,
        "win_share": [round(mean, 4) for mean in means],
        "ci95": [
            [round(max(0.0, mean - error), 4), round(min(1.0, mean + error), 4)]
            for mean, error in zip(means, errors, strict=True)
        ],
        "mean_pile": [round(cards / (len(SEATS) * deals), 3) for cards in total("cards")],
        "ms_per_decision": [
            round(spent / 1e6 / max(1, times), 4)
            for spent, times in zip(total("nanoseconds"), total("decisions"), strict=True)
        ],
    }
