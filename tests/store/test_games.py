"""Games in progress: nothing acknowledged is lost, nothing is done twice, and a broken log is never half loaded."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Connection

from paishan.codes import Code
from paishan.play.messages import Command, Hint, Pause, Pick, Removed, Restart, Resume, Shuffle, Status, Take, Undo
from paishan.play.opening import deal_of
from paishan.play.ruleset import AGAINST_THE_CLOCK, TAIPEI, ruleset
from paishan.play.table import Table
from paishan.store import BrokenGame, OutOfStep, TakeBackRefused, TooLong, Unavailable, UnknownGame
from paishan.store import games as games_module
from paishan.store.log import Batch, Overtaken, append, apply
from tests.play.tables import TO_THE_LOCK
from tests.store.shelf import CODE, WITNESS, Shelf


def test_a_game_is_the_same_after_the_server_was_started_again(shelf: Shelf) -> None:
    async def play() -> None:
        view, player = await shelf.open()
        await shelf.take(view.id, player, 0)
        shelf.ms += 2500
        await shelf.take(view.id, player, 1)
        said: list[Command] = [Undo(), Hint(), Shuffle(), Pick(WITNESS[0].a), Pause()]
        await shelf.games.command(view.id, player, 2, "more", said)
        before = await shelf.games.view(view.id, player)
        again = Shelf(shelf.place)
        again.ms = shelf.ms
        assert await again.games.view(view.id, player) == before
        assert before.state.seq == 7
        assert before.state.clock.ms == 2500
        again.close()

    asyncio.run(play())


def test_a_whole_game_is_cleared_one_row_a_command(shelf: Shelf) -> None:
    async def play() -> None:
        view, player = await shelf.open()
        for seq in range(18):
            done = await shelf.take(view.id, player, seq)
        assert done.state.status is Status.CLEARED
        assert [row[1] for row in shelf.log()] == list(range(18))
        assert shelf.rows('SELECT seq, "left", status FROM games') == [(18, 0, "cleared")]

    asyncio.run(play())


def test_looking_around_leaves_nothing_and_the_first_game_makes_the_player(shelf: Shelf) -> None:
    async def play() -> None:
        assert await shelf.games.player(None) is None
        assert await shelf.games.player("made-up") is None
        assert await shelf.games.unfinished(None) == []
        with pytest.raises(UnknownGame):
            await shelf.games.view("no-such-game", None)
        assert shelf.rows("SELECT * FROM players") == []
        _, token = await shelf.games.start(None, CODE, TAIPEI)
        assert len(shelf.rows("SELECT * FROM players")) == 1
        player = await shelf.games.player(token)
        _, none = await shelf.games.start(player, CODE, TAIPEI)
        assert none is None
        assert len(shelf.rows("SELECT * FROM players")) == 1
        assert token is not None
        assert token not in repr(shelf.everything())

    asyncio.run(play())


def test_a_code_that_cannot_be_dealt_makes_no_player(shelf: Shelf) -> None:
    async def play() -> None:
        with pytest.raises(ValueError, match="there is no layout L999"):
            await shelf.games.start(None, Code(CODE.dealer, "L999", 1), TAIPEI)
        assert shelf.rows("SELECT * FROM players") == []

    asyncio.run(play())


def test_a_retry_with_the_same_key_changes_nothing(shelf: Shelf) -> None:
    async def play() -> None:
        view, player = await shelf.open()
        first = await shelf.take(view.id, player, 0)
        assert first.events == (Removed(*WITNESS[0]),)
        assert not first.replayed
        kept = shelf.log()
        again = await shelf.take(view.id, player, 0)
        assert again.replayed
        assert again.events == ()
        assert again.state == first.state
        assert shelf.log() == kept

    asyncio.run(play())


def test_a_retry_is_known_after_a_restart_and_after_more_was_played(shelf: Shelf) -> None:
    async def play() -> None:
        view, player = await shelf.open()
        said: list[Command] = [Take(*WITNESS[0]), Hint(), Take(*WITNESS[1])]
        await shelf.games.command(view.id, player, 0, "three", said)
        await shelf.games.command(view.id, player, 3, "one", [Take(*WITNESS[2])])
        other = Shelf(shelf.place)
        again = await other.games.command(view.id, player, 0, "three", said)
        assert (again.replayed, again.state.seq) == (True, 4)
        other.close()

    asyncio.run(play())


@pytest.mark.parametrize(
    ("seq", "key", "said"),
    [
        (0, "another key", [Take(*WITNESS[0])]),
        (0, "key-0", [Take(*WITNESS[1])]),
        (0, "key-0", [Take(*WITNESS[0]), Take(*WITNESS[1])]),
        (1, "key-0", [Take(*WITNESS[1]), Undo()]),
        (3, "key-3", [Take(*WITNESS[3])]),
        (2_000_000_000, "key-3", [Take(*WITNESS[3])]),
    ],
)
def test_what_does_not_go_on_from_where_the_game_is_changes_nothing(
    shelf: Shelf, seq: int, key: str, said: list[Any]
) -> None:
    async def play() -> None:
        view, player = await shelf.open()
        await shelf.take(view.id, player, 0)
        await shelf.take(view.id, player, 1)
        before = await shelf.games.view(view.id, player)
        kept = shelf.log(), shelf.rows("SELECT * FROM games")
        with pytest.raises(OutOfStep) as refused:
            await shelf.games.command(view.id, player, seq, key, said)
        assert refused.value.view == before
        assert await shelf.games.view(view.id, player) == before
        assert (shelf.log(), shelf.rows("SELECT * FROM games")) == kept

    asyncio.run(play())


def test_somebody_elses_game_looks_like_none(shelf: Shelf) -> None:
    async def play() -> None:
        view, _ = await shelf.open()
        _, stranger = await shelf.open()
        for player in (stranger, None, 99):
            with pytest.raises(UnknownGame):
                await shelf.games.view(view.id, player)
            with pytest.raises(UnknownGame):
                await shelf.games.command(view.id, player, 0, "k", [Take(*WITNESS[0])])
            with pytest.raises(UnknownGame):
                await shelf.games.take_back(view.id, player)
        fresh = Shelf(shelf.place)
        with pytest.raises(UnknownGame):
            await fresh.games.view(view.id, stranger)
        fresh.close()
        with pytest.raises(UnknownGame):
            await shelf.games.start(stranger, CODE, TAIPEI, previous=view.id)
        assert shelf.log() == []
        assert len(shelf.rows("SELECT * FROM games")) == 2
        assert shelf.rows("SELECT * FROM games WHERE put_away IS NOT NULL") == []

    asyncio.run(play())


def test_of_two_processes_the_first_one_has_the_number_and_the_other_learns_the_state(shelf: Shelf) -> None:
    async def play() -> None:
        other = Shelf(shelf.place)
        view, player = await shelf.open()
        await other.games.view(view.id, player)
        await shelf.take(view.id, player, 0)
        with pytest.raises(OutOfStep) as refused:
            await other.games.command(view.id, player, 0, "other", [Take(*WITNESS[1])])
        assert refused.value.view.state.history == (WITNESS[0],)
        assert (await other.take(view.id, player, 1)).state.left == 32
        assert (await shelf.games.view(view.id, player)).state.left == 32
        assert (await shelf.take(view.id, player, 2)).state.left == 30
        assert (await other.take(view.id, player, 2)).replayed
        other.close()

    asyncio.run(play())


def test_of_commands_sent_to_two_processes_at_once_just_one_is_done(shelf: Shelf) -> None:
    async def play() -> None:
        other = Shelf(shelf.place)
        view, player = await shelf.open()
        for seq in range(18):
            tries = [side.take(view.id, player, seq, name) for side, name in ((shelf, "ours"), (other, "theirs"))]
            came = await asyncio.gather(*tries, return_exceptions=True)
            assert sorted(type(outcome).__name__ for outcome in came) == ["Done", "OutOfStep"]
        assert [row[1] for row in shelf.log()] == list(range(18))
        assert (await other.games.view(view.id, player)).state.status is Status.CLEARED
        other.close()

    asyncio.run(play())


def test_requests_for_one_game_wait_for_each_other_and_for_several_games_do_not_mix(shelf: Shelf) -> None:
    async def play() -> None:
        opened = [await shelf.open() for _ in range(5)]
        tries = [shelf.take(view.id, player, seq) for seq in range(18) for view, player in opened]
        await asyncio.gather(*tries)
        for view, player in opened:
            assert (await shelf.games.view(view.id, player)).state.history == WITNESS
        assert len(shelf.log()) == 90

    asyncio.run(play())


def test_a_command_that_could_not_be_written_was_never_done(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        view, player = await shelf.open()
        await shelf.take(view.id, player, 0)

        def fails(writing: Connection, batch: Batch) -> None:
            append(writing, batch)
            raise Unavailable("the disk is full")

        with monkeypatch.context() as patch:
            patch.setattr(games_module, "append", fails)
            with pytest.raises(Unavailable):
                await shelf.take(view.id, player, 1)
        assert len(shelf.log()) == 1
        seen = await shelf.games.view(view.id, player)
        assert (seen.state.seq, seen.state.left) == (1, 34)
        assert (await shelf.take(view.id, player, 1)).state.left == 32

    asyncio.run(play())


def test_a_command_may_have_been_on_its_way_for_two_seconds_and_comes_after_the_one_before_it(shelf: Shelf) -> None:
    async def play() -> None:
        view, player = await shelf.open()
        said: list[Command] = [Take(*pair) for pair in WITNESS]
        shelf.ms = 1_010_000
        await shelf.games.command(view.id, player, 0, "a", said[:3], [1_500, 3_000, 200])
        shelf.ms = 1_010_100
        await shelf.games.command(view.id, player, 3, "b", said[3:4], [2_000])
        shelf.ms = 1_020_000
        await shelf.games.command(view.id, player, 4, "c", said[4:5], [60_000])
        done = await shelf.games.command(view.id, player, 5, "d", said[5:6])
        assert [row[3] for row in shelf.log()] == [1_008_500, 1_008_500, 1_009_800, 1_009_800, 1_018_000, 1_020_000]
        assert done.state.clock.ms == 20_000
        assert shelf.rows("SELECT touched, played FROM games") == [(1_020_000, 20_000)]

    asyncio.run(play())


def test_a_request_that_is_called_off_while_it_is_written_leaves_the_log_in_charge(shelf: Shelf) -> None:
    async def play() -> None:
        view, player = await shelf.open()
        task = asyncio.create_task(shelf.take(view.id, player, 0))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        shelf.database.writer.close()
        seen = await shelf.games.view(view.id, player)
        assert seen.state.seq == len(shelf.log())

    asyncio.run(play())


def test_a_request_that_is_called_off_while_it_is_proved_leaves_its_table_to_the_thread(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        view, player = await shelf.open()
        begun, done = threading.Event(), threading.Event()
        at_work: list[Table] = []

        def slow(table: Table) -> None:
            at_work.append(table)
            begun.set()
            done.wait(10)

        table = shelf.games._live[view.id].table
        monkeypatch.setattr(Table, "considered", property(lambda other: other is not table))
        monkeypatch.setattr(Table, "consider", slow)
        task = asyncio.create_task(shelf.games.view(view.id, player))
        await asyncio.to_thread(begun.wait, 10)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await shelf.games.view(view.id, player) == view
        assert shelf.games._live[view.id].table is not table
        assert at_work == [table]
        done.set()

    asyncio.run(play())


def test_of_a_batch_whose_last_number_is_taken_nothing_is_written(shelf: Shelf) -> None:
    async def play() -> None:
        view, _ = await shelf.open()
        shelf.damage("INSERT INTO commands VALUES (?, 2, 'k', 1, '{}', NULL)", view.id)
        live = shelf.games._live[view.id]
        assert live.table is not None
        said = [Take(*pair) for pair in WITNESS[:3]]
        batch = apply(live.table, live.opened, 36, "three", said, [shelf.ms] * 3, shelf.ms)
        with pytest.raises(Overtaken):
            await shelf.database.writer.run(lambda writing: append(writing, batch))
        assert [row[1] for row in shelf.log()] == [2]
        assert shelf.rows("SELECT seq FROM games") == [(0,)]

    asyncio.run(play())


def test_what_a_command_gave_is_kept_with_it_and_a_replay_believes_it(shelf: Shelf) -> None:
    async def play() -> None:
        view, player = await shelf.open()
        await shelf.games.command(view.id, player, 0, "h", [Hint()])
        pairs = list(deal_of(CODE, TAIPEI).board().pairs())
        shelf.damage("UPDATE commands SET given = ?", f"[{pairs[-1].a},{pairs[-1].b}]")
        again = Shelf(shelf.place)
        assert (await again.games.view(view.id, player)).state.hint == pairs[-1]
        again.close()

    asyncio.run(play())


DAMAGES = [
    ("DELETE FROM commands WHERE seq = 1", "command 1 is missing"),
    ("DELETE FROM commands WHERE seq = 2", "but .* was noted"),
    ('UPDATE commands SET body = \'{"type":"ta\' WHERE seq = 1', "command 1 does not fit: Input data was truncated"),
    ('UPDATE commands SET body = \'{"type":"sing"}\' WHERE seq = 1', "command 1 does not fit: Invalid value 'sing'"),
    ('UPDATE commands SET body = \'{"type":"undo"}\' WHERE seq = 1', "but .* was noted"),
    ("UPDATE commands SET given = '[0,1]' WHERE seq = 2", "command 2 does not fit: the stored hint"),
    ("UPDATE commands SET given = '[0]' WHERE seq = 2", "command 2 does not fit"),
    ("UPDATE commands SET given = 'x' WHERE seq = 2", "command 2 does not fit"),
    ("UPDATE games SET code = 'MJ1-L02-AAAAAAA'", "the deal does not fit: .* has a slip in it"),
    ("UPDATE games SET code = 'MJ1-L00-AAAAABL'", "command 2 does not fit: the stored hint"),
    ("UPDATE games SET ruleset = 'chess'", "the deal does not fit: there is no ruleset 'chess'"),
    ("UPDATE games SET layout = 'turtle'", "but .* was noted"),
    ("UPDATE games SET seq = 4", "but .* was noted"),
    ('UPDATE games SET "left" = 30', "but .* was noted"),
    ("UPDATE games SET status = 'cleared'", "but .* was noted"),
]


@pytest.mark.parametrize(("statement", "reason"), DAMAGES)
def test_a_damaged_game_is_reported_and_kept_aside_and_never_half_loaded(
    shelf: Shelf, caplog: pytest.LogCaptureFixture, statement: str, reason: str
) -> None:
    async def play() -> None:
        view, player = await shelf.open()
        for seq in range(2):
            await shelf.take(view.id, player, seq)
        await shelf.games.command(view.id, player, 2, "hint", [Hint()])
        sound, _ = await shelf.games.start(player, Code(CODE.dealer, "L00", 7), TAIPEI)
        shelf.damage(f"{statement} {'AND game' if 'WHERE' in statement else 'WHERE id'} = ?", view.id)
        kept = shelf.log()
        again = Shelf(shelf.place)
        for _ in range(2):
            with pytest.raises(BrokenGame, match=reason):
                await again.games.view(view.id, player)
            with pytest.raises(BrokenGame, match=reason):
                await again.games.command(view.id, player, 3, "k", [Take(*WITNESS[2])])
        assert shelf.log() == kept
        assert [game.id for game in await again.games.unfinished(player)] == [sound.id]
        assert (await again.games.view(sound.id, player)).state.left == 144
        again.close()

    with caplog.at_level(logging.ERROR):
        asyncio.run(play())
    assert len(caplog.records) == 1


def test_a_game_whose_log_was_mended_goes_on(shelf: Shelf) -> None:
    async def play() -> None:
        view, player = await shelf.open()
        await shelf.take(view.id, player, 0)
        shelf.damage("UPDATE games SET seq = 5")
        again = Shelf(shelf.place)
        with pytest.raises(BrokenGame):
            await again.games.view(view.id, player)
        assert await again.games.unfinished(player) == []
        shelf.damage("UPDATE games SET seq = 1")
        assert (await again.take(view.id, player, 1)).state.left == 32
        assert [game.id for game in await again.games.unfinished(player)] == [view.id]
        again.close()

    asyncio.run(play())


def test_unfinished_games_come_newest_first_and_finished_ones_not_at_all(shelf: Shelf) -> None:
    async def play() -> None:
        view, player = await shelf.open()
        opened = [view]
        for _ in range(3):
            shelf.ms += 1000
            opened.append((await shelf.games.start(player, CODE, TAIPEI))[0])
        shelf.ms += 1000
        await shelf.take(opened[1].id, player, 0)
        for seq in range(18):
            await shelf.take(opened[2].id, player, seq)
        listed = await shelf.games.unfinished(player)
        assert [game.id for game in listed] == [opened[1].id, opened[3].id, opened[0].id]
        first = listed[0]
        assert (first.code, first.layout, first.left, first.played, first.seq) == (
            str(CODE),
            "first-steps",
            34,
            3000,
            1,
        )

    asyncio.run(play())


def test_a_board_that_is_locked_for_good_is_no_game_in_progress_until_it_is_started_anew(shelf: Shelf) -> None:
    async def play() -> None:
        code = Code.parse("MJ1-L02-AAAAAKA")
        lost, token = await shelf.games.start(None, code, ruleset("taipei-undo-off-shuffle-off"))
        player = await shelf.games.player(token)
        said: list[Command] = [Take(*pair) for pair in TO_THE_LOCK]
        await shelf.games.command(lost.id, player, 0, "k", said)
        open, _ = await shelf.games.start(player, code, ruleset("taipei-undo-1-shuffle-off"))
        state = (await shelf.games.command(open.id, player, 0, "k", said)).state
        assert (state.status, state.left) == (Status.LOCKED, 14)
        assert [game.id for game in await shelf.games.unfinished(player)] == [open.id]
        await shelf.games.command(lost.id, player, 11, "again", [Restart()])
        assert {game.id for game in await shelf.games.unfinished(player)} == {open.id, lost.id}

    asyncio.run(play())


def test_a_new_game_puts_the_old_one_away_and_can_be_taken_back(shelf: Shelf) -> None:
    async def play() -> None:
        old, player = await shelf.open()
        await shelf.take(old.id, player, 0)
        new, _ = await shelf.games.start(player, CODE, AGAINST_THE_CLOCK, previous=old.id)
        assert new.previous == old.id
        assert [game.id for game in await shelf.games.unfinished(player)] == [new.id]
        assert await shelf.games.take_back(new.id, player) == old.id
        assert [game.id for game in await shelf.games.unfinished(player)] == [old.id]
        assert (await shelf.take(old.id, player, 1)).state.left == 32

    asyncio.run(play())


def test_a_game_with_pairs_taken_or_without_a_game_before_it_is_not_taken_back(shelf: Shelf) -> None:
    async def play() -> None:
        old, player = await shelf.open()
        with pytest.raises(TakeBackRefused, match="not started in place"):
            await shelf.games.take_back(old.id, player)
        new, _ = await shelf.games.start(player, CODE, TAIPEI, previous=old.id)
        await shelf.take(new.id, player, 0)
        await shelf.games.command(new.id, player, 1, "u", [Undo()])
        with pytest.raises(TakeBackRefused, match="pairs of this game have been taken"):
            await shelf.games.take_back(new.id, player)
        assert [game.id for game in await shelf.games.unfinished(player)] == [new.id]

    asyncio.run(play())


def test_a_game_in_which_another_process_takes_a_pair_meanwhile_is_not_taken_back(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = shelf.again()
    run = shelf.database.writer.run

    async def play() -> None:
        old, player = await shelf.open()
        new, _ = await shelf.games.start(player, CODE, TAIPEI, previous=old.id)

        async def late(write: Any) -> Any:
            await other.take(new.id, player, 0)
            return await run(write)

        monkeypatch.setattr(shelf.database.writer, "run", late)
        with pytest.raises(OutOfStep) as refused:
            await shelf.games.take_back(new.id, player)
        assert (refused.value.view.state.seq, refused.value.view.state.left) == (1, 34)
        assert [game.id for game in await shelf.games.unfinished(player)] == [new.id]

    asyncio.run(play())
    other.close()


def test_a_game_that_was_left_comes_back_when_it_is_played_but_not_when_its_page_closes(shelf: Shelf) -> None:
    async def play() -> None:
        old, player = await shelf.open()
        new, _ = await shelf.games.start(player, CODE, TAIPEI, previous=old.id)
        await shelf.games.command(old.id, player, 0, "p", [Pause()])
        assert [game.id for game in await shelf.games.unfinished(player)] == [new.id]
        await shelf.games.command(old.id, player, 1, "t", [Resume(), Take(*WITNESS[0])])
        assert {game.id for game in await shelf.games.unfinished(player)} == {new.id, old.id}

    asyncio.run(play())


def test_few_tables_are_kept_in_memory_and_all_games_are_right(place: str) -> None:
    async def play() -> None:
        shelf = Shelf(place, most_live=2)
        opened = [await shelf.open() for _ in range(6)]
        for seq in range(3):
            for view, player in opened:
                assert (await shelf.take(view.id, player, seq)).state.left == 34 - 2 * seq
                assert len(shelf.games._live) <= 2
        with pytest.raises(UnknownGame):
            await shelf.games.view("nothing", opened[0][1])
        assert "nothing" not in shelf.games._live
        shelf.close()

    asyncio.run(play())


def test_a_game_takes_no_end_of_commands(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        view, player = await shelf.open()
        await shelf.games.command(view.id, player, 0, "r", [Restart()] * 4)
        with pytest.raises(TooLong, match="at most 5 commands"):
            await shelf.games.command(view.id, player, 4, "s", [Restart()] * 2)
        assert len(shelf.log()) == 4

    monkeypatch.setattr(games_module, "MAX_COMMANDS", 5)
    asyncio.run(play())


def test_commands_that_may_take_work_do_not_keep_other_games_waiting(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = threading.Event()
    plain: Callable[..., Batch] = apply

    def slow(table: Any, game: Any, tiles: int, key: str, *more: Any) -> Batch:
        if key == "slow":
            assert go_on.wait(10)
        return plain(table, game, tiles, key, *more)

    async def play() -> None:
        view, player = await shelf.open()
        other, stranger = await shelf.open()
        hint = asyncio.create_task(shelf.games.command(view.id, player, 0, "slow", [Hint()]))
        await asyncio.sleep(0.01)
        assert (await shelf.take(other.id, stranger, 0)).state.left == 34
        assert not hint.done()
        go_on.set()
        assert (await hint).state.used.hints == 1

    monkeypatch.setattr(games_module, "apply", slow)
    asyncio.run(play())
