"""Settings of players: changed one by one, whoever is heard last has its way; they come along, and leave, with them."""

from __future__ import annotations

import asyncio
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as tried
from hypothesis import strategies as st

from paishan.store import Library, Name, PlayerSettings, SettingsFull, facts_of
from paishan.store.backup import back_up, restore
from paishan.store.checking import Fault, check
from tests.store.shelf import Shelf
from tests.store.test_accounts import ADA, LABEL, accounts_of, guest_with_token, signed_up
from tests.store.test_layouts import awaited, guest

Changes = dict[str, Any]
numbers = count(1)


def settings_of(shelf: Shelf) -> PlayerSettings:
    return PlayerSettings(shelf.database)


def kept(shelf: Shelf) -> list[tuple[Any, ...]]:
    return shelf.rows("SELECT player, settings FROM settings ORDER BY player")


@awaited
async def test_a_player_who_never_changed_a_setting_has_no_row(shelf: Shelf) -> None:
    player = await guest(shelf)
    settings = settings_of(shelf)
    assert await settings.of(player) is None
    assert await settings.of(None) is None
    assert kept(shelf) == []


@awaited
async def test_a_change_is_of_single_settings_and_none_puts_one_back(shelf: Shelf) -> None:
    player, other = await guest(shelf), await guest(shelf)
    settings = settings_of(shelf)
    assert await settings.change(player, {"table": "night", "warm": 0.8}) == {"table": "night", "warm": 0.8}
    assert await settings.change(player, {"warm": None, "sound": True}) == {"table": "night", "sound": True}
    assert await settings.of(player) == {"table": "night", "sound": True}
    assert kept(shelf) == [(player, '{"table":"night","sound":true}')]
    # All put back is something else than never changed: it holds on the next device too.
    assert await settings.change(player, {"table": None, "sound": None, "pace": None}) == {}
    assert await settings.of(player) == {}
    assert await settings.of(other) is None


@awaited
async def test_two_processes_that_change_different_settings_at_once_lose_neither(shelf: Shelf) -> None:
    player = await guest(shelf)
    other = shelf.again()
    changes = [{f"{process}-{number}": number} for number in range(8) for process in (0, 1)]
    processes = (settings_of(shelf), settings_of(other))
    await asyncio.gather(*(processes[at % 2].change(player, change) for at, change in enumerate(changes)))
    assert await processes[0].of(player) == {name: value for change in changes for name, value in change.items()}
    other.close()


@awaited
async def test_what_a_newer_version_has_kept_stays_when_an_older_one_changes_something_else(shelf: Shelf) -> None:
    player = await guest(shelf)
    settings = settings_of(shelf)
    await settings.change(player, {"table": "night"})
    shelf.damage("UPDATE settings SET settings = ?", '{"table":"night","weather":{"rain":1}}')
    assert await settings.change(player, {"table": "paper"}) == {"table": "paper", "weather": {"rain": 1}}


@pytest.mark.parametrize("text", ["", "[]", "null", '{"table":', "[" * 1_500])
def test_settings_that_cannot_be_read_are_as_none_chosen_and_are_named_by_the_check(shelf: Shelf, text: str) -> None:
    player = asyncio.run(guest(shelf))
    settings = settings_of(shelf)
    asyncio.run(settings.change(player, {"table": "night"}))
    assert check(shelf.database, Library(shelf.database).by_tag).ok
    shelf.damage("UPDATE settings SET settings = ?", text)
    assert asyncio.run(settings.of(player)) == {}
    assert facts_of(shelf.database, player)["settings"] is None
    found = check(shelf.database, Library(shelf.database).by_tag)
    said = "they are no object of JSON, so that their player sees none of them"
    assert (found.faulty, found.faults) == (1, [Fault("settings", str(player), said)])
    assert asyncio.run(settings.change(player, {"sound": True})) == {"sound": True}
    assert check(shelf.database, Library(shelf.database).by_tag).ok


@awaited
async def test_settings_grow_to_2000_bytes_and_no_further(shelf: Shelf) -> None:
    player = await guest(shelf)
    settings = settings_of(shelf)
    at_most = {"a": "x" * (2_000 - len('{"a":""}'))}
    assert await settings.change(player, at_most) == at_most
    with pytest.raises(SettingsFull):
        await settings.change(player, {"b": 1})
    assert await settings.of(player) == at_most


@awaited
async def test_signing_up_keeps_the_guests_settings(shelf: Shelf) -> None:
    player = await guest(shelf)
    await settings_of(shelf).change(player, {"table": "paper"})
    assert (await signed_up(shelf, ADA, player))[0] == player
    assert await settings_of(shelf).of(player) == {"table": "paper"}


some = st.none() | st.dictionaries(
    st.sampled_from(["table", "labels", "sound", "pace"]), st.sampled_from(["a", "b", None]), max_size=4
)


@tried(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(of_account=some, of_guest=some, after=some)
def test_an_accounts_settings_stay_when_a_guest_comes_into_it_unless_it_has_none(
    shelf: Shelf, of_account: Changes | None, of_guest: Changes | None, after: Changes | None
) -> None:
    asyncio.run(_merging(shelf, of_account, of_guest, after))


async def _merging(shelf: Shelf, of_account: Changes | None, of_guest: Changes | None, after: Changes | None) -> None:
    name, settings = f"player {next(numbers)}", settings_of(shelf)
    account, _ = await signed_up(shelf, Name(name, name))
    _, guest, old = await guest_with_token(shelf)
    for player, changes in ((account, of_account), (guest, of_guest)):
        if changes is not None:
            await settings.change(player, changes)
    await accounts_of(shelf).log_in(account, old, LABEL, shelf.ms)

    chosen = of_guest if of_account is None else of_account
    wanted = None if chosen is None else {name: value for name, value in chosen.items() if value is not None}
    assert await settings.of(account) == wanted
    assert await settings.of(guest) is None
    # A device that still takes the guest for somebody changes nothing, neither of the account nor of nobody.
    assert await settings.change(guest, {"table": "b"}) is None
    if after is not None:
        laid = {**(wanted or {}), **after}
        assert await settings.change(account, after) == {name: laid[name] for name in laid if laid[name] is not None}


@awaited
async def test_they_are_taken_along_and_deleted_with_all_else(shelf: Shelf) -> None:
    settings = settings_of(shelf)
    other = await guest(shelf)
    await settings.change(other, {"table": "night"})
    player = await guest(shelf)
    assert facts_of(shelf.database, player)["settings"] is None
    await settings.change(player, {"labels": "digits"})
    assert facts_of(shelf.database, player)["settings"] == {"labels": "digits"}
    await accounts_of(shelf).erase(player, shelf.ms, guest=True)
    assert kept(shelf) == [(other, '{"table":"night"}')]
    assert await settings.change(player, {"labels": "digits"}) is None
    assert kept(shelf) == [(other, '{"table":"night"}')]


@awaited
async def test_nothing_is_changed_of_somebody_who_is_leaving(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    player = await guest(shelf)
    await settings_of(shelf).change(player, {"labels": "digits"})
    with monkeypatch.context() as patched:
        patched.setattr("paishan.store.accounts.Accounts._take_away", lambda *_: asyncio.sleep(0))
        await accounts_of(shelf).erase(player, shelf.ms, guest=True)
    assert kept(shelf) == []
    assert await settings_of(shelf).change(player, {"labels": "simple"}) is None
    await accounts_of(shelf).go_on_erasing()
    assert shelf.rows("SELECT id FROM players") == []


def test_a_backup_has_them(shelf: Shelf, tmp_path: Path) -> None:
    player = asyncio.run(guest(shelf))
    asyncio.run(settings_of(shelf).change(player, {"table": "night"}))
    assert back_up(shelf.place, tmp_path / "backup").rows["settings"] == 1
    restore(tmp_path / "backup", f"sqlite:///{tmp_path}/restored.db")
    restored = Shelf(tmp_path / "restored.db")
    assert kept(restored) == [(player, '{"table":"night"}')]
    assert check(restored.database, Library(restored.database).by_tag).rows["settings"] == 1
    restored.close()
