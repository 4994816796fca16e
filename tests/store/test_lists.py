"""Lists of the best and a player's statistics: exact, and nothing compared that cannot be (S9, A4, T11)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import astuple
from functools import partial
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, Select, insert, text

from paishan.codes import Code
from paishan.play.messages import Command, GiveUp, Hint, Pause, Restart, Take, Undo
from paishan.play.opening import deal_of
from paishan.play.ruleset import AGAINST_THE_CLOCK, CLASSIC, CONNECT, CONNECT_STANDARD, TAIPEI, Ruleset
from paishan.store import Line, Lists, Total
from paishan.store.lists import _OWN, _listed
from paishan.store.schema import LISTED, games, players, results
from tests.store.shelf import CODE, WITNESS, Shelf

TAKES: list[Command] = [Take(*pair) for pair in WITNESS]
LANTERN = Code(CODE.dealer, "L01", 1)
FACTS = (
    "family",
    "layout",
    "ruleset",
    "version",
    "occasion",
    "outcome",
    "played",
    "score",
    "ranked",
    "judged",
    "finished",
)


def lists_of(shelf: Shelf) -> Lists:
    return Lists(shelf.database, shelf.games._layout_of)


def write(shelf: Shelf, rows: Sequence[tuple[Any, ...]]) -> None:
    """Results of player 1, written as they are; the game of row n is called n."""
    rest = dict.fromkeys(("stars", "hints", "undos", "shuffles", "restarts", "rewinds"), 0)
    facts = [{"player": 1, **rest, "game": str(n), **dict(zip(FACTS, row, strict=True))} for n, row in enumerate(rows)]
    opened = {"code": "-", "opened": 0, "seq": 0, "left": 0, "status": "cleared", "played": 0, "touched": 0}

    async def run() -> None:
        def job(writing: Any) -> None:
            for table in (results, games, players):
                writing.execute(table.delete())
            writing.execute(insert(players).values(id=1, token_hash=b"1" * 32, created=0, name="Ada"))
            for row in facts:
                writing.execute(
                    insert(games).values(
                        id=row["game"], player=1, layout=row["layout"], ruleset=row["ruleset"], **opened
                    )
                )
                writing.execute(insert(results).values(**row))

        await shelf.database.writer.run(job)

    asyncio.run(run())


def names(shelf: Shelf, layout: str, rules: Ruleset, occasion: str = "") -> list[str]:
    return [best.game for best in asyncio.run(lists_of(shelf).best(None, layout, rules, occasion)).rows]


def won(played: int, score: int = 0, finished: int = 0, rules: Ruleset = AGAINST_THE_CLOCK, **other: Any) -> Any:
    facts = {
        "family": rules.family.value,
        "layout": "turtle",
        "ruleset": rules.id,
        "version": 1,
        "occasion": "",
        "outcome": "won",
        "played": played,
        "score": score,
        "ranked": 1,
        "judged": 1,
        "finished": finished,
    }
    return tuple({**facts, **other}.values())


def test_against_the_clock_the_ten_shortest_times_are_listed_and_ties_by_who_was_first(shelf: Shelf) -> None:
    write(shelf, [won(1_000 + 10 * (n % 6), finished=100 - n) for n in range(12)])
    # 0 and 6 took 1,000 ms, 6 was first; 1 and 7 took 1,010, and so on.
    assert names(shelf, "turtle", AGAINST_THE_CLOCK) == ["6", "0", "7", "1", "8", "2", "9", "3", "10", "4"]


def test_with_points_the_most_points_stand_first_then_the_shortest_time(shelf: Shelf) -> None:
    rows = [(90, 500, 3), (80, 700, 4), (70, 700, 5), (70, 700, 2), (10, -20, 1)]
    write(shelf, [won(played, score, finished, CLASSIC) for played, score, finished in rows])
    assert names(shelf, "turtle", CLASSIC) == ["3", "2", "1", "0", "4"]


def test_lost_unranked_and_forged_results_are_in_no_list(shelf: Shelf) -> None:
    write(shelf, [won(1, outcome="lost"), won(2, ranked=0), won(3, judged=-1), won(4)])
    assert names(shelf, "turtle", AGAINST_THE_CLOCK) == ["3"]


varied = st.tuples(
    st.sampled_from((AGAINST_THE_CLOCK, CLASSIC, CONNECT, CONNECT_STANDARD)),
    st.sampled_from(("turtle", "lantern", "connect-18x8")),
    st.sampled_from((1, 2)),
    st.sampled_from(("", "level-1", "daily-2026-11-30")),
    st.integers(1, 3),
    st.integers(-1, 2),
)


def test_results_of_different_rulesets_versions_layouts_or_occasions_never_stand_in_one_list(shelf: Shelf) -> None:
    @settings(max_examples=25, deadline=None)
    @given(st.lists(varied, max_size=12))
    def law(drawn: list[tuple[Ruleset, str, int, str, int, int]]) -> None:
        write(
            shelf,
            [
                won(played, score, n, rules, layout=layout, version=version, occasion=occasion)
                for n, (rules, layout, version, occasion, played, score) in enumerate(drawn)
            ],
        )
        for rules in (AGAINST_THE_CLOCK, CLASSIC, CONNECT, CONNECT_STANDARD):
            for layout in ("turtle", "lantern", "connect-18x8"):
                for occasion in ("", "level-1", "daily-2026-11-30"):
                    alike = [n for n, row in enumerate(drawn) if row[:4] == (rules, layout, 1, occasion)]
                    by_score = rules.scoring is not None
                    alike.sort(key=lambda n: (-drawn[n][5] if by_score else 0, drawn[n][4], n))
                    assert names(shelf, layout, rules, occasion) == [str(n) for n in alike[:10]]

    law()


def test_the_players_own_best_is_told_though_it_stands_in_no_list(shelf: Shelf) -> None:
    async def play() -> None:
        lists = lists_of(shelf)
        ids = []
        for wait in [1_000] * 10 + [2_000]:
            game, token = await shelf.games.start(None, CODE, CLASSIC)
            owner = await shelf.games.player(token)
            await shelf.games.command(game.id, owner, 0, "most", TAKES[:-1])
            shelf.ms += wait
            await shelf.games.command(game.id, owner, 17, "last", TAKES[-1:])
            ids.append((game.id, owner))
        mine, player = ids[-1]
        listed = await lists.best(player, "first-steps", CLASSIC)
        assert [best.game for best in listed.rows] == [game for game, _ in ids[:-1]]
        assert not any(best.mine for best in listed.rows)
        assert listed.mine is not None
        assert (listed.mine.game, listed.mine.mine, listed.mine.played) == (mine, True, 2_000)
        first = (await lists.best(ids[0][1], "first-steps", CLASSIC)).rows[0]
        assert (first.mine, first.played, first.stars, first.score) == (True, 1_000, 3, 100 * 18 * 19 // 2)

    asyncio.run(play())


def test_statistics_of_a_history_made_by_hand(shelf: Shelf) -> None:
    async def play() -> None:
        lists = lists_of(shelf)
        assert await lists.statistics(None) == (await lists.statistics(99))
        assert (await lists.statistics(None)).total == Total(0, 0, 0, 0, 0, 0)
        _, token = await shelf.games.start(None, CODE, CLASSIC)
        player = await shelf.games.player(token)

        async def game(rules: Ruleset, code: Code, said: list[Command], took: int) -> str:
            shelf.ms += 60_000
            view, _ = await shelf.games.start(player, code, rules)
            shelf.ms += took
            await shelf.games.command(view.id, player, 0, "k", said)
            return view.id

        lantern: list[Command] = [Take(*pair) for pair in deal_of(LANTERN, TAIPEI).witness]
        await game(CLASSIC, CODE, [Hint(), *TAKES], 10_000)
        await game(CLASSIC, CODE, TAKES, 21_001)
        await game(CLASSIC, CODE, [*TAKES[:3], Hint(), Hint(), GiveUp()], 5_000)
        await game(AGAINST_THE_CLOCK, CODE, TAKES, 7_000)
        await game(CLASSIC, LANTERN, lantern, 8_000)
        await game(CLASSIC, CODE, TAKES, 30_000)
        left = await game(TAIPEI, CODE, TAKES[:2], 4_000)
        # Left for another one with pairs gone, it is lost; the one that was only looked at is not.
        shelf.ms += 1_000
        looked_at, _ = await shelf.games.start(player, CODE, TAIPEI, previous=left)
        await shelf.games.command(looked_at.id, player, 0, "k", [TAKES[0], Undo(), Pause()])
        await shelf.games.start(player, CODE, TAIPEI, previous=looked_at.id)
        found = await lists.statistics(player)
        combo = 100 * 18 * 19 // 2
        assert found.total == Total(played=7, won=5, streak=0, longest=3, hints=3, ms=85_001)
        same = ("solitaire", "first-steps")
        n = len(lantern)
        assert [astuple(row) for row in found.rows] == [
            (*same, "classic", 1, 4, 3, 10_000, 20_334, combo, 8, 3),
            (*same, "against-the-clock", 1, 1, 1, 7_000, 7_000, 0, 0, 0),
            (*same, "taipei", 1, 1, 0, None, None, None, 0, 0),
            ("solitaire", "lantern", "classic", 1, 1, 1, 8_000, 8_000, 100 * n * (n + 1) // 2, 3, 0),
        ]
        # Taken up again it is no loss any more, and won it is a win.
        await shelf.games.command(left, player, 2, "again", TAKES[2:3])
        assert (await lists.statistics(player)).total == Total(6, 5, 3, 3, 3, 81_001)
        await shelf.games.command(left, player, 3, "rest", TAKES[3:])
        assert (await lists.statistics(player)).total == Total(7, 6, 4, 4, 3, 85_001 + 1_000)
        assert Line(*same, "taipei", 1, 1, 1, 5_000, 5_000, 0, 0, 0) in (await lists.statistics(player)).rows

    asyncio.run(play())


def test_a_restart_does_not_hide_that_a_board_was_left(shelf: Shelf) -> None:
    async def play() -> None:
        lists = lists_of(shelf)
        view, token = await shelf.games.start(None, CODE, CLASSIC)
        player = await shelf.games.player(token)
        await shelf.games.command(view.id, player, 0, "k", [*TAKES[:2], Restart()])
        following, _ = await shelf.games.start(player, CODE, CLASSIC, previous=view.id)
        assert (await lists.statistics(player)).total.played == 1
        # Started anew before any pair was taken, it was only looked at.
        await shelf.games.command(following.id, player, 0, "k", [TAKES[0], Undo(), Restart()])
        await shelf.games.start(player, CODE, CLASSIC, previous=following.id)
        assert (await lists.statistics(player)).total.played == 1
        # The restart taken back, and all pairs with it, nothing is left that could be lost.
        await shelf.games.command(view.id, player, 3, "back", [Undo(), Undo(), Undo()])
        await shelf.games.start(player, CODE, CLASSIC, previous=view.id)
        assert (await lists.statistics(player)).total.played == 0

    asyncio.run(play())


def test_lists_are_answered_from_an_index(shelf: Shelf) -> None:
    lite = shelf.place.get_backend_name() == "sqlite"
    for rules, index in ((AGAINST_THE_CLOCK, "results_by_time"), (CLASSIC, "results_by_score")):
        wanted = _listed("turtle", rules, "", LISTED).limit(10)
        own = _listed("turtle", rules, "", _OWN).where(results.c.player == 1).limit(1)
        plain = _plain(shelf, wanted)

        def plan(reading: Connection, plain: str = plain) -> str:
            if lite:
                return str(reading.execute(text(f"EXPLAIN QUERY PLAN {plain}")).all())
            # There is so little here that reading all of it would be quicker.
            reading.execute(text("SET LOCAL enable_seqscan = off"))
            reading.execute(text("SET LOCAL enable_sort = off"))
            return str(reading.execute(text(f"EXPLAIN {plain}")).all())

        assert index in shelf.database.read(plan)
        # A player's own best is found among their own results: in a long list there are far more of others.
        assert "results_of_player" in shelf.database.read(partial(plan, plain=_plain(shelf, own)))


def _plain(shelf: Shelf, wanted: Select[Any]) -> str:
    return str(wanted.compile(shelf.database._reading, compile_kwargs={"literal_binds": True}))
