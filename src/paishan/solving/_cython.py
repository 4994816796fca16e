"""What the search asks of the `cython` module when it runs uncompiled where Cython is not installed."""

from __future__ import annotations

from contextlib import nullcontext

compiled = False
nogil = nullcontext()
