"""The campaign (C3): clearing a level, with any stars, opens the next; a level keeps its best result."""

from __future__ import annotations

import asyncio

import pytest

from paishan.play import campaign
from paishan.play.messages import Command, GiveUp, Hint, Take
from paishan.store import Cleared, Journey, LevelShut
from tests.store.shelf import Shelf


def winning(level: int) -> list[Command]:
    """All pairs that clear a level."""
    return [Take(*pair) for pair in campaign.level(level).witness]


async def guest(shelf: Shelf) -> int:
    _, player = await shelf.open()
    return player


def journey_of(shelf: Shelf) -> Journey:
    return Journey(shelf.database, shelf.games)


async def clear(shelf: Shelf, player: int, level: int, wait: int = 0, help: bool = False) -> str:
    """Play a level to its end, in so many milliseconds, with a hint or without."""
    view, _ = await journey_of(shelf).start(player, level)
    said = [*([Hint()] if help else []), *winning(level)]
    await shelf.games.command(view.id, player, 0, "most", said[:-1])
    shelf.ms += wait
    await shelf.games.command(view.id, player, len(said) - 1, "last", said[-1:])
    return view.id


def test_at_first_the_first_level_is_open_and_no_other() -> None:
    progress = asyncio.run(Journey(None, None).progress(None))  # type: ignore[arg-type]
    assert [level for level in campaign.LEVELS if progress.is_open(level)] == [1]
    assert progress.next == 1


def test_levels_are_climbed_one_by_one(place: str) -> None:
    async def play() -> None:
        shelf = Shelf(place, layout_of=campaign.by_tag)
        journey = journey_of(shelf)
        player = await guest(shelf)
        for level in (1, 2, 3):
            with pytest.raises(LevelShut, match=f"level {level + 1} opens when level {level} is cleared"):
                await journey.start(player, level + 1)
            view, _ = await journey.start(player, level)
            assert (view.occasion, view.ruleset.id, view.code) == (
                f"level-{level}",
                "classic",
                str(campaign.level(level).code),
            )
            await shelf.games.command(view.id, player, 0, "lost", [*winning(level)[:2], GiveUp()])
            assert not (await journey.progress(player)).is_open(level + 1)
            # However long it takes, and with help: one star opens the next.
            await clear(shelf, player, level, wait=170_000, help=True)
            progress = await journey.progress(player)
            assert progress.is_open(level + 1)
            assert progress.next == level + 1
            assert set(progress.cleared) == set(range(1, level + 1))
        other = await guest(shelf)
        with pytest.raises(LevelShut):
            await journey.start(other, 2)
        with pytest.raises(ValueError, match="levels 1 to 120, not 121"):
            await journey.start(player, 121)
        shelf.close()

    asyncio.run(play())


def test_a_level_keeps_its_best_result(place: str) -> None:
    async def play() -> None:
        shelf = Shelf(place, layout_of=campaign.by_tag)
        journey = journey_of(shelf)
        player = await guest(shelf)
        pairs = len(campaign.level(1).witness)
        # All pairs at once are one combo: 100, 200, 300 … a pair.
        full = 100 * pairs * (pairs + 1) // 2
        await clear(shelf, player, 1, wait=4_000, help=True)
        assert (await journey.progress(player)).cleared[1] == Cleared(2, full, -4_000)
        await clear(shelf, player, 1, wait=4_000)
        assert (await journey.progress(player)).cleared[1] == Cleared(3, full, -4_000)
        await clear(shelf, player, 1, wait=5_000)
        # The last pair comes after the combo: it counts once, and the result before was better.
        assert (await journey.progress(player)).cleared[1] == Cleared(3, full, -4_000)
        await clear(shelf, player, 1, wait=1_000)
        assert (await journey.progress(player)).cleared[1] == Cleared(3, full, -1_000)
        assert (await journey.progress(player)).cleared[1].ms == 1_000
        shelf.close()

    asyncio.run(play())
