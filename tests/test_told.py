"""What the documents tell to type is there: commands with their options, modules, targets, settings, examples."""

from __future__ import annotations

import importlib.util
import json
import re
import shlex
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer

import paishan
from paishan.cli import app, main
from paishan.solitaire.gallery import layouts

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```[^\n]*\n(.*?)^```$|((?:^ {4}[^\n]*\n)+)", re.DOTALL | re.MULTILINE)
INLINE = re.compile(r"`([^`]+)`")
COMMAND = re.compile(
    r"^(?:\$ |[A-Z_]+=\S* |… |sudo -u \w+ )*(?:[\w/.]*/bin/)?(paishan|python3? -m|make)(?: ([^#;|]*))?"
)


def told(page: Path) -> Iterator[tuple[str, list[str]]]:
    """What a page tells to run: `paishan`, `python -m` or `make`, each with the words after it."""
    text = page.read_text("utf-8")
    blocks = [found[1] or found[2] for found in BLOCK.finditer(text)]
    lines = [line.strip() for block in blocks for line in block.replace("\\\n", " ").splitlines()]
    spans = [" ".join(span.split()) for span in INLINE.findall(BLOCK.sub("", text))]
    for line in lines + spans:
        for part in line.split("&&"):
            if (found := COMMAND.match(part.strip())) and (words := shlex.split(found[2] or "")):
                yield found[1].replace("python3", "python"), words


TOLD = sorted({(kind, *words) for page in PAGES for kind, words in told(page)})


def commands(kind: str) -> list[tuple[str, ...]]:
    return [tuple(words) for first, *words in TOLD if first == kind]


@cache
def program() -> Any:
    """The command line; `Any`, for Typer does not publish the classes of its commands."""
    return typer.main.get_command(app)


def command(words: Sequence[str]) -> None:
    """Reads the words as the command line does, without running anything; raises for a word that it does not know."""
    at = program()
    while (found := getattr(at, "commands", None)) is not None and words and list(words) != ["…"]:
        if words[0].startswith("-"):
            break
        assert words[0] in found, f"no command {words[0]}"
        at, words = found[words[0]], words[1:]
    at.make_parser(at.context_class(at)).parse_args(list(words))


def test_what_is_told_is_found() -> None:
    assert ["paishan", "restore", "games.backup"] in [list(words)[:3] for words in TOLD]
    assert ("make", "check", "test", "soak", "docs") in TOLD
    assert ("python -m", "build", "--wheel") in TOLD
    assert len(commands("paishan")) > 40


def test_a_command_that_is_not_there_is_known() -> None:
    with pytest.raises(AssertionError, match="no command lay"):
        command(["lay", "out"])
    with pytest.raises(Exception, match="No such option"):
        command(["serve", "--gate", "8000"])


@pytest.mark.parametrize("words", commands("paishan"), ids=" ".join)
def test_commands_are_there(words: tuple[str, ...]) -> None:
    if words != ("layout", "1"):  # the first line of a layout file
        command(words)


@pytest.mark.parametrize("words", commands("python -m"), ids=" ".join)
def test_modules_are_there(words: tuple[str, ...]) -> None:
    name, *rest = words
    if name in ("venv", "build", "pip", "pytest"):  # not ours
        return
    found = importlib.util.find_spec(name)
    assert found is not None and found.origin is not None
    here = Path(found.origin)
    sources = here.parent.glob("*.py") if here.name == "__init__.py" else [here]
    read = "".join(path.read_text("utf-8") for path in sources)
    assert [word for word in rest if word.startswith("--") and f'"{word}"' not in read] == []


def test_targets_are_there() -> None:
    made = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert {word for words in commands("make") for word in words if "=" not in word} <= made


def test_settings_of_a_server_are_told() -> None:
    """Whatever is read from the environment by the program is in the host's guide, and nothing else is."""
    names = {
        name
        for path in (ROOT / "src").rglob("*.py")
        for name in re.findall(r"PAISHAN_[A-Z_]+", path.read_text("utf-8"))
    }
    page = (ROOT / "docs/hosting/index.md").read_text("utf-8")
    assert names - {"PAISHAN_LIVE_FILES"} == set(re.findall(r"PAISHAN_[A-Z_]+", page))


def test_options_of_a_server_are_told() -> None:
    serve = program().commands["serve"]
    there = {name for option in serve.params for name in option.opts if name.startswith("--")}
    page = (ROOT / "docs/hosting/index.md").read_text("utf-8")
    rows = re.findall(r"^\| (`--.*?) \|", page, re.MULTILINE)
    assert set(re.findall(r"--[\w-]+", " ".join(rows))) == there - {"--help"}


@pytest.mark.parametrize(
    ("sample", "line"),
    [
        ("paishan.service", r"^ExecStart=/opt/paishan/bin/paishan (.*)$"),
        ("Containerfile", r"^CMD (\[\"serve\".*\])$"),
    ],
)
def test_samples_start_a_server_with_options_that_are_there(sample: str, line: str) -> None:
    found = re.search(line, (ROOT / "deploy" / sample).read_text("utf-8"), re.MULTILINE)
    assert found is not None
    words = json.loads(found[1]) if found[1].startswith("[") else shlex.split(found[1])
    assert words[0] == "serve"
    command(words)


@pytest.mark.parametrize(
    ("sample", "host"), [("nginx-proxy.conf", "proxy_set_header Host $http_host;"), ("Caddyfile", "Host {hostport}")]
)
def test_proxies_pass_the_name_on_with_its_port(sample: str, host: str) -> None:
    """A browser names the port where it is not the usual one; without it every change is one from another site."""
    assert host in (ROOT / "deploy" / sample).read_text("utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_code_that_is_shown_can_be_run(page: Path) -> None:
    """Examples with answers are doctests, and those of the environments run in their own tests; here is the rest."""
    for code in re.findall(r"^```python\n(.*?)^```$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL):
        if code.startswith(">>> ") or page.parent.name == "envs":
            continue
        exec(compile(code, page.name, "exec"), {"paishan": paishan})


def test_deals_that_are_shown_are_decided_as_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = re.search(
        r"^```json\n(.*?)^```", (ROOT / "docs/research/index.md").read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    assert shown is not None
    deals = tmp_path / "deals.jsonl"
    deals.write_text(shown[1])
    assert main(["solve", str(deals)]) == 0
    assert re.findall(r"line (\d): (\w+)", capsys.readouterr().out) == [("1", "dead"), ("2", "clearable")]


def test_as_many_layouts_are_told_as_there_are() -> None:
    assert f"Paishan comes with {len(layouts())} of its own" in (ROOT / "docs/authors/index.md").read_text("utf-8")
