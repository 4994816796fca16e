"""Runs a module of this package uncompiled: `python -m tests.solving.plain MODULE [ARGUMENTS]`."""

from __future__ import annotations

import runpy
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType


class SourceFirst(MetaPathFinder):
    """Finds Paishan's modules as source, even where a compiled one lies beside it."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if not name.startswith("paishan.") or not path:
            return None
        file = Path(next(iter(path)), name.rpartition(".")[2]).with_suffix(".py")
        return spec_from_file_location(name, file) if file.exists() else None


if __name__ == "__main__":
    sys.meta_path.insert(0, SourceFirst())
    sys.argv = sys.argv[1:]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
