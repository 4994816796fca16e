"""Matches of Chuo Pai in the database: resumed, finished, listed, watched, and played in series."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import pytest

from paishan.chuopai.deal import deal_of
from paishan.codes import Code
from paishan.play.chuo.messages import Begin, Play, State, Status
from paishan.play.chuo.recording import replay
from paishan.play.chuo.ruleset import CHUO_PAI, MatchRuleset, match_ruleset
from paishan.play.chuo.table import ME
from paishan.play.families import Misplaced
from paishan.play.messages import GiveUp, Hint, Pause, Restart, Take
from paishan.play.ruleset import TAIPEI
from paishan.store import (
    BrokenGame,
    Done,
    Library,
    Lists,
    Seated,
    Series,
    SeriesOver,
    TakeBackRefused,
    UnknownGame,
    UnknownSeries,
    View,
    Watching,
    Withheld,
)
from tests.store.shelf import CODE, Shelf

QUICK = match_ruleset("chuo-pai-vs-beginner-easy")


def state_of(answer: View | Done) -> State:
    assert isinstance(answer.state, State)
    return answer.state


def number_won(outcome: str) -> int:
    """A deal whose match under `QUICK` ends so when every choice is the first that is allowed."""
    from paishan.play.chuo.table import MatchTable

    for number in range(3_000):
        table = MatchTable(deal_of(number), QUICK)
        table.apply(Begin(), 0)
        while table.status is Status.PLAYING:
            table.apply(Play(table.state(0).legal[0].plays[0]), 0)
        if table.outcome == outcome:
            return number
    raise AssertionError(outcome)


async def opened(shelf: Shelf, number: int = 3, rules: MatchRuleset = QUICK, **more: Any) -> tuple[View, int]:
    """A match of a new guest."""
    view, token = await shelf.games.start(None, deal_of(number).code, rules, **more)
    player = await shelf.games.player(token)
    assert player is not None
    return view, player


async def say(shelf: Shelf, game: str, player: int, *commands: Any) -> Done:
    seq = state_of(await shelf.games.view(game, player)).seq
    shelf.ms += 1_000
    return await shelf.games.command(game, player, seq, f"key-{seq}", commands)


async def play_out(shelf: Shelf, game: str, player: int, rng: random.Random | None = None) -> State:
    """Play the first play that is allowed, or any, to the end."""
    state = state_of(await shelf.games.view(game, player))
    if not state.begun:
        state = state_of(await say(shelf, game, player, Begin()))
    while state.status is Status.PLAYING:
        group = rng.choice(state.legal) if rng else state.legal[0]
        cards = rng.choice(group.plays) if rng else group.plays[0]
        state = state_of(await say(shelf, game, player, Play(cards)))
    return state


def test_a_match_goes_on_after_the_server_was_started_anew_in_the_middle_of_a_round(place: str) -> None:

    async def begin(shelf: Shelf) -> tuple[str, int, State]:
        # Seat 1 leads first, so that the player stands in a round that others began.
        number = next(number for number in range(50) if deal_of(number).leader == 1)
        view, player = await opened(shelf, number, match_ruleset("chuo-pai-vs-hard-normal"))
        state = state_of(await say(shelf, view.id, player, Begin()))
        for _ in range(5):
            state = state_of(await say(shelf, view.id, player, Play(state.legal[0].plays[0])))
        while not state.round.plays:
            state = state_of(await say(shelf, view.id, player, Play(state.legal[0].plays[0])))
        return view.id, player, state

    first = Shelf(place)
    game, player, before = asyncio.run(begin(first))
    ms = first.ms
    first.close()
    second = Shelf(place)
    second.ms = ms

    async def go_on() -> None:
        assert state_of(await second.games.view(game, player)) == before
        assert [row.id for row in await second.games.unfinished(player)] == [game]
        assert (await play_out(second, game, player)).status is Status.OVER

    asyncio.run(go_on())
    second.close()


def test_a_replay_of_the_log_lets_nobody_think(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        view, player = await opened(shelf)
        await say(shelf, view.id, player, Begin(), Hint())
        state = await play_out(shelf, view.id, player)
        shelf.games._live.clear()

        def nobody(*_: object) -> None:
            raise AssertionError("somebody thought")

        monkeypatch.setattr("paishan.play.chuo.table.choose", nobody)
        assert state_of(await shelf.games.view(view.id, player)) == state

    asyncio.run(play())


def test_plays_that_were_changed_behind_the_programs_back_break_the_log(shelf: Shelf) -> None:
    async def play() -> None:
        view, player = await opened(shelf, next(number for number in range(50) if deal_of(number).leader == 1))
        await say(shelf, view.id, player, Begin())
        given = json.loads(shelf.rows("SELECT given FROM commands")[0][0])
        shelf.damage("UPDATE commands SET given = ?", json.dumps([*given, 468]))
        shelf.games._live.clear()
        with pytest.raises(BrokenGame, match="command 0 does not fit"):
            await shelf.games.view(view.id, player)

    asyncio.run(play())


@pytest.mark.parametrize("outcome", ["won", "shared", "lost"])
def test_how_a_match_ended_is_kept_with_the_pile_as_its_score(shelf: Shelf, outcome: str) -> None:
    async def play() -> None:
        view, player = await opened(shelf, number_won(outcome))
        state = await play_out(shelf, view.id, player)
        assert state.outcome == outcome
        assert (ME in (state.winners or ())) == (outcome != "lost")
        columns = "family, layout, ruleset, outcome, score, ranked, occasion"
        expected = ("chuopai", "chuo-pai", "chuo-pai-vs-beginner-easy", outcome, state.score, 1, "")
        assert shelf.rows(f"SELECT {columns} FROM results") == [expected]
        lists = Lists(shelf.database, shelf.games._layout_of)
        statistics = await lists.statistics(player)
        won = int(outcome != "lost")
        assert (statistics.total.played, statistics.total.won, statistics.total.streak) == (1, won, won)
        assert [row.best_score for row in statistics.rows] == [state.score if won else None]
        listed = await lists.best(player, "chuo-pai", QUICK)
        assert [best.score for best in listed.rows] == ([state.score] if outcome == "won" else [])
        assert await shelf.games.unfinished(player) == []

    asyncio.run(play())


def test_a_win_stays_when_the_same_deal_is_played_again(shelf: Shelf) -> None:
    async def play() -> None:
        view, player = await opened(shelf, number_won("shared"))
        await play_out(shelf, view.id, player)
        before = shelf.rows("SELECT * FROM results")
        await say(shelf, view.id, player, Restart(), GiveUp())
        assert shelf.rows("SELECT * FROM results") == before

    asyncio.run(play())


def test_the_code_which_tells_all_hands_is_told_when_the_match_is_over(shelf: Shelf) -> None:
    async def play() -> None:
        view, player = await opened(shelf)
        assert view.code is None
        assert [row.code for row in await shelf.games.unfinished(player)] == [None]
        with pytest.raises(Withheld, match="names its deal"):
            await shelf.games.record(view.id, player)
        watching = Watching(shelf.database, None, shelf.games._layout_of, now=lambda: shelf.ms)  # type: ignore[arg-type]
        with pytest.raises(Withheld, match="a match can be watched when it is over"):
            await watching.watch(view.id, player)
        with pytest.raises(UnknownGame):
            await watching.watch(view.id, player + 1)
        state = await play_out(shelf, view.id, player)
        view = await shelf.games.view(view.id, player)
        assert view.code == str(deal_of(3).code)
        record = await shelf.games.record(view.id, player)
        assert replay(record).state(0).seats == state.seats
        watched = await watching.watch(view.id, player + 1)
        assert isinstance(watched.dealt, Seated)
        assert watched.dealt.deal == deal_of(3)
        assert watched.record == record

    asyncio.run(play())


def test_a_command_of_another_game_does_nothing(shelf: Shelf) -> None:
    async def play() -> None:
        view, player = await opened(shelf)
        with pytest.raises(Misplaced):
            await shelf.games.command(view.id, player, 0, "a", [Begin(), Take(1, 2)])
        assert shelf.log() == []
        assert not state_of(await shelf.games.view(view.id, player)).begun
        heap, other = await shelf.open()
        with pytest.raises(Misplaced, match="begin is no command for a game of Taipei"):
            await shelf.games.command(heap.id, other, 0, "a", [Begin()])

    asyncio.run(play())


def test_a_deal_of_another_game_is_not_opened(shelf: Shelf) -> None:
    async def play() -> None:
        with pytest.raises(ValueError, match="is no deal of Chuo Pai"):
            await shelf.games.start(None, CODE, CHUO_PAI)

    asyncio.run(play())


def test_a_match_is_taken_back_until_cards_are_laid(shelf: Shelf) -> None:
    async def play() -> None:
        old, player = await opened(shelf)
        new, _ = await shelf.games.start(player, deal_of(4).code, QUICK, previous=old.id)
        state = state_of(await say(shelf, new.id, player, Begin()))
        assert await shelf.games.take_back(new.id, player) == old.id
        await say(shelf, new.id, player, Play(state.legal[0].plays[0]))
        with pytest.raises(TakeBackRefused, match="cards have been played"):
            await shelf.games.take_back(new.id, player)

    asyncio.run(play())


def test_leaving_a_match_for_good_counts_as_lost_only_when_cards_were_laid(shelf: Shelf) -> None:
    async def play() -> None:
        first, player = await opened(shelf)
        state = state_of(await say(shelf, first.id, player, Begin()))
        second, _ = await shelf.games.start(player, deal_of(4).code, QUICK, previous=first.id)
        lists = Lists(shelf.database, shelf.games._layout_of)
        assert (await lists.statistics(player)).total.played == 0
        await say(shelf, first.id, player, Play(state.legal[0].plays[0]))
        await shelf.games.start(player, deal_of(5).code, QUICK, previous=first.id)
        total = (await lists.statistics(player)).total
        assert (total.played, total.won) == (1, 0)
        assert second.id != first.id

    asyncio.run(play())


def test_a_page_that_closes_says_pause_and_the_match_waits(shelf: Shelf) -> None:
    async def play() -> None:
        view, player = await opened(shelf)
        await say(shelf, view.id, player, Begin(), Pause())
        shelf.ms += 100_000
        state = state_of(await shelf.games.view(view.id, player))
        assert (state.paused, state.clock.ms, state.clock.running) == (True, 1_000, False)

    asyncio.run(play())


def test_each_match_of_a_series_is_led_first_by_another_seat_and_the_piles_are_added_up(shelf: Shelf) -> None:
    series = Series(shelf.database, shelf.games, shelf.games._layout_of)

    async def play() -> None:
        view, token = await series.start(None, QUICK)
        player = await shelf.games.player(token)
        assert player is not None
        id = view.occasion.split("series-")[1][:12]
        leaders: list[int] = []
        piles: list[tuple[int, ...]] = []
        for number in (1, 2, 3):
            assert view.occasion == f"series-{id}-{number}"
            standing = await series.standing(player, view.occasion)
            assert standing is not None
            assert (standing.points, standing.opened, standing.next) == (tuple(piles), number, False)
            # Asked for again before its end, it is the same match.
            again, new = await series.go_on(player, id)
            assert (again.id, new) == (view.id, False)
            await play_out(shelf, view.id, player, random.Random(number))
            code = (await shelf.games.view(view.id, player)).code
            leaders.append(deal_of(Code.parse(str(code))).leader)
            record = replay(await shelf.games.record(view.id, player))
            piles.append(record.match.points)
            if number < 3:
                view, new = await series.go_on(player, id, view.id)
                assert new
        assert sorted(leaders) == [0, 1, 2]
        assert [(leader - leaders[0]) % 3 for leader in leaders] == [0, 1, 2]
        standing = await series.standing_of(player, id)
        assert standing.points == tuple(piles)
        assert standing.totals == tuple(map(sum, zip(*piles, strict=True)))
        assert not standing.next
        with pytest.raises(SeriesOver):
            await series.go_on(player, id)
        # A match that is played again changes nothing of the series.
        await say(shelf, view.id, player, Restart(), GiveUp())
        assert await series.standing_of(player, id) == standing
        for whose, which in ((player + 1, id), (None, id), (player, "A" * 12)):
            with pytest.raises(UnknownSeries):
                await series.go_on(whose, which)
        assert await series.standing(player, "") is None

    asyncio.run(play())


def test_two_processes_open_the_next_match_of_a_series_once(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    other = shelf.again()
    one, two = (Series(each.database, each.games, each.games._layout_of) for each in (shelf, other))
    start = shelf.games.start

    async def play() -> None:
        first, token = await one.start(None, QUICK)
        player = await shelf.games.player(token)
        assert player is not None
        id = first.occasion.split("series-")[1][:12]
        await say(shelf, first.id, player, Begin(), GiveUp())
        before: list[tuple[str, bool]] = []

        async def late(*what: Any, **how: Any) -> Any:
            view, new = await two.go_on(player, id, first.id)
            before.append((view.id, new))
            return await start(*what, **how)

        monkeypatch.setattr(shelf.games, "start", late)
        view, new = await one.go_on(player, id, first.id)
        assert before == [(view.id, True)]
        assert not new
        assert shelf.rows("SELECT id FROM games WHERE occasion = ?", f"series-{id}-2") == [(view.id,)]
        assert [game.id for game in await shelf.games.unfinished(player)] == [view.id]

    asyncio.run(play())
    other.close()


def test_the_code_of_a_match_names_no_layout_that_was_played(shelf: Shelf) -> None:
    library = Library(shelf.database, lambda: shelf.ms)

    async def play() -> None:
        _, player = await opened(shelf)
        assert await library.last_played(player, 2) == []
        await shelf.games.start(player, CODE, TAIPEI)
        assert await library.last_played(player, 2) == ["L02"]

    asyncio.run(play())
