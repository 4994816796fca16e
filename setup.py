"""The compiled parts: pure-Python modules that Cython may translate. Without a compiler they run as they are.

With PAISHAN_PURE=1 in the environment nothing is compiled, and the wheel is one for every machine (`py3-none-any`).
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from setuptools import Extension, setup

COMPILED = (
    "paishan.solving.pairings",
    "paishan.solving.engine",
    "paishan.solving.cuts",
    "paishan.solving.conflict",
    "paishan.solving.search",
    "paishan.solving.solver",
    "paishan.solitaire.engine",
    "paishan.chuopai.core",
    "paishan.chuopai.known",
    "paishan.chuopai.habits",
    "paishan.chuopai.guess",
    "paishan.chuopai.mind",
    "paishan.chuopai.judge",
    "paishan.lab.pupil",
    "paishan.connect.position",
    "paishan.connect.engine",
    "paishan.connect.joins",
)
FLAGS = ["/O2"] if sys.platform == "win32" else ["-O2", "-g0", "-fno-wrapv", "-ffp-contract=off"]
DIRECTIVES = {
    "language_level": 3,
    "annotation_typing": False,
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
}


def extensions() -> list[Extension]:
    """Return the extensions to build; none where Cython is missing, or where none are wanted."""
    if os.environ.get("PAISHAN_PURE") == "1":
        return []
    try:
        from Cython.Build import cythonize
    except ImportError:
        return []
    sources = [
        Extension(name, [str(Path("src", *name.split(".")).with_suffix(".py"))], extra_compile_args=FLAGS)
        for name in COMPILED
    ]
    made: list[Extension] = cythonize(sources, include_path=["src"], compiler_directives=DIRECTIVES)
    for extension in made:
        # Asked for here, as `cythonize` does not carry it over: a failure to compile is no failure to install.
        extension.optional = True
    return made


setup(ext_modules=extensions(), options={"build_ext": {"parallel": os.cpu_count() or 1}})
