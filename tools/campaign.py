"""The levels of the campaign chosen and measured: `src/paishan/play/levels.json` and what `docs/campaign.md` shows.

    python -m tools.campaign              choose and measure the levels that are missing, then write the documents
    python -m tools.campaign --anew       all of them

Each level has a target: how often a player who takes any pair should clear it. Layouts and deals are tried in order of
their numbers, with few games at first and more as long as a deal may still be near its target; a player who looks ahead
must do no worse, nor, on hard levels, much better than fits. The games that choose a deal are not those that measure
it. The file is written again after every level, so a run may be interrupted and goes on where it was.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import count, pairwise
from pathlib import Path
from statistics import correlation, linear_regression, mean
from typing import Any

from paishan.lab.players import Player, blind, looking_ahead, plays_out
from paishan.lab.sampling import interval, stream
from paishan.play.campaign import CLASSICS, LEVELS, Level, level, step_of
from paishan.solitaire import gallery
from paishan.solitaire.deal import Deal, deal_from_solution, deal_proved
from paishan.solitaire.generator import generate
from paishan.solitaire.layout import Layout

SEED = 1
GAMES = 2_000
AHEAD_GAMES = 200
FILE = Path("src/paishan/play/levels.json")
TEXT, PLOT = Path("docs/campaign.md"), Path("docs/pictures/campaign.svg")
MEASURED = "## What was measured"
"""The heading in the text from which on everything is written by this command."""

TARGETS = ((1, 0.92), (10, 0.82), (30, 0.62), (60, 0.36), (120, 0.04))
"""How often a blind player should clear a level; straight lines between."""
SIZES = {1: (40, 64), 2: (68, 96), 3: (96, 128), 4: (128, 144)}
"""How many tiles the first and the last level of a step have, near enough."""
NEAR = 8
STAGES = ((20, 0.3), (60, 0.15), (200, 0.08), (600, 0.04), (2_500, 0.012))
"""After so many games in all a deal must not be further from its target."""
CHOOSING_AHEAD = 40
DEALS = 60
"""Deals of one generated layout that are tried before the next layout."""
_CHOOSES, _MEASURES, _CHOOSES_AHEAD, _MEASURES_AHEAD = range(4)


def target_of(number: int) -> float:
    """How often a blind player should clear this level."""
    for (first, high), (last, low) in pairwise(TARGETS):
        if number <= last:
            return high + (low - high) * (number - first) / (last - first)
    raise ValueError(f"there is no level {number}")


def layouts_for(number: int) -> Iterator[tuple[int | None, Layout]]:
    """The layouts that may carry a level, each with its generator number; a classic one has none.

    Those with the motif that the level before would try first are passed over, so that motifs change.
    """
    if number % 10 == 0:
        yield None, gallery.by_id(CLASSICS[number // 10 % 4 - 1])
        return
    before = number - 1 if (number - 1) % 10 else number - 2
    worn = motif_of(next(sized_for(before))[1]) if before in LEVELS else None
    for generator, layout in sized_for(number):
        if motif_of(layout) != worn:
            yield generator, layout


def sized_for(number: int) -> Iterator[tuple[int, Layout]]:
    """The layouts of a level that is no classic one which are about as large as it should be."""
    step = step_of(number)
    numbers = [level for level in LEVELS if step_of(level) == step]
    first, last = SIZES[step]
    wanted = first + (last - first) * (number - numbers[0]) / (numbers[-1] - numbers[0])
    for generator in count(number, len(LEVELS)):
        layout = generate(generator, step, phone_of(number))
        if abs(len(layout) - wanted) <= NEAR:
            yield generator, layout


def motif_of(layout: Layout) -> str:
    """The name of a generated layout without its number."""
    return layout.name.rsplit(" ", 1)[0]


def phone_of(number: int) -> bool:
    """Whether a level's layout is made for upright phones: all of the first two steps, then every other one."""
    return step_of(number) <= 2 or number % 2 == 1


def deals_of(number: int, layout: Layout) -> Iterator[Deal]:
    """The deals that are tried on a layout: from a solution, and in the last step at random and proved."""
    deal = deal_proved if step_of(number) == 4 else deal_from_solution
    for at in count(1) if number % 10 == 0 else range(1, DEALS + 1):
        try:
            yield deal(layout, at)
        except ValueError:
            return


def won(deal: Deal, player: Player, purpose: int, first: int, games: int) -> int:
    """How many of these games a player wins; each draws its chance from its own stream."""
    groups = deal.board().groups
    place = int.from_bytes(bytes.fromhex(deal.layout.sha1)[:7], "big")
    streams = (stream(SEED, purpose, place, deal.code.number, game) for game in range(first, first + games))
    return sum(plays_out(deal.layout, groups, player, rng) for rng in streams)


def suits(deal: Deal, target: float) -> bool:
    """Whether the deal is as hard as wanted, as far as the games that choose can tell."""
    wins = played = 0
    for games, off in STAGES:
        wins += won(deal, blind, _CHOOSES, played, games - played)
        played = games
        if abs(wins / played - target) > off:
            return False
    ahead = won(deal, looking_ahead, _CHOOSES_AHEAD, 0, CHOOSING_AHEAD) / CHOOSING_AHEAD
    return target <= ahead <= min(1.0, 0.7 + target / 2)


def chosen(number: int) -> tuple[int | None, Deal]:
    """The first deal that suits a level, with the generator number of its layout."""
    target = target_of(number)
    for generator, layout in layouts_for(number):
        for deal in deals_of(number, layout):
            if suits(deal, target):
                return generator, deal
    raise ValueError(f"nothing suits level {number}")


def row_of(number: int) -> dict[str, Any]:
    """What the file says of a level."""
    generator, deal = chosen(number)
    target, layout = target_of(number), deal.layout
    wins = won(deal, blind, _MEASURES, 0, GAMES)
    ahead = won(deal, looking_ahead, _MEASURES_AHEAD, 0, AHEAD_GAMES)
    row: dict[str, Any] = {
        "level": number,
        "generator": generator,
        "difficulty": step_of(number),
        "phone": phone_of(number),
        "code": str(deal.code),
        "name": layout.name if generator is None else motif_of(layout),
        "tiles": len(layout),
        "target": round(target, 4),
        "games": GAMES,
        "won": wins,
        "ci95": [round(bound, 4) for bound in interval(wins, GAMES)],
        "looking_ahead": ahead / AHEAD_GAMES,
        "witness": bytes(slot for pair in deal.witness for slot in pair).hex(),
    }
    if generator is not None:
        row["slots"] = "".join(_digit(axis) for slot in layout.slots for axis in slot)
    else:
        del row["difficulty"], row["phone"]
    return row


def _digit(value: int) -> str:
    return "0123456789abcdefghijklmnopqrstuvwxyz"[value]


def write(rows: dict[int, dict[str, Any]]) -> None:
    """Write the file: a line for each level, so that a change shows which it is about."""
    head = {"command": "python -m tools.campaign", "seed": SEED, "looking_ahead_games": AHEAD_GAMES}
    lines = ",\n".join(json.dumps(rows[number], separators=(",", ":")) for number in sorted(rows))
    first = "".join(f"{json.dumps(key)}:{json.dumps(value)},\n" for key, value in head.items())
    new = FILE.with_name(FILE.name + ".new")
    new.write_text(f'{{\n{first}"levels":[\n{lines}\n]\n}}\n', "utf-8")
    new.replace(FILE)


def steps_of(levels: Sequence[Level]) -> list[list[Level]]:
    """The levels of each step of difficulty."""
    return [[one for one in levels if one.step == step] for step in sorted({one.step for one in levels})]


def fall_of(levels: Sequence[Level]) -> tuple[float, float]:
    """How the blind rate goes with the number: by how much a level, along the line of least squares, and by rank."""
    numbers, rates = [one.number for one in levels], [one.blind for one in levels]
    ranks = [sum(other < rate for other in rates) + rates.count(rate) / 2 for rate in rates]
    return linear_regression(numbers, rates).slope, correlation(numbers, ranks)


def tables_of(levels: Sequence[Level]) -> str:
    """The tables of the steps and of all levels, in Markdown."""
    lines = [
        "| step | levels | tiles | blind, mean | least and most | a level further | by rank | looking ahead, mean |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for step, some in enumerate(steps_of(levels), 1):
        slope, ranks = fall_of(some)
        rates = [one.blind for one in some]
        sizes = [one.tiles for one in some if not one.classic]
        lines.append(
            f"| {step} | {some[0].number}–{some[-1].number} | {min(sizes)}–{max(sizes)} | {100 * mean(rates):.1f} % "
            f"| {100 * min(rates):.1f}–{100 * max(rates):.1f} % | {100 * slope:+.2f} points | {ranks:+.2f} "
            f"| {100 * mean(one.looking_ahead for one in some):.1f} % |".replace("-", "−")
        )
    lines += [
        "",
        "| level | place | layout | tiles | code | blind clears | 95 % interval | looking ahead |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for one in levels:
        low, high = one.ci95
        name = f"**{one.name}**" if one.classic else one.name
        lines.append(
            f"| {one.number} | {one.place.name} | {name} | {one.tiles} | `{one.code}` | {100 * one.blind:.1f} % "
            f"| {100 * low:.1f}–{100 * high:.1f} % | {100 * one.looking_ahead:.1f} % |"
        )
    return "\n".join(lines) + "\n"


def plot_of(levels: Sequence[Level]) -> str:
    """Every level's blind rate with its interval, the target as a line and the mean of each step."""
    sheet, line, ink, muted, felt, mark = "#f8f2e4", "#d9cfb8", "#23282c", "#55584f", "#1f4f3b", "#8f3a0a"
    left, top, wide, high = 52, 56, 840, 360
    width, height = left + wide + 20, top + high + 64
    title = "How often a player who takes any pair clears each level"

    def x(number: float) -> float:
        return left + wide * (number - LEVELS[0] + 1) / (len(LEVELS) + 1)

    def y(share: float) -> float:
        return top + high * (1 - share)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" aria-label="{title}" font-family="system-ui, sans-serif" font-size="12" fill="{ink}">',
        f"<title>{title}</title>",
        f'<rect width="{width}" height="{height}" rx="8" fill="{sheet}"/>',
        f'<text x="16" y="28" font-size="16" font-weight="600">{title}</text>',
    ]
    for percent in range(0, 101, 20):
        at = y(percent / 100)
        parts.append(f'<path d="M{left} {at:.1f}H{left + wide}" stroke="{line}"/>')
        parts.append(f'<text x="{left - 8}" y="{at + 4:.1f}" text-anchor="end" fill="{muted}">{percent} %</text>')
    for number in (1, *range(10, len(LEVELS) + 1, 10)):
        parts.append(
            f'<text x="{x(number):.1f}" y="{top + high + 18}" text-anchor="middle" fill="{muted}">{number}</text>'
        )
    aims = " ".join(f"{x(number):.1f},{y(aim):.1f}" for number, aim in TARGETS)
    parts.append(f'<polyline points="{aims}" fill="none" stroke="{muted}" stroke-dasharray="3 4"/>')
    for some in steps_of(levels):
        middle = mean(one.blind for one in some)
        first, last = x(some[0].number - 0.5), x(some[-1].number + 0.5)
        parts.append(f'<path d="M{last:.1f} {top}V{top + high}" stroke="{line}" stroke-dasharray="6 4"/>')
        parts.append(f'<path d="M{first:.1f} {y(middle):.1f}H{last:.1f}" stroke="{felt}" stroke-width="2"/>')
        parts.append(
            f'<text x="{(first + last) / 2:.1f}" y="{top - 6}" text-anchor="middle" fill="{felt}">'
            f"{100 * middle:.1f} %</text>"
        )
    for one in levels:
        across, (low, most) = x(one.number), one.ci95
        parts.append(f'<path d="M{across:.1f} {y(low):.1f}V{y(most):.1f}" stroke="{mark}" stroke-width="1.5"/>')
        if one.classic:
            parts.append(f'<path d="M{across:.1f} {y(one.blind) - 5:.1f}l5 5l-5 5l-5 -5z" fill="{mark}"/>')
        else:
            parts.append(f'<circle cx="{across:.1f}" cy="{y(one.blind):.1f}" r="2.5" fill="{felt}"/>')
    note = (
        f"{GAMES:,} games a level; bars are 95 % intervals, diamonds classic layouts, the dashed line the target, "
        "long lines and the figures on top the means of the steps."
    )
    parts.append(f'<text x="16" y="{height - 14}" font-size="11" fill="{muted}">{note}</text>')
    return "\n".join([*parts, "</svg>", ""])


def publish() -> None:
    """Write the plot, and the tables into the text."""
    levels = [level(number) for number in LEVELS]
    PLOT.write_text(plot_of(levels), "utf-8")
    told = TEXT.read_text("utf-8").partition(MEASURED)[0]
    TEXT.write_text(f"{told}{MEASURED}\n\n{tables_of(levels)}", "utf-8")


def main() -> None:
    """Choose, measure and write."""
    parser = argparse.ArgumentParser(prog="python -m tools.campaign", description="Choose and measure the levels.")
    parser.add_argument("--anew", action="store_true", help="choose all levels again")
    parser.add_argument("--workers", type=int, default=2, help="processes")
    asked = parser.parse_args()
    rows: dict[int, dict[str, Any]] = {}
    if FILE.exists() and not asked.anew:
        rows = {row["level"]: row for row in json.loads(FILE.read_text("utf-8"))["levels"]}
    missing = [number for number in LEVELS if number not in rows]
    with ProcessPoolExecutor(asked.workers) as pool:
        for done in as_completed([pool.submit(row_of, number) for number in missing]):
            row = done.result()
            rows[row["level"]] = row
            write(rows)
            print(f"level {row['level']}: {row['code']}, {row['won'] / row['games']:.3f}", flush=True)
    publish()


if __name__ == "__main__":
    main()
