"""`paishan solve`: the exact verdict on deals, one by one as they come in."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, Any

import typer

from paishan.cli.output import AsJson, Misuse, print_json, printable, reading

if TYPE_CHECKING:
    from collections.abc import Callable

    from paishan.cli.problems import Problem
    from paishan.codes import Code
    from paishan.solving import Proof
    from paishan.solving.solver import PairingSolver

__all__ = ["add_to"]


def add_to(app: typer.Typer) -> None:
    """Give `app` this command."""
    app.command()(solve)


def solve(
    what: Annotated[
        list[str] | None,
        typer.Argument(metavar="CODE|FILE", help="A deal's code, or a file with a deal a line; - is standard input."),
    ] = None,
    certificate: Annotated[
        Path | None,
        typer.Option(metavar="OUT", dir_okay=False, help="Write the proofs to this file, one a line, for 'verify'."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Prove whether deals can be cleared.

    Every line of a file is a deal: {"positions": [[x, y, z], ...], "groups": [...]}, in half tiles, or for Mahjong
    Connect {"width": W, "height": H, "groups": [...]}, row by row. With --json there is a line of JSON for every deal,
    with a witness that clears it or a certificate that nothing does.
    """
    found: Counter[str] = Counter()
    prover = _Prover(certify=as_json or certificate is not None)
    sources = _sources(what or [])
    with _written(certificate) as write:
        for problem in _problems(sources):
            proof, seconds = prover.prove(problem)
            found[proof.verdict] += 1
            write(problem, proof)
            if as_json:
                print_json(_line(problem, proof, seconds))
            else:
                spent = f"conflicts: {proof.conflicts}, {1000 * seconds:.2f} ms"
                print(printable(f"{problem.name}: {proof.verdict} ({spent})"))
            # Whoever writes deals into a pipe may be waiting for the answer before the next one.
            sys.stdout.flush()
    if not as_json and found.total() > 1:
        print(", ".join(f"{count} {verdict}" for verdict, count in sorted(found.items())))


class _Prover:
    """Proves deals, those on one layout with one solver."""

    def __init__(self, certify: bool) -> None:
        self._certify = certify
        self._layout: object = None
        self._solver: PairingSolver | None = None

    def prove(self, problem: Problem) -> tuple[Proof, float]:
        """The proof, and the seconds that it took."""
        from paishan.connect import prover as flat
        from paishan.connect.grid import Grid
        from paishan.solitaire.prover import solver_for

        started = time.perf_counter()
        if self._solver is None or problem.layout is not self._layout:
            layout = self._layout = problem.layout
            if isinstance(layout, Grid):
                self._solver = flat.solver_for(layout, problem.groups, certify=self._certify)
            else:
                self._solver = solver_for(layout, problem.groups, certify=self._certify)
        else:
            self._solver.deal(problem.groups)
        return self._solver.solve(), time.perf_counter() - started


def _line(problem: Problem, proof: Proof, seconds: float) -> dict[str, Any]:
    line: dict[str, Any] = {
        "verdict": proof.verdict,
        "conflicts": proof.conflicts,
        "seconds": round(seconds, 6),
    }
    if proof.witness is not None:
        line["witness"] = [problem.given(pair) for pair in proof.witness]
    if proof.certificate is not None:
        line["certificate"] = [sorted(problem.given(slots)) for slots in proof.certificate]
    return line


@contextmanager
def _written(out: Path | None) -> Iterator[Callable[[Problem, Proof], None]]:
    """What writes a proof to `out`, if that is given; what is undecided has none."""
    if out is None:
        yield lambda problem, proof: None
        return
    from paishan.connect.grid import Grid
    from paishan.solving.verify import Claim, write_proof

    with reading(out):
        try:
            file = out.open("x", encoding="utf-8")
        except FileExistsError:
            raise Misuse(f"{out}: this is there already; name another file for the certificates") from None

    def write(problem: Problem, proof: Proof) -> None:
        if proof.witness is None and proof.certificate is None:
            return
        pairs = proof.witness and tuple((problem.numbers[a], problem.numbers[b]) for a, b in proof.witness)
        sets = proof.certificate and tuple(tuple(sorted(problem.given(slots))) for slots in proof.certificate)
        layout = problem.layout
        grid = (layout.width, layout.height, layout.outside) if isinstance(layout, Grid) else None
        claim = Claim(*problem.as_given(), witness=pairs, certificate=sets, grid=grid)
        with reading(out):
            file.write(" ".join(write_proof(claim).split()) + "\n")
            file.flush()

    try:
        yield write
    finally:
        # What could not be written was told of when it was to be.
        with suppress(OSError):
            file.close()
        if not out.stat().st_size:
            out.unlink()


def _sources(what: list[str]) -> list[Code | Path]:
    """What was named, all of it looked at before the first deal is solved."""
    from paishan.cli.problems import STANDARD_INPUT, opened
    from paishan.codes import Code

    if not what:
        if sys.stdin.isatty():
            raise Misuse("solve: nothing to solve; give a code such as MJ1-L00-AAAAABL, or a file with a deal a line")
        return [STANDARD_INPUT]
    sources: list[Code | Path] = []
    for word in what:
        path = Path(word)
        if path == STANDARD_INPUT:
            sources.append(path)
        elif path.exists() or path.suffix or len(path.parts) > 1:
            opened(path).close()
            sources.append(path)
        else:
            try:
                sources.append(Code.parse(word))
            except ValueError as error:
                raise Misuse(f"{error}; nor is there a file of that name") from None
    return sources


def _problems(sources: list[Code | Path]) -> Iterator[Problem]:
    from paishan.cli.problems import STANDARD_INPUT, of_code, of_lines, opened

    for source in sources:
        if not isinstance(source, Path):
            yield of_code(source)
            continue
        name = "standard input" if source == STANDARD_INPUT else str(source)
        with opened(source) as file, _progress(file, source.name) as seen:
            for problem in of_lines(file, name):
                yield problem
                seen(problem.read)


@contextmanager
def _progress(file: IO[bytes], name: str) -> Iterator[Callable[[int], None]]:
    """A bar on standard error that moves with the bytes read; none where the verdicts themselves can be watched."""
    if not sys.stderr.isatty() or sys.stdout.isatty():
        yield lambda read: None
        return
    import os

    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    from paishan.cli.terminal import terminal

    size = os.fstat(file.fileno()).st_size or None
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f}%"),
        TimeRemainingColumn(),
    )
    # What is printed must stay on standard output; Rich would move it above the bar, to standard error.
    with Progress(*columns, console=terminal(sys.stderr), transient=True, redirect_stdout=False) as progress:
        task = progress.add_task(name, total=size)
        yield lambda read: progress.update(task, completed=read)
