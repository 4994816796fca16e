"""The description of the API in the form of OpenAPI 3.1, made from one table of all that can be asked.

Bodies are described by the types that read them, answers by those of `shapes`. Whatever can be the matter with any
request – too many, too long, another name – is told of each.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from http import HTTPStatus
from typing import Any, NamedTuple

import msgspec
from litestar import get
from litestar.handlers import HTTPRouteHandler
from litestar.types import ASGIApp

from paishan import __version__
from paishan.play.daily import OFFSETS
from paishan.play.practice import MAX_TEN
from paishan.web import account, layouts, player_settings, progress, shapes
from paishan.web.answers import Answer
from paishan.web.shapes import Error, Id, Nothing, Overtaken
from paishan.web.wire import Open, Say

__all__ = ["OPERATIONS", "Operation", "document", "routes"]

JSON, OCTETS = "application/json", "application/octet-stream"
_ANY: dict[int, Any] = dict.fromkeys((414, 421, 429, 431, 500, 503), Error)
_UNSAFE: dict[int, Any] = {400: Error, 403: Error}
_WITH_BODY: dict[int, Any] = {413: Error, 415: Error}
_GAME: tuple[type, ...] = (shapes.GameOfPairs, shapes.Match)


class File(NamedTuple):
    """An answer that is no JSON."""

    media: str


class Parameter(NamedTuple):
    """A part of the query."""

    name: str
    schema: dict[str, Any]
    required: bool = False


class Operation(NamedTuple):
    """Something that can be asked of the server."""

    method: str
    path: str
    summary: str
    answers: dict[int, Any]
    """A type for each status, or several of which it is one."""
    body: Any = None
    query: Sequence[Parameter] = ()
    links: Sequence[str] = ()
    """Operations that the `id` of an answer leads to, by their names."""

    @property
    def id(self) -> str:
        """Its name in the description: its method and what is named in its path."""
        words = [word for word in re.split(r"[^a-z]+", self.path.replace("{", "by-")) if word not in ("", "api")]
        return "-".join([self.method.lower(), *words])


_NUMBER = {"type": "integer"}
_TEXT = {"type": "string"}
_LAYOUT = Parameter("layout", _TEXT)
_MONTH = Parameter("month", {"type": "string", "pattern": r"^[0-9]{4}-(0[1-9]|1[0-2])$"})
_OFFSET = Parameter("offset", {"type": "integer", "minimum": OFFSETS[0], "maximum": OFFSETS[-1]})
_CHANGED_GAME = {404: Error, 409: Overtaken, 410: Error}

OPERATIONS: tuple[Operation, ...] = (
    Operation(
        "POST",
        "/api/games",
        "Open a game",
        {201: _GAME, 200: _GAME, 404: Error, 409: Error, 410: Error},
        Open,
        links=("get-games-by-game", "post-games-by-game-commands", "post-games-by-game-take-back"),
    ),
    Operation("GET", "/api/games", "The games in progress of whoever asks", {200: list[shapes.Unfinished]}),
    Operation("GET", "/api/games/{game}", "A game", {200: _GAME, 404: Error, 410: Error}),
    Operation(
        "POST",
        "/api/games/{game}/commands",
        "Play",
        {200: (shapes.Played, shapes.MatchPlayed), **_CHANGED_GAME},
        Say,
    ),
    Operation(
        "POST",
        "/api/games/{game}/take-back",
        "Go back to the game that was left for this one",
        {200: Id, **_CHANGED_GAME},
    ),
    Operation(
        "GET",
        "/api/games/{game}/replay",
        "A game to be watched",
        {200: shapes.Replay, 404: Error, 409: Error, 410: Error},
    ),
    Operation("GET", "/api/series/{series}", "How a series of matches stands", {200: shapes.Series, 404: Error}),
    Operation("GET", "/api/rulesets/{ruleset}", "What a ruleset means", {200: shapes.Rules, 404: Error}),
    Operation("GET", "/api/layouts", "The built-in layouts", {200: list[shapes.LayoutListed]}),
    Operation(
        "POST",
        "/api/layouts",
        "Keep a drawn layout",
        {200: shapes.Board, 201: shapes.Board, 409: Error},
        layouts.Drawn,
    ),
    Operation(
        "POST",
        "/api/layouts/import",
        "Keep the layouts of a file",
        {200: shapes.Boards, 409: Error},
        OCTETS,
        (Parameter("name", _TEXT),),
    ),
    Operation(
        "POST", "/api/layouts/export", "A drawn layout as a file", {200: File(OCTETS), 404: Error}, (layouts.Export)
    ),
    Operation(
        "POST",
        "/api/layouts/measure",
        "What random deals of a drawn layout do",
        {200: shapes.Looked},
        (layouts.Drawn),
        (Parameter("drawing", _TEXT),),
    ),
    Operation(
        "GET",
        "/api/layouts/generated",
        "A layout that is drawn by its number",
        {200: shapes.Drawing, 400: Error},
        query=(
            Parameter("number", {"type": "integer", "minimum": 0, "maximum": 2**60 - 1}, required=True),
            Parameter("difficulty", {"type": "integer", "minimum": 1, "maximum": 4}),
            Parameter("phone", {"enum": ["0", "1"]}),
        ),
    ),
    Operation("POST", "/api/layouts/{id}/measure", "What random deals of a layout do", {200: shapes.Deals, 404: Error}),
    Operation("DELETE", "/api/layouts/{id}", "Take a layout off one's shelf", {200: Id, 404: Error}),
    Operation("GET", "/api/campaign", "The campaign", {200: shapes.Campaign}),
    Operation("GET", "/api/daily", "The boards of the days", {200: shapes.Days, 400: Error}, query=(_MONTH, _OFFSET)),
    Operation("GET", "/api/player", "What one is called in lists", {200: shapes.Name}),
    Operation(
        "POST",
        "/api/player",
        "Say what one wants to be called in lists",
        {200: shapes.Name, 409: Error},
        progress.Named,
    ),
    Operation("GET", "/api/settings", "The settings of whoever asks", {200: shapes.SettingsTold}),
    Operation(
        "PATCH",
        "/api/settings",
        "Change settings, which follow their player from device to device",
        {200: shapes.SettingsTold},
        player_settings.Changes,
    ),
    Operation(
        "GET",
        "/api/leaderboard",
        "The best results, of a layout and a ruleset or of a day's board",
        {200: shapes.List, 400: Error, 409: Error},
        query=(
            _LAYOUT,
            Parameter("ruleset", _TEXT),
            Parameter("family", {"enum": ["solitaire", "connect", "chuopai"]}),
            Parameter("daily", {"type": "string", "format": "date"}),
        ),
    ),
    Operation("GET", "/api/statistics", "What one has done", {200: shapes.StatisticsTold}),
    Operation(
        "GET",
        "/api/practice/{test}",
        "Ten questions of a rule test",
        {200: shapes.Practice, 400: Error, 404: Error},
        query=(
            Parameter("number", {"type": "integer", "minimum": 0, "maximum": MAX_TEN}, required=True),
            Parameter("matching", {"enum": ["family", "identical"]}),
        ),
    ),
    Operation("GET", "/api/pack", "Boards for playing without a network", {200: shapes.Pack, 304: None}),
    Operation("GET", "/api/openapi.json", "This description", {200: dict[str, Any]}),
    Operation("GET", "/api/account", "The account of whoever asks", {200: shapes.Account}),
    Operation("POST", "/api/account", "Sign up", {201: shapes.SignedUp, 409: Error}, account.Named),
    Operation("POST", "/api/account/login", "Log in", {200: shapes.Account, 401: Error}, account.Named),
    Operation(
        "POST",
        "/api/account/recover",
        "Set another password by a code",
        {200: shapes.Account, 401: Error},
        account.Recovery,
    ),
    Operation("POST", "/api/account/logout", "Log out", {200: Nothing, 401: Error}),
    Operation(
        "POST", "/api/account/name", "Take another name", {200: shapes.Account, 401: Error, 409: Error}, account.NewName
    ),
    Operation("POST", "/api/account/password", "Set another password", {200: Nothing, 401: Error}, account.NewPassword),
    Operation(
        "POST", "/api/account/codes", "Make new codes for recovery", {200: shapes.Codes, 401: Error}, (account.Proof)
    ),
    Operation(
        "POST", "/api/account/sessions/end", "End sessions", {200: shapes.Ended, 401: Error, 404: Error}, account.Ending
    ),
    Operation(
        "POST", "/api/account/delete", "Delete all that is kept of one", {200: Nothing, 401: Error}, (account.Proof)
    ),
    Operation("GET", "/api/account/export", "All that is kept of one", {200: dict[str, Any]}),
    Operation("POST", "/api/account/passkeys/ask", "What a passkey is to sign", {200: dict[str, Any]}),
    Operation(
        "POST",
        "/api/account/passkeys/login",
        "Log in by a passkey",
        {200: shapes.Account, 401: Error},
        (account.Signed),
    ),
    Operation(
        "POST",
        "/api/account/passkeys/new",
        "What a new passkey is made from",
        {200: dict[str, Any], 401: Error},
        account.Proof,
    ),
    Operation(
        "POST", "/api/account/passkeys", "Keep a new passkey", {201: Nothing, 401: Error, 409: Error}, (account.Signed)
    ),
    Operation(
        "POST",
        "/api/account/passkeys/remove",
        "Remove a passkey",
        {200: Nothing, 401: Error, 404: Error},
        account.Removed,
    ),
    Operation("GET", "/healthz", "Whether the server lives", {200: shapes.Well}),
    Operation("GET", "/readyz", "Whether the server can be given requests", {200: shapes.Ready}),
)
"""All of the API, in the order of the description."""


def _each(types: Any) -> tuple[Any, ...]:
    """The types of an answer."""
    return types if isinstance(types, tuple) and not isinstance(types, File) else (types,)


def _all_types() -> list[Any]:
    found: list[Any] = [Error]
    for operation in OPERATIONS:
        if operation.body not in (None, OCTETS):
            found.append(operation.body)
        found += [each for types in operation.answers.values() for each in _each(types)]
    return [each for each in found if each is not None and not isinstance(each, File)]


@cache
def document() -> dict[str, Any]:
    """The whole description."""
    types = _all_types()
    schemas, found = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    # Python's end of a text, in the words of JSON Schema.
    components = msgspec.json.decode(msgspec.json.encode(found).replace(rb"\\Z", b"$"))
    known = dict(zip(map(repr, types), schemas, strict=True))
    paths: dict[str, Any] = {}
    for operation in OPERATIONS:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _told(operation, known)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Paishan",
            "version": __version__,
            "description": "What the pages of the game ask the server. A guest is known by a cookie, which comes with "
            "the first game and has to be sent with all that follows.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "security": [{}, {"guest": []}],
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"guest": {"type": "apiKey", "in": "cookie", "name": "paishan"}},
        },
    }


def _told(operation: Operation, known: dict[str, Any]) -> dict[str, Any]:
    """An operation as OpenAPI has it."""
    answers = dict(_ANY)
    if operation.method not in ("GET", "HEAD"):
        answers |= _UNSAFE
    if operation.body is not None:
        answers |= _WITH_BODY
    answers |= operation.answers
    named = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string", "minLength": 1, "maxLength": 100}}
        for name in re.findall(r"\{(\w+)\}", operation.path)
    ]
    asked = [
        {"name": each.name, "in": "query", "required": each.required, "schema": each.schema} for each in operation.query
    ]
    told: dict[str, Any] = {
        "operationId": operation.id,
        "summary": operation.summary,
        "parameters": [*named, *asked],
        "responses": {str(status): _answer(operation, status, answers[status], known) for status in sorted(answers)},
    }
    if operation.body is not None:
        binary = {"type": "string", "format": "binary"}
        media, schema = (OCTETS, binary) if operation.body == OCTETS else (JSON, known[repr(operation.body)])
        # An empty file is a file, of which is told that there is nothing in it.
        told["requestBody"] = {"required": operation.body != OCTETS, "content": {media: {"schema": schema}}}
    return told


def _answer(operation: Operation, status: int, types: Any, known: dict[str, Any]) -> dict[str, Any]:
    told: dict[str, Any] = {"description": HTTPStatus(status).phrase}
    if isinstance(types, File):
        told["content"] = {types.media: {"schema": {"type": "string", "format": "binary"}}}
    elif types is not None:
        schemas = [known[repr(each)] for each in _each(types)]
        told["content"] = {JSON: {"schema": schemas[0] if len(schemas) == 1 else {"anyOf": schemas}}}
    if operation.links and status < 300:
        told["links"] = {
            name: {"operationId": name, "parameters": {"game": "$response.body#/id"}} for name in operation.links
        }
    if status in (429, 503):
        told["headers"] = {"Retry-After": {"description": "Seconds to wait", "schema": {"type": "string"}}}
    return told


def routes() -> list[HTTPRouteHandler]:
    """The description, at an address of its own."""

    @get("/api/openapi.json")
    async def described() -> ASGIApp:
        return Answer.json(document())

    return [described]
