"""A game that is watched again in the browser: from the first board to the last, by steps, by itself, by whoever."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from paishan.codes import Code, Dealer
from paishan.connect.grid import GRIDS
from paishan.play.opening import deal_of, open_table
from paishan.play.recording import play_move
from paishan.play.ruleset import CONNECT, TAIPEI
from paishan.records import Record
from paishan.solitaire.layout import bits
from tests.browser.conftest import Visit
from tests.browser.visitor import Visitor, code_of, stop_time

pytestmark = pytest.mark.browser

_PRESENT = """() => [...document.querySelectorAll("#board > button:not(.gone)")]
  .map((tile) => Number(tile.dataset.slot)).sort((a, b) => a - b)"""


def take(pair: tuple[int, int]) -> dict[str, Any]:
    return {"type": "take", "a": pair[0], "b": pair[1]}


def said(visitor: Visitor, game: dict[str, Any], *commands: dict[str, Any], seq: int = 0) -> dict[str, Any]:
    """Give commands by the game's API."""
    body = {"seq": seq, "key": f"from{seq}", "commands": commands}
    answer = visitor.context.request.post(f"/api/games/{game['id']}/commands", data=body)
    assert answer.status == 200, answer.text()
    state: dict[str, Any] = answer.json()["state"]
    return state


def begun(visitor: Visitor, code: str, rules: str = "taipei") -> dict[str, Any]:
    answer = visitor.context.request.post("/api/games", data={"code": code, "ruleset": rules})
    assert answer.status == 201, answer.text()
    game: dict[str, Any] = answer.json()
    return game


def present(page: Page) -> list[int]:
    found: list[int] = page.evaluate(_PRESENT)
    return found


def test_every_step_of_a_replay_is_as_the_rules_have_it(visit: Visit) -> None:
    visitor = visit()
    code = code_of("first-steps", 3)
    way = [take(pair) for pair in deal_of(Code.parse(code), TAIPEI).witness]
    game = begun(visitor, code)
    end = said(visitor, game, {"type": "hint"}, *way[:3], {"type": "undo"}, {"type": "redo"}, {"type": "shuffle"})
    end = said(visitor, game, {"type": "undo"}, {"type": "restart"}, *way, seq=7)
    assert (end["status"], end["present"]) == ("cleared", [])
    page = visitor.page
    page.goto(f"/watch/{game['id']}")
    record = Record.parse(visitor.context.request.get(f"/watch/{game['id']}/record").text())
    assert record.code == Code.parse(code)

    table = open_table(record.code, TAIPEI)
    expect(page.locator("#said")).to_have_text("The board as it was dealt.")
    assert present(page) == list(bits(table.board.present))
    for number, move in enumerate(record.moves, 1):
        play_move(table, move)
        page.keyboard.press("ArrowRight")
        expect(page.locator("#count")).to_have_text(f"{number}/{len(record.moves)}")
        assert present(page) == list(bits(table.board.present)), str(move)
    faces = page.evaluate(
        "[...document.querySelectorAll('#board > button')].sort((a, b) => a.dataset.slot - b.dataset.slot)"
        ".map((tile) => tile.querySelector('use').getAttribute('href').split('#')[1])"
    )
    assert faces == [kind.label for kind in table.board.kinds]
    assert [move.word for move in record.moves[:9]] == [
        *("hint", "take", "take", "take", "undo", "redo", "shuffle", "undo", "restart")
    ]
    expect(page.locator("#left")).to_have_text("0 tiles left")
    expect(page.locator("#said")).to_contain_text("Cleared.")
    page.keyboard.press("Home")
    expect(page.locator("#count")).to_have_text(f"0/{len(record.moves)}")
    page.get_by_role("slider", name="Moves").fill("9")
    expect(page.locator("#said")).to_have_text("The board from the start.")
    assert len(present(page)) == 36


def test_a_replay_plays_by_itself_and_stops_at_the_end(visit: Visit) -> None:
    visitor = visit(360, 740, reduced_motion="reduce")
    code = code_of("first-steps", 2)
    way = [take(pair) for pair in deal_of(Code.parse(code), TAIPEI).witness]
    game = begun(visitor, code)
    said(visitor, game, *way)
    page = visitor.page
    page.clock.install()
    page.goto(f"/watch/{game['id']}")
    page.get_by_role("radio", name="4×").check()
    stop_time(page)
    page.get_by_role("button", name="Run").click()
    # At this speed a board stands for 300 ms, and the next pair is lit before it goes.
    page.clock.run_for(920)
    expect(page.locator("#count")).to_have_text("3/18")
    expect(page.locator("#board .sel")).to_have_count(0)
    page.clock.run_for(200)
    expect(page.locator("#board .sel")).to_have_count(2)
    expect(page.locator("#run")).to_be_in_viewport()
    page.clock.run_for(10_000)
    expect(page.locator("#left")).to_have_text("0 tiles left")
    expect(page.get_by_role("button", name="Run")).to_be_visible()
    expect(page.locator("#live")).to_have_text("Move 18 of 18: " + page.locator("#said").inner_text())


def test_a_game_of_connect_is_watched_with_its_lines(visit: Visit) -> None:
    visitor = visit()
    code = str(Code(Dealer.MC1, GRIDS[1].tag, 1))
    table = open_table(Code.parse(code), CONNECT)
    way = list(table.deal.witness)
    game = begun(visitor, code, "connect")
    end = said(visitor, game, *map(take, way))
    assert end["status"] == "cleared"
    page = visitor.page
    page.clock.install()
    page.goto(f"/watch/{game['id']}")
    stop_time(page)
    page.keyboard.press("Space")
    page.clock.run_for(700)
    expect(page.locator("#board .line path")).to_have_count(1)
    page.keyboard.press("End")
    expect(page.locator("#left")).to_have_text("0 tiles left")
    expect(page.locator("#points")).to_have_text(f"{end['score']} points")


def test_a_finished_game_is_for_everybody_who_has_its_address_and_no_other_is(visit: Visit) -> None:
    owner, stranger = visit(), visit()
    code = code_of("first-steps")
    way = [take(pair) for pair in deal_of(Code.parse(code), TAIPEI).witness]
    game = begun(owner, code)
    said(owner, game, *way[:-1])
    stranger.bring_about("404")
    stranger.page.goto(f"/watch/{game['id']}")
    expect(stranger.page.get_by_role("heading", name="There is nothing here")).to_be_visible()
    assert stranger.context.request.get(f"/watch/{game['id']}/record").status == 404
    owner.page.goto(f"/watch/{game['id']}")
    owner.page.get_by_role("button", name="About this game").click()
    expect(owner.page.get_by_text("not over yet: only you can watch it")).to_be_visible()

    said(owner, game, way[-1], seq=len(way) - 1)
    stranger.page.goto(f"/watch/{game['id']}")
    stranger.page.get_by_role("button", name="About this game").click()
    about = stranger.page.get_by_role("dialog", name="About this game")
    expect(about.get_by_text(f"paishan verify {code}.txt")).to_be_visible()
    expect(about.locator("#address")).to_have_text(stranger.page.url)
    with stranger.page.expect_download() as saved:
        about.get_by_role("link", name="Save the record").click()
    assert saved.value.suggested_filename == f"{code}.txt"
    assert len(Record.parse(saved.value.path().read_text()).moves) == 18


def test_whoever_is_shown_a_game_plays_the_same_board_by_the_same_rules(visit: Visit) -> None:
    """A result is shared by a link, so a friend who follows it is one press away from the board itself."""
    owner, friend = visit(), visit(360, 740, has_touch=True, is_mobile=True)
    code = code_of("first-steps")
    way = [take(pair) for pair in deal_of(Code.parse(code), TAIPEI).witness]
    game = begun(owner, code)
    said(owner, game, *way[:-1])
    own = owner.page.get_by_role("button", name="Play it yourself")
    owner.page.goto(f"/watch/{game['id']}")
    expect(own).to_have_count(0)
    said(owner, game, way[-1], seq=len(way) - 1)
    friend.page.goto(f"/watch/{game['id']}")
    friend.page.get_by_role("button", name="Play it yourself").tap()
    friend.page.wait_for_url("**/play/*")
    record = friend.server.record(friend.page.url.rpartition("/")[2])
    assert (str(record.code), record.ruleset) == (code, "taipei")
