"""Results on disk: whole lines only, gone on with where they are of the same run, and never mixed with another's."""

from __future__ import annotations

import errno
import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from paishan import __version__
from paishan.lab.cluster import Stretch
from paishan.lab.runs import Run, Stored
from paishan.lab.solvability import prove_deals
from tests.lab.places import two_stacks

RUN = Run("solvability", prove_deals, two_stacks(3), deals=25, seed=9, stretch=10)
FIRST, SECOND, LAST = Stretch(0, 10), Stretch(10, 10), Stretch(20, 5)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "run.jsonl"


def begun(path: Path) -> bytes:
    """A file in which the second stretch is done; gives its bytes."""
    stored = Stored(path, RUN, resume=False)
    stored.add(SECOND, {"clearable": 2})
    stored.close()
    return path.read_bytes()


def test_the_last_stretch_has_what_is_left() -> None:
    assert RUN.stretches() == (FIRST, SECOND, LAST)


def test_the_file_names_the_run_and_then_what_each_stretch_gave(path: Path) -> None:
    head, line = map(json.loads, begun(path).splitlines())
    assert head == {
        "measures": "solvability",
        "paishan": __version__,
        "layout": "stacks-3",
        "sha1": two_stacks(3).sha1,
        "seed": 9,
        "stretch": 10,
    }
    assert line == {"first": 10, "deals": 10, "clearable": 2}


def test_a_run_goes_on_where_it_stopped(path: Path) -> None:
    before = begun(path)
    stored = Stored(path, RUN, resume=True)
    assert stored.done == {SECOND: {"clearable": 2}}
    stored.add(FIRST, {"clearable": 1})
    stored.close()
    assert path.read_bytes() == before + b'{"first":0,"deals":10,"clearable":1}\n'


@pytest.mark.parametrize("lost", [1, 20, 37])
def test_a_line_that_was_not_finished_is_dropped(path: Path, lost: int) -> None:
    before = begun(path)
    head, _, _ = before.partition(b"\n")
    path.write_bytes(before[:-lost])
    stored = Stored(path, RUN, resume=True)
    assert stored.done == {}
    stored.close()
    assert path.read_bytes() == head + b"\n"


def test_a_file_that_was_not_even_begun_is_begun(path: Path) -> None:
    before = begun(path)
    path.write_bytes(before[:30])
    Stored(path, RUN, resume=True).close()
    assert path.read_bytes() == before.partition(b"\n")[0] + b"\n"


def test_to_resume_what_was_never_begun_begins_it(path: Path) -> None:
    Stored(path, RUN, resume=True).close()
    assert json.loads(path.read_text()) == RUN.header


def test_a_longer_run_takes_over_whole_stretches_of_a_shorter_one(path: Path) -> None:
    stored = Stored(path, RUN, resume=False)
    for stretch in RUN.stretches():
        stored.add(stretch, {})
    stored.close()
    assert Stored(path, replace(RUN, deals=100), resume=True).done == {FIRST: {}, SECOND: {}}


def test_a_file_is_never_written_over(path: Path) -> None:
    before = begun(path)
    with pytest.raises(FileExistsError):
        Stored(path, RUN, resume=False)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("other", "differs"),
    [
        (replace(RUN, seed=10), "seed is 9 there and 10 now"),
        (replace(RUN, layout=two_stacks(4)), "layout is 'stacks-3' there and 'stacks-4' now"),
        (replace(RUN, measures="difficulty"), "measures is 'solvability' there and 'difficulty' now"),
        (replace(RUN, stretch=5), "stretch is 10 there and 5 now"),
    ],
)
def test_results_of_another_run_are_refused_with_what_differs(path: Path, other: Run, differs: str) -> None:
    before = begun(path)
    with pytest.raises(ValueError, match=differs):
        Stored(path, other, resume=True)
    assert path.read_bytes() == before


@pytest.mark.parametrize(("text", "line"), [("[]\n", 1), ("tiles\n", 1), ("{}\n", 1), ("\xff\n", 1)])
def test_a_file_of_something_else_is_refused_and_left_alone(path: Path, text: str, line: int) -> None:
    path.write_text(text, "latin-1")
    with pytest.raises(ValueError):
        Stored(path, RUN, resume=True)
    assert path.read_text("latin-1") == text


@pytest.mark.parametrize("text", [b"A letter to a friend", b"\x89PNG", b'{"measures":"sorrow'])
def test_a_file_of_something_else_without_a_whole_line_is_left_alone_too(path: Path, text: bytes) -> None:
    path.write_bytes(text)
    with pytest.raises(ValueError, match="line 1 is no result of a measurement"):
        Stored(path, RUN, resume=True)
    assert path.read_bytes() == text


def test_a_file_that_cannot_be_begun_is_not_left_behind(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        Stored(path, RUN, resume=False)
    assert not path.exists()
