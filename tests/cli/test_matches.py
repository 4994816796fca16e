"""Chuo Pai from the command line: deals, and records judged and told."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from paishan.chuopai.deal import deal_of, record_of
from paishan.chuopai.options import Options
from paishan.play.chuo import messages as m
from paishan.play.chuo import recording
from paishan.play.chuo.ruleset import match_ruleset
from paishan.play.chuo.table import Given, MatchTable
from tests.cli.conftest import Run

NUMBER = 3


def at_table() -> tuple[MatchTable, str]:
    """A match of a player against two others, with a hint on the way, and its record."""
    table = MatchTable(deal_of(NUMBER), match_ruleset("chuo-pai-vs-beginner-easy"))
    rng, at = random.Random(1), 0
    log: list[tuple[m.Command, int, Given | None]] = []
    words: list[m.Command] = [m.Begin(), m.Hint()]
    while table.outcome is None:
        command = words.pop(0) if words else m.Play(rng.choice(rng.choice(table.state(at).legal).plays))
        at += 1_000
        log.append((command, at, table.apply(command, at).given))
    return table, str(recording.record_of(table, log))


def without_table() -> str:
    """A match in which all three seats play the first play that is allowed."""
    match = deal_of(NUMBER).match()
    while not match.over:
        match.push(match.legal()[0])
    return str(record_of(deal_of(NUMBER).code, Options(), [act.play for act in match.acts]))


def kept(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "match.txt"
    file.write_text(text)
    return file


def test_a_deal_as_json_is_whole(run: Run) -> None:
    deal = deal_of(NUMBER)
    status, out, err = run("deal", "--game", "chuopai", "--seed", str(NUMBER), "--json")
    assert (status, err) == (0, "")
    assert json.loads(out) == {
        "code": str(deal.code),
        "game": "chuopai",
        "hands": [list(hand) for hand in deal.hands],
        "leader": deal.leader,
        "bonus": [list(cards) for cards in deal.match().laid],
    }
    assert run("deal", str(deal.code), "--json").out == out


def test_a_deal_for_people_names_the_dominoes(run: Run) -> None:
    deal = deal_of(NUMBER)
    lines = run("deal", str(deal.code)).out.splitlines()
    assert [line.split(":")[0] for line in lines] == ["seat 0", "seat 1", "seat 2", str(deal.code)]
    assert lines[3] == f"{deal.code}: Chuo Pai, 84 cards; seat {deal.leader} leads first"
    first = deal.hands[0][0]
    assert lines[0].startswith(f"seat 0: {deal.hands[0].count(first)} ")


@pytest.mark.parametrize("option", [("--layout", "turtle"), ("--dealer", "proved")])
def test_there_are_no_layouts_and_no_dealers(run: Run, option: tuple[str, str]) -> None:
    status, out, err = run("deal", "--game", "chuopai", *option)
    assert (status, out) == (2, "")
    assert "Chuo Pai has no layouts and one way to deal" in err


def test_records_of_both_kinds_are_verified(run: Run, tmp_path: Path) -> None:
    for text in (at_table()[1], without_table()):
        file = kept(tmp_path, text)
        assert run("verify", file) == (0, f"{file}: ok\n", "")
        # Heaven and Plum Blossom are no play, whoever lays them.
        head, *moves = text.split("\n\n", 1)[0], *text.split("\n\n", 1)[1].splitlines()
        number = next(i for i, move in enumerate(moves) if " play " in move)
        moves[number] = f"{moves[number].split()[0]} play 0 5"
        status, out, _ = run("verify", kept(tmp_path, "\n".join([head, "", *moves, ""])), "--json")
        assert status == 1
        assert json.loads(out)["reason"].startswith(f"move {number + 1}, '{moves[number]}': the cards 0 5 are neither")


def test_a_record_at_a_table_comes_to_its_state(run: Run, tmp_path: Path) -> None:
    table, text = at_table()
    state = json.loads(run("replay", kept(tmp_path, text), "--json").out)
    assert [seat["points"] for seat in state["seats"]] == list(table.match.points)
    assert (state["status"], state["used"]["hints"]) == ("over", 1)


def test_a_record_without_a_table_comes_to_its_piles(run: Run, tmp_path: Path) -> None:
    end = json.loads(run("replay", kept(tmp_path, without_table()), "--json").out)
    assert end["over"]
    assert end["points"] == [len(pile) for pile in end["piles"]]
    assert end["winners"] == [seat for seat in range(3) if end["points"][seat] == max(end["points"])]


def test_a_record_is_told_play_by_play(run: Run, tmp_path: Path) -> None:
    table, text = at_table()
    lines = run("replay", kept(tmp_path, text)).out.splitlines()
    assert lines[0] == f"{deal_of(NUMBER).code}: Chuo Pai, chuo-pai-vs-beginner-easy"
    assert sum(" leads " in line for line in lines) == len(table.match.rounds)
    points = ", ".join(map(str, table.match.points))
    assert lines[-1].endswith(f"piles {points}")
    plain = run("replay", kept(tmp_path, without_table())).out.splitlines()
    assert plain[0] == f"{deal_of(NUMBER).code}: Chuo Pai, chuo-pai"
    assert "wins the round" in plain[-1]
