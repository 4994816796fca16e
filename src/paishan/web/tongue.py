"""The language of a request: the one that was chosen on a page, kept in a cookie, else the browser's first of ours.

What a player has chosen is among their settings too, by which it comes to their other devices (`player_settings`).
"""

from __future__ import annotations

from contextlib import suppress
from urllib.parse import quote, urlsplit

from litestar import post
from litestar.handlers import HTTPRouteHandler
from litestar.types import ASGIApp, Scope

from paishan.faults import Said
from paishan.store import SettingsFull
from paishan.web.answers import Answer, Problem
from paishan.web.bodies import form_of
from paishan.web.languages import LANGUAGE, LANGUAGES, Language, language, wanted
from paishan.web.opening import Asked
from paishan.web.packing import header
from paishan.web.site import Site, cookie_of, set_cookie

__all__ = ["chosen_language", "hear", "language_cookie", "routes"]

_COOKIE = "paishan-language"
_IN_PATHS = "/%:@!$&'()*+,;=-._~"
"""What stands in an address as it is; all else is written with %, or it could not stand in a header."""


def hear(scope: Scope) -> None:
    """Set `LANGUAGE` to the one that a request wants."""
    LANGUAGE.set(chosen_language(scope) or wanted(header(scope, b"accept-language")))


def chosen_language(scope: Scope) -> Language | None:
    """The language that was chosen in the browser that asks."""
    return language(cookie_of(scope, _COOKIE) or "")


def language_cookie(scope: Scope, code: str) -> tuple[bytes, bytes]:
    """The header that makes the browser keep a chosen language."""
    return set_cookie(scope, _COOKIE, code)


def routes(site: Site) -> list[HTTPRouteHandler]:
    """How a language is chosen on one site."""

    @post("/language")
    async def choose(request: Asked) -> ASGIApp:
        """Keep a chosen language, and go back to the page on which it was chosen."""
        form = await form_of(request)
        chosen = language(form.get("language", [""])[0])
        if chosen is None:
            known = ", ".join(known.code for known in LANGUAGES)
            raise Problem(400, Said("the languages here are {known}", known=known))
        back = asked = ""
        # What is no address leads to the first page, as one of another site does.
        with suppress(ValueError):
            _, _, back, asked, _ = urlsplit(form.get("back", ["/"])[0])
        # A path that begins with two slashes would lead to another site.
        path = back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/"
        query = "?" + quote(asked, safe=_IN_PATHS + "?") if asked else ""
        player = await site.mover(request.scope)
        if player is not None:
            with suppress(SettingsFull):
                await site.player_settings.change(player, {"language": chosen.code})
        return Answer.see_other(quote(path, safe=_IN_PATHS) + query, [language_cookie(request.scope, chosen.code)])

    return [choose]
