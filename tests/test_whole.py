"""A file is there as a whole, or as it was before."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest

from paishan.whole import write_whole


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that takes nothing more."""

    def fsync(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", fsync)


def test_a_file_is_made_and_then_replaced(tmp_path: Path) -> None:
    file = tmp_path / "turtle.lay"
    write_whole(file, b"a longer one")
    write_whole(file, b"short")
    assert file.read_bytes() == b"short"
    assert list(tmp_path.iterdir()) == [file]


def test_what_is_not_to_be_replaced_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "turtle.lay"
    write_whole(file, b"first", replace=False)
    with pytest.raises(FileExistsError):
        write_whole(file, b"second", replace=False)
    assert file.read_bytes() == b"first"


@pytest.mark.usefixtures("full_disk")
@pytest.mark.parametrize("before", [None, b"precious"])
def test_a_full_disk_leaves_everything_as_it_was(tmp_path: Path, before: bytes | None) -> None:
    file = tmp_path / "turtle.lay"
    if before is not None:
        file.write_bytes(before)
    with pytest.raises(OSError, match="No space left"):
        write_whole(file, b"new")
    assert [each.read_bytes() for each in tmp_path.iterdir()] == ([] if before is None else [before])


def test_a_link_still_leads_to_the_file(tmp_path: Path) -> None:
    file, link = tmp_path / "turtle.lay", tmp_path / "link.lay"
    file.write_bytes(b"old")
    link.symlink_to(file)
    write_whole(link, b"new")
    assert (link.is_symlink(), file.read_bytes()) == (True, b"new")


def test_a_device_takes_it_and_stays_a_device() -> None:
    write_whole(Path(os.devnull), b"nothing is kept")
    assert stat.S_ISCHR(Path(os.devnull).stat().st_mode)


def test_the_file_may_be_read_by_whom_the_user_lets_read(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        write_whole(tmp_path / "turtle.lay", b"")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "turtle.lay").stat().st_mode) == 0o644
