"""What is handed out: archives and wheels hold what they should, and what they install plays, solves and is imported.

Everything happens outside the tree, in environments that hold nothing else. It takes some minutes and needs what `pip`
needs, so it runs with `make soak`; a browser plays to the first pair.
"""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

import paishan
from tests.browser.serving import Server
from tests.browser.visitor import Visitor, code_of, launch

pytestmark = [pytest.mark.long, pytest.mark.xdist_group("packages")]

ROOT = Path(__file__).parents[2]
OUTSIDE = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
NO_COMPILER = {**OUTSIDE, "CC": "/bin/false", "CXX": "/bin/false"}
READY = os.environ.get("PAISHAN_DIST")
"""A directory with the three packages, to be tried as they are instead of being built; for those of a release."""


ENVIRONMENTS = """
import gymnasium
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

for id in ("Solitaire-v1", "SolitaireHidden-v1", "Connect-v1"):
    check_env(gymnasium.make("paishan.envs:paishan/" + id).unwrapped)
from paishan.envs import chuopai_v1

api_test(chuopai_v1.env(), num_cycles=300)
seed_test(chuopai_v1.env, num_cycles=150)
"""
"""What the makers of both libraries offer to try an environment with."""


def run(*words: str | Path, cwd: Path, env: dict[str, str] | None = None) -> str:
    """What a command says; it must end well."""
    done = subprocess.run([str(word) for word in words], cwd=cwd, env=env or OUTSIDE, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-2_000:] + done.stderr[-4_000:]
    return done.stdout


def cut_off() -> list[str]:
    """Words before a command that take the network from it, where this machine lets one do so."""
    words = ["unshare", "--map-root-user", "--net"]
    allowed = shutil.which(words[0]) and subprocess.run([*words, "true"], capture_output=True).returncode == 0
    return words if allowed else []


def empty(where: Path) -> Path:
    """The Python of a new environment that holds nothing."""
    run(sys.executable, "-m", "venv", where, cwd=where.parent)
    return where / "bin" / "python"


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The archive, the wheel made from it, and the wheel in which nothing is compiled."""
    if READY:
        return Path(READY)
    place = tmp_path_factory.mktemp("packages")
    tree = place / "tree"
    names = run("git", "ls-files", "--cached", "--others", "--exclude-standard", cwd=ROOT).splitlines()
    for name in names:
        if name.startswith(
            ("src/", "LICENSE", "README", "CHANGELOG", "MANIFEST", "pyproject", "setup.py", "tests/test_")
        ):
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, tree / name)
    run(sys.executable, "-m", "build", "--outdir", place / "dist", cwd=tree)
    nothing = {**OUTSIDE, "PAISHAN_PURE": "1"}
    run(sys.executable, "-m", "build", "--wheel", "--outdir", place / "dist", cwd=tree, env=nothing)
    return place / "dist"


def archive(dist: Path) -> Path:
    """The source archive."""
    return dist / f"paishan-{paishan.__version__}.tar.gz"


def pure(dist: Path) -> Path:
    """The wheel for every machine."""
    return dist / f"paishan-{paishan.__version__}-py3-none-any.whl"


def compiled(dist: Path) -> Path:
    """The wheel for this machine."""
    [wheel] = dist.glob(f"paishan-{paishan.__version__}-cp*.whl")
    return wheel


def sources() -> set[str]:
    """The files of the package that are kept, from the root of the tree."""
    return set(run("git", "ls-files", "src/paishan", cwd=ROOT).splitlines())


def translated() -> set[str]:
    """The modules that `setup.py` says are to be compiled."""
    [said] = [
        node.value
        for node in ast.parse((ROOT / "setup.py").read_text("utf-8")).body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "COMPILED"
    ]
    return set(ast.literal_eval(said))


def test_the_archive_holds_what_building_needs_and_no_more(dist: Path) -> None:
    with tarfile.open(archive(dist)) as file:
        names = {name.partition("/")[2] for name in file.getnames()}
    assert sources() <= names
    assert {"CHANGELOG.md", "LICENSE", "README.md", "pyproject.toml", "setup.py"} <= names
    assert not [name for name in names if name.endswith((".so", ".c", ".pyc")) or name.startswith("tests")]


def test_wheels_hold_the_package_and_its_licences(dist: Path) -> None:
    for wheel, modules in ((compiled(dist), translated()), (pure(dist), set())):
        with zipfile.ZipFile(wheel) as file:
            names = set(file.namelist())
        machine = {name.partition(".")[0].replace("/", ".") for name in names if name.endswith((".so", ".pyd"))}
        assert machine == modules
        assert not [name for name in names if name.endswith(".c") or name.startswith("tests")]
        licences = f"paishan-{paishan.__version__}.dist-info/licenses"
        assert {f"{licences}/LICENSE", f"{licences}/src/paishan/web/static/faces/OFL.txt"} <= names
        assert {name.removeprefix("src/") for name in sources()} <= names


class Installed(Server):
    """The server of an environment of its own."""

    def __init__(self, data: Path, python: Path) -> None:
        super().__init__(data)
        self._python = python

    def start(self) -> None:
        """Start it and wait until it says that it is ready."""
        self._process = subprocess.Popen(
            [self._python, "-m", *self._words()], cwd=self.data, env=OUTSIDE, stdout=subprocess.PIPE, text=True
        )
        assert any("is ready at" in line for line in self._out)


def works(python: Path, place: Path, with_compiler: bool) -> None:
    """Try everything that the README tells of on an installed package, `paishan[proof]` for its checked certificate."""
    where = run(python, "-c", "import paishan; print(paishan.__file__)", cwd=place).strip()
    assert Path(where).is_relative_to(python.parents[1])
    command = python.parent / "paishan"
    assert run(command, "--version", cwd=place) == f"paishan {paishan.__version__}\n"
    told = run(python, "-c", "import paishan.solving as s; print(s.COMPILED)", cwd=place).strip()
    assert told == str(with_compiler)

    examples = f"import doctest, sys; sys.exit(doctest.testfile({str(ROOT / 'README.md')!r}, False).failed)"
    run(python, "-c", examples, cwd=place)

    deals = place / "deals.jsonl"
    stack = {"positions": [[0, 0, z] for z in range(4)]}
    grid = {"width": 2, "height": 2, "groups": [0, 0, 1, 1]}
    deals.write_text("".join(json.dumps(deal) + "\n" for deal in (stack | {"groups": [0, 1, 0, 1]}, grid)))
    answers = run(command, "solve", deals, "--json", cwd=place).splitlines()
    assert [json.loads(answer)["verdict"] for answer in answers] == ["dead", "clearable"]

    data = place / "games"
    data.mkdir()
    server = Installed(data, python)
    server.start()
    try:
        with sync_playwright() as playwright:
            browser = launch(playwright.chromium)
            visitor = Visitor(browser, server, 360, 740)
            table = visitor.open(code_of("first-steps"))
            table.take(table.deal.witness[:1])
            expect(table.page.locator("#left")).to_have_text("34 tiles")
            table.settled()
            assert len(visitor.acknowledged) == 1
            assert visitor.complaints == []
            browser.close()
    finally:
        server.stop()


@pytest.mark.browser
def test_the_wheel_is_all_that_is_needed(dist: Path, tmp_path: Path) -> None:
    python = empty(tmp_path / "env")
    run(python, "-m", "pip", "install", "-q", f"{compiled(dist)}[proof]", cwd=tmp_path)
    works(python, tmp_path, with_compiler=True)


@pytest.mark.browser
def test_the_archive_without_a_compiler_and_without_a_network(dist: Path, tmp_path: Path) -> None:
    python = empty(tmp_path / "env")
    needed = ["setuptools>=77,<83", "Cython>=3.1,<4"]
    run(python, "-m", "pip", "install", "-q", *needed, f"{pure(dist)}[proof]", cwd=tmp_path)
    run(python, "-m", "pip", "uninstall", "-q", "-y", "paishan", cwd=tmp_path)
    offline = ["--no-build-isolation", "--no-index"]
    run(*cut_off(), python, "-m", "pip", "install", "-q", *offline, archive(dist), cwd=tmp_path, env=NO_COMPILER)
    works(python, tmp_path, with_compiler=False)


@pytest.mark.browser
def test_the_wheel_for_every_machine(dist: Path, tmp_path: Path) -> None:
    python = empty(tmp_path / "env")
    run(python, "-m", "pip", "install", "-q", f"{pure(dist)}[proof]", cwd=tmp_path)
    works(python, tmp_path, with_compiler=False)


def test_the_environments_are_an_extra(dist: Path, tmp_path: Path) -> None:
    python = empty(tmp_path / "env")
    run(python, "-m", "pip", "install", "-q", f"{compiled(dist)}[envs]", cwd=tmp_path)
    run(python, "-c", ENVIRONMENTS, cwd=tmp_path)
