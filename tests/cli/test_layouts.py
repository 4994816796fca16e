"""`paishan layouts`: the list, and a layout drawn."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

import pytest

from tests.cli.conftest import Run

TURTLE = {
    "id": "turtle",
    "number": 0,
    "name": "Turtle",
    "tiles": 144,
    "layers": 5,
    "width": 30,
    "height": 16,
    "free": 35,
}

FIRST_STEPS = """\
    ┏━━━┳━━━┳━━━┳━━━┓
    ┃ 1 ┃ 2 ┃ 2 ┃ 1 ┃
┏━━━╋━━━╋━━━╋━━━╋━━━╋━━━┓
┃ 1 ┃ 2 ┃ 3 ┃ 3 ┃ 2 ┃ 1 ┃
┣━━━╋━━━╋━━━╋━━━╋━━━╋━━━┫
┃ 1 ┃ 2 ┃ 3 ┃ 3 ┃ 2 ┃ 1 ┃
┗━━━╋━━━╋━━━╋━━━╋━━━╋━━━┛
    ┃ 1 ┃ 2 ┃ 2 ┃ 1 ┃
    ┗━━━┻━━━┻━━━┻━━━┛

First steps (first-steps, L02): 36 tiles in 3 layers, 6 columns and 4 rows
20 tiles are free at the start (heavy frames); the digits tell the layer
"""


def test_the_list_says_how_large_each_layout_is(run: Run) -> None:
    status, out, _ = run("layouts", "list")
    assert status == 0
    head, turtle, *_ = out.splitlines()
    assert head.split() == ["id", "name", "code", "tiles", "layers", "free", "columns", "x", "rows"]
    assert turtle.split() == ["turtle", "Turtle", "L00", "144", "5", "35", "15", "x", "8"]


def test_the_list_as_json(run: Run) -> None:
    listed = json.loads(run("layouts", "list", "--json").out)
    measured = listed[0].pop("facts")
    assert listed[0] == TURTLE
    assert measured["deals"] >= 20_000
    assert measured["clearable"] + measured["dead"] + measured["undecided"] == measured["deals"]
    low, high = measured["ci95"]
    # Published: between 2.95 and 2.96 % of random Turtles cannot be cleared (de Bondt, arXiv 1203.6559).
    assert low < 1 - 0.02955 < high
    assert [layout["id"] for layout in listed[:4]] == ["turtle", "lantern", "first-steps", "twin-hills"]
    assert [layout["number"] for layout in listed] == list(range(len(listed)))


def test_a_layout_as_json_has_its_places_in_half_tiles(run: Run) -> None:
    shown = json.loads(run("layouts", "show", "turtle", "--json").out)
    positions = shown.pop("positions")
    assert shown.pop("facts")["tiles"] == 144
    assert shown == TURTLE
    assert len(positions) == 144
    assert positions[-1] == [13, 7, 4]


def test_a_layout_is_drawn_with_its_layers_and_its_facts_below(run: Run) -> None:
    shown = run("layouts", "show", "first-steps").out
    assert shown.startswith(FIRST_STEPS)
    measured = shown.removeprefix(FIRST_STEPS).replace("\n", " ")
    assert re.fullmatch(
        r"of 20,000 random deals 9\d\.\d\d% can be cleared \(9\d\.\d\d% to 9\d\.\d\d% with 95% confidence\); "
        r"difficulty 1 of 5; measured by `paishan lab facts .*` ?",
        measured,
    )


def test_an_installed_layout_says_that_it_was_not_measured_yet(run: Run, steps: Path) -> None:
    assert run("layouts", "import", steps).status == 0
    assert run("layouts", "show", "steps").out.endswith("not measured yet\n")


STEPS = """\
paishan layout 1
id: {id}
name: {name}

stacks at 0,0
1221
"""
STEPS_SHA1 = hashlib.sha1(b"[[0,0,0],[0,2,0],[0,4,0],[0,6,0],[1,2,0],[1,4,0]]").hexdigest()
ODD = "paishan layout 1\nid: odd\nname: Odd\n\nstacks at 0,0\n121.1\n"


@pytest.fixture
def steps(tmp_path: Path) -> Path:
    file = tmp_path / "steps.paishan"
    file.write_text(STEPS.format(id="steps", name="Steps"))
    return file


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    file = tmp_path / "odd.paishan"
    file.write_text(ODD)
    return file


def test_a_file_is_shown_as_it_would_be_once_installed(run: Run, steps: Path) -> None:
    shown = run("layouts", "show", steps)
    assert shown.status == 0
    assert run("layouts", "import", steps).status == 0
    assert shown == run("layouts", "show", "steps")
    assert json.loads(run("layouts", "show", steps, "--json").out)["positions"][-1] == [4, 0, 1]


def test_a_file_with_the_id_of_another_layout_has_none_of_its_facts(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "turtle.paishan"
    file.write_text(STEPS.format(id="turtle", name="Turtle"))
    assert run("layouts", "show", file).out.endswith("not measured yet\n")


def test_a_file_that_cannot_be_played_is_not_shown(run: Run, odd: Path) -> None:
    assert run("layouts", "show", odd) == (
        2,
        "",
        f"paishan: {odd}: odd: tiles go in pairs, so a layout has an even number of them; this one has 5\n",
    )


def test_a_good_file_passes_the_check(run: Run, steps: Path) -> None:
    assert run("layouts", "check", steps) == (0, f"{steps}: Steps: ok, 6 tiles in 2 layers, 4 free\n", "")


def test_every_file_is_checked_and_one_bad_one_gives_status_1(run: Run, steps: Path, odd: Path) -> None:
    status, out, err = run("layouts", "check", odd, steps, "--json")
    bad, good = map(json.loads, out.splitlines())
    assert (status, err) == (1, "")
    assert (bad["file"], bad["ok"]) == (str(odd), False)
    assert "even number" in bad["error"]
    assert good == {
        "file": str(steps),
        "name": "Steps",
        "ok": True,
        "error": None,
        "tiles": 6,
        "layers": 2,
        "free": 4,
        "width": 8,
        "height": 2,
        "sha1": STEPS_SHA1,
    }


def test_an_imported_layout_is_listed_shown_and_dealt(run: Run, steps: Path, user_data: Path) -> None:
    status, out, err = run("layouts", "import", steps)
    code = out.split("(")[1].rstrip(")\n")
    assert (status, out, err) == (0, f"{steps}: Steps: installed as steps ({code})\n", "")
    assert [file.stem for file in (user_data / "layouts").iterdir()] == [code]
    assert json.loads(run("layouts", "list", "--json").out)[-1]["id"] == "steps"
    assert run("layouts", "show", "steps").out == run("layouts", "show", code.lower()).out
    dealt = json.loads(run("deal", "--layout", "steps", "--seed", "1", "--json").out)
    assert dealt["layout"] == "steps"
    assert dealt["code"].startswith(f"MJ1-{code}-AAAAAB")
    assert json.loads(run("deal", dealt["code"], "--json").out) == dealt


def test_what_cannot_be_played_is_not_imported_but_the_others_are(run: Run, steps: Path, odd: Path) -> None:
    status, out, err = run("layouts", "import", odd, steps, "--json")
    bad, good = json.loads(out)
    assert (status, err) == (2, "paishan: 1 of 2 layouts cannot be played and were not installed\n")
    assert (bad["ok"], good["ok"], good["id"]) == (False, True, "steps")
    assert [
        layout["id"] for layout in json.loads(run("layouts", "list", "--json").out) if layout["number"] is None
    ] == ["steps"]


def test_a_broken_installed_file_is_told_of_and_passed_over(run: Run, steps: Path, user_data: Path) -> None:
    run("layouts", "import", steps)
    (user_data / "layouts" / "HAAAAAAAAAAAA.paishan").write_text("nothing")
    status, out, err = run("layouts", "list")
    assert (status, err.count("\n")) == (0, 1)
    assert err.startswith("paishan: passed over: HAAAAAAAAAAAA.paishan: ")
    assert "steps" in out.splitlines()[-1]


@pytest.mark.parametrize(
    ("format", "ending"), [("paishan", "paishan"), ("kmahjongg", "layout"), ("kyodai", "lay"), ("mah", "json")]
)
def test_what_is_exported_reads_back_as_the_same_layout(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, format: str, ending: str
) -> None:
    monkeypatch.chdir(tmp_path)
    written = json.loads(run("layouts", "export", "turtle", "--format", format, "--json").out)
    assert written == {
        "file": f"turtle.{ending}",
        "id": "turtle",
        "format": format,
        "bytes": (tmp_path / f"turtle.{ending}").stat().st_size,
    }
    checked = json.loads(run("layouts", "check", f"turtle.{ending}", "--json").out)
    assert (checked["tiles"], checked["free"]) == (144, 35)
    shown = json.loads(run("layouts", "show", "turtle", "--json").out)
    places = json.dumps(sorted([z, x, y] for x, y, z in shown["positions"]), separators=(",", ":"))
    assert checked["sha1"] == hashlib.sha1(places.encode()).hexdigest()


def test_a_file_is_replaced_only_when_told_to(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.lay"
    file.write_text("precious")
    words = "layouts", "export", "turtle", "--format", "kyodai", "-o", file
    complaint = f"paishan: {file}: this is there already; name another file, or add --force to replace it\n"
    assert run(*words) == (2, "", complaint)
    assert file.read_text() == "precious"
    assert run(*words, "--force").status == 0
    assert file.read_text().startswith("Kyodai")
