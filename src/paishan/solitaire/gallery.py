"""The built-in layouts, read from the files beside this module; their ids and numbers stay for ever."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from paishan.faults import Fault
from paishan.solitaire.files import LayoutError, loads
from paishan.solitaire.layout import Layout

__all__ = ["by_id", "by_tag", "layouts"]


@cache
def layouts() -> tuple[Layout, ...]:
    """Every built-in layout, by number."""
    return tuple(sorted(map(_read, _ids()), key=lambda layout: -1 if layout.number is None else layout.number))


@cache
def _ids() -> frozenset[str]:
    """The ids of the layouts that there are: each is the name of its file."""
    names = (file.name for file in files("paishan.solitaire").joinpath("layouts").iterdir())
    return frozenset(name.removesuffix(".paishan") for name in names if name.endswith(".paishan"))


@cache
def _read(id: str) -> Layout:
    name = f"{id}.paishan"
    try:
        return loads(files("paishan.solitaire").joinpath("layouts", name).read_text("utf-8"))
    except LayoutError as error:
        raise LayoutError(error.message, error.line, error.column, name) from None


def by_id(id: str) -> Layout:
    """The built-in layout with this id. Raises `ValueError` that names those there are.

    >>> turtle = by_id("turtle")
    >>> len(turtle), turtle.layers, turtle.tag
    (144, 5, 'L00')
    """
    if id in _ids():
        return _read(id)
    raise Fault(
        "there is no layout {id!r}; there are {known}", id=id, known=", ".join(layout.id for layout in layouts())
    )


def by_tag(tag: str) -> Layout:
    """The built-in layout that a game code names, such as `L00`. Raises `ValueError` for one that is not here."""
    for layout in layouts():
        if layout.tag == tag:
            return layout
    if tag[0] == "H":
        raise Fault("the layout {tag} of this code is not here; install its file first", tag=tag)
    raise Fault("there is no layout {tag}", tag=tag)
