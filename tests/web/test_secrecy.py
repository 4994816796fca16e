"""What must not be known yet is in no answer: the code of a day's board that is not over, and faces not seen yet."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from litestar.testing import TestClient

from paishan.play.daily import Game, daily_code
from paishan.play.opening import deal_of
from paishan.play.ruleset import CLASSIC
from paishan.solitaire.deal import Deal
from paishan.store import closing
from paishan.web import Settings, create_app
from tests.web.conftest import NOW, Client
from tests.web.test_api import opened, say
from tests.web.test_progress import SECRET, TODAY, pairs_of

CODE = daily_code(SECRET.encode(), TODAY, Game.SOLITAIRE)
OCCASION = f"daily-{TODAY.isoformat()}"


@pytest.fixture
def days(serve: Callable[..., Client]) -> Client:
    return serve(daily_secret=SECRET)


@pytest.fixture
def others(serve: Callable[..., Client]) -> Callable[[], Client]:
    """Another visitor of the same server."""
    return lambda: serve(daily_secret=SECRET)


def states(told: Any) -> Iterator[Any]:
    """Every state of a table within an answer."""
    if isinstance(told, dict):
        if "faces" in told:
            yield told
        for value in told.values():
            yield from states(value)


def unseen(deal: Deal, present: set[int]) -> set[int]:
    """The tiles wholly under others, and still so whichever pair is taken; by trying every pair."""

    def under(there: set[int]) -> set[int]:
        slots = deal.layout.slots
        found = set()
        for slot in there:
            covered = {cell for other in there if slots[other].z > slots[slot].z for cell in slots[other].cells}
            if set(slots[slot].cells) <= covered:
                found.add(slot)
        return found

    board = deal.board()
    free = [slot for slot in present if deal.layout.is_free(slot, sum(1 << each for each in present))]
    hidden = under(present)
    for a in free:
        for b in free:
            if a < b and board.groups[a] == board.groups[b]:
                hidden &= under(present - {a, b})
    return hidden


def test_while_a_days_board_is_not_over_neither_its_code_nor_its_unseen_faces_are_in_any_answer(
    days: Client, others: Callable[[], Client]
) -> None:
    deal = deal_of(CODE, CLASSIC)
    pairs = pairs_of(CODE)
    begun = days.post("/api/games", json={"daily": "solitaire"})
    game = begun.json()
    id = game["id"]
    stranger = others()
    opened(stranger)
    said = [begun]
    for seq, pair in enumerate(pairs[:-1]):
        said.append(say(days, game, seq, pair))
    seq = len(pairs) - 1
    said += [
        say(days, game, 0, *pairs[:2], key="again"),
        say(days, game, seq, {"type": "hint"}, {"type": "undo"}, {"type": "undo"}, {"type": "redo"}),
        days.post("/api/games", json={"daily": "solitaire", "offset": 60}),
        days.post("/games", data={"daily": "solitaire"}),
        days.get(f"/api/games/{id}"),
        days.get("/api/games"),
        days.get("/"),
        days.get(f"/play/{id}"),
        days.get(f"/play/{id}/record"),
        days.get(f"/api/games/{id}/replay"),
        days.get("/api/daily"),
        days.get("/api/statistics"),
        days.get(f"/api/leaderboard?family=solitaire&daily={TODAY}"),
        days.post(f"/api/games/{id}/take-back"),
        stranger.get("/api/daily"),
        stranger.post("/api/games", json={"daily": "solitaire"}),
        stranger.get(f"/api/leaderboard?family=solitaire&daily={TODAY}"),
        stranger.get(f"/api/games/{id}/replay"),
    ]
    looked_at = 0
    for answer in said:
        everything = answer.text + str(answer.headers.raw)
        for form in (str(CODE), str(CODE).replace("-", ""), str(CODE)[-7:]):
            assert form not in everything.upper()
        found = [answer.json()] if "json" in answer.headers["content-type"] else []
        found += [json.loads(part) for part in re.findall(r'id="game">(.*?)</script>', answer.text)]
        for state in (state for part in found for state in states(part)):
            hidden = unseen(deal, set(state["present"]))
            assert {slot for slot, face in enumerate(state["faces"]) if face is None} == hidden
            assert {slot for slot, group in enumerate(state["groups"]) if group == -1} == hidden
            looked_at += bool(hidden)
    assert looked_at > 20
    record = days.get(f"/play/{id}/record")
    assert record.status_code == 409
    assert "The record of a game names its deal, which is not told yet; finish the game first." in record.text


def test_when_the_board_is_over_its_player_gets_code_faces_and_record(days: Client) -> None:
    game = days.post("/api/games", json={"daily": "solitaire"}).json()
    say(days, game, 0, *pairs_of(CODE))
    told = days.get(f"/api/games/{game['id']}").json()
    assert told["code"] == str(CODE)
    assert None not in told["state"]["faces"]
    assert f"code: {CODE}" in days.get(f"/play/{game['id']}/record").text
    # Played again, it stays told: nothing was forgotten by that.
    say(days, game, len(pairs_of(CODE)), {"type": "restart"})
    assert days.get(f"/api/games/{game['id']}").json()["code"] == str(CODE)


def test_a_days_board_is_watched_and_its_list_read_by_those_who_finished_it_or_when_it_is_over_everywhere(
    days: Client, others: Callable[[], Client], file: Any
) -> None:
    game = days.post("/api/games", json={"daily": "solitaire"}).json()
    days.post("/api/player", json={"name": "Ada"})
    say(days, game, 0, *pairs_of(CODE))
    where = f"/api/games/{game['id']}/replay"
    listed = f"/api/leaderboard?family=solitaire&daily={TODAY}"
    friend = others()
    theirs = friend.post("/api/games", json={"daily": "solitaire"}).json()
    for visitor in (friend, others()):
        refused = visitor.get(where)
        assert (refused.status_code, refused.json()["error"]) == (
            409,
            f"this game shows the board of {TODAY}; finish that board first, or wait until the day is over",
        )
        assert visitor.get(listed).status_code == 409
    say(friend, theirs, 0, {"type": "give-up"})
    assert friend.get(where).json()["code"] == str(CODE)
    (row,) = friend.get(listed).json()["rows"]
    assert (row["name"], row["mine"], row["game"]) == ("Ada", False, None)
    assert days.get(listed).json()["mine"]["game"] == game["id"]
    for at, status in ((closing(OCCASION) - 1, 409), (closing(OCCASION), 200)):
        app = create_app(Settings(database_url=f"sqlite:///{file}", limits=None), lambda at=at: at)  # type: ignore[misc]
        with TestClient(app) as later:
            assert later.get(where).status_code == status
    assert closing(OCCASION) > NOW


def test_the_faces_of_ones_own_ranked_game_are_not_shown_by_its_replay_either(client: Client) -> None:
    game = opened(client, ruleset="against-the-clock")
    answer = client.get(f"/api/games/{game['id']}/replay")
    assert (answer.status_code, answer.json()) == (
        409,
        {"error": "a game whose faces are hidden can be watched when it is over"},
    )
