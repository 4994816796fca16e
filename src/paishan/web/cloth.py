"""The table of a page: the browser says in a cookie on which one it shows the tiles, so that no other is seen first."""

from __future__ import annotations

from contextvars import ContextVar
from typing import Literal, get_args

from litestar.types import Scope

from paishan.web.site import cookie_of

__all__ = ["TABLE", "Cloth", "lay"]

_COOKIE = "paishan-table"
Cloth = Literal["felt", "night", "paper"]
_TABLES: tuple[Cloth, ...] = get_args(Cloth)

TABLE: ContextVar[Cloth] = ContextVar("TABLE", default=_TABLES[0])
"""While a request is answered: the table that its page is laid with."""


def lay(scope: Scope) -> None:
    """Set `TABLE` to the one that a request wants."""
    wanted = cookie_of(scope, _COOKIE)
    TABLE.set(next((cloth for cloth in _TABLES if cloth == wanted), _TABLES[0]))
