"""Opening a game for whoever asks: any deal of a layout, the deal of a code, a level of the campaign, today's board."""

from __future__ import annotations

import secrets
from typing import Any, NamedTuple

from litestar import Request
from msgspec import UNSET, ValidationError, convert

from paishan.chuopai.deal import LAYOUT as TAG
from paishan.codes import MAX_NUMBER, Code, Dealer
from paishan.connect import grid
from paishan.faults import Said, said_of
from paishan.play import daily
from paishan.play.chuo.ruleset import CHUO_PAI, MatchRuleset
from paishan.play.chuo.table import LAYOUT
from paishan.play.families import AnyRuleset, ruleset
from paishan.play.ruleset import AGAINST_THE_CLOCK, CONNECT, Game
from paishan.store import View
from paishan.web.answers import Problem
from paishan.web.site import Site, asker_of, cookie_header
from paishan.web.wire import Open, explained, layout_name

__all__ = ["NEW", "Asked", "Begun", "open_game", "read_wish"]

Asked = Request[Any, Any, Any]
NEW = "new"
"""What opens a new series."""
_USUAL: dict[str, AnyRuleset] = {"connect": CONNECT, "chuopai": CHUO_PAI}
"""The ruleset of a form that names none, by the game that it names."""
_DEALT = {Dealer.MC1.value: Game.CONNECT.value, Dealer.CP1.value: Game.CHUOPAI.value}
"""The game that a code is for, by its first part, where it is not Mahjong solitaire."""


class Begun(NamedTuple):
    """A game that was opened."""

    view: View
    player: int | None
    """Whose it is."""
    headers: list[tuple[bytes, bytes]]
    """Those that make a newcomer known from then on."""
    new: bool
    """False for today's board, or a series' match, when the player has begun it before."""


def read_wish(form: dict[str, list[str]]) -> Open:
    """What a form wants. What stands beside a level, a day's board or a typed code on the page is not meant then."""
    fields = {name: said[0].strip() for name, said in form.items() if name in Open.__struct_fields__}
    fields = {name: said for name, said in fields.items() if said}
    if fields.get("series") == NEW:
        fields["game"] = Game.CHUOPAI.value
        fields.pop("code", None)
    if fields.keys() & {"level", "daily"}:
        fields = {name: said for name, said in fields.items() if name in ("level", "daily", "offset", "previous")}
    elif fields.get("series", NEW) != NEW:
        fields = {name: said for name, said in fields.items() if name in ("series", "previous")}
    else:
        fields.pop("offset", None)
        if (dealt := _DEALT.get(fields.get("code", "")[:3].upper())) is not None:
            fields.setdefault("game", dealt)
        fields.setdefault("ruleset", _USUAL.get(fields.get("game", ""), AGAINST_THE_CLOCK).id)
        if "code" in fields or fields.get("game") == Game.CHUOPAI:
            fields.pop("layout", None)
    try:
        return convert(fields, Open, strict=False)
    except ValidationError as error:
        raise Problem(400, explained(str(error))) from None


async def open_game(site: Site, request: Asked, wanted: Open) -> Begun:
    """A game as it is wanted. Raises a `Problem` that says what is wrong with the wish."""
    _refuse_contradictions(wanted)
    new = True
    try:
        if wanted.daily is not None:
            player = await _mover(site, request)
            family = daily.Game(wanted.daily)
            view, token, new = await site.days.begin(player, family, wanted.offset or 0, wanted.previous)
        elif wanted.level is not None:
            player = await _mover(site, request)
            view, token = await site.journey.start(player, wanted.level, wanted.previous)
        elif wanted.series is not None and wanted.series != NEW:
            player, token = await site.mover(request.scope), None
            view, new = await site.series.go_on(player, wanted.series, wanted.previous)
        elif wanted.series == NEW:
            rules = _ruleset(wanted)
            if not isinstance(rules, MatchRuleset):
                raise Problem(400, f"a series is played by a ruleset such as {CHUO_PAI.id}, not by {rules.id}")
            player = await _mover(site, request)
            view, token = await site.series.start(player, rules, wanted.previous)
        else:
            rules = _ruleset(wanted)
            code = await _code(site, wanted, rules)
            player = await site.mover(request.scope)
            await _refuse_hopeless(site, request, code)
            if player is None:
                site.admit_newcomer(request.scope)
            typed = wanted.code is not None
            view, token = await site.games.start(player, code, rules, wanted.previous, typed=typed)
    except ValueError as error:
        raise Problem(400, said_of(error)) from None
    owner = player if token is None else await site.games.player(token)
    return Begun(view, owner, [] if token is None else [cookie_header(request.scope, token)], new)


async def _mover(site: Site, request: Asked) -> int | None:
    """Who asks; a newcomer only as long as there are not too many."""
    player = await site.mover(request.scope)
    if player is None:
        site.admit_newcomer(request.scope)
    return player


def _refuse_contradictions(wanted: Open) -> None:
    """Raise a `Problem` for a wish that does not say one thing."""
    if wanted.code is not None and wanted.layout is not None:
        raise Problem(400, "a game is opened with a layout or with a code, not with both")
    if wanted.series == NEW and wanted.code is not None:
        raise Problem(400, "the deals of a series are drawn, so there should be no code")
    going_on = None if wanted.series == NEW else wanted.series
    for name, value in (("level", wanted.level), ("daily", wanted.daily), ("series", going_on)):
        if value is None:
            continue
        others = ("layout", "code", "ruleset", "game", "level", "daily", "series")
        more = [other for other in others if other != name and getattr(wanted, other) not in (None, UNSET)]
        if more:
            raise Problem(400, f"{name} says all there is to say, so there should be no {' and no '.join(more)}")
    if wanted.offset is not None and wanted.daily is None:
        raise Problem(400, "offset belongs to daily")


def _ruleset(wanted: Open) -> AnyRuleset:
    if wanted.ruleset is UNSET:
        raise Problem(400, "ruleset is missing")
    rules = ruleset(wanted.ruleset)
    if wanted.game not in (None, rules.family.value):
        said = Said(
            "the ruleset {ruleset} is for {family}, not for {game}",
            ruleset=rules.id,
            family=rules.family.value,
            game=wanted.game,
        )
        raise Problem(400, said)
    return rules


async def _code(site: Site, wanted: Open, rules: AnyRuleset) -> Code:
    """The deal that is wanted, any of the layout's if only that is named."""
    if wanted.code is not None:
        return Code.parse(wanted.code)
    number = secrets.randbelow(MAX_NUMBER + 1)
    match rules.family:
        case Game.SOLITAIRE if wanted.layout is not None:
            dealer = Dealer.MP1 if wanted.dealer == "proved" else Dealer.MJ1
            return Code(dealer, (await site.library.find(wanted.layout)).tag, number)
        case Game.CONNECT if wanted.layout is not None:
            return Code(Dealer.MC1, grid.by_id(wanted.layout).tag, number)
        case Game.CHUOPAI if wanted.layout in (None, LAYOUT):
            return Code(Dealer.CP1, TAG, number)
    raise Problem(400, Said('a game is opened with a layout ("turtle") or a code ("MJ1-L00-AAAAABL")'))


async def _refuse_hopeless(site: Site, request: Asked, code: Code) -> None:
    """Raise a `Problem` for a random deal of a layout whose random deals hardly ever clear."""
    if code.dealer is Dealer.MP1:
        layout = await site.library.find(code.layout)
        if not await site.measuring.may_be_random(asker_of(request.scope), layout):
            name = layout_name(layout)
            said = Said("random deals of {layout} hardly ever clear; have it dealt from a solution", layout=name)
            raise Problem(400, said)
