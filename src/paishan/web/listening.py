"""HTTP as uvicorn hears it; but the lines before a request's body come to an end, which it would wait for for ever."""

from __future__ import annotations

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

__all__ = ["MOST_HEAD", "Bounded"]

MOST_HEAD = 64 * 1024
"""Bytes of a request before its body; whoever sends more is hung up on. The fence says so from far fewer on."""


class Bounded(HttpToolsProtocol):
    """A connection that is closed when the lines before a request's body do not end."""

    _head = -1
    """Bytes of them so far; -1 between requests and in a body."""

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._head = 0

    def on_headers_complete(self) -> None:
        """Its body begins."""
        super().on_headers_complete()
        self._head = -1

    def data_received(self, data: bytes) -> None:
        """Something was sent."""
        super().data_received(data)
        if self._head >= 0 and not self.transport.is_closing():
            self._head += len(data)
            if self._head > MOST_HEAD:
                self.send_400_response("The lines before the body are too long.")
