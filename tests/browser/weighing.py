"""What a first visit brings over the network, counted by the browser itself."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import CDPSession

MOST_BYTES = 80 * 1024
MOST_REQUESTS = 12
BEHIND = (
    "/commands",
    "/js/sheets-board.js",
    "/js/sheets-match.js",
    "/js/onward.js",
    "/js/offline.js",
    "/js/kept.js",
    "/js/settings.js",
    "/js/follow.js",
    "healthz",
    "api/settings",
)
"""What a board that can be played does not wait for."""


class Scales:
    """Weighs every answer of a page, headers and all, as it was packed on the way."""

    def __init__(self, session: CDPSession) -> None:
        self._names: dict[str, str] = {}
        self.bytes: dict[str, float] = {}
        """By the path that was asked for."""
        session.send("Network.enable")
        session.on("Network.requestWillBeSent", self._asked)
        session.on("Network.loadingFinished", self._came)

    def _asked(self, event: dict[str, Any]) -> None:
        self._names[event["requestId"]] = event["request"]["url"].partition("//")[2].partition("/")[2]

    def _came(self, event: dict[str, Any]) -> None:
        # What came from the browser's own cache weighs nothing.
        if event["encodedDataLength"]:
            name = self._names[event["requestId"]]
            self.bytes[name] = self.bytes.get(name, 0) + event["encodedDataLength"]

    def first_visit(self) -> tuple[int, int]:
        """Bytes and requests of all that came but the answers to commands, and what is fetched behind a page."""
        weights = [weight for name, weight in self.bytes.items() if not name.endswith(BEHIND)]
        return round(sum(weights)), len(weights)
