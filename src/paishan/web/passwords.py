"""Passwords: which may be one, and how they are kept: as what Argon2id makes of them, which takes time and room.

Two at most are hashed at once, away from the event loop, so that a flood of logins keeps nobody's game waiting and
takes no more room than twice one hash.
"""

from __future__ import annotations

import asyncio
import secrets
import unicodedata
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from paishan.faults import Said
from paishan.web.answers import Problem
from paishan.web.limits import Turns
from paishan.web.names import folded

if TYPE_CHECKING:
    from argon2 import PasswordHasher

__all__ = ["LONGEST", "SHORTEST", "Hashing", "new_password"]

SHORTEST, LONGEST = 10, 200
_ROUNDS, _KIB, _LANES = 2, 19 * 1024, 1
"""OWASP's parameters for Argon2id."""
_AT_ONCE, _WAITING = 2, 60


def _plain(password: str) -> str:
    """A password in the one form that all keyboards come to."""
    return unicodedata.normalize("NFKC", password)


@lru_cache(1)
def _commonest() -> frozenset[str]:
    file = Path(__file__).parent / "commonest.json"
    return frozenset(msgspec.json.decode(file.read_bytes(), type=list[str]))


def new_password(said: str, name: str) -> str:
    """A password that may be one for the account of this name. Raises a `Problem` that says why it may not."""
    password = _plain(said)
    if not SHORTEST <= len(password) <= LONGEST:
        raise Problem(
            400,
            Said(
                "a password has {least} to {most} characters; this has {count}",
                least=SHORTEST,
                most=LONGEST,
                count=len(password),
            ),
        )
    if folded(password) == folded(name):
        raise Problem(400, Said("the password must not be the name"))
    small = password.casefold()
    if small in _commonest() or len(set(small)) == 1:
        raise Problem(400, Said("this is one of the passwords that are tried first; choose another one"))
    return password


class Hashing:
    """Makes hashes of passwords and checks passwords against them."""

    def __init__(self) -> None:
        self._turns = Turns(_AT_ONCE, _WAITING)

    @cached_property
    def _hasher(self) -> PasswordHasher:
        # Not before somebody has an account: a server for one person starts without it.
        from argon2 import PasswordHasher

        return PasswordHasher(_ROUNDS, _KIB, _LANES)

    @cached_property
    def _nobodys(self) -> str:
        """What is kept of a password that nobody knows."""
        return self._hasher.hash(secrets.token_urlsafe(24))

    @property
    def here(self) -> int:
        """How many are being hashed, or wait for it."""
        return self._turns.here

    async def make(self, password: str) -> str:
        """What is to be kept of a password. Raises a `Problem` when too many wait for that already."""
        async with self._turns.one():
            return await asyncio.to_thread(self._hash, _plain(password))

    async def fits(self, said: str, kept: str | None) -> bool:
        """Whether somebody said the password of which this is kept; it takes as long when nothing is."""
        password = _plain(said)
        if len(password) > LONGEST:
            password = ""
        async with self._turns.one():
            return await asyncio.to_thread(self._check, password, kept)

    def outdated(self, kept: str) -> bool:
        """Whether a password should be hashed anew, as one would now."""
        return self._hasher.check_needs_rehash(kept)

    def _hash(self, password: str) -> str:
        return self._hasher.hash(password.encode("utf-8", "surrogatepass"))

    def _check(self, password: str, kept: str | None) -> bool:
        from argon2.exceptions import InvalidHashError, VerificationError

        nobodys = self._nobodys
        try:
            right = self._hasher.verify(kept or nobodys, password.encode("utf-8", "surrogatepass"))
        except (VerificationError, InvalidHashError):
            return False
        return right and kept is not None
