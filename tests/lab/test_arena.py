"""The arena: who is stronger, every deal in all three seats, and what the command prints."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from paishan.cli import main
from paishan.lab import cluster
from paishan.lab.arena import play_deals, summary
from paishan.lab.cluster import Result, Stretch


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> list[Stretch]:
    """Plays in this process instead of on workers; gives the stretches that were asked for, as they come."""
    asked: list[Stretch] = []

    class Nobody:
        def __enter__(self) -> Nobody:
            return self

        def __exit__(self, *error: object) -> None:
            pass

    def spread(client: object, work: Callable[..., Result], stretches: list[Stretch], *given: object) -> Any:
        for stretch in reversed(stretches):
            asked.append(stretch)
            yield stretch, work(*given, *stretch)

    monkeypatch.setattr(cluster, "crew", lambda workers, scheduler: Nobody())
    monkeypatch.setattr(cluster, "spread", spread)
    return asked


class TestStrength:
    """Small samples with much to spare; the figures are in docs/chuo-figures.md."""

    def won(self, *players: str, deals: int) -> float:
        found: float = summary(players, [play_deals(players, 3, 0, deals)])["win_share"][0]
        return found

    def test_normal_is_far_stronger_than_beginners(self) -> None:
        assert self.won("normal", "beginner", "beginner", deals=100) > 0.75

    def test_easy_lies_between(self) -> None:
        assert 0.45 < self.won("easy", "beginner", "beginner", deals=100) < 0.72
        assert self.won("easy", "normal", "normal", deals=100) < 0.25

    def test_hard_is_stronger_than_normal(self) -> None:
        assert self.won("hard", "normal", "normal", deals=40) > 0.36

    def test_master_is_stronger_than_normal(self) -> None:
        assert self.won("master@200", "normal", "normal", deals=40) > 0.38

    @pytest.mark.parametrize("character", ["bold", "patient", "thrifty"])
    def test_a_taste_makes_no_stronger_and_no_weaker(self, character: str) -> None:
        assert 0.28 < self.won(f"normal-{character}", "normal", "normal", deals=150) < 0.39


class TestPlayDeals:
    def test_the_win_of_each_match_is_shared_out(self) -> None:
        found = play_deals(("normal", "easy", "beginner"), 5, 0, 6)
        assert [round(sum(shares), 9) for shares in found["shares"]] == [3] * 6

    def test_a_deal_is_the_same_in_any_stretch(self) -> None:
        players = "normal", "easy", "hard@30"
        whole = play_deals(players, 5, 0, 4)
        parts = [play_deals(players, 5, first, 2) for first in (0, 2)]
        assert parts[0]["shares"] + parts[1]["shares"] == whole["shares"]


class TestSummary:
    def test_means_and_intervals(self) -> None:
        """Two deals: the first player wins all three matches, then none. The mean is 1/2, its error 1.96 · 1/2."""
        part = {"shares": [[3, 0, 0]], "cards": [60, 30, 30], "decisions": [10, 0, 5], "nanoseconds": [4_000_000, 0, 5]}
        other = {"shares": [[0, 1.5, 1.5]], "cards": [0, 36, 36], "decisions": [10, 1, 5], "nanoseconds": [0, 2_000, 5]}
        assert summary(("a", "b", "c"), [part, other]) == {
            "seats": ["a", "b", "c"],
            "deals": 2,
            "win_share": [0.5, 0.25, 0.25],
            "ci95": [[0.0, 1.0], [0.0, 0.74], [0.0, 0.74]],
            "mean_pile": [10.0, 11.0, 11.0],
            "ms_per_decision": [0.2, 0.002, 0.0],
        }


class TestCommand:
    def test_as_json_it_has_exactly_these_names(self, here: list[Stretch], capsys: pytest.CaptureFixture[str]) -> None:
        words = "lab", "arena", "--seats", "normal,easy,hard-bold@20", "--deals", "13", "--seed", "2", "--json"
        assert main(list(words)) == 0
        found = json.loads(capsys.readouterr().out)
        assert list(found) == ["seats", "deals", "win_share", "ci95", "mean_pile", "ms_per_decision"]
        assert (found["seats"], found["deals"]) == (["normal", "easy", "hard-bold@20"], 13)
        assert sum(found["win_share"]) == pytest.approx(1, abs=2e-4)
        assert here == [(10, 3), (0, 10)]
        players = tuple(found["seats"])
        assert found["win_share"] == summary(players, [play_deals(players, 2, 0, 13)])["win_share"]

    def test_for_a_person(self, here: list[Stretch], capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["lab", "arena", "--seats", "normal,beginner,beginner", "--deals", "5"]) == 0
        out = capsys.readouterr().out.splitlines()
        assert out[0] == "5 deals, each in all three seats"
        assert [line.split(":")[0] for line in out[1:]] == ["  normal", "  beginner", "  beginner"]
        assert all("% of the wins (95% interval" in line for line in out[1:])

    @pytest.mark.parametrize(
        ("words", "said"),
        [
            (("--seats", "hard,normal"), "lab arena: --seats names three players, such as hard,normal,normal, not 2"),
            (("--seats", "hard,normal,good"), "there is no player 'good'; levels are beginner, easy, normal, hard,"),
            (
                ("--seats", "hard,normal,easy", "--workers", "1", "--scheduler", "tcp://127.0.0.1:1"),
                "lab arena: --workers and --scheduler exclude each other; a scheduler has its workers",
            ),
        ],
    )
    def test_wrong_use_is_said(self, words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["lab", "arena", *words]) == 2
        assert said in capsys.readouterr().err
