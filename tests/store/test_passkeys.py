"""Passkeys (A5): kept once, used once for each count, and a challenge answered once, in time."""

from __future__ import annotations

import pytest

from paishan.store import (
    Passkey,
    Passkeys,
    PasskeysFull,
    PasskeyTaken,
)
from paishan.store.passkeys import CHALLENGE_LASTS, MOST_PASSKEYS
from paishan.store.players import DAY
from tests.store.shelf import Shelf
from tests.store.test_accounts import ADA, BOB, LABEL, accounts_of, signed_up, whose
from tests.store.test_layouts import awaited


def passkey(player: int, number: int) -> Passkey:
    return Passkey(b"key %d" % number, player, "localhost", b"public", 0, "", LABEL, 1_000, None)


@awaited
async def test_a_challenge_is_answered_once_in_time_and_for_what_it_was_made(shelf: Shelf) -> None:
    player, _ = await signed_up(shelf)
    passkeys = Passkeys(shelf.database)
    for number, (purpose, whom, late, fits) in enumerate(
        [
            ("login", None, 0, True),
            ("login", None, CHALLENGE_LASTS - 1, True),
            ("login", None, CHALLENGE_LASTS, False),
            ("proof", None, 0, False),
            ("login", player, 0, False),
        ]
    ):
        challenge = bytes([number]) * 32
        await passkeys.ask(challenge, "login", None, shelf.ms)
        assert await passkeys.answered(challenge, purpose, whom, shelf.ms + late) is fits
        assert await passkeys.answered(challenge, "login", None, shelf.ms) is (not fits)
    assert not await passkeys.answered(b"never asked", "login", None, shelf.ms)
    await passkeys.ask(b"a", "login", None, shelf.ms)
    await passkeys.ask(b"b", "login", None, shelf.ms + CHALLENGE_LASTS)
    assert shelf.rows("SELECT count(*) FROM challenges") == [(1,)]


@awaited
async def test_passkeys_are_kept_once_and_20_at_most(shelf: Shelf) -> None:
    ada, _ = await signed_up(shelf)
    bob, _ = await signed_up(shelf, BOB)
    passkeys = Passkeys(shelf.database)
    for number in range(MOST_PASSKEYS):
        await passkeys.add(passkey(ada, number))
    with pytest.raises(PasskeysFull):
        await passkeys.add(passkey(ada, 99))
    with pytest.raises(PasskeyTaken):
        await passkeys.add(passkey(bob, 0))
    assert await passkeys.used(passkey(ada, 0), 7, 3 * DAY)
    found = await passkeys.find(b"key 0")
    assert found is not None and (found.player, found.uses, found.seen) == (ada, 7, 3)
    assert not await passkeys.remove(bob, b"key 0")
    assert await passkeys.remove(ada, b"key 0")
    assert len(await passkeys.of(ada)) == MOST_PASSKEYS - 1


@awaited
async def test_the_last_way_to_log_in_is_not_taken_away(shelf: Shelf) -> None:
    passkeys = Passkeys(shelf.database)
    player = await whose(shelf, await accounts_of(shelf).sign_up(None, ADA, None, LABEL, shelf.ms))
    await passkeys.add(passkey(player, 1))
    await passkeys.add(passkey(player, 2))
    assert await passkeys.remove(player, b"key 1")
    assert not await passkeys.remove(player, b"key 2")


@awaited
async def test_of_two_uses_of_a_passkey_with_one_count_the_second_is_none(shelf: Shelf) -> None:
    passkeys = Passkeys(shelf.database)
    player, _ = await signed_up(shelf)
    await passkeys.add(passkey(player, 1))
    found = await passkeys.find(b"key 1")
    assert found is not None
    assert await passkeys.used(found, found.uses + 1, 3 * DAY)
    assert not await passkeys.used(found, found.uses + 1, 3 * DAY)
    assert await passkeys.remove(player, b"key 1")
    assert not await passkeys.used(found, found.uses + 2, 3 * DAY)
