"""The journal of a server: a line of JSON for what went wrong, was slow or, when wanted, for every request.

It says which route was asked, with which outcome and how long it took, and under which number it can be found again.
Who asked stands nowhere: no address, no cookie, no name, and nothing of what was filled into an address or a form.
"""

from __future__ import annotations

import json
import logging
import re
import secrets
import sys
import time
import traceback
from collections.abc import Callable
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any, TextIO

from litestar.types import ASGIApp, Message, Receive, Scope, Send

from paishan.web.metrics import Metrics
from paishan.web.packing import header

__all__ = ["LEVELS", "LINES", "NOWHERE", "as_line", "begin", "journaled"]

LEVELS = {"requests": logging.INFO, "warnings": logging.WARNING, "errors": logging.ERROR}
"""What `--log` may say, and from which level on lines are then written."""
NOWHERE = "(none)"
"""The route of a request for an address that is not there."""
_SLOW = 1.0
"""Seconds from which on an answer is worth a warning."""
_GIVEN = re.compile(r"[A-Za-z0-9._-]{1,64}")
_log = logging.getLogger("paishan.requests")
# Nothing is noted of requests until a journal is begun.
_log.setLevel(logging.CRITICAL + 1)
_number: ContextVar[str] = ContextVar("request", default="")


class LINES(logging.Formatter):
    """A record of the journal as one line of JSON."""

    def __init__(self, worker: int) -> None:
        super().__init__()
        self._worker = worker

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record."""
        return as_line(record, self._worker)


def as_line(record: logging.LogRecord, worker: int) -> str:
    """A record as JSON: when, how grave, by which process, what, and what else is told of it."""
    told: dict[str, Any] = {
        "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
        "level": record.levelname.lower(),
        "worker": worker,
    }
    facts = getattr(record, "facts", None)
    if facts is not None:
        told |= facts
    else:
        told |= {"event": record.name, "message": record.getMessage()}
        if number := _number.get():
            told["request"] = number
    if record.exc_info and record.exc_info[0] is not None:
        told["trace"] = "".join(traceback.format_exception(*record.exc_info))
    return json.dumps(told, separators=(",", ":"), default=str)


def begin(level: str, worker: int, stream: TextIO | None = None) -> None:
    """Write the journal of this process from now on; `level` is one of `LEVELS`."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(LINES(worker))
    handler.setLevel(LEVELS[level])
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    _log.setLevel(LEVELS[level])
    for name in ("uvicorn", "uvicorn.error"):
        other = logging.getLogger(name)
        other.handlers.clear()
        other.propagate = True


def journaled(app: ASGIApp, metrics: Metrics, now: Callable[[], float] = time.perf_counter) -> ASGIApp:
    """`app` with each of its requests numbered, counted and, if need be, noted; around everything else."""

    async def around(scope: Scope, receive: Receive, send: Send) -> None:
        begun, method = now(), str(scope.get("method", ""))
        given = header(scope, b"x-request-id")
        number = given if given and _GIVEN.fullmatch(given) else secrets.token_hex(8)
        token = _number.set(number)
        client = scope.get("client")
        scope["state"]["request_id"] = number
        # As it really came, before anything that a proxy says is believed.
        scope["state"]["peer"] = client[0] if client else ""
        status = 0

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], (b"x-request-id", number.encode())]
            await send(message)

        metrics.requests_now += 1
        try:
            await app(scope, receive, sending)
        finally:
            metrics.requests_now -= 1
            seconds = now() - begun
            route = scope.get("path_template") or NOWHERE
            metrics.request(route, method, status, seconds)
            level = _gravity(status, seconds)
            if _log.isEnabledFor(level):
                facts = {
                    "event": "request",
                    "request": number,
                    "method": method,
                    "route": route,
                    "status": status,
                    "ms": round(seconds * 1000, 1),
                }
                _log.log(level, "request", extra={"facts": facts})
            _number.reset(token)

    return around


def _gravity(status: int, seconds: float) -> int:
    if status == 503:
        # It said itself that it cannot, and when to try again; why stands on a line of its own.
        return logging.WARNING
    if status >= 500 or not status:
        return logging.ERROR
    return logging.WARNING if seconds >= _SLOW else logging.INFO
