"""Published figures measured anew: exact counts of small runs, runs that were killed, and the results we keep."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import AbstractContextManager, nullcontext
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import pytest

from paishan.cli import main
from paishan.lab import reproduce as lab
from paishan.lab.cluster import Result, Stretch
from paishan.lab.figures import FIGURES, Figure, Measurement, Published, by_name, counted, matched, proved
from paishan.lab.runs import Run, Stored
from paishan.lab.sampling import exact_interval, interval, random_groups, stream
from paishan.lab.solvability import prove_deals
from paishan.solitaire import gallery
from tests.lab.places import two_stacks

KEPT = Path(__file__).parents[2] / "docs" / "results"

ONE_IN_FIVE = Published(0.2, 0.2, "three pairs in two stacks of three: 3 of 15 ways to lay them")
STACKS = Figure(
    "stacks",
    "Two stacks of three",
    lambda: [
        Measurement(
            Run("solvability", prove_deals, two_stacks(3), deals=1_000, seed=9, stretch=100),
            200,
            proved,
            {"clearable": (ONE_IN_FIVE,)},
        )
    ],
)


def lies_in_pairs(number: int) -> bool:
    """Whether each level of the two stacks holds a pair: only then can a deal of them be cleared."""
    groups = random_groups(6, stream(9, number))
    where = {(x, z): slot for slot, (x, _, z) in enumerate(two_stacks(3).slots)}
    return all(groups[where[0, z]] == groups[where[4, z]] for z in range(3))


def nobody() -> AbstractContextManager[Any]:
    """A crew without workers: what is to be done is done here."""
    return nullcontext()


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> list[Stretch]:
    """Does the work in this process; gives the stretches that were asked for, as they come."""
    asked: list[Stretch] = []

    def spread(client: object, work: Any, stretches: list[Stretch], *given: object) -> Any:
        for stretch in stretches:
            asked.append(stretch)
            yield stretch, work(*given, *stretch)

    monkeypatch.setattr("paishan.lab.runs.spread", spread)
    return asked


def without_time(value: Result) -> Result:
    return {key: value[key] for key in value if key != "took"}


def test_the_exact_interval_is_where_the_binomial_tails_are_one_in_forty() -> None:
    for hits, trials in ((0, 10), (1, 12), (5, 10), (9, 40), (40, 40)):
        low, high = map(Fraction, exact_interval(hits, trials))
        at_least = sum(comb(trials, k) * low**k * (1 - low) ** (trials - k) for k in range(hits, trials + 1))
        at_most = sum(comb(trials, k) * high**k * (1 - high) ** (trials - k) for k in range(hits + 1))
        assert float(at_least) == pytest.approx(0.025, rel=1e-9) if hits else low == 0
        assert float(at_most) == pytest.approx(0.025, rel=1e-9) if hits < trials else high == 1


def test_the_exact_interval_of_none_and_of_all() -> None:
    assert list(exact_interval(0, 10)) == pytest.approx([0.0, 1 - 0.025**0.1], rel=1e-12)
    assert list(exact_interval(10, 10)) == pytest.approx([0.025**0.1, 1.0], rel=1e-12)


def test_a_share_of_a_million_has_both_intervals() -> None:
    assert counted(29_500, 1_000_000) == {
        "hits": 29_500,
        "of": 1_000_000,
        "share": 0.0295,
        "wilson95": [0.02917, 0.029833],
        "exact95": [0.029169, 0.029833],
    }


def test_the_interval_of_wins_is_that_of_the_mean_over_deals() -> None:
    # Shares of 1, 0, 1 and 0: mean ½, variance ⅓, so 1.96 · √(⅓ ÷ 4) = 0.565803 either way, cut at 0 and 1.
    results = [{"shares": [[3.0, 0.0, 0.0], [0.0, 3.0, 0.0]]}, {"shares": [[3.0, 0.0, 0.0], [0.0, 0.0, 3.0]]}]
    assert matched(4, results) == {"wins of the first": {"of": 4, "share": 0.5, "mean95": [0.0, 1.0]}}


def test_two_stacks_clear_where_each_level_holds_a_pair(here: list[Stretch], tmp_path: Path) -> None:
    level = sum(map(lies_in_pairs, range(1_000)))
    assert level == 188
    found = lab.reproduce(STACKS, tmp_path, nobody)
    (measurement,) = found["measurements"]
    clearable = measurement["shares"]["clearable"]
    assert (clearable["hits"], clearable["of"]) == (level, 1_000)
    assert clearable["published"] == [{"low": 0.2, "high": 0.2, "source": ONE_IN_FIVE.source, "inside": True}]
    assert measurement["shares"]["dead"]["hits"] == 1_000 - level
    assert measurement["shares"]["undecided"]["hits"] == 0
    assert (measurement["place"], measurement["seed"], measurement["deals"]) == ("stacks-3", 9, 1_000)
    assert json.loads((tmp_path / "stacks.json").read_text("utf-8")) == found
    assert sum(stretch.deals for stretch in here) == 1_000


def test_what_is_published_elsewhere_is_not_inside(here: list[Stretch], tmp_path: Path) -> None:
    wrong = Published(0.3, 0.31, "nowhere")
    (measurement,) = STACKS.measurements()
    figure = Figure("wrong", "", lambda: [Measurement(measurement.run, 200, proved, {"clearable": (wrong,)})])
    (told,) = lab.reproduce(figure, tmp_path, nobody)["measurements"]
    assert told["shares"]["clearable"]["published"][0]["inside"] is False


def test_an_interrupted_run_goes_on_and_gives_the_same(
    here: list[Stretch], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = lab.reproduce(STACKS, tmp_path / "whole", nobody)
    done = here.copy()
    here.clear()
    add = Stored.add

    def interrupted(self: Stored, stretch: Stretch, result: Result) -> None:
        add(self, stretch, result)
        if stretch.first == 300:
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Stored, "add", interrupted)
        with pytest.raises(KeyboardInterrupt):
            lab.reproduce(STACKS, tmp_path / "cut", nobody)
    assert not (tmp_path / "cut" / "stacks.json").exists()
    assert without_time(lab.reproduce(STACKS, tmp_path / "cut", nobody)) == without_time(whole)
    assert here == done
    here.clear()
    assert without_time(lab.reproduce(STACKS, tmp_path / "cut", nobody)) == without_time(whole)
    assert here == []


KILLED = """
import os, signal, sys
from pathlib import Path
from paishan.lab import runs
from tests.lab.test_reproduce import STACKS, lab, nobody

def spread(client, work, stretches, *given):
    for stretch in stretches:
        yield stretch, work(*given, *stretch)

runs.spread = spread
append = runs.Stored._append

def dying(self, value):
    if value.get("first") == 400:
        self._file.write(b'{"first":400,"deals":100,"cle')
        self._file.flush()
        os.kill(os.getpid(), signal.SIGKILL)
    append(self, value)

runs.Stored._append = dying
lab.reproduce(STACKS, Path(sys.argv[1]), nobody)
"""


def test_a_run_killed_in_the_middle_of_a_line_goes_on_and_gives_the_same(here: list[Stretch], tmp_path: Path) -> None:
    root = Path(__file__).parents[2]
    path = os.pathsep.join([str(root / "src"), str(root)])
    killed = subprocess.run([sys.executable, "-c", KILLED, tmp_path / "cut"], env={**os.environ, "PYTHONPATH": path})
    assert killed.returncode == -signal.SIGKILL
    assert not (tmp_path / "cut" / "stacks.json").exists()
    found = lab.reproduce(STACKS, tmp_path / "cut", nobody)
    assert [stretch.first for stretch in here] == [400, 500, 600, 700, 800, 900]
    assert without_time(found) == without_time(lab.reproduce(STACKS, tmp_path / "whole", nobody))


def test_the_parts_of_another_seed_are_refused(here: list[Stretch], tmp_path: Path) -> None:
    lab.reproduce(STACKS, tmp_path, nobody)
    (measurement,) = STACKS.measurements()
    run = Run("solvability", prove_deals, two_stacks(3), deals=1_000, seed=10, stretch=100)
    other = Figure("stacks", "", lambda: [Measurement(run, 200, proved, measurement.published)])
    with pytest.raises(ValueError, match="seed is 9 there and 10 now"):
        lab.reproduce(other, tmp_path, nobody)


def test_a_quick_turtle_is_the_beginning_of_the_long_run(
    here: list[Stretch], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("paishan.lab.cluster.crew", lambda workers, scheduler: nobody())
    words = ["lab", "reproduce", "turtle-dead", "--quick", "--results", str(tmp_path), "--json"]
    assert main(words) == 0
    found = json.loads(capsys.readouterr().out)
    (measurement,) = found["measurements"]
    assert {name: measurement["shares"][name]["hits"] for name in ("clearable", "dead", "undecided")} == TURTLES
    assert measurement["sha1"] == gallery.by_id("turtle").sha1
    assert json.loads((tmp_path / "turtle-dead-quick.json").read_text("utf-8")) == found
    assert main(words[:-1]) == 0
    assert "of 2,000\n    as published: M. de Bondt, arXiv 1203.6559" in capsys.readouterr().out


TURTLES = {"clearable": 1948, "dead": 52, "undecided": 0}


def test_the_figures_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "reproduce", "--list", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert [figure["name"] for figure in listed] == [figure.name for figure in FIGURES]
    assert listed[0]["deals"] == 1_000_000
    assert main(["lab", "reproduce", "--list"]) == 0
    assert "turtle-dead " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "lab reproduce: name a figure; --list shows them"),
        (["moon"], "there is no figure 'moon'; there are turtle-dead, layouts-clearable, "),
        (["turtle-dead", "--workers", "2", "--scheduler", "tcp://x:1"], "--workers and --scheduler exclude each other"),
    ],
)
def test_wrong_use_is_told(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "reproduce", *words]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.name)
def test_the_results_we_keep_are_of_what_there_is_now(figure: Figure) -> None:
    kept = json.loads(lab.file_of(figure, KEPT).read_text("utf-8"))
    measurements = figure.measurements()
    assert [found["place"] for found in kept["measurements"]] == [it.run.layout.id for it in measurements]
    assert kept["versions"]["needs"] == "standard library"
    for found, measurement in zip(kept["measurements"], measurements, strict=True):
        run = measurement.run
        assert (found["sha1"], found["seed"], found["deals"]) == (run.layout.sha1, run.seed, run.deals)
        for what, share in found["shares"].items():
            if "hits" in share:
                assert counted(share["hits"], share["of"]).items() <= share.items()
            for told, published in zip(share.get("published", ()), measurement.published.get(what, ()), strict=True):
                low, high = share["wilson95"] if "hits" in share else share["mean95"]
                assert (told["source"], told["low"]) == (published.source, round(published.low, 6))
                assert told["inside"] is (told["low"] <= high and low <= told["high"])


def test_the_turtle_agrees_with_what_is_known_from_elsewhere() -> None:
    (found,) = json.loads(lab.file_of(by_name("turtle-dead"), KEPT).read_text("utf-8"))["measurements"]
    assert found["shares"]["undecided"]["hits"] == 0
    low, high = interval(found["shares"]["dead"]["hits"], 1_000_000)
    assert low < 0.0295 and high > 0.0296
