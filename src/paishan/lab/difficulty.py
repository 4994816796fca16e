"""How hard a layout is to play: how often three players clear deals of it that can be cleared.

Two kinds of deals are played, which differ much: random ones that were proved clearable (`MP1`), and those dealt from a
solution (`MJ1`), as a game deals unless told otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from paishan.codes import MAX_NUMBER
from paishan.lab.cluster import Result
from paishan.lab.players import PLAYERS, plays_out
from paishan.lab.sampling import interval, random_groups, stream
from paishan.solitaire.deal import deal_from_solution
from paishan.solitaire.layout import Layout
from paishan.solitaire.prover import solver_for
from paishan.solving import LIMIT

__all__ = ["STRETCH", "grade_of", "is_result", "play_deals", "summary"]

STRETCH = 50
"""Games of each player, on each kind of deals, that one worker plays at a time."""

_TRIES = 1_000
_FROM_SOLUTION, _RANDOM = 1, 2


def play_deals(layout: Layout, seed: int, first: int, count: int) -> Result:
    """Let the players play deals `first` to `first` + `count` - 1 of this seed, of both kinds.

    Gives how many games each player won, under `from_solution` and `random`; the latter is None where 1,000 random
    deals in a row could not be cleared: there they hardly ever can.
    """
    return {
        "from_solution": _on_solutions(layout, seed, first, count),
        "random": _on_random(layout, seed, first, count),
    }


class _Played(msgspec.Struct, forbid_unknown_fields=True):
    from_solution: dict[str, int]
    random: dict[str, int] | None


def is_result(value: Result, deals: int) -> bool:
    """Whether this can be what `play_deals` gave of so many deals."""
    try:
        found = msgspec.convert(value, _Played)
    except msgspec.ValidationError:
        return False
    kinds = (found.from_solution,) if found.random is None else (found.from_solution, found.random)
    return all(won.keys() == PLAYERS.keys() and all(0 <= wins <= deals for wins in won.values()) for won in kinds)


def _on_solutions(layout: Layout, seed: int, first: int, count: int) -> dict[str, int]:
    won = dict.fromkeys(PLAYERS, 0)
    for number in range(first, first + count):
        chance = stream(seed, number, _FROM_SOLUTION)
        deal = deal_from_solution(layout, chance.below(MAX_NUMBER + 1))
        _play(layout, deal.board().groups, seed, number, _FROM_SOLUTION, won)
    return won


def _on_random(layout: Layout, seed: int, first: int, count: int) -> dict[str, int] | None:
    won = dict.fromkeys(PLAYERS, 0)
    solver = None
    for number in range(first, first + count):
        chance = stream(seed, number, _RANDOM)
        for _ in range(_TRIES):
            groups = random_groups(len(layout), chance)
            if solver is None:
                solver = solver_for(layout, groups)
            else:
                solver.deal(groups)
            if solver.solve(limit=LIMIT).witness is not None:
                break
        else:
            return None
        _play(layout, groups, seed, number, _RANDOM, won)
    return won


def _play(layout: Layout, groups: Sequence[int], seed: int, number: int, kind: int, won: dict[str, int]) -> None:
    for at, (name, player) in enumerate(PLAYERS.items()):
        won[name] += plays_out(layout, groups, player, stream(seed, number, kind, at))


def summary(layout: Layout, deals: int, results: Iterable[Result]) -> Result:
    """What the stretches of a run of so many deals say together.

    The rates at the top are those on random deals that can be cleared, None where such deals hardly ever come up.
    """
    kinds = list(results)
    random = _rates(deals, [result["random"] for result in kinds])
    from_solution = _rates(deals, [result["from_solution"] for result in kinds])
    return {
        "layout": layout.id,
        "deals": deals,
        **random,
        "from_solution": from_solution,
        "grade": grade_of(*(from_solution[name] for name in PLAYERS)),
    }


def _rates(deals: int, won: list[dict[str, int] | None]) -> Result:
    whole = [wins for wins in won if wins is not None]
    if len(whole) < len(won):
        return dict.fromkeys([*PLAYERS, "ci95"])
    wins = {name: sum(some[name] for some in whole) for name in PLAYERS}
    return {name: round(count / deals, 6) for name, count in wins.items()} | {
        "ci95": {name: [round(bound, 6) for bound in interval(count, deals)] for name, count in wins.items()}
    }


_MILDER = (0.75, 0.65, 0.55, 0.45)


def grade_of(*rates: float) -> int:
    """The grade of difficulty, 1 (mild) to 5 (hard), from the players' rates on deals from a solution.

    It falls with the mean of the rates: 1 from 75 %, 2 from 65 %, 3 from 55 %, 4 from 45 %, else 5.

    >>> grade_of(0.5, 0.5, 0.5)
    4
    """
    mean = sum(rates) / len(rates)
    return 1 + sum(mean < bound for bound in _MILDER)
