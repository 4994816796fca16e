"""HTTP as uvicorn hears it; but a request comes to an end, in length and in time, which it would wait for for ever."""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

__all__ = ["MOST_HEAD", "PATIENCE", "Bounded"]

MOST_HEAD = 64 * 1024
"""Bytes of a request before its body; whoever sends more is hung up on. The fence says so from far fewer on."""
PATIENCE = 30.0
"""Seconds in which a request must have come, from the first word of its connection or its own."""
_AROUND = 16
"""For each byte of a body so many others may come with it, such as what says how long a part of it is."""
_PACE = 8 * 1024
"""Bytes of a body that give it one second more: a file may take as long as a slow line needs."""


class Bounded(HttpToolsProtocol):
    """A connection that is closed when the lines before a request's body do not end, or a request does not come."""

    _head = -1
    """Bytes of them so far; -1 between requests and in a body."""
    _rest = -1
    """Bytes that came since then; -1 when there is no body, and at its end."""
    _begun = 0.0
    _body = 0
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody is there, who may never say anything."""
        super().connection_made(transport)
        self._await_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody is there any more."""
        self._stop_waiting()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._head = 0
        self._await_request()

    def on_headers_complete(self) -> None:
        """Its body begins."""
        super().on_headers_complete()
        self._head, self._rest = -1, 0

    def on_header(self, name: bytes, value: bytes) -> None:
        """One of the lines; those that come after a body say nothing that is asked for here."""
        if self._rest < 0:
            super().on_header(name, value)

    def on_body(self, body: bytes) -> None:
        """A part of its body came."""
        self._body += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """It is there."""
        self._rest = -1
        self._stop_waiting()
        super().on_message_complete()

    def data_received(self, data: bytes) -> None:
        """Something was sent."""
        within = self._rest >= 0
        super().data_received(data)
        if within and self._rest >= 0 and not self.transport.is_closing():
            self._rest += len(data)
            if self._rest > MOST_HEAD + (1 + _AROUND) * self._body:
                self.transport.close()
        if self._head >= 0 and not self.transport.is_closing():
            self._head += len(data)
            if self._head > MOST_HEAD:
                self.send_400_response("The lines before the body are too long.")

    def _await_request(self) -> None:
        self._stop_waiting()
        self._begun, self._body = self.loop.time(), 0
        self._timer = self.loop.call_later(PATIENCE, self._look_at_the_clock)

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _look_at_the_clock(self) -> None:
        left = self._begun + PATIENCE + self._body / _PACE - self.loop.time()
        if left > 0:
            self._timer = self.loop.call_later(left, self._look_at_the_clock)
        elif not self.transport.is_closing():
            self.transport.close()
