from __future__ import annotations

import traceback
from pathlib import Path

import pytest

from paishan.faults import said_of
from paishan.solitaire.formats import LayoutError, write
from paishan.solitaire.gallery import by_id
from paishan.solitaire.installed import Installed
from paishan.solitaire.layout import Layout

ROW = Layout.build("row", "Row", [(0, 0, 0), (2, 0, 0)])
POST = Layout.build("post", "Post", [(0, 0, 0), (0, 2, 0)])


@pytest.fixture
def installed(tmp_path: Path) -> Installed:
    return Installed(tmp_path / "data" / "layouts")


def test_nothing_is_installed_before_the_first(installed: Installed) -> None:
    assert installed.list() == () == installed.broken()
    with pytest.raises(ValueError, match="no layout HAAAAAAAAAAAA is installed"):
        installed.by_tag("HAAAAAAAAAAAA")


def test_an_installed_layout_is_found_by_its_tag_and_id_and_by_another_program_run(installed: Installed) -> None:
    kept = installed.add(ROW, by="Nobody")
    assert (kept, kept.id, kept.name, kept.tag) == (ROW, "row", "Row", ROW.tag)
    for view in (installed, Installed(installed.directory)):
        assert view.by_tag(ROW.tag) == ROW
        assert view.by_id("row") == ROW
        assert view.list() == (ROW,)
    assert [path.name for path in installed.directory.iterdir()] == [f"{ROW.tag}.paishan"]


def test_the_same_layout_is_installed_once_and_keeps_its_first_name(installed: Installed) -> None:
    installed.add(ROW)
    again = installed.add(Layout.build("other", "Other", [(5, 5, 1), (7, 5, 1)]))
    assert (again.id, again.name) == ("row", "Row")
    assert len(installed.list()) == 1


def test_ids_are_never_given_twice(installed: Installed) -> None:
    installed.add(ROW)
    other = installed.add(Layout.build("row", "Row", POST.slots))
    turtle = installed.add(Layout.build("turtle", "Turtle", [(0, 0, 0), (4, 0, 0)]))
    assert other.id == f"row-{other.sha1[:12]}"
    assert turtle.id == f"turtle-{turtle.sha1[:12]}"
    assert installed.by_id(other.id) == other


def test_an_installed_layout_has_no_number(installed: Installed) -> None:
    kept = installed.add(by_id("turtle"))
    assert kept.number is None and kept.tag.startswith("H")


def test_a_removed_layout_is_gone(installed: Installed) -> None:
    installed.add(ROW)
    installed.add(POST)
    installed.remove(ROW.tag)
    assert installed.list() == (POST,)
    for tag in (ROW.tag, "L00", "../secret", ""):
        with pytest.raises(ValueError, match="is installed"):
            installed.remove(tag)
        with pytest.raises(ValueError, match="is installed"):
            installed.by_tag(tag)


def test_broken_files_are_told_of_and_passed_over(installed: Installed) -> None:
    installed.add(ROW)
    installed.add(POST)
    path = installed.directory / f"{POST.tag}.paishan"
    path.write_bytes(path.read_bytes()[:-8])
    (installed.directory / "HAAAAAAAAAAAA.paishan").write_bytes(write(POST, "paishan"))
    (installed.directory / "HBBBBBBBBBBBB.paishan").write_bytes(b"0 0 0\n0 2 0\n")
    (installed.directory / ".x.part").write_bytes(b"half")
    assert installed.list() == (ROW,)
    faults = sorted(str(fault) for fault in installed.broken())
    assert len(faults) == 3
    assert faults[0].startswith("HAAAAAAAAAAAA.paishan: holds another layout than its name says")
    assert faults[1].startswith("HBBBBBBBBBBBB.paishan: is no Paishan layout")
    assert faults[2].startswith(f"{POST.tag}.paishan: ")
    told = [getattr(said_of(fault), "values", {}).get("message") for fault in installed.broken()]
    assert "holds another layout than its name says, {layout}" in [getattr(message, "text", "") for message in told]
    with pytest.raises(ValueError, match=POST.tag):
        installed.by_tag(POST.tag)


def test_a_broken_file_is_mended_by_installing_again(installed: Installed) -> None:
    installed.add(ROW)
    (installed.directory / f"{ROW.tag}.paishan").write_bytes(b"")
    assert installed.add(ROW) == ROW
    assert (installed.list(), installed.broken()) == ((ROW,), ())


def test_a_write_that_fails_leaves_the_directory_as_it_was(
    installed: Installed, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed.add(ROW)

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="No space left"):
        installed.add(POST)
    assert [path.name for path in installed.directory.iterdir()] == [f"{ROW.tag}.paishan"]


def test_a_broken_file_asked_for_again_and_again_costs_no_memory(installed: Installed) -> None:
    installed.add(ROW)
    (installed.directory / f"{ROW.tag}.paishan").write_text("paishan layout 1\n")
    depths = []
    for _ in range(3):
        with pytest.raises(LayoutError) as caught:
            installed.by_tag(ROW.tag)
        depths.append(sum(1 for _ in traceback.walk_tb(caught.value.__traceback__)))
    assert depths == [depths[0]] * 3
