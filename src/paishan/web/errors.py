"""What went wrong, as an answer: JSON for the API, a page for people, never a traceback for either."""

from __future__ import annotations

import logging
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from litestar.exceptions import HTTPException

from paishan.faults import Said, said_of
from paishan.play.families import Misplaced
from paishan.store import (
    BrokenGame,
    DayGoneOn,
    LevelShut,
    OutOfStep,
    SeriesOver,
    TakeBackRefused,
    TooLong,
    Unavailable,
    UnknownGame,
    UnknownSeries,
    Withheld,
)
from paishan.web.answers import Answer, Problem
from paishan.web.languages import spoken
from paishan.web.wire import viewed

__all__ = ["as_answer", "as_problem"]

_log = logging.getLogger(__name__)
_KNOWN = {
    404: Said("there is nothing at this address"),
    405: Said("this address cannot be used that way"),
    413: Said("that is too much at once; a request has at most 64 KB"),
}
_CUT_OFF = "client disconnected prematurely"
"""How Litestar calls it when a browser goes away while its request is read."""
_CLOSE = (b"connection", b"close")
_API = ("/api/", "/healthz", "/readyz", "/metrics")
"""Beginnings of addresses that programs ask at."""


def as_problem(error: Exception) -> Problem:
    """An error as a sentence and a status; one that nobody expected is logged here, once."""
    match error:
        case Problem():
            return error
        case UnknownGame():
            return Problem(404, Said("there is no such game"))
        case UnknownSeries():
            return Problem(404, Said("there is no such series"))
        case OutOfStep():
            return Problem(409, Said("the game has gone on: {reason}", reason=said_of(error)), game=viewed(error.view))
        case TakeBackRefused() | LevelShut() | Withheld() | SeriesOver():
            return Problem(409, said_of(error))
        case DayGoneOn():
            said = Said("a board of this day or a later one has been begun meanwhile; load the page again")
            return Problem(409, said)
        case Misplaced():
            return Problem(400, str(error))
        case TooLong():
            return Problem(400, Said("{reason}; start a new game", reason=said_of(error)))
        case BrokenGame():
            said = Said("this game cannot be read back, so it is kept aside as it is: {reason}", reason=said_of(error))
            return Problem(410, said)
        case Unavailable():
            _log.error("the database does not answer: %s", error)
            said = Said(
                "the games cannot be reached just now; nothing that was done before is lost, try again in a moment"
            )
            return Problem(503, said, [(b"retry-after", b"5")])
        case HTTPException() if error.status_code < 500:
            phrase = _KNOWN.get(error.status_code) or HTTPStatus(error.status_code).phrase.lower()
            headers = [(k.encode(), v.encode()) for k, v in (error.headers or {}).items()]
            # The rest of a body that is too long is not waited for.
            return Problem(error.status_code, phrase, [*headers, _CLOSE] if error.status_code == 413 else headers)
        case HTTPException() if error.detail == _CUT_OFF:
            return Problem(400, "the connection ended before the request did", [_CLOSE])
    _log.error("an unexpected error", exc_info=error)
    said = Said("something went wrong here, and it has been noted; load the page again to see your game")
    return Problem(500, said)


def as_answer(page: Callable[[Problem], Answer]) -> Callable[[Any, Exception], Answer]:
    """What Litestar calls for every error; `page` makes a page of it for people."""

    def answer(request: Any, error: Exception) -> Answer:
        scope = request.scope
        problem = as_problem(error)
        if not scope["path"].startswith(_API):
            return page(problem)
        told = {"error": spoken(problem.said), **problem.more}
        if problem.status == 500 and (number := scope.get("state", {}).get("request_id")):
            # With it, whoever runs the server finds in the log what went wrong.
            told["request"] = number
        return Answer.json(told, problem.status, problem.headers)

    return answer
