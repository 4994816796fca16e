"""Layouts of players: kept once by their hash, on as many shelves as there are players who have them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec

import pytest

from paishan.codes import Code, Dealer
from paishan.play.ruleset import TAIPEI
from paishan.solitaire.installed import Installed
from paishan.solitaire.layout import Layout
from paishan.store import Database, Games, Library, New, ShelfFull, layouts
from tests.store.shelf import Shelf, ask, database_of_version

P = ParamSpec("P")
BLOCK = Layout.build("block", "Block", [(2 * x, 2 * y, 0) for x in range(4) for y in range(2)])
ROWS = [Layout.build("row", f"Row {n}", [(2 * x, 0, 0) for x in range(2 * n)]) for n in range(1, 5)]


def awaited(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """A test that is run to its end."""

    @wraps(test)
    def run(*given: P.args, **named: P.kwargs) -> None:
        asyncio.run(test(*given, **named))

    return run


async def guest(shelf: Shelf) -> int:
    _, player = await shelf.open()
    return player


@awaited
async def test_a_layout_is_on_the_shelf_of_who_installed_it(shelf: Shelf) -> None:
    library = Library(shelf.database, lambda: shelf.ms)
    one, other = await guest(shelf), await guest(shelf)
    assert await library.add(one, [New(BLOCK, by="Ada", category="Flat")]) == ([True], None)
    assert await library.add(one, [New(BLOCK)]) == ([False], None)
    (own,) = await library.shelf(one)
    assert (own.layout, own.layout.id, own.layout.name) == (BLOCK, BLOCK.tag, "Block")
    assert (own.by, own.category, own.removable) == ("Ada", "Flat", True)
    assert await library.shelf(other) == await library.shelf(None) == []
    assert await library.find(BLOCK.tag) == BLOCK


@awaited
async def test_a_guest_is_made_with_the_first_layout(shelf: Shelf) -> None:
    library = Library(shelf.database)
    added, token = await library.add(None, [New(row) for row in ROWS])
    assert added == [True] * 4
    player = await shelf.games.player(token)
    assert {own.layout.name for own in await library.shelf(player)} == {"Row 1", "Row 2", "Row 3", "Row 4"}


@awaited
async def test_the_newest_stand_first(shelf: Shelf) -> None:
    library = Library(shelf.database, lambda: shelf.ms)
    player = await guest(shelf)
    for row in ROWS:
        shelf.ms += 1000
        await library.add(player, [New(row)])
    assert [own.layout.name for own in await library.shelf(player)] == ["Row 4", "Row 3", "Row 2", "Row 1"]


@awaited
async def test_games_go_on_after_the_layout_is_taken_away_and_in_another_process(shelf: Shelf) -> None:
    library = Library(shelf.database)
    games = Games(shelf.database, layout_of=library.by_tag)
    player = await guest(shelf)
    await library.add(player, [New(BLOCK)])
    view, _ = await games.start(player, Code(Dealer.MJ1, BLOCK.tag, 7), TAIPEI)
    assert await library.last_played(player, 2) == [BLOCK.tag, "L02"]
    assert await library.remove(player, BLOCK.tag)
    assert not await library.remove(player, BLOCK.tag)
    assert await library.shelf(player) == []
    later = Database(shelf.place)
    again = await Games(later, layout_of=Library(later).by_tag).view(view.id, player)
    assert again.layout == BLOCK
    later.close()


@awaited
async def test_a_full_shelf_takes_nothing_of_a_file(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layouts, "MOST_INSTALLED", 3)
    library = Library(shelf.database)
    player = await guest(shelf)
    with pytest.raises(ShelfFull, match="a player may have 3 layouts"):
        await library.add(player, [New(row) for row in ROWS])
    assert await library.shelf(player) == []
    assert shelf.rows("SELECT count(*) FROM layouts") == [(0,)]
    assert await library.add(player, [New(row) for row in ROWS[:3]]) == ([True] * 3, None)


@awaited
async def test_what_was_measured_stays_with_the_layout(shelf: Shelf) -> None:
    library = Library(shelf.database)
    player = await guest(shelf)
    await library.add(player, [New(BLOCK), New(ROWS[1])])
    await library.keep_measured(BLOCK.tag, {"deals": 400, "share": 0.5})
    await library.keep_measured("HAAAAAAAAAAAA", {"deals": 1})
    assert await library.measured([BLOCK.tag, ROWS[1].tag, "HAAAAAAAAAAAA"]) == {
        BLOCK.tag: {"deals": 400, "share": 0.5}
    }


@awaited
async def test_the_directory_of_the_command_line_is_looked_into_as_well(shelf: Shelf, tmp_path: Path) -> None:
    directory = Installed(tmp_path / "layouts")
    library = Library(shelf.database, directory=directory)
    assert await library.shelf(None) == []
    directory.add(BLOCK)
    (own,) = await library.shelf(None)
    assert (own.layout.id, own.layout.name, own.removable) == (BLOCK.tag, "Block", False)
    assert library.by_tag(BLOCK.tag).id == BLOCK.tag
    player = await guest(shelf)
    await library.add(player, [New(BLOCK)])
    assert [each.removable for each in await library.shelf(player)] == [True]


@awaited
async def test_layouts_that_are_not_here_are_named(shelf: Shelf) -> None:
    library = Library(shelf.database)
    for name, said in (
        ("HAAAAAAAAAAAA", "the layout HAAAAAAAAAAAA of this code is not here; install its file first"),
        ("L99", "there is no layout L99"),
        ("nowhere", "there is no layout 'nowhere'"),
    ):
        with pytest.raises(ValueError, match=said):
            await library.find(name)


def test_a_database_of_the_first_version_keeps_its_games(place: str) -> None:
    database_of_version("0001", place)
    ask(place, "INSERT INTO players VALUES (1, ?, 5)", b"x")
    Database(place).close()
    assert ask(place, "SELECT id FROM players") == [(1,)]
    assert ask(place, "SELECT count(*) FROM installed") == [(0,)]
