"""What the parts of a server share: the games, the static files, the pages, and who is asking."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from litestar.types import Scope

from paishan.faults import Said
from paishan.store import Database, Days, Games, Journey, Library, Lists, Series, Watching, clock
from paishan.web.answers import Problem
from paishan.web.assets import Assets
from paishan.web.limits import Limiter
from paishan.web.measuring import Measuring
from paishan.web.packing import header
from paishan.web.settings import Limits, Settings

__all__ = ["COOKIE", "Site", "address_of", "asker_of", "cookie_header", "cookie_of", "set_cookie", "token_of"]

COOKIE = "paishan"
_LONGEST = 400 * 24 * 3600
"""Seconds that browsers keep a cookie at most; each visit to a page begins them anew."""


@dataclass(slots=True)
class _Limiters:
    player: Limiter
    address: Limiter
    newcomers: Limiter


class Site:
    """One server's parts."""

    def __init__(
        self,
        settings: Settings,
        database: Database,
        assets: Assets,
        library: Library,
        now: Callable[[], int] = clock,
    ) -> None:
        """`now` gives milliseconds since 1970. Raises `ValueError` for a secret that is too short."""
        self.settings = settings
        self.now = now
        self.assets = assets
        self.library = library
        self.games = Games(database, now, library.by_tag)
        secret = None if settings.daily_secret is None else settings.daily_secret.encode()
        self.days = Days(database, self.games, now, secret)
        self.journey = Journey(database, self.games)
        self.series = Series(database, self.games, library.by_tag)
        self.lists = Lists(database, library.by_tag)
        self.watching = Watching(database, self.days, library.by_tag, now)
        self.measuring = Measuring(library)
        self._limits = None if settings.limits is None else _limiters(settings.limits)

    async def player(self, scope: Scope) -> int | None:
        """Whose cookie came with the request; None for nobody's."""
        return await self.games.player(token_of(scope))

    async def mover(self, scope: Scope) -> int | None:
        """As `player`, for a request that changes something; raises a `Problem` when there are too many of them."""
        player = await self.player(scope)
        if self._limits is not None and player is not None:
            _hold_back(self._limits.player.wait(player))
        return player

    def admit(self, scope: Scope) -> None:
        """Raise a `Problem` when too many requests come from one address."""
        if self._limits is not None:
            _hold_back(self._limits.address.wait(address_of(scope)))

    def admit_newcomer(self, scope: Scope) -> None:
        """Raise a `Problem` when too many new players come from one address."""
        if self._limits is not None:
            _hold_back(self._limits.newcomers.wait(address_of(scope)))


def _limiters(limits: Limits) -> _Limiters:
    rates = (limits.player, limits.address, limits.newcomers)
    return _Limiters(*(Limiter(rate, limits.burst) for rate in rates))


def _hold_back(seconds: float) -> None:
    if seconds:
        whole = math.ceil(seconds)
        said = Said("that was very fast; try again in {seconds} s", seconds=whole)
        raise Problem(429, said, [(b"retry-after", b"%d" % whole)])


def address_of(scope: Scope) -> str:
    """The address from which a request comes."""
    client = scope.get("client")
    return client[0] if client else ""


def asker_of(scope: Scope) -> str:
    """Who asks, as well as that can be told of those who have not played yet."""
    return token_of(scope) or address_of(scope)


def token_of(scope: Scope) -> str | None:
    """The guest's token in the request's cookie."""
    return cookie_of(scope, COOKIE)


def cookie_of(scope: Scope, wanted: str) -> str | None:
    """The value of a cookie that came with the request."""
    for part in header(scope, b"cookie").split(";"):
        name, _, value = part.strip().partition("=")
        if name == wanted and value:
            return value
    return None


def cookie_header(scope: Scope, token: str) -> tuple[bytes, bytes]:
    """The header that makes the browser keep a guest's token: for this site alone, and out of reach of scripts."""
    return set_cookie(scope, COOKIE, token)


def set_cookie(scope: Scope, name: str, value: str) -> tuple[bytes, bytes]:
    """The header that makes the browser keep a value."""
    secure = "; Secure" if scope["scheme"] == "https" else ""
    return (
        b"set-cookie",
        f"{name}={value}; Path=/; Max-Age={_LONGEST}; HttpOnly; SameSite=Lax{secure}".encode("latin-1"),
    )
