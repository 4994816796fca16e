"""`paishan lab …`: what it prints, and what it says of wrong use."""

from __future__ import annotations

import errno
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import pytest

from paishan.cli import main
from paishan.lab import cluster
from paishan.lab.cluster import Result, Stretch
from paishan.lab.difficulty import play_deals
from paishan.lab.solvability import prove_deals
from paishan.solitaire.gallery import by_id


class Outcome(NamedTuple):
    """What a command left behind."""

    status: int
    out: str
    err: str


Run: TypeAlias = Callable[..., Outcome]


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*words: str | Path) -> Outcome:
        status = main([str(word) for word in words])
        return Outcome(status, *capsys.readouterr())

    return run


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> list[Stretch]:
    """Does the work in this process instead of on workers; gives the stretches that were asked for, as they come."""
    asked: list[Stretch] = []

    class Nobody:
        def __enter__(self) -> Nobody:
            return self

        def __exit__(self, *error: object) -> None:
            pass

    def spread(client: object, work: Callable[..., Result], stretches: list[Stretch], *given: object) -> Any:
        for stretch in stretches:
            asked.append(stretch)
            yield stretch, work(*given, *stretch)

    monkeypatch.setattr(cluster, "crew", lambda workers, scheduler: Nobody())
    monkeypatch.setattr("paishan.lab.runs.spread", spread)
    return asked


def test_solvability_as_json_has_exactly_these_names(run: Run, here: list[Stretch]) -> None:
    status, out, err = run("lab", "solvability", "lantern", "--deals", "600", "--seed", "3", "--json")
    found = json.loads(out)
    assert (status, err) == (0, "")
    assert list(found) == [
        "layout", "deals", "clearable", "dead", "undecided", "share_dead", "ci95", "deals_per_second", "conflicts",
    ]  # fmt: skip
    assert list(found["conflicts"]) == ["mean", "p50", "p99", "max"]
    proved = prove_deals(by_id("lantern"), 3, 0, 600)
    assert {verdict: found[verdict] for verdict in ("clearable", "dead", "undecided")} == {
        verdict: proved[verdict] for verdict in ("clearable", "dead", "undecided")
    }
    assert here == [(0, 500), (500, 100)]


def test_solvability_of_a_grid_of_mahjong_connect(run: Run, here: list[Stretch]) -> None:
    status, out, _ = run("lab", "solvability", "connect-14x6", "--deals", "40", "--json")
    found = json.loads(out)
    assert status == 0
    assert (found["layout"], found["deals"], found["clearable"], found["undecided"]) == ("connect-14x6", 40, 40, 0)
    status, _, err = run("lab", "solvability", "connect-9x9", "--deals", "40")
    assert status == 2
    assert err == "paishan: there is no grid 'connect-9x9'; there are connect-18x8, connect-14x6, connect-24x12\n"


def test_solvability_for_a_person(run: Run, here: list[Stretch]) -> None:
    status, out, _ = run("lab", "solvability", "L00", "--deals", "20")
    assert status == 0
    assert out.startswith("Turtle: ")
    assert " of 20 random deals cannot be cleared\n" in out
    assert "95% interval" in out


def test_difficulty_as_json(run: Run, here: list[Stretch]) -> None:
    status, out, _ = run("lab", "difficulty", "first-steps", "--deals", "20", "--json")
    found = json.loads(out)
    assert status == 0
    assert list(found) == ["layout", "deals", "blind", "greedy", "looking_ahead", "ci95", "from_solution", "grade"]
    won = play_deals(by_id("first-steps"), 1, 0, 20)
    assert won["random"] is not None
    assert {name: found[name] * 20 for name in won["random"]} == won["random"]
    assert {name: found["from_solution"][name] * 20 for name in won["from_solution"]} == won["from_solution"]


def test_difficulty_for_a_person(run: Run, here: list[Stretch]) -> None:
    status, out, _ = run("lab", "difficulty", "first-steps", "--deals", "5")
    assert status == 0
    assert [line.strip().partition(":")[0] for line in out.splitlines()] == [
        "First steps",
        "random deals that can be cleared",
        "deals from a solution",
    ]


def test_an_interrupted_run_says_how_to_go_on_and_then_does(
    run: Run, here: list[Stretch], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = "lab", "solvability", "lantern", "--deals", "1200", "--out", tmp_path / "run.jsonl", "--json"

    def one_and_stop(client: object, work: Callable[..., Result], stretches: list[Stretch], *given: object) -> Any:
        yield stretches[0], work(*given, *stretches[0])
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("paishan.lab.runs.spread", one_and_stop)
        status, out, err = run(*words)
    assert (status, out) == (130, "")
    assert err == (
        f"paishan: interrupted: 500 of 1,200 deals are in {tmp_path / 'run.jsonl'}; "
        "the same command with --resume goes on from there\n"
    )
    refused = run(*words)
    assert (refused.status, refused.out) == (2, "")
    assert "this is there already; add --resume to go on with it, or name another file" in refused.err
    assert here == []
    resumed = json.loads(run(*words, "--resume").out)
    assert here == [(500, 500), (1000, 200)]
    here.clear()
    assert json.loads(run(*words, "--resume").out) == resumed
    assert here == []
    whole_run = json.loads(run(*words[:5], "--json").out)
    del resumed["deals_per_second"], whole_run["deals_per_second"]
    assert resumed == whole_run


@pytest.mark.parametrize(
    ("measure", "edited"),
    [
        ("solvability", {}),
        ("solvability", {"clearable": 90, "dead": 9, "undecided": 0, "conflicts": [[3, 100]], "seconds": 0.5}),
        ("solvability", {"clearable": 90, "dead": "10", "undecided": 0, "conflicts": [[3, 100]], "seconds": 0.5}),
        ("difficulty", {"from_solution": {"blind": 40}}),
        ("difficulty", {"from_solution": {"blind": 40}, "random": None}),
    ],
)
def test_a_file_of_results_that_was_edited_by_hand_is_refused_with_its_line(
    run: Run, here: list[Stretch], tmp_path: Path, measure: str, edited: dict[str, object]
) -> None:
    file = tmp_path / "run.jsonl"
    words = ("lab", measure, "lantern", "--deals", "1" if measure == "difficulty" else "100", "--out", file)
    assert run(*words).status == 0
    head, line = map(json.loads, file.read_text().splitlines())
    file.write_text(f"{json.dumps(head)}\n{json.dumps({'first': line['first'], 'deals': line['deals'], **edited})}\n")
    before = file.read_bytes()
    refused = run(*words, "--resume")
    assert refused == (2, "", f"paishan: {file}: line 2 is no result of a measurement\n")
    assert file.read_bytes() == before


def test_an_interrupted_run_without_a_file_says_what_would_have_kept_it(
    run: Run, here: list[Stretch], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*given: object) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr("paishan.lab.runs.spread", stop)
    status, out, err = run("lab", "difficulty", "turtle", "--deals", "10")
    assert (status, out) == (130, "")
    assert err == "paishan: interrupted: nothing was kept; with --out FILE a run can go on with --resume\n"


def test_the_plot_of_one_layout(run: Run, here: list[Stretch], tmp_path: Path) -> None:
    run("lab", "solvability", "lantern", "--deals", "100", "--seed", "5", "--plot", tmp_path / "lantern.svg")
    text = (tmp_path / "lantern.svg").read_text("utf-8")
    assert text.startswith("<svg ")
    assert ">Lantern</text>" in text
    assert "100 random deals, seed 5, each proved" in text


def test_what_was_measured_is_told_though_its_plot_cannot_be_written(
    run: Run, here: list[Stretch], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, data: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("paishan.cli.lab.write_whole", full)
    plot = tmp_path / "lantern.svg"
    status, out, err = run("lab", "solvability", "lantern", "--deals", "10", "--json", "--plot", plot)
    assert (status, err) == (2, f"paishan: {plot}: no space left on device\n")
    assert json.loads(out)["deals"] == 10


@pytest.mark.parametrize("layouts", ["{}", "[]", '{"turtle": 7}'])
def test_what_only_looks_like_a_file_of_facts_is_refused(run: Run, tmp_path: Path, layouts: str) -> None:
    out = tmp_path / "facts.json"
    head = '"command":"paishan lab facts --deals 20000 --games 400 --seed 1","deals":20000,"games":400,"seed":1'
    out.write_text(f'{{{head},"layouts":{layouts}}}' if layouts != "{}" else "[")
    assert run("lab", "facts", "--out", out) == (2, "", f"paishan: {out}: this is no file of facts\n")


def test_a_layout_named_twice_is_measured_once(run: Run, here: list[Stretch], tmp_path: Path) -> None:
    words = "lab", "facts", "lantern", "lantern", "--deals", "5", "--games", "1", "--out", tmp_path / "facts.json"
    assert run(*words).out.endswith("of which 1 were measured now\n")


def test_facts_are_measured_once_and_again_only_when_something_differs(
    run: Run, here: list[Stretch], tmp_path: Path
) -> None:
    out = tmp_path / "facts.json"
    words = "lab", "facts", "lantern", "first-steps", "--deals", "40", "--games", "10", "--out", out
    status, told, _ = run(*words)
    assert (status, told) == (0, f"{out}: the facts of 2 layouts, of which 2 were measured now\n")
    book = json.loads(out.read_text("utf-8"))
    assert list(book) == ["command", "deals", "games", "seed", "layouts"]
    assert book["command"] == "paishan lab facts --deals 40 --games 10 --seed 1"
    assert list(book["layouts"]) == ["lantern", "first-steps"]
    before = out.read_bytes()

    assert run(*words).out == f"{out}: the facts of 2 layouts, of which 0 were measured now\n"
    assert out.read_bytes() == before

    book["layouts"]["lantern"]["sha1"] = "0" * 40
    out.write_text(json.dumps(book))
    assert run(*words).out == f"{out}: the facts of 2 layouts, of which 1 were measured now\n"
    assert out.read_bytes() == before

    assert run(*words, "--seed", "2").out == f"{out}: the facts of 2 layouts, of which 2 were measured now\n"
    assert json.loads(out.read_bytes())["seed"] == 2


def test_the_plot_of_the_facts_begins_with_the_greatest_share(run: Run, here: list[Stretch], tmp_path: Path) -> None:
    words = "lab", "facts", "twin-hills", "spiral", "--deals", "60", "--games", "1", "--out", tmp_path / "facts.json"
    assert run(*words, "--plot", tmp_path / "facts.svg").status == 0
    text = (tmp_path / "facts.svg").read_text("utf-8")
    assert 0 < text.index(">Twin hills<") < text.index(">Spiral<")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("solvability", "turtel"), "there is no layout 'turtel'; did you mean turtle? "),
        (("facts", "turtel"), "there is no layout 'turtel'; there are turtle, "),
        (("solvability", "turtle", "--deals", "0"), "paishan lab solvability: "),
        (("solvability", "turtle", "--resume"), "--resume needs --out FILE"),
        (("difficulty", "turtle", "--workers", "2", "--scheduler", "tcp://a:1"), "--workers and --scheduler exclude"),
        (("solvability", "turtle", "--out", "no/such/place"), "no/such/place: there is no directory no/such"),
        (("solvability", "turtle", "--out", "pyproject.toml", "--resume"), "line 1 is no result of a measurement"),
        (("facts", "--out", "pyproject.toml"), "pyproject.toml: this is no file of facts"),
        (("facts", "--workers", "2", "--scheduler", "tcp://a:1"), "--workers and --scheduler exclude"),
        (("solvability", "turtle", "--plot", "no/plot.svg"), "no/plot.svg: there is no directory no"),
        (("facts", "--plot", "no/plot.svg"), "no/plot.svg: there is no directory no"),
    ],
)
def test_wrong_use_is_told_in_one_line(run: Run, words: tuple[str, ...], said: str) -> None:
    status, out, err = run("lab", *words)
    assert (status, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1


def test_without_dask_it_is_said_how_to_install_it(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    status, out, err = run("lab", "solvability", "turtle", "--deals", "1")
    assert (status, out) == (2, "")
    assert err == "paishan: measuring needs Dask; install it with: python -m pip install 'paishan[lab]'\n"
