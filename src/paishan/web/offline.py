"""What makes Paishan a program on the player's own device: its manifest, its service worker, and what both need.

The service worker keeps the files, the pages and the pack that the game is played with when there is no network. All of
it together has a hash, the build, which stands in `/sw.js`: so browsers notice when something has changed.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

import msgspec
from litestar import get, route
from litestar.handlers import HTTPRouteHandler
from litestar.types import ASGIApp

from paishan import __version__
from paishan.connect.grid import Grid
from paishan.faults import Said
from paishan.play import families
from paishan.play.families import AnyRuleset
from paishan.solitaire.layout import Layout
from paishan.web.answers import Answer, Problem
from paishan.web.assets import Assets
from paishan.web.opening import Asked
from paishan.web.packing import header
from paishan.web.packs import PACKED, RULESETS, pack, place_of
from paishan.web.pages import ENTRIES, OWN_TEXTS, TEMPLATES, Pages, static_answer
from paishan.web.site import Site
from paishan.web.wire import place_name

__all__ = ["routes"]

_HERE = Path(__file__).parent
_LATER = (
    "main.js",
    "connect.js",
    "seated.js",
    "chuo.js",
    "sheets-board.js",
    "sheets-match.js",
    "rules.js",
    "offline.js",
    "won.js",
    "feel.js",
    "settings.js",
)
"""The modules that the kept pages fetch when they are there; what these import is kept too."""
_BESIDE = ("css/practice.css", "faces/grain.png")
"""Files that the kept pages need besides those that they name."""
_ADDRESS = re.compile(r'/static/[0-9a-f]{12}/[^"#?]+')


class _Shell(NamedTuple):
    """What the page of a board has to know of a game that it is told only in the browser."""

    id: str
    code: str
    ruleset: AnyRuleset
    occasion: str = ""
    newcomer: bool = False


class _Kind(NamedTuple):
    """A kind of boards of the pack."""

    id: str
    family: str
    name: str
    """Of the layout or grid, in English."""
    ruleset: AnyRuleset
    slots: Sequence[tuple[int, int, int]]
    """In half tiles, for a small picture; none of Chuo Pai."""


@cache
def _kinds() -> tuple[_Kind, ...]:
    places = [(rules, id, place_of(rules, id)) for rules, id, _ in PACKED]
    return tuple(
        _Kind(id, rules.family.value, place_name(place, rules), rules, _slots(place)) for rules, id, place in places
    )


def _slots(place: Layout | Grid | None) -> Sequence[tuple[int, int, int]]:
    if place is None:
        return ()
    if isinstance(place, Layout):
        return place.slots
    return [(2 * x, 2 * y, 0) for x, y in map(place.at, range(place.slots))]


def _build(assets: Assets) -> str:
    """A hash of all that the pages are made of."""
    whole = hashlib.sha256(f"{__version__} {assets.version}".encode())
    for path in sorted(_HERE.rglob("*")):
        if path.suffix in (".html", ".json", ".po"):
            whole.update(path.read_bytes())
    return whole.hexdigest()[:12]


def routes(site: Site, pages: Pages) -> Sequence[HTTPRouteHandler]:
    """What one site needs to be installed and played without a network."""
    assets = site.assets
    first_build = _build(assets)

    def home_page() -> str:
        texts = pages.texts_of("texts-offline.json")
        return pages.render("offline.html", kinds=_kinds(), texts_json=texts, modules=assets.modules("pack.js"))

    def board_page(rules: AnyRuleset) -> str:
        family = rules.family.value
        return pages.render(
            TEMPLATES[family],
            game=_Shell("", "…", rules),
            game_json="{}",
            texts_json=pages.texts,
            own_texts_json=pages.texts_of(OWN_TEXTS[family]) if family in OWN_TEXTS else "{}",
            explained=families.explain(rules),
            layout_name="",
            entry="local.js",
            modules=list(dict.fromkeys([*assets.modules("local.js"), *assets.modules(ENTRIES[family])])),
        )

    def files() -> list[str]:
        """The addresses of the files that are kept."""
        shown = [home_page(), *map(board_page, RULESETS)]
        named = [address for page in shown for address in _ADDRESS.findall(page)]
        later = [address for entry in _LATER for address in assets.modules(entry)]
        return list(dict.fromkeys([*named, *later, *map(assets.url, _BESIDE)]))

    @lru_cache(maxsize=1)
    def script_of(build: str) -> bytes:
        """The worker's script, for which browsers ask after every page that they load."""
        kept = ["/offline", *(f"/offline/{rules.id}" for rules in RULESETS), "/rules", "/api/pack"]
        told = {"build": build, "version": assets.version, "files": files(), "pages": kept}
        found = assets.find("sw.js")
        assert found is not None
        return b"const BUILD = %s\n%s" % (msgspec.json.encode(told), found[0].body)

    @route("/manifest.webmanifest", http_method=["GET", "HEAD"])
    async def manifest(request: Asked) -> ASGIApp:
        return static_answer(site, request.scope, "manifest.webmanifest")

    @route("/apple-touch-icon.png", http_method=["GET", "HEAD"])
    async def touch_icon(request: Asked) -> ASGIApp:
        return static_answer(site, request.scope, "icons/apple-touch.png")

    @route("/sw.js", http_method=["GET", "HEAD"])
    async def worker() -> ASGIApp:
        script = script_of(_build(assets) if site.settings.live_files else first_build)
        return Answer(script, b"text/javascript; charset=utf-8", headers=[(b"cache-control", b"no-cache")], effort=5)

    @get("/api/pack")
    async def packed(request: Asked) -> ASGIApp:
        body = msgspec.json.encode(await asyncio.to_thread(pack))
        etag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
        headers = [(b"etag", etag.encode()), (b"cache-control", b"no-cache")]
        if header(request.scope, b"if-none-match") == etag:
            return Answer(b"", b"application/json", 304, headers, effort=0)
        return Answer(body, b"application/json", headers=headers, effort=9)

    @route("/offline", http_method=["GET", "HEAD"])
    async def home() -> ASGIApp:
        return Answer.html(home_page())

    @route("/offline/{ruleset:str}", http_method=["GET", "HEAD"])
    async def board(request: Asked) -> ASGIApp:
        for rules in RULESETS:
            if rules.id == request.path_params["ruleset"]:
                return Answer.html(board_page(rules))
        raise Problem(404, Said("no board of the pack is played by these rules"))

    return [manifest, touch_icon, worker, packed, home, board]
