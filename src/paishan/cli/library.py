"""Layouts by the names that a person gives them: built-in ones, and those installed with the user's data."""

from __future__ import annotations

import os
from contextlib import suppress
from difflib import get_close_matches
from pathlib import Path

from paishan.cli.output import Misuse
from paishan.solitaire import gallery
from paishan.solitaire.installed import Installed
from paishan.solitaire.layout import Layout

__all__ = ["all_layouts", "by_tag", "installed", "layout_named"]


def installed() -> Installed:
    """The user's own layouts, in the directory `layouts` of their data."""
    import platformdirs

    return Installed(Path(os.path.normpath(platformdirs.user_data_dir("paishan", appauthor=False))) / "layouts")


def all_layouts() -> tuple[Layout, ...]:
    """Built-in layouts by number, then installed ones by name."""
    return (*gallery.layouts(), *installed().list())


def layout_named(name: str) -> Layout:
    """The layout with this id, or this name in game codes. Raises `Misuse` that offers what is spelled alike."""
    known = all_layouts()
    for layout in known:
        if name == layout.id:
            return layout
    for layout in known:
        if name.upper() == layout.tag:
            return layout
    alike = get_close_matches(name.lower(), [layout.id for layout in known])
    meant = f"did you mean {' or '.join(alike)}? " if alike else ""
    raise Misuse(f"there is no layout {name[:40]!r}; {meant}'paishan layouts list' shows all there are")


def by_tag(tag: str) -> Layout:
    """The layout that a game code names: built in, of the campaign, or installed. Raises `ValueError` for no other."""
    from paishan.play import campaign

    with suppress(ValueError):
        return campaign.by_tag(tag)
    return installed().by_tag(tag) if tag.startswith("H") else gallery.by_tag(tag)
