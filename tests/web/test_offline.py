"""What a browser is given so that the game can be installed and played without a network."""

from __future__ import annotations

import json
import re
import struct
from typing import Any

import pytest

from paishan.codes import Code
from paishan.pairs import Pair
from paishan.play.messages import Status, Take
from paishan.play.opening import open_table
from paishan.play.ruleset import ruleset
from tests.web.conftest import Client


def test_the_manifest_says_how_the_game_is_installed(client: Client) -> None:
    page = client.get("/").text
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page
    answer = client.get("/manifest.webmanifest")
    assert answer.headers["content-type"] == "application/manifest+json"
    said = answer.json()
    assert (said["name"], said["start_url"], said["scope"], said["display"]) == ("Paishan", "/", "/", "standalone")
    assert said["theme_color"] == "#1f4f3b"
    assert {(icon["sizes"], icon["purpose"]) for icon in said["icons"] if icon["type"] == "image/png"} == {
        ("192x192", "any"),
        ("512x512", "any"),
        ("192x192", "maskable"),
        ("512x512", "maskable"),
    }


def test_every_icon_has_the_size_that_the_manifest_says(client: Client) -> None:
    for icon in client.get("/manifest.webmanifest").json()["icons"]:
        answer = client.get(icon["src"])
        assert answer.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            wide, high = struct.unpack(">II", answer.content[16:24])
            assert f"{wide}x{high}" == icon["sizes"]


def test_a_phone_that_asks_for_an_icon_gets_one(client: Client) -> None:
    assert '<link rel="apple-touch-icon" href="/apple-touch-icon.png">' in client.get("/").text
    icon = client.get("/apple-touch-icon.png")
    assert icon.headers["content-type"] == "image/png"
    assert struct.unpack(">II", icon.content[16:24]) == (180, 180)


def build_of(client: Client) -> dict[str, Any]:
    """What the service worker is told."""
    script = client.get("/sw.js").text
    found: dict[str, Any] = json.loads(script.partition("\n")[0].removeprefix("const BUILD = "))
    return found


def test_the_service_worker_is_told_what_to_keep_and_all_of_it_is_there(client: Client) -> None:
    answer = client.get("/sw.js")
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    build = build_of(client)
    matches = ["/offline/chuo-pai-vs-easy-easy", "/offline/chuo-pai-vs-normal-normal"]
    boards = ["/offline/taipei", "/offline/connect-standard"]
    assert build["pages"] == ["/offline", *boards, *matches, "/rules", "/api/pack"]
    for path in (*build["files"], *build["pages"]):
        assert client.get(path).status_code == 200, path
    names = {path.rpartition("/")[2] for path in build["files"]}
    assert {
        "main.js",
        "connect.js",
        "chuo.js",
        "sheets-board.js",
        "sheets-match.js",
        "onward.js",
        "match.js",
        "dominoes.svg",
        "local.js",
        "pack.js",
        "won.js",
        "rules.js",
        "paishan.css",
        "pictures.svg",
    } <= names


def test_a_kept_page_names_only_files_that_are_kept(client: Client) -> None:
    build = build_of(client)
    for path in build["pages"]:
        named = re.findall(r'"(/static/[^"#]+)', client.get(path).text)
        assert set(named) <= set(build["files"]), path


@pytest.mark.parametrize(("code", "board", "cleared"), [("en", "Board", "Cleared"), ("sv", "Bräde", "Rensat")])
def test_a_board_whose_name_only_the_browser_knows_is_called_a_board(
    client: Client, code: str, board: str, cleared: str
) -> None:
    page = client.get("/offline/taipei", headers={"accept-language": code}).text
    assert f"<title>{board} – Paishan</title>" in page
    assert '<h1 class="title" id="title"></h1>' in page
    assert f'<h2 id="won-title">{cleared}</h2>' in page


def test_every_board_of_the_pack_is_cleared_by_its_witness(client: Client) -> None:
    pack = client.get("/api/pack").json()
    assert len({game["code"] for game in pack["games"]}) == len(pack["games"]) == 50
    boards = [game for game in pack["games"] if game["family"] != "chuopai"]
    assert len(boards) == 38
    for game in boards:
        table = open_table(Code.parse(game["code"]), ruleset(game["ruleset"]))
        for at, pair in enumerate(game["witness"]):
            table.apply(Take(*Pair(*pair)), at)
        assert table.status is Status.CLEARED


def test_a_board_of_the_pack_is_the_game_that_its_code_opens(client: Client) -> None:
    pack = client.get("/api/pack").json()
    for game in (pack["games"][0], pack["games"][-1]):
        opened = client.post("/api/games", json={"code": game["code"], "ruleset": game["ruleset"]}).json()
        assert opened["layout"] == pack["layouts"][game["layout"]]
        assert opened["ruleset"] == pack["rulesets"][game["ruleset"]]
        assert opened["state"] == game["state"]
        assert not opened["state"]["ranked"]


def test_a_pack_that_has_not_changed_is_not_sent_again(client: Client) -> None:
    first = client.get("/api/pack")
    assert first.headers["cache-control"] == "no-cache"
    again = client.get("/api/pack", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_there_is_no_board_for_rules_that_the_pack_does_not_use(client: Client) -> None:
    assert client.get("/offline/classic").status_code == 404
