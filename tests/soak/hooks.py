"""What Schemathesis is told beyond the description: wishes for games that are granted, so that there is one to play."""

from __future__ import annotations

from typing import Any

import msgspec
import schemathesis

from paishan.web.wire import Open

_WISHES: tuple[dict[str, Any], ...] = (
    {"layout": "first-steps", "ruleset": "taipei"},
    {"layout": "turtle", "ruleset": "against-the-clock", "dealer": "proved"},
    {"layout": "connect-14x6", "ruleset": "connect"},
    {"game": "chuopai", "ruleset": "chuo-pai-vs-normal-normal"},
    {"series": "new", "ruleset": "chuo-pai-vs-normal-normal"},
    {"daily": "solitaire", "offset": 0},
    {"level": 1},
)


@schemathesis.hook
def map_body(context: Any, body: Any) -> Any:
    """Every other wish for a game is one that is granted; wishes that are none stay as they are."""
    if context.operation.label == "POST /api/games" and _is_wish(body):
        number = len(repr(body))
        if number % 2:
            return dict(_WISHES[number // 2 % len(_WISHES)])
    return body


def _is_wish(body: Any) -> bool:
    try:
        msgspec.convert(body, Open)
    except (msgspec.ValidationError, TypeError, ValueError):
        return False
    return True
