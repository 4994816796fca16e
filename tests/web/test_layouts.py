"""Layouts over HTTP: one's own ones, what is refused and why, games on them, measuring, files to take along."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from paishan.codes import Code, Dealer
from paishan.play.opening import deal_of
from paishan.play.ruleset import TAIPEI
from paishan.solitaire.files import dump
from paishan.solitaire.formats import read, write
from paishan.solitaire.gallery import by_id, layouts
from paishan.solitaire.generator import generate
from paishan.solitaire.installed import Installed
from paishan.solitaire.layout import Layout
from paishan.solitaire.sample import Sample
from paishan.store import Database, Library
from paishan.web import measuring as measuring_module
from paishan.web.cards import packed
from paishan.web.measuring import Measuring
from tests.web.conftest import Client, Rows
from tests.web.test_pages import embedded

HOUSE = [[2 * x, 2 * y, 0] for x in range(4) for y in range(2)] + [[3, 1, 1], [2, 4, 0], [4, 4, 0], [1, 1, 1]]
"""Twelve tiles: a block of eight, two on it between its rows, two under it."""
HOUSE_LAYOUT = Layout.build("house", "House", [(x, y, z) for x, y, z in HOUSE])
ROW = [[2 * x, 0, 0] for x in range(40)]
"""Forty tiles in a row: random deals of it hardly ever clear."""
Everything = Callable[[], list[list[tuple[Any, ...]]]]


@pytest.fixture
def kept(rows: Rows) -> Everything:
    return lambda: [rows(f"SELECT * FROM {table}") for table in ("players", "games", "layouts", "installed")]


def saved(client: Client, slots: list[list[int]] = HOUSE, name: str = "House") -> str:
    answer = client.post("/api/layouts", json={"name": name, "slots": slots})
    assert answer.status_code == 201, answer.text
    id: str = answer.json()["id"]
    return id


def shelf(client: Client) -> list[dict[str, Any]]:
    return [card for card in embedded(client.get("/layouts").text, "layouts") if not card["built_in"]]


def test_a_layout_that_was_drawn_is_kept_and_shown_first(client: Client) -> None:
    assert saved(client) == HOUSE_LAYOUT.tag
    (card,) = shelf(client)
    assert (card["id"], card["name"], card["tiles"], card["layers"]) == (HOUSE_LAYOUT.tag, "House", 12, 2)
    assert card["free"] == HOUSE_LAYOUT.free().bit_count()
    assert (card["columns"], card["rows"], card["phone"], card["first"]) == (4, 3, True, True)


def test_a_layout_is_kept_by_where_its_tiles_lie_and_once(client: Client, rows: Rows) -> None:
    id = saved(client)
    moved = [[x + 3, y + 5, z] for x, y, z in reversed(HOUSE)]
    again = client.post("/api/layouts", json={"name": "Another name", "slots": moved})
    assert (again.status_code, again.json()["status"], again.json()["id"]) == (200, "there", id)
    assert rows("SELECT name FROM layouts") == [("House",)]


def test_what_is_built_in_is_not_kept_again(client: Client, kept: Everything) -> None:
    slots = [list(slot) for slot in by_id("first-steps").slots]
    answer = client.post("/api/layouts", json={"name": "Mine", "slots": slots})
    assert answer.json() == {
        "name": "Mine",
        "tiles": 36,
        "id": "first-steps",
        "status": "built-in",
        "known_as": "First steps",
    }
    assert kept() == [[], [], [], []]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"slots": [[0, 0, 0]]}, "tiles go in pairs, so a layout has an even number of them; this one has 1"),
        ({"slots": []}, "a layout needs at least two tiles; this one has none"),
        (
            {"slots": [[0, 0, 0], [1, 1, 0]]},
            "two tiles overlap on layer 0: at (0, 0) and (1, 1) in half tiles",
        ),
        ({"slots": [[0, 0, 0], [0, 0, 0]]}, "two tiles overlap on layer 0"),
        ({"slots": [[2 * n, 0, 0] for n in range(145)] * 2}, "a layout holds at most 288 tiles; this one has 290"),
        ({"slots": [[0, 0, 0]] * 1025}, "slots should have at most 1024 entries"),
        ({"slots": [[0, 0, 0], [401, 0, 0]]}, "slots[1][0] should be at most 400"),
        ({"slots": [[0, 0, 0], [2, 10**30, 0]]}, "slots[1][1]"),
        ({"slots": [[0, 0, 0], [-2, 0, 0]]}, "slots[1][0] should be at least 0"),
        ({"slots": [[0, 0, 0], [400, 400, 400]]}, "the tiles lie too far apart"),
        ({"slots": [[0, 0, 0], [2, 0, 0.5]]}, "slots[1][2] should be a whole number, but is a number"),
        ({"slots": [[0, 0, 0], ["2", 0, 0]]}, "slots[1][0] should be a whole number, but is text"),
        ({"slots": [[0, 0, 0], [2, 0]]}, "slots[1]"),
        ({"slots": "AAAB"}, "slots should be a list, but is text"),
        ({"slots": None}, "slots should be a list, but is null"),
        ({}, "slots is missing"),
        ({"slots": [[0, 0, 0], [2, 0, 0]], "number": 0}, "number is not known here"),
        ({"slots": [[0, 0, 0], [2, 0, 0]], "name": "x" * 201}, "name"),
        ({"slots": [[0, 0, 0], [0, 0, 1]]}, "its tiles cannot be taken off two free ones at a time"),
        ({"slots": [[0, 0, z] for z in range(150)] + [[4 + 4 * x, 0, 0] for x in range(98)]}, "cannot be taken off"),
    ],
)
def test_a_layout_that_cannot_be_is_refused_with_its_reason(
    client: Client, kept: Everything, body: dict[str, Any], said: str
) -> None:
    answer = client.post("/api/layouts", json={"name": "No", **body})
    assert answer.status_code == 400
    assert said in answer.json()["error"]
    assert kept() == [[], [], [], []]


@pytest.mark.parametrize("path", ["/api/layouts", "/api/layouts/measure", "/api/layouts/export"])
def test_hostile_bodies_are_refused(client: Client, kept: Everything, path: str) -> None:
    plain = {"content-type": "text/plain"}
    assert client.post(path, content=b"{}", headers=plain).status_code == 415
    is_json = {"content-type": "application/json"}
    for body in (
        b"",
        b"[",
        b"[" * 60_000,
        b"null",
        b'{"slots":[[0,0,0],[1e999,0,0]]}',
        b"\xff",
        b'{"slots":[[0,0,0]]}',
    ):
        answer = client.post(path, content=body, headers=is_json)
        assert answer.status_code == 400, body[:50]
        assert answer.json()["error"]
    assert client.post(path, content=b" " * 70_000, headers=is_json).status_code == 413
    foreign = {**is_json, "sec-fetch-site": "cross-site"}
    assert client.post(path, json={"slots": HOUSE}, headers=foreign).status_code == 403
    assert kept() == [[], [], [], []]


def bring(client: Client, data: bytes, name: str = "some.layout") -> list[dict[str, Any]]:
    answer = client.post(f"/api/layouts/import?name={name}", content=data)
    assert answer.status_code == 200, answer.text
    boards: list[dict[str, Any]] = answer.json()["boards"]
    return boards


@pytest.mark.parametrize("format", ["paishan", "kmahjongg", "kyodai", "mah"])
def test_a_file_of_each_program_that_is_written_comes_back_as_the_same_layout(client: Client, format: str) -> None:
    id = saved(client)
    answer = client.get(f"/layouts/{id}/export/{format}")
    assert answer.status_code == 200
    ending = {"paishan": "paishan", "kmahjongg": "layout", "kyodai": "lay", "mah": "json"}[format]
    assert answer.headers["content-disposition"] == f'attachment; filename="house.{ending}"'
    assert read(answer.content)[0].layout == HOUSE_LAYOUT
    drawn = client.post("/api/layouts/export", json={"name": "House", "slots": HOUSE, "format": format})
    assert read(drawn.content)[0].layout == HOUSE_LAYOUT
    assert [board["status"] for board in bring(client, answer.content)] == ["there"]


def test_every_board_of_a_file_is_told_of(client: Client) -> None:
    file = json.loads(write(HOUSE_LAYOUT, "mah"))
    pyramid = json.loads(write(by_id("pyramid"), "mah"))["boards"][0]
    odd = {"id": "odd", "name": "Odd", "map": [[0, [[0, [0, 2, 4]]]]]}
    text = json.dumps({**file, "boards": [*file["boards"], odd, pyramid]})
    said = bring(client, text.encode(), "boards.json")
    assert [(board["name"], board["status"], board["tiles"]) for board in said] == [
        ("House", "added", 12),
        ("Odd", "refused", 3),
        ("Pyramid", "built-in", 120),
    ]
    assert "an even number of them; this one has 3" in said[1]["reason"]
    assert said[2]["known_as"] == "Pyramid"


def test_a_file_with_an_odd_board_is_refused_with_the_reason_and_nothing_is_kept(
    client: Client, kept: Everything
) -> None:
    for data in (
        b"kmahjongg-layout-v1.0\n" + b"1" * 32,
        b"",
        b"\0" * 1000,
        b"PK\3\4" + b"x" * 100,
        b"hello",
        bytes(range(256)) * 50,
    ):
        (said,) = bring(client, data)
        assert said["status"] == "refused"
        assert len(said["reason"]) > 15
    assert kept() == [[], [], [], []]


def test_a_file_may_have_ten_megabytes_and_no_more(client: Client, kept: Everything) -> None:
    (said,) = bring(client, b"x" * 9_999_999)
    assert said["status"] == "refused"
    answer = client.post("/api/layouts/import?name=x", content=b"x" * 10_000_001)
    assert answer.status_code == 413
    assert answer.json()["error"] == "a layout file has at most 10 MB; this one has more"
    assert kept() == [[], [], [], []]


def test_a_game_on_an_installed_layout_is_played_to_the_end_over_a_restart(
    client: Client, serve: Callable[..., Client], rows: Rows
) -> None:
    id = saved(client)
    answer = client.post("/api/games", json={"layout": id, "ruleset": "taipei"})
    assert answer.status_code == 201
    game = answer.json()
    assert game["code"].startswith(f"MJ1-{id}-")
    assert (game["layout"]["id"], game["layout"]["name"], game["layout"]["number"]) == (id, "House", None)
    witness = deal_of(Code.parse(game["code"]), TAIPEI, lambda _: HOUSE_LAYOUT).witness

    def take(asked: Client, seq: int) -> dict[str, Any]:
        command = {"type": "take", "a": witness[seq].a, "b": witness[seq].b}
        body = {"seq": seq, "key": f"k{seq}", "commands": [command]}
        said: dict[str, Any] = asked.post(f"/api/games/{game['id']}/commands", json=body).json()
        return said

    for seq in range(3):
        assert take(client, seq)["state"]["left"] == 10 - 2 * seq
    later = serve()
    later.cookies = client.cookies
    assert later.get(f"/api/games/{game['id']}").json()["state"]["left"] == 6
    for seq in range(3, 6):
        end = take(later, seq)
    assert end["state"]["status"] == "cleared"
    assert rows("SELECT layout, status FROM games") == [(id, "cleared")]


def test_a_layout_is_called_in_every_language_as_its_player_called_it(client: Client) -> None:
    id = saved(client, name="Undo")
    client.headers["accept-language"] = "sv"
    game = client.post("/api/games", json={"layout": id, "ruleset": "taipei"}).json()
    assert '<h1 class="title" id="title">Undo</h1>' in client.get(f"/play/{game['id']}").text
    home = client.get("/").text
    assert "<h2>Undo</h2>" in home
    assert "<b>Undo<" in home
    witness = deal_of(Code.parse(game["code"]), TAIPEI, lambda _: HOUSE_LAYOUT).witness
    commands = [{"type": "take", "a": pair.a, "b": pair.b} for pair in witness]
    client.post(f"/api/games/{game['id']}/commands", json={"seq": 0, "key": "k", "commands": commands})
    assert '<h1 class="title" id="title">Undo</h1>' in client.get(f"/watch/{game['id']}").text
    statistics = client.get(f"/statistics?layout={id}").text
    assert '<span class="grow"><b>Undo</b>' in statistics
    assert "<h3>Undo</h3>" in statistics
    assert '<h3 class="list-name">Undo, Patiens mot klockan</h3>' in statistics
    assert " selected>Undo</option>" in statistics


def test_a_layout_taken_away_is_off_the_shelf_and_its_games_go_on(client: Client) -> None:
    id = saved(client)
    game = client.post("/api/games", json={"layout": id, "ruleset": "taipei"}).json()
    assert client.delete(f"/api/layouts/{id}").status_code == 200
    assert shelf(client) == []
    assert client.delete(f"/api/layouts/{id}").status_code == 404
    assert client.get(f"/play/{game['id']}").status_code == 200
    assert client.post("/api/games", json={"code": game["code"], "ruleset": "taipei"}).status_code == 201
    assert saved(client) == id


def test_nobody_sees_or_takes_away_what_another_player_installed(client: Client, serve: Callable[..., Client]) -> None:
    id = saved(client, name="Mine")
    other = serve()
    assert shelf(other) == []
    assert other.delete(f"/api/layouts/{id}").status_code == 404
    assert saved(other, name="Theirs") == id
    assert [card["name"] for card in shelf(other)] == ["Theirs"]
    assert [card["name"] for card in shelf(client)] == ["Mine"]
    assert other.delete(f"/api/layouts/{id}").status_code == 200
    assert [card["name"] for card in shelf(client)] == ["Mine"]


def test_a_layout_that_the_command_line_installed_is_offered_too(serve: Callable[..., Client], tmp_path: Path) -> None:
    directory = tmp_path / "layouts"
    Installed(directory).add(HOUSE_LAYOUT)
    client = serve(layouts_dir=directory)
    (card,) = shelf(client)
    assert (card["id"], card["name"], card["removable"]) == (HOUSE_LAYOUT.tag, "House", False)
    game = client.post("/api/games", json={"layout": card["id"], "ruleset": "taipei"})
    assert game.json()["layout"]["id"] == HOUSE_LAYOUT.tag


def test_a_layout_is_measured_once_and_that_is_kept(client: Client, serve: Callable[..., Client]) -> None:
    id = saved(client, [list(slot) for slot in by_id("twin-hills").slots[:-2]], "Worn hills")
    assert shelf(client)[0]["measured"] is None
    told = client.post(f"/api/layouts/{id}/measure").json()
    assert told["deals"] == 400
    low, high = told["ci95"]
    assert 0.5 < low <= told["share"] <= high <= 1 and high - low < 0.1
    assert not told["hardly_ever"]
    later = serve()
    later.cookies = client.cookies
    assert shelf(later)[0]["measured"] == told


def test_what_is_being_drawn_is_measured_and_not_kept(client: Client, kept: Everything) -> None:
    told = client.post("/api/layouts/measure", json={"slots": HOUSE}).json()
    assert (told["deals"], told["decided"]) == (200, 200)
    row = client.post("/api/layouts/measure", json={"slots": ROW}).json()
    assert (row["share"], row["hardly_ever"], row["can_be_dealt"]) == (0, True, True)
    stack = client.post("/api/layouts/measure", json={"slots": [[0, 0, 0], [0, 0, 1]]}).json()
    assert (stack["hardly_ever"], stack["can_be_dealt"]) == (True, False)
    assert kept() == [[], [], [], []]


def test_measuring_a_hostile_layout_ends_soon(client: Client) -> None:
    block = [[2 * x, 2 * y, z] for x in range(8) for y in range(6) for z in range(6)]
    started = time.process_time()
    told = client.post("/api/layouts/measure", json={"slots": block}).json()
    assert told["deals"] > 0
    assert time.process_time() - started < 10


def test_a_proved_deal_is_dealt_at_random_and_only_where_that_works(client: Client, kept: Everything) -> None:
    form = {"layout": "first-steps", "ruleset": "taipei", "dealer": "proved"}
    game = client.post("/api/games", json=form).json()
    assert game["code"].startswith("MP1-L02-")
    page = client.post("/games", data=form)
    assert embedded(page.text, "game")["code"].startswith("MP1-L02-")
    plain = client.post("/api/games", json={"layout": "first-steps", "ruleset": "taipei"}).json()
    assert plain["code"].startswith("MJ1-L02-")

    id = saved(client, HOUSE)
    assert client.post("/api/games", json={**form, "layout": id}).json()["code"].startswith(f"MP1-{id}-")
    row = saved(client, ROW, "Row")
    before = kept()[:2]
    for body in ({"layout": row, "dealer": "proved"}, {"code": str(Code(Dealer.MP1, row, 1))}):
        answer = client.post("/api/games", json={"ruleset": "taipei", **body})
        assert answer.status_code == 400
        assert answer.json()["error"] == "random deals of Row hardly ever clear; have it dealt from a solution"
    assert client.post("/api/games", json={**form, "dealer": "cheat"}).status_code == 400
    assert client.post("/games", data={**form, "dealer": "cheat"}).status_code == 400
    assert kept()[:2] == before


def test_the_gallery_shows_every_layout_with_its_places(client: Client) -> None:
    page = client.get("/layouts")
    assert page.status_code == 200
    cards = embedded(page.text, "layouts")
    assert [card["id"] for card in cards] == [layout.id for layout in layouts()]
    turtle = cards[0]
    assert (turtle["tiles"], turtle["layers"], turtle["free"], turtle["columns"], turtle["rows"]) == (144, 5, 35, 15, 8)
    assert turtle["slots"] == packed(by_id("turtle"))
    assert len(page.content) < 120_000


def test_places_are_packed_as_runs_of_touching_tiles() -> None:
    layout = Layout.build("x", "X", [(0, 0, 0), (2, 0, 0), (4, 0, 0), (7, 0, 0), (1, 0, 1), (62, 63, 0)])
    assert packed(layout) == "AAAD" + "AAHB" + "A_-B" + "BABB"
    assert packed(Layout.build("x", "X", [(0, 0, 0), (64, 0, 0)])) == ""


def test_the_editor_starts_from_nothing_or_from_a_layout(client: Client) -> None:
    assert embedded(client.get("/editor").text, "start") is None
    start = embedded(client.get("/editor?layout=turtle").text, "start")
    assert start == {"id": "turtle", "name": "Turtle", "slots": packed(by_id("turtle"))}
    id = saved(client, name="</script>")
    assert embedded(client.get(f"/editor?layout={id}").text, "start")["name"] == "</script>"
    assert client.get("/editor?layout=nowhere").status_code == 404
    assert client.get("/layouts/nowhere/export/mah").status_code == 404
    assert client.get("/layouts/turtle/export/exe").status_code == 404


def test_a_layout_is_generated_from_its_number(client: Client) -> None:
    asked = "/api/layouts/generated?number=7&difficulty=3&phone=1"
    told = client.get(asked).json()
    layout = generate(7, 3, True)
    assert told == client.get(asked).json() == {"name": layout.name, "slots": packed(layout)}
    for wrong in ("number=-1", "number=x", "", "number=1&difficulty=5", f"number={10**30}"):
        answer = client.get(f"/api/layouts/generated?{wrong}")
        assert (answer.status_code, "from 0 to 2^60 - 1" in answer.json()["error"]) == (400, True)


def test_a_layout_that_a_format_cannot_hold_is_not_written(client: Client) -> None:
    high = saved(client, [[4 * x, 0, z] for z in range(20) for x in range(3)], "High")
    answer = client.get(f"/layouts/{high}/export/kyodai")
    assert answer.status_code == 400
    assert "High cannot be written for Kyodai" in answer.text


def test_home_offers_seven_layouts_the_last_played_first_and_the_way_to_all(client: Client) -> None:
    page = client.get("/").text
    # With which to begin, on a wide screen and on a phone held upright; then all seven.
    seven = ["turtle", "first-steps", "lantern", "twin-hills", "hourglass", "pyramid", "butterfly"]
    assert re.findall('name="layout" value="([^"]+)"', page) == ["turtle", "first-steps", *seven]
    assert f"All {len(layouts())} layouts" in page
    id = saved(client)
    for layout in ("crane", id):
        client.post("/api/games", json={"layout": layout, "ruleset": "taipei"})
    page = client.get("/").text
    assert f'value="{id}"' in page and 'value="crane"' in page and 'value="turtle"' in page
    assert len(page.encode()) < 40_000


def test_own_files_are_read_back_without_their_number(client: Client) -> None:
    (said,) = bring(client, dump(by_id("turtle")).encode())
    assert (said["status"], said["id"]) == ("built-in", "turtle")


def test_a_look_overtaken_by_a_newer_one_of_the_same_asker_ends_early(tmp_path: Path) -> None:
    async def look() -> list[Sample]:
        database = Database(f"sqlite:///{tmp_path}/paishan.db")
        measuring = Measuring(Library(database))
        looks = (measuring.look(asker, by_id("turtle"), 60) for asker in ("a", "a", "b"))
        found = await asyncio.gather(*looks)
        database.close()
        return found

    first, second, other = asyncio.run(look())
    assert first.deals < 60
    assert second.deals == other.deals == 60


def test_a_look_that_was_dropped_is_not_what_is_known_of_a_layout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    layout = Layout.build("two-stacks", "Two stacks", [(0, 0, 0), (4, 0, 0), (0, 0, 1), (4, 0, 1)])
    whole = Sample(400, 200, 200)
    looks: list[int] = []
    kept: list[tuple[str, int]] = []

    def looked(layout: Layout, deals: int, go_on: Callable[[], bool]) -> Sample:
        dropped = not looks
        looks.append(deals)
        while dropped and go_on():
            time.sleep(0.001)
        return Sample(3, 0, 3) if dropped else whole

    async def keep(tag: str, measured: dict[str, Any]) -> None:
        kept.append((tag, measured["deals"]))

    monkeypatch.setattr(measuring_module, "sampled", looked)

    async def both() -> None:
        database = Database(f"sqlite:///{tmp_path / 'paishan.db'}")
        library = Library(database)
        monkeypatch.setattr(library, "keep_measured", keep)
        measuring = Measuring(library)
        await asyncio.gather(*(measuring.measure("ada", layout) for _ in range(2)))
        database.close()

    asyncio.run(both())
    assert (looks, kept) == ([400, 400], [(layout.tag, 400)])
