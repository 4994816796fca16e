"""`paishan lab …`: measuring layouts and players, on this machine or on many."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, TypeAlias

import typer

from paishan.cli.output import AsJson, Misuse, print_json, printable, reading, saying_what_is_wrong
from paishan.cli.perft import perft
from paishan.whole import write_whole

if TYPE_CHECKING:
    from collections.abc import Callable

    from paishan.lab.runs import Place, Run, Stored
    from paishan.lab.solvability import Flat
    from paishan.solitaire.layout import Layout

__all__ = ["app"]

app = typer.Typer(
    help="Measure layouts, how many random deals can be cleared and how hard they are; and the players of Chuo Pai.",
    invoke_without_command=True,
)

_INTERRUPTED = 130

_Layout: TypeAlias = Annotated[str, typer.Argument(metavar="LAYOUT", help="A layout's id, as 'layouts list' shows it.")]
_Seed: TypeAlias = Annotated[
    int, typer.Option(min=0, max=2**64 - 1, help="Where chance begins; the same seed gives the same result.")
]
_Workers: TypeAlias = Annotated[
    int | None, typer.Option(min=1, max=1024, help="How many processes; as many as there are cores, if not given.")
]
_Scheduler: TypeAlias = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="Use the workers of this Dask scheduler, such as tcp://host:8786.")
]
_Out: TypeAlias = Annotated[
    Path | None,
    typer.Option(metavar="FILE", dir_okay=False, help="Keep what each stretch of deals gave, as JSON lines."),
]
_Resume: TypeAlias = Annotated[bool, typer.Option("--resume", help="Go on with the run whose results are in FILE.")]
_Plot: TypeAlias = Annotated[
    Path | None, typer.Option(metavar="FILE.svg", dir_okay=False, help="Draw the shares with their intervals.")
]


app.command()(perft)


@app.callback()
def _lab(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command()
def solvability(
    layout: _Layout,
    deals: Annotated[int, typer.Option(min=1, help="How many random deals.")] = 10_000,
    seed: _Seed = 1,
    workers: _Workers = None,
    scheduler: _Scheduler = None,
    out: _Out = None,
    resume: _Resume = False,
    plot: _Plot = None,
    as_json: AsJson = False,
) -> None:
    """Prove of random deals whether they can be cleared.

    Every deal is proved exactly, within 20,000 conflicts of the search. The interval is Wilson's at 95%. Deals a
    second are those of one worker in a second of its processor's time.
    """
    from paishan.lab import solvability as measure
    from paishan.lab.runs import Run

    _plottable(plot)
    place = _place(layout)
    run = Run("solvability", measure.prove_deals, place, deals, seed, measure.STRETCH, measure.is_result)
    found = measure.summary(place, _carried_out(run, workers, scheduler, out, resume))
    if as_json:
        print_json(found)
    else:
        _tell_solvability(place.name, found)
    if plot is not None:
        _write_plot(plot, place, found, seed)


def _tell_solvability(name: str, found: dict[str, Any]) -> None:
    low, high = found["ci95"]
    spent = found["conflicts"]
    print(printable(f"{name}: {found['dead']:,} of {found['deals']:,} random deals cannot be cleared"))
    print(f"  {found['share_dead']:.3%} are dead (95% interval {low:.3%} to {high:.3%})")
    print(f"  {found['clearable']:,} can be cleared, {found['undecided']:,} are undecided")
    print(f"  conflicts: mean {spent['mean']:g}, median {spent['p50']}, 99% {spent['p99']}, most {spent['max']}")
    print(f"  {found['deals_per_second']:,.0f} deals a second of one processor")


@app.command()
def difficulty(
    layout: _Layout,
    deals: Annotated[int, typer.Option(min=1, help="How many deals each player plays, of both kinds.")] = 1_000,
    seed: _Seed = 1,
    workers: _Workers = None,
    scheduler: _Scheduler = None,
    out: _Out = None,
    resume: _Resume = False,
    as_json: AsJson = False,
) -> None:
    """Let three players play deals that can be cleared, and grade the layout.

    Blind takes any pair; greedy takes a pair that makes the most tiles free; looking ahead takes what cannot be wrong,
    or else the first of the two pairs that make the most tiles free together. They play random deals that were proved
    clearable, and deals from a solution. The grade, 1 (mild) to 5 (hard), follows from the mean of their rates on
    deals from a solution: 1 from 75%, 2 from 65%, 3 from 55%, 4 from 45%.
    """
    from paishan.cli.library import layout_named
    from paishan.lab import difficulty as measure
    from paishan.lab.runs import Run

    place = layout_named(layout)
    run = Run("difficulty", measure.play_deals, place, deals, seed, measure.STRETCH, measure.is_result)
    found = measure.summary(place, deals, _carried_out(run, workers, scheduler, out, resume))
    if as_json:
        print_json(found)
        return
    print(printable(f"{place.name}: grade {found['grade']} of 5"))
    print("  " + _rates("random deals that can be cleared", found))
    print("  " + _rates("deals from a solution", found["from_solution"]))


@app.command()
def facts(
    only: Annotated[
        list[str] | None, typer.Argument(metavar="LAYOUT", help="These built-in layouts; all of them, if not given.")
    ] = None,
    deals: Annotated[int, typer.Option(min=1, help="How many random deals are proved.")] = 20_000,
    games: Annotated[int, typer.Option(min=1, help="How many deals each player plays, of both kinds.")] = 400,
    seed: _Seed = 1,
    workers: _Workers = None,
    scheduler: _Scheduler = None,
    out: Annotated[Path, typer.Option(metavar="FILE", dir_okay=False, help="The file of facts.")] = Path("facts.json"),
    plot: _Plot = None,
    as_json: AsJson = False,
) -> None:
    """Measure the facts of the built-in layouts.

    Layouts whose facts are in FILE already are not measured again unless they have changed, or the numbers of deals and
    games or the seed have; so a run that was interrupted goes on when it is started again.
    """
    from paishan.lab.cluster import crew
    from paishan.lab.measure import Book, plot_of
    from paishan.solitaire import gallery

    _either("facts", workers, scheduler)
    _plottable(plot)
    every = gallery.layouts()
    with saying_what_is_wrong():
        chosen = [gallery.by_id(id) for id in dict.fromkeys(only)] if only else every
    with reading(out):
        book = Book(out, deals, games, seed)
    missing = [layout for layout in chosen if not book.has(layout)]
    if missing:
        with _progress("facts", len(missing) * (deals + games)) as seen:
            try:
                with saying_what_is_wrong(), crew(workers, scheduler) as client:
                    for layout in missing:
                        found = _measure(layout, deals, games, seed, client, seen)
                        with reading(out):
                            book.add(layout, found)
            except KeyboardInterrupt:
                _stop(f"the facts of {len(book.layouts)} layouts are in {out}; the same command goes on from there")
    book.keep(every)
    with reading(out):
        book.write()
    if as_json:
        print_json(book.layouts)
    else:
        print(printable(f"{out}: the facts of {len(book.layouts)} layouts, of which {len(missing)} were measured now"))
    if plot is not None:
        with reading(plot):
            write_whole(plot, plot_of(every, book.layouts).encode())


@app.command()
def arena(
    seats: Annotated[
        str, typer.Option(metavar="A,B,C", help="Three players: a level, if wanted with a character, as in hard-bold.")
    ],
    deals: Annotated[int, typer.Option(min=1, help="How many deals; each is played in all three seats.")] = 1_000,
    seed: _Seed = 1,
    workers: _Workers = None,
    scheduler: _Scheduler = None,
    as_json: AsJson = False,
) -> None:
    """Let three computer players of Chuo Pai play against each other.

    The levels are beginner, easy, normal, hard and master; the characters bold, patient and thrifty. With hard@2000 or
    master@2000 a decision has so many play-outs instead of the level's own. Every deal is played three times, so that
    each player has each of its hands once. A win is shared by equal piles, so equals win one third each.
    """
    from paishan.chuopai.players import Player
    from paishan.lab import arena as measure
    from paishan.lab.cluster import Stretch, crew, spread

    _either("arena", workers, scheduler)
    names = tuple(seats.split(","))
    if len(names) != 3:
        raise Misuse(f"lab arena: --seats names three players, such as hard,normal,normal, not {len(names)}")
    with saying_what_is_wrong():
        players = tuple(str(Player.parse(name)) for name in names)
    stretches = [Stretch(first, min(measure.STRETCH, deals - first)) for first in range(0, deals, measure.STRETCH)]
    with _progress("arena", deals) as seen:
        try:
            with saying_what_is_wrong(), crew(workers, scheduler) as client:
                done = {}
                for stretch, result in spread(client, measure.play_deals, stretches, players, seed):
                    done[stretch] = result
                    seen(stretch.deals)
        except KeyboardInterrupt:
            _stop("nothing was kept")
    found = measure.summary(players, [done[stretch] for stretch in stretches])
    if as_json:
        print_json(found)
        return
    print(f"{deals:,} deals, each in all three seats")
    for who, player in enumerate(players):
        share, (low, high) = found["win_share"][who], found["ci95"][who]
        pile, spent = found["mean_pile"][who], found["ms_per_decision"][who]
        print(
            f"  {player}: {share:.1%} of the wins (95% interval {low:.1%} to {high:.1%}), "
            f"{pile:.1f} cards in the pile, {spent:.3f} ms a decision"
        )


@app.command()
def reproduce(
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="A figure, as --list shows it.")] = None,
    show: Annotated[bool, typer.Option("--list", help="Show the figures that can be reproduced.")] = False,
    quick: Annotated[bool, typer.Option("--quick", help="Few deals, to see that it works.")] = False,
    results: Annotated[
        Path, typer.Option(metavar="DIR", file_okay=False, help="Where results are kept and written.")
    ] = Path("results"),
    workers: _Workers = None,
    scheduler: _Scheduler = None,
    as_json: AsJson = False,
) -> None:
    """Measure a published figure anew, and write what was found beside what was published.

    The results become DIR/NAME.json. What is done is kept in DIR/NAME.parts, so the same command goes on with a run
    that was interrupted; the results are the same.
    """
    from paishan.lab import reproduce as lab
    from paishan.lab.cluster import crew
    from paishan.lab.figures import FIGURES, by_name

    if show:
        _list_figures([(figure.name, figure.title, lab.deals_of(figure)) for figure in FIGURES], as_json)
        return
    if name is None:
        raise Misuse("lab reproduce: name a figure; --list shows them")
    _either("reproduce", workers, scheduler)
    with saying_what_is_wrong():
        figure = by_name(name)
    with _progress(figure.name, lab.deals_of(figure, quick)) as seen:
        try:
            with reading(results):
                found = lab.reproduce(figure, results, lambda: crew(workers, scheduler), quick, seen)
        except KeyboardInterrupt:
            _stop(f"what is done is kept in {results}; the same command goes on from there")
    if as_json:
        print_json(found)
        return
    print(printable(f"{figure.title}: {lab.file_of(figure, results, quick)}"))
    for measurement in found["measurements"]:
        for what, share in measurement["shares"].items():
            for published in share.get("published", ()):
                low, high = share["wilson95"] if "wilson95" in share else share["mean95"]
                print(
                    f"  {printable(measurement['name'])}, {what}: {share['share']:.3%} "
                    f"({low:.3%} to {high:.3%}) of {share['of']:,}"
                )
                print(f"    {'as' if published['inside'] else 'unlike what was'} published: {published['source']}")


@app.command()
def learn(
    out: Annotated[Path, typer.Option(metavar="FILE.json", dir_okay=False, help="Where the weights go; must be new.")],
    games: Annotated[int, typer.Option(min=1, help="How many games it plays against itself.")] = 100_000,
    seed: _Seed = 1,
    begin: Annotated[
        Path | None,
        typer.Option("--from", metavar="FILE.json", dir_okay=False, help="Go on with these weights, not from nothing."),
    ] = None,
) -> None:
    """Let the judge of Chuo Pai learn by playing against itself.

    The judge is what the master begins with; the weights it has are judge.json of the package. A game takes about
    8 ms of one processor.
    """
    from paishan.chuopai.judge import layers_of, text_of
    from paishan.lab import learning
    from paishan.lab.pupil import Pupil

    layers = None
    if begin is not None:
        with reading(begin):
            layers = layers_of(begin.read_text("utf-8"))
    with reading(out):
        try:
            out.touch(exist_ok=False)
        except FileExistsError:
            raise Misuse(f"{out}: this is there already; name another file for the weights") from None
    pupil = Pupil(learning.BATCH, layers, seed)
    try:
        with _progress("learn", games) as seen:
            learning.learn(pupil, games, seed, layers is None, told=seen)
        with reading(out):
            write_whole(out, text_of(pupil.layers(), games).encode())
    except KeyboardInterrupt:
        out.unlink()
        _stop("nothing was kept")
    except Misuse:
        out.unlink()
        raise
    print(printable(f"{out}: the weights after {games:,} games"))


def _either(command: str, workers: int | None, scheduler: str | None) -> None:
    """Raises `Misuse` where both are given."""
    if workers is not None and scheduler is not None:
        raise Misuse(f"lab {command}: --workers and --scheduler exclude each other; a scheduler has its workers")


def _plottable(plot: Path | None) -> None:
    """Raises `Misuse` where a plot is to go that has no place, before hours go into what it shows."""
    if plot is not None:
        with reading(plot):
            plot.parent.stat()


def _list_figures(figures: list[tuple[str, str, int]], as_json: bool) -> None:
    if as_json:
        print_json([{"name": name, "title": title, "deals": deals} for name, title, deals in figures])
        return
    for name, title, deals in figures:
        print(f"{name:18} {title} ({deals:,} deals)")


def _measure(
    layout: Layout, deals: int, games: int, seed: int, client: Any, seen: Callable[[int], object]
) -> dict[str, Any]:
    from paishan.lab import difficulty, solvability
    from paishan.lab.measure import facts_of
    from paishan.lab.runs import Run, carry_out

    proving = Run("solvability", solvability.prove_deals, layout, deals, seed, solvability.STRETCH)
    playing = Run("difficulty", difficulty.play_deals, layout, games, seed, difficulty.STRETCH)
    proved = solvability.summary(layout, carry_out(proving, client, seen=seen))
    played = difficulty.summary(layout, games, carry_out(playing, client, seen=seen))
    return facts_of(layout, proved, played)


def _carried_out(
    run: Run, workers: int | None, scheduler: str | None, out: Path | None, resume: bool
) -> list[dict[str, Any]]:
    """What all stretches of a run gave, those in the file `out` taken from there."""
    from paishan.lab.cluster import crew
    from paishan.lab.runs import carry_out

    _either(run.measures, workers, scheduler)
    if resume and out is None:
        raise Misuse(f"lab {run.measures}: --resume needs --out FILE, the file to go on with")
    with _stored(out, run, resume) as stored:
        if stored is not None and len(stored.done) == len(run.stretches()):
            return [stored.done[stretch] for stretch in run.stretches()]
        with _progress(run.layout.name, run.deals) as seen:
            try:
                with saying_what_is_wrong(), crew(workers, scheduler) as client:
                    return carry_out(run, client, stored, seen)
            except KeyboardInterrupt:
                if stored is None:
                    _stop("nothing was kept; with --out FILE a run can go on with --resume")
                done = sum(stretch.deals for stretch in stored.done)
                _stop(
                    f"{done:,} of {run.deals:,} deals are in {out}; the same command with --resume goes on from there"
                )


def _stop(message: str) -> NoReturn:
    """Say what an interrupted command leaves, and end."""
    # What is still told of workers that were stopped as they started is no news.
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)
    print(f"paishan: interrupted: {printable(message)}", file=sys.stderr)
    raise typer.Exit(_INTERRUPTED)


@contextmanager
def _stored(out: Path | None, run: Run, resume: bool) -> Iterator[Stored | None]:
    from paishan.lab.runs import Stored

    if out is None:
        yield None
        return
    with reading(out):
        try:
            stored = Stored(out, run, resume)
        except FileExistsError:
            raise Misuse(f"{out}: this is there already; add --resume to go on with it, or name another file") from None
    try:
        yield stored
    finally:
        stored.close()


@contextmanager
def _progress(name: str, total: int) -> Iterator[Callable[[int], object]]:
    """A bar on standard error that moves with the deals, where somebody can see it."""
    if not sys.stderr.isatty():
        yield lambda deals: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from paishan.cli.terminal import terminal

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=terminal(sys.stderr), transient=True, redirect_stdout=False) as progress:
        task = progress.add_task(name, total=total)
        yield lambda deals: progress.advance(task, deals)


def _place(name: str) -> Layout | Flat:
    """The layout or grid of this name."""
    from paishan.cli.library import layout_named
    from paishan.connect import grid
    from paishan.lab.solvability import Flat

    if not name.startswith("connect-"):
        return layout_named(name)
    with saying_what_is_wrong():
        return Flat(grid.by_id(name))


def _write_plot(path: Path, layout: Place, found: dict[str, Any], seed: int) -> None:
    from paishan.lab.plot import Row, plot_shares
    from paishan.lab.sampling import interval

    share = found["clearable"] / found["deals"]
    row = Row(layout.name, share, *interval(found["clearable"], found["deals"]))
    note = f"{found['deals']:,} random deals, seed {seed}, each proved; the bar is the 95% interval."
    with reading(path):
        write_whole(path, plot_shares("Random deals that can be cleared", note, [row]).encode())


def _rates(kind: str, rates: dict[str, Any]) -> str:
    if rates["blind"] is None:
        return f"{kind}: there are hardly any"
    told = ", ".join(f"{name.replace('_', ' ')} {rates[name]:.1%}" for name in ("blind", "greedy", "looking_ahead"))
    return f"{kind}: {told}"
