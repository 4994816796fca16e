"""Accounts (A5): signing up moves nothing, logging in loses nothing, what is revoked is refused by every process."""

from __future__ import annotations

import asyncio
import threading
from datetime import date, timedelta
from itertools import count
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, insert

from paishan.play.daily import Game, daily_code
from paishan.play.messages import GiveUp, State, Take, Unranked
from paishan.play.result import Outcome
from paishan.play.ruleset import CLASSIC, TAIPEI
from paishan.store import (
    Accounts,
    Attempt,
    HasAccount,
    Journey,
    Library,
    Lists,
    Name,
    NameTaken,
    New,
    NoAccount,
    Unavailable,
    UnknownGame,
    Withheld,
    WrongCode,
    closing,
    facts_of,
    games_of,
    ids_of,
    occasion_of,
)
from paishan.store.accounts import MOST_SESSIONS
from paishan.store.players import DAY, IDLE_DAYS, Players, hash_of
from paishan.store.schema import games, metadata, results
from tests.store.shelf import CODE, Shelf
from tests.store.test_days import NOON, NOV_30, SECRET, STOCKHOLM, days_of, winning
from tests.store.test_layouts import ROWS, awaited

ADA, BOB = Name("Ada", "ada"), Name("Bob", "bob")
KEPT = "$argon2id$not-a-hash"
LABEL = "Firefox/Linux"
SAME = [column.name for column in games.columns if column.name not in ("id", "player", "previous")]


def accounts_of(shelf: Shelf) -> Accounts:
    return Accounts(shelf.database, shelf.games)


def all_of(shelf: Shelf, player: int) -> dict[str, Any]:
    """All that a player can take along."""
    ids = ids_of(shelf.database, player)
    found = games_of(shelf.database, player, ids, shelf.games._layout_of, shelf.ms)
    return {**facts_of(shelf.database, player), "games": found}


async def whose(shelf: Shelf, token: str) -> int:
    player = await shelf.games.player(token)
    assert player is not None
    return player


async def signed_up(shelf: Shelf, name: Name = ADA, guest: int | None = None) -> tuple[int, str]:
    """An account, and the token of its first session."""
    token = await accounts_of(shelf).sign_up(guest, name, KEPT, LABEL, shelf.ms)
    return await whose(shelf, token), token


async def guest_with_token(shelf: Shelf) -> tuple[str, int, str]:
    """A game of a new guest, the guest, and the guest's token."""
    view, token = await shelf.games.start(None, CODE, TAIPEI)
    assert token is not None
    return view.id, await whose(shelf, token), token


def everything(shelf: Shelf) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all tables."""
    return {
        table.name: sorted(shelf.rows(f'SELECT * FROM "{table.name}"'), key=repr) for table in metadata.sorted_tables
    }


@awaited
async def test_signing_up_makes_the_guest_the_account_and_moves_nothing(shelf: Shelf) -> None:
    game, guest, old = await guest_with_token(shelf)
    await shelf.take(game, guest, 0)
    before = shelf.rows("SELECT * FROM games")
    player, token = await signed_up(shelf, ADA, guest)
    assert player == guest
    assert shelf.rows("SELECT * FROM games") == before
    assert await shelf.games.player(old) is None
    assert (await shelf.take(game, player, 1)).state.seq == 2
    assert shelf.games.players.name(player) == "Ada"
    account = await accounts_of(shelf).of(player)
    assert account is not None
    assert (account.name, account.password, account.created, account.password_changed) == (
        "Ada",
        KEPT,
        1_000_000,
        1_000_000,
    )
    assert await accounts_of(shelf).named("ada") == account == await accounts_of(shelf).by_handle(account.handle)
    assert shelf.rows("SELECT token_hash FROM sessions") == [(hash_of(token),)]


@awaited
async def test_a_name_is_taken_once_and_a_player_has_one_account(shelf: Shelf) -> None:
    ada, _ = await signed_up(shelf)
    before = everything(shelf)
    with pytest.raises(NameTaken):
        await accounts_of(shelf).sign_up(None, Name("ADA", "ada"), KEPT, LABEL, shelf.ms)
    with pytest.raises(HasAccount):
        await accounts_of(shelf).sign_up(ada, BOB, KEPT, LABEL, shelf.ms)
    assert everything(shelf) == before
    bob, _ = await signed_up(shelf, BOB)
    with pytest.raises(NameTaken):
        await accounts_of(shelf).rename(bob, ADA)
    await accounts_of(shelf).rename(ada, Name("Grace", "grace"))
    await accounts_of(shelf).rename(bob, ADA)
    assert (shelf.games.players.name(ada), shelf.games.players.name(bob)) == ("Grace", "Ada")


@awaited
async def test_of_two_who_sign_up_with_one_name_at_once_one_has_it(shelf: Shelf) -> None:
    other = shelf.again()
    tries = [accounts_of(each).sign_up(None, ADA, KEPT, LABEL, shelf.ms) for each in (shelf, other, shelf, other)]
    done = await asyncio.gather(*tries, return_exceptions=True)
    assert [type(each) for each in done].count(str) == 1
    assert sum(isinstance(each, NameTaken) for each in done) == 3
    assert shelf.rows("SELECT count(*) FROM accounts, sessions") == [(1,)]
    other.close()


@awaited
async def test_a_name_that_lists_do_not_show_stays_hidden_when_it_is_changed(shelf: Shelf) -> None:
    player, _ = await signed_up(shelf)
    accounts = accounts_of(shelf)
    await accounts.show_in_lists(player, False)
    await accounts.rename(player, BOB)
    assert shelf.games.players.name(player) is None
    await accounts.show_in_lists(player, True)
    assert shelf.games.players.name(player) == "Bob"


@awaited
async def test_logging_in_brings_along_a_game_that_is_going_on(shelf: Shelf) -> None:
    player, _ = await signed_up(shelf)
    game, guest, old = await guest_with_token(shelf)
    await shelf.take(game, guest, 0)
    token = await accounts_of(shelf).log_in(player, old, LABEL, shelf.ms)
    assert await whose(shelf, token) == player
    assert await shelf.games.player(old) is None
    assert shelf.rows("SELECT id FROM players") == [(player,)]
    with pytest.raises(UnknownGame):
        await shelf.take(game, guest, 1)
    for number in range(1, 18):
        await shelf.take(game, player, number)
    assert shelf.rows("SELECT player, outcome FROM results") == [(player, "won")]
    assert [each.id for each in await shelf.games.unfinished(player)] == []


@awaited
async def test_another_process_that_has_the_game_in_memory_goes_on_with_it_for_the_account(shelf: Shelf) -> None:
    player, _ = await signed_up(shelf)
    game, guest, old = await guest_with_token(shelf)
    other = shelf.again()
    for number in range(17):
        await other.take(game, guest, number)
    await accounts_of(shelf).log_in(player, old, LABEL, shelf.ms)
    # There the guest is still known for a moment; what it ends is the account's result.
    await other.take(game, guest, 17)
    assert shelf.rows("SELECT player, outcome FROM results") == [(player, "won")]
    assert (await other.games.view(game, player)).state.left == 0
    with pytest.raises(UnknownGame):
        await other.games.view(game, guest)
    other.close()


@awaited
async def test_logging_in_again_with_the_same_cookie_changes_nothing_more(shelf: Shelf) -> None:
    player, _ = await signed_up(shelf)
    _, _, old = await guest_with_token(shelf)
    accounts = accounts_of(shelf)
    await accounts.log_in(player, old, LABEL, shelf.ms)
    kept = shelf.rows("SELECT * FROM games"), shelf.rows("SELECT * FROM players")
    await accounts.log_in(player, old, LABEL, shelf.ms)
    assert (shelf.rows("SELECT * FROM games"), shelf.rows("SELECT * FROM players")) == kept


@awaited
async def test_an_account_never_comes_into_another_account(shelf: Shelf) -> None:
    ada, _ = await signed_up(shelf)
    game, guest, _ = await guest_with_token(shelf)
    bob, bobs = await signed_up(shelf, BOB, guest)
    token = await accounts_of(shelf).log_in(ada, bobs, LABEL, shelf.ms)
    assert await whose(shelf, token) == ada
    assert shelf.rows("SELECT player FROM games WHERE id = ?", game) == [(bob,)]
    assert await shelf.games.player(bobs) is None
    assert await accounts_of(shelf).of(bob) is not None


@awaited
async def test_of_one_days_board_begun_twice_the_first_counts_and_the_second_stays_as_a_game(shelf: Shelf) -> None:
    days = days_of(shelf, NOON)
    player, _ = await signed_up(shelf)
    first, _, _ = await days.begin(player, Game.SOLITAIRE, STOCKHOLM)
    shelf.ms += 60_000
    second, old, new = await days.begin(None, Game.SOLITAIRE, STOCKHOLM)
    assert old is not None and new
    guest = await whose(shelf, old)
    won = winning(NOV_30)
    await shelf.games.command(second.id, guest, 0, "won", won)
    accounts = accounts_of(shelf)
    await accounts.log_in(player, old, LABEL, shelf.ms)
    calendar = await days.calendar(player, Game.SOLITAIRE, NOV_30, NOV_30)
    assert calendar.attempt == Attempt(first.id, None)
    assert shelf.rows("SELECT game, occasion, ranked, outcome FROM results") == [
        (second.id, "again-2026-11-30", 0, "won")
    ]
    view = await shelf.games.view(second.id, player)
    assert isinstance(view.state, State)
    assert (view.state.ranked, view.state.unranked) == (False, Unranked.BEGUN_BEFORE)
    # The first can be played to its end, and is the only one that the list of the day shows.
    await shelf.games.command(first.id, player, 0, "won", won)
    lists = Lists(shelf.database, shelf.games._layout_of)
    listed = await lists.best(player, first.layout.id if first.layout else "", CLASSIC, occasion_of(NOV_30))
    assert [row.game for row in listed.rows] == [first.id]
    assert (await lists.statistics(player)).total.won == 2


@awaited
async def test_a_guests_board_of_the_day_counts_when_it_was_begun_first(shelf: Shelf) -> None:
    days = days_of(shelf, NOON)
    player, _ = await signed_up(shelf)
    first, old, _ = await days.begin(None, Game.SOLITAIRE, STOCKHOLM)
    assert old is not None
    guest = await whose(shelf, old)
    await shelf.games.command(first.id, guest, 0, "lost", [Take(*_first_pair()), GiveUp()])
    shelf.ms += 1
    second, _, _ = await days.begin(player, Game.SOLITAIRE, STOCKHOLM)
    other = shelf.again()
    await other.games.command(second.id, player, 0, "some", winning(NOV_30)[:5])
    await accounts_of(shelf).log_in(player, old, LABEL, shelf.ms)
    calendar = await days.calendar(player, Game.SOLITAIRE, NOV_30, NOV_30)
    assert calendar.attempt == Attempt(first.id, Outcome.LOST)
    # A process that had the second in memory as the day's board writes a result that counts for nothing all the same.
    await other.games.command(second.id, player, 5, "rest", winning(NOV_30)[5:])
    assert shelf.rows("SELECT occasion, ranked FROM results WHERE game = ?", second.id) == [("again-2026-11-30", 0)]
    other.close()


def _first_pair() -> tuple[int, int]:
    take = winning(NOV_30)[0]
    assert isinstance(take, Take)
    return take.a, take.b


@awaited
async def test_a_board_begun_again_tells_its_tiles_no_sooner_than_the_days_own(shelf: Shelf) -> None:
    days = days_of(shelf, NOON)
    player, _ = await signed_up(shelf)
    await days.begin(player, Game.SOLITAIRE, STOCKHOLM)
    shelf.ms += 1
    second, old, _ = await days.begin(None, Game.SOLITAIRE, STOCKHOLM)
    await accounts_of(shelf).log_in(player, old, LABEL, shelf.ms)
    view = await shelf.games.view(second.id, player)
    assert isinstance(view.state, State) and view.code is None and None in view.state.faces
    assert [game.code for game in await shelf.games.unfinished(player)] == [None, None]
    with pytest.raises(Withheld):
        await shelf.games.record(second.id, player)
    told = all_of(shelf, player)
    assert [(game["code"], game["record"]) for game in told["games"]] == [(None, None)] * 2
    shelf.ms = closing(occasion_of(NOV_30))
    assert (await shelf.games.view(second.id, player)).code is not None
    told = all_of(shelf, player)
    assert {game["code"] for game in told["games"]} == {str(daily_code(SECRET, NOV_30, Game.SOLITAIRE))}


class Played(NamedTuple):
    """A game that somebody has, as the property below draws it."""

    mine: bool
    """Whether it is the account's, not the guest's."""
    kind: str
    day: int
    opened: int
    stars: int | None
    """None while it is not over."""


played = st.builds(
    Played,
    mine=st.booleans(),
    kind=st.sampled_from(["", "daily", "level", "series"]),
    day=st.integers(0, 3),
    opened=st.integers(1, 5),
    stars=st.none() | st.integers(0, 3),
)
numbers = count(1)


def _write(writing: Connection, player: int, family: str, each: Played) -> tuple[str, str]:
    id = f"{next(numbers):022d}"
    day = date(2026, 11, 1) + timedelta(each.day)
    occasion = {"": "", "daily": occasion_of(day), "level": f"level-{each.day + 1}", "series": f"series-{id[10:]}-1"}[
        each.kind
    ]
    zone = 60 if each.kind == "daily" else None
    row = {"code": "MJ1-L02-AAAAABW", "layout": "first-steps", "ruleset": "classic", "family": family}
    state = {"seq": 0, "left": 0, "status": "cleared", "played": 1, "touched": 1}
    writing.execute(
        insert(games).values(
            **row, **state, id=id, player=player, opened=each.opened, occasion=occasion, zone=zone, ranked=1
        )
    )
    if each.stars is not None:
        ended = {"outcome": "won" if each.stars else "lost", "stars": each.stars, "score": 10 * each.stars, "played": 1}
        used = dict.fromkeys(("hints", "undos", "shuffles", "restarts", "rewinds"), 0)
        alike = {"family": family, "layout": "first-steps", "ruleset": "classic", "version": 1, "occasion": occasion}
        writing.execute(
            insert(results).values(
                **alike, **ended, **used, game=id, player=player, ranked=1, judged=1, finished=each.opened
            )
        )
    return id, occasion


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(all_played=st.lists(played, max_size=12), shelves=st.tuples(*[st.sets(st.integers(0, 3))] * 2))
def test_merging_loses_no_game_doubles_none_and_leaves_one_board_a_day(
    shelf: Shelf, all_played: list[Played], shelves: tuple[set[int], set[int]]
) -> None:
    asyncio.run(_merging(shelf, all_played, shelves))


async def _merging(shelf: Shelf, all_played: list[Played], shelves: tuple[set[int], set[int]]) -> None:
    name = f"player {next(numbers)}"
    account, _ = await signed_up(shelf, Name(name, name))
    game, guest, old = await guest_with_token(shelf)
    library = Library(shelf.database, lambda: shelf.ms)
    for player, mine in ((account, shelves[0]), (guest, shelves[1])):
        await library.add(player, [New(ROWS[number]) for number in mine])
    begun: set[tuple[bool, int]] = set()
    kept = []
    for each in all_played:
        # Before they meet, each of them has one board a day.
        if each.kind == "daily" and (each.mine, each.day) in begun:
            continue
        begun.add((each.mine, each.day) if each.kind == "daily" else (each.mine, -1))
        kept.append(each)

    def write(writing: Connection) -> list[tuple[str, str]]:
        return [_write(writing, account if each.mine else guest, "solitaire", each) for each in kept]

    written = await shelf.database.writer.run(write)
    journey = Journey(shelf.database, shelf.games)
    cleared = [(await journey.progress(player)).cleared for player in (account, guest)]
    await accounts_of(shelf).log_in(account, old, LABEL, shelf.ms)

    found = dict(shelf.rows("SELECT id, occasion FROM games WHERE player = ?", account))
    assert set(found) == {game, *(id for id, _ in written)}
    ended = shelf.rows("SELECT game, occasion, ranked FROM results WHERE player = ?", account)
    assert sorted(id for id, _, _ in ended) == sorted(
        id for (id, _), each in zip(written, kept, strict=True) if each.stars is not None
    )
    assert shelf.rows("SELECT count(*) FROM players WHERE id = ?", guest) == [(0,)]
    boards = shelf.rows("SELECT id, occasion FROM games WHERE player = ? AND zone IS NOT NULL", account)
    first: dict[str, tuple[int, str]] = {}
    for (id, occasion), each in zip(written, kept, strict=True):
        if each.kind == "daily":
            first[occasion] = min(first.get(occasion, (each.opened, id)), (each.opened, id))
    assert {occasion: id for id, occasion in boards} == {occasion: id for occasion, (_, id) in first.items()}
    assert len(boards) == len(first)
    for (id, occasion), each in zip(written, kept, strict=True):
        again = each.kind == "daily" and first[occasion][1] != id
        assert found[id] == (occasion.replace("daily", "again") if again else occasion)
        if each.stars is not None:
            assert (id, found[id], int(not again)) in ended
    levels = {level: max(found[level] for found in cleared if level in found) for level in {*cleared[0], *cleared[1]}}
    assert (await journey.progress(account)).cleared == levels
    assert {own.layout.tag for own in await library.shelf(account)} == {
        ROWS[number].tag for number in shelves[0] | shelves[1]
    }


@awaited
async def test_a_session_that_was_revoked_is_refused_at_once_here_and_within_seconds_elsewhere(shelf: Shelf) -> None:
    player, token = await signed_up(shelf)
    accounts = accounts_of(shelf)
    second = await accounts.log_in(player, None, "Safari/iPhone", shelf.ms)
    seconds = [100.0]
    elsewhere = Players(shelf.database, lambda: seconds[0])
    assert await elsewhere.whose(second, shelf.ms) == player
    [mine, theirs] = await accounts.sessions(player, token)
    assert (mine.mine, mine.label, theirs.mine, theirs.label) == (True, LABEL, False, "Safari/iPhone")
    assert await accounts.end_session(player, theirs.id)
    assert not await accounts.end_session(player, theirs.id)
    assert await shelf.games.player(second) is None
    assert await shelf.games.player(token) == player
    seconds[0] += 4.9
    assert await elsewhere.whose(second, shelf.ms) == player
    seconds[0] += 0.1
    assert await elsewhere.whose(second, shelf.ms) is None


@awaited
async def test_nobody_ends_the_sessions_of_another(shelf: Shelf) -> None:
    _, token = await signed_up(shelf)
    bob, bobs = await signed_up(shelf, BOB)
    accounts = accounts_of(shelf)
    [session] = await accounts.sessions(await whose(shelf, token), token)
    assert not await accounts.end_session(bob, session.id)
    assert await accounts.end_others(bob, bobs) == 0
    assert await shelf.games.player(token) is not None


@awaited
async def test_another_password_ends_all_other_sessions_and_gives_ones_own_another_token(shelf: Shelf) -> None:
    player, token = await signed_up(shelf)
    accounts = accounts_of(shelf)
    [before] = await accounts.sessions(player, token)
    second = await accounts.log_in(player, None, LABEL, shelf.ms)
    fresh = await accounts.set_password(player, "other", token, shelf.ms)
    assert [await shelf.games.player(each) for each in (token, second, fresh)] == [None, None, player]
    [after] = await accounts.sessions(player, fresh)
    assert after == before
    account = await accounts.of(player)
    assert account is not None and account.password == "other"


@awaited
async def test_the_day_of_the_last_visit_is_noted_and_a_device_that_stays_away_is_logged_out(shelf: Shelf) -> None:
    player, token = await signed_up(shelf)
    elsewhere = Players(shelf.database, iter(range(0, 10_000, 100)).__next__)
    assert await elsewhere.whose(token, 9 * DAY) == player
    assert shelf.rows("SELECT seen FROM sessions") == [(9,)]
    assert await elsewhere.whose(token, (9 + IDLE_DAYS) * DAY) == player
    assert await elsewhere.whose(token, (10 + 2 * IDLE_DAYS) * DAY) is None
    assert shelf.rows("SELECT * FROM sessions") == []


@awaited
async def test_an_account_is_logged_in_on_50_devices_at_most(shelf: Shelf) -> None:
    player, first = await signed_up(shelf)
    accounts = accounts_of(shelf)
    tokens = [await accounts.log_in(player, None, LABEL, shelf.ms + DAY + number) for number in range(MOST_SESSIONS)]
    assert len(await accounts.sessions(player, None)) == MOST_SESSIONS
    assert await shelf.games.player(first) is None
    assert await shelf.games.player(tokens[0]) == player


@awaited
async def test_a_code_is_good_once_and_ends_all_sessions(shelf: Shelf) -> None:
    player, token = await signed_up(shelf)
    accounts = accounts_of(shelf)
    await accounts.set_codes(player, [b"1" * 32, b"2" * 32], shelf.ms)
    assert await accounts.codes_left(player) == 2
    _, _, old = await guest_with_token(shelf)
    fresh = await accounts.recover(player, b"1" * 32, "other", old, LABEL, shelf.ms)
    assert [await shelf.games.player(each) for each in (token, old, fresh)] == [None, None, player]
    assert shelf.rows("SELECT count(*) FROM games WHERE player = ?", player) == [(1,)]
    before = everything(shelf)
    for wrong in (b"1" * 32, b"3" * 32):
        with pytest.raises(WrongCode):
            await accounts.recover(player, wrong, "third", None, LABEL, shelf.ms)
    with pytest.raises(WrongCode):
        await accounts.recover(0, b"2" * 32, "third", None, LABEL, shelf.ms)
    assert everything(shelf) == before
    await accounts.set_codes(player, [b"4" * 32], shelf.ms)
    assert shelf.rows("SELECT code_hash FROM recoveries") == [(b"4" * 32,)]


@awaited
async def test_of_two_who_use_one_code_at_once_one_comes_in(shelf: Shelf) -> None:
    player, _ = await signed_up(shelf)
    await accounts_of(shelf).set_codes(player, [b"1" * 32], shelf.ms)
    other = shelf.again()
    tries = [accounts_of(each).recover(player, b"1" * 32, "new", None, LABEL, shelf.ms) for each in (shelf, other)]
    done = await asyncio.gather(*tries, return_exceptions=True)
    assert sorted(isinstance(each, WrongCode) for each in done) == [False, True]
    other.close()


@awaited
async def test_a_password_that_was_changed_meanwhile_opens_nothing_and_stays_changed(shelf: Shelf) -> None:
    accounts = accounts_of(shelf)
    player, token = await signed_up(shelf)
    await accounts.set_password(player, "another", token, shelf.ms)
    before = everything(shelf)
    with pytest.raises(NoAccount):
        await accounts.log_in(player, None, LABEL, shelf.ms, fitted=KEPT, rehashed="the first one, hashed anew")
    assert everything(shelf) == before


@awaited
async def test_a_token_that_is_revoked_while_it_is_looked_up_is_not_believed_afterwards(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    player, token = await signed_up(shelf)
    accounts, known = accounts_of(shelf), shelf.games.players
    looked_up, may_go_on, find = threading.Event(), threading.Event(), known._find

    def slowly(token_hash: bytes) -> Any:
        found = find(token_hash)
        looked_up.set()
        may_go_on.wait(10)
        return found

    known.forget(player)
    with monkeypatch.context() as patched:
        patched.setattr(known, "_find", slowly)
        asked = asyncio.create_task(known.whose(token, shelf.ms))
        await asyncio.to_thread(looked_up.wait, 10)
        await accounts.log_out(token)
        may_go_on.set()
        assert await asked == player
    assert await known.whose(token, shelf.ms) is None


@awaited
async def test_a_text_that_no_database_can_have_finds_nothing(shelf: Shelf) -> None:
    accounts = accounts_of(shelf)
    player, _ = await signed_up(shelf)
    assert await accounts.named("a\0da") is None
    assert not await accounts.end_session(player, "\0")


@awaited
async def test_numbers_of_players_are_not_given_again(shelf: Shelf) -> None:
    given_away = set()
    for _ in range(5):
        _, guest, _ = await guest_with_token(shelf)
        assert guest not in given_away
        given_away.add(guest)
        await accounts_of(shelf).erase(guest, shelf.ms)


@awaited
async def test_a_process_that_still_knows_the_guest_opens_no_game_that_nobody_has(shelf: Shelf) -> None:
    player, _ = await signed_up(shelf)
    _, guest, old = await guest_with_token(shelf)
    other = shelf.again()
    await accounts_of(shelf).log_in(player, old, LABEL, shelf.ms)
    with pytest.raises(Unavailable):
        await other.games.start(guest, CODE, TAIPEI)
    assert shelf.rows("SELECT count(*) FROM games") == [(1,)]
    other.close()


@awaited
async def test_what_is_acknowledged_while_somebody_logs_in_is_kept(shelf: Shelf) -> None:
    player, _ = await signed_up(shelf)
    game, guest, old = await guest_with_token(shelf)
    other = shelf.again()

    async def play() -> int:
        owner = guest
        for number in range(18):
            try:
                await other.take(game, owner, number)
            except UnknownGame:
                # The game has gone into the account, and with it the browser's token.
                owner = player
                await other.take(game, owner, number)
        return 18

    acknowledged, _ = await asyncio.gather(play(), accounts_of(shelf).log_in(player, old, LABEL, shelf.ms))
    assert acknowledged == 18
    assert shelf.rows("SELECT player, seq, status FROM games") == [(player, 18, "cleared")]
    assert shelf.rows("SELECT count(*) FROM commands") == [(18,)]
    assert shelf.rows("SELECT player, outcome FROM results") == [(player, "won")]
    other.close()


@awaited
async def test_a_guest_who_comes_into_two_accounts_at_once_comes_into_one(shelf: Shelf) -> None:
    ada, _ = await signed_up(shelf)
    bob, _ = await signed_up(shelf, BOB)
    game, _, old = await guest_with_token(shelf)
    other = shelf.again()
    tries = [
        accounts_of(each).log_in(who, old, LABEL, shelf.ms) for each, who in ((shelf, ada), (other, bob), (other, ada))
    ]
    tokens = await asyncio.gather(*tries)
    assert [await shelf.games.player(token) for token in tokens] == [ada, bob, ada]
    [(owner,)] = shelf.rows("SELECT player FROM games WHERE id = ?", game)
    assert owner in (ada, bob)
    assert shelf.rows("SELECT count(*) FROM players") == [(2,)]
    other.close()
