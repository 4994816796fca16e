"""Codes for recovery: ten an account, each good for one new password; easy to read and to type."""

from __future__ import annotations

import hashlib
import secrets

__all__ = ["COUNT", "code_hash", "new_codes"]

COUNT = 10
_ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Without 0, 1, I, L and O, which look like one another."""
_GROUPS, _EACH = 4, 4


def new_codes() -> list[str]:
    """Ten codes such as `7KQM-2XWD-R9FT-4HBA`, 79 bits each."""
    return ["-".join(_group() for _ in range(_GROUPS)) for _ in range(COUNT)]


def _group() -> str:
    return "".join(secrets.choice(_ALPHABET) for _ in range(_EACH))


def code_hash(code: str) -> bytes:
    """What is kept of a code; small letters, spaces and hyphens make no difference.

    No work is needed to make guessing slow: there are too many codes for that.
    """
    plain = "".join(sign for sign in code.upper() if sign in _ALPHABET)
    return hashlib.sha256(plain.encode()).digest()
