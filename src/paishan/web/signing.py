"""The passkeys of accounts: what is asked of them, what is kept, and whose passkey has signed.

How a browser's answers are read is `paishan.web.passkeys`.
"""

from __future__ import annotations

import asyncio
import secrets
from typing import Any, TypeAlias

from paishan.faults import Said
from paishan.store import Account, Passkey, PasskeysFull, PasskeyTaken
from paishan.web import passkeys
from paishan.web.answers import Problem
from paishan.web.passkeys import Party
from paishan.web.site import Site

__all__ = ["LOGIN", "PROOF", "Signature", "Signing"]

LOGIN, PROOF, _ADD = "login", "proof", "add"
"""What a passkey is asked for."""
Signature: TypeAlias = dict[str, Any]
"""A browser's answer, as `PublicKeyCredential.toJSON` writes it."""


class Signing:
    """The passkeys of one site's accounts."""

    def __init__(self, site: Site) -> None:
        self._now = site.now
        self._accounts = site.accounts
        self._passkeys = site.passkeys

    async def asked(self, party: Party, account: Account | None) -> dict[str, Any]:
        """What a browser is to sign with a passkey: to log in, or to show that it is the owner who asks."""
        challenge, now = secrets.token_bytes(32), self._now()
        if account is None:
            await self._passkeys.ask(challenge, LOGIN, None, now)
            return await asyncio.to_thread(passkeys.to_sign, party, challenge)
        await self._passkeys.ask(challenge, PROOF, account.player, now)
        kept = await self._of_host(account, party)
        return await asyncio.to_thread(passkeys.to_sign, party, challenge, kept)

    async def signed(self, party: Party, answer: Signature, purpose: str, player: int | None) -> Account | None:
        """The account whose passkey has signed a challenge that waited for it; None when anything is not right."""
        challenge = await asyncio.to_thread(passkeys.challenge_in, answer)
        if not await self._passkeys.answered(challenge, purpose, player, self._now()):
            return None
        passkey = await self._passkeys.find(passkeys.credential_in(answer))
        if passkey is None or player not in (None, passkey.player):
            return None
        account = await self._accounts.of(passkey.player)
        if account is None:
            return None
        uses = await asyncio.to_thread(passkeys.used, party, answer, challenge, passkey, account.handle)
        if uses is None:
            return None
        return account if await self._passkeys.used(passkey, uses, self._now()) else None

    async def to_make(self, party: Party, account: Account) -> dict[str, Any]:
        """What a browser needs for making a passkey for the account."""
        challenge = secrets.token_bytes(32)
        await self._passkeys.ask(challenge, _ADD, account.player, self._now())
        kept = await self._of_host(account, party)
        return await asyncio.to_thread(passkeys.to_make, party, account, kept, challenge)

    async def keep(self, party: Party, account: Account, answer: Signature, label: str) -> None:
        """Keep a passkey that a browser has made for the account. Raises a `Problem` for one that is not right."""
        now = self._now()
        challenge = await asyncio.to_thread(passkeys.challenge_in, answer)
        waited = await self._passkeys.answered(challenge, _ADD, account.player, now)
        made = await asyncio.to_thread(passkeys.made, party, answer, challenge) if waited else None
        if made is None:
            raise Problem(400, Said("the passkey was not made; try it once more"))
        try:
            await self._passkeys.add(
                Passkey(
                    credential=made.credential,
                    player=account.player,
                    host=party.host,
                    public_key=made.public_key,
                    uses=made.uses,
                    transports=made.transports,
                    label=label,
                    created=now,
                    seen=None,
                )
            )
        except PasskeyTaken:
            raise Problem(409, Said("this passkey is kept already")) from None
        except PasskeysFull:
            raise Problem(409, Said("an account has no more passkeys than this; remove one first")) from None

    async def _of_host(self, account: Account, party: Party) -> list[Passkey]:
        return [passkey for passkey in await self._passkeys.of(account.player) if passkey.host == party.host]
