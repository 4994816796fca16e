"""What the parts of a server share: the games, the static files, the pages, and who is asking."""

from __future__ import annotations

from collections.abc import Callable

from litestar.types import Scope

from paishan.store import (
    Accounts,
    Database,
    Days,
    Games,
    Journey,
    Library,
    Lists,
    Passkeys,
    PlayerSettings,
    Series,
    Tallies,
    Watching,
    clock,
)
from paishan.web.assets import Assets
from paishan.web.guard import Guard
from paishan.web.limits import Turns
from paishan.web.measuring import Measuring
from paishan.web.packing import header
from paishan.web.passwords import Hashing
from paishan.web.peer import network_of
from paishan.web.settings import Settings

__all__ = [
    "COOKIE",
    "Site",
    "address_of",
    "asker_of",
    "cookie_header",
    "cookie_of",
    "forget_headers",
    "set_cookie",
    "token_of",
]

COOKIE = "paishan"
_SECURE_COOKIE = "__Host-paishan"
"""Over HTTPS: no other server of the same domain can set it, and it is never sent without encryption."""
_LONGEST = 400 * 24 * 3600
"""Seconds that browsers keep a cookie at most; each visit to a page begins them anew."""
_AT_ONCE, _WAITING = 2, 40


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
        self.database = database
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
        self.accounts = Accounts(database, self.games)
        self.passkeys = Passkeys(database)
        self.player_settings = PlayerSettings(database)
        self.hashing = Hashing()
        self.guard = Guard(settings.limits, Tallies(database), now)
        self.turns = Turns(_AT_ONCE, _WAITING)
        """For what is worked out beside games in play, so that those never wait long."""

    async def player(self, scope: Scope) -> int | None:
        """Whose cookie came with the request; None for nobody's."""
        return await self.games.player(token_of(scope))

    async def mover(self, scope: Scope, cost: int = 1) -> int | None:
        """As `player`, for a request that changes something; raises a `Problem` when there are too many of them.

        `cost` is how many requests it counts for.
        """
        player = await self.player(scope)
        if player is not None:
            self.guard.take("player", player, cost)
        return player

    def admit(self, scope: Scope) -> None:
        """Raise a `Problem` when too many requests come from one address."""
        self.guard.take("address", address_of(scope))

    def admit_newcomer(self, scope: Scope) -> None:
        """Raise a `Problem` when too many new players come from one address."""
        self.guard.take("newcomer", address_of(scope))


def address_of(scope: Scope) -> str:
    """The address from which a request comes; of IPv6, the network of one customer."""
    client = scope.get("client")
    return network_of(client[0]) if client else ""


def asker_of(scope: Scope) -> str:
    """Who asks, as well as that can be told of those who have not played yet."""
    return token_of(scope) or address_of(scope)


def token_of(scope: Scope) -> str | None:
    """The token of a guest or a session in the request's cookie."""
    return (cookie_of(scope, _SECURE_COOKIE) if _is_secure(scope) else None) or cookie_of(scope, COOKIE)


def _is_secure(scope: Scope) -> bool:
    return scope["scheme"] == "https"


def cookie_of(scope: Scope, wanted: str) -> str | None:
    """The value of a cookie that came with the request."""
    for part in header(scope, b"cookie").split(";"):
        name, _, value = part.strip().partition("=")
        if name == wanted and value:
            return value
    return None


def cookie_header(scope: Scope, token: str) -> tuple[bytes, bytes]:
    """The header that makes the browser keep a token: for this site alone, and out of reach of scripts."""
    return set_cookie(scope, _SECURE_COOKIE if _is_secure(scope) else COOKIE, token)


def forget_headers(scope: Scope, *names: str) -> list[tuple[bytes, bytes]]:
    """The headers that make the browser forget its token, and other cookies."""
    known = [_SECURE_COOKIE, COOKIE, *names] if _is_secure(scope) else [COOKIE, *names]
    return [set_cookie(scope, name, "", 0) for name in known]


def set_cookie(scope: Scope, name: str, value: str, lasts: int = _LONGEST) -> tuple[bytes, bytes]:
    """The header that makes the browser keep a value for so many seconds."""
    secure = "; Secure" if _is_secure(scope) else ""
    return (
        b"set-cookie",
        f"{name}={value}; Path=/; Max-Age={lasts}; HttpOnly; SameSite=Lax{secure}".encode("latin-1"),
    )
