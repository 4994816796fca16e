"""Leaving (A5): all that is kept of a player can be taken along, and is taken away wholly."""

from __future__ import annotations

import pytest
from sqlalchemy import Connection

from paishan.play.ruleset import CLASSIC, TAIPEI
from paishan.store import (
    HasAccount,
    Library,
    Lists,
    New,
    NoAccount,
    Passkeys,
    PlayerSettings,
    Unavailable,
    UnknownGame,
)
from tests.store.shelf import CODE, Shelf
from tests.store.test_accounts import (
    ADA,
    KEPT,
    LABEL,
    SAME,
    accounts_of,
    all_of,
    everything,
    guest_with_token,
    signed_up,
    whose,
)
from tests.store.test_layouts import BLOCK, ROWS, awaited
from tests.store.test_passkeys import passkey


@awaited
async def test_deleting_takes_every_row_and_nobody_elses(shelf: Shelf) -> None:
    accounts, library = accounts_of(shelf), Library(shelf.database, lambda: shelf.ms)
    other, player_of_other = await shelf.open()
    await shelf.take(other.id, player_of_other, 0)
    await library.add(player_of_other, [New(BLOCK)])
    before = everything(shelf)
    game, guest, _ = await guest_with_token(shelf)
    player, token = await signed_up(shelf, ADA, guest)
    for number in range(18):
        await shelf.take(game, player, number)
    await shelf.games.start(player, CODE, CLASSIC, game)
    await library.add(player, [New(BLOCK), New(ROWS[1])])
    await accounts.set_codes(player, [b"1" * 32], shelf.ms)
    passkeys = Passkeys(shelf.database)
    await passkeys.add(passkey(player, 1))
    await passkeys.ask(b"challenge", "proof", player, shelf.ms)
    await PlayerSettings(shelf.database).change(player, {"table": "night"})
    await accounts.erase(player, shelf.ms)
    after = everything(shelf)
    # What a layout is made of stays, without the name that it was given.
    places = before.pop("layouts")
    assert [row[2] for row in after.pop("layouts") if row not in places] == [ROWS[1].tag]
    assert after == before
    assert await shelf.games.player(token) is None
    with pytest.raises(UnknownGame):
        await shelf.games.view(game, player)


@awaited
async def test_a_process_that_still_knows_who_was_deleted_writes_nothing_of_theirs(shelf: Shelf) -> None:
    game, guest, _ = await guest_with_token(shelf)
    other = shelf.again()
    await other.take(game, guest, 0)
    await accounts_of(shelf).erase(guest, shelf.ms)
    with pytest.raises(UnknownGame):
        await other.take(game, guest, 1)
    assert [shelf.rows(f"SELECT * FROM {table}") for table in ("players", "games", "commands")] == [[], [], []]
    other.close()


@awaited
async def test_leaving_that_was_interrupted_lets_nobody_in_and_goes_on_at_the_next_start(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    accounts = accounts_of(shelf)
    game, guest, _ = await guest_with_token(shelf)
    player, token = await signed_up(shelf, ADA, guest)
    for number in range(18):
        await shelf.take(game, player, number)
    await shelf.games.start(player, CODE, TAIPEI, game)

    def cut_off(writing: Connection, player: int) -> bool:
        raise Unavailable("the machine is off")

    with monkeypatch.context() as patched:
        patched.setattr("paishan.store.accounts.take_away", cut_off)
        await accounts.erase(player, shelf.ms)
    assert shelf.rows("SELECT player, since FROM leaving") == [(player, shelf.ms)]
    assert await shelf.games.player(token) is None
    assert await accounts.named("ada") is None
    with pytest.raises(NoAccount):
        await accounts.log_in(player, None, LABEL, shelf.ms)
    # Another process believes the token for some seconds: it makes no account of who has left.
    other = shelf.again()
    assert await whose(shelf, await accounts_of(other).sign_up(player, ADA, KEPT, LABEL, shelf.ms)) != player
    await other.games.start(player, CODE, TAIPEI)
    await accounts_of(other).go_on_erasing()
    assert shelf.rows("SELECT * FROM leaving") == shelf.rows("SELECT * FROM games") == []
    assert shelf.rows("SELECT * FROM commands") == []
    assert [name for (name,) in shelf.rows("SELECT name FROM players")] == ["Ada"]
    other.close()


@awaited
async def test_a_great_account_is_taken_away_in_pieces_and_each_game_wholly(shelf: Shelf) -> None:
    accounts = accounts_of(shelf)
    player, _ = await signed_up(shelf)
    others, guest = await shelf.open()
    rows = [
        (f"game-{number}".ljust(22, "x"), player, f"game-{number - 1}".ljust(22, "x") if number else None)
        for number in range(120)
    ]
    same = ", ".join(f'"{name}"' for name in SAME)
    for id, owner, previous in rows:
        shelf.damage(
            f"INSERT INTO games (id, player, previous, {same}) SELECT ?, ?, ?, {same} FROM games WHERE id = ?",
            *(id, owner, previous, others.id),
        )
    shelf.damage("UPDATE games SET seq = 600 WHERE player = ? AND id < 'game-2'", player)
    batches = shelf.database.writer.done.jobs
    await accounts.erase(player, shelf.ms)
    # Games of 600 commands go one at a time, others fifty at a time.
    long = sum(id < "game-2" for id, _, _ in rows)
    pieces = shelf.database.writer.done.jobs - batches - 1
    assert long <= pieces <= long + 5
    assert shelf.rows("SELECT id, player FROM games") == [(others.id, guest)]


@awaited
async def test_a_guest_who_has_an_account_meanwhile_is_not_taken_away(shelf: Shelf) -> None:
    player, _ = await signed_up(shelf)
    before = everything(shelf)
    with pytest.raises(HasAccount):
        await accounts_of(shelf).erase(player, shelf.ms, guest=True)
    assert everything(shelf) == before


@awaited
async def test_who_leaves_stands_in_no_list_any_more(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    accounts, lists = accounts_of(shelf), Lists(shelf.database, shelf.games._layout_of)
    view, guest = await shelf.open()
    player, _ = await signed_up(shelf, ADA, guest)
    for number in range(18):
        await shelf.take(view.id, player, number)
    shelf.damage("UPDATE results SET ranked = 1, judged = 1")
    assert len((await lists.best(None, "first-steps", TAIPEI)).rows) == 1
    monkeypatch.setattr("paishan.store.accounts.take_away", lambda writing, player: True)
    await accounts.erase(player, shelf.ms)
    assert shelf.rows("SELECT count(*) FROM results") == [(1,)]
    assert (await lists.best(None, "first-steps", TAIPEI)).rows == ()


@awaited
async def test_everything_of_a_player_can_be_taken_along_without_what_would_let_somebody_in(shelf: Shelf) -> None:
    accounts = accounts_of(shelf)
    game, guest, _ = await guest_with_token(shelf)
    player, token = await signed_up(shelf, ADA, guest)
    for number in range(18):
        await shelf.take(game, player, number)
    await Library(shelf.database, lambda: shelf.ms).add(player, [New(BLOCK, by="Ada")])
    await accounts.set_codes(player, [b"1" * 32], 5)
    await Passkeys(shelf.database).add(passkey(player, 1))
    told = all_of(shelf, player)
    assert told["player"] == {"created": 1_000_000, "name": "Ada"}
    [session] = await accounts.sessions(player, token)
    assert told["account"] == {
        "name": "Ada",
        "created": 1_000_000,
        "password_changed": 1_000_000,
        "has_password": True,
        "sessions": [{"id": session.id, "created": 1_000_000, "seen": 0, "label": LABEL}],
        "passkeys": [
            {"host": "localhost", "uses": 0, "transports": "", "label": LABEL, "created": 1_000, "seen": None}
        ],
        "recovery_codes": [{"created": 5}],
    }
    [kept] = told["games"]
    assert (kept["id"], kept["code"], kept["result"]["outcome"]) == (game, str(CODE), "won")
    assert kept["record"] == str(await shelf.games.record(game, player))
    assert [(each["name"], each["by"], each["slots"]) for each in told["layouts"]] == [
        ("Block", "Ada", [list(slot) for slot in BLOCK.slots])
    ]
