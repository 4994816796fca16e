"""A mark that a device keeps of an account that was logged in there. It opens nothing: it only makes a login wait less.

Without it, whoever tries passwords for somebody's name would make the owner wait as well. The mark is a number of its
own and what a secret of the server makes of it and the account's handle, so nobody can make one for another account,
and none is good for somebody who has the name later.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

from litestar.types import Scope

from paishan.store import Account, Database, kept_secret
from paishan.web.site import cookie_of, set_cookie

__all__ = ["MARK", "Familiar"]

MARK = "paishan-known"
_SECRET = "devices"


class Familiar:
    """The marks of one site."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._secret: bytes | None = None

    async def mark(self, scope: Scope, account: Account) -> tuple[bytes, bytes]:
        """The header that makes a device keep that this account was used on it."""
        number = secrets.token_urlsafe(12)
        return set_cookie(scope, MARK, f"{number}.{await self._made_of(number, account)}")

    async def known(self, scope: Scope, account: Account | None) -> str | None:
        """The device's number, if it is one on which this account was used; of none it is no device."""
        number, dot, told = (cookie_of(scope, MARK) or "").partition(".")
        if not dot or len(number) > 40:
            return None
        return number if hmac.compare_digest(told.encode(), (await self._made_of(number, account)).encode()) else None

    async def _made_of(self, number: str, account: Account | None) -> str:
        if self._secret is None:
            self._secret = await kept_secret(self._database, _SECRET)
        handle = secrets.token_bytes(32) if account is None else account.handle
        said = number.encode("utf-8", "surrogateescape") + b"\0" + handle
        return hmac.new(self._secret, said, hashlib.sha256).hexdigest()[:32]
