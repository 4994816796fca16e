"""The documents: links lead somewhere, what is shown is what the tools make, and what is called a proof is one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tools import report, site
from tools.doctests import fenced

from paishan.solving.verify import read_proof, verify

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
MADE = {ROOT / "docs/players/rules.md", ROOT / "docs/players/keyboard.md"}
"""Pages that are made when the documents are built."""
LINK = re.compile(r"(?<!\!)\[[^\]]*\]\(([^)\s]+)\)|!\[[^\]]*\]\(([^)\s]+)\)")
CODE = re.compile(r"```.*?```|`[^`\n]*`|^ {4}[^\n]*$", re.DOTALL | re.MULTILINE)


def anchors(page: Path) -> set[str]:
    """The anchors of a page: its headings, and those that are named."""
    text = CODE.sub("", page.read_text("utf-8"))
    named = set(re.findall(r"\{ ?#([\w-]+) ?\}", text))
    headings = re.findall(r"^#+ (.+?)(?: \{.*\})?$", text, re.MULTILINE)
    return named | {re.sub(r"[^\w -]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    lost = []
    for found in LINK.finditer(CODE.sub("", page.read_text("utf-8"))):
        link = found[1] or found[2]
        if "://" in link or link.startswith("mailto:"):
            continue
        name, _, anchor = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        if target in MADE:
            continue
        if not target.exists() or (anchor and target.suffix == ".md" and anchor not in anchors(target)):
            lost.append(link)
    assert lost == []


def test_every_page_is_reached_from_the_contents() -> None:
    contents = (ROOT / "mkdocs.yml").read_text("utf-8").partition("\nnav:\n")[2]
    named = set(re.findall(r"- (\S+\.md)", contents))
    folders = {entry[:-1] for entry in re.findall(r"- \"?([\w/]*\*)", contents)}
    for page in PAGES[2:]:
        name = page.relative_to(ROOT / "docs").as_posix()
        assert name in named or name.rpartition("/")[0] + "/" * ("/" in name) in folders, name
    assert all((ROOT / "docs" / name).exists() or ROOT / "docs" / name in MADE for name in named)


def test_the_report_is_what_the_results_give(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    for path, text in report.made(report.read(report.RESULTS)).items():
        assert path.read_text("utf-8") == text, f"{path}: run python -m tools.report"
    assert report.main(["--check"]) == 0


def test_a_report_that_is_not_of_the_results_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(report, "PAGE", tmp_path / "report.md")
    assert report.main(["--check"]) == 1
    assert f"{tmp_path / 'report.md'}: not what the results give" in capsys.readouterr().err
    assert report.main([]) == 0
    assert report.main(["--check"]) == 0


def test_the_proof_that_is_shown_proves() -> None:
    page = (ROOT / "docs/research/solver-method.md").read_text("utf-8")
    shown = re.search(r"```json\n(.*?)```", page, re.DOTALL)
    assert shown is not None
    claim = read_proof(shown[1])
    assert claim.certificate == ((),)
    verify(claim)


def test_figures_in_the_method_are_those_of_the_results() -> None:
    page = " ".join((ROOT / "docs/research/solver-method.md").read_text("utf-8").split())
    turtle = next(result for result in report.read(ROOT / report.RESULTS) if result["figure"] == "turtle-dead")
    shares = turtle["measurements"][0]["shares"]
    dead, spent = shares["dead"], shares["conflicts"]
    low, high = dead["wilson95"]
    assert f"random Turtles](report.md#turtle-dead) {dead['hits']:,} are dead, {100 * dead['share']:.3f} %" in page
    assert f"interval {100 * low:.3f} to {100 * high:.3f} %)" in page
    assert f"{spent['mean']:.1f} conflicts a deal on average, the median deal {spent['p50']}, " in page
    assert f"one in a hundred {spent['p99']} or more, the hardest {spent['max']:,}." in page


def test_examples_in_docstrings_are_shown_as_code() -> None:
    assert fenced("Adds.\n\n>>> 1 + 1\n2\n>>> 2\n2\n\nMore.") == (
        "Adds.\n\n```python\n>>> 1 + 1\n2\n>>> 2\n2\n```\n\nMore."
    )
    assert fenced("Nothing to show: a > b.") == "Nothing to show: a > b."


def test_keys_are_those_of_the_pages() -> None:
    told = site.keyboard()
    assert "| <kbd>F</kbd> | next free tile |" in told
    assert "| <kbd>Page Up</kbd> <kbd>Page Down</kbd> | a layer up, a layer down |" in told
    assert "| <kbd>Space</kbd> | play what is chosen; while the others play, go on |" in told
    assert told.count("| <kbd>H</kbd> | hint |") == 3


def test_rules_are_those_of_the_game() -> None:
    told = site.rules()
    assert [line for line in told.splitlines() if line.startswith("## ")] == [
        "## Mahjong solitaire",
        "## When a tile is free",
        "## Which tiles match",
        "## The full rules",
        "## Taipei",
        "## Classic",
        "## Against the clock",
        "## Often asked",
        "## Mahjong Connect",
        "## Chuo Pai",
    ]
    assert "- **Half a row off**: The tile at the end stands between two rows and touches both." in told
    assert (
        "- Every pair gives 100 points; a pair within 4.2 s of the one before gives 100 more than that one did, up"
        in told
    )
    assert "1. **Cat** 猫 *māo* 1–5, rank 1" in told
    assert "**Why can I not pass?**\n\nYou hold cards that beat the highest play" in told
    assert "<" not in told


@pytest.mark.parametrize(
    ("page", "fetches"),
    [
        ('<script src="https://unpkg.com/x"></script>', True),
        ('<link rel="stylesheet" href="//fonts.example/x.css">', True),
        ("<img alt='x' src='http://example.org/x.png'>", True),
        ('<a href="https://arxiv.org/abs/1203.6559">', False),
        ('<script src="../assets/x.js"></script>', False),
    ],
)
def test_a_page_that_fetches_from_elsewhere_is_known(page: str, fetches: bool) -> None:
    assert bool(site.FETCHES.search(page)) is fetches
