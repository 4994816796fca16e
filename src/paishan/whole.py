"""Files written as a whole: readers find the old content or the new one, never a part, even after a power cut."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from secrets import token_hex

__all__ = ["write_whole"]


def write_whole(path: Path, data: bytes, *, replace: bool = True) -> None:
    """Put `data` into the file at `path`; where that fails, what was there before is there still, and nothing else.

    Raises `FileExistsError` where something is there that is not to be replaced, and `OSError` where it cannot be
    written.
    """
    if path.exists():
        if not replace:
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
        if not path.is_file():
            # A pipe or a device keeps nothing, and must not be put out of its place.
            path.write_bytes(data)
            return
    path = path.resolve()
    part = path.with_name(f".{token_hex(8)}.part")
    try:
        with part.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    if os.name == "posix":
        directory = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(directory)
        finally:
            os.close(directory)
