"""The settings of a player (A3): what they may be, the API by which they follow the player, what pages say of them.

A page that is asked for by somebody who is known here comes in their language, with their table, and with all their
settings on its root; so a change on one device is there with the next page of another, before anything is drawn and
without a request for it. Who is not known costs nothing and leaves nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from contextvars import ContextVar
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from litestar import get, patch
from litestar.handlers import HTTPRouteHandler
from litestar.types import ASGIApp, Message, Scope
from msgspec import UNSET, Meta, Struct, UnsetType

from paishan.store import SettingsFull, Unavailable
from paishan.web.answers import Answer, Problem
from paishan.web.bodies import json_of
from paishan.web.cloth import TABLE, Cloth
from paishan.web.languages import LANGUAGE, LANGUAGES, language
from paishan.web.opening import Asked
from paishan.web.packing import header
from paishan.web.site import Site
from paishan.web.tongue import chosen_language, language_cookie
from paishan.web.wire import reader

__all__ = ["MOST_BYTES", "TOLD", "Changes", "keep_language", "recall", "routes", "understood"]

MOST_BYTES = 2_000
"""Of a body with changes; all settings there are take some 250."""

if TYPE_CHECKING:
    Spoken = str
else:
    Spoken = Literal[tuple(known.code for known in LANGUAGES)]
Share = Annotated[float, Meta(ge=0, le=1)]
"""Where a slider stands; two decimals of it are kept."""
Switch = bool | None | UnsetType
Slider = Share | None | UnsetType


class Changes(Struct, forbid_unknown_fields=True):
    """Settings that were changed; null for one that is put back to what it is for somebody who never changed it."""

    language: Spoken | UnsetType | None = UNSET
    table: Cloth | UnsetType | None = UNSET
    labels: Literal["pictures", "digits", "simple"] | UnsetType | None = UNSET
    contrast: Slider = UNSET
    grain: Slider = UNSET
    warm: Slider = UNSET
    blocked: Slider = UNSET
    hide_clock: Switch = UNSET
    swap: Switch = UNSET
    letters: Switch = UNSET
    sound: Switch = UNSET
    shake: Switch = UNSET
    pace: Literal["slow", "normal", "fast", "once"] | UnsetType | None = UNSET


_read = reader(Changes)
TOLD: ContextVar[str | None] = ContextVar("TOLD", default=None)
"""While a page is made: what it says of the settings of who asked for it, as JSON; None for nobody."""
_SPOKEN: ContextVar[str | None] = ContextVar("SPOKEN", default=None)
"""While a page is made: the language that its browser is to keep, because it was chosen on another device."""


def understood(kept: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Those of a player's settings that this version understands: a newer or an older one may have written them."""
    return None if kept is None else {name: value for name, value in kept.items() if _fits(name, value)}


def _fits(name: str, value: Any) -> bool:
    try:
        msgspec.convert({name: value}, Changes)
    except msgspec.ValidationError:
        return False
    return value is not None


def _changed(changes: Changes) -> dict[str, Any]:
    said = {name: getattr(changes, name) for name in changes.__struct_fields__}
    return {
        name: round(value, 2) if isinstance(value, float) else value
        for name, value in said.items()
        if value is not UNSET
    }


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


async def recall(site: Site, scope: Scope) -> None:
    """For a page: have it made in the language and with the table of who asks for it, and say all their settings."""
    TOLD.set(None)
    _SPOKEN.set(None)
    if scope.get("method") not in ("GET", "HEAD") or "text/html" not in header(scope, b"accept"):
        return
    # A page can be looked at while the database is away.
    with suppress(Unavailable):
        at = site.now()
        player = await site.player(scope)
        settings = understood(await site.player_settings.of(player))
        chosen = chosen_language(scope)
        if settings is None:
            if player is not None:
                TOLD.set(_json({"at": at, **({"language": chosen.code} if chosen else {})}))
            return
        TOLD.set(_json({"at": at, "settings": settings}))
        TABLE.set(settings.get("table", TABLE.get()))
        wanted = language(settings.get("language", ""))
        if wanted is not None and wanted is not chosen:
            LANGUAGE.set(wanted)
            _SPOKEN.set(wanted.code)


async def keep_language(message: Message, scope: Scope) -> None:
    """Have the browser keep a language that was chosen on another device, in which it is to be answered from now on.

    Pages say it, which nobody keeps on the way: a file may be kept there for others.
    """
    if message["type"] != "http.response.start" or (code := _SPOKEN.get()) is None:
        return
    if any(name == b"content-language" for name, _ in message["headers"]):
        message["headers"] = [*message["headers"], language_cookie(scope, code)]


def routes(site: Site) -> list[HTTPRouteHandler]:
    """The API of the settings of one site's players."""
    settings = site.player_settings

    @get("/api/settings")
    async def told(request: Asked) -> ASGIApp:
        at = site.now()
        return Answer.json({"at": at, "settings": understood(await settings.of(await site.player(request.scope)))})

    @patch("/api/settings", status_code=200)
    async def change(request: Asked) -> ASGIApp:
        body = await json_of(request)
        if len(body) > MOST_BYTES:
            raise Problem(413, f"settings have at most {MOST_BYTES:,} bytes")
        changes = _changed(_read(body))
        player, now = await site.mover(request.scope), None
        if player is not None:
            try:
                now = await settings.change(player, changes)
            except SettingsFull:
                raise Problem(413, f"settings have at most {MOST_BYTES:,} bytes") from None
        return Answer.json({"at": site.now(), "settings": understood(now)})

    return [told, change]
