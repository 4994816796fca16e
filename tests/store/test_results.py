"""Results: written with the command that ended the game, judged by the log, and nothing of them forged (X3, N9)."""

from __future__ import annotations

import asyncio
import logging
import re
from typing import Any

import pytest

from paishan.codes import Code, Dealer
from paishan.play.messages import Command, GiveUp, Hint, Pause, Restart, Resume, Status, Take, Undo
from paishan.play.opening import deal_of
from paishan.play.ruleset import AGAINST_THE_CLOCK, CLASSIC, CLASSIC_CHALLENGE, TAIPEI, Ruleset
from paishan.solitaire.layout import Layout
from paishan.store import Lists
from paishan.store.results import judge
from tests.store.shelf import CODE, WITNESS, Shelf

TAKES: list[Command] = [Take(*pair) for pair in WITNESS]


async def opened(shelf: Shelf, player: int | None = None, rules: Ruleset = CLASSIC, **how: Any) -> tuple[str, int]:
    """A game of First steps, and its player."""
    view, token = await shelf.games.start(player, CODE, rules, **how)
    found = player or await shelf.games.player(token)
    assert found is not None
    return view.id, found


def results(shelf: Shelf, what: str = "outcome, played, score, stars, hints, undos, shuffles") -> list[Any]:
    return shelf.rows(f"SELECT {what} FROM results ORDER BY game")


def test_a_game_that_is_not_over_has_no_result(shelf: Shelf) -> None:
    async def play() -> None:
        game, player = await opened(shelf)
        await shelf.games.command(game, player, 0, "k", TAKES[:17])
        assert results(shelf) == []

    asyncio.run(play())


def test_a_win_has_its_result_in_the_transaction_of_its_last_pair(shelf: Shelf) -> None:
    async def play() -> None:
        game, player = await opened(shelf)
        for number in range(18):
            shelf.ms += 5_000
            await shelf.games.command(game, player, number, f"k{number}", [TAKES[number]])
        # Eighteen pairs without a combo, five seconds each, within 2.5 s a tile, without help: 1,800 points, all stars.
        assert results(shelf) == [("won", 90_000, 1_800, 3, 0, 0, 0)]
        facts = "game, player, family, layout, ruleset, version, occasion, ranked, judged, finished"
        assert results(shelf, facts) == [
            (game, player, "solitaire", "first-steps", "classic", 1, "", 1, 0, 1_090_000),
        ]

    asyncio.run(play())


def test_a_loss_that_is_undone_and_won_becomes_a_win(shelf: Shelf) -> None:
    async def play() -> None:
        game, player = await opened(shelf, rules=TAIPEI)
        await shelf.games.command(game, player, 0, "a", [*TAKES[:2], GiveUp()])
        assert results(shelf, "outcome, undos") == [("lost", 0)]
        await shelf.games.command(game, player, 3, "b", [Undo(), GiveUp()])
        assert results(shelf, "outcome, undos") == [("lost", 1)]
        await shelf.games.command(game, player, 5, "c", [Undo(), *TAKES[2:]])
        assert results(shelf, "outcome, undos") == [("won", 2)]

    asyncio.run(play())


def test_a_win_stays_as_it_was_first_won(shelf: Shelf) -> None:
    async def play() -> None:
        game, player = await opened(shelf)
        await shelf.games.command(game, player, 0, "a", [*TAKES, Restart()])
        before = results(shelf, "*")
        assert results(shelf, "outcome, restarts, ranked") == [("won", 0, 1)]
        shelf.ms += 60_000
        await shelf.games.command(game, player, 19, "b", [Hint(), GiveUp()])
        await shelf.games.command(game, player, 21, "c", [Undo(), *TAKES])
        assert results(shelf, "*") == before

    asyncio.run(play())


def test_an_end_within_a_batch_is_not_missed(shelf: Shelf) -> None:
    async def play() -> None:
        game, player = await opened(shelf)
        await shelf.games.command(game, player, 0, "a", [GiveUp(), Undo(), *TAKES[:3]])
        assert results(shelf, "outcome, ranked") == [("lost", 1)]

    asyncio.run(play())


@pytest.mark.parametrize(
    ("rules", "how", "said", "ranked"),
    [
        (CLASSIC, {}, TAKES, 1),
        (CLASSIC, {}, [Hint(), TAKES[0], Undo(), *TAKES], 1),
        (AGAINST_THE_CLOCK, {}, TAKES, 1),
        (TAIPEI, {}, TAKES, 0),
        (CLASSIC, {"typed": True}, TAKES, 0),
        (CLASSIC, {}, [TAKES[0], Restart(), *TAKES], 0),
        (CLASSIC, {}, [GiveUp(), Undo(), *TAKES], 0),
    ],
)
def test_only_what_was_ranked_to_the_end_is_listed(
    shelf: Shelf, rules: Ruleset, how: dict[str, Any], said: list[Command], ranked: int
) -> None:
    async def play() -> None:
        game, player = await opened(shelf, rules=rules, **how)
        await shelf.games.command(game, player, 0, "a", said)
        assert results(shelf, "outcome, ranked") == [("won", ranked)]
        listed = await Lists(shelf.database, shelf.games._layout_of).best(player, "first-steps", rules)
        assert [best.game for best in listed.rows] == [game] * ranked

    asyncio.run(play())


FORGERIES = [
    ("UPDATE results SET played = 1 WHERE game = ?", "played is"),
    ("UPDATE results SET score = 999999 WHERE game = ?", "score is"),
    ("UPDATE results SET hints = 0 WHERE game = ?", "hints is 1, not 0"),
    ("UPDATE results SET finished = finished - 1 WHERE game = ?", "finished is"),
    ("UPDATE commands SET at = at - 4000 WHERE seq = 18 AND game = ?", "played is"),
    ("DELETE FROM commands WHERE seq = 4 AND game = ?", "command 4 is missing"),
    ("DELETE FROM commands WHERE seq = 18 AND game = ?", "but .* was noted"),
    ('UPDATE commands SET body = \'{"type":"undo"}\' WHERE seq = 18 AND game = ?', "but .* was noted"),
    ("UPDATE games SET code = 'MJ1-L02-AAAAAAA' WHERE id = ?", "has a slip in it"),
    ("UPDATE games SET ranked = 0 WHERE id = ?", "ranked is 0, not 1"),
    ("UPDATE games SET ruleset = 'against-the-clock' WHERE id = ?", "ruleset is against-the-clock, not classic"),
]


@pytest.mark.parametrize(("forgery", "said"), FORGERIES)
def test_a_result_to_which_its_log_does_not_come_is_in_no_list_and_said_once(
    shelf: Shelf, caplog: pytest.LogCaptureFixture, forgery: str, said: str
) -> None:
    async def play() -> None:
        honest, player = await opened(shelf)
        forged, cheat = await opened(shelf)
        for number, command in enumerate([Hint(), *TAKES]):
            shelf.ms += 5_000
            for game, owner in ((honest, player), (forged, cheat)):
                await shelf.games.command(game, owner, number, f"k{number}", [command])
        shelf.damage(forgery, forged)
        lists = Lists(shelf.database, shelf.games._layout_of)
        for _ in range(2):
            listed = await lists.best(cheat, "first-steps", CLASSIC)
            assert [best.game for best in listed.rows] == [honest]
            assert listed.mine is None
        assert dict(shelf.rows("SELECT game, judged FROM results")) == {honest: 1, forged: -1}
        assert (await lists.statistics(cheat)).total.played == 0

    with caplog.at_level(logging.ERROR):
        asyncio.run(play())
    assert len(caplog.records) == 1
    assert re.search(said, caplog.records[0].getMessage())


def test_a_result_that_changed_while_it_was_judged_waits_again(shelf: Shelf) -> None:
    async def play() -> None:
        game, player = await opened(shelf, rules=TAIPEI)
        await shelf.games.command(game, player, 0, "a", [GiveUp()])
        layout_of = shelf.games._layout_of

        def meanwhile(tag: str) -> Any:
            shelf.damage("UPDATE results SET finished = finished + 1")
            return layout_of(tag)

        await judge(shelf.database, [game], meanwhile)
        assert results(shelf, "judged") == [(0,)]

    asyncio.run(play())


def test_a_result_waits_as_long_as_its_layout_is_not_here(shelf: Shelf) -> None:
    async def play() -> None:
        block = Layout.build("block", "Block", [(2 * x, 2 * y, 0) for x in range(4) for y in range(2)])
        here = {block.tag: block}
        shelf.games._layout_of = here.__getitem__
        code = Code(Dealer.MJ1, block.tag, 7)
        view, token = await shelf.games.start(None, code, CLASSIC)
        player = await shelf.games.player(token)
        said: list[Command] = [Take(*pair) for pair in deal_of(code, CLASSIC, here.__getitem__).witness]
        await shelf.games.command(view.id, player, 0, "k", said)

        def gone(tag: str) -> Layout:
            raise ValueError("not here")

        assert (await Lists(shelf.database, gone).best(player, "block", CLASSIC)).rows == ()
        assert results(shelf, "judged") == [(0,)]
        (best,) = (await Lists(shelf.database, here.__getitem__).best(player, "block", CLASSIC)).rows
        assert best.game == view.id

    asyncio.run(play())


def test_a_clock_that_ran_out_while_nobody_looked_ends_the_game_when_somebody_does(shelf: Shelf) -> None:
    async def play() -> None:
        game, player = await opened(shelf, rules=CLASSIC_CHALLENGE)
        await shelf.games.command(game, player, 0, "k", TAKES[:2])
        shelf.ms += 89_999
        assert (await shelf.games.view(game, player)).state.status is Status.PLAYING
        assert results(shelf) == []
        shelf.ms += 1
        for _ in range(2):
            state = (await shelf.games.view(game, player)).state
            assert (state.status, state.seq) == (Status.TIMED_OUT, 3)
            assert results(shelf, "outcome, played, score, stars") == [("lost", 90_000, 300, 0)]
        again = Shelf(shelf.place)
        assert (await again.games.view(game, player)).state == state
        again.close()

    asyncio.run(play())


def test_no_clock_is_stopped_afterwards(shelf: Shelf) -> None:
    async def play() -> None:
        game, player = await opened(shelf)
        for round_ in range(3):
            shelf.ms += 2_000
            await shelf.games.command(game, player, 2 * round_, f"k{round_}", [Pause(), Resume()], [2_000, 0])
        # A tap is believed to be two seconds old, but never older than the end of the last pause.
        shelf.ms += 3_000
        await shelf.games.command(game, player, 6, "tap", TAKES[:1], [2_000])
        assert (await shelf.games.view(game, player)).state.clock.ms == 9_000
        assert shelf.rows("SELECT at - 1000000 FROM commands ORDER BY seq") == [
            *[(2_000,), (2_000,), (4_000,), (4_000,), (6_000,), (6_000,)],
            (7_000,),
        ]

    asyncio.run(play())


def test_what_cannot_be_written_leaves_no_result_either(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        game, player = await opened(shelf)
        other = Shelf(shelf.place)
        await other.games.command(game, player, 0, "theirs", TAKES[:1])
        with pytest.raises(Exception, match="the next command is number 1"):
            await shelf.games.command(game, player, 0, "ours", TAKES)
        assert results(shelf) == []
        other.close()

    asyncio.run(play())
