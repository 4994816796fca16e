"""Accounts over HTTP (A5): every refusal, what a token is good for and when not any more, and leaving for good."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher, extract_parameters
from argon2.low_level import Type
from litestar.testing import TestClient

from paishan.web import Settings, create_app
from paishan.web.answers import Problem, Streamed
from paishan.web.devices import device_of
from paishan.web.languages import LANGUAGES
from paishan.web.names import account_name, folded
from paishan.web.passwords import Hashing, new_password
from paishan.web.recovery import code_hash, new_codes
from paishan.web.settings import Limits
from tests.web.accounts import ADA, OTHER, PASSWORD, Serve, known, log_in, sign_up, token
from tests.web.authenticator import Authenticator
from tests.web.conftest import NOW, Client, Rows
from tests.web.test_api import opened, say, take

pytestmark = pytest.mark.usefixtures("quick")
PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1"
WRONG = {"error": "this name and this password do not belong together"}


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Al", "the name of an account has 3 to 30 characters; this has 2"),
        ("a" * 31, "the name of an account has 3 to 30 characters; this has 31"),
        ("  a   b ", None),
        ("Ada\u200bLovelace", "a name is made of characters that can be seen"),
        ("Ada\u202eevil", "a name is made of characters that can be seen"),
        ("Ada\x00", "a name is made of characters that can be seen"),
        ("Ada\ufe0f", "a name is made of characters that can be seen"),
        ("\u3164\u3164\u3164", "a name is made of characters that can be seen"),
        ("Ada <b>", "the name of an account has letters, digits, spaces and - _ . ’, but no <"),
        ("Ada 😀", "the name of an account has letters, digits, spaces and - _ . ’, but no 😀"),
        ("...", "the name of an account has at least one letter or digit"),
        ("Z" + "\u0335" * 5 + "aa", "a letter of a name carries at most 4 marks"),
        ("Аda Lovelace", "the letters of a name are of one script, so that no two names look alike"),
        ("Adα", "the letters of a name are of one script, so that no two names look alike"),
        ("李小明 Lee", None),
        ("Åse Øst-Ærlig", None),
        ("Василиса", None),
        ("O’Neil 3.", None),
    ],
)
def test_what_may_be_a_name(name: str, said: str | None) -> None:
    if said is None:
        assert account_name(name).shown == " ".join(name.split())
        return
    with pytest.raises(Problem) as refused:
        account_name(name)
    assert (refused.value.status, str(refused.value)) == (400, said)


def test_names_that_are_written_or_look_alike_are_the_same() -> None:
    same = ["ada", "ADA", "Ａｄａ", " Ada ", "аԁа"]
    assert {folded(name) for name in same} == {"ada"}
    assert folded("Straße") == folded("STRASSE")
    assert folded("Åse") == folded("A\u030ase")
    assert folded("Ase") != folded("Åse")
    assert account_name("ﬁnn").shown == "finn"


@pytest.mark.parametrize(
    ("password", "said"),
    [
        ("123456789", "a password has 10 to 200 characters; this has 9"),
        ("a" * 201, "a password has 10 to 200 characters; this has 201"),
        ("qwertyuiop", "this is one of the passwords that are tried first; choose another one"),
        ("Password123", "this is one of the passwords that are tried first; choose another one"),
        ("zzzzzzzzzzzz", "this is one of the passwords that are tried first; choose another one"),
        ("ada lovelace", "the password must not be the name"),
        ("ＡＤＡ Lovelace", "the password must not be the name"),
        ("ten signs!", None),
        ("          x", None),
        ("密码密码密码密码密码很长", None),
        ("x1" * 100, None),
    ],
)
def test_what_may_be_a_password(password: str, said: str | None) -> None:
    if said is None:
        new_password(password, "Ada Lovelace")
        return
    with pytest.raises(Problem) as refused:
        new_password(password, "Ada Lovelace")
    assert (refused.value.status, str(refused.value)) == (400, said)


def test_a_password_is_the_same_however_a_keyboard_writes_it(client: Client) -> None:
    sign_up(client, password="smörgåsbord")
    assert log_in(client, password="smo\u0308rga\u030asbord").status_code == 200
    assert log_in(client, password="smorgasbord").status_code == 401


def test_passwords_are_hashed_as_owasp_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    kept = extract_parameters(asyncio.run(Hashing().make(PASSWORD)))
    assert (kept.type, kept.memory_cost, kept.time_cost, kept.parallelism) == (Type.ID, 19 * 1024, 2, 1)


def test_signing_up_keeps_the_game_and_changes_the_cookie(client: Client, rows: Rows) -> None:
    game = opened(client)
    guest = token(client)
    sign_up(client)
    assert token(client) != guest
    assert len(token(client)) == 43
    assert (known(client), known(client, guest)) == (ADA, None)
    assert client.get(f"/api/games/{game['id']}", headers={"cookie": f"paishan={guest}"}).status_code == 404
    assert say(client, game, 0, take(0)).status_code == 200
    stored = rows("SELECT token_hash FROM sessions")[0][0], rows("SELECT password FROM accounts")[0][0]
    assert token(client).encode() not in stored[0] and len(stored[0]) == 32
    assert stored[1].startswith("$argon2id$")


def test_an_account_comes_with_its_codes_or_not_at_all(client: Client, file: Path, rows: Rows) -> None:
    game = opened(client)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TRIGGER full BEFORE INSERT ON recoveries BEGIN SELECT RAISE(ABORT, 'full'); END")
        connection.commit()
    assert client.post("/api/account", json={"name": ADA, "password": PASSWORD}).status_code == 503
    assert rows("SELECT name FROM accounts") == []
    assert client.get(f"/api/games/{game['id']}").status_code == 200
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("DROP TRIGGER full")
        connection.commit()
    assert len(set(sign_up(client))) == 10
    assert rows("SELECT count(*) FROM recoveries") == [(10,)]


def test_a_taken_name_is_said_to_be_taken_and_nothing_changes(client: Client, serve: Serve, rows: Rows) -> None:
    sign_up(client)
    other = serve()
    for name in ("ada", " ＡＤＡ", "Аԁа"):
        answer = other.post("/api/account", json={"name": name, "password": OTHER})
        assert (answer.status_code, answer.json()) == (
            409,
            {"error": "another account has this name, or one that looks the same; choose another one"},
        )
        assert "set-cookie" not in answer.headers
    again = client.post("/api/account", json={"name": "Bob", "password": OTHER})
    assert (again.status_code, again.json()) == (409, {"error": "you have an account already, and are logged in"})
    assert rows("SELECT name FROM accounts") == [(ADA,)]
    assert rows("SELECT count(*) FROM players") == [(1,)]


def test_an_unknown_name_and_a_wrong_password_are_answered_alike_after_the_same_work(
    client: Client, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign_up(client)
    stranger = serve()
    log_in(stranger, "nobody at all")
    calls: list[str] = []
    hasher, check = PasswordHasher.hash, PasswordHasher.verify

    def hashing(self: PasswordHasher, *given: Any, **named: Any) -> str:
        calls.append("hash")
        return hasher(self, *given, **named)

    def checking(self: PasswordHasher, *given: Any, **named: Any) -> bool:
        calls.append("verify")
        return check(self, *given, **named)

    monkeypatch.setattr(PasswordHasher, "hash", hashing)
    monkeypatch.setattr(PasswordHasher, "verify", checking)
    for name, password in [
        (ADA, OTHER),
        ("nobody", OTHER),
        ("", OTHER),
        (ADA, ""),
        ("nobody", "x" * 500),
        (ADA, "x" * 500),
    ]:
        calls.clear()
        answer = log_in(stranger, name, password)
        assert (answer.status_code, answer.json(), calls) == (401, WRONG, ["verify"])
        assert "set-cookie" not in answer.headers
    calls.clear()
    assert log_in(stranger).status_code == 200
    assert calls == ["verify"]
    codes = [("nobody", "AAAA-AAAA-AAAA-AAAA"), (ADA, "AAAA-AAAA-AAAA-AAAA")]
    for name, code in codes:
        calls.clear()
        answer = stranger.post("/api/account/recover", json={"name": name, "code": code, "password": OTHER})
        said = {"error": "this name and this code do not belong together, or the code was used"}
        assert (answer.status_code, answer.json(), calls) == (401, said, ["hash"])


def test_two_passwords_are_hashed_at_once_and_the_loop_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    hashing = Hashing()
    go, lock = threading.Event(), threading.Lock()
    running: list[str] = []
    most = [0]

    def slowly(password: str) -> str:
        with lock:
            running.append(password)
            most[0] = max(most[0], len(running))
        assert go.wait(20)
        with lock:
            running.remove(password)
        return password

    monkeypatch.setattr(hashing, "_hash", slowly)

    async def many() -> list[Any]:
        tries = [asyncio.ensure_future(hashing.make(f"{number}")) for number in range(80)]
        while len(running) < 2 or sum(one.done() for one in tries) < 18:
            await asyncio.sleep(0)
        go.set()
        return await asyncio.gather(*tries, return_exceptions=True)

    done = asyncio.run(many())
    assert most == [2]
    assert [one for one in done if isinstance(one, str)] == [f"{number}" for number in range(62)]
    assert {(one.status, str(one)) for one in done[62:]} == {
        (503, "much is being worked out just now; try again in a moment")
    }


def test_a_login_brings_the_guests_games_and_the_cookie_is_another_one(client: Client, serve: Serve) -> None:
    opened(client)
    sign_up(client)
    phone = serve()
    game = opened(phone)
    guest = token(phone)
    answer = log_in(phone, name="ada", headers={"user-agent": PHONE})
    assert (answer.status_code, answer.json()) == (200, {"name": ADA})
    assert token(phone) not in (guest, token(client))
    assert known(phone, guest) is None
    assert len(client.get("/api/games").json()) == len(phone.get("/api/games").json()) == 2
    assert client.get(f"/api/games/{game['id']}").status_code == 200
    before = token(phone)
    assert log_in(phone).status_code == 200
    assert token(phone) != before and known(phone, before) is None
    assert len(client.get("/api/games").json()) == 2


def test_devices_are_named_in_plain_words_and_each_can_be_logged_out(client: Client, serve: Serve, rows: Rows) -> None:
    sign_up(client)
    phone = serve()
    log_in(phone, headers={"user-agent": PHONE})
    page = client.get("/account").text
    assert (
        "Safari on iPhone" in page and "An unknown device" in page and "This device, since 15\u00a0January 2027" in page
    )
    [(session,)] = rows("SELECT id FROM sessions WHERE label = 'Safari/iPhone'")
    gone = client.post("/api/account/sessions/end", json={"session": session})
    assert (gone.status_code, gone.json()) == (200, {"ended": 1})
    again = client.post("/api/account/sessions/end", json={"session": session})
    assert (again.status_code, again.json()) == (404, {"error": "this device is not logged in any more"})
    assert rows("SELECT count(*) FROM sessions") == [(1,)]


def test_logging_out_everywhere_else(client: Client, rows: Rows) -> None:
    sign_up(client)
    tokens = [log_in(client, headers={"cookie": ""}).cookies["paishan"] for _ in range(3)]
    assert client.post("/api/account/sessions/end", json={"others": True}).json() == {"ended": 3}
    assert [known(client, each) for each in tokens] == [ADA if each == token(client) else None for each in tokens]
    assert known(client) == ADA


def test_logging_out_ends_the_session_and_takes_the_cookie(client: Client, rows: Rows) -> None:
    sign_up(client)
    kept = token(client)
    answer = client.post("/api/account/logout")
    assert answer.status_code == 200
    assert answer.headers["set-cookie"].startswith("paishan=; Path=/; Max-Age=0;")
    assert known(client, kept) is None
    assert rows("SELECT count(*) FROM sessions") == [(0,)]
    assert rows("SELECT name FROM accounts") == [(ADA,)]
    out = client.post("/api/account/logout")
    assert (out.status_code, out.json()) == (401, {"error": "log in first"})


def test_a_guest_and_nobody_can_do_nothing_to_accounts(client: Client) -> None:
    asked: dict[str, dict[str, Any]] = {
        "logout": {},
        "name": {"name": "Grace"},
        "password": {"password": PASSWORD, "new": OTHER},
        "codes": {"password": PASSWORD},
        "sessions/end": {"others": True},
        "passkeys/new": {"password": PASSWORD},
        "passkeys": {"passkey": {}},
        "passkeys/remove": {"passkey": "00"},
    }
    for _ in range(2):
        for path, body in asked.items():
            answer = client.post(f"/api/account/{path}", json=body)
            assert (path, answer.status_code, answer.json()) == (path, 401, {"error": "log in first"})
        opened(client)


def test_another_password_needs_the_present_one_and_logs_out_everybody_else(client: Client) -> None:
    sign_up(client)
    other = log_in(client, headers={"cookie": ""}).cookies["paishan"]
    mine = token(client)
    for wrong in ({}, {"password": OTHER}, {"password": ""}):
        answer = client.post("/api/account/password", json={"new": OTHER, **wrong})
        assert (answer.status_code, answer.json()) == (403, {"error": "that is not the password of this account"})
    short = client.post("/api/account/password", json={"password": PASSWORD, "new": "short"})
    assert short.status_code == 400
    assert (known(client, other), token(client)) == (ADA, mine)
    assert client.post("/api/account/password", json={"password": PASSWORD, "new": OTHER}).status_code == 200
    assert token(client) != mine
    assert [known(client, each) for each in (mine, other, token(client))] == [None, None, ADA]
    assert [log_in(client, password=each).status_code for each in (PASSWORD, OTHER)] == [401, 200]


def test_a_code_for_recovery_sets_another_password_once(client: Client, rows: Rows) -> None:
    codes = sign_up(client)
    assert len(set(codes)) == 10
    assert all(len(code) == 19 and not set(code) & set("01ILO") for code in codes)
    stored = {row[0] for row in rows("SELECT code_hash FROM recoveries")}
    assert stored == {code_hash(code) for code in codes}
    said = {"name": "ada", "code": f" {codes[3].lower().replace('-', ' ')}", "password": OTHER}
    mine = token(client)
    client.cookies.clear()
    assert client.post("/api/account/recover", json=said).json() == {"name": ADA}
    assert (known(client), known(client, mine)) == (ADA, None)
    client.cookies.clear()
    assert client.post("/api/account/recover", json={**said, "password": "one more password"}).status_code == 401
    assert log_in(client, password=OTHER).status_code == 200
    assert "9 of 10 codes are left." in client.get("/account").text
    assert client.post("/api/account/codes", json={"password": PASSWORD}).status_code == 403
    fresh = client.post("/api/account/codes", json={"password": OTHER}).json()["codes"]
    assert {row[0] for row in rows("SELECT code_hash FROM recoveries")} == {code_hash(code) for code in fresh}


def test_codes_are_drawn_from_letters_that_cannot_be_confused() -> None:
    signs = {sign for _ in range(200) for code in new_codes() for sign in code}
    assert signs == set("23456789ABCDEFGHJKMNPQRSTUVWXYZ-")


def test_an_account_is_renamed_and_lists_show_its_name_or_none(client: Client, serve: Serve, rows: Rows) -> None:
    sign_up(client)
    assert client.post("/api/account/name", json={"name": "Grace"}).json() == {"name": "Grace"}
    assert rows("SELECT name FROM players") == [("Grace",)]
    assert log_in(client, name="grace").status_code == 200
    assert client.post("/api/account/name", json={"listed": False}).status_code == 200
    assert client.get("/api/player").json() == {"name": None}
    assert client.post("/api/player", json={"name": "Grace"}).json() == {"name": "Grace"}
    other = client.post("/api/player", json={"name": "Ada"})
    said = {"error": "lists show an account by its own name, Grace; change it on its page"}
    assert (other.status_code, other.json()) == (409, said)
    guest = serve()
    taken = guest.post("/api/player", json={"name": "gRACE"})
    said = {"error": "an account has this name; log in if it is yours, or choose another one"}
    assert (taken.status_code, taken.json()) == (409, said)
    assert guest.post("/api/player", json={"name": "Bob"}).status_code == 200
    sign_up(guest, "Bobby", OTHER)
    clash = guest.post("/api/account/name", json={"name": "GRACE"})
    assert clash.status_code == 409


def test_tries_are_slowed_down(serve: Serve) -> None:
    client = serve(limits=Limits())
    sign_up(client)
    client.cookies.clear()
    found = [log_in(client, password=OTHER) for _ in range(7)]
    assert [answer.status_code for answer in found][:5] == [401] * 5
    assert found[-1].status_code == 429
    assert int(found[-1].headers["retry-after"]) >= 1


def test_everything_can_be_taken_along(client: Client, rows: Rows) -> None:
    nothing = client.get("/api/account/export")
    assert set(nothing.json()) == {"exported", "times"}
    game = opened(client)
    say(client, game, 0, *(take(number) for number in range(18)))
    sign_up(client)
    answer = client.get("/api/account/export")
    assert answer.headers["content-disposition"] == 'attachment; filename="paishan.json"'
    told = answer.json()
    assert (told["exported"], told["player"]["name"], told["account"]["name"]) == (NOW, ADA, ADA)
    assert (told["games"][0]["id"], told["games"][0]["result"]["outcome"]) == (game["id"], "won")
    assert game["code"] in told["games"][0]["record"]
    assert told["statistics"]["total"]["won"] == 1
    for secret in (token(client), "argon2", rows("SELECT hex(handle) FROM accounts")[0][0].lower()):
        assert secret not in answer.text


def test_many_games_are_taken_along_each_once_in_the_order_in_which_they_were_opened(
    client: Client, rows: Rows
) -> None:
    opened(client)
    player = rows("SELECT id FROM players")[0][0]
    # All at the same moment, so that the id says which comes next.
    for _ in range(44):
        opened(client)
    answer = client.get("/api/account/export")
    assert "content-length" not in answer.headers
    told = answer.json()
    ids = [id for (id,) in rows(f"SELECT id FROM games WHERE player = {player} ORDER BY id")]
    assert [game["id"] for game in told["games"]] == ids
    assert len(ids) == 45
    assert answer.text == json.dumps(told, indent=2, ensure_ascii=False)


def test_everything_is_told_to_one_player_once_at_a_time(serve: Serve) -> None:
    client = serve()
    opened(client)
    pieces = []

    async def first_only(self: Streamed, *_: Any) -> None:
        pieces.append(self.rest)
        raise Problem(400, "held")

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Streamed, "__call__", first_only)
        client.get("/api/account/export")
    refused = client.get("/api/account/export")
    assert (refused.status_code, refused.headers["retry-after"]) == (429, "10")
    asyncio.run(pieces[0].aclose())
    assert client.get("/api/account/export").status_code == 200


def test_deleting_needs_the_password_and_leaves_nothing(client: Client, rows: Rows) -> None:
    game = opened(client)
    say(client, game, 0, *(take(number) for number in range(18)))
    sign_up(client)
    kept = token(client)
    assert client.get(f"/watch/{game['id']}").status_code == 200
    refused = client.post("/api/account/delete", json={"password": OTHER})
    assert (refused.status_code, refused.json()) == (403, {"error": "that is not the password of this account"})
    assert known(client) == ADA
    gone = client.post("/api/account/delete", json={"password": PASSWORD})
    assert gone.status_code == 200
    cleared = {
        cookie.partition("=")[0] for cookie in gone.headers.get_list("set-cookie") if "=; Path=/; Max-Age=0" in cookie
    }
    assert cleared == {"paishan", "paishan-known", "paishan-language", "paishan-table", "paishan-offset"}
    for table in ("players", "accounts", "sessions", "recoveries", "games", "commands", "results"):
        assert rows(f"SELECT * FROM {table}") == []
    page = client.get(f"/watch/{game['id']}")
    assert page.status_code == 404
    assert "There is nothing here" in page.text and "There is no such game." in page.text
    assert known(client, kept) is None
    sign_up(client)


def test_a_guest_deletes_without_a_password_and_nobody_has_nothing_to_delete(client: Client, rows: Rows) -> None:
    assert client.post("/api/account/delete", json={}).status_code == 200
    opened(client)
    assert client.post("/api/account/delete", json={}).status_code == 200
    assert rows("SELECT * FROM players") == rows("SELECT * FROM games") == []


@pytest.fixture
def over_https(file: Any) -> Iterator[Client]:
    app = create_app(Settings(database_url=f"sqlite:///{file}", limits=None), lambda: NOW)
    with TestClient(app, base_url="https://play.example") as client:
        yield client


def test_over_https_the_cookie_is_bound_to_the_host(over_https: Client) -> None:
    answer = over_https.post("/api/account", json={"name": ADA, "password": PASSWORD})
    cookie, _ = answer.headers.get_list("set-cookie")
    name, _, rest = cookie.partition("=")
    assert name == "__Host-paishan"
    assert rest.partition(";")[2] == " Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure"
    assert known(over_https) == ADA
    out = over_https.post("/api/account/logout").headers.get_list("set-cookie")
    assert [each.partition("=")[0] for each in out] == ["__Host-paishan", "paishan"]


def test_a_guest_who_was_known_before_stays_known_over_https(over_https: Client) -> None:
    opened(over_https)
    kept = over_https.cookies["__Host-paishan"]
    over_https.cookies.clear()
    page = over_https.get("/", headers={"cookie": f"paishan={kept}"})
    assert page.headers["set-cookie"].startswith(f"__Host-paishan={kept};")
    # What belongs to the host counts before what any other server of the domain can have set.
    both = {"cookie": f"paishan=planted; __Host-paishan={kept}"}
    assert len(over_https.get("/api/games", headers=both).json()) == 1


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_the_page_speaks_every_language(client: Client, language: Any) -> None:
    headers = {"accept-language": language.code}
    guest = client.get("/account", headers=headers)
    sign_up(client)
    page = client.get("/account", headers=headers)
    for found in (guest, page):
        assert found.status_code == 200
        assert f'<html lang="{language.code}"' in found.text
    if language.code != "en":
        assert "Delete everything" not in page.text and "Log in" not in guest.text


def test_a_name_cannot_break_out_of_the_page(client: Client) -> None:
    client.post("/api/player", json={"name": '"><script>'})
    assert '"><script>' not in client.get("/account").text


@pytest.mark.parametrize(
    ("agent", "label"),
    [
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0",
            "Edge/Windows",
        ),
        (
            "Mozilla/5.0 (Linux; Android 14) SamsungBrowser/25.0 Chrome/121.0 Mobile Safari/537.36",
            "Samsung Internet/Android",
        ),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15",
            "Safari/macOS",
        ),
        (
            "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/139.0.0.0 Safari/537.36",
            "Chrome/ChromeOS",
        ),
        (PHONE, "Safari/iPhone"),
        ("", "/"),
    ],
)
def test_what_a_browser_is_called(agent: str, label: str) -> None:
    assert device_of(agent) == label


def test_a_server_starts_without_what_only_accounts_need() -> None:
    said = "import sys, paishan.web.app; print(*({'argon2', 'webauthn', 'cryptography', 'cbor2'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", said], capture_output=True, text=True, check=True).stdout == "\n"


def test_behind_a_proxy_that_speaks_https_all_is_as_over_https(serve: Serve) -> None:
    client = serve(trusted=frozenset({"testclient"}))
    told = {"x-forwarded-proto": "https", "host": "play.example"}
    answer = client.post("/api/account", json={"name": ADA, "password": PASSWORD}, headers=told)
    cookie = answer.headers.get_list("set-cookie")[0]
    assert cookie.startswith("__Host-paishan=") and cookie.endswith("; Secure")
    told["cookie"] = cookie.partition(";")[0]
    options = client.post("/api/account/passkeys/new", json={"password": PASSWORD}, headers=told).json()
    key = Authenticator("https://play.example")
    kept = client.post("/api/account/passkeys", json={"passkey": key.make(options)}, headers=told)
    assert kept.status_code == 201
    del told["cookie"]
    asked = client.post("/api/account/passkeys/ask", headers=told).json()
    entered = client.post("/api/account/passkeys/login", json={"passkey": key.sign(asked)}, headers=told)
    assert (entered.status_code, entered.json()) == (200, {"name": ADA})
    # Who is no proxy of ours is not believed.
    plain = serve().post("/api/account", json={"name": "Bob", "password": PASSWORD}, headers=told)
    assert plain.headers.get_list("set-cookie")[0].startswith("paishan=")


def test_two_server_processes_know_the_same_account(client: Client, serve: Serve) -> None:
    sign_up(client)
    other = serve()
    headers = {"cookie": f"paishan={token(client)}"}
    assert other.get("/api/account", headers=headers).json() == {"name": ADA}
    game = opened(client)
    assert other.get(f"/api/games/{game['id']}", headers=headers).status_code == 200
    phone = log_in(other, headers={"cookie": "", "user-agent": PHONE})
    assert known(client, phone.cookies["paishan"]) == ADA
