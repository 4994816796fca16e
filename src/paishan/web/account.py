"""Accounts (A5): signing up, logging in and out, what belongs to an account, and taking all of it away.

Whoever asks for an account that is not there is answered as one who gets its password wrong, after the same work.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import date, timedelta
from functools import partial
from typing import Annotated, Any

from litestar import get, post, route
from litestar.handlers import HTTPRouteHandler
from litestar.types import ASGIApp, Scope
from msgspec import Meta, Struct

from paishan.faults import Said
from paishan.store import (
    Account,
    HasAccount,
    NameTaken,
    NoAccount,
    WrongCode,
)
from paishan.web import export
from paishan.web.answers import Answer, Problem
from paishan.web.api import json_of
from paishan.web.dates import date_said, local_day, offset_told
from paishan.web.devices import device_of, parts_of
from paishan.web.familiar import MARK, Familiar
from paishan.web.names import account_name, folded
from paishan.web.opening import Asked
from paishan.web.packing import header
from paishan.web.pages import Pages, player_headers
from paishan.web.passkeys import party_of
from paishan.web.passwords import new_password
from paishan.web.recovery import code_hash, new_codes
from paishan.web.signing import LOGIN, PROOF, Signature, Signing
from paishan.web.site import Site, address_of, cookie_header, forget_headers, token_of
from paishan.web.wire import reader

__all__ = [
    "Ending",
    "Named",
    "NewName",
    "NewPassword",
    "Proof",
    "Recovery",
    "Removed",
    "Signed",
    "routes",
]

_KEPT_BY_PAGES = (MARK, "paishan-language", "paishan-table", "paishan-offset")
"""Cookies that say how pages are shown."""
Text = Annotated[str, Meta(max_length=1_000)]


class Named(Struct, forbid_unknown_fields=True):
    """A name with its password: an account to be made, or to be logged in to."""

    name: Text
    password: Text


class Recovery(Struct, forbid_unknown_fields=True):
    """A code for recovery, and the password that is to be from now on."""

    name: Text
    code: Text
    password: Text


class Proof(Struct, forbid_unknown_fields=True):
    """That it is the owner who asks: the password, or what a passkey has signed."""

    password: Text | None = None
    passkey: Signature | None = None


class NewPassword(Struct, forbid_unknown_fields=True):
    """Another password, and that it is the owner who sets it."""

    new: Text
    password: Text | None = None
    passkey: Signature | None = None


class NewName(Struct, forbid_unknown_fields=True):
    """Another name, or whether lists show it."""

    name: Text | None = None
    listed: bool | None = None


class Ending(Struct, forbid_unknown_fields=True):
    """A session that is to end, or all but one's own."""

    session: Text | None = None
    others: bool = False


class Signed(Struct, forbid_unknown_fields=True):
    """What a browser's passkey has signed."""

    passkey: Signature


class Removed(Struct, forbid_unknown_fields=True):
    """The passkey that is to go."""

    passkey: Text


_read_named = reader(Named)
_read_recovery = reader(Recovery)
_read_proof = reader(Proof)
_read_new_password = reader(NewPassword)
_read_new_name = reader(NewName)
_read_ending = reader(Ending)
_read_signed = reader(Signed)
_read_removed = reader(Removed)


def _wrong() -> Problem:
    return Problem(401, Said("this name and this password do not belong together"))


def _taken() -> Problem:
    return Problem(409, Said("another account has this name, or one that looks the same; choose another one"))


def _device(scope: Scope) -> str:
    return device_of(header(scope, b"user-agent"))


class _Desk:
    """Where all that concerns one site's accounts is done."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._accounts = site.accounts
        self._familiar = Familiar(site.database)
        self._signing = Signing(site)

    async def account(self, request: Asked) -> Account:
        """The account that asks, for a change. Raises a `Problem` for a guest."""
        account = await self._accounts.of(await self._site.mover(request.scope))
        if account is None:
            raise Problem(401, Said("log in first"))
        return account

    async def sign_up(self, scope: Scope, said: Named) -> Answer:
        """Make an account of whoever asks; with its first codes for recovery, which are told only now."""
        site, name = self._site, account_name(said.name)
        password = new_password(said.password, name.shown)
        player = await site.mover(scope)
        if await self._accounts.of(player) is not None:
            raise Problem(409, Said("you have an account already, and are logged in"))
        if player is None:
            site.admit_newcomer(scope)
        await site.guard.spend("signup", address_of(scope))
        if await self._accounts.named(name.folded) is not None:
            raise _taken()
        kept, codes = await site.hashing.make(password), new_codes()
        hashes = [code_hash(code) for code in codes]
        try:
            token = await self._accounts.sign_up(player, name, kept, _device(scope), site.now(), hashes)
        except NameTaken:
            raise _taken() from None
        except HasAccount:
            raise Problem(409, Said("you have an account already, and are logged in")) from None
        owner = await site.games.player(token)
        assert owner is not None
        account = await self._accounts.of(owner)
        assert account is not None
        known = await self._familiar.mark(scope, account)
        return Answer.json({"name": name.shown, "codes": codes}, 201, [cookie_header(scope, token), known])

    async def log_in(self, scope: Scope, said: Named) -> Answer:
        """Log in by name and password."""
        site, name, address = self._site, folded(said.name), address_of(scope)
        account = await self._accounts.named(name)
        device = await self._familiar.known(scope, account)
        await site.guard.attempt("login", address, name, device)
        kept = None if account is None else account.password
        if not await site.hashing.fits(said.password, kept) or account is None or kept is None:
            raise _wrong()
        rehashed = await site.hashing.make(said.password) if site.hashing.outdated(kept) else None
        answer = await self._enter(scope, account, kept, rehashed)
        await site.guard.forgive("login", address, name, device)
        return answer

    async def _enter(
        self, scope: Scope, account: Account, fitted: str | None = None, rehashed: str | None = None
    ) -> Answer:
        now, before = self._site.now(), token_of(scope)
        try:
            token = await self._accounts.log_in(account.player, before, _device(scope), now, fitted, rehashed)
        except NoAccount:
            raise _wrong() from None
        known = await self._familiar.mark(scope, account)
        return Answer.json({"name": account.name}, 200, [cookie_header(scope, token), known])

    async def recover(self, scope: Scope, said: Recovery) -> Answer:
        """Log in by a code for recovery, and set another password."""
        site, name, address = self._site, folded(said.name), address_of(scope)
        password = new_password(said.password, said.name)
        account = await self._accounts.named(name)
        device = await self._familiar.known(scope, account)
        await site.guard.attempt("recover", address, name, device)
        kept = await site.hashing.make(password)
        player, now = 0 if account is None else account.player, site.now()
        try:
            token = await self._accounts.recover(
                player, code_hash(said.code), kept, token_of(scope), _device(scope), now
            )
        except WrongCode:
            raise Problem(401, Said("this name and this code do not belong together, or the code was used")) from None
        assert account is not None
        await site.guard.forgive("recover", address, name, device)
        known = await self._familiar.mark(scope, account)
        return Answer.json({"name": account.name}, 200, [cookie_header(scope, token), known])

    async def prove(self, scope: Scope, account: Account, password: str | None, passkey: Signature | None) -> None:
        """Raise a `Problem` unless it is shown that the owner of the account asks."""
        site, address, token = self._site, address_of(scope), token_of(scope)
        await site.guard.attempt("login", address, account.name_folded, token)
        if passkey is not None:
            right = await self._signing.signed(party_of(scope), passkey, PROOF, account.player) is not None
        else:
            right = await site.hashing.fits(password or "", account.password)
        if not right:
            raise Problem(403, Said("that is not the password of this account"))
        await site.guard.forgive("login", address, account.name_folded, token)

    async def set_password(self, request: Asked, said: NewPassword) -> Answer:
        """Set another password; all other sessions are over."""
        account, token = await self.account(request), token_of(request.scope)
        assert token is not None
        password = new_password(said.new, account.name)
        await self.prove(request.scope, account, said.password, said.passkey)
        kept = await self._site.hashing.make(password)
        try:
            fresh = await self._accounts.set_password(account.player, kept, token, self._site.now())
        except NoAccount:
            raise Problem(401, Said("log in first")) from None
        return Answer.json({}, 200, [cookie_header(request.scope, fresh)])

    async def rename(self, request: Asked, said: NewName) -> Answer:
        """Give the account another name, or have lists show it or not."""
        account = await self.account(request)
        shown = account.name
        if said.name is not None:
            name = account_name(said.name)
            await self._site.guard.spend("signup", address_of(request.scope))
            try:
                await self._accounts.rename(account.player, name)
            except NameTaken:
                raise _taken() from None
            shown = name.shown
        if said.listed is not None:
            await self._accounts.show_in_lists(account.player, said.listed)
        return Answer.json({"name": shown})

    async def new_codes(self, player: int) -> list[str]:
        """Make new codes for recovery, and let go of the old ones."""
        codes = new_codes()
        await self._accounts.set_codes(player, [code_hash(code) for code in codes], self._site.now())
        return codes

    async def ask_passkey(self, request: Asked) -> Answer:
        """What a browser is to sign with a passkey, for whoever asks."""
        party = party_of(request.scope)
        account = await self._accounts.of(await self._site.mover(request.scope))
        return Answer.json(await self._signing.asked(party, account))

    async def enter_by_passkey(self, scope: Scope, said: Signed) -> Answer:
        """Log in by a passkey."""
        account = await self._signing.signed(party_of(scope), said.passkey, LOGIN, None)
        if account is None:
            raise Problem(401, Said("this passkey belongs to no account here"))
        return await self._enter(scope, account)

    async def make_passkey(self, request: Asked, said: Proof) -> Answer:
        """What a browser needs for making a passkey for the account that asks."""
        party, account = party_of(request.scope), await self.account(request)
        await self.prove(request.scope, account, said.password, said.passkey)
        return Answer.json(await self._signing.to_make(party, account))

    async def keep_passkey(self, request: Asked, said: Signed) -> Answer:
        """Keep a passkey that a browser has made for the account that asks."""
        party, account = party_of(request.scope), await self.account(request)
        await self._signing.keep(party, account, said.passkey, _device(request.scope))
        return Answer.json({}, 201)


def _pages(site: Site, pages: Pages) -> list[HTTPRouteHandler]:
    @route("/account", http_method=["GET", "HEAD"])
    async def page(request: Asked) -> ASGIApp:
        player = await site.player(request.scope)
        account = await site.accounts.of(player)
        day = partial(local_day, offset=offset_told(request.scope))
        facts: dict[str, Any] = {}
        name = await asyncio.to_thread(site.games.players.name, player)
        if account is not None:
            facts = {
                "sessions": await site.accounts.sessions(account.player, token_of(request.scope)),
                "passkeys": await site.passkeys.of(account.player),
                "codes": await site.accounts.codes_left(account.player),
                "created": day(account.created),
                "changed": None if account.password_changed is None else day(account.password_changed),
                "listed": name is not None,
            }
        text = pages.render(
            "account.html",
            account=account,
            player=player,
            name=name,
            day=day,
            day_of=lambda number: date_said(date(1970, 1, 1) + timedelta(number)),
            parts_of=parts_of,
            texts_json=pages.texts_of("texts-account.json"),
            modules=site.assets.modules("account.js"),
            **facts,
        )
        return Answer.html(text, headers=player_headers(request.scope, player))

    return [page]


def routes(site: Site, pages: Pages) -> Sequence[HTTPRouteHandler]:
    """The accounts of one site: their page and their API."""
    desk = _Desk(site)

    @get("/api/account")
    async def told(request: Asked) -> ASGIApp:
        account = await site.accounts.of(await site.player(request.scope))
        return Answer.json({"name": None if account is None else account.name})

    @post("/api/account")
    async def sign_up(request: Asked) -> ASGIApp:
        return await desk.sign_up(request.scope, _read_named(await json_of(request)))

    @post("/api/account/login", status_code=200)
    async def log_in(request: Asked) -> ASGIApp:
        return await desk.log_in(request.scope, _read_named(await json_of(request)))

    @post("/api/account/recover", status_code=200)
    async def recover(request: Asked) -> ASGIApp:
        return await desk.recover(request.scope, _read_recovery(await json_of(request)))

    @post("/api/account/logout", status_code=200)
    async def log_out(request: Asked) -> ASGIApp:
        await desk.account(request)
        token = token_of(request.scope)
        assert token is not None
        await site.accounts.log_out(token)
        return Answer.json({}, 200, forget_headers(request.scope))

    @post("/api/account/name", status_code=200)
    async def rename(request: Asked) -> ASGIApp:
        return await desk.rename(request, _read_new_name(await json_of(request)))

    @post("/api/account/password", status_code=200)
    async def password(request: Asked) -> ASGIApp:
        return await desk.set_password(request, _read_new_password(await json_of(request)))

    @post("/api/account/codes", status_code=200)
    async def codes(request: Asked) -> ASGIApp:
        said, account = _read_proof(await json_of(request)), await desk.account(request)
        await desk.prove(request.scope, account, said.password, said.passkey)
        return Answer.json({"codes": await desk.new_codes(account.player)})

    @post("/api/account/sessions/end", status_code=200)
    async def end(request: Asked) -> ASGIApp:
        said, account = _read_ending(await json_of(request)), await desk.account(request)
        if said.others:
            token = token_of(request.scope)
            assert token is not None
            return Answer.json({"ended": await site.accounts.end_others(account.player, token)})
        if said.session is None or not await site.accounts.end_session(account.player, said.session):
            raise Problem(404, Said("this device is not logged in any more"))
        return Answer.json({"ended": 1})

    @post("/api/account/delete", status_code=200)
    async def delete(request: Asked) -> ASGIApp:
        said, player = _read_proof(await json_of(request)), await site.mover(request.scope)
        account = await site.accounts.of(player)
        if account is not None:
            await desk.prove(request.scope, account, said.password, said.passkey)
        if player is not None:
            try:
                await site.accounts.erase(player, site.now(), guest=account is None)
            except HasAccount:
                raise Problem(401, Said("log in first")) from None
        return Answer.json({}, 200, forget_headers(request.scope, *_KEPT_BY_PAGES))

    @post("/api/account/passkeys/ask", status_code=200)
    async def ask(request: Asked) -> ASGIApp:
        return await desk.ask_passkey(request)

    @post("/api/account/passkeys/login", status_code=200)
    async def enter(request: Asked) -> ASGIApp:
        return await desk.enter_by_passkey(request.scope, _read_signed(await json_of(request)))

    @post("/api/account/passkeys/new", status_code=200)
    async def make(request: Asked) -> ASGIApp:
        return await desk.make_passkey(request, _read_proof(await json_of(request)))

    @post("/api/account/passkeys")
    async def keep(request: Asked) -> ASGIApp:
        return await desk.keep_passkey(request, _read_signed(await json_of(request)))

    @post("/api/account/passkeys/remove", status_code=200)
    async def remove(request: Asked) -> ASGIApp:
        said, account = _read_removed(await json_of(request)), await desk.account(request)
        try:
            credential = bytes.fromhex(said.passkey)
        except ValueError:
            credential = b""
        if not await site.passkeys.remove(account.player, credential):
            raise Problem(404, Said("there is no such passkey"))
        return Answer.json({})

    changes = [sign_up, log_in, recover, log_out, rename, password, codes, end, delete]
    return [*_pages(site, pages), *export.routes(site), told, *changes, ask, enter, make, keep, remove]
