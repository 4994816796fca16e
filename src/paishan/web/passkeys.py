"""Passkeys (WebAuthn): what a browser is asked to make or to sign, and whether what it answers is right.

A passkey logs in by itself, without a name, so it has to say that it knows who holds it. The package that reads its
answers is imported when the first one comes: a server for one person starts without it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from ipaddress import ip_address
from typing import Any, NamedTuple

from litestar.types import Scope

from paishan.faults import Said
from paishan.store import Account, Passkey
from paishan.web.answers import Problem
from paishan.web.packing import header
from paishan.web.peer import host_name

__all__ = ["Party", "challenge_in", "credential_in", "made", "party_of", "to_make", "to_sign", "used"]

_TIME = 300_000
"""Milliseconds that the browser waits for whoever holds the passkey."""


class Party(NamedTuple):
    """Who asks for a passkey: this server by the name under which the browser addressed it."""

    host: str
    origin: str


class Made(NamedTuple):
    """A passkey as the browser has made it."""

    credential: bytes
    public_key: bytes
    uses: int
    transports: str


def party_of(scope: Scope) -> Party:
    """The party of a request; names that are not allowed come no further than the fence.

    Raises a `Problem` for an address in numbers, for which browsers make no passkeys.
    """
    host = header(scope, b"host")
    name = host_name(host)
    try:
        ip_address(name)
    except ValueError:
        if name:
            return Party(name, f"{scope['scheme']}://{host}")
    raise Problem(400, Said("passkeys need a server that is addressed by its name"))


def to_make(party: Party, account: Account, kept: Sequence[Passkey], challenge: bytes) -> dict[str, Any]:
    """What the browser needs for making a passkey."""
    from webauthn import generate_registration_options, options_to_json
    from webauthn.helpers import structs

    options = generate_registration_options(
        rp_id=party.host,
        rp_name="Paishan",
        user_id=account.handle,
        user_name=account.name,
        user_display_name=account.name,
        challenge=challenge,
        timeout=_TIME,
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=[structs.PublicKeyCredentialDescriptor(id=passkey.credential) for passkey in kept],
    )
    return _as_dict(options_to_json(options))


def to_sign(party: Party, challenge: bytes, kept: Sequence[Passkey] = ()) -> dict[str, Any]:
    """What the browser needs for using a passkey: any that it has for this server, or one of those."""
    from webauthn import generate_authentication_options, options_to_json
    from webauthn.helpers import structs

    options = generate_authentication_options(
        rp_id=party.host,
        challenge=challenge,
        timeout=_TIME,
        allow_credentials=[structs.PublicKeyCredentialDescriptor(id=passkey.credential) for passkey in kept],
        user_verification=structs.UserVerificationRequirement.REQUIRED,
    )
    return _as_dict(options_to_json(options))


def challenge_in(answer: dict[str, Any]) -> bytes:
    """The challenge that a browser says it answers; nothing for what is no answer."""
    from webauthn.helpers import base64url_to_bytes, parse_client_data_json

    try:
        return parse_client_data_json(base64url_to_bytes(answer["response"]["clientDataJSON"])).challenge
    except Exception:
        return b""


def credential_in(answer: dict[str, Any]) -> bytes:
    """The passkey that an answer names; nothing for what is no answer."""
    from webauthn.helpers import base64url_to_bytes

    try:
        return base64url_to_bytes(answer["id"])
    except Exception:
        return b""


def made(party: Party, answer: dict[str, Any], challenge: bytes) -> Made | None:
    """The passkey that was made; None when the answer is not right."""
    from webauthn import verify_registration_response

    try:
        found = verify_registration_response(
            credential=answer,
            expected_challenge=challenge,
            expected_rp_id=party.host,
            expected_origin=party.origin,
            require_user_verification=True,
        )
        ways = answer["response"].get("transports") or []
    # What stands in an answer is read by three parsers, each with errors of its own.
    except Exception:
        return None
    transports = ",".join(way for way in ways if isinstance(way, str) and way.isascii())[:100]
    return Made(found.credential_id, found.credential_public_key, found.sign_count, transports)


def used(party: Party, answer: dict[str, Any], challenge: bytes, passkey: Passkey, handle: bytes) -> int | None:
    """How often a passkey says that it was used, this time included; None when the answer is not right."""
    from webauthn import verify_authentication_response
    from webauthn.helpers import base64url_to_bytes

    try:
        found = verify_authentication_response(
            credential=answer,
            expected_challenge=challenge,
            expected_rp_id=party.host,
            expected_origin=party.origin,
            credential_public_key=passkey.public_key,
            credential_current_sign_count=passkey.uses,
            require_user_verification=True,
        )
        named = answer["response"].get("userHandle")
        if named is not None and base64url_to_bytes(named) != handle:
            return None
    except Exception:
        return None
    return found.new_sign_count


def _as_dict(text: str) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(text)
    return told
