"""What can be set about a server, as plain values that are passed in; nothing else is read from anywhere."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import URL

__all__ = ["Limits", "Settings"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How fast one player, or one address, may ask. Far above what hands can do."""

    player: float = 50
    """Requests that change a player's game, in a second."""
    address: float = 400
    """All requests from one address in a second; a whole school may sit behind it."""
    newcomers: float = 2
    """First games from one address in a second, each of which makes a player."""
    burst: float = 20
    """How many seconds' worth may come at once."""
    player_hour: int = 20_000
    """Requests that change a player's game, in an hour; this and what follows is counted by all processes together."""
    address_hour: int = 300_000
    """All requests from one address in an hour."""
    newcomers_hour: int = 2_000
    """First games from one address in an hour."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """A server's settings."""

    database_url: str | URL
    """Where games are kept: `sqlite:////path/to/file.db` or `postgresql://…`."""
    limits: Limits | None = field(default_factory=Limits)
    """None when there is nobody to be kept in bounds, as on one's own machine."""
    hosts: frozenset[str] | None = None
    """The names, without port, under which the server may be addressed; None for any."""
    trusted: frozenset[str] = frozenset()
    """Addresses of proxies before this server, whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed."""
    secure: bool | None = None
    """Whether browsers come by HTTPS; None for what the request itself or a trusted proxy says."""
    mark: str = ""
    """Told by `/healthz`, so that a second start can tell whether this server has the same games."""
    daily_secret: str | None = None
    """From which the boards of the days follow; None for one that is made once and kept with the games."""
    metrics_token: str | None = None
    """Who knows it may read `/metrics` from anywhere; without one it is for this machine alone."""
    backups: Path | None = None
    """Where a backup is made before the tables of a database are changed; None for beside an SQLite file."""
    shared: Path | None = None
    """A directory in which several processes of one server keep what they have counted."""
    worker: int = 0
    """Which of several processes this is."""
    layouts_dir: Path | None = None
    """Where the command line of the same person installs layouts, which are offered as well."""
    live_files: bool = False
    """Read static files and templates anew when they change, for work on them."""
