"""The bodies of requests: read only when they say that they are what is expected, and only as far as they may go."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs

from litestar import Request

from paishan.web.answers import Problem
from paishan.web.packing import header

__all__ = ["form_of", "json_of", "media_of"]

_MOST_FIELDS = 40


def media_of(request: Request[Any, Any, Any]) -> str:
    """The type that a body is said to have, without what is said beside it."""
    return header(request.scope, b"content-type").partition(";")[0].strip().lower()


def _refuse_other(media: str, wanted: str) -> None:
    if media != wanted:
        raise Problem(415, f"the content type should be {wanted}{media and f', not {media[:80]}'}")


async def json_of(request: Request[Any, Any, Any]) -> bytes:
    """The body of a request that says it is JSON."""
    _refuse_other(media_of(request), "application/json")
    return await request.body()


async def form_of(request: Request[Any, Any, Any]) -> dict[str, list[str]]:
    """The fields of a form."""
    _refuse_other(media_of(request), "application/x-www-form-urlencoded")
    try:
        return parse_qs((await request.body()).decode("utf-8", "replace"), max_num_fields=_MOST_FIELDS)
    except ValueError:
        raise Problem(400, f"a form has at most {_MOST_FIELDS} fields") from None
