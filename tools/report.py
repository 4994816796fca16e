"""The report of what was measured: `docs/research/report.md` and its charts, from the results in `docs/results`.

    python -m tools.report             write them
    python -m tools.report --check     say whether they are what the results give; nothing is written

Everything on the page is taken from the results; the same results give the same page, to the byte.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from paishan.lab.figures import FIGURES
from paishan.lab.plot import Row, plot_shares

RESULTS, PAGE = Path("docs/results"), Path("docs/research/report.md")
Result: TypeAlias = dict[str, Any]

INTRODUCTION = """# What was measured, and what was published

Figures that were published about these games, in the literature or in these documents, measured anew with other deals.
Every one is made by one command, and anybody can run it where Paishan [is installed](../library/index.md#install):

    pip install "paishan[lab]"
    paishan lab reproduce --list
    paishan lab reproduce {first} --results docs/results

It uses every core of the machine, or with `--scheduler ADDRESS` the workers of a Dask scheduler, and goes on where it
was interrupted. `--quick` takes few deals. What it finds depends on the seed alone: deal number *k* of a run draws from
a generator of its own, made from the seed and *k*. The results are JSON, in `docs/results`; this page and its charts
are made from them by `python -m tools.report`, and from nothing else.

Each share stands with two intervals at 95 %: Wilson's (1927), and the exact one of Clopper and Pearson (1934), which is
a little wider. A published figure is *inside* when some value of it lies in Wilson's interval; one that was itself a
sample is taken with its own interval. Nothing computes but plain Python and what is compiled from it: no array library
has a say in any number.
"""

WHAT = {
    "turtle-dead": "Every deal was proved, within 20,000 conflicts of the search; undecided ones are counted apart.",
    "layouts-clearable": "The facts of the layouts are from seed 1, these deals from seed 2: two samples of one share. "
    "By chance alone, two such intervals miss each other about once in a hundred times.",
    "connect-clearable": "The groups of 24 × 12 are of eight tiles, those of the others of four.",
    "blind-play": "Of random deals only those that were proved clearable are played; nobody asks the solver while "
    "playing. *Blind* takes any pair; the other two are told of in the [facts](../facts.md#players). Grids of Mahjong "
    "Connect are never dealt from a solution in a game: the last line shows why.",
    "chuo-arena": "Every deal is played in all three seats; equals win 33.3 %. The interval is that of the mean over "
    "deals (normal, 95 %), as the shares of one deal are no counts.",
}
CHARTS: dict[str, tuple[str, str, float | None, float]] = {
    "turtle-dead": ("dead", "random deals of the Turtle, each proved", 0.028, 0.031),
    "layouts-clearable": ("clearable", "random deals of each layout, each proved", None, 1.0),
    "connect-clearable": ("clearable", "random deals of 18 × 8, fewer of the others, each proved", None, 1.0),
    "blind-play": ("", "deals of each kind", 0.0, 1.0),
    "chuo-arena": ("wins of the first", "deals at most, each in all three seats", 0.0, 1.0),
}


def read(directory: Path) -> list[Result]:
    """The results of all figures, in their order."""
    return [json.loads((directory / f"{figure.name}.json").read_text("utf-8")) for figure in FIGURES]


def made(results: Sequence[Result]) -> dict[Path, str]:
    """The text of each file of the report."""
    files = {PAGE: page(results)}
    for result in results:
        files[PAGE.with_name(f"{result['figure']}.svg")] = chart(result)
    return files


def page(results: Sequence[Result]) -> str:
    """The page."""
    parts = [INTRODUCTION.format(first=results[0]["figure"])]
    parts.append("\n".join(summary(results)))
    for result in results:
        parts.append("\n".join(section(result)))
    parts.append("\n".join(provenance(results)))
    return "\n".join(parts)


def summary(results: Sequence[Result]) -> Iterator[str]:
    """How many published figures lie inside."""
    yield "## In short\n"
    yield "| figure | published figures | inside the interval |"
    yield "|---|---|---|"
    for result in results:
        inside = [published["inside"] for *_, published in compared(result)]
        yield f"| [{result['title']}](#{result['figure']}) | {len(inside)} | {sum(inside)} |"
    for result in results:
        for measurement, what, share, published in compared(result):
            if not published["inside"]:
                yield (
                    f"\nOutside: {measurement['name']}, {words(what)}: {percent(share['share'])} here, "
                    f"{span(published['low'], published['high'])} in {published['source']}."
                )
    yield ""


def compared(result: Result) -> Iterator[tuple[Result, str, Result, Result]]:
    """Every published figure of a result, with what was measured, what was counted, and our share."""
    for measurement in result["measurements"]:
        for what, share in measurement["shares"].items():
            for published in share.get("published", ()):
                yield measurement, what, share, published


def section(result: Result) -> Iterator[str]:
    """What is told of one figure."""
    yield f"## {result['title']} {{ #{result['figure']} }}\n"
    seeds = sorted({measurement["seed"] for measurement in result["measurements"]})
    yield f"`{result['command']}`, seed {', '.join(map(str, seeds))}. {WHAT[result['figure']]}\n"
    yield f"![{result['title']}]({result['figure']}.svg)\n"
    if result["figure"] == "chuo-arena":
        yield "| players | deals | wins of the first | interval | published | inside |"
        yield "|---|---|---|---|---|---|"
    else:
        yield "| | share | counted | Wilson | Clopper–Pearson | published | inside |"
        yield "|---|---|---|---|---|---|---|"
    for measurement in result["measurements"]:
        yield from rows(result["figure"], measurement)
    searched = [measurement for measurement in result["measurements"] if "conflicts" in measurement["shares"]]
    if searched:
        yield "\nConflicts of the search for one deal:\n"
        yield "| | mean | median | 90 % | 99 % | most | undecided |"
        yield "|---|---|---|---|---|---|---|"
        for measurement in searched:
            shares = measurement["shares"]
            spent = shares["conflicts"]
            yield (
                f"| {measurement['name']} | {spent['mean']:,.1f} | {spent['p50']:,} | {spent['p90']:,} "
                f"| {spent['p99']:,} | {spent['max']:,} | {shares['undecided']['hits']:,} |"
            )
    yield ""


def rows(figure: str, measurement: Result) -> Iterator[str]:
    """The lines of the table that one measurement gives."""
    counted = list(shares(figure, measurement))
    for what, share in counted:
        name = f"{measurement['name']}, {words(what)}" if len(counted) > 1 else measurement["name"]
        published = share.get("published", ())
        told = "<br>".join(f"{span(one['low'], one['high'])}" for one in published) or "–"
        inside = "<br>".join("yes" if one["inside"] else "**no**" for one in published) or "–"
        if "mean95" in share:
            low, high = share["mean95"]
            yield f"| {name} | {share['of']:,} | {percent(share['share'])} | {span(low, high)} | {told} | {inside} |"
        else:
            yield (
                f"| {name} | {percent(share['share'])} | {share['hits']:,} of {share['of']:,} "
                f"| {span(*share['wilson95'])} | {span(*share['exact95'])} | {told} | {inside} |"
            )


def shares(figure: str, measurement: Result) -> Iterator[tuple[str, Result]]:
    """The shares that are shown of a measurement: the one the figure is about, or all."""
    what = CHARTS[figure][0]
    for name, share in measurement["shares"].items():
        if name == what or not what:
            yield name, share


def words(what: str) -> str:
    """What is counted, as people say it."""
    return what.replace("_", " ").replace("random", "random deals").replace("from solution", "from a solution")


def percent(share: float) -> str:
    """A share as it is printed."""
    return f"{100 * share:.3f} %"


def span(low: float, high: float) -> str:
    """A range of shares as it is printed."""
    return f"{100 * low:.3f}–{100 * high:.3f} %" if low < high else percent(low)


def provenance(results: Sequence[Result]) -> Iterator[str]:
    """What measured, and how long it took."""
    yield "## What measured\n"
    yield "| figure | Paishan | search | compiled | Python | machine | processor time | sources of what was published |"
    yield "|---|---|---|---|---|---|---|---|"
    for result in results:
        by = result["versions"]
        sources = dict.fromkeys(published["source"].partition(":")[0] for *_, published in compared(result))
        yield (
            f"| {result['figure']} | {by['paishan']} | `{by['search']}` | {'yes' if by['compiled'] else 'no'} "
            f"| {by['python']} | {by['machine']} | {result['took']['processor_seconds']:,.0f} s "
            f"| {'; '.join(sources)} |"
        )
    yield "\n*Search* is the hash of the sources of the exact search (`paishan.lab.reproduce.search_version`).\n"
    for *_, published in compared(results[0]):
        yield f"The Turtle: {published['source']}.\n"


def chart(result: Result) -> str:
    """The chart of a figure: ours and what was published, one line each."""
    what, unit, start, end = CHARTS[result["figure"]]
    drawn = []
    for measurement in result["measurements"]:
        for name, share in shares(result["figure"], measurement):
            low, high = share["wilson95"] if "wilson95" in share else share["mean95"]
            label = measurement["name"] if what else f"{measurement['name']}: {words(name)}"
            drawn.append(Row(label, share["share"], low, high))
            if result["figure"] == "turtle-dead":
                for one in share["published"]:
                    middle = (one["low"] + one["high"]) / 2
                    drawn.append(Row("de Bondt, 10,000,000", middle, one["low"], one["high"]))
    if result["figure"] == "layouts-clearable":
        drawn.sort(key=lambda row: -row.share)
    deals = max(measurement["deals"] for measurement in result["measurements"])
    return plot_shares(result["title"], f"{deals:,} {unit}; the bars are 95 % intervals.", drawn, start, end)


def main(words: Sequence[str]) -> int:
    """Write the report, or check it."""
    parser = argparse.ArgumentParser(prog="python -m tools.report", description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="only say whether the report is what the results give")
    check = parser.parse_args(words).check
    stale = 0
    for path, text in made(read(RESULTS)).items():
        if check:
            if not path.exists() or path.read_text("utf-8") != text:
                print(f"{path}: not what the results give; run python -m tools.report", file=sys.stderr)
                stale += 1
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
    return min(stale, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
