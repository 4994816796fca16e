"""A pace that hands do not have is noted beside a result and told to whoever runs the server; it stays in its list."""

from __future__ import annotations

import asyncio

import pytest

from paishan.play.messages import Command, Pick, Take, Undo
from paishan.play.ruleset import AGAINST_THE_CLOCK, TAIPEI, Ruleset
from paishan.play.timing import HASTY
from paishan.solitaire.gallery import by_tag
from paishan.store import Lists
from paishan.store.checking import check
from paishan.store.results import MOST_HASTY, judge
from tests.store.shelf import CODE, WITNESS, Shelf

PAIRS = len(WITNESS)


async def won(shelf: Shelf, *waits: int, rules: Ruleset = AGAINST_THE_CLOCK, taps: bool = False) -> str:
    """A game that is cleared, so many milliseconds before each of its pairs; the last wait is that of all others."""
    view, token = await shelf.games.start(None, CODE, rules)
    player = await shelf.games.player(token)
    seq = 0
    for number, (a, b) in enumerate(WITNESS):
        shelf.ms += waits[min(number, len(waits) - 1)]
        said: list[Command] = [Pick(a), Pick(b)] if taps else [Take(a, b)]
        await shelf.games.command(view.id, player, seq, f"k{seq}", said)
        seq += len(said)
    return view.id


def hasty(shelf: Shelf, game: str) -> int:
    asyncio.run(judge(shelf.database, [game], by_tag))
    return int(shelf.rows(f"SELECT hasty FROM results WHERE game = '{game}'")[0][0])


@pytest.mark.parametrize("taps", [False, True])
def test_pairs_that_come_faster_than_two_taps_are_counted(shelf: Shelf, taps: bool) -> None:
    assert PAIRS == 18
    assert HASTY == 240
    assert hasty(shelf, asyncio.run(won(shelf, HASTY, taps=taps))) == 0
    assert hasty(shelf, asyncio.run(won(shelf, HASTY - 1, taps=taps))) == 17
    assert hasty(shelf, asyncio.run(won(shelf, 10, 10, 10, 5_000, taps=taps))) == 2


def test_a_result_with_more_than_ten_of_them_is_told_by_the_check_and_stays_in_its_list(shelf: Shelf) -> None:
    assert MOST_HASTY == 10
    quick = asyncio.run(won(shelf, *[100] * 12, 1_000))
    usual = asyncio.run(won(shelf, *[100] * 11, 1_000))
    unranked = asyncio.run(won(shelf, 100, rules=TAIPEI))
    listed = asyncio.run(Lists(shelf.database, by_tag).best(None, "first-steps", AGAINST_THE_CLOCK))
    assert {row.game for row in listed.rows} == {quick, usual}
    found = check(shelf.database, by_tag)
    assert found.hasty == [(quick, 11)]
    assert found.ok
    assert unranked not in dict(found.hasty)


def test_a_pair_that_is_taken_back_and_taken_again_counts_as_it_came(shelf: Shelf) -> None:
    async def play() -> str:
        view, token = await shelf.games.start(None, CODE, AGAINST_THE_CLOCK)
        player = await shelf.games.player(token)
        commands: list[Command] = [Take(*WITNESS[0]), Undo(), *(Take(*pair) for pair in WITNESS)]
        for seq, said in enumerate(commands):
            shelf.ms += 1_000 if seq > 2 else 50
            await shelf.games.command(view.id, player, seq, f"k{seq}", [said])
        return view.id

    assert hasty(shelf, asyncio.run(play())) == 1
