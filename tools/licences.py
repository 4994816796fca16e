"""The licences of everything that is installed with Paishan: `python -m tools.licences` says which are not allowed.

Looked at is what `pyproject.toml` asks for, extras included as far as they are installed here, with all that those need
in turn. A licence is what a distribution says of itself: its SPDX expression, its classifiers, or its free text, in
that order.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PROJECT = Path("pyproject.toml")
ALLOWED = (
    "0BSD", "Apache-2.0", "BSD", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "ISC", "MIT", "MIT-0", "MPL-2.0", "PSF-2.0",
    "Python-2.0", "Unlicense", "Zlib",
)  # fmt: skip
"""Licences, by their SPDX names, under which anybody may pass Paishan on together with what it needs."""
APART = {"psycopg": "LGPL-3.0-only", "psycopg-binary": "LGPL-3.0-only"}
"""What only an extra brings, unchanged and as a library of its own, which is all that its licence asks for."""

SPELLED = {
    "mit license": "MIT", "the mit license": "MIT", "the mit license (mit)": "MIT", "mit": "MIT", "expat": "MIT",
    "bsd": "BSD", "bsd license": "BSD", "new bsd license": "BSD-3-Clause", "3-clause bsd license": "BSD-3-Clause",
    "bsd 3-clause": "BSD-3-Clause", "bsd 3-clause license": "BSD-3-Clause", "bsd-3-clause license": "BSD-3-Clause",
    "apache": "Apache-2.0", "apache 2.0": "Apache-2.0", "apache license 2.0": "Apache-2.0",
    "apache license, version 2.0": "Apache-2.0", "apache software license": "Apache-2.0",
    "apache license v2": "Apache-2.0",
    "isc license (iscl)": "ISC", "isc license": "ISC", "isc": "ISC",
    "python software foundation license": "PSF-2.0", "psf": "PSF-2.0", "psf-2.0": "PSF-2.0",
    "mozilla public license 2.0 (mpl 2.0)": "MPL-2.0",
    "gnu lesser general public license v3 (lgplv3)": "LGPL-3.0-only",
    "the unlicense (unlicense)": "Unlicense",
}  # fmt: skip
"""How distributions spell licences that have SPDX names."""


def asked_for() -> tuple[list[Requirement], list[Requirement]]:
    """What the package needs, and what its extras need."""
    project = tomllib.loads(PROJECT.read_text("utf-8"))["project"]
    extras = [text for texts in project["optional-dependencies"].values() for text in texts]
    return [Requirement(text) for text in project["dependencies"]], [Requirement(text) for text in extras]


def needed(roots: Iterable[Requirement]) -> dict[str, Distribution]:
    """Everything installed that these need, by name."""
    found: dict[str, Distribution] = {}
    waiting = list(roots)
    seen = set()
    while waiting:
        asked = waiting.pop()
        key = canonicalize_name(asked.name), frozenset(asked.extras)
        if key in seen:
            continue
        seen.add(key)
        try:
            found[key[0]] = distribution(key[0])
        except PackageNotFoundError:
            continue
        for requirement in map(Requirement, found[key[0]].requires or ()):
            marker = requirement.marker
            if marker is None or any(marker.evaluate({"extra": extra}) for extra in asked.extras or {""}):
                waiting.append(requirement)
    return found


def licences(of: Distribution) -> set[str]:
    """The licences of a distribution by their SPDX names, as far as those are known; any one of an `OR` will do."""
    expressions = of.metadata.get_all("License-Expression")
    if expressions:
        return set(_best(expressions[0]))
    names = [
        line.rpartition(" :: ")[2]
        for line in of.metadata.get_all("Classifier") or ()
        if line.startswith("License :: ") and not line.endswith("OSI Approved")
    ]
    texts = [text for text in of.metadata.get_all("License") or () if text.strip()]
    if not names and texts:
        names = [texts[0].strip().splitlines()[0]]
    return {name if name in ALLOWED else SPELLED.get(name.lower(), name) for name in names}


def _best(expression: str) -> Iterator[str]:
    """The licences of an SPDX expression that must be kept; of alternatives the first one that is allowed."""
    for part in re.split(r"\s+AND\s+", expression.strip("()")):
        choices = [choice.strip("() ") for choice in re.split(r"\s+OR\s+", part)]
        plain = [re.sub(r"\s+WITH\s+.*", "", choice) for choice in choices]
        yield next((choice for choice in plain if choice in ALLOWED), plain[0])


def refused() -> list[str]:
    """What is not allowed, and why, a line each."""
    package, extras = asked_for()
    here = needed([*package, *extras])
    wrong = [
        f"{asked.name} is not installed here, so its licence is not known"
        for asked in package
        if canonicalize_name(asked.name) not in here and (asked.marker is None or asked.marker.evaluate())
    ]
    for name, one in sorted(here.items()):
        found = licences(one)
        if not found:
            wrong.append(f"{name} {one.version} does not say its licence")
        elif strange := found - set(ALLOWED) - {APART.get(name, "")}:
            wrong.append(f"{name} {one.version} is under {', '.join(sorted(strange))}")
    return wrong


def main() -> int:
    """Say what is not allowed."""
    wrong = refused()
    for line in wrong:
        print(line, file=sys.stderr)
    return min(len(wrong), 1)


if __name__ == "__main__":
    sys.exit(main())
