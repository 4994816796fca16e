"""A passkey's keeper in software: makes ES256 passkeys and signs with them, as a phone or a security key does."""

from __future__ import annotations

import hashlib
import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT, VERIFIED, MADE = 0x01, 0x04, 0x40
"""Flags: somebody touched it; it knows that it was its owner; a new key is told."""


def text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def data(said: str) -> bytes:
    return urlsafe_b64decode(said + "=" * (-len(said) % 4))


class Authenticator:
    """Keeps one passkey; what it says can be made wrong."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = secrets.token_bytes(20)
        self.handle = b""
        self.uses = 0

    def make(self, options: dict[str, Any], *, flags: int = PRESENT | VERIFIED, **wrong: str) -> dict[str, Any]:
        """The answer to `navigator.credentials.create`."""
        self.handle = data(options["user"]["id"])
        numbers = self.key.public_key().public_numbers()
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32), -3: numbers.y.to_bytes(32)})
        told = bytes(16) + len(self.id).to_bytes(2) + self.id + public
        signed = self._signed(wrong.get("host", options["rp"]["id"]), flags | MADE) + told
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": signed})
        client = self._client("webauthn.create", options["challenge"], wrong)
        return {
            "id": text(self.id),
            "rawId": text(self.id),
            "type": "public-key",
            "authenticatorAttachment": "platform",
            "clientExtensionResults": {},
            "response": {
                "clientDataJSON": text(client),
                "attestationObject": text(attestation),
                "transports": ["internal", "hybrid"],
            },
        }

    def sign(self, options: dict[str, Any], *, flags: int = PRESENT | VERIFIED, **wrong: str) -> dict[str, Any]:
        """The answer to `navigator.credentials.get`."""
        self.uses += 1
        signed = self._signed(wrong.get("host", options["rpId"]), flags)
        client = self._client("webauthn.get", options["challenge"], wrong)
        signature = self.key.sign(signed + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return {
            "id": text(self.id),
            "rawId": text(self.id),
            "type": "public-key",
            "clientExtensionResults": {},
            "response": {
                "clientDataJSON": text(client),
                "authenticatorData": text(signed),
                "signature": text(signature),
                "userHandle": text(self.handle),
            },
        }

    def _signed(self, host: str, flags: int) -> bytes:
        return hashlib.sha256(host.encode()).digest() + bytes([flags]) + self.uses.to_bytes(4)

    def _client(self, kind: str, challenge: str, wrong: dict[str, str]) -> bytes:
        said = {
            "type": kind,
            "challenge": wrong.get("challenge", challenge),
            "origin": wrong.get("origin", self.origin),
        }
        return json.dumps({**said, "crossOrigin": False}).encode()
