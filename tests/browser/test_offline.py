"""Without a network the game goes on: boards of the pack are played to their end, and all of it arrives later."""

from __future__ import annotations

import json
import os
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

import paishan
from paishan.play.ruleset import TAIPEI
from tests.browser.conftest import Visit
from tests.browser.serving import Server
from tests.browser.test_accessibility import AXE, violations
from tests.browser.visitor import NO_SERVER, GamePage, Visitor, code_of

pytestmark = pytest.mark.browser

KEPT = """() => Object.keys(localStorage).filter((key) => key.startsWith("paishan.local."))
  .map((key) => JSON.parse(localStorage.getItem(key)))"""
KEPT_LAST = """async (paths) => {
  const kept = (await (await caches.open("paishan-games")).keys()).map(({ url }) => new URL(url).pathname)
  return String(kept) === String(paths)
}"""
"""Whether these are the pages of games that are kept, in this order."""
SIGN = "a#no-network"


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Server]:
    """A server that may be stopped."""
    server = Server(tmp_path)
    server.start()
    yield server
    server.stop()
    assert server.errors() == ""


@pytest.fixture
def settled_in(visit: Visit, own: Server) -> Callable[..., Visitor]:
    """Makes visitors whose browser has kept all that it needs without a network."""

    def settle(width: int = 1440, height: int = 900, path: str = "/") -> Visitor:
        visitor = visit(width, height, at=own, service_workers="allow")
        visitor.bring_about(NO_SERVER, "ERR_FAILED", "ERR_ABORTED", "/healthz")
        visitor.page.goto(path)
        keep(visitor.page)
        return visitor

    return settle


def keep(page: Page) -> None:
    """Wait until the service worker has kept everything."""
    page.wait_for_function("() => navigator.serviceWorker.controller?.state === 'activated'", timeout=60_000)


def kept(page: Page) -> list[dict[str, Any]]:
    """The games that are kept in the browser."""
    found: list[dict[str, Any]] = page.evaluate(KEPT)
    return found


def begin(visitor: Visitor, layout: str) -> tuple[GamePage, list[tuple[int, int]]]:
    """A new board of the pack, and a way to clear it."""
    page = visitor.page
    page.locator(f"button[data-layout={layout}]").click()
    page.wait_for_url("**/offline/*?game=*")
    (game,) = [game for game in kept(page) if game["id"] in page.url]
    board: Any = None
    return GamePage(page, board, visitor.context.request), [(a, b) for a, b in game["witness"]]


def games(server: Server) -> list[tuple[str, str, int]]:
    """Ruleset, status and tiles left of every game that the server has."""
    with closing(sqlite3.connect(server.data / "paishan.db")) as reading:
        return reading.execute('SELECT ruleset, status, "left" FROM games ORDER BY ruleset DESC').fetchall()


def test_two_games_are_played_to_their_end_without_a_network(settled_in: Callable[..., Visitor], own: Server) -> None:
    visitor = settled_in()
    page = visitor.page
    visitor.context.set_offline(True)
    page.goto("/")
    expect(page.locator("h1")).to_have_text("Without a connection")
    expect(page.locator(SIGN)).to_be_visible()

    table, witness = begin(visitor, "first-steps")
    assert len(witness) == 18
    table.take(witness[:9])
    expect(page.locator("#left")).to_have_text("18 tiles")
    page.reload()
    table = GamePage(page, table.deal, visitor.context.request)
    assert table.shown()["left"] == "18 tiles"
    table.take(witness[9:])
    expect(page.locator("#won-title")).to_be_visible()

    page.goto("/offline")
    expect(page.locator("#games .facts")).to_have_text(
        "Cleared. It is entered on the server when there is a connection."
    )
    table, witness = begin(visitor, "connect-14x6")
    assert len(witness) == 42
    table.take(witness[:20])
    page.reload()
    table = GamePage(page, table.deal, visitor.context.request)
    table.take(witness[20:])
    expect(page.locator("#won-title")).to_be_visible()
    assert games(own) == []

    page.goto("/offline")
    expect(page.locator("#games li")).to_have_count(2)
    visitor.context.set_offline(False)
    expect(page.locator("#games li")).to_have_count(0, timeout=30_000)
    assert kept(page) == []
    assert games(own) == [("taipei", "cleared", 0), ("connect-standard", "cleared", 0)]


def test_a_game_begun_without_a_server_goes_on_there_when_it_is_back(
    settled_in: Callable[..., Visitor], own: Server
) -> None:
    visitor = settled_in(390, 844)
    page = visitor.page
    own.kill()
    page.goto("/daily")
    expect(page.locator("#missing")).to_be_visible()
    table, witness = begin(visitor, "lantern")
    table.take(witness[:6])
    table.press("undo")
    table.press("undo")
    table.press("redo")
    table.press("hint")
    # The pair that is shown is the witness's next one.
    expect(page.locator("#board > button.hint")).to_have_count(2)
    assert set(table.shown()["hint"]) == set(witness[5])
    page.locator("#menu").click()
    page.locator("#m-restart").click()
    expect(page.locator("#left")).to_have_text("64 tiles")
    table.press("undo")
    expect(page.locator("#left")).to_have_text("54 tiles")
    table.press("shuffle")
    expect(page.locator("#toast-said")).to_have_text("This needs a connection, and there is none now.")
    page.reload()
    table = GamePage(page, table.deal, visitor.context.request)
    assert table.shown()["left"] == "54 tiles"
    expect(page.locator(SIGN)).to_be_visible()

    own.start()
    page.wait_for_url(re.compile(r"/play/[\w-]{22}$"), timeout=60_000)
    table = GamePage(page, table.deal, visitor.context.request)
    state = table.agreed()
    assert [tuple(pair) for pair in state["history"]] == [tuple(sorted(pair)) for pair in witness[:5]]
    assert state["used"] == {"hints": 1, "undos": 3, "shuffles": 0}
    page.wait_for_function("() => !Object.keys(localStorage).some((key) => key.startsWith('paishan.local.'))")
    assert games(own) == [("taipei", "playing", 54)]


def test_a_game_of_the_server_outlives_a_reload_without_a_network(settled_in: Callable[..., Visitor]) -> None:
    visitor = settled_in()
    table = visitor.open(code_of("first-steps"), TAIPEI)
    page = table.page
    table.take(table.deal.witness[:4])
    table.settled()
    visitor.context.set_offline(True)
    table.take(table.deal.witness[4:6])
    page.reload()
    table = visitor.table(code_of("first-steps"), TAIPEI)
    assert table.shown()["left"] == "24 tiles"
    table.take(table.deal.witness[6:8])
    visitor.context.set_offline(False)
    state = table.agreed()
    assert [tuple(pair) for pair in state["history"]] == [tuple(pair) for pair in table.deal.witness[:8]]


def test_a_board_that_cannot_be_had_is_not_begun_and_that_is_said(visit: Visit) -> None:
    visitor = visit()
    visitor.bring_about(NO_SERVER, "ERR_FAILED")
    page = visitor.page
    page.goto("/offline")
    page.route("**/api/pack", lambda route: route.abort())
    page.locator("button[data-layout=turtle]").click()
    expect(page.get_by_role("alert")).to_have_text("This needs a connection, and there is none now.")
    assert page.evaluate(KEPT) == []
    page.unroute("**/api/pack")
    page.locator("button[data-layout=turtle]").click()
    expect(page.locator("#left")).to_have_text("144 tiles")


def test_a_board_that_is_kept_is_played_in_one_window(settled_in: Callable[..., Visitor]) -> None:
    visitor = settled_in()
    page = visitor.page
    visitor.context.set_offline(True)
    page.goto("/")
    table, witness = begin(visitor, "first-steps")
    table.take(witness[:1])
    other = visitor.context.new_page()
    other.goto(page.url)
    expect(other.locator("#elsewhere")).to_have_text("That board is open in another window already.")
    other.close()
    # The board that was won is followed by the choice of another one.
    table.take(witness[1:])
    page.locator("#w-new").click()
    expect(page.locator("#new-title")).to_be_visible()


def test_what_the_server_refuses_stays_here_and_is_explained(settled_in: Callable[..., Visitor], own: Server) -> None:
    visitor = settled_in()
    visitor.bring_about("400")
    page = visitor.page
    own.kill()
    page.goto("/")
    table, witness = begin(visitor, "first-steps")
    table.take(witness[:2])
    page.goto("/offline")
    page.evaluate(
        """() => {
          const key = Object.keys(localStorage).find((key) => key.startsWith("paishan.local."))
          const kept = JSON.parse(localStorage.getItem(key))
          localStorage.setItem(key, JSON.stringify({ ...kept, game: { ...kept.game, code: "MJ1-L99-AAAAABL" } }))
        }"""
    )
    own.start()
    page.reload()
    expect(page.locator("#games .facts")).to_contain_text("The server does not take it: ", timeout=30_000)
    assert games(own) == []
    page.locator("#games a").click()
    expect(page.locator("#left")).to_have_text("32 tiles")
    expect(page.locator("#toast-said")).to_contain_text("so it stays in this browser")


def test_a_form_that_is_sent_without_a_network_leads_to_a_page_that_is_one(settled_in: Callable[..., Visitor]) -> None:
    visitor = settled_in()
    page = visitor.page
    visitor.context.set_offline(True)
    page.locator(".hello:visible").click()
    expect(page.locator("#missing")).to_be_visible()
    assert page.url.endswith("/offline#missing")
    visitor.context.set_offline(False)
    page.locator("#go").click()
    expect(page.locator(".hello:visible")).to_be_visible()


def test_a_game_is_handed_over_once_although_an_answer_was_lost(visit: Visit) -> None:
    visitor = visit()
    visitor.bring_about("ERR_FAILED")
    page = visitor.page
    lost: list[Route] = []

    def lose(route: Route) -> None:
        if route.request.method == "POST" and not lost:
            lost.append(route)
            assert route.fetch().status == 201
            route.abort()
        else:
            route.continue_()

    page.route("**/api/games", lose)
    page.goto("/offline")
    begin(visitor, "first-steps")
    while not lost:
        page.wait_for_timeout(20)
    page.evaluate("setInterval(() => dispatchEvent(new Event('online')), 100)")
    page.wait_for_url(re.compile(r"/play/[\w-]{22}$"))
    unfinished = visitor.context.request.get("/api/games").json()
    assert [game["id"] for game in unfinished] == [page.url[-22:]]


def test_forms_downloads_and_languages_go_their_way_past_what_is_kept(settled_in: Callable[..., Visitor]) -> None:
    visitor = settled_in()
    page = visitor.page
    page.locator(".hello:visible").click()
    page.wait_for_url(re.compile(r"/play/[\w-]{22}$"))
    table = visitor.open(code_of("first-steps"), TAIPEI)
    table.take(table.deal.witness[:1])
    table.settled()
    with page.expect_download() as downloading:
        page.evaluate("document.querySelector('a[download]').click()")
    assert Path(downloading.value.path()).read_text().startswith("paishan record 1")

    page.goto("/")
    page.locator("#settings").click()
    page.locator("select[name=language]").select_option("sv")
    expect(page.locator("html")).to_have_attribute("lang", "sv")
    kept_in = """async () => {
      for (;;) {
        const page = await (await caches.match("/offline")).text()
        if (page.includes('lang="sv"')) return true
        await new Promise((soon) => setTimeout(soon, 200))
      }
    }"""
    assert page.evaluate(kept_in)


@pytest.mark.parametrize(
    "refused",
    ["Cache.prototype.put", "CacheStorage.prototype.open = CacheStorage.prototype.match"],
    ids=["nothing more", "nothing at all"],
)
def test_a_browser_that_keeps_nothing_more_shows_what_the_server_gives(
    settled_in: Callable[..., Visitor], refused: str
) -> None:
    visitor = settled_in()
    page = visitor.page
    (worker,) = visitor.context.service_workers
    worker.evaluate(f"() => {{ {refused} = async () => {{ throw new DOMException('', 'QuotaExceededError') }} }}")
    # The editor's modules are none of those that are kept.
    page.goto("/editor")
    expect(page.locator("#facts")).to_have_text("An empty table")
    page.goto("/")
    page.locator(".hello:visible").click()
    expect(page.locator("#left")).to_have_text("144 tiles")


def test_the_page_of_a_game_that_there_is_no_room_for_again_stays_as_it_was(
    settled_in: Callable[..., Visitor],
) -> None:
    visitor = settled_in()
    first = visitor.open(code_of("first-steps"), TAIPEI)
    second = visitor.open(code_of("first-steps"), TAIPEI)
    page = visitor.page
    page.wait_for_function(KEPT_LAST, arg=[f"/play/{first.id}", f"/play/{second.id}"])
    page.goto(f"/play/{first.id}")
    page.wait_for_function(KEPT_LAST, arg=[f"/play/{second.id}", f"/play/{first.id}"])
    (worker,) = visitor.context.service_workers
    worker.evaluate(
        """() => {
          self.tried = new Promise((done) => {
            Cache.prototype.put = async () => {
              done()
              throw new DOMException("", "QuotaExceededError")
            }
          })
        }"""
    )
    page.reload()
    worker.evaluate("() => self.tried")
    assert page.evaluate(KEPT_LAST, [f"/play/{second.id}", f"/play/{first.id}"])
    visitor.context.set_offline(True)
    page.reload()
    expect(page.locator("#left")).to_have_text("36 tiles")


def test_what_was_heard_of_games_long_ago_is_forgotten_and_what_cannot_be_read_first(visit: Visit) -> None:
    page = visit().page
    page.goto("/offline")
    page.evaluate(
        """() => {
          localStorage.clear()
          for (let at = 1; at <= 13; at++) localStorage.setItem(`paishan.heard.${at}`, JSON.stringify({ at }))
          localStorage.setItem("paishan.heard.torn", '{"at":')
          localStorage.setItem("paishan.heard.null", "null")
        }"""
    )
    page.reload()
    heard = """() => Object.keys(localStorage).filter((key) => key.startsWith("paishan.heard."))
      .map((key) => key.slice(14)).sort()"""
    page.wait_for_function(f"() => ({heard})().length < 15")
    assert page.evaluate(heard) == sorted(map(str, range(2, 14)))


def test_other_files_replace_those_that_were_kept(
    visit: Visit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = Server(tmp_path)
    server.start()
    visitor = visit(at=server, service_workers="allow")
    visitor.bring_about(NO_SERVER, "ERR_FAILED", "ERR_ABORTED")
    page = visitor.page
    page.goto("/")
    keep(page)
    (before,) = [name for name in page.evaluate("caches.keys()") if name != "paishan-games"]
    server.stop()

    newer = tmp_path / "newer"
    assert paishan.__file__ is not None
    shutil.copytree(Path(paishan.__file__).parent, newer / "paishan")
    style = newer / "paishan" / "web" / "static" / "css" / "paishan.css"
    style.write_text(style.read_text() + ".newer { color: red }\n")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(newer), *filter(None, [os.environ.get("PYTHONPATH")])]))
    server.start()
    page.goto("/")
    page.evaluate(
        """async (before) => {
          while (await caches.has(before)) await new Promise((soon) => setTimeout(soon, 200))
        }""",
        before,
    )
    (after,) = [name for name in page.evaluate("caches.keys()") if name != "paishan-games"]
    assert after != before
    server.stop()
    page.goto("/")
    expect(page.locator("h1")).to_have_text("Without a connection")
    assert page.evaluate(
        "[...document.styleSheets].some((s) => [...s.cssRules].some((r) => r.selectorText === '.newer'))"
    )
    assert server.errors() == ""


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (360, 740)])
def test_axe_finds_nothing_without_a_network(settled_in: Callable[..., Visitor], width: int, height: int) -> None:
    visitor = settled_in(width, height)
    visitor.context.add_init_script(AXE)
    page = visitor.page
    visitor.context.set_offline(True)
    page.goto("/daily")
    expect(page.locator(SIGN)).to_be_visible()
    found = violations(page, "in the place of a page")
    begin(visitor, "first-steps")
    expect(page.locator(SIGN)).to_be_visible()
    found += violations(page, "a board that is kept here")
    page.goto("/offline")
    expect(page.locator("#games li")).to_have_count(1)
    expect(page.locator(SIGN)).to_be_visible()
    found += violations(page, "with a game to go on with")
    assert not found, json.dumps(found, indent=1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
