"""Which address counts for a request, and whether it came by HTTPS: only what trusted proxies say is believed."""

from __future__ import annotations

from typing import Any

import pytest

from paishan.web.peer import UNIX, network_of, settle

PROXY, INNER = "10.0.0.1", "10.0.0.2"


def seen(peer: str | None, trusted: set[str], secure: bool | None = None, **headers: str) -> tuple[str, str]:
    """The address and the scheme of a request that a peer brings."""
    given = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope: Any = {"client": None if peer is None else (peer, 5), "scheme": "http", "headers": given}
    settle(scope, frozenset(trusted), secure)
    return scope["client"][0] if scope["client"] else "", scope["scheme"]


@pytest.mark.parametrize(
    ("peer", "trusted", "told", "expected"),
    [
        ("192.0.2.7", set(), "203.0.113.9", "192.0.2.7"),
        ("192.0.2.7", {PROXY}, "203.0.113.9", "192.0.2.7"),
        (PROXY, {PROXY}, "203.0.113.9", "203.0.113.9"),
        # What somebody wrote before it came to the proxy is not believed.
        (PROXY, {PROXY}, "198.51.100.1, 203.0.113.9", "203.0.113.9"),
        (PROXY, {PROXY, INNER}, f"198.51.100.1, 203.0.113.9, {INNER}", "203.0.113.9"),
        (PROXY, {PROXY, INNER}, f"198.51.100.1, {INNER}", "198.51.100.1"),
        # All of them trusted: it comes from the first of them.
        (PROXY, {PROXY, INNER}, f"{INNER}, {PROXY}", INNER),
        (PROXY, {PROXY}, "203.0.113.9, nonsense", PROXY),
        (PROXY, {PROXY}, "", PROXY),
        (PROXY, {PROXY}, "203.0.113.9:4711", "203.0.113.9"),
        (PROXY, {PROXY}, "[2001:db8::1]:4711", "2001:db8::1"),
        (PROXY, {PROXY}, "2001:DB8::1", "2001:db8::1"),
        (PROXY, {PROXY}, ",".join(["203.0.113.9"] * 5000), "203.0.113.9"),
        (None, {UNIX}, "203.0.113.9", "203.0.113.9"),
        (None, {PROXY}, "203.0.113.9", ""),
    ],
)
def test_the_last_address_that_is_no_trusted_proxy_counts(
    peer: str | None, trusted: set[str], told: str, expected: str
) -> None:
    assert seen(peer, trusted, x_forwarded_for=told)[0] == expected


def test_a_proxy_that_adds_a_header_of_its_own_is_believed_before_what_came() -> None:
    scope: Any = {"client": (PROXY, 5), "scheme": "http"}
    told = [("x-forwarded-for", "198.51.100.1"), ("x-forwarded-proto", "http")]
    added = [("x-forwarded-for", "203.0.113.9"), ("x-forwarded-proto", "https")]
    scope["headers"] = [(name.encode(), value.encode()) for name, value in (*told, *added)]
    settle(scope, frozenset({PROXY}), None)
    assert (scope["client"][0], scope["scheme"]) == ("203.0.113.9", "https")


def test_the_scheme_is_what_a_trusted_proxy_or_the_settings_say() -> None:
    assert seen(PROXY, {PROXY}, x_forwarded_proto="https")[1] == "https"
    assert seen(PROXY, {PROXY}, x_forwarded_proto="http, https")[1] == "https"
    assert seen(PROXY, {PROXY}, x_forwarded_proto="javascript")[1] == "http"
    assert seen("192.0.2.7", {PROXY}, x_forwarded_proto="https")[1] == "http"
    assert seen("192.0.2.7", set(), True)[1] == "https"
    assert seen(PROXY, {PROXY}, False, x_forwarded_proto="https")[1] == "http"


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:aaaa:bbbb:cccc:dddd", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("testclient", "testclient"),
        ("a:b", "a:b"),
    ],
)
def test_a_network_of_ipv6_counts_as_one(address: str, counted: str) -> None:
    assert network_of(address) == counted
