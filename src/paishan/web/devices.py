"""What somebody's browser calls itself, in plain words: enough to know one's own devices apart."""

from __future__ import annotations

__all__ = ["device_of", "parts_of"]

_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Vivaldi", "Vivaldi"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
"""The first that is found counts, because most of them call themselves by the names of others too."""
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Macintosh", "macOS"),
    ("Linux", "Linux"),
)


def device_of(agent: str) -> str:
    """The browser and its system, of what a browser says of itself; each empty where it is unknown.

    >>> device_of("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    'Firefox/Linux'
    >>> device_of("curl/8.5.0")
    '/'
    """
    found = (next((name for sign, name in known if sign in agent), "") for known in (_BROWSERS, _SYSTEMS))
    return "/".join(found)


def parts_of(label: str) -> tuple[str, str]:
    """The browser and the system of what `device_of` gave."""
    browser, _, system = label.partition("/")
    return browser, system
