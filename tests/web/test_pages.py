"""Pages, their headers, and the static files that belong to them."""

from __future__ import annotations

import gzip
import html
import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import brotli
import pytest
from jinja2 import TemplateError

from paishan.play.messages import Status
from paishan.play.recording import replay
from paishan.records import Record
from paishan.store import Games, Unfinished
from paishan.web import answers, pages
from paishan.web.assets import Assets, bare
from tests.web.conftest import Client
from tests.web.test_api import CODE, WITNESS, opened, say, take

STATIC = Path(pages.__file__).parent / "static"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)


def embedded(page: str, id: str) -> Any:
    """The JSON in a page's script element with this id."""
    found = re.search(rf'<script type="application/json" id="{id}">(.*?)</script>', page, re.DOTALL)
    assert found
    return json.loads(found[1])


def test_the_first_page_offers_every_layout_and_ruleset_and_no_game_to_continue(client: Client) -> None:
    page = client.get("/")
    assert page.status_code == 200
    offered = set(re.findall(r'name="layout" value="([a-z0-9-]+)"', page.text))
    assert {"turtle", "lantern", "first-steps", "twin-hills"} <= offered
    assert {"against-the-clock", "taipei"} <= set(re.findall(r'name="ruleset" value="([a-z-]+)"', page.text))
    assert "/play/" not in page.text


def test_the_first_page_goes_on_with_the_game_played_last(client: Client) -> None:
    game = opened(client)
    say(client, game, 0, take(0))
    page = client.get("/").text
    assert f'href="/play/{game["id"]}"' in page
    shown = json.loads(html.unescape(re.search(r'data-board="(.*?)"', page)[1]))  # type: ignore[index]
    assert len(shown) == 34
    gone = {tuple(game["layout"]["slots"][slot]) for slot in WITNESS[0]}
    assert gone.isdisjoint(tuple(tile[:3]) for tile in shown)
    assert {tile[4] for tile in shown} == {0, 1}


def test_a_game_that_goes_while_the_first_page_is_made_is_not_offered(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = opened(client)
    unfinished = Games.unfinished

    async def with_one_that_goes(games: Games, player: int | None, most: int = 50) -> list[Unfinished]:
        found = await unfinished(games, player, most)
        return [replace(found[0], id=22 * "x"), *found]

    monkeypatch.setattr(Games, "unfinished", with_one_that_goes)
    page = client.get("/")
    assert page.status_code == 200
    assert re.findall(r'href="/play/([^"]*)"', page.text) == [game["id"]]


def test_a_game_is_on_its_page_with_all_that_the_browser_client_reads(client: Client) -> None:
    game = opened(client)
    page = client.get(f"/play/{game['id']}").text
    assert embedded(page, "game") == game
    assert embedded(page, "texts")["layer"] == "layer {layer} of {layers}"


def test_nothing_in_the_embedded_json_can_end_its_element() -> None:
    assert pages._within_script(b'{"a":"</script><!--"}') == '{"a":"\\u003c/script>\\u003c!--"}'


def test_a_form_opens_a_game_and_leads_to_it(client: Client) -> None:
    answer = client.post("/games", data={"layout": "lantern", "ruleset": "taipei"}, follow_redirects=False)
    assert answer.status_code == 303
    where = answer.headers["location"]
    assert re.fullmatch(r"/play/[A-Za-z0-9_-]{22}", where)
    game = embedded(client.get(where).text, "game")
    assert (game["layout"]["id"], game["ruleset"]["id"]) == ("lantern", "taipei")


def test_a_code_typed_into_the_form_goes_before_the_layout(client: Client) -> None:
    form = {"layout": "turtle", "code": " mj1 l02 aaaaabw ", "ruleset": "taipei"}
    answer = client.post("/games", data=form)
    assert embedded(answer.text, "game")["code"] == CODE


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"code": "MJ1-L00-AAAAABM"}, "has a slip in it"),
        ({"layout": "x"}, "There is no layout &#39;x&#39;"),
        ({"layout": "turtle", "ruleset": "chess"}, "There is no ruleset &#39;chess&#39;"),
        ({}, "A game is opened with a layout"),
    ],
)
def test_a_form_that_cannot_be_done_says_why_on_a_page(
    client: Client, everything: Callable[[], Any], form: dict[str, str], said: str
) -> None:
    media = {"content-type": "application/x-www-form-urlencoded"}
    answer = client.post("/games", data=form, headers=media, follow_redirects=False)
    assert (answer.status_code, answer.headers["content-type"]) == (400, "text/html; charset=utf-8")
    assert said in answer.text
    assert everything() == [[], [], []]


def test_a_form_with_too_much_in_it_or_of_another_type_is_refused(
    client: Client, everything: Callable[[], Any]
) -> None:
    media = {"content-type": "application/x-www-form-urlencoded"}
    assert client.post("/games", content=b"code=" + b"x" * 70_000, headers=media).status_code == 413
    assert client.post("/games", content=b"&".join([b"a=1"] * 1000), headers=media).status_code == 400
    assert client.post("/games", content=b"\xff\xfe=%ff", headers=media).status_code == 400
    assert client.post("/games", json={"layout": "turtle"}).status_code == 415
    assert everything() == [[], [], []]


def test_an_unknown_board_and_somebody_elses_show_the_same_page(client: Client, serve: Callable[..., Client]) -> None:
    game = opened(client)
    stranger = serve()
    opened(stranger)
    theirs, none = stranger.get(f"/play/{game['id']}"), stranger.get(f"/play/{'A' * 22}")
    assert theirs.status_code == none.status_code == 404
    assert theirs.text == none.text
    assert "<h1>" in theirs.text


def test_a_visit_keeps_the_cookie_from_running_out(client: Client) -> None:
    game = opened(client)
    for path in ("/", f"/play/{game['id']}"):
        assert (
            client.get(path).headers["set-cookie"].startswith(f"paishan={client.cookies['paishan']}; Path=/; Max-Age=")
        )


def test_an_error_is_said_even_when_the_templates_are_at_fault(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object, **__: object) -> str:
        raise TemplateError("torn")

    monkeypatch.setattr(pages.Pages, "render", fails)
    answer = client.get("/")
    assert answer.status_code == 500
    assert "<h1>Internal Server Error</h1>" in answer.text
    assert "torn" not in answer.text


def test_every_answer_carries_the_security_headers(client: Client) -> None:
    game = opened(client)
    asked = [
        client.get("/"),
        client.get(f"/play/{game['id']}"),
        client.get("/play/none"),
        client.get("/nothing"),
        client.get("/api/layouts"),
        client.get("/api/nothing"),
        client.get(f"/api/games/{game['id']}"),
        client.post("/api/games", content=b"{"),
        client.post("/games", data={"layout": "turtle"}, follow_redirects=False),
        client.delete("/api/games"),
        client.options("/api/games"),
        client.get("/static/js/main.js"),
        client.get("/static/nothing.js"),
        client.get("/favicon.ico"),
        client.get("/healthz"),
    ]
    for answer in asked:
        assert answer.headers["content-security-policy"] == POLICY
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "same-origin"
        assert answer.headers["cross-origin-opener-policy"] == "same-origin"
        assert answer.headers["permissions-policy"].startswith("camera=()")


def test_pages_hold_no_inline_script_style_or_handler(client: Client) -> None:
    game = opened(client)
    for path in ("/", f"/play/{game['id']}", "/nothing"):
        page = client.get(path).text
        assert re.findall(r"<script(?![^>]*(?:\bsrc=|application/json))", page) == []
        assert re.findall(r"<style|\sstyle=|\son[a-z]+=", page) == []


def test_games_and_pages_are_kept_by_nobody_on_the_way(client: Client) -> None:
    game = opened(client)
    for path in ("/", f"/play/{game['id']}", f"/api/games/{game['id']}", "/api/games", "/play/none"):
        assert client.get(path).headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    ("accepts", "coding", "unpack"),
    [
        ("gzip, deflate, br", "br", brotli.decompress),
        ("gzip", "gzip", gzip.decompress),
        ("identity", None, bytes),
        ("br;q=0, gzip;q=0.5", None, bytes),
    ],
)
def test_pages_and_games_are_packed_as_the_browser_says(
    client: Client, accepts: str, coding: str | None, unpack: Callable[[bytes], bytes]
) -> None:
    game = opened(client)
    for path in ("/", f"/play/{game['id']}", f"/api/games/{game['id']}", "/static/js/main.js"):
        plain = client.get(path, headers={"accept-encoding": "identity"})
        with client.stream("GET", path, headers={"accept-encoding": accepts}) as answer:
            body = b"".join(answer.iter_raw())
        assert answer.headers.get("content-encoding") == coding
        assert answer.headers["vary"] == "accept-encoding"
        assert int(answer.headers["content-length"]) == len(body)
        assert unpack(body) == plain.content
        if coding:
            assert len(body) < len(plain.content) / 2


def test_a_first_visit_weighs_at_most_80_kb_in_12_requests(client: Client) -> None:
    game = opened(client)
    page = client.get(f"/play/{game['id']}").text
    named = set(re.findall(r'(?:href|src|data-pictures)="(/static/[^"#]+)', page))
    css = next(name for name in named if name.endswith(".css"))
    for name in re.findall(r"url\(\.\./([^)#]+)\)", client.get(css).text):
        named.add(f"{css.rpartition('/css/')[0]}/{name}")
    weight = 0
    for path in (f"/play/{game['id']}", *named):
        with client.stream("GET", path, headers={"accept-encoding": "br"}) as answer:
            assert answer.status_code == 200
            weight += len(b"".join(answer.iter_raw()))
    assert weight <= 80 * 1024
    assert len(named) + 1 <= 12


def test_a_file_asked_for_with_its_version_is_kept_for_ever(client: Client) -> None:
    page = client.get("/").text
    script = re.search(r'src="(/static/[0-9a-f]{12}/js/home\.js)"', page)
    assert script
    answer = client.get(script[1])
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.content == bare(".js", (STATIC / "js" / "home.js").read_bytes())


@pytest.mark.parametrize("path", ["/static/js/main.js", "/static/0123456789ab/js/main.js"])
def test_without_its_version_or_with_an_old_one_a_file_is_asked_for_anew(client: Client, path: str) -> None:
    answer = client.get(path, headers={"accept-encoding": "br"})
    assert answer.headers["cache-control"] == "no-cache"
    etag = answer.headers["etag"]
    again = client.get(path, headers={"accept-encoding": "br", "if-none-match": f'"other", {etag}'})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get(path, headers={"accept-encoding": "gzip", "if-none-match": etag}).status_code == 200
    assert client.get(path, headers={"accept-encoding": "br", "if-none-match": '"other"'}).status_code == 200


@pytest.mark.parametrize(
    "path",
    ["/static/", "/static/js", "/static/nothing.js", "/static/../app.py", "/static/%2e%2e/app.py", "/static//etc"],
)
def test_only_the_files_there_are_can_be_asked_for(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "import" not in answer.text


def test_only_the_head_of_a_file_can_be_asked_for(client: Client) -> None:
    answer = client.head("/static/js/main.js", headers={"accept-encoding": "identity"})
    assert answer.status_code == 200
    assert int(answer.headers["content-length"]) == len(bare(".js", (STATIC / "js" / "main.js").read_bytes()))


def test_the_version_is_of_all_files_and_changes_with_any(tmp_path: Path) -> None:
    (tmp_path / "js").mkdir()
    (tmp_path / "js" / "a.js").write_text('import {\n  b,\n} from "./b.js"\n')
    (tmp_path / "js" / "b.js").write_text("1")
    (tmp_path / "notes.md").write_text("not for browsers")
    fixed, live = Assets(tmp_path), Assets(tmp_path, live=True)
    before = fixed.url("js/a.js")
    assert before == live.url("js/a.js")
    assert fixed.modules("a.js") == [fixed.url("js/a.js"), fixed.url("js/b.js")]
    assert fixed.modules("b.js") == [fixed.url("js/b.js")]
    assert fixed.find("notes.md") is None
    (tmp_path / "js" / "b.js").write_text("22")
    assert fixed.url("js/a.js") == before
    assert live.url("js/a.js") != before
    with pytest.raises(KeyError):
        fixed.url("js/c.js")


def test_small_answers_are_not_packed(client: Client) -> None:
    answer = client.get("/healthz", headers={"accept-encoding": "br"})
    assert len(answer.content) < answers._SMALL
    assert "content-encoding" not in answer.headers


def test_a_game_can_be_taken_home_as_a_record_that_plays_to_the_same_end(client: Client) -> None:
    game = opened(client)
    for number in range(len(WITNESS)):
        say(client, game, number, take(number))
    answer = client.get(f"/play/{game['id']}/record")
    assert answer.headers["content-disposition"] == f'attachment; filename="{CODE}.txt"'
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    record = Record.parse(answer.text)
    assert [move.numbers for move in record.moves] == [tuple(pair) for pair in WITNESS]
    assert replay(record).status is Status.CLEARED


def test_nobody_gets_the_record_of_somebody_elses_game(client: Client, serve: Callable[..., Client]) -> None:
    game = opened(client)
    stranger = serve()
    opened(stranger)
    assert stranger.get(f"/play/{game['id']}/record").status_code == 404
