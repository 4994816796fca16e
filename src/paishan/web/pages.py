"""The pages that people see, and the files that belong to them."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from pathlib import Path
from typing import Any

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from litestar import get, post, route
from litestar.handlers import HTTPRouteHandler
from litestar.types import ASGIApp, Scope

from paishan.faults import Said, said_of
from paishan.play import families
from paishan.play.explaining import BRIEF, OFFERED, Sentence, explain
from paishan.play.ruleset import Ruleset
from paishan.web.answers import Answer, Problem
from paishan.web.api import Asked
from paishan.web.bodies import form_of
from paishan.web.cloth import TABLE
from paishan.web.languages import (
    LANGUAGE,
    LANGUAGES,
    Language,
    number_said,
    percent_said,
    spoken,
    texts_in,
    translations,
)
from paishan.web.opening import open_game, read_wish
from paishan.web.packing import header, packing
from paishan.web.player_settings import TOLD
from paishan.web.site import Site, cookie_header, token_of
from paishan.web.wire import place_name, viewed

__all__ = ["ENTRIES", "OWN_TEXTS", "TEMPLATES", "Pages", "offered", "player_headers", "routes", "static_answer"]

_HERE = Path(__file__).parent
_FOREVER = b"public, max-age=31536000, immutable"
TEMPLATES = {"solitaire": "game.html", "connect": "connect.html", "chuopai": "chuo.html"}
"""The page of a game, by its family."""
ENTRIES = {"solitaire": "main.js", "connect": "connect.js", "chuopai": "chuo.js"}
"""The module that plays it."""
OWN_TEXTS = {"connect": "texts-connect.json", "chuopai": "texts-chuo.json"}
"""The texts of a family that says some things in its own way."""


class Pages:
    """Templates with what all of them need."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._jinjas: dict[Language, Environment] = {}
        self._texts: dict[tuple[str, Language], str] = {}

    @property
    def _jinja(self) -> Environment:
        """The templates in the language of the request."""
        language = LANGUAGE.get()
        if language not in self._jinjas:
            made = Environment(
                loader=FileSystemLoader(_HERE / "templates"),
                autoescape=True,
                auto_reload=self._site.settings.live_files,
                undefined=StrictUndefined,
                extensions=["jinja2.ext.i18n"],
            )
            made.install_gettext_translations(translations(language))  # type: ignore[attr-defined]
            made.globals |= {
                "static": self._site.assets.url,
                "said": self.said,
                "lang": language.code,
                "languages": LANGUAGES,
            }
            made.filters |= {"number": number_said, "percent": percent_said, "spoken": spoken}
            self._jinjas[language] = made
        return self._jinjas[language]

    @property
    def texts(self) -> str:
        """The texts of the board, as JSON that can stand within a page."""
        return self.texts_of("texts.json")

    def texts_of(self, file: str) -> str:
        """The texts of a part of the browser client, as JSON that can stand within a page."""
        key = file, LANGUAGE.get()
        if key not in self._texts or self._site.settings.live_files:
            said = texts_in(LANGUAGE.get(), (_HERE / file).read_bytes())
            self._texts[key] = _within_script(msgspec.json.encode(said))
        return self._texts[key]

    def said(self, sentence: Sentence) -> str:
        """A sentence about a ruleset, in the language of the pages."""
        words: Any = self._jinja.globals
        n = sentence.values.get("n")
        text = (
            words["gettext"](sentence.text)
            if sentence.plural is None
            else words["ngettext"](sentence.text, sentence.plural, n)
        )
        return str(text).format(**{name: number_said(value) for name, value in sentence.values.items()})

    @staticmethod
    def json(value: object) -> str:
        """A value as JSON that can stand within a page."""
        return _within_script(msgspec.json.encode(value))

    def render(self, template: str, **values: object) -> str:
        """A page as text."""
        return self._jinja.get_template(template).render({"table": TABLE.get(), "told": TOLD.get(), **values})

    def problem(self, problem: Problem) -> Answer:
        """The page for what went wrong; without its template if that is what went wrong."""
        phrase = HTTPStatus(problem.status).phrase
        said = spoken(problem.said)
        said = said[:1].upper() + said[1:]
        try:
            text = self.render("error.html", status=problem.status, title=phrase, said=f"{said}.", modules=[])
        except Exception:
            text = f"<!doctype html><html lang=en><title>{phrase}</title><h1>{phrase}</h1>"
        return Answer.html(text, problem.status, problem.headers)


def _within_script(text: bytes) -> str:
    """JSON that can stand in a `script` element: nothing in it can end the element."""
    return text.decode().replace("<", "\\u003c")


def player_headers(scope: Scope, player: int | None) -> list[tuple[bytes, bytes]]:
    """The header that keeps a player's cookie from running out."""
    token = token_of(scope)
    return [cookie_header(scope, token)] if player is not None and token else []


def offered() -> list[tuple[Ruleset, str, tuple[Sentence, ...]]]:
    """The rulesets of Mahjong solitaire to choose from, each with one line, and with what it means."""
    return [(rules, BRIEF[rules.id], explain(rules)) for rules in OFFERED]


def routes(site: Site, pages: Pages) -> Sequence[HTTPRouteHandler]:
    """The pages of one site, and the API of what is said on them."""

    @route("/play/{game:str}", http_method=["GET", "HEAD"])
    async def play(request: Asked) -> ASGIApp:
        player = await site.player(request.scope)
        view = await site.games.view(str(request.path_params["game"]), player)
        series = await site.series.standing(player, view.occasion)
        text = pages.render(
            TEMPLATES[view.family],
            game=view,
            game_json=_within_script(msgspec.json.encode(viewed(view, series))),
            texts_json=pages.texts,
            own_texts_json=pages.texts_of(OWN_TEXTS[view.family]) if view.family in OWN_TEXTS else "{}",
            explained=families.explain(view.ruleset),
            layout_name=place_name(view.layout, view.ruleset),
            modules=site.assets.modules(ENTRIES[view.family]),
        )
        return Answer.html(text, headers=player_headers(request.scope, player))

    @route("/play/{game:str}/record", http_method=["GET", "HEAD"])
    async def record(request: Asked) -> ASGIApp:
        player = await site.player(request.scope)
        kept = await site.games.record(str(request.path_params["game"]), player)
        name = f'attachment; filename="{kept.code}.txt"'.encode()
        headers = [(b"content-disposition", name), (b"cache-control", b"no-store")]
        return Answer(str(kept).encode(), b"text/plain; charset=utf-8", headers=headers)

    @get("/api/rulesets/{ruleset:str}")
    async def meaning(request: Asked) -> ASGIApp:
        try:
            rules = families.ruleset(str(request.path_params["ruleset"]))
        except ValueError as error:
            raise Problem(404, said_of(error)) from None
        told = {"id": rules.id, "name": rules.name, "explained": [pages.said(each) for each in families.explain(rules)]}
        return Answer.json(told)

    @post("/games")
    async def start(request: Asked) -> ASGIApp:
        form = await form_of(request)
        begun = await open_game(site, request, read_wish(form))
        return Answer.see_other(f"/play/{begun.view.id}", begun.headers)

    @route("/static/{path:path}", http_method=["GET", "HEAD"])
    async def static(request: Asked) -> ASGIApp:
        return static_answer(site, request.scope, str(request.path_params["path"]))

    @route("/favicon.ico", http_method=["GET", "HEAD"])
    async def favicon(request: Asked) -> ASGIApp:
        return static_answer(site, request.scope, "icon.svg")

    return [play, record, meaning, start, static, favicon]


def static_answer(site: Site, scope: Scope, path: str) -> Answer:
    """A static file as it is sent; its path may begin with a version. Raises a `Problem` when it is not there."""
    found = site.assets.find(path)
    if found is None:
        raise Problem(404, Said("there is no such file"))
    asset, lasting = found
    how = packing(scope) if asset.packs else ""
    etag = f'"{asset.etag}{how and "-" + how}"'
    headers = [
        (b"etag", etag.encode()),
        (b"cache-control", _FOREVER if lasting else b"no-cache"),
        (b"vary", b"accept-encoding"),
    ]
    if etag in (tag.strip() for tag in header(scope, b"if-none-match").split(",")):
        return Answer(b"", asset.media, 304, headers, effort=0)
    if how:
        headers.append((b"content-encoding", how.encode()))
    return Answer(asset.packed(how), asset.media, 200, headers, effort=0)
