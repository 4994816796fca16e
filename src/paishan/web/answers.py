"""Answers as they go out: bytes, packed as the browser likes it, and the headers that every one of them carries."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterable
from typing import Any

import msgspec
from litestar.types import Message, Receive, Scope, Send

from paishan.web.languages import LANGUAGE
from paishan.web.packing import pack, packing

__all__ = ["Answer", "Problem", "Streamed", "add_security_headers"]

_SMALL = 600
"""Bytes below which packing an answer is not worth the time: it is one packet anyway."""
_encode = msgspec.json.Encoder().encode

_SECURITY: list[tuple[bytes, bytes]] = [
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        b"manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (
        b"permissions-policy",
        b"camera=(), accelerometer=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), magnetometer=(), "
        b"microphone=(), midi=(), payment=(), serial=(), usb=()",
    ),
]
_HTTPS = (b"strict-transport-security", b"max-age=31536000")
"""For this name alone: what else the names below it serve is not for a game to say."""


async def add_security_headers(message: Message, scope: Scope) -> None:
    """Give an answer the headers that all of them carry; the pages need nothing from elsewhere and no inline code."""
    if message["type"] == "http.response.start":
        also = [*_SECURITY, _HTTPS] if scope["scheme"] == "https" else _SECURITY
        message["headers"] = [*message["headers"], *also]


class Answer:
    """One answer of the server. It is an ASGI application, so Litestar sends it as it is."""

    __slots__ = ("body", "effort", "headers", "media", "status")

    def __init__(
        self,
        body: bytes,
        media: bytes,
        status: int = 200,
        headers: Iterable[tuple[bytes, bytes]] = ((b"cache-control", b"no-store"),),
        effort: int = 1,
    ) -> None:
        """`effort` of packing is 1 to 11; 0 when the body is packed already or must not be."""
        self.body = body
        self.media = media
        self.status = status
        self.headers = headers
        self.effort = effort

    @classmethod
    def json(cls, value: object, status: int = 200, headers: Iterable[tuple[bytes, bytes]] = ()) -> Answer:
        """An answer of the API; never kept by anybody on the way."""
        return cls(_encode(value), b"application/json", status, [(b"cache-control", b"no-store"), *headers])

    @classmethod
    def html(cls, text: str, status: int = 200, headers: Iterable[tuple[bytes, bytes]] = ()) -> Answer:
        """A page."""
        said = [(b"cache-control", b"no-store"), (b"content-language", LANGUAGE.get().code.encode())]
        return cls(text.encode(), b"text/html; charset=utf-8", status, [*said, *headers], effort=5)

    @classmethod
    def see_other(cls, path: str, headers: Iterable[tuple[bytes, bytes]] = ()) -> Answer:
        """Send the browser on to another page after a form."""
        return cls(b"", b"text/plain", 303, [(b"location", path.encode("latin-1")), *headers], effort=0)

    def to_asgi_response(self, *_: Any, **__: Any) -> Answer:
        """Itself: what Litestar asks of what an exception handler returns."""
        return self

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it."""
        body = self.body
        headers = [(b"content-type", self.media), *self.headers]
        if self.effort and len(body) >= _SMALL:
            headers.append((b"vary", b"accept-encoding"))
            if how := packing(scope):
                body = pack(body, how, self.effort)
                headers.append((b"content-encoding", how.encode()))
        headers.append((b"content-length", b"%d" % len(body)))
        await send({"type": "http.response.start", "status": self.status, "headers": headers})
        await send({"type": "http.response.body", "body": body, "more_body": False})


class Streamed:
    """An answer whose body is made in pieces while it is sent, and no further than there is somebody to have it."""

    __slots__ = ("first", "headers", "media", "rest")

    def __init__(
        self, first: bytes, rest: AsyncGenerator[bytes], media: bytes, headers: Iterable[tuple[bytes, bytes]]
    ) -> None:
        self.first = first
        self.rest = rest
        self.media = media
        self.headers = headers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it."""
        gone = asyncio.create_task(_until_gone(receive))
        try:
            await send(
                {
                    "type": "http.response.start",
                    "status": 200,
                    "headers": [(b"content-type", self.media), *self.headers],
                }
            )
            await send({"type": "http.response.body", "body": self.first, "more_body": True})
            async for part in self.rest:
                if gone.done():
                    return
                await send({"type": "http.response.body", "body": part, "more_body": True})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            gone.cancel()
            await self.rest.aclose()


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


class Problem(Exception):
    """Why a request is not done: a status and a sentence that says what was wrong and what would be right.

    A sentence that people meet on a page is `Said`, so that they read it in their language.
    """

    def __init__(self, status: int, said: str, headers: Iterable[tuple[bytes, bytes]] = (), **more: object) -> None:
        self.status = status
        self.said = said
        self.headers = headers
        self.more = more
        """What the API tells beside the sentence."""
        super().__init__(said)
