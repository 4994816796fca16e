"""Who is at the other end: the address that counts and the scheme that the browser uses, also behind a proxy; and by
which name this server was addressed."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

from litestar.types import Scope

__all__ = ["UNIX", "host_name", "network_of", "settle"]

UNIX = "unix"
"""Among the trusted addresses: a proxy that comes by a socket in the file system, which has no address."""
_MOST_HOPS = 20


def settle(scope: Scope, trusted: frozenset[str], secure: bool | None) -> None:
    """Set a request's `client` and `scheme` to those of the browser, as far as trusted proxies tell them.

    A proxy puts the address that it was asked from at the end of `X-Forwarded-For`, and leaves what stood there. So the
    last address that is no trusted proxy is the one that counts; what stands before it anybody can have written. Some
    proxies put it into a header of its own, after the one that came.
    """
    if trusted:
        client = scope.get("client")
        if (client[0] if client else UNIX) in trusted:
            hops = [hop.strip() for hop in _all(scope, b"x-forwarded-for").split(",")][-_MOST_HOPS:]
            for hop in reversed(hops):
                address = _address(hop)
                if not address:
                    break
                scope["client"] = (address, 0)
                if address not in trusted:
                    break
            told = _all(scope, b"x-forwarded-proto").rpartition(",")[2].strip().lower()
            if told in ("http", "https"):
                scope["scheme"] = told
    if secure is not None:
        scope["scheme"] = "https" if secure else "http"


def _all(scope: Scope, name: bytes) -> str:
    """What all headers of a name say, in their order."""
    return ",".join(value.decode("latin-1") for key, value in scope["headers"] if key == name)


def _address(hop: str) -> str:
    """The address in a hop, which may have a port; empty for what is none."""
    if hop.startswith("["):
        hop = hop[1:].partition("]")[0]
    elif hop.count(":") == 1:
        hop = hop.partition(":")[0]
    try:
        return str(ip_address(hop))
    except ValueError:
        return ""


@lru_cache(20_000)
def network_of(address: str) -> str:
    """What is counted for an address: itself or, of IPv6, its /64, within which one machine can have any.

    >>> network_of("2001:db8:1:2:3:4:5:6"), network_of("::ffff:192.0.2.7"), network_of("192.0.2.7")
    ('2001:db8:1:2::/64', '192.0.2.7', '192.0.2.7')
    """
    if ":" not in address:
        return address
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(known, IPv6Address):
        return address
    if known.ipv4_mapped is not None:
        return str(known.ipv4_mapped)
    return str(ip_network((known, 64), strict=False))


def host_name(host: str) -> str:
    """A host without its port; empty for what is none.

    >>> host_name("play.example:8443"), host_name("[::1]:8000"), host_name("[")
    ('play.example', '::1', '')
    """
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""
