"""Records that the server gives away are verified by the command line, whatever the ruleset."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from paishan.codes import Code
from paishan.play import campaign
from paishan.play.messages import Command, Hint, Restart, Rewind, Shuffle, Take, Undo
from paishan.play.opening import deal_of
from paishan.play.ruleset import RULESETS, ruleset
from paishan.store import Database, Games, Journey
from tests.cli.conftest import Run

CODE = Code.parse("MJ1-L02-AAAAABW")
OWN = "taipei-identical-undo-3-undo-costs-5-shuffle-locked-shuffles-2-hints-2-timed-points"


def shared(tmp_path: Path, id: str) -> str:
    """The record of a game of First steps with help of every kind, as far as the ruleset allows it."""

    async def play() -> str:
        database = Database(f"sqlite:///{tmp_path}/paishan.db")
        ms = 1_000
        games = Games(database, now=lambda: ms, layout_of=campaign.by_tag)
        rules = ruleset(id)
        view, token = await games.start(None, CODE, rules)
        player = await games.player(token)
        pairs: list[Command] = [Take(*pair) for pair in deal_of(CODE, rules).witness]
        said: list[Command] = [Hint(), *pairs[:3], Undo(), Shuffle(), Rewind(), Restart(), Hint(), Hint(), *pairs]
        for seq, command in enumerate(said):
            ms += 1_500
            await games.command(view.id, player, seq, f"k{seq}", [command])
        record = str(await games.record(view.id, player))
        database.close()
        return record

    return asyncio.run(play())


@pytest.mark.parametrize("id", [*(rules.id for rules in RULESETS), OWN])
def test_a_record_of_any_ruleset_holds(run: Run, tmp_path: Path, id: str) -> None:
    file = tmp_path / "game.txt"
    file.write_text(shared(tmp_path, id))
    assert f"ruleset: {id}" in file.read_text()
    assert run("verify", file) == (0, f"{file}: ok\n", "")


def test_a_record_of_a_level_holds(run: Run, tmp_path: Path) -> None:
    async def play() -> str:
        database = Database(f"sqlite:///{tmp_path}/paishan.db")
        games = Games(database, layout_of=campaign.by_tag)
        view, token = await Journey(database, games).start(None, 1)
        player = await games.player(token)
        await games.command(view.id, player, 0, "k", [Take(*pair) for pair in campaign.level(1).witness])
        record = str(await games.record(view.id, player))
        database.close()
        return record

    file = tmp_path / "level.txt"
    file.write_text(asyncio.run(play()))
    assert "code: MJ1-H" in file.read_text()
    assert run("verify", file) == (0, f"{file}: ok\n", "")
