"""The language of a request: the one that was chosen on a page, kept in a cookie, else the browser's first of ours."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote, urlsplit

from litestar import Request, post
from litestar.types import ASGIApp, Scope

from paishan.faults import Said
from paishan.web.answers import Answer, Problem
from paishan.web.bodies import form_of
from paishan.web.languages import LANGUAGE, LANGUAGES, language, wanted
from paishan.web.packing import header
from paishan.web.site import cookie_of, set_cookie

__all__ = ["choose", "hear"]

_COOKIE = "paishan-language"
_IN_PATHS = "/%:@!$&'()*+,;=-._~"
"""What stands in a path as it is; all else is written with %, or it could not stand in a header."""


def hear(scope: Scope) -> None:
    """Set `LANGUAGE` to the one that a request wants."""
    chosen = language(cookie_of(scope, _COOKIE) or "")
    LANGUAGE.set(chosen or wanted(header(scope, b"accept-language")))


@post("/language")
async def choose(request: Request[Any, Any, Any]) -> ASGIApp:
    """Keep a chosen language, and go back to the page on which it was chosen."""
    form = await form_of(request)
    chosen = language(form.get("language", [""])[0])
    if chosen is None:
        known = ", ".join(known.code for known in LANGUAGES)
        raise Problem(400, Said("the languages here are {known}", known=known))
    back = urlsplit(form.get("back", ["/"])[0]).path
    # A path that begins with two slashes would lead to another site.
    path = back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/"
    return Answer.see_other(quote(path, safe=_IN_PATHS), [set_cookie(request.scope, _COOKIE, chosen.code)])
